"""How well people keep deadlines: the share of those that they kept, old ones weighing less and less. Pure.

It follows from public facts alone. Where several are waited for at once nothing is counted, neither that a deadline was
kept nor that it was missed: whose answer was wanted is nobody else's business (A3.1).
"""

from __future__ import annotations

from dataclasses import dataclass

from cogs.house.values.clocks import Clock, Clocks, Waiting
from engine.core import Seat

HALF_LIFE = 90 * 24 * 3600.0
"""Seconds after which a deadline weighs half of what it weighed."""

LEAST = 3.0
"""The weight of all deadlines together below which nothing is said: who is new is neither good nor bad."""


@dataclass(frozen=True, slots=True)
class Reliability:
    """`kept` and `missed` are all deadlines of a person in a server; the weights are what is left of them at `at`."""

    kept: int = 0
    missed: int = 0
    kept_weight: float = 0.0
    missed_weight: float = 0.0
    at: float = 0.0

    def with_one(self, was_kept: bool, now: float) -> Reliability:
        """With a deadline more."""
        left = _left(self.at, now)
        return Reliability(
            self.kept + was_kept,
            self.missed + (not was_kept),
            self.kept_weight * left + was_kept,
            self.missed_weight * left + (not was_kept),
            max(self.at, now),
        )

    def share(self, now: float) -> float | None:
        """The part of the deadlines that he kept, 0 to 1; None if too few are known to tell."""
        left = _left(self.at, now)
        kept, missed = self.kept_weight * left, self.missed_weight * left
        return kept / (kept + missed) if kept + missed >= LEAST else None


def kept_by(seat: Seat, before: Clock | None, after: Clock | None, waiting: Waiting) -> bool:
    """Whether `seat`, who has acted himself, has kept a deadline by it: the game, which waited for him, no longer does.

    `waiting` is whom it waited for before; the clocks are his, `after` None if it has not changed.
    """
    if before is None or after is None or before.ends is None or before.out:
        return False
    return seat in waiting.seats and not waiting.shared and after.since is None


def missed_by(clocks: Clocks, waiting: Waiting) -> tuple[Seat, ...]:
    """Who of those whose deadlines have passed has missed one that counts."""
    return () if waiting.shared else tuple(sorted(clocks.keys() & waiting.seats))


def _left(since: float, now: float) -> float:
    """What is left of a weight after so long."""
    return float(2.0 ** (-max(0.0, now - since) / HALF_LIFE))
