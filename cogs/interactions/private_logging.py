"""What is logged: at no level does it tell a decision, a seed of dice or a token.

Our own lines name game, entry and verb. Libraries put values into theirs: SQL with what it keeps, requests with what
they send, and errors and reprs with whatever they were about. So of libraries nothing is logged below INFO, whatever
level is asked for, of errors the places where they came from and not their words, and of objects their kind.
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
from collections.abc import Mapping
from copy import copy
from datetime import UTC, datetime, timedelta
from types import TracebackType
from typing import IO, Any

import discord

from cogs.house.runtime.tasks import kind_of, traced
from cogs.interactions.acknowledging import why

OURS = ("cogs", "engine", "render")
"""The packages whose lines hold no secrets at any level."""

TOKENS = re.compile(r"(/(?:webhooks|interactions)/\d+/)[^/\s]+")
"""Where the address of a request to Discord has a token: who has it can answer in the bot's name."""

PLACE = '\n  File "'
"""What stands between a message and where an error came from."""

log = logging.getLogger(__name__)

Raised = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


class Discreet(logging.Formatter):
    """A line of the log, without what is nobody's business."""

    def __init__(self, line: str = "[{asctime}] [{levelname:<8}] {name}: {message}") -> None:
        super().__init__(line, "%Y-%m-%d %H:%M:%S", style="{")

    def format(self, record: logging.LogRecord) -> str:
        """The line, and below it where an error came from."""
        ours = record.name.partition(".")[0] in OURS
        record = copy(record)  # other handlers format it in their own way
        record.exc_text = None
        if not ours and isinstance(record.args, Mapping):
            record.args = {name: _kind(value) for name, value in record.args.items()}
        elif not ours:
            record.args = tuple(map(_kind, record.args or ()))
        return TOKENS.sub(r"\1…", super().format(record))

    def formatException(self, ei: Raised) -> str:  # noqa: N802 - the library's name
        """Where an error came from, and of what kind it is."""
        return "" if ei[1] is None else traced(ei[1], _said)


EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class DiscreetJson(Discreet):
    """The same as an object of JSON in one line: `time` in UTC, `level`, `logger`, `message`, and `place` of an error.

    The place has lines of its own, the last of which is the kind of the error.
    """

    def __init__(self) -> None:
        super().__init__("{message}")

    def format(self, record: logging.LogRecord) -> str:
        """The object."""
        message, traced_at, place = super().format(record).partition(PLACE)
        time = (EPOCH + timedelta(seconds=record.created)).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        told = {"time": time, "level": record.levelname, "logger": record.name, "message": message}
        return json.dumps(told | ({"place": (PLACE + place).lstrip("\n")} if traced_at else {}))


def _kind(value: object) -> object:
    """What a line of a library may tell of a value."""
    return value if value is None or isinstance(value, str | int | float) else type(value).__name__


def _said(error: BaseException) -> str:
    """What is told of an error: of one of Discord's its numbers too."""
    return f"{kind_of(error)} {why(error)}" if isinstance(error, discord.HTTPException) else kind_of(error)


def set_up(level: str, stream: IO[str] | None = None, as_json: bool = False) -> None:
    """Logs at `level`, or INFO if that is none, to the console, or to `stream`; as text, or in objects of JSON."""
    wanted = logging.getLevelNamesMapping().get(level, logging.INFO)
    discord.utils.setup_logging(
        handler=logging.StreamHandler(stream),
        formatter=DiscreetJson() if as_json else Discreet(),
        level=max(wanted, logging.INFO),
    )
    for package in OURS:
        logging.getLogger(package).setLevel(wanted)


def unhandled(_: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Logs what failed in the event loop with nobody to hear of it; its own words hold the reprs of all that was in it.

    For `loop.set_exception_handler`.
    """
    log.error("%s", str(context["message"]).partition("(")[0], exc_info=context.get("exception"))
