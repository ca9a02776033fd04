"""The first answer to an interaction, over real HTTP: lost answers, other processes, and a bot that stops meanwhile."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import aiohttp
import discord
import pytest
from aiohttp import web
from discord.webhook.async_ import AsyncWebhookAdapter
from simcord.backend.errors import BackendError
from simcord.http import router

import bot
from cogs.house.runtime.environment import Environment
from tests.discord.conftest import Play, text_of

TAKEN = {"code": 40060, "message": "Interaction has already been acknowledged."}


@dataclass
class Wire:
    """First answers go to the simulated Discord over a real connection; `spoil` says what becomes of each of them."""

    play: Play
    spoil: list[str] = field(default_factory=list)
    tried: int = 0
    held: asyncio.Event | None = None
    """The first answers wait here before they reach Discord."""
    came: asyncio.Event = field(default_factory=asyncio.Event)

    async def take(self, request: web.Request) -> web.StreamResponse:
        self.tried += 1
        self.came.set()
        if self.held is not None:
            await self.held.wait()
        trouble = self.spoil.pop(0) if self.spoil else ""
        if trouble == "of another process":
            return said(TAKEN, 400)
        try:
            path = request.path.removeprefix("/api/v10")
            found = router.dispatch(self.play.env.backend, "POST", path, json=await request.json())
        except BackendError as error:
            return said(error.to_json(), error.status)
        if trouble == "connection lost":
            assert request.transport is not None
            request.transport.close()
        if trouble:
            return web.Response(status=502)
        return said(found) if found is not None else web.Response(status=204)


def said(answer: Any, status: int = 200) -> web.Response:
    """An answer of Discord's, whose content type says nothing of a character set."""
    return web.Response(body=json.dumps(answer).encode(), status=status, content_type="application/json")


@asynccontextmanager
async def wired(play: Play) -> AsyncIterator[Wire]:
    """Has the library's own adapter, its repeats among it, talk to a server for the first answers."""
    wire = Wire(play)
    app = web.Application()
    app.router.add_post("/{path:.*}", wire.take)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    port = runner.addresses[0][1]
    simulated, real = play.env._webhook_adapter, AsyncWebhookAdapter()  # type: ignore[no-untyped-call]
    plain: Callable[..., Awaitable[Any]] = simulated.request
    trace = play.client.context.duty.trace()  # as the client's own session is, in whose place SimCord has put none
    trace.freeze()
    closing = aiohttp.TCPConnector(force_close=True)  # kept connections have timers, for which SimCord would wait
    async with aiohttp.ClientSession(trace_configs=[trace], connector=closing) as wires:

        async def request(route: Any, session: Any, **kwargs: Any) -> Any:
            if not route.url.endswith("/callback"):
                return await plain(route, session, **kwargs)
            route.url = route.url.replace("https://discord.com", f"http://127.0.0.1:{port}")
            kwargs.update(proxy=None, proxy_auth=None)
            return await real.request(route, wires, **kwargs)

        simulated.request = request
        yield wire
        simulated.request = plain
    await runner.cleanup()


async def begin(play: Play) -> tuple[str, str]:
    """A game of two; who is waited for, and what they may do."""
    table = await play.set_up("Ann", "Ben")
    return play.who(table), table.line(table.legal(next(iter(table.awaiting)))[0])


@pytest.mark.parametrize("trouble", ["502 after", "connection lost"])
async def test_a_first_answer_that_was_taken_is_acted_on_though_its_own_answer_was_lost(
    play: Play, trouble: str
) -> None:
    who, line = await begin(play)
    seq = (await play.table()).seq
    async with wired(play) as wire:
        wire.spoil = [trouble]

        await play.said(who, "play do", line=line)

    assert wire.tried == 2
    assert (await play.table()).seq == seq + 1


async def test_a_press_whose_first_answer_was_lost_opens_its_panel(play: Play) -> None:
    who, _ = await begin(play)
    async with wired(play) as wire:
        wire.spoil = ["502 after"]

        result = await play.press(who, play.last_with("My turn"), label="My turn")

    assert result.response is not None
    assert result.response.components


async def test_what_another_process_has_taken_is_left_to_it(play: Play, caplog: pytest.LogCaptureFixture) -> None:
    who, line = await begin(play)
    seq = (await play.table()).seq
    async with wired(play) as wire:
        wire.spoil = ["of another process"]

        await play.people[who].slash(play.channel, "play do", line=line)

    assert (await play.table()).seq == seq
    assert "could not be acknowledged: 400 40060" in caplog.text
    assert "Traceback" not in caplog.text


@pytest.mark.parametrize("trouble", ["of another process", "connection lost"])
async def test_a_completion_that_can_not_be_given_is_one_line_and_no_traceback(
    play: Play, trouble: str, caplog: pytest.LogCaptureFixture
) -> None:
    who, _ = await begin(play)
    async with wired(play) as wire:
        wire.spoil = [trouble]

        await play.completed(who, "play do", "line")

    (record,) = [one for one in caplog.records if one.name == discord.app_commands.tree.__name__]
    assert record.levelno == logging.WARNING
    assert "a completion could not be given" in record.getMessage()
    assert record.exc_info is None


async def test_a_bot_that_stops_answers_what_it_is_just_acknowledging(play: Play) -> None:
    """The command came, and the bot is told to stop while its first answer is on its way."""
    who, line = await begin(play)
    seq = (await play.table()).seq
    async with wired(play) as wire:
        wire.held = asyncio.Event()
        asked = asyncio.create_task(play.people[who].slash(play.channel, "play do", line=line))
        await asyncio.wait_for(wire.came.wait(), 30)

        stopping = asyncio.create_task(play.client.drain())
        await asyncio.sleep(0.15)  # longer than it waits between two looks
        stopped_early = stopping.done()
        wire.held.set()
        await stopping
        result = await asked

    assert not stopped_early
    assert text_of(result)
    assert (await play.table()).seq == seq + 1


async def test_a_completion_counts_as_work_until_it_is_given(play: Play) -> None:
    who, _ = await begin(play)
    async with wired(play) as wire:
        wire.held = asyncio.Event()
        asked = asyncio.create_task(play.completed(who, "play do", "line"))
        await asyncio.wait_for(wire.came.wait(), 30)

        busy = play.client.context.duty.busy
        wire.held.set()
        await asked

    assert busy == 1
    assert play.client.context.duty.busy == 0


def test_the_requests_of_the_client_are_traced(play: Play) -> None:
    """SimCord has no session; that the real one has the trace is seen of a client that was not started."""
    client = bot.client_for(play.house, Environment(), begins=False)

    assert client.http.http_trace is not None
