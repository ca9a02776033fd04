"""Reading files of JSON lines, packed or plain: vectors, and records, refused as a whole if not what they say."""

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
    """The files named: a file is one itself, a folder stands for those in it and below. Raises Unreadable."""
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


def text(path: Path) -> str:
    """What is in a file, unpacked. Raises Unreadable if that is no text."""
    try:
        data = path.read_bytes()
        return (gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data).decode("utf-8")
    except (OSError, EOFError, zlib.error, UnicodeDecodeError) as error:
        raise Unreadable(f"{path}: {error}") from None


def holds_vectors(lines: str) -> bool:
    """Whether a file has vectors in it, and is not the record of a game: its first object is no numbered event."""
    for line in lines.split("\n"):
        if line.strip():
            try:
                first = json.loads(line)
            except (ValueError, RecursionError):
                continue
            return isinstance(first, dict) and "n" not in first and "e" not in first
    return False


def read(path: Path) -> list[Event]:
    """The events of a file in order. Raises Unreadable unless each line is an object that counts on from the last."""
    return events_of(path, text(path))


def events_of(path: Path, lines: str) -> list[Event]:
    """The events of a file with this text, as `read`."""
    if not lines.isascii():
        raise Unreadable(f"{path}: letters that no record has")
    events: list[Event] = []
    for at, line in enumerate(lines.splitlines()):
        try:
            event = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise Unreadable(f"{path}: line {at + 1}: {error}") from None
        if not isinstance(event, dict) or type(event.get("n")) is not int or event["n"] != at:
            raise Unreadable(f"{path}: line {at + 1}: event {at} is wanted here")
        events.append(event)
    if not events:
        raise Unreadable(f"{path}: empty")
    return events
