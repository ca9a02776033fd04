"""What a seat's panel is made of in a position, without a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cogs.face.screen import Sight
from cogs.house.words.words import Words
from cogs.titan.words.labels import label
from cogs.titan.words.terms import Terms
from engine.core import Seat
from engine.log import Undo
from engine.titan.actions import NOTATION
from engine.titan.orders import FiledOrder
from engine.titan.ruleset import TITAN
from engine.titan.state import State

TERMS = Terms(Words("en"))
NAMES = {Seat(seat): name for seat, name in enumerate(("Ann", "Ben", "Eva"))}


def sight(state: State, seat: int, *place: str, advised: bool = True, orders: Sequence[FiledOrder] = ()) -> Sight:
    """The sight of a place in the panel of a seat."""
    view, actions = TITAN.view(state, Seat(seat)), tuple(TITAN.legal(state, Seat(seat)))
    return Sight(
        view=view,
        seat=Seat(seat),
        names=NAMES,
        plain=NAMES,
        actions=actions,
        place=place,
        line=NOTATION.line,
        label=lambda action: label(TERMS, action, view, NAMES),
        emoji=lambda action: "",
        steps=_steps,
        illegal=lambda action: TITAN.refusal(state, Seat(seat), action),
        advised=advised,
        orders=tuple(orders),
    )


def _steps(undo: Undo) -> tuple[Any, ...]:
    raise AssertionError("a position has no past")
