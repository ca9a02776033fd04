"""What a player is told of his choices when he asks: why not, and hints. In private, and from his own view alone."""

from __future__ import annotations

from cogs.desk import Desk, refusal
from cogs.house.table import Table
from engine.core import Illegal, Seat


def why_not(desk: Desk, table: Table, seat: Seat, wanted: object) -> str:
    """Why a seat may not do something, with the clause and the nearest thing that it may; empty if it may.

    `wanted` is an action or a line. For screens that show a choice greyed, and for that seat alone.
    """
    try:
        action = table.parse(wanted) if isinstance(wanted, str) else wanted
    except Illegal as illegal:
        return refusal(desk, table, illegal, seat, wanted)
    refused = table.refused(seat, action)
    return "" if refused is None else refusal(desk, table, refused, seat, action)
