"""`/show hint`: what the bot makes of a decision. For whoever asks alone."""

from __future__ import annotations

import discord
from discord import app_commands

from cogs.face.screen import Press
from cogs.house.values.sender import OPEN
from cogs.interactions.access import table_here
from cogs.interactions.components import panel
from cogs.interactions.context import Reply, context_of, described, explained, in_private, option, running, seated
from cogs.panel.advice import FIRST, LAST, do_it, hint, next_hint

HintStep = app_commands.Range[int, FIRST, LAST]


@app_commands.command(name="hint", description=described("show-hint"))
@app_commands.describe(step=option("step", "show-hint"))
async def show_hint(interaction: discord.Interaction, step: HintStep | None = None) -> None:
    """`/show hint`: the first step, or the one that is asked for."""
    context = context_of(interaction)

    async def work() -> Reply:
        table = await table_here(interaction)
        with explained(context, table):
            seat = seated(running(table), interaction.user.id)
            found = hint(context, table, seat, step or FIRST)
        further = [] if found.does is None else [do_it(context, table, found.does)]
        if (step or FIRST) < LAST:
            further.append(next_hint(context, step or FIRST))
        further.append(Press(OPEN, context.words.text("discord.button.open")))
        return Reply(found.text, (), panel(table.game.id, table.began, (), further))

    await in_private(interaction, work)
