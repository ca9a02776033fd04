"""What the bot must be allowed to do in a server, and what of it is missing in a channel."""

from __future__ import annotations

import discord

PERMISSIONS = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    attach_files=True,
    read_message_history=True,
    pin_messages=True,
)
"""What the bot asks for when it is invited, and no more."""


def missing(interaction: discord.Interaction) -> tuple[str, ...]:
    """The names of the permissions without which no game can be played in the channel."""
    speak = "send_messages_in_threads" if isinstance(interaction.channel, discord.Thread) else "send_messages"
    mine = interaction.app_permissions
    return tuple(name.replace("_", " ") for name in ("view_channel", speak, "attach_files") if not getattr(mine, name))
