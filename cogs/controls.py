"""Every button and select of the bot: one router for all ids, of any age, after any restart.

A press is taken in this order: read, acknowledge in private, whose is it, is it of this phase, is it legal, commit,
answer with a fresh panel. Custom ids can be read by every client; they only say what is asked for.
"""

from __future__ import annotations

import re
from typing import Any

import discord

from cogs.choices import ASK, DIGEST, OPEN, PART, PICK, paged, resolved
from cogs.desk import Desk, Reply, desk_of, explained, in_private, refusal, running
from cogs.house.records import Status
from cogs.house.table import Table
from cogs.lobby import LOBBY, lobby_press
from cogs.panel import ask_first, choices, label, my_turn, sentences
from engine.core import Illegal

BODY = re.compile(r"(?P<game>\d{1,18}):(?P<began>\d{1,18}):(?P<carries>.*)", re.DOTALL)


class Router(discord.ui.DynamicItem[discord.ui.Item[Any]], template=r"t(?P<version>\d+):(?P<body>[\s\S]*)"):
    """The only dynamic item: it understands every custom id that begins as ours do, of any version."""

    def __init__(self, item: discord.ui.Item[Any], version: str, body: str) -> None:
        super().__init__(item)
        self.version = version
        self.body = body

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Router:
        """Reads the id and nothing else: this counts in the three seconds."""
        return cls(item, match["version"], match["body"])

    async def callback(self, interaction: discord.Interaction) -> None:
        """Dispatches the press; everything that can go wrong is answered there."""
        await pressed(interaction, self.version, self.body)


async def pressed(interaction: discord.Interaction, version: str, body: str) -> None:
    """Answers a press."""
    desk = desk_of(interaction)
    match = BODY.fullmatch(body)
    if version != "1" or match is None:
        await in_private(interaction, lambda: _of_another_time(desk, interaction))
        return
    game, began, carries = int(match["game"]), int(match["began"]), match["carries"]
    if carries.startswith(PICK):
        carries = _picked(interaction)
    if carries in LOBBY:
        await lobby_press(interaction, game, carries)
        return
    await in_private(interaction, lambda: _press(desk, interaction, game, began, carries))


def _picked(interaction: discord.Interaction) -> str:
    """The value that was chosen in a select."""
    data: Any = interaction.data
    values = data.get("values") or [OPEN]
    return str(values[0])


async def _of_another_time(desk: Desk, interaction: discord.Interaction) -> Reply:
    """A button of a version that this bot does not know: the present panel, if there is a game here."""
    note = desk.words.text("discord.old-button")
    table = await desk.house.at(interaction.channel_id or 0)
    return Reply(note) if table is None else await my_turn(desk, table, interaction.user.id, note)


async def _press(desk: Desk, interaction: discord.Interaction, game: int, began: int, carries: str) -> Reply:
    user = interaction.user.id
    with explained(desk, None):
        table = await desk.house.table(game)
    if carries == OPEN:
        return await my_turn(desk, table, user)
    if table.game.status is not Status.RUNNING:
        with explained(desk, table):
            running(table)
    seat = table.seat_of(user)
    if seat is None:
        return await my_turn(desk, table, user, desk.words.text("discord.not-yours", whose=_whose(desk, table)))
    sign = carries[0] if carries[:1] in (PART, ASK) else ""
    lines = {table.line(action): action for action in table.legal(seat)}
    wanted = resolved(carries.removeprefix(sign), lines) if DIGEST in carries[:2] else carries.removeprefix(sign)
    if began != table.began:
        return await my_turn(desk, table, user, refusal(desk, table, Illegal("game-has-gone-on")))
    if sign == PART:
        beginning, page = paged(wanted)
        return await my_turn(desk, table, user, "", beginning, page)
    if wanted not in lines and seat not in table.awaiting:
        return await my_turn(desk, table, user, desk.words.text("discord.not-yours", whose=_whose(desk, table)))
    if sign == ASK and wanted in lines:
        shown = next((c.label for c in choices(desk, table, seat) if c.line == wanted), label(desk, wanted))
        return ask_first(desk, table, wanted, shown)
    try:
        if wanted.startswith(DIGEST):
            raise Illegal("game-has-gone-on")
        action = lines[wanted] if wanted in lines else table.parse(wanted)
        told = await table.submit(seat, action, interaction.id, began)
    except Illegal as illegal:  # done before, or impossible by now: said kindly, above the fresh panel
        return await my_turn(desk, table, user, refusal(desk, table, illegal))
    return await my_turn(desk, table, user, "\n".join(sentences(desk, table, seat, told)))


def _whose(desk: Desk, table: Table) -> str:
    """Whom the game waits for, as the channel is told."""
    waiting = desk.face(table).kit.waiting(table.view(None))
    return desk.words.listing([table.names[seat] for seat in waiting])
