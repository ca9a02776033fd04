"""Two servers with a game in every state that a game can be in, and one person of each kind towards them.

Each game has a title that nothing else holds, so that what is told anywhere tells of which game it is. What only some
may read of a game has a word of its own too: notes, reasons of deeds; orders ahead have numbers of their own.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

import discord
import simcord

from cogs.house.table.table import Table
from cogs.house.values.records import AuditEntry
from cogs.house.values.sender import AGREE
from tests.discord.conftest import Play, custom_ids, invited

HOME = (
    "Ann", "Ben", "Cleo", "Dan", "Hanna", "Mike", "Mara", "Max", "Fred", "Olga", "Wanda", "Flora", "Gus", "Nora",
    "Sigi", "Sven",
)  # fmt: skip
"""Who is in the server of the games.

Hanna is the host of most games and plays; Max is the host of one whose seat they have left. Mara and Mike manage the
server, and Mike plays. Fred has left their seat, Olga has looked with everything open, Wanda watches, Flora follows by
direct message, and so did Gus, who has left the server since. Nora may see no channel with a game, Sigi and Sven play
in the one that nobody else may see.
"""

ELSEWHERE = ("Zoe", "Zack", "Flora", "Wanda")
"""Who is in the other server, which Zoe manages."""

MANAGERS = {"home": ("Mara", "Mike"), "elsewhere": ("Zoe",)}
DEED = "reasonword"
NOTE = "noteword"
TITLE = "titleword"
ORDER = 71_00_00
"""An order ahead of a seat holds this number, with that of its game and its seat in the last places."""


@dataclass
class Place:
    """Where somebody acts: in a channel or thread of one of the servers, or in direct messages (`guild` None)."""

    person: str
    actor: Any
    channel: simcord.ChannelHandle
    guild: int | None


@dataclass
class Town:
    """`games` are their numbers by what they are here, `words` the words that only some may read, by game and kind."""

    play: Play
    other: simcord.GuildHandle
    channels: dict[str, simcord.ChannelHandle]
    away: dict[str, simcord.MemberActor]
    database: sqlite3.Connection
    games: dict[str, int] = field(default_factory=dict)
    told: int = 0

    @property
    def home(self) -> int:
        return self.play.guild.id

    def sub(self, channel: str) -> Play:
        """The same bot, played in another channel."""
        return replace(self.play, channel=self.channels[channel])

    def user(self, name: str) -> simcord.UserHandle:
        person = self.play.people.get(name) or self.away[name]
        return person.user

    def id(self, name: str) -> int:
        return self.user(name).id

    def names(self) -> tuple[str, ...]:
        return (*HOME, *(name for name in ELSEWHERE if name not in HOME))

    def sees(self, user: int, channel: int) -> bool:
        """Whether a person may view a channel or thread now, by Discord's own rules."""
        backend = self.play.env.backend
        found = backend.channels.get(channel)
        if found is None or found.guild_id is None or user not in backend.get_guild(found.guild_id).members:
            return False
        rights = discord.Permissions(backend.compute_permissions(found.guild_id, user, channel))
        return rights.view_channel

    def places(self, name: str) -> list[Place]:
        """Everywhere a person can act."""
        backend, user = self.play.env.backend, self.user(name)
        found = []
        for actors, guild in ((self.play.people, self.play.guild), (self.away, self.other)):
            if name not in actors or user.id not in backend.get_guild(guild.id).members:
                continue
            seen = [channel for channel in self.handles(guild) if self.sees(user.id, channel.id)]
            found += [Place(name, actors[name], channel, guild.id) for channel in seen]
        return [*found, Place(name, user, user.dm_channel, None)]

    def handles(self, guild: simcord.GuildHandle) -> list[simcord.ChannelHandle]:
        """The text channels of a server, with their threads."""
        texts = [each for each in guild.channels.values() if each._channel.type == 0]
        return [place for channel in texts for place in (channel, *channel.threads)]

    def rows(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        """What stands in the store."""
        return self.database.execute(sql, values).fetchall()

    async def table(self, game: str) -> Table:
        return await self.play.house.table(self.games[game])

    async def remember(self) -> None:
        """Puts a deed with a reason of its own on the record of every game that runs, as somebody who manages does."""
        self.told += 1
        for what, game in self.games.items():
            guild = self.rows("SELECT guild_id FROM game WHERE id = ?", game)
            if guild:
                deed = AuditEntry(guild[0][0], game, self.id("Mara"), "seat", f"{DEED}{what}")
                await self.play.store.deeds.keep(deed)


def hidden(
    guild: simcord.GuildHandle, seen_by: Sequence[simcord.MemberActor]
) -> dict[Any, discord.PermissionOverwrite]:
    """The overwrites of a channel that nobody else may see."""
    shown: dict[Any, discord.PermissionOverwrite] = {
        person.user: discord.PermissionOverwrite(view_channel=True) for person in seen_by
    }
    return {guild.default_role: discord.PermissionOverwrite(view_channel=False), **shown}


CHANNELS = ("lobby", "battle", "skirmish", "frozen", "over", "private", "recalled", "lounge", "hosted", "lost", "gone")


async def built(play: Play) -> Town:
    """The town, in a server that was just opened; its games have come a few turns."""
    env, guild = play.env, play.guild
    other = env.create_guild("Strangers")
    away = {}
    for name in ELSEWHERE:
        user = play.people[name].user if name in play.people else env.create_user(name.lower(), global_name=name)
        rights = discord.Permissions(manage_guild=True, manage_channels=True) if name == "Zoe" else None
        roles = [other.create_role("Keepers", permissions=rights)] if rights else []
        away[name] = other.add_member(user, roles=roles)
    bot = invited(env)
    managers = guild.create_role("Managers", permissions=discord.Permissions(manage_guild=True, manage_channels=True))
    for name in MANAGERS["home"]:
        env.backend.add_member_role(guild.id, play.people[name].id, managers.id)
    nora: dict[Any, discord.PermissionOverwrite] = {
        play.people["Nora"].user: discord.PermissionOverwrite(view_channel=False)
    }
    channels = {"titan": play.channel}
    for name in CHANNELS:
        secret = hidden(guild, [play.people[each] for each in ("Sigi", "Sven")]) if name == "private" else {}
        shut = {} if name in ("lounge", "private") else nora
        channels[name] = guild.create_text_channel(name, overwrites={**bot, **secret, **shut})
    env.backend.edit_channel(play.channel.id, {}, overwrites=env.backend.get_channel(channels["lobby"].id).overwrites)
    for name in ("ours", "news", "stale"):
        channels[name] = other.create_text_channel(name, overwrites=bot)
    (command,) = [each for each in await play.client.tree.fetch_commands() if each.name == "titan-admin"]
    for server in (guild, other):
        server.set_command_permissions(command.id, {server.default_role: True})
    await play.settle()
    database = sqlite3.connect(play.url.removeprefix("sqlite:///"))
    town = Town(play, other, channels, away, database)
    await _games(town)
    await _people(town)
    await town.remember()
    await play.settle()
    return town


async def _opened(
    town: Town,
    what: str,
    channel: str,
    *names: str,
    group: str = "titan",
    steps: int = 30,
    abroad: bool = False,
    **chosen: Any,
) -> Table:
    """A game that has come so many decisions far; `steps` -1: still a lobby."""
    sub = town.sub(channel)
    people = town.play.people if town.channels[channel]._channel.guild_id == town.home else town.away
    sub = replace(sub, people=people)
    host, *others = names
    seats = {} if group == "skirmish" else {"seats": chosen.pop("seats", len(names))}
    await sub.new(host, group, name=f"{TITLE}{what}", **seats, **chosen)
    for name in others:
        await sub.slash(name, f"{group} join")
    table = await sub.table()
    town.games[what] = table.game.id
    if abroad:
        await sub.slash(host, f"{group} settings", abroad="on")
    if steps >= 0:
        await sub.slash(host, f"{group} start")
        await played(table, steps)
        await town.play.settle()
    return table


async def played(table: Table, steps: int) -> None:
    """Lets all play so many sound decisions on, without giving up."""
    whims = Random(table.game.id)
    for _ in range(steps):
        seat = min(table.awaiting)
        await table.submit(seat, table.kit.deciding.default(table.view(seat), table.legal(seat, undo=False), whims))


async def _games(town: Town) -> None:
    """The games of both servers."""
    play = town.play
    lobby = await _opened(town, "lobby", "lobby", "Hanna", "Ben", steps=-1, seats=4)
    await lobby.lobby.add_word(town.id("Ben"), "secretword of ben")
    await _opened(town, "titan", "titan", "Hanna", "Ben", "Mike", "Fred", steps=12, abroad=True)
    battle = await _opened(town, "battle", "battle", "Ann", "Ben", "Mike", seats=3, rules="battle-titan")
    await _opened(town, "skirmish", "skirmish", "Ann", "Cleo", group="skirmish", steps=25)
    await _opened(town, "frozen", "frozen", "Hanna", "Cleo", steps=20)
    await town.sub("frozen").slash("Mara", "titan-admin freeze", reason="a rest")
    over = await _opened(town, "over", "over", "Ann", "Ben", steps=8)
    await replace(play, channel=town.channels["over"]).resigned(over, "Ben")
    await _opened(town, "private", "private", "Sigi", "Sven", steps=12)
    recalled = await _opened(town, "recalled", "recalled", "Hanna", "Dan", steps=12, abroad=True)
    await _opened(town, "hosted", "hosted", "Max", "Ann", "Dan", steps=10)
    await _opened(town, "gone", "gone", "Cleo", "Dan", steps=10)
    await _opened(town, "ours", "ours", "Zoe", "Zack", steps=12)
    assert battle.game.options["variant"] == "battle_titan"
    for game, channel in (("titan", "news"), ("recalled", "stale")):
        number = str(town.games[game])
        there = town.channels[channel]
        await town.away["Zoe"].slash(there, "watch follow", game=number, channel=there)
        await play.settle()
    whims = min(recalled.awaiting)
    await recalled.submit(whims, recalled.legal(whims, undo=False)[0])
    await play.settle()
    await _agreed(town.sub("recalled"), "Hanna", "Dan", "titan settings", abroad="off")
    assert not recalled.game.abroad


async def _agreed(play: Play, asks: str, other: str, command: str, **given: Any) -> None:
    """A host's deed, to which the other player says yes if they are asked."""
    await play.slash(asks, command, **given)
    for post in play.public():
        if agree := next((each for each in custom_ids(post) if f":{AGREE} " in each), None):
            await play.press(other, post, custom_id=agree)


async def _people(town: Town) -> None:
    """Brings everybody where they are: out of a seat, after a late look, following, or gone."""
    play = town.play
    table = await town.table("titan")
    await table.vacancies.leave(town.id("Fred"))
    await (await town.table("hosted")).vacancies.leave(town.id("Max"))
    await play.store.insiders.saw(table.game.id, town.id("Olga"))
    for number in town.games.values():
        for name in ("Ann", "Ben", "Hanna", "Mike"):
            town.database.execute(
                "INSERT INTO note VALUES (?, ?, 'Rd01', ?)", (number, town.id(name), f"{NOTE}{name.lower()}")
            )
    town.database.commit()
    for name in ("Flora", "Gus"):
        for game in ("titan", "battle"):
            await play.house.store.spectators.follow(town.games[game], town.id(name), follows=True)
    for game in ("titan", "recalled", "hosted", "gone", "private"):
        table = await town.table(game)
        for seat in sorted(table.people):
            number = ORDER + 100 * table.game.id + seat
            await table.orders.file(seat, f"when attacked any and attacker height >= {number} then ask expires never")
    play.guild.remove_member(play.people["Gus"])
    play.env.backend.delete_channel(town.channels.pop("gone").id)
    await play.settle()
