"""What is logged holds no decisions, no seeds and no tokens, at whatever level."""

from __future__ import annotations

import asyncio
import json
import logging
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from io import StringIO
from typing import Any

import discord
import pytest

import bot
from cogs.house.runtime.environment import Environment
from cogs.house.runtime.tasks import Tasks
from cogs.interactions import private_logging
from tests.discord.conftest import Play

SECRET = "split Bk01 Bk02 TTN,CEN,CEN,GAR"


FIELDS = ["time", "level", "logger", "message"]


class Logged(StringIO):
    """What the program writes to its console. In objects of JSON it is read as whoever collects them reads it."""

    as_json = False

    def objects(self) -> list[dict[str, str]]:
        """The lines, each of which is an object."""
        return [json.loads(line) for line in self.getvalue().splitlines()]

    def said(self) -> str:
        """All of it, in the form of the text."""
        if not self.as_json:
            return self.getvalue()
        return "\n".join(f"{each['logger']}: {each['message']}\n{each.get('place', '')}" for each in self.objects())


@pytest.fixture(params=["DEBUG", "INFO", "NOTSET", "DEBUG json", "INFO json"])
def logged(request: pytest.FixtureRequest) -> Iterator[Logged]:
    """What the program writes to its console, logging as it does at that level, and in that form."""
    root, stream = logging.getLogger(), Logged()
    before = [(logger, logger.level) for logger in (root, *map(logging.getLogger, private_logging.OURS))]
    handlers = list(root.handlers)
    level, _, form = request.param.partition(" ")
    stream.as_json = bool(form)
    private_logging.set_up(level, stream, stream.as_json)
    yield stream
    root.handlers[:] = handlers
    for logger, level in before:
        logger.setLevel(level)


def tokens(play: Play) -> set[str]:
    """The tokens of all interactions: they stand in the addresses of what answers them."""
    found = (re.search(r"/(?:webhooks|interactions)/\d+/([^/]+)", request.path) for request in play.env.http_requests)
    return {match[1] for match in found if match}


async def test_a_staged_split_a_start_and_their_answers_leave_no_secret_in_the_log(play: Play, logged: Logged) -> None:
    table = await play.set_up("Ann", "Ben")
    who = play.who(table)
    seat = table.seat_of(play.people[who].id)
    assert seat is not None
    split = next(line for line in map(table.line, table.legal(seat)) if line.startswith("split"))
    await play.slash(who, "play do", line=split)
    await play.slash(who, "play do", line="split no such thing")
    await play.slash(who, "game takeback")
    seed, said = table.game.seed, logged.said()

    known = tokens(play)
    assert known
    assert split not in said
    assert split.split()[-1] not in said
    for form in (repr(seed)[2:20], seed.hex()[:20], str(list(seed[:4]))[1:-1]):
        assert form not in said
    assert not [token for token in known if token in said]


def test_what_libraries_say_of_what_they_handle_is_logged_by_its_kind_alone(logged: Logged) -> None:
    button: Any = discord.ui.Button(label=SECRET, custom_id="t1:1:1:x")
    logging.getLogger("aiosqlite").debug("executing %s", SECRET)
    logging.getLogger("discord.http").debug("%s has received %s", "POST", {"content": SECRET})
    logging.getLogger("discord.ui.view").error("Ignoring exception in callback for %r", button)
    logging.getLogger("discord.http").warning(
        "We are being rate limited. %s %s responded with 429.",
        "POST",
        "https://x/webhooks/5/aW50ZXJ/messages/@original",
    )

    said = logged.said()

    assert SECRET not in said
    assert "aW50ZXJ" not in said
    assert "discord.ui.view: Ignoring exception in callback for 'Button'" in said
    assert "POST https://x/webhooks/5/…/messages/@original responded" in said


def test_of_an_error_the_log_has_its_places_and_its_kind_and_not_its_words(logged: Logged) -> None:
    def breaks() -> None:
        try:
            raise KeyError(SECRET)
        except KeyError as error:
            raise ValueError(f"no {SECRET}") from error

    try:
        breaks()
    except ValueError:
        logging.getLogger("cogs.interactions.context").exception("an interaction broke: %s", "a1b2c3")
    said = logged.said()

    assert SECRET not in said
    assert "an interaction broke: a1b2c3" in said
    assert "in breaks" in said
    assert said.rstrip().endswith("ValueError")
    assert "KeyError" in said


async def test_a_task_that_nobody_waits_for_is_logged_without_what_it_held(logged: Logged) -> None:
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
    said = logged.said()

    assert SECRET not in said
    assert "Task exception was never retrieved" in said
    assert "Exception in callback" in said
    assert {"ValueError", "KeyError"} <= set(said.split())


@pytest.mark.parametrize("logged", ["INFO json"], indirect=True)
def test_each_line_of_json_is_an_object_with_its_time_in_utc(logged: Logged) -> None:
    log = logging.getLogger("cogs.house.house")
    log.warning("one of %d lines\nwith “quotes” and a line\u2028of its own", 2)
    logging.getLogger("discord.gateway").error("lost")
    first, second = logged.objects()

    assert list(first) == list(second) == FIELDS
    assert first["message"] == "one of 2 lines\nwith “quotes” and a line\u2028of its own"
    assert [(each["level"], each["logger"]) for each in (first, second)] == [
        ("WARNING", "cogs.house.house"),
        ("ERROR", "discord.gateway"),
    ]
    for each in (first, second):
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", each["time"])
        at = datetime.fromisoformat(each["time"])
        assert at.utcoffset() == timedelta(0)
        assert abs(datetime.now(UTC) - at) < timedelta(minutes=1)


@pytest.mark.parametrize("logged", ["DEBUG json"], indirect=True)
async def test_where_an_error_came_from_is_a_field_of_its_own(logged: Logged) -> None:
    """Be it logged as it was caught, or by what runs in the background, which tries again."""

    async def breaks() -> None:
        raise ValueError(SECRET)

    tasks = Tasks(Environment())
    tasks.loop("clocks", breaks)
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    await tasks.close()
    try:
        await breaks()
    except ValueError:
        logging.getLogger("cogs.interactions.context").exception("an interaction broke: %s", "a1b2c3")

    assert [each["message"] for each in logged.objects()] == [
        "clocks: ValueError; again in 1 s",
        "an interaction broke: a1b2c3",
    ]
    for each in logged.objects():
        assert list(each) == [*FIELDS, "place"]
        assert each["place"].startswith('  File "')
        assert "in breaks" in each["place"]
        assert each["place"].endswith("\nValueError")
