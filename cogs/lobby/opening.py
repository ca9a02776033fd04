"""Opening a game: what was said of it, what the server has chosen for its games, and the place that it gets."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

import discord

from cogs.house.game.kit import Kit
from cogs.house.table.table import Table
from cogs.house.values.records import Setup
from cogs.house.words.words import ENGLISH, Words, spoken
from cogs.interactions.context import Context, No, Reply, context_of, explained, refusal
from cogs.interactions.permissions import missing
from cogs.interactions.places import HOME, Opener, above, home_of, opener
from engine.core import Illegal


def best(kit: Kit) -> str:
    """The level of bots that nobody has chosen: the last and best."""
    return tuple(kit.deciding.bots)[-1]


async def opened(
    interaction: discord.Interaction,
    ruleset: str,
    name: str | None,
    said: Mapping[str, str],
    chosen: Mapping[str, str],
    quietly: bool = False,
) -> Table:
    """Opens a game as it was `said`; what was not is as the server has it where the game can be so, else as everywhere.

    `quietly`: nothing is told of its lobby. Raises No, and Illegal `games-in-servers`, `missing-permission`.
    """
    context, host = context_of(interaction), interaction.user
    kit = context.faces[ruleset].kit
    if interaction.guild_id is None:
        raise Illegal("games-in-servers", group=ruleset)
    presets = await context.house.store.servers.presets(interaction.guild_id)
    settings = {**_everywhere(interaction, kit), **_fitting(presets, kit), **said}
    home = settings.get(HOME)
    lacking = missing(interaction)
    if lacking and home is None:
        raise Illegal("missing-permission", permissions=lacking)
    language, shown = settings["language"], host.display_name
    title = name or Words(language).text("discord.game-name", host=shown)

    async def opening(where: int | Opener) -> Table:
        guild, seats = interaction.guild_id or 0, int(settings["seats"])
        return await context.house.open(guild, where, host.id, shown, ruleset, seats, title, chosen, settings, quietly)

    with explained(context, None):
        if home is not None:
            return await opening(opener(await home_of(interaction, int(home)), title, shown, language))
        beside = await above(interaction)
        place = None if beside is None else opener(beside, title, shown, language)
        return await _here_or_beside(context, opening, interaction.channel_id or 0, place)


async def _here_or_beside(
    context: Context, opening: Callable[[int | Opener], Awaitable[Table]], here: int, beside: Opener | None
) -> Table:
    """A game here, or in a place of its own beside a game that is played here."""
    try:
        return await opening(here)
    except Illegal as illegal:
        if illegal.code != "channel-busy" or beside is None:
            raise
        try:
            return await opening(beside)
        except Illegal as none:
            raise _neither(context, illegal, none) from none


def open_said(interaction: discord.Interaction, table: Table) -> Reply:
    """That a table is open, to whoever opened it: its lobby post says the rest."""
    text = context_of(interaction).words.text
    if table.game.channel == interaction.channel_id:
        return Reply(text("discord.opened"))
    return Reply(text("discord.place.opened", where=f"<#{table.game.channel}>"))


def _neither(context: Context, here: Illegal, beside: Illegal) -> No:
    """Why a game can be opened neither in the channel nor in a thread of it."""
    return No(Reply("\n".join(refusal(context, None, each) for each in (here, beside))))


def _everywhere(interaction: discord.Interaction, kit: Kit) -> dict[str, str]:
    """What games begin with in every server; their language is the one that it is set to, if we have it."""
    return {
        "seats": str(kit.places),
        "language": spoken(interaction.guild_locale.value) if interaction.guild_locale else ENGLISH,
        "posts": context_of(interaction).posts.value,
        "setup": (Setup.DRAWN if kit.deciding.drawn else Setup.CHOSEN).value,
    }


def _fitting(presets: Mapping[str, str], kit: Kit) -> dict[str, str]:
    """What the server has chosen for new games, less what this game can't be; where it can be but one thing, that."""
    known = {"seats": [str(number) for number in kit.seats], "theme": kit.pictures.themes}
    return {key: value for key, value in presets.items() if value in known.get(key, (value,))}
