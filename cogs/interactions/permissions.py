"""What the bot must be allowed to do in a server, and what of it is missing in a channel."""

from __future__ import annotations

import discord

from cogs.house.table.insiders import Author
from cogs.house.table.table import Table
from cogs.house.values.safe_text import escaped

PERMISSIONS = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    attach_files=True,
    embed_links=True,
    read_message_history=True,
    pin_messages=True,
)
"""What the bot asks for when it is invited, and no more."""


def missing(interaction: discord.Interaction) -> tuple[str, ...]:
    """The names of the permissions without which no game can be played in the channel."""
    return lacking_in(interaction.app_permissions, isinstance(interaction.channel, discord.Thread))


def lacking_in(mine: discord.Permissions, in_thread: bool) -> tuple[str, ...]:
    """The names of the permissions without which nothing can be told and shown in a channel or thread."""
    speak = "send_messages_in_threads" if in_thread else "send_messages"
    return tuple(name.replace("_", " ") for name in ("view_channel", speak, "attach_files") if not getattr(mine, name))


def author_of(interaction: discord.Interaction, table: Table) -> Author:
    """Who wants something done to a game, and whether they may manage its server, as they may now."""
    manages = interaction.guild_id == table.game.guild and interaction.permissions.manage_guild
    return Author(interaction.user.id, escaped(interaction.user.display_name), manages)
