"""Orders ahead: written, checked, kept while they are in force, and carried out exactly or not at all.

`parse` reads the text of an order and `text` writes it. `filed` takes it from its owner and checks it. `kept` and
`restored` turn it into a line for the store and back. `standing` leaves out orders whose time is over, `void` says
whether an order's legion is gone, `advised` whether it asks the bot for advice. `fire` says what orders do now.
"""

from engine.titan.orders.filing import FiledOrder, advised, filed, standing, void
from engine.titan.orders.firing import FiredOrder, fire
from engine.titan.orders.grammar import StandingOrder, Trigger, parse, text
from engine.titan.orders.serializing import kept, restored

__all__ = [
    "FiledOrder",
    "FiredOrder",
    "StandingOrder",
    "Trigger",
    "advised",
    "filed",
    "fire",
    "kept",
    "parse",
    "restored",
    "standing",
    "text",
    "void",
]
