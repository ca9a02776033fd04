"""`/watch leaderboard`, who has done best in a server, and `/titan-admin stats`, what happens in it.

Games of different rulesets, and of different categories of one, are never counted together. A press carries `leaders`,
the order, the page counted from 0, the ruleset, and the category if there are several.
"""

from __future__ import annotations

from collections.abc import Iterator

import discord
from discord import app_commands

from cogs.commands.moderating import check_manager
from cogs.commands.record import lasting
from cogs.face.lengths import NameText
from cogs.house.game.tally import category_said
from cogs.house.table.statistics import Leader, RankedBy, Server
from cogs.house.values.records import Status
from cogs.house.values.safe_text import escaped
from cogs.interactions.access import face_here, table_at
from cogs.interactions.completing import offered, or_nothing
from cogs.interactions.components import buttons
from cogs.interactions.context import Context, Reply, context_of, described, in_private, localised, option
from cogs.panel.predictions import best_said

LEADERS = "leaders"
PRESSES = (LEADERS,)
"""The first word of what the buttons of a leaderboard carry."""

PAGE = 10
"""Lines of a page."""

PREDICTIONS = "predictions"
"""In the place of an order: who has foretold best, of those who only watched."""


@app_commands.command(name="leaderboard", description=described("watch-leaderboard"))
@app_commands.describe(by=option("by", "watch-leaderboard"), game=option("game", "watch-leaderboard"))
@app_commands.choices(
    by=[
        app_commands.Choice(name=localised(f"discord.leaders.by-{order}"), value=order)
        for order in (*(each.value for each in RankedBy), PREDICTIONS)
    ]
)
async def leaderboard(
    interaction: discord.Interaction, by: app_commands.Choice[str] | None = None, game: NameText | None = None
) -> None:
    """`/watch leaderboard`: the first page; if no kind of game is said, of the channel's game the one played most."""
    context, guild = context_of(interaction), interaction.guild_id or 0

    async def work() -> Reply:
        ruleset, category = await _wanted(context, interaction, game)
        if by is not None and by.value == PREDICTIONS:
            return Reply(await best_said(context, context.faces[ruleset], guild, interaction.user.id))
        return await _page(
            context, guild, RankedBy(by.value) if by is not None else RankedBy.RATING, 0, ruleset, category
        )

    await in_private(interaction, work)


@leaderboard.autocomplete("game")
@or_nothing
async def _categories(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The kinds of games that were played to their end here."""
    context = context_of(interaction)
    found = await _kinds(context, interaction.guild_id or 0)
    return offered(((_key(kind), category_said(context.faces[kind[0]].kit, kind[1])) for kind in found), typed)


async def _wanted(context: Context, interaction: discord.Interaction, game: str | None) -> tuple[str, str]:
    """The ruleset and category that are meant: as said, else of the channel's game, and where there is none the first
    in which anything has ended."""
    kinds, here = await _kinds(context, interaction.guild_id or 0), await table_at(interaction)
    if said := [kind for kind in kinds if _key(kind) == game]:
        return said[0]
    likely = [kind for kind in kinds if here is None or kind[0] == here.game.ruleset]
    return likely[0] if likely else ((await face_here(interaction)).kit.rules.name, "")


def _key(kind: tuple[str, str]) -> str:
    """What stands for a ruleset and a category: `titan standard`."""
    return " ".join(kind).strip()


async def _kinds(context: Context, guild: int) -> list[tuple[str, str]]:
    """The rulesets and categories of which games have ended in a server, for each the one with most of them first."""
    found = context.house.results.categories
    return [(ruleset, category) for ruleset in context.faces for category in await found(guild, ruleset)]


async def leaders_press(interaction: discord.Interaction, game: int, began: int, carries: str) -> None:
    """A press that turns a page, of any age; what it carries and can't be read is as nothing said."""
    context, guild = context_of(interaction), interaction.guild_id or 0
    order, page, ruleset, category = (*carries.split(" ", 4)[1:], "", "", "", "")[:4]

    async def work() -> Reply:
        by = RankedBy(order) if order in tuple(RankedBy) else RankedBy.RATING
        known = ruleset if ruleset in context.faces else next(iter(context.faces))
        return await _page(context, guild, by, int(page) if page.isdecimal() else 0, known, category)

    await in_private(interaction, work)


async def _page(context: Context, guild: int, order: RankedBy, page: int, ruleset: str, category: str) -> Reply:
    """A page of a leaderboard; the last one if there are not so many."""
    words = context.words
    leaders = await context.house.results.leaders(guild, ruleset, category, order)
    if not leaders:
        return Reply(words.text("discord.leaders.nobody"))
    last = (len(leaders) - 1) // PAGE
    page = min(page, last)
    shown = leaders[page * PAGE : (page + 1) * PAGE]
    heading = words.text("discord.leaders.title", by=words.text(f"discord.leaders.by-{order.value}"))
    lines = [
        heading,
        category_said(context.faces[ruleset].kit, category),
        *(_line(context, order, leader) for leader in shown),
        words.text("discord.leaders.pages", page=page + 1, number=last + 1) if last else "",
        words.text(f"discord.leaders.about-{order.value}"),
    ]
    turns = [
        (f"{LEADERS} {order.value} {to} {ruleset} {category}".strip(), words.text(f"discord.leaders.{way}"))
        for way, to in (("before", page - 1), ("after", page + 1))
        if 0 <= to <= last
    ]
    return Reply("\n".join(filter(None, lines)), (), buttons(0, 0, turns))


def _line(context: Context, order: RankedBy, leader: Leader) -> str:
    value = round(100 * leader.value) if order is RankedBy.RELIABILITY else round(leader.value)
    said = context.words.text(f"discord.leaders.{order.value}", number=value)
    games = "" if order is RankedBy.GAMES else context.words.text("discord.leaders.of-games", number=leader.games)
    return context.words.text(
        "discord.leaders.line", rank=leader.rank, name=escaped(leader.name), value=said, games=games
    ).rstrip()


@app_commands.command(name="stats", description=described("titan-admin-stats"))
async def stats(interaction: discord.Interaction) -> None:
    """`/titan-admin stats`: what happens in the server, without any person."""
    context, guild = context_of(interaction), interaction.guild_id or 0

    async def work() -> Reply:
        check_manager(interaction)
        lines: list[str] = []
        kept = missed = 0
        for ruleset, face in context.faces.items():
            found = await context.house.results.server(guild, ruleset)
            lines += [context.words.text("discord.server.of", game=face.kit.title), *_server_said(context, found)]
            kept, missed = found.kept, found.missed
        return Reply("\n".join((*lines, context.words.text("discord.server.deadlines", kept=kept, missed=missed))))

    await in_private(interaction, work)


def _server_said(context: Context, server: Server) -> Iterator[str]:
    words = context.words
    fates = {status.value: server.fates.get(status.value, 0) for status in Status}
    yield words.text("discord.server.games", **fates)
    if server.seconds is not None and server.turns is not None:
        turns = words.text("discord.server.turns", number=round(server.turns))
        yield words.text("discord.server.length", time=lasting(words, server.seconds), turns=turns)
        yield words.text(
            "discord.server.handoffs", number=server.handoffs, each=round(server.handoffs / server.counted)
        )
        yield words.text("discord.server.rated", rated=server.rated, number=server.counted)
