"""What Discord offers while an option of a command is being typed."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable
from functools import wraps
from typing import ParamSpec, TypeVar

from discord import app_commands

from cogs.face.limits import CHOICE
from cogs.face.screen import MOST_OPTIONS
from cogs.house.store.store import StoreUnavailable
from cogs.house.values.records import Game
from cogs.house.values.safe_text import plain
from cogs.house.words.words import shortened
from cogs.interactions.context import No
from engine.core import Illegal

Value = TypeVar("Value", str, int)
Given = ParamSpec("Given")
Completing = Callable[Given, Coroutine[object, None, list[app_commands.Choice[Value]]]]


def or_nothing(complete: Completing[Given, Value]) -> Completing[Given, Value]:
    """The same completion, which offers nothing where it is refused, or where the store can't be reached."""

    @wraps(complete)
    async def completed(*args: Given.args, **kwargs: Given.kwargs) -> list[app_commands.Choice[Value]]:
        try:
            return await complete(*args, **kwargs)
        except (Illegal, No, StoreUnavailable):
            return []

    return completed


def offered(found: Iterable[tuple[Value, str]], typed: str) -> list[app_commands.Choice[Value]]:
    """The values whose labels have in them what was typed, in their order, as many as Discord takes."""
    wanted = typed.strip().casefold()
    fitting = ((value, label) for value, label in found if wanted in label.casefold())
    return [app_commands.Choice(name=shortened(label, CHOICE), value=value) for value, label in fitting][:MOST_OPTIONS]


def games_offered(games: Iterable[Game], typed: str) -> list[app_commands.Choice[str]]:
    """Games by their number and name."""
    return offered(((str(game.id), f"{game.id}: {plain(game.name)}") for game in games), typed)
