"""The positions of `positions.txt` have as many legal lines as it says, by the engine and by the rules."""

from __future__ import annotations

import pytest

from tests.counts.book import Position, apart, book

BOOK = tuple(book())
DEEP = tuple(position for position in BOOK if position.deep)


def titled(position: Position) -> str:
    return position.title


def counted(position: Position, counts: tuple[int, ...]) -> None:
    """Counts by both, and fails with the counts under each first line. Both must agree at every node of the tree."""
    found, table = apart(position, len(counts))
    if found.differs or tuple(found.engine) != counts or tuple(found.rules) != counts:
        pytest.fail(f"the book says {counts}, the engine {found.engine}, the rules {found.rules}\n{table}")


def test_the_book_has_positions_enough() -> None:
    assert len(BOOK) >= 40
    assert len({position.title for position in BOOK}) == len(BOOK)
    assert all(position.counts for position in BOOK)


@pytest.mark.parametrize("position", BOOK, ids=titled)
def test_a_position_has_the_lines_that_the_book_says(position: Position) -> None:
    counted(position, position.counts)


@pytest.mark.deep
@pytest.mark.parametrize("position", DEEP, ids=titled)
def test_a_position_has_the_lines_that_the_book_says_further_down(position: Position) -> None:
    counted(position, position.counts + position.deep)
