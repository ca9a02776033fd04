"""Seats played by the program where totals decide (Battle Titan): their games end, and `steady` plays for points."""

from __future__ import annotations

import pytest

from tests.selfplay import dealt, selfplay, shares

BATTLE_TITAN = {"variant": "battle_titan", "end_condition": "turns 12"}


@pytest.mark.parametrize(
    ("seats", "levels", "options"),
    [
        (4, "steady,survivor", {}),
        (3, "random,steady", {"respawn_on": "titan_lost", "loser_kill_credit": "none", "fled_returns": "on"}),
        (2, "random", {"end_condition": "wipeouts 2, turns 30", "offboard_scores": "on", "hide_stacks_on_spawn": "on"}),
    ],
)
def test_games_are_played_to_the_agreed_end(seats: int, levels: str, options: dict[str, str]) -> None:
    """V2.1, V2.2."""
    game = selfplay(dealt(levels.split(","), seats, 0), 60 + seats, options=BATTLE_TITAN | options)

    assert game.winners
    assert len(game.totals) == seats
    assert game.turns == 12 or "end_condition" in options
    assert max(game.totals) == game.totals[game.winners[0]]


@pytest.mark.deep
def test_who_plays_for_points_beats_who_plays_for_survival() -> None:
    """At least three of five games; the 200 of docs/performance.md have it far above that."""
    games = [
        selfplay(dealt(("steady", "survivor"), 4, number), 5000 + number, options=BATTLE_TITAN) for number in range(40)
    ]

    assert shares(games)["steady"] >= 0.6 * len(games)
