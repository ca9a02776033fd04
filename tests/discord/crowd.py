"""Several interactions at the same moment, and ids that no bot of ours ever sent.

SimCord's people act one after the other, and press only what is there. Here interactions arrive together, before the
bot has answered any of them, and what they carry is free.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import simcord
from simcord import interactions as simulated
from simcord.backend import serializers

from tests.discord.conftest import Play

COMMAND, COMPONENT, MODAL = 2, 3, 5
BUTTON, SELECT = 2, 3
SUBCOMMAND, TEXT = 1, 3


@dataclass
class Crowd:
    """What people do, sent at once; `answers` waits until the bot has answered all of it.

    What is `held` reaches the bot only with `deliver`, as over a connection that was lost.
    """

    play: Play
    held: bool = False
    sent: list[Any] = field(default_factory=list)
    waiting: list[dict[str, Any]] = field(default_factory=list)

    def press(self, who: str, message: Any, custom_id: str, values: Sequence[str] | None = None) -> Crowd:
        """A press on a button below a message, whatever that has; with `values` a choice from a list."""
        part: dict[str, Any] = {"type": BUTTON, "style": 2, "label": "Press", "custom_id": custom_id}
        data: dict[str, Any] = {"custom_id": custom_id, "component_type": BUTTON}
        if values is not None:
            part = {"type": SELECT, "custom_id": custom_id, "options": []}
            data = {"custom_id": custom_id, "component_type": SELECT, "values": list(values)}
        return self._send(who, COMPONENT, data, message, part)

    def fills(self, who: str, message: Any, custom_id: str, filled: Mapping[str, Sequence[str]]) -> Crowd:
        """A form that was opened above a message, sent with these values."""
        fields = [
            {"type": 18, "id": at, "component": {"type": 22, "id": 10 + at, "custom_id": name, "values": list(values)}}
            for at, (name, values) in enumerate(filled.items())
        ]
        return self._send(who, MODAL, {"custom_id": custom_id, "components": fields}, message, None)

    def writes(self, who: str, message: Any, custom_id: str, name: str, text: str) -> Crowd:
        """A form of one line to type in that was opened above a message, sent with a text of any length."""
        line = {"type": 18, "id": 0, "component": {"type": 4, "id": 10, "custom_id": name, "value": text}}
        return self._send(who, MODAL, {"custom_id": custom_id, "components": [line]}, message, None)

    def types(self, who: str, root: str, name: str, /, **options: str) -> Crowd:
        """A command, `/play do` with its options."""
        given = [{"type": TEXT, "name": option, "value": value} for option, value in options.items()]
        data = {"id": "1", "type": 1, "name": root, "options": [{"type": SUBCOMMAND, "name": name, "options": given}]}
        return self._send(who, COMMAND, data, None, None)

    def _send(self, who: str, kind: int, data: dict[str, Any], message: Any, part: dict[str, Any] | None) -> Crowd:
        backend, person = self.play.env.backend, self.play.people[who]
        channel = self.play.channel.id if message is None else _channel(message)
        record, payload = simulated.base_payload(
            backend, type=kind, channel_id=channel, guild_id=person.guild.id, user_id=person.id, data=data
        )
        if message is not None:
            stored = backend.get_message(channel, message.id)
            payload["message"] = dict(serializers.message_payload(backend, stored))
            if part is not None:
                payload["message"]["components"] = [{"type": 1, "components": [part]}]
            record.source_message_id = stored.id
        self.sent.append(record)
        self.waiting.append(payload)
        return self if self.held else self.deliver()

    def deliver(self) -> Crowd:
        """Gives the bot what it has not got yet."""
        while self.waiting:
            self.play.env.backend.emit("INTERACTION_CREATE", self.waiting.pop(0))
        return self

    async def answers(self) -> list[simcord.InteractionResult]:
        """What each of them got, in the order in which they were sent; each was answered, and in private.

        Where the post that was pressed on shows what came of it nothing else need be said.
        """
        await self.play.settle()
        results = [simcord.InteractionResult(self.play.env, record) for record in self.sent]
        for record, result in zip(self.sent, results, strict=True):
            assert result.acknowledged, f"interaction failed: {record}"
            if result.modal is None:
                assert result.response is not None, f"nothing was said to {record}"
                shown = result.response.id == record.source_message_id
                assert shown or result.response.ephemeral, "answered in public"
                assert all(each.ephemeral for each in result.followups), "answered in public"
                assert result.response.content.strip() or result.followups, "answered with nothing"
        return results


def _channel(message: Any) -> int:
    """Where a message is, as SimCord or discord.py has it."""
    return int(message.channel_id if hasattr(message, "channel_id") else message.channel.id)
