"""Who sits at a game that has not begun: a card for each seat, and the rules. It knows no game.

The seats lie on a table in the light of the evening that is seen above it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from zlib import crc32

from PIL import Image

from render.canvas import Box, Canvas, mixed
from render.faces import face
from render.stage import FALL, light_of, stage
from render.theme import DARK, Theme

WIDTH = 960
TOP = 152
HIGH = 112
GAP = 18
ACROSS = 2
"""So many seats stand side by side."""

SUN = (0.5, 0.44)
"""Where it sets, between the title and the rules."""
CAST = (5, 6)
"""How far to the right and down a card casts its shadow."""
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
    canvas = Canvas(WIDTH, TOP + rows * (HIGH + GAP) + GAP, _cloth(theme), theme.scale)
    canvas.paste_large(_evening(theme), (0, 0))
    middle = WIDTH * 0.4
    ink = light_of(FALL, theme).above
    for said, box, face_, side in (
        (title, Box(theme.margin, 14, middle - theme.margin, 60), theme.title.sized(56), "l"),
        (rules, Box(WIDTH - middle - 20, 14, middle + 20 - theme.margin, 60), theme.strong.sized(32), "r"),
    ):
        for dx, dy in ((-2, -1), (2, 2)):
            canvas.fitted(said, box.moved(dx, dy), face_, ink, side)
        canvas.fitted(said, box, face_, theme.on(ink), side)
    across = (WIDTH - GAP * (ACROSS + 1)) / ACROSS
    for place, guest in enumerate(guests):
        card = Box(GAP + place % ACROSS * (across + GAP), TOP + GAP / 2 + place // ACROSS * (HIGH + GAP), across, HIGH)
        if guest is None:
            _free(canvas, card, free, theme)
        else:
            _seated(canvas, card, guest, theme)
    data = BytesIO()
    canvas.finished().quantize(128).save(data, "PNG", optimize=True)
    return data.getvalue()


@lru_cache(maxsize=8)
def _evening(theme: Theme) -> Image.Image:
    """What is seen above the table, and its edge, as large as canvases are drawn."""
    canvas = Canvas(WIDTH, TOP - GAP, _cloth(theme), theme.scale)
    canvas.paste_large(stage(FALL, theme, (WIDTH * theme.scale, (TOP - GAP) * theme.scale), SUN), (0, 0))
    canvas.box(Box(0, TOP - GAP - 6, WIDTH, 6), theme.lit(theme.frame, 0.3))
    canvas.box(Box(0, TOP - GAP - 3, WIDTH, 3), theme.shaded(theme.frame, 0.5))
    return canvas.image


def _cloth(theme: Theme) -> str:
    """What lies on the table."""
    return mixed(theme.ground, "#16273D", 0.35) if theme.name == "dark" else theme.ground


def _seated(canvas: Canvas, card: Box, guest: Guest, theme: Theme) -> None:
    if theme.depth:
        for share, more in ((0.45, 2), (0.8, 0)):
            shadow = card.moved(CAST[0] + more, CAST[1] + more)
            canvas.box(shadow, mixed(_cloth(theme), theme.shade, share * theme.depth), radius=16)
    canvas.box(card, theme.shaded(theme.panel, 0.5), radius=16)
    canvas.box(Box(card.x, card.y, card.width - 3, card.height - 3), theme.lit(theme.panel, 0.28), radius=16)
    canvas.box(Box(card.x + 3, card.y + 3, card.width - 6, card.height - 6), theme.panel, radius=14)
    across = card.height - 24
    portrait(canvas, Box(card.x + 14, card.y + 12, across, across), guest, theme)
    text = Box(card.x + across + 32, card.y + 8, card.width - across - 46, card.height - 16)
    if not guest.note:
        canvas.fitted(guest.name, text, theme.title.sized(38), theme.ink, "l")
        return
    upper = Box(text.x, text.y, text.width, text.height * 0.56)
    canvas.fitted(guest.name, upper, theme.title.sized(38), theme.ink, "l")
    lower = Box(text.x, upper.bottom - 2, text.width, text.height - upper.height)
    canvas.fitted(guest.note, lower, theme.plain.sized(26), theme.faint, "l")


def portrait(canvas: Canvas, box: Box, guest: Guest, theme: Theme) -> None:
    """A person by initials, a bot by its face."""
    if theme.depth:
        (x, y), radius = box.centre, box.width / 2
        canvas.disc((x + 3, y + 4), radius, theme.shaded(theme.panel, 0.7))
        canvas.disc((x, y), radius, theme.lit(theme.frame, 0.35))
        canvas.disc((x + 1.5, y + 2), radius - 1.5, theme.shaded(theme.frame, 0.4))
        box = box.shrunk(4)
    if guest.face:
        canvas.disc(box.centre, box.width / 2, mixed(theme.panel, theme.shade, 0.35))
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
    """A hollow with a dashed outline: somebody may sit down here."""
    canvas.box(card.shrunk(1), mixed(_cloth(theme), theme.shade, 0.5 * theme.depth), radius=16)
    inner = card.shrunk(4)
    ends = [(inner.corners[at], inner.corners[(at + 1) % 4]) for at in range(4)]
    for (x, y), (to_x, to_y) in ends:
        steps = int((abs(to_x - x) + abs(to_y - y)) / (2 * DASH))
        for step in range(steps):
            first, last = (step + 0.25) / steps, (step + 0.75) / steps
            points = [(x + (to_x - x) * part, y + (to_y - y) * part) for part in (first, last)]
            canvas.line(points, theme.frame, 3)
    canvas.fitted(free, card.shrunk(20), theme.strong.sized(32), theme.faint)
