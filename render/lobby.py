"""Who sits at a game that has not begun: a card for each seat, and the rules. It knows no game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from zlib import crc32

from render.canvas import Box, Canvas
from render.faces import face
from render.theme import DARK, Theme

WIDTH = 960
TOP = 84
HIGH = 108
GAP = 14
ACROSS = 2
"""So many seats stand side by side."""

DASH = 12.0

LIVERIES = ("#3E7CB1", "#B0573A", "#4E8D5B", "#8A6BB1", "#B08A2E", "#3F8F8C", "#A84F78", "#5E6B78")
"""What portraits stand on, by name: nobody has a color of their own before the game begins."""


@dataclass(frozen=True, slots=True)
class Guest:
    """Who sits on a seat, and what is said of them. `face` is the key of a bot's, empty for a person."""

    name: str
    note: str
    face: str = ""


def lobby(title: str, rules: str, guests: Sequence[Guest | None], free: str, theme: Theme = DARK) -> bytes:
    """The seats in their order as a PNG; None is a seat that nobody has taken, on which stands `free`."""
    rows = -(-len(guests) // ACROSS)
    canvas = Canvas(WIDTH, TOP + rows * (HIGH + GAP) + GAP, theme.ground, theme.scale)
    canvas.box(Box(0, 0, WIDTH, TOP - GAP), theme.panel)
    middle = WIDTH * 0.42
    canvas.fitted(title, Box(theme.margin, 0, middle - theme.margin, TOP - GAP), theme.title, theme.ink, "l")
    canvas.fitted(
        rules, Box(middle + GAP, 0, WIDTH - middle - GAP - theme.margin, TOP - GAP), theme.strong, theme.faint, "r"
    )
    across = (WIDTH - GAP * (ACROSS + 1)) / ACROSS
    for place, guest in enumerate(guests):
        card = Box(GAP + place % ACROSS * (across + GAP), TOP + place // ACROSS * (HIGH + GAP), across, HIGH)
        if guest is None:
            _free(canvas, card, free, theme)
        else:
            _seated(canvas, card, guest, theme)
    data = BytesIO()
    canvas.finished().quantize(128).save(data, "PNG", optimize=True)
    return data.getvalue()


def _seated(canvas: Canvas, card: Box, guest: Guest, theme: Theme) -> None:
    canvas.box(card, theme.panel, radius=16)
    across = card.height - 28
    portrait(canvas, Box(card.x + 14, card.y + 14, across, across), guest, theme)
    text = Box(card.x + across + 32, card.y + 8, card.width - across - 46, card.height - 16)
    if not guest.note:
        canvas.fitted(guest.name, text, theme.title.sized(36), theme.ink, "l")
        return
    upper = Box(text.x, text.y, text.width, text.height * 0.56)
    canvas.fitted(guest.name, upper, theme.title.sized(36), theme.ink, "l")
    lower = Box(text.x, upper.bottom - 2, text.width, text.height - upper.height)
    canvas.fitted(guest.note, lower, theme.plain, theme.faint, "l")


def portrait(canvas: Canvas, box: Box, guest: Guest, theme: Theme) -> None:
    """A person by initials, a bot by its face."""
    if guest.face:
        canvas.paste_large(face(guest.face, round(box.width * theme.scale), theme), (box.x, box.y))
        return
    livery = LIVERIES[crc32(guest.name.encode()) % len(LIVERIES)]
    canvas.disc(box.centre, box.width / 2, livery)
    canvas.fitted(initials(guest.name), box.shrunk(12), theme.title, theme.on(livery))


def initials(name: str) -> str:
    """The first letters of the first two words of a name, or its first letter."""
    words = [word for word in name.split() if word[0].isalnum()]
    return "".join(word[0] for word in words[:2]).upper() or name[:1] or "?"


def _free(canvas: Canvas, card: Box, free: str, theme: Theme) -> None:
    """A dashed outline: somebody may sit down here."""
    inner = card.shrunk(2)
    ends = [(inner.corners[at], inner.corners[(at + 1) % 4]) for at in range(4)]
    for (x, y), (to_x, to_y) in ends:
        steps = int((abs(to_x - x) + abs(to_y - y)) / (2 * DASH))
        for step in range(steps):
            first, last = step / steps, (step + 0.5) / steps
            points = [(x + (to_x - x) * part, y + (to_y - y) * part) for part in (first, last)]
            canvas.line(points, theme.faint, 2)
    canvas.fitted(free, card.shrunk(20), theme.strong, theme.faint)
