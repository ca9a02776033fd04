"""A game brought forward without Discord: its decisions are written to the store, and nothing is said of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Any

from cogs.house.game import dice, timeline
from cogs.house.table.table import Table
from cogs.house.values.records import Status, StoredLine, Submit
from engine.core import Seat
from engine.titan.actions import Move, Teleport
from engine.titan.bots import LEVELS
from engine.titan.view import View
from tests.discord.conftest import Play

MOST = 4_000


async def ahead(play: Play, table: Table, until: Callable[[Callable[[Seat | None], View]], bool]) -> None:
    """Lets all play calmly, attacking where they can, `until` the game is where it is wanted; then it is shown.

    `until` is asked before each decision, with the view of a seat or of the channel to look at.
    """
    rules, whims, now = table.kit.rules, Random(5), await table.course_at(table.seq)
    throws, written = dice.of(table.game, table.seats, table.services.now), list[StoredLine]()
    for _ in range(MOST):
        state = now.state
        if until(partial(rules.view, state)):
            break
        seat = min(rules.awaiting(state))
        action = _calm(rules.view(state, seat), tuple(rules.legal(state, seat)), whims)
        entries, lines = timeline.decided(table.kit, throws, now, seat, action)
        now, written = entries[-1].after, [*written, *lines]
    else:
        raise AssertionError("this seed never comes there")
    await play.store.games.append(table.game, Submit(written, Status.RUNNING, rules.awaiting(now.state)))
    await table.refresh()
    await table.remind()
    await play.settle()


def _calm(view: View, legal: Sequence[Any], whims: Random) -> Any:
    """An attack if there is one, else sound play."""
    enemies = {legion.land for legion in view.legions if legion.owner != view.viewer}
    attacks = [action for action in legal if isinstance(action, Move | Teleport) and action.land in enemies]
    return attacks[0] if attacks else LEVELS["steady"](view, legal, whims)
