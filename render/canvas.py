"""A surface to draw on: polygons, text that fits, sprites, supersampling, and the PNG. It knows no game.

All coordinates and widths are in pixels of the finished picture, whatever the scale it is drawn at.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from math import cos, radians, sin

from PIL import Image, ImageDraw

from render import lettering

Point = tuple[float, float]
Colour = str


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle of the picture."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The end of the rectangle at its right."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """Its lower end."""
        return self.y + self.height

    @property
    def centre(self) -> Point:
        """Its middle."""
        return self.x + self.width / 2, self.y + self.height / 2

    @property
    def corners(self) -> tuple[Point, Point, Point, Point]:
        """Its corners, clockwise from the upper left."""
        return (self.x, self.y), (self.right, self.y), (self.right, self.bottom), (self.x, self.bottom)

    def shrunk(self, margin: float) -> Box:
        """The rectangle without a margin on all sides."""
        return Box(self.x + margin, self.y + margin, self.width - 2 * margin, self.height - 2 * margin)

    def moved(self, dx: float, dy: float) -> Box:
        """The same rectangle elsewhere."""
        return Box(self.x + dx, self.y + dy, self.width, self.height)

    def overlaps(self, other: Box) -> bool:
        """Whether the two share more than an edge."""
        return self.x < other.right and other.x < self.right and self.y < other.bottom and other.y < self.bottom


@dataclass(frozen=True, slots=True)
class Type:
    """A font of the assets with its size in pixels."""

    file: str
    size: int

    def sized(self, size: int) -> Type:
        """The same font in another size."""
        return Type(self.file, size)

    def width(self, text: str) -> float:
        """How wide a text is."""
        return lettering.width(text, self.file, self.size)


class Canvas:
    """A picture in the making. With `scale` 2 it is drawn twice as large and smoothed by `finished`.

    If it is `paired`, each two rows of pixels are made the same, all but what is written small, which comes last and is
    drawn in its own size. That looks nearly as well, and takes half the room in a PNG.
    """

    def __init__(self, width: int, height: int, paint: Colour | None, scale: int = 1, paired: bool = False) -> None:
        self.scale = scale
        self.paired = paired
        size = (width * scale, height * scale)
        self.image = Image.new("RGBA", size, (0, 0, 0, 0)) if paint is None else Image.new("RGB", size, paint)
        self.draw = ImageDraw.Draw(self.image)
        self._written: list[tuple[str, Point, Type, Colour]] = []

    @classmethod
    def over(cls, image: Image.Image) -> Canvas:
        """A canvas that begins with a copy of a finished picture."""
        canvas = cls.__new__(cls)
        canvas.scale = 1
        canvas.paired = False
        canvas.image = image.copy()
        canvas.draw = ImageDraw.Draw(canvas.image)
        return canvas

    def finished(self) -> Image.Image:
        """The picture in its own size."""
        if self.scale == 1 and not self.paired:
            return self.image
        # see-through pixels are black: without their share taken out first, edges would darken
        large = self.image.convert("RGBa") if self.image.mode == "RGBA" else self.image
        if not self.paired:
            return large.reduce(self.scale).convert(self.image.mode)
        width, height = self.image.width // self.scale, self.image.height // self.scale
        rows = large.reduce((self.scale, 2 * self.scale)).convert(self.image.mode)
        pairs = rows.resize((width, 2 * rows.height), Image.Resampling.NEAREST)
        canvas = Canvas.over(pairs.crop((0, 0, width, height)))
        for text, at, face, paint in self._written:
            canvas.text(text, at, face, paint)
        return canvas.image

    def polygon(
        self, points: Iterable[Point], paint: Colour | None, edge: Colour | None = None, width: float = 0
    ) -> None:
        """A filled polygon; its edge of `width` lies half inside and has round joints."""
        placed = [self._at(point) for point in points]
        if paint is not None:
            self.draw.polygon(placed, fill=paint)
        if edge is not None and width:
            self._stroke([*placed, placed[0]], edge, width)

    def box(
        self, box: Box, paint: Colour | None, edge: Colour | None = None, width: float = 0, radius: float = 0
    ) -> None:
        """A rectangle with round corners; its edge lies inside."""
        (x, y), (right, bottom) = self._at((box.x, box.y)), self._at((box.right, box.bottom))
        place = (round(x), round(y), round(right) - 1, round(bottom) - 1)
        self.draw.rounded_rectangle(place, radius * self.scale, paint, edge, round(width * self.scale))

    def oval(self, box: Box, paint: Colour | None, edge: Colour | None = None, width: float = 0) -> None:
        """An ellipse; its edge lies inside."""
        (x, y), (right, bottom) = self._at((box.x, box.y)), self._at((box.right, box.bottom))
        self.draw.ellipse((x, y, right, bottom), paint, edge, round(width * self.scale))

    def disc(
        self, centre: Point, radius: float, paint: Colour | None, edge: Colour | None = None, width: float = 0
    ) -> None:
        """A circle."""
        x, y = centre
        self.oval(Box(x - radius, y - radius, 2 * radius, 2 * radius), paint, edge, width)

    def line(self, points: Sequence[Point], paint: Colour, width: float) -> None:
        """A line with round joints and ends."""
        self._stroke([self._at(point) for point in points], paint, width)

    def text(
        self, text: str, at: Point, face: Type, paint: Colour, anchor: str = "l", room: float | None = None
    ) -> float:
        """One line of text on the baseline `at`; its width is returned.

        `anchor` is `l`, `m` or `r`: what of it is at the point. What is wider than `room` ends in an ellipsis.
        """
        if room is not None:
            text = lettering.shortened(text, face.file, face.size, room)
        if self.paired and face.size < LARGE:
            width = face.width(text)
            self._written.append((text, (at[0] - width * ANCHORS[anchor], at[1]), face, paint))
            return width
        size = face.size * self.scale
        runs = lettering.runs(text, face.file, size)
        total = sum(run.width for run in runs)
        x, y = self._at(at)
        x -= total * ANCHORS[anchor]
        for run in runs:
            letters, (left, top) = lettering.stencil(run)
            self.draw.bitmap((round(x) + left, round(y) + top), letters, fill=paint)
            x += run.width
        return total / self.scale

    def fitted(self, text: str, box: Box, face: Type, paint: Colour, anchor: str = "m", least: int = 22) -> None:
        """One line of text within a box: as large as `face` or smaller, not below `least`, then cut.

        Capitals stand in the middle of the height.
        """
        size = face.size
        while size > least and face.sized(size).width(text) > box.width:
            size -= 1
        x = {"l": box.x, "m": box.x + box.width / 2, "r": box.right}[anchor]
        self.text(text, (x, box.y + box.height / 2 + CAPITAL * size / 2), face.sized(size), paint, anchor, box.width)

    def paste(self, sprite: Image.Image, at: Point) -> None:
        """A finished picture with its upper left corner at a point; it may be see-through."""
        x, y = self._at(at)
        self._lay(sprite, (round(x), round(y)))

    def paste_large(self, sprite: Image.Image, at: Point) -> None:
        """A picture that is already as large as the canvas is drawn, to be smoothed with it."""
        x, y = self._at(at)
        self._lay(sprite, (round(x), round(y)))

    def _lay(self, sprite: Image.Image, at: tuple[int, int]) -> None:
        if sprite.mode == self.image.mode == "RGBA":
            self.image.alpha_composite(sprite, at)  # pasted, edges would lose what they cover twice
        else:
            self.image.paste(sprite, at, sprite if sprite.mode == "RGBA" else None)

    def _at(self, point: Point) -> Point:
        return point[0] * self.scale, point[1] * self.scale

    def _stroke(self, points: list[Point], paint: Colour, width: float) -> None:
        stroke = max(1, round(width * self.scale))
        self.draw.line(points, fill=paint, width=stroke, joint="curve")
        if stroke > 2:
            radius = stroke / 2 - 0.5
            for x, y in (points[0], points[-1]):
                self.draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=paint)


ANCHORS = {"l": 0.0, "m": 0.5, "r": 1.0}
"""How much of a text lies before the point at which it is written."""

LARGE = 22
"""Writing so large is paired like everything else; what is smaller would suffer."""

CAPITAL = 0.714
"""The height of capitals, in sizes of the type."""


MOST_COLOURS = 256
"""A palette holds no more."""

NEAR = 24
"""How far a colour of the samples must be from one that is kept, in any of red, green and blue.

