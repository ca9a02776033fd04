"""A character's tile: emblem in the colour of its kind, name, power, skill and marks of what it can do.

Hands, cards and lists are made of tiles. They lie on one paint, so that pasting them needs no mask.
"""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from engine.titan.kinds import Kind
from engine.titan.rules import TITAN, Rules
from engine.titan.view import PlayerView, View
from render.canvas import Box, Canvas, Colour, Palette, contrast, mixed
from render.theme import Theme
from render.titan.emblems import emblem
from render.titan.glyphs import glyph

WIDTH = 112
"""How wide a tile is unless something else is asked for; everything on it grows with it."""

READABLE = 4.5
"""The least contrast of letters and what they are written on, as WCAG has it."""

UNKNOWN = "?"
"""In place of a character that the viewer is not certain of."""

NAME = 74 / 104
"""How far down a tile the band with the name begins."""

PAPER = 0.14
"""How much of the kind's paint the paper of its tile has."""


def height(width: int) -> int:
    """How high a tile of a width is."""
    return round(width * 104 / WIDTH)


def paint_of(kind: Kind, theme: Theme, titan: Colour | None = None) -> Colour:
    """The colour of a kind; `titan` is that of a Titan whose player is known."""
    if kind.code == TITAN and titan is not None:
        return titan
    return theme.paint(kind.name, kind.paint)


def titan_paint(view: View, player: PlayerView, theme: Theme) -> Colour | None:
    """The colour of a player's Titan; None while he has none."""
    return theme.paint(player.colour, view.rules.colours[player.colour].paint) if player.colour else None


@lru_cache(maxsize=1024)
def tile(
    kind: Kind, power: int, theme: Theme, ground: Colour, width: int = WIDTH, titan: Colour | None = None
) -> Image.Image:
    """A character with its present power, on a ground."""
    tall, unit = height(width), width / WIDTH
    paint = paint_of(kind, theme, titan)
    canvas = Canvas(width, tall, ground, theme.scale)
    _plate(canvas, Box(0, 0, width, tall), paint, kind.name, unit, theme)
    side = round(72 * unit)
    canvas.paste_large(emblem(kind.code, side * theme.scale, paint, theme), ((width - side) / 2, 2 * unit))
    for name in marks(kind):
        mark = glyph(name, round(23 * unit) * theme.scale, paper(paint, theme), theme.dark)
        canvas.paste_large(mark, (3 * unit if name == "flight" else width - 26 * unit, 3 * unit))
    face = theme.strong.sized(round(27 * unit))
    for figure, anchor in ((str(power), "l"), (str(kind.skill), "r")):
        wide = face.width(figure) + 3 * unit
        spare = Box(3 * unit if anchor == "l" else width - 3 * unit - wide, 48 * unit, wide, 25 * unit)
        canvas.box(spare, paper(paint, theme), radius=5 * unit)
        canvas.text(figure, (spare.centre[0], 71 * unit), face, theme.dark, "m")
    return canvas.finished()


@lru_cache(maxsize=1024)
def plate(kind: Kind, size: int, theme: Theme, ground: Colour) -> Image.Image:
    """A kind's emblem alone on its paper, on a ground: for lists."""
    paint = paint_of(kind, theme)
    canvas = Canvas(size, size, ground, theme.scale)
    canvas.box(Box(0, 0, size, size), paper(paint, theme), mixed(paint, theme.dark, 0.5), 1.5, size / 7)
    rim = max(1, round(size * 0.05))
    canvas.paste_large(emblem(kind.code, (size - 2 * rim) * theme.scale, paint, theme), (rim, rim))
    return canvas.finished()


@lru_cache(maxsize=64)
def unknown(word: str, theme: Theme, ground: Colour, width: int = WIDTH) -> Image.Image:
    """A character that the viewer does not know; `word` is what is written below."""
    tall, unit = height(width), width / WIDTH
    canvas = Canvas(width, tall, ground, theme.scale)
    paint = mixed(theme.faint, theme.dark, 0.45)
    _plate(canvas, Box(0, 0, width, tall), paint, word, unit, theme)
    side = round(64 * unit)
    canvas.paste_large(emblem(UNKNOWN, side * theme.scale, paint, theme), ((width - side) / 2, 6 * unit))
    return canvas.finished()


