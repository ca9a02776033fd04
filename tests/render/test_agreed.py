"""Pictures of games that end by agreement: what ends them, who is wiped out, who comes back, and why who has won."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image, ImageChops

from cogs.house.words.words import Words
from cogs.titan.words.board import board_alt
from cogs.titan.words.cards import hand_alt
from cogs.titan.words.game_words import TitanWords
from engine.core import Seat
from engine.titan.events import Spawned, TowerDrawn
from engine.titan.outlook import is_wiped_out, placed
from engine.titan.ruleset import TITAN
from engine.titan.state import Over, Spawning
from engine.titan.view import EndView, View
from render.parts import collisions, outside, told
from render.theme import DARK, Theme
from render.titan.cards import results
from render.titan.cards.hand import hand
from render.titan.cards.hand import scene as hand_scene
from render.titan.cards.hand import tall as hand_tall
from render.titan.cards.results import scene as standing_scene
from render.titan.cards.results import standing
from render.titan.masterboard import end_conditions, margin
from render.titan.masterboard.board import board, draw, scene, tall
from render.titan.masterboard.geometry import whole
from render.titan.masterboard.margin import HEIGHT, WIDTH
from render.titan.masterboard.private_board import draw as own_draw
from render.titan.masterboard.private_board import scene as own_scene
from render.titan.masterboard.private_board import tall as own_tall
from render.titan.pieces.captions import Captions, headline, standing_note
from render.titan.pieces.rows import WIDTH as HAND_WIDTH
from tests.captions import ENGLISH, EVERY, LANGUAGES
from tests.render import views
from tests.render.looks import far_from_dark
from tests.render.test_captions import NAMES, Cuts, cuts, fresh
from tests.render.wild import states

__all__ = ["cuts", "fresh"]

every_language = pytest.mark.parametrize("captions", EVERY, ids=LANGUAGES)

FULL = views.agreed()
OVER = views.totalled(FULL)
CHOOSING = views.spawning(("COL", "SER", "DRA", "GIA", "BEH", "WBR"), ("TRO",))
READY = views.spawning()

# --- below the board ---


def test_where_nothing_is_agreed_the_board_is_what_it_was() -> None:
    plain = Image.new("RGB", (8, 8))

    assert end_conditions.below(plain, views.crowd(), ENGLISH, DARK) is plain
    assert tall(views.crowd()) == HEIGHT
    assert not end_conditions.parts(replace(FULL, turn=0))


@pytest.mark.parametrize("number", range(1, 8))
def test_so_many_conditions_have_room_with_the_total_of_the_viewer(number: int) -> None:
    public = replace(FULL, ends=FULL.ends[:number])
    own = replace(READY, ends=FULL.ends[:number])

    for view in (public, own):
        parts = scene(view)
        assert not collisions(parts)
        assert not outside(parts, WIDTH, tall(view))
        assert not outside(own_scene(view), WIDTH, own_tall(view))
        assert draw(view, ENGLISH).size == (WIDTH, tall(view))
        assert tall(view) % 2 == 0, "replays halve it"


def test_each_condition_tells_how_far_it_is() -> None:
    dead = tuple((code, 0 if code in ("OGR", "ANG") else left, 4 * (code == "GAR")) for code, left, _ in FULL.caretaker)

    facts = told(end_conditions.parts(replace(FULL, caretaker=dead)), "end")

    assert {(end.key, done, wanted) for end, done, wanted in facts} == {
        ("turns", 17, 250),
        ("deadline", 1, 1),
        ("appearance", 0, 1),
        ("extinction", 4, 21),
        ("score", 1234, 10_000),
        ("stacks", 1, 20),
        ("wipeouts", 39, 60),
    }


def test_what_has_come_true_looks_different_and_makes_the_turn_the_last() -> None:
    open_, reached = (replace(FULL, ends=(EndView("score", "100", done),)) for done in (False, True))

    one, other = (draw(view, ENGLISH).crop((0, HEIGHT, WIDTH, tall(view))) for view in (open_, reached))

    assert ImageChops.difference(one, other).getbbox()
    assert headline(open_, ENGLISH).startswith("Turn 17:")
    assert headline(reached, ENGLISH).startswith("Turn 17, the last:")


def test_a_total_is_on_the_boards_of_its_owner_alone_until_the_end() -> None:
    """V3.4: everybody sees his own."""
    others = tuple(replace(p, total=900 + p.seat) for p in FULL.players)  # as if too much were known

    assert told(scene(READY), "total") == {(434,)}
    assert told(own_scene(READY), "total") == {(434,)}
    assert not told(scene(FULL), "total")
    assert told(scene(replace(FULL, viewer=Seat(2), players=others)), "total") == {(902,)}
    assert not told(scene(replace(OVER, viewer=Seat(2))), "total")


# --- who is wiped out and comes back ---


def test_who_is_wiped_out_is_marked_until_he_is_back() -> None:
    here = tuple(replace(player, legions=1) for player in FULL.players)

    notes = [standing_note(FULL, player, ENGLISH)[0] for player in FULL.players]

    assert [is_wiped_out(FULL, player.seat) for player in FULL.players] == [seat == 4 for seat in range(6)]
    assert notes[4] == "Spawns next"
    there = replace(FULL, players=here)
    assert standing_note(there, there.players[4], ENGLISH)[0] == "Tower 500"
    assert standing_note(OVER, OVER.players[4], ENGLISH)[0] == "Place 5"


def test_the_sign_of_a_wipe_out_is_on_the_card_and_alarms_while_he_is_away() -> None:
    box = margin.card_cells(whole(FULL.rules.board), 6)[4].box
    area = (int(box.x), int(box.y), int(box.right), int(box.bottom))
    never = tuple(replace(player, wipeouts=0) for player in FULL.players)
    back = tuple(replace(player, legions=player.legions or 1) for player in FULL.players)

    cards = [draw(replace(FULL, players=players), ENGLISH).crop(area) for players in (FULL.players, never, back)]

    assert danger(cards[0]) > 100
    assert danger(cards[1]) == danger(cards[2]) == 0
    assert ImageChops.difference(cards[1], cards[2]).getbbox()


def danger(image: Image.Image) -> int:
    """How many pixels have the colour of danger."""
    pixels = {paint: number for number, paint in image.convert("RGB").getcolors(1_000_000) or ()}
    return pixels.get(tuple(bytes.fromhex(DARK.danger[1:])), 0)


def test_the_tower_that_was_drawn_is_marked_for_all_and_then_the_legion_in_it() -> None:
    public = replace(READY, viewer=None, spawning=None)
    legion = replace(public.legions[0], marker="Gr01", owner=Seat(4), land=300)
    spawned = Spawned(Seat(4), "Gr01", 300, 8, ())
    there = replace(public, legions=(*public.legions, legion), deeds=(*public.deeds, spawned))

    drawn = {part.sort: part.facts[0] for part in scene(public) if part.sort in ("return", "arrival", "loop")}
    come = {part.sort: part.facts[0] for part in scene(there) if part.sort in ("return", "arrival", "loop")}

    assert set(drawn) == {"return", "arrival"}
    assert drawn["arrival"].land == 300
    assert drawn["arrival"].legion == ""
    assert set(come) == {"return", "loop"}
    assert come["loop"].legion == "Gr01"
    plain = draw(replace(public, deeds=()), ENGLISH)
    assert ImageChops.difference(draw(public, ENGLISH), plain).getbbox()


def test_the_sign_of_coming_back_and_that_of_an_engagement_have_room_beside_each_other() -> None:
    found = set()
    for state in states():
        view = TITAN.view(state, None)
        if view.battle or not any(isinstance(deed, Spawned) for deed in view.deeds):
            continue
        parts = scene(view)
        assert not collisions(parts)
        found.add(bool(view.engagements))

    assert found == {True, False}


# --- one's own new legion ---


@pytest.mark.parametrize("view", [CHOOSING, READY], ids=["choosing", "ready"])
def test_a_new_legion_shows_who_is_in_it_and_what_may_come_next(view: View) -> None:
    parts = hand_scene(view)
    forming = view.spawning
    assert forming is not None

    assert not collisions(parts)
    assert not outside(parts, HAND_WIDTH, hand_tall(view))
    assert [part.facts[0] for part in parts if part.sort == "settled"] == list(forming.creatures)
    assert [part.facts[0] for part in parts if part.sort == "option"] == list(forming.options)
    free = [part.facts[0] for part in parts if part.sort == "choice"]
    assert free == ([] if forming.options else list(view.players[4].markers))
    assert [part.facts[0] for part in parts if part.sort == "open"] == [True, False][: 8 - len(forming.creatures)]


def test_a_new_legion_stands_above_the_others_if_there_are_any() -> None:
    """With `respawn_on` as `titan_lost`."""
    legion = replace(FULL.legions[0], owner=Seat(4), marker="Gr05", creatures=("OGR",) * FULL.legions[0].height)
    view = replace(CHOOSING, legions=(legion,))

    parts = hand_scene(view)

    assert not collisions(parts)
    assert not outside(parts, HAND_WIDTH, hand_tall(view))
    assert {part.sort for part in parts} >= {"option", "legion"}


def test_only_its_owner_sees_a_legion_form() -> None:
    forming = next(state for state in states() if isinstance(state.phase, Spawning))

    for seat in (None, *range(6)):
        view = TITAN.view(forming, None if seat is None else Seat(seat))
        shown = {part.sort for part in (hand_scene(view) if view.viewer is not None else scene(view))}
        assert ("settled" in shown) == (seat == forming.active)


# --- the standing ---


def test_the_final_standing_makes_up_each_total() -> None:
    state = next(state for state in states() if isinstance(state.phase, Over))
    view = TITAN.view(state, None)

    parts = standing_scene(view)

    records = {part.facts[0].seat: part.facts[0] for part in parts if part.sort == "record"}
    rows = [part.facts[0] for part in parts if part.sort == "player"]
    assert not collisions(parts)
    assert not outside(parts, results.WIDTH, results.tall(view))
    assert [row.seat for row in rows if row.winner] == list(view.winners)
    assert [row.total for row in rows] == sorted((player.total or 0 for player in view.players), reverse=True)
    for player in view.players:
        record = records[player.seat]
        assert (record.score, record.total, record.wipeouts) == (player.score, player.total, player.wipeouts)
        assert Counter(dict(record.trophies)) == Counter(player.trophies)


def test_places_are_shared_and_who_resigned_is_last() -> None:
    assert [(place, player.seat) for place, player in placed(OVER)] == [(1, 0), (1, 2), (3, 1), (4, 3), (5, 4), (6, 5)]
    assert standing_note(OVER, OVER.players[5], ENGLISH) == ("Resigned", False)


def test_nobodys_total_is_in_the_standing_before_the_end() -> None:
    assert all(part.facts[0].total is None for part in standing_scene(READY) if part.sort in ("record", "player"))


@pytest.mark.parametrize("view", [FULL, OVER], ids=["running", "over"])
def test_the_standing_has_room_for_all_that_it_tells(view: View) -> None:
    parts = standing_scene(view)

    assert not collisions(parts)
    assert not outside(parts, results.WIDTH, results.tall(view))
    assert Image.open(BytesIO(standing(view, ENGLISH))).size == (results.WIDTH, results.tall(view))


# --- words and looks ---


@every_language
def test_no_word_is_cut(captions: Captions, cuts: Cuts, fresh: Theme) -> None:
    three = replace(FULL, ends=tuple(end for end in FULL.ends if end.key in ("deadline", "extinction", "score")))
    for view in (FULL, OVER, three, replace(READY, ends=three.ends), CHOOSING):
        draw(view, captions, fresh, NAMES)
        results.draw(view, captions, fresh, NAMES)
    for phase in ("tower", "close"):
        draw(replace(FULL, phase=phase), captions, fresh, NAMES)
    for view in (CHOOSING, READY, replace(READY, spawning=None, phase="split", active=Seat(0))):
        hand(view, captions, fresh, NAMES)
        own_draw(view, captions, fresh, NAMES)

    assert not cuts.found


@far_from_dark
def test_all_of_it_is_drawn_in_every_theme(theme: Theme) -> None:
    for data in (board(READY, ENGLISH, theme), standing(OVER, ENGLISH, theme), hand(CHOOSING, ENGLISH, theme)):
        assert Image.open(BytesIO(data)).convert("RGB").getcolors(1_000_000)


def test_deeds_of_coming_back_are_what_the_game_tells() -> None:
    """A played game has both, and the Tower is drawn before the legion is there."""
    seen = [type(deed) for state in states() for deed in TITAN.view(state, None).deeds]

    assert seen.index(TowerDrawn) < seen.index(Spawned)


# --- the same for who does not see them ---


@pytest.fixture(scope="module")
def words() -> TitanWords:
    return TitanWords(Words("en"))


def test_the_words_for_a_new_legion_tell_what_its_picture_does(words: TitanWords) -> None:
    choosing, ready = (hand_alt(words.terms, view, NAMES) for view in (CHOOSING, READY))

    assert "A new legion in Tower 300: Titan, Angel, 2 Centaurs and 2 Ogres." in choosing
    assert "Next comes Colossus, Serpent, Dragon, Giant, Behemoth or Warbear." in choosing
    assert "2 Ogres and 2 Gargoyles. Its marker may be Gr01, Gr02," in ready
    assert "begins with a new legion" in hand_alt(words.terms, replace(READY, spawning=None, phase="split"), NAMES)


def test_the_words_for_the_board_tell_who_comes_back_and_what_ends_the_game(words: TitanWords) -> None:
    few = READY.legions[:6]
    own = replace(READY, legions=few, ends=(EndView("turns", "20", False), EndView("extinction", "GRI", False)))
    legion = replace(few[0], marker="Gr01", owner=Seat(4), land=300)
    spawned = Spawned(Seat(4), "Gr01", 300, 8, ())
    there = replace(own, viewer=None, spawning=None, legions=(*few, legion), deeds=(*own.deeds, spawned))

    before, after = board_alt(words.terms, own, NAMES), board_alt(words.terms, there, NAMES)

    assert "Green will spawn in 300" in before
    assert "turn 20 is the last (now 17); no Griffon is left (dead so far: 0)" in before
    assert "434 in all if it ended now" in before
    assert "Gr01 spawns in 300" in after
    assert "will spawn" not in after
    assert "434 in all" not in after
