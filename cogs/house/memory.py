"""What has happened in a game, line by line, and the game as it was at any of them: as each may know it.

Lines are numbered by what everybody was told, so that all mean the same by a number. What one alone was told stands
between them without a number: how much that is, is nobody else's business.
"""

from __future__ import annotations

import asyncio
import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, TypeVar

from cogs.house import themes
from cogs.house.announce import Entry, Fact, facts
from cogs.house.kept import KeptGame
from cogs.house.kit import AS_IT_IS, Chronicle, Kit, Look, Names, View
from cogs.house.moments import moments, standing
from cogs.house.records import Status
from engine import log
from engine.core import Illegal, Seat
from engine.log import Course, Rewind

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Noted:
    """A fact, how many lines everybody has read with it, and which part of the game it is in, counted from 0."""

    fact: Fact
    number: int
    part: int


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a game, such as a player's turn: its place among the parts, and its name."""

    place: int
    name: str


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line as one may read it. `number` is that of the last public line so far, its own unless it is `secret`.

    `own`: it tells more than everybody knows. `seq` is its entry, which is for the house alone.
    """

    seq: int
    number: int
    part: int
    text: str
    own: bool
    secret: bool


@dataclass(frozen=True, slots=True)
class Shown:
    """A picture of a kind, and what it shows in words."""

    kind: str
    data: bytes
    alt: str


@dataclass(frozen=True, slots=True)
class Page:
    """Some lines of all that one may read: the page with a `number`, counted from 0, of so many `pages`."""

    lines: tuple[LogLine, ...]
    number: int
    pages: int


@dataclass(frozen=True, slots=True)
class Reading:
    """How a log is read: as far as `viewer` may know, with everybody's secrets `opened`, `short` in the game's own
    notation where it has one; of some `parts` or of all; what is `about` something of that name or all."""

    viewer: Seat | None
    parts: frozenset[int] = frozenset()
    about: str = ""
    opened: bool = False
    short: bool = False


@dataclass(slots=True)
class Notes:
    """What was noted of a game up to entry `seq`: its facts, and the events that its parts begin with.

    `grown` is what was worked out of the facts one by one: how many of them, and what each gave.
    """

    seq: int = 0
    noted: Sequence[Noted] = ()
    parts: Sequence[Any] = ()
    grown: dict[Hashable, tuple[int, list[Any]]] = field(default_factory=dict)
    writing: asyncio.Lock = field(default_factory=asyncio.Lock)

    def note(self, kit: Kit, names: Names, entries: Iterable[Entry]) -> None:
        """Takes down what the entries after `seq` tell: all of it, or nothing where that fails."""
        seq, noted, parts = self.seq, [*self.noted], [*self.parts]
        for entry in entries:
            for fact in facts(kit, entry):
                _note(kit, names, noted, parts, fact)
            seq = entry.after.seq
        self.seq, self.noted, self.parts = seq, noted, parts


def _note(kit: Kit, names: Names, noted: list[Noted], parts: list[Any], fact: Fact) -> None:
    last = noted[-1] if noted else None
    number, part = (last.number, last.part) if last else (0, -1)
    public = fact.seen(kit, None)
    if isinstance(fact.event, Rewind):  # from here on it is the part of then
        before = bisect_right(noted, fact.event.entry, key=lambda each: each.fact.seq)
        part = noted[before - 1].part if before else -1
    elif public is not None and not fact.undone and kit.annals.part(public, names):
        parts.append(public)
        part = len(parts) - 1
    noted.append(Noted(fact, number + (public is not None), part))


@dataclass(frozen=True, slots=True)
class Then:
    """A game as it was at some time, to be looked at as somebody saw it then: with what he alone had done in silence,
    and without what others had. `course` has all its secrets: for the house alone."""

    kept: KeptGame
    course: Course

    async def view(self, seat: Seat | None) -> View:
        """What `seat` saw, None being everybody."""
        rules = self.kept.kit.rules
        return await self.kept.means.studio.work(lambda: log.view(rules, self.course, seat))

    async def opened(self) -> View:
        """All of it, with nothing hidden. Raises Illegal `not-open-yet` in a game that still runs."""
        check_over(self.kept)
        rules = self.kept.kit.rules
        return await self.kept.means.studio.work(lambda: rules.opened(self.course.state))

    async def knowledge(self, seat: Seat | None, of: str) -> Any:
        """What followed for `seat` of something secret from all that he had seen; None if it was not there."""
        kit = self.kept.kit
        return await self.kept.means.studio.work(
            lambda: kit.knowledge(log.known(kit.rules, self.course, seat), seat, of)
        )

    async def pictures(self, seat: Seat | None, view: View, reader: int) -> tuple[Shown, ...]:
        """What it looked like in a `view` of then, and what was `seat`'s own in it. `reader` alone will see it."""
        kit = self.kept.kit
        kinds = kit.pictures(None, view, ())
        if seat is not None and bool(kit.rules.hand(self.course.state, seat)):
            kinds = (*kinds, kit.hand)
        return tuple([await self.picture(kind, view, reader) for kind in dict.fromkeys(kinds)])

    async def picture(self, kind: str, view: View, reader: int, look: Look = AS_IT_IS) -> Shown:
        """A picture of a kind of a `view` of then, in the theme of the person who alone will see it."""
        kept, kit = self.kept, self.kept.kit_for(reader)
        theme = themes.in_force(kit, await kept.means.store.theme_of(reader), kept.game.theme)
        look = replace(look, theme=theme)
        drawing = await kept.means.studio.picture(kit, kind, view, kept.plain_names, look)
        return Shown(kind, drawing, kit.alt[kind](view, kept.names, look))


