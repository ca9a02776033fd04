"""Counting comparisons, and telling of those that fail."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TextIO

WIDEST = 2000
"""An answer is printed up to this many letters."""

DEPARTURES: Mapping[str, str] = {
    "K1": "slain lords and demi-lords still in the dead pile where no battle ended (R18.2, R20.2)",
    "K2": "enemies left out of a carry after a worse pair (R14.2, R14.6)",
    "K3": "no reinforcement offered after the attacker conceded with characters on the map (R9.11)",
    "K4": "half-points to a player who was removed next (R19.6)",
    "K5": "eliminated legions that were not shown to all (R3.4)",
    "K6": "additions asked for after the legion had become full (R18.2, R18.7)",
    "K7": "an emptied donor left standing until Enlistment (R16.7)",
    "K8": "a winner's agreed losses back in the stacks at once (R20.2)",
    "K9": "a mulligan after moves, which it took back (R5.4)",
    "K10": "additions offered and taken after the game was over (R18.2 (3))",
    "K11": "a move taken back on which later ones rest, that were left as they are",
    "K12": "an attacker said to have teleported that walked in this turn",
    "K13": "pairs for carrying to one further enemy alone, where there are pairs for more (R14.4)",
    "K15": "an unused mulligan that who was eliminated in his first turn keeps (moot)",
    "K16": "an Angel offered beside an Archangel at a multiple of 500 (R18.7)",
}
"""Where the recording program departs from the rules (FORMAT.md section 6)."""


@dataclass
class Tally:
    """Comparisons so far. `say` gets each disagreement as text."""

    out: TextIO
    passed: int = 0
    failed: int = 0
    departures: Counter[str] = field(default_factory=Counter)
    disputes: list[str] = field(default_factory=list)
    """Vectors that a peer program answers otherwise than the rules, with our answer and its clause."""
    ignored: Counter[str] = field(default_factory=Counter)
    """Unknown extra fields in the positions of vectors, which their format says to ignore."""

    def departure(self, rule: str) -> None:
        """A place where the record departs from the rules in the way of one known rule."""
        assert rule in DEPARTURES
        self.departures[rule] += 1

    def compare(self, where: Callable[[], str], what: str, record: object, ours: object) -> bool:
        """One comparison. `where` is asked for file, line and position only if the answers differ."""
        if record == ours:
            self.passed += 1
            return True
        record, ours = _apart(record, ours)
        self.fail(where(), f"{what}: record {_short(record)}, ours {_short(ours)}")
        return False

    def fail(self, where: str, what: str, count: int = 1) -> None:
        """Comparisons that failed, told once."""
        self.failed += count
        print(f"{where}: {what}", file=self.out)

    def close(self) -> int:
        """The last lines, and the exit code."""
        for rule, meaning in DEPARTURES.items():
            if self.departures[rule]:
                print(f"{rule}: {self.departures[rule]} places: {meaning}", file=self.out)
        for extra, count in sorted(self.ignored.items()):
            print(f"ignored: field {extra} in {count} vectors", file=self.out)
        for dispute in self.disputes:
            print(f"disputed: {dispute}", file=self.out)
        print(f"{self.passed} passed, {self.failed} failed", file=self.out)
        return 1 if self.failed else 0


def _apart(record: object, ours: object) -> tuple[object, object]:
    """Two answers without what is equal in them, if they are long."""
    if isinstance(record, dict) and isinstance(ours, dict) and len(record) + len(ours) > 4:
        apart = [key for key in record.keys() | ours.keys() if record.get(key) != ours.get(key)]
        return {k: record[k] for k in apart if k in record}, {k: ours[k] for k in apart if k in ours}
    if isinstance(record, (set, frozenset)) and isinstance(ours, (set, frozenset)):
        return {"only here": _sorted(record - ours)}, {"only here": _sorted(ours - record)}
    return record, ours


def _sorted(values: set[object] | frozenset[object]) -> list[object]:
    return sorted(values, key=repr)


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= WIDEST else text[:WIDEST] + " …"
