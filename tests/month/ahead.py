"""The orders that people of a month give ahead: for every battle and answer once, and for each turn to come."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from cogs.house.table.table import Table
from engine.core import Seat
from engine.titan.orders import text
from engine.titan.orders.ahead import own
from engine.titan.orders.phrases import ANY, SIDE_WORDS
from engine.titan.orders.plans import Plan
from engine.titan.orders.plans import orders as planned
from engine.titan.view import LegionView, View

TALL = 7
"""Legions of this height are split."""


def standing(view: View) -> Iterator[str]:
    """What holds in every battle and every Enlistment: fight as the program would, take and muster the dearest."""
    dearest = sorted(view.rules.kinds, key=lambda code: -view.rules.kinds[code].value)
    for order in planned(Plan(ANY, asks=(), always=True), view):
        yield text(order)
    yield "when attacked any then fight expires never"
    yield "when engagement any then fight expires never"
    yield "when offer any then refuse expires never"
    yield f"when may muster any then auto {','.join(code for code in dearest if code != 'TTN')} expires never"
    yield "when my turn then end expires never"


def turn(view: View, seat: Seat, dice: Random) -> Iterator[str]:
    """The next turn: who is split, that the die is rolled, and who goes where by each roll."""
    legions = own(view)
    markers = list(next(player.markers for player in view.players if player.seat == seat))
    acts = []
    for legion in legions:
        if legion.height >= TALL and markers:
            weakest = sorted((c for c in legion.creatures if c != "TTN"), key=lambda c: view.rules.kinds[c].value)[:2]
            acts.append(f"split {legion.marker} {markers.pop(0)} {','.join(weakest)}")
    yield f"when my turn then {'; '.join((*acts, 'roll'))}"
    for roll in range(1, 7):
        moves = "; ".join((*_moves(view, seat, legions, roll, dice), "stop"))
        yield f"when roll {roll} then {moves}"


def _moves(view: View, seat: Seat, legions: Sequence[LegionView], roll: int, dice: Random) -> Iterator[str]:
    """At most one legion into each land, and now and then upon somebody smaller."""
    board, taken = view.rules.board, set[int]()
    foes = {legion.land: legion.height for legion in view.legions if legion.owner != seat}
    for legion in legions:
        lands = {land for land, _ in board.reach(legion.land, roll, foes.keys(), set())}
        weak = sorted(land for land in lands if foes.get(land, TALL) < legion.height)
        free = sorted(lands - foes.keys() - taken)
        if weak and dice.random() < 0.3:
            side = min(side for land, side in board.reach(legion.land, roll, foes.keys(), set()) if land == weak[0])
            yield f"attack {legion.marker} {weak[0]} {SIDE_WORDS[side]}"
        elif free:
            goals = dice.sample(free, min(3, len(free)))
            taken.update(goals)
            yield f"move {legion.marker} {','.join(map(str, goals))},stay"


def is_set(table: Table, seat: Seat) -> bool:
    """Whether there are orders for the next turn; there can be none before the first one, and without legions."""
    if not _in_play(table.view(seat)):
        return True
    texts = map(table.orders.said, table.orders.of(seat))
    return any(text.startswith("when my turn") and not text.endswith("expires never") for text in texts)


def _in_play(view: View) -> bool:
    """Whether the viewer can give orders for a next turn."""
    return view.phase not in ("setup", "over") and bool(own(view))


async def file(table: Table, seat: Seat, dice: Random) -> int:
    """Gives the orders for the next turn in place of those of the last one; how many were given."""
    view, filed = table.view(seat), table.orders.of(seat)
    if not _in_play(view):
        return 0
    lasting = [one for one in filed if table.orders.said(one).endswith("expires never")]
    await table.orders.cancel(seat, [one.number for one in filed if one not in lasting])
    texts = [*(() if lasting else standing(view)), *turn(view, seat, dice)]
    for each in texts:
        await table.orders.file(seat, each)
    return len(texts)
