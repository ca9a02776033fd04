"""An event is for everybody only if it says so itself; one that nobody thought of is told to nobody (R3, B13.1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, is_dataclass
from types import ModuleType
from typing import Any, get_args

import pytest

from engine.core import Public, Seat
from engine.ruleset import Ruleset
from engine.skirmish import events as skirmish
from engine.skirmish.ruleset import SKIRMISH
from engine.titan import events as titan
from engine.titan.ruleset import TITAN
from tests import toy

VIEWERS: Sequence[Seat | None] = (None, *map(Seat, range(6)))
OWNER = Seat(2)

Game = tuple[Ruleset[Any, Any, Any, Any], ModuleType]
GAMES: tuple[Game, ...] = ((TITAN, titan), (SKIRMISH, skirmish), (toy.TOY, toy))


def events(module: ModuleType) -> tuple[type, ...]:
    """The classes of a game's events."""
    return get_args(module.Event)


EVERY = [pytest.param(rules, kind, id=f"{rules.name}-{kind.__name__}") for rules, m in GAMES for kind in events(m)]


@dataclass(frozen=True, slots=True)
class Unthought:
    """An event that says nothing of itself, made of what others are made of."""

    seat: Seat
    to: tuple[Seat, ...]
    creatures: tuple[str, ...]


def made(kind: type) -> Any:
    """An event of that class about OWNER, with something in each of its fields."""
    owned = {"seat": OWNER, "to": OWNER, "victim": Seat(3)}
    if kind is titan.Talked:
        owned["to"] = (OWNER, Seat(3))  # type: ignore[assignment]  # the two who are engaged
    return kind(**{field.name: owned.get(field.name, ("LIO", "OGR")) for field in fields(kind)})


@pytest.mark.parametrize(("rules", "module"), GAMES, ids=lambda value: getattr(value, "name", ""))
def test_an_event_that_says_nothing_of_itself_is_told_to_nobody(
    rules: Ruleset[Any, Any, Any, Any], module: ModuleType
) -> None:
    event = Unthought(OWNER, (OWNER,), ("LIO",))

    assert [rules.seen(event, viewer) for viewer in VIEWERS] == [None] * len(VIEWERS)


@pytest.mark.parametrize("module", [titan, skirmish])
def test_every_class_that_tells_what_happened_is_one_of_the_games_events(module: ModuleType) -> None:
    """So that the type checker asks `seen` for each."""
    here = {kind for kind in vars(module).values() if isinstance(kind, type) and kind.__module__ == module.__name__}

    assert {kind for kind in here if is_dataclass(kind)} == here == set(events(module))


@pytest.mark.parametrize(("rules", "kind"), EVERY)
def test_every_event_is_public_and_says_so_or_is_less_to_others_than_to_its_owner(
    rules: Ruleset[Any, Any, Any, Any], kind: type
) -> None:
    event = made(kind)
    told = {viewer: rules.seen(event, viewer) for viewer in VIEWERS}

    if issubclass(kind, Public):
        assert all(seen == event for seen in told.values())
    else:
        assert told[OWNER] == event
        assert told[None] == told[Seat(0)] != event
        assert {viewer for viewer, seen in told.items() if seen == event} <= {OWNER, Seat(3)}


PRIVATE = {
    "titan": {"Parted", "Spawned", "Examined", "Talked"},
    "skirmish": {
        "HalvesDrawn", "HalfChosen", "Bought", "LoreSwapped", "StageReached", "SetDown", "Dealt", "PutAway", "Answered",
        "CardsSeen", "Peeked", "CardDrawn",
    },
    "toy": {"Dealt", "Taken", "Laid"},
}  # fmt: skip
"""The events that hold what somebody may not know, by game."""


@pytest.mark.parametrize(("rules", "module"), GAMES, ids=lambda value: getattr(value, "name", ""))
def test_what_holds_a_secret_does_not_call_itself_public(
    rules: Ruleset[Any, Any, Any, Any], module: ModuleType
) -> None:
    assert {kind.__name__ for kind in events(module) if not issubclass(kind, Public)} == PRIVATE[rules.name]
