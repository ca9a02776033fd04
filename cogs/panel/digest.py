"""What has happened since somebody's last turn, as they find it in their own panel: drawn when they ask for it."""

from __future__ import annotations

import logging

from cogs.face.presses import at
from cogs.face.screen import Press
from cogs.house.runtime.queueing import LONG
from cogs.house.runtime.workers import Stopped
from cogs.house.table.since_last_turn import Digest
from cogs.house.table.table import Table
from cogs.house.values.sender import Picture
from cogs.interactions.context import Desk, Reply, in_turn
from engine.core import Illegal, Seat

SINCE = "since"
"""The place in a panel where it is told what has happened."""

_log = logging.getLogger(__name__)


def has_news(table: Table, seat: Seat) -> bool:
    """Whether others have done something that all were told of since the seat's own last decision, as far as that is
    in memory."""
    rules = table.kit.rules
    for entry in reversed(tuple(table.recent.values())):
        if entry.seat == seat and not entry.proxy:
            return False
        told = any(rules.seen(event, None) is not None for event, _ in entry.facts())
        if told and entry.seat in table.names:
            return table.kit.telling.since is not None
    return False


def leads_there(desk: Desk) -> Press:
    """What leads to it."""
    return Press(at(SINCE), desk.words.text("button-since"))


async def looked_back(desk: Desk, table: Table, seat: Seat, user_id: int) -> Reply:
    """A line a player and a moving picture; the lines alone where that can't be drawn."""
    digest = await table.meanwhile.of(seat)
    kit = desk.face(table).kit
    if digest is None:
        return Reply(desk.words.text("since-none"))
    pictures: tuple[Picture, ...] = ()
    try:
        pictures = (await in_turn(desk, LONG, user_id, lambda: _film(desk, table, digest, user_id)),)
    except Stopped:
        raise Illegal("restarting") from None
    except Illegal:
        raise
    except Exception:  # noqa: BLE001 - a bug in drawing must not keep the news back
        _log.exception("game %d: no digest", table.game.id)
    head = desk.words.text("since-start-yours" if digest.fresh else "since-yours")
    return Reply("\n".join((head, *digest.lines(kit))), pictures)


async def _film(desk: Desk, table: Table, digest: Digest, user_id: int) -> Picture:
    return await digest.picture(desk.face(table).kit, await table.look(user_id))
