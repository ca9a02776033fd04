"""What could be known of a legion at a line of the log and, once the game is over, what was true, side by side."""

from __future__ import annotations

from cogs.face.overview import Hidden
from cogs.house.game.game_types import Opaque
from cogs.house.game.pictures import Look
from cogs.house.table.history import LogReading, PastGame
from cogs.house.table.table import Table
from cogs.house.values.safe_text import quoted
from cogs.house.values.sender import Picture
from cogs.interactions.context import Context, Reply, had
from engine.core import Seat, View

KIND = "legion"
"""The kind of the picture of something secret."""


def hidden(context: Context, table: Table) -> Hidden[Opaque]:
    """The secret things of a table's game that have names. Raises Illegal `other-game` where there are none."""
    face = context.face(table)
    return had(context, face, face.overview.hidden)


async def known_then(context: Context, table: Table, user: int, typed: str, line: int) -> Reply:
    """What followed for whoever asks of a legion's contents when a line of the log was written."""
    legions, seat, marker = hidden(context, table), table.seat_of(user), await _named(table, typed)
    then = await table.history.at(await table.history.entry_of(line))
    known = await then.knowledge(seat, marker)
    if known is None:
        return _not_there(context, typed, line)
    told = legions.knowledge(known, await then.view(seat), table.names)
    return Reply("\n".join((context.words.text("memory.was-at", number=line), told)))


async def truth(context: Context, table: Table, user: int, typed: str, line: int | None) -> Reply:
    """What a legion held when a line of the log was written, and what all but its owner could know of it then; those
    who knew the same stand together.

    Without a line it is the last time at which it was on the board. Raises Illegal `not-open-yet` in a game that still
    runs.
    """
    history, face, legions, marker = (
        table.history,
        context.face(table),
        hidden(context, table),
        await _named(table, typed),
    )
    seq = await history.entry_of(line) if line is not None else await _last(table, marker)
    then = await history.at(seq)
    opened = await then.opened()
    owner = legions.owner(opened, marker)
    if owner is None:
        return _not_there(context, typed, line or await history.number_at(seq))
    true = await then.picture(KIND, opened, user, Look(focus=marker))
    said = [
        context.words.text("memory.was-at", number=await history.number_at(seq)),
        face.kit.flow.phase(opened, table.names),
        context.words.text("memory.truth", told=true.alt),
    ]
    pictures = [Picture("truth.png", true.data, true.alt)]
    others = (*(chair.seat for chair in table.seats if chair.seat != owner), None)
    knew: dict[View, list[Seat | None]] = {}
    for seat in others:
        knew.setdefault(await then.knowledge(seat, marker), []).append(seat)
    for known, seats in knew.items():
        view = await then.view(seats[0])
        names = (context.words.text("memory.everybody") if seat is None else table.names[seat] for seat in seats)
        _, *told = legions.knowledge(known, view, table.names).splitlines()  # which legion it is stands above
        said.append(context.words.text("memory.knew", who=context.words.listing(names), told="\n".join(told)))
        shown = await then.picture(KIND, view, user, Look(focus=marker, known=known))
        pictures.append(Picture(f"knew-{len(pictures)}.png", shown.data, shown.alt))
    return Reply("\n".join(said), tuple(pictures))


async def _last(table: Table, marker: str) -> int:
    """The entry before a legion left the board, or before the game was over, with which everything is open."""
    before_the_end: PastGame = await table.history.at(table.seq - 1)
    if await before_the_end.knowledge(None, marker) is not None:
        return table.seq - 1
    lines = await table.history.lines(LogReading(None, about=marker))
    return lines[-1].seq - 1 if lines else table.seq


async def _named(table: Table, typed: str) -> str:
    """The marker that is meant, in the letters that the game has it in."""
    wanted = typed.strip().casefold()
    return next((name for name in await table.history.known_names(None) if name.casefold() == wanted), typed)


def _not_there(context: Context, typed: str, number: int) -> Reply:
    return Reply(context.words.text("memory.not-there", legion=quoted(typed), number=number))
