"""Orders given ahead: written, looked through, kept as long as they stand, and carried out exactly or not at all.

What an order asks is public, or its owner's own and no card: it never waits, nor is quick, because of what is in a hand
(DESIGN 2.3). A card that it wants played and that is not there leaves the decision to the next order.
"""

from engine.skirmish.orders.filing import FiledOrder, filed, kept, restored, standing
from engine.skirmish.orders.firing import FiredOrder, fire
from engine.skirmish.orders.grammar import (
    ACTS,
    EXPIRIES,
    FACTS,
    FORM,
    TRIGGERS,
    Act,
    Condition,
    StandingOrder,
    parse,
    text,
)
from engine.skirmish.orders.proposed import proposed

__all__ = [
    "ACTS",
    "EXPIRIES",
    "FACTS",
    "FORM",
    "TRIGGERS",
    "Act",
    "Condition",
    "FiledOrder",
    "FiredOrder",
    "StandingOrder",
    "filed",
    "fire",
    "kept",
    "parse",
    "proposed",
    "restored",
    "standing",
    "text",
]
