"""What a press carries: what somebody wants who presses it, as a value and as the text that Discord brings back.

It is written once, where a button, an option or a form is made, and parsed once, where the press arrives; nothing else
knows the signs. Posts of any age are pressed, so that a text keeps its meaning for good.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from cogs.face.screen import Screen
from cogs.house.values.sender import OPEN


class Sign(StrEnum):
    """What a text begins with; one without a sign is a line."""

    PLACE = "/"
    FORM = "!"
    RUN = ">"
    ORDERING = "*"
    FIRST = "^"
    PART = "~"
    PICK = "="
    DIGEST = "#"
    YES = "+"
    ASK = "?"
    """The way to a question, in older panels: what it asked about is now asked about whenever it is wanted."""


THEN, OR, PAGE = ";", " | ", "@"
"""What stands between two lines, between two orders, and before the number of a page."""

SETTLE = "settle"
"""The other side of a battle is asked to let the program fight it out."""

MOST_DIGITS, MOST_PAGE_DIGITS = 10, 4
"""A number of so many digits is none that an order or a page has."""


@dataclass(frozen=True, slots=True)
class ShowPanel:
    """`open`: the panel as it is when nothing else is asked for, whatever the age of the press."""

    def __str__(self) -> str:
        return OPEN


@dataclass(frozen=True, slots=True)
class GoTo:
    """`/split Rd01`: a place in the panel, whose screen the game makes of `Sight.place`, which are these words."""

    words: tuple[str, ...] = ()

    def __str__(self) -> str:
        return Sign.PLACE + " ".join(self.words)


@dataclass(frozen=True, slots=True)
class FillIn:
    """`!split Rd01`: the form of a place."""

    words: tuple[str, ...]

    def __str__(self) -> str:
        return Sign.FORM + " ".join(self.words)


@dataclass(frozen=True, slots=True)
class RunOn:
    """`>best`: several steps that the game chooses one after the other, each from what came of the one before."""

    words: tuple[str, ...]

    def __str__(self) -> str:
        return Sign.RUN + " ".join(self.words)


@dataclass(frozen=True, slots=True)
class ChangeOrders:
    """`*3,4 when … | when …`: of one's own orders those of the numbers go, and these come in their place, or last."""

    instead: tuple[int, ...]
    texts: tuple[str, ...]

    def __str__(self) -> str:
        return f"{Sign.ORDERING}{','.join(map(str, self.instead))} {OR.join(self.texts)}".rstrip()


@dataclass(frozen=True, slots=True)
class PutFirst:
    """`^3`: the order of the number becomes the first."""

    number: int

    def __str__(self) -> str:
        return f"{Sign.FIRST}{self.number}"


@dataclass(frozen=True, slots=True)
class ListLines:
    """`~move Rd02@1`: the list of all lines that begin so, or of its pages the second; `~`: of every line."""

    words: tuple[str, ...] = ()
    page: int | None = None

    def __str__(self) -> str:
        return Sign.PART + " ".join(self.words) + ("" if self.page is None else f"{PAGE}{self.page}")


@dataclass(frozen=True, slots=True)
class ChooseIn:
    """`=2`: the list of a row. What is wanted comes beside the press, as the values of the options that were chosen."""

    row: str

    def __str__(self) -> str:
        return Sign.PICK + self.row


Where = GoTo | ListLines
"""What a panel can show beside its beginning."""


@dataclass(frozen=True, slots=True)
class Recall:
    """`#1f0c9a52/muster`: what was too long, by its `digest`, and where it was offered if not first."""

    sum: str
    where: Where | None = None

    def __str__(self) -> str:
        return self.sum + ("" if self.where is None else str(self.where))


@dataclass(frozen=True, slots=True)
class DoLines:
    """`muster Rd01 OGR;done`: lines that are done in this order, up to the first that is refused.

    `vote 7 once`: also what no panel of a game has, a word that others answer and what belongs to it.
    """

    lines: tuple[str, ...]

    def __str__(self) -> str:
        return THEN.join(self.lines)


@dataclass(frozen=True, slots=True)
class Confirm:
    """`+concede`: the *Yes* of the question whether that is really wanted, see `cogs.panel.confirming`."""

    of: Intent

    def __str__(self) -> str:
        return f"{Sign.YES}{self.of}"


Intent = ShowPanel | GoTo | FillIn | RunOn | ChangeOrders | PutFirst | ListLines | ChooseIn | Recall | DoLines | Confirm
"""What somebody wants by a press. Its text is `str`, and `parse` gives it back."""

