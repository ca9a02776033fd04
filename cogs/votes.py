"""Votes, for people: a ballot by a button, and `/game vote` for the end of the game."""

from __future__ import annotations

import discord
from discord import app_commands

from cogs.access import table_here, table_of
from cogs.components import buttons
from cogs.desk import Desk, Reply, described, desk_of, explained, in_private, localised, option, running, seated
from cogs.house.posting import BUTTONS
from cogs.house.records import ENDINGS
from cogs.house.sender import VOTE
from cogs.house.spoken_time import stamp
from cogs.house.table import Table
from engine.core import Illegal

ASK_END = "vote-end"
"""With how the game shall end behind it: somebody really wants to ask the others."""

PRESSES = (VOTE, ASK_END)
"""The first words of what the buttons here carry."""


@app_commands.command(name="vote", description=described("game-vote"))
@app_commands.describe(ending=option("ending", "game-vote"))
@app_commands.choices(ending=[app_commands.Choice(name=localised(f"discord.vote.{how}"), value=how) for how in ENDINGS])
async def vote(interaction: discord.Interaction, ending: app_commands.Choice[str]) -> None:
    """`/game vote`: asks whether all shall really be asked."""
    desk = desk_of(interaction)

    async def work() -> Reply:
        table = running(await table_here(interaction))
        seated(table, interaction.user.id)
        how = desk.words.text(f"discord.vote.{ending.value}")
        yes = f"{ASK_END} {ending.value}", desk.words.text("discord.vote.ask")
        return Reply(desk.words.text("discord.vote.really", how=how), (), buttons(table.game.id, table.began, [yes]))

    await in_private(interaction, work)


async def vote_press(interaction: discord.Interaction, game: int, began: int, carries: str) -> None:
    """A press on one of the buttons here, of any age. A ballot is answered in a message of its own."""
    verb, _, rest = carries.partition(" ")

    async def work() -> Reply:
        desk = desk_of(interaction)
        with explained(desk, None):
            table = running(await table_of(interaction, game))
        if verb == ASK_END:
            return await _asked(desk, table, interaction.user.id, rest)
        return await _cast(desk, table, interaction.user.id, *rest.partition(" ")[::2])

    await in_private(interaction, work)


async def _asked(desk: Desk, table: Table, user: int, how: str) -> Reply:
    with explained(desk, table):
        ended = await table.voting.ask_end(seated(table, user), how)
    return Reply(desk.words.text("discord.vote.ended" if ended else "discord.vote.asked"))


async def _cast(desk: Desk, table: Table, user: int, number: str, choice: str) -> Reply:
    with explained(desk, table):
        seat = table.seat_of(user)
        vote = next((each for each in table.voting.open if str(each.id) == number), None)
        if vote is None:
            raise Illegal("vote-closed")
        if seat is None:
            raise Illegal("vote-not-asked")
        decided = await table.voting.cast(vote.id, seat, choice)
    said = desk.words.text(BUTTONS[choice])
    if decided:
        return Reply(desk.words.text("discord.vote.last", choice=said))
    return Reply(desk.words.text("discord.vote.cast", choice=said, until=stamp(vote.ends)))


def votes_said(desk: Desk, table: Table) -> list[str]:
    """The votes that are open, and until when: nothing of who has voted."""
    return [
        desk.words.text(f"discord.vote.open-{vote.about.value}", who=table.names[vote.seat], until=stamp(vote.ends))
        for vote in table.voting.open
    ]
