"""Odds of a battle in Titan: what is asked for, how it is fought, and what is told of it. For its reader alone.

Everything comes from the reader's own view: a legion that he does not know must be typed, as he thinks it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from random import Random

from cogs.house.values.safe_text import quoted
from cogs.house.words.words import ALT, shortened
from cogs.titan.words.terms import Terms
from engine.core import Illegal
from engine.likeness import nearest_of
from engine.titan.battle.simulation import Encounter, begun, resumed
from engine.titan.board import BOTTOM, TOWER
from engine.titan.events import Creatures
from engine.titan.odds import OUTCOMES, Ending, Odds, endings
from engine.titan.rules import TITAN, Rules
from engine.titan.view import BattleView, View
from render.titan.cards.odds import Bar, OddsChart

PARTED = re.compile(r"[,;+&\n]| and | und | и |(?<=[^\W_])\s+(?=\d+\s*[x×]?\s*[^\W\d_])")
"""Between the parts of a force: signs, words, and a number that follows a name and leads another."""

COUNTED = re.compile(r"(?:(\d+)\s*[x×]?\s*)?([^\W\d_]\D*?)\s*(?:\(?(\d+)\)?)?")
"""`2 lion`, `3x ogre`, `titan 9`: how many, what, and after a Titan its Power."""

MOST = 7
BASE = 6
"""The Power of a Titan without points (R19.1)."""


@dataclass(frozen=True, slots=True)
class OddsRequest:
    """What was typed for `/show odds`; what is empty was not."""

    attackers: str = ""
    defenders: str = ""
    terrain: str = ""
    side: int = BOTTOM


@dataclass(frozen=True, slots=True)
class TitanOddsQuestion:
    """A battle whose odds are asked for: to be begun, or, with `fought`, the one that a view has, from now on.

    `powers` are those of the Titans by side, 0 for none.
    """

    clash: Encounter
    powers: tuple[int, int]
    fought: View | None = None

    def trials(self) -> Iterator[Ending | None]:
        """The battle again and again, see `endings`. The same question has the same dice, none of the game's."""
        now = self.fought
        seed = repr((self.clash.terrain, self.clash.side, self.clash.forces, self.clash.scores, now and now.battle))
        return endings(begun(self.clash) if now is None else resumed(now), Random(seed))


def question(terms: Terms, view: View, asked: OddsRequest) -> TitanOddsQuestion:
    """What is asked for, with the battle or the engagement of the view where nothing was typed.

    Raises Illegal for names that are none, for forces that cannot be, and for legions that the viewer does not know.
    """
    rules = view.rules
    if not asked.attackers and not asked.defenders:
        mine = None if asked.terrain else own(view)
        if mine is None:
            raise Illegal("force-missing")
        return mine
    if not asked.attackers or not asked.defenders or not asked.terrain:
        raise Illegal("force-missing")
    terrain = _terrain(terms, asked.terrain)
    attackers, defenders = (_force(terms, view, typed) for typed in (asked.attackers, asked.defenders))
    # a Titan without a number is the reader's own; of two, the attacker's
    default = next((player.titan_power for player in view.players if player.seat == view.viewer), BASE)
    powers = [force.power if TITAN in force.creatures else 0 for force in (attackers, defenders)]
    for at, force in enumerate((attackers, defenders)):
        if TITAN in force.creatures and not powers[at]:
            powers[at], default = default, BASE
    scores = tuple(rules.score_per_power * max(power - rules.titan_base_power, 0) for power in powers)
    clash = Encounter(
        rules, terrain, asked.side, (attackers.creatures, defenders.creatures), (scores[0], scores[1]), _stacks(view)
    )
    return TitanOddsQuestion(clash, (powers[0], powers[1]))


