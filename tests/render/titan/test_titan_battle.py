"""The battle map: where hexes lie, that hazards can be told apart, and that every character shows what befell it."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from hashlib import sha256
from itertools import combinations
from math import hypot

import pytest
from PIL import Image, ImageChops

from engine.core import Seat
from engine.titan.actions import Strike
from engine.titan.battle.effects import effects
from engine.titan.battle.frame import ACROSS, HEXES, INDEX
from engine.titan.events import BattleEnded, Carried, Drifted, Event, Maneuvered, Scored, Struck
from engine.titan.view import BattleView, View
from render.canvas import Box, Canvas, contrast, middle
from render.parts import collisions, outside, told
from render.theme import DARK, THEMES, Theme
from render.titan.battles import battleland, hazards, soil, textures
from render.titan.battles.battle import battle
from render.titan.battles.battleland import HEIGHT, PANEL, WIDTH
from render.titan.battles.layout import scene
from render.titan.battles.map_painting import POINT, offered
from render.titan.battles.panel_painting import named
from render.titan.battles.phone import WIDTH as PHONE
from render.titan.battles.phone import ZOOMS, battle_phone
from render.titan.battles.phone import scene as phone_scene
from render.titan.battles.strikes import DICE, DIE, MOST, STEP, height, strikes
from render.titan.battles.strikes import WIDTH as DICE_WIDTH
from render.titan.battles.strikes import scene as dice_scene
from render.titan.pieces import characters, dice, tokens
from render.titan.pieces.captions import Captions
from render.titan.pieces.characters import Plight
from render.titan.pieces.emblems import emblem
from render.titan.pieces.tokens import NEUTRAL
from render.tones import tones
from tests.captions import ENGLISH, EVERY, LANGUAGES
from tests.render import views
from tests.render.pixels import inside, near, opened

RULES = views.rules()
TERRAINS = sorted(RULES.grounds)
FLOORS = ("bramble", "bog", "drift", "sand", "tree", "volcano", "tower")
HEXSIDES = ("slope", "dune", "cliff", "wall")


def of(view: View) -> BattleView:
    """The battle in a view."""
    assert view.battle is not None
    return view.battle


def grey(image: Image.Image) -> Image.Image:
    """A picture without its colours."""
    return image.convert("L")


def striking(view: View, rolls: int = 9) -> View:
    """The battle with as many strikes as one player can make, a hit carried and one by drift."""
    here = [f for f in of(view).fighters if f.hex]
    strikers = [f for f in here if f.side == 1]
    targets = [f for f in here if f.side == 0]
    deeds: list[Event] = []
    for striker, target in zip(strikers, targets, strict=False):
        dice = tuple(1 + (place + len(deeds)) % 6 for place in range(rolls))
        hits = sum(value > 3 for value in dice)
        deeds.append(
            Struck(
                Seat(5), striker.creature, striker.hex, target.creature, target.hex, rolls, 4, dice, hits, hits,
                False, 0, False,
            )
        )  # fmt: skip
    deeds.append(Carried(Seat(5), targets[0].creature, targets[0].hex, 1, 2, False, 0))
    deeds.append(Drifted(Seat(5), strikers[-1].creature, strikers[-1].hex, 1, False))
    return replace(view, deeds=tuple(deeds))


# --- geometry ---


def test_neighbouring_hexes_share_a_side() -> None:
    for at, label in enumerate(HEXES):
        for side, other in enumerate(ACROSS[at]):
            if other is not None:
                mine, theirs = battleland.corners(label), battleland.corners(HEXES[other])
                back = (side + 3) % 6
                here = middle((mine[side], mine[(side + 1) % 6]))
                assert here == pytest.approx(middle((theirs[back], theirs[(back + 1) % 6])), abs=0.01)


def test_hexes_lie_on_whole_pixels_alike() -> None:
    """What is alike in two hexes is alike in every pixel, which keeps the PNG small."""
    assert all(isinstance(number, int) for label in HEXES for number in battleland.centre(label))


def test_the_map_is_within_the_picture_and_beside_the_panel() -> None:
    for label in HEXES:
        for x, y in battleland.corners(label):
            assert 0 < x < PANEL.x
            assert battleland.HEADER.bottom < y < HEIGHT
    for ground in RULES.grounds.values():
        for side in ground.entries:
            for which in (0, 1):
                edge = battleland.outward(battleland.shore(ground, side, which), battleland.BAND[1])
                assert all(0 < x < PANEL.x and battleland.HEADER.bottom < y < HEIGHT for x, y in edge)
    assert PANEL.right <= WIDTH


def test_a_counter_stays_in_its_hex_and_hides_no_label() -> None:
    """With its point at either side, and with the mark of having struck."""
    reach = characters.BODY.width / 2 + characters.TIP
    for label in HEXES:
        box, (x, _) = battle_box(label), battleland.centre(label)
        assert all(inside(battleland.corners(label), corner) for corner in box.corners)
        tips = ((x - reach, box.centre[1]), (x + reach, box.centre[1]))
        assert all(inside(battleland.corners(label), tip) for tip in tips)
        assert not battleland.tag_box(label).overlaps(box)
        assert inside(battleland.corners(label), (x, battleland.tag_box(label).y))


def battle_box(label: str) -> Box:
    """Where a character stands."""
    return characters.BODY.moved(*battleland.centre(label))


def test_entries_are_marked_outside_the_map_along_the_hexes_of_the_rules() -> None:
    hexes = [battleland.corners(label) for label in HEXES]

    for ground in RULES.grounds.values():
        for side, edges in ground.entries.items():
            for which, edge in enumerate(edges):
                shore = battleland.shore(ground, side, which)
                touched = {INDEX[label] for label in HEXES if set(battleland.corners(label)) & set(shore[1:-1])}
                assert set(edge) <= touched
                assert len(shore) == 2 * len(edge) + 1
                coins = battleland.coins(ground, side, which)
                assert len(coins) == len(edge) - 1
                assert not any(inside(outline, at) for at in coins for outline in hexes)


@pytest.mark.parametrize("side", [1, 3, 5])
def test_a_side_turns_its_back_to_where_it_came_from(side: int) -> None:
    """R10.2: the broad, pointed end of a counter is nearer to its own entry side than the other end."""
    view = views.fight("Plains", side=side)
    ground = RULES.grounds["Plains"]
    picture = opened(battle(view, ENGLISH))
    for part in scene(view):
        if part.sort == "fighter" and not part.facts[5]:
            which = part.facts[0]
            home = middle(battleland.shore(ground, side, which))
            other = middle(battleland.shore(ground, side, 1 - which))
            paint = RULES.colours["Black" if which == 0 else "Red"].paint
            beyond = {turn: _beyond(picture, part.box, turn, paint) for turn in (-1, 1)}
            back = 1 if home[0] > other[0] else -1
            assert beyond[back] > 80 > 2 * beyond[-back], part.facts


def _beyond(picture: Image.Image, box: Box, turn: int, paint: str) -> int:
    """How many pixels beside a counter, at the left (-1) or at the right (1), have its player's paint."""
    x, y = box.centre
    edge = box.width / 2 + 1
    return sum(near(picture, (x + turn * (edge + d), y + e), paint, 48) for d in range(1, 10) for e in range(-20, 21))


