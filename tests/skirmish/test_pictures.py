"""The field as a picture: whole, legible, the same for the same view, and blind to what its viewer does not know."""

from __future__ import annotations

from io import BytesIO
from itertools import combinations

import pytest
from PIL import Image, ImageChops, ImageStat

from engine.skirmish.actions import Attack, Move
from engine.skirmish.board import HEXES
from engine.skirmish.effects import PLAINS
from engine.skirmish.ruleset import SKIRMISH
from engine.skirmish.state import Attacking, Moving, State
from engine.values import replace
from render.canvas import contrast
from render.scene import Scene, collisions, outside, told
from render.skirmish import counters, lands
from render.skirmish.board import board, draw, label, scene
from render.skirmish.counters import Plight, livery_of
from render.skirmish.deeds import Blow, Hurt, Walk
from render.skirmish.emblems import EMBLEMS, emblem
from render.skirmish.emoji import emojis
from render.skirmish.geometry import HEIGHT, WIDTH, label_box
from render.skirmish.palette import palette
from render.skirmish.rolls import rolls
from render.theme import DARK, THEMES, Theme
from tests.skirmish.field import DAQAN, THUNDERCLAP, UTHUK, Table, field
from tests.skirmish.sights import CROWD, ENGLISH, FOUGHT, NAMES, crowd, public

MOST = 250_000
"""Bytes of a picture of the field."""

every_theme = pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)


@every_theme
def test_scenario_139_the_field_is_as_large_as_it_says_and_not_heavy(theme: Theme) -> None:
    drawn = board(public(crowd()), ENGLISH, theme, NAMES)

    assert Image.open(BytesIO(drawn)).size == (WIDTH, HEIGHT)
    assert WIDTH == 1200
    assert 900 <= HEIGHT <= 1100
    assert len(drawn) < MOST


def test_the_same_view_gives_the_same_bytes() -> None:
    first = board(public(crowd()), ENGLISH, DARK, NAMES)
    for kept in (counters.counter, lands.picture, palette):
        kept.cache_clear()

    assert board(public(crowd()), ENGLISH, DARK, NAMES) == first


def test_scenario_139_every_hex_has_its_name_and_nothing_lies_over_it() -> None:
    view = public(crowd())
    drawn = draw(view, ENGLISH, DARK, NAMES)

    assert told(scene(view), "name") == {(at,) for at in HEXES}
    for at in HEXES:
        sprite = label(at, view.terrain(at), view.at(at) is not None, DARK)
        box = label_box(at)
        left, top = round(box.x), round(box.y)
        here = drawn.crop((left, top, left + sprite.width, top + sprite.height))
        solid = sprite.getchannel("A").point([0] * 255 + [255])
        apart = ImageChops.multiply(ImageChops.difference(here, sprite.convert("RGB")), solid.convert("RGB"))
        assert apart.getbbox() is None, at


def test_names_stand_out_from_every_terrain() -> None:
    for theme in THEMES.values():
        for name in lands.DRAWINGS:
            paint = lands.fill(name, theme)
            assert contrast(theme.on(paint), paint) >= 4.5, (theme.name, name)


def margin(parts: Scene) -> Scene:
    """What stands around the field, and the names in it."""
    return tuple(part for part in parts if part.solid and part.sort != "unit")


def test_nothing_is_cut_off_and_no_words_lie_on_each_other() -> None:
    for state in (crowd(), field(CROWD)):
        parts = scene(public(state))
        assert not outside(parts, WIDTH, HEIGHT)
        assert not collisions(margin(parts))


