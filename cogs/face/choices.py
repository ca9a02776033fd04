"""What a person may choose, laid out for Discord: pure, so that every limit can be tested without it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from cogs.face.presses import ListLines
from cogs.face.screen import BUTTON, BUTTONS_A_ROW, MOST_OPTIONS, ROWS, Menu, Press, Row, in_rows

ID_ROOM = 100
LABEL_ROOM = 80
FEW = 10
"""Up to so many choices are buttons if all are short enough; more are lists."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A legal action: the words of its line, its label, what each word says to people, and the emoji it goes with."""

    words: tuple[str, ...]
    label: str
    said: tuple[str, ...]
    emoji: str = ""

    @property
    def line(self) -> str:
        return " ".join(self.words)


@dataclass(frozen=True, slots=True)
class ChoiceList:
    """A list: `verb` is what it is about, empty if of several things; `shown` of `total` fit."""

    verb: str
    options: tuple[Press, ...]
    shown: int
    total: int


@dataclass(frozen=True, slots=True)
class Layout:
    """Lists above, buttons below, never more than a message holds."""

    lists: tuple[ChoiceList, ...]
    buttons: tuple[Press, ...]


def shortened(text: str, room: int) -> str:
    """`text` in at most `room` characters, never ending within a joined character."""
    if len(text) <= room:
        return text
    cut = text[: room - 1]
    while cut and (not cut[-1].isprintable() or _joins(text[len(cut)])):
        cut = cut[:-1]
    return cut.rstrip() + "…"


def _joins(mark: str) -> bool:
    """Whether a character belongs to the one before it: accents, variation signs, joiners, skin tones."""
    import unicodedata

    return unicodedata.category(mark) in ("Mn", "Me", "Cf") or "\U0001f3fb" <= mark <= "\U0001f3ff"


def narrowed(choices: Iterable[Choice], beginning: Sequence[str]) -> tuple[Choice, ...]:
    """The choices whose line begins with these words."""
    start = tuple(beginning)
    return tuple(choice for choice in choices if choice.words[: len(start)] == start)


def layout(choices: Sequence[Choice], beginning: Sequence[str] = (), page: int = 0) -> Layout:
    """The choices that begin with these words, as menus and buttons."""
    open_to = narrowed(choices, beginning)
    if len(open_to) <= FEW and all(len(choice.label) <= BUTTON for choice in open_to):
        return Layout((), tuple(_whole(choice) for choice in open_to))
    if beginning:
        return Layout((_menu(open_to, tuple(beginning), page),), ())
    groups: dict[str, list[Choice]] = {}
    for choice in open_to:
        groups.setdefault(choice.words[0], []).append(choice)
    lists: list[ChoiceList] = []
    buttons: list[Press] = []
    for verb, group in groups.items():
        if len(group) == 1 and len(group[0].label) <= BUTTON:
            buttons.append(_whole(group[0]))
        elif len(lists) < ROWS - 2:
            lists.append(_menu(tuple(group), (verb,), 0))
        else:
            buttons.append(Press(str(ListLines((verb,))), f"{group[0].said[0]} …"))
    return Layout(tuple(lists), tuple(buttons[: (ROWS - len(lists)) * BUTTONS_A_ROW - 1]))


def rows(arranged: Layout, about: Callable[[str], str]) -> tuple[Row, ...]:
    """A layout as the rows of a screen; `about` says for a verb what its list is for."""
    lists = (Menu(about(listing.verb), listing.options) for listing in arranged.lists)
    return (*lists, *in_rows(arranged.buttons))


def _whole(choice: Choice) -> Press:
    return Press(choice.line, shortened(choice.label, LABEL_ROOM), choice.emoji)


def _menu(choices: tuple[Choice, ...], beginning: tuple[str, ...], page: int) -> ChoiceList:
    """One select: whole lines if they fit, else the next word that tells them apart, in pages."""
    if len(choices) <= MOST_OPTIONS:
        options = tuple(_whole(choice) for choice in choices)
        return ChoiceList(beginning[0], options, len(options), len(options))
    at = len(beginning)
    while len({choice.words[at] for choice in choices}) == 1:
        at += 1
    parts: dict[str, list[Choice]] = {}
    for choice in choices:
        parts.setdefault(choice.words[at], []).append(choice)
    entries = [_part(group, at) for group in parts.values()]
    if len(entries) <= MOST_OPTIONS:
        return ChoiceList(beginning[0], tuple(entries), len(entries), len(entries))
    room = MOST_OPTIONS - 1
    pages = -(-len(entries) // room)
    here = page % pages
    shown = entries[here * room : (here + 1) * room]
    after = (here + 1) % pages
    following = Press(str(ListLines(beginning, after)), f"… ({after + 1}/{pages})")
    return ChoiceList(beginning[0], (*shown, following), len(shown), len(entries))


def _part(group: Sequence[Choice], at: int) -> Press:
    """An option that leads to whole lines, or is one if only one begins so."""
    first = group[0]
    if len(group) == 1:
        return _whole(first)
    emojis = {choice.emoji for choice in group}
    shared = first.emoji if len(emojis) == 1 else ""
    label = shortened(f"{first.said[at]} … ({len(group)})", LABEL_ROOM)
    return Press(str(ListLines(first.words[: at + 1])), label, shared)
