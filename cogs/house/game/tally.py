"""What is counted of a game that is over: how each seat did, and how long its turns took. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import median

from cogs.house.game.announce import Entry
from cogs.house.game.kit import Kit
from cogs.house.game.public_history import moments, standing
from cogs.house.values.finished import Finish, Result
from cogs.house.values.records import Chair, Game
from cogs.house.words.words import Names
from engine import log
from engine.core import Seat

PARTED = " · "
"""Between the figures of a seat."""

RATED_PEOPLE = 2
"""A game counts for leaderboards if so many people's results count: nobody rises by beating the program."""


@dataclass(slots=True)
class TimeSpent:
    """How a game's time was spent: how often somebody was waited for anew, and seconds of each seat by its own turn."""

    handoffs: int = 0
    own: defaultdict[Seat, dict[Hashable, float]] = field(default_factory=lambda: defaultdict(dict))


def finished(kit: Kit, game: Game, chairs: Sequence[Chair], entries: Sequence[Entry]) -> Finish:
    """What is kept of a game that is over, from all its entries. The game must count something, see `Telling.tally`.

    What was taken back counts for nobody, but the time that it took was spent. A result counts for the person who sat
    there in the end, if for at least half of the game's entries; else for nobody, and so does that of the program, and
    every one of a game that is unrated.
    """
    assert kit.telling.tally is not None, "somebody counts"
    happened = tuple(moments(kit.rules, standing(entries), opened=True))
    final = kit.rules.opened(entries[-1].after.state)
    hours, last = spent(kit, entries), entries[-1].after.seq
    results = tuple(
        Result(
            chair.seat,
            chair.user_id if 2 * (last - chair.since) >= last and not game.unrated else None,
            reached,
            median(hours.own[chair.seat].values()) if hours.own[chair.seat] else None,
            chair.name,
        )
        for chair, reached in zip(chairs, kit.telling.tally.count(happened, final), strict=True)
    )
    rated = sum(result.user is not None for result in results) >= RATED_PEOPLE
    return Finish(
        game.id, category(kit, game.options), kit.telling.tally.turns(final), hours.handoffs, entries[0].at,
        entries[-1].at, rated, results,
    )  # fmt: skip


def category(kit: Kit, options: Mapping[str, str]) -> str:
    """Which leaderboards a game with these options belongs to; empty if all games do to the same."""
    apart = next((option for option in kit.variants.options if option.key == kit.variants.apart), None)
    return "" if apart is None else options.get(apart.key, apart.default)


def category_said(kit: Kit, name: str) -> str:
    """A category in words: what the game is called, and which kind of it where there are several."""
    apart = next((option for option in kit.variants.options if option.key == kit.variants.apart), None)
    return kit.title if apart is None else f"{kit.title} · {apart.says(name)}"


def spent(kit: Kit, entries: Sequence[Entry]) -> TimeSpent:
    """How long each seat was really waited for in its own turns, from when to when entries were written.

    Of a game that is over alone: who had to answer in secret is told by it.
    """
    hours, waited = TimeSpent(), frozenset[Seat]()
    turns: dict[int, tuple[Hashable, Seat | None]] = {}
    for entry, until in _rests(entries):
        awaiting = kit.rules.awaiting(entry.after.state)
        hours.handoffs += len(awaiting - waited)
        waited = awaiting
        began = entry.after.began
        if began not in turns:
            turns[began] = kit.flow.turn(log.view(kit.rules, entry.after, None))
        key, active = turns[began]
        if active is not None and active in awaiting:
            own = hours.own[active]
            own[key] = own.get(key, 0.0) + until - entry.at
    return hours


def _rests(entries: Iterable[Entry]) -> Iterator[tuple[Entry, float]]:
    """The entries after which somebody was waited for, each with the time when somebody then acted."""
    for entry, following in pairwise(entries):
        if following.at > entry.at:
            yield entry, following.at


def figures_said(kit: Kit, names: Names, finish: Finish) -> tuple[str, ...]:
    """What a game counted of each seat, a sentence for each with a heading before them; nothing if it counted nothing.

    All of it could be counted by whoever watched, and it is of this one game: so it is of everybody's seat (A11.4).
    """
    assert kit.telling.tally is not None, "somebody counts"
    said = [(result.seat, kit.telling.tally.said(result.standing.figures)) for result in finish.results]
    text = kit.words.text
    lines = [
        text("figures-of-seat", who=names[seat], figures=PARTED.join(figures)) for seat, figures in said if figures
    ]
    return (text("figures-of-game"), *lines) if lines else ()


def summed(counted: Iterable[Mapping[str, float]]) -> Mapping[str, float]:
    """The figures of several games together."""
    total: dict[str, float] = {}
    for figures in counted:
        for name, number in figures.items():
            total[name] = total.get(name, 0.0) + number
    return total
