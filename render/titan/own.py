"""The masterboard as one player sees it: below it all his legions with what they hold."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from PIL import Image

from engine.titan.view import LegionView, View
from render.canvas import Box, Canvas
from render.scene import Part, Scene
from render.theme import DARK, Theme
from render.titan import lands, pieces, tiles
from render.titan.board import draw as draw_board
from render.titan.board import palette
from render.titan.board import scene as board_scene
from render.titan.board import tall as board_tall
from render.titan.captions import NOBODY, Captions, Names
from render.titan.margin import WIDTH

ROW = 64
COLUMNS = 3
EDGE = 10
COUNTER, PLACE, TILE = (92, 36), 84, 42


def own_board(
    view: View,
    captions: Captions,
    theme: Theme = DARK,
    names: Names = NOBODY,
    focus: str = "",
    actions: Iterable[Any] = (),
) -> bytes:
    """The board with the viewer's legions below it, as a PNG; the view must be a seat's."""
    return palette(view.rules, captions, theme).png(draw(view, captions, theme, names, focus, actions))


def draw(
    view: View,
    captions: Captions,
    theme: Theme = DARK,
    names: Names = NOBODY,
    focus: str = "",
    actions: Iterable[Any] = (),
) -> Image.Image:
    """The board with the viewer's legions below it, in full colours."""
    canvas = Canvas(WIDTH, tall(view), theme.ground)
    canvas.image.paste(draw_board(view, captions, theme, names, focus, actions), (0, 0))
    for part in strips(view):
        strip(canvas, part.box, view, part.facts[0], captions, theme)
    return canvas.finished()


def scene(
    view: View, theme: Theme = DARK, names: Names = NOBODY, focus: str = "", actions: Iterable[Any] = ()
) -> Scene:
    """Everything on the picture, with what it tells."""
    return (*board_scene(view, theme, names, focus, actions), *strips(view))


def tall(view: View) -> int:
    """How high the picture is."""
    rows = -(-len(owned(view)) // COLUMNS)
    return board_tall(view) + (rows * ROW + EDGE if rows else 0)


def strips(view: View) -> Scene:
    """The viewer's legions, each on a strip below the board."""
    width, top = (WIDTH - 2 * EDGE) / COLUMNS, board_tall(view)
    return tuple(
        Part(
            "strip",
            Box(EDGE + place % COLUMNS * width, top + place // COLUMNS * ROW, width - 6, ROW - 6),
            (legion,),
        )
        for place, legion in enumerate(owned(view))
    )


def owned(view: View) -> tuple[LegionView, ...]:
    """The viewer's legions, in the order of their markers."""
    return tuple(sorted((one for one in view.legions if one.owner == view.viewer), key=lambda one: one.marker))


def strip(canvas: Canvas, box: Box, view: View, legion: LegionView, captions: Captions, theme: Theme) -> None:
    """A legion's counter, where it stands, and its characters."""
    canvas.box(box, theme.panel, radius=6)
    inner = box.shrunk(4)
    above = (inner.height - COUNTER[1]) / 2
    canvas.paste(pieces.counter(view, legion, *COUNTER, theme), (inner.x, inner.y + above))
    land = view.rules.board.lands[legion.land]
    tones = lands.tones(view.rules.board.terrains[land.terrain], theme)
    place = Box(inner.x + COUNTER[0] + 4, inner.y, PLACE, inner.height)
    canvas.box(place, tones.fill, radius=6)
    for row, text in enumerate((str(land.label), captions.short(land.terrain))):
        line = Box(place.x + 2, place.y + row * place.height / 2, place.width - 4, place.height / 2)
        canvas.fitted(text, line, theme.small.sized(24), tones.ink)
    x = place.right + 6
    creatures = view.rules.arranged(legion.creatures)
    step = min(TILE + 4.0, (inner.right - x) / max(1, legion.height))
    size = min(TILE, int(step) - 1)
    for code in creatures:
        canvas.paste(tiles.plate(view.rules.kinds[code], size, theme, theme.panel), (x, box.centre[1] - size / 2))
        x += step
