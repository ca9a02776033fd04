"""The bots of a game, introduced: in words, and in a picture of their faces."""

from __future__ import annotations

from functools import partial

from cogs.house.game.bot_names import COMPANY, introduced, level_said, who
from cogs.house.table.table import Table
from cogs.house.values.sender import Picture
from cogs.interactions.context import Desk
from render.company import Card, company
from render.theme import THEMES


def bots_said(desk: Desk, table: Table) -> tuple[str, ...]:
    """A line for each bot."""
    names = table.names
    return tuple(introduced(desk.words, chair, names[chair.seat]) for chair in table.seats if chair.level)


async def bots_shown(desk: Desk, table: Table, user: int) -> tuple[Picture, ...]:
    """A picture of them all in the theme of whoever will see it; none where there is no bot."""
    words, names, look = desk.words, table.plain_names, await table.look(user)
    cards = tuple(
        Card(
            who(chair),
            names[chair.seat],
            (level_said(words, chair.level), words.text(f"bot-temper.{COMPANY[who(chair)]}")),
        )
        for chair in table.seats
        if chair.level
    )
    if not cards:
        return ()
    data = await table.means.studio.draw(partial(company, cards, THEMES[look.theme]))
    return (Picture("bots.png", data, "\n".join(bots_said(desk, table))),)
