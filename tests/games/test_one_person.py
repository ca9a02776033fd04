"""A person plays a game against three of the program's seats, by panels and commands, told by a card and threads."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from cogs.house.values.records import PostStyle
from tests.games.conftest import Worlds
from tests.games.people import People
from tests.games.playing import Playing

RESTARTS = 20

DRAWN = 10
"""The bot draws its pictures in each so many-th of its starts: they would take longer than all else."""

SEED = 170
"""A short game in which the person has most to decide: `python -m tests.games.seeds 4 1 0 400 900` finds more."""

MOMENTS = {
    "setup colour", "setup marker", "split", "move", "engage", "parley", "battle maneuver", "battle strike",
    "battle strike-back", "battle carry", "muster",
}  # fmt: skip
"""What the person decides in; the program's seats have moments of their own."""

PUBLIC = {"roll": "Roll", "done": "Done"}


@pytest.mark.deep
async def test_a_person_plays_three_steady_bots_to_victory(worlds: Worlds, people: Callable[[int], People]) -> None:
    async with worlds("Ann", "Dan") as world:
        mind = people(SEED)
        playing = Playing(world, mind)
        ways: dict[str, int] = {"old panel": 0, "public": 0, "panel": 0, "command": 0}

        async def decide(who: str, line: str, opened: Any) -> None:
            world.drawn = not playing.starts % DRAWN
            if opened is not None:
                ways["old panel"] += 1
                await world.by_panel(who, line, opened)
            elif line in PUBLIC and playing.decisions % 2 and await world.by_public_button(who, PUBLIC[line]):
                ways["public"] += 1
            elif playing.decisions % 3:
                ways["panel"] += 1
                await world.by_panel(who, line, await world.opened_panel(who))
            else:
                ways["command"] += 1
                await world.by_command(who, line)

        await playing.set_up(("Ann",), PostStyle.CARD, steady=3)
        table = await playing.to_victory(decide)

        await playing.check_the_end(table)
        assert playing.starts >= RESTARTS
        assert set(playing.moments) >= MOMENTS, "the bot was started anew in each phase: choose another seed"
        assert playing.done >= {"undo", "mulligan", "flee", "concede", "carry"}
        assert all(ways.values()), ways
