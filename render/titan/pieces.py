"""The small things on Titan's pictures, drawn once and kept: players' liveries, legions' counters, dice, swords."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from PIL import Image

from engine.core import Seat
from engine.titan.rules import Rules
from engine.titan.view import LegionView, PlayerView, View
from render.canvas import CAPITAL, Box, Canvas, Colour, Point, polar
from render.theme import Theme
from render.titan import plates


@dataclass(frozen=True, slots=True)
class Livery:
    """How a player's colour is painted in a theme, and by what he is told apart without it.

    Rim and pattern are in the colour of the `text`, which stands out on `paint`. `shape` and `pattern` as in `plates`.
    """

    code: str
    name: str
    paint: Colour
    text: Colour
    shape: str
    pattern: str


DESIGNS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "Black": ("square", "chequer"),
        "Blue": ("shield", "waves"),
        "Brown": ("octagon", "pales"),
        "Gold": ("ingot", "coins"),
        "Green": ("leaf", "bends"),
        "Red": ("banner", "teeth"),
    }
)
"""Shape and pattern of every colour."""

NEUTRAL = Livery("--", "", "#8A8F94", "#14171A", "square", "plain")
"""For a player who has no colour yet."""


def livery(rules: Rules, colour: str, theme: Theme) -> Livery:
    """How a player's colour is painted; `NEUTRAL` if it is empty."""
    if not colour:
        return NEUTRAL
    paint = theme.paint(colour, rules.colours[colour].paint)
    return Livery(rules.colours[colour].code, colour, paint, theme.on(paint), *DESIGNS[colour])


def livery_of_marker(rules: Rules, marker: str, theme: Theme) -> Livery:
    """How the colour of a marker is painted, whoever owns it now."""
    return next((livery(rules, c.name, theme) for c in rules.colours.values() if marker.startswith(c.code)), NEUTRAL)


def plate(canvas: Canvas, box: Box, colours: Livery, band: float = 0, rim: float = 2) -> None:
    """Paint a livery's plate into a box, with its pattern in a band so thick: above, on a long plate at the left.

    The shape takes up to `plates.depth` from the corners of the box.
    """
    size = round(box.width), round(box.height)
    sprite = plates.plate(colours.shape, colours.pattern, colours.paint, colours.text, *size, band, rim, canvas.scale)
    canvas.paste_large(sprite, (round(box.x), round(box.y)))


def player_of(view: View, seat: Seat) -> PlayerView:
    """A seat's public figures."""
    return next(player for player in view.players if player.seat == seat)


def picture_name(rules: Rules, marker: str) -> str:
    """What the picture of a marker is called."""
    return next((c.names[marker] for c in rules.colours.values() if marker in c.names), marker)


def counter(view: View, legion: LegionView, width: int, height: int, theme: Theme) -> Image.Image:
    """A legion's counter: its marker, its height, and whose it is."""
    owner = livery(view.rules, player_of(view, legion.owner).colour, theme)
    return _counter(
        legion.marker,
        livery_of_marker(view.rules, legion.marker, theme),
        owner,
        legion.height,
        legion.moved,
        width,
        height,
        theme,
    )


@lru_cache(maxsize=1024)
def _counter(
    marker: str, colour: Livery, owner: Livery, tall: int, moved: bool, width: int, height: int, theme: Theme
) -> Image.Image:
    """The counter: in the marker's colour, with its height on the owner's and, if they differ, his code."""
    canvas = Canvas(width, height, None, theme.scale)
    whole = Box(0, 0, width, height)
    captured = owner.code != colour.code
    canvas.box(whole, colour.paint, theme.light, 1, 5)
    if height >= 50:
        upper, lower = Box(2, 2, width - 4, height / 2 - 2), Box(0, height / 2, width, height / 2)
        canvas.fitted(marker, upper, theme.strong, colour.text)
        if captured:
            canvas.box(Box(1, height / 2, width - 2, height / 2 - 1), owner.paint, radius=4)
            canvas.fitted(owner.code, Box(5, height / 2, width / 2 - 6, height / 2), theme.strong.sized(26), owner.text)
        plate = Box(
            width / 2 + 2 if captured else width / 2 - 15,
            lower.y + 1,
            width / 2 - 7 if captured else 30,
            lower.height - 4,
        )
        _plate(canvas, plate, tall, 30, theme)
    else:
        slim = width < 80
        size = 22 if slim or captured else min(28, max(22, round(height * 0.8)))
        plate_width = 13 if slim else size - 6 if captured else size
        room = width - plate_width - 2
        text = theme.small.sized(size)
        if captured and not slim:
            tail = text.width(owner.code) + 4
            canvas.box(Box(room - tail + 1, 1, width - room + tail - 2, height - 2), owner.paint, radius=4)
            canvas.fitted(owner.code, Box(room - tail + 2, 0, tail - 2, height), text, owner.text)
            room -= round(tail)
        canvas.fitted(marker, Box(2, 0, room - 3, height), text, colour.text, least=18)
        _plate(canvas, Box(width - plate_width - 1, 1, plate_width, height - 2), tall, size, theme)
    if moved:
        reach = 13 if height >= 50 else 7
        canvas.polygon(((width - reach, 0), (width, 0), (width, reach)), theme.light, theme.dark, 1)
    return canvas.finished()


def _plate(canvas: Canvas, box: Box, tall: int, size: int, theme: Theme) -> None:
    """The number of characters, dark on a light plate."""
    canvas.box(box, theme.light, radius=3)
    canvas.fitted(str(tall), box, theme.small.sized(size), theme.dark)


@lru_cache(maxsize=64)
def die(value: int, size: int, theme: Theme) -> Image.Image:
    """A die that shows `value`."""
    canvas = Canvas(size, size, None, theme.scale)
    canvas.box(Box(0, 0, size, size), theme.light, theme.dark, 2, size / 5)
    near, mid, far = size * 0.26, size * 0.5, size * 0.74
    pips: dict[int, tuple[Point, ...]] = {
        1: ((mid, mid),),
        2: ((near, near), (far, far)),
        3: ((near, near), (mid, mid), (far, far)),
        4: ((near, near), (far, near), (near, far), (far, far)),
        5: ((near, near), (far, near), (mid, mid), (near, far), (far, far)),
        6: ((near, near), (far, near), (near, mid), (far, mid), (near, far), (far, far)),
    }
    for at in pips[value]:
        canvas.disc(at, size * 0.09, theme.dark)
    return canvas.finished()


@lru_cache(maxsize=64)
def swords(size: int, paint: str, theme: Theme) -> Image.Image:
    """Crossed swords on a disc: an engagement."""
    canvas = Canvas(size, size, None, theme.scale)
    mid = size / 2
    canvas.disc((mid, mid), mid - 0.5, paint, theme.dark, 1)
    for angle in (45, 135):
        tip, hilt = polar((mid, mid), mid * 0.78, angle + 180), polar((mid, mid), mid * 0.78, angle)
        guard = polar((mid, mid), mid * 0.38, angle)
        canvas.line((tip, hilt), theme.dark, max(2.0, size * 0.09))
        canvas.line((polar(guard, mid * 0.3, angle + 90), polar(guard, mid * 0.3, angle - 90)), theme.dark, size * 0.08)
    return canvas.finished()


def middle_line(box: Box, size: int) -> float:
    """The baseline that sets capitals of a size in the middle of a box."""
    return box.y + box.height / 2 + CAPITAL * size / 2
