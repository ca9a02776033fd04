"""Titan's hands and cards in words: what the pictures of legions and of the caretaker's stacks show."""

from __future__ import annotations

from collections.abc import Iterator

from cogs.house.words.words import ALT, Names, shortened
from cogs.titan.words import totals
from cogs.titan.words.terms import Terms, legions_of
from engine.titan.battle.effects import HazardEffect, effects, hazards_of
from engine.titan.board import TOWER
from engine.titan.outlook import enlists, is_wiped_out, worth
from engine.titan.phases.muster import earnings
from engine.titan.rules import Rules
from engine.titan.traits import Trait, traits
from engine.titan.view import KnownView, LegionView, PlayerView, SpawningView, View


def mine(terms: Terms, view: View, names: Names) -> str:
    """The viewer's own legions with all they hold, and his markers."""
    if view.viewer is None:
        return terms.say("position.mine-watch")
    player = view.players[view.viewer]
    own = tuple(terms.say("cards.own", **_own(terms, view, legion)) for legion in legions_of(view, view.viewer))
    title, free = terms.say("position.mine"), terms.words.listing(map(terms.marker, player.markers))
    rows = own or (terms.say("position.mine-none"),)
    if view.spawning:
        rows = (*own, _forming(terms, view.spawning, player))
    elif is_wiped_out(view, view.viewer):
        rows = (terms.say("position.mine-wiped"),)
    return "\n".join((title, figures(terms, view, player), *rows, terms.say("position.markers-free", markers=free)))


def hand_alt(terms: Terms, view: View, names: Names) -> str:
    """What the picture of the viewer's own legions shows. For him alone."""
    own = legions_of(view, view.viewer) if view.viewer is not None else ()
    if view.viewer is None or not (own or view.spawning):
        wiped = view.viewer is not None and view.phase != "over" and is_wiped_out(view, view.viewer)
        return terms.say("position.mine-wiped" if wiped else "alt.hand-none")
    player = view.players[view.viewer]
    title = terms.say("alt.hand", figures=figures(terms, view, player))
    if view.spawning:
        title = f"{title} {_forming(terms, view.spawning, player)}"
        if not own:
            return title
    for key, spelt in (("cards.own", True), ("cards.own-short", False), ("cards.own-least", False)):
        rows = (terms.say(key, **_own(terms, view, legion, spelt)) for legion in own)
        said = f"{title} {terms.words.listing(rows, 'semicolon')}"
        if len(said) <= ALT:
            return said
    return shortened(said, ALT)


def _forming(terms: Terms, forming: SpawningView, player: PlayerView) -> str:
    """A new legion so far, and who or which markers may come next."""
    facts = {"land": terms.land(forming.land), "creatures": terms.creatures(forming.creatures)}
    if forming.options:
        options = terms.words.listing(map(terms.creature, forming.options), "or")
        return terms.say("alt.hand-forming", options=options, **facts)
    return terms.say("alt.hand-formed", markers=terms.words.listing(player.markers, "or"), **facts)


def _own(terms: Terms, view: View, legion: LegionView, spelt: bool = True) -> dict[str, object]:
    """What is told of a legion whose contents the viewer knows."""
    creatures = view.rules.arranged(legion.creatures)
    due = enlists(view, legion)
    listed = terms.words.listing(map(terms.creature, due), "or") if spelt else terms.codes(due)
    return {
        "legion": terms.marker(legion.marker) if spelt else legion.marker,
        "land": terms.land(legion.land) if spelt else legion.land,
        "height": legion.height,
        "creatures": terms.creatures(creatures) if spelt else terms.codes(creatures),
        "points": terms.points(worth(view, legion)),
        "worth": worth(view, legion),
        "moved": terms.say("position.moved") if legion.moved else "",
        "enlists": terms.say("cards.enlists", recruits=listed) if due else "",
    }


def figures(terms: Terms, view: View, player: PlayerView) -> str:
    """A player's figures in a row, as far as the viewer may know them."""
    return terms.words.listing((_figures(terms, player), *totals.figures(terms, view, player)), "comma")


