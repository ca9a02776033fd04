"""What Titan says of itself when it is looked at."""

from __future__ import annotations

from dataclasses import replace

from cogs.face import overview
from cogs.house.words.words import Names
from cogs.titan.words import battle_map, cards, position, totals
from cogs.titan.words.terms import Terms
from engine.core import Seat
from engine.titan.view import KnownView, View
from render.titan.battles.strikes import latest


class Legions:
    """What can be known of Titan's legions."""

    def __init__(self, terms: Terms) -> None:
        self._terms = terms

    def named(self, view: View, names: Names) -> tuple[tuple[str, str], ...]:
        return position.on_board(self._terms, view, names)

    def owner(self, view: View, name: str) -> Seat | None:
        return next((legion.owner for legion in view.legions if legion.marker == name), None)

    def knowledge(self, known: KnownView, view: View, names: Names) -> str:
        return position.knowledge(self._terms, known, view, names)


class Battles:
    """Titan's battles, on maps of their own."""

    def __init__(self, terms: Terms) -> None:
        self._terms = terms

    def is_fought(self, view: View) -> bool:
        return view.battle is not None

    def fighters(self, view: View) -> tuple[tuple[str, str], ...]:
        return battle_map.fighters(self._terms, view)


class TitanOverview(overview.Overview[View]):
    """What `/show` says of Titan."""

    def __init__(self, terms: Terms) -> None:
        self._terms = terms
        self.hidden = Legions(terms)
        self.fights = Battles(terms)

    def position(self, view: View, names: Names) -> str:
        return position.position(self._terms, view, names)

    def mine(self, view: View, names: Names) -> str:
        return cards.mine(self._terms, view, names)

    def scores(self, view: View, names: Names) -> str:
        return position.scores(self._terms, view, names)

    def agreed(self, view: View) -> tuple[str, ...]:
        return (*totals.ends(self._terms, view), *totals.own(self._terms, view))

    def has_dice(self, view: View) -> bool:
        return (view.battle or view.aftermath) is not None and bool(latest(latest_fight(view)))

    def caretaker(self, view: View) -> str:
        return position.caretaker(self._terms, view)

    def lands(self, view: View) -> tuple[tuple[str, str], ...]:
        return tuple((str(land), self._terms.land(land)) for land in sorted(view.rules.board.lands))


def fought(view: View) -> View:
    """The view as if the battle that has just ended were still there, for its last map."""
    return replace(view, battle=view.aftermath, phase="battle")


def latest_fight(view: View) -> View:
    """The view with the battle that is being fought or has just ended."""
    return fought(view) if view.battle is None else view
