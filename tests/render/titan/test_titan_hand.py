"""A player's own legions: all of them, all they hold, and nobody else's."""

from __future__ import annotations

from dataclasses import replace
from itertools import cycle, islice

import pytest
from PIL import ImageChops

from engine.core import Seat
from engine.titan.view import LegionView, View
from render.canvas import Box, contrast
from render.parts import collisions, outside, told
from render.theme import THEMES, Theme
from render.titan.cards.hand import hand, own_legions, scene, tall
from render.titan.pieces import tiles
from render.titan.pieces.characters import paint_of, paper_of, written_on
from render.titan.pieces.rows import LEAST, WIDTH
from render.titan.pieces.tokens import NEUTRAL
from tests.captions import ENGLISH
from tests.render import views
from tests.render.looks import dark_and_light
from tests.render.pixels import opened

RULES = views.rules()


def eight() -> View:
    """The first turn, as Blue sees it: one legion of eight."""
    return replace(views.start(6), viewer=Seat(1))


def enlisting(height: int = 6) -> View:
    """Twelve legions that have all moved, of every kind, in the land where most can be mustered."""
    held = views.holdings(12, height)
    codes = cycle(("TTN", "OGR", "OGR", "OGR", "GUA", "WLK", "LIO", "LIO", "LIO", "MIN", "DRA", "COL"))
    lands = cycle((100, next(label for label, land in RULES.board.lands.items() if land.terrain == "Mountains")))
    legions = tuple(
        replace(legion, land=next(lands), moved=True, creatures=RULES.arranged(islice(codes, height)))
        for legion in held.legions
    )
    return replace(held, phase="muster", active=Seat(1), legions=legions)


def victorious() -> View:
    """Twelve legions, and the markers of three colours besides."""
    markers = tuple(marker for name in ("Red", "Gold", "Green") for marker in RULES.colours[name].markers)
    held = views.holdings(12, 7)
    return replace(held, players=tuple(replace(player, markers=markers) for player in held.players))


HANDS = {
    "victorious": victorious(),
    "twelve of seven": views.holdings(12, 7),
    "eight high": eight(),
    "enlisting": enlisting(),
    "enlisting low": enlisting(2),
    "none": replace(views.holdings(1), legions=()),
}


def row(view: View, sort: str, marker: str) -> list[Box]:
    """Where the parts of a sort stand that belong to a legion."""
    return [part.box for part in scene(view) if part.sort == sort and part.facts[0] == marker]


@pytest.mark.parametrize("name", HANDS)
def test_nothing_overlaps_or_is_cut_off(name: str) -> None:
    parts = scene(HANDS[name])

    assert not collisions(parts)
    assert not outside(parts, WIDTH, tall(HANDS[name]))


def test_each_legion_is_a_row_with_all_its_characters() -> None:
    view = HANDS["twelve of seven"]
    rows = [part for part in scene(view) if part.sort == "legion"]

    assert [part.facts[0].marker for part in rows] == [legion.marker for legion in own_legions(view)]
    for part in rows:
        boxes = row(view, "character", part.facts[0].marker)
        assert len(boxes) == 7
        assert all(part.box.y <= box.y and box.bottom <= part.box.bottom for box in boxes)


def test_whatever_can_be_mustered_has_its_place_with_a_name() -> None:
    """Five in a Tower: Centaur, Gargoyle, Ogre, Guardian, Warlock (R8.5-R8.7)."""
    view = HANDS["enlisting"]
    held = next(part.facts[0] for part in scene(view) if part.sort == "legion" and len(part.facts[0].enlists) == 5)
    boxes = row(view, "recruit", held.marker)

    assert set(held.enlists) == {"CEN", "GAR", "OGR", "GUA", "WLK"}
    for box, code in zip(boxes, held.enlists, strict=True):
        room = box.width - box.height - 4
        assert views_theme().small.sized(LEAST).width(RULES.kinds[code].name) <= room


def views_theme() -> Theme:
    """Any theme: their type is the same."""
    return next(iter(THEMES.values()))


