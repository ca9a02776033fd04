"""Themes: what is written can be read, and nobody's eyes take players, terrains or warnings for each other.

Distances by paint are CIEDE2000, those of pictures the mean over their pixels in CIE Lab. Floors are what was measured
less a little; who changes a paint sees here what it costs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations
from math import hypot

import pytest
from PIL import Image

from engine.titan.battle.frame import HEXES
from engine.titan.view import LegionView
from render.canvas import Colour, contrast
from render.skirmish.pieces import counters as units
from render.skirmish.pieces import emblems, marks
from render.skirmish.pieces import lands as fields
from render.theme import DARK, THEMES, Theme
from render.titan.battles import battleland
from render.titan.battles.battle import palette
from render.titan.masterboard import lands
from render.titan.masterboard.geometry import whole
from render.titan.pieces import tokens
from tests.render import colours, views
from tests.render.looks import dark_and_light

CONTRAST, SAFE = THEMES["contrast"], THEMES["safe"]

RULES = views.rules()
TEXT = 4.5
"""The least contrast of what is read, and of marks with their ground 3 (WCAG 2.2, 1.4.3 and 1.4.11)."""
ENHANCED = 7.0
"""The least contrast of what is read in the theme of high contrast (WCAG 2.2, 1.4.6)."""
MARK = 3.0

every_theme = pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)


def terrains(theme: Theme) -> dict[str, Colour]:
    return {name: theme.paint(name, terrain.paint) for name, terrain in RULES.board.terrains.items()}


def players(theme: Theme) -> dict[str, Colour]:
    return {name: theme.paint(name, colour.paint) for name, colour in RULES.colours.items()}


def kinds(theme: Theme) -> dict[str, Colour]:
    return {kind.name: theme.paint(kind.name, kind.paint) for kind in RULES.kinds.values()}


def skirmish(theme: Theme) -> dict[str, Colour]:
    """What skirmish writes upon: terrains, sides, marks."""
    painted = {**fields.PAINTS, **units.PAINTS, **marks.PAINTS}
    return {name: theme.paint(name, paint) for name, paint in painted.items()}


def test_there_are_five_themes_and_the_standard_one_comes_first() -> None:
    assert list(THEMES) == ["dark", "light", "contrast", "safe", "print"]


@every_theme
def test_a_theme_paints_nothing_that_there_is_not(theme: Theme) -> None:
    titan = {*terrains(theme), *players(theme), *kinds(theme)}
    skirmish = {*units.PAINTS, *emblems.PAINTS, *marks.PAINTS, *fields.PAINTS}

    assert set(theme.paints) <= titan | skirmish


@every_theme
def test_what_is_written_can_be_read(theme: Theme) -> None:
    least = ENHANCED if theme is CONTRAST else TEXT
    on_paper = {
        (ink, paper): contrast(getattr(theme, ink), getattr(theme, paper))
        for ink in ("ink", "faint", "active")
        for paper in ("ground", "panel")
    }
    painted = {**terrains(theme), **players(theme), **kinds(theme), **skirmish(theme), "blood": theme.blood}
    on_paint = {name: contrast(theme.on(paint), paint) for name, paint in painted.items()}

    assert {pair: found for pair, found in on_paper.items() if found < least} == {}
    assert {name: found for name, found in on_paint.items() if found < least} == {}
    assert theme.on(theme.blood) == theme.light


@every_theme
def test_marks_stand_out_from_what_they_lie_on(theme: Theme) -> None:
    found = {
        (mark, paper): contrast(getattr(theme, mark), getattr(theme, paper))
        for mark in ("alarm", "danger", "active")
        for paper in ("ground", "panel")
    }

    assert {pair: ratio for pair, ratio in found.items() if ratio < MARK} == {}


def closest(paints: Mapping[str, Colour], sight: str) -> tuple[float, str, str]:
    """The two paints that somebody takes for each other most easily, and how far they are apart."""
    return min(
        (colours.apart(colours.painted(paints[one], sight), colours.painted(paints[other], sight)), one, other)
        for one, other in combinations(paints, 2)
    )


@pytest.mark.parametrize("sight", colours.SIGHT)
@every_theme
def test_an_alarm_a_danger_whose_turn_it_is_and_blood_are_told_apart(theme: Theme, sight: str) -> None:
    marks = {mark: getattr(theme, mark) for mark in ("alarm", "danger", "active", "blood")}

    assert closest(marks, sight)[0] >= 10


@pytest.mark.parametrize("sight", colours.SIGHT)
def test_safe_players_and_terrains_are_told_apart_by_their_paint_alone(sight: str) -> None:
    assert closest(players(SAFE), sight)[0] >= 22
    assert closest(terrains(SAFE), sight)[0] >= 14
    assert closest({name: SAFE.paint(name, paint) for name, paint in units.PAINTS.items()}, sight)[0] >= 22
    assert closest({name: SAFE.paint(name, paint) for name, paint in fields.PAINTS.items()}, sight)[0] >= 13


WARNINGS = ("alarm", "danger", "active", "blood")
GLANCE = 10.0
"""How far two meanings are apart by CIEDE2000 that are told at a glance."""


def warnings(theme: Theme) -> dict[str, Colour]:
    return {mark: getattr(theme, mark) for mark in WARNINGS}


def meanings(theme: Theme) -> dict[str, dict[str, Colour]]:
    """What has a meaning by its colour, by the game in whose pictures it stands."""
    titan = {**terrains(theme), **players(theme), **warnings(theme)}
    return {"titan": titan, "skirmish": {**skirmish(theme), **warnings(theme)}}


@pytest.mark.parametrize("game", ["titan", "skirmish"])
@every_theme
def test_no_two_meanings_look_alike(theme: Theme, game: str) -> None:
    """All pairs: players, sides, lands, marks and warnings."""
    assert closest(meanings(theme)[game], "usual")[0] >= GLANCE


@pytest.mark.parametrize("sight", colours.SIGHT)
@pytest.mark.parametrize("game", ["titan", "skirmish"])
def test_no_two_meanings_look_alike_to_anybody_in_the_safe_theme(game: str, sight: str) -> None:
    assert closest(meanings(SAFE)[game], sight)[0] >= GLANCE


@every_theme
def test_players_stand_out_from_every_land(theme: Theme) -> None:
    """Blue from swamp, Brown from hills, Gold from plains."""
    found = {
        (player, land): colours.apart(colours.painted(paint), colours.painted(ground))
        for player, paint in players(theme).items()
        for land, ground in terrains(theme).items()
    }

    assert {
        pair: apart for pair, apart in found.items() if apart < (15 if theme.name in ("dark", "light") else 12)
    } == {}


def test_dark_lands_are_quiet_and_lie_between_the_ground_and_the_pieces() -> None:
    """Lightness and chroma of CIE Lab: lands from 25 to 70, and no louder than the quietest of the coloured players."""
    chroma = {name: hypot(*colours.painted(paint)[1:]) for name, paint in players(DARK).items() if name != "Black"}
    lands_, fields_ = terrains(DARK), {name: DARK.paint(name, paint) for name, paint in fields.PAINTS.items()}

    for name, paint in {**lands_, **fields_}.items():
        lightness, a, b = colours.painted(paint)
        assert 25 <= lightness <= 70.5, name
        assert hypot(a, b) < 0.75 * min(chroma.values()), name
    assert colours.painted(DARK.ground)[0] < 25


@every_theme
def test_light_is_warm_shade_is_cool_and_both_keep_the_paint(theme: Theme) -> None:
    for paint in terrains(theme).values():
        lit, plain, shaded = (colours.painted(tone)[0] for tone in (theme.lit(paint), paint, theme.shaded(paint)))
        assert shaded <= plain <= lit

    assert colours.painted(theme.glow)[2] >= -0.1  # towards yellow
    assert colours.painted(theme.shade)[2] <= 0.1  # towards blue
    assert 0 <= theme.depth <= 1


@pytest.mark.parametrize("name", ["Marsh", "Hills", "Tower"])
@dark_and_light
def test_battlelands_keep_the_colours_of_their_hexes(theme: Theme, name: str) -> None:
    """Large plain areas in a colour that the palette lacks would turn pink or grey."""
    ground, terrain = RULES.grounds[name], RULES.board.terrains[name]
    floors = {battleland.floor(ground, terrain, theme, label) for label in HEXES}
    kept = palette(RULES, ground, terrain, theme)

    for floor in floors:
        shown = kept.applied(Image.new("RGB", (1, 1), floor)).convert("RGB")
        assert shown.tobytes() == bytes.fromhex(floor[1:])


@every_theme
def test_lands_are_seen_on_the_ground(theme: Theme) -> None:
    """Tundra is white, and so is paper."""
    ground = colours.painted(theme.ground)

    assert min(colours.apart(colours.painted(paint), ground) for paint in terrains(theme).values()) >= 5


def counters(theme: Theme) -> dict[str, Image.Image]:
    """A legion of each player, with his first marker and as high as the others."""
    view = views.start(6)
    return {
        player.colour: tokens.counter(
            view,
            LegionView(RULES.colours[player.colour].markers[0], player.seat, player.tower, 7, (), False, 0),
            84,
            70,
            theme,
        )
        for player in view.players
    }


def grounds(theme: Theme) -> dict[str, Image.Image]:
    """A land of each terrain with what grows there, without its number."""
    unit = whole(RULES.board).unit
    return {name: lands.picture(RULES.board, name, False, 0, unit, theme) for name in RULES.board.terrains}


def closest_seen(pictures: Mapping[str, Image.Image], theme: Theme, sight: str) -> tuple[float, str, str]:
    """The two pictures that somebody takes for each other most easily, and how far they are apart."""
    return colours.closest_pictures(
        {name: colours.flat(image, theme.ground) for name, image in pictures.items()}, sight
    )


@pytest.mark.parametrize("sight", colours.SIGHT)
@every_theme
def test_the_legions_of_the_players_are_told_apart_as_drawn(theme: Theme, sight: str) -> None:
    assert closest_seen(counters(theme), theme, sight)[0] >= (26 if theme is SAFE else 15)


LANDS_APART = {"safe": 10.0, "print": 5.0}
"""On paper lands are pale, and what grows there tells them apart."""


@pytest.mark.parametrize("sight", colours.SIGHT)
@every_theme
def test_the_terrains_are_told_apart_as_drawn(theme: Theme, sight: str) -> None:
    assert closest_seen(grounds(theme), theme, sight)[0] >= LANDS_APART.get(theme.name, 8.0)


@every_theme
def test_players_in_one_paint_are_still_told_apart_by_shape_pattern_and_code(theme: Theme) -> None:
    """Never by colour alone: the same with every player painted like the first."""
    grey = replace(theme, paints={**theme.paints, **dict.fromkeys(RULES.colours, "#5A5A5A")})

    assert closest_seen(counters(grey), grey, "usual")[0] >= 1


@pytest.mark.parametrize(
    ("one", "other", "distance"),
    [
        ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
        ((50.0, 2.4900, -0.0010), (50.0, -2.4900, 0.0011), 7.2195),
        ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_the_measure_of_distance_is_ciede2000(one: colours.Lab, other: colours.Lab, distance: float) -> None:
    """Pairs of the test data of Sharma, Wu and Dalal."""
    assert colours.apart(one, other) == pytest.approx(distance, abs=5e-5)
    assert colours.apart(other, one) == pytest.approx(distance, abs=5e-5)


@pytest.mark.parametrize("sight", colours.SIGHT)
def test_greys_stay_greys_in_everybodys_eyes(sight: str) -> None:
    """What published matrices have in common: their rows add up to 1."""
    for grey in ("#000000", "#808080", "#FFFFFF"):
        light, a, b = colours.painted(grey, sight)
        assert (a, b) == pytest.approx((0, 0), abs=0.1)
        assert light == pytest.approx(colours.painted(grey)[0], abs=0.1)


@pytest.mark.parametrize("author", ["Machado 2009", "Viénot 1999"])
def test_red_and_green_of_one_lightness_are_alike_to_whom_they_are_known_to_be(author: str) -> None:
    red, green = "#B4602F", "#6E7F2F"

    assert colours.apart(colours.painted(red), colours.painted(green)) > 25
    for blindness in ("protanopia", "deuteranopia"):
        sight = f"{blindness}, {author}"
        assert colours.apart(colours.painted(red, sight), colours.painted(green, sight)) < 13
