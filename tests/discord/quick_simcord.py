"""What SimCord and discord.py do again and again in every test of the bot, done faster; `install` once a process.

SimCord is made for tests of a few commands, and games have thousands. An eighth of their time went for what is here.
Neither library has a setting for any of it: hence their insides are changed, and what is changed is checked for.
"""

from __future__ import annotations

import json
import pickle
from types import SimpleNamespace
from typing import Any

import simcord
from discord import app_commands
from simcord import _runtime, gateway
from simcord.http import router

IDLE = 0.001
"""Seconds that SimCord waits after each command, where it would wait 50 ms."""

Payload = dict[str, Any]


def install() -> None:
    """Changes both libraries for this process."""
    settle = simcord.Env._settle_internal.__kwdefaults__
    assert settle is not None, "SimCord has changed how it settles"
    assert "idle" in settle, "SimCord has changed how it settles"
    settle["idle"] = IDLE

    # It looks through a list for the callback that has run, and compared all fields of each, times and arguments too.
    assert _runtime._CallbackRecord.__eq__ is not object.__eq__, "SimCord has changed how it compares"
    _runtime._CallbackRecord.__eq__ = object.__eq__  # type: ignore[method-assign]

    # They copy each request and each event, all commands at every start among them, value by value.
    for module in (gateway, router):
        assert hasattr(module, "copy"), "SimCord has changed how it copies"
        module.copy = SimpleNamespace(deepcopy=_copied)  # type: ignore[attr-defined]

    for kind in (app_commands.Command, app_commands.Group, app_commands.ContextMenu):
        kind.get_translated_payload = _translated_once(kind.get_translated_payload)  # type: ignore[method-assign]


def _copied(payload: Any) -> Any:
    """A copy of what JSON can hold."""
    return pickle.loads(pickle.dumps(payload, pickle.HIGHEST_PROTOCOL))


def _translated_once(translate: Any) -> Any:
    """discord.py asks for each text in each of 31 languages; what a command is in them follows from what it is."""
    known: dict[str, Payload] = {}

    async def translated(self: Any, tree: Any, translator: app_commands.Translator) -> Payload:
        key = json.dumps(self.to_dict(tree))
        if key not in known:
            known[key] = await translate(self, tree, translator)
        copied: Payload = _copied(known[key])
        return copied

    return translated
