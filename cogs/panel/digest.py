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
from cogs.interactions.context import Context, Reply, in_turn
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


def leads_there(context: Context) -> Press:
    """What leads to it."""
    return Press(at(SINCE), context.words.text("button-since"))


async def looked_back(context: Context, table: Table, seat: Seat, user_id: int) -> Reply:
    """A line a player and a moving picture; the lines alone where that can't be drawn."""
    digest = await table.since_last_turn.of(seat)
    kit = context.face(table).kit
    if digest is None:
        return Reply(context.words.text("since-none"))
    pictures: tuple[Picture, ...] = ()
    try:
        pictures = (await in_turn(context, LONG, user_id, lambda: _film(context, table, digest, user_id)),)
    except Stopped:
        raise Illegal("restarting") from None
    except Illegal:
        raise
    except Exception:  # noqa: BLE001 - a bug in drawing must not keep the news back
        _log.exception("game %d: no digest", table.game.id)
    head = context.words.text("since-start-yours" if digest.fresh else "since-yours")
    return Reply("\n".join((head, *digest.lines(kit))), pictures)


async def _film(context: Context, table: Table, digest: Digest, user_id: int) -> Picture:
    return await digest.picture(context.face(table).kit, await table.look(user_id))
