"""Whatever is hidden, a viewer is sent the same, in pairs of worlds that he can't tell from each other (R3, A3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from random import Random

import pytest

from engine.core import Seat
from tests.secrets.pairs import KINDS, Pair, came_back, positions, seats_of
from tests.secrets.stage import staged

VIEWERS: tuple[Seat | None, ...] = (None, *(Seat(seat) for seat in range(6)))
ACTS = 6
"""How far a pair is followed."""

Cells = Counter[tuple[str, Seat | None]]
Told = Counter[tuple[str, str, str]]

RARE = frozenset({"spawn", "engage", "parley", "earned", "won", "settled", "gather"})
"""The kinds of positions of which none is passed over."""


async def told_alike(
    folder: Path, seed: int, each: int, kinds: Sequence[str] = KINDS, variant: str = "standard"
) -> tuple[Cells, Told]:
    """Follows `each` pairs of every kind for every viewer. Gives the pairs by kind and viewer, and the acts told.

    In Battle Titan somebody is coming back, or has, and is not known yet.
    """
    dice, made, told = Random(seed), Cells(), Told()
    wanted = {(kind, viewer) for kind in kinds for viewer in VIEWERS}
    async with staged(folder) as stage:
        for game in count(seed):
            if not any(viewer is None or viewer < seats_of(game) for _, viewer in wanted):
                continue  # nobody sits there of whom there are too few pairs
            for position in positions(game, variant=variant):
                if variant != "standard" and position.kind != "spawn" and not came_back(position.state):
                    continue
                if position.kind not in RARE and dice.random() > 0.05:
                    continue
                viewers = [v for v in VIEWERS[: 1 + len(position.state.players)] if (position.kind, v) in wanted]
                if not viewers:
                    continue
                viewer = min(viewers, key=lambda v: (made[position.kind, v], dice.random()))
                pair = Pair.at(stage, position, viewer, dice)
                if pair is None:
                    continue
                await pair.follow(ACTS)
                told += pair.told
                made[position.kind, viewer] += 1
                if made[position.kind, viewer] == each:
                    wanted.remove((position.kind, viewer))
            if not wanted:
                return made, told
    raise AssertionError("games do not end")


async def test_whatever_is_hidden_everybody_is_sent_the_same(tmp_path: Path) -> None:
    """70 pairs: every kind of position, for the channel and each of six players."""
    made, told = await told_alike(tmp_path, seed=13, each=1)

    assert set(made) == {(kind, viewer) for kind in KINDS for viewer in VIEWERS}
    assert sum(made.values()) == 70
    assert told.total() > 300
    changes = {(before, after) for before, _, after in told}
    assert changes >= {("parley", "gather"), ("battle", "gather"), ("gather", "muster"), ("muster", "split")}
    verbs = {verb for _, verb, _ in told}
    assert verbs >= {"split", "roll", "move", "teleport", "engage", "flee", "waive", "offer", "accept", "concede"}
    assert verbs >= {"maneuver", "strike", "done", "summon", "acquire", "muster", "undo", "rewind"}


@pytest.mark.deep
@pytest.mark.parametrize("chunk", range(10))
async def test_whatever_is_hidden_everybody_is_sent_the_same_5000_times(tmp_path: Path, chunk: int) -> None:
    made, told = await told_alike(tmp_path, seed=1000 * (chunk + 1), each=8)

    assert sum(made.values()) == 560
    assert told.total() > 1100


COMING_BACK = ("spawn", "split", "move", "parley", "battle", "muster")
"""The kinds of positions while a player makes up a new legion, or has one that nobody has seen."""


async def test_whatever_a_new_legion_holds_everybody_is_sent_the_same(tmp_path: Path) -> None:
    """V6.4, V7.6, V7.7: 42 pairs; who was taken, what is being chosen, in how many steps, and what it is worth."""
    made, told = await told_alike(tmp_path, seed=44, each=1, kinds=COMING_BACK, variant="battle_titan")

    assert set(made) == {(kind, viewer) for kind in COMING_BACK for viewer in VIEWERS}
    assert {verb for _, verb, _ in told} >= {"spawn", "marker", "split", "roll", "move"}


@pytest.mark.deep
@pytest.mark.parametrize("chunk", range(10))
async def test_whatever_a_new_legion_holds_everybody_is_sent_the_same_1000_times(tmp_path: Path, chunk: int) -> None:
    made, _ = await told_alike(tmp_path, 1000 * (chunk + 20), 3, COMING_BACK, "battle_titan")

    assert sum(made.values()) == 3 * len(COMING_BACK) * len(VIEWERS)
