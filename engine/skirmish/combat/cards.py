"""Lore cards that are played in a combat (B13.4)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core import Seat
from engine.skirmish.handler import Step
from engine.skirmish.state import State


def targets(state: State, seat: Seat, card: str) -> Iterator[tuple[str, ...]]:
    """What the card can be played on."""
    return iter(())


def public(state: State, seat: Seat, card: str) -> bool:
    """Whether the card could do anything, by what everybody knows."""
    return False


def cast(state: State, seat: Seat, card: str, targets: tuple[str, ...]) -> Step:
    """What the card does. The phase is already what follows."""
    raise AssertionError(f"{card} is no card of a combat")
