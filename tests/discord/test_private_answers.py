"""Whatever anybody types, the answer is for him alone: the options of a slash command are seen by all.

Held against the whole command tree, so that a command that is added later is held to it too.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import discord
import pytest
from discord import app_commands

from tests.deep import deep_but
from tests.discord.conftest import Play, Starts
from tests.discord.lobby.test_moderating import manager, seen_by_all

NAMES = ("Ann", "Ben", "Dan")


def leaves(play: Play) -> Iterator[app_commands.Command[Any, ..., Any]]:
    """Every command that can be typed."""
    for command in play.client.tree.walk_commands():
        if isinstance(command, app_commands.Command):
            yield command


def filled(play: Play, command: app_commands.Command[Any, ..., Any], everything: bool) -> dict[str, Any]:
    """Something for the options that must be given, or for all of them."""
    given: dict[str, Any] = {}
    for option in command.parameters:
        if not option.required and not everything:
            continue
        if option.choices:
            given[option.display_name] = option.choices[-1].value
        elif option.type is discord.AppCommandOptionType.integer:
            given[option.display_name] = int(option.min_value or 1)
        elif option.type is discord.AppCommandOptionType.boolean:
            given[option.display_name] = True
        elif option.type is discord.AppCommandOptionType.user:
            given[option.display_name] = play.people["Dan"]
        elif option.type is discord.AppCommandOptionType.channel:
            given[option.display_name] = play.channel
        elif option.type is discord.AppCommandOptionType.attachment:
            given[option.display_name] = ("game.txt", b"1")
        else:
            given[option.display_name] = "1" * int(option.min_value or 1)
    return given


@pytest.mark.parametrize("where", deep_but(["no game", "lobby", "titan", "skirmish"], "no game", "titan"))
async def test_every_command_of_the_tree_is_answered_in_private(starts: Starts, where: str) -> None:
    """`slash` fails where an answer is public or missing; what follows an answer is looked at here."""
    async with starts(names=NAMES) as play:
        boss = await manager(play)
        await seen_by_all(play)
        if where == "titan":
            await play.set_up("Ann", "Ben")
        elif where == "skirmish":
            await play.slash("Ann", "skirmish new")
            await play.slash("Ben", "skirmish join")
            await play.slash("Ann", "skirmish start")
        elif where == "lobby":
            await play.slash("Ann", "titan new", seats=3)
        commands = sorted(leaves(play), key=lambda each: each.qualified_name == "titan new")
        assert len(commands) > 60

        for command in commands:
            for who in ("Ann", "Dan", boss):
                for everything in (False, True):
                    given = filled(play, command, everything)
                    result = await play.slash(who, command.qualified_name, **given)
                    assert all(each.ephemeral for each in result.followups), command.qualified_name


@pytest.mark.parametrize("running", [False, True], ids=["no game", "running"])
async def test_every_option_that_is_completed_is_completed_for_everybody(starts: Starts, running: bool) -> None:
    """An error in a completion is only logged, and the person sees that it failed. `completed` holds the limits."""
    async with starts(names=NAMES) as play:
        boss = await manager(play)
        await seen_by_all(play)
        if running:
            await play.set_up("Ann", "Ben")

        for command in leaves(play):
            for option in command.parameters:
                if not option.autocomplete:
                    continue
                for who in ("Ann", "Dan", boss):
                    for typed in ("", "x" * 100, "🎲*_`"):
                        assert await play.completed(who, command.qualified_name, option.display_name, typed) is not None