def _figures(terms: Terms, player: PlayerView) -> str:
    score = terms.points(player.score)
    if player.out:
        return terms.say("position.figures-out", score=score)
    return terms.say(
        "position.figures",
        score=score,
        power=player.titan_power,
        legions=terms.say("legions", number=player.legions),
        markers=terms.say("markers-left", number=len(player.markers)),
        tower=player.tower,
    )


def stacks(terms: Terms, view: View) -> str:
    """The caretaker's stacks and the dead (R3.2)."""
    return terms.words.listing(_stacks(terms, view), "comma")


def caretaker_alt(terms: Terms, view: View) -> str:
    """What the picture of the stacks shows."""
    return terms.say("alt.caretaker", stacks=stacks(terms, view))


def _stacks(terms: Terms, view: View) -> Iterator[str]:
    for code, left, dead in view.caretaker:
        key = "position.stack-dead" if dead else "position.stack"
        yield terms.say(key, creature=terms.creature(code), left=left, dead=dead)


def trait(terms: Terms, code: str, told: Trait) -> str:
    """What a kind is or can do, as a sentence."""
    key, shown = told.what, told.kind if told.what == "mustered-by" else code
    if told.what == "mustered-by" and not told.kind:
        key = "mustered-by-alike"
    facts = {"number": told.number, "kind": terms.creature(told.kind) if told.kind else ""}
    return terms.say(f"trait.{key}", shown=terms.creatures((shown,) * told.number) if shown else "", **facts)


def creature(terms: Terms, view: View, code: str) -> str:
    """What the card of a kind shows; its stack, once a game has begun."""
    rules, kind = view.rules, view.rules.kinds[code]
    natives = (terms.say(f"hazard.{hazard}") for hazard in sorted(kind.natives))
    said = terms.say(
        "cards.creature",
        creature=terms.creature(code),
        rank=terms.say(f"rank.{kind.rank}"),
        power=kind.power,
        skill=kind.skill,
        value=kind.value,
        natives=terms.words.listing(natives),
    )
    parts = [said, *(trait(terms, code, told) for told in traits(rules, code))]
    stack = stack_of(view, code)
    if stack is not None:
        parts.append(terms.say("cards.stack", left=stack[0], dead=stack[1]))
    chains = [chain(terms, rules, name) for name, found in rules.chains.items() if code in found.order]
    if chains:
        parts.append(terms.say("cards.chains", chains=terms.words.listing(chains, "semicolon")))
    return " ".join(parts)


def stack_of(view: View, code: str) -> tuple[int, int] | None:
    """How many of a kind are left and dead; None while no game goes on."""
    if not view.turn:
        return None
    return next((left, dead) for kind, left, dead in view.caretaker if kind == code)


def chain(terms: Terms, rules: Rules, terrain: str) -> str:
    """`Plains: Centaur, 2 for Lion, 2 for Ranger`; in a Tower who is free, and what earns the others."""
    if terrain == TOWER:
        return _tower(terms, rules)
    found = rules.chains[terrain]
    steps = [terms.creature(found.order[0])]
    for need, code in zip(found.need[1:], found.order[1:], strict=True):
        steps.append(terms.say("cards.step", number=need, creature=terms.creature(code)))
    return terms.say("cards.chain", terrain=terms.terrain(terrain), steps=terms.words.listing(steps, "comma"))


def _tower(terms: Terms, rules: Rules) -> str:
    here = [earning for earning in earnings(rules) if earning.terrain == TOWER]
    free = terms.creatures(earning.recruit for earning in here if not earning.shown)
    steps = []
    for recruit in dict.fromkeys(earning.recruit for earning in here if earning.shown):
        earned = [earning for earning in here if earning.recruit == recruit and earning.shown]
        for number in dict.fromkeys(earning.number for earning in earned):
            kinds = [earning.shown for earning in earned if earning.number == number]
            if len(kinds) > len(rules.chains):
                steps.append(terms.say("cards.step-alike", number=number, creature=terms.creature(recruit)))
                continue
            for shown in kinds:
                said = terms.creatures((shown,) * number)
                steps.append(terms.say("cards.step-from", shown=said, creature=terms.creature(recruit)))
    listed = terms.words.listing(steps, "comma")
    return terms.say("cards.tower", terrain=terms.terrain(TOWER), free=free, steps=listed)


