"""Animated pictures: frames in colours that they share, as WebP or GIF. It knows no game.

Frames are kept compressed and handed to the encoders one by one, so that a long film takes little memory.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from io import BytesIO
from itertools import pairwise

from PIL import GifImagePlugin, Image, ImageChops

from render.canvas import Palette

Encoded = Callable[["Film"], bytes]
"""A film as a file."""

SHARED = 255
"""So many colours the frames share. With the see-through one that the encoders need, they still fit a palette."""

CLEAR = 255
"""The place in the palette that leaves a pixel of a GIF as it was."""

PALETTE = 3 * 256
"""The bytes of a whole palette, so that CLEAR is within it."""

METHOD, EFFORT = 2, 30
"""How hard a WebP is compressed. Measured over 60 boards of 800 by 878: 3.5 KB and 11 ms a frame. Method 0 finds no
palette and takes 17 times the room, method 4 saves nothing; lossy at quality 75, it is three times as large and blurs
the type.
"""


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture, as the compressed places of its colours in the palette, and how long it is shown."""

    pixels: bytes = field(repr=False)
    milliseconds: int


@dataclass(frozen=True, slots=True)
class Film:
    """Frames of one size in the colours of one palette, to be shown one after the other."""

    size: tuple[int, int]
    palette: Palette
    frames: tuple[Frame, ...]

    @classmethod
    def of(cls, pictures: Iterable[tuple[Image.Image, int]], palette: Palette) -> Film:
        """The film of these pictures, each with its milliseconds; pictures that are alike become one frame."""
        frames: list[Frame] = []
        size = (0, 0)
        for picture, milliseconds in pictures:
            assert size in ((0, 0), picture.size), f"a frame of {picture.size} in a film of {size}"
            size = picture.size
            pixels = zlib.compress(palette.applied(picture).point(NEVER_CLEAR).tobytes(), 1)
            if frames and frames[-1].pixels == pixels:
                frames[-1] = replace(frames[-1], milliseconds=frames[-1].milliseconds + milliseconds)
            else:
                frames.append(Frame(pixels, milliseconds))
        return cls(size, palette, tuple(frames))

    def pictures(self) -> Iterator[Image.Image]:
        """The frames, in the palette."""
        return (self.picture(place) for place in range(len(self.frames)))

    def picture(self, place: int) -> Image.Image:
        """One frame, in the palette."""
        picture = self.places(place)
        picture.putpalette(self.palette.colours.ljust(PALETTE, bytes(1)))
        return picture

    def places(self, place: int) -> Image.Image:
        """One frame, its pixels the places of their colours in the palette."""
        return Image.frombytes("L", self.size, zlib.decompress(self.frames[place].pixels))

    def scaled(self, share: float) -> Film:
        """The film in another size."""
        size = round(self.size[0] * share), round(self.size[1] * share)
        smaller = (picture.convert("RGB").resize(size, Image.Resampling.LANCZOS) for picture in self.pictures())
        return Film.of(zip(smaller, (frame.milliseconds for frame in self.frames), strict=True), self.palette)

    def halved(self) -> Film:
        """The film with every second frame, but for the first and the last; each is shown for those left out too."""
        kept = [*range(0, len(self.frames) - 1, 2), len(self.frames) - 1]
        ends = [*kept[1:], len(self.frames)]
        frames = (
            replace(self.frames[start], milliseconds=sum(frame.milliseconds for frame in self.frames[start:end]))
            for start, end in zip(kept, ends, strict=True)
        )
        return replace(self, frames=tuple(frames))


NEVER_CLEAR = [*range(CLEAR), 0]
"""A palette that is not full leaves its last places black, where a pixel could come to lie."""


def webp(film: Film) -> bytes:
    """The film as an animated WebP that repeats, exact in the film's colours."""
    data = BytesIO()
    durations = [frame.milliseconds for frame in film.frames]
    # without key frames each frame holds only what differs from the one before
    options = {"lossless": True, "method": METHOD, "quality": EFFORT, "kmax": 0}
    _Reel(film).save(data, "WEBP", save_all=True, duration=durations, loop=0, **options)
    return data.getvalue()


def gif(film: Film) -> bytes:
    """The film as a GIF that repeats. Pillow's own writer would hold all frames at once, uncompressed."""
    first = film.picture(0)
    parts = [*GifImagePlugin.getheader(first.copy(), info={"loop": 0})[0]]
    parts += GifImagePlugin.getdata(first, duration=film.frames[0].milliseconds)
    places = map(film.places, range(len(film.frames)))
    for (before, after), frame in zip(pairwise(places), film.frames[1:], strict=True):
        changed = ImageChops.difference(before, after)
        box = changed.getbbox()
        assert box is not None, "frames that are alike are one"
        part = after.crop(box)
        part.paste(CLEAR, mask=changed.crop(box).point([CLEAR, *(0,) * 255]))
        part.putpalette(film.palette.colours.ljust(PALETTE, bytes(1)))
        parts += GifImagePlugin.getdata(part, box[:2], duration=frame.milliseconds, transparency=CLEAR, disposal=1)
    return b"".join((*parts, b";"))


def fitting(film: Film, encoded: Encoded, most: int) -> bytes:
    """The film as a file of at most `most` bytes if that can be: smaller, then with fewer frames, as far as needed."""
    data = encoded(film)
    for attempt in range(ATTEMPTS):
        if len(data) <= most:
            break
        film = film.halved() if attempt % 2 else film.scaled(SMALLER)
        data = encoded(film)
    return data


SMALLER = 0.8
ATTEMPTS = 8


class _Reel(Image.Image):
    """A film as an image of many frames: made one by one, as the encoder asks for them."""

    def __init__(self, film: Film) -> None:
        super().__init__()
        self._film = film
        self._mode, self._size = "RGB", film.size
        self.n_frames = len(film.frames)
        self.seek(0)

    def seek(self, frame: int) -> None:
        self._place = frame
        self.im = self._film.picture(frame).convert("RGB").im

    def tell(self) -> int:
        return self._place
