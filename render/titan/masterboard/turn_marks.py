"""What happened in this part of the turn, as marks on the masterboard: arrows, brackets, newcomers and the lost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import ceil, dist, hypot

from PIL import Image

from engine.core import Seat
from engine.titan.events import (
    Acquired,
    Agreed,
    BattleEnded,
    Conceded,
    Creatures,
    Eliminated,
    Fled,
    Moved,
    Mustered,
    Parted,
    Reinforced,
    Spawned,
    Summoned,
    TowerDrawn,
)
from engine.titan.view import View
from render.canvas import Box, Canvas, Colour, Point, polar
from render.parts import Part
from render.titan.masterboard.geometry import BoardPlan


@dataclass(frozen=True, slots=True)
class WalkMark:
    """A legion went from a land to another; or, with `donor`, a character was summoned out of that legion."""

    legion: str
    seat: Seat
    start: int
    land: int
    teleport: bool
    donor: str = ""


@dataclass(frozen=True, slots=True)
class SplitMark:
    """A legion was split into these parts, which stand in one land."""

    land: int
    parent: str
    child: str
    left: int


@dataclass(frozen=True, slots=True)
class LossMark:
    """A legion is no more, and where it stood."""

    legion: str
    land: int


@dataclass(frozen=True, slots=True)
class ArrivalMark:
    """A player comes back in a Tower: the legion under which he has, empty while only the Tower is known."""

    seat: Seat
    land: int
    legion: str


def walks(view: View) -> tuple[WalkMark, ...]:
    """The moves and the summonings, in their order."""
    where = {legion.marker: legion.land for legion in view.legions}
    found = []
    for deed in view.deeds:
        match deed:
            case Moved(seat, legion, start, land, _, lord):
                found.append(WalkMark(legion, seat, start, land, bool(lord)))
            case Summoned(seat, legion, donor) if donor in where and legion in where:
                found.append(WalkMark(legion, seat, where[donor], where[legion], True, donor))
            case _:
                pass
    return tuple(found)


def partings(view: View) -> tuple[SplitMark, ...]:
    """The splits whose parts still stand together."""
    where = {legion.marker: legion.land for legion in view.legions}
    return tuple(
        SplitMark(where[deed.parent], deed.parent, deed.child, deed.left)
        for deed in view.deeds
        if isinstance(deed, Parted) and deed.parent in where and where[deed.parent] == where.get(deed.child)
    )


def newcomers(view: View) -> dict[str, Creatures]:
    """Who joined which legion, by marker: mustered, acquired or summoned."""
    here = {legion.marker for legion in view.legions}
    found: dict[str, Creatures] = {}
    for deed in view.deeds:
        match deed:
            case (
                Mustered(legion=legion, recruit=code)
                | Reinforced(legion=legion, recruit=code)
                | Acquired(legion=legion, creature=code)
                | Summoned(legion=legion, creature=code)
            ) if legion in here:
                found[legion] = (*found.get(legion, ()), code)
            case _:
                pass
    return found


def losses(view: View) -> tuple[LossMark, ...]:
    """The legions that were lost, each once."""
    here = {legion.marker for legion in view.legions}
    found: dict[str, int] = {}
    for deed in view.deeds:
        match deed:
            case Fled(land=land, legion=legion) | Conceded(land=land, legion=legion):
                found[legion] = land
            case Agreed(land, lost):
                found |= {legion: land for legion, _ in lost}
            case BattleEnded(land=land, loser=loser):
                found |= {loser: land} if loser else {}
            case Eliminated(legions=legions):
                found |= {legion: land for legion, land, _ in legions}
            case _:
                pass
    return tuple(LossMark(legion, land) for legion, land in found.items() if legion not in here)


def arrivals(view: View) -> tuple[ArrivalMark, ...]:
    """Who comes back or has just done so, and where (V6.3)."""
    standing = {legion.marker for legion in view.legions}
    found: dict[Seat, ArrivalMark] = {}
    for deed in view.deeds:
        match deed:
            case TowerDrawn(seat, land):
                found[seat] = ArrivalMark(seat, land, "")
            case Spawned(seat, legion, land):
                found[seat] = ArrivalMark(seat, land, legion)
            case _:
                pass
    return tuple(arrival for arrival in found.values() if not arrival.legion or arrival.legion in standing)


# --- arrows ---

BODY, RIM, HEAD = 10.0, 4.5, 36.0
"""How thick an arrow is, and its two rims, and how long its head, on a board of the usual size."""
LINE = 2.2
"""How much of the rims is the pale one inside the dark one."""
SHADOW = (4.0, 5.0)
"""How far to the right and down its shadow falls."""
BULGES = (0.13, -0.13, 0.22, -0.22, 0.32, -0.32, 0.44, -0.44, 0.58, -0.58, 0.75, -0.75)
"""How far an arrow may be bent, in its length: the first way that leads past all counters is taken."""
CELL = 12.0
"""In squares of this side it is known where counters are."""
NEAR = 74.0
"""So near to the middle of the lands at its ends an arrow may come upon counters: it begins and ends beside them."""
STEPS = 24
STEP = 16.0
"""Its parts are no longer than this, on a board of the usual size: so near to a counter a long arrow begins, too."""
LOOP = 78.0
"""How far to either side of the wide end an arrow reaches that leads back, in degrees."""
LEAST = 1.2 * HEAD
"""No arrow is shorter."""
DASH, PAUSE = 22.0, 15.0
SLICE = 40
"""How high the slices are in which an arrow is laid on the board."""


Cell = tuple[int, int]


def taken(boxes: Sequence[Box], scale: float) -> frozenset[Cell]:
    """Where counters are, with the room that an arrow takes beside them."""
    side, room = CELL * scale, BODY * scale
    return frozenset(
        (x, y)
        for box in boxes
        for x in range(int((box.x - room) / side), int((box.right + room) / side) + 1)
        for y in range(int((box.y - room) / side), int((box.bottom + room) / side) + 1)
    )


def drawn(
    plan: BoardPlan, walks: Sequence[WalkMark], boxes: Mapping[int, Sequence[Box]], scale: float
) -> Iterator[Part]:
    """The ways that were gone, around what stands in the `boxes` of the lands; their arrows are of this scale."""
    taken_up = taken([box for here in boxes.values() for box in here], plan.scale) if walks else frozenset()
    for walk in walks:
        line = course(plan, walk.start, walk.land, boxes.get(walk.start, ()), boxes.get(walk.land, ()), taken_up)
        yield Part("walk", bounds(line, scale), (walk, line), solid=False)


def course(
    plan: BoardPlan,
    start: int,
    land: int,
    standing: Sequence[Box],
    arriving: Sequence[Box],
    taken: frozenset[Cell] = frozenset(),
) -> tuple[Point, ...]:
    """The line of an arrow between two lands, bent so that it passes what is `taken` if it can.

    It keeps clear of the counters at both its ends.

    Of a legion that came back to where it had been, it runs around the counters.
    """
    if start == land:
        down = -90 if plan.board.lands[land].inverted else 90
        turn = (down + LOOP - 2 * LOOP * step / STEPS for step in range(STEPS + 1))
        return tuple(polar(plan.centre(land), 55 * plan.scale, degrees) for degrees in turn)
    points, steps = _way(plan, start, land, taken)
    margin = 5 * plan.scale
    first = next((i for i, p in enumerate(points) if not _within(standing, p, 0)), 0)
    last = next((i for i in range(steps, 0, -1) if not _within(arriving, points[i], margin)), steps)
    while first and dist(points[first], points[last]) < LEAST * plan.scale:
        first -= 1  # below the counter that it comes from, for its head to be seen
    return points[min(first, last - 1) : last + 1] if last > 0 else points


def _way(plan: BoardPlan, start: int, land: int, taken: frozenset[Cell]) -> tuple[tuple[Point, ...], int]:
    """The points of the way that meets the fewest counters, and into how many pieces it is cut."""
    best: tuple[Point, ...] = ()
    least = -1
    for bulge in BULGES:
        points, cells, beyond = _bent(plan, start, land, bulge)
        met = beyond + sum(cell in taken for cell in cells)
        if least < 0 or met < least:
            best, least = points, met
        if not met:
            break
    return best, len(best) - 1


@lru_cache(maxsize=4096)
def _bent(plan: BoardPlan, start: int, land: int, bulge: float) -> tuple[tuple[Point, ...], tuple[Cell, ...], int]:
    """The points of a bent way, the squares it comes through on its way, and how many of them are beside the board."""
    a, b = plan.centre(start), plan.centre(land)
    bend = (a[0] + b[0]) / 2 - (b[1] - a[1]) * bulge, (a[1] + b[1]) / 2 + (b[0] - a[0]) * bulge
    steps = max(STEPS, ceil(dist(a, b) * (1 + abs(bulge)) / (STEP * plan.scale)))
    points, cells, beyond = [], dict[Cell, None](), 0
    for step in range(steps + 1):
        t = step / steps
        u, v, w = (1 - t) ** 2, 2 * t * (1 - t), t * t
        point = u * a[0] + v * bend[0] + w * b[0], u * a[1] + v * bend[1] + w * b[1]
        points.append(point)
        if min(dist(point, a), dist(point, b)) > NEAR * plan.scale:
            cells[int(point[0] / (CELL * plan.scale)), int(point[1] / (CELL * plan.scale))] = None
            beyond += not plan.covers(point)
    return tuple(points), tuple(cells), beyond


def _within(boxes: Sequence[Box], point: Point, margin: float) -> bool:
    return any(
        box.x - margin < point[0] < box.right + margin and box.y - margin < point[1] < box.bottom + margin
        for box in boxes
    )


def bounds(points: Sequence[Point], scale: float) -> Box:
    """The rectangle around an arrow."""
    reach = (BODY + 2 * RIM + SHADOW[1]) * scale + 4
    x, y = [x for x, _ in points], [y for _, y in points]
    left, top = int(min(x) - reach), int(min(y) - reach) // 2 * 2
    return Box(left, top, int(max(x) + reach) + 1 - left, int(max(y) + reach) + 1 - top)


@lru_cache(maxsize=256)
def arrow(
    points: tuple[Point, ...],
    paint: Colour,
    rims: tuple[Colour, Colour],
    dashed: bool,
    scale: float,
    smooth: int,
    shade: Colour = "",
) -> tuple[tuple[Image.Image, tuple[int, int]], ...]:
    """An arrow, its head at the last point, in slices and where each is put from the corner of the arrow's bounds.

    It has a dark rim, within it a pale one, and lies above a shadow in a see-through `shade`.
    """
    box = bounds(points, scale)
    canvas = Canvas(round(box.width), round(box.height), None, smooth, paired=True)
    line = [(x - box.x, y - box.y) for x, y in points]
    length = sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(line))
    head = min(HEAD * scale, length * 0.7)
    shaft, (dx, dy) = _shortened(line, head * 0.8)
    tip, foot = line[-1], (line[-1][0] - dx * head, line[-1][1] - dy * head)
    half = head * 0.5
    barbs = (tip, (foot[0] - dy * half, foot[1] + dx * half), (foot[0] + dy * half, foot[1] - dx * half))
    runs = dashes(shaft, DASH * scale, PAUSE * scale) if dashed else [shaft]
    layers = ((rims[0], RIM, 0.0), (rims[1], LINE, 0.0), (paint, 0.0, 0.0))
    for colour, rim, fall in ((shade, RIM, scale), *layers) if shade else layers:
        for run in runs:
            if len(run) > 1:
                canvas.line(_fallen(run, fall), colour, (BODY + 2 * rim) * scale)
        canvas.disc(_fallen(line[:1], fall)[0], (0.9 * BODY + rim) * scale, colour)
        canvas.polygon(_fallen(barbs, fall), colour, colour if rim else None, 2 * rim * scale)
    return tuple(_slices(canvas.finished()))


def _fallen(points: Sequence[Point], by: float) -> list[Point]:
    """Points moved to where their shadow is."""
    return [(x + SHADOW[0] * by, y + SHADOW[1] * by) for x, y in points]


def _slices(sprite: Image.Image) -> Iterator[tuple[Image.Image, tuple[int, int]]]:
    """A see-through picture in slices without what is empty beside them: they are laid in a tenth of the time."""
    for top in range(0, sprite.height, SLICE):
        line = sprite.crop((0, top, sprite.width, min(top + SLICE, sprite.height)))
        if used := line.getbbox():
            yield line.crop(used), (used[0], top + used[1])


def _shortened(line: Sequence[Point], by: float) -> tuple[list[Point], Point]:
    """The line without so much of its end, and the direction in which it ended."""
    tip = line[-1]
    kept = [p for p in line[:-1] if hypot(tip[0] - p[0], tip[1] - p[1]) > by] or [line[0]]
    base = kept[-1]
    far = hypot(tip[0] - base[0], tip[1] - base[1]) or 1.0
    dx, dy = (tip[0] - base[0]) / far, (tip[1] - base[1]) / far
    return [*kept, (tip[0] - dx * by, tip[1] - dy * by)], (dx, dy)


def dashes(line: Sequence[Point], dash: float, pause: float) -> list[list[Point]]:
    """The line cut into dashes."""
    runs: list[list[Point]] = [[line[0]]]
    left, on = dash, True
    for a, b in pairwise(line):
        far = hypot(b[0] - a[0], b[1] - a[1])
        gone = 0.0
        while far - gone > left:
            gone += left
            at = (a[0] + (b[0] - a[0]) * gone / far, a[1] + (b[1] - a[1]) * gone / far)
            if on:
                runs[-1].append(at)
            else:
                runs.append([at])
            on, left = not on, pause if on else dash
        left -= far - gone
        if on:
            runs[-1].append(b)
    return runs
