"""What was shown in a game, and what that tells everybody: a history grows fact by fact, and what is known with it.

Mostly all know the same of a legion, so what follows is found once for all: for everybody, and beside it for each
player the families of which they were shown more than others. The facts themselves are kept for a game that goes back.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain

from engine.core import Seat
from engine.titan.facts import Divided, Fact, Joined, Marker, Showed
from engine.titan.knowledge import Knowledge, KnowledgeChange, grown, learnt

CHUNK = 64
"""So many facts share a tuple, so that a fact costs as much late in a game as at its beginning."""


@dataclass(frozen=True, slots=True)
class History:
    """The facts so far, in `CHUNK`s; `latest` are those of the one that is not full.

    `public` is what the channel knows. `private` are, for each seat, the families of which it knows more: always all
    legions of a family, so that what it knows of any other is what the channel knows.
    """

    earlier: tuple[tuple[Fact, ...], ...] = ()
    latest: tuple[Fact, ...] = ()
    public: Knowledge = field(default_factory=dict, compare=False, repr=False)
    private: Mapping[Seat, Knowledge] = field(default_factory=dict, compare=False, repr=False)

    def __len__(self) -> int:
        return CHUNK * len(self.earlier) + len(self.latest)

    def __iter__(self) -> Iterator[Fact]:
        return chain(*self.earlier, self.latest)

    def since(self, number: int) -> tuple[Fact, ...]:
        """The facts but for the first so many."""
        full = min(number // CHUNK, len(self.earlier))  # a chunk that has just become full is still the latest
        return (*chain(*self.earlier[full:], self.latest),)[number - CHUNK * full :]

    def after(self, *facts: Fact) -> History:
        """The history with these facts added."""
        earlier, latest, public, private = self.earlier, self.latest, self.public, self.private
        for fact in facts:
            if len(latest) == CHUNK:
                earlier, latest = (*earlier, latest), ()
            latest = (*latest, fact)
            if isinstance(fact, Showed) and fact.to:
                private = {**private, **{seat: _shown(private.get(seat, {}), public, fact) for seat in fact.to}}
                continue
            change = learnt(public, fact)
            public = grown(public, change)
            if any(_subject(fact) in more for more in private.values()):
                private = {seat: _followed(more, public, fact, change) for seat, more in private.items()}
        return History(earlier, latest, public, private)

    def known(self, viewer: Seat | None) -> Knowledge:
        """What `viewer` knows of each legion; None is the channel."""
        more = None if viewer is None else self.private.get(viewer)
        return {**self.public, **more} if more else self.public


def _shown(more: Knowledge, public: Knowledge, fact: Showed) -> Knowledge:
    """What somebody knows beyond the channel, after something was shown to them alone."""
    return grown(more, learnt(more if fact.legion in more else public, fact))


def _followed(more: Knowledge, public: Knowledge, fact: Fact, change: KnowledgeChange) -> Knowledge:
    """What one knows beyond the channel, after a public fact, which made that `change` in what the channel knows."""
    if _subject(fact) not in more:
        return more
    mine = learnt(more, fact)
    more = grown(more, mine)
    pairs = {(more[marker], public[marker]) for marker in (*mine, *change) if marker in more}
    level = {own for own, told in pairs if own.trees == told.trees}
    return {marker: own for marker, own in more.items() if own not in level} if level else more


def _subject(fact: Fact) -> Marker:
    """A legion of the family that a fact is about."""
    match fact:
        case Divided():
            return fact.parent
        case Joined():
            return fact.child
        case _:
            return fact.legion
