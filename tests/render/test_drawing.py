"""Paths are read as SVG has them, and stamped where simple geometry says."""

from __future__ import annotations

from math import hypot, pi

import pytest
from PIL import Image

from render.canvas import Point
from render.drawing import Drawing, flipped, layers, pieces, read_drawing, stamp

TONES = {"ink": "#101418", "body": "#C04020", "bone": "#F0E8D8"}
SIZE = 100
"""One pixel to a unit of the square."""


def covered(drawing: Drawing) -> float:
    """The area that is painted, in units of the square."""
    return sum(stamp(drawing, SIZE, TONES).getchannel("A").tobytes()) / 255


def at(drawing: Drawing, x: int, y: int) -> tuple[int, ...]:
    """The pixel there: red, green, blue, and how solid."""
    pixel = stamp(drawing, SIZE, TONES).getpixel((x, y))
    assert isinstance(pixel, tuple)
    return pixel


def solid(drawing: Drawing, x: int, y: int) -> bool:
    """Whether it is painted there."""
    return at(drawing, x, y)[3] == 255


def ends(path: str) -> tuple[Point, ...]:
    """The points of a path of one piece."""
    (piece,) = pieces(path)
    return piece.points


# --- paths ---


def test_small_letters_go_on_from_where_the_last_one_ended() -> None:
    large = "M 10 20 L 30 20 H 40 V 50 C 40 60 30 70 20 70 S 0 60 0 50 Q 0 30 10 20 Z O 60 60 5 7"
    small = "m 10 20 l 20 0 h 10 v 30 c 0 10 -10 20 -20 20 s -20 -10 -20 -20 q 0 -20 10 -30 z o 50 40 5 7"

    for one, other in zip(pieces(large), pieces(small), strict=True):
        assert one.closed == other.closed
        assert one.points == tuple(pytest.approx(point) for point in other.points)


def test_numbers_that_go_on_repeat_the_command() -> None:
    assert ends("M 10 10 20 10 20 30") == ends("M 10 10 L 20 10 L 20 30")
    assert ends("m 10 10 10 0 0 20") == ends("M 10 10 L 20 10 L 20 30")
    assert ends("M 0 0 H 10 20") == ends("M 0 0 H 10 H 20")


def test_numbers_need_no_space_between_them() -> None:
    assert ends("M10-5L.5,7.25") == ((10, -5), (0.5, 7.25))


def test_a_curve_runs_from_end_to_end_as_bezier_has_it() -> None:
    circle = 0.5523 * 40  # handles this long make a quarter of a circle
    points = ends(f"M 90 50 C 90 {50 + circle} {50 + circle} 90 50 90")

    assert points[-1] == pytest.approx((50, 90))
    assert all(hypot(x - 50, y - 50) == pytest.approx(40, abs=0.02) for x, y in points)


def test_a_curve_with_one_handle_is_a_parabola() -> None:
    points = ends("M 0 0 Q 50 100 100 0")

    assert all(y == pytest.approx(x * (100 - x) / 50) for x, y in points)


def test_a_smooth_curve_goes_on_with_the_handle_of_the_one_before() -> None:
    assert ends("M 0 50 C 10 20 30 20 40 50 S 70 80 80 50") == ends("M 0 50 C 10 20 30 20 40 50 C 50 80 70 80 80 50")


def test_a_path_begins_anew_where_it_was_closed() -> None:
    first, second = pieces("M 10 10 H 20 V 20 Z l 5 5")

    assert first.closed
    assert not second.closed
    assert second.points == ((10, 10), (15, 15))


@pytest.mark.parametrize(
    "path", ["10 20", "M 10", "M 10 20 L 30", "M 10 20 A 5 5", "M 10 20 Z 30", "M 10 L 20 30", "M 10 20 # 30", "M 1 e"]
)
def test_what_is_no_path_is_refused(path: str) -> None:
    with pytest.raises(ValueError, match="no path"):
        pieces(path)


def test_a_flipped_path_is_its_image_in_a_mirror() -> None:
    path = "M 10 20 L 30 25 H 40 V 50 C 40 60 30 70 20 70 s -10 -5 -15 -10 q 2 -3 4 -4 h 3 v -6 z O 60 60 5 7 o 3 2 4 5"

    for piece, image in zip(pieces(path), pieces(flipped(path)), strict=True):
        mirrored = {(round(100 - x, 6), round(y, 6)) for x, y in piece.points}
        assert {(round(x, 6), round(y, 6)) for x, y in image.points} == mirrored


# --- painting ---


def test_areas_are_those_of_geometry() -> None:
    assert covered((("body", "M 20 20 H 80 V 70 H 20 Z"),)) == pytest.approx(60 * 50, rel=0.03)
    assert covered((("body", "M 10 10 H 90 L 10 90 Z"),)) == pytest.approx(80 * 80 / 2, rel=0.03)
    assert covered((("body", "O 50 50 40 25"),)) == pytest.approx(pi * 40 * 25, rel=0.03)


def test_pieces_of_one_layer_cut_holes_into_each_other() -> None:
    ring: Drawing = (("body", "O 50 50 40 40 O 50 50 20 20 O 50 50 5 5"),)

    assert solid(ring, 20, 50)
    assert at(ring, 38, 50)[3] == 0
    assert solid(ring, 50, 50)
    assert covered(ring) == pytest.approx(pi * (40**2 - 20**2 + 5**2), rel=0.03)


