"""`/me`: what a person has chosen for himself, in every game."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord import app_commands

from cogs.commands.availability import games, pings, quiet, vacation
from cogs.commands.privacy import export, forget
from cogs.commands.record import profile
from cogs.face.face import AnyCommand
from cogs.house.table.table import Table
from cogs.house.values.records import Status
from cogs.house.values.sender import Picture
from cogs.interactions.access import table_at
from cogs.interactions.command_contexts import ANYWHERE
from cogs.interactions.context import Context, Reply, context_of, described, in_private, localised, option, picture_of
from cogs.interactions.setting_options import language_choices
from cogs.panel.orders import orders

AS_THE_GAME = "game"
"""In place of a theme: none of one's own."""

PHONE, LARGE = "phone", "large"
"""How large: made for a phone, or the form that everybody sees."""

AS_DISCORD = "discord"
"""In place of a language: the one that Discord is set to."""


class MeCommands(app_commands.Group):
    """`/me`: personal settings, which nobody else is told of."""

    def __init__(self, themes: Sequence[str]) -> None:
        super().__init__(name="me", description=described("me"), allowed_contexts=ANYWHERE)
        self.add_command(_display(themes))
        self.add_command(_language())
        self.add_command(pings)
        self.add_command(quiet)
        self.add_command(vacation)
        self.add_command(games)
        self.add_command(orders)
        self.add_command(profile)
        self.add_command(export)
        self.add_command(forget)


def _display(themes: Sequence[str]) -> AnyCommand:
    """`/me display`: the theme of what one alone sees, and its size."""
    offered = [
        app_commands.Choice(name=localised(f"discord.theme.{name}"), value=name) for name in (AS_THE_GAME, *themes)
    ]

    sizes = [app_commands.Choice(name=localised(f"discord.size.{name}"), value=name) for name in (PHONE, LARGE)]

    @app_commands.describe(theme=option("theme", "me-display"), size=option("size", "me-display"))
    @app_commands.choices(theme=offered, size=sizes)
    async def display(
        interaction: discord.Interaction,
        theme: app_commands.Choice[str] | None = None,
        size: app_commands.Choice[str] | None = None,
    ) -> None:
        context, user = context_of(interaction), interaction.user.id

        async def work() -> Reply:
            if theme is not None:
                await context.house.keep_theme(user, None if theme.value == AS_THE_GAME else theme.value)
            if size is not None:
                await context.house.keep_large(user, size.value == LARGE)
            own, text = await context.house.store.people.display(user), context.words.text
            look = text(f"discord.theme.{own.theme or AS_THE_GAME}")
            said = text("discord.display", theme=look, size=text(f"discord.size.{LARGE if own.large else PHONE}"))
            return Reply(said, await _sample(context, await table_at(interaction), user))

        await in_private(interaction, work)

    return app_commands.Command(name="display", description=described("me-display"), callback=display)


def _language() -> AnyCommand:
    """`/me language`: what one alone reads, here and in direct messages."""
    none = app_commands.Choice(name=localised("discord.language.discord"), value=AS_DISCORD)

    @app_commands.describe(language=option("language", "me-language"))
    @app_commands.choices(language=[none, *language_choices()])
    async def language(interaction: discord.Interaction, language: app_commands.Choice[str] | None = None) -> None:
        user = interaction.user.id

        async def work() -> Reply:
            known = context_of(interaction).house.languages
            if language is not None:
                await known.choose(user, None if language.value == AS_DISCORD else language.value)
            words = context_of(interaction).words
            key = "discord.language.as-discord" if known.chosen(user) is None else "discord.language.chosen"
            return Reply(words.text(key, language=words.text("language.name")))

        await in_private(interaction, work)

    return app_commands.Command(name="language", description=described("me-language"), callback=language)


async def _sample(context: Context, table: Table | None, user: int) -> tuple[Picture, ...]:
    """How it looks: one's own hand in the game of the channel, or its board; nothing where none is played."""
    if table is None or table.game.status not in (Status.RUNNING, Status.OVER):
        return ()
    kit, seat = context.face(table).kit, table.seat_of(user)
    kind = kit.pictures.board if seat is None else kit.pictures.hand
    return (await picture_of(table, kind, seat, user),)
