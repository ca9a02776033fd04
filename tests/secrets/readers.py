"""Two houses with one game each, which differ in nothing that their readers may know; and all that these can ask.

The same is done in both by those who play, but for what is hidden from the readers: there each does what it likes. What
is posted, sent and answered must then be the same, to the byte.
"""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import discord
import pytest
import simcord
from discord import app_commands

from cogs.house.background import bots
from cogs.house.game import dice
from cogs.house.game.pictures import Look
from cogs.house.words.words import Names
from engine.core import Draw, Drawn, Seat, View
from tests.discord.conftest import Play, custom_ids, invited, starts_on
from tests.plain import redrawn

NOW = 1_790_000_000.0
"""The time in both houses; it is put on by hand."""

PEOPLE = ("Ann", "Ben", "Mike", "Fred", "Gina", "Flora", "Mara", "Moe")
"""Mike plays and manages the server; Fred has left their seat to Gina; Flora follows from another server, and by direct
message; Mara and Moe manage and play nowhere, and Mara acts for others now and then."""

READERS = ("Mike", "Fred", "Flora", "Moe")
MANAGERS = ("Mike", "Flora", "Moe")
"""Those of the readers who manage the server that they ask in."""

GROUPS = ("show", "rules", "watch")
LOOKS = ("status", "list", "settings", "doctor", "stats", "export", "deadline", "about")
ASIDE = ("follow", "unfollow", "open", "replay", "verify-dice", "odds", "note")
"""Commands that only look are those of these groups and of these names, but for the last, which change something or
take long. Of all others the completions alone are asked for."""


def only_looks(command: app_commands.Command[Any, ..., Any]) -> bool:
    """Whether a command changes nothing."""
    root = command.qualified_name.partition(" ")[0]
    return (root in GROUPS or command.name in LOOKS) and command.name not in ASIDE


@dataclass
class World:
    """One of the two: the server of the game, and another one that is told of it."""

    play: Play
    other: simcord.GuildHandle
    flora: simcord.MemberActor
    news: simcord.ChannelHandle

    @property
    def env(self) -> simcord.Env:
        return self.play.env

    def actor(self, reader: str) -> tuple[Any, simcord.ChannelHandle]:
        """Who asks, and where: Flora is in the other server."""
        return (self.flora, self.news) if reader == "Flora" else (self.play.people[reader], self.play.channel)

    def plain(self, told: object) -> str:
        """What was told, with names in the place of numbers that are Discord's."""
        backend = self.env.backend

        def named(found: re.Match[str]) -> str:
            number = int(found[0])
            if number in backend.channels:
                return f"channel {backend.channels[number].name}"
            return f"user {backend.users[number].name}" if number in backend.users else "message"

        return re.sub(r"\b\d{17,20}\b", named, json.dumps(told, default=str, ensure_ascii=False))


def same_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """The time stands still, and chance answers the same question alike, however many decisions came before it.

    How many there were is hidden, and the numbers of what is thrown anew each time follow from it.
    """

    monkeypatch.setattr("time.time", lambda: NOW)
    monkeypatch.setattr(dice, "new_seed", lambda: b"the same seed".ljust(32, b"."))
    monkeypatch.setattr("engine.chance.answer", lambda seed, words, game, seq, draw: thrown(draw))
    monkeypatch.setattr(bots, "_pick", lambda: Random(1))


def thrown(draw: Draw) -> Drawn:
    """What chance says in both houses."""
    numbers, throw = range(1, draw.sides + 1), Random(repr(draw))
    return Drawn(tuple(throw.sample(numbers, draw.count) if draw.distinct else throw.choices(numbers, k=draw.count)))


Views = dict[tuple[View, tuple[tuple[Seat, str], ...], Look], int]


@asynccontextmanager
async def world_of(file: Path, group: str, chosen: Mapping[str, Any], views: Views) -> AsyncIterator[World]:
    """A house in which a game has begun; its pictures stand for the views that they are of, each with its number."""

    def drawn(view: View, names: Names, look: Look) -> bytes:
        return str(views.setdefault((view, tuple(sorted(names.items())), look), len(views))).encode()

    async with starts_on(f"sqlite:///{file}")(names=PEOPLE) as play:
        kits = play.house.kits
        play.house.kits = {name: redrawn(kit, drawn) for name, kit in kits.items()}
        yield await _begun(play, group, chosen)


async def _begun(play: Play, group: str, chosen: Mapping[str, Any]) -> World:
    """A game of Ann, Ben, Mike and Fred, or of Fred and Mike where two play; then Fred leaves their seat to Gina."""
    env = play.env
    managers = play.guild.create_role("Managers", permissions=discord.Permissions(manage_guild=True))
    for name in ("Mike", "Mara", "Moe"):
        env.backend.add_member_role(play.guild.id, play.people[name].id, managers.id)
    other = env.create_guild("Others")
    keeper = other.create_role("Keepers", permissions=discord.Permissions(manage_channels=True, manage_guild=True))
    flora = other.add_member(play.people["Flora"].user, roles=[keeper])
    news = other.create_text_channel("news", overwrites=invited(env))
    (command,) = [each for each in await play.client.tree.fetch_commands() if each.name == "titan-admin"]
    for server in (play.guild, other):
        server.set_command_permissions(command.id, {server.default_role: True})
    names = ("Fred", "Mike") if group == "skirmish" else ("Ann", "Ben", "Mike", "Fred")
    seats = {} if group == "skirmish" else {"seats": len(names)}
    await play.new(names[0], group, name="Friday", **seats, **chosen)
    for name in names[1:]:
        await play.slash(name, f"{group} join")
    await play.slash(names[0], f"{group} settings", abroad="on", pace="daily")
    await play.slash(names[0], f"{group} start")
    table = await play.table()
    await play.house.store.spectators.follow(table.game.id, play.people["Flora"].id, follows=True)
    await flora.slash(news, "watch follow", game=str(table.game.id), channel=news)
    await play.settle()
    world = World(play, other, flora, news)
    await table.vacancies.leave(play.people["Fred"].id)
    seat = next(iter(table.vacant))
    await table.vacancies.take(play.people["Gina"].id, "Gina", seat)
    for name in ("Ann", "Ben", "Gina"):
        channel = play.people[name].user.dm_channel.id
        env.inject_error("POST", f"/channels/{channel}/messages", status=403, code=50007, times=None)
    await play.settle()
    return world


