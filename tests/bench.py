"""How fast it is: `python -m tests.bench` prints a table and writes `bench.json`.

Machines differ and are busy, so each figure is the processor's time, and is also given in yardsticks: how often a
fixed sum could have been taken in that time, measured in the same run, right beside it. Goals were set on a machine
with a yardstick of 400 µs, so they hold in yardsticks.
"""

from __future__ import annotations

import asyncio
import json
import platform
import random
import sys
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from io import BytesIO
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any

from PIL import Image

from cogs.house.announce import Entry
from cogs.house.house import House
from cogs.house.kit import AS_IT_IS, Look, Names
from cogs.house.moments import moments
from cogs.house.seams import Seams
from cogs.house.store import Store
from cogs.house.studio import Studio
from cogs.house.words import Words
from cogs.titan.kit import titan_face
from cogs.titan.replay import Replays
from cogs.titan.words import TitanWords
from cogs.watch import BATTLE, GAME, TURN
from engine import log
from engine.core import CHANCE, Drawn, Seat
from engine.notation import verb
from engine.skirmish.ruleset import SKIRMISH
from engine.titan.events import Moved
from engine.titan.rules import rules_for
from engine.titan.ruleset import TITAN
from engine.titan.view import LegionView, PlayerView
from render.canvas import LEVEL
from render.replay import go_on
from render.skirmish import board
from tests.goals import Goal, goals
from tests.skirmish.sights import ENGLISH, crowd

Draw = Callable[[Any, Names, Look], bytes]
KIT = titan_face().kit
REPORT = Path("bench.json")
MIGRATIONS = Path(__file__).parents[1] / "migrations"
SEATS = 4
ENTRIES = 1500
COMMITS = 200
COMMIT_US = 3000
"""What a decision at a table may take."""
GOAL_YARDSTICK_US = 400
"""The yardstick of the machine on which the goals were set."""
SAMPLES = 100
PICTURES = 40


@dataclass(frozen=True, slots=True)
class Figure:
    """A measurement: the median of `runs`, in milliseconds and in yardsticks. Without a goal `goal_ms` is 0."""

    what: str
    runs: int
    ms: float
    yardsticks: float
    goal_ms: float = 0.0

    @property
    def goal_yardsticks(self) -> float:
        """The goal as it is held."""
        return self.goal_ms * 1000 / GOAL_YARDSTICK_US

    @property
    def reached(self) -> bool:
        """Whether the goal is, whatever the machine."""
        return self.yardsticks <= self.goal_yardsticks


@dataclass(frozen=True, slots=True)
class Sketch:
    """What pictures of a sort take: milliseconds (median, 95th percentile, floor, yardstick) and thousands of bytes.

    Goals are in the same units, 0 where there is none.
    """

    what: str
    runs: int
    ms: float
    ms_95: float
    floor_ms: float
    yardstick_ms: float
    kb: float
    goal_ms: float
    goal_kb: float

    @property
    def reached(self) -> bool:
        """Whether the goals are: time in yardsticks, as with all figures, and size as it is."""
        quick = self.ms / self.yardstick_ms <= self.goal_ms * 1000 / GOAL_YARDSTICK_US
        return quick and (self.kb <= self.goal_kb or not self.goal_kb)


@dataclass(frozen=True, slots=True)
class Played:
    """A game that was played: its entries, and the state before each of them."""

    entries: tuple[tuple[Seat, Any], ...]
    states: tuple[Any, ...]


def yardstick() -> int:
    """Some pure Python that every machine has."""
    return sum(i * i for i in range(10000))


def seconds(job: Callable[[], object]) -> float:
    """How long `job` keeps the processor busy."""
    began = process_time()
    job()
    return process_time() - began


def measured(what: str, jobs: Iterable[Callable[[], object]]) -> Figure:
    """The figure of `jobs`, each run once with the yardstick before it."""
    return figure(what, [(seconds(yardstick), seconds(job)) for job in jobs])


