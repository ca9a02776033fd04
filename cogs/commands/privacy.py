"""`/me export` and `/me forget`: what the bot keeps of a person, given to him alone, and forgotten at his word."""

from __future__ import annotations

import json
from typing import Any

import discord
from discord import app_commands

from cogs.house.runtime.queueing import LONG
from cogs.house.values.sender import Picture
from cogs.interactions.context import Context, Reply, context_of, described, explained, in_private, in_turn
from cogs.panel.confirming import FORGET, really, said_yes

PRESSES = (FORGET,)
"""What the button carries that confirms it."""


@app_commands.command(name="export", description=described("me-export"))
async def export(interaction: discord.Interaction) -> None:
    """`/me export`: everything as a file."""
    context, user = context_of(interaction), interaction.user

    async def work() -> Reply:
        known: dict[str, Any] = {
            "user": user.id,
            **await in_turn(context, LONG, user.id, lambda: context.house.store.people.known(user.id)),
        }
        data = json.dumps(known, ensure_ascii=False, indent=2).encode()
        return Reply(context.words.text("discord.mine.exported"), (Picture("titan-data.json", data, ""),))

    await in_private(interaction, work)


@app_commands.command(name="forget", description=described("me-forget"))
async def forget(interaction: discord.Interaction) -> None:
    """`/me forget`: asks whether it shall really be done, and says what stays."""
    await in_private(interaction, lambda: _really(context_of(interaction), interaction.user.id))


async def _really(context: Context, user: int) -> Reply:
    with explained(context, None):
        await context.house.check_forget(user)
    return really(
        context, None, context.words.text("discord.mine.forget"), FORGET, context.words.text("discord.mine.yes-forget")
    )


async def forget_press(interaction: discord.Interaction, game: int, began: int, carries: str) -> None:
    """The press that confirms it: whoever presses is forgotten."""
    context, user = context_of(interaction), interaction.user.id

    async def work() -> Reply:
        if not said_yes(interaction):
            return await _really(context, user)
        somebody = context.words.text("discord.mine.somebody")
        with explained(context, None):
            await context.house.forget(user, somebody, context.words.text("discord.game-name", host=somebody))
        return Reply(context.words.text("discord.mine.forgotten"))

    await in_private(interaction, work)
