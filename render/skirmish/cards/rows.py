"""What pictures of one side have at their head, and headings of their parts."""

from __future__ import annotations

from engine.core import Seat
from engine.skirmish.rules import FREE
from engine.skirmish.view import View
from render.canvas import Box, Canvas
from render.skirmish.pieces import counters
from render.skirmish.pieces.captions import Captions, Names, called, headline, phase_line
from render.theme import Theme

WIDTH = 1200
TOP = 92
"""How high the head is."""

LINE = 40
"""How high a heading is."""


def head(canvas: Canvas, view: View, seat: Seat | None, captions: Captions, theme: Theme, names: Names) -> None:
    """Whose the picture is, the scenario's for the channel, and where the game stands."""
    canvas.box(Box(0, 0, WIDTH, TOP - 8), theme.panel)
    room = Box(94, 8, 520, 38)
    if seat is None:
        scenario = view.rules.scenario.id if view.rules.scenario else FREE
        canvas.fitted(captions.say(f"scenario.{scenario}"), Box(24, 0, 590, TOP - 8), theme.title, theme.ink, "l", 26)
    else:
        colours = counters.livery(view, seat, theme)
        canvas.paste(counters.plate(colours, 66, theme, colours.faction), (14, 9))
        canvas.fitted(called(view, seat, names, captions), room, theme.plain.sized(31), theme.ink, "l", 20)
        faction = captions.faction(colours.faction)
        canvas.fitted(faction, room.moved(0, 36), theme.small.sized(23), theme.faint, "l", 17)
    said = phase_line(view, captions)
    if view.round:
        said = captions.told("headline", round=headline(view, captions), phase=said)
    canvas.fitted(said, Box(640, 8, WIDTH - 656, 38), theme.strong.sized(27), theme.active, "r", 18)


def heading(canvas: Canvas, said: str, aside: str, top: float, theme: Theme) -> None:
    """The name of a part, and what is told beside it."""
    room = Box(14, top, 700, LINE)
    canvas.fitted(said, room, theme.strong.sized(28), theme.ink, "l", 19)
    canvas.fitted(aside, Box(500, top, WIDTH - 514, LINE), theme.small.sized(24), theme.faint, "r", 17)
