"""Orders given ahead: the worked examples, which order wins and for how long, what it may not know (ASYNC_PLAY 5)."""

from __future__ import annotations

from dataclasses import fields, replace
from random import Random

import pytest

from engine import log
from engine.core import CHANCE, Illegal, Seat
from engine.titan.actions import Action
from engine.titan.bots import choose_steady
from engine.titan.orders import FiledOrder, FiredOrder, StandingOrder, filed, fire, kept, restored, standing, text
from engine.titan.orders.acts import Act
from engine.titan.ruleset import TITAN
from engine.titan.sides import ATTACKER
from engine.titan.state import Choosing, Engaging, Over, Splitting, State, TowersDrawing
from engine.titan.view import View
from tests.deep import deep_but
from tests.engine.ordering import (
    attacked,
    before_strikes,
    blocked,
    carried,
    fired,
    given,
    goals,
    moving,
    refused,
    said,
    spoken,
    with_phase,
)
from tests.engine.orders.test_orders_grammar import any_order
from tests.engine.positions import battle, do, lines
from tests.engine.walking import swapped
from tests.selfplay import answer


def test_example_1_a_mulligan_on_a_one_in_the_first_turn() -> None:
    order = "when roll {1} and Game-Turn = 1 then mulligan."

    assert said(moving(1, turn=1), order) == "mulligan"
    assert said(moving(2, turn=1), order) == ""
    assert said(moving(1, turn=2), order) == ""


def test_example_1_fires_only_if_no_move_has_been_made() -> None:
    """R5.4"""
    state = moving(1, turn=1)
    moved = do(state, next(line for line in lines(state) if line.startswith("move Rd02")))

    assert said(moved, "when roll {1} and Game-Turn = 1 then mulligan.") == ""


def test_example_2_a_teleport_to_a_land_that_is_held_by_then_asks() -> None:
    order, red = "when roll 6 then teleport Rd02 118 showing Angel", "Red: Rd02@300 TTN ANG OGR"

    assert said(moving(6, red), order) == "teleport Rd02 118 3 ANG"
    assert said(moving(6, red, "Blue: Bu01@200 TTN OGR; Bu03@118 CEN CEN"), order) == "ask: order-not-exact"


def test_example_3_flight_from_a_tall_legion() -> None:
    order = "when attacked Bu04 and attacker height >= 6 then flee"

    assert said(attacked("LIO LIO LIO LIO OGR OGR"), order, seat=1) == "flee"
    assert said(attacked("LIO LIO LIO LIO OGR"), order, seat=1) == ""


def test_example_4_the_contents_are_known_when_the_engagement_is_opened() -> None:
    """R9.3"""
    order = "when attacked Bu04 and attacker contains Titan and my estimate >= 60 % then fight"
    strong = "SER SER SER SER"

    assert said(attacked("TTN OGR", strong), order, seat=1) == "fight"
    assert said(attacked("OGR OGR", strong), order, seat=1) == ""
    assert said(attacked("TTN SER SER SER SER", "OGR OGR"), order, seat=1) == ""


def test_example_5_unseen_legions_are_refused_at_entry() -> None:
    state = attacked()

    assert refused(state, "when attacked Bu04 and others lacks Angel then fight", 1) == "order-unseen"
    assert refused(state, "when attacked Bu04 and Rd09 lacks Angel then fight", 1) == "order-unseen"
    assert refused(state, "when attacked Bu04 and Rd09 value < 50 then fight", 1) == "order-unseen"


def test_example_6_what_can_be_done_is_done_and_the_rest_is_asked() -> None:
    """A2.4"""
    one, two = goals()
    order = f"when roll 3 then move Rd01 {one}; move Rd02 {two}; ask"

    told, _ = carried(moving(3), order)
    assert [line.split()[:3] for line in told[:2]] == [["move", "Rd01", one], ["move", "Rd02", two]]
    assert told[2:] == ["ask: order-asks"]
    told, _ = carried(blocked(), order)
    assert told[0].startswith(f"move Rd01 {one} ")
    assert told[1:] == ["ask: order-not-exact"]


def test_example_6_with_all_or_ask_nothing_moves() -> None:
    one, two = goals()
    order = f"when roll 3 then all or ask; move Rd01 {one}; move Rd02 {two}; stop"

    assert carried(blocked(), order)[0] == ["ask: order-not-exact"]
    assert [line.split()[0] for line in carried(moving(3), order)[0]][:3] == ["move", "move", "done"]