# --- hazards ---


@pytest.mark.parametrize("side", [1, 3, 5])
def test_each_entry_is_marked_in_the_colour_of_who_comes_in_there(side: int) -> None:
    """R10.2: on a battleland of every entry side, the attacker's four and the defender's three."""
    view = views.fight("Plains", side=side)
    picture, fought = opened(battle(view, ENGLISH)), of(view)
    colours = {
        player.seat: DARK.paint(player.colour, view.rules.colours[player.colour].paint) for player in view.players
    }
    ground = view.rules.grounds[fought.terrain]
    between = sum(battleland.BAND) / 2

    for which, seat in enumerate(fought.seats):
        edge = battleland.outward(battleland.shore(ground, side, which), between)
        for at in range(0, len(edge) - 1, 2):
            x, y = middle(edge[at : at + 2])
            assert near(picture, (x, y), colours[seat])
            assert not any(near(picture, (x, y), colours[other]) for other in fought.seats if other != seat)


@pytest.mark.parametrize(("one", "other"), list(combinations((*FLOORS, *HEXSIDES), 2)))
def test_any_two_hazards_can_be_told_apart_even_without_colours(one: str, other: str) -> None:
    terrain = RULES.board.terrains["Desert"]
    pictures = []
    for hazard in (one, other):
        ground = Image.new("RGB", (64, 46), DARK.ground)
        sprite = battleland.swatch(hazard, terrain, DARK).reduce(battleland.SMOOTHING)
        ground.paste(sprite, (0, 0), sprite)
        pictures.append(grey(ground))
    difference = ImageChops.difference(*pictures).point(lambda v: 255 if v > 40 else 0)

    assert sum(difference.histogram()[128:]) > 60


