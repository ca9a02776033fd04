"""The small things on Titan's pictures, drawn once and kept: players' liveries, legions' counters, dice, swords."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType

from PIL import Image

from engine.core import Seat
from engine.titan.rules import Rules
from engine.titan.view import LegionView, PlayerView, View
from render.assets import sheet
from render.canvas import CAPITAL, Box, Canvas, Colour, mixed, polar
from render.drawing import Drawing, stamp, turned
from render.theme import Theme
from render.titan.pieces import light, plates
from render.titan.pieces.markers import emblem_of


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
    {colour: (shape, pattern) for colour, (shape, pattern) in sheet("titan/designs").items()}
)
"""Shape and pattern of every colour."""

NEUTRAL = Livery("--", "", "#8A8F94", "#14171A", "square", "plain")
"""For a player who has no colour yet."""


def livery(rules: Rules, colour: str, theme: Theme) -> Livery:
    """How a player's colour is painted; `NEUTRAL` if it is empty."""
    if not colour:
        return NEUTRAL
    return _livery(rules.colours[colour].code, colour, theme.paint(colour, rules.colours[colour].paint), theme)


@lru_cache(maxsize=64)
def _livery(code: str, colour: str, paint: Colour, theme: Theme) -> Livery:
    return Livery(code, colour, paint, theme.on(paint), *DESIGNS[colour])


def livery_of_marker(rules: Rules, marker: str, theme: Theme) -> Livery:
    """How the colour of a marker is painted, whoever owns it now."""
    return next((livery(rules, c.name, theme) for c in rules.colours.values() if marker.startswith(c.code)), NEUTRAL)


RIM = 3.0
"""How wide the rims of plates are, with the edge around them."""


def plate(canvas: Canvas, box: Box, colours: Livery, band: float = 0, rim: float = RIM) -> None:
    """Paint a livery's plate into a box, with its pattern in a band so thick: above, on a long plate at the left.

    The shape takes up to `plates.depth` from the corners of the box.
    """
    size = round(box.width), round(box.height)
    sprite = plates.plate(colours.shape, colours.pattern, colours.paint, colours.text, *size, band, rim, canvas.scale)
    canvas.paste_large(sprite, (round(box.x), round(box.y)))


@lru_cache(maxsize=128)
def sign(colours: Livery, width: int, height: int, theme: Theme) -> Image.Image:
    """A player's plate with his band and the code of his colour."""
    canvas = Canvas(width, height, None, theme.scale)
    band = round(0.22 * height)
    plate(canvas, Box(0, 0, width, height), colours, band)
    room = Box(0.1 * width, band, 0.8 * width, height - band - plates.depth(width, height) / 2)
    canvas.fitted(colours.code, room, theme.title.sized(round(0.6 * height)), colours.text)
    return canvas.finished()


def player_of(view: View, seat: Seat) -> PlayerView:
    """A seat's public figures."""
    return next(player for player in view.players if player.seat == seat)


# --- legions ---

PATCH_BAND = 0.22
"""How much of a long counter's height the band takes on the patch of a captured marker."""

SLIM = 0.95
"""Counters narrower than this, in heights, have the code above the height, and no emblem."""


@dataclass(frozen=True, slots=True)
class LegionCounter:
    """What a counter shows of a legion. Who is in it is told where there is room to show them."""

    marker: str
    colours: Livery
    owner: Livery
    height: int
    moved: bool

    @property
    def captured(self) -> bool:
        """Whether the marker was another player's."""
        return self.owner.code != self.colours.code


def counter(view: View, legion: LegionView, width: int, height: int, theme: Theme) -> Image.Image:
    """A legion's counter: the owner's plate with the marker's emblem and code, and the legion's height.

    A captured marker lies as a patch of its own colour on the owner's plate, with his code beside it. The height of a
    legion that has moved stands on a tile that points on. There is no emblem on a plate that is much wider than high,
    or narrower.
    """
    return _counter(_shown(view, legion, theme), width, height, theme)


def standing(view: View, legion: LegionView, width: int, height: int, theme: Theme) -> Image.Image:
    """The same as it stands on a board: a thick piece whose shadow falls `light.REACH` beyond its size."""
    return _standing(_shown(view, legion, theme), width, height, theme)


def bold(view: View, legion: LegionView, width: int, height: int, theme: Theme) -> Image.Image:
    """The same for a phone: little on it, all of it large. A code that has no room leaves its letters out."""
    return _bold(_shown(view, legion, theme), width, height, theme)


