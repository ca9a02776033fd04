"""What is noted of a game is what there is to read of it, for each reader, in the games that there are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count, pairwise
from random import Random
from typing import Any

import pytest

import bot
from cogs.house.game.announce import Entry, ToldEvent, facts
from cogs.house.game.kit import Kit
from cogs.house.table.log_marks import EVERYBODY, OPENED, Noted, Notes, bit, noted
from engine import log
from engine.core import Seat
from engine.log import Rewind
from engine.notation import verb
from tests.engine.knowledge.test_rewinds import Going
from tests.toy import KIT as TOY

KITS = [TOY, *(face.kit for face in bot.games())]
NAMES = {Seat(0): "Ann", Seat(1): "Ben"}
READERS: tuple[Seat | str | None, ...] = (EVERYBODY, OPENED, *NAMES)


class Lasting(Going):
    """A game that nobody gives up."""

    def chosen(self, seat: Seat, ending: bool) -> Any:
        legal = self.rules.legal(self.now.state, seat)
        return self.whims.choice([one for one in legal if verb(type(one)) not in ("resign", "concede")])


def entries_of(kit: Kit, going: Going) -> Iterator[Entry]:
    """The entries of a game that was played, with what each told."""
    for (seat, action), (before, after) in zip(going.actions, pairwise(going.timelines), strict=True):
        if isinstance(action, Rewind):
            _, told = log.rewound(kit.rules, before, going.timelines[action.entry])
        else:
            _, told = log.step(kit.rules, before, seat, action)
        yield Entry(seat, before, after, told, action)


@pytest.fixture(scope="module", params=KITS, ids=lambda kit: kit.rules.name)
def game(request: pytest.FixtureRequest) -> tuple[Kit, list[Entry]]:
    kit: Kit = request.param
    going = Lasting(kit.rules, 2, Random(5))
    while not going.over and len(going.actions) < 260:
        going.go(0.1)
    return kit, [*entries_of(kit, going)]


def seen_by(kit: Kit, fact: ToldEvent, reader: Seat | str | None) -> Any:
    return fact.event if isinstance(reader, str) else fact.seen(kit, reader)


def test_who_has_a_line_for_a_fact_is_who_is_told_something_of_it(game: tuple[Kit, list[Entry]]) -> None:
    kit, entries = game
    told = [fact for entry in entries for fact in facts(kit, entry)]
    found = noted(kit, NAMES, entries)
    secret = own = 0

    for fact, each in zip(told, found, strict=True):
        assert each.seq == fact.seq
        assert each.numbered == (fact.seen(kit, None) is not None)
        for reader in READERS:
            seen = seen_by(kit, fact, reader)
            forms = (kit.telling.log_format.opened,) if isinstance(reader, str) else ()
            said = "" if seen is None else fact.said(kit, NAMES, seen, forms)
            assert bool(each.readers & bit(reader)) == bool(said), (fact, reader)
            about = () if seen is None or isinstance(seen, Rewind) else kit.telling.log_format.about(seen)
            assert {name for name, knows in each.names if knows & bit(reader)} == set(about)
            secret += seen is not None and not each.numbered
            own += seen is not None and seen != fact.seen(kit, None)

    assert secret or own


def test_what_has_a_short_form_has_a_sentence(game: tuple[Kit, list[Entry]]) -> None:
    """Else a page would be another one in short."""
    kit, entries = game
    for fact in (fact for entry in entries for fact in facts(kit, entry)):
        for reader in READERS:
            seen = seen_by(kit, fact, reader)
            if seen is not None and not isinstance(seen, Rewind) and kit.telling.log_format.short(seen, NAMES):
                assert kit.words.event(seen, NAMES), seen


def test_what_is_noted_piece_by_piece_is_what_is_noted_at_once(game: tuple[Kit, list[Entry]]) -> None:
    kit, entries = game
    whole, by_pieces = Notes(), Notes()
    whole.add(entries[-1].after.seq, noted(kit, NAMES, entries))

    for first in range(0, len(entries), 64):
        piece = entries[first : first + 64]
        by_pieces.add(piece[-1].after.seq, noted(kit, NAMES, piece))

    assert by_pieces.noted == whole.noted
    assert (by_pieces.numbers, by_pieces.within) == (whole.numbers, whole.within)
    assert (by_pieces.parts, by_pieces.seq) == (whole.parts, whole.seq)


def fact(seq: int, numbered: bool = True, part: Any = None, back: int | None = None) -> Noted:
    return Noted(seq, 0, numbered, 1, (), part, back)


def notes_of(found: Sequence[Noted]) -> Notes:
    notes = Notes()
    notes.add(found[-1].seq, found)
    return notes


def test_only_what_everybody_learns_is_counted() -> None:
    notes = notes_of([fact(1), fact(2, numbered=False), fact(3), fact(3)])

    assert notes.numbers == [1, 1, 2, 3]
    assert [notes.number_at(seq) for seq in range(5)] == [0, 1, 1, 3, 3]
    assert notes.last == 3


def test_after_going_back_it_is_the_part_of_then() -> None:
    turns = count()
    notes = notes_of([fact(1), *(fact(2 + turn, part=next(turns)) for turn in range(3)), fact(5, back=2), fact(6)])

    assert [*map(str, notes.parts)] == ["0", "1", "2"]
    assert notes.within == [-1, 0, 1, 2, 0, 0]
    again = notes_of([fact(1), fact(2, part="first"), fact(3, back=1), fact(4)])
    assert again.within == [-1, 0, -1, -1]
