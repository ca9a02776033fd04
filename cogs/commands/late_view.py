"""What could be known of a legion at a line of the log and, once the game is over, what was true, side by side."""

from __future__ import annotations

from cogs.face.overview import Hidden
from cogs.house.game.kit import Look, Opaque
from cogs.house.table.history import Reading, Then
from cogs.house.table.table import Table
from cogs.house.values.safe_text import quoted
from cogs.house.values.sender import Picture
from cogs.interactions.context import Desk, Reply, had
from engine.core import Seat, View

KIND = "legion"
"""The kind of the picture of something secret."""


def hidden(desk: Desk, table: Table) -> Hidden[Opaque]:
    """The secret things of a table's game that have names. Raises Illegal `other-game` where there are none."""
    face = desk.face(table)
    return had(desk, face, face.sights.hidden)


async def known_then(desk: Desk, table: Table, user: int, typed: str, line: int) -> Reply:
    """What followed for whoever asks of a legion's contents when a line of the log was written."""
    legions, seat, marker = hidden(desk, table), table.seat_of(user), await _named(table, typed)
    then = await table.memory.at(await table.memory.entry_of(line))
    known = await then.knowledge(seat, marker)
    if known is None:
        return _not_there(desk, typed, line)
    told = legions.knowledge(known, await then.view(seat), table.names)
    return Reply("\n".join((desk.words.text("memory.was-at", number=line), told)))


async def truth(desk: Desk, table: Table, user: int, typed: str, line: int | None) -> Reply:
    """What a legion held when a line of the log was written, and what all but its owner could know of it then; those
    who knew the same stand together.

    Without a line it is the last time at which it was on the board. Raises Illegal `not-open-yet` in a game that still
    runs.
    """
    memory, face, legions, marker = table.memory, desk.face(table), hidden(desk, table), await _named(table, typed)
    seq = await memory.entry_of(line) if line is not None else await _last(table, marker)
    then = await memory.at(seq)
    opened = await then.opened()
    owner = legions.owner(opened, marker)
    if owner is None:
        return _not_there(desk, typed, line or await memory.number_at(seq))
    true = await then.picture(KIND, opened, user, Look(focus=marker))
    said = [
        desk.words.text("memory.was-at", number=await memory.number_at(seq)),
        face.kit.flow.phase(opened, table.names),
        desk.words.text("memory.truth", told=true.alt),
    ]
    pictures = [Picture("truth.png", true.data, true.alt)]
    others = (*(chair.seat for chair in table.seats if chair.seat != owner), None)
    knew: dict[View, list[Seat | None]] = {}
    for seat in others:
        knew.setdefault(await then.knowledge(seat, marker), []).append(seat)
    for known, seats in knew.items():
        view = await then.view(seats[0])
        names = (desk.words.text("memory.everybody") if seat is None else table.names[seat] for seat in seats)
        _, *told = legions.knowledge(known, view, table.names).splitlines()  # which legion it is stands above
        said.append(desk.words.text("memory.knew", who=desk.words.listing(names), told="\n".join(told)))
        shown = await then.picture(KIND, view, user, Look(focus=marker, known=known))
        pictures.append(Picture(f"knew-{len(pictures)}.png", shown.data, shown.alt))
    return Reply("\n".join(said), tuple(pictures))


async def _last(table: Table, marker: str) -> int:
    """The entry before a legion left the board, or before the game was over, with which everything is open."""
    before_the_end: Then = await table.memory.at(table.seq - 1)
    if await before_the_end.knowledge(None, marker) is not None:
        return table.seq - 1
    lines = await table.memory.lines(Reading(None, about=marker))
    return lines[-1].seq - 1 if lines else table.seq


async def _named(table: Table, typed: str) -> str:
    """The marker that is meant, in the letters that the game has it in."""
    wanted = typed.strip().casefold()
    return next((name for name in await table.memory.known_names(None) if name.casefold() == wanted), typed)


def _not_there(desk: Desk, typed: str, number: int) -> Reply:
    return Reply(desk.words.text("memory.not-there", legion=quoted(typed), number=number))
