"""A whole database moved into another one, and believed only once every game has been played again from both."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import cache, partial

from cogs.house.game import timeline as timelines
from cogs.house.game.game_types import Timeline
from cogs.house.game.kit import Kit
from cogs.house.store.database import Database
from cogs.house.store.transfer import KeptGame, Source, Target, Unmovable
from engine.ruleset import plays

AT_ONCE = 32
"""Games that are in memory at a time, with the lines of both sides."""

Kits = Callable[[], Mapping[str, Kit]]
"""The games by name. A function that another process finds by its own name."""


@dataclass(frozen=True, slots=True)
class MovedCounts:
    """What was moved: how many games and rows, and how many of the games had begun and were played again."""

    games: int
    replayed: int
    rows: int


async def moved(source: Database, target: Database, kits: Kits, executor: Executor) -> MovedCounts:
    """Writes all of `source` into `target`, or nothing. Raises Unmovable, and StoreUnavailable as transactions do.

    Besides the codes of `cogs.house.store.transfer` it is `unplayable` for a `game` that can't be played from its
    lines, and `different` for one that is not the same on both sides. Games are played again by the `executor`.
    """
    async with source.snapshot() as read, target.transaction() as written:
        here, there = Source(read, source.catalog), Target(written, target.catalog)
        await here.check_unused()
        await there.check_unused()
        await there.check_empty()
        rows = await there.take(here)
        games = await here.games()
        replayed = await _compared(here, there, games, partial(_begun, kits, executor))
        await here.check_unused()
    return MovedCounts(len(games), replayed, rows)


def _begun(kits: Kits, executor: Executor, ours: KeptGame, theirs: KeptGame) -> asyncio.Future[str | None]:
    return asyncio.get_running_loop().run_in_executor(executor, _trouble, kits, ours, theirs)


async def _compared(
    here: Source,
    there: Source,
    games: tuple[int, ...],
    begun: Callable[[KeptGame, KeptGame], asyncio.Future[str | None]],
) -> int:
    """How many games have begun, of which each is the same on both sides. Raises Unmovable."""
    count, running = 0, deque[tuple[int, asyncio.Future[str | None]]]()
    try:
        for number in games:
            ours, theirs = await here.game(number), await there.game(number)
            running.append((number, begun(ours, theirs)))
            count += bool(ours.lines)
            if len(running) == AT_ONCE:
                await _ended(*running.popleft())
        while running:
            await _ended(*running.popleft())
    finally:
        for _, future in running:
            future.cancel()
    return count


async def _ended(number: int, future: asyncio.Future[str | None]) -> None:
    code = await future
    if code is not None:
        raise Unmovable(code, table="game", game=number)


@cache
def _games(kits: Kits) -> Mapping[str, Kit]:
    return kits()


def _trouble(kits: Kits, ours: KeptGame, theirs: KeptGame) -> str | None:
    """What is wrong with a game, as a code; None if it can be played and is the same on both sides."""
    try:
        same = (ours.game, ours.chairs, _played(kits, ours)) == (theirs.game, theirs.chairs, _played(kits, theirs))
    except Exception:  # noqa: BLE001  # whatever the rules of now say to it
        return "unplayable"
    return None if same else "different"


def _played(kits: Kits, kept: KeptGame) -> Timeline | None:
    """A game as its lines leave it; None if it has not begun."""
    if not kept.lines:
        return None
    kit = _games(kits)[kept.game.ruleset]
    assert plays(kit.rules, kept.game.version), "by rules of another program"
    timeline = timelines.opened(kit, len(kept.chairs), kept.game).after
    for entry in timelines.replayed(kit, timeline, kept.lines):
        timeline = entry.after
    assert timeline.seq == kept.game.seq, "entries are missing"
    return timeline