def sold_out(sprite: Image.Image, ground: Colour) -> Image.Image:
    """A tile of whose kind there is none: all but the name has nearly gone into the ground."""
    pale = Image.blend(sprite, Image.new("RGB", sprite.size, ground), 0.7)
    name = sprite.crop((0, round(sprite.height * NAME), sprite.width, sprite.height))
    pale.paste(name, (0, round(sprite.height * NAME)))
    return pale


def marks(kind: Kind) -> tuple[str, ...]:
    """What a kind can do, as names of glyphs."""
    flight = "flight" if kind.flies else ""
    shot = "magic" if kind.magic else "rangestrike" if kind.rangestrikes else ""
    return tuple(name for name in (flight, shot) if name)


@lru_cache(maxsize=256)
def written_on(paint: Colour, theme: Theme) -> Colour:
    """The paint, or the nearest to it on which the theme's letters can be read."""
    away = theme.dark if theme.on(paint) == theme.light else theme.light
    shares = (step / 50 for step in range(51))
    found = (mixed(paint, away, share) for share in shares)
    return next(ground for ground in found if contrast(theme.on(ground), ground) >= READABLE)


def paper(paint: Colour, theme: Theme) -> Colour:
    """What a tile of this paint is made of."""
    return mixed(theme.light, paint, PAPER)


def _plate(canvas: Canvas, box: Box, paint: Colour, name: str, unit: float, theme: Theme) -> None:
    """The tile without what is drawn on it: paper above, the band with the name below."""
    ground = written_on(paint, theme)
    canvas.box(box, ground, radius=9 * unit)
    canvas.box(Box(box.x, box.y, box.width, box.height - 36 * unit), paper(paint, theme), radius=9 * unit)
    canvas.box(Box(box.x, box.y + 12 * unit, box.width, box.height - 42 * unit), paper(paint, theme))
    band = Box(box.x + 3 * unit, box.bottom - 30 * unit, box.width - 6 * unit, 30 * unit)
    canvas.fitted(name, band, theme.strong.sized(round(23 * unit)), theme.on(ground), least=round(16 * unit))
    canvas.box(box, None, mixed(paint, theme.dark, 0.5), 1.5 * unit, 9 * unit)


@lru_cache(maxsize=16)
def palette(rules: Rules, theme: Theme) -> Palette:
    """The colours of pictures that are made of tiles, markers and plates of lands, in a theme."""
    kinds = rules.kinds.values()
    plain = (theme.ground, theme.panel, theme.ink, theme.faint, theme.dark, theme.light, theme.alarm, theme.active)
    lands = tuple(written_on(theme.paint(t.name, t.paint), theme) for t in rules.board.terrains.values())
    players = tuple(theme.paint(c.name, c.paint) for c in rules.colours.values())
    own = tuple(written_on(paint_of(kind, theme), theme) for kind in kinds)
    papers = tuple(paper(paint, theme) for paint in (*own, *players))
    samples = [tile(kind, kind.power, theme, theme.panel) for kind in kinds]
    samples += [tile(rules.kinds[TITAN], 6, theme, theme.panel, WIDTH, paint) for paint in players]
    samples += [_blends(theme, lands), _blends(theme, players)]
    return Palette((*plain, *lands, *players, *own, *papers), samples)


def _blends(theme: Theme, paints: tuple[Colour, ...]) -> Image.Image:
    """Paints with what is written on them, and their edges on a panel."""
    canvas = Canvas(60 * len(paints), 60, theme.panel, theme.scale)
    for place, paint in enumerate(paints):
        box = Box(60 * place + 4, 4, 52, 52)
        canvas.box(box, paint, mixed(paint, theme.dark, 0.4), 2, 8)
        canvas.fitted("Bg5", box, theme.strong, theme.on(paint))
    return canvas.finished()
