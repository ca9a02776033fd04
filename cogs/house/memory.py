"""What has happened in a game, line by line, and the game as it was at any of them: as each may know it.

Lines are numbered by what everybody was told, so that all mean the same by a number. What one alone was told stands
between them without a number: how much that is, is nobody else's business.
"""

from __future__ import annotations

import asyncio
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from cogs.house import themes
from cogs.house.announce import Entry, Fact, facts
from cogs.house.kept import KeptGame
from cogs.house.kit import Chronicle, Kit, Look, Names, View
from cogs.house.moments import moments
from cogs.house.records import Status
from engine import log
from engine.core import Illegal, Seat
from engine.log import Rewind


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
    ) -> tuple[LogLine, ...]:
        """What has happened, in words for a viewer, the oldest first: in some parts of the game or in all of it, of
        what is `about` something of that name or of all.

        `reader` is who alone will read it. With `opened` everybody's secrets are told: raises Illegal `not-open-yet`
        in a game that still runs.
        """
        if opened:
            self._check_over()
        kit, names = self.kept.kit_for(reader), self.kept.names
        noted = await self._noted()
        wanted = frozenset(part.place for part in parts)
        return await self.kept.means.studio.work(
            lambda: tuple(_lines(kit, names, noted, viewer, wanted, about, opened))
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

    async def view(self, seq: int, seat: Seat | None, opened: bool = False) -> View:
        """The game after entry `seq`, as `seat` saw it then: with what he had staged, without what others had.

        With `opened` nothing is hidden: raises Illegal `not-open-yet` in a game that still runs.
        """
        if opened:
            self._check_over()
        rules, course = self.kept.kit.rules, await self.kept.course_at(seq)
        return await self.kept.means.studio.work(
            lambda: rules.opened(course.state) if opened else log.view(rules, course, seat)
        )

    async def knowledge(self, seq: int, seat: Seat | None, of: str) -> Any:
        """What followed for `seat` of something secret, from all that he had seen up to entry `seq`."""
        kit, course = self.kept.kit, await self.kept.course_at(seq)
        return await self.kept.means.studio.work(lambda: kit.knowledge(log.known(kit.rules, course, seat), seat, of))

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
            numbers = log.standing(entry.action for entry in entries)
            standing = (entries[number - 1] for number in numbers if number)
            found = tuple(moments(kit.rules, standing, opened))
            return tell(kept.shown_name, found, kept.names, opened)

        return await kept.means.studio.work(told)

    async def pictures(self, seq: int, seat: Seat | None, reader: int) -> tuple[Shown, ...]:
        """What the game looked like to `seat` after entry `seq`, and his own things of then, if he had any.

        `reader` is the person who alone will see it.
        """
        kept, course = self.kept, await self.kept.course_at(seq)
        kit, own = kept.kit_for(reader), await kept.means.store.theme_of(reader)
        look = Look(theme=themes.in_force(kit, own, kept.game.theme))
        state, view = await kept.means.studio.work(
            lambda: (log.known(kit.rules, course, seat), log.view(kit.rules, course, seat))
        )
        kinds = kit.pictures(None, view, ())
        if seat is not None and bool(kit.rules.hand(state, seat)):
            kinds = (*kinds, kit.hand)
        return tuple([await self._shown(kit, kind, view, look) for kind in dict.fromkeys(kinds)])

    async def _shown(self, kit: Kit, kind: str, view: View, look: Look) -> Shown:
        drawing = await self.kept.means.studio.picture(kit, kind, view, self.kept.plain_names, look)
        return Shown(kind, drawing, kit.alt[kind](view, self.kept.names, look))

    def _check_over(self) -> None:
        if self.kept.game.status is not Status.OVER:
            raise Illegal("not-open-yet")

    async def _noted(self) -> Sequence[Noted]:
        notes, seq = self.notes, self.kept.seq
        async with notes.writing:
            if notes.seq < seq:
                kit, names, entries = self.kept.kit, self.kept.names, await self.kept.entries(notes.seq + 1, seq)
                await self.kept.means.studio.work(lambda: notes.note(kit, names, entries))
        return notes.noted


def _lines(
    kit: Kit, names: Names, noted: Sequence[Noted], viewer: Seat | None, parts: frozenset[int], about: str, opened: bool
) -> Iterator[LogLine]:
    wanted = about.casefold()
    for each in noted:
        fact = each.fact
        seen = fact.event if opened else fact.seen(kit, viewer)
        if seen is None or (parts and each.part not in parts):
            continue
        if wanted and (isinstance(seen, Rewind) or wanted not in map(str.casefold, kit.annals.about(seen))):
            continue
        if text := fact.said(kit, names, seen):
            public = fact.seen(kit, None)
            yield LogLine(fact.seq, each.number, each.part, text, seen != public, public is None)


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