STRIKE_PLAN = "when strike phase Rd01 then strike C3 C4 carry D4; strike D5 C4,D4"


LION, CENTAUR = "C4", "D4"


@pytest.mark.parametrize(("dice", "target"), [("6,1,1,1,1,1", CENTAUR), ("1,1,1,1,1,1", LION)])
def test_example_7_the_troll_prefers_the_lion_as_long_as_it_lives(dice: str, target: str) -> None:
    """A6.7"""
    state = before_strikes(lion=4)
    first = fired(state, given(state, STRIKE_PLAN))
    assert spoken(first) == "strike C3 C4 6 5"
    assert first is not None
    assert first.left is not None

    state = do(state, spoken(first), f"draw {dice}")

    assert spoken(fired(state, (first.left,))) == f"strike D5 {target} 8 {5 if target == LION else 6}"


def test_example_7_the_excess_is_carried_to_the_centaur() -> None:
    """R14.4: by the higher number that allows it, if that was said."""
    state = before_strikes(lion=4)
    raised = "when strike phase Rd01 then strike C3 C4 carry D4 raised"
    assert said(state, raised) == "strike C3 C4 6 6"
    assert said(before_strikes(lion=0), raised) == "strike C3 C4 6 5"

    named = "when strike phase Rd01 then strike C3 C4 with 6 at 6 carry D4"
    assert said(before_strikes(lion=0), named) == "strike C3 C4 6 6", "a pair that is named is taken, or asked about"
    assert said(state, "when strike phase Rd01 then strike C3 C4 with 5 at 3") == "ask: order-not-exact"

    state = do(state, "strike C3 C4 6 6", "draw 6,6,1,1,1,1")
    assert lines(state)[:2] == ["carry D4", "done"]

    assert said(state, raised) == "carry D4"
    assert said(state, "when strike phase Rd01 then strike C3 C4") == "ask: order-carry-open"
    assert said(state, "when strike phase Rd01 then strike C3 C4; policy") == "carry D4"
    assert said(state, "when strike phase Rd01 then strike D5 C4") == ""


def test_the_first_order_that_has_something_to_say_wins() -> None:
    state = attacked()
    orders = (
        "when attacked Bu04 and attacker height >= 6 then fight",
        "when attacked any then flee",
        "when attacked Bu04 then waive",
    )

    assert said(state, *orders, seat=1) == "flee"


def test_nothing_is_done_while_the_other_side_decides() -> None:
    """R9.9: a concession at any time is for people."""
    options = {"concession_window": "anytime"}
    state = battle("Plains", "OGR C1", "CEN C5, CEN D6", red="Rd09@20 TTN", mover=ATTACKER, options=options)
    assert lines(state, 1) == ["concede", "resign"]

    for order in ("maneuver any then concede", "strike phase any then concede", "struck back any then policy"):
        assert said(state, f"when {order}", seat=1) == ""


def test_an_order_that_asks_stops_those_behind_it() -> None:
    assert said(attacked(), "when attacked Bu04 then ask", "when attacked any then flee", seat=1) == "ask: order-asks"


def test_an_order_for_once_is_used_up_and_one_for_ever_is_not() -> None:
    state = attacked()

    once, always = (
        fired(state, given(state, f"when attacked Bu04 then waive{end}", seat=1), 1) for end in ("", " expires never")
    )

    assert once is not None
    assert once.left is None
    assert always is not None
    assert always.left == always.by


@pytest.mark.parametrize(
    ("state", "order"),
    [
        (before_strikes(lion=0), "when strike phase Rd01 then policy"),
        (
            with_phase(
                Engaging(),
                "Red: Rd01@118>3 LIO LIO; Rd02@41>3 LIO LIO; Rd09@20 TTN OGR",
                "Blue: Bu01@118 OGR OGR; Bu02@41 OGR OGR; Bu09@30 TTN",
            ),
            "when my turn then engage 118,41",
        ),
    ],
)
def test_what_may_do_several_things_is_not_used_up_by_the_first(state: State, order: str) -> None:
    found = fired(state, given(state, order))

    assert found is not None
    assert found.action is not None
    assert found.left == replace(found.by, began=found.left.began if found.left else "")


