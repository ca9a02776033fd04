"""Positions laid out for a question: players, their legions, and a phase."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from engine.core import Seat
from engine.titan.actions import Action
from engine.titan.facts import Formed
from engine.titan.ruleset import TITAN
from engine.titan.shown_facts import History
from engine.titan.state import Legion, Phase, Player, State
from tests.conformance.names import Names
from tests.conformance.vectors.forms import RULES

Vector = Mapping[str, Any]
Answers = dict[tuple[str, ...], object]
"""What is claimed or found: each point, by whom and what it is about, with its value."""

NAMES = Names(RULES)
LATER = 2
"""A turn to which nothing particular applies."""


class Senseless(Exception):
    """A position that no game can have."""


@dataclass(frozen=True, slots=True)
class Host:
    """A legion to be laid out: `creatures` as codes."""

    marker: str
    colour: str
    land: int
    creatures: tuple[str, ...]
    moved: bool = False


def host(legion: Vector, colour: str) -> Host:
    """A legion of a vector. Raises Senseless for one of nobody."""
    if not legion["creatures"]:
        raise Senseless(f"{legion['id']} is empty")
    return Host(legion["id"], colour, legion["land"], NAMES.codes(legion["creatures"]), legion.get("moved", False))


def stage(
    scores: Mapping[str, int],
    hosts: Iterable[Host],
    phase: Phase,
    active: str,
    turn: int = LATER,
    bank: Mapping[str, int] | None = None,
) -> State:
    """A game of these colours, seated in their order, with these legions. Stacks not named are full.

    Raises Senseless for a colour that does not play, or a legion that is there twice.
    """
    seats = {colour: Seat(at) for at, colour in enumerate(scores)}
    legions: dict[str, Legion] = {}
    for each in hosts:
        if each.marker in legions:
            raise Senseless(f"{each.marker} stands twice")
        legions[each.marker] = Legion(
            each.marker, seat(seats, each.colour), each.land, each.creatures, each.moved, 3 if each.moved else 0
        )
    towers = RULES.board.towers
    players = tuple(
        Player(towers[-1 - at], colour, score, _spare(colour, legions), 0)
        for at, (colour, score) in enumerate(scores.items())
    )
    return State(
        rules=RULES,
        players=players,
        legions=legions,
        bank={code: kind.stack for code, kind in RULES.kinds.items()} | dict(bank or {}),
        dead=dict.fromkeys(RULES.kinds, 0),
        turn=turn,
        active=seat(seats, active),
        phase=phase,
        history=History().after(*(Formed(each.marker, (), each.height) for each in legions.values())),
    )


def _spare(colour: str, legions: Mapping[str, Legion]) -> tuple[str, ...]:
    return tuple(marker for marker in RULES.colours[colour].markers if marker not in legions)


def seat(seats: Mapping[str, Seat], colour: str) -> Seat:
    """The seat of a colour. Raises Senseless for one that does not play."""
    if colour not in seats:
        raise Senseless(f"{colour} does not play")
    return seats[colour]


def marker(colour: str, number: int = 1) -> str:
    """One of the markers of a colour."""
    return RULES.colours[colour].markers[number - 1]


def land_of(terrain: str) -> int:
    """A land of a terrain."""
    return min(label for label, land in RULES.board.lands.items() if land.terrain == terrain)


def stacks(caretaker: Mapping[str, int]) -> dict[str, int]:
    """The caretaker's stacks that a vector names, by code. Raises Senseless for a character there is not."""
    for name in caretaker:
        if name not in NAMES.code:
            raise Senseless(f"nobody is called {name}")
    return {NAMES.code[name]: left for name, left in caretaker.items()}


def legal(state: State, seat: Seat | None = None) -> tuple[Action, ...]:
    """What may be done now, by the mover unless a seat is named."""
    return tuple(TITAN.legal(state, state.active if seat is None else seat))
