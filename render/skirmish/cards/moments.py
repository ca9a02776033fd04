"""The end of a skirmish as a picture of its own: the winner's sign in the light, the other's broken, what both have."""

from __future__ import annotations

from PIL import Image

from engine.skirmish.view import SideView, View
from render import stage
from render.canvas import Box, Canvas, mixed, png
from render.parts import Part, Parts
from render.skirmish.cards.score import placed
from render.skirmish.pieces import counters
from render.skirmish.pieces.captions import NOBODY, Captions, Names, called, goal, phase_line
from render.skirmish.pieces.emblems import emblem
from render.stage import GROUND, TRIUMPH, WIDTH
from render.theme import DARK, Theme

SIDE = 400
"""How large the sign of the winner is."""

FALLEN = 190
"""How large that of the loser was."""

UNITS = 3
"""So many kinds of those that are left to the winner stand before it."""

LINE = Box(24, GROUND + 8, WIDTH - 48, stage.SLAB - 8)
ROWS = Box(604, 66, 552, 428)
"""Where the figures of both stand."""

LEAST = 24
"""The smallest type."""


def end(view: View, captions: Captions, theme: Theme = DARK, names: Names = NOBODY) -> bytes:
    """How a game has ended, as a PNG. What is here is public."""
    image, light = stage.stage(TRIUMPH, theme, sun=(0.26, 0.47)), stage.light_of(TRIUMPH, theme)
    parts = scene(view)
    for part in parts:
        if part.sort == "sign":
            seat, stands = part.facts
            sprite = _sign(view.side(seat), view, round(part.box.width), theme)
            if stands:
                stage.set_down(image, sprite, part.box.centre, theme)
            else:
                _break(image, part.box, sprite, mixed(light.glow, "#FFFFFF", 0.5), theme)
    for part in parts:
        if part.sort == "unit":
            stage.set_down(image, emblem(part.facts[0], round(part.box.width), theme), part.box.centre, theme)
    canvas = stage.board(image, Box(ROWS.x - 16, ROWS.y - 16, ROWS.width + 32, ROWS.height + 32), theme)
    for part in parts:
        if part.sort == "side":
            _row(canvas, part, view, captions, theme, names)
    first = placed(view)[0]
    won = captions.told("moment.won", player=called(view, first, names, captions))
    said = (
        won if view.winner is not None else captions.told("over"),
        captions.told("ended", round=view.round, reason=phase_line(view, captions)),
    )
    accent = counters.livery(view, first, theme).paint
    return png(stage.told(canvas.image, _sign(view.side(first), view, 104, theme), accent, said, theme), stage.SOFT)


def scene(view: View) -> Parts:
    """The signs of both, a row for each, and the line. Where nobody has won both signs stand."""
    first, second = placed(view)
    if view.winner is None:
        places = zip((first, second), (164.0, 452.0), strict=True)
        signs = tuple(Part("sign", Box(x - 135, 180, 270, 270), (seat, True), False) for seat, x in places)
    else:
        signs = (
            Part("sign", Box(0.26 * WIDTH - SIDE / 2, 56, SIDE, SIDE), (first, True), False),
            Part("sign", Box(384, GROUND - 166, FALLEN, FALLEN), (second, False), False),
        )
    left = dict.fromkeys(unit.kind for unit in view.units if unit.owner == view.winner)
    units = (
        Part("unit", Box(24 + 118 * place, GROUND - 132, 124, 124), (kind,), False)
        for place, kind in enumerate(tuple(left)[:UNITS])
    )
    high = ROWS.height / 2
    rows = []
    for place, seat in enumerate((first, second)):
        has, wanted, what = goal(view, seat)
        number = sum(unit.owner == seat for unit in view.units)
        facts = seat, view.winner == seat, has, wanted, what, view.side(seat).lore, number
        rows.append(Part("side", Box(ROWS.x, ROWS.y + place * high, ROWS.width, high), facts))
    return *signs, *units, *rows, Part("line", LINE, (view.winner, view.reason, view.round))


def _sign(side: SideView, view: View, size: int, theme: Theme) -> Image.Image:
    return counters.plate(counters.livery(view, side.seat, theme), size, theme, side.faction)


def _break(image: Image.Image, box: Box, sprite: Image.Image, edge: str, theme: Theme) -> None:
    upper, lower = stage.broken(sprite, edge)
    x, y = box.centre
    stage.set_down(image, lower, (x, y), theme, -9)
    stage.set_down(image, upper, (x + 0.16 * box.width, y - 0.1 * box.height), theme, 21)


def _row(canvas: Canvas, part: Part, view: View, captions: Captions, theme: Theme, names: Names) -> None:
    """A side: its sign and its name, and below what it has of its goal, of lore and of units."""
    seat, won, has, wanted, what, lore, units = part.facts
    box, side = part.box, view.side(seat)
    canvas.paste(_sign(side, view, 84, theme), (box.x + 4, box.y + 10))
    name = Box(box.x + 106, box.y + 8, box.width - 112, 46)
    canvas.fitted(called(view, seat, names, captions), name, theme.plain.sized(40), theme.ink, "l", LEAST)
    note = captions.told("winner") if won else captions.faction(side.faction)
    below = Box(name.x, box.y + 58, name.width, 34)
    canvas.fitted(note, below, theme.strong.sized(30), theme.active if won else theme.faint, "l", LEAST)
    columns = (f"{has}/{wanted}" if wanted else str(has), what), (str(lore), "lore"), (str(units), "units-left")
    for place, (figure, key) in enumerate(columns):
        cell = Box(box.x + place * box.width / 3, box.y + 98, box.width / 3 - 8, 60)
        canvas.fitted(figure, cell, theme.title.sized(56), theme.active if won else theme.ink, least=30)
        said = Box(cell.x, box.y + 160, cell.width, 30)
        canvas.fitted(captions.told(key), said, theme.small.sized(26), theme.faint, least=18)
    if part.box.y == ROWS.y:
        canvas.box(Box(box.x, box.bottom - 1, box.width, 2), mixed(theme.panel, theme.ink, 0.3))
