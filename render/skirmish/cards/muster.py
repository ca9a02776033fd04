"""Before the first turn: the halves to choose from, the draft, what can be mustered, the lore deck, the army."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from PIL import Image

from engine.skirmish.board import HEXES, ROWS, centre
from engine.skirmish.effects import NEUTRAL, PLAINS
from engine.skirmish.outlook import available, removable, shop, to_place
from engine.skirmish.tables import Half
from engine.skirmish.view import Own, View
from render.canvas import Box, Canvas
from render.parts import Part, Parts
from render.skirmish.cards import cards, rows
from render.skirmish.cards.hand import entry
from render.skirmish.cards.kinds import TILE, tile
from render.skirmish.cards.palette import palette
from render.skirmish.cards.rows import LINE, TOP, WIDTH
from render.skirmish.pieces import counters, lands
from render.skirmish.pieces.captions import NOBODY, Captions, Names, called
from render.skirmish.pieces.counters import Plight
from render.skirmish.pieces.geometry import corners
from render.theme import DARK, Theme

HALF = (386, 284)
"""A half of the map to choose."""

ARMY = (112, 116)
"""A unit of an army."""

STATE = 74
"""How high it is told how far a side is."""


def muster(view: View, captions: Captions, theme: Theme = DARK, names: Names = NOBODY) -> bytes:
    """What the viewer prepares, as a PNG; for the channel how far both sides are."""
    return palette(theme).png(draw(view, captions, theme, names))


def draw(view: View, captions: Captions, theme: Theme = DARK, names: Names = NOBODY) -> Image.Image:
    """What the viewer prepares, in full colours."""
    parts = scene(view)
    canvas = Canvas(WIDTH, round(max((part.box.bottom for part in parts), default=TOP)) + 10, theme.ground)
    rows.head(canvas, view, view.viewer, captions, theme, names)
    for part in parts:
        _paint(canvas, part, view, captions, theme, names)
    return canvas.finished()


def scene(view: View) -> Parts:
    """Everything below the head."""
    found: list[Part] = []
    top = float(TOP)
    sections = _open(view) if view.own is None else _own(view, view.own)
    for what, aside, things, (wide, high), across in sections:
        if not things:
            continue
        found.append(Part("heading", Box(14, top, WIDTH - 28, LINE), (what, aside)))
        top += LINE
        step = (WIDTH - 16) / across
        for place, (sort, facts) in enumerate(things):
            box = Box(10 + place % across * step, top + place // across * (high + 8), wide, high)
            found.append(Part(sort, box, facts))
        top += -(-len(things) // across) * (high + 8) + 4
    return tuple(found)


Things = list[tuple[str, tuple[object, ...]]]
MusterSection = tuple[str, tuple[int, ...], Things, tuple[int, int], int]
"""A heading with its figures, what is below it, how large each is, and how many stand side by side."""


def _open(view: View) -> Iterator[MusterSection]:
    """For the channel: what everybody knows."""
    yield "pool", (), [("tile", (kind, number, 0)) for kind, number in Counter(view.pool).items()], TILE, 5
    yield "sides", (), [("side", (side.seat, side.ready)) for side in view.sides], (584, STATE), 2
    for side in view.sides:
        units: Things = [("unit", (kind, side.seat, "")) for kind in side.drafted]
        yield "drafted", (side.seat,), units, ARMY, 10


def _own(view: View, own: Own) -> Iterator[MusterSection]:
    """For a seat: what its stage is about comes first."""
    assert view.viewer is not None
    if view.phase == "choosing":
        yield "halves", (), [("half", (half, half == own.half)) for half in own.halves], HALF, 3
        return
    points = (own.points,)
    if view.pool and view.phase == "drafting":
        yield "pool", points, [("tile", (kind, number, 0)) for kind, number in Counter(view.pool).items()], TILE, 5
    had = Counter(own.bought)
    if own.stage in ("waiting", "muster") and view.phase in ("drafting", "preparing"):
        goods: Things = [("tile", (kind, left, had[kind])) for kind, left in shop(view).items()]
        yield "shop", points, goods, TILE, 5
    if own.stage == "lore":
        yield from _lore(view, own)
    units: Things = [("unit", (kind, view.viewer, at)) for kind, at in army(view, own)]
    yield "army", (len(units),), units, ARMY, 10


def _lore(view: View, own: Own) -> Iterator[MusterSection]:
    """The changes of the lore deck, what it has, and what may still come in (B16)."""
    changes: Things = [("swap", swap) for swap in own.swaps]
    yield "swaps", (len(own.swaps), view.rules.tables.most_swaps), changes, (584, 34), 2
    deck, free = (*removable(view), *(into for _, into in own.swaps)), available(view)
    yield "lore-deck", (len(deck),), _entries(deck), (282, 32), 4
    yield "available", (len(free),), _entries(free), (282, 32), 4


def _entries(held: tuple[str, ...]) -> Things:
    return [("entry", each) for each in Counter(held).items()]


def army(view: View, own: Own) -> tuple[tuple[str, str], ...]:
    """The viewer's units, with their hexes as far as they are deployed."""
    return (*own.placed, *((kind, "") for kind in to_place(view)))


