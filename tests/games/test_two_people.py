"""Two people play a whole game by typing commands, and everything is told in the channel."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from cogs.house.values.records import PostStyle
from tests.games.conftest import Worlds
from tests.games.people import People
from tests.games.playing import Playing

RESTARTS = 10

SEED = 44
"""A short game with every phase and step, and most verbs: `python -m tests.games.seeds 2 2 0 140 380` finds more."""

MOMENTS = {
    "setup colour", "setup marker", "split", "move", "engage", "parley", "battle maneuver", "battle strike",
    "battle strike-back", "battle carry", "gather", "muster",
}  # fmt: skip


@pytest.mark.deep
async def test_two_people_play_to_victory_by_commands_alone(worlds: Worlds, people: Callable[[int], People]) -> None:
    async with worlds("Ann", "Ben", "Dan", drawn=False) as world:  # the other game of these tests has its pictures
        playing = Playing(world, people(SEED))

        async def decide(who: str, line: str, opened: object) -> None:
            await world.by_command(who, line)

        await playing.set_up(("Ann", "Ben"), PostStyle.CHANNEL)
        table = await playing.to_victory(decide)

        await playing.check_the_end(table)
        assert playing.starts >= RESTARTS
        assert set(playing.moments) == MOMENTS, "the bot was started anew in each phase: choose another seed"
        assert playing.done >= {"undo", "mulligan", "teleport", "offer", "flee", "concede", "summon", "carry"}
