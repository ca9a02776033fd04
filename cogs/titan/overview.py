"""What Titan says of itself when it is looked at."""

from __future__ import annotations

from dataclasses import replace

from cogs.face import overview
from cogs.house.words.words import Names
from cogs.titan.words.game_words import TitanWords
from engine.core import Seat
from engine.titan.view import KnownView, View
from render.titan.battles.strikes import latest


class Legions:
    """What can be known of Titan's legions."""

    def __init__(self, words: TitanWords) -> None:
        self._words = words

    def named(self, view: View, names: Names) -> tuple[tuple[str, str], ...]:
        return self._words.on_board(view, names)

    def owner(self, view: View, name: str) -> Seat | None:
        return next((legion.owner for legion in view.legions if legion.marker == name), None)

    def knowledge(self, known: KnownView, view: View, names: Names) -> str:
        return self._words.knowledge(known, view, names)


class Battles:
    """Titan's battles, on maps of their own."""

    def __init__(self, words: TitanWords) -> None:
        self._words = words

    def is_fought(self, view: View) -> bool:
        return view.battle is not None

    def fighters(self, view: View) -> tuple[tuple[str, str], ...]:
        return self._words.fighters(view)


class TitanOverview(overview.Overview[View]):
    """What `/show` says of Titan."""

    def __init__(self, words: TitanWords) -> None:
        self._words = words
        self.hidden = Legions(words)
        self.fights = Battles(words)

    def position(self, view: View, names: Names) -> str:
        return self._words.position(view, names)

    def mine(self, view: View, names: Names) -> str:
        return self._words.mine(view, names)

    def scores(self, view: View, names: Names) -> str:
        return self._words.scores(view, names)

    def agreed(self, view: View) -> tuple[str, ...]:
        return self._words.agreed(view)

    def has_dice(self, view: View) -> bool:
        return (view.battle or view.aftermath) is not None and bool(latest(latest_fight(view)))

    def caretaker(self, view: View) -> str:
        return self._words.caretaker(view)

    def lands(self, view: View) -> tuple[tuple[str, str], ...]:
        return tuple((str(land), self._words.terms.land(land)) for land in sorted(view.rules.board.lands))


def fought(view: View) -> View:
    """The view as if the battle that has just ended were still there, for its last map."""
    return replace(view, battle=view.aftermath, phase="battle")


def latest_fight(view: View) -> View:
    """The view with the battle that is being fought or has just ended."""
    return fought(view) if view.battle is None else view