def own(view: View) -> TitanOddsQuestion | None:
    """The battle that is fought, from now on; or one's own engagement, whose legions the two have seen (R9.3)."""
    scores = {player.seat: player.score for player in view.players}
    if view.battle is not None:
        battle = view.battle
        forces = tuple(view.rules.arranged(_living(battle, side)) for side in (0, 1))
        points = (scores[battle.seats[0]], scores[battle.seats[1]])
        clash = Encounter(view.rules, battle.terrain, battle.side, (forces[0], forces[1]), points, _stacks(view))
        return TitanOddsQuestion(clash, _powers(view.rules, clash), fought=view)
    if view.parley is None or view.engaged is None:
        return None
    attacker = next(legion for legion in view.legions if legion.marker == view.engaged.markers[0])
    points = (scores[view.engaged.seats[0]], scores[view.engaged.seats[1]])
    terrain = view.rules.board.lands[view.engaged.land].terrain
    clash = Encounter(view.rules, terrain, attacker.side or BOTTOM, view.parley.contents, points, _stacks(view))
    return TitanOddsQuestion(clash, _powers(view.rules, clash))


def _living(battle: BattleView, side: int) -> list[str]:
    return [fighter.creature for fighter in battle.fighters if fighter.side == side and not fighter.slain]


def _powers(rules: Rules, clash: Encounter) -> tuple[int, int]:
    first, second = (
        rules.titan_power(score) if TITAN in force else 0
        for force, score in zip(clash.forces, clash.scores, strict=True)
    )
    return first, second


def _stacks(view: View) -> tuple[tuple[str, int], ...]:
    return tuple((code, left) for code, left, _ in view.caretaker)


# --- what was typed ---


@dataclass(frozen=True, slots=True)
class _Force:
    creatures: Creatures
    power: int = 0


def _force(terms: Terms, view: View, typed: str) -> _Force:
    """A force as typed: names in any spelling with their numbers, or the marker of a legion that the viewer knows."""
    legion = next((leg for leg in view.legions if leg.marker.casefold() == typed.strip().casefold()), None)
    if legion is not None:
        if len(legion.creatures) < legion.height:
            raise Illegal("force-unseen", legion=legion.marker)
        owner = next(player for player in view.players if player.seat == legion.owner)
        return _Force(legion.creatures, owner.titan_power)
    parts = [part for part in map(str.strip, PARTED.split(typed)) if part]
    if len(parts) > MOST:
        raise Illegal("force-size", number=len(parts))
    found, power = [], 0
    for part in parts:
        counted = COUNTED.fullmatch(part)
        number, name, after = counted.groups() if counted else ("", part, "")
        code = creature(terms, name)
        found += [code] * min(int(number or 1), MOST + 1)
        power = _power(view.rules, after) if after and code == TITAN else power
    if not 1 <= len(found) <= MOST or found.count(TITAN) > 1:
        raise Illegal("force-size", number=len(found))
    return _Force(view.rules.arranged(found), power)


def _power(rules: Rules, typed: str) -> int:
    """The Power of a Titan, from its digits. Raises Illegal `force-power` for one that no game comes to."""
    if not rules.titan_base_power <= int(typed) <= rules.most_power:
        raise Illegal("force-power", low=rules.titan_base_power, high=rules.most_power)
    return int(typed)


def creature(terms: Terms, typed: str) -> str:
    """The code of a kind by its code, or by its name in any number and nearly any spelling. Raises `force-unknown`."""
    names = _creatures(terms)
    found = _named(typed, names)
    if found is None:
        raise Illegal("force-unknown", name=quoted(typed), near=terms.creature(names[_closest(typed, names)]))
    return found


def _terrain(terms: Terms, typed: str) -> str:
    names = {spelling.casefold(): name for name in terms.rules.grounds for spelling in (name, terms.terrain(name))}
    found = _named(typed, names)
    if found is None:
        raise Illegal("terrain-unknown", name=quoted(typed), near=terms.terrain(names[_closest(typed, names)]))
    return found


def _named(typed: str, names: Mapping[str, str]) -> str | None:
    """What is meant by a name: exactly, as the beginning of one, or nearly; None if that is not clear."""
    wanted = " ".join(typed.casefold().split())
    if wanted in names:
        return names[wanted]
    begun = {names[name] for name in names if len(wanted) > 2 and name.startswith(wanted)}
    if len(begun) == 1:
        return begun.pop()
    near = get_close_matches(wanted, names, 1, 0.75)
    return names[near[0]] if near else None


def _closest(typed: str, names: Mapping[str, str]) -> str:
    return nearest_of(tuple(names), typed) or next(iter(names))


