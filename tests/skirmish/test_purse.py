"""Lore that a side gains, and the most that it holds (B5.5)."""

from __future__ import annotations

import pytest

from engine.skirmish.events import LoreGained
from engine.skirmish.purse import gained
from engine.skirmish.tables import tables
from tests.skirmish.field import DAQAN, Table, field

MOST = tables().most_lore
UNITS = "citadel_guard@A1 viper_legion@I1"


@pytest.mark.parametrize(("before", "after"), [(0, 2), (MOST - 2, MOST), (MOST - 1, MOST), (MOST, MOST)])
def test_what_goes_beyond_the_most_is_lost_and_only_what_was_gained_is_told(before: int, after: int) -> None:
    state, told = gained(field(UNITS, lore=(before, 0)), DAQAN, 2, "step")

    assert state.sides[DAQAN].lore == after
    assert told == ((LoreGained(DAQAN, after - before, "step"),) if after > before else ())


@pytest.mark.usefixtures("windows_of_their_own")
def test_in_a_game_of_version_2_there_is_no_most() -> None:
    state, _ = gained(field(UNITS, lore=(40, 0)), DAQAN, 2, "step")

    assert state.sides[DAQAN].lore == 42


def test_a_card_that_gives_lore_gives_no_more_than_there_is_room_for() -> None:
    table = Table(field(UNITS, lore=(MOST - 1, 0), commands=("regroup", ""))).does(DAQAN, "play regroup text")

    assert table.state.sides[DAQAN].lore == MOST
    assert table.told(LoreGained) == [LoreGained(DAQAN, 1, "regroup")]