@pytest.mark.parametrize(("one", "other"), list(combinations(FLOORS, 2)))
def test_what_is_drawn_in_a_hex_differs_even_on_the_same_floor(one: str, other: str) -> None:
    drawn = []
    for hazard in (one, other):
        white = Image.new("RGB", (152, 152), "#FFFFFF")
        sprite = textures.texture(hazard, 152, "#FFFFFF")
        white.paste(sprite, (0, 0), sprite)
        drawn.append(grey(white))

    changed = ImageChops.difference(*drawn).histogram()
    assert sum(changed[32:]) > 400


@pytest.mark.parametrize("name", sorted(textures.TEXTURES))
def test_what_is_drawn_in_a_hex_stays_in_it(name: str) -> None:
    sprite = textures.texture(name, 152, "#FFFFFF")
    outline = tuple((x - 22, y - battleland.centre("A1")[1] + 76) for x, y in battleland.corners("A1", -2))
    alpha = sprite.getchannel("A").load()
    assert alpha is not None

    drawn = [(x, y) for x in range(0, 152, 3) for y in range(0, 152, 3) if alpha[x, y]]
    assert drawn
    assert all(inside(outline, at) for at in drawn)


def test_every_hazard_of_the_rules_has_a_drawing() -> None:
    for ground in RULES.grounds.values():
        for hazard in hazards.hazards(ground):
            assert hazard in FLOORS + HEXSIDES


@pytest.mark.parametrize("captions", EVERY, ids=LANGUAGES)
def test_the_legend_tells_every_hazard_in_two_lines_that_fit(captions: Captions) -> None:
    room = PANEL.width - battleland.SWATCH[0] - 8
    for ground in RULES.grounds.values():
        for hazard, _ in battleland.legend(ground):
            lines = captions.told(f"hazard.{hazard}", **battleland.figures(ground, hazard)).splitlines()
            assert len(lines) <= 2
            assert all(DARK.small.sized(14).width(line) <= room for line in lines), lines
            assert DARK.strong.sized(14).width(captions.hazard(hazard)) <= room
        assert {hazard for hazard, _ in battleland.legend(ground)} == set(hazards.hazards(ground)) - {"tower"}


@pytest.mark.parametrize("captions", EVERY, ids=LANGUAGES)
def test_the_legend_names_the_figures_of_movement_and_strikes_as_the_rules_have_them(captions: Captions) -> None:
    for ground in RULES.grounds.values():
        for hazard, _ in battleland.legend(ground):
            said = captions.told(f"hazard.{hazard}", **battleland.figures(ground, hazard))
            for effect in effects(ground, hazard):
                if effect.number and effect.on != "rangestrike" and effect.what != "hurts":
                    assert str(abs(effect.number)) in said, (hazard, effect)


@pytest.mark.parametrize("terrain", TERRAINS)
def test_every_hazard_side_is_drawn_within_the_upper_hex(terrain: str) -> None:
    ground = RULES.grounds[terrain]
    flat = Canvas(WIDTH, HEIGHT, DARK.ground)
    upper = [(HEXES[at], side, h) for at, row in enumerate(ground.sides) for side, h in enumerate(row) if h]
    for label, side, hazard in upper:
        before = flat.finished().copy()
        points = battleland.corners(label)
        hazards.hexside(flat, hazard, points[side], points[(side + 1) % 6], "#CCBB99")
        box = ImageChops.difference(before, flat.finished()).getbbox()
        assert box is not None
        x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
        assert inside(points, (x, y)), (label, side)


@pytest.mark.parametrize("hazard", [*hazards.FACES, ""])
def test_the_face_of_a_drop_is_seen_below_its_side_a_course_for_each_level(hazard: str) -> None:
    """Walls bear battlements, which stand on the edge."""
    points, heights = battleland.corners("D3"), []
    for levels in (1, 2):
        flat = Canvas(WIDTH, HEIGHT, DARK.ground)
        hazards.face(flat, hazard, points[3], points[4], levels, "#CCBB99", battleland.STRAIGHT)
        box = ImageChops.difference(Image.new("RGB", (WIDTH, HEIGHT), DARK.ground), flat.finished()).getbbox()
        assert box is not None
        assert box[1] >= points[3][1] - (8 if hazard == "wall" else 3)
        heights.append(box[3] - points[3][1])

    assert heights[1] - heights[0] == pytest.approx(hazards.LEVEL, abs=1)