@dataclass(frozen=True)
class Asked:
    """Something that a reader asks: a command, the completions of an option, or a press on what stands there.

    The options that a command must have are taken from what is offered for them.
    """

    said: str
    command: str = ""
    needed: tuple[str, ...] = ()
    option: str = ""
    typed: str = ""
    pressed: str = ""


def asked(world: World, reader: str, dice: Random) -> list[Asked]:
    """Everything that a reader may ask where they are: what there is follows from the tree, and from the posts."""
    found = list[Asked]()
    for command in world.play.client.tree.walk_commands():
        if not isinstance(command, app_commands.Command):
            continue
        name = command.qualified_name
        for option in command.parameters:
            for typed in ("", dice.choice("abdmrst1234")) if option.autocomplete else ():
                said = f"completes {option.display_name}:{typed} of /{name}"
                found.append(Asked(said, name, option=option.display_name, typed=typed))
        needed = [option for option in command.parameters if option.required]
        if only_looks(command) and all(option.autocomplete for option in needed):
            found.append(Asked(f"/{name}", name, tuple(option.display_name for option in needed)))
    offered = {each for post in posts(world.actor(reader)[1]) for each in custom_ids(post)}
    looking = [each for each in sorted(offered) if each.split(":", 3)[3].partition(" ")[0] in LOOKING]
    return found + [Asked(f"presses {each}", pressed=each) for each in looking[-6:]]


LOOKING = ("open", "foretell", "log", "log-at", "log-near", "rules")
"""What can be pressed and changes nothing."""


def posts(channel: simcord.ChannelHandle) -> list[discord.Message]:
    """What stands in a channel and its threads for everybody."""
    places = (channel, *channel.threads)
    return [post for place in places for post in place.history() if not post.flags.ephemeral]


ALWAYS = ("titan-admin status", "titan-admin doctor", "titan-admin stats", "titan-admin export")


async def answered(world: World, reader: str, about: Asked) -> list[Any]:
    """What a reader is answered: the choices, or texts, buttons, files with what is in them."""
    actor, channel = world.actor(reader)
    if about.option:
        return list(await actor.autocomplete(channel, about.command, about.option, about.typed))
    if about.pressed:
        post = next(post for post in reversed(posts(channel)) if about.pressed in custom_ids(post))
        result = await actor.click(post, custom_id=about.pressed)
    else:
        given: dict[str, Any] = {}
        for name in about.needed:
            offered = await actor.autocomplete(channel, about.command, name, "", **given)
            if not offered:
                return ["nothing is offered"]
            given[name] = offered[0]["value"]
        result = await actor.slash(channel, about.command, **given)
    await world.play.settle()
    told = [message for message in (result.response, *result.followups) if message is not None]
    said = [(each.content, each.components, await files(each), each.ephemeral) for each in told]
    return [result.modal, *said]


async def files(message: Any) -> list[tuple[str, str | None, str]]:
    """The files of a message, with what is in them."""
    return [(file.filename, file.description, (await file.read()).decode("latin1")) for file in message.attachments]


async def sent(world: World, reader: str) -> list[Any]:
    """What stands in the channels that the reader sees, and was sent to them alone."""
    _, channel = world.actor(reader)
    told = [*posts(channel), *posts(world.play.people[reader].user.dm_channel)]
    return [(post.content, [row.to_dict() for row in post.components], await files(post), post.pinned) for post in told]


async def told(world: World, reader: str, dice: Random, most: int) -> list[tuple[str, str]]:
    """What a reader was sent, and is answered to some of what they can ask: what it is, and all of it as text.

    Where `most` is none only what is completed with legions is asked for: there what is staged would be seen.
    """
    every = asked(world, reader, dice)
    if not most:
        chosen, found = [each for each in every if each.option == "legion" and not each.typed], []
    else:
        found = [(f"{reader} is sent", world.plain(await sent(world, reader)))]
        found.append((f"{reader} can ask", world.plain([each.said for each in every])))
        manages = reader in MANAGERS
        chosen = [each for each in every if manages and each.command in ALWAYS and not each.option]
        chosen += dice.sample(every, min(most, len(every)))
    return found + [(f"{reader} {each.said}", world.plain(await answered(world, reader, each))) for each in chosen]


def parting(one: str, other: str) -> str:
    """Both texts, from where they part."""
    at = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return "\n".join(text[max(0, at - 200) : at + 300] for text in (one, other))
