"""Odds are those of the rules: held to exact figures, to whole battles of the program, and to what the view knows."""

from __future__ import annotations

from functools import cache
from itertools import count, islice
from math import comb, sqrt
from random import Random

import pytest

from engine.core import Seat
from engine.titan.actions import Concede, Resign, Summon
from engine.titan.battle.simulation import Encounter, begun, resumed
from engine.titan.odds import OUTCOMES, Ending, endings, odds
from engine.titan.phases.settlement import donors
from engine.titan.rules import Rules, rules_for
from engine.titan.ruleset import TITAN
from engine.titan.state import Aimed, Fighting, State
from tests.engine.positions import battle, battling
from tests.secrets.pairs import positions
from tests.secrets.worlds import other_world

RULES = rules_for({})
STACKS = tuple((code, kind.stack) for code, kind in RULES.kinds.items())


def clash(
    attackers: str,
    defenders: str,
    terrain: str = "Plains",
    side: int = 3,
    scores: tuple[int, int] = (0, 0),
    rules: Rules = RULES,
) -> State:
    forces = (tuple(attackers.split()), tuple(defenders.split()))
    return begun(Encounter(rules, terrain, side, forces, scores, STACKS))


def fought(state: State, trials: int, seed: int = 1) -> list[Ending]:
    return list(islice(filter(None, endings(state, Random(seed))), trials))


# --- exact figures ---


def exact(attacker: tuple[int, float], defender: tuple[int, float], phases: int) -> dict[str, float]:
    """How two that touch end who strike each other in each of so many phases: Power and chance of a hit of each.

    Written down anew from R13.3 and R11.3: in a phase both strike with all their dice, then the slain are removed.
    """
    (power_a, chance_a), (power_d, chance_d) = attacker, defender

    def hits(dice: int, chance: float, number: int) -> float:
        return comb(dice, number) * chance**number * (1 - chance) ** (dice - number)

    @cache
    def ends(left_a: int, left_d: int, phase: int) -> tuple[float, ...]:
        if left_a <= 0 or left_d <= 0:
            kind = ("both", "defender", "attacker")[0 if left_a <= 0 and left_d <= 0 else 1 if left_a <= 0 else 2]
            return tuple(float(kind == outcome) for outcome in OUTCOMES)
        if phase == phases:
            return tuple(float(outcome == "time") for outcome in OUTCOMES)
        total = [0.0] * len(OUTCOMES)
        for by_a in range(power_a + 1):
            for by_d in range(power_d + 1):
                chance = hits(power_a, chance_a, by_a) * hits(power_d, chance_d, by_d)
                for at, share in enumerate(ends(left_a - by_d, left_d - by_a, phase + 1)):
                    total[at] += chance * share
        return tuple(total)

    return dict(zip(OUTCOMES, ends(power_a, power_d, 0), strict=True))


@pytest.mark.parametrize("trials", [500, pytest.param(10_000, marks=pytest.mark.deep)])
@pytest.mark.parametrize(
    ("attacker", "defender", "in_round", "figures"),
    [
        ("LIO C4", "OGR C3", 2, ((5, 4 / 6), (6, 2 / 6))),
        ("OGR C4", "LIO C3", 5, ((6, 2 / 6), (5, 4 / 6))),
        ("SER C4", "COL C3", 7, ((18, 1 / 6), (10, 5 / 6))),
    ],
)
def test_one_against_one_in_contact_is_as_computed(
    attacker: str, defender: str, in_round: int, figures: tuple[tuple[int, float], tuple[int, float]], trials: int
) -> None:
    """Nobody can move, every strike is forced: only dice are left, and those can be counted out."""
    true = exact(*figures, phases=2 * (8 - in_round))
    seen = odds(fought(battle("Plains", attacker, defender, in_round=in_round), trials))

    for outcome in OUTCOMES:
        assert abs(seen.share(outcome) - true[outcome]) < 4 * seen.error(outcome), (outcome, true)


def test_the_exact_figures_add_up_and_time_is_among_them() -> None:
    true = exact((18, 1 / 6), (10, 5 / 6), phases=2)

    assert sum(true.values()) == pytest.approx(1.0)
    assert true["time"] > 0.1


# --- whole battles ---

TIMES = 16
"""So often a battle is fought for its odds: beside the chance in its one true end more would tell little."""