LEAST = 22
"""The smallest type on a phone's counters."""
BANDED = 64
"""Lower counters on a phone have no band: letters would stand too near to it."""
LEAST_HEIGHT = 28
"""Beside a code the height has room for a figure so high at the least: that of type of 40 pixels."""
GAP = 5
"""How far a code of one line is from the height, which would else be read as the last of its figures."""
LOW_HEIGHT = 22
"""The same below a code: still higher than that."""
FIGURE = 0.56
"""A figure is so wide for its height."""


@dataclass(frozen=True, slots=True)
class Bold:
    """What stands where on a counter for a phone: the code in one line or two, and the height."""

    lines: tuple[str, ...]
    size: int
    code: Box
    height: Box
    band: int


def bold_layout(view: View, legion: LegionView, width: int, height: int, theme: Theme) -> Bold:
    """What stands where on such a counter."""
    return _laid_out(_shown(view, legion, theme), width, height, theme)


def _laid_out(legion: LegionCounter, width: int, height: int, theme: Theme) -> Bold:
    """High ones have the code in two lines beside the height, low ones in one; narrow ones have its figures.

    These stand beside the height, behind the band, or above it.
    """
    notch = 0.6 * plates.depth(width, height) if legion.owner.shape == "banner" else 0
    band = round(0.11 * height) if height >= BANDED else 0
    top, bottom = max(band + 1, RIM), height - RIM - 1 - notch
    letters, figures = legion.colours.code, legion.marker.removeprefix(legion.colours.code)
    lines: tuple[str, ...]
    beside: tuple[tuple[str, ...], ...]
    beside = ((letters, figures), (figures,)) if bottom - top >= 1.65 * LEAST else ((legion.marker,), (figures,))
    for lines in beside:
        gap = 1 if len(lines) > 1 else GAP
        size = max(LEAST, round(0.4 * height))
        while size > LEAST and max(theme.small.sized(size).width(line) for line in lines) > 0.38 * width:
            size -= 1
        wide = max(theme.small.sized(size).width(line) for line in lines)
        left = Box(RIM + 1, top + 1, wide + 2, bottom - top - 2)
        digit = Box(left.right + gap, top + 1, width - RIM - 1 - left.right - gap, bottom - top - 1)
        if digit.width >= FIGURE * min(digit.height, LEAST_HEIGHT):
            spare = digit.width - digit.height
            if lines == (figures,) and width > plates.LONG * height and spare > 2 * RIM:
                band = round(min(0.13 * width, spare))
                left, digit = left.moved(band, 0), Box(digit.x + band, digit.y, digit.width - band, digit.height)
            return Bold(lines, size, left, digit, band)
    lines = (figures,) if width >= LEAST + 2 and bottom - RIM - 0.72 * LEAST > LOW_HEIGHT else ()
    left = Box(RIM - 1, RIM, width - 2 * RIM + 2, round(0.72 * LEAST) * len(lines))
    return Bold(lines, LEAST, left, Box(RIM, left.bottom + 1, width - 2 * RIM, bottom - left.bottom), 0)


@lru_cache(maxsize=1024)
def _bold(legion: LegionCounter, width: int, height: int, theme: Theme) -> Image.Image:
    canvas = Canvas(width, height, None, theme.scale, paired=True)
    shown = _laid_out(legion, width, height, theme)
    lines, size, left, digit, band = shown.lines, shown.size, shown.code, shown.height, shown.band
    plate(canvas, Box(0, 0, width, height), legion.owner, band)
    if legion.captured and lines:
        canvas.box(left.shrunk(-1), legion.colours.paint, legion.colours.text, 1.5, 3)
    for place, line in enumerate(lines):
        step = left.height / len(lines)
        at = Box(left.x, left.y + place * step, left.width, step)
        canvas.fitted(line, at, theme.small.sized(size), legion.colours.text, least=LEAST)
    _height(canvas, legion, digit, theme)
    rim = Canvas(width, height, None, theme.scale)
    plate(rim, Box(0, 0, width, height), legion.owner)
    canvas.image = Image.composite(
        canvas.image, rim.image, plates.within(legion.owner.shape, width, height, RIM, theme.scale)
    )
    piece = canvas.finished()
    if not light.depth(theme):
        return piece
    image = cast(legion.owner.shape, width, height, theme, 0.4).copy()
    image.alpha_composite(piece, (0, 0))
    return image


