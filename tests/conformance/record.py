"""Reading recorded files: JSON lines, packed or plain, refused as a whole where they are not what they say."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

Event = dict[str, Any]

SUFFIXES = (".jsonl.gz", ".jsonl")


class Unreadable(Exception):
    """A file that is no record at all."""


def files(paths: list[Path]) -> Iterator[Path]:
    """The records named: a file is one itself, a folder stands for those in it and below. Raises Unreadable."""
    for path in paths:
        if path.is_dir():
            found = sorted(file for file in path.rglob("*") if file.name.endswith(SUFFIXES) and file.is_file())
            if not found:
                raise Unreadable(f"{path}: no records in this folder")
            yield from found
        elif path.is_file():
            yield path
        else:
            raise Unreadable(f"{path}: no such file or folder")


def read(path: Path) -> list[Event]:
    """The events of a file in order. Raises Unreadable unless each line is an object that counts on from the last."""
    try:
        data = path.read_bytes()
        text = (gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data).decode("ascii")
    except (OSError, EOFError, zlib.error, UnicodeDecodeError) as error:
        raise Unreadable(f"{path}: {error}") from None
    events: list[Event] = []
    for at, line in enumerate(text.splitlines()):
        try:
            event = json.loads(line)
        except ValueError as error:
            raise Unreadable(f"{path}: line {at + 1}: {error}") from None
        if not isinstance(event, dict) or type(event.get("n")) is not int or event["n"] != at:
            raise Unreadable(f"{path}: line {at + 1}: event {at} is wanted here")
        events.append(event)
    if not events:
        raise Unreadable(f"{path}: empty")
    return events
