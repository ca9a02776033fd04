"""How strong people are, from the places that they reached against each other: a library's figures. Pure.

A rating is computed from all results in their order, anew each time, so that there is nothing that could go astray.
People are rated against people: the program's seats are left out of a game's order.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from openskill.models import BradleyTerryFull, BradleyTerryFullRating

from cogs.house.values.finished import Finish, Result

NEW = 1500.0
SCALE = 24.0
"""A rating is told as points: `NEW` for who has not played, and so many points for one of the library's. It is what
somebody is at least, as far as is known: three deviations below the most likely, so it grows with the games."""

_MODEL = BradleyTerryFull()
"""Every two of a game are compared. Of the library's models that take several at once this is the one in which equal
places come out equal: by Plackett and Luce a third place gains more than a first one that is shared."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A person's points, and the games that they come of."""

    points: float
    games: int


def ratings(finishes: Iterable[Finish]) -> Mapping[int, Rating]:
    """The rating of everybody who has a result in a rated game of these, which are in the order in which they ended.

    Who is forgotten is somebody new in each of his games.
    """
    known: dict[int, BradleyTerryFullRating] = {}
    games: dict[int, int] = {}
    for finish in finishes:
        rivals = ranked(finish)
        if not rivals:
            continue
        sides = [[known.get(result.user or 0) or _MODEL.rating()] for result in rivals]
        places = [float(result.standing.place) for result in rivals]
        for result, (rated,) in zip(rivals, _MODEL.rate(sides, ranks=places), strict=True):
            if result.user is not None and result.user > 0:
                known[result.user] = rated
                games[result.user] = games.get(result.user, 0) + 1
    return {user: Rating(_points(rating), games[user]) for user, rating in known.items()}


def ranked(finish: Finish) -> tuple[Result, ...]:
    """The results of a game that are rated against each other; none if it counts for nobody."""
    return tuple(result for result in finish.results if result.user is not None) if finish.rated else ()


def _points(rating: BradleyTerryFullRating) -> float:
    return float(rating.ordinal(z=3.0, alpha=SCALE, target=NEW))