def figure(what: str, pairs: Sequence[tuple[float, float]], goal_us: float = 0.0) -> Figure:
    """The figure of pairs of yardstick and job, in seconds."""
    rod, job = median(a for a, _ in pairs), median(b for _, b in pairs)
    return Figure(what, len(pairs), job * 1000, job / rod, goal_us / 1000)


def held(goal: Goal) -> Figure:
    """The figure of one question of a goal; what it asks of a job at a time is asked again and again."""
    jobs = goal.asks if len(goal.asks) > 1 else goal.asks * SAMPLES
    if len(goal.asks) == 1:
        goal.asks[0]()  # tables are made
    pairs = [(seconds(yardstick), seconds(job) / goal.questions) for job in jobs]
    return figure(goal.what, pairs, goal.us)


def spread(things: Sequence[Any], number: int) -> list[Any]:
    """`number` of them at even distances, or all if they are fewer."""
    return [things[i * len(things) // number] for i in range(number)] if len(things) > number else list(things)


def choice(view: Any, actions: Iterable[Any], whim: random.Random) -> Any:
    """What sound play does, among what ends no game early and takes nothing back."""
    steady = KIT.bots["steady"]
    return steady(view, [one for one in actions if verb(type(one)) not in ("resign", "concede", "undo")], whim)


def played(entries: int, seed: int) -> Played:
    """A game of sound play, the same for the same seed."""
    whim = random.Random(seed)
    state = TITAN.new_game(SEATS, {})
    said: list[tuple[Seat, Any]] = []
    states = []
    while len(said) < entries:
        seat: Seat
        action: Any
        if draw := TITAN.wants(state):
            faces = range(1, draw.sides + 1)
            values = whim.sample(faces, draw.count) if draw.distinct else whim.choices(faces, k=draw.count)
            seat, action = CHANCE, Drawn(tuple(values))
        elif waited := TITAN.awaiting(state):
            seat = min(waited)
            action = choice(TITAN.view(state, seat), TITAN.legal(state, seat), whim)
        else:
            break
        said.append((seat, action))
        states.append(state)
        state, _ = TITAN.apply(state, seat, action)
    return Played(tuple(said), tuple(states))


def legal_moves(game: Played) -> list[Figure]:
    """Listing everything a waited-for seat may do, by phase."""
    phases: dict[str, list[Any]] = {}
    for state in game.states:
        if TITAN.awaiting(state):
            phases.setdefault(TITAN.view(state, None).phase, []).append(state)

    def listing(state: Any) -> Callable[[], object]:
        seat = min(TITAN.awaiting(state))
        return lambda: list(TITAN.legal(state, seat))

    return [
        measured(f"legal moves: {phase}", [listing(state) for state in spread(states, SAMPLES)])
        for phase, states in phases.items()
    ]


def loading(game: Played) -> Figure:
    """Playing a log again, as a table does when it is loaded."""

    def load() -> None:
        course = log.opening(TITAN, SEATS, {})
        for seat, action in game.entries:
            course, _ = log.step(TITAN, course, seat, action)

    return measured(f"replay: {len(game.entries)} entries", [load] * 5)


def crowds(game: Played) -> list[Any]:
    """Public views of a phase of movement with 48 legions, as full as a game of six gets."""
    rules = rules_for({})
    labels, colours = sorted(rules.board.lands), list(rules.colours.values())
    views = []
    for number in range(PICTURES):
        legions = tuple(
            LegionView(
                colour.markers[place], Seat(seat), labels[(17 * (8 * seat + place) + 5 * number) % len(labels)],
                2 + (place + number) % 6, (), seat == 0 and place < 6, 3,
            )
            for seat, colour in enumerate(colours)
            for place in range(8)
        )  # fmt: skip
        walks = tuple(
            Moved(Seat(0), legion.marker, labels[(labels.index(legion.land) + 9) % len(labels)], legion.land, 0, "", "")
            for legion in legions
            if legion.moved
        )
        players = tuple(
            PlayerView(Seat(seat), 100 * (seat + 1), colour.name, 130 * seat + number, 6 + seat, (), 8, 0)
            for seat, colour in enumerate(colours)
        )
        last = TITAN.view(game.states[-1], None)
        views.append(
            replace(
                last, turn=9 + number, active=Seat(0), phase="move", roll=4, waiting=(Seat(0),), players=players,
                legions=legions, engagements=(), engaged=None, battle=None, aftermath=None, deeds=walks,
            )
        )  # fmt: skip
    return views


def least(data: bytes, pieces: int) -> Callable[[], object]:
    """The floor of a picture: a ready ground copied, as many ready pieces pasted, its colours found, and the same PNG.

    The ground is the finished picture, so that what is compressed is what the picture itself had to compress.
    """
    palette = Image.open(BytesIO(data))
    ground = palette.convert("RGB")
    piece = ground.crop((0, 0, 84, 70)).convert("RGBA")
    at = [(83 * place % (ground.width - 84), 71 * place % max(1, ground.height - 70)) for place in range(pieces)]
    under = [ground.crop((x, y, x + 84, y + 70)).convert("RGBA") for x, y in at] if ground.height >= 70 else []

    def floor() -> None:
        copy = ground.copy()
        for sprite, place in zip(under or [piece] * pieces, at, strict=True):
            copy.paste(sprite, place, sprite)
        copy.quantize(palette=palette, dither=Image.Dither.NONE).save(BytesIO(), "PNG", compress_level=LEVEL)

    return floor


def drawn(what: str, job: Draw, views: Sequence[Any], pieces: int, goal: tuple[float, float]) -> Sketch:
    """The figures of a kind of picture, each view drawn once, everything that can be kept being there."""
    sizes = [len(job(view, {}, AS_IT_IS)) for view in views]
    pairs, floors = [], []
    for view in views:
        floor = least(job(view, {}, AS_IT_IS), pieces)
        pairs.append((seconds(yardstick), seconds(partial(job, view, {}, AS_IT_IS))))
        floors.append(seconds(floor))
    times = sorted(time for _, time in pairs)
    return Sketch(
        what, len(views), median(times) * 1000, times[round(0.95 * (len(times) - 1))] * 1000,
        median(floors) * 1000, median(rod for rod, _ in pairs) * 1000, median(sizes) / 1000, *goal,
    )  # fmt: skip


def drawing(game: Played) -> list[Sketch]:
    """The pictures that are drawn most, and what is drawn once for all of a theme."""
    fights = [seen for state in game.states if (seen := TITAN.view(state, None)).battle]
    hands = [
        TITAN.view(state, min(TITAN.awaiting(state)))
        for state in game.states
        if TITAN.awaiting(state) and TITAN.view(state, None).battle is None
    ]
    return [
        drawn("public board, 48 legions", KIT.draw["board"], crowds(game), 48, (25, 170)),
        drawn("battle map", KIT.draw["battle"], spread(list(dict.fromkeys(fights)), PICTURES), 14, (12, 100)),
        drawn("hand", KIT.draw["hand"], spread(list(dict.fromkeys(hands)), PICTURES), 24, (10, 0)),
        drawn("skirmish, 18 units", field_drawn, fields(), 40, (25, 130)),
        *bases(),
        *replays(game),
    ]


def fields() -> list[Any]:
    """A full field of skirmish, again and again in another round."""
    return [SKIRMISH.view(replace(crowd(), round=number + 1), None) for number in range(PICTURES)]


def field_drawn(view: Any, names: Names, look: Look) -> bytes:
    """The field of skirmish as its channel sees it."""
    return board(view, ENGLISH, names=names)


def bases() -> list[Sketch]:
    """The first drawing of a board and of battlelands, with everything that is kept of either forgotten before."""
    found = []
    first, *others = KIT.bases(AS_IT_IS.theme)
    lands = others[-len(rules_for({}).grounds) :]
    for what, jobs in (("first base of a board", [first] * 5), ("first base of a battleland", lands)):
        pairs = []
        for job in jobs:
            forget()
            pairs.append((seconds(yardstick), seconds(job)))
        times = sorted(time for _, time in pairs)
        rod = median(rod for rod, _ in pairs) * 1000
        found.append(Sketch(what, len(times), median(times) * 1000, times[-1] * 1000, 0, rod, 0, 400, 0))
    return found


def replays(game: Played) -> list[Sketch]:
    """The longest turn, the longest battle and all of a game as moving pictures, each once."""
    course, entries = log.opening(TITAN, SEATS, {}), []
    for seat, action in game.entries:
        before = course
        course, told = log.step(TITAN, before, seat, action)
        entries.append(Entry(seat, before, course, told))
    seen = tuple(moments(TITAN, entries))
    names = {Seat(seat): f"Player {seat + 1}" for seat in range(SEATS)}
    maker = Replays(TitanWords(Words()))
    found = []
    for what, goal in ((TURN, (3000, 2000)), (BATTLE, (5000, 2000)), (GAME, (20000, 6000))):
        shots = max((maker.shots(what, seen, one, names) for one in maker.chapters(what, seen, names)), key=len)
        rod, began = seconds(yardstick) * 1000, process_time()
        data = maker.draw(what, shots, "webp", names, AS_IT_IS, go_on)
        ms = (process_time() - began) * 1000
        found.append(Sketch(f"replay of a {what}, {len(shots)} shots", 1, ms, ms, 0, rod, len(data) / 1000, *goal))
    return found


def forget() -> None:
    """Empties everything that pictures keep."""
    for name, module in list(sys.modules.items()):
        if name.startswith("render."):
            for kept in vars(module).values():
                if callable(getattr(kept, "cache_clear", None)):
                    kept.cache_clear()


async def waiting(game: Played) -> tuple[float, float, float]:
    """The longest that the event loop waits, in milliseconds: with nothing to do, and while many pictures are drawn.

    By the clock it also waits for other programs; so the third is how long of it this program kept the processor busy.
    """
    boards = [("board", view) for view in crowds(game)]
    fights = [("battle", seen) for state in game.states if (seen := TITAN.view(state, None)).battle]
    asked = [picture for pair in zip(boards, spread(fights, PICTURES), strict=True) for picture in pair]
    for kind, view in asked:
        KIT.draw[kind](view, {}, AS_IT_IS)
    studio = Studio()
    idle = await longest(asyncio.sleep(1))
    busy = await longest(asyncio.gather(*(studio.picture(KIT, kind, view, {}, AS_IT_IS) for kind, view in asked)))
    studio.close()
    return idle[0], *busy


async def longest(work: Awaitable[object]) -> tuple[float, float]:
    """The longest gap between ticks a millisecond apart while something is done, by the clock and by the processor."""
    gaps: list[tuple[float, float]] = []
    ended = False

    async def ticks() -> None:
        last = perf_counter(), process_time()
        while not ended:
            await asyncio.sleep(0.001)
            now = perf_counter(), process_time()
            late = now[0] - last[0] - 0.001
            gaps.append((late, min(late, now[1] - last[1])))
            last = now

    ticking = asyncio.create_task(ticks())
    await work
    ended = True
    await ticking
    return max(gap for gap, _ in gaps) * 1000, max(gap for _, gap in gaps) * 1000


async def committing(folder: Path) -> tuple[Figure, Figure]:
    """A decision at a table: legal, apply, announce, commit, by the processor's time and by the clock.

    Nobody delivers it. The clock also counts the disk, and how long other programs kept the two threads waiting.
    """
    store = await Store.open(f"sqlite:///{folder / 'bench.db'}", MIGRATIONS)
    house = House(store, {TITAN.name: KIT}, Seams())
    table = await house.open(1, 2, 100, "0", TITAN.name, SEATS, "bench", {})
    for user in range(1, SEATS):
        await table.lobby.join(100 + user, str(user))
    await table.lobby.start(100)
    whim = random.Random(1)
    busy: list[tuple[float, float]] = []
    passed: list[tuple[float, float]] = []
    while len(busy) < COMMITS and table.awaiting:
        seat = min(table.awaiting)
        action = choice(table.view(seat), table.legal(seat), whim)
        times = [(process_time(), perf_counter())]
        yardstick()
        times.append((process_time(), perf_counter()))
        table.legal(seat)
        await table.submit(seat, action)
        times.append((process_time(), perf_counter()))
        for kind, pairs in enumerate((busy, passed)):
            began, halfway, ended = (time[kind] for time in times)
            pairs.append((halfway - began, ended - halfway))
    await house.close()
    await store.close()
    what = "a move through the table: legal, apply, announce, commit"
    return figure(what, busy, COMMIT_US), figure(f"{what}, by the clock", passed, COMMIT_US)


def rows(figures: Sequence[Figure]) -> str:
    """A table as text, goals beside figures."""
    width = max(len(figure.what) for figure in figures)
    lines = [f"{'':{width}}  {'runs':>4}  {'median µs':>12}  {'yardsticks':>10}  {'goal µs':>9}  {'yardsticks':>10}"]
    for one in figures:
        line = f"{one.what:{width}}  {one.runs:4}  {one.ms * 1000:12.2f}  {one.yardsticks:10.4f}"
        if one.goal_ms:
            verdict = "reached" if one.reached else "NOT reached"
            line += f"  {one.goal_ms * 1000:9.7g}  {one.goal_yardsticks:10.4f}  {verdict}"
        lines.append(line)
    return "\n".join(lines)


def gallery(pictures: Sequence[Sketch]) -> str:
    """The table of the pictures as text, in the columns of `docs/performance.md`."""
    lines = ["| picture | ms | 95 % | yardsticks | goal | floor, ms | times the floor | KB | goal | reached |"]
    lines.append("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |")
    for one in pictures:
        floor = (f"{one.floor_ms:.1f}", f"{one.ms / one.floor_ms:.1f}") if one.floor_ms else ("", "")
        goal = f"{one.goal_ms:.0f} ms: {one.goal_ms * 1000 / GOAL_YARDSTICK_US:.0f}"
        cells = (
            one.what, f"{one.ms:.1f}", f"{one.ms_95:.1f}", f"{one.ms / one.yardstick_ms:.1f}", goal, *floor,
            f"{one.kb:.0f}" if one.kb else "", f"{one.goal_kb:.0f}" if one.goal_kb else "",
            "yes" if one.reached else "no",
        )  # fmt: skip
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def main() -> None:
    """Measures, prints the tables and writes the report."""
    with TemporaryDirectory() as folder:
        aims = [*(held(goal) for goal in goals()), *asyncio.run(committing(Path(folder)))]
    game = played(ENTRIES, seed=1)
    others = [*legal_moves(game), loading(game)]
    pictures = drawing(game)
    idle, late, own = asyncio.run(waiting(game))
    print(f"{rows(aims)}\n\n{rows(others)}\n\n{gallery(pictures)}\n")
    print(f"the event loop waits {late:.1f} ms at the longest while pictures are drawn, {own:.1f} ms of it for them;")
    print(f"{idle:.1f} ms with nothing to do")
    report = {
        "python": platform.python_version(),
        "machine": platform.machine(),
        "yardstick_ms": measured("yardstick", [yardstick] * SAMPLES).ms,
        "figures": [asdict(one) for one in (*aims, *others)],
        "pictures": [asdict(one) for one in pictures],
        "loop_ms": {"idle": idle, "drawing": late, "drawing, processor": own},
    }
    REPORT.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    print(f"\none yardstick is {report['yardstick_ms']:.3f} ms; all of this is in {REPORT}")


if __name__ == "__main__":
    main()
