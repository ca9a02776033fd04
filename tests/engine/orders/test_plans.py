"""Battle plans: what they come to as orders, and whole battles that are fought by them (ASYNC_PLAY 6, issue 7)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import product
from random import Random
from statistics import median

import pytest

from engine.core import Seat
from engine.titan.battle.policy import Policy
from engine.titan.orders import filed, fire, parse, standing, text
from engine.titan.orders.plans import ADVISED, ASKED, BEST, CALLS, MANEUVERS, NOBODY, STAY, WHENS, Plan, orders, planned
from engine.titan.rules import rules_for
from engine.titan.ruleset import TITAN
from engine.titan.state import State
from tests.engine.ordering import attacked, given, opened, said, spoken
from tests.engine.positions import battle, battling, do
from tests.plans import armies, fought, met

TERRAINS = sorted({land.terrain for land in rules_for({}).board.lands.values()})


@pytest.fixture(scope="module")
def pool() -> tuple[tuple[str, ...], ...]:
    """What legions hold in a game of the program's."""
    return armies(1, most_turns=20)


def texts(plan: Plan, state: State, seat: int = 0) -> list[str]:
    return [text(order) for order in orders(plan, TITAN.view(state, Seat(seat)))]


def test_a_plan_is_the_orders_that_one_would_write() -> None:
    state = attacked("TTN OGR LIO LIO", "OGR OGR")

    assert texts(Plan("Rd01", least=2), state) == [
        "when maneuver Rd01 and Rd01 living < 2 then concede titan expires after battle",
        "when maneuver Rd01 and Rd01 hits TTN >= 1 then ask expires after battle",
        "when acquire Rd01 then acquire ARC,ANG expires after battle",
        "when may summon Rd01 then summon ARC,ANG expires after battle",
        "when may reinforce Rd01 then auto TRO,RAN,OGR expires after battle",
        "when maneuver Rd01 then form up expires after battle",
        "when strike phase Rd01 then policy expires after battle",
        "when struck back Rd01 then policy expires after battle",
    ]
    assert texts(Plan("Bu04", STAY, ("titan", "half"), Policy(("value",)), NOBODY, always=True), state, 1) == [
        "when maneuver Bu04 and Bu04 living <= 1 then ask expires never",
        "when may summon Bu04 then none expires never",
        "when may reinforce Bu04 then none expires never",
        "when maneuver Bu04 then enter; hold expires never",
        "when strike phase Bu04 then policy value expires never",
        "when struck back Bu04 then policy value expires never",
    ]


def test_every_plan_may_be_filed_and_reads_back(pool: Sequence[tuple[str, ...]]) -> None:
    """Whatever is chosen together: no plan holds an order that would be refused."""
    state, least = met(pool, 1), 0
    for maneuvers, calls, asks, always in product(MANEUVERS, CALLS, ((), WHENS, WHENS[:1]), (False, True)):
        least = (least + 1) % 3
        for seat, marker in enumerate(("Rd01", "Bu01")):
            view = TITAN.view(state, Seat(seat))
            plan = Plan(marker, maneuvers, asks, calls=calls, least=least, most_hits=least, always=always)
            for order in orders(plan, view):
                assert parse(text(order)) == order
                assert filed(order, 1, view).order == order


@pytest.mark.parametrize("terrain", TERRAINS)
def test_battles_by_plans_are_fought_to_their_end_in_every_land(terrain: str, pool: Sequence[tuple[str, ...]]) -> None:
    """Nothing illegal is done, nothing goes round in circles, and nobody is asked who did not want to be."""
    dice = Random(terrain)
    for maneuvers in product((ADVISED, STAY), repeat=2):
        state = met(pool, dice.randint(1, 10_000), terrain)
        kinds = [(one, dice.choice((BEST, NOBODY)), dice.choice((0, 2))) for one in maneuvers]
        mine, theirs = (
            (lambda marker, o=one, c=calls, n=least: Plan(marker, o, (), calls=c, least=n, most_hits=n))
            for one, calls, least in kinds
        )

        result = fought(state, (mine, theirs), dice.randint(1, 10_000))

        assert result.asked == ()
        assert result.within == 0
        # the attacker is in his turn; the defender answers once, and the winner may have an angel that he chooses
        assert result.handed <= 2


@pytest.mark.parametrize("options", [{"variant": "battle_titan"}, {"preset": "valley"}])
def test_any_two_plans_fight_any_battle_out_under_other_rules(
    options: dict[str, str], pool: Sequence[tuple[str, ...]]
) -> None:
    """Whatever is chosen in them; where a plan asks, its owner goes on by hand."""
    dice = Random(7)
    for seed in range(8):
        mine, theirs = (any_plan(dice) for _ in range(2))

        result = fought(met(pool, seed, options=options), (mine, theirs), seed)

        assert set(result.asked) <= {"order-asks"}


