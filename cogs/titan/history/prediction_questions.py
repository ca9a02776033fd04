"""What can be foretold of a game of Titan: who wins it and when, how engagements are settled, who wins battles.

A key says all that its question needs: `battle 5 0 2 118` is the one that the mover on seat 0 brought to seat 2 in land
118 in Game-Turn 5. Every engagement is asked about in the same way, whatever its players may do (ASYNC_PLAY A3.1).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from cogs.house.game.telling import Question
from cogs.house.words.words import Names
from cogs.titan.words.terms import Terms
from engine.core import Seat
from engine.titan.events import (
    Agreed,
    BattleBegan,
    BattleEnded,
    Carried,
    Conceded,
    Drifted,
    Engaged,
    Event,
    Fled,
    GameEnded,
    Struck,
    TurnBegan,
)
from engine.titan.view import BattleView, EngagementView, View

EARLY = 3
"""The last Game-Turn in which the game itself is foretold: later on everybody could."""

ENDS = (8, 12, 16, 20)
"""The last Game-Turns of the spans in one of which the game ends; what is left is later than all of them."""

WINNER, END, ENGAGED, BATTLE = "winner", "end", "engaged", "battle"

ATTACKS, DEFENDS = "attacker", "defender"
FOUGHT, AGREED, NOBODY, LATER = "battle", "agreed", "none", "later"


@dataclass(frozen=True, slots=True)
class TitanQuestions:
    """In the words of one language."""

    terms: Terms

    def open(self, view: View) -> tuple[str, ...]:
        """The keys of what can be foretold now."""
        if view.phase == "over":
            return ()
        game = (WINNER, END) if view.turn <= EARLY else ()
        fought = None if view.battle is None else view.battle.land
        meetings = {each.land: each for each in _meetings(view)}
        settling = view.phase != "gather"  # then the one that was engaged last is settled
        waiting = (
            _key(ENGAGED, view.turn, *each.seats, each.land)
            for land, each in sorted(meetings.items())
            if land != fought and (settling or each != view.engaged)
        )
        battle = view.battle
        early = (_key(BATTLE, view.turn, *battle.seats, battle.land),) if battle and _is_untouched(battle) else ()
        return (*early, *waiting, *game)

    def question(self, key: str, names: Names) -> Question:
        """A question that was asked at some time."""
        say = self.terms.say
        if key == WINNER:
            answers = {str(seat): names[seat] for seat in sorted(names)}
            return Question(say("question.winner"), {**answers, NOBODY: say("question.winner-none")})
        if key == END:
            return Question(say("question.end"), dict(self._spans()))
        kind, *numbers = key.split(" ")
        turn, mover, other, land = map(int, numbers)
        facts = {"attacker": names[Seat(mover)], "defender": names[Seat(other)]}
        choices = (ATTACKS, DEFENDS, NOBODY) if kind == BATTLE else (FOUGHT, DEFENDS, ATTACKS, AGREED)
        return Question(
            say(f"question.{kind}", land=self.terms.land(land), turn=turn, **facts),
            {choice: say(f"question.{kind}-{choice}", **facts) for choice in choices},
        )

    def answers(self, view: View, events: Sequence[Event]) -> Mapping[str, str]:
        """What is decided by what everybody has heard of since `view`."""
        return dict(_decided(view, events))

    def _spans(self) -> Iterator[tuple[str, str]]:
        first = 1
        for last in ENDS:
            yield str(last), self.terms.say("question.end-span", first=first, last=last)
            first = last + 1
        yield LATER, self.terms.say("question.end-later", first=first)


def _key(kind: str, turn: int, attacker: Seat, defender: Seat, land: int) -> str:
    return f"{kind} {turn} {attacker} {defender} {land}"


def _is_untouched(battle: BattleView) -> bool:
    """Whether it shows no dice. That none of several has hit does not show: what is thrown closes the question."""
    return not any(each.hits or each.struck or each.slain for each in battle.fighters)


def _decided(view: View, events: Sequence[Event]) -> Iterator[tuple[str, str]]:
    """What each event closes, with its answer. Of an engagement that came and went in these events nobody was asked."""
    turn, fought = view.turn, view.battle
    seats = {each.land: each.seats for each in _meetings(view)}
    attackers = {fought.land: fought.markers[0]} if fought else {}
    seats |= {fought.land: fought.seats} if fought else {}
    land = fought.land if fought else 0
    for event in events:
        match event:
            case TurnBegan(_, number):
                turn, seats = number, {}
            case Engaged(land, _, _, pair):
                seats[land] = pair
            case BattleBegan(land=land, attacker=attacker):
                attackers[land] = attacker
                yield from _answer(ENGAGED, turn, land, seats, FOUGHT)
            case Fled(land=land):
                yield from _answer(ENGAGED, turn, land, seats, DEFENDS)
            case Conceded(land=land, seat=seat, in_battle=False):
                mover = land in seats and seats[land][0] == seat
                yield from _answer(ENGAGED, turn, land, seats, ATTACKS if mover else DEFENDS)
            case Agreed(land=land):
                yield from _answer(ENGAGED, turn, land, seats, AGREED)
            case Struck() | Carried() | Drifted():
                yield from _answer(BATTLE, turn, land, seats, "")
            case BattleEnded(land=land, winner=winner):
                won = ATTACKS if winner == attackers.get(land) else DEFENDS
                yield from _answer(BATTLE, turn, land, seats, won if winner else NOBODY)
            case GameEnded(winners):
                yield WINNER, str(winners[0]) if len(winners) == 1 else NOBODY
                yield END, next((str(last) for last in ENDS if turn <= last), LATER)


def _answer(
    kind: str, turn: int, land: int, seats: Mapping[int, tuple[Seat, Seat]], answer: str
) -> Iterator[tuple[str, str]]:
    if land in seats:
        yield _key(kind, turn, *seats[land], land), answer


def _meetings(view: View) -> tuple[EngagementView, ...]:
    """The engagements of the turn that are not settled, and the one that is being settled or was the last to be."""
    return (*view.engagements, *filter(None, (view.engaged,)))
