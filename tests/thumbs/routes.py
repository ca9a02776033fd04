"""How somebody finds in a panel what he wants: through places and forms, by what the panel itself offers.

The screens are those of the bot, made from the same view; only the finding is here.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, product

from cogs.face.presses import PAGE, THEN, Sign, parse
from cogs.face.screen import Field, Filled, Menu, Press
from cogs.house.table.table import Table
from cogs.interactions.context import Context
from cogs.panel.advice import HINT
from cogs.panel.panel import form_of, rows_at, screen_at
from engine.core import Illegal, Seat
from tests.carried import place

MARKER = re.compile(r"\b[A-Z][a-z][0-9]{2}\b")

HINTS = f"{Sign.PLACE}{HINT}"
"""Whoever knows what they want asks for no hint."""

FAR = 8
"""Nobody looks further than so many steps."""


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to do in a panel: a press, in a list if `row` says which one, or with a form filled in."""

    where: str
    press: Press
    row: int | None = None
    filled: Filled | None = None

    @property
    def taps(self) -> int:
        """How often the screen is touched: a list is opened and chosen from, a form has boxes and is sent."""
        if self.filled is not None:
            return 2 + sum(map(len, self.filled.values()))
        return 1 if self.row is None else 2


def route(context: Context, table: Table, seat: Seat, line: str) -> tuple[Step, ...] | None:
    """The way with the fewest taps from the beginning of the seat's panel to doing `line`; None if there is none.

    What does more than the line is taken too if it begins with it: who wants to end takes what musters and ends.
    The list of all that may be done is looked at only if the game's own screens do not lead there.
    """
    return _shortest(context, table, seat, line, "") or _shortest(context, table, seat, line, Sign.PART)


def _shortest(context: Context, table: Table, seat: Seat, line: str, start: str) -> tuple[Step, ...] | None:
    ways: dict[str, tuple[Step, ...]] = {start: _to_all(context, table, seat) if start else ()}
    found: list[tuple[Step, ...]] = []
    to_see = deque(ways)
    while to_see:
        where = to_see.popleft()
        so_far = ways[where]
        if len(so_far) >= FAR:
            continue
        for step in _steps(context, table, seat, where, line):
            carries = step.press.carries if step.filled is None else _meant(context, table, seat, step)
            if carries.removeprefix(Sign.YES).split(THEN)[0] == line:
                found.append((*so_far, step))
            elif carries not in ways and _leads(carries, line):
                ways[carries] = (*so_far, step)
                to_see.append(carries)
    return min(found, key=lambda way: sum(step.taps for step in way), default=None)


def _to_all(context: Context, table: Table, seat: Seat) -> tuple[Step, ...]:
    """From the beginning of the panel to the list of all that may be done; nothing if it begins with that."""
    for at, row in enumerate(rows_at(context, table, seat, None)):
        for press in row.options if isinstance(row, Menu) else row:
            if press.carries == Sign.PART:
                return (Step("", press, at if isinstance(row, Menu) else None),)
    return ()


def by_list(way: tuple[Step, ...]) -> bool:
    """Whether the list of all that may be done was needed, for the game's own screens did not lead there."""
    return any(step.press.carries.startswith(Sign.PART) for step in way)


def _steps(context: Context, table: Table, seat: Seat, where: str, line: str) -> Iterator[Step]:
    asked = place(where)
    _, there, _ = screen_at(context, table, seat, asked)
    if there != asked:
        return
    for at, row in enumerate(rows_at(context, table, seat, asked)):
        for press in row.options if isinstance(row, Menu) else row:
            if press.off or press.carries == Sign.PART or press.carries.startswith(HINTS):
                continue
            if press.carries.startswith(Sign.FORM):
                filled = _fitting(context, table, seat, press.carries, line)
                if filled is not None:
                    yield Step(where, press, filled=filled)
                continue
            yield Step(where, press, at if isinstance(row, Menu) else None)


def _leads(carries: str, line: str) -> bool:
    """Whether somebody who wants this looks there: not where it is about another legion, or begins otherwise."""
    if carries.startswith(Sign.PART):
        beginning, _, _ = carries.removeprefix(Sign.PART).partition(PAGE)
        return line.startswith(beginning) or beginning.startswith(Sign.DIGEST)
    words = line.split(" ")
    return carries.startswith(Sign.PLACE) and all(word in words for word in MARKER.findall(carries))


def _meant(context: Context, table: Table, seat: Seat, step: Step) -> str:
    form = form_of(context, table, seat, parse(step.press.carries))
    assert form is not None, "the form that was filled in a moment ago"
    assert step.filled is not None, "a form that is filled in"
    return form.makes(step.filled)


def _fitting(context: Context, table: Table, seat: Seat, carries: str, line: str) -> Filled | None:
    """What to fill in so that the form comes to mean `line`, or leads to a place that is all about it."""
    form = form_of(context, table, seat, parse(carries))
    if form is None:
        return None
    words = set(line.split(" ")[1:])
    names = [field.name for field in form.fields]
    for chosen in product(*(tuple(_ways(field, words)) for field in form.fields)):
        filled = dict(zip(names, chosen, strict=True))
        try:
            meant = form.makes(filled)
        except Illegal:
            continue
        if meant == line or (meant.startswith(Sign.PLACE) and words <= set(meant.split(" "))):
            return filled
    return None


def _ways(field: Field, words: set[str]) -> Iterator[tuple[str, ...]]:
    """Every way to fill in a field; a word of the line that is an option itself is the only way."""
    values = [option.carries for option in field.options]
    exact = [value for value in values if value in words]
    if exact and not field.ticks:
        yield (exact[0],)
        return
    for number in range(field.least, min(field.most, len(values)) + 1):
        yield from combinations(values, number)