@dataclass(frozen=True, slots=True)
class Memory:
    """One game's past. `notes` are kept with it, since to make them all of its log is played once more."""

    kept: KeptGame
    notes: Notes

    async def lines(self, reading: Reading, reader: int | None = None) -> tuple[LogLine, ...]:
        """What has happened, in words, the oldest first. `reader` is who alone will read it.

        Raises Illegal `not-open-yet` for what is opened in a game that still runs.
        """
        return await self._said(reading, reader, await self._read(reading))

    async def page(
        self, reading: Reading, reader: int | None, size: int, number: int | None = None, near: int = 0
    ) -> Page:
        """A page of so many lines: the one of that number, of the line that is numbered `near`, or the last.

        Only its own lines are put into words. Raises Illegal as `lines` does.
        """
        found = await self._read(reading)
        last = max(0, (len(found) - 1) // size)
        if near:
            number = bisect_left(found, near, key=lambda each: each.number) // size
        shown = last if number is None else min(number, last)
        return Page(await self._said(reading, reader, found[shown * size :][:size]), shown, last + 1)

    async def _read(self, reading: Reading) -> Sequence[Noted]:
        """Those of what was noted that have a line for a reading."""
        if reading.opened:
            check_over(self.kept)
        kit, names, wanted = self.kept.kit, self.kept.names, reading.about.casefold()
        manner = replace(reading, parts=frozenset(), about="")
        found = await self._grown(manner, lambda each: [each] if line(kit, names, each, manner) is not None else [])
        if not wanted and not reading.parts:
            return found
        return await self.kept.means.studio.work(
            lambda: [
                each
                for each in found
                if (not reading.parts or each.part in reading.parts)
                and (not wanted or wanted in map(str.casefold, _about(kit, each, reading)))
            ]
        )

    async def _said(self, reading: Reading, reader: int | None, noted: Sequence[Noted]) -> tuple[LogLine, ...]:
        kit, names = self.kept.kit_for(reader), self.kept.names
        return await self.kept.means.studio.work(
            lambda: tuple(said for each in noted if (said := line(kit, names, each, reading)) is not None)
        )

    async def parts(self, reader: int | None = None) -> tuple[Part, ...]:
        """The parts of the game, the oldest first; by the names of the seats as people chose them."""
        kit, names = self.kept.kit_for(reader), self.kept.plain_names
        await self._noted()
        return tuple(Part(place, kit.annals.part(event, names)) for place, event in enumerate(self.notes.parts))

    async def known_names(self, viewer: Seat | None) -> tuple[str, ...]:
        """The names of all that lines can be about, as far as a viewer has heard of it, in the order of the first."""
        kit, reading = self.kept.kit, Reading(viewer)
        return tuple(dict.fromkeys(await self._grown(("names", viewer), lambda each: _about(kit, each, reading))))

    async def entry_of(self, number: int) -> int:
        """The entry that told everybody the line of a number. Raises Illegal `no-such-line`."""
        noted = await self._noted()
        last = noted[-1].number if noted else 0
        if not 1 <= number <= last:
            raise Illegal("no-such-line", number=number, last=last)
        return next(each.fact.seq for each in noted if each.number == number)

    async def number_at(self, seq: int) -> int:
        """The number of the last line that everybody had read once entry `seq` was written; 0 before the first."""
        noted = await self._noted()
        before = bisect_right(noted, seq, key=lambda each: each.fact.seq)
        return noted[before - 1].number if before else 0

    async def at(self, seq: int) -> Then:
        """The game as it was once entry `seq` was written."""
        return Then(self.kept, await self.kept.course_at(seq))

    async def chronicle(self, reader: int | None) -> Chronicle:
        """The game so far as a written story, for `reader` alone or for everybody: from what everybody knows, and once
        it is over with everybody's secrets. Whatever the game went back from is not in it.

        Raises Illegal `no-chronicle` for a game that nobody tells.
        """
        kept, kit, opened = self.kept, self.kept.kit_for(reader), self.kept.game.status is Status.OVER
        tell = kit.annals.chronicle
        if tell is None:
            raise Illegal("no-chronicle")
        entries = await kept.entries(1, kept.seq)

        def told() -> Chronicle:
            found = tuple(moments(kit.rules, standing(entries), opened))
            return tell(kept.shown_name, found, kept.names, opened)

        return await kept.means.studio.work(told)

    async def _noted(self) -> Sequence[Noted]:
        notes, seq = self.notes, self.kept.seq
        async with notes.writing:
            if notes.seq < seq:
                kit, names = self.kept.kit, self.kept.names
                async for entries in self.kept.pieces(notes.seq + 1, seq):
                    await self.kept.means.studio.work(partial(notes.note, kit, names, entries))
        return notes.noted

    async def _grown(self, what: Hashable, of: Callable[[Noted], Iterable[T]]) -> list[T]:
        """What each fact gives, in order: worked out once for each of them, and kept."""
        noted = await self._noted()
        async with self.notes.writing:
            upto, found = self.notes.grown.get(what, (0, []))
            if upto < len(noted):
                more = await self.kept.means.studio.work(lambda: [got for each in noted[upto:] for got in of(each)])
                upto, found = len(noted), [*found, *more]
                self.notes.grown[what] = upto, found
        return found


def line(kit: Kit, names: Names, each: Noted, reading: Reading) -> LogLine | None:
    """What was noted as it is read; None if it says nothing."""
    fact = each.fact
    seen = fact.event if reading.opened else fact.seen(kit, reading.viewer)
    if seen is None:
        return None
    annals = kit.annals
    forms = (*([annals.short] if reading.short else []), *([annals.opened] if reading.opened else []))
    text = fact.said(kit, names, seen, forms)
    if not text:
        return None
    public = fact.seen(kit, None)
    return LogLine(fact.seq, each.number, each.part, text, seen != public, public is None)


def _about(kit: Kit, each: Noted, reading: Reading) -> Iterable[str]:
    """The names of what a fact is about, as far as it is read."""
    fact = each.fact
    seen = fact.event if reading.opened else fact.seen(kit, reading.viewer)
    return () if seen is None or isinstance(seen, Rewind) else kit.annals.about(seen)


def check_over(kept: KeptGame) -> None:
    """Raises Illegal `not-open-yet` unless a game is over: then everything may be opened (A3.11)."""
    if kept.game.status is not Status.OVER:
        raise Illegal("not-open-yet")


def meant(parts: Sequence[Part], typed: str) -> tuple[Part, ...]:
    """The parts that somebody means: the one of that name, else those that have the word or the number, else the text.

    So `3` are the turns of all players that are the third. Raises Illegal `no-such-part`.
    """
    wanted = typed.strip().casefold()
    for is_meant in (
        lambda name: name == wanted,
        lambda name: re.search(rf"\b{re.escape(wanted)}\b", name) is not None,
        lambda name: wanted in name,
    ):
        if found := tuple(part for part in parts if is_meant(part.name.casefold())):
            return found
    raise Illegal("no-such-part", text=typed, last=parts[-1].name if parts else "–")
