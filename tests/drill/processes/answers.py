"""What an answer tells a person: read from what is on their screen, and from nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from simcord.components import walk_components

from cogs.face.presses import Confirm, DoLines, Intent, parse
from cogs.house.words.words import Words
from engine.core import Illegal
from engine.notation import verb
from engine.titan.ruleset import TITAN
from tests.drill.processes.evidence import Verdict

IDENTITY = re.compile(r"t1:(?P<game>\d+):(?P<phase>\d+):(?P<carries>.*)", re.DOTALL)

REFUSALS = re.compile(
    r"(?:[a-z-]+\.)*refusal\..*|discord\.(?:gone-on|not-yours|nothing-further|form-again|old-button|command-broke)"
)
"""The keys of the texts that say that something is not done."""
UNCLEAR = re.compile(r"refusal\..*uncertain.*")
"""Those of them that say that it may be done all the same."""

LASTING = ("resign", "concede", "undo", "peek")
"""What nobody does in a drill, since it ends games or takes something back."""

Payload = Mapping[str, Any]


class _Anything(int):
    """A fact of any kind: where it stands in a text there may be anything."""

    def __format__(self, _: str) -> str:
        return "\0"

    __str__ = __repr__ = lambda self: "\0"


@cache
def _sentences() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Every text that refuses something, by its key: as a pattern of a line."""
    words, found = Words(), []
    for key in filter(REFUSALS.fullmatch, words.known):
        for count in (1, 2):
            text = words.text(key, **{blank: _Anything(count) for blank in words.blanks(key)})
            pattern = ".+".join(map(re.escape, text.split("\0")))
            found.append((key, re.compile(pattern, re.IGNORECASE | re.DOTALL)))
    return tuple(dict.fromkeys(found))


def refused(text: str) -> str | None:
    """The key of the refusal that a text has in one of its lines; None if it has none."""
    for line in text.splitlines():
        for key, pattern in _sentences():
            if pattern.fullmatch(line.strip()):
                return key
    return None


def verdict(line: str | None, text: str, answered: bool, asks: bool) -> Verdict:
    """What an answer says of a press that carries a line, or none. `asks`: it asks whether that is really meant."""
    if not answered:
        return Verdict.SILENCE
    if (key := refused(text)) is not None:
        return Verdict.UNCLEAR if UNCLEAR.fullmatch(key) else Verdict.REFUSED
    return Verdict.SHOWN if line is None or asks else Verdict.DONE


def phase_of(message: Payload | None) -> int | None:
    """The phase of the game whose choices a message offers."""
    found = [int(match["phase"]) for match in map(IDENTITY.fullmatch, _identities(message)) if match is not None]
    return max(found, default=None)


def asks(message: Payload | None) -> bool:
    """Whether a message asks for a *Yes*."""
    found = map(IDENTITY.fullmatch, _identities(message))
    return any(isinstance(parse(match["carries"]), Confirm) for match in found if match is not None)


def choices(message: Payload | None) -> Iterator[tuple[str, Sequence[str], Intent]]:
    """What a person can press in a message: the id of the part, the values to choose of it, and what that means."""
    for part in walk_components((message or {}).get("components", ())):
        match = IDENTITY.fullmatch(str(part.get("custom_id", "")))
        if match is None or part.get("disabled"):
            continue
        if part["type"] == 2:
            yield match[0], (), parse(match["carries"])
        elif part.get("min_values", 1) <= 1:
            for option in part.get("options", ()):
                yield match[0], (option["value"],), parse(option["value"])


def decision(intent: Intent) -> str | None:
    """The one line of Titan that is done by it, if it is that and lasts; None else."""
    if not isinstance(intent, DoLines) or len(intent.lines) != 1:
        return None
    try:
        action = TITAN.notation.parse(intent.lines[0])
    except Illegal:
        return None
    return None if verb(type(action)) in LASTING else intent.lines[0]


def _identities(message: Payload | None) -> Iterator[str]:
    for part in walk_components((message or {}).get("components", ())):
        yield str(part.get("custom_id", ""))
        for option in part.get("options", ()):
            yield str(option["value"])
