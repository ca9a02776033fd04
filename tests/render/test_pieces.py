"""Liveries, plates, counters, dice: who owns what is seen without colours, and what is written can be read."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations

import pytest
from PIL import Image, ImageChops, ImageStat

from engine.core import Seat
from engine.titan.view import LegionView
from render.canvas import Box, Canvas, contrast
from render.theme import DARK, THEMES, Theme
from render.titan.pieces import plates, tokens
from tests.render import views
from tests.render.looks import far_from_dark
from tests.render.pixels import near

VIEW = views.start(6)
RULES = VIEW.rules
SIZES = [(88, 76), (104, 104), (92, 36), (62, 76), (46, 76), (34, 76), (125, 114), (164, 148)]
"""Alone in a land, in a hand, in a list, two, three and four to a land; in a large land two, and one."""


def legion(marker: str, owner: int, height: int = 4, moved: bool = False, known: int = 0) -> LegionView:
    """A legion of which so many characters are certain."""
    return LegionView(marker, Seat(owner), 100, height, RULES.start[:known], moved, 0)


def counter(shown: LegionView, size: tuple[int, int], theme: Theme = DARK) -> Image.Image:
    """The counter of a legion on the theme's ground."""
    image = Image.new("RGB", size, theme.ground)
    sprite = tokens.counter(VIEW, shown, *size, theme)
    image.paste(sprite, (0, 0), sprite)
    return image


def apart(one: Image.Image, other: Image.Image) -> float:
    """How far two pictures differ in grey, from 0 to 1."""
    return ImageStat.Stat(ImageChops.difference(one.convert("L"), other.convert("L"))).mean[0] / 255


def closest(pictures: Iterable[Image.Image]) -> float:
    """The least distance of any two pictures."""
    return min(apart(one, other) for one, other in combinations(pictures, 2))


# --- liveries ---


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
@pytest.mark.parametrize("colour", views.COLOURS)
def test_text_on_a_livery_can_be_read_in_every_theme(colour: str, theme: Theme) -> None:
    livery = tokens.livery(RULES, colour, theme)

    assert contrast(livery.text, livery.paint) >= 4.5
    assert contrast(tokens.NEUTRAL.text, tokens.NEUTRAL.paint) >= 4.5


def test_every_colour_has_a_shape_and_a_pattern_of_its_own() -> None:
    assert set(tokens.DESIGNS) == set(RULES.colours)
    assert len({shape for shape, _ in tokens.DESIGNS.values()}) == 6
    assert len({pattern for _, pattern in tokens.DESIGNS.values()}) == 6


def test_a_marker_has_the_livery_of_its_colour() -> None:
    for name, colour in RULES.colours.items():
        assert tokens.livery_of_marker(RULES, colour.markers[3], DARK) == tokens.livery(RULES, name, DARK)


@pytest.mark.parametrize(
    ("size", "band", "least"),
    [
        ((84, 76), 14, 0.04),
        ((104, 104), 20, 0.04),
        ((92, 37), 12, 0.016),
        ((86, 37), 11, 0.016),
        ((53, 37), 0, 0.012),
        ((42, 37), 0, 0.012),
    ],
)
def test_owners_are_told_apart_without_colours_at_phone_width(size: tuple[int, int], band: int, least: float) -> None:
    """Every plate in one and the same paint, at a quarter of its size: what remains are shape and pattern."""
    found = []
    for shape, pattern in tokens.DESIGNS.values():
        plate = plates.plate(shape, pattern, "#404040", "#FFFFFF", *size, band, tokens.RIM, 1)
        ground = Image.new("RGB", size, "#909090")
        ground.paste(plate, (0, 0), plate)
        found.append(ground.reduce(4))

    assert closest(found) > least


@pytest.mark.parametrize("shape", [shape for shape, _ in tokens.DESIGNS.values()])
@pytest.mark.parametrize("size", SIZES)
def test_a_shape_nearly_fills_its_box_and_stays_within(shape: str, size: tuple[int, int]) -> None:
    width, height = size
    outline = plates.outline(shape, Box(0, 0, width, height))

    assert all(-0.01 <= x <= width + 0.01 and -0.01 <= y <= height + 0.01 for x, y in outline)
    area = abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(outline, (*outline[1:], outline[0]), strict=True))) / 2
    assert area > 0.85 * width * height


# --- counters ---


@pytest.mark.parametrize("size", SIZES)
@far_from_dark
def test_a_counter_has_the_paint_of_its_owner(theme: Theme, size: tuple[int, int]) -> None:
    width, height = size
    for seat, colour in enumerate(views.COLOURS):
        paint = tokens.livery(RULES, colour, theme).paint
        own = counter(legion(RULES.colours[colour].markers[0], seat), size, theme)
        taken = counter(legion(RULES.colours[views.COLOURS[seat - 1]].markers[0], seat), size, theme)
        for image in (own, taken):
            assert any(near(image, (x, height - 9), paint, 12) for x in range(width))
        assert share(taken, paint) < share(own, paint)


def share(image: Image.Image, paint: str) -> float:
    """How much of a picture is in a paint."""
    colours = image.getcolors(image.width * image.height)
    assert colours is not None
    wanted = tuple(bytes.fromhex(paint[1:]))
    return sum(count for count, colour in colours if colour == wanted) / (image.width * image.height)


