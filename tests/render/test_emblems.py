"""Every kind has an emblem that its outline alone tells from all others, on any ground and in every theme."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import pytest
from PIL import Image, ImageChops, ImageFilter, ImageStat

from render.canvas import contrast
from render.drawing import pieces
from render.theme import DARK, THEMES, Theme
from render.titan.pieces.emblems import EMBLEMS, emblem
from render.tones import tones
from tests.render import views

KINDS = views.rules().kinds
CODES = sorted(EMBLEMS)
TONES = {"ink", "body", "shade", "gleam", "spark", "bone"}

LEAST_APART = 0.19
"""What share of two silhouettes, laid over each other, only one fills. The closest are Lion and Warbear: 0.20."""

LEAST_APART_IN_GREY = 30
"""The mean difference of the greys of two emblems, laid over each other at best. Hydra and Warbear have 35."""


@cache
def silhouette(code: str, size: int) -> Image.Image:
    """Where the emblem is, in black and white."""
    return emblem(code, size, "#808080", DARK).getchannel("A").point(lambda share: 255 * (share > 127)).convert("1")


def grey(code: str, size: int) -> Image.Image:
    """The emblem in its kind's paint, on middle grey, without its colours."""
    sprite = emblem(code, size, KINDS[code].paint, DARK)
    plate = Image.new("RGB", sprite.size, "#808080")
    plate.paste(sprite, (0, 0), sprite)
    return plate.convert("L")


def area(mask: Image.Image) -> int:
    """How many of its pixels are white."""
    return mask.convert("L").histogram()[255]


def apart(one: str, other: str) -> float:
    """How unlike two silhouettes are, as a phone shows them: from 0 to 1."""
    first, second = silhouette(one, 40), silhouette(other, 40)
    return area(ImageChops.logical_xor(first, second)) / area(ImageChops.logical_or(first, second))


def test_every_kind_has_an_emblem() -> None:
    assert set(EMBLEMS) == set(KINDS)


@pytest.mark.parametrize("code", CODES)
def test_an_emblem_uses_the_six_tones_and_paths_that_parse(code: str) -> None:
    for layer, path in EMBLEMS[code]:
        tone, _, width = layer.partition("/")
        assert tone in TONES
        assert pieces(path)
        assert not width or float(width) > 0


@pytest.mark.parametrize("code", CODES)
def test_an_emblem_is_within_the_square_and_fills_it(code: str) -> None:
    edges = []
    for layer, path in EMBLEMS[code]:
        half = float(layer.partition("/")[2] or 0) / 2
        for piece in pieces(path):
            edges += [(x - half, y - half, x + half, y + half) for x, y in piece.points]
    left, top = min(edge[0] for edge in edges), min(edge[1] for edge in edges)
    right, bottom = max(edge[2] for edge in edges), max(edge[3] for edge in edges)

    assert min(left, top) >= 0
    assert max(right, bottom) <= 100
    assert max(right - left, bottom - top) >= 90
    assert min(right - left, bottom - top) >= 70
    assert area(silhouette(code, 100)) >= 3000


@pytest.mark.parametrize("code", CODES)
def test_an_emblem_is_outlined_in_ink_all_around(code: str) -> None:
    """Hence it stands out from a plate of its own colour."""
    image = emblem(code, 200, "#FFFFFF", DARK)
    mask = silhouette(code, 200).convert("L")
    rim = ImageChops.difference(mask.filter(ImageFilter.MinFilter(3)), mask.filter(ImageFilter.MinFilter(5)))

    inked = total = 0
    for pixel, on_rim in zip(image.convert("L").tobytes(), rim.tobytes(), strict=True):
        total += on_rim > 0
        inked += on_rim > 0 and pixel < 60
    assert inked / total > 0.97


def test_silhouettes_are_told_apart_at_forty_pixels() -> None:
    distances = {(one, other): apart(one, other) for one, other in combinations(CODES, 2)}

    closest = min(distances, key=lambda pair: distances[pair])
    assert distances[closest] > LEAST_APART, closest


def test_emblems_are_told_apart_without_colour_at_forty_pixels() -> None:
    """In grey as on a poor screen, wherever the one is moved by up to two pixels over the other."""
    greys = {code: grey(code, 40) for code in CODES}
    shifts = [(x, y) for x in (-2, 0, 2) for y in (-2, 0, 2)]

    for one, other in combinations(CODES, 2):
        moved = (ImageChops.offset(greys[one], *shift) for shift in shifts)
        distance = min(ImageStat.Stat(ImageChops.difference(image, greys[other])).mean[0] for image in moved)
        assert distance > LEAST_APART_IN_GREY, (one, other)


@pytest.mark.parametrize("code", CODES)
def test_the_picture_itself_has_shades_and_not_just_an_outline(code: str) -> None:
    colours = emblem(code, 200, "#7A5BB5", DARK).getcolors(200 * 200) or []
    solid = {pixel for count, pixel in colours if count > 50 and isinstance(pixel, tuple) and pixel[3] == 255}

    assert len(solid) >= 4


@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
def test_bodies_differ_from_their_outlines_in_every_theme(theme: Theme) -> None:
    paints = [theme.paint(kind.name, kind.paint) for kind in KINDS.values()]
    paints += [theme.paint(colour.name, colour.paint) for colour in views.rules().colours.values()]

    for paint in paints:
        toned = tones(paint, theme)
        assert set(toned) == TONES
        assert contrast(toned["body"], toned["ink"]) >= 1.4
        assert contrast(toned["gleam"], toned["shade"]) > contrast(toned["body"], toned["shade"])


def test_a_mirrored_emblem_faces_the_other_way() -> None:
    ranger = emblem("RAN", 64, "#2F7D46", DARK)

    mirrored = emblem("RAN", 64, "#2F7D46", DARK, mirrored=True)

    assert mirrored.tobytes() == ranger.transpose(Image.Transpose.FLIP_LEFT_RIGHT).tobytes() != ranger.tobytes()


def test_what_is_no_kind_is_a_question_mark() -> None:
    unknown = emblem("???", 64, "#808080", DARK)

    assert unknown.tobytes() == emblem("XXX", 64, "#808080", DARK).tobytes()
    assert all(unknown.tobytes() != emblem(code, 64, "#808080", DARK).tobytes() for code in CODES)
