"""The slow generator and the engine list the same in states that chance made."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest

from engine.core import CHANCE, Drawn
from engine.titan.actions import Action, Carry, Strike
from engine.titan.ruleset import TITAN
from engine.titan.state import Carrying, Fighting, State
from tests.counts import chances, dealings
from tests.counts.compare import aimed_at, compare
from tests.counts.figures import MAPS

OTHERWISE: list[Mapping[str, str]] = [
    {"tower_assignment": "balanced"},
    {"mulligan": "none"},
    {"mulligan": "unlimited"},
    {"memory_aid": "own_only"},
    {"memory_aid": "open"},
    {"no_first_turn_tower_to_tower": "on"},
    {"no_first_turn_teleport": "on"},
    {"tower_to_tower_only": "on"},
    {"no_tower_teleport": "on"},
    {"no_titan_teleport": "on"},
    {"demilord_self_muster": "off"},
    {"no_first_turn_warlock": "on"},
    {"concession_window": "own_segment"},
    {"cumulative_slow": "on"},
    {"one_hex_always": "on"},
    {"raise_strike_number": "any"},
    {"los_any_character_blocks": "on"},
    {"raise_strike_number": "one_further"},
    {"rangestrike_nonadjacent": "on"},
    {"carry_needs_benefit": "on"},
    {"mutual_titan_exception": "off"},
    {"archangel_choice": "may_take_angel"},
    {"preset": "valley"},
]
"""Each option's other values (R22)."""


def named(options: Mapping[str, str]) -> str:
    return "-".join(f"{key}-{value}" for key, value in options.items())


def agree(random: Random, decisions: int, boards: int, fights: int, options: Mapping[str, str] | None = None) -> None:
    """Compares states of games, made-up boards and dealings, and made-up battles in each of the eleven lands."""
    for state, target in chances.games(random, decisions, options):
        compare(state, target)
    for _ in range(boards):
        compare(chances.board(random, options))
        compare(dealings.parley(random, options))
        compare(dealings.spoils(random, options))
    for _ in range(fights):
        for terrain in MAPS:
            compare(chances.fight(random, terrain, options))


def carried(random: Random, state: State) -> int:
    """Strikes until nobody can, dice mostly hitting, and compares at every step. How often hits could be carried on."""
    number, target = 0, ""
    while isinstance(state.phase, Fighting):
        step, target = state.phase.battle.step, aimed_at(state, target)
        if draw := TITAN.wants(state):
            state, _ = TITAN.apply(state, CHANCE, Drawn(tuple(random.choices((2, 4, 5, 6, 6, 6), k=draw.count))))
            continue
        compare(state, target)
        number += isinstance(step, Carrying)
        (seat,) = TITAN.awaiting(state)
        further: list[Action] = [a for a in TITAN.legal(state, seat) if isinstance(a, Strike | Carry)]
        if not further:
            break
        state, _ = TITAN.apply(state, seat, random.choice(further))
    return number


@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.deep) for seed in (2, 3))])
def test_the_rules_and_the_engine_allow_the_same(seed: int) -> None:
    agree(Random(f"same {seed}"), decisions=2000, boards=300, fights=40)


@pytest.mark.parametrize("options", OTHERWISE, ids=named)
def test_each_option_changes_the_same_in_both(options: Mapping[str, str]) -> None:
    agree(Random(named(options)), decisions=150, boards=50, fights=4, options=options)


@pytest.mark.parametrize("terrain", MAPS)
def test_hits_are_carried_on_as_the_rules_say(terrain: str) -> None:
    """R14"""
    random = Random(terrain)

    assert sum(carried(random, chances.fight(random, terrain)) for _ in range(25)) > 0


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(20))
def test_the_rules_and_the_engine_allow_the_same_in_thousands_of_states(seed: int) -> None:
    agree(Random(f"deep {seed}"), decisions=10000, boards=1000, fights=100)


@pytest.mark.deep
@pytest.mark.parametrize("options", OTHERWISE, ids=named)
def test_each_option_changes_the_same_in_both_in_thousands_of_states(options: Mapping[str, str]) -> None:
    agree(Random(f"deep {named(options)}"), decisions=2000, boards=300, fights=30, options=options)


@pytest.mark.deep
@pytest.mark.parametrize("terrain", MAPS)
def test_hits_are_carried_on_as_the_rules_say_a_thousand_times(terrain: str) -> None:
    random = Random(f"deep {terrain}")

    assert sum(carried(random, chances.fight(random, terrain)) for _ in range(1000)) > 0