def test_scenario_139_owners_are_told_apart_by_outline_without_any_colour() -> None:
    south, north = livery_of("daqan", south=True, theme=DARK), livery_of("uthuk", south=False, theme=DARK)
    for kind in EMBLEMS:
        one, other = (counters.counter(kind, each, Plight(3, 3), DARK).getchannel("A") for each in (south, north))
        apart = ImageStat.Stat(ImageChops.difference(one, other)).mean[0] / 255
        assert apart > 0.06, kind
    # and the outline is that of the side, whoever sits there
    swapped = livery_of("uthuk", south=True, theme=DARK)
    assert (
        counters.counter("obscenes", south, Plight(3, 4), DARK).getchannel("A").tobytes()
        == counters.counter("obscenes", swapped, Plight(3, 4), DARK).getchannel("A").tobytes()
    )


def test_kinds_are_told_apart_by_their_outline() -> None:
    masks = {kind: emblem(kind, 64, DARK).getchannel("A") for kind in EMBLEMS}
    apart = {
        (one, other): ImageStat.Stat(ImageChops.difference(masks[one], masks[other])).mean[0] / 255
        for one, other in combinations(masks, 2)
    }

    assert {pair: share for pair, share in apart.items() if share < 0.1} == {}


def test_terrains_are_told_apart_without_any_colour() -> None:
    """Each has a drawing of its own: their grey pictures differ in more than their fill."""
    flat = {}
    for name in lands.DRAWINGS:
        picture = lands.picture(name, DARK).convert("L")
        mean = ImageStat.Stat(picture.crop((20, 30, 70, 80))).mean[0]
        flat[name] = picture.crop((20, 30, 70, 80)).point([min(255, max(0, round(v - mean + 128))) for v in range(256)])
    for one, other in combinations(flat, 2):
        assert ImageStat.Stat(ImageChops.difference(flat[one], flat[other])).mean[0] > 5, (one, other)


@every_theme
def test_terrain_keeps_its_colour_in_the_palette(theme: Theme) -> None:
    for name in lands.DRAWINGS:
        paint = lands.fill(name, theme)
        shown = palette(theme).applied(Image.new("RGB", (1, 1), paint)).convert("RGB")
        assert shown.tobytes() == bytes.fromhex(paint[1:])


def other_world(state: State) -> State:
    """The same to whoever sees neither hand nor deck nor the cards under buildings."""
    kinds = [kind for _, kind in state.hidden]
    one, two = state.sides
    return replace(
        state,
        hidden=tuple((at, kind) for (at, _), kind in zip(state.hidden, reversed(kinds), strict=True)),
        sides=(
            replace(one, commands=one.commands[::-1], hand=("portal", "dispel"), deck=one.deck[::-1]),
            replace(two, commands=("pincer",) * len(two.commands), hand=("sacrifice", "rotting_wounds")),
        ),
        command_deck=state.command_deck[::-1],
    )


def test_the_field_tells_nothing_that_its_viewer_does_not_know() -> None:
    state = crowd()
    there = other_world(state)

    assert board(public(state), ENGLISH) == board(public(there), ENGLISH)
    for seat in (DAQAN, UTHUK):
        assert board(SKIRMISH.view(state, seat), ENGLISH) == board(SKIRMISH.view(there, seat), ENGLISH)


def test_a_card_that_was_looked_at_is_shown_to_whoever_did() -> None:
    """B23.12, B23.17."""
    state = crowd()
    looked = replace(state, sides=(replace(state.sides[0], peeked=(("D10", "blood_harvesters"),)), state.sides[1]))
    plain = board(public(state), ENGLISH)

    assert told(scene(SKIRMISH.view(looked, DAQAN)), "hidden") > {("D10", "blood_harvesters")}
    assert board(SKIRMISH.view(looked, DAQAN), ENGLISH) != plain
    assert board(SKIRMISH.view(looked, UTHUK), ENGLISH) == board(public(looked), ENGLISH) == plain


def test_what_was_done_is_drawn_until_something_else_is() -> None:
    state = crowd()
    later = replace(state, deeds=(), before=FOUGHT)
    long_ago = replace(state, deeds=(), before=())

    assert board(public(later), ENGLISH) == board(public(state), ENGLISH)
    assert told(scene(public(long_ago)), "walk") == told(scene(public(long_ago)), "blow") == frozenset()
    assert len(told(scene(public(state)), "blow")) == 2
    assert len(told(scene(public(state)), "walk")) == 2


