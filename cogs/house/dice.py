"""Chance: what a game's own secret seed says. The same seed, game, entry and draw always give the same answer."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterator

from engine.core import Draw, Drawn

SEED_BYTES = 32
_WORD = 8
_SPAN = 1 << (8 * _WORD)


def new_seed() -> bytes:
    """A seed for a new game, from the system's own randomness."""
    return secrets.token_bytes(SEED_BYTES)


def answer(seed: bytes, game: int, seq: int, draw: Draw) -> Drawn:
    """The answer to `draw`, which becomes entry `seq` of `game`: numbers of 1..`sides`, each as likely as the others.

    Distinct numbers are the first of a shuffled row 1..`sides` (Fisher and Yates).
    """
    words = _words(seed, game, seq, draw.purpose)
    if not draw.distinct:
        return Drawn(tuple(1 + _below(draw.sides, words) for _ in range(draw.count)))
    assert draw.count <= draw.sides, "more distinct numbers wanted than there are"
    row = list(range(1, draw.sides + 1))
    for place in range(draw.count):
        other = place + _below(draw.sides - place, words)
        row[place], row[other] = row[other], row[place]
    return Drawn(tuple(row[: draw.count]))


def _words(seed: bytes, game: int, seq: int, purpose: str) -> Iterator[int]:
    """Random numbers of 0..2^64-1 without end."""
    index = 0
    while True:
        block = hmac.digest(seed, f"{game}\n{seq}\n{purpose}\n{index}".encode(), hashlib.sha256)
        yield from (int.from_bytes(block[at : at + _WORD], "big") for at in range(0, len(block), _WORD))
        index += 1


def _below(sides: int, words: Iterator[int]) -> int:
    """A number of 0..`sides`-1. Words in the last, incomplete run of `sides` would favour low numbers: passed over."""
    whole = _SPAN - _SPAN % sides
    return next(word for word in words if word < whole) % sides
