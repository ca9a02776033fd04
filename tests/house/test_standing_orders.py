"""Orders given ahead in a house whose clock is a test's: when they are carried out, once, and for whose eyes."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from cogs.house.answers import LONGEST, SHORTEST
from cogs.house.house import House
from cogs.house.seams import Seams
from tests.house.conftest import ANN, BOB, Opened, Recorder
from tests.house.test_deadlines import passes
from tests.house.test_going_back import FIRST, SECOND, SPOKEN, THIRD, Clock, done, three

TURN = "roll; lay low; done"


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def house(opened: Opened, clock: Clock) -> AsyncIterator[House]:
    async with opened(kit=SPOKEN, seams=Seams(now=clock)) as running:
        yield running


def notes(discord: Recorder, user: int) -> list[str]:
    return [post.text for post in discord.people.get(user, []) if "\norder-" in post.text]


async def test_a_turn_that_was_ordered_needs_nobody(house: House, clock: Clock, discord: Recorder) -> None:
    table = await three(house)
    low = min(table.view(SECOND).cards)
    filed = await table.orders.file(SECOND, TURN)
    assert table.orders.of(SECOND) == (filed,)
    assert table.orders.said(filed) == TURN

    await done(table, FIRST)
    await passes(house, clock, LONGEST)

    assert table.awaiting == {THIRD}
    assert low not in table.view(SECOND).cards
    assert table.orders.of(SECOND) == ()
    (note,) = notes(discord, BOB)
    assert note.splitlines()[1:] == [f"order-done {TURN} roll", f"lay {low}", "done"]
    assert (await table.orders.told(SECOND))[0][1] in note
    assert notes(discord, ANN) == []


async def test_it_is_carried_out_within_the_delay_and_not_before(house: House, clock: Clock) -> None:
    table = await three(house)
    await table.orders.file(SECOND, TURN)
    await done(table, FIRST)

    await passes(house, clock, SHORTEST - 0.1)
    assert table.awaiting == {SECOND}
    await passes(house, clock, LONGEST - SHORTEST + 0.1)
    assert table.awaiting == {THIRD}
