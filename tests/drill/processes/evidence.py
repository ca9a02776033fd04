"""What a drill leaves behind for its referee: values that JSON can hold, without anything that runs."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

PATIENCE = 15.0
"""Seconds in which people wait for an answer: whoever was to give it may be dead."""


class Verdict(StrEnum):
    """What a person was told of what they pressed."""

    DONE = "done"
    """A decision was taken, as far as the answer says: it shows the game as it is by it."""
    SHOWN = "shown"
    """Something was shown, or asked first: nothing was to be decided."""
    REFUSED = "refused"
    """It was said that it is not done."""
    UNCLEAR = "unclear"
    """It was said that nobody knows."""
    LATE = "late"
    """The answer came when nobody waited for it any longer, and was not read."""
    SILENCE = "silence"
    """There was no answer."""


@dataclass(frozen=True, slots=True)
class Press:
    """A press, and what came of it. Times are in seconds of the machine's steady clock.

    `line` is the decision that it carries, if it carries one. `heard_by` are the processes that were connected as the
    shard. `acknowledged` and `answered` are in seconds after it was made `at`; None: never. `shows` is the phase that
    the answer shows, None if it shows none.
    """

    number: int
    person: int
    game: int
    at: float
    heard_by: tuple[str, ...]
    line: str | None
    acknowledged: float | None
    answered: float | None
    verdict: Verdict
    shows: int | None
    said: str = ""

    @property
    def over(self) -> float:
        """When the answer came, or whatever is known last of it."""
        return self.at + max(self.answered or 0.0, self.acknowledged or 0.0)


@dataclass(frozen=True, slots=True)
class Decided:
    """An entry of a log: its place, the phase of the game after it, and the interaction that it was decided by."""

    game: int
    seq: int
    seat: int
    phase: int
    interaction: int | None


@dataclass(frozen=True, slots=True)
class Told:
    """A row of the outbox: what its message is marked by and where it stands, both None if it became none of its own.

    `due` is whether it is still to be sent; `aside`, that it waited for others to be sent before it.
    """

    row: int
    game: int
    kind: str
    nonce: str
    message: int | None
    due: bool
    aside: bool
    error: str | None


@dataclass(frozen=True, slots=True)
class Posted:
    """A message with a nonce, as Discord has it."""

    channel: int
    nonce: str
    id: int


@dataclass
class Evidence:
    """Everything.

    `lives` is when each process was started, and whether as one of an older version, `killed` when it was killed,
    `ended` when it has ended by itself, and with which code; `away` is from when to when PostgreSQL was gone, for one
    process or all. `late` are the worst lateness of deadlines in seconds, by game, that were seen to have passed and
    not been dealt with; in the games that are `overdue` they never were. `alone` are the longest times in seconds
    without any process, by shard. `unreadable` says of games why their log can't be replayed. `card` is the phase that
    the newest button of a game shows in its channel, and `phase` the one that the game is in. `twice` are names of
    threads that a channel has several of, `pins` how many pins. `broken` is what each process logged as an error,
    `codes` how each ended when it was asked to. `patience` is how many seconds people have waited for an answer.
    """

    presses: list[Press] = field(default_factory=list)
    decided: list[Decided] = field(default_factory=list)
    told: list[Told] = field(default_factory=list)
    posted: list[Posted] = field(default_factory=list)
    lives: dict[str, list[tuple[float, bool]]] = field(default_factory=dict)
    killed: dict[str, list[float]] = field(default_factory=dict)
    ended: dict[str, list[tuple[float, int]]] = field(default_factory=dict)
    away: list[tuple[float, float]] = field(default_factory=list)
    late: dict[int, float] = field(default_factory=dict)
    overdue: list[int] = field(default_factory=list)
    alone: dict[int, float] = field(default_factory=dict)
    unreadable: dict[int, str] = field(default_factory=dict)
    card: dict[int, int | None] = field(default_factory=dict)
    phase: dict[int, int] = field(default_factory=dict)
    twice: dict[int, list[str]] = field(default_factory=dict)
    pins: dict[int, int] = field(default_factory=dict)
    wrong: Mapping[str, int] = field(default_factory=dict)
    broken: dict[str, list[str]] = field(default_factory=dict)
    codes: dict[str, int] = field(default_factory=dict)
    patience: float = PATIENCE

    def keep(self, file: Path) -> None:
        """Writes all of it into a file, for whoever looks for a case."""
        file.write_text(json.dumps(asdict(self), indent=1), encoding="utf-8")

    def figures(self) -> dict[str, Any]:
        """How much of it there is."""
        counted = {verdict.value: sum(each.verdict is verdict for each in self.presses) for verdict in Verdict}
        return {
            "presses": len(self.presses), **counted, "entries": len(self.decided), "posts": len(self.posted),
            "kills": sum(map(len, self.killed.values())),
        }  # fmt: skip
