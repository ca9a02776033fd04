"""A restart is a moment: the bot answers before anything else, and begins once Discord can hear of it."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from cogs.house.table.insiders import Author
from cogs.house.table.table import Table
from cogs.house.values.availability import Habit
from tests.discord.conftest import Play, labels

DAYS = 10 * 86400.0


async def test_a_press_is_answered_while_the_start_still_wakes_another_game(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    late = await play.opened("Ann", "Ben")
    for who in ("Ann", "Ben"):  # nothing but its clock is due there
        await play.house.habits.choose(play.people[who].id, Habit(reminders=False))
    await late.settings.change({"pace": "daily", "absent": "once"}, Author(999, manages=True))
    other = replace(play, channel=play.guild.create_text_channel("other"))
    here = await other.opened("Cleo", "Dan")
    gate, waits = asyncio.Event(), asyncio.Event()
    loading: Any = Table.load

    async def load(services: Any, kit: Any, game: Any, seats: Any) -> Any:
        if game.id == late.game.id and not gate.is_set():
            waits.set()
            await play.env.external_wait(gate.wait(), reason="a long game")
        return await loading(services, kit, game, seats)

    monkeypatch.setattr(Table, "load", load)
    play.passed.append(DAYS)
    await play.client.drain()
    await play.house.close()
    await play.store.close()
    play.store, play.client = await play.again()
    await play.env.restart_bot(play.client)
    assert waits.is_set()

    result = await play.people["Cleo"].click(other.last_with("My turn"), label="My turn")

    assert result.response is not None
    assert labels(result.response)
    assert play.house.in_memory(here.game.id) is not None
    assert play.house.in_memory(late.game.id) is None, "it is still being woken"
    gate.set()
    await play.settle()
    assert play.house.in_memory(late.game.id) is not None


async def test_before_it_is_connected_nothing_is_registered_delivered_or_loaded(play: Play) -> None:
    """What runs before the gateway stands between a start and the first press that is answered."""
    table = await play.set_up("Ann", "Ben")
    await play.client.drain()
    await play.house.close()
    await table.services.store.outbox.enqueue(table.game.id, table.present())
    play.store, play.client = await play.again()
    before = len(play.env.http_requests)

    await play.client.setup_hook()

    assert len(play.env.http_requests) == before
    assert play.house.in_memory(table.game.id) is None
    assert [each.name for each in play.house.health()] == ["seen"], "nothing else runs in the background"
    await play.store.close()
