"""What a start does for the games that run: only those are loaded that it owes something, the most urgent first."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from cogs.house.house import House
from cogs.house.runtime.environment import Environment
from cogs.house.table.table import Table
from cogs.house.values.availability import Habit
from cogs.house.values.clocks import HOUR
from tests.house.conftest import ANN, CHANNEL, MODERATORS, Clock, Opened, Recorder, game, until
from tests.house.test_going_back import FIRST, SPOKEN, done
from tests.house.time.test_deadlines import DAY, DEADLINE


class Loads:
    """The numbers of the games that are loaded, in their order. While the gate is shut, the next one waits."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.numbers: list[int] = []
        self.gate = asyncio.Event()
        self.gate.set()
        loading: Any = Table.load

        async def load(services: Any, kit: Any, kept: Any, seats: Any) -> Table:
            self.numbers.append(kept.id)
            if self.numbers == [kept.id]:
                await self.gate.wait()
            table: Table = await loading(services, kit, kept, seats)
            return table

        monkeypatch.setattr(Table, "load", load)


async def timed(house: House, number: int) -> None:
    """A game with a pace; it is Ann's turn. Nobody is reminded, so that nothing but its clock is due."""
    await house.habits.choose(ANN, Habit(reminders=False))
    table = await game(house, CHANNEL + number)
    await table.settings.change({"pace": "daily", "absent": "once"}, MODERATORS)
    await house.settled()


async def test_a_start_loads_no_game_that_it_owes_nothing(
    opened: Opened, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(kit=SPOKEN, environment=Environment(now=clock)) as house:
        for number in range(5):
            await game(house, CHANNEL + number)
        await timed(house, 5)
    loads = Loads(monkeypatch)

    async with opened(kit=SPOKEN, environment=Environment(now=clock)) as house:
        await house.settled()

    assert loads.numbers == []


async def test_the_game_that_is_late_for_longest_is_woken_first_and_one_with_time_left_sleeps_on(
    opened: Opened, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(kit=SPOKEN, environment=Environment(now=clock)) as house:
        for number in range(3):
            await timed(house, number)
            clock.at += DAY
    clock.at += DEADLINE - 1.5 * DAY  # the first two are late by then
    loads = Loads(monkeypatch)

    async with opened(kit=SPOKEN, environment=Environment(now=clock)):
        assert loads.numbers == [1, 2]


async def test_while_one_game_is_being_woken_another_is_played_and_nobody_is_late_there(
    opened: Opened, clock: Clock, discord: Recorder, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(kit=SPOKEN, environment=Environment(now=clock)) as house:
        await timed(house, 0)
        await timed(house, 1)
    clock.at += DEADLINE + HOUR
    loads = Loads(monkeypatch)
    loads.gate.clear()

    async with opened(kit=SPOKEN, environment=Environment(now=clock), waits=False) as house:
        await until(lambda: loads.numbers == [1])
        table = await house.table(2)
        await done(table, FIRST)
        assert FIRST not in table.awaiting
        loads.gate.set()
        await house.woken()
        await house.check_time()
        await house.settled()

    assert loads.numbers == [1, 2]
    assert "time-out" not in "".join(discord.texts)


async def test_a_game_whose_time_ran_out_waits_for_its_time_anew_before_anything_is_decided(
    opened: Opened, clock: Clock, discord: Recorder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its deadline passed while the program was down; the clocks go before it is the turn of this game."""
    async with opened(kit=SPOKEN, environment=Environment(now=clock)) as house:
        await timed(house, 0)
        clock.at += HOUR
        await timed(house, 1)
    clock.at += DEADLINE + HOUR
    loads = Loads(monkeypatch)
    loads.gate.clear()

    async with opened(kit=SPOKEN, environment=Environment(now=clock), waits=False) as house:
        await until(lambda: loads.numbers == [1])
        await house.check_time()
        assert loads.numbers == [1], "the other is late by the clock, and spared"
        loads.gate.set()
        await house.woken()
        await house.check_time()
        await house.settled()

    assert "time-out" not in "".join(discord.texts)
