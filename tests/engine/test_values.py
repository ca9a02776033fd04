"""Making one value from another does what the standard library's does, for every type of the state."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from engine.core import Seat
from engine.titan.battle.ground import INDEX
from engine.titan.state import Engagement, Fighter, Legion, Mustering, Player, Striking
from engine.values import replace

VALUES: tuple[tuple[Any, dict[str, Any]], ...] = (
    (Player(tower=100, colour="Red", score=12), {"score": 40, "markers": ("Rd02",)}),
    (Legion("Rd01", Seat(0), 100, ("TTN", "OGR")), {"land": 41, "moved": True, "side": 3}),
    (Fighter(1, "OGR", INDEX["C3"], 2), {"hits": 3}),
    (Engagement(41, ("Rd01", "Bu01"), (Seat(0), Seat(1)), False), {"summoned": True}),
    (Striking(), {"responding": True}),
    (Legion("Rd01", Seat(0), 100, ("TTN", "OGR")), {}),
    (Mustering(), {}),
)


@pytest.mark.parametrize(("value", "changes"), VALUES)
def test_the_changed_value_is_that_of_the_standard_library(value: Any, changes: dict[str, Any]) -> None:
    before = dataclasses.astuple(value)

    changed = replace(value, **changes)

    assert changed == dataclasses.replace(value, **changes)
    assert type(changed) is type(value)
    assert dataclasses.astuple(value) == before


def test_a_field_that_is_not_there_can_t_be_changed() -> None:
    with pytest.raises(KeyError):
        replace(Striking(), hits=1)  # type: ignore[call-arg]
