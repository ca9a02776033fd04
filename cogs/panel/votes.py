"""Votes, for people: a ballot by a button, and `/game vote` for the end of the game."""

from __future__ import annotations

import discord
from discord import app_commands

from cogs.house.background.posting import BUTTONS
from cogs.house.table.table import Table
from cogs.house.values.records import ENDINGS, YES, About
from cogs.house.values.sender import VOTE
from cogs.house.words.spoken_time import stamp
from cogs.interactions.access import table_here, table_of
from cogs.interactions.context import (
    Context,
    Reply,
    context_of,
    described,
    explained,
    in_private,
    localised,
    option,
    running,
    seated,
)
from cogs.panel.confirming import ASK_END, really, said_yes
from engine.core import Illegal

PRESSES = (VOTE, ASK_END)
"""The first words of what the buttons here carry: a vote with its number and the choice, and to ask for an end with how
the game shall end."""


@app_commands.command(name="vote", description=described("game-vote"))
@app_commands.describe(ending=option("ending", "game-vote"))
@app_commands.choices(ending=[app_commands.Choice(name=localised(f"discord.vote.{how}"), value=how) for how in ENDINGS])
async def vote(interaction: discord.Interaction, ending: app_commands.Choice[str]) -> None:
    """`/game vote`: asks whether all shall really be asked."""
    context = context_of(interaction)

    async def work() -> Reply:
        table = running(await table_here(interaction))
        return _really(context, table, interaction.user.id, ending.value)

    await in_private(interaction, work)


async def vote_press(interaction: discord.Interaction, game: int, began: int, carries: str) -> None:
    """A press on one of the buttons here, of any age. A ballot is answered in a message of its own."""
    verb, _, rest = carries.partition(" ")

    async def work() -> Reply:
        context = context_of(interaction)
        with explained(context, None):
            table = running(await table_of(interaction, game))
        user, sure = interaction.user.id, said_yes(interaction)
        if verb == ASK_END:
            return await _asked(context, table, user, rest) if sure else _really(context, table, user, rest)
        number, _, choice = rest.partition(" ")
        return await _cast(context, table, user, number, choice, sure)

    await in_private(interaction, work)


def _really(context: Context, table: Table, user: int, how: str) -> Reply:
    with explained(context, table):
        seated(table, user)
        if how not in ENDINGS:
            raise Illegal("ending-unknown", endings=ENDINGS)
    text = context.words.text
    said = text("discord.vote.really", how=text(f"discord.vote.{how}"))
    return really(context, table, said, f"{ASK_END} {how}", text("discord.vote.ask"))


async def _asked(context: Context, table: Table, user: int, how: str) -> Reply:
    with explained(context, table):
        ended = await table.voting.ask_end(seated(table, user), how)
    return Reply(context.words.text("discord.vote.ended" if ended else "discord.vote.asked"))


async def _cast(context: Context, table: Table, user: int, number: str, choice: str, sure: bool) -> Reply:
    """A ballot; one that may end the game is asked about first, whoever else has voted."""
    with explained(context, table):
        seat = table.seat_of(user)
        vote = next((each for each in table.voting.open if str(each.id) == number), None)
        if vote is None:
            raise Illegal("vote-closed")
        if seat is None:
            raise Illegal("vote-not-asked")
        if vote.about is About.END and choice == YES and not sure:
            text = context.words.text
            said = text("discord.vote.really-agree", how=text(f"discord.vote.{vote.what}"))
            return really(context, table, said, f"{VOTE} {number} {choice}", text(BUTTONS[choice]))
        decided = await table.voting.cast(vote.id, seat, choice)
    said = context.words.text(BUTTONS[choice])
    if decided:
        return Reply(context.words.text("discord.vote.last", choice=said))
    return Reply(context.words.text("discord.vote.cast", choice=said, until=stamp(vote.ends)))


def votes_said(context: Context, table: Table) -> list[str]:
    """The votes that are open, and until when: nothing of who has voted."""
    return [
        context.words.text(f"discord.vote.open-{vote.about.value}", who=table.names[vote.seat], until=stamp(vote.ends))
        for vote in table.voting.open
    ]
