"""Who is ahead, and in the end who has won: both sides with what they have of their goal and what is left to them."""

from __future__ import annotations

from collections.abc import Iterator

from PIL import Image

from engine.core import Seat
from engine.skirmish.view import View
from render.canvas import Box, Canvas, mixed
from render.parts import Part, Parts
from render.skirmish.cards.palette import palette
from render.skirmish.pieces import counters
from render.skirmish.pieces.captions import NOBODY, Captions, Names, called, goal, headline, phase_line
from render.skirmish.pieces.counters import ROOM
from render.theme import DARK, Theme

WIDTH = 1200
TOP = 92
HEAD = 118
"""How high a side is without its units."""

ACROSS = 13
"""So many units stand side by side."""


def standing(view: View, captions: Captions, theme: Theme = DARK, names: Names = NOBODY) -> bytes:
    """Both sides, the one that is ahead first, as a PNG. What is here is public."""
    return palette(theme).png(draw(view, captions, theme, names))


def draw(view: View, captions: Captions, theme: Theme = DARK, names: Names = NOBODY) -> Image.Image:
    """Both sides in full colours."""
    parts = scene(view)
    canvas = Canvas(WIDTH, round(max(part.box.bottom for part in parts)) + 10, theme.ground)
    for part in parts:
        match part.sort:
            case "title":
                _title(canvas, part.box, view, captions, theme)
            case "side":
                _side(canvas, part.box, view, part.facts, captions, theme, names)
            case "unit":
                kind, owner, told = part.facts
                sprite = counters.piece(kind, counters.livery(view, owner, theme), told, theme)
                canvas.paste(sprite, (part.box.x, part.box.y))
            case sort:
                raise AssertionError(sort)
    return canvas.finished()


def placed(view: View) -> tuple[Seat, ...]:
    """The winner first; before the end who has more of his goal."""

    def ahead(seat: Seat) -> tuple[bool, float]:
        has, wanted, _ = goal(view, seat)
        return view.winner == seat, has / max(1, wanted)

    return tuple(sorted((side.seat for side in view.sides), key=ahead, reverse=True))


def scene(view: View) -> Parts:
    """The title, the sides, and the units that each has."""
    return tuple(_parts(view))


def _parts(view: View) -> Iterator[Part]:
    yield Part("title", Box(0, 0, WIDTH, TOP - 8), (view.phase == "over", view.winner, view.reason))
    top = float(TOP)
    for seat in placed(view):
        own = [unit for unit in view.units if unit.owner == seat]
        lines = -(-len(own) // ACROSS)
        tall = HEAD + lines * (ROOM - 6) + (8 if lines else 0)
        has, wanted, what = goal(view, seat)
        box = Box(12, top, WIDTH - 24, tall)
        yield Part("side", box, (seat, view.winner == seat, has, wanted, what, view.side(seat).lore, len(own)), False)
        for place, unit in enumerate(own):
            at = Box(box.x + 22 + place % ACROSS * 88, top + HEAD + place // ACROSS * (ROOM - 6), ROOM, ROOM)
            yield Part("unit", at, (unit.kind, unit.owner, counters.plight(view, unit)))
        top += tall + 8


def _title(canvas: Canvas, box: Box, view: View, captions: Captions, theme: Theme) -> None:
    over = view.phase == "over"
    canvas.box(box, theme.panel)
    title = captions.told("final" if over else "scores")
    canvas.fitted(title, Box(24, box.y, WIDTH / 2, box.height), theme.title.sized(48), theme.ink, "l", 26)
    line = captions.told("headline", round=headline(view, captions), phase=phase_line(view, captions))
    if over:
        line = captions.told("ended", round=view.round, reason=phase_line(view, captions))
    canvas.fitted(line, Box(WIDTH / 2 - 60, box.y, WIDTH / 2 + 36, box.height), theme.strong, theme.faint, "r", 18)


def _side(
    canvas: Canvas, box: Box, view: View, facts: tuple[object, ...], captions: Captions, theme: Theme, names: Names
) -> None:
    seat, won, has, wanted, what, lore, units = facts
    assert isinstance(seat, int)
    assert isinstance(has, int)
    assert isinstance(wanted, int)
    colours = counters.livery(view, Seat(seat), theme)
    canvas.box(box, theme.panel, theme.active if won else None, 4, 12)
    canvas.paste(counters.plate(colours, 90, theme, colours.faction), (box.x + 16, box.y + 14))
    x = box.x + 126
    name = Box(x, box.y + 10, 470, 42)
    canvas.fitted(called(view, Seat(seat), names, captions), name, theme.plain.sized(36), theme.ink, "l", 22)
    track = Box(x, box.y + 56, 470, 16)
    canvas.box(track, mixed(theme.panel, theme.ink, 0.15), radius=7)
    share = min(1.0, has / wanted) if wanted else 0.0
    if share > 0:
        canvas.box(Box(track.x, track.y, max(16.0, track.width * share), track.height), colours.paint, theme.ink, 1, 7)
    note = captions.told("winner") if won else captions.faction(colours.faction)
    lower = Box(x, box.y + 76, 470, 32)
    canvas.fitted(note, lower, theme.strong.sized(27), theme.active if won else theme.faint, "l", 18)
    columns = (
        (f"{has}/{wanted}" if wanted else str(has), f"{what}"), (str(lore), "lore"), (str(units), "units-left"),
    )  # fmt: skip
    for place, (figure, key) in enumerate(columns):
        cell = Box(box.right - 540 + place * 176, box.y + 10, 168, 64)
        canvas.fitted(figure, cell, theme.title.sized(54), theme.ink, least=28)
        said = Box(cell.x, box.y + 76, cell.width, 30)
        canvas.fitted(captions.told(key), said, theme.small.sized(24), theme.faint, least=16)
