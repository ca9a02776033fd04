"""The masterboard for a phone as one player sees it: below it all his legions with what they hold.

That is what one looks at it for in private, so it stays, large enough to be read at half of its size: a few legions
have a line each, more of them half of one. A kind stands there once, with how many there are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

from PIL import Image

from engine.titan.actions import May
from engine.titan.rules import Rules
from engine.titan.view import View
from render.canvas import Box, Canvas, Palette
from render.parts import Part, Parts
from render.theme import DARK, Theme
from render.titan.masterboard import lands, phone
from render.titan.masterboard.phone import EDGE, LEAST, LEVEL, WIDTH
from render.titan.masterboard.private_board import owned, paint_kinds
from render.titan.pieces import tiles, tokens
from render.titan.pieces.captions import NOBODY, Captions, Names

FEW = 5
"""So many legions have a line each."""
ROW, TILE = (60, 48), (52, 40)
"""How high a line is and how large an emblem, in one column and in two."""
COUNTER, PLACE = 88, 56
"""How wide a counter is, and the number of the land."""
AMPLE, LOWER = 3, 80
"""So many rows of two beside a board of full height, and by how much it is lower for each one more."""
COLOURS = 72


def own_phone(
    view: View,
    captions: Captions,
    theme: Theme = DARK,
    names: Names = NOBODY,
    focus: str = "",
    actions: Iterable[May] = (),
) -> bytes:
    """The board for a phone with the viewer's legions below it, as a PNG; the view must be a seat's."""
    return palette(view.rules, theme).png(draw(view, captions, theme, names, focus, actions), LEVEL)


def draw(
    view: View,
    captions: Captions,
    theme: Theme = DARK,
    names: Names = NOBODY,
    focus: str = "",
    actions: Iterable[May] = (),
) -> Image.Image:
    """The same in full colours."""
    board = phone.draw(view, captions, theme, names, focus, actions, room(view))
    found = strips(view, board.height)
    below = round(max((part.box.bottom for part in found), default=board.height - EDGE)) + EDGE - board.height
    canvas = Canvas(WIDTH, board.height + below, theme.ground)
    canvas.paste(board, (0, 0))
    for part in found:
        canvas.paste(_strip(view, part, theme), (part.box.x, part.box.y))
    return canvas.finished()


def scene(view: View, focus: str = "", actions: Iterable[May] = ()) -> Parts:
    """Everything on the picture, with what it tells."""
    actions = tuple(actions)
    tallest = room(view)
    board = phone.scene(view, focus, actions, tallest)
    return (*board, *strips(view, phone.tall(view, focus, actions, tallest)))


def room(view: View) -> int:
    """How high the board is at most: with more legions it leaves room to what they hold, in the file too.

    Where three stand in a land their codes need its full height.
    """
    if max(Counter(legion.land for legion in view.legions).values(), default=0) > 2:
        return phone.TALL
    rows = -(-len(owned(view)) // 2)
    return phone.TALL - max(0, rows - AMPLE) * LOWER


def strips(view: View, top: int) -> Parts:
    """The viewer's legions below the board."""
    mine = owned(view)
    columns = 1 if len(mine) <= FEW else 2
    width, high = (WIDTH - EDGE) // columns, ROW[columns - 1]
    return tuple(
        Part(
            "strip",
            Box(EDGE + place % columns * width, top + EDGE + place // columns * high, width - EDGE, high - 4),
            (legion,),
        )
        for place, legion in enumerate(mine)
    )


def _strip(view: View, part: Part, theme: Theme) -> Image.Image:
    """A legion's counter, the number of its land on the paint of that, and what it holds."""
    legion, box = part.facts[0], part.box
    width, high = round(box.width), round(box.height)
    canvas = Canvas(width, high, theme.panel)
    canvas.paste(tokens.bold(view, legion, COUNTER, high - 6, theme), (3, 3))
    land = view.rules.board.lands[legion.land]
    tones = lands.tones(view.rules.board.terrains[land.terrain], theme)
    place = Box(COUNTER + 10, 3, PLACE, high - 6)
    canvas.box(place, tones.fill, radius=5)
    canvas.fitted(str(land.label), place.shrunk(3), theme.small.sized(30), tones.ink, least=LEAST)
    x, tile = place.right + 8, TILE[0 if high > ROW[1] else 1]
    room = Box(x, 0, width - x - 4, high)
    paint_kinds(canvas, room, view, legion, theme.strong.sized(26), theme, most=tile, gap=3, spare=2)
    # each two rows alike, as all of this picture
    return canvas.finished().reduce((1, 2)).resize((width, high), Image.Resampling.NEAREST)


@lru_cache(maxsize=8)
def palette(rules: Rules, theme: Theme) -> Palette:
    """The colours of the board for a phone, and of the kinds."""
    kinds = list(rules.kinds.values())
    sheet = Canvas(8 * 48, -(-len(kinds) // 8) * 48, theme.panel)
    for at, kind in enumerate(kinds):
        sheet.paste(tiles.plate(kind, 44, theme, theme.panel), (at % 8 * 48, at // 8 * 48))
    return phone.palette(rules, theme, COLOURS, sheet.finished())
