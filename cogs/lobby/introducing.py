"""The bots of a game, introduced: in words, and in a picture of their faces."""

from __future__ import annotations

from functools import partial

from cogs.house.game.bot_names import COMPANY, introduced, level_said, who
from cogs.house.table.table import Table
from cogs.house.values.sender import Picture
from cogs.interactions.context import Context
from render.bot_cards import BotCard, bot_cards
from render.theme import THEMES


def bots_said(context: Context, table: Table) -> tuple[str, ...]:
    """A line for each bot."""
    names = table.names
    return tuple(introduced(context.words, chair, names[chair.seat]) for chair in table.seats if chair.level)


async def bots_shown(context: Context, table: Table, user: int) -> tuple[Picture, ...]:
    """A picture of them all in the theme of whoever will see it; none where there is no bot."""
    words, names, look = context.words, table.plain_names, await table.look(user)
    cards = tuple(
        BotCard(
            who(chair),
            names[chair.seat],
            (level_said(words, chair.level), words.text(f"bot-temper.{COMPANY[who(chair)]}")),
        )
        for chair in table.seats
        if chair.level
    )
    if not cards:
        return ()
    data = await table.services.workers.draw(partial(bot_cards, cards, THEMES[look.theme]))
    return (Picture("bots.png", data, "\n".join(bots_said(context, table))),)
