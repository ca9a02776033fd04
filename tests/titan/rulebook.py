"""The tables of Titan's rules, out of its data."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from cogs.house.words.words import Words
from cogs.titan.words import cards
from cogs.titan.words.options import agreed
from cogs.titan.words.terms import Terms
from engine.titan.battle.effects import effects, hazards_of
from engine.titan.battle.frame import HEXES
from engine.titan.board import SIDES, TOWER
from engine.titan.options import DEFAULT_ENDS, END_CONDITION, OPTIONS, VARIANT_OPTIONS
from engine.titan.phases.muster import earnings
from engine.titan.phases.spawn import roads
from engine.titan.rules import Rules, rules_for
from tests.rulebook import Rows, Tables, table


def tables(language: str) -> Tables:
    """What makes each table of a language, by its mark."""
    terms, rules = Terms(Words(language)), rules_for({})

    def made(rows: Callable[[Terms, Rules], Rows]) -> Callable[[], str]:
        return lambda: table(rows(terms, rules))

    return {
        name: made(rows)
        for name, rows in {
            "creatures": creatures, "recruits": recruits, "tower": tower, "edges": edges, "hazards": hazards,
            "strike-numbers": strike_numbers, "supply": supply, "options": options, "paths": paths,
            "variant-options": variant_options,
        }.items()
    }  # fmt: skip


def creatures(terms: Terms, rules: Rules) -> Rows:
    """Every character with its figures."""
    yield _heads(terms, "character", "rank", "power", "skill", "value", "gifts")
    for code, kind in rules.kinds.items():
        gifts = [name for name, has in (("flies", kind.flies), ("magic", kind.magic)) if has]
        if kind.rangestrikes and not kind.magic:
            gifts.append("shoots")
        told = terms.words.listing((_say(terms, gift) for gift in gifts), "comma") if gifts else ""
        yield terms.creature(code), terms.say(f"rank.{kind.rank}"), kind.power, kind.skill, kind.value, told


def recruits(terms: Terms, rules: Rules) -> Rows:
    """The chain of each terrain."""
    yield _heads(terms, "terrain", "chain")
    for terrain in rules.chains:
        yield terms.terrain(terrain), cards.chain(terms, rules, terrain).partition(": ")[2]


def tower(terms: Terms, rules: Rules) -> Rows:
    """What a Tower gives for whom."""
    yield _heads(terms, "recruit", "for")
    here = [earning for earning in earnings(rules) if earning.terrain == TOWER]
    for recruit in dict.fromkeys(earning.recruit for earning in here):
        ways: list[str] = []
        for number in dict.fromkeys(earning.number for earning in here if earning.recruit == recruit):
            kinds = [e.shown for e in here if (e.recruit, e.number) == (recruit, number)]
            if kinds == [""]:
                ways.append(_say(terms, "nothing"))
            elif len(kinds) > len(rules.chains):
                ways.append(_say(terms, "alike", number=number))
            else:
                ways += [terms.creatures((kind,) * number) for kind in kinds]
        yield terms.creature(recruit), terms.words.listing(ways, "or")


def edges(terms: Terms, rules: Rules) -> Rows:
    """Where both sides enter."""
    yield _heads(terms, "from", "attacker", "defender")
    for side in SIDES:
        here, there = rules.grounds["Plains"].entries[side]
        yield terms.side(side), " ".join(HEXES[i] for i in here), " ".join(HEXES[i] for i in there)


def hazards(terms: Terms, rules: Rules) -> Rows:
    """What each hazard does, and who is at home there."""
    yield _heads(terms, "hazard", "natives", "effect")
    seen: dict[str, tuple[object, ...]] = {}
    for ground in rules.grounds.values():
        for hazard in hazards_of(ground):
            natives = [terms.creature(code) for code, kind in rules.kinds.items() if hazard in kind.natives]
            told = terms.words.listing((cards.effect(terms, e) for e in effects(ground, hazard)), "semicolon")
            row = terms.say(f"hazard.{hazard}"), terms.words.listing(natives, "comma") if natives else "", told
            assert seen.setdefault(hazard, row) == row, f"{hazard} does not do the same everywhere"
    yield from seen.values()


def strike_numbers(terms: Terms, rules: Rules) -> Rows:
    """Skill against Skill without hazards (R13.6)."""
    skills = sorted({kind.skill for kind in rules.kinds.values()})
    yield _say(terms, "striker"), *(_say(terms, "against", skill=skill) for skill in skills)
    for striker in skills:
        yield _say(terms, "skill-of", skill=striker), *(f"{4 - striker + target}+" for target in skills)


def supply(terms: Terms, rules: Rules) -> Rows:
    """How many there are of each character (R20.1)."""
    yield _heads(terms, "character", "stock")
    for code, kind in rules.kinds.items():
        yield terms.creature(code), kind.stack


def options(terms: Terms, rules: Rules) -> Rows:
    """What can be chosen when a game is opened."""
    yield _heads(terms, "option", "standard", "other")
    yield from _choices(terms, OPTIONS)


def variant_options(terms: Terms, rules: Rules) -> Rows:
    """What can be chosen of Battle Titan besides; the end of the game is agreed in words of one's own."""
    yield _heads(terms, "option", "standard", "other")
    yield terms.say(f"option.{END_CONDITION}.name"), agreed(terms, DEFAULT_ENDS), _say(terms, "ends")
    yield from _choices(terms, VARIANT_OPTIONS["battle_titan"])


def _choices(terms: Terms, table: Mapping[str, tuple[str, ...]]) -> Rows:
    for key, (standard, *others) in table.items():
        if others:
            told = (terms.say(f"option.{key}.{value}") for value in others)
            name = terms.say(f"option.{key}.name")
            yield name, terms.say(f"option.{key}.{standard}"), terms.words.listing(told, "semicolon")


def paths(terms: Terms, rules: Rules) -> Rows:
    """The tiers of each path that a new legion is filled along (V7.2)."""
    ways = roads(rules).paths
    tiers = range(1, 1 + max(map(len, ways.values())))
    yield _say(terms, "path"), *(_say(terms, "tier", number=tier) for tier in tiers)
    for terrain, kinds in ways.items():
        yield terms.terrain(terrain), *(terms.creature(code) if code else "" for code in kinds)


def _heads(terms: Terms, *keys: str) -> tuple[str, ...]:
    return tuple(_say(terms, key) for key in keys)


def _say(terms: Terms, key: str, **facts: object) -> str:
    return terms.words.text(f"rulebook.table.{key}", **facts)
