"""The linter itself: what Discord would refuse is found, one fault at a time."""

from __future__ import annotations

import copy
import logging
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import discord
import pytest

import bot
from cogs.face import limits
from cogs.house.runtime.environment import Environment
from cogs.house.store.store import Store
from tests.discord import door

Body = dict[str, Any]


def sound() -> Body:
    """A message with a file, a row of buttons and a select, as discord.py sends it."""
    option = {"label": "Tower 100", "value": "100"}
    return {
        "content": "Ann rolls 4.",
        "nonce": "a" * 25,
        "attachments": [{"id": 0, "filename": "board.png", "description": "The board"}],
        "components": [
            {"type": 1, "components": [{"type": 2, "style": 1, "label": "My turn", "custom_id": "t1:1:0:open"}]},
            {
                "type": 1,
                "components": [
                    {"type": 3, "custom_id": "t1:1:0:=0", "options": [option], "min_values": 1, "max_values": 1}
                ],
            },
        ],
    }


def asked(body: Body, path: str = "/channels/123456789/messages") -> Any:
    return SimpleNamespace(method="POST", path=path, json=body)


def button(body: Body) -> Body:
    found: Body = body["components"][0]["components"][0]
    return found


def select(body: Body) -> Body:
    found: Body = body["components"][1]["components"][0]
    return found


def twice(parts: list[Any], times: int) -> None:
    """Makes `times` of the only part, each with an id and a value of its own."""
    first = parts[0]
    parts[:] = [copy.deepcopy(first) for _ in range(times)]
    for number, part in enumerate(parts):
        for key in ("custom_id", "value"):
            if key in part:
                part[key] = str(number)
        for inner in part.get("components", ()):
            inner["custom_id"] = str(number)


WRONG: dict[str, Callable[[Body], object]] = {
    "a long text": lambda body: body.update(content="x" * 2001),
    "nothing at all": lambda body: body.update(content=" ", attachments=[], components=[]),
    "a long description of a picture": lambda body: body["attachments"][0].update(description="x" * 1025),
    "eleven files": lambda body: twice(body["attachments"], 11),
    "a long nonce": lambda body: body.update(nonce="x" * 26),
    "six rows": lambda body: twice(body["components"], 6),
    "an empty row": lambda body: body["components"][0].update(components=[]),
    "six buttons in a row": lambda body: twice(body["components"][0]["components"], 6),
    "a button beside a select": lambda body: body["components"][1]["components"].append(button(body)),
    "a button without words": lambda body: button(body).update(label=""),
    "a long button": lambda body: button(body).update(label="x" * 81),
    "a long id": lambda body: button(body).update(custom_id="x" * 101),
    "an id twice": lambda body: select(body).update(custom_id="t1:1:0:open"),
    "a select of nothing": lambda body: select(body).update(options=[]),
    "26 options": lambda body: twice(select(body)["options"], 26),
    "an option twice": lambda body: select(body).update(options=[*select(body)["options"]] * 2),
    "a long option": lambda body: select(body)["options"][0].update(label="x" * 101),
    "a long value": lambda body: select(body)["options"][0].update(value="x" * 101),
    "a long placeholder": lambda body: select(body).update(placeholder="x" * 151),
    "more choices than options": lambda body: select(body).update(max_values=2),
    "a component that stands alone": lambda body: body["components"].append(button(body)),
}


def test_what_is_right_passes() -> None:
    assert door.faults([asked(sound())]) == []


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_found_by_the_limits_alone(name: str) -> None:
    body = sound()
    WRONG[name](body)

    assert limits.message(body)


@pytest.mark.usefixtures("shared")
def test_what_only_the_schema_knows_is_found() -> None:
    body = sound()
    button(body)["style"] = 99

    assert limits.message(body) == ()
    assert door.faults([asked(body)])
    assert door.faults([asked(sound(), "/channels/123456789/no-such-thing")])


def modal() -> Body:
    ticks = {"type": 22, "custom_id": "who", "options": [{"label": "Ogre", "value": "OGR"}], "max_values": 1}
    return {
        "title": "Split",
        "custom_id": "t1:1:0:!split",
        "components": [{"type": 18, "label": "Who leaves", "component": ticks}],
    }


BAD_MODALS: dict[str, Callable[[Body], object]] = {
    "a long title": lambda body: body.update(title="x" * 46),
    "no fields": lambda body: body.update(components=[]),
    "six fields": lambda body: twice(body["components"], 6),
    "a long label": lambda body: body["components"][0].update(label="x" * 46),
    "a long explanation": lambda body: body["components"][0].update(description="x" * 101),
    "eleven boxes": lambda body: twice(body["components"][0]["component"]["options"], 11),
    "no boxes": lambda body: body["components"][0]["component"].update(options=[]),
    "a row": lambda body: body["components"].append({"type": 1, "components": []}),
}


@pytest.mark.parametrize("name", BAD_MODALS)
def test_modals_have_limits_too(name: str) -> None:
    body = modal()
    assert door.faults([asked({"type": 9, "data": body}, "/interactions/1234567/token/callback")]) == []

    BAD_MODALS[name](body)

    assert limits.modal(body)


def test_completions_have_limits_too() -> None:
    assert limits.completions([{"name": "Ogre", "value": "OGR"}] * 25) == ()
    assert limits.completions([{"name": "Ogre", "value": "OGR"}] * 26)
    assert limits.completions([{"name": "x" * 101, "value": "OGR"}])
    assert limits.completions([{"name": "", "value": "OGR"}])


async def test_the_commands_are_within_the_limits(url: str) -> None:
    store = await Store.open(url, bot.MIGRATIONS)
    client = bot.client_for(bot.house_for(store, Environment()), Environment())
    tree = [command.to_dict(client.tree) for command in client.tree.get_commands()]
    await store.close()

    assert door.faults([SimpleNamespace(method="PUT", path="/applications/123456/commands", json=tree)]) == []
    assert max(map(limits.weight, tree)) < limits.COMMAND_ROOM
    tree[0]["description"] = "x" * 101
    assert limits.commands(tree)


def test_a_warning_says_where_but_nothing_of_what(caplog: pytest.LogCaptureFixture) -> None:
    view = discord.ui.View(timeout=None)
    view.add_item(discord.ui.Button(label="Titan, Angel".ljust(90, "x"), custom_id="a"))

    with caplog.at_level(logging.WARNING):
        limits.warn("an answer", limits.message(limits.sent("secret" * 400, view, ())))

    assert [record.getMessage() for record in caplog.records] == [
        "an answer: content: 2400, at most 2000",
        "an answer: label of a button: 90, at most 80",
    ]