def test_whoever_stands_in_a_hex_hides_no_face_of_the_next() -> None:
    """A drop of two levels ends above the name of the lower hex."""
    for label in HEXES:
        assert battleland.tag_box(label).y > battleland.centre(label)[1] - battleland.RISE + 2 * hazards.LEVEL


@pytest.mark.parametrize("terrain", TERRAINS)
def test_a_hex_has_a_peak_for_each_level(terrain: str) -> None:
    ground, land = RULES.grounds[terrain], RULES.board.terrains[terrain]
    names = {
        level: battleland.name_sprite("D4", level, False, battleland.floor(ground, land, DARK, "D4"), DARK, 1.0)
        for level in (0, 1, 2)
    }
    widths = [box[2] for name in names.values() if (box := name.getbbox())]

    assert widths == sorted(set(widths))
    for label, level in zip(HEXES, ground.elevation, strict=True):
        assert battleland.name_box(label, level).width >= widths[level]


@pytest.mark.parametrize("terrain", TERRAINS)
def test_every_hazard_hex_differs_from_a_plain_one(terrain: str) -> None:
    ground = RULES.grounds[terrain]
    picture = battleland.land(ground, RULES.board.terrains[terrain], DARK)
    base = battleland.land(RULES.grounds["Plains"], RULES.board.terrains["Plains"], DARK)

    for label, hazard in zip(HEXES, ground.hazards, strict=True):
        if hazard != "plain":
            x, y = battleland.centre(label)
            there = (x - 36, y - 36, x + 36, y + 36)
            difference = ImageChops.difference(grey(picture.crop(there)), grey(base.crop(there)))
            assert difference.getbbox() is not None


@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
@pytest.mark.parametrize("terrain", TERRAINS)
def test_coordinates_can_be_read_on_every_floor_of_every_theme(terrain: str, theme: Theme) -> None:
    ground, land = RULES.grounds[terrain], RULES.board.terrains[terrain]
    paint = theme.paint(land.name, land.paint)
    for hazard, elevation in zip(ground.hazards, ground.elevation, strict=True):
        assert contrast(theme.dark, hazards.floor(hazard, paint, elevation)) >= 4.5


@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
@pytest.mark.parametrize("terrain", TERRAINS)
def test_coordinates_can_be_read_on_every_patch_of_the_ground(terrain: str, theme: Theme) -> None:
    ground, land = RULES.grounds[terrain], RULES.board.terrains[terrain]
    for label, hazard in zip(HEXES, ground.hazards, strict=True):
        paint = battleland.floor(ground, land, theme, label)
        patches = soil.tones(terrain, paint) if hazard == "plain" else ()
        assert all(contrast(theme.dark, tone) >= 4.5 for tone in (paint, *patches)), label


@pytest.mark.parametrize("hazard", ["bramble", "drift"])
def test_what_lies_in_a_hex_differs_from_what_lies_in_the_next(hazard: str) -> None:
    for at, beside in enumerate(ACROSS):
        mine = textures.texture(hazard, 152, "#FFFFFF", battleland.TURNS[at])
        for other in beside:
            if other is not None:
                assert mine is not textures.texture(hazard, 152, "#FFFFFF", battleland.TURNS[other])
    drawn = [textures.texture(hazard, 152, "#FFFFFF", turn).tobytes() for turn in range(3)]
    assert len(set(drawn)) == 3


def test_tundra_is_the_brightest_ground_and_colder_than_any() -> None:
    """Snow and ice, not stone: blue is its strongest colour."""
    shown = {}
    for name, ground in RULES.grounds.items():
        land = battleland.land(ground, RULES.board.terrains[name], DARK).resize((250, 225))
        solid = land.crop((10, 24, 190, 220)).convert("RGB")
        red, green, blue = (sum(v * n for v, n in enumerate(band.histogram())) for band in solid.split())
        shown[name] = (red + green + blue, blue - red)

    assert max(shown, key=lambda name: shown[name][0]) == "Tundra"
    assert shown["Tundra"][1] > 0


# --- characters ---