def test_layers_cover_what_lies_below() -> None:
    drawing: Drawing = (("body", "M 10 10 H 90 V 90 H 10 Z"), ("bone", "O 50 50 20 20"))

    assert at(drawing, 50, 50) == (0xF0, 0xE8, 0xD8, 255)
    assert at(drawing, 15, 15) == (0xC0, 0x40, 0x20, 255)


def test_a_line_has_its_width_and_round_ends() -> None:
    line: Drawing = (("ink/10", "M 20 50 H 80"),)

    assert covered(line) == pytest.approx(60 * 10 + pi * 5**2, rel=0.05)
    assert solid(line, 50, 46)
    assert solid(line, 50, 53)
    assert at(line, 50, 43)[3] == at(line, 50, 56)[3] == 0
    assert solid(line, 17, 50)
    assert at(line, 16, 46)[3] < 255


def test_a_line_has_round_joints_and_closes_if_the_path_does() -> None:
    open_, closed = "M 20 20 H 80 V 80", "M 20 20 H 80 V 80 Z"

    assert solid((("ink/12", open_),), 82, 18)
    assert at((("ink/12", open_),), 85, 14)[3] == 0
    assert not solid((("ink/12", open_),), 50, 50)
    assert solid((("ink/12", closed),), 50, 50)


def test_lines_that_cross_cut_no_holes() -> None:
    assert solid((("ink/10", "M 20 50 H 80 M 50 20 V 80"),), 50, 50)


def test_edges_keep_the_tone_and_only_become_see_through() -> None:
    """Pixels at an edge that were mixed with black would be a dark fringe on a light plate."""
    image = stamp((("bone", "O 50 50 40 40"),), SIZE, TONES)

    edge = [pixel for pixel in image.get_flattened_data() if isinstance(pixel, tuple) and 60 < pixel[3] < 255]
    assert edge
    for pixel in edge:
        assert pixel[:3] == pytest.approx((0xF0, 0xE8, 0xD8), abs=6)


def test_a_mirrored_drawing_is_turned_from_left_to_right() -> None:
    drawing: Drawing = (("body", "M 10 10 H 40 V 90 Z"),)

    right = stamp(drawing, SIZE, TONES, mirrored=True)

    assert right.tobytes() == stamp(drawing, SIZE, TONES).transpose(Image.Transpose.FLIP_LEFT_RIGHT).tobytes()


def test_a_drawing_is_the_same_in_every_size() -> None:
    drawn: Drawing = (*layers("body", "O 50 40 30 25", "ink/4"), ("ink/4", "M 20 80 L 80 90"))
    small, large = stamp(drawn, 50, TONES), stamp(drawn, 200, TONES)

    assert small.size == (50, 50)
    differences = zip(large.reduce(4).getchannel("A").tobytes(), small.getchannel("A").tobytes(), strict=True)
    assert sum(abs(one - other) for one, other in differences) / 255 < 50 * 50 * 0.01


def test_an_outline_lies_over_a_shape_and_below_a_line() -> None:
    shape = layers("body", "M 20 20 H 80 V 80 H 20 Z", "ink/4")
    line = layers("body/8", "M 20 50 H 80", "ink/16")

    assert at(shape, 20, 50)[:3] == (0x10, 0x14, 0x18)
    assert at(shape, 50, 50)[:3] == (0xC0, 0x40, 0x20)
    assert at(line, 50, 50)[:3] == (0xC0, 0x40, 0x20)
    assert at(line, 50, 56)[:3] == (0x10, 0x14, 0x18)


def test_an_outlined_pair_stands_on_both_sides() -> None:
    pair = layers("body", "M 10 20 H 30 V 70 H 10 Z", "ink/4", both=True)

    for x in (20, 80):
        assert at(pair, x, 50)[:3] == (0xC0, 0x40, 0x20)
    for x in (10, 30, 70, 90):
        assert at(pair, x, 50)[:3] == (0x10, 0x14, 0x18)


def test_a_row_of_a_file_may_be_turned_about_the_middle_as_often_as_it_says() -> None:
    drawn = read_drawing([{"tone": "body", "path": "M 40 0 L 60 0 L 60 30 L 40 30 Z", "turns": [0, 90]}])

    assert [solid(drawn, *place) for place in ((50, 15), (85, 50), (50, 85), (15, 50))] == [True, True, False, False]


def test_a_motif_stands_where_a_row_of_a_file_says_and_as_large() -> None:
    motif: Drawing = (("body", "M -1 -2 H 1 V 0 l -1 1 l -1 -1 Z O 0 2 1 0.5"),)

    (layer,) = read_drawing([{"use": "post", "at": [[50, 40, 10]]}], {"post": motif})

    assert layer == ("body", "M 40 20 H 60 V 40 l -10 10 l -10 -10 Z O 50 60 10 5")


def test_a_row_of_a_file_with_something_else_is_refused() -> None:
    with pytest.raises(TypeError, match="colour"):
        read_drawing([{"tone": "body", "path": "O 50 50 5 5", "colour": "red"}])


def test_a_tone_that_is_not_given_is_an_error() -> None:
    with pytest.raises(KeyError):
        stamp((("gold", "O 50 50 5 5"),), SIZE, TONES)
