"""May this person look at this game here? Whatever is asked about a game gets its row or its table from here.

A game is told in its channel and in the threads below it; in other servers, or to those of its own who do not see its
channel, only in the channels that follow it, and only while its host gives leave (`abroad`). Who has a seat may look
from anywhere: their secrets come to them as direct messages. There, others may look only at what they follow or have
foretold, as long as they are in the server and see the channel. Nobody else may, whatever they have pressed or typed:
what they may not see is not there for them, in the words and at the price of a number that no game has. That is one
look at the row of the game, before anything else of it is read, loaded, played over or drawn.

To look is not to act. Who reads of a game where it is only told, in a channel that follows it or by direct message, may
look and foretell there (`may_look`); to join, play, vote, ask or manage takes a seat, or that one sees where it is
played (`may_act`). Whatever does not say that it only looks asks for that.

Discord is the judge of who sees a channel (`cogs.interactions.seeing`). Of a private thread that is who is known to be
in it, or asks in it. A thread in the archive is not known: a game that was played there is seen there, and by its
players. Who may manage the server is a person as any other, but for games whose channel is gone: `managing`, they see
those too, since nobody else could put them right. Where they do the rules are silent: a thread in the archive is then
asked for, and is seen as the channel above it is.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace

import discord

from cogs.face.face import Face
from cogs.house.table.table import Table
from cogs.house.values.records import PURGES, AuditEntry, Game, SoughtGame, Status, Vacancy
from cogs.interactions.context import context_of
from cogs.interactions.known_servers import server_here
from cogs.interactions.places import channel_of
from cogs.interactions.seeing import is_seen
from engine.core import Illegal, Seat

DIGITS = 15
"""The longest number that is looked for."""

NONE = 0
"""The number of no game."""

LOST = 25
"""So many games of a list are asked after whose channel is not known, those that come first."""

DEEDS = 10
"""So many of the last deeds are listed."""


async def may_look(interaction: discord.Interaction, sought: SoughtGame) -> bool:
    """The question itself, about a game as the person of an interaction has asked for it in its channel.

    Raises Illegal `discord-silent` where only Discord knows, and does not say.
    """
    return await _is_told(interaction, sought) or await may_act(interaction, sought)


async def _is_told(interaction: discord.Interaction, sought: SoughtGame) -> bool:
    """Whether the game is told where the person asks: in a channel that follows it, or to them by direct message."""
    game = sought.game
    if sought.relayed and game.abroad:
        return True
    if interaction.guild_id is not None or sought.sits:
        return False
    return sought.follows and await context_of(interaction).house.seen_by(game, interaction.user.id)


async def may_act(interaction: discord.Interaction, sought: SoughtGame, managing: bool = False) -> bool:
    """Whether the person is in the game there: has a seat, or sees from its own server where it is played.

    Raises Illegal as `may_look` does.
    """
    game = sought.game
    if sought.sits:
        return True
    if interaction.guild is None or interaction.guild_id != game.guild:
        return False
    if game.channel in channels_here(interaction):
        return True
    guild = await server_here(interaction)
    if guild is None:
        return False
    place: object = guild.get_channel_or_thread(game.channel)
    if place is None and managing and interaction.permissions.manage_guild:
        place = await channel_of(interaction, game.channel)
        if place is None:
            return True
    return isinstance(interaction.user, discord.Member) and is_seen(place, interaction.user)


def channels_here(interaction: discord.Interaction) -> frozenset[int]:
    """The channel, and the one that the thread is of: whoever asks can read both."""
    return frozenset({interaction.channel_id or NONE, getattr(interaction.channel, "parent_id", None) or NONE})


async def _sought(interaction: discord.Interaction, number: int) -> SoughtGame | None:
    house, channel = context_of(interaction).house, interaction.channel_id or NONE
    return await house.sought(number, interaction.user.id, channel)


async def _found(interaction: discord.Interaction, number: int, managing: bool = False) -> SoughtGame | None:
    """The game of a number, if the person may look at it here; None if not, and if there is none.

    `managing`: only if they may manage it, or whatever else they may do there.
    """
    sought = await _sought(interaction, number)
    if sought is None:
        return None
    may = await (may_act(interaction, sought, managing) if managing else may_look(interaction, sought))
    return sought if may else None


async def _game(interaction: discord.Interaction, number: int, managing: bool = False) -> Game | None:
    """The row of such a game."""
    sought = await _found(interaction, number, managing)
    return None if sought is None else sought.game


async def _shown(interaction: discord.Interaction, sought: SoughtGame) -> Table:
    """The table of a game that the person may look at; who sits there is seen there by that."""
    house, game = context_of(interaction).house, sought.game
    if sought.sits:
        house.acted(game.id, interaction.user.id)
    return await house.shown(game.id, here=game.channel in channels_here(interaction))


def _number(typed: str) -> int:
    """The number of a game as somebody types it, or has chosen it from a list: `17`, `17: Friday`."""
    number = typed.partition(":")[0].strip()
    return int(number) if number.isdecimal() and len(number) <= DIGITS else NONE


# The game of the channel


async def table_at(interaction: discord.Interaction) -> Table | None:
    """The open game of the channel, else the last one there, if there is any."""
    house, channel = context_of(interaction).house, interaction.channel_id or NONE
    number = await house.open_at(channel) or await house.newest_at(channel)
    return await _table(interaction, number or NONE)


async def open_at(interaction: discord.Interaction) -> Table | None:
    """The open or running game of the channel, if there is one."""
    return await _table(
        interaction, await context_of(interaction).house.open_at(interaction.channel_id or NONE) or NONE
    )


async def table_here(interaction: discord.Interaction) -> Table:
    """The open game of the channel, else the last one there. Raises Illegal `no-game-here`."""
    table = await table_at(interaction)
    if table is None:
        raise Illegal("no-game-here", commands=context_of(interaction).opening)
    return table


async def finished_here(interaction: discord.Interaction) -> Table:
    """The newest game of the channel that was played to its end. Raises Illegal `no-finished-game`."""
    number = await context_of(interaction).house.newest_at(interaction.channel_id or NONE, Status.OVER)
    table = await _table(interaction, number or NONE)
    if table is None:
        raise Illegal("no-finished-game")
    return table


async def face_here(interaction: discord.Interaction) -> Face:
    """The game of the channel; where there is none, the first that there is."""
    table, context = await table_at(interaction), context_of(interaction)
    return next(iter(context.faces.values())) if table is None else context.face(table)


# A game by its number


async def _table(interaction: discord.Interaction, number: int, managing: bool = False) -> Table | None:
    sought = await _found(interaction, number, managing)
    return None if sought is None else await _shown(interaction, sought)


async def table_seen(interaction: discord.Interaction, game: int) -> Table:
    """The table of the game whose number a press carries, or somebody has typed, for what only looks at it.

    Raises Illegal `game-unknown`.
    """
    table = await _table(interaction, game)
    if table is None:
        raise Illegal("game-unknown", game=game)
    return table


async def table_of(interaction: discord.Interaction, game: int) -> Table:
    """The same, for whatever does something in the game. Raises Illegal `only-told-here` too."""
    sought = await _sought(interaction, game)
    if sought is not None and await may_act(interaction, sought):
        return await _shown(interaction, sought)
    if sought is not None and await _is_told(interaction, sought):
        raise Illegal("only-told-here")
    raise Illegal("game-unknown", game=game)


async def table_managed(interaction: discord.Interaction, game: Game) -> Table:
    """The table of a game of the server, also of one whose channel is gone. Raises Illegal `game-unknown`."""
    table = await _table(interaction, game.id, managing=True)
    if table is None:
        raise Illegal("game-unknown", game=game.id)
    return table


async def table_listed(interaction: discord.Interaction, game: Game, managing: bool = False) -> Table:
    """The table of a game of one of the lists here, as it is: that it is listed has nothing go on that had stopped.

    Raises Illegal `game-unknown` if it may not be looked at any more.
    """
    if await _game(interaction, game.id, managing) is None:
        raise Illegal("game-unknown", game=game.id)
    return await context_of(interaction).house.shown(game.id, here=False)


async def table_of_channel(interaction: discord.Interaction, typed: str, *within: Status) -> Table:
    """The game that is meant of those of the channel in these states. Raises Illegal `game-not-of-channel`."""
    game = await _game(interaction, _number(typed))
    if game is None or game.channel not in channels_here(interaction) or game.status not in within:
        raise Illegal("game-not-of-channel")
    return await context_of(interaction).house.shown(game.id, here=True)


async def game_of_server(interaction: discord.Interaction, typed: str) -> Game:
    """The game of the server that a manager means. Raises Illegal `game-not-of-server`."""
    game = await _game(interaction, _number(typed), managing=True)
    if game is None or game.guild != interaction.guild_id:
        raise Illegal("game-not-of-server")
    return game


async def told_by(interaction: discord.Interaction, message: discord.Message) -> tuple[Table, int]:
    """The game that a public post told of, and up to which entry. Raises Illegal `post-not-kept`."""
    number, entry = await context_of(interaction).house.told_by(message.channel.id, message.id) or (NONE, 0)
    table = await _table(interaction, number)
    if table is None:
        raise Illegal("post-not-kept")
    return table, entry


async def unseeing(interaction: discord.Interaction, table: Table) -> tuple[Seat, ...]:
    """The seats of the game whose people may not view the channel. Raises Illegal `discord-silent`."""
    there, house = replace(table.game, channel=interaction.channel_id or NONE), context_of(interaction).house
    people = {seat: table.person(seat) or NONE for seat in sorted(table.people)}
    return tuple([seat for seat, user in people.items() if not await house.seen_by(there, user)])


async def sees(interaction: discord.Interaction, table: Table, user: int) -> bool:
    """Whether somebody else, whom its host wants there, may view a game's channel. Raises Illegal `discord-silent`."""
    return await context_of(interaction).house.seen_by(table.game, user)