@pytest.mark.parametrize("terrain", TERRAINS)
def test_all_fourteen_characters_have_their_place(terrain: str) -> None:
    view = views.fight(terrain)
    parts = [part for part in scene(view) if part.sort == "fighter"]
    picture = opened(battle(view, ENGLISH))

    assert len(parts) == 14
    assert not collisions(parts)
    for part in parts:
        paint = view.rules.colours["Black" if part.facts[0] == 0 else "Red"].paint
        x = part.box.centre[0]
        for place in ((x - 20, part.box.y + 5), (x - 20, part.box.bottom - 3), (x + 20, part.box.y + 5)):
            assert near(picture, place, paint, 60), "the owner's colour is all round"


def test_hits_slain_struck_and_side_each_change_the_counter() -> None:
    ogre = RULES.kinds["OGR"]
    plain = characters.counter(ogre, ogre.name, 6, NEUTRAL, characters.LEFT, DARK)
    others = [
        characters.counter(ogre, ogre.name, 6, NEUTRAL, characters.RIGHT, DARK),
        characters.counter(ogre, ogre.name, 6, NEUTRAL, characters.LEFT, DARK, Plight(hits=2)),
        characters.counter(ogre, ogre.name, 6, NEUTRAL, characters.LEFT, DARK, Plight(hits=3)),
        characters.counter(ogre, ogre.name, 6, NEUTRAL, characters.LEFT, DARK, Plight(hits=6, slain=True)),
        characters.counter(ogre, ogre.name, 6, NEUTRAL, characters.LEFT, DARK, Plight(struck=True)),
        characters.counter(ogre, ogre.name, 7, NEUTRAL, characters.LEFT, DARK),
    ]

    assert len({picture.tobytes() for picture in (plain, *others)}) == len(others) + 1


@pytest.mark.parametrize("cut", [characters.FULL, characters.LARGE], ids=["full", "phone"])
def test_who_has_struck_has_his_mark_at_the_upper_right_whichever_way_he_looks(cut: characters.Cut) -> None:
    ogre = RULES.kinds["OGR"]
    for back in (characters.LEFT, characters.RIGHT):
        before, after = (
            characters.counter(ogre, ogre.name, 6, NEUTRAL, back, DARK, plight, cut).convert("RGB")
            for plight in (Plight(), Plight(struck=True))
        )
        changed = ImageChops.difference(before, after).getbbox()
        assert changed is not None
        assert changed[0] > before.width * 0.65
        assert changed[3] < before.height * 0.35


def test_the_slain_have_no_colours_but_their_owners_and_the_red_of_damage() -> None:
    """A skull on red where damage is told; who it was and how strong is still seen."""
    troll = RULES.kinds["TRO"]
    alive, slain = (
        characters.counter(troll, troll.name, 8, NEUTRAL, characters.LEFT, DARK, plight).convert("RGB")
        for plight in (Plight(), Plight(hits=8, slain=True))
    )
    drop = characters.FULL.drop
    x, y = characters.PAD + characters.BODY.width / 2, characters.ABOVE - characters.BODY.y
    assert near(slain, (x + drop.x + 5, y + drop.y + drop.height / 2), DARK.blood, 30)
    gem = (round(characters.PAD + 8), round(y - 15), round(characters.PAD + 26), round(y + 6))
    assert ImageChops.difference(alive.crop(gem), slain.crop(gem)).getbbox() is None
    assert len({alive.tobytes(), slain.tobytes()}) == 2


@pytest.mark.parametrize("back", [characters.LEFT, characters.RIGHT])
def test_a_character_turns_its_back_to_where_its_player_came_from(back: int) -> None:
    """Seen by the Unicorn's horn, which is all that is golden on its counter."""
    picture = characters.counter(RULES.kinds["UNI"], "Unicorn", 6, NEUTRAL, back, DARK).convert("RGB")

    golden = [
        x
        for x in range(picture.width)
        for y in range(picture.height)
        if near(picture, (x, y), tones("#FFFFFF", DARK)["spark"], 40)
    ]
    assert golden
    assert all(x > picture.width / 2 if back == characters.LEFT else x < picture.width / 2 for x in golden)


def test_every_kind_has_an_emblem_of_its_own_and_a_name_that_fits() -> None:
    kinds = RULES.kinds
    pictures = {emblem(code, 64, "#8A8F94", DARK).tobytes() for code in kinds}

    assert len(pictures) == len(kinds)
    room = characters.BANDED
    for kind in kinds.values():
        assert DARK.small.sized(14).width(kind.name) <= room
        assert DARK.small.sized(14).width(kind.name) <= characters.LIST[0] - characters.LIST[1] - 8


