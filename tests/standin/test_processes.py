"""The stand-in and the bot as programs of their own: how a drill uses them."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

import bot
from tests.standin.control import Remote

ROOT = Path(bot.__file__).parent
SECONDS = 60.0
"""Seconds that a program may take to start, and to end."""


@asynccontextmanager
async def program(*wanted: str, **settings: str) -> AsyncIterator[asyncio.subprocess.Process]:
    """A program of the tests, which is killed at the end if it is not over by then."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", *wanted,
        cwd=ROOT, env={**os.environ, **settings}, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
    )  # fmt: skip
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


async def said(process: asyncio.subprocess.Process, words: str) -> str:
    """The first line of a program that has these words in it."""
    assert process.stdout is not None
    async with asyncio.timeout(SECONDS):
        async for line in process.stdout:
            if words in line.decode():
                return line.decode().strip()
    raise AssertionError(f"it ended without {words!r}")


@pytest.fixture
async def discord_alone() -> AsyncIterator[Remote]:
    """A stand-in in a process of its own."""
    async with program("tests.standin", "0") as process:
        remote = Remote(await said(process, "http://"))
        yield remote
        await remote.close()


async def test_the_bot_is_played_with_killed_and_played_with_again(discord_alone: Remote, tmp_path: Path) -> None:
    remote, settings = discord_alone, {"DATABASE_URL": f"sqlite:///{tmp_path}/titan.db", "SHARDS": "0/1"}
    await remote("gateway", every=0.1)
    ann, ben = [await remote("user", name=name) for name in ("Ann", "Ben")]
    guild = await remote("guild", name="Friends", members=[ann, ben])
    channel = await remote("channel", guild=guild)

    async with program("tests.standin.bot", remote.url, **settings) as process:
        await said(process, "Invite the bot")
        await said(process, "has connected to Gateway")
        await registered(remote)
        opened = await remote("command", user=ann, channel=channel, name="titan new", options={"seats": 2})
        assert opened["acknowledged"] is not None
        process.kill()
        await process.wait()

    async with program("tests.standin.bot", remote.url, **settings) as process:
        await said(process, "has connected to Gateway")
        joined = await remote("command", user=ben, channel=channel, name="titan join")
        assert joined["acknowledged"] is not None, "what it had said before it was killed it goes on with"
        await told(remote, channel, "Ben")
        process.send_signal(signal.SIGTERM)
        async with asyncio.timeout(SECONDS):
            output, _ = await process.communicate()
        assert process.returncode == 0, output.decode()
        assert b"Traceback" not in output

    report = await remote("report")
    assert (report["wrong"], report["doubled"], report["connected"]) == ({}, {}, [])
    assert len(await remote("messages", channel=channel)) == 1, "one lobby"


async def registered(remote: Remote) -> None:
    """Waits until the bot has registered its commands."""

    async def has() -> bool:
        return any(each["method"] == "PUT" and each["path"].endswith("/commands") for each in await remote("log"))

    await comes(has)


async def told(remote: Remote, channel: int, words: str) -> None:
    """Waits until the last post of a channel has these words."""

    async def has() -> bool:
        posts = await remote("messages", channel=channel)
        return bool(posts) and words in posts[-1]["content"]

    await comes(has)


async def comes(fact: Callable[[], Awaitable[bool]]) -> None:
    """Waits until something is so."""
    async with asyncio.timeout(SECONDS):
        while True:
            if await fact():
                return
            await asyncio.sleep(0.1)
