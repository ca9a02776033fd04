"""Random games from the first choice to the end: nobody is ever stuck, nothing is lost, nothing secret gets out."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from cogs.house.game.packing import packed, unpacked
from engine import log
from engine.log import Timeline
from engine.skirmish.actions import Action, Concede, Pursue, Reveal
from engine.skirmish.ruleset import SKIRMISH
from engine.skirmish.state import Fighting
from tests.deep import deep_but
from tests.skirmish.walking import SEATS, Walk, assert_equal, conserved


def free(seed: int) -> dict[str, str]:
    """Free play, each half of the games with other packs and the other side in the south."""
    packs, south = ("1", "daqan") if seed % 2 else ("2", "uthuk")
    return {"scenario": "free", "first_seat": "drawn", "packs": packs, "south": south}


THUNDERCLAP = {"scenario": "thunderclap", "first_seat": "drawn"}

GAMES = [(THUNDERCLAP, seed) for seed in range(25)] + [(free(seed), seed) for seed in range(25)]


def walked(options: dict[str, str], seed: int) -> Walk:
    """A game to its end, and once more from its lines."""
    walk = Walk(options, seed).play()
    assert_equal(replayed(walk).state, walk.state)
    conserved(walk.state)
    assert not SKIRMISH.awaiting(walk.state)
    assert SKIRMISH.wants(walk.state) is None
    assert all(not list(SKIRMISH.legal(walk.state, seat)) for seat in SEATS)
    return walk


@pytest.mark.parametrize(("options", "seed"), deep_but(GAMES, *(game for game in GAMES if game[1] < 3)))
def test_scenarios_129_132_141_random_games_end_replay_and_keep_their_secrets(
    options: dict[str, str], seed: int
) -> None:
    walk = walked(options, seed)

    assert walk.state.phase.reason in ("destroyed", "points", "cards", "agreed-draw")  # type: ignore[union-attr]


def replayed(walk: Walk) -> Timeline[Any, Any, Any]:
    """The game from its lines, at a fresh table."""
    entries = [(seat, SKIRMISH.notation.parse(line)) for seat, line in walk.lines]
    *_, (timeline, _) = log.followed(SKIRMISH, log.opening(SKIRMISH, 2, walk.options), entries)
    return timeline


@pytest.mark.parametrize(("options", "seed"), [(THUNDERCLAP, 3), (free(5), 5)])
def test_a_game_goes_on_from_a_course_that_was_kept_as_it_would_have(options: dict[str, str], seed: int) -> None:
    walk = Walk(options, seed).play()
    entries = [(side, SKIRMISH.notation.parse(line)) for side, line in walk.lines]
    opening = log.opening(SKIRMISH, 2, walk.options)
    timelines = [opening, *(timeline for timeline, _ in log.followed(SKIRMISH, opening, entries))]

    for timeline in timelines[40::40]:
        again = unpacked(opening, packed(opening, timeline), Timeline)
        assert again == timeline
        following = entries[timeline.seq : timeline.seq + 40]
        past = {one.seq: one for one in timelines}
        followed = [after for after, _ in log.followed(SKIRMISH, again, following, past)]
        assert followed == timelines[timeline.seq + 1 :][: len(following)]


def test_scenario_131_after_a_stop_the_dice_are_still_there_and_what_is_asked_of_them() -> None:
    """A game that is stopped right after a roll is the same game when it is loaded."""
    walk = Walk(THUNDERCLAP, 7)
    while not isinstance(walk.state.phase, Fighting) or not walk.state.phase.combat.dice:
        walk.step()

    loaded = replayed(walk)

    assert_equal(loaded.state, walk.state)
    for viewer in (None, *SEATS):
        assert SKIRMISH.view(loaded.state, viewer) == SKIRMISH.view(walk.state, viewer)
    assert loaded.state.phase.combat.dice


@pytest.mark.deep
@pytest.mark.parametrize("block", range(20))
def test_scenario_141_a_thousand_random_games(block: int) -> None:
    for seed in range(100 + 25 * block, 125 + 25 * block):
        walked(THUNDERCLAP, seed)
        walked(free(seed), seed)


RARE = {Concede, Reveal, Pursue}
"""What a walk does not do, or so seldom that its own tests must do."""


def test_walks_go_through_every_kind_of_decision() -> None:
    """The walks above prove nothing about what they never do."""
    played = (Walk(options, seed).play() for options, seed in (*GAMES[:4], *GAMES[25:28]))

    assert {type(action) for walk in played for action in walk.seen} >= {*get_args(Action)} - RARE
