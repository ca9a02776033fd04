"""May this person look at this game here? Whatever is asked about a game gets its table from here, or is refused."""

from __future__ import annotations

import discord

from cogs.desk import Face, desk_of
from cogs.house.table import Table
from engine.core import Illegal


async def table_at(interaction: discord.Interaction) -> Table | None:
    """The open game of the channel, else the last one there, if there is any."""
    house, channel = desk_of(interaction).house, interaction.channel_id or 0
    return await house.at(channel) or await house.last_at(channel)


async def table_here(interaction: discord.Interaction) -> Table:
    """The open game of the channel, else the last one there. Raises Illegal `no-game-here`."""
    table = await table_at(interaction)
    if table is None:
        raise Illegal("no-game-here", commands=desk_of(interaction).opening)
    return table


async def face_here(interaction: discord.Interaction) -> Face:
    """The game of the channel; where there is none, the first that there is."""
    table, desk = await table_at(interaction), desk_of(interaction)
    return next(iter(desk.faces.values())) if table is None else desk.face(table)


async def table_of(interaction: discord.Interaction, game: int) -> Table:
    """The table of the game whose number a press carries, or somebody has typed. Raises Illegal `game-unknown`."""
    return await desk_of(interaction).house.shown(game, interaction.channel_id or 0)
