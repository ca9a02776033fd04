"""Advice on a skirmish in words: why something may not be done and what is nearest to it, and hints. For its reader."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cogs.face.face import Hint
from cogs.house.words.words import Names
from cogs.skirmish.words.advice_hints import because, hint
from cogs.skirmish.words.labels import label
from cogs.skirmish.words.terms import Terms
from engine.core import Illegal
from engine.likeness import nearest_line
from engine.log import Undo
from engine.notation import verb
from engine.skirmish.actions import NOTATION, Action, May
from engine.skirmish.nearest import GRAVE, nearest
from engine.skirmish.view import View

Wanted = May | str | None
"""What somebody wanted: an action, or a line that could not be read; None if nobody knows."""


class SkirmishAdvice:
    """All advice on a skirmish, in the language of `terms`; see `cogs.face.face.Advice`."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms

    def why_not(
        self, view: View, illegal: Illegal, said: str, legal: Sequence[May], wanted: Wanted, names: Names
    ) -> str:
        """See `why_not`."""
        return why_not(self.terms, view, said, legal, wanted, names)

    def hint(self, view: View, legal: Sequence[May], step: int, names: Names) -> Hint:
        """See `advice_hints.hint`."""
        return hint(self.terms, view, legal, step, names)

    def because(self, view: View, legal: Sequence[May], names: Names) -> Hint | None:
        """See `advice_hints.because`."""
        return because(view, legal)

    def battle(self, view: View) -> None:
        """No odds of whole battles: what to expect of an attack stands beside it."""
        return

    def odds(self, asked: object, endings: Sequence[object]) -> None:
        """Nobody asks."""
        return


def why_not(terms: Terms, view: View, said: str, legal: Iterable[May], wanted: Wanted, names: Names) -> str:
    """A refusal, whose sentence is `said`, and the nearest thing that is possible.

    `wanted` is what the seat of the view wanted: an action, or a line that could not be read; None if nobody knows.
    """
    near = None if isinstance(wanted, Undo | None) else _near(tuple(legal), wanted)
    if near is None:
        return said
    key = "panel.for-example" if isinstance(wanted, str) else "panel.nearest"
    return f"{said}\n{terms.say(key, label=label(terms, near, view, names), line=NOTATION.line(near))}"


def _near(legal: Sequence[May], wanted: Action | str) -> Action | None:
    if not isinstance(wanted, str):
        return nearest(legal, wanted)
    said = wanted.partition(" ")[0].casefold()
    able: dict[str, Action] = {NOTATION.line(action): action for action in legal if not isinstance(action, GRAVE)}
    alike = [line for line, action in able.items() if verb(type(action)) == said]
    line = nearest_line(alike or tuple(able), wanted)
    return None if line is None else able[line]
