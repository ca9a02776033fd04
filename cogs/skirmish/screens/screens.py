"""The private panel of skirmish: which screens belong to which phase. Without any, all that is possible is listed."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from cogs.face.presses import at
from cogs.face.screen import Form, Screen, Sight
from cogs.house.game.game_types import Further
from cogs.skirmish.screens import combat, lore, setup, turn, turn_plan, upkeep
from cogs.skirmish.screens.suggested import running
from cogs.skirmish.words import wishes
from cogs.skirmish.words.terms import Terms

Screens = Callable[[Terms, Sight], Screen | None]

SCREENS: Mapping[str, Screens] = {
    "choosing": setup.choosing,
    "drafting": setup.drafting,
    "preparing": setup.preparing,
    "discarding": setup.discarding,
    "commanding": turn.commanding,
    "ordering": turn.ordering,
    "moving": turn.moving,
    "attacking": combat.attacking,
    "fighting": combat.fighting,
    "window": lore.window,
    "scoring": upkeep.scoring,
    "revealing": upkeep.revealing,
    "placing": upkeep.placing,
    "learning": upkeep.learning,
    "trimming": upkeep.trimming,
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
    return setup.form(terms.at(sight.view), sight) if sight.view.phase in ("preparing", "discarding") else None


def run(sight: Sight) -> Further | None:
    """How the seat goes on by itself: to what it wished for, or through a step as the bot would."""
    return turn_plan.running(sight) or running(sight) or setup.closing(sight) or wishes.towards(sight.place)


def forgotten(sight: Sight) -> str:
    """Where it is said what somebody who is done has left undone; empty if that is nothing."""
    if sight.view.phase == "preparing":
        return at(setup.DONE) if setup.unspent(sight) else ""
    return turn.forgotten(sight)
