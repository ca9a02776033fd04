"""The pictures: whole, legible, the same for the same view, and blind to what their viewer does not know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from io import BytesIO
from itertools import combinations
from math import sqrt

import pytest
from PIL import Image, ImageChops, ImageStat

from engine.skirmish.actions import Attack, Move
from engine.skirmish.board import HEXES
from engine.skirmish.effects import PLAINS
from engine.skirmish.ruleset import SKIRMISH
from engine.skirmish.sheets import tables
from engine.skirmish.state import Attacking, Choosing, Moving, Over, Side, State
from engine.skirmish.steps import prepare
from engine.skirmish.tables import CommandCard, LoreCard
from engine.skirmish.view import View
from engine.values import replace
from render.canvas import Box, contrast
from render.parts import Parts, collisions, outside, told
from render.skirmish.cards import cards
from render.skirmish.cards.hand import hand
from render.skirmish.cards.hand import scene as hand_scene
from render.skirmish.cards.kinds import unit
from render.skirmish.cards.muster import muster
from render.skirmish.cards.muster import scene as muster_scene
from render.skirmish.cards.pages import card, terrain
from render.skirmish.cards.palette import palette
from render.skirmish.cards.scenery import scene as scene_on_card
from render.skirmish.cards.score import scene as standing_scene
from render.skirmish.cards.score import standing
from render.skirmish.emoji import emojis
from render.skirmish.field.board import board, draw, scene
from render.skirmish.field.legend import CLEAR, ORDER, marks_of
from render.skirmish.field.painting import dimness, label, letters
from render.skirmish.field.phone import cropped, phone
from render.skirmish.field.phone import scene as phone_scene
from render.skirmish.field.rolls import rolls
from render.skirmish.field.turn_marks import AttackMark, DamageMark, WalkMark
from render.skirmish.pieces import counters, lands
from render.skirmish.pieces.counters import Plight, livery_of
from render.skirmish.pieces.effect_signs import SIGNS
from render.skirmish.pieces.emblems import EMBLEMS, emblem, paint_of
from render.skirmish.pieces.geometry import ACROSS, CALM, FULL, HEIGHT, SIDE, SLOTS, WIDTH
from render.theme import DARK, THEMES, Theme
from tests.render import colours
from tests.render.looks import dark_and_light, far_from_dark
from tests.skirmish.field import DAQAN, THUNDERCLAP, UTHUK, Table, field
from tests.skirmish.sights import CROWD, ENGLISH, FOUGHT, NAMES, PREPARED, crowd, public

CONTRAST = THEMES["contrast"]

MOST = 160_000
"""Bytes of a picture of the field."""

every_theme = pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)


@dark_and_light
def test_scenario_139_the_field_is_as_large_as_it_says_and_not_heavy(theme: Theme) -> None:
    drawn = board(public(crowd()), ENGLISH, theme, NAMES)

    assert Image.open(BytesIO(drawn)).size == (WIDTH, HEIGHT)
    assert WIDTH == 1200
    assert 900 <= HEIGHT <= 1100
    assert len(drawn) < MOST


def test_the_same_view_gives_the_same_bytes() -> None:
    first = board(public(crowd()), ENGLISH, DARK, NAMES)
    for kept in (counters.counter, lands.tile, palette):
        kept.cache_clear()

    assert board(public(crowd()), ENGLISH, DARK, NAMES) == first


def test_scenario_139_every_hex_has_its_name_and_nothing_lies_over_it() -> None:
    view = public(crowd())
    drawn = draw(view, ENGLISH, DARK, NAMES)

    assert told(scene(view), "name") == {(at,) for at in HEXES}
    for at in HEXES:
        sprite = label(at, lands.fill(view.terrain(at), DARK, dimness(at, FULL)), DARK)
        x, y = FULL.slot(at, "name").centre
        left, top = round(x - sprite.width / 2), round(y - sprite.height / 2)
        here = drawn.crop((left, top, left + sprite.width, top + sprite.height))
        solid = sprite.getchannel("A").point([0] * 255 + [255])
        apart = ImageChops.multiply(ImageChops.difference(here, sprite.convert("RGB")), solid.convert("RGB"))
        assert apart.getbbox() is None, at


def test_names_stand_out_from_every_terrain() -> None:
    for theme in THEMES.values():
        for name in lands.DRAWINGS:
            paint = lands.fill(name, theme)
            assert contrast(theme.on(paint), paint) >= 4.5, (theme.name, name)


def margin(parts: Parts) -> Parts:
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
        one, other = (counters.counter(kind, each, Plight(3, 3), CONTRAST).getchannel("A") for each in (south, north))
        apart = ImageStat.Stat(ImageChops.difference(one, other)).mean[0] / 255
        assert apart > 0.06, kind
    # and the outline is that of the side, whoever sits there
    swapped = livery_of("uthuk", south=True, theme=DARK)
    assert (
        counters.counter("obscenes", south, Plight(3, 4), DARK).getchannel("A").tobytes()
        == counters.counter("obscenes", swapped, Plight(3, 4), DARK).getchannel("A").tobytes()
    )


def test_whose_a_counter_is_tells_its_paint_its_outline_and_what_is_on_its_rim() -> None:
    liveries = [livery_of(faction, south, DARK) for faction in counters.PAINTS for south in (True, False)]

    assert len({each.paint for each in liveries}) == 2
    drawn = [counters.counter("roc_warrior", each, Plight(4, 4), DARK).tobytes() for each in liveries]
    assert len(set(drawn)) == 4
    plates = [counters.health(3, False, each, CONTRAST).getchannel("A").tobytes() for each in liveries]
    assert len(set(plates)) == 2


def inside(box: Box) -> bool:
    """Whether a rectangle whose corners are round lies within its hex."""
    page = Box(box.x + box.width / 6, box.y + box.height / 6, box.width * 2 / 3, box.height * 2 / 3)
    return all(abs(x) <= ACROSS / 2 and abs(y) <= SIDE - abs(x) / sqrt(3) for x, y in page.corners)


@pytest.mark.parametrize("slots", [SLOTS, CALM], ids=["full", "phone"])
def test_marks_and_figures_have_places_of_their_own_within_their_hex(slots: Mapping[str, Box]) -> None:
    """A card and a banner, a flame and dice never lie in one hex; dice are larger on a phone."""
    free = {"counter", "alone"}
    apart = [{"card", "banner"}, {"crown", "dice"}, *([{"dice", "unshaken"}] if slots is CALM else [])]
    placed = {name: box for name, box in slots.items() if name not in free}

    over = [
        (one, other)
        for one, other in combinations(placed, 2)
        if placed[one].overlaps(placed[other]) and {one, other} not in apart
    ]
    assert over == []
    assert [name for name, box in placed.items() if not inside(box)] == []


@pytest.mark.parametrize("ringed", [False, True])
def test_the_legend_explains_what_is_on_the_picture_and_nothing_else(ringed: bool) -> None:
    view = public(replace(crowd(), ringed=ringed))
    parts = scene(view)
    there = {name for part in parts for name in marks_of(part)}

    all_of_it = {*(("land", name) for name in terrains(view)), *(("mark", name) for name in there)}
    assert told(parts, "entry") == all_of_it - CLEAR
    assert {("land", PLAINS), *(("mark", name) for name in ("health", "attack", "hurt"))} == CLEAR
    assert there <= set(ORDER)
    assert {"health", "weak", "stunned", "poisoned", "attack", "move", "retreat", "hurt", "dead", "card"} <= there
    alone = {part.facts for part in scene(public(field("citadel_guard@C5"))) if part.sort == "entry"}
    assert alone == {("mark", "banner")}


def terrains(view: View) -> set[str]:
    return {view.terrain(at) for at in HEXES}


def test_terrain_shows_about_a_unit() -> None:
    """Buildings protect and ruins hurt whoever stands there."""
    for name in lands.DRAWINGS:
        whole, bare = lands.tile(name, DARK, 1.0, True), lands.tile(PLAINS, DARK, 1.0, True)
        if name == PLAINS:
            continue
        apart = ImageChops.difference(whole.convert("RGB"), bare.convert("RGB"))
        cover = counters.counter("citadel_guard", livery_of("daqan", south=True, theme=DARK), Plight(3, 3), DARK)
        left, top = (whole.width - cover.width) // 2, (whole.height - cover.height) // 2
        apart.paste(0, (left, top), cover.getchannel("A"))
        assert ImageStat.Stat(apart.convert("L")).mean[0] > 8, name


@dark_and_light
def test_a_phone_gets_the_lines_in_which_somebody_stands(theme: Theme) -> None:
    view = public(crowd())
    drawn = phone(view, ENGLISH, theme, NAMES)
    picture = Image.open(BytesIO(drawn))

    assert picture.width == 800
    assert len(drawn) < 60_000
    assert told(phone_scene(view), "unit") == told(scene(view), "unit")
    assert told(phone_scene(view), "blow") == told(scene(view), "blow")
    assert not outside(phone_scene(view), *picture.size)
    few = public(field("citadel_guard@C5 obscenes@C6"))
    assert cropped(few).share > 1.1 > cropped(view).share
    for grid in (cropped(few), cropped(view)):
        assert letters(grid.share, grid.calm) * grid.share >= 22


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


@dark_and_light
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
    looked = replace(state, sides=(replace(state.sides[0], peeked=(("C11", "blood_harvesters"),)), state.sides[1]))
    plain = board(public(state), ENGLISH)

    assert told(scene(SKIRMISH.view(looked, DAQAN)), "hidden") > {("C11", "blood_harvesters")}
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
    declared = AttackMark(DAQAN, "C5", "C6", "strike")
    assert told(scene(table.view()), "blow") == {(declared,)}

    table.rolls("SCL")

    (roll,) = rolls(table.view())
    assert (roll.faces, roll.damage, roll.lore) == ((("strike", True), ("cleave", True), ("lore", True)), 2, 1)
    assert told(scene(table.view()), "blow") >= {(declared,)}
    assert told(scene(table.view()), "hurt") == {(DamageMark("C6", 2),)}


def test_what_comes_of_a_roll_is_left_open_until_it_has_come() -> None:
    state = field("citadel_guard@C5,ordered obscenes@C6", Attacking(), lore=(0, 8), hands=("", "unnatural_vigor"))
    table = Table(state).does(DAQAN, "attack C5 C6 strike")
    table.does(UTHUK, "wait").rolls("SSP")
    (roll,) = rolls(table.view())
    assert (roll.pending, roll.damage) == (True, 2)

    table.does(UTHUK, "pass now")

    (first, *_) = rolls(table.view())
    assert (first.pending, first.damage) == (False, 2)


def test_who_only_passes_in_a_window_hides_nothing_that_was_done() -> None:
    state = field("citadel_guard@C5,ordered obscenes@E6", Moving(), lore=(8, 8), hands=("dispel", "venom_rain"))
    table = Table(state).does(DAQAN, "move C5 D5", "done")
    while table.view().phase == "window":
        table.does(min(table.awaited), "pass now")

    assert told(scene(table.view()), "walk") == {(WalkMark(DAQAN, ("C5", "D5"), driven=False),)}


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
        return {sort: {facts[0] for facts in told(parts, sort)} for sort in ("focus", "legal", "target")}

    assert marked("C5") == {"focus": {"C5"}, "legal": {"C4", "D4"}, "target": {"D5"}}
    assert told(scene(public(state), "C5", actions), "dice") == {("D5", (3,))}
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


def test_what_was_looked_at_is_told_as_long_as_it_is_there() -> None:
    """B23.12: a card that was revealed has left the field."""
    state = crowd()
    peeked = (("D3", "citadel_guard"), ("C11", "blood_harvesters"))
    looked = replace(state, sides=(replace(state.sides[0], peeked=peeked), state.sides[1]))
    gone = replace(looked, hidden=tuple((at, kind) for at, kind in looked.hidden if at != "D3"))

    assert told(hand_scene(SKIRMISH.view(looked, DAQAN)), "peeked") == set(peeked)
    assert told(hand_scene(SKIRMISH.view(gone, DAQAN)), "peeked") == {peeked[1]}


def test_a_hand_is_the_same_whatever_its_owner_does_not_know() -> None:
    """B13.1: he knows what is in his deck and not in which order; the other's cards are nothing to him."""
    state = crowd()
    one, two = state.sides
    there = replace(
        state,
        sides=(replace(one, deck=one.deck[::-1]), replace(two, hand=("sacrifice", "drain"), commands=("pincer",) * 4)),
        command_deck=state.command_deck[::-1],
        hidden=tuple((at, "citadel_guard") for at, _ in state.hidden),
    )
    view = SKIRMISH.view(state, DAQAN)

    assert hand(view, ENGLISH, DARK, NAMES) == hand(SKIRMISH.view(there, DAQAN), ENGLISH, DARK, NAMES)
    cards = [part.facts[0] for part in hand_scene(view) if part.sort == "card"]
    assert cards == [*one.commands, *one.hand]
    assert not outside(hand_scene(view), WIDTH, 5000)
    assert not collisions(hand_scene(view))


