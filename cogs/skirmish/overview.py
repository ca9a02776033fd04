"""What skirmish says of itself when it is looked at."""

from __future__ import annotations

from cogs.face import overview
from cogs.house.words.words import Names
from cogs.skirmish.words import position
from cogs.skirmish.words.terms import Terms
from engine.skirmish.view import View
from render.skirmish.field.rolls import rolls


class SkirmishOverview(overview.Overview[View]):
    """What `/show` says of skirmish. It has no secret things with names, no battles apart, no caretaker, no lands."""

    def __init__(self, terms: Terms) -> None:
        self._terms = terms

    def position(self, view: View, names: Names) -> str:
        return position.position(self._terms, view, names)

    def mine(self, view: View, names: Names) -> str:
        return position.mine(self._terms, view, names)

    def scores(self, view: View, names: Names) -> str:
        return position.scores(self._terms, view, names)

    def has_dice(self, view: View) -> bool:
        return bool(rolls(view))
