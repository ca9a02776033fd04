"""The private panel of Titan: which screens belong to which phase. A phase without any lists all that may be done."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from cogs.screen import Form, Screen, Sight
from cogs.titan_terms import Terms

Screens = Callable[[Terms, Sight], Screen | None]
Forms = Callable[[Terms, Sight], Form | None]

SCREENS: Mapping[str, Screens] = {}
"""By phase of the view: what makes the screen of `Sight.place`, None for a place that there is not (any more).

The empty place is where the panel begins, for a seat that has nothing to decide, too.
"""

FORMS: Mapping[str, Forms] = {}
"""By phase of the view: what makes the form of `Sight.place`."""


def screen(terms: Terms, sight: Sight) -> Screen | None:
    """The screen of a place in the panel."""
    made = SCREENS.get(sight.view.phase)
    return made(terms, sight) if made else None


def form(terms: Terms, sight: Sight) -> Form | None:
    """The form of a place in the panel."""
    made = FORMS.get(sight.view.phase)
    return made(terms, sight) if made else None
