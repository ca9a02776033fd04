"""What happened in a skirmish in a short notation: `G D3-E5`, `G E5 x V F6`, `S C L`, `V F6 -2 (1)`.

Units are their letters of the map in text, dice the first letters of their English names. What has no short form has
none here, and is told by its sentence.
"""

from __future__ import annotations

from cogs.house.words.words import Names
from cogs.skirmish.words.terms import Terms
from engine.skirmish.events import (
    AttackDeclared,
    Damaged,
    Destroyed,
    DiceRolled,
    Event,
    Moved,
    Ordered,
    Placed,
)

SIGNS = {"strike": "x", "ranged": "»", "boulder": "●"}
"""What stands between who attacks and who is attacked."""


def short(terms: Terms, event: Event, names: Names) -> str:
    """The line for an event; empty if it has none of its own."""
    match event:
        case Ordered(_, _, kind, at):
            return f"! {terms.letter(kind)} {at}"
        case Moved(_, _, kind, path, why):
            way = "<" if why == "retreat" else "-"
            return f"{terms.letter(kind)} {path[0]}{way}{path[-1]}"
        case AttackDeclared():
            attacker, target = terms.letter(event.kind), terms.letter(event.target_kind)
            sign = SIGNS.get(event.how, SIGNS["strike"])
            return f"{'↩ ' if event.counter else ''}{attacker} {event.hex} {sign} {target} {event.target_hex}"
        case DiceRolled(_, _, faces):
            return " ".join(face[0].upper() for face in faces)
        case Damaged(_, kind, _, at, damage, health, _):
            return f"{terms.letter(kind)} {at} -{damage} ({health})"
        case Destroyed(_, kind, _, at, _):
            return f"{terms.letter(kind)} {at} †"
        case Placed(_, _, kind, at):
            return f"+ {terms.letter(kind)} {at}"
        case _:
            return ""
