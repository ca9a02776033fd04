"""What somebody has done in games that are over: `/me profile` for themselves, *Record of games* for another."""

from __future__ import annotations

from collections.abc import Iterator

import discord
from discord import app_commands

from cogs.face.face import Face
from cogs.house.game.tally import category_said
from cogs.house.table.settings import OFF, ON
from cogs.house.table.statistics import PlayerRecord
from cogs.house.values.safe_text import escaped
from cogs.house.words.words import Words
from cogs.interactions.context import Context, Reply, context_of, described, in_private, localised, option
from cogs.interactions.known_servers import server_of

MINUTE, HOUR, DAY = 60, 3600, 86400
LONG = 2
"""A duration is told in a unit of which it has so many."""


@app_commands.command(name="profile", description=described("me-profile"))
@app_commands.describe(shown=option("shown", "me-profile"))
@app_commands.choices(
    shown=[app_commands.Choice(name=localised(f"discord.record.{each}"), value=each) for each in (ON, OFF)]
)
async def profile(interaction: discord.Interaction, shown: app_commands.Choice[str] | None = None) -> None:
    """`/me profile`: one's own record, and whether others see it."""
    context, user, guild = context_of(interaction), interaction.user, interaction.guild_id

    async def work() -> Reply:
        if shown is not None:
            await context.house.store.people.name(user.id, shown.value == ON)
        seen = await context.house.store.people.is_named(user.id)
        if guild is None:
            said = await _everywhere(interaction, context)
        else:
            said = await record_said(context, guild, user.id, user.display_name)
        return Reply(f"{said}\n{context.words.text('discord.record.is-shown' if seen else 'discord.record.is-hidden')}")

    await in_private(interaction, work)


async def record_of(interaction: discord.Interaction, person: discord.User | discord.Member) -> None:
    """*Record of games*: what somebody has done here, if he wants it to be seen."""
    context, guild = context_of(interaction), interaction.guild_id or 0

    async def work() -> Reply:
        if not await context.house.store.people.is_named(person.id):
            return Reply(context.words.text("discord.record.none", name=escaped(person.display_name)))
        return Reply(await record_said(context, guild, person.id, person.display_name))

    await in_private(interaction, work)


def record_menu() -> app_commands.ContextMenu:
    """*Record of games*, for people."""
    return app_commands.ContextMenu(name=localised("discord.record.menu"), callback=record_of)


async def _everywhere(interaction: discord.Interaction, context: Context) -> str:
    """One's own records in direct messages: one for each server in which there is any."""
    user, words = interaction.user, context.words
    said: list[str] = []
    for guild in await context.house.results.guilds_of(user.id):
        known = await server_of(interaction, guild)
        server = words.text("discord.record.left-server") if known is None else escaped(known.name)
        title = words.text("discord.record.title-of", name=escaped(user.display_name), server=server)
        said += [title, *await _lines(context, guild, user.id)]
    return "\n".join(said) or words.text("discord.record.none", name=escaped(user.display_name))


async def record_said(context: Context, guild: int, user: int, name: str) -> str:
    """Somebody's record in a server, a paragraph for each game and category that he has played, then his deadlines."""
    lines = await _lines(context, guild, user)
    if not lines:
        return context.words.text("discord.record.none", name=escaped(name))
    return "\n".join([context.words.text("discord.record.title", name=escaped(name)), *lines])


async def _lines(context: Context, guild: int, user: int) -> list[str]:
    """What a record says below its title; nothing where there is none."""
    words, results = context.words, context.house.results
    lines: list[str] = []
    for ruleset, face in context.faces.items():
        for category in await results.categories(guild, ruleset):
            found = await results.record(guild, ruleset, category, user)
            if found is not None:
                said = category_said(face.kit, category)
                lines += [words.text("discord.record.category", category=said), *_figures_said(context, face, found)]
    return [*lines, *await _deadlines_said(context, guild, user)]


def _figures_said(context: Context, face: Face, record: PlayerRecord) -> Iterator[str]:
    words, tally = context.words, face.kit.telling.tally
    yield words.text("discord.record.games", number=record.games, rated=record.rated)
    if record.places:
        places = (words.text("discord.record.place", place=place, number=n) for place, n in record.places.items())
        yield words.text("discord.record.places", places=words.listing(places, "comma"))
    if record.rating is not None:
        yield words.text("discord.record.rating", points=round(record.rating))
    yield words.text("discord.record.points", points=round(record.points))
    if tally is not None:
        yield from tally.said(record.figures)
    if record.seconds is not None:
        yield words.text("discord.record.time", time=lasting(words, record.seconds))


async def _deadlines_said(context: Context, guild: int, user: int) -> list[str]:
    """How well somebody keeps deadlines; nothing if he never had one."""
    known = await context.house.results.reliability(guild, user)
    if not known.kept + known.missed:
        return []
    share = known.share(context.house.now())
    kept = [] if share is None else [context.words.text("discord.record.kept", percent=round(100 * share))]
    return [*kept, context.words.text("discord.record.deadlines", kept=known.kept, missed=known.missed)]


def lasting(words: Words, seconds: float) -> str:
    """`3 hours`: how long something took, in the largest unit of which it has at least two."""
    for unit, length in (("days", DAY), ("hours", HOUR)):
        if seconds >= LONG * length:
            return words.text(f"discord.lasting.{unit}", number=round(seconds / length))
    return words.text("discord.lasting.minutes", number=max(1, round(seconds / MINUTE)))
