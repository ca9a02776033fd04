"""Rights that are won and lost on the way, kept by what is told at the table and by the rules' sentences alone.

A state says who may still flee, propose, summon or be reinforced; the second opinion on lines takes that from it. This
is the second opinion on that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from engine.core import Seat
from engine.titan.events import (
    Agreed,
    BattleBegan,
    BattleEnded,
    Conceded,
    Engaged,
    Event,
    Fled,
    ManeuverBegan,
    NotEntered,
    Reinforced,
    Scored,
    Slain,
    Summoned,
    Talked,
    TurnBegan,
    TurnedBack,
)
from engine.titan.sides import ATTACKER, DEFENDER
from engine.titan.state import OFF, Engagement, Fighting, Gathering, Maneuvering, Over, Parleying, State
from tests.counts import gains
from tests.counts.figures import LORDS, MOST, power, skill


class Ledger:
    """The rights of the engagement that is being settled."""

    def __init__(self) -> None:
        self.summoned = False
        self._open(Engagement(0, ("", ""), (Seat(0), Seat(0)), False))

    def _open(self, engagement: Engagement) -> None:
        self.at = engagement
        self.fought = self.waived = self.insists = False
        self.offers: list[tuple[str, tuple[str, ...]] | None] = [None, None]
        self.made = [0, 0]
        self.living = [0, 0]
        self.lost: list[list[str]] = [[], []]
        self.earned = self.spent = self.reinforced = self.window = False
        self.due: tuple[int, ...] = ()
        self.how = ""

    def follow(self, before: State, events: Sequence[Event], after: State) -> None:
        """Reads what was told, and fails if the state says something else."""
        for event in events:
            self._read(before, event)
        assert everybody(before) == everybody(after), events  # R20
        match after.phase:
            case Parleying() as phase:
                lords = set(after.legions[self.at.markers[DEFENDER]].creatures) & set(LORDS)
                assert phase.may_flee == (not self.waived and not lords)  # R9.4, R9.5
                assert phase.insists == self.insists
                assert list(phase.made) == self.made
                assert [offer and (offer.lost, offer.losses) for offer in phase.offers] == self.offers
                assert phase.engagement.summoned == self.summoned
            case Fighting() if isinstance(after.phase.battle.step, Maneuvering):
                assert after.phase.battle.window == self.window, (events, after.phase)
                assert after.phase.engagement.summoned == self.summoned
            case Gathering() as phase:
                assert phase.may_summon == self._may_summon(phase.side), (events, phase)
                assert phase.may_reinforce == self._may_reinforce(phase.side), (events, phase)
                if not isinstance(before.phase, Gathering):
                    assert phase.due == self.due, (events, phase)
            case _:
                pass
        if self.how and not isinstance(after.phase, Gathering | Over):
            self._nothing_was_left(before, after)
            self.how = ""

    def _nothing_was_left(self, before: State, after: State) -> None:
        """R18.2: unless the winner said that he is done, nothing could be added."""
        if isinstance(before.phase, Gathering):
            return
        for side, marker in enumerate(self.at.markers):
            if marker in after.legions and self.at.markers[1 - side] not in after.legions:
                summon, reinforce = self._may_summon(side), self._may_reinforce(side)
                engagement = Engagement(self.at.land, self.at.markers, self.at.seats, self.summoned)
                phase = Gathering(engagement, side, self.due, summon, reinforce, secret=False)
                assert list(gains.additions(after, phase, self.at.seats[side])) == ["done"], (self.how, phase)

    def _may_summon(self, side: int) -> bool:
        """R16.1, R16.6, R9.11"""
        return side == ATTACKER and not self.summoned and self.how != "flight"

    def _may_reinforce(self, side: int) -> bool:
        """R17.1, R17.4, R9.11"""
        return side == DEFENDER and not self.reinforced and self.how != "concession from off the map"

    def _points(self, state: State, side: int) -> int:
        """R18.3, R18.5: Power times Skill of all that a side has lost, half of it for a flight."""
        score = state.players[self.at.seats[side]].score
        value = sum(power(code, score) * skill(code) for code in self.lost[side])
        return value // 2 if self.how == "flight" else value

    def _read(self, before: State, event: Event) -> None:
        match event:
            case TurnBegan():
                self.summoned = False
            case Engaged():
                self._open(Engagement(event.land, (event.attacker, event.defender), event.seats, self.summoned))
            case Talked():
                self._talked(self.at.seats.index(event.seat), event)
            case BattleBegan():
                self.fought = True
                self.living = [len(event.attackers), len(event.defenders)]
            case ManeuverBegan():
                self._maneuvers(self.at.seats.index(event.seat), event.round)
            case Slain() | NotEntered():
                side = self.at.seats.index(event.seat)
                self.living[side] -= len(event.creatures)
                self.lost[side] += event.creatures
                self.earned = self.earned or (side == DEFENDER and isinstance(event, Slain))  # R16.3
            case Summoned():
                self.summoned, self.window = True, False
                self.living[ATTACKER] += 1
            case Reinforced():
                self.reinforced, self.window = True, False
                self.living[DEFENDER] += 1
            case TurnedBack():
                side = self.at.seats.index(event.seat)
                self.living[side] -= 1
                if side == ATTACKER:
                    self.summoned = False  # R16.5
                else:
                    self.reinforced = False  # R17.3
            case Fled():
                self.how = "flight"
                self.lost[DEFENDER] += event.creatures
            case Agreed():
                self.how = "agreement"
                for marker, creatures in event.lost:
                    self.lost[self.at.markers.index(marker)] += creatures
            case BattleEnded() if self.how != "concession from off the map":
                self.how = "battle"
            case Conceded():
                entered = isinstance(before.phase, Fighting) and any(
                    fighter.side == ATTACKER and fighter.hex != OFF for fighter in before.phase.battle.fighters
                )
                self.lost[self.at.seats.index(event.seat)] += event.creatures
                self.how = "concession" if entered else "concession from off the map"
            case Scored() if event.why != "half":  # R18.6, R18.8
                assert event.points == self._points(before, 1 - self.at.seats.index(event.seat))
                self.due = tuple(n for n in range(event.score - event.points + 1, event.score + 1) if n % 100 == 0)
            case _:
                pass

    def _talked(self, side: int, event: Talked) -> None:
        match event.what:
            case "insist":
                self.insists = True
            case "waive":
                self.waived = True
            case "offer":
                self.offers[side] = event.lost, event.losses
                self.made[side] += 1
                self.insists = False
                self.waived = self.waived or side == DEFENDER  # R9.5
            case "withdraw":
                self.offers[side] = None
            case "refuse":
                self.offers[1 - side] = None

    def _maneuvers(self, side: int, in_round: int) -> None:
        room = self.living[side] < MOST
        if side == DEFENDER:
            self.window = room and in_round == 4 and not self.reinforced  # R17.2
        else:
            self.window = room and self.earned and not self.spent and not self.summoned  # R16.3
            self.spent = self.earned


def everybody(state: State) -> Counter[str]:
    """All characters, in the stacks, in legions or dead (R20)."""
    held = Counter(code for legion in state.legions.values() for code in legion.creatures)
    return held + Counter(state.bank) + Counter(state.dead)
