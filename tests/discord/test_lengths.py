"""What is typed is bounded by its length before anything is done with it, everywhere, and nothing waits for it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import discord
import pytest
from discord import app_commands

from cogs.client import Client
from cogs.face.lengths import LONGEST
from cogs.face.screen import Field
from cogs.panel.panel import choices
from engine.likeness import nearest_line
from tests.discord.conftest import Play, custom_ids, text_of
from tests.discord.crowd import Crowd
from tests.discord.lobby.test_moderating import seen_by_all
from tests.waits import BOUND, measured

MUCH = ("x " * 3000, "9" * 6000, "a;" * 3000, "split Bk01 " * 545)
"""What Discord lets nobody type into one of our options, and what could come all the same."""


def commands(client: Client) -> Iterator[app_commands.Command[Any, ..., Any]]:
    found = client.tree.walk_commands(type=discord.AppCommandType.chat_input)
    return (command for command in found if isinstance(command, app_commands.Command))


def texts(command: app_commands.Command[Any, ..., Any]) -> list[app_commands.Parameter]:
    """The options into which something can be typed."""
    kind = discord.AppCommandOptionType.string
    return [each for each in command.parameters if each.type is kind and not each.choices]


async def test_every_option_that_takes_text_has_a_longest_text(play: Play) -> None:
    unbounded = [
        f"{command.qualified_name} {option.display_name}"
        for command in commands(play.client)
        for option in texts(command)
        if option.max_value is None or option.max_value > LONGEST
    ]

    assert unbounded == []


def test_no_line_of_a_form_has_more_room_than_is_read() -> None:
    with pytest.raises(AssertionError):
        Field("text", "Text", room=LONGEST + 1)


async def test_what_is_too_long_is_refused_before_it_is_looked_at(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")
    who, crowd, most = play.who(table), Crowd(play), []
    for number, command in enumerate(commands(play.client)):
        for option in texts(command):
            assert command.parent is not None, "commands stand in groups"
            root, name = command.qualified_name.split(" ")
            crowd.types(who, root, name, **{option.display_name: MUCH[number % len(MUCH)][:6000]})
            most.append(f"Shorten `{option.display_name}` to {option.max_value} characters: it has")

    async with measured() as waits:
        answers = await crowd.answers()

    for said, answer in zip(most, answers, strict=True):
        assert text_of(answer).startswith(said)
    assert waits.longest < BOUND


async def test_nothing_is_offered_for_what_is_too_long(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")
    who = play.who(table)
    await seen_by_all(play)

    async with measured() as waits:
        for command in commands(play.client):
            for option in texts(command):
                if option.autocomplete:
                    assert await play.completed(who, command.qualified_name, option.display_name, MUCH[0]) == []

    assert waits.longest < BOUND


@pytest.mark.parametrize(
    ("command", "option", "others"),
    [
        ("play do", "line", {}),
        ("play split", "legion", {"marker": "y " * 100, "creatures": "z" * 200}),
        ("rules search", "words", {}),
        ("rules glossary", "term", {}),
        ("rules creature", "name", {}),
        ("show odds", "attackers", {"defenders": "7 lion", "terrain": "Plains"}),
        ("show legion", "legion", {}),
        ("me orders", "text", {}),
    ],
)
async def test_as_much_as_may_be_typed_holds_nobody_up(
    play: Play, command: str, option: str, others: dict[str, str]
) -> None:
    """Without these bounds one typed order kept everybody waiting for some seconds."""
    table = await play.set_up("Ann", "Ben")
    who = play.who(table)
    (meant,) = (each for each in commands(play.client) if each.qualified_name == command)
    most = next(each.max_value for each in texts(meant) if each.display_name == option)
    assert most is not None

    async with measured() as waits:
        for much in ("qzxv wqzx " * 100, "split bu01 " * 91, "x " * 500, "d" * 1000):
            await play.slash(who, command, **{option: much[: int(most)]}, **others)

    assert waits.longest < BOUND


async def test_a_form_that_is_too_long_is_not_read(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")
    panel = await play.press(play.who(table), play.last_with("My turn"), label="My turn")
    crowd = Crowd(play).writes(play.who(table), panel.response, custom_ids(panel.response)[0], "text", MUCH[0])

    (answer,) = await crowd.answers()

    assert text_of(answer).endswith("Shorten what you typed to 1000 characters: it has 6000.")


async def test_what_may_be_done_is_worded_once_however_many_letters_are_typed(play: Play) -> None:
    table, context = await play.set_up("Ann", "Ben"), play.client.context
    seat = min(table.awaiting)

    first, again = choices(context, table, seat), choices(context, table, seat)
    assert all(one is other for one, other in zip(first, again, strict=True))
    await table.submit(seat, table.legal(seat)[0])

    assert [each.line for each in choices(context, table, seat)] == [table.line(action) for action in table.legal(seat)]


@pytest.mark.parametrize("much", MUCH)
def test_the_longest_that_may_be_typed_is_compared_with_many_lines_at_once(much: str) -> None:
    """In a position with very many ways to split, a line that was none was compared with each for seconds."""
    lines = [f"split Bk{at:02} Bk{at + 1:02} " + ",".join(["OGR", "CEN", "GAR"][: 1 + at % 3]) for at in range(2000)]

    assert nearest_line(lines, much[:500]) in (None, *lines)
    assert nearest_line(lines, "split bk07 bk08 ogr,cne") == "split Bk07 Bk08 OGR,CEN"
