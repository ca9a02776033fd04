"""Replays as files: their frames, how long each is shown, their size, and that what is drawn is what is seen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from itertools import pairwise

import pytest
from PIL import Image, ImageChops, ImageStat

from engine.core import Seat
from render import animation
from render.animation import SHARED, Film, fitting
from render.canvas import Box, Palette
from render.replay import BAR, FORMATS, WIDTH, Shot, bar, framed, thinned, wrapped
from render.theme import THEMES, Theme
from render.titan.battles.battle import draw as battle
from render.titan.cards.results import draw as standing
from render.titan.masterboard.board import draw as board
from render.titan.pieces.captions import NOBODY
from render.titan.replay import picture, replay
from tests.captions import ENGLISH
from tests.render.looks import far_from_dark
from tests.render.views import crowd, fight, start

MOST = 2_000_000
DIFFERENCE = 3.0
"""How far a colour may be from the one drawn, of 255, on average: the animation has 255 colours."""


def shots() -> tuple[Shot, ...]:
    """A title, the board in three positions and a battle in two."""
    board, later, battle = start(6), crowd(), fight("Marsh")
    moved = replace(board, phase="move", roll=4)
    return (
        Shot(board, "Nobody has moved", 2_000, "Turn 1: Ann", kept=True),
        Shot(moved, "Ann rolls 4 for movement.", 1_100),
        Shot(later, "Rd02 moves Plains 1 → Mountains 5000 and attacks Bu03.", 1_250),
        Shot(battle, "Battle in Marsh 41.", 1_500),
        Shot(fight("Marsh", (5, 6)), "Two have fallen.", 2_610),
        Shot(later, "Ann wins", 6_000, kept=True, standing=True),
    )


def opened(data: bytes) -> Iterator[tuple[Image.Image, int]]:
    """Each frame as a viewer shows it, with its milliseconds."""
    film = Image.open(BytesIO(data))
    for place in range(getattr(film, "n_frames", 1)):
        film.seek(place)
        film.load()
        yield film.convert("RGB"), round(film.info["duration"])


def expected(shown: tuple[Shot, ...], place: int, height: int) -> Image.Image:
    stage = Box(0, 0, WIDTH, height - BAR)
    drawn = picture(shown[place], ENGLISH, THEMES["dark"], NOBODY)
    return framed(drawn, shown[place], place + 1, len(shown), stage, THEMES["dark"])


@pytest.fixture(scope="module", params=sorted(FORMATS))
def data(request: pytest.FixtureRequest) -> bytes:
    return replay(shots(), request.param, MOST, ENGLISH)


def test_every_shot_is_a_frame_shown_as_long_as_it_is_meant_to_be(data: bytes) -> None:
    assert [milliseconds for _, milliseconds in opened(data)] == [shot.milliseconds for shot in shots()]


def test_frames_are_what_is_drawn_within_the_loss_of_the_palette(data: bytes) -> None:
    for place, (seen, _) in enumerate(opened(data)):
        drawn = expected(shots(), place, seen.height)
        assert seen.size == drawn.size
        assert max(ImageStat.Stat(ImageChops.difference(seen, drawn)).mean) < DIFFERENCE, place


def test_it_repeats_and_is_small(data: bytes) -> None:
    assert Image.open(BytesIO(data)).info["loop"] == 0
    assert Image.open(BytesIO(data)).width == WIDTH
    assert len(data) < 700_000


def test_the_same_shots_are_the_same_bytes(data: bytes) -> None:
    form = "gif" if data.startswith(b"GIF") else "webp"

    assert replay(shots(), form, MOST, ENGLISH) == data


@pytest.mark.parametrize("share", [pytest.param(0.8, marks=pytest.mark.deep), 0.5])
def test_what_is_too_large_becomes_smaller_and_shorter_and_keeps_its_time(data: bytes, share: float) -> None:
    most = round(len(data) * share)

    less = replay(shots(), "gif" if data.startswith(b"GIF") else "webp", most, ENGLISH)

    assert len(less) <= most
    assert sum(milliseconds for _, milliseconds in opened(less)) == sum(shot.milliseconds for shot in shots())


def test_what_can_not_be_made_small_enough_is_given_all_the_same() -> None:
    assert list(opened(replay(shots()[:2], "webp", 1, ENGLISH)))


@far_from_dark
def test_it_is_drawn_in_every_theme(theme: Theme) -> None:
    data = replay(shots()[:2], "webp", MOST, ENGLISH, theme, {Seat(0): "Ann"})

    assert len(list(opened(data))) == 2


def test_frames_that_are_alike_are_one_and_their_times_add_up() -> None:
    red, blue = (Image.new("RGB", (40, 30), paint) for paint in ("#FF0000", "#0000FF"))
    film = Film.of([(red, 100), (red, 200), (blue, 50), (red, 70)], Palette(["#FF0000", "#0000FF"], [red, blue]))

    assert [frame.milliseconds for frame in film.frames] == [300, 50, 70]
    for encoded in FORMATS.values():
        seen = [(picture.getpixel((5, 5)), ms) for picture, ms in opened(encoded(film))]
        assert seen == [((255, 0, 0), 300), ((0, 0, 255), 50), ((255, 0, 0), 70)]


def test_black_is_black_though_a_place_of_the_palette_is_see_through() -> None:
    """A palette that is not full leaves black places at its end, and the last one means `as before` in a GIF."""
    black, white = Image.new("RGB", (8, 8), "#000000"), Image.new("RGB", (8, 8), "#FFFFFF")
    film = Film.of([(white, 100), (black, 100)], Palette(["#FFFFFF", "#000000"], [white], SHARED))

    for encoded in FORMATS.values():
        assert [picture.getpixel((3, 3)) for picture, _ in opened(encoded(film))] == [(255, 255, 255), (0, 0, 0)]


def test_a_film_of_one_frame_is_a_picture() -> None:
    red = Image.new("RGB", (40, 30), "#FF0000")
    film = Film.of([(red, 100)], Palette(["#FF0000"], [red]))

    for encoded in FORMATS.values():
        assert Image.open(BytesIO(encoded(film))).convert("RGB").getpixel((5, 5)) == (255, 0, 0)


def test_a_film_that_fits_is_left_as_it_is() -> None:
    red, blue = (Image.new("RGB", (40, 30), paint) for paint in ("#FF0000", "#0000FF"))
    film = Film.of([(red, 100), (blue, 50)], Palette(["#FF0000", "#0000FF"], [red, blue]))

    assert fitting(film, animation.webp, 10_000) == animation.webp(film)


@pytest.mark.parametrize("most", [2, 5, 40, 99])
def test_of_too_many_shots_the_ends_and_what_is_kept_remain_in_order(most: int) -> None:
    view = start(2)
    many = tuple(Shot(view, str(place), 100, kept=place in (17, 60)) for place in range(100))

    left = thinned(many, most)

    places = [int(shot.caption) for shot in left]
    assert len(left) == most
    assert places == sorted(set(places))
    assert {places[0], places[-1]} == {0, 99}
    if most >= 5:
        assert {17, 60} <= set(places)
        gaps = [b - a for a, b in pairwise(places)]
        assert max(gaps) <= 2 * 100 / (most - 4) + 1


def test_more_to_be_kept_than_there_is_room_for_is_thinned_too() -> None:
    many = tuple(Shot(start(2), str(place), 100, kept=True) for place in range(100))

    assert [int(shot.caption) for shot in thinned(many, 10)] == [0, 11, 22, 33, 44, 55, 66, 77, 88, 99]


def test_it_stops_when_it_is_told_to() -> None:
    class Enough(Exception):
        pass

    calls = []

    def check() -> None:
        calls.append(1)
        if len(calls) == 3:
            raise Enough

    with pytest.raises(Enough):
        replay(shots(), "webp", MOST, ENGLISH, check=check)
    assert len(calls) == 3


@pytest.mark.parametrize(
    "caption",
    [
        "",
        "Ann rolls 4 for movement.",
        "Marsh 117: Gr05 (Titan, 2 Warlocks and Gorgon) against Gd01 (Titan).",
        "W" * 200,
        "حركت الفيلق إلى الأرض " * 6,
        "长" * 90,
    ],
)
def test_a_caption_stays_within_its_bar(caption: str) -> None:
    """To its left and right, and beside the number, only the ground of the bar is seen."""
    theme = THEMES["dark"]
    drawn = bar(caption, 7, 23, theme)
    empty = bar("", 7, 23, theme)

    changed = ImageChops.difference(drawn, empty).getbbox()

    if changed:
        left, top, right, bottom = changed
        assert left >= 10
        assert right < WIDTH - 80
        assert top > 8
        assert bottom <= BAR
    _, lines = wrapped(caption, 600)
    assert len(lines) <= 2
    assert all(word in caption for line in lines for word in line.rstrip("…").split())


def test_a_view_with_a_battle_is_its_map_another_one_the_board_or_the_standing() -> None:
    views = (fight("Marsh"), start(6))

    drawn = [picture(Shot(view, "", 100), ENGLISH, THEMES["dark"], NOBODY) for view in views]

    assert [one.tobytes() for one in drawn] == [battle(views[0], ENGLISH).tobytes(), board(views[1], ENGLISH).tobytes()]
    table = picture(Shot(start(6), "", 100, standing=True), ENGLISH, THEMES["dark"], NOBODY)
    assert table.tobytes() == standing(start(6), ENGLISH).tobytes()
