"""Replays of a game in which players are wiped out and come back: all of that is shown, and no secret."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from io import BytesIO

import pytest
from PIL import Image

from cogs.commands.watch import BATTLE, GAME, TURN
from cogs.face.overview import Chapter
from cogs.face.told_replays import HELD
from cogs.house.game import public_history as house
from cogs.house.game.pictures import Look
from cogs.house.game.public_history import Moment
from cogs.house.words.words import Words
from cogs.titan.history.replay import TitanReplays
from cogs.titan.kit import pictures
from cogs.titan.words.game_words import TitanWords
from engine.core import Seat
from engine.titan.events import BattleBegan, EndReached, Engaged, Event, GameEnded, Spawned, TowerDrawn, WipedOut
from engine.titan.ruleset import TITAN
from render.parts import told
from render.replay import Shot, go_on
from render.titan.masterboard.board import scene
from tests.captions import LANGUAGES
from tests.render.wild import wild

NAMES = {Seat(seat): f"P{seat}" for seat in range(6)}


@pytest.fixture(params=LANGUAGES)
def maker(request: pytest.FixtureRequest) -> TitanReplays:
    return TitanReplays(TitanWords(Words(request.param)))


@lru_cache(maxsize=1)
def moments() -> tuple[Moment, ...]:
    return tuple(house.moments(TITAN, wild()))


def events(chapter: Chapter) -> list[Event]:
    return [event for moment in moments()[chapter.first : chapter.last + 1] for event in moment.events]


def shown(shots: tuple[Shot, ...]) -> list[Event]:
    return [event for shot in shots for event in shot.view.deeds]


def back(maker: TitanReplays, attacks: bool) -> tuple[Chapter, Spawned]:
    """The first turn in which somebody comes back, at once against another or not."""
    for turn in maker.chapters(TURN, moments(), NAMES):
        begun = events(turn)[1:]
        spawned = next((event for event in begun if isinstance(event, Spawned)), None)
        if spawned and attacks == any(isinstance(e, Engaged) and e.land == spawned.land for e in begun):
            return turn, spawned
    raise AssertionError("somebody comes back")


@pytest.mark.parametrize("attacks", [False, True])
def test_a_turn_shows_the_tower_and_then_the_legion_in_it(maker: TitanReplays, attacks: bool) -> None:
    turn, spawned = back(maker, attacks)

    shots = maker.shots(TURN, moments(), turn, NAMES)

    tower = next(shot for shot in shots if any(isinstance(deed, TowerDrawn) for deed in shot.view.deeds))
    legion = next(shot for shot in shots if any(isinstance(deed, Spawned) for deed in shot.view.deeds))
    assert shots.index(tower) + 1 == shots.index(legion)
    assert {facts[0].land for facts in told(scene(tower.view), "arrival")} == {spawned.land}
    assert {facts[0].legion for facts in told(scene(legion.view), "loop")} == {spawned.marker}
    for shot in (tower, legion):
        assert f"P{spawned.seat}" in shot.caption
        assert str(spawned.land) in shot.caption
    assert spawned.marker in legion.caption


def test_nobody_is_told_who_is_in_a_new_legion() -> None:
    """Of a game that is not yet over; the end opens all."""
    maker = TitanReplays(TitanWords(Words()))
    for turn in maker.chapters(TURN, moments(), NAMES):
        for deed in shown(maker.shots(TURN, moments(), turn, NAMES)):
            assert not isinstance(deed, Spawned) or deed.creatures == ()


def test_a_turn_shows_who_is_wiped_out_and_what_ends_the_game(maker: TitanReplays) -> None:
    turns = maker.chapters(TURN, moments(), NAMES)
    happened = [event for turn in turns for event in events(turn) if isinstance(event, WipedOut | EndReached)]

    seen = [deed for turn in turns for deed in shown(maker.shots(TURN, moments(), turn, NAMES))]

    assert happened
    assert set(happened) <= set(seen)


def test_a_battle_that_begins_with_a_return_has_its_replay(maker: TitanReplays) -> None:
    """The entries go from the draw of the Tower into the battle, without a move."""
    battles = maker.chapters(BATTLE, moments(), NAMES)
    starts = [place for place, moment in enumerate(moments()) if any(isinstance(e, Spawned) for e in moment.events)]
    fought = [battle for battle in battles if any(0 < battle.first - start < 3 for start in starts)]

    assert fought
    for battle in fought:
        shots = maker.shots(BATTLE, moments(), battle, NAMES)
        assert all(shot.view.battle for shot in shots)
        assert any(isinstance(event, BattleBegan) for event in shots[0].view.deeds)
        assert shots[-1].milliseconds >= HELD


def test_the_replay_of_the_game_ends_with_totals(maker: TitanReplays) -> None:
    (game,) = maker.chapters(GAME, moments(), NAMES)
    last = moments()[-1].view

    shots = maker.shots(GAME, moments(), game, NAMES)

    kinds = {type(event) for event in shown(shots)}
    assert {WipedOut, Spawned, EndReached} <= kinds
    assert any(isinstance(event, GameEnded) for event in moments()[-1].events)
    ranked = sorted(last.players, key=lambda player: (player.place, -player.score, player.seat))
    assert shots[-1].standing
    for player in ranked:
        assert f"P{player.seat} {player.total}" in shots[-1].caption
    assert shots[-1].caption.startswith(f"P{ranked[0].seat} ")


def test_the_turn_is_drawn_as_one_film() -> None:
    maker = TitanReplays(TitanWords(Words()))
    turn, _ = back(maker, attacks=False)
    shots = maker.shots(TURN, moments(), turn, NAMES)

    data = maker.draw(TURN, shots, "webp", NAMES, Look("dark"), go_on)

    assert getattr(Image.open(BytesIO(data)), "n_frames", 1) > 3


def test_while_the_clock_is_asked_no_board_is_posted() -> None:
    entry = next(entry for entry in wild() if TITAN.view(entry.after.state, None).phase == "split")
    view = TITAN.view(entry.after.state, None)

    assert pictures(replace(view, phase="muster"), replace(view, phase="close"), ()) == ()
    assert pictures(replace(view, phase="close", turn=view.turn), replace(view, turn=view.turn + 1), ()) == ("board",)
