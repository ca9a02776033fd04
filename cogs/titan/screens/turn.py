"""The screens of a player's turn on the masterboard: setting up, and what they share with splits, moves and musters."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.face.presses import at
from cogs.face.screen import BUTTONS_A_ROW, Menu, Press, Row, Screen, Sight, headline, in_pages, in_rows
from cogs.house.game.pictures import AS_IT_IS, Look
from cogs.house.words.words import shortened
from cogs.titan.words.labels import undone
from cogs.titan.words.prompts import prompt
from cogs.titan.words.terms import Terms, legions_of
from engine.log import Undo
from engine.titan.actions import Colour, FirstMarker, Resign
from engine.titan.view import LegionView

HAND: tuple[tuple[str, Look], ...] = (("hand", AS_IT_IS),)
"""The picture of one's own legions."""

LIST_ROOM = 1100
"""How much of a message a list of one's legions may take."""

BACK = "back"

CHART = "chart"
"""The place where the recruits of all lands are shown."""

ROWS_OF_CHOICES = 2
"""Rows of buttons for what there is to choose; one more is for what ends it, and the panel's own."""

AT_ONCE = ROWS_OF_CHOICES * BUTTONS_A_ROW
"""So many choices are buttons; more are a list."""


def acts(sight: Sight) -> bool:
    """Whether there is anything to decide but to leave or to take back."""
    return any(not isinstance(action, Resign | Undo) for action in sight.actions)


def headed(terms: Terms, sight: Sight, *paragraphs: str, head: str = "") -> str:
    """The text of a screen: what to do now, in the words of `head` or of the phase, then what there is to know."""
    told = head or prompt(terms, sight.view, sight.seat, sight.names)
    return "\n".join(part for part in (headline(told), *paragraphs) if part)


def listed(lines: Sequence[str]) -> str:
    """Lines below each other, cut to their room."""
    return shortened("\n".join(lines), LIST_ROOM)


def legion(sight: Sight, marker: str) -> LegionView | None:
    """One's own legion under a marker."""
    return next((found for found in legions_of(sight.view, sight.seat) if found.marker == marker), None)


def line_of(terms: Terms, one: LegionView) -> str:
    """`**Rd02 “Eagle”**, Marsh 41: 2 Ogres and Lion`."""
    facts = {"legion": terms.marker(one.marker), "land": terms.land(one.land)}
    return terms.say("turn.legion", creatures=terms.creatures(one.creatures), **facts)


def backs(terms: Terms, sight: Sight) -> tuple[Press, ...]:
    """The button for taking back: at once if there is one way, else the list of them."""
    ways = [sight.press(way, undone(terms, sight.steps(way), sight.view)) for way in sight.of(Undo)]
    return tuple(ways) if len(ways) < 2 else (Press(at(BACK), terms.say("turn.back")),)


def back(terms: Terms, sight: Sight) -> Screen | None:
    """The list of what can be taken back, the newest first."""
    ways = [sight.press(way) for way in sight.of(Undo)]
    if not ways:
        return None
    about = terms.say("turn.back-which")
    return Screen(f"**{about}**", (lists(terms, about, ways, 0, (BACK,)),))


def chart(terms: Terms) -> Screen:
    """Who recruits what, in all lands."""
    return Screen(terms.say("turn.chart-is"), (), (("recruits", AS_IT_IS),))


def to_chart(terms: Terms) -> Press:
    """The way to what all lands give."""
    return Press(at(CHART), terms.say("turn.chart"))


def lists(terms: Terms, about: str, presses: Sequence[Press], page: int, here: Sequence[str]) -> Menu:
    """A list with pages: the place `here` followed by `@` and a number is a page of it."""

    def turn(page: int, number: int, pages: int) -> Press:
        return Press(at(*here, f"@{page}"), terms.say("turn.more", number=number, pages=pages))

    return Menu(about, in_pages(presses, page, turn))


def in_blocks(blocks: Sequence[Sequence[Press]], most: int) -> tuple[Row, ...]:
    """What belongs to several legions: a row for each if that is at most `most` rows, else one after the other."""
    if len(blocks) <= most and all(len(block) <= BUTTONS_A_ROW for block in blocks):
        return tuple(tuple(block) for block in blocks if block)
    return in_rows([press for block in blocks for press in block])


def paged(place: Sequence[str]) -> tuple[tuple[str, ...], int]:
    """A place without its page, and the page."""
    if place and place[-1].startswith("@") and place[-1][1:].isdecimal() and len(place[-1]) < 5:
        return tuple(place[:-1]), int(place[-1][1:])
    return tuple(place), 0


def setup(terms: Terms, sight: Sight) -> Screen | None:
    """Colour and first marker: each a button, of few words, for there are twelve."""
    if sight.place or not acts(sight):
        return None
    presses = [
        *(sight.press(action, terms.colour(action.colour)) for action in sight.of(Colour)),
        *(sight.press(action, terms.marker(action.marker)) for action in sight.of(FirstMarker)),
    ]
    return Screen(headed(terms, sight), in_rows(presses), (("board", AS_IT_IS),))
