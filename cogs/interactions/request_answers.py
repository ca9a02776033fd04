"""What somebody is told who has asked the others at a table for something: who is still to answer."""

from __future__ import annotations

from cogs.house.table.table import Table
from cogs.house.values.records import Request, Wish
from cogs.house.values.sender import REFUSE
from cogs.interactions.components import buttons
from cogs.interactions.context import Context, Reply


def asked(context: Context, table: Table, request: Request) -> Reply:
    """Who is still to answer, with a button to ask no more."""
    withdraw = f"{REFUSE} {request.id}", context.words.text("discord.back.withdraw")
    return Reply(waits_for(context, table, request), (), buttons(table.game.id, table.began, [withdraw]))


def waits_for(context: Context, table: Table, request: Request) -> str:
    """Who is still to answer."""
    left = sorted(request.wanted - request.agreed)
    others = context.words.listing([table.names[seat] for seat in left])
    return context.words.text(
        "discord.back.asked" if request.what is Wish.BACK else "discord.wish.asked", others=others
    )
