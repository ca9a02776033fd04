"""`/show hint`: what the program makes of a decision. For whoever asks alone."""

from __future__ import annotations

import discord
from discord import app_commands

from cogs.access import table_here
from cogs.advice import FIRST, LAST, hint, next_hint
from cogs.choices import OPEN
from cogs.components import panel
from cogs.desk import Reply, described, desk_of, explained, in_private, option, running, seated
from cogs.screen import Press

Step = app_commands.Range[int, FIRST, LAST]


@app_commands.command(name="hint", description=described("show-hint"))
@app_commands.describe(step=option("step", "show-hint"))
async def show_hint(interaction: discord.Interaction, step: Step | None = None) -> None:
    """`/show hint`: the first step, or the one that is asked for."""
    desk = desk_of(interaction)

    async def work() -> Reply:
        table = await table_here(interaction)
        with explained(desk, table):
            seat = seated(running(table), interaction.user.id)
            text = hint(desk, table, seat, step or FIRST)
        further = [next_hint(desk, step or FIRST)] if (step or FIRST) < LAST else []
        further.append(Press(OPEN, desk.words.text("discord.button.open")))
        return Reply(text, (), panel(table.game.id, table.began, (), further))

    await in_private(interaction, work)
