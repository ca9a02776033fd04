"""Fixtures: the people, and the world that they play in."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import pytest
import simcord

from cogs.house.background import bots
from cogs.house.game import dice
from tests.discord import door
from tests.discord.conftest import invited
from tests.games.people import People, seed_of
from tests.games.world import World, started

Worlds = Callable[..., AbstractAsyncContextManager[World]]

SETTLE = 120.0
"""Real seconds that the bot may work on one step: pictures are really drawn, maybe on a busy machine."""


@pytest.fixture
def people(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], People]:
    """People of a seed, whose game has the dice and the bots' whims of that seed."""

    def seeded(number: int) -> People:
        found = People(number)
        monkeypatch.setattr(dice, "new_seed", lambda: seed_of(number))
        monkeypatch.setattr(bots, "_pick", found.whim)
        return found

    return seeded


@pytest.fixture
def worlds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Worlds:
    """Starts the bot in a server where it has the rights of its invite link and no others.

    No panel waits for bots there: they wait themselves, until they are told to go on.
    """
    monkeypatch.setattr(bots, "ANSWER", 0.0)

    @asynccontextmanager
    async def starting(*names: str, drawn: bool = True) -> AsyncIterator[World]:
        url, made = f"sqlite:///{tmp_path}/titan.db", list[simcord.Env]()
        store, client = await started(url, made, drawn)
        env = simcord.Env(client, settle_timeout=SETTLE)
        made.append(env)
        guild = env.create_guild("Friends")
        channel = guild.create_text_channel("titan", overwrites=invited(env))
        members = {name: guild.add_member(env.create_user(name.lower(), global_name=name)) for name in names}
        await env.start()
        world = World(env, channel, members, guild, url, client, store)
        world.drawn = drawn
        try:
            yield world
        finally:
            await world.house.close(1.0)
            await env.shutdown()
            await world.store.close()
        env.raise_errors()
        assert door.faults(env.http_requests) == []

    return starting
