"""Orders given ahead: written, looked through, kept as long as they stand, and carried out exactly or not at all.

`parse` reads the text of one, `text` writes it, `filed` takes it from its owner, `kept` and `restored` are for storing
it, `standing` leaves out those whose time is over, `void` are those of which the legion is gone, `advised` those
that ask the program for advice, `fire` says what is done by them.
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
