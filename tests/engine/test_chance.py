"""Chance is fair, secret, the same when it is asked again, and bound to what was promised."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from itertools import permutations

import pytest

from engine import chance
from engine.chance import SeatWords
from engine.core import Draw

SEED = bytes(range(32))
WORDS = ("marmalade", "", "a word of Cleo's")

WIDE = 1 << 64
"""Sides of a die that shows the same twice only if all that it depends on is the same."""


def test_a_die_is_computed_as_the_documentation_says() -> None:
    """Lines in the order of docs/dice.md, an empty one for a seat without a word."""
    message = "3\n12\nstrike\n0\nmarmalade\n\na word of Cleo's\n"

    digest = hmac.new(SEED, message.encode(), hashlib.sha256).digest()

    assert chance.answer(SEED, WORDS, 3, 12, Draw("strike", 1, 6)).values == (int.from_bytes(digest, "big") % 6 + 1,)


def test_the_commitment_is_the_sha_256_of_the_seed() -> None:
    assert chance.commitment(SEED) == hashlib.sha256(SEED).hexdigest()


def test_the_same_question_has_the_same_answer() -> None:
    draw = Draw("strike", 6, WIDE)

    assert chance.answer(SEED, WORDS, 7, 12, draw) == chance.answer(SEED, WORDS, 7, 12, draw)


@pytest.mark.parametrize(
    ("seed", "words", "game", "seq", "purpose"),
    [
        (bytes(32), WORDS, 7, 12, "strike"),
        (SEED, ("marmalade", "a word of Cleo's", ""), 7, 12, "strike"),
        (SEED, ("Marmalade", "", "a word of Cleo's"), 7, 12, "strike"),
        (SEED, ("", "", ""), 7, 12, "strike"),
        (SEED, ("", ""), 7, 12, "strike"),
        (SEED, WORDS, 8, 12, "strike"),
        (SEED, WORDS, 71, 2, "strike"),
        (SEED, WORDS, 7, 13, "strike"),
        (SEED, WORDS, 7, 12, "move"),
    ],
)
def test_seed_words_game_entry_and_purpose_all_count_for_every_number(
    seed: bytes, words: SeatWords, game: int, seq: int, purpose: str
) -> None:
    usual = chance.answer(SEED, WORDS, 7, 12, Draw("strike", 8, WIDE)).values

    other = chance.answer(seed, words, game, seq, Draw(purpose, 8, WIDE)).values

    assert all(mine != theirs for mine, theirs in zip(usual, other, strict=True))
    assert len(set(usual)) == 8


def test_a_word_with_a_line_end_could_pass_for_two_and_is_not_taken() -> None:
    with pytest.raises(AssertionError):
        chance.answer(SEED, ("one\ntwo",), 1, 1, Draw("roll", 1, 6))


@pytest.mark.parametrize(("sides", "most"), [(2, 10.8), (6, 20.5), (10, 27.9), (37, 68.0)])
def test_every_number_is_as_likely_as_the_others(sides: int, most: float) -> None:
    """Chi-squared with `sides` - 1 degrees of freedom stays below `most` in 999 of 1,000 cases."""
    draw = Draw("roll", 6, sides)
    rolls = Counter(value for seq in range(2_000) for value in chance.answer(SEED, WORDS, 1, seq, draw).values)

    expected = 12_000 / sides
    assert set(rolls) == set(range(1, sides + 1))
    assert sum((count - expected) ** 2 / expected for count in rolls.values()) < most


def test_a_die_does_not_depend_on_the_one_before() -> None:
    """Chi-squared with 35 degrees of freedom stays below 66.7 in 999 of 1,000 cases."""
    draw = Draw("roll", 2, 6)
    pairs = Counter(chance.answer(SEED, WORDS, 1, seq, draw).values for seq in range(7_200))

    assert sum((pairs[first, second] - 200) ** 2 / 200 for first in range(1, 7) for second in range(1, 7)) < 66.7


@pytest.mark.parametrize(("count", "sides", "most"), [(2, 4, 31.3), (3, 3, 20.5), (4, 4, 49.8)])
def test_every_order_of_distinct_numbers_is_as_likely_as_the_others(count: int, sides: int, most: float) -> None:
    """Chi-squared with one degree less than there are orders stays below `most` in 999 of 1,000 cases."""
    draw = Draw("towers", count, sides, distinct=True)
    orders = Counter(chance.answer(SEED, WORDS, 1, seq, draw).values for seq in range(6_000))

    possible = set(permutations(range(1, sides + 1), count))
    expected = 6_000 / len(possible)
    assert set(orders) == possible
    assert sum((count - expected) ** 2 / expected for count in orders.values()) < most


def test_numbers_that_would_favour_low_sides_are_passed_over() -> None:
    """2^256 is 4 more than a multiple of 6: the last four numbers must not count."""
    last = (1 << 256) - 1

    assert chance._below(6, iter([last, last - 3, 2])) == 2
    assert chance._below(6, iter([last - 4])) == 5


def test_a_whole_shuffle_holds_every_card_once() -> None:
    values = chance.answer(SEED, WORDS, 1, 1, Draw("deck", 60, 60, distinct=True)).values

    assert sorted(values) == list(range(1, 61))
