"""What somebody new presses: of all that a panel offers, the first that leads on.

Words may change, so what a button carries counts. They split as the list begins, roll, let each legion go to the first
land that is offered, and end with what the panel recommends. Later they let the bot move what it can.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from cogs.face.presses import THEN, Sign
from cogs.house.values.sender import OPEN
from tests.newcomer.person import Offer

GREEN = 3
"""The style of the button that a panel recommends."""

ASIDE = (
    OPEN, Sign.PART, Sign.FORM, "orders", "takeback", "/hint", "/odds", "undo", "concede", "resign", "flee", "offer",
    "end-as-draw",
)  # fmt: skip
"""What leads nowhere, back, or to the end."""

Mind = Callable[[Any, Sequence[Offer]], Offer | None]
"""Of the offers of a panel the one that is pressed, by what the person sees of the game; None if none leads on."""


def leads_on(offer: Offer) -> bool:
    return not offer.carries.startswith(ASIDE)


def titan(view: Any, offered: Sequence[Offer]) -> Offer | None:
    """A turn of Titan: the first turn is moved by hand, and any other by the bot as far as it offers that."""
    offered = [each for each in offered if leads_on(each)]
    ends = [each for each in offered if _ends(each)]
    match view.phase:
        case "split":
            wanted = [*_begins(offered, "roll"), *_begins(offered, "split")]
        case "move" if view.turn == 1:
            wanted = [*_begins(offered, "move"), *ends]
        case "move":
            wanted = [*_begins(offered, Sign.RUN), *ends, *_begins(offered, "move")]
        case "muster":
            wanted = ends
        case _:
            wanted = [*_begins(offered, Sign.RUN), *_begins(offered, "fight")]
    return next(iter((*wanted, *offered)), None)


def skirmish(view: Any, offered: Sequence[Offer]) -> Offer | None:
    """A step of skirmish: the green button, else what the bot suggests, and no lore cards for now."""
    offered = [each for each in offered if leads_on(each)]
    green = [each for each in offered if each.value is None and each.part.get("style") == GREEN]
    suggested = sorted(_begins(offered, Sign.RUN), key=lambda offer: -len(offer.carries.split()))
    passing = [offer for until in ("mine", "turn", "now") for offer in _begins(offered, f"pass {until}")]
    looking = _begins(offered, "stay") if _begins(offered, "peek") else []
    return next(iter((*green, *suggested, *_begins(offered, "attack"), *passing, *looking, *offered)), None)


def _begins(offered: Sequence[Offer], *beginnings: str) -> list[Offer]:
    return [each for each in offered if each.carries.startswith(beginnings)]


def _ends(offer: Offer) -> bool:
    """Whether it ends the phase or all of the turn, the latter by lines that may be too long to be carried."""
    if offer.carries.startswith(Sign.DIGEST):
        return offer.part.get("style") == GREEN
    return offer.carries.split(THEN)[-1] == "done"
