"""What has happened in a game, line by line, and the game as it was at any of them: as each may know it."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby

from cogs.house.game import themes
from cogs.house.game.announce import Entry, facts
from cogs.house.game.bot_remarks import Voices
from cogs.house.game.game_types import Opaque, Timeline
from cogs.house.game.kit import Kit
from cogs.house.game.pictures import AS_IT_IS, Look
from cogs.house.game.telling import Chronicle
from cogs.house.table.checkpoints import EVERY, stretch
from cogs.house.table.log_marks import OPENED, Notes, bit, noted
from cogs.house.table.stored_game import StoredGame
from cogs.house.values.records import Status
from cogs.house.words.words import Names
from engine import log
from engine.core import Illegal, Seat, View


@dataclass(frozen=True, slots=True)
class Meantime:
    """The numbers of the `first` and the `last` entry that came after the last turn of a seat; `fresh` if it has had
    none yet."""

    first: int
    last: int
    fresh: bool


@dataclass(frozen=True, slots=True)
class GamePart:
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
class ShownPicture:
    """A picture of a kind, and what it shows in words."""

    kind: str
    data: bytes
    alt: str


@dataclass(frozen=True, slots=True)
class LogPage:
    """Some lines of all that one may read: the page with a `number`, counted from 0, of so many `pages`."""

    lines: tuple[LogLine, ...]
    number: int
    pages: int


@dataclass(frozen=True, slots=True)
class LogReading:
    """How a log is read: as far as `viewer` may know, with everybody's secrets `opened`, `short` in the game's own
    notation where it has one; of some `parts` or of all; what is `about` something of that name or all."""

    viewer: Seat | None
    parts: frozenset[int] = frozenset()
    about: str = ""
    opened: bool = False
    short: bool = False


@dataclass(frozen=True, slots=True)
class PastGame:
    """A game as it was at some time, to be looked at as somebody saw it then: with what he alone had done in silence,
    and without what others had. `timeline` has all its secrets: for the house alone."""

    kept: StoredGame
    timeline: Timeline

    async def view(self, seat: Seat | None) -> Opaque:
        """What `seat` saw, None being everybody."""
        rules = self.kept.kit.rules
        return await self.kept.services.workers.work(lambda: log.view(rules, self.timeline, seat))

    async def opened(self) -> Opaque:
        """All of it, with nothing hidden. Raises Illegal `not-open-yet` in a game that still runs."""
        check_over(self.kept)
        rules = self.kept.kit.rules
        return await self.kept.services.workers.work(lambda: rules.opened(self.timeline.state))

    async def knowledge(self, seat: Seat | None, of: str) -> Opaque:
        """What followed for `seat` of something secret from all that he had seen; None if it was not there."""
        kit = self.kept.kit
        return await self.kept.services.workers.work(
            lambda: kit.deciding.knowledge(log.known(kit.rules, self.timeline, seat), seat, of)
        )

    async def pictures(self, seat: Seat | None, view: View, reader: int) -> tuple[ShownPicture, ...]:
        """What it looked like in a `view` of then, and what was `seat`'s own in it. `reader` alone will see it."""
        kit = self.kept.kit
        kinds = kit.pictures.due(None, view, ())
        if seat is not None and bool(kit.rules.hand(self.timeline.state, seat)):
            kinds = (*kinds, kit.pictures.hand)
        return tuple([await self.picture(kind, view, reader) for kind in dict.fromkeys(kinds)])

    async def picture(self, kind: str, view: View, reader: int, look: Look = AS_IT_IS) -> ShownPicture:
        """A picture of a kind of a `view` of then, as the person has chosen it who alone will see it."""
        kept, kit = self.kept, self.kept.kit_for(reader)
        look = themes.private(kit, look, await kept.services.store.people.display(reader), kept.game.theme)
        drawing = await kept.services.workers.picture(kit, kind, view, kept.plain_names, look)
        return ShownPicture(kind, drawing, kit.pictures[kind].alt(view, kept.names, look))