def _shown(view: View, legion: LegionView, theme: Theme) -> LegionCounter:
    return LegionCounter(
        legion.marker,
        livery_of_marker(view.rules, legion.marker, theme),
        livery(view.rules, player_of(view, legion.owner).colour, theme),
        legion.height,
        legion.moved,
    )


@lru_cache(maxsize=2048)
def _standing(legion: LegionCounter, width: int, height: int, theme: Theme) -> Image.Image:
    piece = _counter(legion, width, height, theme)
    if not light.depth(theme):
        return piece
    image = cast(legion.owner.shape, width, height, theme).copy()
    image.alpha_composite(piece, (0, 0))
    return image


@lru_cache(maxsize=256)
def cast(shape: str, width: int, height: int, theme: Theme, soft: float = light.SOFT) -> Image.Image:
    """The shadow of a plate, on a picture that is larger by `light.REACH` to the right and below."""
    mask = Image.new("L", (width + light.REACH, height + light.REACH))
    mask.paste(plates.whole(shape, width, height), light.CAST)
    return light.shaded(mask, theme, soft)


@lru_cache(maxsize=2048)
def _counter(legion: LegionCounter, width: int, height: int, theme: Theme) -> Image.Image:
    canvas = _written(legion, width, height, theme)
    rim = Canvas(width, height, None, theme.scale)
    plate(rim, Box(0, 0, width, height), legion.owner)
    within = plates.within(legion.owner.shape, width, height, RIM, theme.scale)
    canvas.image = Image.composite(canvas.image, rim.image, within)
    return canvas.finished()


def _written(legion: LegionCounter, width: int, height: int, theme: Theme) -> Canvas:
    """The counter before tiles and patches are cut to the shape of its plate."""
    canvas = Canvas(width, height, None, theme.scale, paired=True)
    if width > plates.LONG * height:
        _long_counter(canvas, legion, width, height, theme)
    elif width < SLIM * height:
        _slim_counter(canvas, legion, width, height, theme)
    else:
        _tall_counter(canvas, legion, width, height, theme)
    return canvas


def _tall_counter(canvas: Canvas, legion: LegionCounter, width: int, height: int, theme: Theme) -> None:
    """The band above; below it code and emblem at the left, the height at the right."""
    band = round(0.15 * height)
    plate(canvas, Box(0, 0, width, height), legion.owner, band)
    notch = plates.depth(width, height) if legion.owner.shape == "banner" else 0
    top, bottom = band + 0.05 * height, height - max(0.09 * height, 0.8 * notch)
    left = Box(0.08 * width, top, 0.51 * width, bottom - top)
    right = Box(left.right + 1, top, 0.36 * width, height - max(0.1 * height, 0.6 * notch) - top)
    size = max(24, round(0.35 * height))
    line = 0.76 * size
    if legion.captured:
        patch = Box(round(left.x - 2), band, round(left.width + 2), round(bottom - band))
        canvas.box(patch, legion.colours.paint, legion.colours.text, 1.5, 4)
        code = Box(right.x, right.y, right.width, line)
        canvas.fitted(legion.owner.code, code, theme.small.sized(size), legion.owner.text, least=20)
        right = Box(right.x, code.bottom + 2, right.width, right.bottom - code.bottom - 2)
        left = patch.shrunk(1)
    code = Box(left.x, left.y + 1, left.width, line)
    canvas.fitted(legion.marker, code, theme.small.sized(size), legion.colours.text, least=14)
    below = Box(left.x, code.bottom + 2, left.width, left.bottom - code.bottom - 3)
    side = round(min(below.width, below.height))
    sprite = emblem_of(legion.marker, side * canvas.scale, legion.colours.text, legion.colours.paint)
    canvas.paste_large(sprite, (round(below.x + (below.width - side) / 2), round(below.y)))
    _height(canvas, legion, right, theme)