@pytest.mark.deep
@pytest.mark.parametrize("battles", [24, 200])
def test_odds_are_those_of_whole_battles_of_the_program(battles: int) -> None:
    """Battles of played games, fought once to their end with the whole board around them, against their odds.

    An attacker with an angel elsewhere is left out: odds know of nobody who could be summoned.
    """
    won = expected = spread = 0.0
    number, dice = 0, Random(8)
    for seed in count():
        for at in positions(seed, most=1500):
            state, after = at.state, at.kind
            if after != "battle" or not isinstance(state.phase, Fighting) or dice.random() > 0.02:
                continue
            if isinstance(state.phase.battle.step, Aimed) or list(donors(state, state.phase.engagement)):
                continue
            seen = odds(fought(resumed(TITAN.view(state, None)), TIMES, seed))
            chance = (seen.share("attacker") * TIMES + 1) / (TIMES + 2)
            won += fought(state, 1, number)[0].outcome == "attacker"
            expected += chance
            spread += chance * (1 - chance) * (1 + 1 / TIMES)
            number += 1
        if number >= battles:
            break

    assert 0.15 * number < expected < 0.85 * number
    assert abs(won - expected) < 3 * sqrt(spread)


def test_a_battle_goes_on_from_a_view_as_from_the_game() -> None:
    """Whoever acts may do the same, but summon; and nothing comes from what the viewer does not see."""
    dice, number = Random(3), 0
    for seed in range(4):
        for at in positions(seed, most=1000):
            if not isinstance(at.state.phase, Fighting) or isinstance(at.state.phase.battle.step, Aimed):
                continue
            again = resumed(TITAN.view(at.state, None))
            for seat in battling(at.state).engagement.seats:
                mine, theirs = (
                    [a for a in TITAN.legal(state, seat) if not isinstance(a, Summon | Resign)]
                    for state in (at.state, again)
                )
                assert mine == theirs, (seed, at.seq)
            if dice.random() < 0.2:
                other = other_world(at.state, Seat(0), dice)
                assert resumed(TITAN.view(other, Seat(0))) == resumed(TITAN.view(at.state, Seat(0)))
            number += 1
    assert number > 300


# --- what the figures say ---


def test_the_stronger_force_wins_and_keeps_more() -> None:
    seen = odds(fought(clash("LIO LIO RAN", "OGR OGR"), 80))

    assert seen.trials == 80 == sum(seen.counts)
    assert seen.share("attacker") > 0.9
    assert 0 < seen.left[1] <= 24 or seen.share("defender") == 0
    assert 30 < seen.left[0] <= 46
    assert 1 <= seen.rounds <= 7


def test_the_same_luck_gives_the_same_odds() -> None:
    state = clash("CYC CYC GOR", "TRO TRO LIO", "Brush", 1)

    assert fought(state, 10, 5) == fought(state, 10, 5)


def test_a_titan_is_worth_its_points_and_its_loss_is_counted() -> None:
    """R18.5: Power times four; at 500 points Power 11."""
    seen = fought(clash("TTN", "CEN", scores=(500, 0)), 40)

    assert any(one.left == (44, 0) for one in seen)
    assert all(one.titans == (one.outcome != "attacker", False) for one in seen)


def test_time_is_told_apart_from_defeat() -> None:
    """R11.3: the attacker is lost and scores for nobody, and the defender keeps what he has left."""
    seen = fought(battle("Plains", "SER C4", "COL C3", in_round=7), 60)

    late = [one for one in seen if one.outcome == "time"]
    assert late
    assert all(one.left == (0, 40) and one.round == 7 for one in late)
    assert odds(seen).left[1] == 40


def test_an_outcome_never_seen_is_not_certain_not_to_come() -> None:
    seen = odds(fought(clash("SER SER SER", "CEN"), 30))

    assert seen.share("defender") == 0
    assert 0.01 < seen.error("defender") < 0.06


def test_nobody_is_summoned_and_a_tower_is_entered_from_the_bottom() -> None:
    state = clash("ANG LIO", "OGR OGR", "Tower", 1)

    assert battling(state).battle.side == 3
    assert not list(donors(state, battling(state).engagement))
    assert Concede() in list(TITAN.legal(state, Seat(0)))


def test_a_titan_that_falls_ends_the_battle_where_players_are_eliminated_and_nowhere_else() -> None:
    """R18.1, V1.3: the others fight on, and may win."""
    forces = ("TTN LIO LIO TRO TRO", "OGR OGR OGR CEN CEN")
    lasting = fought(clash(*forces, rules=rules_for({"variant": "battle_titan"})), 60)

    assert any(one.titans[0] and one.outcome == "attacker" and one.left[0] for one in lasting)
    assert not any(one.titans[0] and one.outcome == "attacker" for one in fought(clash(*forces), 60))