RECALLED = re.compile(r"(?P<sum>#[0-9a-f]{8})(?P<where>[/~][^;]*)?", re.DOTALL)


def parse(text: str) -> Intent:
    """What a press wants that carries this. Whatever is nothing else is `DoLines`: as a line it will be refused."""
    sign, rest = text[:1], text[1:]
    match sign:
        case _ if text == OPEN:
            return ShowPanel()
        case Sign.PLACE | Sign.PART:
            return _where(text)
        case Sign.FORM:
            return FillIn(tuple(rest.split()))
        case Sign.RUN:
            return RunOn(tuple(rest.split()))
        case Sign.ORDERING:
            numbers, _, texts = rest.partition(" ")
            told = (number for number in numbers.split(",") if number.isdecimal() and len(number) < MOST_DIGITS)
            return ChangeOrders(tuple(map(int, told)), tuple(filter(None, texts.split(OR))))
        case Sign.FIRST if rest.isdecimal():
            return PutFirst(int(rest))
        case Sign.PICK:
            return ChooseIn(rest)
        case Sign.YES if rest[:1] != Sign.YES:
            return Confirm(parse(rest))
        case Sign.DIGEST if (found := RECALLED.fullmatch(text)) is not None:
            return Recall(found["sum"], None if found["where"] is None else _where(found["where"]))
        case _:
            return DoLines(tuple(text.removeprefix(Sign.ASK).split(THEN)))


def _where(text: str) -> Where:
    """A place, or a list of lines, as a press carries it."""
    if text.startswith(Sign.PLACE):
        return GoTo(tuple(text[1:].split()))
    words, _, page = text[1:].partition(PAGE)
    return ListLines(tuple(words.split()), int(page) if page.isdecimal() and len(page) < MOST_PAGE_DIGITS else None)


# What games write on their buttons


def at(*words: str) -> str:
    """What a press carries that leads to a place: `/split Rd01`."""
    return str(GoTo(words))


def form(*words: str) -> str:
    """What a press carries that opens the form of a place: `!split Rd01`."""
    return str(FillIn(words))


def run(*words: str) -> str:
    """What a press carries that lets the game go on by itself for a while: `>best`."""
    return str(RunOn(words))


def ordering(texts: Sequence[str], instead: Sequence[int] = ()) -> str:
    """What a press carries that gives these orders, all at once, and cancels those of the numbers `instead`."""
    return str(ChangeOrders(tuple(instead), tuple(texts)))


def in_order(lines: Sequence[str]) -> str:
    """What a press carries that does several lines in order."""
    return str(DoLines(tuple(lines)))


def yes(carries: str) -> str:
    """What the *Yes* of the question whether that is really wanted carries: `+concede`."""
    return str(Confirm(parse(carries)))


# What is too long for a button


def digest(text: str) -> str:
    """A short stand-in for a text, matched against what is offered when it comes back."""
    return Sign.DIGEST + hashlib.sha256(text.encode()).hexdigest()[:8]


def fitted(carries: str, room: int, here: str = "") -> str:
    """What a press carries in `room` characters: itself, or the digest of it behind the same sign.

    Where it is no line, the place `here` that it is offered at goes with it, to be found again by.
    """
    if len(carries) <= room:
        return carries
    match parse(carries):
        case Confirm() | ListLines():
            return carries[0] + digest(carries[1:])
        case GoTo() | FillIn() | ChangeOrders() | DoLines((_, _, *_)):
            short = digest(carries) + here
            assert len(short) <= room, "a place is short"
            return short
        case _:
            return digest(carries)


def resolved(carried: str, lines: Iterable[str]) -> str:
    """The line that a digest stands for; itself if it is none of any."""
    if not carried.startswith(Sign.DIGEST):
        return carried
    return next((line for line in lines if digest(line) == carried), carried)


def recalled(press: Intent, lines: Iterable[str], screen: Callable[[Where | None], Screen]) -> Intent:
    """What is meant by what was too long to be carried: of the lines, or of what is offered at the same place.

    Itself, if nothing has the digest any more, or it is no `Recall`. `screen` is that of a place.
    """
    if not isinstance(press, Recall):
        return press
    where = press.where

    def offered() -> Iterator[str]:
        yield from lines
        yield from (each.carries for each in screen(where).presses())

    found = next((text for text in offered() if digest(text) == press.sum), None)
    return press if found is None else parse(found)
