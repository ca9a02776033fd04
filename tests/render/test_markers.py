"""The emblems on the legion markers: all there, in two tones, and none to be taken for another."""

from __future__ import annotations

from itertools import combinations

import pytest
from PIL import Image, ImageChops, ImageStat

from render.titan.pieces.markers import MARKERS, emblem_of
from tests.render import views

COLOURS = views.rules().colours
ALL = [marker for colour in COLOURS.values() for marker in colour.markers]


def shown(marker: str, size: int = 24) -> Image.Image:
    """The emblem, white on black."""
    image = Image.new("L", (size, size))
    image.paste(emblem_of(marker, size, "#FFFFFF", "#000000"), (0, 0), emblem_of(marker, size, "#FFFFFF", "#000000"))
    return image


def apart(one: str, other: str) -> float:
    """How far two emblems differ at 24 pixels, from 0 to 1; shifts by up to two pixels do not help."""
    first = shown(one)
    shifts = ((dx, dy) for dx in (-2, 0, 2) for dy in (-2, 0, 2))
    return min(
        ImageStat.Stat(ImageChops.difference(first, ImageChops.offset(shown(other), *shift))).mean[0] / 255
        for shift in shifts
    )


def test_every_marker_has_an_emblem_and_no_other_has() -> None:
    assert set(MARKERS) == set(ALL)
    assert len(MARKERS) == 72


@pytest.mark.parametrize("marker", ALL)
def test_an_emblem_is_drawn_in_ink_and_in_what_it_lies_on(marker: str) -> None:
    assert {tone.partition("/")[0] for tone, _ in MARKERS[marker]} <= {"ink", "paint"}


@pytest.mark.parametrize("marker", ALL)
def test_an_emblem_fills_its_square_and_leaves_ground_to_stand_on(marker: str) -> None:
    image = shown(marker, 96)
    bounds = image.point(lambda level: 255 * (level > 127)).getbbox()

    assert bounds is not None
    assert max(bounds[2] - bounds[0], bounds[3] - bounds[1]) >= 84
    assert 0.15 < ImageStat.Stat(image).mean[0] / 255 < 0.75


def test_all_are_told_apart_at_24_pixels() -> None:
    closest = min(combinations(ALL, 2), key=lambda pair: apart(*pair))

    assert apart(*closest) > 0.14, closest


@pytest.mark.parametrize("colour", COLOURS)
def test_the_twelve_of_a_player_are_far_from_each_other(colour: str) -> None:
    closest = min(combinations(COLOURS[colour].markers, 2), key=lambda pair: apart(*pair))

    assert apart(*closest) > 0.18, closest


def test_an_emblem_has_the_same_pixels_in_each_drawing() -> None:
    first = emblem_of("Rd02", 48, "#FFFFFF", "#B8201F").tobytes()
    emblem_of.cache_clear()

    assert emblem_of("Rd02", 48, "#FFFFFF", "#B8201F").tobytes() == first