def test_an_order_for_once_that_has_begun_is_over_with_its_occasion() -> None:
    state = moving(3)
    one, _ = goals()
    begun = fired(state, given(state, f"when roll 3 then move Rd01 {one}; ask"))
    assert begun is not None
    assert begun.left is not None

    later = replace(state, turn=3)
    assert standing((begun.left,), TITAN.view(state, Seat(0))) == (begun.left,)
    assert standing((begun.left,), TITAN.view(later, Seat(0))) == ()
    assert standing((begun.by,), TITAN.view(later, Seat(0))) == (begun.by,)


@pytest.mark.parametrize(("filed_in", "last"), [(1, (3, 1)), (0, (2, 1))])
def test_an_order_until_the_next_turn_lapses_with_it(filed_in: int, last: tuple[int, int]) -> None:
    """Seat 1 comes after seat 0. Its own turn of now does not count; that still ahead in this Game-Turn does."""
    state = replace(moving(3), active=Seat(filed_in))
    (order,) = given(state, "when attacked any then fight expires next turn", seat=1)

    for turn in range(2, 5):
        for mover in (0, 1):
            now = replace(state, turn=turn, active=Seat(mover))
            assert (standing((order,), TITAN.view(now, Seat(1))) == ()) == ((turn, mover) > last), (turn, mover)


def test_an_order_goes_with_its_legion() -> None:
    state = moving(3)
    orders = given(state, "when attacked Bu03 then fight", "when attacked any then fight", seat=1)
    lost = state.drop("Bu03").with_player(Seat(1), markers=("Bu03", "Bu04"))

    assert standing(orders, TITAN.view(lost, Seat(1))) == orders[1:]


def test_a_filed_order_is_stored_as_a_line() -> None:
    state = with_phase(Splitting(), "Red: Rd01@100 TTN OGR OGR OGR OGR LIO; Rd02@8 LIO LIO LIO LIO")
    for order in (
        "when my turn then split Rd01 Rd03 OGR,OGR; split Rd02 Rd04 LIO,LIO; roll expires next turn",
        "when attacked Rd01 and attacker height >= 6 then fight",
        "when struck back any then policy expires never",
    ):
        (one,) = given(state, order)
        for as_it_is in (one, replace(one, began="2.0.118.3.1.strike")):
            assert restored(kept(as_it_is)) == as_it_is

    with pytest.raises(ValueError, match="no line"):
        restored("when attacked Rd01 then fight")


@pytest.mark.parametrize(
    ("order", "code"),
    [
        ("when attacked Rd01 then fight", "legion-not-yours"),
        ("when my turn then split Rd01 Bu09 OGR,OGR", "legion-not-yours"),
        ("when my turn then split Bu04 Rd05 OGR,OGR", "marker-not-yours"),
        ("when may summon Bu04 then summon ANG from Rd09", "legion-not-yours"),
        ("when roll 3 then move any 41", "legion-not-yours"),
        ("when attacked Bu04 then stop", "order-act-when"),
        ("when my turn then flee", "order-act-when"),
        ("when roll 3 then move Bu04 43", "order-name"),
        ("when my turn then engage 41,999", "order-name"),
        ("when my turn and score Mauve >= 4 then roll", "order-fact"),
        ("when my turn and score Green >= 4 then roll", "order-name"),
        ("when my turn and attacker value >= 4 then roll", "order-fact-when"),
        ("when roll 3 and attacker height >= 4 then stop", "order-fact-when"),
        ("when attacked Bu04 and roll = 3 then fight", "order-fact-when"),
        ("when attacked Bu04 and round = 3 then fight", "order-fact-when"),
        ("when may muster any and estimate > 3 then none", "order-fact-when"),
        ("when attacked Bu04 and attacker marker > Rd01 then fight", "order-compare"),
        ("when attacked Bu09 then flee", "may-not-flee-lord"),
        ("when attacked Bu09 then concede", "order-titan"),
        ("when my turn then split Bu04 Bu05 OGR,LIO", "split-creatures"),
        ("when my turn then split Bu04 Bu05 OGR,OGR", "split-too-small"),
    ],
)
def test_what_can_never_be_carried_out_is_refused_at_entry(order: str, code: str) -> None:
    assert refused(attacked(), order, 1) == code