def _slim_counter(canvas: Canvas, legion: LegionCounter, width: int, height: int, theme: Theme) -> None:
    """From above: the band, the code, in two lines where it is too wide, and the height, as large as on others.

    A captured marker's code stands on a patch of its own colour, with the owner's beside the height if there is room.
    """
    band = round(0.1 * height)
    plate(canvas, Box(0, 0, width, height), legion.owner, band)
    notch = plates.notch(width, height) if legion.owner.shape == "banner" else 0
    if legion.captured and width > 0.7 * height:
        _slim_captured(canvas, legion, band, notch, width, height, theme)
        return
    room = width - 2 * RIM + 1
    size = round(0.31 * height)
    while size > round(0.25 * height) and theme.small.sized(size).width(legion.marker) > room:
        size -= 1
    lines = [legion.marker]
    if theme.small.sized(size).width(legion.marker) > room:
        lines = [legion.colours.code, legion.marker.removeprefix(legion.colours.code)]
        while max(theme.small.sized(size).width(line) for line in lines) > room:
            size -= 1
    face, step = theme.small.sized(size), 0.76 * size
    y = band + 2.0
    if legion.captured:
        patch = Box(RIM, 2, width - 2 * RIM, band + len(lines) * step + 9)
        plate(canvas, patch, replace(legion.colours, shape="square"), band - 2, 1)
        y += 2
    for line in lines:
        canvas.fitted(line, Box(0, y, width, step), face, legion.colours.text, least=size)
        y += step
    y += 7 if legion.captured else 2
    digit = Box(RIM + 1, y, width - 2 * RIM - 2, height - max(RIM, notch + 2) - y)
    wide = min(digit.width, 0.62 * digit.height + 8)
    _height(canvas, legion, Box(digit.centre[0] - wide / 2, digit.y, wide, digit.height), theme)


def _slim_captured(
    canvas: Canvas, legion: LegionCounter, band: int, notch: float, width: int, height: int, theme: Theme
) -> None:
    """The patch with its code in two lines at the left, the owner's code and the height at the right."""
    face = theme.small.sized(round(0.3 * height))
    patch = Box(RIM, RIM, round(0.47 * width), height - 2 * RIM)
    plate(canvas, patch, replace(legion.colours, shape="square"), 2 * band, 1)
    top, half = patch.y + 2 * band, (patch.height - 2 * band - notch) / 2
    for place, line in enumerate((legion.colours.code, legion.marker.removeprefix(legion.colours.code))):
        at = Box(patch.x, top + place * half, patch.width, half)
        canvas.fitted(line, at, face, legion.colours.text, least=18)
    right = Box(patch.right + 1, band + 1, width - RIM - 1 - patch.right - 1, 0.26 * height)
    canvas.fitted(legion.owner.code, right, face, legion.owner.text, least=18)
    _height(canvas, legion, Box(right.x, right.bottom, right.width, height - RIM - 1 - notch - right.bottom), theme)


def _long_counter(canvas: Canvas, legion: LegionCounter, width: int, height: int, theme: Theme) -> None:
    """From left to right: the band, the code, and the height.

    Beside a captured marker, which bears its own band, the owner's code takes the room of his.
    """
    captured = legion.captured
    band = 0 if captured else round(0.13 * width)
    plate(canvas, Box(0, 0, width, height), legion.owner, band)
    face = theme.small.sized(max(20, round((0.5 if captured else 0.62) * height)))
    notch = plates.depth(width, height) if legion.owner.shape == "banner" else 0
    end = width - 5 - (notch / 2 if captured else notch)
    wide = max(0.14 * width, 0 if captured else min(0.24 * width, 0.5 * height))
    digit = Box(end - wide, 3, wide, height - 6)
    start = band + 1 if band else 4
    code = Box(start, 0, digit.x - start - 2, height)
    if captured:
        while face.size > 12 and face.width(legion.marker) + face.width(legion.owner.code) + 4 > code.width:
            face = face.sized(face.size - 1)
        patch = Box(start, 2, code.width - face.width(legion.owner.code) - 2, height - 4)
        top = round(PATCH_BAND * height)
        plate(canvas, patch, replace(legion.colours, shape="square"), top, 1)
        room = Box(patch.right + 1, 0, code.right - patch.right - 1, height)
        canvas.fitted(legion.owner.code, room, face, legion.owner.text, least=12)
        code = Box(patch.x, patch.y + top, patch.width, patch.height - top)
    canvas.fitted(legion.marker, code, face, legion.colours.text, least=min(18, face.size))
    _height(canvas, legion, digit, theme)


def _height(canvas: Canvas, legion: LegionCounter, box: Box, theme: Theme) -> None:
    """The number of characters; of a legion that has moved on a tile that points to the right."""
    paint = legion.owner.text
    if legion.moved:
        point = 0.14 * box.width
        tile = (box.x, box.y), (box.right - point, box.y), (box.right + point, box.centre[1])
        canvas.polygon((*tile, (box.right - point, box.bottom), (box.x, box.bottom)), legion.owner.text)
        paint = legion.owner.paint
    canvas.fitted(str(legion.height), box, theme.title.sized(round(1.38 * box.height)), paint, least=16)


