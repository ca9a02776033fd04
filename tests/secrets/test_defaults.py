"""What is done at a deadline, in pairs of worlds that nobody else can tell apart: others are told the same (A8.5).

What a default does follows from what its seat sees, so it must not be what that shows: it takes what everybody knows to
be there to be taken, and leaves alone whatever would tell of what is hidden.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from random import Random

import pytest

from cogs.house.game.announce import Entry
from engine.core import Seat
from engine.notation import verb
from engine.titan.defaults import default
from engine.titan.state import Over
from tests.secrets.pairs import Pair, positions
from tests.secrets.stage import Played, Stage, entered, staged

ACTS = 12
"""How far a pair is followed."""

VIEWERS: tuple[Seat | None, ...] = (None, *(Seat(seat) for seat in range(6)))
KINDS = ("split", "move", "engage", "parley", "battle", "settled", "gather", "muster")

QUICK = ("split", "move", "muster")
"""Those that every game has from its beginning on."""

Told = Counter[tuple[str, str]]


def decided(table: Played, seat: Seat, dice: Random) -> Entry:
    """What the program does for a seat whose time is up."""
    return entered(table, seat, default(table.view(seat), table.legal(seat, undo=False), dice))


async def follow(stage: Stage, pair: Pair, told: Told) -> None:
    """Lets the program decide in both worlds for all but the viewer, until what is shown parts them."""
    for _ in range(ACTS):
        if isinstance(pair.here.timeline.state.phase, Over):
            return
        phase = pair.here.view(None).phase
        seats = [{seat for seat in table.awaiting if seat != pair.viewer} for table in (pair.here, pair.there)]
        if not any(seats):
            return
        both = seats[0] & seats[1]
        chosen = [min(both or one, default=None) for one in seats]
        stage.hours["passed"] += 1
        entries = [
            [] if seat is None else [decided(table, seat, pair.dice)]
            for table, seat in zip((pair.here, pair.there), chosen, strict=True)
        ]
        with_chance = pair.with_chance(entries[0], entries[1], [])
        if with_chance is None:
            return
        await pair.compare(*with_chance)
        for one in with_chance[0]:
            told[phase, verb(type(one.action))] += 1


async def told_alike(folder: Path, seed: int, each: int, kinds: Sequence[str] = KINDS) -> Told:
    """Follows `each` pairs of every kind of position, the deciding seat being hidden from the viewer."""
    dice, told, made = Random(seed), Told(), Counter[str]()
    async with staged(folder) as stage:
        for game in count(seed):
            for position in positions(game):
                if made[position.kind] == each or position.kind not in kinds or dice.random() > 0.15:
                    continue
                others = [v for v in VIEWERS[: 1 + len(position.state.players)] if v != position.seat]
                pair = Pair.at(stage, position, dice.choice(others), dice)
                if pair is None:
                    continue
                await follow(stage, pair, told)
                made[position.kind] += 1
            if all(made[kind] == each for kind in kinds):
                return told
    raise AssertionError("games do not end")


async def test_what_is_done_at_a_deadline_tells_nobody_what_is_hidden(tmp_path: Path) -> None:
    told = await told_alike(tmp_path, 5, 2, QUICK)

    assert {verb for _, verb in told} >= {"roll", "done"}


@pytest.mark.deep
@pytest.mark.parametrize("chunk", range(4))
async def test_what_is_done_at_a_deadline_tells_nobody_what_is_hidden_in_many_pairs(tmp_path: Path, chunk: int) -> None:
    told = await told_alike(tmp_path, 100 * (chunk + 1), 40)

    assert {verb for _, verb in told} >= {"roll", "done", "engage"}, "a first split is due in few of them"