def test_advice_is_for_tables_that_have_it() -> None:
    """A13.4"""
    order = "when attacked Bu04 and estimate < 20 then flee"

    assert refused(attacked(), order, 1, advice=False) == "order-no-advice"
    assert refused(attacked(), "when maneuver any then form up", 1, advice=False) == "order-no-advice"
    assert said(attacked("SER SER SER SER", "OGR OGR"), order, seat=1) == "flee"


@pytest.mark.parametrize(
    ("condition", "true"),
    [
        ("turn = 2", True), ("score >= 1", False), ("score Red = 0", True), ("legions = 2", True),
        ("legions Red = 3", False), ("titan power = 6", True), ("stack SER = 10", True), ("dead OGR = 0", True),
        ("Bu04 height = 2", True), ("Rd09 height >= 3", False), ("Rd09 land = 20", True), ("Bu04 value = 24", True),
        ("Bu04 holds OGR", True), ("Bu04 count OGR > 2", False), ("attacker height = 3", True),
        ("attacker value = 45", True), ("attacker value < 45", False), ("defender value = 24", True),
        ("attacker lacks TTN", True), ("attacker holds LIO", True), ("attacker marker = Rd01", True),
        ("attacker marker != rd01", False), ("attacker colour = red", True), ("land = 41", True),
        ("side = bottom", True), ("side = left", False), ("offer keeps >= 0", False), ("Rd12 height >= 0", False),
    ],
)  # fmt: skip
def test_the_facts(condition: str, true: bool) -> None:
    """Three Lions of 15 points come upon two Ogres of 12; of what is not there nothing is true."""
    assert said(attacked(), f"when attacked Bu04 and {condition} then fight", seat=1) == ("fight" if true else "")


@pytest.mark.parametrize(
    ("condition", "true"),
    [
        ("round = 2", True), ("attacker living = 2", True), ("defender living < 2", False),
        ("defender hits LIO = 3", True),
        ("defender hits SER >= 0", False), ("attacker holds TTN", False), ("defender value = 27", True),
    ],
)  # fmt: skip
def test_the_facts_of_a_battle(condition: str, true: bool) -> None:
    state = battle("Plains", "OGR C3, TRO D3", "LIO C4(3), CEN D4", red="Rd09@20 TTN", mover=ATTACKER, step="strike")

    assert said(state, f"when strike phase any and {condition} then policy").startswith("strike") == true


ORDERS = (
    "when roll 1 and turn = 1 then mulligan",
    "when roll 1 and score >= 0 then stop expires never",
    "when attacked any and attacker value >= 60 and estimate < 30 then flee expires never",
    "when attacked any and attacker holds TTN then fight expires never",
    "when offer any and offer keeps >= 20 then accept expires never",
    "when engagement any and defender value <= 30 then fight expires never",
    "when maneuver any and attacker living > 9 then hold expires never",
    "when maneuver any then enter expires never",
    "when strike phase any then policy expires never",
    "when struck back any then policy value,hurt no-shots expires never",
    "when may summon any then none expires never",
    "when may reinforce any and turn > 3 then auto RAN,WBR,GIA,TRO expires never",
    "when acquire any then acquire ARC,ANG expires never",
    "when may muster any then auto SER,COL,HYD,GIA,BEH,RAN,TRO,WBR,LIO,CYC,GOR expires never",
    "when my turn then end expires never",
)


def everything(found: FiredOrder | None) -> object:
    """All that an order has said, to be compared."""
    why = found and found.why
    return found and (found.by, found.action, found.left, why and (why.code, why.facts))


