"""`/watch follow` and `unfollow`: the news of a game, for oneself by direct message, or for a channel of any server."""

from __future__ import annotations

import discord
from discord import app_commands

from cogs.access import table_here
from cogs.completing import games_offered, or_nothing
from cogs.desk import Desk, Reply, described, desk_of, explained, in_private, option
from cogs.house.records import Status
from cogs.house.table import Table
from cogs.lengths import Named
from cogs.moderating import open_games
from cogs.permissions import lacking_in
from cogs.places import Chosen, OfKinds
from engine.core import Illegal

Kinds = discord.ChannelType
Channel = app_commands.Transform[
    Chosen, OfKinds(Kinds.text, Kinds.news, Kinds.public_thread, Kinds.news_thread)
]  # where everybody who sees it may read


@app_commands.command(name="follow", description=described("watch-follow"))
@app_commands.describe(game=option("game", "watch-follow"), channel=option("channel", "watch-follow"))
async def follow(interaction: discord.Interaction, game: Named | None = None, channel: Channel | None = None) -> None:
    """`/watch follow`: for oneself, or for a channel that one manages."""
    desk = desk_of(interaction)

    async def work() -> Reply:
        if channel is None:
            return await _follow(desk, await _meant(desk, interaction, game), interaction.user.id)
        _check_channel(interaction, channel)
        table = await _meant(desk, interaction, game, abroad=True)
        with explained(desk, table):
            await table.watched.relay(interaction.guild_id or 0, channel.id)
        said = {"name": table.shown_name, "channel": f"<#{channel.id}>"}
        return Reply(desk.words.text("discord.follow.channel-on", **said))

    await in_private(interaction, work)


@app_commands.command(name="unfollow", description=described("watch-unfollow"))
@app_commands.describe(game=option("game", "watch-follow"), channel=option("channel", "watch-unfollow"))
async def unfollow(interaction: discord.Interaction, game: Named | None = None, channel: Channel | None = None) -> None:
    """`/watch unfollow`: for oneself, or for a channel that one manages."""
    desk = desk_of(interaction)

    async def work() -> Reply:
        table = await _meant(desk, interaction, game, abroad=channel is not None, ended=True)
        if channel is not None:
            if not channel.permissions.manage_channels:
                raise Illegal("follow-not-manager")
            followed = await table.watched.unrelay(channel.id)
            key = "discord.follow.channel-off" if followed else "discord.follow.channel-was-off"
            return Reply(desk.words.text(key, name=table.shown_name, channel=f"<#{channel.id}>"))
        followed = await desk.house.follows(table.game.id, interaction.user.id)
        await desk.house.follow(table.game.id, interaction.user.id, follows=False)
        key = "discord.follow.off" if followed else "discord.follow.was-off"
        return Reply(desk.words.text(key, name=table.shown_name))

    await in_private(interaction, work)


async def _follow(desk: Desk, table: Table, user: int) -> Reply:
    if table.seat_of(user) is not None:
        raise Illegal("follow-seated")
    if table.game.status not in (Status.LOBBY, Status.RUNNING):
        raise Illegal("follow-over")
    await desk.house.follow(table.game.id, user, follows=True)
    return Reply(desk.words.text("discord.follow.on", name=table.shown_name))


def _check_channel(interaction: discord.Interaction, channel: Chosen) -> None:
    """Raises Illegal unless the person manages the channel, and the bot can tell something there.

    `follow-not-manager`, `missing-permission`.
    """
    if not channel.permissions.manage_channels:
        raise Illegal("follow-not-manager")
    there = interaction.guild.get_channel_or_thread(channel.id) if interaction.guild is not None else None
    if there is not None and interaction.guild is not None:
        lacking = lacking_in(there.permissions_for(interaction.guild.me), isinstance(there, discord.Thread))
        if lacking:
            raise Illegal("missing-permission", permissions=lacking)


async def _meant(
    desk: Desk, interaction: discord.Interaction, typed: str | None, abroad: bool = False, ended: bool = False
) -> Table:
    """The game of the channel, the one of the server that is meant, or with `abroad` one that may be followed anywhere.

    Whether there is one that may not be followed is not told. Raises Illegal `no-game-here`, `follow-unknown`.
    """
    if typed is None:
        return await table_here(interaction)
    number = typed.partition(":")[0].strip()
    if not number.isdecimal() or len(number) > 18:
        raise Illegal("follow-unknown")
    try:
        table = await desk.house.table(int(number))
    except Illegal:
        raise Illegal("follow-unknown") from None
    here = table.game.guild == interaction.guild_id
    if not here and not (abroad and (table.game.abroad or ended)):
        raise Illegal("follow-unknown")
    return table


@follow.autocomplete("game")
@or_nothing
async def _open_games(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The open games of this server, the newest first. Those of others are nobody's business here."""
    return games_offered(reversed(await open_games(desk_of(interaction), interaction)), typed)


@unfollow.autocomplete("game")
@or_nothing
async def _followed(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The open games of this server, and what its channels follow."""
    desk = desk_of(interaction)
    followed = await desk.house.followed_in(interaction.guild_id or 0)
    found = (*followed, *reversed(await open_games(desk, interaction)))
    return games_offered({game.id: game for game in found}.values(), typed)
