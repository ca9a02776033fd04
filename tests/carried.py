"""What presses carry, as tests look into it that go from panel to panel by its texts."""

from __future__ import annotations

from cogs.face.presses import ChangeOrders, FillIn, GoTo, ListLines, Where, parse


def place(text: str) -> Where | None:
    """The place in a panel that a press leads to; None for the beginning."""
    found = parse(text)
    return found if isinstance(found, GoTo | ListLines) else None


def words(text: str) -> tuple[str, ...]:
    """The words of the place that a press leads to, or whose form it opens."""
    found = parse(text)
    assert isinstance(found, GoTo | FillIn), text
    return found.words


def ordered(text: str) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """The numbers and the texts of the orders that a press changes."""
    found = parse(text)
    assert isinstance(found, ChangeOrders), text
    return found.instead, found.texts