def recruits(terms: Terms, view: View, terrain: str) -> str:
    """What the picture of the recruit chains shows, all of them or one terrain's."""
    names = (terrain,) if terrain else (*view.rules.chains, TOWER)
    chains = terms.words.listing((chain(terms, view.rules, name) for name in names), "semicolon")
    return terms.say("cards.recruits", chains=chains)


def effect(terms: Terms, told: HazardEffect) -> str:
    """What a hazard does, as a piece of a sentence."""
    sign = "\N{MINUS SIGN}" if told.number < 0 else "+"
    number = abs(told.number)
    return terms.say(f"effect.{told.on}-{told.what}", number=number, signed=f"{sign}{number}")


def terrain(terms: Terms, view: View, name: str) -> str:
    """What the card of a terrain shows."""
    rules = view.rules
    lands = sorted(label for label, land in rules.board.lands.items() if land.terrain == name)
    listed = terms.words.listing(map(str, lands), "comma")
    said = terms.say("cards.terrain", terrain=terms.terrain(name), number=len(lands), lands=listed)
    said += terms.say("cards.chains", chains=chain(terms, rules, name))
    found = hazards(terms, rules, name)
    if not found:
        return said + terms.say("cards.level")
    return said + terms.say("cards.hazards", hazards=terms.words.listing(found, "semicolon"))


def hazards(terms: Terms, rules: Rules, name: str) -> tuple[str, ...]:
    """What each hazard of a terrain's battleland does, and to whom; nothing on level ground."""
    return tuple(_hazard(terms, rules, name, hazard) for hazard in hazards_of(rules.grounds[name]))


def _hazard(terms: Terms, rules: Rules, terrain: str, hazard: str) -> str:
    told = terms.words.listing((effect(terms, e) for e in effects(rules.grounds[terrain], hazard)), "comma")
    natives = [terms.creature(code) for code, kind in rules.kinds.items() if hazard in kind.natives]
    facts = {"hazard": terms.say(f"hazard.{hazard}"), "effects": told}
    if not natives:
        return terms.say("cards.hazard-none", **facts)
    return terms.say("cards.hazard", natives=terms.words.listing(natives), **facts)


def legion(terms: Terms, view: View, marker: str, known: KnownView | None, names: Names) -> str:
    """What the picture of one legion shows: all of one's own, of another what is certain and what is possible."""
    found = {each.marker: each for each in view.legions}[marker]
    if len(found.creatures) == found.height:
        return terms.say("cards.own", **_own(terms, view, found))
    said = terms.say(
        "cards.legion",
        legion=terms.marker(marker),
        player=terms.player(view, found.owner, names),
        land=terms.land(found.land),
        height=found.height,
        creatures=terms.contents(found) or terms.say("unseen", number=found.height),
        moved=terms.say("position.moved") if found.moved else "",
    )
    return said if known is None else f"{said}. {possible(terms, known)}"


def possible(terms: Terms, known: KnownView) -> str:
    """What may stand in a legion beside what is certain, as far as the table remembers it."""
    if not known.kept:
        return terms.say("knowledge.not-kept")
    if not known.ways:
        return terms.say("knowledge.many")
    ranked = sorted(known.more, key=lambda kind: -kind[1])
    kinds = (
        terms.say("knowledge.kind", creature=terms.creature(code), number=round(100 * number / known.ways))
        for code, number in ranked
    )
    key = "knowledge.more" if known.sure else "knowledge.more-any"
    return terms.say(key, ways=known.ways, kinds=terms.words.listing(kinds, "comma"))
