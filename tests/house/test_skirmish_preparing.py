"""Two armies prepared at once at a table of the house: what one does there is nothing that the other learns of."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from cogs.house.house import House
from cogs.skirmish.kit import skirmish_kit
from engine.core import Seat
from engine.skirmish.actions import Back, Buy, Done
from engine.skirmish.defaults import default
from tests.house.conftest import Opened, game

KIT = replace(skirmish_kit(), pictures=replace(skirmish_kit().pictures, due=lambda before, after, events: ()))
"""Skirmish without its pictures, which are not what is looked at here."""

FIRST, SECOND = Seat(0), Seat(1)


@pytest.fixture
async def house(opened: Opened) -> AsyncIterator[House]:
    async with opened(kit=KIT) as running:
        yield running


async def test_a_stage_that_was_closed_is_gone_back_to_whatever_the_other_has_done_meanwhile(house: House) -> None:
    """B16.5: that the end of a stage could not be taken back any more would tell that the other has been at his."""
    table = await game(house, options={"scenario": "free"})
    while table.view(None).phase != "preparing":
        seat = min(table.awaiting)
        await table.submit(seat, default(table.view(seat), table.legal(seat, undo=False)))
    bought = next(action for action in table.legal(FIRST) if isinstance(action, Buy))
    await table.submit(FIRST, bought)
    await table.submit(FIRST, Done())

    offered = [table.rewinding.take_backs(FIRST)]
    await table.submit(SECOND, next(action for action in table.legal(SECOND) if isinstance(action, Buy)))
    offered.append(table.rewinding.take_backs(FIRST))

    assert offered == [(), ()]
    await table.submit(FIRST, Back())
    own = table.view(FIRST).own
    assert own is not None
    assert (own.stage, own.bought) == ("muster", (bought.unit,))


async def test_the_end_of_a_step_that_nobody_else_has_a_part_in_is_taken_back(house: House) -> None:
    table = await game(house)
    seat = next(iter(table.awaiting))
    await table.submit(seat, next(action for action in table.legal(seat) if isinstance(action, Buy)))
    await table.submit(seat, Done())

    assert [back.action for back in table.rewinding.take_backs(seat)] == [Done()]