@pytest.mark.parametrize("state", PREPARED, ids=lambda state: state.sides[0].stage)
def test_preparations_are_their_owners_alone(state: State) -> None:
    """B4.2, B4.6, B16.5: what is drawn for others is as if nothing had been chosen yet."""
    one = state.sides[0]
    blank = Side(faction="daqan", stage=one.stage, drafted=one.drafted, deck=one.deck)
    nothing = replace(state, sides=(blank, state.sides[1]))
    for viewer in (UTHUK, None):
        for picture in (muster, board):
            there, here = (SKIRMISH.view(each, viewer) for each in (nothing, state))
            if isinstance(state.phase, Choosing):  # whether he has chosen is public
                there = replace(there, sides=here.sides, waiting=here.waiting)
            assert picture(here, ENGLISH) == picture(there, ENGLISH)


def test_what_is_deployed_in_secret_is_on_the_field_for_its_owner() -> None:
    """B4.6."""
    state = PREPARED[-1]

    assert told(scene(SKIRMISH.view(state, DAQAN)), "placed") == {("citadel_guard", "A4"), ("roc_warrior", "B6")}
    assert told(scene(SKIRMISH.view(state, UTHUK)), "placed") == told(scene(public(state)), "placed") == frozenset()


@pytest.mark.parametrize("number", range(len(PREPARED)))
def test_nothing_in_the_preparations_is_cut_off_or_lies_on_something_else(number: int) -> None:
    for viewer in (DAQAN, None):
        parts = muster_scene(SKIRMISH.view(PREPARED[number], viewer))
        assert not outside(parts, WIDTH, 5000)
        assert not collisions(parts)


