"""A step done as the program would do it, which its player can still change before he closes it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from cogs.screen import Press, Sight, run
from engine.skirmish.actions import Discard, Move, Order, Place
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
"""By phase what the program does; it never closes a step."""


def suggested(view: View, actions: Sequence[Any]) -> Any | None:
    """The next step of it; None where the program would do something else, or leave it at that."""
    chosen = LEVELS["steady"](view, actions, Random(view.round))
    return chosen if isinstance(chosen, STEPS.get(view.phase, ())) else None


def suggesting(sight: Sight, label: str) -> Iterator[Press]:
    """The button for it, where the program may give advice and would do something."""
    if sight.advised and suggested(sight.view, sight.actions) is not None:
        yield Press(run(SUGGESTED), label)
