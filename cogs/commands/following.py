"""`/watch follow` and `unfollow`: the news of a game, for oneself by direct message, or for a channel of any server."""

from __future__ import annotations

import discord
from discord import app_commands

from cogs.face.lengths import NameText
from cogs.house.table.table import Table
from cogs.house.values.records import Status
from cogs.interactions.access import followable, followed_here, games_here, unfollowable
from cogs.interactions.completing import games_offered, or_nothing
from cogs.interactions.context import Context, Reply, context_of, described, explained, in_private, option
from cogs.interactions.known_servers import server_here
from cogs.interactions.permissions import lacking_in
from cogs.interactions.places import Chosen, OfKinds
from engine.core import Illegal

OPEN = (Status.LOBBY, Status.RUNNING)
"""The states of games of which there is any news."""

Kinds = discord.ChannelType
Channel = app_commands.Transform[
    Chosen, OfKinds(Kinds.text, Kinds.news, Kinds.public_thread, Kinds.news_thread)
]  # where everybody who sees it may read


@app_commands.command(name="follow", description=described("watch-follow"))
@app_commands.describe(game=option("game", "watch-follow"), channel=option("channel", "watch-follow"))
async def follow(
    interaction: discord.Interaction, game: NameText | None = None, channel: Channel | None = None
) -> None:
    """`/watch follow`: for oneself, or for a channel that one manages."""
    context = context_of(interaction)

    async def work() -> Reply:
        if channel is None:
            return await _follow(context, await followable(interaction, game), interaction.user.id)
        await _check_channel(interaction, channel)
        table = await followable(interaction, game, channel.id)
        with explained(context, table):
            await table.spectators.relay(interaction.guild_id or 0, channel.id)
        said = {"name": table.shown_name, "channel": f"<#{channel.id}>"}
        return Reply(context.words.text("discord.follow.channel-on", **said))

    await in_private(interaction, work)


@app_commands.command(name="unfollow", description=described("watch-unfollow"))
@app_commands.describe(game=option("game", "watch-follow"), channel=option("channel", "watch-unfollow"))
async def unfollow(
    interaction: discord.Interaction, game: NameText | None = None, channel: Channel | None = None
) -> None:
    """`/watch unfollow`: for oneself, or for a channel that one manages."""
    context = context_of(interaction)

    async def work() -> Reply:
        if channel is not None:
            if not channel.permissions.manage_channels:
                raise Illegal("follow-not-manager")
            table = await unfollowable(interaction, game, channel.id)
            followed = await table.spectators.unrelay(channel.id)
            key = "discord.follow.channel-off" if followed else "discord.follow.channel-was-off"
            return Reply(context.words.text(key, name=table.shown_name, channel=f"<#{channel.id}>"))
        table = await unfollowable(interaction, game)
        followed = await context.house.store.spectators.follows(table.game.id, interaction.user.id)
        await context.house.store.spectators.follow(table.game.id, interaction.user.id, follows=False)
        key = "discord.follow.off" if followed else "discord.follow.was-off"
        return Reply(context.words.text(key, name=table.shown_name))

    await in_private(interaction, work)


async def _follow(context: Context, table: Table, user: int) -> Reply:
    if table.seat_of(user) is not None:
        raise Illegal("follow-seated")
    if table.game.status not in OPEN:
        raise Illegal("follow-over")
    await context.house.store.spectators.follow(table.game.id, user, follows=True)
    return Reply(context.words.text("discord.follow.on", name=table.shown_name))


async def _check_channel(interaction: discord.Interaction, channel: Chosen) -> None:
    """Raises Illegal unless the person manages the channel, and the bot can tell something there.

    `follow-not-manager`, `missing-permission`.
    """
    if not channel.permissions.manage_channels:
        raise Illegal("follow-not-manager")
    guild = await server_here(interaction)
    there = guild.get_channel_or_thread(channel.id) if guild is not None else None
    if there is not None:
        lacking = lacking_in(there.permissions_for(there.guild.me), isinstance(there, discord.Thread))
        if lacking:
            raise Illegal("missing-permission", permissions=lacking)


@follow.autocomplete("game")
@or_nothing
async def _open_games(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The open games of this server that the person sees, the newest first. Others are nobody's business here."""
    return games_offered(await games_here(interaction, *OPEN), typed)


@unfollow.autocomplete("game")
@or_nothing
async def _followed(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The same, and what the channels follow that the person manages."""
    found = (*await followed_here(interaction), *await games_here(interaction, *OPEN))
    return games_offered({game.id: game for game in found}.values(), typed)