@pytest.mark.parametrize(
    ("seats", "options"),
    deep_but(
        [(2, {}), (4, {"memory_aid": "own_only"}), (3, {"variant": "battle_titan"})],
        (2, {}),
        (3, {"variant": "battle_titan"}),
    ),
)
def test_two_worlds_that_look_alike_fire_alike(seats: int, options: dict[str, str]) -> None:
    """A2.3: at every decision of games in which orders play what they can, and the program the rest."""
    dice, whims = Random(seats), Random(seats + 2)
    timeline, did = log.opening(TITAN, seats, options), dict.fromkeys(ORDERS, 0)
    while timeline.state.turn <= 30 and not isinstance(timeline.state.phase, Over):
        draw = TITAN.wants(timeline.state)
        if draw:
            timeline, _ = log.step(TITAN, timeline, CHANCE, answer(draw, dice))
            continue
        state: State = timeline.state
        seat = whims.choice(sorted(TITAN.awaiting(state)))
        view, legal = TITAN.view(state, seat), tuple(TITAN.legal(state, seat))
        action: Action | None = None
        if not isinstance(state.phase, TowersDrawing | Choosing):
            found = fire(given(state, *ORDERS, seat=seat), view, legal)
            other = swapped(state, seat)
            alike = fire(given(other, *ORDERS, seat=seat), TITAN.view(other, seat), tuple(TITAN.legal(other, seat)))
            assert everything(alike) == everything(found)
            if found and found.action:
                action = found.action
                assert action in legal
                did[text(found.by.order)] += 1
        timeline, _ = log.step(TITAN, timeline, seat, action or choose_steady(view, legal, whims))

    assert sum(map(bool, did.values())) >= 8, did


def test_battles_of_two_plans_are_fought_to_the_end_without_anybody() -> None:
    """Issue 7, 3: with a plan on both sides nobody is asked, and of the two hand-offs none is left."""
    plan = ("maneuver any then form up", "strike phase any then policy", "struck back any then policy")
    orders = tuple(
        f"when {order} expires never" for order in (*plan, "may summon any then none", "acquire any then none")
    )
    dice = Random(5)
    for mine, theirs in (
        ("TTN OGR OGR LIO", "SER OGR CEN"),
        ("RAN RAN LIO", "OGR OGR OGR OGR"),
        ("WLK GAR", "CYC TRO TRO"),
    ):
        state = do(attacked(mine, theirs), "1: fight")
        while TITAN.view(state, None).phase == "battle":
            draw = TITAN.wants(state)
            if draw:
                state, _ = TITAN.apply(state, CHANCE, answer(draw, dice))
                continue
            (seat,) = TITAN.awaiting(state)
            state = do(state, said(state, *orders, seat=seat), seat=seat)

        assert {"Rd01", "Bu04"} - set(state.legions)


@pytest.mark.parametrize("seed", deep_but(range(4), 0))
def test_whatever_is_ordered_is_legal_or_asks(seed: int) -> None:
    """Orders of all that the grammar has, each alone and many together, at the decisions of a game."""
    dice, whims = Random(seed), Random(seed + 1)
    timeline, acted = log.opening(TITAN, 3, {}), set()
    while timeline.state.turn <= 12 and not isinstance(timeline.state.phase, Over):
        draw = TITAN.wants(timeline.state)
        if draw:
            timeline, _ = log.step(TITAN, timeline, CHANCE, answer(draw, dice))
            continue
        state: State = timeline.state
        seat = whims.choice(sorted(TITAN.awaiting(state)))
        view, legal = TITAN.view(state, seat), tuple(TITAN.legal(state, seat))
        orders = tuple(taken(meant(any_order(whims), view, whims), view) for _ in range(32))
        filed_ = tuple(one for one in orders if one)
        for some in (*((one,) for one in filed_), filed_):
            found = fire(some, view, legal)
            if found and found.action:
                assert found.action in legal
                acted.add(type(found.action))
        timeline, _ = log.step(TITAN, timeline, seat, choose_steady(view, legal, whims))

    assert len(acted) >= 6, acted


def meant(order: StandingOrder, view: View, dice: Random) -> StandingOrder:
    """The order with legions of the viewer in it, and half of the time without its conditions."""
    own = [legion.marker for legion in view.legions if legion.owner == view.viewer] or ["Rd01"]
    free = [marker for player in view.players if player.seat == view.viewer for marker in player.markers] or own
    acts: list[Act] = []
    for act in order.acts:
        names = {part.name for part in fields(act)}
        mine = {name: dice.choice(own) for name in names & {"legion", "donor"}}
        mine |= {name: dice.choice(free) for name in names & {"marker"}}
        acts.append(replace(act, **mine))
    trigger = replace(order.trigger, legion="any") if order.trigger.legion else order.trigger
    return replace(order, trigger=trigger, acts=tuple(acts), conditions=order.conditions * dice.randint(0, 1))


def taken(order: StandingOrder, view: View) -> FiledOrder | None:
    """The order as it is filed; None if it is refused."""
    try:
        return filed(order, 1, view)
    except Illegal:
        return None