def test_the_preparations_show_what_can_be_had() -> None:
    """B4.4, B16.2, B23.2: as many as there are, less those under the buildings of a scenario."""
    free, thunderclap, lore = PREPARED[2], PREPARED[3], PREPARED[4]

    def supplied(state: State) -> dict[str, int]:
        parts = muster_scene(SKIRMISH.view(state, DAQAN))
        return {kind: left for kind, left, _ in told(parts, "tile")}

    assert supplied(free)["citadel_guard"] == 3
    assert supplied(thunderclap)["citadel_guard"] == 1
    seat = DAQAN
    entries = [part.facts for part in muster_scene(SKIRMISH.view(lore, seat)) if part.sort == "entry"]
    in_deck, free_cards = prepare.removable(lore, seat), prepare.available(lore, seat)
    swapped_in = [into for _, into in lore.sides[seat].swaps]
    assert Counter(dict(entries[: len(set(in_deck) | set(swapped_in))])) == Counter([*in_deck, *swapped_in])
    assert Counter(dict(entries[len(set(in_deck) | set(swapped_in)) :])) == Counter(free_cards)


def test_the_standing_has_the_winner_first() -> None:
    over = replace(crowd(), phase=Over(UTHUK, "cards"))
    sides = [part.facts for part in standing_scene(public(over)) if part.sort == "side"]

    assert [(facts[0], facts[1]) for facts in sides] == [(UTHUK, True), (DAQAN, False)]
    assert Image.open(BytesIO(standing(public(over), ENGLISH, DARK, NAMES))).width == 1200


