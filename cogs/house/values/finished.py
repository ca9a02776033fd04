"""How a game ended, as plain values: what statistics and ratings are made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.core import Seat


@dataclass(frozen=True, slots=True)
class Standing:
    """How a seat did in a game that is over: its place, 1 the first and equal ones shared, and its points.

    `slayer` is who put it out, if somebody did; `figures` is what else the game counts, by name: what can be added up.
    """

    place: int
    points: int
    slayer: Seat | None = None
    figures: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Result:
    """How a seat did in a game. `user` is for whom it counts: None for nobody, below zero for who is forgotten.

    He took `seconds` for the middle one of his own turns, None if he had none. `name` is what the seat was called.
    """

    seat: Seat
    user: int | None
    standing: Standing
    seconds: float | None = None
    name: str = ""


@dataclass(frozen=True, slots=True)
class Finish:
    """How a game ended: `turns` and `handoffs` of all together, times in seconds since 1970, a result for each seat.

    `category` is what has leaderboards of its own; `rated`: it counts for them.
    """

    game: int
    category: str
    turns: int
    handoffs: int
    began_at: float
    ended_at: float
    rated: bool
    results: tuple[Result, ...]