@pytest.mark.parametrize("size", SIZES)
def test_a_captured_marker_lies_in_its_own_colour_on_the_plate_of_its_owner(size: tuple[int, int]) -> None:
    red = tokens.livery(RULES, "Red", DARK).paint
    captured = counter(legion("Rd02", 1), size)

    assert share(captured, red) > 0.08
    assert share(counter(legion("Bu02", 1), size), red) == 0


@pytest.mark.parametrize("size", SIZES)
def test_a_captured_marker_is_nobody_elses_counter(size: tuple[int, int]) -> None:
    """The same marker in six hands, and the markers of six players in one hand, are all different."""
    one_marker = [counter(legion("Rd02", seat), size) for seat in range(6)]
    one_owner = [counter(legion(colour.markers[1], 0), size) for colour in RULES.colours.values()]

    assert closest(one_marker) > 0.02
    assert closest(one_owner) > 0.02


@pytest.mark.parametrize("size", SIZES)
def test_every_height_and_having_moved_are_seen_at_phone_width(size: tuple[int, int]) -> None:
    for colour in range(6):
        marker = RULES.colours[views.COLOURS[colour]].markers[0]
        found = [
            counter(legion(marker, colour, height, moved), size).reduce(4)
            for height in range(1, 9)
            for moved in (False, True)
        ]
        assert closest(found) > 0.005


@pytest.mark.parametrize("size", SIZES)
def test_all_72_markers_differ_on_the_board(size: tuple[int, int]) -> None:
    everyone = [
        counter(legion(marker, seat), size)
        for seat, colour in enumerate(views.COLOURS)
        for marker in RULES.colours[colour].markers
    ]

    assert len({image.tobytes() for image in everyone}) == 72
    for first in range(0, 72, 12):
        assert closest(everyone[first : first + 12]) > 0.003


@pytest.mark.parametrize("size", SIZES)
def test_a_counter_does_not_show_who_is_in_a_legion(size: tuple[int, int]) -> None:
    """What would be too small to be read is left out; who knows it sees it in the lists."""
    closed, open_ = counter(legion("Rd01", 5, 8), size), counter(legion("Rd01", 5, 8, known=8), size)

    assert closed.tobytes() == open_.tobytes()


@pytest.mark.parametrize("colour", views.COLOURS)
def test_the_height_is_as_large_on_a_counter_that_shares_its_land(colour: str) -> None:
    """How high the figure is, measured by where two heights differ: not much less than on one alone, and large."""
    marker, seat = RULES.colours[colour].markers[0], views.COLOURS.index(colour)

    def figure(size: tuple[int, int]) -> int:
        one, other = (counter(legion(marker, seat, height), size).convert("L") for height in (1, 8))
        box = ImageChops.difference(one, other).point(lambda v: 255 if v > 60 else 0).getbbox()
        assert box is not None
        return int(box[3] - box[1])

    alone = figure((88, 76))
    assert alone >= 46
    assert figure((62, 76)) >= 0.7 * alone
    assert figure((46, 76)) >= 0.7 * alone


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("captured", [False, True])
def test_a_counter_keeps_to_its_plate_and_nothing_written_on_it_is_cut_off(
    captured: bool, size: tuple[int, int]
) -> None:
    width, height = size
    for seat, colour in enumerate(views.COLOURS):
        livery = tokens.livery(RULES, colour, DARK)
        plate = Canvas(width, height, None, DARK.scale, paired=True)
        tokens.plate(plate, Box(0, 0, width, height), livery)
        marker = RULES.colours[views.COLOURS[seat - captured]].markers[9]
        shown = tokens.LegionCounter(marker, tokens.livery_of_marker(RULES, marker, DARK), livery, 8, False)
        whole = tokens.counter(VIEW, legion(marker, seat, 8), width, height, DARK)
        uncut = tokens._written(shown, width, height, DARK).finished()
        outside = ImageChops.difference(whole.getchannel("A"), plate.finished().getchannel("A"))
        assert max(outside.tobytes()) <= 2, colour  # one is reduced in two steps
        # the height, at the right, where patches do not reach
        slim = width < tokens.SLIM * height
        area = (round(0.66 * width), round(0.66 * height) if slim else 0, width, height)
        lost = ImageChops.difference(whole, uncut).convert("L").crop(area)
        assert max(lost.tobytes()) < 100, colour


def test_counters_and_dice_have_the_same_pixels_in_each_drawing() -> None:
    def drawings() -> list[bytes]:
        counter = tokens.counter(VIEW, legion("Rd02", 1, 7, True, 3), 84, 76, DARK)
        return [x.tobytes() for x in (counter, tokens.die(5, 56, DARK), tokens.swords(30, DARK.alarm, DARK))]

    first = drawings()
    tokens._counter.cache_clear()
    tokens.die.cache_clear()
    tokens.swords.cache_clear()
    plates.plate.cache_clear()

    assert drawings() == first


def test_a_kept_counter_is_drawn_again_when_anything_on_it_changes() -> None:
    shown = legion("Rd02", 5)
    others = [replace(shown, height=5), replace(shown, moved=True), replace(shown, owner=Seat(1))]

    assert len({tokens.counter(VIEW, x, 84, 76, DARK).tobytes() for x in (shown, *others)}) == 4


# --- dice ---


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_a_die_has_as_many_pips_as_it_says(theme: Theme) -> None:
    for value in range(1, 7):
        assert len(set(tokens.PIPS[value])) == value
    assert closest([tokens.die(value, 56, theme).convert("RGB").reduce(2) for value in range(1, 7)]) > 0.01
