"""Battles of many units thrown together, decided by chance: nothing breaks, and what must hold holds (B8)."""

from __future__ import annotations

from collections import defaultdict
from random import Random

import pytest

from engine import ruleset
from engine.core import CHANCE, Drawn, Seat
from engine.notation import verb
from engine.skirmish import board
from engine.skirmish.actions import Action, Attack, Commit, Concede
from engine.skirmish.events import Damaged, Destroyed, Event, LoreGained, Scored
from engine.skirmish.ruleset import SKIRMISH
from engine.skirmish.sheets import tables
from engine.skirmish.state import Attacking, State, Window, fighting
from engine.skirmish.units import Effect, Turn
from tests.skirmish.field import field

SEEDS = range(40)

TACTICS = {"double_morale": "battle_cry", "pursue": "overrun", "dice": "unstoppable", "first_melee_dice": "onslaught"}


def melee(rng: Random) -> State:
    """Units of all kinds close together on mixed terrain, hurt or whole, with orders; cards for both sides."""
    kinds, lore = tables().kinds, tables().lore
    near = [at for at in board.HEXES if at[0] in "CDEFG" and 4 <= int(at[1:]) <= 9]
    rng.shuffle(near)
    units = ["yeoman_archers@A1", "viper_legion@I1"]
    for _ in range(rng.randint(8, 16)):
        kind = rng.choice([*kinds])
        marks = [mark for mark in ("poisoned", "stunned", "unshaken") if rng.random() < 0.1]
        health = rng.randint(1, kinds[kind].full)
        place = f"{rng.choice(('daqan', 'uthuk'))}/{kind}@{near.pop()}:{health},ordered,moved={rng.randint(0, 2)}"
        units.append(",".join((place, *marks)))
    land = {at: rng.choice(("forest", "hill", "building", "ford", "bridge")) for at in near[:8]}
    land |= dict.fromkeys(near[8:12], "water")
    cards = [card.id for card in lore.values() if card.timing.endswith("_roll")]
    effects = tuple(
        Effect(does, 1, number, card)
        for number in range(1, len(units) + 1)
        for does, card in TACTICS.items()
        if rng.random() < 0.15
    )
    return field(
        " ".join(units),
        Attacking(),
        active=Seat(rng.randint(0, 1)),
        land=land,
        ruins=near[12:16],
        lore=(8, 8),
        hands=(" ".join(rng.choices(cards, k=4)), " ".join(rng.choices(cards, k=4))),
        turn=Turn("", "text", effects),
    )


def chosen(rng: Random, state: State, seat: Seat) -> Action:
    """One of everything that may be done, attacks before the end of the step, each sort of decision as likely."""
    legal = [action for action in SKIRMISH.legal(state, seat) if not isinstance(action, Concede)]
    assert len(legal) == len({*legal})
    sorts = defaultdict(list)
    for action in legal:
        assert SKIRMISH.notation.parse(SKIRMISH.notation.line(action)) == action
        sorts[verb(type(action))].append(action)
    return rng.choice(sorts["attack"] if "attack" in sorts and rng.random() < 0.9 else sorts[rng.choice([*sorts])])


def holds(before: State, state: State, events: tuple[Event, ...]) -> None:
    """What is true after every step."""
    hexes = [unit.hex for unit in state.units]
    assert len(hexes) == len({*hexes})
    for unit in state.units:
        assert 0 < unit.health <= state.kind(unit).full
        assert state.terrain(unit.hex).passable
    gone = {unit.number for unit in before.units} - {unit.number for unit in state.units}
    assert gone == {event.number for event in events if isinstance(event, Destroyed)}
    lost = sum(unit.health for unit in before.units) - sum(unit.health for unit in state.units)
    assert lost <= sum(event.damage for event in events if isinstance(event, Damaged))
    for seat in (Seat(0), Seat(1)):
        scored = sum(event.points for event in events if isinstance(event, Scored) and event.seat == seat)
        assert state.side(seat).victory == before.side(seat).victory + scored
        gained = sum(event.amount for event in events if isinstance(event, LoreGained) and event.seat == seat)
        assert state.side(seat).lore <= before.side(seat).lore + gained


@pytest.mark.parametrize("seed", SEEDS)
def test_a_battle_by_chance(seed: int) -> None:
    rng = Random(seed)
    state = start = melee(rng)
    log: list[tuple[Seat, Action | Drawn]] = []
    while isinstance(state.phase, Attacking) or fighting(state.phase) is not None:
        before = state
        wanted = SKIRMISH.wants(state)
        if wanted is not None:
            assert (wanted.count >= 1, wanted.sides, SKIRMISH.awaiting(state)) == (True, 6, frozenset())
            seat, drawn = CHANCE, Drawn(tuple(rng.choices(range(1, 7), k=wanted.count)))
            log.append((seat, drawn))
            state, events = SKIRMISH.apply(state, seat, drawn)
        else:
            (seat,) = SKIRMISH.awaiting(state)
            action = chosen(rng, state, seat)
            log.append((seat, action))
            state, events = ruleset.play(SKIRMISH, state, seat, action)
            if isinstance(action, Commit):
                assert SKIRMISH.phase(state) == SKIRMISH.phase(before)
            if isinstance(action, Attack):
                assert isinstance(state.phase, Window) or SKIRMISH.wants(state) is not None
        if fighting(state.phase) is not None or isinstance(state.phase, Attacking):
            holds(before, state, events)
    assert ruleset.replay(SKIRMISH, start, log) == state
