"""Chance that is fixed before it is used: a secret seed, the players' words and the place of a draw give its numbers.

Before anybody can add a word, the table publishes the seed's commitment; after the end, the seed. Then everybody can
compute each roll again. docs/dice.md says what that proves.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator

from engine.core import Draw, Drawn

SEED_BYTES = 32
_SPAN = 1 << 256

PASSED, AHEAD = 1, 2
"""What the clock answers to a draw with an instant. No seed gives that."""

SeatWords = tuple[str, ...]
"""The players' words in the order of the seats, empty for a seat without one."""


def commitment(seed: bytes) -> str:
    """The SHA-256 of the seed as hexadecimal digits: it binds the table to its seed without telling it."""
    return hashlib.sha256(seed).hexdigest()


def answer(seed: bytes, words: SeatWords, game: int, seq: int, draw: Draw) -> Drawn:
    """The answer to `draw`, which becomes entry `seq` of `game`: numbers of 1..`sides`, each as likely as the others.

    A draw that has a place gives the same in every entry.

    Distinct numbers are the first of a shuffled row 1..`sides` (Fisher and Yates).
    """
    assert not draw.instant, "what the clock says is not thrown"
    assert "\n" not in draw.purpose, "a purpose is one line of the message"
    assert not any("\n" in word for word in words), "each word is one line of the message"
    assert not draw.place or ("\n" not in draw.place and not draw.place.isdigit()), "a place is no number of an entry"
    numbers = _numbers(seed, words, game, draw.place or str(seq), draw.purpose)
    if not draw.distinct:
        return Drawn(tuple(1 + _below(draw.sides, numbers) for _ in range(draw.count)))
    assert draw.count <= draw.sides, "more distinct numbers wanted than there are"
    row = list(range(1, draw.sides + 1))
    for place in range(draw.count):
        other = place + _below(draw.sides - place, numbers)
        row[place], row[other] = row[other], row[place]
    return Drawn(tuple(row[: draw.count]))


def _numbers(seed: bytes, words: SeatWords, game: int, place: str, purpose: str) -> Iterator[int]:
    """Random numbers of 0..2^256-1 without end: for index 0, 1, 2 … the HMAC-SHA256 of a message of one line each.

    The four fixed lines come first, so no two different draws have the same message.
    """
    ending = "".join(f"{word}\n" for word in words)
    index = 0
    while True:
        message = f"{game}\n{place}\n{purpose}\n{index}\n{ending}"
        yield int.from_bytes(hmac.digest(seed, message.encode(), "sha256"), "big")
        index += 1


def _below(sides: int, numbers: Iterator[int]) -> int:
    """A number of 0..`sides`-1. Those in the last, incomplete run of `sides` would favour low ones: passed over."""
    whole = _SPAN - _SPAN % sides
    return next(number for number in numbers if number < whole) % sides
