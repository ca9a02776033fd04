"""The drill: the game without any trouble, the points at which there can be some, and what comes of each."""

from __future__ import annotations

import asyncio
import gc
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count, zip_longest
from pathlib import Path
from time import process_time

from tests.drill.script import SEED, Act, Stuck, next_act
from tests.drill.seen import Seen, differences, seen
from tests.drill.wire import ANY, KILLS, Asked, Fault
from tests.drill.world import LONG, Kept, World, opened

FURTHER, WHOLE = 8, 3
"""So many acts further people go on after a point; every third time to the end."""

HARMLESS = ("history", "pins", "message", "completion")
"""What only asks."""

INHERENT = {("thread", Fault.REPEATED)}
"""What nobody can help: the library asks for a thread again of its own accord, and there is no nonce for threads."""

FIRST_FEW = 4
"""After one of so many requests a bot is killed that has just come."""

TRIES = 4
"""So often somebody does the same thing that comes to nothing, and then gives up."""


@dataclass(frozen=True, slots=True)
class Moment:
    """The game at rest, what is done then, and the kinds of requests that follow from it. `name` is none at the end."""

    kept: Kept
    seen: Seen
    name: str = ""
    requests: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Point:
    """A trouble: in which moment, at which request.

    `late`: the bot is away so long that Discord forgets the nonces. `again`: what happens to the bot that comes next.
    """

    moment: int
    asked: Asked
    late: bool = False
    again: Asked | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a point: nothing wrong, or what."""

    point: Point
    name: str
    wrong: tuple[str, ...]
    seconds: float

    def __str__(self) -> str:
        asked = self.point.asked
        late = ", long away" if self.point.late else ", and again" if self.point.again else ""
        what = "; ".join(self.wrong) if self.wrong else "as without"
        return f"{asked.kind:22} {asked.fault.value:6}{late} {self.name} (no. {asked.nth + 1}): {what}"


@dataclass
class Drill:
    """A game that was played without trouble, in moments, by a bot that is `without` some of its rights."""

    folder: Path
    without: Sequence[str] = ()
    moments: list[Moment] = field(default_factory=list)

    def play(self, most: int | None = None) -> None:
        """Plays it, and keeps every moment; at most so many."""
        asyncio.run(self._played(most))
        gc.collect()
        gc.freeze()  # what is kept stays: looking through it after every death would be most of the time

    async def _played(self, most: int | None) -> None:
        numbers = count()
        async with opened(self._new_folder(), SEED, without=self.without) as world:
            while most is None or len(self.moments) < most:
                kept, now = await world.kept(self.folder / f"kept{next(numbers)}.db"), await seen(world)
                act = await next_act(world)
                if act is None:
                    self.moments.append(Moment(kept, now))
                    break
                assert all(before.name != _name(act) for before in self.moments), f"{_name(act)} comes to nothing"
                world.wire.begin()
                world.client.context.panels.clear()  # as a new bot, which each point begins with, that knows of none
                assert await world.survives(act.do), "nothing kills it here"
                self.moments.append(Moment(kept, now, _name(act), tuple(world.wire.seen)))
            assert world.heard.errors + world.wrong == []

    def _new_folder(self) -> Path:
        folder = self.folder / f"world{len(list(self.folder.glob('world*')))}"
        folder.mkdir()
        return folder

    def points(self, faults: Iterable[Fault] = KILLS, late: bool = False, twice: bool = False) -> list[Point]:
        """Every point that there is, so ordered that the first ones are of all kinds and of all parts of the game.

        Lost answers are there only for requests by which something is done. If it is killed `twice`, the bot that comes
        next is killed after one of its first requests.
        """
        by_kind: dict[tuple[str, Fault], list[Point]] = defaultdict(list)
        for number, moment in enumerate(self.moments):
            for kind, times in Counter(moment.requests).items():
                for nth in range(times):
                    for fault in faults:
                        if fault in KILLS or (kind not in HARMLESS and (kind, fault) not in INHERENT):
                            again = Asked(ANY, (number + nth) % FIRST_FEW, Fault.AFTER) if twice else None
                            by_kind[kind, fault].append(Point(number, Asked(kind, nth, fault), late, again))
        mixed = [_spread(points) for _, points in sorted(by_kind.items())]
        return [point for group in zip_longest(*mixed) for point in group if point is not None]

    def tried(self, point: Point, further: int | None = None) -> Outcome:
        """What comes of a point, when people go on for so many moments more, or to where the drill ends."""
        began, at = process_time(), self.moments[point.moment]
        ends = len(self.moments) - 1
        goal = self.moments[ends if further is None else min(ends, point.moment + 1 + further)]
        wrong = asyncio.run(self._wrong(point, at.kept, goal))  # a loop of its own, with which all of it is gone
        return Outcome(point, at.name, tuple(wrong), process_time() - began)

    async def _wrong(self, point: Point, kept: Kept, goal: Moment) -> list[str]:
        async with opened(self._new_folder(), SEED, kept) as world:
            return await self._gone_on(world, point, goal)

    async def _gone_on(self, world: World, point: Point, goal: Moment) -> list[str]:
        act = await next_act(world)
        assert act is not None, "something is done in that moment"
        world.wire.begin(point.asked)
        try:
            killed = not await world.survives(act.do)
        except AssertionError:  # an answer was lost: there is no panel to go on with, and it is looked for again
            killed = False
            await world.rest()
        if not world.wire.happened:
            return ["there was no such request"]
        if killed and point.late:
            await world.away(LONG)
        world.wire.begin(point.again)
        while killed:
            await world.reborn()
            killed = not await world.survives(world.connects)
        world.wire.begin()
        try:
            await self._to(world, goal)
            trouble = []
        except (Stuck, AssertionError) as stuck:
            trouble = [str(stuck) or repr(stuck)]
        return [*trouble, *differences(goal.seen, await seen(world)), *world.heard.errors, *world.wrong]

    async def _to(self, world: World, goal: Moment) -> None:
        """Has people do what they are offered until the moment has come. Raises Stuck."""
        done: Counter[str] = Counter()
        while (act := await next_act(world)) is not None and _name(act) != goal.name:
            done[_name(act)] += 1
            if done[_name(act)] > TRIES:
                raise Stuck(f"{_name(act)} comes to nothing")
            if len(done) > len(self.moments):
                raise Stuck("it is another game")
            assert await world.survives(act.do), "it is killed once"


def further(number: int) -> int | None:
    """How far people go on after the point of this number; None: to the end."""
    return FURTHER if number % WHOLE else None


def _name(act: Act) -> str:
    return f"{act.moment}, {act.name}"


def _spread(points: Sequence[Point]) -> Iterator[Point]:
    """The same points, where neighbours are far from each other: the first, the last, the middle, and so on."""
    order = sorted(range(len(points)), key=lambda at: _reversed_bits(at))
    return (points[at] for at in order)


def _reversed_bits(number: int) -> str:
    return f"{number:016b}"[::-1]
