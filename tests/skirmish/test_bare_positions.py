"""Positions that no game comes to, played on at random: no empty pile and no lack of cards sticks a game."""

from __future__ import annotations

import random

import pytest

from engine.core import CHANCE, Seat
from engine.skirmish.actions import Concede, EndAsDraw
from engine.skirmish.board import HEXES
from engine.skirmish.ruleset import SKIRMISH
from engine.skirmish.sheets import tables
from engine.skirmish.state import Over, State
from engine.values import replace
from tests.skirmish.field import field
from tests.skirmish.walking import SEATS, chance, choice


def bare(rng: random.Random) -> State:
    """A position that no game comes to: piles and hands that are empty or nearly so, units and cards anywhere."""
    kinds = [kind for kind, row in tables().kinds.items() for _ in range(row.supply)]
    places = rng.sample(HEXES, rng.randint(2, 12))
    owners = ["daqan", "uthuk", *(rng.choice(("daqan", "uthuk")) for _ in places[2:])]
    each = zip(owners, rng.sample(kinds, len(places)), places, strict=True)
    units = (f"{owner}/{kind}@{at}" for owner, kind, at in each)
    land = {at: rng.choice(("forest", "building", "hill", "water", "ford")) for at in rng.sample(HEXES, 40)}
    land = {at: name for at, name in land.items() if at not in places or name != "water"}
    buildings = [at for at, name in land.items() if name == "building"]
    state = field(
        " ".join(units),
        scenario=rng.choice(("thunderclap", "free")),
        active=Seat(rng.choice(SEATS)),
        land=land,
        ruins=rng.sample(buildings, len(buildings) // 3),
        lore=(rng.randint(0, 8), rng.randint(0, 8)),
    )
    hidden = tuple((at, rng.choice(("citadel_guard", "blood_harvesters"))) for at in buildings[:2])
    for seat in SEATS:
        side = state.sides[seat]
        cards = rng.sample(side.deck, rng.randint(0, 6))
        cut = rng.randint(0, len(cards))
        state = state.with_side(
            seat,
            replace(
                side,
                hand=tuple(cards[:cut][:4]),
                deck=tuple(cards[cut:][:2]),
                discard=tuple(cards[cut:][2:]),
                commands=tuple(rng.sample(state.command_deck, rng.randint(0, 3))),
            ),
        )
    return replace(state, hidden=hidden, command_deck=(), command_discard=state.command_deck[: rng.randint(0, 2)])


@pytest.mark.parametrize("block", range(5))
def test_nobody_is_stuck_even_where_all_piles_are_empty(block: int) -> None:
    rng = random.Random(f"bare {block}")
    for _ in range(12):
        state = bare(rng)
        for _ in range(120):
            if isinstance(state.phase, Over):
                break
            draw = SKIRMISH.wants(state)
            if draw is not None:
                assert draw.count > 0
                state, _ = SKIRMISH.apply(state, CHANCE, chance(rng, draw))
                continue
            (seat,) = SKIRMISH.awaiting(state)
            actions = list(SKIRMISH.legal(state, seat))
            assert any(not isinstance(one, Concede | EndAsDraw) for one in actions), state.phase
            state, _ = SKIRMISH.apply(state, seat, choice(rng, actions, False))
