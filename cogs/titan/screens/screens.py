"""The private panel of Titan: which screens belong to which phase. A phase without any lists all that may be done."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from cogs.face.screen import Form, Screen, Sight
from cogs.house.game.game_types import Further
from cogs.titan.screens import additions, battle, battle_plan, engagement, turn_move
from cogs.titan.screens.turn import setup
from cogs.titan.screens.turn_muster import muster
from cogs.titan.screens.turn_spawn import spawn
from cogs.titan.screens.turn_split import split, split_form
from cogs.titan.words.terms import Terms

Screens = Callable[[Terms, Sight], Screen | None]
Forms = Callable[[Terms, Sight], Form | None]

SCREENS: Mapping[str, Screens] = {
    "setup": setup,
    "spawn": spawn,
    "split": split,
    "move": turn_move.move,
    "engage": engagement.choosing,
    "parley": engagement.screen,
    "battle": battle.screen,
    "gather": additions.screen,
    "muster": muster,
}
"""By phase of the view: what makes the screen of `Sight.place`, None for a place that there is not (any more).

The empty place is where the panel begins, for a seat that has nothing to decide, too. Battle plans have their place at
any time.
"""

FORMS: Mapping[str, Forms] = {"split": split_form, "parley": engagement.form, "gather": additions.form}
"""By phase of the view: what makes the form of `Sight.place`."""


RUNS: Mapping[str, Callable[[Sight], Further | None]] = {
    "move": turn_move.going_on,
    "battle": battle.going_on,
    "gather": additions.going_on,
}
"""By phase of the view: how the seat goes on by itself, by the name in `Sight.place`."""


def run(sight: Sight) -> Further | None:
    """How the seat goes on by itself."""
    found = RUNS.get(sight.view.phase)
    return found(sight) if found else None


def screen(terms: Terms, sight: Sight) -> Screen | None:
    """The screen of a place in the panel."""
    if sight.place[:1] == (battle_plan.PLACE,):
        return battle_plan.screen(terms, sight)
    made = SCREENS.get(sight.view.phase)
    return made(terms, sight) if made else None


def form(terms: Terms, sight: Sight) -> Form | None:
    """The form of a place in the panel."""
    if sight.place[:1] == (battle_plan.PLACE,):
        return battle_plan.form(terms, sight)
    made = FORMS.get(sight.view.phase)
    return made(terms, sight) if made else None
