"""The most crowded pictures: nothing on a phone is too small, nothing hides a figure, and whose a piece is is told in
three ways. What each kind of picture weighs at most.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations, cycle
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageStat

from engine.core import Seat
from engine.titan.actions import Move
from engine.titan.view import LegionView, View
from render.canvas import CAPITAL, Box, Canvas, Type
from render.parts import Part, Parts
from render.skirmish.field import painting
from render.skirmish.field.board import board as field_full
from render.skirmish.field.board import scene as field_scene
from render.skirmish.field.phone import draw as field_phone
from render.skirmish.field.phone import phone
from render.skirmish.field.phone import scene as field_phone_scene
from render.skirmish.pieces import counters as units
from render.skirmish.pieces import field_arrows, sprites
from render.skirmish.pieces import lands as fields
from render.skirmish.pieces.counters import Plight, livery_of
from render.theme import DARK, THEMES, Theme
from render.titan.battles import battleland
from render.titan.battles.battle import battle
from render.titan.battles.layout import Stage, kept_free, on_map
from render.titan.battles.phone import battle_phone
from render.titan.battles.phone import draw as battle_drawn
from render.titan.masterboard import phone as on_phone
from render.titan.masterboard import private_phone
from render.titan.masterboard.board import board
from render.titan.masterboard.board import scene as board_scene
from render.titan.masterboard.phone import board_phone
from render.titan.masterboard.private_board import own_board
from render.titan.masterboard.private_phone import draw as own_drawn
from render.titan.masterboard.private_phone import own_phone
from render.titan.pieces import characters, tokens
from render.titan.pieces.captions import Captions
from render.titan.pieces.characters import FULL, LARGE, Cut
from tests.captions import ENGLISH, EVERY
from tests.render import views
from tests.render.looks import dark
from tests.render.titan.test_titan_battle import TERRAINS, striking
from tests.skirmish.sights import ENGLISH as FIELD_ENGLISH
from tests.skirmish.sights import crowd, public

RULES = views.rules()
LEAST = 22
"""What is 11 pixels high at 400 pixels' width, on pictures that are 800 wide."""

every_theme = pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))


# --- how large ---


class Written:
    """What is written while pictures are drawn, each with its size on the picture in the end."""

    def __init__(self) -> None:
        self._texts: list[tuple[Canvas, str, int]] = []
        self._larger: dict[int, float] = {}

    def watch(self, patch: pytest.MonkeyPatch) -> None:
        written, shrunk, scaled = Canvas.text, characters.shrunk, sprites.scaled

        def text(canvas: Canvas, said: str, at: Any, face: Type, *others: Any, **named: Any) -> float:
            self._texts.append((canvas, said, face.size))
            return written(canvas, said, at, face, *others, **named)

        def in_battle(canvas: Canvas, zoom: float) -> Image.Image:
            self._larger[id(canvas)] = zoom
            return shrunk(canvas, zoom)

        def on_field(canvas: Canvas, share: float) -> Image.Image:
            self._larger[id(canvas)] = share
            return scaled(canvas, share)

        patch.setattr(Canvas, "text", text)
        for module in (characters, battleland):
            patch.setattr(module, "shrunk", in_battle)
        for module in (painting, units, field_arrows, fields):
            patch.setattr(module, "scaled", on_field)

    def smaller(self, least: float) -> set[tuple[str, float]]:
        """What is smaller; the back of a card has a sign and no word."""
        sizes = {(said, size * self._larger.get(id(canvas), 1)) for canvas, said, size in self._texts if said != "?"}
        return {(said, size) for said, size in sizes if said and size < least}

    def __len__(self) -> int:
        return len(self._texts)


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> Written:
    seen = Written()
    seen.watch(monkeypatch)
    return seen


def titan_phones(captions: Captions, theme: Theme) -> Iterator[Image.Image]:
    yield on_phone.draw(views.crowd(), captions, theme)
    yield own_drawn(views.holdings(12, 7), captions, theme)
    for terrain in ("Mountains", "Plains"):
        yield battle_drawn(striking(views.fight(terrain, (7, 8))), captions, theme)


def test_nothing_on_a_phone_is_written_smaller_than_eleven_pixels_in_any_language(written: Written) -> None:
    fresh = replace(DARK)  # in which nothing is kept yet: all that is written is written now

    pictures = [picture for captions in EVERY for picture in titan_phones(captions, fresh)]

    assert all(picture.width == 800 for picture in pictures)
    assert len(written) > 700
    assert not written.smaller(LEAST)


def test_nothing_on_a_phones_field_is_written_smaller_than_eleven_pixels(written: Written) -> None:
    field_phone(public(crowd()), FIELD_ENGLISH, replace(DARK))

    assert len(written) > 50
    assert not written.smaller(LEAST)


# --- what hides what ---


def hiding(parts: Parts, sorts: set[str], inner: Callable[[Part], Box]) -> list[tuple[Part, Part]]:
    """Parts of these sorts of which one lies on what is read of another."""
    found = [part for part in parts if part.sort in sorts]
    return [pair for pair in combinations(found, 2) if inner(pair[0]).overlaps(inner(pair[1]))]


