"""*Fair dice* on the lobby post: what binds the dice of a game, for whoever wants to see it, at any time."""

from __future__ import annotations

import discord

from cogs.house.game.dice import words_told
from cogs.house.table.lobby_post import DICE
from cogs.house.table.table import Table
from cogs.house.values.records import Status
from cogs.interactions.access import table_seen
from cogs.interactions.context import Context, Reply, context_of, explained, in_private

PRESSES = (DICE,)
"""The first word of what the buttons here carry."""


async def dice_press(interaction: discord.Interaction, game: int, began: int, carries: str) -> None:
    """A press on *Fair dice*, of any age."""
    context = context_of(interaction)

    async def work() -> Reply:
        with explained(context, None):
            return Reply(dice_told(context, await table_seen(interaction, game)))

    await in_private(interaction, work, fresh=True)


def dice_told(context: Context, table: Table) -> str:
    """What the dice follow from, as far as that is public: the commitment, then the words, in the end the seed."""
    text, game = context.words.text, table.game
    lines = [text("fair-dice.promise"), text("fair-dice.how", commitment=game.commitment)]
    if game.status is Status.LOBBY:
        lines.append(text("fair-dice.word", group=game.ruleset))
    else:
        lines += words_told(context.face(table).kit, table.seats)
    if game.status is Status.OVER:
        lines.append(text("fair-dice.seed", seed=game.seed.hex()))
    return "\n".join(lines)
