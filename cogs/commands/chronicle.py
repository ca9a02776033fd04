"""`/watch chronicle`: a game as a written story, in a file."""

from __future__ import annotations

import logging

import discord
from discord import app_commands

from cogs.commands.logbook import begun, past_games
from cogs.face.lengths import NameText
from cogs.house.game.telling import Chronicle
from cogs.house.runtime.queueing import LONG
from cogs.house.table.table import Table
from cogs.house.values.sender import Picture
from cogs.house.words.words import pages
from cogs.interactions.context import Context, Reply, context_of, described, file_of, in_private, in_turn, option
from engine.core import Illegal

log = logging.getLogger(__name__)

PAGE = 1700
"""Characters of the summary."""


@app_commands.command(name="chronicle", description=described("watch-chronicle"))
@app_commands.describe(share=option("share", "watch-chronicle"), game=option("game", "past"))
async def chronicle(interaction: discord.Interaction, share: bool = False, game: NameText | None = None) -> None:
    """The story so far, in the reader's language for himself, in the table's for everybody."""
    context, user = context_of(interaction), interaction.user.id

    async def work() -> Reply:
        table = await begun(interaction, game)
        if share:
            await _share(interaction, context, table)
            return Reply(context.words.text("memory.shared"))
        told = await in_turn(context, LONG, user, lambda: table.history.chronicle(user))
        return Reply(_said(context, told), (_file(table, told),))

    await in_private(interaction, work)


chronicle.autocomplete("game")(past_games)


async def _share(interaction: discord.Interaction, context: Context, table: Table) -> None:
    """Posts the story. Raises Illegal `chronicle-not-yours`, `chronicle-there` or `chronicle-not-posted`."""
    if table.seat_of(interaction.user.id) is None and not interaction.permissions.manage_guild:
        raise Illegal("chronicle-not-yours")
    now = await table.history.number_at(table.seq)
    if await context.house.store.log.shared(table.game.id) == now:
        raise Illegal("chronicle-there")
    told = await in_turn(context, LONG, interaction.user.id, lambda: table.history.chronicle(None))
    channel = interaction.client.get_partial_messageable(table.game.channel)
    try:
        nobody = discord.AllowedMentions.none()
        await channel.send(
            _said(context.public(table), told), file=file_of(_file(table, told)), allowed_mentions=nobody
        )
    except discord.HTTPException as error:
        log.warning("game %d: no chronicle: %s %s", table.game.id, error.status, error.code)
        raise Illegal("chronicle-not-posted") from error
    await context.house.store.log.share(table.game.id, now)


def _said(context: Context, told: Chronicle) -> str:
    """What the message says: as much of it as a message holds, line by line."""
    return context.words.text("memory.chronicle", summary=next(iter(pages(told.summary, PAGE)), ""))


def _file(table: Table, told: Chronicle) -> Picture:
    return Picture(f"chronicle-{table.game.id}.md", told.text.encode(), "")
