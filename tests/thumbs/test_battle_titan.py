"""Battle Titan by thumb: wiped out, back with a new legion, and on to the last turn, by what is offered alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from cogs.house.game import dice
from cogs.house.game.dice import Dice
from cogs.house.table.table import Table
from cogs.house.values.records import Chair, Game, Status
from engine.core import Draw, Drawn, Seat
from engine.log import Undo
from engine.titan.actions import Action, Concede, Flee, Move
from engine.titan.bots import LEVELS
from engine.titan.view import View
from tests.games.people import People
from tests.thumbs.playing import playing

SEED = 7
"""A game in which she comes back to either sort of Tower; of the first twelve seeds four are."""

TURNS = 12
ANN = Seat(0)


class Reckless(People):
    """Attacks whom she can, and gives up every engagement till she has come back onto an enemy and to an empty Tower.

    All else is whim, so that no change of how the steady program plays makes this another game.
    """

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.towers = set[bool]()

    def choose(self, view: View, legal: Sequence[Action | Undo]) -> Action | Undo:
        gives_up = () if len(self.towers) == 2 else (Concede, Flee)
        enemies = {legion.land for legion in view.legions if legion.owner != view.viewer}
        for action in legal:
            if isinstance(action, gives_up) or (isinstance(action, Move) and action.land in enemies):
                return action
        return LEVELS["random"](view, [action for action in legal if not isinstance(action, Undo)], self.whims)

    def tower(self, table: Table, sides: int) -> Drawn:
        """The Tower that is still wanting: one where an enemy stands, if there is any, then one where nobody does."""
        view = table.view(None)
        taken = [any(legion.land == tower for legion in view.legions) for tower in view.rules.board.towers]
        wanted = True not in self.towers
        assert len(taken) == sides, "one of all Towers is drawn"
        return Drawn((1 + taken.index(wanted if wanted in taken else not wanted),))


@pytest.mark.deep
async def test_a_person_is_wiped_out_comes_back_and_plays_to_the_final_standing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """V2.1, V3.1, V6: against three programs, to the end that the variant has without a choice."""
    mind, chance = Reckless(SEED), dice.of
    async with playing(tmp_path, ("Ann",), SEED, {"variant": "battle_titan"}, {}, ("random",) * 3) as thumbs:
        table = await thumbs.play.table()
        thumbs.mind = mind

        def of(game: Game, chairs: Sequence[Chair], now: Callable[[], float]) -> Dice:
            usual = chance(game, chairs, now)

            def answer(entry: int, draw: Draw) -> Drawn:
                hers = draw.purpose == "spawn" and f"seat {ANN} " in draw.place
                return mind.tower(table, draw.sides) if hers else usual(entry, draw)

            return answer

        monkeypatch.setattr(dice, "of", of)
        mine = opened = spawned = ""
        while table.game.status is Status.RUNNING:
            view = table.view(ANN)
            if view.spawning is not None:
                mind.towers.add(any(legion.land == view.spawning.land for legion in view.legions))
                mine = await thumbs.play.said("Ann", "show mine")
                opened = thumbs.play.public_text()
            await thumbs.to_decide(table)
            if view.spawning is not None and not view.spawning.options:
                spawned = thumbs.panels["Ann"].content
        ended = table.view(None)
        scores = await thumbs.play.said("Ann", "show scores")

    assert mind.towers == {False, True}, "she comes back to an empty Tower, and onto an enemy: choose another seed"
    assert not thumbs.count.by_list, f"only the list of everything leads to {dict(thumbs.count.by_list)}"
    assert "A new legion in" in mine
    assert "Ann spawns in Tower" in opened
    assert "Your new legion" in spawned
    assert ended.turn == TURNS
    assert ended.players[ANN].wipeouts >= 2
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
    assert {player.place for player in ended.players if player.seat in ended.winners} == {1}
