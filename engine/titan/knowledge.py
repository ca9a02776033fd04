"""What a viewer is certain of, from what was shown (R3.4, R3.5, R3.7).

Kept as a history of facts in the state; folded here into the characters that must be in each legion. What was known
of a legion that split is known of its parts together: of each part only what counting settles.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from engine.core import Seat
from engine.titan.state import Divided, Fact, Formed, Gained, Joined, Lost, Marker, Showed, Vanished


def certain(history: Iterable[Fact], viewer: Seat | None) -> dict[Marker, Counter[str]]:
    """The characters that `viewer` (None: the channel) knows to be in each legion, by code and number."""
    known: dict[Marker, Counter[str]] = {}
    height: dict[Marker, int] = {}
    for fact in history:
        match fact:
            case Formed():
                known[fact.legion] = Counter(fact.creatures)
                height[fact.legion] = len(fact.creatures) + fact.unknown
            case Showed():
                if not fact.to or viewer in fact.to:
                    known[fact.legion] |= Counter(fact.creatures)
            case Divided():
                whole, rest = known[fact.parent], height[fact.parent] - fact.left
                known[fact.child] = _surely(whole, others=rest)
                known[fact.parent] = _surely(whole, others=fact.left)
                height[fact.child], height[fact.parent] = fact.left, rest
            case Joined():
                known[fact.into] = known[fact.into] + known.pop(fact.child)
                height[fact.into] += height.pop(fact.child)
            case Gained():
                known.setdefault(fact.legion, Counter())[fact.creature] += 1
                height[fact.legion] = height.get(fact.legion, 0) + 1
            case Lost():
                known[fact.legion] = known[fact.legion] - Counter(fact.creatures)
                height[fact.legion] -= len(fact.creatures)
            case Vanished():
                known.pop(fact.legion, None)
                height.pop(fact.legion, None)
    return known


def _surely(whole: Counter[str], others: int) -> Counter[str]:
    """Those of the known characters that a part must hold, since the other part has only `others` places."""
    return Counter({code: count - others for code, count in whole.items() if count > others})
