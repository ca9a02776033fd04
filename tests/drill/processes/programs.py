"""The programs of a drill: PostgreSQL, the stand-in for Discord, and the processes of the bot, each with a log."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic

import bot
from tests.postgresql.server import SETTINGS, Server
from tests.standin.control import Remote

ROOT = Path(bot.__file__).parent

STARTS, ENDS = 60.0, 45.0
"""Seconds that a program may take to start, and to end when it is asked to."""

COMPILED = {"PYTHONDONTWRITEBYTECODE": ""}
"""Programs read the compiled modules, even where the machine would rather keep none."""

AGAIN = 1.0
"""Seconds after which a process that has ended by itself is started again."""

DURABLE = {**SETTINGS, "fsync": "on", "full_page_writes": "on"}
"""How the PostgreSQL of a drill is set: as one of which nothing may be lost."""


@dataclass
class Bot:
    """One process of the bot, and whoever looks after it: what ends by itself is started again.

    `folder` gets all that it writes. All times are in seconds of the machine's steady clock.
    """

    name: str
    database: str
    discord: str
    folder: Path
    settings: Mapping[str, str] = field(default_factory=dict)
    root: Path = ROOT
    """The checkout that it is started in."""
    running: asyncio.subprocess.Process | None = None
    lives: list[tuple[float, bool]] = field(default_factory=list)
    """When each of its lives began, and whether that was one of an older version."""
    killed: list[float] = field(default_factory=list)
    ended: list[tuple[float, int]] = field(default_factory=list)
    """When it ended without having been asked to, and with which exit code."""
    _watching: asyncio.Task[None] | None = None

    @property
    def log(self) -> Path:
        """Where it writes."""
        return self.folder / f"{self.name}.log"

    async def start(self) -> None:
        """Begins another life. It is not waited for."""
        environment = {**os.environ, **COMPILED, "DATABASE_URL": self.database, "LOG_LEVEL": "INFO", **self.settings}
        with self.log.open("ab") as log:
            self.running = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "tests.standin.bot", f"{self.discord}/of/{self.name}",
                cwd=self.root, env=environment, stdin=asyncio.subprocess.DEVNULL, stdout=log, stderr=log,
            )  # fmt: skip
        self.lives.append((monotonic(), self.root != ROOT))
        self._watching = asyncio.create_task(self._looked_after(self.running))

    async def _looked_after(self, process: asyncio.subprocess.Process) -> None:
        code = await process.wait()
        if self.running is process:
            self.ended.append((monotonic(), code))
            self.running = None
            await asyncio.sleep(AGAIN)
            await self.start()

    async def kill(self) -> None:
        """Ends it as it is, by SIGKILL."""
        if self.running is not None:
            self.killed.append(monotonic())
        await self._over(signal.SIGKILL)

    async def stop(self) -> int:
        """Asks it to end, and waits for that; its exit code, or that of a kill if it took too long."""
        return await self._over(signal.SIGTERM)

    async def _over(self, how: signal.Signals) -> int:
        """Ends it, and has nobody start it again; the exit code, 0 if it does not run."""
        process, self.running = self.running, None
        if process is None:
            if self._watching is not None:
                self._watching.cancel()
            return 0
        with suppress(ProcessLookupError):
            process.send_signal(how)
        try:
            async with asyncio.timeout(ENDS):
                return await process.wait()
        except TimeoutError:
            process.kill()
            return await process.wait()

    def processor(self) -> float:
        """Seconds that it has had of the processors in its present life."""
        assert self.running is not None, "it was started"
        said = Path(f"/proc/{self.running.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(said[11]) + int(said[12])) / os.sysconf("SC_CLK_TCK")


@asynccontextmanager
async def discord(folder: Path) -> AsyncIterator[Remote]:
    """The stand-in, as a program of its own."""
    with (folder / "discord.log").open("wb") as log:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tests.standin", "0",
            cwd=ROOT, env={**os.environ, **COMPILED}, stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE, stderr=log,
        )  # fmt: skip
    assert process.stdout is not None
    try:
        async with asyncio.timeout(STARTS):
            remote = Remote((await process.stdout.readline()).decode().strip())
        try:
            yield remote
        finally:
            await remote.close()
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


@asynccontextmanager
async def postgresql(folder: Path) -> AsyncIterator[Server]:
    """A PostgreSQL in a folder, which loses nothing that it has committed."""
    server = Server(folder, DURABLE)
    await asyncio.to_thread(server.start)
    try:
        yield server
    finally:
        await asyncio.to_thread(server.stop, signal.SIGQUIT)