def at_hand(interaction: discord.Interaction, game: int) -> Table | None:
    """The table of a game in memory, for the form that a press opens: it can't wait until the store was asked.

    That is for those who sit there, and in a lobby for its host: both are known without it. All others wait.
    """
    table, user = context_of(interaction).house.in_memory(game), interaction.user.id
    if table is None or (
        table.seat_of(user) is None and not (table.game.status is Status.LOBBY and user == table.host)
    ):
        return None
    return table


# Following


async def followable(interaction: discord.Interaction, typed: str | None, channel: int | None = None) -> Table:
    """The game that the person may follow, or have a `channel` of this server follow: that of this channel, or the one
    that is meant. Raises Illegal `no-game-here`, `follow-unknown`.
    """
    if typed is None:
        number = (await table_here(interaction)).game.id
    else:
        number = _number(typed)
    sought = await _sought(interaction, number)
    if sought is None or not await may_follow(interaction, sought, channel):
        raise Illegal("follow-unknown")
    return await context_of(interaction).house.shown(number, here=False)


async def may_follow(interaction: discord.Interaction, sought: SoughtGame, channel: int | None) -> bool:
    """Whether the person may follow a game, or have a `channel` that they manage in this server follow it.

    They must see where it is played: what is told elsewhere does not show that they do. Whoever reads in that channel
    may see less, so of a game that not everybody in its server may see, as of one of another server, nothing is told
    there without its host's leave; that is enough where they can't see it either.
    """
    game = sought.game
    if interaction.guild_id is not None and interaction.guild_id != game.guild:
        return channel is not None and game.abroad
    if interaction.guild_id is None:
        return channel is None and await may_look(interaction, sought)
    if not await may_act(interaction, sought):
        return False
    return channel is None or game.abroad or await _is_public(interaction, game)


