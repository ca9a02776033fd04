"""What a private panel shows, as a value: its words, its pictures, what can be pressed, and the forms behind that.

A game makes a `Screen` of a `Sight`, which is all that one person may see and do; Discord comes later, in
`cogs.interactions.components`. Nothing is kept between presses: whatever a press needs is in what it carries, see
`cogs.face.presses`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from cogs.face.lengths import LONGEST
from cogs.house.game.game_types import Opaque
from cogs.house.game.pictures import Look
from cogs.house.words.words import Names
from engine.core import Action, Illegal, Seat
from engine.log import Undo

T = TypeVar("T")

ROWS = 5
BUTTONS_A_ROW = 5
MOST_OPTIONS = 25
"""A select holds no more, a list of completions neither."""
MOST_TICKS = 10
FORM_FIELDS = 5

BUTTON = 34
"""Characters that a phone shows of a button's label."""

BUTTON_ROWS = 3
"""Rows of buttons that a phone shows beside a picture; what is further stands in a list."""


@dataclass(frozen=True, slots=True)
class Press:
    """Something to press: what it carries, what it says, and the name of the emoji beside it, if there is one.

    `note` stands below the label of an option in a list. A button that is `off` comes next, once what the panel says
    first is done: it is shown greyed. Whatever else can't be done is left out. `style` is `good`, `grave` or `main`;
    empty is as the verb has it.
    """

    carries: str
    label: str
    emoji: str = ""
    note: str = ""
    off: bool = False
    style: str = ""


@dataclass(frozen=True, slots=True)
class Menu:
    """A list to choose one option of, or up to `most` of lines that are then done in the order of the list."""

    about: str
    options: tuple[Press, ...]
    most: int = 1

    def __post_init__(self) -> None:
        assert 1 <= len(self.options) <= MOST_OPTIONS, f"a list of {len(self.options)} options"


Row = Menu | tuple[Press, ...]


@dataclass(frozen=True, slots=True)
class Screen:
    """A panel: `pictures` are kinds of the game with how they are looked at; a panel needs none.

    The text is a bold line that says what to do now, and few others. What is wanted seldom is in `more`, a list below
    the `rows`. The panel adds its own there (back, a hint, all choices): see `with_own`.
    """

    text: str
    rows: tuple[Row, ...]
    pictures: tuple[tuple[str, Look], ...] = ()
    more: tuple[Press, ...] = ()

    def __post_init__(self) -> None:
        assert len(self.rows) <= ROWS, f"a panel of {len(self.rows)} rows"
        assert all(isinstance(row, Menu) or 0 < len(row) <= BUTTONS_A_ROW for row in self.rows), "a row too long"

    def presses(self) -> Iterator[Press]:
        """Everything that can be pressed or chosen."""
        for row in self.rows:
            yield from row.options if isinstance(row, Menu) else row
        yield from self.more


@dataclass(frozen=True, slots=True)
class Field:
    """A question of a form. `ticks` makes it check boxes, of which `least` to `most` are wanted; else it is a list.

    An option's `carries` is the value that comes back; those in `before` are ticked or chosen beforehand. With `room`
    there are no options but a line to type in, of up to so many characters, where `before` stands at first.
    """

    name: str
    label: str
    options: tuple[Press, ...] = ()
    about: str = ""
    ticks: bool = False
    least: int = 1
    most: int = 1
    before: tuple[str, ...] = ()
    room: int = 0

    def __post_init__(self) -> None:
        assert self.room <= LONGEST, f"a field of {self.room} characters"
        most = 0 if self.room else MOST_TICKS if self.ticks else MOST_OPTIONS
        assert min(most, 1) <= len(self.options) <= most, f"a field of {len(self.options)} options"

    def takes(self, values: Sequence[str]) -> bool:
        """Whether these can be its answer: a typed line, or options of it, each once and not more than it asks for."""
        if self.room:
            return len(values) <= 1
        chosen = set(values)
        return len(chosen) == len(values) <= self.most and chosen <= {option.carries for option in self.options}


Filled = Mapping[str, tuple[str, ...]]
"""The chosen values of each field, by its name, or what was typed."""


