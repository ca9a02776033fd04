"""The private panel of skirmish: which screens belong to which phase. Without any, all that is possible is listed."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from cogs.house.kit import Further
from cogs.presses import at
from cogs.screen import Form, Screen, Sight
from cogs.skirmish import fight_screens, lore_screens, setup_screens, turn_plan, turn_screens, upkeep_screens, wishes
from cogs.skirmish.suggested import running
from cogs.skirmish.terms import Terms

Screens = Callable[[Terms, Sight], Screen | None]

SCREENS: Mapping[str, Screens] = {
    "choosing": setup_screens.choosing,
    "drafting": setup_screens.drafting,
    "preparing": setup_screens.preparing,
    "discarding": setup_screens.discarding,
    "commanding": turn_screens.commanding,
    "ordering": turn_screens.ordering,
    "moving": turn_screens.moving,
    "attacking": fight_screens.attacking,
    "fighting": fight_screens.fighting,
    "window": lore_screens.window,
    "scoring": upkeep_screens.scoring,
    "revealing": upkeep_screens.revealing,
    "placing": upkeep_screens.placing,
    "learning": upkeep_screens.learning,
    "trimming": upkeep_screens.trimming,
}
"""By phase of the view: what makes the screen of `Sight.place`, None for a place that there is not (any more)."""


def screen(terms: Terms, sight: Sight) -> Screen | None:
    """The screen of a place in the panel."""
    made = SCREENS.get(sight.view.phase)
    return made(terms.at(sight.view), sight) if made else None


def form(terms: Terms, sight: Sight) -> Form | None:
    """The form of a place in the panel."""
    if sight.view.phase == "commanding":
        return turn_plan.form(terms.at(sight.view), sight)
    return setup_screens.form(terms.at(sight.view), sight) if sight.view.phase in ("preparing", "discarding") else None


def run(sight: Sight) -> Further | None:
    """How the seat goes on by itself: to what it wished for, or through a step as the bot would."""
    return turn_plan.running(sight) or running(sight) or setup_screens.closing(sight) or wishes.towards(sight.place)


def forgotten(sight: Sight) -> str:
    """Where it is said what somebody who is done has left undone; empty if that is nothing."""
    if sight.view.phase == "preparing":
        return at(setup_screens.DONE) if setup_screens.unspent(sight) else ""
    return turn_screens.forgotten(sight)
