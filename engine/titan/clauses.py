"""Which clause of the rules stands behind a refusal: the numbers of `docs/rules/titan`, `R6.2` and the like.

Every code that the rules refuse with is here; those in `FORMAL` are no matter of the game but of how something was
written or when it was asked, and have no clause.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

CLAUSES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "seats-number": ("R1.1",),
        "colour-taken": ("R1.4",),
        "marker-not-yours": ("R1.5", "R3.1"),
        "game-over": ("R19.8",),
        "eliminated": ("R19.2",),
        "not-your-turn": ("R2.1",),
        "phase-other": ("R2.1",),
        "legion-not-yours": ("R2.1",),
        "legion-height": ("R4.1",),
        "split-too-small": ("R4.1",),
        "split-creatures": ("R4.1",),
        "split-first": ("R4.2",),
        "split-once": ("R4.2",),
        "roll-first-split": ("R4.2",),
        "roll-too-high": ("R4.4",),
        "no-marker-free": ("R3.1", "R4.1"),
        "mulligan-none": ("R5.3",),
        "mulligan-moved": ("R5.3", "R5.4"),
        "already-moved": ("R6.1",),
        "must-move": ("R6.2",),
        "land-out-of-reach": ("R6.3", "R6.4", "R6.6"),
        "land-own-legion": ("R6.7",),
        "must-part": ("R6.9",),
        "side-not-possible": ("R6.10", "R7.4"),
        "teleport-roll": ("R7.1",),
        "teleport-once": ("R7.1",),
        "teleport-no-lord": ("R7.2",),
        "teleport-not-in-tower": ("R7.2",),
        "teleport-land": ("R7.2", "R7.3"),
        "titan-score": ("R7.3",),
        "teleport-lord-shown": ("R7.5",),
        "teleport-barred": ("R7.8",),
        "not-moved": ("R8.1",),
        "mustered-already": ("R8.1",),
        "legion-full": ("R8.1", "R18.7"),
        "additions-room": ("R18.7",),
        "spawn-not-open": ("V7.6",),
        "ends-unknown": ("V2.3",),
        "ends-twice": ("V2.3",),
        "ends-number": ("V2.3",),
        "ends-instant": ("V2.3",),
        "ends-kind": ("V2.3",),
        "ends-no-limit": ("V2.5",),
        "recruit-not-possible": ("R8.3", "R8.5"),
        "recruit-shown": ("R8.3", "R8.4"),
        "warlock-first-turn": ("R8.7",),
        "stock-empty": ("R8.9", "R20.3"),
        "no-engagement": ("R9.1",),
        "may-not-flee-attacker": ("R9.4",),
        "may-not-flee-lord": ("R9.4",),
        "may-not-flee-waived": ("R9.5",),
        "offers-spent": ("R9.6",),
        "offer-lost": ("R9.6",),
        "offer-losses": ("R9.6",),
        "offer-same": ("R9.6",),
        "no-offer": ("R9.6",),
        "offer-nobody-left": ("R9.7",),
        "offer-titan": ("R9.7",),
        "concede-flight-open": ("R9.9",),
        "insists-already": ("R9.12",),
        "character-unknown": ("R12.1", "R13.1"),
        "moved-already": ("R12.1",),
        "in-contact": ("R12.3",),
        "hex-occupied": ("R12.5", "R12.6"),
        "hex-out-of-reach": ("R12.1", "R12.7"),
        "must-strike": ("R13.2",),
        "struck-already": ("R13.2",),
        "no-strike": ("R13.2", "R15.1"),
        "target-out": ("R13.2", "R15.3", "R15.8"),
        "pair-not-possible": ("R13.6", "R14.4"),
        "carry-not-possible": ("R14.1", "R14.2"),
        "summon-not-now": ("R16.1", "R16.3"),
        "summon-donor": ("R16.2",),
        "summon-creature": ("R16.2",),
        "reinforce-not-now": ("R17.2", "R17.4"),
        "acquire-not-due": ("R18.6",),
        "order-unseen": ("R3.3",),
        "order-side-open": ("R6.10",),
        "order-titan": ("R9.9", "R19.2"),
        "order-carry-open": ("R14.1",),
        "undo-not-yours-or-firm": ("R4.5", "R8.10"),
        "undo-nothing": ("R4.5", "R8.10"),
    }
)
"""The clauses of each refusal, the nearest one first."""

FORMAL = frozenset(
    {
        "legion-unknown",
        "split-order",
        "line-malformed",
        "line-unknown-verb",
        "undo-others-rest-on-it",
        "rewind-nowhere",
        "option-unknown",
        "option-without-variant",
        "option-value",
        "order-malformed",
        "order-trigger",
        "order-fact",
        "order-value",
        "order-compare",
        "order-act",
        "order-act-when",
        "order-expiry",
        "order-name",
        "order-fact-when",
        "order-no-advice",
        "order-asks",
        "order-not-exact",
        "order-changed",
        "not-legal",
    }
)
"""The refusals of how something was said."""


def clauses(code: str) -> tuple[str, ...]:
    """The clauses behind a refusal; none if it is no matter of the rules."""
    return CLAUSES.get(code, ())
