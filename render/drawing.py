"""Drawings by paths: layers on a square of 100 by 100, each painted with a tone of whoever the drawing belongs to.

A layer is a tone and a path. `ink` is filled; `ink/4` is a line 4 wide with round ends. Paths are written as in SVG:
`M L H V C S Q Z`, capitals from the corner of the square, small letters from where the last one ended; and of our own,
`O x y rx ry` is an oval. Several pieces of one layer cut holes into each other (even-odd).

In files (`render/assets`) a drawing is a list of rows, from the lowest to the uppermost:

    { tone = "body", path = "M 18 40 L 12 8 L 44 22 Z", edge = "ink/4", both = true }

`edge` is an outline around the path; that of a line is a wider line below it. `both` adds the same as in a mirror, left
and right of the square changed. `turns` are degrees: the path stands once for each of them, turned clockwise about the
middle; its commands are capitals then. A row `{ use = "tree", at = [[50, 32, 11]] }` is a motif of the same file, with
its origin at a point, so many times as large.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import cos, pi, radians, sin
from types import MappingProxyType
from typing import Any

from PIL import Image, ImageChops, ImageDraw

from render.canvas import Colour, Point

Drawing = tuple[tuple[str, str], ...]
"""Layers from the lowest to the uppermost: tone and path."""

DrawingRow = Mapping[str, Any]
"""A row of a file, which makes a layer or a few."""

NO_MOTIFS: Mapping[str, Drawing] = MappingProxyType({})

SIDE = 100
"""The square that drawings are made on."""

SMOOTHING = 4
"""Drawings are painted so many times larger and reduced, where nothing else is said."""

CURVE = 12
"""Straight pieces to a curve."""

ROUND = 40
"""Corners of an oval."""

TOKEN = re.compile(r"[A-Za-z]|[-+]?(?:\d+\.?\d*|\.\d+)")
COUNTS: Mapping[str, int] = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "Z": 0, "O": 4}


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of points, and whether it ends where it began."""

    points: tuple[Point, ...]
    closed: bool


def stamp(
    drawing: Drawing, size: int, tones: Mapping[str, Colour], mirrored: bool = False, smoothing: int = SMOOTHING
) -> Image.Image:
    """The drawing on a see-through square of `size` pixels. Raises KeyError for a tone that is not given.

    `smoothing`: it is painted so many times larger and reduced; 1 for what is reduced later.
    """
    large = size * smoothing
    # a pixel is see-through black or solid: no colour has to be multiplied by its share before pixels are put together
    image = Image.new("RGBa", (large, large), (0, 0, 0, 0))
    draw = ImageDraw.Draw(image)
    for layer, path in drawing:
        tone, _, width = layer.partition("/")
        placed = [Piece(_placed(piece.points, large), piece.closed) for piece in pieces(path)]
        if width:
            for piece in placed:
                _stroke(draw, piece, tones[tone], float(width) * large / SIDE)
        elif len(placed) == 1:
            draw.polygon(placed[0].points, fill=tones[tone])
        else:
            image.paste(tones[tone], (0, 0), _mask(placed, large))
    if mirrored:
        image = image.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    return image.reduce(smoothing).convert("RGBA")


def read_drawings(sheet: Mapping[str, Sequence[DrawingRow]]) -> Mapping[str, Drawing]:
    """The drawings of a table of a file by name. Raises TypeError for a row with something that rows have not."""
    return MappingProxyType({name: read_drawing(rows) for name, rows in sheet.items()})


def read_drawing(rows: Iterable[DrawingRow], motifs: Mapping[str, Drawing] = NO_MOTIFS) -> Drawing:
    """The drawing that the rows of a file make, of which some may use motifs."""
    found: list[tuple[str, str]] = []
    for row in rows:
        if "use" in row:
            found += [(tone, moved(path, *at)) for at in row["at"] for tone, path in motifs[row["use"]]]
        else:
            found += layers(**row)
    return tuple(found)


def layers(tone: str, path: str, edge: str = "", both: bool = False, turns: Sequence[float] = ()) -> Drawing:
    """The layers of one row of a file."""
    paths = [turned(path, degrees) for degrees in turns] or [path]
    if both:
        paths = [side for each in paths for side in (each, flipped(each))]
    if not edge:
        return tuple((tone, each) for each in paths)
    order = (edge, tone) if "/" in tone else (tone, edge)
    return tuple((layer, each) for each in paths for layer in order)


def flipped(path: str) -> str:
    """The path as in a mirror: left and right of the square changed."""
    return _written((command, _in_mirror(command, numbers)) for command, numbers in _commands(path))


def moved(path: str, x: float, y: float, size: float = 1) -> str:
    """The path with its origin at a point, and so many times as large."""
    return _written((command, _there(command, numbers, (x, y), size)) for command, numbers in _commands(path))


def turned(path: str, degrees: float) -> str:
    """The path turned clockwise about the middle of the square. Its commands are capitals, its ovals circles."""
    angle = radians(degrees)
    return _written(((command, _around(command, numbers, angle)) for command, numbers in _commands(path)), ".4g")


def _written(commands: Iterable[tuple[str, Iterable[float]]], digits: str = "g") -> str:
    """The path of these commands with their numbers."""
    return " ".join(
        " ".join((command, *(format(number, digits) for number in numbers))) for command, numbers in commands
    )


def _there(command: str, numbers: tuple[float, ...], origin: Point, size: float) -> Iterator[float]:
    first = 1 if command == "V" else 0
    for place, number in enumerate(numbers):
        stays = command.islower() or (command == "O" and place > 1)
        yield number * size + (0 if stays else origin[(first + place) % 2])