def test_an_attack_is_drawn_from_its_declaration_to_its_end_and_then_until_something_else_is_done() -> None:
    table = Table(field("citadel_guard@C5,ordered obscenes@C6 viper_legion@I1", Attacking()))
    table.does(DAQAN, "attack C5 C6 strike")
    declared = Blow(DAQAN, "C5", "C6", "strike")
    assert told(scene(table.view()), "blow") == {(declared,)}

    table.rolls("SCL")

    (roll,) = rolls(table.view())
    assert (roll.faces, roll.damage, roll.lore) == ((("strike", True), ("cleave", True), ("lore", True)), 2, 1)
    assert told(scene(table.view()), "blow") >= {(declared,)}
    assert told(scene(table.view()), "hurt") == {(Hurt("C6", 2),)}


def test_who_only_passes_in_a_window_hides_nothing_that_was_done() -> None:
    state = field("citadel_guard@C5,ordered obscenes@E6", Moving(), lore=(9, 9), hands=("dispel", "venom_rain"))
    table = Table(state).does(DAQAN, "move C5 D5", "done")
    while table.view().phase == "window":
        table.does(min(table.awaited), "pass now")

    assert told(scene(table.view()), "walk") == {(Walk(DAQAN, ("C5", "D5"), driven=False),)}


def test_neutral_units_are_ringed_only_where_both_sides_had_some() -> None:
    """B18.1, B18.3: the first player's white, the other's black."""
    state = field("uthuk/mountain_giant@E7 daqan/mountain_giant@C7 citadel_guard@A1", first=UTHUK)

    def rings(ringed: bool) -> set[str]:
        parts = scene(public(replace(state, ringed=ringed)))
        return {part.facts[3] + part.facts[4].ring for part in parts if part.sort == "unit"}

    assert rings(ringed=False) == {"E7", "C7", "A1"}
    assert rings(ringed=True) == {"E7white", "C7black", "A1"}


def test_where_a_unit_may_go_and_whom_it_may_attack_is_marked_for_it_alone() -> None:
    state = field("citadel_guard@C5 yeoman_archers@B6 obscenes@D5", Moving())
    actions = (Move("C5", "C4"), Move("C5", "D4"), Move("B6", "A6"), Attack("C5", "D5", "strike"))

    def marked(focus: str) -> dict[str, set[str]]:
        parts = scene(public(state), focus, actions)
        return {sort: {at for (at,) in told(parts, sort)} for sort in ("focus", "legal", "target")}

    assert marked("C5") == {"focus": {"C5"}, "legal": {"C4", "D4"}, "target": {"D5"}}
    assert marked("B6") == {"focus": {"B6"}, "legal": {"A6"}, "target": set()}
    assert marked("") == {"focus": set(), "legal": {"C5", "B6"}, "target": set()}


def test_ruins_are_drawn_where_a_building_was() -> None:
    building = field("", scenario=THUNDERCLAP)
    ruined = replace(building, ruins=frozenset({"C7"}))

    assert ("C7", "building") in told(scene(public(building)), "terrain")
    assert ("C7", "ruins") in told(scene(public(ruined)), "terrain")
    assert draw(public(building), ENGLISH).tobytes() != draw(public(ruined), ENGLISH).tobytes()
    assert ("A1", PLAINS) in told(scene(public(ruined)), "terrain")


def test_every_kind_has_an_emblem_and_an_emoji_of_its_own() -> None:
    kinds = public(crowd()).rules.tables.kinds
    found = emojis()

    assert set(kinds) == set(EMBLEMS)
    assert set(found) == {f"skirmish_{kind}" for kind in kinds}
    assert len(set(found.values())) == len(kinds)
    assert all(len(data) < 256_000 for data in found.values())
