"""Replays of skirmish: everything that was done is shown, in the order in which it was done, as everybody saw it."""

from __future__ import annotations

from io import BytesIO
from itertools import pairwise

import pytest
from PIL import Image

from cogs.commands.watch import BATTLE, GAME, LINES, TURN
from cogs.face.told_replays import HELD, READ_AT_MOST
from cogs.house.game import public_history as told
from cogs.house.game.announce import Entry
from cogs.house.game.pictures import Look
from cogs.house.game.public_history import Moment
from cogs.house.words.words import Words, languages
from cogs.skirmish.history.digests import SkirmishDigests
from cogs.skirmish.history.replay import TOLD, SkirmishReplays
from cogs.skirmish.words.terms import Terms
from engine import log
from engine.core import Seat
from engine.skirmish.events import AttackDeclared, GameOver, Moved, Ordered, TurnBegan, TurnEnded
from engine.skirmish.ruleset import SKIRMISH
from engine.skirmish.state import Moving, Over
from engine.values import replace
from tests.skirmish.field import DAQAN, THUNDERCLAP, UTHUK
from tests.skirmish.selfplay import selfplay
from tests.skirmish.sights import NAMES, crowd

OPTIONS = {"scenario": THUNDERCLAP}


@pytest.fixture(scope="module")
def game() -> tuple[Moment, ...]:
    """A whole game of the program, as the channel came to know it."""
    timeline, entries = log.opening(SKIRMISH, 2, OPTIONS), []
    for line in selfplay(OPTIONS, 3).lines:
        seat, _, action = line.partition(" ")
        before = timeline
        timeline, news = log.step(SKIRMISH, before, Seat(int(seat)), SKIRMISH.notation.parse(action))
        entries.append(Entry(Seat(int(seat)), before, timeline, news))
    return tuple(told.moments(SKIRMISH, entries))


def replays(language: str = "en") -> SkirmishReplays:
    return SkirmishReplays(Terms(Words(language)))


def events(game: tuple[Moment, ...], kind: type) -> list[object]:
    return [event for moment in game for event in moment.events if isinstance(event, kind)]


def test_every_turn_and_every_attack_has_its_chapter(game: tuple[Moment, ...]) -> None:
    turns = replays().chapters(TURN, game, NAMES)
    attacks = replays().chapters(BATTLE, game, NAMES)
    begun = [event for event in events(game, AttackDeclared) if isinstance(event, AttackDeclared) and not event.counter]

    assert [turn.key for turn in turns[:3]] == ["1 uthuk", "1 daqan", "2 uthuk"]
    assert len(turns) == len(events(game, TurnBegan))
    assert [attack.key for attack in attacks] == [str(number) for number in range(1, len(begun) + 1)]
    assert all(one.last < other.first for one, other in pairwise(attacks))
    assert replays().chapters(GAME, game[:0], NAMES) == ()


def test_the_turns_together_show_everything_that_is_told(game: tuple[Moment, ...]) -> None:
    maker = replays()
    said = " ".join(
        shot.caption for turn in maker.chapters(TURN, game, NAMES) for shot in maker.shots(TURN, game, turn, NAMES)
    )
    first = next(at for at, moment in enumerate(game) if any(isinstance(e, TurnBegan) for e in moment.events))

    for moment in game[first:]:
        for event in moment.events:
            if isinstance(event, TOLD) and not isinstance(event, Ordered):
                assert maker._sentence(event, NAMES) in said, event


def test_nobody_sees_more_than_the_channel_did_and_every_caption_says_something(game: tuple[Moment, ...]) -> None:
    for language in languages():
        maker = replays(language)
        for what in (TURN, BATTLE, GAME):
            for chapter in maker.chapters(what, game, NAMES):
                shots = maker.shots(what, game, chapter, NAMES)
                assert all(shot.view.viewer is None and shot.view.own is None for shot in shots)
                assert all(shot.caption for shot in shots)
                assert shots[0].title == chapter.label
                assert shots[-1].milliseconds >= HELD
                assert chapter.label in maker.told(chapter, shots)
                assert len(maker.alt(chapter, shots)) <= 1024


def test_an_attack_is_shown_with_its_arrow_until_it_is_over(game: tuple[Moment, ...]) -> None:
    maker = replays()
    for chapter in maker.chapters(BATTLE, game, NAMES):
        title, *shots = maker.shots(BATTLE, game, chapter, NAMES)
        assert not title.view.deeds
        for shot in shots:
            first = shot.view.deeds[0]
            assert isinstance(first, AttackDeclared)
            assert not first.counter