@dataclass(frozen=True, slots=True)
class Form:
    """A form that opens above the panel. `makes` says what a press would carry that means the same as what was filled.

    It may raise Illegal for what cannot be; the person is told why.
    """

    title: str
    fields: tuple[Field, ...]
    makes: Callable[[Filled], str]

    def __post_init__(self) -> None:
        assert 1 <= len(self.fields) <= FORM_FIELDS, f"a form of {len(self.fields)} fields"

    def meant(self, filled: Filled) -> str:
        """What a press would carry that means the same. Raises Illegal for what cannot be, or can't be any more.

        The form may have been opened before others went on, and what is sent need not have come from it at all.
        """
        if not all(field.takes(filled.get(field.name, ())) for field in self.fields):
            raise Illegal("game-has-gone-on")
        return self.makes(filled)


@dataclass(frozen=True, slots=True)
class Sight:
    """What a screen is made of: the seat's own view, what it may do (ways to take back last), the place in the panel.

    `line` is an action's line, `label` what a button for it says, `emoji` the name of what stands beside. `steps` are
    the actions that a way to take back takes back. `illegal` is why something may not be done that is not among the
    actions. `advised` says whether the bot may give advice in this game.
    `names` are escaped for sentences, `plain` as people chose them, for buttons. `orders` are those that the seat has
    given ahead, as the game keeps them. `taught`: it is a step of a lesson, in which one thing is done after the other.
    """

    view: Opaque
    seat: Seat
    names: Names
    plain: Names
    actions: tuple[Opaque, ...]
    place: tuple[str, ...]
    line: Callable[[Opaque], str]
    label: Callable[[Opaque], str]
    emoji: Callable[[Opaque], str]
    steps: Callable[[Undo], tuple[Opaque, ...]]
    illegal: Callable[[Opaque], Illegal]
    advised: bool
    orders: tuple[Opaque, ...] = ()
    taught: bool = False

    def of(self, *kinds: type[T]) -> Iterator[T]:
        """The actions of these kinds."""
        return (action for action in self.actions if isinstance(action, kinds))

    def press(self, action: Action, label: str = "", **how: Opaque) -> Press:
        """A press that does the action, by its own label and emoji or others."""
        return Press(self.line(action), label or self.label(action), **{"emoji": self.emoji(action), **how})


def headline(text: str) -> str:
    """A text whose first line is bold: it says what to do now."""
    first, below, rest = text.partition("\n")
    return f"**{first}**{below}{rest}"


def in_rows(presses: Sequence[Press]) -> tuple[tuple[Press, ...], ...]:
    """Buttons in as few rows as they need."""
    return tuple(tuple(presses[n : n + BUTTONS_A_ROW]) for n in range(0, len(presses), BUTTONS_A_ROW))


def with_own(rows: Sequence[Row], buttons: Sequence[Press], more: Sequence[Press], about: str) -> tuple[Row, ...]:
    """The rows of a screen with what is added to it: buttons that fill up the last row or follow, the rest as a list.

    A single one that is left is a button as well, where there is room for it; `about` heads the list.
    """
    laid = list(rows)

    def add(press: Press) -> bool:
        below = laid[-1] if laid else ()
        if not isinstance(below, Menu) and 0 < len(below) < BUTTONS_A_ROW:
            laid[-1] = (*below, press)
            return True
        if len(laid) < ROWS and sum(not isinstance(row, Menu) for row in laid) < BUTTON_ROWS:
            laid.append((press,))
            return True
        return False

    left = [press for press in buttons if not add(press)] + list(more)
    if len(left) == 1 and len(left[0].label) <= BUTTON and add(left[0]):
        return tuple(laid)
    if left and len(laid) < ROWS:
        laid.append(Menu(about, tuple(left[:MOST_OPTIONS])))
    return tuple(laid)


def in_pages(presses: Sequence[Press], page: int, turn: Callable[[int, int, int], Press]) -> tuple[Press, ...]:
    """Options of a list, at most as many as one holds; with more, the last of them turns the page.

    `turn(page, number, pages)` is that option: where it leads, as index and counted from one.
    """
    if len(presses) <= MOST_OPTIONS:
        return tuple(presses)
    room = MOST_OPTIONS - 1
    pages = -(-len(presses) // room)
    here = page % pages
    following = (here + 1) % pages
    return (*presses[here * room : (here + 1) * room], turn(following, following + 1, pages))
