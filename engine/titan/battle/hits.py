"""What dice do, exactly: the chances of hits (R13.5). For programs that play and for people who ask."""

from __future__ import annotations

from functools import lru_cache


def hit_chance(number: int) -> float:
    """The chance of one die at a strike number (R13.5)."""
    return (7 - number) / 6


@lru_cache(maxsize=4096)
def slays(dice: int, number: int, needed: int) -> float:
    """The chance that `dice` score at least `needed` hits."""
    if needed <= 0:
        return 1.0
    if dice < needed:
        return 0.0
    p = hit_chance(number)
    chance, term = 0.0, (1 - p) ** dice if p < 1 else 0.0
    if p >= 1:
        return 1.0
    for hits in range(needed):
        chance += term
        term *= (dice - hits) / (hits + 1) * p / (1 - p)
    return max(0.0, 1 - chance)


@lru_cache(maxsize=4096)
def useful_hits(dice: int, number: int, needed: int) -> float:
    """The expected number of hits, those beyond `needed` not counted."""
    return sum(slays(dice, number, k) for k in range(1, min(dice, needed) + 1))