def test_dice_tell_what_counted_and_what_came_of_it() -> None:
    """B3.2-B3.4: the weak unit's cleave does nothing."""
    one, two = rolls(public(crowd()))

    assert one.unit == ("blood_harvesters", UTHUK, "F7")
    assert one.target == ("rune_golems", DAQAN, "E7")
    assert dict(one.faces) == {"strike": True, "cleave": False, "heroic": True, "lore": True, "morale": True}
    assert (one.damage, one.lore, one.spent) == (1, 1, ("frenzy",))
    assert two.destroyed
    assert all(counts for _, counts in two.faces)


def test_cards_that_do_different_things_have_different_pictures() -> None:
    known = tables()
    does: dict[str, CommandCard | LoreCard] = {}
    for command in known.commands.values():
        does.setdefault(f"{command.orders} {command.select} {command.most} {[*command.does]}", command)
    for lore in known.lore.values():
        does.setdefault(f"{lore.deck.partition('_')[0]} {lore.does}", lore)
    shown = {what: scene_on_card(found, cards.STEEL, 96, 48, DARK).tobytes() for what, found in does.items()}

    assert len(shown) > 40
    assert len(set(shown.values())) == len(shown)


@every_theme
def test_the_kinds_of_a_side_have_main_colours_of_their_own(theme: Theme) -> None:
    """At 400 pixels a figure is a colour and an outline; what it lies on is far from both."""
    for faction in counters.PAINTS:
        paints = [paint_of(kind, theme) for kind, found in tables().kinds.items() if found.faction == faction]
        for one, other in combinations(paints, 2):
            assert colours.apart(colours.painted(one), colours.painted(other)) >= 15, (one, other)
    assert contrast(counters.PAGE, theme.dark) >= 12


