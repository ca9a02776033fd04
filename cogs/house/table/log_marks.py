"""What each entry of a game tells whom, without what it says: by it a page of the log is found without a replay. Pure.

Lines are numbered by what everybody was told, so that all mean the same by a number. What one alone was told stands
between them without a number: how much that is, is nobody else's business.
"""

from __future__ import annotations

import asyncio
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from cogs.house.game.announce import Entry, EventText, ToldEvent, facts
from cogs.house.game.kit import Kit
from cogs.house.words.words import Names
from engine.core import Event, Seat
from engine.log import Rewind


class Noted(NamedTuple):
    """A fact, by its entry and its `place` among what the entry tells.

    `numbered`: everybody learns of it. `readers` have a line for it, as bits of `bit`. `names` are those of what it is
    about, each with the readers who know that it is. `part` is the event, as everybody saw it, with which a part of the
    game begins. `back` is the entry to which the game has gone back.
    """

    seq: int
    place: int
    numbered: bool
    readers: int
    names: tuple[tuple[str, int], ...] = ()
    part: Event | None = None
    back: int | None = None


EVERYBODY, OPENED = None, "opened"
"""Readers besides the seats: the channel, and whoever reads a game that is over with all its secrets."""


def bit(reader: Seat | str | None) -> int:
    """The bit of a reader: EVERYBODY, OPENED or a seat."""
    if reader is EVERYBODY:
        return 1
    return 2 if isinstance(reader, str) else 4 << reader


def noted(kit: Kit, names: Names, entries: Iterable[Entry]) -> tuple[Noted, ...]:
    """What the entries of a game tell, in order. `names` are those of all seats, whatever they are now."""
    return tuple(_noted(kit, names, fact, place) for entry in entries for place, fact in enumerate(facts(kit, entry)))


def _noted(kit: Kit, names: Names, fact: ToldEvent, place: int) -> Noted:
    if isinstance(fact.event, Rewind):
        everybody = sum(map(bit, (EVERYBODY, OPENED, *names)))
        return Noted(fact.seq, place, True, everybody, back=fact.event.entry)
    public = kit.rules.seen(fact.event, None)
    readers, about = 0, dict[str, int]()
    for seen, forms, who in _sights(kit, names, fact.event, public):
        if fact.said(kit, names, seen, forms):
            readers |= who
        for name in kit.telling.log_format.about(seen):
            about[name] = about.get(name, 0) | who
    begins = public is not None and not fact.undone and kit.telling.log_format.part(public, names)
    return Noted(fact.seq, place, public is not None, readers, tuple(about.items()), public if begins else None)


def _sights(
    kit: Kit, names: Names, event: Event, public: Event | None
) -> Iterator[tuple[Event, Sequence[EventText], int]]:
    """Each way in which an event is seen, the forms in which it is told so, and the readers who see it so.

    What was told to nobody is told to nobody later either: whoever thought of it would have said whose it is.
    """
    alike, told = 0, public is not None
    for seat in names:
        seen = kit.rules.seen(event, seat)
        told = told or seen is not None
        if seen is not None and seen == public:
            alike |= bit(seat)
        elif seen is not None:
            yield seen, (), bit(seat)
    if public is not None:
        yield public, (), alike | bit(EVERYBODY)
    if told:
        yield event, (kit.telling.log_format.opened,), bit(OPENED)


@dataclass(slots=True)
class Notes:
    """What was noted of a game up to entry `seq`: for each fact how many lines everybody has read with it, and in which
    part of the game it is, counted from 0, -1 before the first; and the events that the parts begin with."""

    seq: int = 0
    noted: list[Noted] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)
    within: list[int] = field(default_factory=list)
    parts: list[Event] = field(default_factory=list)
    writing: asyncio.Lock = field(default_factory=asyncio.Lock)

    def add(self, seq: int, more: Iterable[Noted]) -> None:
        """Takes up what the entries after the present `seq` tell, up to another."""
        number, part = (self.numbers[-1], self.within[-1]) if self.noted else (0, -1)
        for each in more:
            if each.back is not None:  # from here on it is the part of then
                before = self.upto(each.back)
                part = self.within[before - 1] if before else -1
            elif each.part is not None:
                self.parts.append(each.part)
                part = len(self.parts) - 1
            number += each.numbered
            self.noted.append(each)
            self.numbers.append(number)
            self.within.append(part)
        self.seq = seq

    @property
    def last(self) -> int:
        """The number of the last line that everybody has read; 0 before the first."""
        return self.numbers[-1] if self.numbers else 0

    def number_at(self, seq: int) -> int:
        """The same once entry `seq` was written."""
        before = self.upto(seq)
        return self.numbers[before - 1] if before else 0

    def upto(self, seq: int) -> int:
        """How many facts were noted by then."""
        return bisect_right(self.noted, seq, key=lambda each: each.seq)