def test_nothing_on_the_fullest_board_hides_a_height_or_a_number() -> None:
    full = board_scene(views.crowd())

    assert not hiding(full, {"legion", "number", "swords"}, lambda part: part.box.shrunk(tokens.RIM))


def test_nothing_on_a_phones_fullest_board_hides_a_height_or_a_number() -> None:
    def read(part: Part) -> Box:
        return on_phone.written(part.box) if part.sort == "number" else on_phone.figure(part.box)

    assert not hiding(on_phone.scene(views.crowd()), {"legion", "number", "swords", "player", "head"}, read)


def shared(view: View, by: int = 2) -> View:
    """The same, but so many legions stand in each land, and another player's is alone in one."""
    lands = [legion.land for legion in view.legions]
    other = LegionView("Gd01", Seat(3), 138, 7, (), False, 0)
    mine = (replace(legion, land=lands[place // by * by]) for place, legion in enumerate(view.legions))
    return replace(view, legions=(*mine, other))


def aimed(view: View) -> list[Move]:
    """Moves of two legions each to a good many lands, in some of which legions stand."""
    markers = cycle(legion.marker for legion in view.legions if legion.owner == view.viewer)
    return [Move(next(markers), land, 1) for land in sorted(RULES.board.lands)[::4] for _ in range(2)]


OWN = [views.holdings(12, 7), *(shared(views.holdings(many, 7), by) for many in (8, 12) for by in (2, 3))]


@pytest.mark.parametrize("view", OWN)
@pytest.mark.parametrize("aims", [False, True], ids=["quiet", "aims"])
def test_every_legion_on_a_crowded_phone_board_has_the_number_of_its_code_clear_of_its_height(
    view: View, aims: bool
) -> None:
    parts = on_phone.scene(view, actions=aimed(view) if aims else (), tallest=private_phone.room(view))
    shown = [part for part in parts if part.sort == "legion"]

    assert len(shown) == len(view.legions)
    for part in shown:
        for colour in views.COLOURS:
            legion = replace(legion_of(colour), height=5)
            width, height = round(part.box.width), round(part.box.height)
            layout = tokens.bold_layout(view, legion, width, height, DARK)

            assert "".join(layout.lines).endswith(legion.marker[2:]), (colour, part.box)
            assert not layout.code.overlaps(layout.height)
            assert layout.height.height > tokens.LEAST * CAPITAL
            if len(layout.lines) == 1 and layout.code.y == layout.height.y:
                assert layout.height.x - layout.code.right >= tokens.GAP


@pytest.mark.parametrize("view", OWN)
@pytest.mark.parametrize("aims", [False, True], ids=["quiet", "aims"])
def test_no_lands_number_on_a_crowded_phone_board_overlaps_a_figure_or_a_plate(view: View, aims: bool) -> None:
    shown = on_phone.scene(view, actions=aimed(view) if aims else (), tallest=private_phone.room(view))
    numbers = [on_phone.written(part.box) for part in shown if part.sort == "number"]
    figures = [on_phone.figure(part.box) for part in shown if part.sort == "legion"]
    plates = [part.box for part in shown if part.sort == "aim"]

    assert len(numbers) > 30
    assert bool(plates) is aims
    assert not [(one, box) for one in numbers for box in (*figures, *plates) if one.overlaps(box)]


def test_what_a_phone_shows_of_the_board_stands_in_the_middle() -> None:
    for view in (*OWN, views.crowd(), views.start(6)):
        plan, bottom = on_phone.framed(view)
        ends = [plan.bounds(part.facts[0]) for part in on_phone.scene(view) if part.sort == "number"]
        left, right = min(box.x for box in ends), on_phone.WIDTH - max(box.right for box in ends)

        assert abs(left - right) <= 2
        assert max(box.bottom for box in ends) <= bottom + 2


@pytest.mark.parametrize("cut", [FULL, LARGE], ids=["full", "phone"])
@pytest.mark.parametrize("terrain", TERRAINS)
def test_no_mark_in_the_fullest_battle_hides_a_figure_damage_or_the_name_of_a_hex(terrain: str, cut: Cut) -> None:
    fullest = views.fight(terrain, (7, 8))
    for view in (fullest, striking(fullest), striking(views.fight(terrain, (8, 7), off=1), rolls=20)):
        stage = Stage(view, cut=cut)
        parts = on_map(stage, "", ())
        marks = [part for part in parts if part.sort in ("contact", "hits", "onward")]
        kept = list(kept_free(stage))

        assert not [(mark, box) for mark in marks for box in kept if mark.box.overlaps(box)]
        assert not [pair for pair in combinations(marks, 2) if pair[0].box.overlaps(pair[1].box)]


@pytest.mark.parametrize("shown", [field_scene, field_phone_scene], ids=["full", "phone"])
def test_nothing_on_the_fullest_field_hides_a_figure_a_mark_or_the_name_of_a_hex(
    shown: Callable[[Any], Parts],
) -> None:
    read = {"health", "hurt", "dice", "mark", "hidden", "spell", "name"}

    assert not hiding(shown(public(crowd())), read, lambda part: part.box.shrunk(1))


# --- whose it is ---


def legion_of(colour: str) -> LegionView:
    view = views.start(6)
    player = next(player for player in view.players if player.colour == colour)
    return LegionView(RULES.colours[colour].markers[0], player.seat, player.tower, 7, (), False, 0)


@every_theme
@pytest.mark.parametrize("size", [(88, 76), (46, 76), (64, 44)], ids=["alone", "shared", "phone"])
def test_a_legions_owner_is_told_by_outline_by_pattern_and_by_the_colour_of_the_whole_rim(
    theme: Theme, size: tuple[int, int]
) -> None:
    view, (width, height) = views.start(6), size
    draw = tokens.bold if size == (64, 44) else tokens.counter
    designs = [tokens.DESIGNS[colour] for colour in views.COLOURS]
    assert len({shape for shape, _ in designs}) == len({pattern for _, pattern in designs}) == len(designs)

    masks = []
    for colour in views.COLOURS:
        image = draw(view, legion_of(colour), width, height, theme)
        paint = tuple(bytes.fromhex(tokens.livery(RULES, colour, theme).paint[1:]))
        solid = image.convert("RGB").crop((0, 0, width, height))
        quarters = [(0, 0, width, height // 2), (0, height // 2, width, height), (0, 0, width // 2, height),
                    (width // 2, 0, width, height)]  # fmt: skip
        for quarter in quarters:
            found = solid.crop(quarter).getcolors(1 << 16) or []
            assert sum(many for many, shown in found if shown == paint) >= 8, (colour, quarter)
        masks.append(image.getchannel("A").crop((0, 0, width, height)).point([255 * (v > 200) for v in range(256)]))
    for one, other in combinations(masks, 2):
        assert sum(ImageChops.difference(one, other).histogram()[128:]) >= 8


@pytest.mark.parametrize("cut", [FULL, LARGE], ids=["full", "phone"])
def test_a_characters_owner_is_told_by_the_rim_by_its_pattern_and_by_where_it_turns_its_back(cut: Cut) -> None:
    """Two players in one paint are still told apart."""
    ogre, seen = RULES.kinds["OGR"], []
    for colour in views.COLOURS:
        livery = replace(tokens.livery(RULES, colour, DARK), paint="#5A5A5A", text="#FFFFFF")
        seen.append(characters.counter(ogre, "Ogre", 6, livery, characters.LEFT, DARK, cut=cut))
    turned = characters.counter(ogre, "Ogre", 6, livery, characters.RIGHT, DARK, cut=cut)

    for one, other in combinations(seen, 2):
        assert sum(ImageStat.Stat(ImageChops.difference(one.convert("RGB"), other.convert("RGB"))).sum) > 4000
    mask = ImageChops.difference(seen[-1].getchannel("A"), turned.getchannel("A"))
    assert sum(mask.histogram()[128:]) > 100


@every_theme
def test_a_units_side_is_told_by_outline_by_pattern_and_by_the_colour_of_the_rim(theme: Theme) -> None:
    south, north = (livery_of(name, name == "daqan", theme) for name in ("daqan", "uthuk"))
    grey = [replace(side, paint="#5A5A5A", text="#FFFFFF") for side in (south, north)]
    one, other = (units.counter("citadel_guard", side, Plight(3, 3), theme) for side in grey)

    outlines = ImageChops.difference(one.getchannel("A"), other.getchannel("A"))
    assert sum(outlines.histogram()[128:]) > 60
    assert sum(ImageStat.Stat(ImageChops.difference(one.convert("RGB"), other.convert("RGB"))).sum) > 8000
    for side in (south, north):
        drawn = units.counter("citadel_guard", side, Plight(3, 3), theme).convert("RGB")
        paint = tuple(bytes.fromhex(side.paint[1:]))
        assert sum(many for many, shown in drawn.getcolors(1 << 16) or [] if shown == paint) > 100


# --- what it weighs ---


@dark
def test_pictures_weigh_no_more_than_their_goals(theme: Theme) -> None:
    """In thousands of bytes, of the most crowded views: docs/performance.md."""
    fullest = [striking(views.fight(terrain, (7, 8))) for terrain in ("Mountains", "Jungle")]
    fought = public(crowd())

    assert len(board(views.crowd(), ENGLISH, theme)) <= 220_000
    assert len(own_board(views.holdings(12, 7), ENGLISH, theme)) <= 220_000
    assert max(len(battle(view, ENGLISH, theme)) for view in fullest) <= 110_000
    assert len(field_full(fought, FIELD_ENGLISH, theme)) <= 160_000
    assert len(board_phone(views.crowd(), ENGLISH, theme)) <= 60_000
    assert max(len(battle_phone(view, ENGLISH, theme)) for view in fullest) <= 60_000
    assert len(phone(fought, FIELD_ENGLISH, theme)) <= 60_000
    assert len(own_phone(views.holdings(8, 7), ENGLISH, theme)) <= 60_000
