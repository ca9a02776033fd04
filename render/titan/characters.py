"""The counters of characters in battle: emblem, name, power and skill, whose they are, and what has befallen them.

A counter is paper in a tint of its kind's paint within a frame of its player's livery. The frame is broad and pointed
at the side that the player came from, with his pattern in it, and the emblem looks away from there: so the two sides
are told apart by where they turn their backs.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageDraw

from engine.titan.kinds import Kind
from engine.titan.rules import TITAN
from render.canvas import Box, Canvas, Colour, Point, contrast, mixed
from render.theme import Theme
from render.titan import plates
from render.titan.emblems import emblem
from render.titan.glyphs import glyph
from render.titan.pieces import Livery, swords

BODY = Box(-46, -31, 92, 72)
"""A counter, from the middle of its hex. Its back reaches beyond, its mark of having struck too."""

TIP = 15
"""How far the point at the back reaches beyond the body."""

BACK = 13
"""How broad the frame is there."""

FRAME = 3
PAD = 16
"""Room at both ends of the body in a counter's picture."""

BAND = 18
"""How high the band with the name is."""

LIST = (104, 40)
"""Width and height of a character in a list."""

LEAST = 14
"""The smallest type of a name."""

BANDED, LISTED = BODY.width - BACK - FRAME, LIST[0] - (LIST[1] - 2 * FRAME - 2) - 14
"""The room for a name on a counter and in a list."""

PAPER = 0.16
"""How much of its kind's paint the paper of a counter has."""

SMOOTHING = 2
"""Counters are drawn so many times larger and reduced; their emblems are smooth already."""

READABLE = 4.5
"""The least contrast of letters and what they are written on, as WCAG has it."""

LEFT, RIGHT = -1, 1
"""The side of a counter that its back is at."""


@dataclass(frozen=True, slots=True)
class Plight:
    """What has befallen a character in battle."""

    hits: int = 0
    slain: bool = False
    struck: bool = False


UNHURT = Plight()


def paint_of(kind: Kind, colours: Livery, theme: Theme) -> Colour:
    """The colour of a kind; a Titan's is its player's."""
    return colours.paint if kind.code == TITAN else theme.paint(kind.name, kind.paint)


def paper_of(paint: Colour, theme: Theme) -> Colour:
    """What an emblem of a paint is drawn upon."""
    return mixed(theme.light, paint, PAPER)


@lru_cache(maxsize=256)
def written_on(paint: Colour, theme: Theme) -> Colour:
    """The paint, or the nearest to it on which the theme's letters can be read."""
    away = theme.dark if theme.on(paint) == theme.light else theme.light
    shares = (step / 50 for step in range(51))
    found = (mixed(paint, away, share) for share in shares)
    return next(ground for ground in found if contrast(theme.on(ground), ground) >= READABLE)


def marks(kind: Kind) -> tuple[str, ...]:
    """What a kind can do beside striking, as names of glyphs."""
    shot = "magic" if kind.magic else "rangestrike" if kind.rangestrikes else ""
    return tuple(name for name in ("flight" if kind.flies else "", shot) if name)


@lru_cache(maxsize=1024)
def counter(
    kind: Kind, name: str, power: int, colours: Livery, back: int, theme: Theme, plight: Plight = UNHURT
) -> Image.Image:
    """A character on the map with its name and present power. The upper left corner of `BODY` is at (`PAD`, 0)."""
    width, height = round(BODY.width) + 2 * PAD, round(BODY.height)
    canvas = Canvas(width, height, None, SMOOTHING)
    left, right = float(PAD), float(PAD) + BODY.width

    def at(x: float, wide: float) -> float:
        """From the back or, if that is at the right, the same mirrored."""
        return x if back == LEFT else width - x - wide

    _frame(canvas, Box(left, 0, BODY.width, height), colours, back, theme)
    paint = paint_of(kind, colours, theme)
    paper = paper_of(paint, theme)
    inner = Box(at(left + BACK, BANDED), FRAME, BANDED, height - 2 * FRAME)
    canvas.box(inner, paper, radius=3)
    band = Box(inner.x, inner.bottom - BAND, inner.width, BAND)
    ground = written_on(paint, theme)
    canvas.box(band, ground, radius=3)
    canvas.fitted(name, band, theme.small.sized(16), theme.on(ground), least=LEAST)
    room = Box(inner.x, inner.y, inner.width, inner.height - BAND)
    side = 46
    looks = emblem(kind.code, side * SMOOTHING, paint, theme, mirrored=back == RIGHT)
    canvas.paste_large(looks, (room.x + (room.width - side) / 2, room.y + (room.height - side) / 2))
    face = theme.strong.sized(21)
    for said, x, anchor in ((str(power), room.x + 2, "l"), (str(kind.skill), room.right - 2, "r")):
        for dx, dy in ((-1, -1), (1, -1), (-1, 1), (1, 1)):  # a halo, where the emblem is below
            canvas.text(said, (x + dx, room.bottom - 6 + dy), face, paper, anchor)
        canvas.text(said, (x, room.bottom - 6), face, theme.dark, anchor)
    for ability in marks(kind):
        mark = glyph(ability, 17 * SMOOTHING, theme.dark, theme.light)
        canvas.paste_large(mark, (room.x if ability == "flight" else room.right - 17, room.y))
    if plight.hits:
        _hits(canvas, Box(at(left - 12, 27), height / 2 - 15, 27, 22), plight.hits, theme)
        _damage(canvas, Box(inner.x, band.y - 4, inner.width, 5), min(plight.hits, power), power, theme)
    if plight.slain:
        _crossed(canvas, Box(left, 0, right - left, height - BAND), theme)
    if plight.struck:
        canvas.paste_large(swords(20 * SMOOTHING, theme.dark, theme), (at(right - 4, 20), 21))
    return canvas.image.convert("RGBa").reduce(SMOOTHING).convert("RGBA")


