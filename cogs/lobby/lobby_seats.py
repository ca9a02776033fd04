"""*Seats* on the lobby post: who sits where, for all to read, and for the host to say how many there are and who does.

The panel is private and kept nowhere; whatever its host does shows on the lobby post too. A press carries `seats` and
one of:

- nothing: the panel, in a message of its own;
- `of 4`: so many seats there are;
- `bot steady 2`: a bot of that level sits down on the first free one, as long as so many are taken;
- `free 2`: the seat counted 2 is free;
- `give`: those are seated who were chosen in the list of people.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import discord

from cogs.face.screen import Menu, Press, Row
from cogs.house.table.lobby_post import SEATS
from cogs.house.table.table import Table
from cogs.house.values.records import Status
from cogs.house.values.safe_text import escaped
from cogs.interactions.access import sees, table_of, table_seen
from cogs.interactions.components import panel, people
from cogs.interactions.context import Context, Reply, context_of, explained, in_private, refusal
from cogs.interactions.permissions import author_of
from engine.core import Illegal, Seat

PRESSES = (SEATS,)
"""The first word of what the buttons and lists here carry."""

OF, BOT, FREE, GIVE = "of", "bot", "free", "give"


async def seats_press(interaction: discord.Interaction, game: int, began: int, carries: str) -> None:
    """A press in the panel or on the lobby post, of any age."""
    await in_private(interaction, lambda: _pressed(interaction, game, carries), fresh=carries == SEATS)


async def _pressed(interaction: discord.Interaction, game: int, carries: str) -> Reply:
    context, user = context_of(interaction), interaction.user.id
    with explained(context, None):
        table = await (table_seen if carries == SEATS else table_of)(interaction, game)
    note = ""
    try:
        match carries.split(" "):
            case [_, verb, number] if verb == OF and number.isdecimal() and len(number) < 3:
                await table.settings.change({"places": number}, author_of(interaction, table))
            case [_, verb, level, taken] if verb == BOT and taken.isdecimal() and len(taken) < 3:
                table.check_host(user)
                await table.lobby.add_bot(level, int(taken))
            case [_, verb, number] if verb == FREE and number.isdecimal() and len(number) < 3:
                await table.lobby.remove(Seat(int(number) - 1), user)
            case [_, verb] if verb == GIVE:
                await _seat(interaction, table)
    except Illegal as illegal:
        note = refusal(context, table, illegal)
    return seats_of(context, table, user, note)


async def _seat(interaction: discord.Interaction, table: Table) -> None:
    """Seats whom the host has chosen. Raises Illegal `no-bots-here` for a bot, `sees-no-channel`, `discord-silent`."""
    data: Any = interaction.data
    users = data.get("resolved", {}).get("users", {})
    names = {key: each.get("nick") for key, each in data.get("resolved", {}).get("members", {}).items()}
    for key in data.get("values") or ():
        user = users[key]
        name = str(names.get(key) or user.get("global_name") or user["username"])
        if user.get("bot"):
            raise Illegal("no-bots-here")
        if not await sees(interaction, table, int(key)):
            raise Illegal("sees-no-channel", who=escaped(name))
        await table.lobby.invite(int(key), name, interaction.user.id)


def seats_of(context: Context, table: Table, user_id: int, note: str = "") -> Reply:
    """Who sits where; for the host of a game that has not begun with what there is to change."""
    words, kit, game = context.words, context.face(table).kit, table.game
    yours = game.status is Status.LOBBY and user_id == table.host
    title = words.text("seats.yours" if yours else "seats.title")
    text = "\n".join(filter(None, (note, f"**{title}**", *_lines(context, table))))
    if not yours:
        return Reply(text)
    rows: list[Row] = []
    free = game.places - len(table.seats)
    if len(kit.seats) > 1:
        numbers = [
            Press(f"{SEATS} {OF} {number}", words.text("seats.number", number=number))
            for number in kit.seats
            if number >= len(table.seats) and number != game.places
        ]
        if numbers:
            rows.append(Menu(words.text("seats.how-many", number=game.places), tuple(numbers)))
    if len(table.seats) > 1:
        others = (chair for chair in table.seats if chair.user_id != user_id)
        offered = (Press(f"{SEATS} {FREE} {each.seat + 1}", words.text("seats.free", who=each.name)) for each in others)
        rows.append(Menu(words.text("seats.whom"), tuple(offered)))
    if free:
        adds = f"{SEATS} {BOT} {{}} {len(table.seats)}"
        rows.append(
            tuple(Press(adds.format(level), words.text("seats.bot", level=level)) for level in kit.deciding.bots)
        )
    view = panel(game.id, table.began, rows)
    if free:
        view.add_item(people(game.id, table.began, f"{SEATS} {GIVE}", words.text("seats.give"), len(rows)))
    return Reply(text, (), view if view.children else None)


def _lines(context: Context, table: Table) -> Iterator[str]:
    text, taken = context.words.text, {chair.seat: chair for chair in table.seats}
    for number in range(table.game.places):
        chair = taken.get(Seat(number))
        if chair is None:
            yield text("seats.line", number=number + 1, who=text("discord.lobby.free"))
        elif chair.bot is not None:
            yield text("seats.line-bot", number=number + 1, who=chair.shown, level=chair.bot)
        else:
            yield text("seats.line", number=number + 1, who=chair.shown)
