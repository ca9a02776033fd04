"""The small marks: whole within their square, apart from each other, and readable on any paint at 18 pixels."""

from __future__ import annotations

from itertools import combinations

import pytest
from PIL import Image, ImageChops, ImageStat

from render.titan.pieces.glyphs import GLYPHS, glyph

SMALL = 18
INK, BONE = "#000000", "#FFFFFF"


@pytest.mark.parametrize("name", GLYPHS)
def test_a_mark_fills_its_square_and_stays_inside_it(name: str) -> None:
    left, upper, right, lower = glyph(name, 100, INK, BONE).getbbox(alpha_only=True) or (0, 0, 0, 0)

    assert min(left, upper) >= 2
    assert max(right, lower) <= 98
    assert max(right - left, lower - upper) >= 84


@pytest.mark.parametrize("name", GLYPHS)
def test_a_mark_has_dark_and_light_when_it_is_small(name: str) -> None:
    """It is seen on dark and on light paint: at least a tenth of the square is of either tone."""
    mark = glyph(name, SMALL, INK, BONE)

    shades = [
        grey
        for grey, alpha in zip(mark.convert("L").tobytes(), mark.getchannel("A").tobytes(), strict=True)
        if alpha > 200
    ]
    assert sum(grey < 80 for grey in shades) > SMALL**2 / 10
    assert sum(grey > 175 for grey in shades) > SMALL**2 / 10


@pytest.mark.parametrize(("one", "other"), list(combinations(GLYPHS, 2)))
def test_no_two_marks_look_alike_when_they_are_small(one: str, other: str) -> None:
    """Mean difference of grey over the square, on middle grey. The nearest two, flight and magic, have 60."""
    first, second = (_on_grey(name) for name in (one, other))

    assert ImageStat.Stat(ImageChops.difference(first, second)).mean[0] > 45


def _on_grey(name: str) -> Image.Image:
    mark = glyph(name, SMALL, INK, BONE)
    ground = ImageChops.constant(mark.getchannel("A"), 128)
    ground.paste(mark.convert("L"), (0, 0), mark.getchannel("A"))
    return ground
