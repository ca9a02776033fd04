"""What a game was at any time: from the nearest checkpoint before, and a replay of the entries since.

Checkpoints stand after every 64th entry, each with notes of what the entries since the one before it tell. They are a
cache: what is missing, was written by another program or can't be read is replayed, and written again beside everything
else.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import groupby
from typing import TypeVar

from cogs.house.game import timeline as timelines
from cogs.house.game.announce import Entry
from cogs.house.game.game_types import Timeline
from cogs.house.game.kit import Kit
from cogs.house.game.packing import UnreadableState, packed, program, unpacked
from cogs.house.runtime.tasks import traced
from cogs.house.runtime.workers import Workers
from cogs.house.store.database import ALL
from cogs.house.store.store import Store, StoreUnavailable
from cogs.house.table.log_marks import Noted, noted
from cogs.house.values.records import StoredLine
from engine import log
from engine.core import Seat

T = TypeVar("T")

EVERY = 64
"""Entries between two checkpoints."""

CHECKPOINT = "checkpoint"
"""What the keeping of checkpoints is called among what runs in the background."""

_log = logging.getLogger(__name__)

StartBeside = Callable[[str, int, Callable[[], Awaitable[None]]], object]
"""Begins something beside everything else: its name, the number of its game, and what is to be done."""


class Checkpoints:
    """The past of the game with the number `game`, which began with `opening` and so many `seats`."""

    def __init__(
        self, store: Store, workers: Workers, beside: StartBeside, kit: Kit, game: int, opening: Timeline, seats: int
    ) -> None:
        self._store, self._workers, self._beside = store, workers, beside
        self._kit, self._game, self._opening = kit, game, opening
        self._names = {Seat(seat): str(seat) for seat in range(seats)}
        self._kept: set[int] | None = None

    async def course_at(self, seq: int) -> Timeline:
        """The game as it was after entry `seq`, 0 for its opening."""
        timeline = await self.before(seq)
        async for piece in self.played(timeline, seq):
            timeline = piece[-1].after
        assert timeline.seq == seq, f"there is no entry {seq}"
        return timeline

    async def before(self, seq: int) -> Timeline:
        """The game as it was at the newest checkpoint that is not after entry `seq`."""
        kept = await self._standing()
        for at in sorted((at for at in kept if at <= seq), reverse=True):
            if (timeline := await self._read(at)) is not None:
                return timeline
            kept.discard(at)
        return self._opening

    async def played(self, timeline: Timeline, last: int = ALL) -> AsyncIterator[tuple[Entry, ...]]:
        """The entries that follow a timeline of this game, up to `last`: piece by piece, so that other work comes
        between. A checkpoint that is missing where a piece ends is kept."""
        kept, due = await self._standing(), list[tuple[Timeline, tuple[Noted, ...]]]()
        try:
            while timeline.seq < last:
                following = (timeline.seq // EVERY + 1) * EVERY
                lines = await self._store.log.lines(self._game, timeline.seq, min(last, following))
                if not lines:
                    return
                piece = await self._replayed(timeline, lines)
                timeline = piece[-1].after
                if len(piece) == EVERY and timeline.seq not in kept:
                    with self._dispensable(timeline.seq):
                        due.append((timeline, await self._workers.work(partial(noted, self._kit, self._names, piece))))
                yield piece
        finally:
            if due:
                self._beside(CHECKPOINT, self._game, partial(self._keep, due))

    async def notes(self) -> list[tuple[Noted, ...]]:
        """What was noted of the entries before each checkpoint, from the first on, as far as none is missing."""
        found: list[tuple[Noted, ...]] = []
        for seq, data in await self._store.checkpoints.notes(self._game, await self._program()):
            if seq != (len(found) + 1) * EVERY:
                break
            rows = await self._unpacked(seq, data, tuple)
            if rows is None:
                (await self._standing()).discard(seq)
                break
            found.append(tuple(Noted(*row) for row in rows))
        return found

    def passed(self, before: int, after: int) -> None:
        """Begins to keep the checkpoints that the game has come to between two entries."""
        due = tuple(range((before // EVERY + 1) * EVERY, after + 1, EVERY))
        if due:
            self._beside(CHECKPOINT, self._game, partial(self._catch_up, due))

    async def _catch_up(self, due: Sequence[int]) -> None:
        with self._dispensable(*due):
            if not await self._standing() >= set(due):
                async for _ in self.played(await self.before(due[0] - 1), due[-1]):
                    pass

    async def _standing(self) -> set[int]:
        """The entries after which there are checkpoints of this program."""
        if self._kept is None:
            self._kept = set(await self._store.checkpoints.entries(self._game, await self._program()))
        return self._kept

    async def _replayed(self, timeline: Timeline, lines: Sequence[StoredLine]) -> tuple[Entry, ...]:
        kit, behind = self._kit, timelines.behind(self._kit, timeline, lines)
        past = {entry: await self.course_at(entry) for entry in behind}
        return await self._workers.work(lambda: tuple(timelines.replayed(kit, timeline, lines, past)))

    async def _read(self, seq: int) -> Timeline | None:
        """The game at a checkpoint; None if there is none that can be read."""
        data = await self._store.checkpoints.timeline(self._game, seq, await self._program())
        timeline = None if data is None else await self._unpacked(seq, data, log.Timeline)
        return timeline if timeline is not None and timeline.seq == seq else None

    async def _unpacked(self, seq: int, data: bytes, kind: type[T]) -> T | None:
        """What was kept at a checkpoint; None if that can't be read."""
        try:
            return await self._workers.work(partial(unpacked, self._opening, data, kind))
        except UnreadableState as error:
            _log.warning("game %d, entry %d: the checkpoint can't be read: %s", self._game, seq, error)
            return None

    async def _keep(self, due: Sequence[tuple[Timeline, tuple[Noted, ...]]]) -> None:
        def row(timeline: Timeline, notes: tuple[Noted, ...]) -> tuple[int, bytes, bytes]:
            return timeline.seq, packed(self._opening, timeline), packed(self._opening, tuple(map(tuple, notes)))

        with self._dispensable(*(timeline.seq for timeline, _ in due)):
            rows = [await self._workers.work(partial(row, *each)) for each in due]
            await self._store.checkpoints.keep(self._game, await self._program(), rows)
            (await self._standing()).update(seq for seq, *_ in rows)

    @contextmanager
    def _dispensable(self, *seqs: int) -> Iterator[None]:
        """Without a checkpoint the game goes on as well, and looks back more slowly: so it is tried once."""
        try:
            yield
        except StoreUnavailable as error:
            _log.warning("game %d: no checkpoint: %s", self._game, error)
        except Exception as error:  # noqa: BLE001 - nothing waits for it
            _log.error("game %d: no checkpoint at %s\n%s", self._game, [*seqs], traced(error))

    async def _program(self) -> str:
        return await self._workers.work(lambda: program(type(self._kit.rules)))


def by_checkpoint(numbers: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Numbers of entries in order, as many at a time as follow the same checkpoint; all of it from the newest on."""
    for _, part in groupby(reversed(numbers), stretch):
        yield tuple(part)


def stretch(seq: int) -> int:
    """Which of the stretches between two checkpoints an entry is in, counted from 0."""
    return (seq - 1) // EVERY
