"""`/titan-admin doctor` and `defaults`: what the bot lacks in a server, and what games begin with there."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord import app_commands

from cogs.commands.health import failing_said
from cogs.commands.moderating import check_manager, deed, open_games
from cogs.face.face import AnyCommand
from cogs.house.table.settings import ON
from cogs.house.values.clocks import Absent, pace_of
from cogs.house.values.records import PAUSED, Game, PostStyle, Status
from cogs.house.values.safe_text import escaped
from cogs.house.words.spoken_time import absent_said, pace_said
from cogs.interactions.access import log_of, table_listed
from cogs.interactions.context import Context, Reply, context_of, described, in_private, option, refusal
from cogs.interactions.permissions import PERMISSIONS
from cogs.interactions.places import HOME, channel_of, home_of, lacking_for
from cogs.interactions.setting_choices import language_said
from cogs.interactions.setting_options import (
    ABSENT,
    HINTS,
    LANGUAGE,
    PACE,
    TOLD,
    SettingOption,
    settings_command,
    theme_option,
)
from cogs.interactions.waiting_texts import waits_said
from cogs.panel.seats import Places, vacant_said
from cogs.panel.votes import votes_said
from engine.core import Illegal

PRESETS = ("seats", "theme", "language", "hints", "posts", "pace", "absent", HOME)
"""What a server can choose for its new games."""

RESET = "reset"
"""That it goes back to what games begin with everywhere, before it chooses anew."""

UNSEEN = "read_messages"
"""The permission without which there is no other."""


@app_commands.command(name="doctor", description=described("titan-admin-doctor"))
async def doctor(interaction: discord.Interaction) -> None:
    """`/titan-admin doctor`: each permission that is missing where games are played, what stops, and what is done."""
    context = context_of(interaction)

    async def work() -> Reply:
        check_manager(interaction)
        games = await open_games(interaction)
        lines = [line for game in games for line in await _examined(context, interaction, game)]
        lines += await _home(context, interaction)
        lines += failing_said(context, [game.id for game in games])
        if all(game.channel != interaction.channel_id for game in games):  # where one might be opened
            in_thread = isinstance(interaction.channel, discord.Thread)
            here = lacking(context, interaction.app_permissions, in_thread, PostStyle.CARD)
            lines += [context.words.text("discord.doctor.here"), *here] if here else []
        return Reply("\n".join(lines) or context.words.text("discord.doctor.well", number=len(games)))

    await in_private(interaction, work)


async def _home(context: Context, interaction: discord.Interaction) -> list[str]:
    """What is wrong where new games get their places, if the server has chosen that; nothing said if nothing is."""
    chosen = (await context.house.store.servers.presets(interaction.guild_id or 0)).get(HOME)
    if chosen is None:
        return []
    try:
        lacking = lacking_for(await home_of(interaction, int(chosen)))
    except Illegal as illegal:
        return [f"- {refusal(context, None, illegal)}"]
    if not lacking:
        return []
    return [
        context.words.text("discord.doctor.home", channel=f"<#{chosen}>", permissions=context.words.listing(lacking))
    ]


async def _examined(context: Context, interaction: discord.Interaction, game: Game) -> list[str]:
    """What is wrong where a game is told: nothing said if nothing is."""
    words = context.words
    title = words.text("discord.doctor.game", name=escaped(game.name), channel=f"<#{game.channel}>")
    found: list[str] = []
    channel = await channel_of(interaction, game.channel)
    if channel is None:
        found.append(words.text("discord.doctor.gone"))
    else:
        mine = channel.permissions_for(channel.guild.me)
        found += lacking(context, mine, isinstance(channel, discord.Thread), game.posts)
        if isinstance(channel, discord.Thread) and channel.locked:
            found.append(words.text("discord.doctor.locked"))
        found += await _locked_log(context, interaction, game)
    if game.suspended is not None:
        found.append(words.text("discord.doctor.suspended", reason=game.suspended))
    if game.frozen is not None:
        found.append(frozen_said(context, game))
    found += [
        f"- {trouble_said(context, *each)}"
        for each in await context.house.store.outbox.troubles(game.id)
        if not each[-1]
    ]
    found += await _late(context, interaction, game)
    return [title, *found] if found else []


async def _locked_log(context: Context, interaction: discord.Interaction, game: Game) -> list[str]:
    """That the log of a game can't be written, if its thread is locked and the bot may not manage threads."""
    log = await log_of(interaction, game.id)
    thread = None if log is None else await channel_of(interaction, log)
    if not isinstance(thread, discord.Thread) or not thread.locked or thread.parent is None:
        return []
    if thread.permissions_for(thread.guild.me).manage_threads:
        return []
    return [context.words.text("discord.doctor.log-locked", thread=f"<#{log}>")]


