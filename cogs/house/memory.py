"""What has happened in a game, line by line, and the game as it was at any of them: as each may know it.

Lines are numbered by what everybody was told, so that all mean the same by a number. What one alone was told stands
between them without a number: how much that is, is nobody else's business.
"""

from __future__ import annotations

import asyncio
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from cogs.house import themes
from cogs.house.announce import Entry, Fact, facts
from cogs.house.kept import KeptGame
from cogs.house.kit import AS_IT_IS, Chronicle, Kit, Look, Names, View
from cogs.house.moments import moments, standing
from cogs.house.records import Status
from engine import log
from engine.core import Illegal, Seat
from engine.log import Course, Rewind


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


@dataclass(slots=True)
class Notes:
    """What was noted of a game up to entry `seq`: its facts, and the events that its parts begin with."""

    seq: int = 0
    noted: list[Noted] = field(default_factory=list)
    parts: list[Any] = field(default_factory=list)
    writing: asyncio.Lock = field(default_factory=asyncio.Lock)

    def note(self, kit: Kit, names: Names, entries: Iterable[Entry]) -> None:
        """Takes down what the entries after `seq` tell."""
        for entry in entries:
            for fact in facts(kit, entry):
                self._note(kit, names, fact)
            self.seq = entry.after.seq

    def _note(self, kit: Kit, names: Names, fact: Fact) -> None:
        last = self.noted[-1] if self.noted else None
        number, part = (last.number, last.part) if last else (0, -1)
        public = fact.seen(kit, None)
        if isinstance(fact.event, Rewind):  # from here on it is the part of then
            before = bisect_right(self.noted, fact.event.entry, key=lambda each: each.fact.seq)
            part = self.noted[before - 1].part if before else -1
        elif public is not None and not fact.undone and kit.annals.part(public, names):
            self.parts.append(public)
            part = len(self.parts) - 1
        self.noted.append(Noted(fact, number + (public is not None), part))


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

    async def lines(
        self,
        viewer: Seat | None,
        reader: int | None = None,
        parts: Sequence[Part] = (),
        about: str = "",
        opened: bool = False,
        short: bool = False,
    ) -> tuple[LogLine, ...]:
        """What has happened, in words for a viewer, the oldest first: in some parts of the game or in all of it, of
        what is `about` something of that name or of all.

        `reader` is who alone will read it. With `opened` everybody's secrets are told: raises Illegal `not-open-yet`
        in a game that still runs. `short`: in the game's own notation, where it has one.
        """
        if opened:
            check_over(self.kept)
        kit, names = self.kept.kit_for(reader), self.kept.names
        noted = await self._noted()
        wanted = frozenset(part.place for part in parts)
        return await self.kept.means.studio.work(
            lambda: tuple(read(kit, names, noted, viewer, wanted, about, opened, short))
        )

    async def parts(self, reader: int | None = None) -> tuple[Part, ...]:
        """The parts of the game, the oldest first; by the names of the seats as people chose them."""
        kit, names = self.kept.kit_for(reader), self.kept.plain_names
        await self._noted()
        return tuple(Part(place, kit.annals.part(event, names)) for place, event in enumerate(self.notes.parts))

    async def known_names(self, viewer: Seat | None) -> tuple[str, ...]:
        """The names of all that lines can be about, as far as a viewer has heard of it, in the order of the first."""
        kit = self.kept.kit
        seen = (each.fact.seen(kit, viewer) for each in await self._noted() if not isinstance(each.fact.event, Rewind))
        return tuple(dict.fromkeys(name for event in seen if event is not None for name in kit.annals.about(event)))

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
                kit, names, entries = self.kept.kit, self.kept.names, await self.kept.entries(notes.seq + 1, seq)
                await self.kept.means.studio.work(lambda: notes.note(kit, names, entries))
        return notes.noted


def read(
    kit: Kit,
    names: Names,
    noted: Sequence[Noted],
    viewer: Seat | None,
    parts: frozenset[int] = frozenset(),
    about: str = "",
    opened: bool = False,
    short: bool = False,
) -> Iterator[LogLine]:
    """What was noted as `viewer` may read it; see `Memory.lines`."""
    forms = (*([kit.annals.short] if short else []), *([kit.annals.opened] if opened else []))
    wanted = about.casefold()
    for each in noted:
        fact = each.fact
        seen = fact.event if opened else fact.seen(kit, viewer)
        if seen is None or (parts and each.part not in parts):
            continue
        if wanted and (isinstance(seen, Rewind) or wanted not in map(str.casefold, kit.annals.about(seen))):
            continue
        if text := fact.said(kit, names, seen, forms):
            public = fact.seen(kit, None)
            yield LogLine(fact.seq, each.number, each.part, text, seen != public, public is None)


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
