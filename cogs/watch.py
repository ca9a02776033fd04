"""`/watch`: what everybody may look into, at the table or not."""

from __future__ import annotations

import asyncio

import discord
from discord import app_commands

from cogs.desk import Desk, Reply, described, desk_of, in_private
from cogs.house.records import escaped
from cogs.house.table import Table
from engine.core import Illegal
from engine.record import parse
from engine.verify import check


class Watch(app_commands.Group):
    """`/watch`: for players and for those who only look on."""

    def __init__(self) -> None:
        super().__init__(name="watch", description=described("watch"), guild_only=True)

    @app_commands.command(name="verify-dice", description=described("watch-verify-dice"))
    async def verify_dice(self, interaction: discord.Interaction) -> None:
        desk = desk_of(interaction)

        async def work() -> Reply:
            table = await desk.house.finished_at(interaction.channel_id or 0)
            if table is None:
                raise Illegal("no-finished-game")
            return Reply(await verified(desk, table))

        await in_private(interaction, work)


async def verified(desk: Desk, table: Table) -> str:
    """What computing every roll of a finished game again shows: from the very text that is exported."""
    record = parse(await table.export())
    verdict = await asyncio.to_thread(check, record, table.kit.rules)
    found, text = verdict.finding, desk.words.text
    said = {"name": escaped(table.game.name), "game": table.game.id}
    if found is None:
        return text("discord.verify.all", rolls=verdict.rolls, commitment=record.commitment, **said)
    if found.code == "roll":
        return text("discord.verify.roll", seq=found.seq, **found.facts, **said)
    return text("discord.verify.other", seq=found.seq, **said)
