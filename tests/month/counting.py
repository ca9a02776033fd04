"""How often the games of a month waited for somebody to come: by turn and by battle, with orders and without."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from statistics import mean, median
from typing import Any

from cogs.house.game import timeline as timelines
from cogs.house.game.announce import Entry
from cogs.house.table.table import Table
from engine.core import Seat
from engine.log import Timeline
from engine.titan.events import BattleBegan
from engine.titan.state import Fighting, Gathering, Over, Parleying, State

SETTLING = (Parleying, Fighting, Gathering)

Turn = tuple[int, Seat]


@dataclass(slots=True)
class Followed:
    """How a game went, as far as its log was read.

    `comes` are the numbers of the entries with which somebody came; `turns` counts them for each turn, and whether
    anybody was engaged in it; `battles` for each engagement that came to a battle, with its two seats. `decided` is
    when each seat did.
    """

    comes: set[int] = field(default_factory=set)
    turns: dict[Turn, list[int]] = field(default_factory=dict)
    engaged: set[Turn] = field(default_factory=set)
    battles: list[tuple[tuple[Seat, Seat], int]] = field(default_factory=list)
    decided: dict[Seat, list[float]] = field(default_factory=dict)
    timeline: Timeline[Any, Any, Any] | None = None
    handed: int = 0
    fought: bool = False

    async def read(self, table: Table) -> None:
        """Reads what was written of the game since."""
        kit = table.kit
        start = self.timeline or timelines.opened(kit, len(table.seats), table.game).after
        lines = await table.services.store.log.lines(table.game.id, start.seq)
        for entry in timelines.replayed(kit, start, lines):
            self._take(entry)
            self.timeline = entry.after

    def _take(self, entry: Entry) -> None:
        before: State | None = None if entry.before is None else entry.before.state
        after: State = entry.after.state
        came = entry.after.seq in self.comes
        self.decided.setdefault(entry.seat, []).append(entry.at)
        if before is not None and before.turn and not isinstance(before.phase, Over):
            turn = before.turn, before.active
            self.turns.setdefault(turn, []).extend([entry.after.seq] * came)
            if isinstance(before.phase, SETTLING):
                self.engaged.add(turn)
                self.handed += came
        self.fought = self.fought or any(isinstance(event, BattleBegan) for event, _ in entry.facts())
        if before is not None and isinstance(before.phase, SETTLING) and not isinstance(after.phase, SETTLING):
            if self.fought:
                one, other = before.phase.engagement.seats
                self.battles.append(((one, other), self.handed))
            self.handed, self.fought = 0, False


@dataclass(slots=True)
class Figures:
    """Hand-offs: of quiet turns and of those with engagements, by whether their player gives orders, and of battles by
    how many of the two do."""

    turns: dict[tuple[bool, bool], list[int]] = field(default_factory=dict)
    battles: dict[int, list[int]] = field(default_factory=dict)

    def add(self, followed: Followed, orders: Sequence[Seat], people: Sequence[Seat]) -> None:
        """Adds a game: `orders` are the seats that give some, `people` those of people."""
        for turn, comes in list(followed.turns.items())[:-1]:
            if turn[1] in people:
                self.turns.setdefault((turn in followed.engaged, turn[1] in orders), []).append(len(comes))
        for seats, handed in followed.battles:
            if set(seats) <= set(people):
                self.battles.setdefault(len(set(seats) & set(orders)), []).append(handed)

    def told(self) -> Iterator[str]:
        """The table, a line each."""
        for (engaged, orders), counts in sorted(self.turns.items()):
            what = "with engagements" if engaged else "quiet"
            yield f"turns, {what}, {'with' if orders else 'without'} orders: {spread(counts)}"
        for number, counts in sorted(self.battles.items()):
            yield f"battles of two people, {number} of them with a plan: {spread(counts)}"


def spread(counts: Sequence[int]) -> str:
    """How many there are, the median, what nine of ten don't exceed, and the mean."""
    ordered = sorted(counts)
    most = ordered[int(0.9 * (len(counts) - 1))]
    return f"{len(counts)}; hand-offs median {median(counts):g}, 90 % at most {most}, mean {mean(counts):.2f}"