@far_from_dark
def test_every_page_can_be_drawn(theme: Theme) -> None:
    assert unit("mountain_giant", ENGLISH, theme) != unit("chaos_lord", ENGLISH, theme)
    assert card("portal", ENGLISH, theme) != card("demon_gate", ENGLISH, theme)


def test_whatever_a_card_does_has_a_sign() -> None:
    known = tables()
    signs = {one.does for one in known.lore.values()} | {one.select for one in known.commands.values()}
    assert signs - {""} <= set(SIGNS)


def test_the_page_of_one_terrain_is_of_that_alone() -> None:
    alone = Image.open(BytesIO(terrain(ENGLISH, DARK, "hill")))
    assert alone.height < Image.open(BytesIO(terrain(ENGLISH, DARK))).height / 4


def test_a_lore_card_is_shown_where_it_works_and_what_it_ruined() -> None:
    """B21.3, B23.9: and where the unit that a revealed card brings may come."""
    state = field(
        "uthuk/mountain_giant@D6,ordered citadel_guard@C7 blood_harvesters@I1",
        Moving(),
        active=UTHUK,
        scenario=THUNDERCLAP,
        hidden={"C7": "blood_harvesters"},
        lore=(0, 5),
        hands=("", "crushing_force"),
    )
    table = Table(state).does(UTHUK, "cast crushing_force C7")
    parts = scene(table.view())

    assert told(parts, "spell") == {("crushing_force", "C7")}
    assert ("C7",) in told(parts, "new")
    assert [part.facts for part in parts if part.sort == "played"] == [("", "", "crushing_force")]
    assert table.view().placing == ("blood_harvesters", "C7")