def trouble_said(context: Context, kind: str, reason: str, given_up: bool) -> str:
    """What did not arrive of a game, why, and whether it was given up."""
    key = "discord.admin.trouble-given-up" if given_up else "discord.admin.trouble"
    named = f"discord.kind.{kind}"  # a newer program may have left one that this one does not know
    return context.words.text(key, kind=context.words.text(named) if named in context.words else kind, reason=reason)


def frozen_said(context: Context, game: Game) -> str:
    """Why nobody can act in a game."""
    assert game.frozen is not None, "the game rests"
    if game.frozen == PAUSED:
        return context.words.text("discord.doctor.paused")
    return context.words.text("discord.doctor.frozen", reason=game.frozen)


async def _late(context: Context, interaction: discord.Interaction, game: Game) -> list[str]:
    """Whom a game waits for whose time is up, what is voted on, and which seats are open: why it stands still."""
    if game.status is not Status.RUNNING or game.frozen is not None:
        return []
    try:
        table = await table_listed(interaction, game, managing=True)
    except Illegal:
        return []  # told above
    beside = (*votes_said(context, table), *vacant_said(context, table))
    if not beside and not any(clock.out for clock in table.clocks.values()):
        return []
    return [f"- {line}" for line in (*waits_said(context, table), *beside)]


def lacking(context: Context, mine: discord.Permissions, in_thread: bool, posts: PostStyle) -> list[str]:
    """Missing permissions of a channel: each with what stops working without it, and what is done instead."""
    names = [name for name in needed(in_thread, posts) if not getattr(mine, name)]
    if UNSEEN in names:
        names = [UNSEEN]  # Discord then takes away all others too
    return [context.words.text(f"discord.doctor.{name}") for name in names]


def needed(in_thread: bool, posts: PostStyle) -> tuple[str, ...]:
    """The permissions that a game uses in its channel, which may be a thread, and in the threads below it."""
    unused: set[str] = set()
    if in_thread:
        unused |= {"send_messages", "create_public_threads"}
    if posts is PostStyle.CHANNEL:
        unused |= {"pin_messages", "create_public_threads"} | (set() if in_thread else {"send_messages_in_threads"})
    return tuple(name for name, wanted in PERMISSIONS if wanted and name not in unused)


def defaults(themes: Sequence[str]) -> AnyCommand:
    """`/titan-admin defaults`: what new games of the server begin with where nothing else is said.

    It is for games of every kind; what a game can't be, such as so many seats, is not meant for it.
    """

    seats = SettingOption("seats", "seats", option("seats"), kind=Places | None)
    reset = SettingOption("reset", RESET, option("reset"), kind=bool, default=False)
    options = (seats, theme_option(themes), LANGUAGE, HINTS, TOLD, PACE, ABSENT, reset)
    return settings_command("defaults", described("titan-admin-defaults"), options, _kept)


async def _kept(interaction: discord.Interaction, chosen: dict[str, str]) -> Reply:
    """What new games begin with from now on. Raises Illegal for who does not manage the server, and `pace-unclear`."""
    check_manager(interaction)
    context, guild = context_of(interaction), interaction.guild_id or 0
    reset = chosen.pop(RESET, None) is not None
    if "pace" in chosen:
        chosen["pace"] = pace_of(chosen["pace"]).key
    kept = {} if reset else dict(await context.house.store.servers.presets(guild))
    if chosen or reset:
        kept |= chosen
        await context.house.store.servers.keep_presets(guild, kept, deed(interaction, "defaults", None, None))
    said = [_said(context, key, kept[key]) for key in PRESETS if key in kept]
    heading = context.words.text("discord.defaults.kept" if said else "discord.defaults.none")
    return Reply("\n".join((heading, *said)))


def _said(context: Context, key: str, value: str) -> str:
    words = context.words
    match key:
        case "theme":
            value = words.text(f"discord.theme.{value}")
        case "language":
            value = language_said(value)
        case "hints":
            value = words.text("discord.setting.allowed" if value == ON else "discord.setting.forbidden")
        case _ if key == HOME:
            value = f"<#{value}>"
        case "posts":
            value = words.text(f"discord.posts.{value}")
        case "pace":
            value = pace_said(words, value)
        case "absent":
            value = absent_said(words, Absent(value))
    return words.text(f"discord.defaults.{key}", value=value)
