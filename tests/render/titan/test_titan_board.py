"""The masterboard's picture: its geometry, its colours, and that nothing hides anything."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from hashlib import sha256
from itertools import combinations

import pytest
from PIL import Image, ImageChops

from engine.core import Seat
from engine.titan.board import Gate
from engine.titan.view import View
from render.canvas import Box, Canvas, contrast, middle
from render.parts import Part, collisions, outside
from render.theme import DARK, THEMES, Theme
from render.titan.masterboard import geometry, lands, legend, margin
from render.titan.masterboard.bare_board import bare
from render.titan.masterboard.board import board, scene
from render.titan.masterboard.geometry import whole
from render.titan.masterboard.legend import MARKS, words_left
from render.titan.masterboard.margin import HEIGHT, WIDTH
from render.titan.masterboard.placement import places
from render.titan.masterboard.signs import EXPLAINED, sign
from render.titan.pieces import light, tokens
from render.titan.pieces.captions import Captions
from tests.captions import ENGLISH, EVERY, LANGUAGES
from tests.render import views
from tests.render.pixels import inside, near, opened

BOARD = views.rules().board
PLAN = whole(BOARD)
LANDS = sorted(BOARD.lands)
NAMES = {Seat(0): "Ann", Seat(1): "W" * 32, Seat(2): "علي بن محمد", Seat(3): "山田太郎🎲🐉" * 4}


def changed(one: Image.Image, other: Image.Image, box: Box) -> bool:
    """Whether two pictures differ within a rectangle."""
    area = (round(box.x), round(box.y), round(box.right), round(box.bottom))
    return ImageChops.difference(one.crop(area), other.crop(area)).getbbox() is not None


def cells_of(view: View) -> tuple[margin.MarginCell, ...]:
    """The panels in the corners."""
    return (margin.headline_cell(PLAN), *margin.card_cells(PLAN, len(view.players)))


def panels_of(view: View) -> list[Part]:
    """The parts of a picture that are panels."""
    return [part for part in scene(view) if part.sort in ("headline", "player")]


# --- geometry ---


def test_there_are_96_lands_and_each_point_of_one_is_in_no_other() -> None:
    outlines = {land: PLAN.corners(land) for land in LANDS}

    assert len(outlines) == 96
    for land in LANDS:
        assert [other for other in LANDS if inside(outlines[other], PLAN.centre(land))] == [land]


def test_neighbours_share_the_side_that_their_gate_names() -> None:
    for land in BOARD.lands.values():
        for gate in land.gates:
            mine, theirs = PLAN.corners(land.label), PLAN.corners(gate.to)
            other = (gate.side + 3) % 6
            here = middle((mine[gate.side], mine[(gate.side + 1) % 6]))
            there = middle((theirs[other], theirs[(other + 1) % 6]))
            assert here == pytest.approx(there, abs=0.01)


def test_the_painted_land_keeps_out_of_the_gutter() -> None:
    for land in LANDS:
        outline, surface = PLAN.corners(land), PLAN.surface(land)
        assert all(inside(outline, point) for point in surface)
        assert surface != outline


@pytest.mark.parametrize("legions", range(1, geometry.SLOTS + 1))
def test_legions_of_a_land_hide_neither_each_other_nor_number_nor_glyph(legions: int) -> None:
    for land in LANDS:
        slots = PLAN.slots(land, legions)
        marks = [PLAN.number_box(land), PLAN.glyph_box(land)]
        assert len(slots) == legions
        assert all(inside(PLAN.corners(land), corner) for box in marks[1:] for corner in box.corners)
        assert not any(a.overlaps(b) for a, b in combinations((*slots, *marks), 2))


def test_legions_reach_beyond_their_land_only_where_nothing_of_another_is() -> None:
    every = {
        land: [box for number in range(1, geometry.SLOTS + 1) for box in PLAN.slots(land, number)] for land in LANDS
    }
    around = {}
    for land, boxes in every.items():
        x, y = min(box.x for box in boxes), min(box.y for box in boxes)
        around[land] = Box(x, y, max(box.right for box in boxes) - x, max(box.bottom for box in boxes) - y)

    for one, other in combinations(LANDS, 2):
        assert not around[one].overlaps(around[other]), (one, other)
    for land in LANDS:
        marks = [mark for other in LANDS if other != land for mark in (PLAN.number_box(other), PLAN.glyph_box(other))]
        assert not any(around[land].overlaps(mark) for mark in marks), land


def test_every_legion_of_a_land_is_as_high_as_one_alone_and_has_room_for_its_marker() -> None:
    beside = DARK.small.sized(20).width("Bk")

    for legions in range(1, 5):
        for land in LANDS:
            for box in PLAN.slots(land, legions):
                assert box.height == PLAN.slots(land, 1)[0].height
                assert box.width >= beside + 2 * tokens.RIM


def test_numbers_have_room_in_every_land() -> None:
    for label in BOARD.lands:
        assert DARK.small.width(str(label)) <= PLAN.number_box(label).width


def test_lands_lie_on_whole_pixels_and_their_slanted_sides_rise_by_seven_on_four() -> None:
    """What is pasted into lands looks the same everywhere, and slanted sides repeat: it takes little room."""
    for land in LANDS:
        for outline in (PLAN.corners(land), PLAN.surface(land)):
            assert all(abs(value - round(value)) < 1e-6 for point in outline for value in point)
            for (x, y), (right, below) in zip(outline, (*outline[1:], outline[0]), strict=True):
                assert 4 * abs(below - y) == pytest.approx(7 * abs(right - x)) or below == pytest.approx(y)
        assert PLAN.bounds(land).y % 2 == 0
        assert all(box.y % 2 == 0 for legions in range(1, geometry.SLOTS + 1) for box in PLAN.slots(land, legions))


def test_signs_stand_in_the_gutter_and_apart_from_those_of_the_land_across() -> None:
    for land in BOARD.lands.values():
        for gate in (gate for gate in land.gates if gate.out):
            foot, _, out = PLAN.sign(land, gate)
            tip = tuple(a + (b - a) * 2 * PLAN.gutter for a, b in zip(foot, out, strict=True))
            assert inside(PLAN.corners(land.label), foot)
            assert inside(PLAN.corners(gate.to), (tip[0], tip[1]))
            if gate.into:
                back = Gate((gate.side + 3) % 6, 0, land.label, gate.into, gate.out)
                theirs = PLAN.sign(BOARD.lands[gate.to], back)[0]
                apart = sum((a - b) ** 2 for a, b in zip(foot, theirs, strict=True)) ** 0.5
                assert apart > 30


# --- pixels ---


@pytest.fixture(scope="module")
def plain() -> Image.Image:
    """The board without legions."""
    return opened(board(views.empty(2), ENGLISH))


def test_every_land_has_the_colour_of_its_terrain_beside_its_glyph(plain: Image.Image) -> None:
    for label, land in BOARD.lands.items():
        bounds, paint = PLAN.bounds(label), DARK.paint(land.terrain, BOARD.terrains[land.terrain].paint)
        y = bounds.bottom - 34 if land.inverted else bounds.y + 34
        assert near(plain, (bounds.centre[0] + 23, y), paint, 4), label


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_numbers_stand_out_on_every_terrain(theme: Theme) -> None:
    for terrain in BOARD.terrains.values():
        tones = lands.tones(terrain, theme)
        assert contrast(tones.ink, tones.fill) >= 4.5, terrain.name


def drawn(terrain: str, inverted: bool, theme: Theme = DARK) -> tuple[int, Image.Image]:
    """A land of a terrain, and its picture."""
    label, land = next((n, a) for n, a in BOARD.lands.items() if (a.terrain, a.inverted) == (terrain, inverted))
    return label, lands.picture(BOARD, terrain, inverted, land.label_side, PLAN.unit, theme).convert("RGB")


KINDS_OF_LAND = sorted({(land.terrain, land.inverted) for land in BOARD.lands.values()})


@pytest.mark.parametrize(("terrain", "inverted"), KINDS_OF_LAND)
def test_what_grows_in_a_land_keeps_away_from_its_number(terrain: str, inverted: bool) -> None:
    label, sprite = drawn(terrain, inverted)
    whole_land, fill = PLAN.bounds(label), lands.tones(BOARD.terrains[terrain], DARK).fill

    number = PLAN.number_box(label).moved(-whole_land.x, -whole_land.y)
    part = Box(number.centre[0] - 8, number.y + 6, 16, number.height - 12)
    area = sprite.crop((round(part.x), round(part.y), round(part.right), round(part.bottom)))

    assert all(near(area, (x, y), fill, 4) for x in range(area.width) for y in range(area.height))


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
@pytest.mark.parametrize(("terrain", "inverted"), KINDS_OF_LAND)
def test_every_land_shows_a_glyph_of_its_terrain_where_no_legion_hides_it(
    terrain: str, inverted: bool, theme: Theme
) -> None:
    label, sprite = drawn(terrain, inverted, theme)
    place, whole_land = PLAN.glyph_box(label), PLAN.bounds(label)

    part = place.moved(-whole_land.x, -whole_land.y)
    area = sprite.crop((round(part.x), round(part.y), round(part.right), round(part.bottom)))
    tones = lands.tones(BOARD.terrains[terrain], theme)
    marked = [
        (x, y)
        for x in range(area.width)
        for y in range(area.height)
        if any(near(area, (x, y), tone, 12) for tone in (tones.mark, tones.deep, tones.gleam, tones.lit, tones.other))
    ]

    assert len(marked) > 36
    assert contrast(tones.mark, tones.fill) > 1.5


def test_terrains_have_different_pictures_and_glyphs() -> None:
    pictures = {drawn(*kind)[1].convert("L").tobytes() for kind in KINDS_OF_LAND}
    glyphs = {scenery.motif for scenery in lands.SCENES.values()}

    assert len(pictures) == len(KINDS_OF_LAND)
    assert len(glyphs) == len(BOARD.terrains)


def test_every_land_shows_its_number(plain: Image.Image) -> None:
    for label, land in BOARD.lands.items():
        box = PLAN.number_box(label)
        area = plain.crop((round(box.x + 8), round(box.y), round(box.right - 8), round(box.bottom)))
        text = lands.tones(BOARD.terrains[land.terrain], DARK).ink
        assert any(near(area, (x, y), text, 60) for x in range(area.width) for y in range(area.height)), label


@pytest.mark.parametrize("captions", EVERY, ids=LANGUAGES)
def test_the_legend_names_every_sign_and_every_terrain_below_the_board(captions: Captions) -> None:
    """In one place, in letters of at least eight pixels in a picture that is 400 wide."""
    entries = legend.parts(BOARD)

    assert [part.facts for part in entries] == [*EXPLAINED, *((key,) for key in (*BOARD.terrains, *MARKS))]
    assert legend.LEAST / 4 >= 8
    face = DARK.small.sized(legend.LEAST)
    for part in entries:
        key = part.facts[0]
        room = part.box.width - words_left(part)
        words = captions.terrain_within(key, face, room) if part.sort == "swatch" else captions.told(f"sign.{key}")
        assert face.width(words) <= room, words
        assert part.box.y > margin.BOARD
    assert not collisions(entries)
    for view in (views.crowd(), *(views.start(seats) for seats in range(2, 7))):
        assert not any(part.box.overlaps(panel.box) for part in entries for panel in panels_of(view))


@pytest.mark.parametrize("captions", EVERY, ids=LANGUAGES)
def test_the_legend_says_nothing_twice(captions: Captions) -> None:
    """Signs that mean the same (R6.4) stand together before the same words."""
    said = [{captions.told(f"sign.{kind}") for kind in kinds} for kinds in EXPLAINED]

    assert all(len(words) == 1 for words in said)
    assert len(set().union(*said)) == len(EXPLAINED)


def test_every_sign_is_there_and_none_where_a_land_cannot_be_left(plain: Image.Image) -> None:
    for land in BOARD.lands.values():
        for gate in land.gates:
            foot, _, out = PLAN.sign(land, gate)
            reach = 11 if gate.out == "arch" else 6
            at = (foot[0] + (out[0] - foot[0]) * reach, foot[1] + (out[1] - foot[1]) * reach)
            shown = near(plain, at, light.brass(DARK), 45)
            if gate.out:
                assert shown, (land.label, gate)
            elif not gate.into:
                assert not shown, (land.label, gate)


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_signs_are_quieter_than_legions_and_lands_and_still_seen(theme: Theme) -> None:
    """None stands out more from the board than half of the lands do, nor than what is written on a marker."""
    paints = (theme.paint(name, terrain.paint) for name, terrain in BOARD.terrains.items())
    lands_ = sorted(contrast(paint, light.slate(theme)) for paint in paints)
    quiet = contrast(light.brass(theme), light.slate(theme))

    assert quiet >= 2.5
    assert theme.name in ("light", "print") or quiet <= lands_[-3]


def test_the_four_signs_look_different() -> None:
    pictures = set()
    for kind in ("block", "arch", "arrow", "arrows"):
        canvas = Canvas(80, 40, DARK.ground)
        sign(canvas, kind, (40, 30), (41, 30), (40, 29), DARK)
        pictures.add(canvas.finished().tobytes())

    assert len(pictures) == 4


def test_each_legion_changes_its_own_slot_alone() -> None:
    view = views.crowd()
    with_all = opened(board(view, ENGLISH))

    for legion, box in places(view)[::7]:
        taller = replace(legion, height=legion.height % 7 + 1)
        other = opened(board(replace(view, legions=tuple(taller if x == legion else x for x in view.legions)), ENGLISH))
        where = ImageChops.difference(with_all, other).point(lambda v: 255 if v > 40 else 0).convert("L").getbbox()
        assert where is not None
        assert inside(tuple(box.shrunk(-1).corners), (where[0], where[1]))
        assert inside(tuple(box.shrunk(-1).corners), (where[2], where[3]))


def test_no_two_counters_overlap_in_a_crowded_game() -> None:
    boxes = [box for _, box in places(views.crowd())]

    assert len(boxes) == 72
    assert not any(a.overlaps(b) for a, b in combinations(boxes, 2))


@pytest.mark.parametrize("seats", range(2, 7))
def test_all_players_fit_into_the_corners_beside_the_board(seats: int) -> None:
    view = views.crowd() if seats == 6 else replace(views.start(seats), roll=6)
    panels = panels_of(view)
    surfaces = [PLAN.surface(land) for land in LANDS]

    assert len(panels) == seats + 1
    assert not any(a.box.overlaps(b.box) for a, b in combinations(panels, 2))
    for cell in cells_of(view):
        assert not any(inside(tuple(cell.corners), point) for points in surfaces for point in points)
        assert not any(inside(points, corner) for points in surfaces for corner in cell.corners)
    assert not collisions(scene(view))
    assert not outside(scene(view), WIDTH, HEIGHT)


def test_long_names_do_not_leave_their_card() -> None:
    view = views.crowd()
    one, other = (opened(board(view, ENGLISH, names={Seat(3): name})) for name in ("W" * 32, "i"))
    difference = ImageChops.difference(one, other).point(lambda v: 255 if v > 60 else 0)

    for place, box in enumerate(part.box for part in scene(view) if part.sort == "player"):
        area = difference.crop((round(box.x), round(box.y), round(box.right), round(box.bottom)))
        assert (area.convert("L").getbbox() is not None) == (place == 3)


def test_engagements_are_marked_and_the_one_being_settled_differently() -> None:
    view = views.crowd()
    none = replace(view, engagements=(), engaged=None)
    with_marks, without = opened(board(view, ENGLISH)), opened(board(none, ENGLISH))

    for engagement in view.engagements:
        x, y = PLAN.herald(BOARD.lands[engagement.land])
        assert changed(with_marks, without, Box(x - 12, y - 12, 24, 24))
        number = PLAN.number_box(engagement.land)
        paint = lands.tones(BOARD.terrains[BOARD.lands[engagement.land].terrain], DARK).ink
        inner = number.shrunk(2)
        words = (round(inner.x), round(inner.y), round(inner.right), round(inner.bottom))
        area = with_marks.crop(words)
        assert any(near(area, (x, y), paint, 60) for x in range(area.width) for y in range(area.height))
    x, y = PLAN.herald(BOARD.lands[1000])
    assert near(with_marks, (x - 13, y), DARK.danger, 40)


@pytest.mark.parametrize(
    "phase", ["setup", "split", "roll", "move", "engage", "parley", "battle", "gather", "muster", "over"]
)
def test_every_phase_has_a_picture_of_its_own(phase: str) -> None:
    view = replace(views.crowd(), phase=phase, winners=(Seat(0), Seat(2)) if phase == "over" else ())
    calm = replace(views.crowd(), phase="move" if phase != "move" else "muster")

    assert board(view, ENGLISH) != board(calm, ENGLISH)


def test_the_roll_and_the_turn_are_shown() -> None:
    view = views.crowd()

    assert len({board(replace(view, roll=roll), ENGLISH) for roll in range(7)}) == 7
    assert board(view, ENGLISH) != board(replace(view, turn=18), ENGLISH)


def test_the_same_view_gives_the_same_bytes_in_another_process() -> None:
    code = (
        "from hashlib import sha256; from render.titan.masterboard.board import board; from tests.render import views; "
        "from tests.captions import ENGLISH; from tests.render.titan.test_titan_board import NAMES; "
        "print(sha256(board(views.crowd(), ENGLISH, names=NAMES)).hexdigest())"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip()

    assert found == sha256(board(views.crowd(), ENGLISH, names=NAMES)).hexdigest()


def test_a_board_is_small_enough_to_send_and_carries_no_metadata() -> None:
    data = board(views.crowd(), ENGLISH, names=NAMES)

    assert len(data) < 1_000_000
    assert b"tEXt" not in data
    assert b"tIME" not in data


def test_a_board_with_48_legions_takes_little_room() -> None:
    """Lands of one terrain have the same pixels, and few colours are kept."""
    view = views.crowd()
    one_a_land = {legion.land: legion for legion in view.legions}
    calm = replace(view, legions=tuple(one_a_land.values())[:48], engagements=(), engaged=None)

    assert len(board(calm, ENGLISH, names=NAMES)) < 220_000


def test_before_and_after_a_battle_the_picture_says_the_same() -> None:
    """ASYNC_PLAY A3.1: the steps of settling an engagement are not told apart."""
    view = replace(views.crowd(), waiting=())

    assert board(replace(view, phase="parley"), ENGLISH) == board(replace(view, phase="gather"), ENGLISH)


def test_the_bare_board_is_drawn_once() -> None:
    assert bare(BOARD, DARK) is bare(BOARD, DARK)