@dataclass(frozen=True, slots=True)
class GameHistory:
    """One game's past. `notes` are kept with it, since those of all its log are many."""

    kept: StoredGame
    notes: Notes

    async def lines(self, reading: LogReading, reader: int | None = None) -> tuple[LogLine, ...]:
        """What has happened, in words, the oldest first. `reader` is who alone will read it.

        Raises Illegal `not-open-yet` for what is opened in a game that still runs.
        """
        return await self._said(reading, reader, await self._read(reading))

    async def page(
        self, reading: LogReading, reader: int | None, size: int, number: int | None = None, near: int = 0
    ) -> LogPage:
        """A page of so many lines: the one of that number, of the line that is numbered `near`, or the last.

        Only its own lines are put into words. Raises Illegal as `lines` does.
        """
        found = await self._read(reading)
        last = max(0, (len(found) - 1) // size)
        if near:
            number = bisect_left(found, near, key=lambda place: self.notes.numbers[place]) // size
        shown = last if number is None else min(number, last)
        return LogPage(await self._said(reading, reader, found[shown * size :][:size]), shown, last + 1)

    async def _read(self, reading: LogReading) -> Sequence[int]:
        """The places among what was noted that have a line for a reading."""
        if reading.opened:
            check_over(self.kept)
        notes = await self._noted()
        who, wanted = bit(OPENED if reading.opened else reading.viewer), reading.about.casefold()
        return [
            place
            for place, each in enumerate(notes.noted)
            if each.readers & who
            and (not reading.parts or notes.within[place] in reading.parts)
            and (not wanted or any(knows & who and name.casefold() == wanted for name, knows in each.names))
        ]

    async def _said(self, reading: LogReading, reader: int | None, places: Sequence[int]) -> tuple[LogLine, ...]:
        """The lines at those places of what was noted."""
        kept, notes, kit, names = self.kept, self.notes, self.kept.kit_for(reader), self.kept.names
        voices = kept.voices
        lines: list[LogLine] = []
        for _, near in groupby(places, lambda place: stretch(notes.noted[place].seq)):
            here = tuple(near)
            entries = await kept.entries(notes.noted[here[0]].seq, notes.noted[here[-1]].seq)
            lines += await kept.services.workers.work(partial(said, kit, names, voices, notes, here, entries, reading))
        return tuple(lines)

    async def parts(self, reader: int | None = None) -> tuple[GamePart, ...]:
        """The parts of the game, the oldest first; by the names of the seats as people chose them."""
        kit, names = self.kept.kit_for(reader), self.kept.plain_names
        notes = await self._noted()
        return tuple(
            GamePart(place, kit.telling.log_format.part(event, names)) for place, event in enumerate(notes.parts)
        )

    async def known_names(self, viewer: Seat | None) -> tuple[str, ...]:
        """The names of all that lines can be about, as far as a viewer has heard of it, in the order of the first."""
        notes, who = await self._noted(), bit(viewer)
        return tuple(dict.fromkeys(name for each in notes.noted for name, knows in each.names if knows & who))

    async def entry_of(self, number: int) -> int:
        """The entry that told everybody the line of a number. Raises Illegal `no-such-line`."""
        notes = await self._noted()
        if not 1 <= number <= notes.last:
            raise Illegal("no-such-line", number=number, last=notes.last)
        return notes.noted[bisect_left(notes.numbers, number)].seq

    async def number_at(self, seq: int) -> int:
        """The number of the last line that everybody had read once entry `seq` was written; 0 before the first."""
        return (await self._noted()).number_at(seq)

    async def since(self, seat: Seat, seq: int) -> Meantime | None:
        """What came after the last turn of a seat, as it was once entry `seq` was written; None if nothing did. A turn
        of the seat's own that goes on then is left out, and what was before the first turn of all."""
        notes = await self._noted()
        whose = [getattr(event, "seat", None) for event in notes.parts]
        place = notes.upto(seq) - 1
        while place >= 0 and notes.within[place] >= 0 and whose[notes.within[place]] == seat:
            place -= 1
        last = place
        while place >= 0 and notes.within[place] >= 0 and whose[notes.within[place]] != seat:
            place -= 1
        if place == last:
            return None
        begun = place >= 0 and notes.within[place] >= 0
        return Meantime(notes.noted[place + 1].seq, notes.noted[last].seq, not begun)

    async def at(self, seq: int) -> PastGame:
        """The game as it was once entry `seq` was written."""
        return PastGame(self.kept, await self.kept.course_at(seq))

    async def chronicle(self, reader: int | None) -> Chronicle:
        """The game so far as a written story, for `reader` alone or for everybody: from what everybody knows, and once
        it is over with everybody's secrets. Whatever the game went back from is not in it.

        Raises Illegal `no-chronicle` for a game that nobody tells.
        """
        kept, kit, opened = self.kept, self.kept.kit_for(reader), self.kept.game.status is Status.OVER
        tell = kit.telling.log_format.chronicle
        if tell is None:
            raise Illegal("no-chronicle")
        found = await kept.deeds(opened, frozenset(await kept.standing()))
        return await kept.services.workers.work(lambda: tell(kept.shown_name, found, kept.names, opened))

    async def _noted(self) -> Notes:
        """What was noted of all entries: what is kept with checkpoints, and what the entries since then tell."""
        notes, kept = self.notes, self.kept
        async with notes.writing:
            if not notes.seq:
                for number, more in enumerate(await kept.kept_notes(), 1):
                    notes.add(number * EVERY, more)
            if notes.seq < kept.seq:
                kit, names = kept.kit, kept.names
                async for entries in kept.pieces(notes.seq + 1, kept.seq):
                    more = await kept.services.workers.work(partial(noted, kit, names, entries))
                    notes.add(entries[-1].after.seq, more)
        return notes


def said(
    kit: Kit,
    names: Names,
    voices: Voices,
    notes: Notes,
    places: Iterable[int],
    entries: Iterable[Entry],
    reading: LogReading,
) -> tuple[LogLine, ...]:
    """The lines at some places of what was noted, as they are read. These `entries` tell them, and may tell more."""
    told = {(fact.seq, place): fact for entry in entries for place, fact in enumerate(facts(kit, entry, voices))}
    log_format, lines = kit.telling.log_format, list[LogLine]()
    forms = (*([log_format.short] if reading.short else []), *([log_format.opened] if reading.opened else []))
    for at in places:
        fact = told[notes.noted[at].seq, notes.noted[at].place]
        public, seen = fact.seen(kit, None), fact.event if reading.opened else fact.seen(kit, reading.viewer)
        assert seen is not None, "noted for whoever reads it"
        text = fact.said(kit, names, seen, forms)
        lines.append(LogLine(fact.seq, notes.numbers[at], notes.within[at], text, seen != public, public is None))
    return tuple(lines)


def check_over(kept: StoredGame) -> None:
    """Raises Illegal `not-open-yet` unless a game is over: then everything may be opened (A3.11)."""
    if kept.game.status is not Status.OVER:
        raise Illegal("not-open-yet")


def meant(parts: Sequence[GamePart], typed: str) -> tuple[GamePart, ...]:
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