The less, the finer is the light, and the larger the PNG.
"""


LEVEL = 4
"""How hard a PNG is compressed: 1 takes a third less time and 18 % more room, 6 half as much again and 5 % less."""


class Palette:
    """Up to 256 colours that pictures of one sort share. Bringing a picture to them is a matter of milliseconds.

    The colours `exact` are kept as they are; the others are those that serve the `samples` best: small pictures of
    everything that will be drawn, with the smoothed edges between them. With `kmeans` they come a quarter nearer,
    at some seconds a megapixel. `colours` has three bytes for each.
    """

    def __init__(
        self,
        exact: Iterable[Colour],
        samples: Iterable[Image.Image],
        most: int = MOST_COLOURS,
        near: int = NEAR,
        kmeans: int = 0,
    ) -> None:
        kept = list(dict.fromkeys(colour.upper() for colour in exact))[:most]
        colours = b"".join(bytes.fromhex(colour[1:]) for colour in kept)
        if len(kept) < most:
            found = _beside_each_other([sample.convert("RGB") for sample in samples]).quantize(
                most - len(kept), Image.Quantize.MEDIANCUT, kmeans, dither=Image.Dither.NONE
            )
            colours += _apart(bytes(found.getpalette() or ()), colours, near)
        self.colours = colours[: 3 * most]
        self._image = Image.new("P", (1, 1))
        self._image.putpalette(self.colours)

    def applied(self, image: Image.Image) -> Image.Image:
        """The picture in these colours."""
        plain = image if image.mode == "RGB" else image.convert("RGB")
        return plain.quantize(palette=self._image, dither=Image.Dither.NONE)

    def png(self, image: Image.Image, level: int = LEVEL) -> bytes:
        """The picture in these colours as a PNG without metadata."""
        return _encoded(self.applied(image), level)


def _apart(colours: bytes, kept: bytes, near: int) -> bytes:
    """The colours that could not be mistaken for a kept one: Pillow looks them up with the last two bits left out."""
    exact = [kept[at : at + 3] for at in range(0, len(kept), 3)]
    found = (colours[at : at + 3] for at in range(0, len(colours), 3))
    return b"".join(c for c in found if all(max(abs(a - b) for a, b in zip(c, e, strict=True)) > near for e in exact))


def png(image: Image.Image, method: Image.Quantize = Image.Quantize.FASTOCTREE) -> bytes:
    """The picture as a PNG in colours of its own, without metadata. For what has no palette to share.

    The fast method is coarse where much is nearly alike; MEDIANCUT is finer, and takes longer.
    """
    return _encoded(image.convert("RGB").quantize(MOST_COLOURS, method, dither=Image.Dither.NONE))


def _encoded(image: Image.Image, level: int = LEVEL) -> bytes:
    data = BytesIO()
    image.save(data, "PNG", compress_level=level)
    return data.getvalue()


def _beside_each_other(images: Sequence[Image.Image]) -> Image.Image:
    sheet = Image.new("RGB", (sum(image.width for image in images), max(image.height for image in images)))
    x = 0
    for image in images:
        sheet.paste(image, (x, 0))
        x += image.width
    return sheet


def between(start: Point, end: Point, share: float) -> Point:
    """The point that lies `share` of the way from start to end."""
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def middle(points: Sequence[Point]) -> Point:
    """The mean of the points."""
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def polar(centre: Point, radius: float, degrees: float) -> Point:
    """The point at a distance and an angle, clockwise from the right."""
    return centre[0] + radius * cos(radians(degrees)), centre[1] + radius * sin(radians(degrees))


def mixed(paint: Colour, other: Colour, share: float) -> Colour:
    """The colour `share` of the way from one to the other; both as #RRGGBB."""
    pairs = ((int(paint[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * share):02X}" for a, b in pairs)


def findable(paint: Colour) -> Colour:
    """The nearest colour that Pillow finds in a palette as it is: it looks colours up with the last two bits left out.

    Large areas have such colours where others of a palette are so near that they could be taken for them.
    """
    return "#" + "".join(f"{min(252, (int(paint[i : i + 2], 16) + 2) // 4 * 4):02X}" for i in (1, 3, 5))


@lru_cache(maxsize=4096)
def luminance(paint: Colour) -> float:
    """How light a colour is, from 0 to 1, as WCAG has it."""
    red, green, blue = (int(paint[i : i + 2], 16) / 255 for i in (1, 3, 5))
    linear = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (red, green, blue))
    return sum(share * part for share, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: Colour, other: Colour) -> float:
    """The contrast of two colours, from 1 to 21, as WCAG has it."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)
