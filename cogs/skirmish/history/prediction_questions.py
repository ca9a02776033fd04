"""What can be foretold of a skirmish: who wins it and how, and whether an attack destroys its target.

A key says all that its question needs: `attack 5 0 citadel_guard E5 viper_legion F6` is that attack of seat 0 in the
fifth round. All of it follows from what everybody knows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from cogs.house.game.telling import Question
from cogs.house.words.words import Names
from cogs.skirmish.words.terms import Terms
from engine.core import Seat
from engine.skirmish.events import (
    AttackDeclared,
    CardDrawn,
    CardRevealed,
    Declined,
    Destroyed,
    DiceRolled,
    Event,
    GameOver,
    Peeked,
    Scored,
    TurnEnded,
)
from engine.skirmish.state import Combat
from engine.skirmish.view import View

EARLY = 3
"""The last round in which the game itself is foretold: later on everybody could."""

WINNER, HOW, ATTACK = "winner", "how", "attack"
NOBODY, YES, NO = "none", "yes", "no"

ENDS = ("destroyed", "points", "cards", "conceded", "agreed-draw")
"""How a game can end."""


@dataclass(frozen=True, slots=True)
class OpenAttack:
    """An attack whose end is open: its key, and the numbers of the units."""

    key: str
    attacker: int
    target: int


@dataclass(frozen=True, slots=True)
class SkirmishQuestions:
    """In the words of one language."""

    terms: Terms

    def open(self, view: View) -> tuple[str, ...]:
        """The keys of what can be foretold now: an attack until its dice are cast."""
        if view.phase == "over":
            return ()
        game = (WINNER, HOW) if view.round <= EARLY else ()
        combat = view.combat
        aimed = _aimed(view, combat) if combat and not combat.dice and combat.outer is None else None
        return (aimed.key, *game) if aimed else game

    def question(self, key: str, names: Names) -> Question:
        """A question that was asked at some time."""
        say = self.terms.say
        if key == WINNER:
            answers = {str(seat): names[seat] for seat in sorted(names)}
            return Question(say("question.winner"), {**answers, NOBODY: say("question.winner-none")})
        if key == HOW:
            return Question(say("question.how"), {end: say(f"question.how-{end}") for end in ENDS})
        _, round_, seat, kind, at, target, aim = key.split(" ")
        asked = say(
            "question.attack",
            round=int(round_),
            player=names[Seat(int(seat))],
            unit=self.terms.unit_at(kind, at),
            target=self.terms.unit_at(target, aim),
        )
        return Question(asked, {answer: say(f"question.attack-{answer}") for answer in (YES, NO)})

    def answers(self, view: View, events: Sequence[Event]) -> Mapping[str, str]:
        """What is decided by what everybody has heard of since `view`."""
        return dict(_decided(view, events))


def _aimed(view: View, combat: Combat) -> OpenAttack | None:
    """The attack of a view, as long as both units stand."""
    while combat.outer is not None:
        combat = combat.outer
    units = {unit.number: unit for unit in view.units}
    attacker, target = units.get(combat.attacker), units.get(combat.target)
    if attacker is None or target is None:
        return None
    places = f"{attacker.kind} {combat.start} {target.kind} {combat.aim}"
    return OpenAttack(f"{ATTACK} {view.round} {attacker.owner} {places}", combat.attacker, combat.target)


def _standing(view: View) -> OpenAttack | None:
    """The attack whose end is open by a view: that of the combat, or the last one, which its target has survived."""
    if view.combat:
        return _aimed(view, view.combat)
    last: OpenAttack | None = None
    for event in (*view.before, *view.deeds):
        last = _followed(view, last, event)
    return last


def _followed(view: View, aimed: OpenAttack | None, event: Event) -> OpenAttack | None:
    """Which attack is open after an event."""
    match event:
        case AttackDeclared(counter=False):
            places = f"{event.kind} {event.hex} {event.target_kind} {event.target_hex}"
            return OpenAttack(f"{ATTACK} {view.round} {event.seat} {places}", event.number, event.target)
        case Destroyed() if aimed and event.number == aimed.target:
            return None
        case Scored(why="banner" | "half") | CardRevealed() | Peeked() | Declined(what="peek"):
            return None
        case CardDrawn(deck="command") | TurnEnded() | GameOver():
            return None
        case _:
            return aimed


def _decided(view: View, events: Sequence[Event]) -> Iterator[tuple[str, str]]:
    """What each event closes, with its answer; empty for what is thrown and not yet counted.

    Who has survived an attack is settled by what follows it: another attack, or the end of the step.
    """
    aimed = _standing(view)
    for event in events:
        after = _followed(view, aimed, event)
        if aimed and isinstance(event, DiceRolled) and event.number == aimed.attacker:
            yield aimed.key, ""
        elif aimed and after != aimed:
            yield aimed.key, YES if isinstance(event, Destroyed) else NO
        if isinstance(event, GameOver):
            yield WINNER, NOBODY if event.winner is None else str(event.winner)
            yield HOW, event.reason
        aimed = after
