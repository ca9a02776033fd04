"""Several steps in one submit: those that a seat asked for, and those that nobody has a choice about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from cogs.house.house import House
from engine.core import Illegal, Seat
from tests.house.conftest import CHANNEL, Opened, game
from tests.toy import KIT, Action, Done, Laid, Lay, Roll, Rolled, Scored, State, View

FIRST, SECOND = Seat(0), Seat(1)


def lays_all(view: View, legal: Sequence[Action]) -> Action | None:
    """Lays a card down as long as that is possible."""
    return next((action for action in legal if isinstance(action, Lay)), None)


def forced(state: State, seat: Seat) -> Action | None:
    """Who has rolled and laid two cards can only be done: say so for him."""
    return Done() if len(state.laid) == 2 and state.rolled else None


async def test_a_seat_goes_on_by_itself_in_one_submit(house: House) -> None:
    table = await game(house)

    told = await table.submit(FIRST, Roll(), 1, further=lays_all)

    assert table.view(FIRST).heights == (1, 3), "two cards at most are laid"
    assert len(told.staged) == 2
    assert table.seq == 5, "the deal, a roll and its die, two cards"


async def test_what_became_firm_on_the_way_is_told_once(house: House) -> None:
    table = await game(house)

    def lays_one_and_is_done(view: View, legal: Sequence[Action]) -> Action | None:
        if view.active != FIRST:
            return None
        return Done() if Done() in legal else lays_all(view, legal)

    told = await table.submit(FIRST, Roll(), 1, further=lays_one_and_is_done)

    assert [type(event) for event in (*told.events, *told.staged)] == [Rolled, Laid, Scored]


async def test_what_comes_twice_is_done_once(house: House) -> None:
    table = await game(house)
    await table.submit(FIRST, Roll(), 1, further=lays_all)
    seq = table.seq

    with pytest.raises(Illegal) as refused:
        await table.submit(FIRST, Roll(), 1, further=lays_all)

    assert refused.value.code == "already-done"
    assert table.seq == seq


async def test_an_illegal_step_on_the_way_keeps_nothing(house: House) -> None:
    """All of it or nothing: the game is as before, and goes on."""
    table = await game(house)

    with pytest.raises(Illegal):
        await table.submit(FIRST, Roll(), 1, further=lambda view, legal: Lay(99))

    assert table.seq == 1
    await table.submit(FIRST, Roll(), 2)


async def test_what_is_no_choice_is_done_for_whoever_it_falls_to(opened: Opened) -> None:
    async with opened(kit=replace(KIT, deciding=replace(KIT.deciding, forced=forced))) as house:
        table = await game(house)
        one, two, *_ = table.view(FIRST).cards
        await table.submit(FIRST, Roll(), 1)
        await table.submit(FIRST, Lay(one), 2)

        await table.submit(FIRST, Lay(two), 3)

        assert table.awaiting == {SECOND}, "nobody had to say that he was done"
        assert table.view(None).turn == 1
        before = table.seq, table.view(FIRST)
    async with opened() as house:
        again: Any = await house.at(CHANNEL)
        assert (again.seq, again.view(FIRST)) == before, "the log has it, so that it reads alike without the rule"


async def test_a_step_that_was_asked_for_goes_before_one_that_is_forced(opened: Opened) -> None:
    """Whoever goes on may do what nobody would do for him."""
    async with opened(kit=replace(KIT, deciding=replace(KIT.deciding, forced=forced))) as house:
        table = await game(house)

        await table.submit(FIRST, Roll(), 1, further=lays_all)

        assert table.awaiting == {SECOND}
        assert table.view(None).heights == (1, 3)
