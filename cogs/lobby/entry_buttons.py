"""The ways into a game as buttons: of a greeting, and of whatever else leads to one."""

from __future__ import annotations

import re

import discord

from cogs.house.words.words import Words

VERSION = "g1"
PLAY, LEARN, OPEN = "play", "learn", "open"
WAYS = (PLAY, LEARN, OPEN)
OURS = re.compile(rf"{VERSION}:(?P<game>[a-z]+):(?P<way>{'|'.join(WAYS)})")


def way_button(words: Words, game: str, way: str, label: str = "") -> discord.ui.Button[discord.ui.View]:
    """A button that goes a way, with the label that the way has in a greeting or another."""
    style = discord.ButtonStyle.success if way == PLAY else discord.ButtonStyle.secondary
    identity = f"{VERSION}:{game}:{way}"
    return discord.ui.Button(style=style, label=label or words.text(f"greeting.{way}"), custom_id=identity)
