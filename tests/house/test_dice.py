"""Chance is fair, secret, and the same when it is asked again."""

from __future__ import annotations

from collections import Counter

import pytest

from cogs.house import dice
from engine.core import Draw

SEED = bytes(range(32))


def test_the_same_question_has_the_same_answer() -> None:
    draw = Draw("strike", 6, 6)

    assert dice.answer(SEED, 7, 12, draw) == dice.answer(SEED, 7, 12, draw)


@pytest.mark.parametrize(
    ("seed", "game", "seq", "purpose"),
    [(bytes(32), 7, 12, "strike"), (SEED, 8, 12, "strike"), (SEED, 7, 13, "strike"), (SEED, 7, 12, "move")],
)
def test_seed_game_entry_and_purpose_all_count(seed: bytes, game: int, seq: int, purpose: str) -> None:
    usual = dice.answer(SEED, 7, 12, Draw("strike", 20, 6))

    assert dice.answer(seed, game, seq, Draw(purpose, 20, 6)) != usual


def test_every_number_is_as_likely_as_the_others() -> None:
    """Chi-squared with 5 degrees of freedom stays below 20.5 in 999 of 1,000 cases."""
    rolls = Counter(value for seq in range(2_000) for value in dice.answer(SEED, 1, seq, Draw("roll", 6, 6)).values)

    expected = 12_000 / 6
    assert set(rolls) == set(range(1, 7))
    assert sum((count - expected) ** 2 / expected for count in rolls.values()) < 20.5


def test_distinct_numbers_are_distinct_and_every_order_is_as_likely() -> None:
    """Chi-squared with 11 degrees of freedom stays below 31.3 in 999 of 1,000 cases."""
    draw = Draw("towers", 2, 4, distinct=True)
    orders = Counter(dice.answer(SEED, 1, seq, draw).values for seq in range(6_000))

    assert all(first != second for first, second in orders)
    assert len(orders) == 12
    assert sum((count - 500) ** 2 / 500 for count in orders.values()) < 31.3


def test_words_that_would_favour_low_numbers_are_passed_over() -> None:
    """2^64 is 4 more than a multiple of 6: the last four words must not count."""
    last = (1 << 64) - 1

    assert dice._below(6, iter([last, last - 3, 3])) == 3
    assert dice._below(6, iter([last - 4])) == 5


def test_a_whole_shuffle_holds_every_card_once() -> None:
    assert sorted(dice.answer(SEED, 1, 1, Draw("deck", 60, 60, distinct=True)).values) == list(range(1, 61))


def test_a_new_seed_is_long_and_new() -> None:
    assert len(dice.new_seed()) == 32
    assert dice.new_seed() != dice.new_seed()
