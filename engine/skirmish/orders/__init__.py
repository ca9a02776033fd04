"""Orders ahead: written, checked, kept while they are in force, and carried out exactly or not at all.

A condition asks only about what is public, or about what is the owner's own and no card: no hand makes an order slower
or faster (DESIGN 2.3). If it wants a card played that its owner doesn't hold, the decision goes to the next order.
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