@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
def test_what_is_written_on_a_counter_can_be_read_in_every_theme(theme: Theme) -> None:
    for colour in RULES.colours:
        colours = tokens.livery(RULES, colour, theme)
        for kind in RULES.kinds.values():
            paint = characters.paint_of(kind, colours, theme)
            assert contrast(theme.dark, characters.paper_of(paint, theme)) >= 4.5
            ground = characters.written_on(paint, theme)
            assert contrast(theme.on(ground), ground) >= 4.5, kind.name
    assert contrast(theme.light, theme.blood) >= 4.5


# --- the whole picture ---


def variants() -> list[View]:
    """The fullest battles on every land: all on the map, all off it, after moves and after strikes."""
    found = []
    for terrain in TERRAINS:
        found += [views.fight(terrain, (7, 8)), views.fight(terrain, (7, 7), off=7)]
        found += [striking(views.fight(terrain, (7, 8))), striking(views.fight(terrain, (8, 7), off=1), rolls=20)]
    return found


def test_nothing_overlaps_or_leaves_the_picture_in_the_fullest_battles() -> None:
    for view in variants():
        parts = scene(view)
        assert not collisions(parts), of(view).terrain
        assert not outside(parts, WIDTH, HEIGHT), of(view).terrain


def test_characters_off_the_map_are_listed_beside_it() -> None:
    on, off = views.fight("Plains", (4, 4)), views.fight("Plains", (4, 4), off=4)

    assert not told(scene(on), "waiting")
    assert sorted(facts[:2] for facts in told(scene(off), "waiting")) == sorted(
        (f.side, f.creature) for f in of(off).fighters
    )
    assert (
        opened(battle(on, ENGLISH)).crop((772, 130, 988, 700)).tobytes()
        != opened(battle(off, ENGLISH)).crop((772, 130, 988, 700)).tobytes()
    )


def test_all_who_fell_are_drawn() -> None:
    view = views.fight("Plains", (2, 2))
    fallen = RULES.arranged((*list(RULES.kinds)[:9], "OGR", "OGR"))
    view = replace(view, battle=replace(of(view), fallen=(fallen, ())))

    shown = sorted(code for side, code, _ in told(scene(view), "fallen") if side == 0)
    assert shown == sorted(fallen)
    assert not collisions(scene(view))


def test_moves_are_arrows_and_those_who_enter_come_from_their_own_edge() -> None:
    view = views.fight("Plains", (2, 2), hexes=("A2", "B1", "E3", "F2"))
    moves = (Maneuvered(Seat(0), "TTN", "", "A2"), Maneuvered(Seat(0), "ARC", "A1", "B1"))
    parts = scene(replace(view, deeds=moves))

    assert {facts[1:] for facts in told(parts, "move")} == {("TTN", "", "A2"), ("ARC", "A1", "B1")}
    entering = next(part for part in parts if part.sort == "move" and not part.facts[2])
    x, y = battleland.centre("A2")
    assert entering.box.x < x
    assert entering.box.bottom > y


def test_who_is_set_up_in_a_tower_did_not_come_over_its_edge() -> None:
    """R10.4: in the first round the defender's characters stand inside the walls; later ones enter."""
    view = views.fight("Tower", (1, 1), hexes=("A1", "D3"))
    deeds = (Maneuvered(Seat(5), "ARC", "", "D3"),)
    first = replace(view, deeds=deeds, battle=replace(of(view), round=1))
    later = replace(view, deeds=deeds, battle=replace(of(view), round=4))

    def arrow(seen: View) -> Box:
        return next(part.box for part in scene(seen) if part.sort == "move")

    assert inside(battleland.corners("D3"), arrow(first).centre)
    assert arrow(first).width < 20
    assert arrow(later).y < battleland.centre("D5")[1]
    assert battle(first, ENGLISH) != battle(replace(first, deeds=()), ENGLISH)


@pytest.mark.parametrize("ways", [1, 2, 3, 9])
def test_dice_and_number_fit_below_a_target(ways: int) -> None:
    """However many ways there are to strike it (R14.4)."""
    view = views.fight("Plains", (1, 1), hexes=("D4", "D5"))
    actions = tuple(Strike("D4", "D5", 28 - way, min(6, 4 + way)) for way in range(ways))
    (part,) = (part for part in scene(view, focus="D4", actions=actions) if part.sort == "target")

    assert len(part.facts) == 1 + ways
    assert DARK.strong.sized(14).width(offered(part.facts[1:], ENGLISH)) <= part.box.width - 4


