"""The light on a battleland: it comes from the upper left, low and warm; what is high throws its shadow the other way.

Shadows are laid upon the finished drawing, in its own size: soft edges need no smoothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render.canvas import Colour, Point

CAST = (11, 9)
"""How far a level throws its shadow."""

DEEP, UNDER = 0.42, 0.6
"""How dark shadows are: of levels, and of the whole land on what it lies on."""

COOL: Colour = "#0A1226"
WARM: Colour = "#FFE3B0"
"""What is in shadow turns to this, what is lit to that."""

Outlines = Sequence[Sequence[Point]]


def lit(image: Image.Image, hexes: Outlines, elevation: Sequence[int], scale: float) -> Image.Image:
    """The land with the shadows of its levels, and its own on what it lies on."""
    whole = _mask(image.size, scale, hexes)
    outside = ImageChops.multiply(_thrown(whole, scale, (13, 15), 6), ImageChops.invert(whole))
    image.paste(COOL, (0, 0), outside.point(lambda v: round(v * UNDER)))
    shadow = Image.new("L", image.size)
    for level in range(1, max(elevation) + 1):
        high = _mask(image.size, scale, [points for points, at in zip(hexes, elevation, strict=True) if at >= level])
        cast = ImageChops.multiply(_thrown(high, scale, CAST, 4), ImageChops.invert(high))
        shadow = ImageChops.lighter(shadow, cast)
    image.paste(COOL, (0, 0), shadow.point(lambda v: round(v * DEEP)))
    return image


def _mask(size: tuple[int, int], scale: float, hexes: Outlines) -> Image.Image:
    """Where some hexes lie."""
    mask = Image.new("L", (size[0] * 2, size[1] * 2))
    draw = ImageDraw.Draw(mask)
    for points in hexes:
        draw.polygon([(x * scale * 2, y * scale * 2) for x, y in points], fill=255)
    return mask.reduce(2)


def _thrown(mask: Image.Image, scale: float, way: tuple[int, int], soft: float) -> Image.Image:
    """The shadow of what is in a mask."""
    moved = Image.new("L", mask.size)
    moved.paste(mask, (round(way[0] * scale), round(way[1] * scale)))
    return moved.filter(ImageFilter.GaussianBlur(soft * scale))
