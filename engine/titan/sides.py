"""The two sides of an engagement, which index pairs, and how offers name them (R9.6)."""

from __future__ import annotations

ATTACKER, DEFENDER = 0, 1

SIDE_NAMES = ("attacker", "defender")
BOTH = "both"


def lost_by(offered: str) -> tuple[bool, bool]:
    """Which legions are lost by an offer that says `attacker`, `defender` or `both`."""
    return offered != SIDE_NAMES[DEFENDER], offered != SIDE_NAMES[ATTACKER]
