"""How long orders given ahead wait before they answer, where not all is public (A3.6), and the rows for them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from random import SystemRandom

from cogs.house.values.clocks import HOUR
from engine.core import Seat

SHORTEST, LONGEST = 20.0, 90.0
"""Seconds after a hand-off in which orders answer by `RANDOM_SHORT`, each as likely as the next."""

LONGEST_WAIT = HOUR
"""Seconds that orders wait at most from the moment on in which they may be carried out."""

_chance = SystemRandom()


class OrderDelay(StrEnum):
    """How long orders wait before they answer, where not all is public."""

    RANDOM_SHORT = "random_short"
    NONE = "none"
    HOURLY_BATCHES = "hourly_batches"
    """All together, at each full hour."""

    def after(self, now: float) -> float:
        """When a hand-off of this moment is answered."""
        match self:
            case OrderDelay.RANDOM_SHORT:
                return now + _chance.uniform(SHORTEST, LONGEST)
            case OrderDelay.NONE:
                return now
            case OrderDelay.HOURLY_BATCHES:
                return (now // HOUR + 1) * HOUR


@dataclass(frozen=True, slots=True)
class OrderTimer:
    """When the orders of a seat are looked at next; `due` None: not before something has changed.

    `began` is the phase in which they last had something to say, `done` the entries that they then made, `asked` the
    number of the order that then left it to its owner, 0 for none. `rests` is the phase for which he took back what
    they did. `latest` is the highest number that an order of his ever had.
    """

    seat: Seat
    due: float | None = None
    began: int = 0
    done: tuple[int, ...] = ()
    asked: int = 0
    rests: int | None = None
    latest: int = 0


@dataclass(frozen=True, slots=True)
class Written:
    """A change as rows: by seat and person the numbers and lines that stand; notes by seat, person, text and delay."""

    filed: Mapping[tuple[Seat, int], tuple[tuple[int, str], ...]] = field(default_factory=dict, repr=False)
    firings: tuple[OrderTimer, ...] = ()
    notes: tuple[tuple[Seat, int, str, float], ...] = field(default=(), repr=False)
