"""Interactions as they come over the wire, with whatever they carry, and what was answered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from discord import app_commands
from simcord import interactions as simulated
from simcord.backend import serializers
from simcord.backend.models import Interaction

from tests.discord.conftest import Play
from tests.discord.quick_simcord import IDLE

COMMAND, COMPONENT, COMPLETION, FORM = 2, 3, 4, 5
BUTTON, SELECT, LINE = 2, 3, 4
ATTACHMENT = 11

Leaf = app_commands.Command[Any, ..., Any]
Given = Mapping[str, tuple[int, Any]]
"""The options of a command by name: the type that each has for Discord, and its value."""


@dataclass
class Wire:
    """One channel's end of the wire, or that of somebody's direct messages, by people of a language."""

    play: Play
    locale: str = "en-US"

    async def types(
        self, who: str, command: Leaf, given: Given, focused: str = "", private: bool = False
    ) -> Interaction:
        """A command; with an option that is `focused`, the question what could stand there."""
        built: list[dict[str, Any]] = []
        resolved: dict[str, Any] = {}
        for name, (kind, value) in given.items():
            if hasattr(value, "id"):
                simulated.resolve_handle(self.play.people[who], value, resolved, channel_id=self.play.channel.id)
                value = str(value.id)
            elif kind == ATTACHMENT:
                file, data = value
                value = simulated.store_interaction_attachment(
                    self.play.env.backend, self.play.channel.id, file, data, resolved
                )
            built.append({"type": kind, "name": name, "value": value, **({"focused": True} if name == focused else {})})
        options = built
        *above, name = command.qualified_name.split(" ")
        for group in (name, *reversed(above[1:])) if above else ():
            options = [{"type": 1 if options is built else 2, "name": group, "options": options}]
        data = {"id": "1", "type": 1, "name": (above or [name])[0], "options": options, "resolved": resolved}
        return await self._sent(who, COMPLETION if focused else COMMAND, data, None, None, private)

    async def presses(self, who: str, message: int | None, custom_id: str, values: Sequence[str] = ()) -> Interaction:
        """A press on a button, or with `values` a choice from a list; `message` is where it stands."""
        part: dict[str, Any] = {"type": BUTTON, "style": 2, "label": "Press", "custom_id": custom_id}
        data: dict[str, Any] = {"custom_id": custom_id, "component_type": BUTTON}
        if values:
            part = {"type": SELECT, "custom_id": custom_id, "options": []}
            data = {"custom_id": custom_id, "component_type": SELECT, "values": list(values)}
        return await self._sent(who, COMPONENT, data, message, part)

    async def fills(
        self, who: str, message: int | None, custom_id: str, filled: Mapping[str, tuple[int, Sequence[str]]]
    ) -> Interaction:
        """A form that was opened above a message, each field of its type with what was chosen or typed."""
        parts = [{"type": kind, "custom_id": name, **_value(kind, chosen)} for name, (kind, chosen) in filled.items()]
        fields = [{"type": 18, "id": at, "component": {"id": 10 + at, **part}} for at, part in enumerate(parts)]
        return await self._sent(who, FORM, {"custom_id": custom_id, "components": fields}, message, None)

    async def _sent(
        self, who: str, kind: int, data: dict[str, Any], message: int | None, part: Any, private: bool = False
    ) -> Interaction:
        env, person = self.play.env, self.play.people[who]
        backend = env.backend
        channel = person.user.dm_channel.id if private else self.play.channel.id
        record, payload = simulated.base_payload(
            backend,
            type=kind,
            channel_id=channel,
            guild_id=None if private else person.guild.id,
            user_id=person.id,
            data=data,
        )
        payload["locale"] = self.locale
        if message is not None:
            payload["message"] = dict(serializers.message_payload(backend, backend.get_message(channel, message)))
            if part is not None:
                payload["message"]["components"] = [{"type": 1, "components": [part]}]
            record.source_message_id = message
        backend.emit("INTERACTION_CREATE", payload)
        await env.settle(idle=IDLE)
        return record

    def said(self, record: Interaction) -> list[Any]:
        """The messages with which something was answered."""
        kept = self.play.env.backend.messages.get(record.channel_id, {})
        ids = [record.message_id, *record.followup_ids]
        return [kept[each] for each in ids if each in kept]


def _value(kind: int, values: Sequence[str]) -> dict[str, Any]:
    return {"value": "".join(values)} if kind == LINE else {"values": list(values)}