def figure(canvas: Canvas, box: Box, moved: bool, theme: Theme) -> None:
    """The figure of a legion's height as it stands on its counter, for a legend."""
    canvas.box(box, theme.dark, theme.faint, 2, 5)
    shown = replace(NEUTRAL, paint=theme.dark, text=theme.light)
    legion = LegionCounter("", shown, shown, 5, moved)
    _height(canvas, legion, box.shrunk(5), theme)


# --- dice and swords ---


@lru_cache(maxsize=64)
def die(value: int, size: int, theme: Theme) -> Image.Image:
    """A die that shows `value`, lit from the upper left."""
    canvas = Canvas(size, size, None, theme.scale)
    whole, edge = Box(0, 0, size, size), max(1.0, size * 0.04)
    canvas.box(whole, theme.dark, radius=size * 0.22)
    canvas.box(whole.shrunk(edge), mixed(theme.light, theme.dark, 0.35), radius=size * 0.19)
    face = Box(edge, edge, size * 0.95 - 2 * edge, size * 0.95 - 2 * edge)
    canvas.box(face, theme.light, radius=size * 0.17)
    near, far = 0.25, 0.75
    for across, down in PIPS[value]:
        at = face.x + face.width * (near, 0.5, far)[across], face.y + face.height * (near, 0.5, far)[down]
        canvas.disc(at, size * (0.13 if value == 1 else 0.1), theme.blood if value == 1 else theme.dark)
    return canvas.finished()


PIPS: Mapping[int, tuple[tuple[int, int], ...]] = MappingProxyType(
    {
        1: ((1, 1),),
        2: ((0, 0), (2, 2)),
        3: ((0, 0), (1, 1), (2, 2)),
        4: ((0, 0), (2, 0), (0, 2), (2, 2)),
        5: ((0, 0), (2, 0), (1, 1), (0, 2), (2, 2)),
        6: ((0, 0), (2, 0), (0, 1), (2, 1), (0, 2), (2, 2)),
    }
)
"""Where the pips of a number are, by column and row."""


@lru_cache(maxsize=64)
def swords(size: int, paint: Colour, theme: Theme) -> Image.Image:
    """Crossed swords on a disc: an engagement."""
    steel = mixed(theme.light, theme.dark, 0.3)
    return stamp(SWORDS, size, {"ink": theme.dark, "paint": paint, "blade": theme.light, "steel": steel})


def _sword(angle: float) -> Drawing:
    blade, shade = (
        turned("M 43 64 L 43 16 L 50 5 L 57 16 L 57 64 Z", angle),
        turned("M 50 8 L 57 17 L 57 64 L 50 64 Z", angle),
    )
    guard, grip = turned("M 34 67 L 66 67", angle), turned("M 50 70 L 50 86", angle)
    return (
        ("ink/6", blade), ("ink/13", guard), ("ink/13", grip),
        ("blade", blade), ("steel", shade), ("blade/7", guard), ("steel/7", grip),
    )  # fmt: skip


SWORDS: Drawing = (("ink", "O 50 50 50 50"), ("paint", "O 50 50 46 46"), *_sword(-45), *_sword(45))


@lru_cache(maxsize=64)
def loop(size: int, paint: Colour, rim: Colour, theme: Theme) -> Image.Image:
    """An arrow that runs around on a disc with a rim: somebody who was wiped out comes back."""
    return stamp(LOOP, size, {"rim": rim, "paint": paint, "way": theme.on(paint)})


def _around(radius: float, start: int, end: int) -> str:
    """The path of an arc around the middle, clockwise between two angles."""
    points = (polar((50, 50), radius, degrees) for degrees in range(start, end + 1, 10))
    return "M" + " L".join(f"{x:.2f} {y:.2f}" for x, y in points)


LOOP: Drawing = (
    ("rim", "O 50 50 50 50"), ("paint", "O 50 50 44 44"),
    ("way/11", _around(24, 0, 260)), ("way", "M 42 8 L 42 45 L 68 26 Z"),
)  # fmt: skip


def middle_line(box: Box, size: int) -> float:
    """The baseline that sets capitals of a size in the middle of a box."""
    return box.y + box.height / 2 + CAPITAL * size / 2
