"""Orders ahead of a skirmish at a table of the house: carried out after a while, for nobody else to know."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import replace

import pytest

from cogs.house.house import House
from cogs.house.runtime.environment import Environment
from cogs.house.table.table import Table
from cogs.house.values.order_delays import LONGEST, SHORTEST
from cogs.skirmish.kit import skirmish_kit
from engine.core import Seat
from engine.pick import FIRST
from engine.skirmish.actions import Action
from engine.skirmish.bots import choose_steady
from engine.skirmish.defaults import default
from engine.skirmish.view import View
from tests.house.conftest import ANN, BOB, Clock, Opened, Recorder, game
from tests.house.time.test_deadlines import passes

Choose = Callable[[View, Sequence[Action]], Action]

KIT = replace(skirmish_kit(), pictures=replace(skirmish_kit().pictures, due=lambda before, after, events: ()))
"""Skirmish without its pictures, which are not what is looked at here."""

USERS = (ANN, BOB)


@pytest.fixture
async def house(opened: Opened, clock: Clock) -> AsyncIterator[House]:
    async with opened(kit=KIT, environment=Environment(now=clock)) as running:
        yield running


async def played(table: Table, until: Callable[[], bool], choose: Choose = default) -> None:
    """Everybody does by hand what the table would do for him, or what he chooses, until it is so."""
    while not until():
        for seat in sorted(table.awaiting):
            await table.submit(seat, choose(table.view(seat), table.legal(seat, undo=False)))
            break


def steady(view: View, legal: Sequence[Action]) -> Action:
    return choose_steady(view, legal, FIRST)


async def test_a_window_is_passed_and_lore_is_learnt_by_order(house: House, clock: Clock, discord: Recorder) -> None:
    table = await game(house)
    await played(table, lambda: table.view(None).round > 0)
    for each in (Seat(0), Seat(1)):
        await table.orders.file(each, "when attacked then pass")

    await played(table, lambda: table.view(None).window is not None or table.view(None).round > 4, steady)
    assert table.view(None).window is not None
    (seat,) = table.awaiting
    assert seat != table.view(None).active
    await table.orders.file(seat, "when lore step then learn both")
    await passes(house, clock, SHORTEST - 0.1)
    assert table.awaiting == {seat}, "an answer by order comes no sooner than one by hand might"
    await passes(house, clock, LONGEST)
    assert table.view(None).window is None
    told = [post.text for post in discord.people.get(USERS[seat], [])]
    assert any("When you're attacked, before the roll: play no card" in text for text in told)

    before = table.view(seat).own
    await played(table, lambda: table.view(None).phase == "learning" and table.awaiting == {seat})
    await passes(house, clock, LONGEST)
    after = table.view(seat).own
    assert before is not None
    assert after is not None
    assert len(after.hand) == len(before.hand) + 1

    everybody = [post.text for posts in (discord.channel, *discord.threads.values()) for post in posts]
    assert not any("plan worked" in text for text in everybody)
    other = Seat(1 - seat)
    assert not any("plan worked" in post.text for post in discord.people.get(USERS[other], []))