def test_moves_are_shown_one_by_one(game: tuple[Moment, ...]) -> None:
    maker = replays()
    walks = [event for event in events(game, Moved) if isinstance(event, Moved) and event.why == "move"]
    shots = [
        [deed for deed in shot.view.deeds if isinstance(deed, Moved) and deed.why == "move"]
        for turn in maker.chapters(TURN, game, NAMES)
        for shot in maker.shots(TURN, game, turn, NAMES)
    ]

    assert [deed for shown in shots for deed in shown] == walks
    assert max(map(len, shots)) == 1


def test_a_game_ends_with_who_has_won_and_the_standing(game: tuple[Moment, ...]) -> None:
    maker = replays()
    (chapter,) = maker.chapters(GAME, game, NAMES)
    shots = maker.shots(GAME, game, chapter, NAMES)

    assert events(game, GameOver)
    assert shots[-1].standing
    assert sum(shot.standing for shot in shots) == 1
    assert all(len(shot.caption) <= READ_AT_MOST for shot in shots[1:-2])
    assert len(shots) >= len(maker.chapters(TURN, game, NAMES))


def test_who_wins_as_a_turn_begins_wins_in_that_turn() -> None:
    """B23.14: the turn before has nothing of it."""
    before = crowd(Moving(), DAQAN)
    after = replace(before, active=UTHUK, phase=Over(UTHUK, "points"), deeds=())
    walk = Moved(DAQAN, 8, "citadel_guard", ("A7", "A8"), "move")
    moments = (
        Moment(1, (TurnBegan(DAQAN, 3),), None, SKIRMISH, before, False),
        Moment(2, (walk,), None, SKIRMISH, before, False),
        Moment(3, (TurnEnded(DAQAN), TurnBegan(UTHUK, 4), GameOver(UTHUK, "points")), None, SKIRMISH, after, False),
    )
    maker = replays()
    one, two = maker.chapters(TURN, moments, NAMES)
    (game,) = maker.chapters(GAME, moments, NAMES)

    assert len(maker.shots(TURN, moments, one, NAMES)) == 2
    assert [shot.standing for shot in maker.shots(TURN, moments, two, NAMES)] == [False, False, True]
    shots = maker.shots(GAME, moments, game, NAMES)
    assert [shot.standing for shot in shots] == [False, False, False, True]
    assert shots[1].view.winner is None
    assert shots[1].view.active == DAQAN


def test_lines_of_the_log_are_shown_and_nothing_where_nothing_was_told(game: tuple[Moment, ...]) -> None:
    maker = replays()
    turn = maker.chapters(TURN, game, NAMES)[2]
    between = game[turn.first].seq, game[turn.last].seq
    chapter = maker.lines(5, 9, game, between)

    assert chapter is not None
    assert (chapter.first, chapter.last) == (turn.first, turn.last)
    assert maker.shots(LINES, game, chapter, NAMES)
    assert maker.lines(5, 9, game, (10**6, 10**6)) is None


@pytest.mark.parametrize("form", ["webp", "gif"])
def test_a_replay_is_a_moving_picture(game: tuple[Moment, ...], form: str) -> None:
    maker = replays()
    chapter = min(
        maker.chapters(BATTLE, game, NAMES), key=lambda one: (len(maker.shots(BATTLE, game, one, NAMES)), one.first)
    )
    shots = maker.shots(BATTLE, game, chapter, NAMES)
    checks: list[int] = []

    data = maker.draw(BATTLE, shots, form, {DAQAN: "Ann"}, Look("dark"), lambda: checks.append(1))

    film = Image.open(BytesIO(data))
    assert getattr(film, "n_frames", 1) == len(shots)
    assert film.width == 800
    assert len(checks) >= len(shots)


def test_a_name_that_runs_to_the_left_is_set_apart_in_the_film_for_who_comes_back(game: tuple[Moment, ...]) -> None:
    names = dict.fromkeys(NAMES, "שרה")

    _, alt = SkirmishDigests(Terms(Words("en"))).film(UTHUK, game, names, Look(), lambda: None)

    assert "\u2068שרה\u2069" in alt
    assert "שרה" not in alt.replace("\u2068שרה\u2069", "")
