"""The great moments of Titan have pictures of their own, which take the place of a board and tell nothing secret."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from cogs.house.game.pictures import AS_IT_IS
from cogs.house.words.words import languages
from cogs.titan.kit import pictures, titan_kit
from cogs.titan.words.captions import captions_in
from engine.core import Seat
from engine.titan.events import BattleEnded, Conceded, Eliminated, Engaged, Moved
from engine.titan.view import View
from render import stage
from render.parts import Parts, collisions, outside, told
from render.theme import DARK, Theme
from render.titan.cards import moments
from tests.render import moments_shown, views
from tests.render.looks import dark_and_light
from tests.render.wild import wild

NAMES = {Seat(0): "Ann", Seat(1): "Бен Фёдоров", Seat(2): "陳大文", Seat(5): "Maximiliane von und zu"}

MOST = 110_000
"""Bytes of a picture."""

KINDS: dict[str, tuple[Callable[..., bytes], Callable[[View], Parts], Callable[[], View]]] = {
    "moment-titan-fallen": (moments.titan_fallen, moments.fallen_scene, moments_shown.fallen),
    "moment-wiped": (moments.wiped, moments.wiped_scene, moments_shown.wiped),
    "moment-end": (moments.end, moments.end_scene, moments_shown.over),
}

BEFORE = replace(moments_shown.wiped(), phase="battle", battle=moments_shown.wiped().aftermath, aftermath=None)


@dark_and_light
@pytest.mark.parametrize("kind", KINDS)
def test_a_moment_is_as_large_as_a_post_shows_it_and_small_as_a_file(kind: str, theme: Theme) -> None:
    draw, _, view = KINDS[kind]

    data = draw(view(), captions_in("en"), theme, NAMES)

    assert Image.open(BytesIO(data)).size == (1200, 675)
    assert len(data) <= MOST


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_view_gives_the_same_bytes(kind: str) -> None:
    draw, _, view = KINDS[kind]

    assert draw(view(), captions_in("en"), DARK, NAMES) == draw(view(), captions_in("en"), DARK, NAMES)


@pytest.mark.parametrize(
    ("scene", "view"),
    [
        (moments.fallen_scene, moments_shown.fallen()),
        (moments.fallen_scene, moments_shown.both_fallen()),
        (moments.wiped_scene, moments_shown.wiped()),
        (moments.end_scene, moments_shown.over()),
        (moments.end_scene, views.totalled(views.agreed())),
    ],
)
def test_nothing_that_is_read_covers_anything_or_leaves_the_picture(scene: Callable[[View], Parts], view: View) -> None:
    parts = scene(view)

    assert not collisions(parts)
    assert not outside((part for part in parts if part.solid), stage.WIDTH, stage.HEIGHT)


def test_a_fallen_titan_tells_whose_it_was_to_whom_he_fell_and_where() -> None:
    view = moments_shown.fallen()
    assert view.aftermath is not None

    assert told(moments.fallen_scene(view), "line") == {((Seat(5),), Seat(0), view.aftermath.land, view.turn)}
    assert told(moments.fallen_scene(view), "piece") == {("Rd01",), ("Rd04",), ("Rd07",), ("Rd09",)}


def test_two_titans_that_fall_together_are_both_seen() -> None:
    assert told(moments.fallen_scene(moments_shown.both_fallen()), "titan") == {(Seat(0),), (Seat(5),)}


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "The Titans of Ann and Max have fallen"),
        ("de", "Die Titanen von Ann und Max sind gefallen"),
        ("ru", "Пали Титаны игроков Ann и Max"),
    ],
)
def test_players_are_listed_as_in_any_text(language: str, line: str) -> None:
    names = {Seat(0): "Ann", Seat(5): "Max"}

    assert moments.fallen_line(moments_shown.both_fallen(), captions_in(language), names)[0] == line


def test_a_lost_legion_is_told_with_all_who_fell_with_it_in_the_course_of_the_battle() -> None:
    view = moments_shown.wiped()
    battle = view.aftermath
    assert battle is not None
    lost = [each.creature for each in battle.fighters if each.side == 1] + list(battle.fallen[1])

    found = moments.loss(view)

    assert found is not None
    assert sorted(found.creatures) == sorted(lost)
    assert found.seat == Seat(5)
    assert found.winner == Seat(0)


def test_a_small_legion_that_is_lost_is_no_great_moment() -> None:
    view = moments_shown.wiped()
    assert view.aftermath is not None
    few = replace(view.aftermath, fighters=tuple(each for each in view.aftermath.fighters if each.side == 0))

    assert moments.loss(replace(view, aftermath=few)) is None


def test_who_resigns_has_not_fallen() -> None:
    gone = Eliminated(Seat(5), None, (), True)

    assert moments.fall(replace(moments_shown.wiped(), deeds=(*moments_shown.wiped().deeds, gone))) is None


def test_only_the_latest_fight_of_a_turn_counts() -> None:
    view = moments_shown.fallen()
    later = Engaged(100, "Bk02", "Bu02", (Seat(0), Seat(1))), Conceded(100, Seat(1), "Bu02", ("OGR",), False)

    assert moments.fall(replace(view, deeds=(*view.deeds, *later))) is None


@pytest.mark.parametrize("kind", ["moment-titan-fallen", "moment-wiped"])
def test_a_moment_takes_the_place_of_the_board_that_was_due(kind: str) -> None:
    view = KINDS[kind][2]()

    assert pictures(BEFORE, view, view.deeds) == ("aftermath", kind)


def test_the_end_has_its_picture_in_the_place_of_the_last_board() -> None:
    assert pictures(views.crowd(), moments_shown.over(), ()) == ("standing", "moment-end")


def test_what_happened_earlier_in_the_turn_is_not_told_again() -> None:
    view = replace(moments_shown.fallen(), phase="muster")
    before = replace(view, phase="engage")

    assert pictures(before, view, (Moved(Seat(0), "Bk02", 1, 2, 0, "", ""),)) == ("board",)


def test_who_comes_later_sees_the_board() -> None:
    assert pictures(None, moments_shown.fallen(), ()) == ("board",)
    assert pictures(None, moments_shown.over(), ()) == ("standing", "board")


def test_in_a_whole_game_as_many_pictures_are_due_as_without_moments() -> None:
    """One of them in the place of a board at a time, and each can be drawn and described."""
    kit, found = titan_kit(), dict[str, View]()
    for entry in wild():
        if entry.before is None:
            continue
        before, after = (kit.rules.view(timeline.state, None) for timeline in (entry.before, entry.after))
        events = tuple(seen for event in entry.told.events if (seen := kit.rules.seen(event, None)) is not None)
        kinds = pictures(before, after, events)
        assert sum(kind.startswith("moment") for kind in kinds) + kinds.count("board") <= 1
        found |= {kind: after for kind in kinds if kind.startswith("moment")}

    assert "moment-end" in found
    for kind, view in found.items():
        names = {player.seat: f"P{player.seat}" for player in view.players}
        assert kit.pictures[kind].alt(view, names, AS_IT_IS)


@pytest.mark.parametrize("language", languages())
def test_words_tell_what_a_picture_shows(language: str) -> None:
    kit, view = titan_kit(language), moments_shown.wiped()
    names = {player.seat: f"P{player.seat}" for player in view.players}

    said = kit.pictures["moment-wiped"].alt(view, names, AS_IT_IS)

    assert "P5" in said
    assert "P0" in said
    assert "Rd01" in said


def test_a_battle_of_which_nothing_is_known_any_more_is_no_moment() -> None:
    view = moments_shown.wiped()

    assert moments.due(replace(view, aftermath=None), (BattleEnded(1, "Bk01", "Rd01", "battle", 2),)) == ""
