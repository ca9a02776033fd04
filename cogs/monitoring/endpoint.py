"""Answers over HTTP whether the bot is alive and ready, and with figures where these are asked for.

Whoever reaches the address may ask. An answer holds nothing of single games, people or servers, and no words of errors.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from typing import Protocol

import discord
from aiohttp import web

from cogs.client import Client
from cogs.house.words.words import Words
from cogs.monitoring.address import Address, AddressTaken

CLOSING = 1.0
"""Seconds that answers under way get when the bot stops."""

Latencies = Iterable[tuple[int, float]]
"""Shards, with the seconds that Discord takes to answer their heartbeats; no finite number where none is known."""


class Figures(Protocol):
    """Figures as a text of the media type `content_type`."""

    content_type: str

    async def text(self, latencies: Latencies) -> bytes:
        """All figures as they are now."""


@asynccontextmanager
async def answering(address: Address, client: Client, figures: Figures | None = None) -> AsyncIterator[None]:
    """Answers at the address until it is left; `figures` only if there are any. Raises AddressTaken."""
    app = web.Application()
    app.router.add_get("/alive", _check(lambda: wrong(client)))
    app.router.add_get("/ready", _check(lambda: unready(client)))
    if figures is not None:
        app.router.add_get("/metrics", _told(client, figures))
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=CLOSING)
    await runner.setup()
    try:
        try:
            await web.TCPSite(runner, address.host, address.port).start()
        except OSError as error:
            raise AddressTaken(error.strerror or type(error).__name__) from error
        yield
    finally:
        await runner.cleanup()


def wrong(client: Client) -> tuple[str, ...]:
    """What only a restart puts right; that this is asked at all shows that the event loop turns."""
    words = Words()
    return tuple(
        words.text("discord.console.task-ended", what=words.text(f"discord.health.{name}"))
        for name in client.context.house.dead()
    )


def unready(client: Client) -> tuple[str, ...]:
    """Why nobody can play through this process just now."""
    house, text = client.context.house, Words().text
    found = {
        "discord.console.stopping": client.context.duty.draining,
        "discord.console.connecting": not client.is_ready(),
        "discord.console.cut-off": client.is_ready() and house.cut_off,
        "discord.console.beginning": not house.begun,
    }
    return tuple(text(key) for key, so in found.items() if so)


def latencies(client: discord.Client) -> Latencies:
    """The shards of a client."""
    if isinstance(client, discord.AutoShardedClient):
        return client.latencies
    return ((client.shard_id or 0, client.latency),)


def _check(reasons: Callable[[], tuple[str, ...]]) -> Callable[[web.Request], Awaitable[web.Response]]:
    """Answers 200 where there are no reasons why not, else 503 with a line for each."""

    async def answer(_: web.Request) -> web.Response:
        said = reasons()
        return web.Response(status=503 if said else 200, text="\n".join(said or ("ok",)) + "\n")

    return answer


def _told(client: discord.Client, figures: Figures) -> Callable[[web.Request], Awaitable[web.Response]]:
    async def answer(_: web.Request) -> web.Response:
        return web.Response(body=await figures.text(latencies(client)), headers={"Content-Type": figures.content_type})

    return answer
