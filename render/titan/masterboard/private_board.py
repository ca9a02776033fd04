"""The masterboard as one player sees it: below it all his legions with what they hold, at last the legend."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace

from PIL import Image

from engine.titan.actions import May
from engine.titan.view import LegionView, View
from render.canvas import Box, Canvas, Type
from render.parts import Part, Parts
from render.theme import DARK, Theme
from render.titan.masterboard import lands, margin
from render.titan.masterboard.board import draw as draw_board
from render.titan.masterboard.board import palette
from render.titan.masterboard.board import scene as board_scene
from render.titan.masterboard.board import tall as board_tall
from render.titan.masterboard.margin import HEIGHT, WIDTH
from render.titan.pieces import light, tiles, tokens
from render.titan.pieces.captions import NOBODY, Captions, Names

LEGEND = margin.BOARD
"""Where the legend begins below the board that everybody sees."""
ROW = 64
COLUMNS = 3
EDGE = 10
COUNTER, PLACE, TILE = (92, 40), 84, 48
LINE = 24
"""How high a line of a land's plate is; below the second there is room for what hangs down from letters."""


LEVEL = 6
"""How hard the PNG is compressed: a third more time than usual, and a tenth less room, which it needs."""


def own_board(
    view: View,
    captions: Captions,
    theme: Theme = DARK,
    names: Names = NOBODY,
    focus: str = "",
    actions: Iterable[May] = (),
) -> bytes:
    """The board with the viewer's legions below it, as a PNG; the view must be a seat's."""
    return palette(view.rules, captions, theme).png(draw(view, captions, theme, names, focus, actions), LEVEL)


def draw(
    view: View,
    captions: Captions,
    theme: Theme = DARK,
    names: Names = NOBODY,
    focus: str = "",
    actions: Iterable[May] = (),
) -> Image.Image:
    """The board with the viewer's legions below it, in full colours."""
    canvas = Canvas(WIDTH, tall(view), light.table(theme))
    board, listed = draw_board(view, captions, theme, names, focus, actions), tall(view) - board_tall(view)
    canvas.image.paste(board.crop((0, 0, WIDTH, LEGEND)), (0, 0))
    canvas.image.paste(board.crop((0, HEIGHT, WIDTH, board.height)), (0, LEGEND))
    canvas.image.paste(board.crop((0, LEGEND, WIDTH, HEIGHT)), (0, LEGEND + listed + board.height - HEIGHT))
    for part in strips(view):
        strip(canvas, part.box, view, part.facts[0], captions, theme)
    return canvas.finished()


def scene(view: View, focus: str = "", actions: Iterable[May] = ()) -> Parts:
    """Everything on the picture, with what it tells."""
    shown = (_moved(part, view) for part in board_scene(view, focus, actions))
    return (*shown, *strips(view))


def _moved(part: Part, view: View) -> Part:
    """A part of the board's picture, if below the board where it stands here: the legend comes last."""
    if part.box.y < LEGEND:
        return part
    down = tall(view) - HEIGHT if part.box.y < HEIGHT else LEGEND - HEIGHT
    return replace(part, box=part.box.moved(0, down))


def tall(view: View) -> int:
    """How high the picture is."""
    rows = -(-len(owned(view)) // COLUMNS)
    return board_tall(view) + (rows * ROW + EDGE if rows else 0)


def strips(view: View) -> Parts:
    """The viewer's legions, each on a strip below the board."""
    return strips_across(view, EDGE, LEGEND + board_tall(view) - HEIGHT + 4, (WIDTH - 2 * EDGE) / COLUMNS, COLUMNS)


def strips_across(view: View, left: float, top: float, width: float, columns: int) -> Parts:
    """The viewer's legions from an upper left corner, in so many columns of a width."""
    return tuple(
        Part("strip", Box(left + at % columns * width, top + at // columns * ROW, width - 6, ROW - 6), (legion,))
        for at, legion in enumerate(owned(view))
    )


def owned(view: View) -> tuple[LegionView, ...]:
    """The viewer's legions, in the order of their markers."""
    return tuple(sorted((one for one in view.legions if one.owner == view.viewer), key=lambda one: one.marker))


def strip(canvas: Canvas, box: Box, view: View, legion: LegionView, captions: Captions, theme: Theme) -> None:
    """A legion's counter, where it stands, and its kinds, each once with how many there are.

    Each two rows of pixels are alike, as on the board.
    """
    at = Box(round(box.x), round(box.y), round(box.width), round(box.height))
    line = Canvas(round(at.width), round(at.height), light.table(theme))
    _strip(line, at.moved(-at.x, -at.y), view, legion, captions, theme)
    rows = line.finished().reduce((1, 2))
    canvas.paste(rows.resize((rows.width, 2 * rows.height), Image.Resampling.NEAREST), (at.x, at.y))


def _strip(canvas: Canvas, box: Box, view: View, legion: LegionView, captions: Captions, theme: Theme) -> None:
    canvas.box(box, theme.panel, radius=6)
    inner = box.shrunk(4)
    above = (inner.height - COUNTER[1]) / 2
    canvas.paste(tokens.counter(view, legion, *COUNTER, theme), (inner.x, inner.y + above))
    land = view.rules.board.lands[legion.land]
    tones = lands.tones(view.rules.board.terrains[land.terrain], theme)
    place = Box(inner.x + COUNTER[0] + 4, box.y + 2, PLACE, box.height - 4)
    canvas.box(place, tones.fill, radius=6)
    for row, text in enumerate((str(land.label), captions.short(land.terrain))):
        line = Box(place.x + 2, place.y + row * LINE, place.width - 4, LINE)
        canvas.fitted(text, line, theme.small.sized(24), tones.ink)
    x = place.right + 6
    room = Box(x, box.y, inner.right - x, box.height)
    paint_kinds(canvas, room, view, legion, theme.strong.sized(28), theme, most=TILE, gap=4, spare=4)


def paint_kinds(
    canvas: Canvas, room: Box, view: View, legion: LegionView, face: Type, theme: Theme, most: int, gap: int, spare: int
) -> None:
    """The kinds of a legion in a line, each once with how many there are, as large as there is room: at most `most`.

    There is a `gap` beside an emblem, and `spare` pixels are left beside a number.
    """
    x, held = room.x, contents(view, legion)
    times = {code: f"\N{MULTIPLICATION SIGN}{number}" for code, number in held.items() if number > 1}
    extra = sum(face.width(text) + spare for text in times.values())
    size = min(most, int((room.width - extra) / max(1, len(held))) - gap)
    for code in held:
        canvas.paste(tiles.plate(view.rules.kinds[code], size, theme, theme.panel), (x, room.centre[1] - size / 2))
        x += size + gap
        if code in times:
            words = Box(x - 1, room.y, face.width(times[code]), room.height)
            canvas.fitted(times[code], words, face, theme.ink, "l")
            x = words.right + spare + 1


def contents(view: View, legion: LegionView) -> Mapping[str, int]:
    """The kinds of a legion, each with how many there are."""
    return Counter(view.rules.arranged(legion.creatures))
