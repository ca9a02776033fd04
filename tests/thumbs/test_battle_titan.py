"""Battle Titan by thumb: wiped out, back with a new legion, and on to the last turn, by what is offered alone."""

from __future__ import annotations

from pathlib import Path

from cogs.house.records import Status
from engine.core import Seat
from tests.thumbs.playing import playing

SEED = 36
"""A game in which the person is wiped out, comes back to an empty Tower, and once more onto an enemy.

Most seeds bring a wipe-out, few an attack; they follow from how the steady program plays.
"""

TURNS = 12


async def test_a_person_is_wiped_out_comes_back_and_plays_to_the_final_standing(tmp_path: Path) -> None:
    """V2.1, V3.1, V6: against three steady programs, to the end that the variant has without a choice."""
    async with playing(tmp_path, ("Ann",), SEED, {"variant": "battle_titan"}, {}, steady=3) as thumbs:
        table = await thumbs.play.table()
        towers = set[bool]()
        told: dict[str, str] = {}
        while table.game.status is Status.RUNNING:
            view = table.view(Seat(0))
            if view.spawning is not None:
                towers.add(any(legion.land == view.spawning.land for legion in view.legions))
                told["mine"] = await thumbs.play.said("Ann", "show mine")
                told["open"] = thumbs.play.public_text()
            await thumbs.to_decide(table)
            if view.spawning is not None and view.spawning.options == ():
                told["spawned"] = thumbs.panels["Ann"].content
        ended = table.view(None)
        scores = await thumbs.play.said("Ann", "show scores")

    assert towers == {False, True}, "she comes back to an empty Tower, and onto an enemy: choose another seed"
    assert not thumbs.count.by_list, f"only the list of everything leads to {dict(thumbs.count.by_list)}"
    assert "Your new legion for" in told["mine"]
    assert "Ann spawns: the Tower drawn is" in told["open"]
    assert "Your new legion" in told["spawned"]
    assert ended.turn == TURNS
    assert ended.players[0].wipeouts == 2
    for player in ended.players:
        values = (
            ended.rules.value(code, player.score)
            for legion in ended.legions
            if legion.owner == player.seat
            for code in legion.creatures
        )
        assert player.total == player.score + sum(values) // 2
        assert f"{player.place}. " in scores
        assert f"{player.total} in all ({player.score} battle score" in scores
    assert [player.place for player in ended.players if player.seat in ended.winners] == [1]
