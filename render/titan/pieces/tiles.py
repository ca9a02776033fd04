"""A character's tile: emblem in the colour of its kind, name, marks of what it can do, power and skill as in battle.

Hands, cards and lists are made of tiles. They lie on one paint, so that pasting them needs no mask.
"""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from engine.titan.kinds import Kind
from engine.titan.rules import TITAN, Rules
from render.canvas import Box, Canvas, Colour, Palette, mixed
from render.theme import Theme
from render.titan.pieces.captions import Captions
from render.titan.pieces.characters import marks, paint_of, paper_of, powered, skilled, written_on
from render.titan.pieces.emblems import emblem
from render.titan.pieces.glyphs import glyph
from render.titan.pieces.tokens import NEUTRAL, Livery, livery

WIDTH, HEIGHT = 112, 104
"""A tile."""

UNKNOWN = "?"
"""In place of a character that the viewer is not certain of."""

LEAST = 22
"""The smallest type of a name."""

NAME = 74
"""How far down a tile the band with the name begins."""


@lru_cache(maxsize=1024)
def tile(kind: Kind, name: str, power: int, theme: Theme, ground: Colour, colours: Livery = NEUTRAL) -> Image.Image:
    """A character of a player with its name and present power, on a ground."""
    paint = paint_of(kind, colours, theme)
    canvas = Canvas(WIDTH, HEIGHT, ground, theme.scale)
    _plate(canvas, Box(0, 0, WIDTH, HEIGHT), paint, name, theme)
    side = 72
    canvas.paste_large(emblem(kind.code, side * theme.scale, paint, theme), ((WIDTH - side) / 2, 2))
    for ability in marks(kind):
        mark = glyph(ability, 23 * theme.scale, paper_of(paint, theme), theme.dark)
        canvas.paste_large(mark, (3 if ability == "flight" else WIDTH - 26, 3))
    wide = 24 if power < 10 else 34
    powered(canvas, Box(4, 43, wide, 28), power, 28, theme)
    skilled(canvas, Box(WIDTH - 4 - 27, 43, 27, 27), kind.skill, 28, theme)
    return canvas.finished()


def named(code: str, captions: Captions, theme: Theme) -> str:
    """The name of a kind as it has room on a tile."""
    return captions.kind_within(code, theme.strong.sized(LEAST), WIDTH - 6)


@lru_cache(maxsize=1024)
def plate(kind: Kind, size: int, theme: Theme, ground: Colour) -> Image.Image:
    """A kind's emblem alone on its paper, on a ground: for lists."""
    paint = paint_of(kind, NEUTRAL, theme)
    canvas = Canvas(size, size, ground, theme.scale)
    canvas.box(Box(0, 0, size, size), paper_of(paint, theme), mixed(paint, theme.dark, 0.5), 1.5, size / 7)
    rim = max(1, round(size * 0.05))
    canvas.paste_large(emblem(kind.code, (size - 2 * rim) * theme.scale, paint, theme), (rim, rim))
    return canvas.finished()


@lru_cache(maxsize=64)
def unknown(word: str, theme: Theme, ground: Colour) -> Image.Image:
    """A character that the viewer does not know; `word` is what is written below."""
    canvas = Canvas(WIDTH, HEIGHT, ground, theme.scale)
    paint = nobodys(theme)
    _plate(canvas, Box(0, 0, WIDTH, HEIGHT), paint, word, theme)
    side = 64
    canvas.paste_large(emblem(UNKNOWN, side * theme.scale, paint, theme), ((WIDTH - side) / 2, 6))
    return canvas.finished()


def nobodys(theme: Theme) -> Colour:
    """The paint of a character that is not known."""
    return mixed(theme.faint, theme.dark, 0.45)


def sold_out(sprite: Image.Image, ground: Colour) -> Image.Image:
    """A tile of whose kind there is none: all but the name has nearly gone into the ground."""
    pale = Image.blend(sprite, Image.new("RGB", sprite.size, ground), 0.7)
    name = sprite.crop((0, NAME, sprite.width, sprite.height))
    pale.paste(name, (0, NAME))
    return pale


def _plate(canvas: Canvas, box: Box, paint: Colour, name: str, theme: Theme) -> None:
    """The tile without what is drawn on it: paper above, the band with the name below."""
    ground = written_on(paint, theme)
    canvas.box(box, ground, radius=9)
    canvas.box(Box(box.x, box.y, box.width, box.height - 36), paper_of(paint, theme), radius=9)
    canvas.box(Box(box.x, box.y + 12, box.width, box.height - 42), paper_of(paint, theme))
    band = Box(box.x + 3, box.bottom - 30, box.width - 6, 30)
    canvas.fitted(name, band, theme.strong.sized(23), theme.on(ground), least=LEAST)
    canvas.box(box, None, mixed(paint, theme.dark, 0.5), 1.5, 9)


@lru_cache(maxsize=16)
def palette(rules: Rules, theme: Theme) -> Palette:
    """The colours of pictures that are made of tiles, markers and plates of lands, in a theme."""
    kinds = rules.kinds.values()
    plain = (theme.ground, theme.panel, theme.ink, theme.faint, theme.dark, theme.light, theme.active, theme.danger)
    track = mixed(theme.panel, theme.ink, 0.12)
    lands = tuple(written_on(theme.paint(t.name, t.paint), theme) for t in rules.board.terrains.values())
    players = tuple(theme.paint(c.name, c.paint) for c in rules.colours.values())
    own = tuple(written_on(paint_of(kind, NEUTRAL, theme), theme) for kind in kinds)
    papers = tuple(paper_of(paint, theme) for paint in (*own, *players, nobodys(theme)))
    samples = [tile(kind, kind.name, kind.power, theme, theme.panel) for kind in kinds]
    samples += [
        tile(rules.kinds[TITAN], rules.kinds[TITAN].name, 6, theme, theme.panel, livery(rules, colour, theme))
        for colour in rules.colours
    ]
    samples += [unknown(UNKNOWN, theme, theme.panel), _blends(theme, lands), _blends(theme, players)]
    return Palette((*plain, track, nobodys(theme), *lands, *players, *own, *papers), samples)


def _blends(theme: Theme, paints: tuple[Colour, ...]) -> Image.Image:
    """Paints with what is written on them, and their edges on a panel."""
    canvas = Canvas(60 * len(paints), 60, theme.panel, theme.scale)
    for place, paint in enumerate(paints):
        box = Box(60 * place + 4, 4, 52, 52)
        canvas.box(box, paint, mixed(paint, theme.dark, 0.4), 2, 8)
        canvas.fitted("Bg5", box, theme.strong, theme.on(paint))
    return canvas.finished()
