"""One legion by itself, as the viewer may know it: what is certain, and what may stand in it besides."""

from __future__ import annotations

from engine.titan.view import KnownView, View
from render.canvas import Box, Canvas
from render.parts import Part, Parts
from render.theme import DARK, Theme
from render.titan.cards.hand import holding, legion_of, owner_of, paint, row
from render.titan.pieces import tiles, tokens
from render.titan.pieces.captions import NOBODY, Captions, Names, called, score
from render.titan.pieces.rows import LEAST, ROW, TOP, WIDTH, tag

LISTED = 40
"""The line above what is possible."""
PLATE = 68
CELL = (98, 122)
"""Width and height of what may stand in a legion."""
COLUMNS = 12


def legion(
    view: View,
    marker: str,
    captions: Captions,
    known: KnownView | None = None,
    theme: Theme = DARK,
    names: Names = NOBODY,
) -> bytes:
    """A legion as a PNG; `known` is what follows for the viewer of its contents. Raises KeyError if there is none."""
    parts = scene(view, marker, known)
    canvas = Canvas(WIDTH, tall(parts), theme.ground)
    for part in parts:
        _paint(canvas, part, view, captions, theme, names)
    return tiles.palette(view.rules, theme).png(canvas.finished())


def tall(parts: Parts) -> int:
    """How high the picture is."""
    return round(max(part.box.bottom for part in parts)) + 8


def scene(view: View, marker: str, known: KnownView | None = None) -> Parts:
    """Whose it is, its row as in a hand, and what else is possible."""
    found = legion_of(view, marker)
    parts = [Part("owner", Box(0, 0, WIDTH, TOP - 8), (marker, found.owner)), *row(holding(view, found), float(TOP))]
    if known is None or len(found.creatures) == found.height:
        return tuple(parts)
    y = float(TOP + ROW + 4)
    parts.append(Part("told", Box(16, y, WIDTH - 32, LISTED - 6), (known.kept, known.ways)))
    ranked = sorted(known.more, key=lambda kind: -kind[1])
    wide, high = CELL
    for place, (code, number) in enumerate(ranked):
        box = Box(12 + place % COLUMNS * wide, y + LISTED + place // COLUMNS * high, wide - 4, high - 6)
        parts.append(Part("possible", box, (code, number, known.ways)))
    return tuple(parts)


def _paint(canvas: Canvas, part: Part, view: View, captions: Captions, theme: Theme, names: Names) -> None:
    box = part.box
    match part.sort:
        case "owner":
            marker, seat = part.facts
            owner = owner_of(view, marker)
            canvas.box(box, theme.panel)
            canvas.paste(tag(tokens.livery(view.rules, owner.colour, theme), 74, theme), (12, 11))
            own = seat == view.viewer
            canvas.fitted(captions.marker(marker), Box(102, 6, 480, 50), theme.plain.sized(36), theme.ink, "l", LEAST)
            whose = captions.told("own") if own else captions.told("whose", player=called(owner, names, captions))
            canvas.fitted(whose, Box(102, 56, 480, 32), theme.plain.sized(25), theme.faint, "l", LEAST)
            figures = Box(600, 8, 584, 44)
            canvas.fitted(score(owner, captions), figures, theme.plain.sized(28), theme.faint, "r", LEAST)
        case "told":
            kept, ways = part.facts
            canvas.fitted(_told(kept, ways, captions), box, theme.plain.sized(25), theme.active, "l", LEAST)
        case "possible":
            code, number, ways = part.facts
            kind = view.rules.kinds[code]
            canvas.box(box, theme.panel, radius=9)
            canvas.paste(tiles.plate(kind, PLATE, theme, theme.panel), (box.x + (box.width - PLATE) / 2, box.y + 4))
            name = Box(box.x + 3, box.y + 73, box.width - 6, 20)
            whole = captions.kind_within(code, theme.small.sized(LEAST), name.width)
            canvas.fitted(whole, name, theme.small.sized(20), theme.ink, least=LEAST)
            canvas.fitted(
                captions.told("possible-in", percent=round(100 * number / ways)),
                name.moved(0, 21),
                theme.small.sized(20),
                theme.faint,
                least=LEAST,
            )
        case _:
            paint(canvas, part, view, captions, theme, names)


def _told(kept: bool, ways: int, captions: Captions) -> str:
    """What the list of what is possible is."""
    if not kept:
        return captions.told("not-kept")
    if not ways:
        return captions.told("not-counted")
    return captions.told("possible", number=ways)
