"""An order that is looked at, and what one of its acts can come to."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeVar

from engine.core import Illegal
from engine.titan.actions import Action
from engine.titan.orders.acts import Act, line
from engine.titan.orders.filing import FiledOrder
from engine.titan.view import View

A = TypeVar("A")


class Next(Enum):
    """Why an act does nothing now, though nothing is wrong."""

    OVER = "over"
    """It is done already, or there is nothing for it to do: what follows it is looked at."""
    LATER = "later"
    """Its phase is still to come."""
    WAITS = "waits"
    """The other side must decide first."""


ActOutcome = Action | Illegal | Next
"""What an act does now; or why it cannot be carried out exactly, so that its owner is asked."""


@dataclass(frozen=True, slots=True)
class OrderPosition:
    """An order that is looked at for a legion, empty if it concerns none, in a view with the actions offered there."""

    filed: FiledOrder
    view: View
    actions: tuple[Action, ...]
    legion: str

    def those(self, kind: type[A]) -> list[A]:
        """The actions of a kind."""
        return [a for a in self.actions if isinstance(a, kind)]

    def only(self, action: Action, otherwise: ActOutcome) -> ActOutcome:
        """The action if it is offered."""
        return action if action in self.actions else otherwise


def not_exact(act: Act) -> Illegal:
    """Why the owner of an order that no longer fits is asked (A2.4)."""
    return Illegal("order-not-exact", said=line(act))