def _around(command: str, numbers: tuple[float, ...], angle: float) -> Iterator[float]:
    assert command in "MLCSQZO", "other commands have no direction of their own"
    points = numbers[:2] if command == "O" else numbers
    for x, y in zip(points[::2], points[1::2], strict=True):
        right, down = x - SIDE / 2, y - SIDE / 2
        yield SIDE / 2 + right * cos(angle) - down * sin(angle)
        yield SIDE / 2 + right * sin(angle) + down * cos(angle)
    yield from numbers[2:] if command == "O" else ()


def _in_mirror(command: str, numbers: tuple[float, ...]) -> tuple[float, ...]:
    whole = 0 if command.islower() else SIDE
    match command.upper():
        case "V":
            return numbers
        case "O":
            return (whole - numbers[0], *numbers[1:])
        case _:
            return tuple(number if place % 2 else whole - number for place, number in enumerate(numbers))


def _placed(points: tuple[Point, ...], size: int) -> tuple[Point, ...]:
    return tuple((x * size / SIDE, y * size / SIDE) for x, y in points)


def _mask(found: Sequence[Piece], size: int) -> Image.Image:
    """Where an odd number of pieces lies."""
    mask = Image.new("1", (size, size))
    for piece in found:
        part = Image.new("1", (size, size))
        ImageDraw.Draw(part).polygon(piece.points, fill=1)
        mask = ImageChops.logical_xor(mask, part)
    return mask


def _stroke(draw: ImageDraw.ImageDraw, piece: Piece, paint: Colour, width: float) -> None:
    """A line with round ends and joints: a disc on each of its points."""
    points = (*piece.points, piece.points[0]) if piece.closed else piece.points
    draw.line(points, fill=paint, width=max(1, round(width)))
    radius = width / 2 - 0.5
    for x, y in points:
        draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=paint)


@lru_cache(maxsize=4096)
def pieces(path: str) -> tuple[Piece, ...]:
    """The path as runs of points. Raises ValueError for what is no path."""
    found: list[Piece] = []
    points: list[Point] = []
    last: Point | None = None
    """The second handle of the curve before, for `S`."""
    for command, numbers in _commands(path):
        here = points[-1] if points else (found[-1].points[0] if found else (0.0, 0.0))
        name = command.upper()
        if command.islower():
            numbers = _from_here(name, numbers, here)
        match name:
            case "M":
                if len(points) > 1:
                    found.append(Piece(tuple(points), closed=False))
                points = [(numbers[0], numbers[1])]
            case "L":
                points.append((numbers[0], numbers[1]))
            case "H":
                points.append((numbers[0], here[1]))
            case "V":
                points.append((here[0], numbers[0]))
            case "C" | "S" | "Q":
                first, second, end = _handles(name, numbers, here, last)
                points += _curve(here, first, second, end)
                last = second
            case "O":
                found.append(Piece(_oval(*numbers), closed=True))
            case _:
                found.append(Piece(tuple(points), closed=True))
                points = [points[0]]
        if name not in "CSQ":
            last = None
    if len(points) > 1:
        found.append(Piece(tuple(points), closed=False))
    return tuple(found)


def _commands(path: str) -> Iterator[tuple[str, tuple[float, ...]]]:
    """Each command with its numbers; a command whose numbers go on is repeated, after `M` as `L`."""
    command = ""
    numbers: list[float] = []
    rest = TOKEN.sub("", path).replace(",", "").strip()
    if rest:
        raise ValueError(f"no path: {rest!r}")
    for token in TOKEN.findall(path):
        if token.isalpha():
            if numbers or token.upper() not in COUNTS:
                raise ValueError(f"no path: {path!r} at {token!r}")
            command = token
            if token.upper() == "Z":
                yield command, ()
            continue
        numbers.append(float(token))
        if not command or command in "Zz":
            raise ValueError(f"no path: {path!r} at {token!r}")
        if len(numbers) == COUNTS[command.upper()]:
            yield command, tuple(numbers)
            numbers = []
            command = {"M": "L", "m": "l"}.get(command, command)
    if numbers:
        raise ValueError(f"no path: numbers are missing in {path!r}")


def _from_here(name: str, numbers: tuple[float, ...], here: Point) -> tuple[float, ...]:
    if name == "O":
        return (numbers[0] + here[0], numbers[1] + here[1], numbers[2], numbers[3])
    if name == "V":
        return (numbers[0] + here[1],)
    return tuple(number + here[place % 2] for place, number in enumerate(numbers))


def _handles(name: str, numbers: tuple[float, ...], here: Point, last: Point | None) -> tuple[Point, Point, Point]:
    """The two handles and the end of a cubic curve."""
    if name == "C":
        x1, y1, x2, y2, x, y = numbers
        return (x1, y1), (x2, y2), (x, y)
    if name == "S":
        x2, y2, x, y = numbers
        first = (2 * here[0] - last[0], 2 * here[1] - last[1]) if last else here
        return first, (x2, y2), (x, y)
    qx, qy, x, y = numbers
    first = (here[0] + (qx - here[0]) * 2 / 3, here[1] + (qy - here[1]) * 2 / 3)
    return first, (x + (qx - x) * 2 / 3, y + (qy - y) * 2 / 3), (x, y)


def _curve(start: Point, first: Point, second: Point, end: Point) -> Iterator[Point]:
    for step in range(1, CURVE + 1):
        t = step / CURVE
        a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
        yield (
            a * start[0] + b * first[0] + c * second[0] + d * end[0],
            a * start[1] + b * first[1] + c * second[1] + d * end[1],
        )


def _oval(x: float, y: float, across: float, up: float) -> tuple[Point, ...]:
    return tuple(
        (x + across * cos(2 * pi * step / ROUND), y + up * sin(2 * pi * step / ROUND)) for step in range(ROUND)
    )
