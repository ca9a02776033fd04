"""What is logged holds no decisions, no seeds and no tokens, at whatever level."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Iterator
from io import StringIO
from typing import Any

import discord
import pytest

import bot
from cogs.interactions import private_logging
from tests.discord.conftest import Play

SECRET = "split Bk01 Bk02 TTN,CEN,CEN,GAR"


@pytest.fixture(params=["DEBUG", "INFO", "NOTSET"])
def logged(request: pytest.FixtureRequest) -> Iterator[StringIO]:
    """What the program writes to its console, logging as it does at that level."""
    root, stream = logging.getLogger(), StringIO()
    before = [(logger, logger.level) for logger in (root, *map(logging.getLogger, private_logging.OURS))]
    handlers = list(root.handlers)
    private_logging.set_up(request.param, stream)
    yield stream
    root.handlers[:] = handlers
    for logger, level in before:
        logger.setLevel(level)


def tokens(play: Play) -> set[str]:
    """The tokens of all interactions: they stand in the addresses of what answers them."""
    found = (re.search(r"/(?:webhooks|interactions)/\d+/([^/]+)", request.path) for request in play.env.http_requests)
    return {match[1] for match in found if match}


async def test_a_staged_split_a_start_and_their_answers_leave_no_secret_in_the_log(
    play: Play, logged: StringIO
) -> None:
    table = await play.set_up("Ann", "Ben")
    who = play.who(table)
    seat = table.seat_of(play.people[who].id)
    assert seat is not None
    split = next(line for line in map(table.line, table.legal(seat)) if line.startswith("split"))
    await play.slash(who, "play do", line=split)
    await play.slash(who, "play do", line="split no such thing")
    await play.slash(who, "game takeback")
    seed, said = table.game.seed, logged.getvalue()

    known = tokens(play)
    assert known
    assert split not in said
    assert split.split()[-1] not in said
    for form in (repr(seed)[2:20], seed.hex()[:20], str(list(seed[:4]))[1:-1]):
        assert form not in said
    assert not [token for token in known if token in said]


def test_what_libraries_say_of_what_they_handle_is_logged_by_its_kind_alone(logged: StringIO) -> None:
    button: Any = discord.ui.Button(label=SECRET, custom_id="t1:1:1:x")
    logging.getLogger("aiosqlite").debug("executing %s", SECRET)
    logging.getLogger("discord.http").debug("%s has received %s", "POST", {"content": SECRET})
    logging.getLogger("discord.ui.view").error("Ignoring exception in callback for %r", button)
    logging.getLogger("discord.http").warning(
        "We are being rate limited. %s %s responded with 429.",
        "POST",
        "https://x/webhooks/5/aW50ZXJ/messages/@original",
    )

    said = logged.getvalue()

    assert SECRET not in said
    assert "aW50ZXJ" not in said
    assert "discord.ui.view: Ignoring exception in callback for 'Button'" in said
    assert "POST https://x/webhooks/5/…/messages/@original responded" in said


def test_of_an_error_the_log_has_its_places_and_its_kind_and_not_its_words(logged: StringIO) -> None:
    def breaks() -> None:
        try:
            raise KeyError(SECRET)
        except KeyError as error:
            raise ValueError(f"no {SECRET}") from error

    try:
        breaks()
    except ValueError:
        logging.getLogger("cogs.interactions.context").exception("an interaction broke: %s", "a1b2c3")
    said = logged.getvalue()

    assert SECRET not in said
    assert "an interaction broke: a1b2c3" in said
    assert "in breaks" in said
    assert said.rstrip().endswith("ValueError")
    assert "KeyError" in said


async def test_a_task_that_nobody_waits_for_is_logged_without_what_it_held(logged: StringIO) -> None:
    loop = asyncio.get_running_loop()
    before = loop.get_exception_handler()

    async def work() -> int:
        async def fails() -> None:
            raise ValueError(SECRET)

        def calls(line: str) -> None:
            raise KeyError(line)

        task = asyncio.create_task(fails())
        await asyncio.wait({task})
        del task
        asyncio.get_running_loop().call_soon(calls, SECRET)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        return 0

    await bot._doing(work())
    loop.set_exception_handler(before)
    said = logged.getvalue()

    assert SECRET not in said
    assert "Task exception was never retrieved" in said
    assert "Exception in callback" in said
    assert {"ValueError", "KeyError"} <= set(said.split())