def _frame(canvas: Canvas, box: Box, colours: Livery, back: int, theme: Theme) -> None:
    """The frame: pointed at the back, where it is broad and has the pattern, with a dark and a bright line round it."""
    x, front = (box.x, box.right) if back == LEFT else (box.right, box.x)
    turn = 1 if back == LEFT else -1
    outline: tuple[Point, ...] = (
        (x, box.y + 0.5), (front - 4 * turn, box.y + 0.5), (front - 0.5 * turn, box.y + 4),
        (front - 0.5 * turn, box.bottom - 4), (front - 4 * turn, box.bottom - 0.5), (x, box.bottom - 0.5),
        (x - TIP * turn, box.y + box.height / 2),
    )  # fmt: skip
    canvas.polygon(outline, colours.paint, theme.dark, 1.4)
    field = Image.new("1", canvas.image.size)
    ImageDraw.Draw(field).polygon([(px * canvas.scale, py * canvas.scale) for px, py in outline], fill=1)
    drawn = Image.new("1", canvas.image.size)
    draw = ImageDraw.Draw(drawn)
    for mark in plates.PATTERNS[colours.pattern](box.height - 4, BACK - 3):
        points = ((x + (across + 1) * turn, box.y + 2 + along) for along, across in mark)
        draw.polygon([(px * canvas.scale, py * canvas.scale) for px, py in points], fill=1)
    canvas.image.paste(colours.text, (0, 0), drawn)


def _hits(canvas: Canvas, box: Box, hits: int, theme: Theme) -> None:
    """The hits taken, bold."""
    canvas.box(box, theme.blood, theme.light, 1.6, 6)
    canvas.fitted(f"−{hits}", box, theme.strong.sized(18), theme.light, least=14)


def _damage(canvas: Canvas, box: Box, hits: int, power: int, theme: Theme) -> None:
    """Power as a bar of so many pieces, those lost red."""
    canvas.box(box, theme.dark)
    step = (box.width - 1) / power
    for place in range(power):
        piece = Box(box.x + 1 + place * step, box.y + 1, step - 1, box.height - 2)
        canvas.box(piece, theme.blood if place < hits else theme.light)


def _crossed(canvas: Canvas, box: Box, theme: Theme) -> None:
    """Two strokes through the slain."""
    first, second, third, fourth = box.shrunk(5).corners
    for paint, wide in ((theme.light, 9), (theme.blood, 6)):
        for stroke in ((first, third), (second, fourth)):
            canvas.line(stroke, paint, wide)


@lru_cache(maxsize=512)
def listed(kind: Kind, name: str, power: int, colours: Livery, theme: Theme) -> Image.Image:
    """A character as one of a list: emblem, name, power-skill."""
    width, height = LIST
    canvas = Canvas(width, height, None, SMOOTHING)
    paint = paint_of(kind, colours, theme)
    canvas.box(Box(0, 0, width, height), paper_of(paint, theme), colours.paint, FRAME, 6)
    side = height - 2 * FRAME - 2
    canvas.paste_large(emblem(kind.code, side * SMOOTHING, paint, theme), (FRAME + 2, FRAME + 1))
    room = Box(side + 10, FRAME, LISTED, 18)
    canvas.fitted(name, room, theme.small.sized(16), theme.dark, "l", least=LEAST)
    lower = room.moved(0, 17)
    canvas.fitted(f"{power}-{kind.skill}", lower, theme.strong.sized(16), theme.dark, "l", least=14)
    for place, ability in enumerate(marks(kind)):
        mark = glyph(ability, 16 * SMOOTHING, theme.dark, theme.light)
        canvas.paste_large(mark, (lower.right - 17 * (place + 1), lower.y))
    return canvas.image.convert("RGBa").reduce(SMOOTHING).convert("RGBA")


@lru_cache(maxsize=512)
def chip(kind: Kind, size: int, colours: Livery, theme: Theme, slain: bool = False) -> Image.Image:
    """A character by its emblem alone, crossed out if it is slain."""
    canvas = Canvas(size, size, None, SMOOTHING)
    paint = paint_of(kind, colours, theme)
    canvas.box(Box(0, 0, size, size), paper_of(paint, theme), colours.paint, 2, size / 6)
    canvas.paste_large(emblem(kind.code, (size - 4) * SMOOTHING, paint, theme), (2, 2))
    if slain:
        for paint_, wide in ((theme.light, size * 0.16), (theme.blood, size * 0.1)):
            canvas.line(((4, size - 4), (size - 4, 4)), paint_, wide)
    return canvas.image.convert("RGBa").reduce(SMOOTHING).convert("RGBA")


def badge(canvas: Canvas, at: Point, radius: float, side: int, letter: str, theme: Theme) -> None:
    """The letter of a side, A or D: the attacker's on a pointed tile, the defender's on a round one."""
    x, y = at
    if side == 0:
        reach = radius * 1.3
        canvas.polygon(((x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y)), theme.light, theme.dark, 1)
    else:
        canvas.disc(at, radius * 1.05, theme.light, theme.dark, 1)
    size = max(14, round(radius * 1.3))
    canvas.text(letter, (x, y + size * 0.36), theme.strong.sized(size), theme.dark, "m")
