"""Who plays for a seat: values alone, without a house."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cogs.house.game.players import PlayedBy, is_away, is_late, players
from cogs.house.values.clocks import EXPELS, UNHEARD, Clock, StandIn
from cogs.house.values.records import SITTER, Chair
from engine.core import Seat

SEAT, OTHER = Seat(0), Seat(1)
NOW = 1_700_000_000.0
ANN, BEN = Chair(SEAT, 7, "Ann", None), Chair(OTHER, 8, "Ben", None)
LEFT, STEADY = Chair(SEAT, None, "Open seat 1", SITTER), Chair(OTHER, None, "Steady", "steady")


@pytest.mark.parametrize(
    ("chair", "stand_in", "other", "who"),
    [
        (ANN, StandIn.NONE, BEN, PlayedBy.OWNER),
        (ANN, StandIn.ONCE, BEN, PlayedBy.PROXY),
        (ANN, StandIn.SIT, BEN, PlayedBy.PROXY),
        (ANN, StandIn.ASKED, STEADY, PlayedBy.PROXY),
        (LEFT, StandIn.NONE, BEN, PlayedBy.SITTER),
        (LEFT, StandIn.ASKED, BEN, PlayedBy.SITTER),
        (LEFT, StandIn.NONE, STEADY, PlayedBy.NOBODY),
        (replace(STEADY, seat=SEAT), StandIn.ASKED, BEN, PlayedBy.BOT),
    ],
)
def test_a_seat_is_played_by_who_sits_there_unless_the_program_decides(
    chair: Chair, stand_in: StandIn, other: Chair, who: PlayedBy
) -> None:
    assert players((chair, other), {SEAT: Clock(SEAT, stand_in=stand_in)})[SEAT] is who


def test_who_has_no_clock_plays_himself() -> None:
    assert players((ANN, BEN), {}) == {SEAT: PlayedBy.OWNER, OTHER: PlayedBy.OWNER}


@pytest.mark.parametrize(
    ("clock", "late"),
    [
        (Clock(SEAT), False),
        (Clock(SEAT, since=NOW, ends=NOW + 1), False),
        (Clock(SEAT, since=NOW, ends=NOW, out=True), True),
        (Clock(SEAT, since=NOW - UNHEARD + 1), False),
        (Clock(SEAT, since=NOW - UNHEARD), True),
    ],
)
def test_late_is_whose_time_is_up_or_who_is_long_waited_for_without_any(clock: Clock, late: bool) -> None:
    assert is_late(clock, NOW) is late
    assert is_away(clock, NOW) is late


@pytest.mark.parametrize(
    ("clock", "away"),
    [
        (Clock(SEAT, missed=EXPELS - 1), False),
        (Clock(SEAT, missed=EXPELS), True),
        (Clock(SEAT, stand_in=StandIn.ONCE), True),
        (Clock(SEAT, stand_in=StandIn.SIT), True),
        (Clock(SEAT, stand_in=StandIn.ASKED), False),
        (Clock(SEAT, stand_in=StandIn.ASKED, missed=1), True),
    ],
)
def test_who_asked_for_the_program_and_has_missed_nothing_is_not_away(clock: Clock, away: bool) -> None:
    assert is_away(clock, NOW) is away