def test_a_strike_tells_its_hits_on_the_map_and_its_dice_beside_it() -> None:
    view = striking(views.fight("Plains", (3, 3)))
    parts = scene(view)
    struck = next(deed for deed in view.deeds if isinstance(deed, Struck))

    assert (1, struck.striker, struck.hex, struck.target, struck.target_hex, struck.dealt, False, "strike") in told(
        parts, "hits"
    )
    assert any(facts[7] == struck.rolls for facts in told(parts, "struck"))
    assert opened(battle(view, ENGLISH)).tobytes() != opened(battle(replace(view, deeds=()), ENGLISH)).tobytes()


def test_strikes_without_room_are_counted_and_none_is_cut() -> None:
    view = striking(views.fight("Mountains", (8, 8)), rolls=24)
    parts = scene(view)
    shown = [part for part in parts if part.sort in ("struck", "carried")]
    before = next((part.facts[0] for part in parts if part.sort == "before"), 0)

    assert len(shown) + before == sum(isinstance(deed, Struck | Carried) for deed in view.deeds)
    assert shown


def test_the_hits_of_a_strike_cover_neither_a_name_nor_each_other() -> None:
    """Every way that neighbours can strike, with the point to the target."""
    names = {label: battleland.name_box(label, RULES.grounds["Plains"].elevation[at]) for at, label in enumerate(HEXES)}
    for at, label in enumerate(HEXES):
        for other in filter(None, (HEXES[n] if n is not None else None for n in ACROSS[at])):
            fought = views.fight("Plains", (1, 1), hexes=(label, other))
            one, two = (f.creature for f in of(fought).fighters)
            blow = Struck(Seat(0), one, label, two, other, 6, 4, (4,), 1, 1, False, 0, False)
            (part,) = (part for part in scene(replace(fought, deeds=(blow,))) if part.sort == "hits")
            x, y = part.box.centre
            ahead = middle((part.box.centre, battleland.centre(other)))
            length = hypot(ahead[0] - x, ahead[1] - y)
            reach = POINT + characters.FULL.die
            tip = (x + (ahead[0] - x) / length * reach, y + (ahead[1] - y) / length * reach)
            assert not any(part.box.overlaps(box) for box in names.values()), (label, other)
            assert not any(box.x < tip[0] < box.right and box.y < tip[1] < box.bottom for box in names.values())


def test_discs_of_many_strikes_lie_apart() -> None:
    for terrain in TERRAINS:
        discs = [part for part in scene(striking(views.fight(terrain, (7, 8)))) if part.sort == "hits"]
        assert not any(one.box.overlaps(other.box) for one, other in combinations(discs, 2))


def test_swords_are_crossed_where_two_enemies_are_in_contact_and_nowhere_else() -> None:
    """R12.2: beside each other, without a cliff between; the slain are in contact with nobody."""
    beside = scene(views.fight("Plains", (1, 1), hexes=("D4", "D5")))
    apart = scene(views.fight("Plains", (1, 1), hexes=("D4", "D6")))

    assert told(beside, "contact") == {("D4", "D5")}
    assert not told(apart, "contact")
    for terrain in TERRAINS:
        ground, view = RULES.grounds[terrain], views.fight(terrain, (7, 8))
        alive = {f.hex: f.side for f in of(view).fighters if f.hex and not f.slain}
        for one, other in told(scene(view), "contact"):
            assert ground.contacts[INDEX[one]] >> INDEX[other] & 1
            assert (alive[one], alive[other]) == (0, 1)


def test_no_mark_on_the_map_hides_a_figure_a_name_of_a_hex_or_damage() -> None:
    """Swords and dice of hits, over the fullest battles, whether they strike or not."""
    for terrain in TERRAINS:
        for view in (views.fight(terrain, (7, 8)), striking(views.fight(terrain, (7, 8)))):
            parts = scene(view)
            kept = [battle_box(part.facts[3]).shrunk(characters.FRAME) for part in parts if part.sort == "fighter"]
            kept += [battleland.name_box(label, RULES.grounds[terrain].elevation[INDEX[label]]) for label in HEXES]
            marks = [part for part in parts if part.sort == "contact"]
            assert not any(mark.box.overlaps(box) for mark in marks for box in kept), terrain