def _paint(canvas: Canvas, part: Part, view: View, captions: Captions, theme: Theme, names: Names) -> None:
    box = part.box
    match part.sort:
        case "heading":
            _heading(canvas, box, part, view, captions, theme, names)
        case "tile":
            kind, left, own = part.facts
            colours = _colours(view, kind, theme)
            canvas.paste(tile(kind, captions, theme, colours, left, own), (box.x, box.y))
        case "half":
            _half(canvas, box, part.facts[0], part.facts[1], captions, theme)
        case "unit":
            kind, seat, at = part.facts
            full = view.rules.tables.kinds[kind].full
            sprite = counters.piece(kind, counters.livery(view, seat, theme), Plight(full, full), theme)
            canvas.box(box, theme.panel, theme.active if at else None, 2, 10)
            canvas.paste(sprite, (box.centre[0] - sprite.width / 2, box.y + 4))
            name = at or captions.unit_within(kind, theme.small.sized(18), box.width - 8)
            room = Box(box.x + 4, box.bottom - 32, box.width - 8, 28)
            canvas.fitted(name, room, theme.small.sized(21), theme.active if at else theme.ink, least=18)
        case "entry":
            entry(canvas, box, part.facts[0], part.facts[1], captions, theme)
        case "swap":
            out, into = (captions.named(card) for card in part.facts)
            canvas.box(box, theme.panel, radius=6)
            said = captions.told("swap", out=out, into=into)
            canvas.fitted(said, box.shrunk(8), theme.strong.sized(22), theme.ink, "l", 15)
        case "side":
            seat, ready = part.facts
            canvas.box(box, theme.panel, theme.active if ready else None, 3, 10)
            colours = counters.livery(view, seat, theme)
            canvas.paste(counters.plate(colours, 58, theme, colours.faction), (box.x + 10, box.y + 8))
            room = Box(box.x + 80, box.y + 6, box.width - 90, 34)
            canvas.fitted(called(view, seat, names, captions), room, theme.plain.sized(27), theme.ink, "l", 18)
            said = captions.told("ready" if ready else "deciding" if seat in view.waiting else "waits")
            canvas.fitted(said, room.moved(0, 32), theme.small.sized(22), theme.faint, "l", 16)
        case sort:
            raise AssertionError(sort)


def _heading(canvas: Canvas, box: Box, part: Part, view: View, captions: Captions, theme: Theme, names: Names) -> None:
    what, figures = part.facts
    aside = ""
    if what in ("shop", "pool") and figures:
        aside = captions.told("points-left", number=figures[0])
    if what == "swaps":
        aside = captions.told("so-many", number=figures[0], most=figures[1])
    if what in ("army", "lore-deck", "available"):
        aside = str(figures[0])
    said = captions.told(f"muster.{what}")
    if what == "drafted":
        aside = called(view, figures[0], names, captions)
    rows.heading(canvas, said, aside, box.y, theme)


def _colours(view: View, kind: str, theme: Theme) -> counters.Livery:
    """The livery of whose kinds they are; for those of neither the viewer's, or nobody's."""
    faction = view.rules.tables.kinds[kind].faction
    if faction == NEUTRAL and view.viewer is not None:
        return counters.livery(view, view.viewer, theme)
    return counters.livery_of(faction, faction == view.rules.south, theme)


def _half(canvas: Canvas, box: Box, half: str, chosen: bool, captions: Captions, theme: Theme) -> None:
    """A half with its map, as the south has it, and how it scores."""
    found = captions.tables.halves[half]
    canvas.box(box, theme.panel, theme.active if chosen else None, 4, 12)
    name = Box(box.x + 12, box.y + 6, box.width - 120, 38)
    canvas.fitted(captions.say(f"half.{half}"), name, theme.strong.sized(28), theme.ink, "l", 18)
    first = captions.told("initiative", number=found.initiative)
    canvas.fitted(first, Box(box.right - 132, box.y + 6, 120, 38), theme.small.sized(21), theme.faint, "r", 14)
    sprite = minimap(found, round(box.width - 20), theme)
    canvas.paste(sprite, (box.x + 10, box.y + 46))
    type_, lines = cards.fit(captions.half_points(found), theme.plain, box.width - 24, 108, 22)
    y = box.y + 52 + sprite.height
    for line in lines:
        y += type_.size * 1.15
        canvas.text(line, (box.x + 12, y), type_, theme.ink)


@lru_cache(maxsize=32)
def minimap(half: Half, wide: int, theme: Theme) -> Image.Image:
    """The four rows of a half, the rearmost at the bottom."""
    shown = [at for at in HEXES if at[0] in ROWS[:4]]
    side = wide / 22.6
    xs = [centre(at)[0] for at in shown]
    ys = [centre(at)[1] for at in shown]
    canvas = Canvas(wide, round((max(ys) - min(ys) + 2) * side) + 2, None, 3)
    for at in shown:
        x, y = centre(at)
        middle = ((x - min(xs) + 0.9) * side + 1, (y - min(ys) + 1) * side + 1)
        land = half.terrain.get(at, PLAINS)
        canvas.polygon(corners(middle, 0, side), lands.fill(land, theme), theme.dark, 1)
        if land != PLAINS:
            size = round(side * 1.5) * 3
            drawn = lands.sign(land, size, theme)
            canvas.paste_large(drawn, (middle[0] - size / 6, middle[1] - size / 6))
    return canvas.finished()