async def _is_public(interaction: discord.Interaction, game: Game) -> bool:
    """Whether everybody in the server may see where a game is played."""
    guild = await server_here(interaction)
    if guild is None:
        return False
    here = interaction.channel if game.channel == interaction.channel_id else None
    return is_seen(guild.get_channel_or_thread(game.channel) or here, guild.default_role)


async def unfollowable(interaction: discord.Interaction, typed: str | None, channel: int | None = None) -> Table:
    """The game that the person may follow no longer, or have a `channel` that they manage follow no longer.

    Raises Illegal as `followable` does.
    """
    if typed is None:
        return await table_here(interaction)
    house, number = context_of(interaction).house, _number(typed)
    sought = await house.sought(number, interaction.user.id, channel or interaction.channel_id or NONE)
    if sought is None or not await may_unfollow(interaction, sought, channel):
        raise Illegal("follow-unknown")
    return await house.shown(number, here=False)


async def may_unfollow(interaction: discord.Interaction, sought: SoughtGame, channel: int | None) -> bool:
    """Whether the person may end that a game is followed: what is told in a channel that they manage they may, and of
    what they may look at they can be told that it is not."""
    return (channel is not None and sought.relayed) or await may_look(interaction, sought)


# Lists


async def games_here(
    interaction: discord.Interaction, *within: Status, below: bool = False, managing: bool = False
) -> tuple[Game, ...]:
    """The games of the server that the person may look at, the newest first: in any state or these.

    `below`: only those of the channel, and of the one that the thread is of. Of those whose channel is not known a
    manager is offered no more than `LOST`: the others have their number.
    """
    house = context_of(interaction).house
    found = await house.sought_in(
        interaction.guild_id or NONE,
        *within,
        user=interaction.user.id,
        channel=interaction.channel_id or NONE,
        channels=channels_here(interaction) if below else None,
    )
    lost: list[SoughtGame] = []
    if managing and (guild := await server_here(interaction)) is not None:
        lost = [each for each in found if guild.get_channel_or_thread(each.game.channel) is None][:LOST]
    managed = await asyncio.gather(*(may_act(interaction, each, managing=True) for each in lost))
    put_right = {each.game.id for each, may in zip(lost, managed, strict=True) if may}
    may = may_act if managing else may_look
    return tuple([each.game for each in found if each.game.id in put_right or await may(interaction, each)])


