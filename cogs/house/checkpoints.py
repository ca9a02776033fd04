"""What a game was at any time: from the nearest checkpoint before, and a replay of the entries since.

Checkpoints stand after every 64th entry. They are a cache: what is missing, was written by another program or can't be
read is replayed, and written again beside everything else.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby

from cogs.house import course as courses
from cogs.house.announce import Entry
from cogs.house.kit import Kit
from cogs.house.logs import ALL
from cogs.house.packed import Unreadable, packed, program, unpacked
from cogs.house.records import Line
from cogs.house.store import Store, StoreUnavailable
from cogs.house.studio import Studio
from cogs.house.tasks import traced
from engine.log import Course

EVERY = 64
"""Entries between two checkpoints."""

CHECKPOINT = "checkpoint"
"""What the keeping of checkpoints is called among what runs in the background."""

_log = logging.getLogger(__name__)

Beside = Callable[[str, int, Callable[[], Awaitable[None]]], object]
"""Begins something beside everything else: its name, the number of its game, and what is to be done."""


class Checkpoints:
    """The past of the game with the number `game`, which began with `opening`."""

    def __init__(self, store: Store, studio: Studio, beside: Beside, kit: Kit, game: int, opening: Course) -> None:
        self._store, self._studio, self._beside = store, studio, beside
        self._kit, self._game, self._opening = kit, game, opening
        self._kept: set[int] | None = None

    async def course_at(self, seq: int) -> Course:
        """The game as it was after entry `seq`, 0 for its opening."""
        course = await self.before(seq)
        async for piece in self.played(course, seq):
            course = piece[-1].after
        assert course.seq == seq, f"there is no entry {seq}"
        return course

    async def before(self, seq: int) -> Course:
        """The game as it was at the newest checkpoint that is not after entry `seq`."""
        if self._kept is None:
            self._kept = set(await self._store.checkpoints(self._game, await self._program()))
        for at in sorted((at for at in self._kept if at <= seq), reverse=True):
            if (course := await self._read(at)) is not None:
                return course
            self._kept.discard(at)
        return self._opening

    async def played(self, course: Course, last: int = ALL) -> AsyncIterator[tuple[Entry, ...]]:
        """The entries that follow a course of this game, up to `last`: piece by piece, so that other work comes
        between."""
        passed: list[Course] = []
        try:
            while course.seq < last:
                following = (course.seq // EVERY + 1) * EVERY
                lines = await self._store.lines(self._game, course.seq, min(last, following))
                if not lines:
                    return
                piece = await self._replayed(course, lines)
                course = piece[-1].after
                passed.append(course)
                yield piece
        finally:
            self.keep(passed)

    def keep(self, passed: Iterable[Course]) -> None:
        """Begins to keep those that the game has passed and of which a checkpoint is due and missing."""
        due = tuple(each for each in passed if each.seq and not each.seq % EVERY and each.seq not in (self._kept or ()))
        if due:
            self._beside(CHECKPOINT, self._game, partial(self._keep, due))

    async def _replayed(self, course: Course, lines: Sequence[Line]) -> tuple[Entry, ...]:
        kit, behind = self._kit, courses.behind(self._kit, course, lines)
        past = {entry: await self.course_at(entry) for entry in behind}
        return await self._studio.work(lambda: tuple(courses.replayed(kit, course, lines, past)))

    async def _read(self, seq: int) -> Course | None:
        """The game at a checkpoint; None if there is none that can be read."""
        data = await self._store.checkpoint(self._game, seq, await self._program())
        if data is None:
            return None
        try:
            course = await self._studio.work(lambda: unpacked(self._opening, data))
        except Unreadable as error:
            _log.warning("game %d, entry %d: the checkpoint can't be read: %s", self._game, seq, error)
            return None
        return course if course.seq == seq else None

    async def _keep(self, due: Sequence[Course]) -> None:
        """Without it the game goes on as well, and looks back more slowly: so it is tried once."""
        try:
            rows = [(each.seq, await self._studio.work(partial(packed, self._opening, each))) for each in due]
            await self._store.keep_checkpoints(self._game, await self._program(), rows)
        except StoreUnavailable as error:
            _log.warning("game %d: no checkpoint: %s", self._game, error)
        except Exception as error:  # noqa: BLE001 - nothing waits for it
            _log.error("game %d: no checkpoint at %s\n%s", self._game, [each.seq for each in due], traced(error))
        else:
            if self._kept is not None:
                self._kept |= {seq for seq, _ in rows}

    async def _program(self) -> str:
        return await self._studio.work(lambda: program(type(self._kit.rules)))


def by_checkpoint(numbers: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Numbers of entries in order, as many at a time as follow the same checkpoint; all of it from the newest on."""
    for _, part in groupby(reversed(numbers), lambda number: (number - 1) // EVERY):
        yield tuple(part)
