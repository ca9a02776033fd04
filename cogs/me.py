"""`/me`: what a person has chosen for himself, in every game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
from discord import app_commands

from cogs.desk import Desk, Reply, described, desk_of, in_private, option, picture_of, theme_said
from cogs.house.records import Status
from cogs.house.sender import Picture

AS_THE_GAME = "game"
"""In place of a theme: none of one's own."""


class Me(app_commands.Group):
    """`/me`: personal settings, which nobody else is told of."""

    def __init__(self, themes: Sequence[str]) -> None:
        super().__init__(name="me", description=described("me"), guild_only=True)
        self.add_command(_display(themes))


def _display(themes: Sequence[str]) -> app_commands.Command[Any, ..., None]:
    """`/me display`: the theme of what one alone sees."""
    none = app_commands.Choice(name=theme_said(AS_THE_GAME), value=AS_THE_GAME)

    @app_commands.describe(theme=option("theme", "me-display"))
    @app_commands.choices(theme=[none, *(app_commands.Choice(name=theme_said(name), value=name) for name in themes)])
    async def display(interaction: discord.Interaction, theme: app_commands.Choice[str] | None = None) -> None:
        desk, user = desk_of(interaction), interaction.user.id

        async def work() -> Reply:
            if theme is not None:
                await desk.house.keep_theme(user, None if theme.value == AS_THE_GAME else theme.value)
            kept = await desk.house.theme_of(user) or AS_THE_GAME
            said = desk.words.text("discord.display", theme=theme_said(kept))
            return Reply(said, await _sample(desk, interaction.channel_id or 0, user))

        await in_private(interaction, work)

    return app_commands.Command(name="display", description=described("me-display"), callback=display)


async def _sample(desk: Desk, channel: int, user: int) -> tuple[Picture, ...]:
    """How it looks: one's own hand in the game of the channel, or its board; nothing where none is played."""
    table = await desk.house.at(channel) or await desk.house.last_at(channel)
    if table is None or table.game.status not in (Status.RUNNING, Status.OVER):
        return ()
    kit, seat = desk.face(table).kit, table.seat_of(user)
    kind = next(iter(kit.draw)) if seat is None else kit.hand
    return (await picture_of(table, kind, seat, user),)
