"""How long what people type may be: Discord holds them to it as they type, and `too_long` before anything is done.

A completion is asked for with every letter, and of what it is given Discord checks nothing: of what is too long none
is made.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import discord
from discord import app_commands

from engine.core import Illegal

NameText = app_commands.Range[str, 1, 100]
"""What is chosen by its name or number: the value of a completion has as many characters at most."""

PartText = app_commands.Range[str, 1, 200]
"""A part of what is done, which may be the names of all of a legion."""

ForceText = app_commands.Range[str, 1, 200]
"""The two sides of a battle that was only thought of."""

LineText = app_commands.Range[str, 1, 100]
LinesText = app_commands.Range[str, 1, 500]
"""One line of the notation, and several."""

SquadsText = app_commands.Range[str, 1, 300]
"""What is bought, drawn or deployed at once."""

HexText = app_commands.Range[str, 2, 3]
OrderText = app_commands.Range[str, 1, 1000]
"""An order ahead."""

GameNameText = app_commands.Range[str, 1, 60]
WordText = app_commands.Range[str, 1, 60]
LookupText = app_commands.Range[str, 1, 100]
NoteText = app_commands.Range[str, 1, 100]
ReasonText = app_commands.Range[str, 1, 200]

LONGEST = 1000
"""Characters of a line that is typed into a form: none has room for more."""


def too_long(command: app_commands.Command[Any, ..., Any], options: object) -> Illegal | None:
    """Why a command is not looked at, with the options that came with it; None if all of them are short enough."""
    most = {each.display_name: int(each.max_value or LONGEST) for each in command.parameters if _is_text(each)}
    for name, text in _typed(options):
        if len(text) > most.get(name, LONGEST):
            return Illegal("text-too-long", what=name, most=most.get(name, LONGEST), size=len(text))
    return None


def form_too_long(values: Mapping[str, tuple[str, ...]]) -> Illegal | None:
    """Why a form is not looked at; None if all that was typed into it is short enough."""
    size = max((len(text) for texts in values.values() for text in texts), default=0)
    return Illegal("form-too-long", most=LONGEST, size=size) if size > LONGEST else None


def _is_text(parameter: app_commands.Parameter) -> bool:
    return parameter.type is discord.AppCommandOptionType.string


def _typed(options: Any) -> Iterator[tuple[str, str]]:
    """The options of a command as they came, by name: those of a subcommand stand within it."""
    for each in options or ():
        if isinstance(value := each.get("value"), str):
            yield str(each["name"]), value
        yield from _typed(each.get("options"))