def any_plan(dice: Random) -> Callable[[str], Plan]:
    maneuvers, calls, asks = dice.choice(MANEUVERS), dice.choice(CALLS), dice.choice(((), WHENS, WHENS[:1]))
    least, hits = dice.choice((0, 2, 3)), dice.choice((0, 3))
    return lambda marker: Plan(marker, maneuvers, asks, calls=calls, least=least, most_hits=hits)


def test_with_plans_on_both_sides_the_median_battle_takes_two_hand_offs_at_most(
    pool: Sequence[tuple[str, ...]],
) -> None:
    """Issue 7: with the plan that asks where a Titan is in danger."""
    results = [fought(met(pool, seed), (Plan, Plan), seed) for seed in range(30)]

    assert median(result.handed for result in results) <= 2
    assert {code for result in results for code in result.asked} <= {"order-asks"}
    assert any(result.asked for result in results), "some Titans were hit"
    assert {result.winner for result in results} >= {0, 1}, "both sides win some"


def test_a_titan_that_is_hit_has_its_owner_asked_and_nobody_else() -> None:
    """A6.9's condition, as a question."""
    state = battle("Plains", "TTN C3, OGR C2", "LIO E4, GAR E5")
    hurt = battle("Plains", "TTN C3(1), OGR C2", "LIO E4, GAR E5")
    plan = texts(Plan("Rd01"), state)

    assert said(acting(state), *plan).startswith("maneuver")
    assert said(acting(hurt), *plan) == "ask: order-asks"


@pytest.mark.parametrize("reserve", ["Rd02@5 ANG LIO", "Rd02@5 LIO LIO"])
def test_who_wants_to_be_asked_whom_to_summon_is_asked_even_if_he_has_nobody(reserve: str) -> None:
    """A3.3, A6.8: that he is not asked would tell the others that he has no angel."""
    state = acting(battle("Plains", "OGR C3, OGR C2", "LIO E4, GAR E5", red=reserve))
    plan = texts(Plan("Rd01", calls=ASKED), state)

    assert said(opened(state), *plan) == "ask: order-asks"
    assert said(state, *plan).startswith("maneuver")


def test_the_best_angel_comes_from_the_tallest_legion() -> None:
    state = acting(battle("Plains", "OGR C3", "LIO E4", red="Rd02@5 ANG LIO; Rd03@6 ANG LIO OGR; Rd04@7 ARC OGR"))

    assert said(opened(state), "when maneuver Rd01 then summon ARC,ANG") == "summon Rd04 ARC"
    assert said(opened(state), "when maneuver Rd01 then summon ANG") == "summon Rd03 ANG"


def test_a_plan_is_over_with_the_engagement_that_it_was_given_in() -> None:
    """Also where it had nothing to do in it; a plan given before is for the next one."""
    before = attacked("LIO LIO LIO", "OGR OGR")
    view = TITAN.view(before, Seat(1))
    plan = tuple(filed(order, number, view) for number, order in enumerate(orders(Plan("Bu04"), view), 1))

    assert standing(plan, view) == plan
    assert all(one.within for one in plan)
    after = do(before, "1: fight")
    assert standing(plan, TITAN.view(after, Seat(1))) == plan
    later = replace(view, engaged=None, parley=None, phase="muster")
    assert standing(plan, later) == ()
    ahead = tuple(filed(one.order, one.number, later) for one in plan)
    assert standing(ahead, later) == ahead
    fired = fire(ahead, TITAN.view(after, Seat(1)), tuple(TITAN.legal(after, Seat(1))))
    assert fired is not None
    assert fired.left is not None
    assert fired.left.within == plan[0].within
    assert standing((fired.left,), later) == ()


def test_withdrawing_a_plan_leaves_all_other_orders() -> None:
    state = attacked("LIO LIO LIO", "OGR OGR")
    others = given(state, "when attacked Bu04 then flee", "when strike phase any then policy expires never", seat=1)
    mine = given(state, *texts(Plan("Bu04"), state, 1), seat=1)

    assert planned((*others, *mine), "Bu04") == mine
    assert spoken(fire(mine, TITAN.view(state, Seat(1)), ())) == ""


def acting(state: State) -> State:
    """The battle with the attacker's Maneuver Phase to come."""
    fight = battling(state)
    return replace(state, phase=replace(fight, battle=replace(fight.battle, mover=0)))