def test_markers_left_are_shown_or_counted() -> None:
    markers = HANDS["victorious"].players[1].markers
    shown = told(scene(HANDS["victorious"]), "free")
    ((more,),) = told(scene(HANDS["victorious"]), "more")

    assert shown == {(marker,) for marker in markers[: len(shown)]}
    assert len(shown) + more == len(markers)
    assert told(scene(HANDS["eight high"]), "free") == {(marker,) for marker in HANDS["eight high"].players[1].markers}


def test_out_of_the_phase_for_it_nothing_can_be_mustered() -> None:
    for view in (replace(enlisting(), phase="move"), replace(enlisting(), active=Seat(0))):
        assert not told(scene(view), "recruit")


def test_each_character_is_shown_at_its_place() -> None:
    view = views.holdings(2, 3)
    first = own_legions(view)[0]
    other = replace(first, creatures=(*first.creatures[:2], "SER"))
    swapped = replace(view, legions=tuple(other if legion == first else legion for legion in view.legions))

    difference = ImageChops.difference(opened(hand(view, ENGLISH)), opened(hand(swapped, ENGLISH)))
    box = row(view, "character", first.marker)[2]
    within = difference.crop((round(box.x), round(box.y), round(box.right), round(box.bottom)))
    before = difference.crop((round(row(view, "character", first.marker)[0].x), 0, round(box.x), tall(view)))

    assert within.getbbox() is not None
    assert before.getbbox() is None


def test_the_titan_has_its_present_power_and_is_worth_more_for_it() -> None:
    view = views.holdings(1, 2)
    stronger = replace(view, players=tuple(replace(p, score=1200, titan_power=18) for p in view.players))
    box = row(view, "character", "Bu01")[0]
    area = (round(box.x), round(box.y), round(box.right), round(box.bottom))

    difference = ImageChops.difference(
        opened(hand(view, ENGLISH)).crop(area), opened(hand(stronger, ENGLISH)).crop(area)
    )
    worth = [next(part.facts[0].worth for part in scene(v) if part.sort == "legion") for v in (view, stronger)]

    assert difference.getbbox() is not None
    assert worth[1] - worth[0] == (18 - 10) * RULES.kinds["TTN"].skill


def test_legions_of_others_leave_no_trace() -> None:
    view = views.holdings(3, 4)
    theirs = LegionView("Rd01", Seat(5), 41, 7, ("SER",), False, 0)

    assert hand(view, ENGLISH) == hand(replace(view, legions=(*view.legions, theirs)), ENGLISH)


def test_whether_a_legion_has_moved_is_seen() -> None:
    view = views.holdings(1, 2)
    (legion,) = view.legions

    assert hand(view, ENGLISH) != hand(replace(view, legions=(replace(legion, moved=not legion.moved),)), ENGLISH)


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_what_is_written_on_a_tile_can_be_read(theme: Theme) -> None:
    for kind in RULES.kinds.values():
        paint = paint_of(kind, NEUTRAL, theme)
        ground = written_on(paint, theme)
        assert contrast(theme.on(ground), ground) >= 4.5, kind.name
        assert contrast(theme.dark, paper_of(paint, theme)) >= 4.5, kind.name
    for terrain in RULES.board.terrains.values():
        ground = written_on(theme.paint(terrain.name, terrain.paint), theme)
        assert contrast(theme.on(ground), ground) >= 4.5, terrain.name
    for ink in (theme.ink, theme.faint, theme.active):
        assert contrast(ink, theme.panel) >= 4.5


@dark_and_light
@pytest.mark.parametrize("name", HANDS)
def test_a_hand_is_small_enough_to_send(name: str, theme: Theme) -> None:
    assert len(hand(HANDS[name], ENGLISH, theme)) < 300_000


def test_every_name_fits_its_tile() -> None:
    face = views_theme().strong.sized(23)

    assert all(face.width(kind.name) <= tiles.WIDTH - 6 for kind in RULES.kinds.values())
