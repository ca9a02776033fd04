"""What a press carries: what somebody wants who presses it, as a value and as the text that Discord brings back.

It is written once, where a button, an option or a form is made, and parsed once, where the press arrives; nothing else
knows the signs. Posts of any age are pressed, so that a text keeps its meaning for good.

| text | |
| --- | --- |
| `open` | `ShowPanel` |
| `/split Rd01` | `GoTo` a place in the panel |
| `!split Rd01` | `FillIn` the form of a place |
| `>best` | `RunOn`: several steps that the game chooses |
| `*3,4 when … \\| when …` | `ChangeOrders` that are given ahead |
| `^3` | `PutFirst` the order of the number |
| `~move Rd02@1` | `ListLines` that begin so, from the second page |
| `=2` | `ChooseIn` the list of a row: what was chosen there counts |
| `#1f0c9a52/muster` | `Recall` what was too long |
| `+concede` | `Confirm` what was asked about |
| `roll`, `muster Rd01 OGR;done` | `DoLines` of the notation, or what a word says that is no panel's |
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from cogs.house.sender import OPEN
from cogs.screen import Screen

PLACE, FORM, RUN, ORDERING, FIRST, PART, PICK, DIGEST, YES = "/!>*^~=#+"
ASK = "?"
"""The sign of the way to a question, in older panels: what it asked about is now asked about whenever it is wanted."""

THEN, OR, PAGE = ";", " | ", "@"
"""What stands between two lines, between two orders, and before the number of a page."""

SETTLE = "settle"
"""The other side of a battle is asked to let the program fight it out."""

MOST_DIGITS, MOST_PAGE_DIGITS = 10, 4
"""A number of so many digits is none that an order or a page has."""


@dataclass(frozen=True, slots=True)
class ShowPanel:
    """The panel as it is when nothing else is asked for, whatever the age of the press."""

    def __str__(self) -> str:
        return OPEN


@dataclass(frozen=True, slots=True)
class GoTo:
    """A place in the panel, whose screen the game makes of `Sight.place`, which are these words."""

    words: tuple[str, ...] = ()

    def __str__(self) -> str:
        return PLACE + " ".join(self.words)


@dataclass(frozen=True, slots=True)
class FillIn:
    """The form of a place."""

    words: tuple[str, ...]

    def __str__(self) -> str:
        return FORM + " ".join(self.words)


@dataclass(frozen=True, slots=True)
class RunOn:
    """Several steps that the game chooses one after the other, each from what came of the one before."""

    words: tuple[str, ...]

    def __str__(self) -> str:
        return RUN + " ".join(self.words)


@dataclass(frozen=True, slots=True)
class ChangeOrders:
    """Of one's own orders ahead those of the numbers go, and these come in their place, or behind the others."""

    instead: tuple[int, ...]
    texts: tuple[str, ...]

    def __str__(self) -> str:
        return f"{ORDERING}{','.join(map(str, self.instead))} {OR.join(self.texts)}".rstrip()


@dataclass(frozen=True, slots=True)
class PutFirst:
    """The order of a number becomes the first."""

    number: int

    def __str__(self) -> str:
        return f"{FIRST}{self.number}"


@dataclass(frozen=True, slots=True)
class ListLines:
    """The list of all lines that begin with these words, or of its pages one; of every line without any words."""

    words: tuple[str, ...] = ()
    page: int | None = None

    def __str__(self) -> str:
        return PART + " ".join(self.words) + ("" if self.page is None else f"{PAGE}{self.page}")


@dataclass(frozen=True, slots=True)
class ChooseIn:
    """A list in the panel. What is wanted comes beside the press, as the values of the options that were chosen."""

    row: str

    def __str__(self) -> str:
        return PICK + self.row


Where = GoTo | ListLines
"""What a panel can show beside its beginning."""


@dataclass(frozen=True, slots=True)
class Recall:
    """What was too long to be carried: its `digest`, and where it was offered, None for a line or at the beginning."""

    sum: str
    where: Where | None = None

    def __str__(self) -> str:
        return self.sum + ("" if self.where is None else str(self.where))


@dataclass(frozen=True, slots=True)
class DoLines:
    """Lines that are done in this order, up to the first that is refused; or a word and what belongs to it."""

    lines: tuple[str, ...]

    def __str__(self) -> str:
        return THEN.join(self.lines)


@dataclass(frozen=True, slots=True)
class Confirm:
    """The *Yes* of the question whether that is really wanted, see `cogs.grave`."""

    of: Intent

    def __str__(self) -> str:
        return f"{YES}{self.of}"


Intent = (
    ShowPanel
    | GoTo
    | FillIn
    | RunOn
    | ChangeOrders
    | PutFirst
    | ListLines
    | ChooseIn
    | Recall
    | DoLines
    | Confirm
)  # fmt: skip
"""What somebody wants by a press. Its text is `str`, and `parse` gives it back."""

RECALLED = re.compile(r"(?P<sum>#[0-9a-f]{8})(?P<where>[/~][^;]*)?", re.DOTALL)


def parse(text: str) -> Intent:
    """What a press wants that carries this. Whatever no sign has is `DoLines`, as a line it will be refused."""
    sign, rest = text[:1], text[1:]
    match sign:
        case _ if text == OPEN:
            return ShowPanel()
        case "/" | "~":
            return _where(text)
        case "!":
            return FillIn(tuple(rest.split()))
        case ">":
            return RunOn(tuple(rest.split()))
        case "*":
            numbers, _, texts = rest.partition(" ")
            told = (number for number in numbers.split(",") if number.isdecimal() and len(number) < MOST_DIGITS)
            return ChangeOrders(tuple(map(int, told)), tuple(filter(None, texts.split(OR))))
        case "^" if rest.isdecimal():
            return PutFirst(int(rest))
        case "=":
            return ChooseIn(rest)
        case "+":
            return Confirm(parse(rest))
        case "#" if (found := RECALLED.fullmatch(text)) is not None:
            return Recall(found["sum"], None if found["where"] is None else _where(found["where"]))
        case _:
            return DoLines(tuple(text.removeprefix(ASK).split(THEN)))


def _where(text: str) -> Where:
    """A place, or a list of lines, as a press carries it."""
    if text.startswith(PLACE):
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
    return DIGEST + hashlib.sha256(text.encode()).hexdigest()[:8]


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
    if not carried.startswith(DIGEST):
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
