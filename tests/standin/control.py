"""What a test does at the stand-in: makes servers and people, has them press and type, reads, and breaks things.

Each method takes and gives what JSON can hold: in the same process it is called, from another by `Remote`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from time import monotonic
from typing import Any

import aiohttp
import discord
from simcord import interactions
from simcord.backend import Backend, serializers
from simcord.backend.access import channel_accessible
from simcord.backend.models import Overwrite
from simcord.components import walk_components
from simcord.enums import ChannelType, InteractionType, OptionType, OverwriteType

from cogs.interactions.permissions import PERMISSIONS
from tests.standin.discord_api import Api, Heard
from tests.standin.gateway import Gateway

BOT = discord.Permissions(PERMISSIONS.value)
BOT.manage_messages = True  # what SimCord still asks for where Discord wants `pin_messages`

VIEW = discord.Permissions(view_channel=True).value

PATIENCE = 3.0
"""Seconds in which Discord takes a first answer."""

Payload = dict[str, Any]


class Control:
    """The stand-in as a test has it. Ids are numbers, permissions too."""

    def __init__(self, backend: Backend, gateway: Gateway, api: Api) -> None:
        self._backend, self._gateway, self._api = backend, gateway, api

    # What there is

    def user(self, name: str) -> int:
        """A new person."""
        return self._backend.make_user(name.lower(), global_name=name).id

    def guild(self, name: str, members: Iterable[int] = (), shard: int | None = None, count: int = 1) -> int:
        """A new server in which the bot has the rights of its invite link; `shard` of `count` hears of it."""
        guild = self._backend.create_guild(name, shard_id=shard, shard_count=count)
        for role in guild.roles.values():
            if role.managed:
                self._backend.edit_role(guild.id, role.id, {"permissions": BOT.value})
        for user in members:
            self.joins(guild.id, user)
        return guild.id

    def owner(self, guild: int) -> int:
        """Whom a server belongs to."""
        return self._backend.get_guild(guild).owner_id

    def joins(self, guild: int, user: int) -> None:
        """Somebody comes to a server."""
        self._backend.add_member(guild, user, announce=True)

    def leaves(self, guild: int, user: int) -> None:
        """Somebody leaves a server; the bot too."""
        if user == self._backend.bot_user.id:
            self._backend.remove_guild(guild)
        else:
            self._backend.remove_member(guild, user)

    def button(self, channel: int, custom_id: str) -> int:
        """A message of the bot's with a button, as one that was sent long ago; its id."""
        part = {"type": 2, "style": 1, "label": "My turn", "custom_id": custom_id}
        rows = [{"type": 1, "components": [part]}]
        return self._backend.create_message(channel, self._backend.bot_user.id, "Turn", components=rows).id

    def role(self, guild: int, name: str, permissions: int = 0) -> int:
        """A new role of a server."""
        return self._backend.create_role(guild, name, permissions=permissions).id

    def permits(self, guild: int, role: int, permissions: int) -> None:
        """Changes what a role may; that of everybody has the number of its server."""
        self._backend.edit_role(guild, role, {"permissions": permissions})
        self._backend.announce_role_updates(guild, [self._backend.get_role(guild, role)])

    def gives(self, guild: int, user: int, role: int, taken: bool = False) -> None:
        """Gives somebody a role, or takes it."""
        change = self._backend.remove_member_role if taken else self._backend.add_member_role
        change(guild, user, role)

    def channel(self, guild: int, name: str = "titan", seen_by: Sequence[int] | None = None) -> int:
        """A new text channel; with `seen_by`, hidden from all but these people and the bot."""
        made = self._backend.create_channel(guild, name)
        if seen_by is not None:
            self.overwrite(made.id, guild, deny=VIEW)
            for user in (*seen_by, self._backend.bot_user.id):
                self.overwrite(made.id, user, allow=VIEW)
        return made.id

    def overwrite(self, channel: int, target: int, allow: int = 0, deny: int = 0) -> None:
        """What a role or person may in a channel otherwise than in its server."""
        found = self._backend.get_channel(channel)
        of_role = target in self._backend.get_guild(found.guild_id or 0).roles
        kind = OverwriteType.ROLE if of_role else OverwriteType.MEMBER
        self._backend.set_overwrite(channel, Overwrite(target, kind, allow, deny))

    def thread(self, channel: int, name: str, owner: int, private: bool = False, members: Iterable[int] = ()) -> int:
        """A new thread of somebody's, in which the bot is."""
        kind = ChannelType.PRIVATE_THREAD if private else ChannelType.PUBLIC_THREAD
        made = self._backend.create_thread(channel, name, owner, type=kind, broadcast=False)
        for user in (*members, self._backend.bot_user.id):
            made.thread_members[user] = self._backend.now_iso()
        self._backend.announce_thread_create(made)
        return made.id

    def archive(self, thread: int, archived: bool = True, locked: bool = False) -> None:
        """Puts a thread into the archive, or takes it out."""
        self._backend.edit_channel(thread, {}, thread_metadata={"archived": archived, "locked": locked})

    def may_view(self, channel: int, user: int) -> bool:
        """Whether somebody may view a channel or thread, as Discord has it."""
        return channel_accessible(self._backend, channel, user)

    # What people do

    async def press(
        self,
        user: int,
        channel: int,
        message: int,
        custom_id: str,
        values: Sequence[str] = (),
        until: str = "answered",
        patience: float = 60.0,
    ) -> Payload:
        """Presses a button that a message has, or chooses `values` from a list of it.

        An answer is waited for so many seconds.
        """
        stored = self._backend.get_message(channel, message)
        assert stored.visible_to(user), "they don't see that message"
        part = next(each for each in walk_components(stored.components) if each.get("custom_id") == custom_id)
        assert not part.get("disabled"), "it can't be pressed"
        data: Payload = {"custom_id": custom_id, "component_type": int(part["type"])}
        if part["type"] != 2:
            assert {*values} <= {option["value"] for option in part["options"]}, "not in the list"
            data["values"] = [*values]
        return await self._does(InteractionType.MESSAGE_COMPONENT, user, channel, data, until, message, patience)

    async def command(
        self, user: int, channel: int, name: str, options: Mapping[str, Any] | None = None, until: str = "answered"
    ) -> Payload:
        """Types a command that the bot has registered: `titan new`. People and channels are their ids."""
        data = self._typed(user, channel, name, options or {})
        return await self._does(InteractionType.APPLICATION_COMMAND, user, channel, data, until)

    async def complete(
        self, user: int, channel: int, name: str, option: str, typed: str, options: Mapping[str, Any] | None = None
    ) -> list[Payload]:
        """What is offered to somebody who types in an option."""
        data = self._typed(user, channel, name, {**(options or {}), option: typed}, focused=option)
        done = await self._does(InteractionType.APPLICATION_COMMAND_AUTOCOMPLETE, user, channel, data, "acknowledged")
        return done["choices"] or []

    async def submit(self, user: int, shown: int, values: Mapping[str, Any], until: str = "answered") -> Payload:
        """Sends the form that the interaction `shown` has opened, with what was typed or chosen in its fields."""
        opened = self._backend.interactions[shown]
        assert opened.modal is not None, "no form was opened"
        assert opened.user_id == user, "somebody else's form"
        fields: list[Payload] = []
        for part in walk_components(opened.modal["components"]):
            name = part.get("custom_id")
            if name is not None:
                said: Any = values.get(name, [] if part["type"] == 3 else "")
                filled = {"values": [*said]} if part["type"] == 3 else {"value": said}
                fields.append({"type": 18, "component": {"type": int(part["type"]), "custom_id": name, **filled}})
        data = {"custom_id": opened.modal["custom_id"], "components": fields}
        source = opened.source_message_id
        return await self._does(InteractionType.MODAL_SUBMIT, user, opened.channel_id, data, until, message=source)

    def _typed(self, user: int, channel: int, name: str, options: Mapping[str, Any], focused: str = "") -> Payload:
        parts = name.split()
        root = next(
            each
            for each in self._backend.visible_commands(user_id=user, channel_id=channel)
            if each["name"] == parts[0]
        )
        leaf, nesting = interactions.walk_to_subcommand(root, parts[1:])
        declared = {each["name"]: each for each in leaf.get("options") or ()}
        resolved: Payload = {}
        filled: list[Payload] = []
        for key, value in options.items():
            kind = declared[key]["type"]
            if kind in (OptionType.USER, OptionType.CHANNEL):
                self._resolve(resolved, user, channel, kind, int(value))
                value = str(value)
            filled.append({"name": key, "type": kind, "value": value, **({"focused": True} if key == focused else {})})
        missing = {key for key, each in declared.items() if each.get("required")} - options.keys()
        assert focused or not missing, f"required: {missing}"
        return {
            "id": root["id"], "name": root["name"], "type": 1,
            "options": interactions.nest_options(root, nesting, filled), "resolved": resolved,
        }  # fmt: skip

    def _resolve(self, resolved: Payload, user: int, channel: int, kind: int, value: int) -> None:
        guild = self._backend.get_channel(channel).guild_id
        if kind == OptionType.USER:
            resolved.setdefault("users", {})[str(value)] = serializers.user_payload(self._backend.get_user(value))
            if guild is not None and value in (there := self._backend.get_guild(guild)).members:
                member = serializers.member_payload(self._backend, there, there.members[value], with_user=False)
                resolved.setdefault("members", {})[str(value)] = member
            return
        payload: Payload = dict(serializers.channel_payload(self._backend, self._backend.get_channel(value)))
        payload["permissions"] = str(self._backend.compute_permissions(guild or 0, user, value))
        resolved.setdefault("channels", {})[str(value)] = payload

    async def _does(
        self,
        kind: int,
        user: int,
        channel: int,
        data: Payload,
        until: str,
        message: int | None = None,
        patience: float = 60.0,
    ) -> Payload:
        """Sends an interaction, and waits until it is `acknowledged`, or `answered` too."""
        assert self.may_view(channel, user), "they don't see that channel"
        guild = self._backend.get_channel(channel).guild_id
        record, payload = interactions.base_payload(
            self._backend, type=int(kind), channel_id=channel, guild_id=guild, user_id=user, data=data
        )
        if message is not None:
            stored = self._backend.get_message(channel, message)
            payload["message"] = dict(serializers.message_payload(self._backend, stored))
            record.source_message_id = message
        heard = self._api.interactions[record.id] = Heard(monotonic())
        hearing = [each.process for each in self._gateway.listening(guild)]
        self._backend.emit("INTERACTION_CREATE", payload)
        await _until(heard, "acknowledged", PATIENCE)
        if until == "answered" and heard.acknowledged is not None:
            await _until(heard, "answered", patience)
        return {"hearing": len(hearing), "processes": hearing, **self.interaction(record.id)}

    def interaction(self, number: int) -> Payload:
        """What has become of an interaction so far. Times are in seconds since it was sent `at`, None for never.

        `callbacks` are the first answers that came, `refused` those of them that came when it had one.
        """
        record, heard = self._backend.interactions[number], self._api.interactions[number]
        seconds = {
            name: None if at is None else at - heard.began
            for name, at in (("acknowledged", heard.acknowledged), ("answered", heard.answered))
        }
        source = record.message_id if record.message_id != record.source_message_id or heard.answered else None
        shown = None if source is None else self._backend.messages[record.channel_id].get(source)
        followed = [self._backend.messages[record.channel_id].get(each) for each in record.followup_ids]
        return {
            "id": number, "at": heard.began, **seconds, "callbacks": heard.callbacks, "refused": heard.refused,
            "message": None if shown is None else self._said(shown),
            "followups": [self._said(each) for each in followed if each is not None],
            "choices": record.autocomplete_choices, "modal": record.modal,
        }  # fmt: skip

    # What there is to read

    def messages(self, channel: int, user: int | None = None) -> list[Payload]:
        """All messages of a channel or thread, the oldest first: those of the public, or all that a person sees."""
        found = sorted(self._backend.messages.get(channel, {}).values(), key=lambda each: each.id)
        return [self._said(each) for each in found if (each.visible_to(user) if user else not each.is_ephemeral)]

    def newest(self, channel: int, ending: str) -> Payload | None:
        """The newest public message of a channel with a button whose id ends so: its id, and that of the button."""
        for message in sorted(self._backend.messages.get(channel, {}).values(), key=lambda each: -each.id):
            if not message.is_ephemeral:
                for part in walk_components(message.components):
                    if str(part.get("custom_id", "")).endswith(ending):
                        return {"message": message.id, "custom_id": part["custom_id"]}
        return None

    def posts(self) -> list[Payload]:
        """Every message that was sent with a nonce: where, its nonce, and whether it still stands."""
        return [
            {"channel": int(channel), "nonce": nonce, "id": each,
             "stands": each in self._backend.messages.get(int(channel), {})}
            for (channel, nonce), made in self._api.posts.items()
            for each in made
        ]  # fmt: skip

    def connected(self) -> dict[str, list[str]]:
        """The processes that are connected as each shard, by its number."""
        found: dict[str, list[str]] = {}
        for session in self._gateway.sessions.values():
            if session.line is not None:
                found.setdefault(str(session.shard[0]), []).append(session.process)
        return found

    def direct(self, user: int) -> list[Payload]:
        """All direct messages between the bot and a person."""
        return self.messages(self._backend.get_dm_channel(user).id, user)

    def direct_channel(self, user: int) -> int:
        """The channel of somebody's direct messages."""
        return self._backend.get_dm_channel(user).id

    def threads(self, channel: int) -> list[Payload]:
        """The threads below a channel: id, name, and whether they are in the archive."""
        found = (each for each in self._backend.channels.values() if each.parent_id == channel and each.is_thread)
        return [
            {"id": each.id, "name": each.name, "archived": bool(each.thread_metadata and each.thread_metadata.archived)}
            for each in found
        ]

    def _said(self, message: Any) -> Payload:
        payload: Payload = dict(serializers.message_payload(self._backend, message))
        return {**payload, "id": message.id, "ephemeral": message.is_ephemeral, "pinned": message.pinned}

    def report(self) -> Payload:
        """What is counted: posts that stand twice, answers too many, requests that no bot should send, and others."""
        heard = self._api.interactions.values()
        return {
            "doubled": self._api.doubled(),
            "wrong": dict(self._api.wrong),
            "interactions": len(heard),
            "acknowledged": sum(each.acknowledged is not None for each in heard),
            "refused": sum(each.refused for each in heard),
            "identified": [list(shard) for shard in self._gateway.identified],
            "identified_too_soon": self._gateway.refused,
            "connected": sorted([*each.shard] for each in self._gateway.sessions.values() if each.line is not None),
        }

    def log(self, since: float = 0.0) -> list[Payload]:
        """The requests after a moment of the machine's steady clock, without what was in them."""
        return [asdict(each) for each in self._api.log if each.at > since]

    # What breaks

    def gateway(self, **settings: Any) -> None:
        """Changes settings of the gateway: `shards`, `concurrency`, `every`, `remaining`, `guilds_after`, `away`."""
        for name, value in settings.items():
            assert hasattr(self._gateway, name), name
            setattr(self._gateway, name, value)

    def drop(self, shard: int | None = None, forget: bool = False) -> int:
        """Breaks the connections of a shard, or of all; with `forget` they can't be resumed. How many there were."""
        cut = self._gateway.drop(shard)
        if forget:
            asyncio.get_running_loop().call_soon(self._gateway.forget, shard)
        return cut

    def fault(self, method: str, path: str, status: int, times: int = 1) -> None:
        """Has the next requests fail whose path fits a pattern: `/channels/*/messages`."""
        self._backend.faults.append(
            {"method": method, "path": path, "status": status, "code": 0, "message": "", "times": times}
        )


async def _until(heard: Heard, what: str, seconds: float) -> None:
    end = monotonic() + seconds
    while getattr(heard, what) is None and (left := end - monotonic()) > 0:
        heard.news.clear()
        try:
            await asyncio.wait_for(heard.news.wait(), left)
        except TimeoutError:
            return


class Remote:
    """The same from another process: `await remote("press", user=…, channel=…, message=…, custom_id=…)`."""

    def __init__(self, url: str) -> None:
        self.url, self._session = url, aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0))

    async def __call__(self, method: str, **said: Any) -> Any:
        """What a method of `Control` gives. Raises RuntimeError with its error."""
        async with self._session.post(f"{self.url}/standin/{method}", json=said) as answer:
            found = await answer.json()
            if answer.status != 200:
                raise RuntimeError(found["error"])
            return found["answer"]

    async def close(self) -> None:
        """Closes its connections."""
        await self._session.close()
