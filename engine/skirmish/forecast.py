"""What to expect of a roll before it is made: how many dice hit, what of it counts, whether it destroys (B3, B8.3)."""

from __future__ import annotations

from functools import lru_cache


@lru_cache(maxsize=4096)
def chances(dice: int, faces: int) -> tuple[float, ...]:
    """How likely each number of hits is with so many dice, where so many of six faces hit."""
    row = [1.0]
    for _ in range(dice):
        row = [
            (row[hits] * (6 - faces) if hits < len(row) else 0) / 6 + (row[hits - 1] * faces / 6 if hits else 0)
            for hits in range(len(row) + 1)
        ]
    return tuple(row)


@lru_cache(maxsize=16384)
def blow(dice: int, faces: int, ignored: int, health: int) -> tuple[float, float]:
    """The mean damage of a roll, at most the health, and how likely it destroys."""
    mean = dead = 0.0
    for hits, chance in enumerate(chances(dice, faces)):
        damage = max(0, hits - ignored)
        mean += chance * min(damage, health)
        dead += chance * (damage >= health)
    return mean, dead
