"""The bot's own pictures, which an operator uploads: its portrait and the banner of its profile."""

from __future__ import annotations

from PIL import Image

from engine.titan.rules import TITAN, Rules
from render import stage
from render.canvas import Point, png
from render.stage import TRIUMPH
from render.theme import DARK
from render.titan.pieces.emblems import emblem

PORTRAIT = 512, 512
"""Discord cuts a circle out of it, and shows it as small as 32 pixels."""

BANNER = 680, 240

PAINT = "#2F52C8"
"""That of the Titan in both: blue, before a sky in orange."""

COMPANY: tuple[tuple[str, int, Point], ...] = (
    ("WYV", 100, (66, 70)),
    ("ANG", 92, (186, 58)),
    ("COL", 114, (124, 176)),
    ("BEH", 116, (560, 174)),
    ("GRI", 88, (500, 58)),
    ("DRA", 108, (614, 66)),
)
"""Who is beside the Titan on the banner: how large, and where the middle of each is."""


def portrait(rules: Rules) -> bytes:
    """The Titan before a rising sun, as a PNG; all that counts is within the circle."""
    image = stage.stage(TRIUMPH, DARK, PORTRAIT, (0.5, 0.4))
    _titan(image, rules, 344, (256, 262))
    return png(image, stage.SOFT)


def banner(rules: Rules) -> bytes:
    """The Titan among some whom he may lead, as a PNG."""
    image = stage.stage(TRIUMPH, DARK, BANNER, (0.5, 0.5))
    for code, size, middle in COMPANY:
        kind = rules.kinds[code]
        stage.set_down(image, emblem(code, size, DARK.paint(kind.name, kind.paint), DARK), middle, DARK)
    _titan(image, rules, 226, (338, 126))
    return png(image, stage.SOFT)


def _titan(image: Image.Image, rules: Rules, size: int, middle: Point) -> None:
    assert TITAN in rules.kinds, "he leads them"
    stage.set_down(image, emblem(TITAN, size, PAINT, DARK), middle, DARK)
