"""Seats played by the program go through the same door, and never hold up a game."""

from __future__ import annotations

import asyncio
import inspect
import random
import time
from collections.abc import Coroutine, Sequence
from dataclasses import replace
from typing import Any

import pytest

from cogs.house.house import House
from cogs.house.runtime.environment import Environment
from cogs.house.table.table import Table
from cogs.house.values.records import Status
from engine.core import Illegal, Seat
from tests.house.conftest import ANN, CHANNEL, MODERATORS, Opened, Recorder, lobby, until
from tests.toy import KIT, Action, Done, Lay, View

FIRST, SECOND = Seat(0), Seat(1)


async def with_bot(house: House, level: str) -> Table:
    """Ann against the program; it is her turn."""
    table = await lobby(house)
    await table.lobby.add_bot(level)
    await table.lobby.start(ANN)
    return table


async def turn(table: Table, interaction: int) -> None:
    """Ann lays a card and is done."""
    await table.submit(FIRST, Lay(table.view(FIRST).cards[0]), interaction)
    await table.submit(FIRST, Done(), interaction + 1)


def free(table: Table) -> bool:
    """Whether the program need not play: it is Ann's turn, or the end."""
    return table.awaiting <= {FIRST}


@pytest.mark.parametrize("level", ["random", "cheat", "broken"])
async def test_the_program_plays_whatever_its_chooser_does(house: House, level: str) -> None:
    table = await with_bot(house, level)

    interaction = 0
    while table.awaiting:
        interaction += 2
        await turn(table, interaction)
        await until(lambda: free(table))

    assert table.game.status is Status.OVER


async def test_who_waits_for_the_program_alone_has_its_answer(house: House) -> None:
    table = await with_bot(house, "random")
    await turn(table, 1)
    assert not free(table), "it has not begun to think"

    await house.answered(table)

    assert free(table)


async def test_nobody_waits_for_a_program_that_thinks_for_long_or_while_a_person_is_waited_for(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(think=5.0) as house:
        table = await with_bot(house, "sleeper")
        async with asyncio.timeout(1.0):
            await house.answered(table)  # it is Ann's turn
        await turn(table, 1)
        monkeypatch.setattr("cogs.house.background.bots.ANSWER", 0.05)
        async with asyncio.timeout(1.0):
            await house.answered(table)
        assert not free(table)


async def test_a_bot_that_takes_too_long_plays_at_random(opened: Opened) -> None:
    async with opened(think=0.02) as house:
        table = await with_bot(house, "sleeper")
        seq = table.seq
        await turn(table, 1)
        await until(lambda: table.seq >= seq + 3)


async def test_only_the_time_in_which_it_thinks_counts_and_not_how_many_are_asked(
    opened: Opened, caplog: pytest.LogCaptureFixture
) -> None:
    """Each takes an eighth of what it may, and all take longer."""
    think = 0.32
    chosen: list[Action] = []

    def slowly(view: View, legal: Sequence[Action], pick: random.Random) -> Action:
        time.sleep(think / 8)
        chosen.append(legal[0])
        return legal[0]

    async with opened(
        think=think, kit=replace(KIT, deciding=replace(KIT.deciding, bots={**KIT.deciding.bots, "sleeper": slowly}))
    ) as house:
        tables = []
        for number in range(4):
            table = await lobby(house, CHANNEL + number)
            await table.lobby.add_bot("sleeper")
            await table.lobby.start(ANN)
            tables.append(table)
        await asyncio.gather(*(turn(table, 2 * number + 1) for number, table in enumerate(tables)))
        await until(lambda: all(free(table) for table in tables))

    assert len(chosen) >= 8
    assert "too long" not in caplog.text


async def test_a_bot_that_never_comes_to_a_choice_holds_up_no_other_game(opened: Opened) -> None:
    def endless(view: View, legal: Sequence[Action], pick: random.Random) -> Action:
        while True:
            time.sleep(0.001)

    bots = {**KIT.deciding.bots, "cheat": endless}
    async with opened(think=0.05, kit=replace(KIT, deciding=replace(KIT.deciding, bots=bots))) as house:
        bad = await with_bot(house, "cheat")
        await turn(bad, 1)
        good = await lobby(house, CHANNEL + 1)
        await good.lobby.add_bot("random")
        await good.lobby.start(ANN)
        await turn(good, 3)

        await until(lambda: free(good) and free(bad))
        await until(lambda: not house.stuck)


async def test_a_game_in_which_the_program_breaks_goes_on_after_a_while_and_holds_up_no_other(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("cogs.house.runtime.tasks.pause", lambda failures: 0.01)
    table = await with_bot(house, "random")
    legal, failures = Table.legal, [KeyError(), KeyError()]

    def failing(self: Table, seat: Seat, undo: bool = True) -> Sequence[Any]:
        if seat == SECOND and failures:
            raise failures.pop()
        return legal(self, seat, undo)

    monkeypatch.setattr(Table, "legal", failing)
    await turn(table, 1)

    await until(lambda: free(table))
    assert failures == []
    assert f"bots {table.game.id}: KeyError; again in" in caplog.text


async def test_a_turn_that_comes_while_the_program_is_about_to_leave_the_table_is_played(opened: Opened) -> None:
    """Between its last look at the game and the end of its task others may have acted."""
    left, gone = asyncio.Event(), asyncio.Event()

    def spawn(coroutine: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        watched = inspect.getcoroutinelocals(coroutine)["self"]

        async def leaving() -> None:
            await coroutine
            if watched.health.name == "bots":
                left.set()
                await gone.wait()

        return asyncio.create_task(leaving())

    async with opened(environment=Environment(spawn=spawn)) as house:
        table = await with_bot(house, "random")
        await turn(table, 1)
        await left.wait()
        assert table.awaiting == {FIRST}

        await turn(table, 3)

        await until(lambda: free(table))
        gone.set()


async def test_a_bot_is_asked_again_after_a_kill(opened: Opened, discord: Recorder) -> None:
    async with opened(dies=True, think=5.0) as house:
        table = await with_bot(house, "sleeper")
        await turn(table, 1)
        assert table.awaiting == {SECOND}
        seq = table.seq
    async with opened() as house:
        found = await house.at(CHANNEL)
        assert found is not None
        await until(lambda: found.seq > seq)


async def test_a_game_of_bots_alone_comes_to_its_end(house: House) -> None:
    table = await lobby(house, seats=3)
    await table.lobby.add_bot("random")
    await table.lobby.add_bot("random")
    await table.lobby.start(ANN)

    await table.vacancies.fill(FIRST, "random", MODERATORS)
    await until(lambda: not table.awaiting)

    assert len({chair.name for chair in table.seats}) == 3


async def test_there_is_no_bot_of_an_unknown_level(house: House) -> None:
    table = await lobby(house)

    with pytest.raises(Illegal) as refused:
        await table.lobby.add_bot("genius")

    assert refused.value.code == "bot-unknown"


async def test_nobody_is_mentioned_for_a_bot(house: House, discord: Recorder) -> None:
    table = await with_bot(house, "random")
    await turn(table, 1)
    await until(lambda: free(table))
    await house.settled()

    assert {post.mentions for post in discord.channel} <= {(), (ANN,)}
    assert set(discord.people) == {ANN}