def _creatures(terms: Terms) -> dict[str, str]:
    """Every spelling of a kind, in small letters: code, English names, and its name in the language in all numbers."""
    names: dict[str, str] = {}
    for code, kind in terms.rules.kinds.items():
        spoken = (terms.say(f"creature.{code}", number=number) for number in (1, 2, 5))
        names |= {spelling.casefold(): code for spelling in (code, kind.name, kind.plural, *spoken)}
    return names


def completions(terms: Terms, view: View | None, typed: str) -> tuple[tuple[str, str], ...]:
    """What can be typed next for a force: legions that the viewer knows all of, else the name that is being typed."""
    before, _, last = typed.rpartition(",")
    wanted = last.strip().casefold()
    found: list[tuple[str, str]] = []
    if view is not None and not before:
        for legion in view.legions:
            if len(legion.creatures) == legion.height and wanted in legion.marker.casefold():
                said = terms.say("odds.mine", legion=legion.marker, creatures=terms.creatures(legion.creatures))
                found.append((legion.marker, said))
    number = re.match(r"\d+\s*", wanted)
    count, name = (number[0].strip(), wanted[number.end() :]) if number else ("", wanted)
    for code in terms.rules.kinds:
        said = terms.creature(code)
        if name in said.casefold() or name == code.casefold():
            whole = ", ".join(part for part in (before.strip(), f"{count} {said}".strip()) if part)
            found.append((whole, whole))
    return tuple(found)


# --- what is told ---


def chart(terms: Terms, asked: TitanOddsQuestion, odds: Odds) -> OddsChart:
    """The picture in words."""
    say, clash = terms.say, asked.clash
    forces = [_said(terms, force, power) for force, power in zip(clash.forces, asked.powers, strict=True)]
    if asked.fought is not None and asked.fought.battle is not None:
        battle = asked.fought.battle
        ground = say("odds.ground-now", land=terms.land(battle.land), round=battle.round)
    elif clash.terrain == TOWER:
        ground = say("odds.ground-tower", terrain=terms.terrain(clash.terrain))
    else:
        ground = say("odds.ground", terrain=terms.terrain(clash.terrain), side=terms.from_side(clash.side))
    said = {outcome: say(f"odds.{outcome}") for outcome in OUTCOMES}
    if not clash.rules.eliminates:  # there a losing attacker scores
        said["time"] = say("odds.time-scored")
    bars = tuple(
        Bar(
            outcome,
            said[outcome],
            _figure(terms, odds, outcome),
            odds.share(outcome),
            odds.error(outcome),
        )
        for outcome in OUTCOMES
    )
    heads = (say("odds.forces", attackers=forces[0]), say("odds.against", defenders=forces[1]), ground)
    return OddsChart(heads, bars, (*_notes(terms, asked, odds), say("odds.trials", number=odds.trials)))


def _said(terms: Terms, force: Creatures, power: int) -> str:
    """`Titan 9, 2 Lions`: the Titan with its Power."""
    named = [f"{terms.creature(TITAN)} {power}"] if TITAN in force else []
    rest = tuple(code for code in force if code != TITAN)
    return terms.words.listing([*named, *([terms.creatures(rest, "comma")] if rest else [])], "comma")


def _figure(terms: Terms, odds: Odds, outcome: str) -> str:
    share = odds.share(outcome)
    return terms.say("odds.figure-little") if share < 0.01 else terms.say("odds.figure", percent=round(100 * share))


def _notes(terms: Terms, asked: TitanOddsQuestion, odds: Odds) -> Iterator[str]:
    rules, clash = asked.clash.rules, asked.clash
    for side, name in enumerate(("attacker", "defender")):
        worth = sum(rules.value(code, clash.scores[side]) for code in clash.forces[side])
        if odds.left[side]:
            yield terms.say(f"odds.keeps-{name}", left=round(odds.left[side]), worth=worth)
    for side, name in enumerate(("attacker", "defender")):
        if TITAN in clash.forces[side]:
            yield terms.say(f"odds.titan-{name}", percent=round(100 * odds.titans[side]))


def told(terms: Terms, shown: OddsChart) -> str:
    """The odds as text, which also describes the picture: at most 1024 characters."""
    lines = [*shown.heads]
    lines += [
        terms.say("odds.line", label=bar.label, figure=bar.figure, error=round(100 * bar.error)) for bar in shown.bars
    ]
    return shortened("\n".join((*lines, *shown.notes, terms.say("odds.limits"))), ALT)
