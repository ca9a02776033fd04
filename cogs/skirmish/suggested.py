"""A step done as the program would do it, which its player can still change before he closes it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from cogs.house.kit import Further
from cogs.screen import Press, Sight, run
from cogs.skirmish.terms import Terms
from engine.skirmish.actions import Discard, Done, Move, Order, Place
from engine.skirmish.bots import LEVELS
from engine.skirmish.view import View

SUGGESTED = "suggested"
"""What the run is called that does it."""

STEPS: Mapping[str, tuple[type, ...]] = {
    "preparing": (Place,),
    "discarding": (Discard,),
    "ordering": (Order,),
    "moving": (Move,),
}
"""By phase what the program does."""

CLOSED = ("ordering", "moving")
"""The phases that can be done and closed in one press: both can still be taken back."""


def suggested(view: View, actions: Sequence[Any]) -> Any | None:
    """The next step of it; None where the program would do something else, or leave it at that."""
    chosen = LEVELS["steady"](view, actions, Random(view.round))
    return chosen if isinstance(chosen, STEPS.get(view.phase, ())) else None


def and_on(phase: str) -> Further:
    """The same, and then the step is closed; nothing in another phase."""

    def step(view: View, actions: Sequence[Any]) -> Any | None:
        if view.phase != phase:
            return None
        return suggested(view, actions) or next((action for action in actions if isinstance(action, Done)), None)

    return step


def running(sight: Sight) -> Further | None:
    """The run of a place: the step is done as suggested, and closed if it says so."""
    if not sight.advised or sight.place[:1] != (SUGGESTED,):
        return None
    match sight.place[1:]:
        case ():
            return suggested
        case (phase,) if phase in CLOSED:
            return and_on(phase)
        case _:
            return None


def suggesting(terms: Terms, sight: Sight, label: str) -> Iterator[Press]:
    """The buttons for it, where the program may give advice and would do something: to look at it, or to go on."""
    if sight.advised and suggested(sight.view, sight.actions) is not None:
        yield Press(run(SUGGESTED), label)
        if sight.view.phase in CLOSED:
            yield Press(run(SUGGESTED, sight.view.phase), terms.say("panel.suggested-on"))