@pytest.mark.parametrize("captions", EVERY, ids=LANGUAGES)
def test_the_form_for_a_phone_is_small_and_shows_every_character(captions: Captions) -> None:
    for view in (views.fight("Plains", (7, 8)), striking(views.fight("Mountains", (3, 3)))):
        picture = battle_phone(view, captions)
        parts = phone_scene(view)
        shown = [part for part in parts if part.sort == "fighter"]

        assert len(picture) <= 60_000
        assert opened(picture).width == PHONE
        assert told(parts, "fighter") == told(scene(view), "fighter")
        assert not collisions(shown)
        assert not outside(shown, PHONE, opened(picture).height)
        assert told(parts, "round") == told(scene(view), "round")


def test_what_is_written_for_a_phone_is_at_least_eleven_pixels_where_that_shows_it() -> None:
    """At 400 pixels wide: half of the picture's size."""
    least = min(ZOOMS)
    sizes = (characters.LARGE.name, characters.LARGE.hits, 23)
    assert all(round(size * least) >= 22 for size in sizes)
    assert characters.LARGE.figure * least >= 40


def finished(winner: str, how: str = "battle", *more: Event) -> View:
    """A battle that has just ended."""
    view = views.fight("Plains", (3, 3))
    end = BattleEnded(1, winner, "Rd01" if winner == "Bk01" else "Bk01", how, 3)
    return replace(view, aftermath=view.battle, deeds=(end, *more))


def test_the_last_map_tells_who_won_what_was_lost_and_what_it_brought() -> None:
    view = finished("Bk01", "battle", Scored(Seat(0), 84, 212, "battle"))
    parts = scene(view)

    assert told(parts, "result") == {("Bk01", "battle")}
    assert not told(parts, "acting")
    assert told(parts, "points") == {(Seat(0), 84, 212, (200,))}
    beaten = sorted(f.creature for f in of(view).fighters if f.side == 1)
    assert sorted(c for side, c, _ in told(parts, "fallen") if side == 1) == sorted(["CEN", *beaten])
    assert not collisions(parts)
    assert not outside(parts, WIDTH, HEIGHT)
    assert len({battle(finished(*how), ENGLISH) for how in (("Bk01",), ("Rd01",), ("",), ("Bk01", "titan"))}) == 4


# --- dice ---


def test_the_latest_strikes_are_shown_with_all_their_dice() -> None:
    for rolls in (1, 11, 12, 24, 30):
        view = striking(views.fight("Plains", (7, 8)), rolls=rolls)
        parts = dice_scene(view)

        assert len(told(parts, "strike")) == MOST
        assert not collisions(parts)
        assert not outside(parts, DICE_WIDTH, height(view))
        for part in parts:
            if part.sort == "strike":
                rows = -(-len(part.facts[6]) // DICE)
                assert 34 + rows * STEP <= part.box.height + STEP - DIE
        assert opened(strikes(view, ENGLISH)).size == (DICE_WIDTH, height(view))


@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
def test_dice_that_hit_differ_from_those_that_miss_even_without_colours(theme: Theme) -> None:
    for value in range(1, 7):
        hit, miss = (Image.new("RGB", (40, 40), theme.panel) for _ in range(2))
        for ground, hits in ((hit, True), (miss, False)):
            sprite = dice.die(value, 40, hits, theme)
            ground.paste(sprite, (0, 0), sprite)
        changed = ImageChops.difference(grey(hit), grey(miss)).point(lambda v: 255 if v > 32 else 0)
        assert sum(changed.histogram()[128:]) > 600


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

    assert len({battle(variant, ENGLISH) for variant in variants}) == len(variants)


def test_the_same_battle_gives_the_same_bytes_in_another_process() -> None:
    code = (
        "from hashlib import sha256; from render.titan.battles.battle import battle; "
        "from tests.captions import ENGLISH; from tests.render import views; "
        "print(sha256(battle(views.fight('Jungle', off=2), ENGLISH, names={0: 'Ümit'})).hexdigest())"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip()

    assert found == sha256(battle(views.fight("Jungle", off=2), ENGLISH, names={Seat(0): "Ümit"})).hexdigest()


def test_a_name_with_too_many_words_for_the_column_stands_on_two_lines() -> None:
    room = 138

    assert named("Ann", room, DARK) == ("Ann",)
    assert named("Maximiliane von und zu", room, DARK) == ("Maximiliane", "von und zu")
    assert named("Maximilianevonundzugutenberg", room, DARK) == ("Maximilianevonundzugutenberg",)
