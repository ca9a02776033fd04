"""What tests ask of a finished picture."""

from __future__ import annotations

from io import BytesIO

from PIL import Image, ImageColor

from render.canvas import Point


def opened(data: bytes) -> Image.Image:
    """The picture in a PNG."""
    return Image.open(BytesIO(data)).convert("RGB")


def near(image: Image.Image, at: Point, paint: str, most: int = 24) -> bool:
    """Whether the pixel at a point has nearly a colour: few colours are kept in the file."""
    found = image.getpixel((round(at[0]), round(at[1])))
    assert isinstance(found, tuple)
    return all(abs(a - b) <= most for a, b in zip(found, ImageColor.getrgb(paint), strict=False))


def inside(points: tuple[Point, ...], at: Point) -> bool:
    """Whether a point lies in a convex polygon whose corners go clockwise."""
    pairs = zip(points, (*points[1:], points[0]), strict=True)
    return all((b[0] - a[0]) * (at[1] - a[1]) - (b[1] - a[1]) * (at[0] - a[0]) >= -0.01 for a, b in pairs)
