"""What the results of games that are over add up to: records of people, leaderboards, and figures of a server.

Nothing of a game that runs is in them; how well people keep deadlines is known at any time, as the deadlines are.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from statistics import mean, median

from cogs.house.game.tally import summed
from cogs.house.store.store import Store
from cogs.house.values.finished import Finish, Result
from cogs.house.values.ratings import Rating, ranked, ratings
from cogs.house.values.reliability import Reliability


class RankedBy(StrEnum):
    """What a leaderboard is ordered by."""

    RATING = "rating"
    WINS = "wins"
    GAMES = "games"
    RELIABILITY = "reliability"


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """What a person has done in the games of a server and a category that are over.

    `games` are all that count for him; `rated` and `places`, how often he had which, are of those against other people.
    `seconds` is what he took for a turn, the middle one of his games, `points` the mean; `figures` are the game's own.
    """

    name: str
    games: int
    rated: int
    places: Mapping[int, int]
    points: float
    rating: float | None
    seconds: float | None
    figures: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Leader:
    """A line of a leaderboard: `rank` counts from 1 and is shared by equal ones, `value` is what it is ordered by."""

    rank: int
    user: int
    name: str
    value: float
    games: int


@dataclass(frozen=True, slots=True)
class Server:
    """What happened in a server's games of a ruleset, without any person: how many are in which state, and of those
    that are over the median length in seconds and turns and how often somebody was waited for anew; and the deadlines
    kept and missed in games of every ruleset."""

    fates: Mapping[str, int]
    counted: int
    rated: int
    seconds: float | None
    turns: float | None
    handoffs: int
    kept: int
    missed: int


class Results:
    """What follows from the results in the store."""

    def __init__(self, store: Store, now: Callable[[], float]) -> None:
        self._store, self._now = store, now
        self._rated: tuple[tuple[Finish, ...], Mapping[int, Rating]] = (), {}

    async def record(self, guild: int, ruleset: str, category: str, user: int) -> PlayerRecord | None:
        """What a person has done; None if no game of the category counts for him."""
        finishes = await self._store.results.finishes(guild, ruleset, category)
        mine = [(finish, result) for finish in finishes for result in finish.results if result.user == user]
        if not mine:
            return None
        rated = [result for finish, result in mine if finish.rated]
        paces = [result.seconds for _, result in mine if result.seconds is not None]
        rating = (await self._ratings(finishes)).get(user)
        return PlayerRecord(
            name=mine[-1][1].name,
            games=len(mine),
            rated=len(rated),
            places=Counter(sorted(result.standing.place for result in rated)),
            points=mean(result.standing.points for _, result in mine),
            rating=None if rating is None else rating.points,
            seconds=median(paces) if paces else None,
            figures=summed(result.standing.figures for _, result in mine),
        )

    async def guilds_of(self, user: int) -> tuple[int, ...]:
        """The servers in which there is anything to say of a person."""
        return await self._store.results.guilds_of(user)

    async def leaders(self, guild: int, ruleset: str, category: str, order: RankedBy) -> tuple[Leader, ...]:
        """Everybody who may be shown, the best first. Who is hidden or forgotten counts for the others as ever."""
        finishes = await self._store.results.finishes(guild, ruleset, category)
        hidden = await self._store.people.unnamed()
        played: dict[int, list[Result]] = {}
        for finish in finishes:
            for result in ranked(finish):
                played.setdefault(result.user or 0, []).append(result)
        values = await self._values(guild, finishes, played, order)
        shown = [user for user in values if user > 0 and user not in hidden and user in played]
        shown.sort(key=lambda user: (-values[user], -len(played[user]), user))
        return tuple(
            Leader(
                1 + sum(values[other] > values[user] for other in shown),
                user,
                played[user][-1].name,
                values[user],
                len(played[user]),
            )
            for user in shown
        )

    async def _values(
        self, guild: int, finishes: tuple[Finish, ...], played: Mapping[int, list[Result]], order: RankedBy
    ) -> Mapping[int, float]:
        """What people are ordered by."""
        match order:
            case RankedBy.RATING:
                return {user: rating.points for user, rating in (await self._ratings(finishes)).items()}
            case RankedBy.WINS:
                return {user: sum(each.standing.place == 1 for each in results) for user, results in played.items()}
            case RankedBy.GAMES:
                return {user: len(results) for user, results in played.items()}
            case RankedBy.RELIABILITY:
                return await self.shares(guild, played)

    async def shares(self, guild: int, users: Iterable[int]) -> Mapping[int, float]:
        """The part of their deadlines that people keep, 0 to 1; who has too few, or is not to be shown, is missing."""
        known, hidden = await self._store.results.reliabilities(guild), await self._store.people.unnamed()
        now = self._now()
        found = {user: known[user].share(now) for user in users if user in known and user not in hidden}
        return {user: share for user, share in found.items() if share is not None}

    async def reliability(self, guild: int, user: int) -> Reliability:
        """How well a person keeps the deadlines of a server's games, for himself."""
        return (await self._store.results.reliabilities(guild)).get(user, Reliability())

    async def categories(self, guild: int, ruleset: str) -> tuple[str, ...]:
        """The categories in which games of a server have ended, the one with most of them first."""
        return await self._store.results.categories(guild, ruleset)

    async def server(self, guild: int, ruleset: str) -> Server:
        """What happened in a server's games of a ruleset."""
        finishes = await self._store.results.finishes(guild, ruleset)
        known = (await self._store.results.reliabilities(guild)).values()
        return Server(
            fates=await self._store.results.fates(guild, ruleset),
            counted=len(finishes),
            rated=sum(finish.rated for finish in finishes),
            seconds=median(finish.ended_at - finish.began_at for finish in finishes) if finishes else None,
            turns=median(finish.turns for finish in finishes) if finishes else None,
            handoffs=sum(finish.handoffs for finish in finishes),
            kept=sum(each.kept for each in known),
            missed=sum(each.missed for each in known),
        )

    async def _ratings(self, finishes: tuple[Finish, ...]) -> Mapping[int, Rating]:
        """The ratings that follow from these games; those asked for last are kept."""
        if self._rated[0] != finishes:
            self._rated = finishes, await asyncio.to_thread(ratings, finishes)
        return self._rated[1]
