"""Where commands can be used. Discord shows them there alone, and the tree holds them to it.

The bot is for servers and their members: nobody can add it to themselves and take its commands elsewhere. A command is
for the channels of servers unless its group says that it works in direct messages too.
"""

from __future__ import annotations

from typing import Any

from discord import app_commands

from cogs.face.face import AnyCommand

INSTALLED = app_commands.AppInstallationType(guild=True, user=False)
SERVERS = app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False)
ANYWHERE = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False)
"""In servers, and in direct messages with the bot."""

Rooted = AnyCommand | app_commands.ContextMenu | app_commands.Group


def works_in_dms(command: Rooted) -> bool:
    """Whether a command can be used in direct messages: what its group says, or it itself if it stands alone."""
    root: Any = command.root_parent or command if isinstance(command, app_commands.Command) else command
    return SERVERS.merge(root.allowed_contexts or SERVERS).dm_channel
