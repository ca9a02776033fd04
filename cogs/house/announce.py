"""Who is told what, and when a picture is due: from the entries of a submit to outbox rows. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from cogs.house.kit import Kit, Names, View
from cogs.house.records import Chair, Draft, Kind
from engine.core import Seat, Takeback
from engine.log import Course, Told

POST_LIMIT = 1_900
"""Characters of one post of sentences; Discord takes 2,000."""


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of the log with what it changed and told. `before` is None for the opening, which nobody decided."""

    seat: Seat
    before: Course | None
    after: Course
    told: Told

    def facts(self) -> Iterator[tuple[Any, Seat]]:
        """Each event that is told now, with the seat whose act it was and who has heard of it already."""
        kept = [
            step.seat
            for step in (self.before.steps if self.before else ())
            if step.takeback is Takeback.FREE
            for _ in step.events
        ]
        if self.after.steps:  # nothing has become firm
            kept = []
        for place, event in enumerate(self.told.events):
            yield event, kept[place] if place < len(kept) else self.seat


def announce(kit: Kit, chairs: Sequence[Chair], names: Names, entries: Sequence[Entry]) -> tuple[Draft, ...]:
    """The rows that follow from the entries of one submit: for the channel, then for single seats."""
    first, last = entries[0], entries[-1].after
    people = frozenset(chair.seat for chair in chairs if chair.user_id is not None)
    channel = [Draft(Kind.TEXT, None, last.seq, said=text) for text in posts(sentences(kit, names, entries, None))]
    views = [kit.rules.view(first.before.state, None) if first.before else None]
    views += [kit.rules.view(entry.after.state, None) for entry in entries]
    channel += _pictures(kit, entries, views)

    before = waiting(kit, views[0]) & people
    after = waiting(kit, views[-1]) & people
    if after - before:
        channel.append(Draft(Kind.PROMPT, None, last.seq))
    elif after and channel and (first.before is None or first.before.began != last.began):
        channel[-1] = replace(channel[-1], buttons=True)

    private = [
        Draft(Kind.PRIVATE, seat, last.seq, str(first.after.seq))
        for seat in sorted(people)
        if next(_secrets(kit, entries, seat), None) is not None
    ]
    hands = [Draft(Kind.HAND, seat, last.seq) for seat in sorted(people) if _hand_due(kit, entries, seat)]
    return (*channel, *private, *hands)


def waiting(kit: Kit, view: View | None) -> frozenset[Seat]:
    """The seats that the channel knows to be waited for, by its view; nobody before the opening."""
    return frozenset(kit.waiting(view)) if view is not None else frozenset()


def sentences(kit: Kit, names: Names, entries: Sequence[Entry], viewer: Seat | None) -> tuple[str, ...]:
    """What the entries tell `viewer`, in words."""
    return tuple(text for entry in entries for text in _said(kit, names, entry, viewer))


def _said(kit: Kit, names: Names, entry: Entry, viewer: Seat | None) -> Iterator[str]:
    for undone in entry.told.undone:
        seen = kit.rules.seen(undone, viewer)
        if seen is not None and (text := kit.words.event(seen, names)):
            yield kit.words.text("taken-back", what=text)
    for event, _ in entry.facts():
        seen = kit.rules.seen(event, viewer)
        if seen is not None and (text := kit.words.event(seen, names)):
            yield text


def secret_sentences(kit: Kit, names: Names, entries: Sequence[Entry], seat: Seat) -> tuple[str, ...]:
    """What the entries of one submit tell `seat` beyond what the channel hears, and what his own acts told him."""
    return tuple(text for event in _secrets(kit, entries, seat) if (text := kit.words.event(event, names)))


def _secrets(kit: Kit, entries: Sequence[Entry], seat: Seat) -> Iterator[Any]:
    if entries[0].seat == seat:  # his own submit: he has it in the answer
        return
    for entry in entries:
        for event, author in entry.facts():
            seen = kit.rules.seen(event, seat)
            if author != seat and seen is not None and seen != kit.rules.seen(event, None):
                yield seen


def _pictures(kit: Kit, entries: Sequence[Entry], views: Sequence[View | None]) -> Iterator[Draft]:
    for entry, (before, after) in zip(entries, pairwise(views), strict=True):
        events = tuple(seen for event, _ in entry.facts() if (seen := kit.rules.seen(event, None)) is not None)
        for kind in kit.pictures(before, after, events):
            yield Draft(Kind.PICTURE, None, entry.after.seq, kind)


def _hand_due(kit: Kit, entries: Sequence[Entry], seat: Seat) -> bool:
    """Whether another's act or chance changed what `seat` alone sees, or gave him his first of it."""
    for entry in entries:
        before = kit.rules.hand(entry.before.state, seat) if entry.before else None
        after = kit.rules.hand(entry.after.state, seat)
        if before != after and (entry.seat != seat if bool(before) else bool(after)):
            return True
    return False


def posts(said: Sequence[str]) -> tuple[str, ...]:
    """Sentences joined to as few posts as hold them, a line each."""
    made: list[str] = []
    for sentence in said:
        for start in range(0, len(sentence), POST_LIMIT):
            part = sentence[start : start + POST_LIMIT]
            if made and len(made[-1]) + 1 + len(part) <= POST_LIMIT:
                made[-1] = f"{made[-1]}\n{part}"
            else:
                made.append(part)
    return tuple(made)