async def seats_here(interaction: discord.Interaction) -> Mapping[int, tuple[Vacancy, ...]]:
    """The seats that may be taken in the running games of the server, by game: only `games_here` are to be named."""
    return await context_of(interaction).house.store.seats.vacant_in(interaction.guild_id or NONE)


async def own_games(interaction: discord.Interaction) -> tuple[Game, ...]:
    """The open and running games in which the person has a seat, of any server."""
    return await context_of(interaction).house.store.games.of(interaction.user.id)


async def followed_here(interaction: discord.Interaction) -> tuple[Game, ...]:
    """The games that are told, with leave, in those channels of the server that the person may manage."""
    guild = await server_here(interaction)
    if guild is None or not isinstance(interaction.user, discord.Member):
        return ()
    user = interaction.user
    found: dict[int, Game] = {}
    for game, channel in await context_of(interaction).house.store.spectators.followed_in(guild.id):
        place = guild.get_channel_or_thread(channel)
        if game.abroad and place is not None and is_seen(place, user) and place.permissions_for(user).manage_channels:
            found[game.id] = game
    return tuple(found.values())


# For those who may manage the server


async def tables_inside(interaction: discord.Interaction) -> tuple[Table, ...]:
    """The running games of the server that the person is inside of, wherever these are told, but for those that this
    program can't play on."""
    house, found = context_of(interaction).house, list[Table]()
    for game in await house.store.insiders.inside_of(interaction.guild_id or NONE, interaction.user.id):
        with suppress(Illegal):
            found.append(await house.table(game))
    return tuple(found)


async def log_of(interaction: discord.Interaction, game: int) -> int | None:
    """The thread of the log of a game that the person may look at, if it has one."""
    if await _game(interaction, game, managing=True) is None:
        return None
    return await context_of(interaction).house.log_of(game)


async def deeds_here(interaction: discord.Interaction) -> tuple[AuditEntry, ...]:
    """The last `DEEDS` of those who may manage the server, but for what concerns a game that they don't see.

    Of a deleted one nobody can say who saw it: only that it was deleted is told, by whom and when.
    """
    house, told, skipped, seen = context_of(interaction).house, list[AuditEntry](), 0, dict[int, bool | None]()
    while len(told) < DEEDS and (page := await house.store.deeds.page(interaction.guild_id or NONE, skipped)):
        for deed in page:
            if deed.game is not None and deed.game not in seen:
                sought = await _sought(interaction, deed.game)
                seen[deed.game] = None if sought is None else await may_act(interaction, sought, managing=True)
            may = deed.game is None or seen[deed.game]
            if may:
                told.append(deed)
            elif may is None and deed.what in PURGES:
                told.append(replace(deed, reason=""))
        skipped += len(page)
    return tuple(told[:DEEDS])
