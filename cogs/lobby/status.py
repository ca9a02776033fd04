"""What everybody is told of a game beside its course and its lobby post: where it stands, and how it is set."""

from __future__ import annotations

from cogs.house.game.options import chosen_for, told
from cogs.house.table.lobby_post import chosen_said
from cogs.house.table.table import Table
from cogs.house.values.records import Status
from cogs.house.values.safe_text import escaped
from cogs.interactions.context import Context
from cogs.interactions.setting_choices import language_said
from cogs.interactions.waiting_texts import waits_said
from cogs.lobby.introducing import bots_said
from cogs.panel.seats import vacant_said
from cogs.panel.votes import votes_said
from engine.core import Seat


def status_text(context: Context, table: Table, seat: Seat | None = None) -> str:
    """Where a game stands, as whoever sits there may know it; without a seat in public terms."""
    words, face = context.words, context.face(table)
    if table.game.status is not Status.RUNNING:
        closing = words.text(f"agreed-{table.game.agreed}" if table.game.agreed else "discord.lobby.over")
    else:
        closing = "\n".join((*waits_said(context, table), *votes_said(context, table), *vacant_said(context, table)))
    title = words.text("discord.status.title", name=escaped(table.game.name), game=face.kit.title)
    agreed = face.overview.agreed(table.view(seat))
    said = chosen_said(words, face.kit, table)
    seats = words.listing(table.names.values(), "comma")
    return "\n".join([title, seats, *bots_said(context, table), closing, *agreed, *said])


def rules_said(context: Context, table: Table) -> str:
    """What differs from the standard rules, in words."""
    kit = context.face(table).kit
    return told(kit, chosen_for(kit, table.game))


def tongue_said(context: Context, table: Table) -> str:
    """What everybody is told of the game in."""
    return context.words.text("discord.lobby.language", language=language_said(table.game.language))


def posts_said(context: Context, table: Table) -> str:
    """How the game is told."""
    return context.words.text("discord.posts.said", posts=context.words.text(f"discord.posts.{table.game.posts.value}"))
