"""What the screens of skirmish share: the head, lists with pages, several steps at once, and ways back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from cogs.face.presses import at
from cogs.face.screen import MOST_OPTIONS, Menu, Press, Screen, Sight, in_pages
from cogs.house.game.pictures import AS_IT_IS, Look
from cogs.house.words.words import shortened
from cogs.skirmish.words.prompts import prompt
from cogs.skirmish.words.terms import Terms
from engine.core import Action
from engine.log import Undo
from engine.skirmish.actions import Concede, Done, EndAsDraw
from engine.skirmish.view import Own

BOARD = "own-board"
"""The picture of the field with what its viewer may do there."""

HAND: tuple[tuple[str, Look], ...] = (("hand", AS_IT_IS),)
"""The picture of one's own cards."""

MUSTER: tuple[tuple[str, Look], ...] = (("muster", AS_IT_IS),)
"""The picture of what can be mustered, and of what has been."""

TEXT_ROOM = 1300
"""How much of a message the lines of a list take at most."""

BACK = "back"


def acts(sight: Sight) -> bool:
    """Whether there is anything to decide but to end the game or to take back."""
    return any(not isinstance(action, Concede | EndAsDraw | Undo) for action in sight.actions)


def own_of(sight: Sight) -> Own:
    """What the seat alone knows."""
    own: Own | None = sight.view.own
    assert own is not None, "a panel is somebody's own"
    return own


def headed(terms: Terms, sight: Sight, *paragraphs: str) -> str:
    """The text of a screen: what is to decide, then what there is to know for it."""
    told = prompt(terms, sight.view, sight.seat, sight.names)
    return "\n".join(part for part in (f"**{told}**", *paragraphs) if part)


def listed(lines: Iterable[str]) -> str:
    """Lines below each other, cut to their room."""
    return shortened("\n".join(lines), TEXT_ROOM)


def board(sight: Sight, *kinds: type[Action], focus: str = "") -> tuple[tuple[str, Look], ...]:
    """The field, with what the seat may do of these kinds; of those of the unit at `focus`, if one is said."""
    actions = tuple(action for action in sight.of(*kinds) if focus in ("", getattr(action, "unit", "")))
    return ((BOARD, Look(focus=focus, actions=actions)),)


def paged(place: Sequence[str]) -> tuple[tuple[str, ...], int]:
    """A place without its page, and the page."""
    if place and place[-1].startswith("@") and place[-1][1:].isdecimal() and len(place[-1]) < 5:
        return tuple(place[:-1]), int(place[-1][1:])
    return tuple(place), 0


def lists(terms: Terms, about: str, presses: Sequence[Press], page: int, here: Sequence[str], most: int = 1) -> Menu:
    """A list with pages: the place `here` followed by `@` and a number is a page of it.

    Up to `most` can be chosen at once where there is one page; a way to the next page can't be done with others.
    """

    def turn(page: int, number: int, pages: int) -> Press:
        return Press(at(*here, f"@{page}"), terms.say("panel.more", number=number, pages=pages))

    if len(presses) > MOST_OPTIONS:
        return Menu(about, in_pages(presses, page, turn))
    return Menu(about, tuple(presses), max(1, min(most, len(presses))))


def backs(terms: Terms, sight: Sight) -> tuple[Press, ...]:
    """The button for taking back: at once if there is one way, else the list of them."""
    ways = [sight.press(way) for way in sight.of(Undo)]
    return tuple(ways) if len(ways) < 2 else (Press(at(BACK), terms.say("panel.back")),)


def back(terms: Terms, sight: Sight) -> Screen | None:
    """The list of what can be taken back, the newest first."""
    ways = [sight.press(way) for way in sight.of(Undo)]
    if not ways:
        return None
    return Screen(terms.say("panel.back-which"), (lists(terms, terms.say("panel.back"), ways, 0, (BACK,)),))


def ending(sight: Sight, label: str = "", style: str = "good") -> Iterator[Press]:
    """The way to close the step, greyed with its reason while that may not be."""
    if any(sight.of(Done)):
        yield sight.press(Done(), label, style=style)
    else:
        yield Press(sight.line(Done()), label or sight.label(Done()), off=True)
