"""What a table lets those see who only watch: how its host chooses that, and `/watch open`."""

from __future__ import annotations

import discord
from discord import app_commands

from cogs.house.game.variants import Option
from cogs.house.table.settings import OFF, ON
from cogs.house.table.spectators import LATE, NEVER
from cogs.house.table.table import Table
from cogs.house.values.records import Status
from cogs.house.values.sender import Picture
from cogs.interactions.access import table_here
from cogs.interactions.context import Context, Reply, context_of, described, explained, in_private
from cogs.interactions.setting_choices import setting_option
from engine.core import Illegal

LATE_VIEW, ABROAD = "late", "abroad"
"""The keys of what a table chooses beside its rules and its time."""


def watching_options(context: Context, table: Table) -> dict[Option, str]:
    """What the host chooses for those who watch, as the rules are chosen, with what it is now."""
    words = context.words
    turns = {str(number): late_said(context, number) for number in LATE}
    late = setting_option(words, "watching", LATE_VIEW, turns, "watching")
    leave = {each: words.text(f"discord.watching.abroad-{each}") for each in (OFF, ON)}
    abroad = setting_option(words, "watching", ABROAD, leave, "watching")
    return {late: str(table.game.late), abroad: ON if table.game.abroad else OFF}


async def choose_late(table: Table, text: str, by: int) -> None:
    """Chooses how late it is opened. Raises Illegal as `Watched.choose` does, `late-unknown`."""
    if text not in map(str, LATE):
        raise Illegal("late-unknown", values=tuple(map(str, LATE)))
    await table.spectators.choose(int(text), by)


def late_said(context: Context, late: int) -> str:
    """How late a table is opened, in words."""
    if late == NEVER:
        return context.words.text("discord.watching.never")
    return context.words.text("discord.watching.turns", number=late)


@app_commands.command(name="open", description=described("watch-open"))
async def open_late(interaction: discord.Interaction) -> None:
    """`/watch open`: the board with nothing hidden, as it was some Game-Turns ago."""
    context, user = context_of(interaction), interaction.user.id

    async def work() -> Reply:
        table = await table_here(interaction)
        if table.game.status is Status.LOBBY:
            raise Illegal("not-started")
        with explained(context, table):
            opened = await table.spectators.opened(user)
        said = context.words.text("discord.watching.opened", turn=opened.turn, number=table.game.late)
        position = context.face(table).overview.position(opened.view, table.names)
        pictures = tuple(Picture(f"{one.kind}.png", one.data, one.alt) for one in opened.pictures)
        return Reply(f"{said}\n{position}", pictures)

    await in_private(interaction, work)
