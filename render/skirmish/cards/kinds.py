"""A kind of unit on a card: what it is, its figures, what it can do; and the tile of it in lists."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from PIL import Image

from engine.skirmish.tables import Kind
from render import lettering
from render.canvas import Box, Canvas, mixed
from render.skirmish.cards import cards
from render.skirmish.cards.palette import printed
from render.skirmish.cards.scenery import portrait
from render.skirmish.pieces import counters
from render.skirmish.pieces.captions import Captions
from render.skirmish.pieces.effect_signs import sign
from render.skirmish.pieces.lands import LAMP
from render.theme import DARK, Theme

WIDTH = 900
LEFT = 300
"""Where words begin beside the emblem."""

TOP = 12
FIGURE = (194, 76)
"""How large a figure of a kind is told."""

TILE = (232, 204)
"""A kind in a list."""


def unit(kind: str, captions: Captions, theme: Theme = DARK) -> bytes:
    """A kind on a card as a PNG. Raises KeyError for what is no kind."""
    return printed(theme).png(draw(kind, captions, theme))


def figures(kind: Kind, captions: Captions) -> Iterator[tuple[str, str, str]]:
    """What is told of a kind in figures: the sign of it, the figure, and what it is called."""
    yield (
        "figures",
        f"{kind.figures}" if kind.health == 1 else f"{kind.figures} × {kind.health}",
        captions.told("figures" if kind.health == 1 else "health-each"),
    )
    yield "march", str(kind.move), captions.told("move")
    yield "dice", str(kind.combat), captions.told("combat")
    if kind.ranged:
        yield "ranged", f"{kind.range[0]}–{kind.range[1]}", captions.told("range")
    yield "cost", str(kind.cost), captions.told("cost")
    yield "supply", str(kind.supply), captions.told("supply")


def draw(kind: str, captions: Captions, theme: Theme = DARK) -> Image.Image:
    """A kind on a card in full colours."""
    found = captions.tables.kinds[kind]
    told = [*captions.abilities(found)]
    if found.cards:
        brought = dict.fromkeys(captions.tables.deck(found.cards))
        told.append((captions.told("brings"), ", ".join(captions.named(card) for card in brought)))
    room = WIDTH - LEFT - 30
    said = [(name, lettering.wrapped(does, theme.plain.file, 24, room)) for name, does in told]
    wide, high = FIGURE
    stats = tuple(figures(found, captions))
    top = 128 + -(-len(stats) // 3) * (high + 8)
    tall = top + sum(40 + 29 * len(lines) for _, lines in said) + 16
    tall = max(tall, LEFT + 70)
    canvas = Canvas(WIDTH, tall, theme.ground, 2)
    side = _livery(found, theme).paint
    canvas.box(Box(10, 10, WIDTH - 20, tall - 20), theme.panel, side, 4, 16)
    plate = Box(26, 26, LEFT - 50, LEFT - 50)
    canvas.box(plate.shrunk(-4), theme.dark, radius=22)
    canvas.box(plate.shrunk(-3), mixed(LAMP, counters.PAGE, 0.4), radius=21)
    _faction(canvas, Box(plate.x, plate.bottom + 10, plate.width, 40), found, captions, theme)
    title = Box(LEFT, 24, room, 52)
    canvas.fitted(captions.unit(kind), title, theme.title.sized(46), theme.ink, "l", 26)
    tags = ", ".join(captions.say(f"class.{tag}") for tag in sorted(found.tags, key=TAGS.index))
    canvas.fitted(tags, Box(LEFT, 78, room, 32), theme.small.sized(25), theme.faint, "l", 17)
    for place, (name, figure, word) in enumerate(stats):
        box = Box(LEFT + place % 3 * (wide - 2), 122 + place // 3 * (high + 8), wide - 10, high)
        canvas.box(box, theme.ground, radius=10)
        _stat(canvas, box, name, figure, word, theme)
    y = float(top)
    for name, lines in said:
        canvas.text(name, (LEFT, y + 30), theme.strong.sized(28), theme.active)
        y += 38
        for line in lines:
            canvas.text(line, (LEFT, y + 22), theme.plain.sized(24), theme.ink)
            y += 29
        y += 2
    finished = Canvas.over(canvas.finished())
    finished.paste(portrait(kind, found.faction, side, round(plate.width), theme), (plate.x, plate.y))
    return finished.image


TAGS = ("infantry", "cavalry", "elite", "legend", "flying", "melee", "ranged")
"""The classes of kinds in the order in which they are told."""


def _livery(kind: Kind, theme: Theme) -> counters.Livery:
    """The livery of whose kind it is."""
    return counters.livery_of(kind.faction, kind.faction == "daqan", theme)


def _faction(canvas: Canvas, box: Box, kind: Kind, captions: Captions, theme: Theme) -> None:
    colours = _livery(kind, theme)
    canvas.box(box, colours.paint, radius=10)
    canvas.fitted(captions.faction(kind.faction), box.shrunk(6), theme.strong.sized(25), colours.text, least=17)


def _stat(canvas: Canvas, box: Box, name: str, figure: str, word: str, theme: Theme) -> None:
    """A figure with its sign, and what it is called below."""
    size = 32
    canvas.paste_large(stat_sign(name, size * canvas.scale, theme, theme.ground), (box.x + 10, box.y + 8))
    canvas.fitted(figure, Box(box.x + 48, box.y + 2, box.width - 54, 44), theme.title.sized(36), theme.ink, "l", 20)
    canvas.fitted(word, Box(box.x + 8, box.y + 46, box.width - 16, 26), theme.small.sized(20), theme.faint, "l", 14)


@lru_cache(maxsize=64)
def stat_sign(name: str, size: int, theme: Theme, ground: str) -> Image.Image:
    """The sign of a figure of a kind."""
    return sign(name, size, theme.faint, ground)


@lru_cache(maxsize=64)
def tile(
    kind: str, captions: Captions, theme: Theme, colours: counters.Livery, left: int | None = None, own: int = 0
) -> Image.Image:
    """A kind in a list: emblem, name, figures, cost; how many are `left` to be had, and how many one has already."""
    found = captions.tables.kinds[kind]
    wide, high = TILE
    canvas = Canvas(wide, high, theme.ground, 2)
    canvas.box(Box(0, 0, wide, high), theme.panel, theme.active if own else None, 3, 12)
    canvas.paste_large(_plated(colours, 78, theme, kind, canvas.scale), (8, 8))
    room = Box(92, 8, wide - 100, 52)
    _name(canvas, captions.unit(kind), room, theme)
    cost = Box(92, 62, 62, 26)
    canvas.box(cost, cards.STEEL, radius=8)
    canvas.fitted(
        captions.told("points-of", number=found.cost), cost.shrunk(3), theme.strong.sized(20), "#FFFFFF", least=13
    )
    shown = [each for each in figures(found, captions) if each[0] not in ("cost", "supply")]
    step = (wide - 16) / len(shown)
    for place, (name, figure, _) in enumerate(shown):
        x = 8 + place * step
        canvas.paste_large(stat_sign(name, 24 * canvas.scale, theme, theme.panel), (x, 100))
        canvas.fitted(figure, Box(x + 27, 96, step - 30, 32), theme.strong.sized(24), theme.ink, "l", 15)
    names = ", ".join(name for name, _ in captions.abilities(found))
    type_, lines = cards.fit(names, theme.small, wide - 20, 40, 19)
    y = 132.0
    for line in lines:
        y += type_.size
        canvas.text(line, (10, y), type_, theme.faint)
    if left is not None:
        said = captions.told("left-over", number=left)
        canvas.fitted(said, Box(10, high - 30, wide - 90, 24), theme.small.sized(20), theme.faint, "l", 14)
    if own:
        badge = Box(wide - 66, high - 34, 58, 27)
        canvas.box(badge, theme.active, radius=8)
        canvas.fitted(f"× {own}", badge, theme.strong.sized(22), theme.on(theme.active))
    return canvas.finished()


def _name(canvas: Canvas, said: str, room: Box, theme: Theme) -> None:
    """The name of a kind in one line or two."""
    type_, lines = cards.fit(said, theme.strong, room.width, room.height, 25)
    y = room.y + (room.height - len(lines) * type_.size * 1.05) / 2
    for line in lines:
        y += type_.size * 1.0
        canvas.text(line, (room.x, y), type_, theme.ink)


@lru_cache(maxsize=64)
def _plated(colours: counters.Livery, size: int, theme: Theme, kind: str, scale: int) -> Image.Image:
    return counters.plate(colours, size * scale, theme, kind)
