"""Orders given ahead: written, looked through, kept as long as they stand, and carried out exactly or not at all.

`parse` reads the text of one, `text` writes it, `filed` takes it from its owner, `fire` says what is done by them.
"""

from engine.titan.orders.filing import Filed, filed, standing
from engine.titan.orders.firing import Fired, fire
from engine.titan.orders.grammar import Order, Trigger, parse, text

__all__ = ["Filed", "Fired", "Order", "Trigger", "filed", "fire", "parse", "standing", "text"]
