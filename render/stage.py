"""Where the great moments of a game are shown: a sky with one light in it, mountains, and what lies broken there.

A picture of a moment has one large emblem before that light, broken pieces at its feet, and below them a slab with a
line that says what happened. What stands there is the game's; here is the stage that all of them share. The bare stage
is painted once for a mood and a theme, and kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from random import Random

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render.assets import sheet
from render.canvas import Box, Canvas, Colour, Point, luminance, mixed, polar
from render.theme import Theme

WIDTH, HEIGHT = 1200, 675
SLAB = 132
"""How high the slab is on which the line stands."""

GROUND = HEIGHT - SLAB
"""Where the ground ends, and the slab begins."""

SOFT = Image.Quantize.MEDIANCUT
"""How pictures of the stage find their colors: the steps of a sky stay."""

FALL, LOSS, TRIUMPH = "fall", "loss", "triumph"
"""The moods: a sun that sets, a cold moon, and a sun that rises."""


@dataclass(frozen=True, slots=True)
class Light:
    """The colors of a mood: the sky above and at the horizon, what shines, three ridges and the ground before them."""

    above: Colour
    below: Colour
    glow: Colour
    ridges: tuple[Colour, Colour, Colour]
    ground: Colour


_LIGHTS = {
    time: {mood: Light(**{**row, "ridges": tuple(row["ridges"])}) for mood, row in moods.items()}
    for time, moods in sheet("lights").items()
}
NIGHT, DAY = _LIGHTS["night"], _LIGHTS["day"]
"""What the light of a mood is in the dark themes, and on paper, by day."""

FLAT = Light("#000000", "#17191B", "#5C5540", ("#2E3235", "#1F2225", "#131517"), "#08090A")
"""What it is where contrast counts: forms and no shades."""

SUN: Point = (0.5, 0.46)
"""Where the light is, as shares of the width and of the height above the slab."""

RIDGES: tuple[tuple[float, ...], ...] = (
    (0.66, 0.58, 0.63, 0.5, 0.6, 0.68, 0.74, 0.7, 0.76, 0.68, 0.58, 0.63, 0.52, 0.6, 0.66),
    (0.78, 0.7, 0.74, 0.66, 0.76, 0.8, 0.86, 0.84, 0.87, 0.8, 0.76, 0.68, 0.74, 0.69, 0.76),
    (0.86, 0.82, 0.85, 0.8, 0.88, 0.9, 0.93, 0.92, 0.93, 0.9, 0.87, 0.82, 0.86, 0.8, 0.84),
)
"""The heights of the ridges, from the farthest to the nearest, at even distances, as shares from the top."""

RAYS = 14
EMBERS = 60
RINGS = 7
RING = 0.118
"""How wide the rings about the light are, as a share of what is above the slab: the farther out, the wider."""

LARGER = 2
"""The bare stage is painted so many times larger and reduced."""


def light_of(mood: str, theme: Theme) -> Light:
    """The colors of a mood in a theme."""
    if theme.name == "contrast":
        return FLAT
    return (DAY if luminance(theme.ground) > 0.5 else NIGHT)[mood]


def stage(mood: str, theme: Theme, size: tuple[int, int] = (WIDTH, HEIGHT), sun: Point = SUN) -> Image.Image:
    """The bare stage, to be painted on. The light is at `sun`, as shares of the width and of what is above the slab."""
    return _stage(mood, theme, size, sun).copy()


@lru_cache(maxsize=16)
def _stage(mood: str, theme: Theme, size: tuple[int, int], sun: Point) -> Image.Image:
    light = light_of(mood, theme)
    width, ground = LARGER * size[0], LARGER * min(size[1], GROUND)
    image = Image.new("RGB", (width, LARGER * size[1]), light.above)
    at = sun[0] * width, sun[1] * ground
    _sky(image, at, light, ground)
    for heights, paint in zip(RIDGES, light.ridges, strict=True):
        _ridge(image, heights, paint, light, at, ground)
    draw = ImageDraw.Draw(image)
    draw.ellipse((-0.3 * width, 0.93 * ground, 1.3 * width, 2 * ground), fill=light.ground)
    if light is not FLAT:
        _embers(image, mood, light, ground)
    return image.reduce(LARGER)


def _sky(image: Image.Image, at: Point, light: Light, ground: int) -> None:
    """Rings about the light, each darker than the one within it, and the rays that cross them."""
    steps = [mixed(light.below, light.above, (ring / RINGS) ** 0.8) for ring in range(RINGS + 1)]
    steps += [mixed(light.below, light.glow, share) for share in (0.24, 0.5)] + [light.glow]
    reach = [RING * ground * (ring + 3.1) ** 1.16 for ring in range(RINGS + 1)]
    reach += [RING * ground * far for far in (2.75, 2.15, 1.6)]
    bright = image.copy()
    for paint, far in sorted(zip(steps, reach, strict=True), key=lambda ring: -ring[1]):
        ImageDraw.Draw(image).ellipse(_around(at, far), fill=paint)
        ImageDraw.Draw(bright).ellipse(_around(at, far), fill=mixed(paint, light.glow, 0.13))
    rays = Image.new("L", image.size)
    draw = ImageDraw.Draw(rays)
    for number in range(RAYS):
        middle, wide = 360 * number / RAYS + 9, (5.5, 8, 3.5)[number % 3]
        draw.polygon((at, polar(at, image.width, middle - wide), polar(at, image.width, middle + wide)), fill=255)
    draw.ellipse(_around(at, RING * ground * 1.6), fill=0)
    image.paste(bright, (0, 0), rays)


def _ridge(image: Image.Image, heights: Sequence[float], paint: Colour, light: Light, at: Point, ground: int) -> None:
    """A ridge of mountains; the slopes that look to the light catch some of it."""
    step = image.width / (len(heights) - 1)
    line = [(number * step, share * ground) for number, share in enumerate(heights)]
    draw = ImageDraw.Draw(image)
    draw.polygon([(0, ground), *line, (image.width, ground)], fill=paint)
    lit = mixed(paint, light.glow, 0.13)
    for (x, y), (right, lower) in pairwise(line):
        rises = lower < y
        if rises != ((x + right) / 2 < at[0]):  # this slope is turned to the light
            top, foot = ((right, lower), (x, y)) if rises else ((x, y), (right, lower))
            draw.polygon((top, foot, (top[0] + 0.25 * (foot[0] - top[0]), foot[1] + 0.05 * ground)), fill=lit)


def _embers(image: Image.Image, mood: str, light: Light, ground: int) -> None:
    """Sparks in the air; where the moon shines, snow."""
    chance, draw = Random(mood), ImageDraw.Draw(image)
    for _ in range(EMBERS):
        at = chance.uniform(0, image.width), ground * chance.uniform(0.05, 0.98)
        paint = mixed(light.below, light.glow, chance.choice((0.45, 0.7, 1)))
        draw.ellipse(_around(at, LARGER * chance.uniform(1, 3)), fill=paint)


# --- what stands and lies there ---


def set_down(image: Image.Image, sprite: Image.Image, middle: Point, theme: Theme, turn: float = 0) -> None:
    """A see-through sprite with its middle at a point, turned clockwise, and the shadow that it casts."""
    if turn:
        sprite = sprite.convert("RGBa").rotate(-turn, Image.Resampling.BICUBIC, expand=True).convert("RGBA")
    at = round(middle[0] - sprite.width / 2), round(middle[1] - sprite.height / 2)
    if theme.name != "contrast":
        spread = max(3, sprite.width // 60)
        room = Image.new("L", (sprite.width + 8 * spread, sprite.height + 8 * spread))
        room.paste(sprite.getchannel("A"), (4 * spread, 4 * spread))
        shade = room.filter(ImageFilter.GaussianBlur(spread)).point(lambda share: round(0.55 * share))
        image.paste("#05060A", (at[0] - 2 * spread, at[1] - 2 * spread), shade)
    image.paste(sprite, at, sprite)


CUT: tuple[Point, ...] = (
    (-0.05, 0.6), (0.14, 0.52), (0.2, 0.6), (0.34, 0.5), (0.44, 0.58), (0.56, 0.44), (0.64, 0.52), (0.8, 0.38),
    (0.88, 0.44), (1.05, 0.3),
)  # fmt: skip
"""Where a thing breaks: from its left to its right, as shares of its sides."""


def broken(sprite: Image.Image, edge: Colour, cut: Sequence[Point] = CUT) -> tuple[Image.Image, Image.Image]:
    """What is above and what is below a jagged line, each as large as the whole and with a pale edge where it broke."""
    width, height = sprite.size
    line = [(x * width, y * height) for x, y in cut]
    halves = []
    for far in (-height, 2 * height):
        mask = Image.new("L", sprite.size)
        ImageDraw.Draw(mask).polygon(
            [(-width, far), (-width, line[0][1]), *line, (2 * width, line[-1][1]), (2 * width, far)], 255
        )
        half = sprite.copy()
        torn = ImageChops.multiply(mask, sprite.getchannel("A"))
        rim = Image.new("L", sprite.size)
        ImageDraw.Draw(rim).line(line, 255, max(3, width // 45), joint="curve")
        half.paste(edge, (0, 0), ImageChops.multiply(rim, torn))
        half.putalpha(torn)
        halves.append(half)
    upper, lower = halves
    return upper, lower


def chips(image: Image.Image, middle: Point, reach: float, paints: Sequence[Colour], seed: str) -> None:
    """Splinters that fly from a point."""
    chance, draw = Random(seed), ImageDraw.Draw(image)
    for number in range(20):
        angle, far = chance.uniform(150, 390), reach * chance.uniform(0.45, 1)
        x, y = polar(middle, far, angle)
        size = chance.uniform(9, 22) * (1.25 - far / reach)
        points = [polar((x, y), size * chance.uniform(0.6, 1.4), 120 * corner + 3 * angle) for corner in range(3)]
        draw.polygon(points, fill=paints[number % len(paints)])


def dust(image: Image.Image, box: Box, light: Light, theme: Theme) -> None:
    """A cloud that has been stirred up, lit from behind."""
    if theme.name == "contrast":
        return
    mask, chance = Image.new("L", image.size), Random(round(box.width))
    draw = ImageDraw.Draw(mask)
    for _ in range(12):
        x, y = chance.uniform(box.x, box.right), chance.uniform(box.y + box.height / 3, box.bottom)
        wide = box.height * chance.uniform(0.5, 1.1)
        draw.ellipse((x - wide, y - wide / 3, x + wide, y + wide / 3), fill=round(chance.uniform(40, 120)))
    mask = mask.filter(ImageFilter.GaussianBlur(box.height / 7))
    image.paste(mixed(light.ground, light.glow, 0.4), (0, 0), mask)


def faded(sprite: Image.Image, paint: Colour, share: float, seen: float) -> Image.Image:
    """A sprite as a shade of itself: mixed with a color, and partly seen through."""
    grey = Image.blend(sprite.convert("RGB"), Image.new("RGB", sprite.size, paint), share)
    grey.putalpha(sprite.getchannel("A").point(lambda alpha: round(seen * alpha)))
    return grey


def board(image: Image.Image, box: Box, theme: Theme) -> Canvas:
    """The picture with a board on which figures are written; what is behind it shines through a little."""
    canvas = Canvas.over(image)
    room = tuple(map(round, (box.x, box.y, box.right, box.bottom)))
    mask = Image.new("L", image.size)
    ImageDraw.Draw(mask).rounded_rectangle(room, 14, 255 if theme.name == "contrast" else 226)
    canvas.image.paste(theme.panel, (0, 0), mask)
    canvas.box(box, None, mixed(theme.panel, theme.ink, 0.25), 2, 14)
    return canvas


def told(image: Image.Image, sign: Image.Image, accent: Colour, said: tuple[str, str], theme: Theme) -> Image.Image:
    """The picture in a thin frame with its slab: who it is about, what has happened, and below it where and when."""
    canvas = Canvas.over(image)
    canvas.box(Box(0, GROUND, WIDTH, SLAB), theme.panel)
    canvas.box(Box(0, GROUND, WIDTH, 7), accent, theme.dark, 1)
    canvas.paste(sign, (30, GROUND + 7 + (SLAB - 7 - sign.height) / 2))
    x = 30 + sign.width + 26
    line, note = said
    canvas.fitted(line, Box(x, GROUND + 20, WIDTH - x - 30, 62), theme.title.sized(58), theme.ink, "l", 30)
    canvas.fitted(note, Box(x, GROUND + 84, WIDTH - x - 30, 36), theme.plain.sized(30), theme.faint, "l", 22)
    canvas.box(Box(0, 0, WIDTH, HEIGHT), None, mixed(accent, theme.dark, 0.35), 4)
    return canvas.image


def _around(middle: Point, radius: float) -> tuple[float, float, float, float]:
    x, y = middle
    return x - radius, y - radius, x + radius, y + radius


def spread(number: int, middle: float, step: float) -> Iterator[float]:
    """Places for so many things side by side around a middle."""
    return (middle + (place - (number - 1) / 2) * step for place in range(number))
