"""Titan's own commands: `/play` with a verb for each decision, `/show` with what there is to see, and `/rules`."""

from __future__ import annotations

from typing import Any

from discord import app_commands

from cogs.house.kit import Names, View
from cogs.house.words import Words
from cogs.plays import play_group
from cogs.rules import Lookup
from cogs.show import Show
from cogs.titan_book import Book
from cogs.titan_kit import latest_fight
from cogs.titan_replay import Replays
from cogs.titan_words import TitanWords
from cogs.watch import Watch
from engine.log import Undo
from engine.titan.actions import (
    Accept,
    Acquire,
    Carry,
    Colour,
    Concede,
    Done,
    Engage,
    Fight,
    FirstMarker,
    Flee,
    Maneuver,
    Move,
    Mulligan,
    Muster,
    Offer,
    Refuse,
    Reinforce,
    Roll,
    Split,
    Strike,
    Summon,
    Teleport,
    Withdraw,
)
from render.titan.strikes import latest

VERBS: tuple[type, ...] = (
    Colour, FirstMarker, Split, Roll, Mulligan, Move, Teleport, Engage, Flee, Fight, Offer, Withdraw, Accept, Refuse,
    Concede, Maneuver, Strike, Carry, Summon, Reinforce, Muster, Acquire, Undo, Done,
)  # fmt: skip
"""What `/play` can do, in the order of a turn, beside `do`: with it these are 25, and Discord takes no more.

Resigning is `/titan resign`, which asks first. `waive` is a button, and `/play do waive`.
"""


class Sights:
    """What `/show` says of Titan."""

    def __init__(self, words: TitanWords) -> None:
        self._words = words

    def position(self, view: View, names: Names) -> str:
        return self._words.position(view, names)

    def mine(self, view: View, names: Names) -> str:
        return self._words.mine(view, names)

    def scores(self, view: View, names: Names) -> str:
        return self._words.scores(view, names)

    def caretaker(self, view: View) -> str:
        return self._words.caretaker(view)

    def knowledge(self, known: Any, view: View, names: Names) -> str:
        return self._words.knowledge(known, view, names)

    def secret(self, view: View, names: Names) -> tuple[tuple[str, str], ...]:
        return self._words.on_board(view, names)

    def in_battle(self, view: View) -> bool:
        return view.battle is not None

    def fighters(self, view: View) -> tuple[tuple[str, str], ...]:
        return self._words.fighters(view)

    def has_dice(self, view: View) -> bool:
        return (view.battle or view.aftermath) is not None and bool(latest(latest_fight(view)))

    def on_the_move(self, view: View) -> bool:
        return bool(view.phase == "move" and view.viewer == view.active)

    def lands(self, view: View) -> tuple[tuple[str, str], ...]:
        return tuple((str(land), self._words.terms.land(land)) for land in sorted(view.rules.board.lands))


def play() -> app_commands.Group:
    """`/play`."""
    return play_group(VERBS)


def show() -> app_commands.Group:
    """`/show`."""
    return Show(Sights(TitanWords(Words("en"))))


def watch() -> app_commands.Group:
    """`/watch`."""
    return Watch(Replays(TitanWords(Words("en"))))


def rules() -> app_commands.Group:
    """`/rules`."""
    return Lookup(Book(TitanWords(Words("en"))))
