"""What is told of strikes before they are made, and what is no choice in battle (R12-R15, ASYNC_PLAY A2.2, A6.4)."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from random import Random

import pytest

from engine.core import CHANCE, Drawn, Seat
from engine.titan.actions import NOTATION, Action, Carry, Done, Maneuver, Strike
from engine.titan.battle.field import Battlefield
from engine.titan.battle.ground import HEXES
from engine.titan.battle.policy import struck
from engine.titan.battle.prospects import Prospect, aims, forced, is_settled, prospects, stands, useful
from engine.titan.battle.strike import blows, strikers
from engine.titan.bots.suggest import BestOrder, formation, order
from engine.titan.orders import filed, fire, parse, text
from engine.titan.orders.plans import rolling
from engine.titan.phases.handlers import PHASES
from engine.titan.ruleset import TITAN
from engine.titan.sides import ATTACKER
from engine.titan.state import Fighting, State, Striking
from engine.titan.view import View
from engine.values import replace
from tests.engine.fought import met
from tests.engine.positions import battle, battling, do


def offered(state: State, seat: int = 0) -> tuple[View, list[Action]]:
    """What a seat sees, and what it may do."""
    return TITAN.view(state, Seat(seat)), list(TITAN.legal(state, Seat(seat)))


def found(state: State, seat: int = 0) -> tuple[Prospect, ...]:
    return prospects(*offered(state, seat))


@cache
def spread(dice: int, number: int) -> dict[int, Fraction]:
    """How often so many hits fall, die by die: 6 ** dice throws, each counted."""
    if not dice:
        return {0: Fraction(1)}
    counted: dict[int, Fraction] = {}
    for hits, share in spread(dice - 1, number).items():
        for shown in range(1, 7):
            now = hits + (shown >= number)
            counted[now] = counted.get(now, Fraction(0)) + share / 6
    return counted


MELEE = battle("Plains", "CYC C3, OGR D3, LIO B2", "CEN C4, GAR D4(1), TRO B3(7)", mover=ATTACKER, step="strike")


@pytest.mark.parametrize(
    "state", [MELEE, battle("Desert", "DRA D3, GOR C2", "LIO D4, HYD C4, OGR E4", mover=ATTACKER, step="strike")]
)
def test_the_figures_are_those_of_counting_every_throw(state: State) -> None:
    every = found(state)

    assert every
    for prospect in every:
        strike = prospect.strike
        throws = spread(strike.dice, strike.number)
        assert prospect.expected == pytest.approx(float(sum(h * p for h, p in throws.items())))
        assert prospect.slays == pytest.approx(float(sum(p for h, p in throws.items() if h >= prospect.need)))
        over = sum((max(h - prospect.need, 0) * p for h, p in throws.items()), Fraction(0))
        assert prospect.spare == pytest.approx(float(over))


def test_a_cyclops_at_a_centaur_is_told_as_the_rules_have_it() -> None:
    """Nine dice, and 4 - 2 + 4 = 6 to hit; three hits slay."""
    prospect = next(p for p in found(MELEE) if (p.strike.striker, p.strike.target) == ("C3", "C4"))

    assert (prospect.strike.dice, prospect.strike.number, prospect.need) == (9, 6, 3)
    assert prospect.expected == pytest.approx(1.5)
    assert round(100 * prospect.slays) == 18


def fought(seed: int) -> list[tuple[State, Seat]]:
    """Strike and maneuver decisions of battles among random hosts, as their seats meet them."""
    chance = Random(seed)
    kinds = ("OGR", "CEN", "GAR", "LIO", "TRO", "CYC", "RAN", "GOR", "MIN", "WLK", "HYD", "GIA", "DRA", "GUA", "BEH")
    terrain = chance.choice(("Plains", "Desert", "Brush", "Hills", "Mountains", "Tower", "Jungle", "Tundra", "Marsh"))
    sides = [", ".join(chance.choice(kinds) for _ in range(chance.randint(3, 6))) for _ in (0, 1)]
    state = battle(terrain, *sides, in_round=1, red="Rd02@1 TTN", blue="Bu02@2 TTN")
    return met(state, chance, Fighting)


@pytest.fixture(scope="module")
def decisions() -> list[tuple[State, Seat]]:
    """The decisions of a dozen battles."""
    return [each for seed in range(12) for each in fought(seed)]


def test_what_is_told_of_carries_and_pairs_is_what_the_rules_do(decisions: list[tuple[State, Seat]]) -> None:
    """Against the strikes that the engine itself lists, with the hexes that it would let hits go on to (R14)."""
    compared = 0
    for state, seat in decisions:
        step = battling(state).battle.step
        if not isinstance(step, Striking):
            continue
        field = Battlefield(state, battling(state))
        ways = {
            (HEXES[b.striker], HEXES[b.target], b.dice, b.number): b
            for fighter in strikers(field, step)
            for b in blows(field, fighter, step)
        }
        told = found(state, seat)
        assert len(told) == len(ways)
        for prospect in told:
            strike = prospect.strike
            blow = ways[strike.striker, strike.target, strike.dice, strike.number]
            assert prospect.ranged == blow.ranged
            possible = {HEXES[hex_] for hex_ in blow.carries} if strike.dice > prospect.need else set()
            assert set(prospect.carries) == possible
            compared += bool(possible)
    assert compared > 50, "hits could be carried"


def test_by_default_each_pair_that_is_offered_can_matter(decisions: list[tuple[State, Seat]]) -> None:
    for state, seat in decisions:
        if isinstance(battling(state).battle.step, Striking):
            every = found(state, seat)
            assert useful(every) == every


def test_a_higher_number_that_lets_nothing_be_carried_is_left_out() -> None:
    """With the option every number up to 6 is legal; those that gain nothing are no choice (R14.4)."""
    state = battle(
        "Plains", "HYD C3", "OGR C4, LIO D4", mover=ATTACKER, step="strike", options={"raise_strike_number": "any"}
    )
    every = found(state)
    kept = useful(every)

    assert len(kept) < len(every)
    assert {(p.strike.target, p.due) for p in kept if p.due} == {("C4", True), ("D4", True)}
    due = {p.strike.target: p for p in kept if p.due}
    assert all(p.due or set(p.carries) > set(due[p.strike.target].carries) for p in kept)


def test_rangestrikes_are_possible_just_where_no_reason_stands_against_them(
    decisions: list[tuple[State, Seat]],
) -> None:
    """Each pair of a rangestriker and an enemy, in every strike phase of the battles (R15.1-R15.8)."""
    reasons: set[str] = set()
    for state, seat in decisions:
        view, legal = offered(state, seat)
        possible = {(p.strike.striker, p.strike.target) for p in prospects(view, legal) if p.ranged}
        told = aims(view)
        if view.battle and view.battle.step == "strike":
            assert {(aim.striker, aim.target) for aim in told if not aim.why} == possible
        else:
            assert told == ()
        reasons |= {aim.why for aim in told}
    assert {"", "contact", "far", "struck", "character"} <= reasons


@pytest.mark.parametrize(
    ("terrain", "striker", "target", "others", "why"),
    [
        ("Plains", "RAN C1", "OGR C3", "", ""),
        ("Plains", "RAN C1", "OGR C3", "OGR C2", "contact"),
        ("Plains", "MIN C1", "OGR C4", "", ""),
        ("Plains", "GIA C1", "OGR C5", "", "far"),
        ("Plains", "RAN C1", "TTN C3", "", "lord"),
        ("Plains", "WLK C1", "TTN C3", "", ""),
        ("Mountains", "WLK B1", "OGR C2", "", ""),
        ("Mountains", "RAN B1", "OGR C2", "", "near"),
    ],
)  # fmt: skip
def test_why_there_is_no_rangestrike(terrain: str, striker: str, target: str, others: str, why: str) -> None:
    hosts = ", ".join(filter(None, (target, others)))
    state = battle(terrain, f"{striker}, OGR", hosts, mover=ATTACKER, step="strike")
    view, legal = offered(state)
    aim = next(aim for aim in aims(view) if aim.target == target.split()[1])

    assert aim.why == why
    assert (not aim.why) == any(isinstance(a, Strike) and a.target == aim.target for a in legal)


def test_who_is_in_the_way_is_named() -> None:
    view, _ = offered(battle("Plains", "RAN A1, OGR C3", "LIO C5, CEN F1", mover=ATTACKER, step="strike"))

    (aim,) = [aim for aim in aims(battle_view("RAN C2, OGR C3", "LIO C4, CEN F1")) if aim.target == "C4"]
    assert (aim.why, aim.at, aim.range) == ("character", "C3", 3)
    assert {aim.why for aim in aims(view)} == {"far"}


def battle_view(attackers: str, defenders: str) -> View:
    return TITAN.view(battle("Plains", attackers, defenders, mover=ATTACKER, step="strike"), Seat(0))


def test_forced_are_those_with_one_enemy_who_must_strike() -> None:
    state = battle("Plains", "OGR C3, TRO B3, RAN F1", "LIO C4, CEN B4, GAR F4", mover=ATTACKER, step="strike")
    alone = {strike.striker for strike in forced(found(state))}
    targets = {
        p.strike.striker: {q.strike.target for q in found(state) if q.strike.striker == p.strike.striker}
        for p in found(state)
    }

    assert alone == {who for who, of in targets.items() if len(of) == 1 and who != "F1"}
    assert "F1" not in alone, "nobody must rangestrike"


@pytest.mark.parametrize(
    ("attackers", "defenders", "step", "settled"),
    [
        ("OGR C3, TRO E3", "LIO C4, CEN E4", "strike", True),
        ("OGR C3, TRO E3", "LIO C4, CEN E4", "strike-back", True),
        ("OGR C3, TRO D3", "LIO C4, CEN D4, GAR D2", "strike", False),
        ("OGR C3, RAN E2", "LIO C4, CEN E4", "strike", False),
        ("OGR C3", "LIO C4", "maneuver", False),
    ],
)
def test_strikes_are_settled_if_nobody_has_a_choice_in_any(
    attackers: str, defenders: str, step: str, settled: bool
) -> None:
    state = battle("Plains", attackers, defenders, mover=ATTACKER, step=step)
    seat = 1 if step == "strike-back" else 0

    assert is_settled(prospects(*offered(state, seat))) == settled


def test_settled_strikes_roll_by_an_order_for_it_alone() -> None:
    """One after the other, and none where somebody has a choice (A6.5)."""
    for attackers, defenders, settled in (
        ("OGR C3, TRO E3", "LIO C4, CEN E4", True),
        ("OGR C3", "LIO C4, CEN E4", True),
        ("OGR C3, TRO D3", "LIO C4, CEN D4, GAR D2", False),
    ):
        state = battle("Plains", attackers, defenders, mover=ATTACKER, step="strike")
        by = tuple(filed(parse(text(one)), 1, TITAN.view(state, Seat(0))) for one in rolling())
        while (fired := fire(by, TITAN.view(state, Seat(0)), tuple(TITAN.legal(state, Seat(0))))) is not None:
            assert fired.action is not None, "nobody is asked by it"
            state = do(state, NOTATION.line(fired.action))
            while (draw := TITAN.wants(state)) is not None:
                state = do(state, "draw " + ",".join("1" * draw.count))
        assert battling(state).battle.step == Striking(responding=settled)


def test_while_somebody_might_be_called_nothing_passes() -> None:
    """With everybody in contact, and nobody to summon: only the player himself may know that (A3.3, A6.8)."""
    state = battle("Plains", "OGR C3, TRO E3", "LIO C4, CEN E4", mover=ATTACKER)
    phase = battling(state)
    state = replace(state, phase=replace(phase, battle=replace(phase.battle, window=True)))

    assert Done() in offered(state)[1]
    assert PHASES.of(state).onward(state) is None, "and the rules do not end the phase either"


def test_a_formation_brings_everybody_onto_the_map_and_ends() -> None:
    for seed in range(6):
        state, seat = fought(seed)[0]
        steps = 0
        while (step := formation(*offered(state, seat))) is not None:
            assert isinstance(step, Maneuver)
            state = TITAN.apply(state, seat, step)[0]
            steps += 1
        side = battling(state).battle.mover
        assert steps <= 7
        assert all(f.hex >= 0 for f in battling(state).battle.fighters if f.side == side)


def test_an_order_names_every_striker_once_and_those_without_a_choice_first() -> None:
    state = MELEE
    view, legal = offered(state)
    strikes = order(view, legal)
    targets = {
        s.striker: len({t.target for t in legal if isinstance(t, Strike) and t.striker == s.striker}) for s in strikes
    }

    assert len({s.striker for s in strikes}) == len(strikes)
    assert targets[strikes[0].striker] == min(targets.values())
    assert all(strike in legal for strike in strikes)


def test_the_best_order_is_that_of_the_policy() -> None:
    """A6.4: what is suggested, what is ordered and what is done at a deadline are one."""
    view, legal = offered(MELEE)

    assert order(view, legal)[0] == BestOrder(view, legal)(view, legal) == struck(view, legal)


def test_the_best_order_goes_on_until_there_is_a_real_choice(decisions: list[tuple[State, Seat]]) -> None:
    """Whatever falls, it makes legal steps of its own player alone, and what it leaves is a choice or over."""
    chance, ended = Random(9), {"choice": 0, "over": 0}
    for state, seat in decisions:
        if not isinstance(battling(state).battle.step, Striking):
            continue
        view, legal = offered(state, seat)
        if not any(isinstance(a, Strike) for a in legal):
            continue
        follow, steps = BestOrder(view, legal), 0
        began = battling(state).battle.round, battling(state).battle.mover
        while (step := follow(view, legal)) is not None:
            assert step in legal
            state, steps = TITAN.apply(state, seat, step)[0], steps + 1
            while (draw := TITAN.wants(state)) is not None:
                state, _ = TITAN.apply(state, CHANCE, Drawn(tuple(chance.randint(1, 6) for _ in range(draw.count))))
            view, legal = offered(state, seat)
        assert steps, "the first strike is in the plan"
        mine = [a for a in legal if isinstance(a, Strike | Carry)] if view.battle else []
        over = not view.battle or (view.battle.round, view.battle.mover) != began or not mine
        ended["over" if over else "choice"] += 1
        assert over or (isinstance(mine[0], Carry) and len(mine) > 1) or not forced(prospects(view, legal))
    assert ended["choice"]
    assert ended["over"] > 5 * ended["choice"]


def test_what_could_be_done_from_a_hex_is_told_before_going_there() -> None:
    """Each blow that a maneuver would bring is the one that is then offered."""
    state = battle("Plains", "CYC C1, RAN B1, OGR F1", "CEN C4, GAR D5", mover=ATTACKER, red="Rd02@1 TTN")
    view, legal = offered(state)

    for stand in stands(view, legal):
        after = do(state, f"maneuver {stand.maneuver.character} {stand.maneuver.hex}", "done")
        if battling(after).battle.mover != ATTACKER or not isinstance(battling(after).battle.step, Striking):
            continue
        due = {p.strike for p in found(after) if p.due and p.strike.striker == stand.maneuver.hex}
        assert {p.strike for p in (*stand.strikes, *stand.shots)} == due
