"""The battle map: where hexes lie, that hazards can be told apart, and that every character shows what befell it."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from hashlib import sha256
from itertools import combinations

import pytest
from PIL import Image, ImageChops

from engine.core import Seat
from engine.titan.battle.frame import ACROSS, HEXES, INDEX
from engine.titan.events import Creatures
from engine.titan.view import BattleView, View
from render.canvas import Box, Canvas, middle
from render.theme import DARK
from render.titan import battle, battleland, characters
from render.titan.battle import LINE, PANEL, fallen_lines, places
from render.titan.captions import HAZARDS
from render.titan.emblems import EMBLEMS, emblem
from render.titan.pieces import NEUTRAL
from tests.render import views
from tests.render.pixels import inside, near, opened

TERRAINS = sorted(views.rules().grounds)
FLOORS = ("bramble", "bog", "drift", "sand", "tree", "volcano", "tower")
HEXSIDES = ("slope", "dune", "cliff", "wall")


def of(view: View) -> BattleView:
    """The battle in a view."""
    assert view.battle is not None
    return view.battle


def grey(image: Image.Image) -> Image.Image:
    """A picture without its colours."""
    return image.convert("L")


# --- geometry ---


def test_neighbouring_hexes_share_a_side() -> None:
    for at, label in enumerate(HEXES):
        for side, other in enumerate(ACROSS[at]):
            if other is not None:
                mine, theirs = battleland.corners(label), battleland.corners(HEXES[other])
                back = (side + 3) % 6
                here = middle((mine[side], mine[(side + 1) % 6]))
                assert here == pytest.approx(middle((theirs[back], theirs[(back + 1) % 6])), abs=0.01)


def test_the_map_is_within_the_picture_and_beside_the_panel() -> None:
    for label in HEXES:
        for x, y in battleland.corners(label):
            assert 0 < x < PANEL.x
            assert 76 < y < battleland.HEIGHT
    for ground in views.rules().grounds.values():
        for side in ground.entries:
            for entries in battleland.gates(ground, side):
                assert all(24 < x < PANEL.x - 24 and 100 < y < battleland.HEIGHT - 24 for _, (x, y) in entries)
    assert PANEL.right <= 1600


def test_a_counter_stays_in_its_hex_and_hides_no_label() -> None:
    for label in HEXES:
        box = battleland.counter_box(label)
        assert all(inside(battleland.corners(label), corner) for corner in box.corners)
        y = battleland.centre(label)[1]
        assert y + battleland.LABEL + 11 <= box.y + 1
        assert box.bottom <= y + battleland.GROUND - 11 + 1


def test_entries_are_marked_outside_the_map_at_the_hexes_of_the_rules() -> None:
    hexes = [battleland.corners(label) for label in HEXES]

    for ground in views.rules().grounds.values():
        for side, edges in ground.entries.items():
            for edge, entries in zip(edges, battleland.gates(ground, side), strict=True):
                assert [INDEX[label] for label, _ in entries] == list(edge)
                assert not any(inside(outline, at) for _, at in entries for outline in hexes)


# --- hazards ---


@pytest.mark.parametrize("side", [1, 3, 5])
def test_each_entry_is_marked_in_the_colour_of_who_comes_in_there(side: int) -> None:
    """R10.2: on a battleland of every entry side, the attacker's four and the defender's three."""
    view = views.fight("Plains", side=side)
    picture, fought = opened(battle(view)), of(view)
    colours = {player.seat: view.rules.colours[player.colour].paint for player in view.players}
    ground = view.rules.grounds[fought.terrain]

    for seat, entries in zip(fought.seats, battleland.gates(ground, side), strict=True):
        for _, (x, y) in entries:
            assert near(picture, (x + 18, y), colours[seat])
            assert not any(near(picture, (x + 18, y), colours[other]) for other in fought.seats if other != seat)


@pytest.mark.parametrize(("one", "other"), list(combinations((*FLOORS, *HEXSIDES), 2)))
def test_any_two_hazards_can_be_told_apart_even_without_colours(one: str, other: str) -> None:
    pictures = []
    terrain = views.rules().board.terrains["Desert"]
    for hazard in (one, other):
        canvas = Canvas(64, 46, DARK.ground, 2)
        battleland.swatch(canvas, hazard, Box(0, 0, 64, 46), terrain, DARK)
        pictures.append(grey(canvas.finished()))
    difference = ImageChops.difference(*pictures).point(lambda v: 255 if v > 40 else 0)

    assert sum(difference.histogram()[128:]) > 60


@pytest.mark.parametrize(("one", "other"), list(combinations(FLOORS, 2)))
def test_what_is_drawn_in_a_hex_differs_even_on_the_same_floor(one: str, other: str) -> None:
    drawn = []
    for hazard in (one, other):
        canvas = Canvas(240, 240, "#FFFFFF")
        battleland.TEXTURES[hazard](canvas, (120, 120), 106)
        drawn.append(grey(canvas.finished()))

    changed = ImageChops.difference(*drawn).histogram()
    assert sum(changed[32:]) > 400


def test_every_hazard_of_the_rules_has_a_drawing_and_a_word() -> None:
    for ground in views.rules().grounds.values():
        for hazard in battleland.hazards(ground):
            assert hazard in FLOORS + HEXSIDES
            assert hazard in HAZARDS


@pytest.mark.parametrize("terrain", TERRAINS)
def test_every_hazard_side_is_drawn_within_the_upper_hex(terrain: str) -> None:
    ground = views.rules().grounds[terrain]
    flat = Canvas(1600, round(battleland.HEIGHT), DARK.ground)
    upper = [(HEXES[at], side, h) for at, row in enumerate(ground.sides) for side, h in enumerate(row) if h]
    for label, side, hazard in upper:
        before = flat.finished().copy()
        points = battleland.corners(label)
        battleland.hexside(flat, hazard, points[side], points[(side + 1) % 6], DARK)
        box = ImageChops.difference(before, flat.finished()).getbbox()
        assert box is not None
        x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
        assert inside(points, (x, y)), (label, side)


@pytest.mark.parametrize("terrain", TERRAINS)
def test_every_hazard_hex_differs_from_a_plain_one(terrain: str) -> None:
    picture = opened(battle(views.fight(terrain, (1, 1), off=1)))
    ground = views.rules().grounds[terrain]
    base = opened(battle(views.fight("Plains", (1, 1), off=1)))

    for label, hazard in zip(HEXES, ground.hazards, strict=True):
        if hazard != "plain":
            x, y = battleland.centre(label)
            area = tuple(round(v) for v in (x - 50, y - 50, x + 50, y + 50))
            there = (area[0], area[1], area[2], area[3])
            difference = ImageChops.difference(grey(picture.crop(there)), grey(base.crop(there)))
            assert difference.getbbox() is not None


# --- characters ---


@pytest.mark.parametrize("terrain", TERRAINS)
def test_all_fourteen_characters_have_their_place(terrain: str) -> None:
    view = views.fight(terrain)
    boxes = [box for _, box in places(of(view))]
    picture = opened(battle(view))

    assert len(boxes) == 14
    assert not any(a.overlaps(b) for a, b in combinations(boxes, 2))
    for fighter, box in places(of(view)):
        paint = view.rules.colours["Black" if fighter.side == 0 else "Red"].paint
        assert near(picture, (box.right - 6, box.y + box.height / 2 - 15), paint, 40) or fighter.slain


def test_hits_slain_struck_and_side_each_change_the_counter() -> None:
    plain = characters.counter("OGR", "Ogre", "6-2", NEUTRAL, DARK, 0)
    others = [
        characters.counter("OGR", "Ogre", "6-2", NEUTRAL, DARK, 1),
        characters.counter("OGR", "Ogre", "6-2", NEUTRAL, DARK, 0, hits=2),
        characters.counter("OGR", "Ogre", "6-2", NEUTRAL, DARK, 0, hits=3),
        characters.counter("OGR", "Ogre", "6-2", NEUTRAL, DARK, 0, hits=6, slain=True),
        characters.counter("OGR", "Ogre", "6-2", NEUTRAL, DARK, 0, struck=True),
        characters.counter("OGR", "Ogre", "7-2", NEUTRAL, DARK, 0),
    ]

    assert len({picture.tobytes() for picture in (plain, *others)}) == len(others) + 1


def test_every_kind_has_an_emblem_of_its_own_and_a_name_that_fits() -> None:
    kinds = views.rules().kinds
    pictures = {emblem(code, 64, "#8A8F94", DARK).tobytes() for code in kinds}

    assert set(EMBLEMS) == set(kinds)
    assert len(pictures) == len(kinds)
    for kind in kinds.values():
        assert DARK.small.width(kind.name) <= characters.COUNTER[0] - 40
        figures = DARK.small.sized(26).width("18-4")
        assert DARK.small.width(kind.name) + figures <= characters.BAR[0] - characters.BAR[1] - 16


def test_characters_off_the_map_are_listed_beside_it() -> None:
    on, off = views.fight("Plains", (4, 4)), views.fight("Plains", (4, 4), off=4)
    panel = (round(PANEL.x), round(PANEL.y) + 96, round(PANEL.right), 700)

    difference = ImageChops.difference(opened(battle(on)).crop(panel), opened(battle(off)).crop(panel))

    assert difference.getbbox() is not None


def test_the_fallen_are_named_in_lines_that_fit() -> None:
    rules = views.rules()
    fallen: Creatures = rules.arranged((*rules.kinds, "OGR", "OGR"))

    lines = fallen_lines(rules, fallen, PANEL.width, DARK)

    assert "3 Ogres" in " ".join(lines)
    assert all(kind.name in " ".join(lines) or kind.plural in " ".join(lines) for kind in rules.kinds.values())
    assert all(DARK.small.sized(24).width(line) <= PANEL.width for line in lines)


def test_the_fullest_panel_leaves_room_for_the_legend() -> None:
    """Seven a side off the map, ten different losses each, in the land with the most hazards."""
    rules = views.rules()
    most = max(len(battleland.hazards(ground)) for ground in rules.grounds.values())
    lines = len(fallen_lines(rules, rules.arranged(list(rules.kinds)[:10]), PANEL.width, DARK))
    side = 84 + 8 + LINE + 4 * (characters.BAR[1] + 4) + 4 + lines * LINE + 12

    assert 4 + 2 * side + (most + 5) // 2 * 54 <= PANEL.height


def test_the_picture_tells_round_step_and_whose_it_is() -> None:
    view = views.fight("Hills")
    fought = of(view)
    variants = [
        view,
        replace(view, battle=replace(fought, round=4)),
        replace(view, battle=replace(fought, step="maneuver")),
        replace(view, battle=replace(fought, step="strike-back")),
        replace(view, battle=replace(fought, mover=0)),
        replace(view, battle=replace(fought, side=5)),
        replace(view, battle=replace(fought, side=1)),
    ]

    assert len({battle(variant) for variant in variants}) == len(variants)


def test_the_same_battle_gives_the_same_bytes_in_another_process() -> None:
    code = (
        "from hashlib import sha256; from render.titan import battle; from tests.render import views; "
        "print(sha256(battle(views.fight('Jungle', off=2), names={0: 'Ümit'})).hexdigest())"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip()

    assert found == sha256(battle(views.fight("Jungle", off=2), names={Seat(0): "Ümit"})).hexdigest()
