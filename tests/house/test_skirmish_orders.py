"""Orders ahead of a skirmish at a table of the house: carried out after a while, for nobody else to know."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from dataclasses import replace

import pytest

from cogs.house.answers import LONGEST, SHORTEST
from cogs.house.house import House
from cogs.house.seams import Seams
from cogs.house.table import Table
from cogs.skirmish.kit import skirmish_kit
from engine.core import Seat
from engine.skirmish.defaults import default
from tests.house.conftest import ANN, BOB, Clock, Opened, Recorder, game
from tests.house.test_deadlines import passes

KIT = replace(skirmish_kit(), pictures=lambda before, after, events: ())
"""Skirmish without its pictures, which are not what is looked at here."""

USERS = (ANN, BOB)


@pytest.fixture
async def house(opened: Opened, clock: Clock) -> AsyncIterator[House]:
    async with opened(kit=KIT, seams=Seams(now=clock)) as running:
        yield running


async def played(table: Table, until: Callable[[], bool]) -> None:
    """Everybody does by hand what the table would do for him, until it is so."""
    while not until():
        for seat in sorted(table.awaiting):
            await table.submit(seat, default(table.view(seat), table.legal(seat, undo=False)))
            break


async def test_a_window_is_passed_and_lore_is_learnt_by_order(house: House, clock: Clock, discord: Recorder) -> None:
    table = await game(house)
    await played(table, lambda: table.view(None).round > 0)
    seat = table.view(None).active
    assert table.view(None).sides[seat].faction == "uthuk"
    for text in ("when after my moves then pass", "when lore step then learn both"):
        await table.orders.file(seat, text)

    await played(table, lambda: table.view(None).window is not None or table.view(None).round > 1)
    assert table.view(None).window is not None
    await passes(house, clock, SHORTEST - 0.1)
    assert table.awaiting == {seat}, "an answer by order comes no sooner than one by hand might"
    await passes(house, clock, LONGEST)
    assert table.view(None).window is None

    before = table.view(seat).own
    await played(table, lambda: table.view(None).phase == "learning")
    await passes(house, clock, LONGEST)
    after = table.view(seat).own
    assert before is not None
    assert after is not None
    assert len(after.hand) == len(before.hand) + 1

    told = [post.text for post in discord.people.get(USERS[seat], [])]
    assert any("After your Move Step: play no card" in text for text in told)
    everybody = [post.text for posts in (discord.channel, *discord.threads.values()) for post in posts]
    assert not any("plan worked" in text for text in everybody)
    other = Seat(1 - seat)
    assert not any("plan worked" in post.text for post in discord.people.get(USERS[other], []))
