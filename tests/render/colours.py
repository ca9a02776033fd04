"""How colours look to people: CIE Lab, distances in it, and what protanopes, deuteranopes and tritanopes see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import combinations
from math import atan2, cos, degrees, dist, exp, hypot, inf, radians, sin, sqrt
from types import MappingProxyType

from PIL import Image

from render.canvas import Colour

Rgb = tuple[int, int, int]
Lab = tuple[float, float, float]
Matrix = tuple[tuple[float, float, float], ...]

WHITE = (0.95047, 1.0, 1.08883)
"""The standard light D65, in CIE XYZ."""

XYZ: Matrix = ((0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.0721750), (0.0193339, 0.1191920, 0.9503041))
"""From linear sRGB to CIE XYZ (IEC 61966-2-1)."""

SIGHT: Mapping[str, Matrix] = MappingProxyType(
    {
        "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
        "protanopia, Machado 2009": (
            (0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998),
        ),
        "deuteranopia, Machado 2009": (
            (0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881),
        ),
        "tritanopia, Machado 2009": (
            (1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900),
        ),
        "protanopia, Viénot 1999": (
            (0.11238, 0.88762, 0.0), (0.11238, 0.88762, 0.0), (0.00401, -0.00401, 1.0),
        ),
        "deuteranopia, Viénot 1999": (
            (0.29275, 0.70725, 0.0), (0.29275, 0.70725, 0.0), (-0.02234, 0.02234, 1.0),
        ),
    }
)  # fmt: skip
"""What becomes of linear sRGB in somebody's eyes.

Machado, Oliveira and Fernandes, *A physiologically-based model for simulation of color vision deficiency* (2009), at
severity 1.0; Viénot, Brettel and Mollon, *Digital video colourmaps for checking the legibility of displays by
dichromats* (1999), who have no tritanopes.
"""


def rgb(colour: Colour) -> Rgb:
    """The three parts of #RRGGBB, each 0 to 255."""
    red, green, blue = bytes.fromhex(colour[1:])
    return red, green, blue


def seen(colour: Rgb, sight: Matrix) -> Lab:
    """The CIE Lab colour that somebody sees."""
    red, green, blue = (_linear(part) for part in colour)
    felt = (min(1.0, max(0.0, a * red + b * green + c * blue)) for a, b, c in sight)
    return _lab(*felt)


def painted(colour: Colour, sight: str = "usual") -> Lab:
    """The CIE Lab colour that somebody sees of a paint."""
    return _seen(rgb(colour), sight)


def apart(one: Lab, other: Lab) -> float:
    """How far two colours are apart by CIEDE2000: from 2 on people notice, at 10 they see it at a glance.

    Formula and names as in Sharma, Wu and Dalal, *The CIEDE2000 color-difference formula* (2005).
    """
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean = (hypot(a1, b1) + hypot(a2, b2)) / 2
    stretch = 1.5 - 0.5 * sqrt(mean**7 / (mean**7 + 25**7))
    c1, c2 = hypot(a1 * stretch, b1), hypot(a2 * stretch, b2)
    h1, h2 = degrees(atan2(b1, a1 * stretch)) % 360, degrees(atan2(b2, a2 * stretch)) % 360
    turn = 0.0 if c1 * c2 == 0 else (h2 - h1 + 180) % 360 - 180
    hue = h1 + h2 if c1 * c2 == 0 else h1 + turn / 2
    light, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    t = (
        1
        - 0.17 * cos(radians(hue - 30))
        + 0.24 * cos(radians(2 * hue))
        + 0.32 * cos(radians(3 * hue + 6))
        - 0.20 * cos(radians(4 * hue - 63))
    )
    dl = (l2 - l1) / (1 + 0.015 * (light - 50) ** 2 / sqrt(20 + (light - 50) ** 2))
    dc = (c2 - c1) / (1 + 0.045 * chroma)
    dh = 2 * sqrt(c1 * c2) * sin(radians(turn) / 2) / (1 + 0.015 * chroma * t)
    skew = -2 * sqrt(chroma**7 / (chroma**7 + 25**7)) * sin(radians(60 * exp(-(((hue % 360 - 275) / 25) ** 2))))
    return sqrt(dl**2 + dc**2 + dh**2 + skew * dc * dh)


def flat(image: Image.Image, ground: Colour) -> Image.Image:
    """A picture that lies on a ground."""
    whole = Image.new("RGB", image.size, ground)
    whole.paste(image, (0, 0), image if image.mode == "RGBA" else None)
    return whole


def closest_pictures(pictures: Mapping[str, Image.Image], sight: str) -> tuple[float, str, str]:
    """The two pictures of one size that somebody takes for each other most easily, and how far they are apart.

    They are at least as far apart as what they are on the whole, which is known soon: no pair is looked at that can not
    be the closest.
    """
    whole = {name: _mean(image, sight) for name, image in pictures.items()}
    pairs = sorted((dist(whole[one], whole[other]), one, other) for one, other in combinations(pictures, 2))
    closest = (inf, "", "")
    for least, one, other in pairs:
        if least > closest[0]:
            break
        closest = min(closest, (pictures_apart(pictures[one], pictures[other], sight), one, other))
    return closest


def pictures_apart(one: Image.Image, other: Image.Image, sight: str) -> float:
    """The mean distance of the pixels of two pictures of one size, as the crow flies in CIE Lab (CIE 1976)."""
    assert one.size == other.size
    pairs = Counter(zip(_pixels(one), _pixels(other), strict=True))
    far = sum(many * dist(_seen(mine, sight), _seen(its, sight)) for (mine, its), many in pairs.items())
    return far / pairs.total()


def _mean(image: Image.Image, sight: str) -> Lab:
    """What somebody sees of a picture on the whole."""
    size = image.width * image.height
    seen = [(many, _seen(colour, sight)) for many, colour in image.getcolors(size) or ()]
    light, a, b = (sum(many * lab[part] for many, lab in seen) / size for part in range(3))
    return light, a, b


def _pixels(image: Image.Image) -> Iterator[Rgb]:
    """The colours of a picture, row by row."""
    return zip(*(band.tobytes() for band in image.split()), strict=True)


@lru_cache(maxsize=1 << 17)
def _seen(colour: Rgb, sight: str) -> Lab:
    return seen(colour, SIGHT[sight])


def _linear(part: int) -> float:
    share = part / 255
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4


def _lab(red: float, green: float, blue: float) -> Lab:
    x, y, z = (_root((a * red + b * green + c * blue) / white) for (a, b, c), white in zip(XYZ, WHITE, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _root(share: float) -> float:
    return share ** (1 / 3) if share > 216 / 24389 else (24389 / 27 * share + 16) / 116
