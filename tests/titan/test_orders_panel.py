"""The panel of orders ahead, from views alone: every menu fits Discord, and whatever it offers can be filed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random

import pytest

from cogs.face import limits
from cogs.face.presses import GoTo, Sign, at, digest
from cogs.face.presses import parse as intent_of
from cogs.face.screen import BUTTONS_A_ROW, ROWS, Menu, Press, Screen
from cogs.house.words.words import Words, languages
from cogs.interactions.components import modal, panel
from cogs.panel.orders import MOST_CARRIED, _carrying
from cogs.titan.screens.orders_panel import TitanOrderScreens
from cogs.titan.words.orders import EXPIRIES, lapses, listed, sentence
from cogs.titan.words.terms import Terms
from engine.core import CHANCE, Drawn, Seat
from engine.titan.orders import FiledOrder, filed, parse, text
from engine.titan.orders.acts import ACTS, TRIGGERS
from engine.titan.orders.conditions import FACTS
from engine.titan.orders.grammar import EXPIRIES as ALL_EXPIRIES
from engine.titan.orders.phrases import PARTIES
from engine.titan.ruleset import TITAN
from engine.titan.state import Moving, State
from tests.carried import ordered, words
from tests.engine.ordering import fired
from tests.engine.orders.test_orders_grammar import any_order
from tests.engine.positions import position
from tests.titan.sights import TERMS, sight

RED = "Red 470: Rd01@100 TTN ANG OGR OGR GAR GAR CEN; Rd02@41 LIO LIO TRO OGR; Rd03@7 CEN CEN; Rd04@118 GOR GOR ARC"
BLUE = "Blue 120: Bu01@200 TTN OGR OGR; Bu03@8 CEN CEN LIO; Bu04@119 GAR GAR"
STATE = position(RED, BLUE, phase=Moving(3), turn=2)
"""Red has rolled in his turn."""

AHEAD = TitanOrderScreens(TERMS)

GIVEN = (
    "when attacked Rd02 and attacker height >= 6 then flee",
    "when attacked any then ask expires never",
    "when roll 3 then move Rd02 8,41; move Rd03 10; stop expires next turn",
    "when my turn then split Rd01 Rd07 OGR,OGR; roll; end expires next turn",
    "when maneuver Rd03 and Rd03 living < 2 then concede",
    "when may muster Rd02 then auto TRO,OGR expires next turn",
    "when offer any and offer keeps >= 30 then accept",
    "when strike phase any then policy expires never",
    "when roll 6 then teleport Rd01 200 bottom showing TTN expires next turn",
)


def given(state: State, seat: int, *orders: str) -> tuple[FiledOrder, ...]:
    view = TITAN.view(state, Seat(seat))
    return tuple(filed(parse(order), number, view) for number, order in enumerate(orders, 1))


def crawled(
    ahead: TitanOrderScreens, state: State, seat: int, orders: Sequence[FiledOrder], advised: bool = True
) -> Iterator[tuple[str, Press]]:
    """Everything that can be pressed in the panel, with where; each screen is held against Discord's limits."""
    waiting, seen = [at()], set[str]()
    while waiting:
        where = waiting.pop(0)
        if where in seen or where.count(",") > 1:  # every third choice of a ranking is like the second
            continue
        seen.add(where)
        screen = ahead.screen(sight(state, seat, *where[1:].split(), advised=advised, orders=orders))
        assert screen is not None, f"{where} leads nowhere"
        fits(screen, where)
        for press in screen.presses():
            assert press.label.strip(), f"{press.carries} says nothing"
            assert str(intent_of(press.carries)) == press.carries
            if press.carries.startswith(Sign.PLACE):
                waiting.append(press.carries)
            yield where, press


def fits(screen: Screen, where: str) -> None:
    """Within Discord's limits, with room for the ways back and for one more."""
    assert len(screen.text) <= 1500, f"{where} is long"
    below = screen.rows[-1] if screen.rows else ()
    beside = 0 if isinstance(below, Menu) or not below else BUTTONS_A_ROW - len(below)
    assert beside + BUTTONS_A_ROW * (ROWS - len(screen.rows)) >= 3, f"{where} is full"
    for row in screen.rows:
        values = [press.carries for press in (row.options if isinstance(row, Menu) else row)]
        assert len(set(values)) == len(values), f"{where} offers the same twice: {values}"
    rows = [_carrying(row, GoTo(words(where))) for row in screen.rows]
    view = panel(10**9, 10**9, rows, (), {}, where)
    assert limits.message(limits.sent(screen.text, view, [])) == (), where


def test_every_menu_fits_and_whatever_it_offers_can_be_filed() -> None:
    """With and without orders, in one's own turn and another's; an order of the menus is one of the grammar."""
    kinds = set[str]()
    ahead = TitanOrderScreens(Terms(Words("de")))  # the longest words
    for seat, orders in ((0, GIVEN), (0, ()), (1, ())):
        view, stand = TITAN.view(STATE, Seat(seat)), given(STATE, seat, *orders)
        numbers = {one.number for one in stand}
        for where, press in crawled(ahead, STATE, seat, stand):
            sign, said = press.carries[:1], press.carries[1:]
            if sign == Sign.FIRST:
                assert int(said) in numbers
            elif sign == Sign.ORDERING:
                instead, texts = ordered(press.carries)
                assert numbers.issuperset(instead)
                assert instead or texts
                for each in texts:
                    one = filed(parse(each), 99, view)
                    assert text(one.order) == each
                    kinds |= {one.order.trigger.kind}
            elif sign == Sign.FORM:
                form = ahead.form(sight(STATE, seat, *said.split(), orders=stand))
                assert form is not None, f"{press.carries} opens nothing in {where}"
                assert limits.modal(modal(7, 7, press.carries, form).to_dict()) == ()
            else:
                assert sign == Sign.PLACE, press.carries
    assert kinds == set(TRIGGERS), "each moment can be ordered for by thumb"


def test_a_twelfth_legion_leads_to_pages_and_no_further() -> None:
    """Twelve legions, the most of which a player has, in every language."""
    legions = "; ".join(f"Rd{number:02}@{land} OGR OGR LIO" for number, land in enumerate(range(2, 24, 2), 2))
    state = position(f"Red 470: Rd01@100 TTN ANG OGR; {legions}", BLUE, phase=Moving(3), turn=2)
    for language in languages():
        ahead = TitanOrderScreens(Terms(Words(language)))
        assert sum(1 for _ in crawled(ahead, state, 0, given(state, 0, *GIVEN[1:2]))) > 300


def test_where_no_advice_is_given_no_estimate_and_no_formation_is_offered() -> None:
    """A13.4"""
    with_advice = {press.carries for _, press in crawled(AHEAD, STATE, 0, ())}
    without = {press.carries for _, press in crawled(AHEAD, STATE, 0, (), advised=False)}

    assert any("estimate" in carries for carries in with_advice)
    assert any("form up" in carries for carries in with_advice)
    assert not any("estimate" in carries or "form up" in carries for carries in without)


def test_a_legion_with_a_lord_is_offered_no_flight() -> None:
    """R9.4"""
    flights = {place for place, press in crawled(AHEAD, STATE, 0, ()) if press.carries.endswith("then flee")}

    assert {place.split()[1] for place in flights} == {"Rd02", "Rd03", "any"}
    screen = AHEAD.screen(sight(STATE, 0, "attacked", "Rd04"))
    assert screen is not None
    assert "With a Lord in it (Archangel) it can't flee." in screen.text


def test_moves_come_into_the_plan_of_their_roll_one_by_one() -> None:
    """A7.1"""
    orders = tuple[FiledOrder, ...]()
    view = TITAN.view(STATE, Seat(0))

    def chosen(beginning: str) -> None:
        nonlocal orders
        screen = AHEAD.screen(sight(STATE, 0, "moves", "3", orders=orders))
        assert screen is not None
        press = next(each for each in screen.presses() if each.label.startswith(beginning))
        instead, texts = ordered(press.carries)
        assert instead == tuple(one.number for one in orders)
        orders = tuple(filed(parse(each), 1, view) for each in texts)

    screen = AHEAD.screen(sight(STATE, 0, "moves", "3"))
    assert screen is not None
    menu = screen.rows[0]
    assert isinstance(menu, Menu)
    firsts = [press.label for press in menu.options if press.label.startswith("Rd02")]
    chosen(firsts[0])
    chosen("Rd03")
    chosen("No other legion")
    lands = [label.split("→ ")[1].split(":")[0].split()[1] for label in firsts]
    assert text(orders[0].order).startswith(f"when roll 3 and turn = 3 then move Rd02 {lands[0]}; move Rd03 ")
    assert text(orders[0].order).endswith("stop expires next turn")

    chosen("✓ No other legion")

    assert "stop" not in text(orders[0].order)


def pressed(orders: Sequence[FiledOrder], label: str, *place: str) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """What the option of a menu gives: the numbers of the orders that go, and the texts in their place."""
    screen = AHEAD.screen(sight(STATE, 0, *place, orders=orders))
    assert screen is not None
    return ordered(next(press.carries for press in screen.presses() if press.label.startswith(label)))


def test_an_exception_comes_before_the_rule_and_a_rule_in_the_place_of_another() -> None:
    """The first that fits counts: what is chosen later must not stand where it can never count."""
    fight, tall = "when attacked Rd02 then fight", "when attacked Rd02 and attacker height >= 6 then flee"
    rule = given(STATE, 0, fight)

    assert pressed(rule, "6 or more", "attacked", "Rd02", "height") == ((1,), (tall, fight))
    assert pressed(rule, "Ask me", "attacked", "Rd02") == ((1,), ("when attacked Rd02 then ask",))
    assert pressed(rule, "Ask me", "attacked", "Rd03") == ((), ("when attacked Rd03 then ask",))
    lasting = given(STATE, 0, f"{fight} expires never")
    assert pressed(lasting, "Flee", "attacked", "Rd02") == (
        (1,),
        ("when attacked Rd02 then flee", f"{fight} expires never"),
    )


def test_an_offer_goes_with_the_rule_and_answers_to_offers_come_before_it() -> None:
    fight, both = "when attacked Rd02 then fight", "when attacked Rd02 then offer both; fight"

    assert pressed(given(STATE, 0, fight), "Offer mutual", "attacked", "Rd02") == ((1,), (both,))
    assert pressed(given(STATE, 0, both), "Ask me", "attacked", "Rd02") == (
        (1,),
        ("when attacked Rd02 then offer both; ask",),
    )
    refuse = given(STATE, 0, fight, "when offer Rd02 then refuse")
    assert pressed(refuse, "Accept if both", "attacked", "Rd02") == (
        (1, 2),
        ("when offer Rd02 then accept both", fight),
    )


def test_musters_are_ordered_before_the_order_that_ends_the_turn() -> None:
    ends, muster = "when my turn then roll; end expires next turn", "when may muster Rd02 then none expires next turn"

    assert pressed(given(STATE, 0, ends), "Nothing, don't ask", "muster", "Rd02") == ((1,), (muster, ends))
    plan = given(STATE, 0, "when my turn then roll expires next turn", muster)
    assert pressed(plan, "End the turn", "turn") == ((1, 2), (muster, ends))
    assert pressed(plan, "✓ Roll", "turn") == ((1,), ())


def test_an_order_for_one_legion_comes_before_those_for_any() -> None:
    everyone = given(STATE, 0, "when may muster Rd03 then none", "when attacked any then fight expires never")

    assert pressed(everyone, "Flee", "attacked", "Rd02") == (
        (2,),
        ("when attacked Rd02 then flee", "when attacked any then fight expires never"),
    )
    assert pressed(everyone, "Ask me", "attacked", "any") == (
        (2,),
        ("when attacked any then ask", "when attacked any then fight expires never"),
    )


def test_an_enemy_is_attacked_by_a_side_that_was_chosen() -> None:
    """R6.10"""
    found = {press.carries for where, press in crawled(AHEAD, STATE, 0, ()) if where.startswith("/moves")}
    attacks = [carries for carries in found if "attack Rd" in carries or "teleport Rd01 200 " in carries]

    assert attacks
    assert all(any(side in carries for side in ("left", "right", "bottom")) for carries in attacks)


def test_giving_up_a_titan_is_asked_about_and_named() -> None:
    """A6.9"""
    screen = AHEAD.screen(sight(STATE, 0, "attacked", "Rd01", "concede"))

    assert screen is not None
    assert "gives up your Titan" in screen.text
    assert [press.carries for press in screen.presses()] == ["* when attacked Rd01 then concede titan"]
    offered = {press.carries for _, press in crawled(AHEAD, STATE, 0, ())}
    assert not any("attacked Rd01" in each and each.endswith("concede") for each in offered if each[0] == Sign.ORDERING)


@pytest.mark.parametrize("language", languages())
def test_every_order_of_the_grammar_has_words(language: str) -> None:
    """Every moment, fact and act, with anything in its blanks."""
    terms, dice = Terms(Words(language)), Random(7)
    orders = (any_order(dice) for _ in range(1500))
    for order in orders:
        if any(condition.who == PARTIES[-1] for condition in order.conditions):
            continue  # no such order is ever filed (R3.3)
        said = sentence(terms, order)
        assert "{" not in said
        assert "titan." not in said
        one = FiledOrder(3, order, until=5)
        assert said in listed(terms, one)
        assert all(sentence_.strip() for sentence_ in lapses(terms, one))
    assert set(EXPIRIES) == set(ALL_EXPIRIES)
    assert all(f"titan.order.act.{kind.__name__.lower()}" in terms.words for kind in ACTS)
    assert all(f"titan.order.when.{kind.replace(' ', '-')}" in terms.words for kind in TRIGGERS)
    assert all(f"titan.order.fact.{fact}" in terms.words for fact in FACTS if fact != "count")


def test_the_menu_tells_which_legions_have_no_order_for_an_attack() -> None:
    """5.4"""
    first = AHEAD.screen(sight(STATE, 0))
    assert first is not None
    assert first.text.endswith("Tip: plan what these do if attacked: Rd01, Rd02, Rd03, Rd04.")

    for order, left in ((GIVEN[0], "Rd01, Rd03, Rd04."), (GIVEN[1], "")):
        seen = AHEAD.screen(sight(STATE, 0, orders=given(STATE, 0, order)))
        assert seen is not None
        assert seen.text.endswith(left)
        assert ("if attacked: " in seen.text) == bool(left)


def test_what_is_ordered_for_a_turn_within_ones_own_is_for_the_next() -> None:
    """Else the roll that lies there would move the legions at once that were to go on in the turn after it."""

    def offered(seat: int) -> list[str]:
        places = (("moves", "3"), ("turn",))
        screens = [AHEAD.screen(sight(STATE, seat, *place)) for place in places]
        carried = [press.carries for screen in screens if screen for press in screen.presses()]
        return [each for carries in carried if carries.startswith(Sign.ORDERING) for each in ordered(carries)[1]]

    assert all(" and turn = 3 then " in each for each in offered(0))
    assert not any("turn =" in each for each in offered(1))
    assert all(fired(STATE, given(STATE, 0, each)) is None for each in offered(0))


def test_a_typed_order_is_completed_by_what_may_follow() -> None:
    view = TITAN.view(STATE, Seat(0))

    assert "when my turn then" in AHEAD.completed(view, "")
    assert AHEAD.completed(view, "when att")[:2] == ("when attacked Rd01 then", "when attacked Rd02 then")
    follows = AHEAD.completed(view, "when attacked Rd02 then")
    assert "when attacked Rd02 then flee" in follows
    assert not any("muster" in each for each in follows)
    assert not any("Bu" in each for each in AHEAD.completed(view, "when"))


def test_what_is_too_long_for_a_press_is_found_again_where_it_was_offered() -> None:
    long = [press for _, press in islice(crawled(AHEAD, STATE, 0, given(STATE, 0, *GIVEN)), 400)]
    long = [press for press in long if len(press.carries) > MOST_CARRIED]

    assert long
    row = _carrying((long[0],), GoTo(("moves", "3")))
    assert isinstance(row, tuple)
    assert row[0].carries == f"orders {digest(long[0].carries)}/moves 3"


def beginning(variant: str = "standard") -> State:
    """A game of two before colours are chosen, its towers drawn."""
    state = TITAN.new_game(2, {"variant": variant})
    draw = TITAN.wants(state)
    assert draw is not None
    state, _ = TITAN.apply(state, CHANCE, Drawn((1, 2)))
    return state


def test_colour_marker_and_first_split_are_ordered_together_before_the_game_has_legions() -> None:
    """A7.2: step by step into one plan, each of them by a press."""
    state, orders = beginning(), tuple[FiledOrder, ...]()
    view = TITAN.view(state, Seat(0))

    def choose(label: str, *place: str) -> None:
        nonlocal orders
        screen = AHEAD.screen(sight(state, 0, *place, orders=orders))
        assert screen is not None
        (press,) = (each for each in screen.presses() if each.label.startswith(label))
        _, texts = ordered(press.carries)
        orders = tuple(filed(parse(each), 1, view) for each in texts)

    choose("Use this plan", "turn", "colour", "Red,Blue")
    choose("Rd03", "turn", "marker")
    choose("Rd03 gives Titan, 2 Centaurs and Gargoyle", "turn", "opening")
    choose("Roll", "turn")

    assert [text(one.order) for one in orders] == [
        "when my turn then colour Red,Blue; marker Rd03; split Rd03 Rd01 TTN,CEN,CEN,GAR; roll expires next turn"
    ]
    for where, press in crawled(AHEAD, state, 0, orders):
        for each in ordered(press.carries)[1] if press.carries.startswith(Sign.ORDERING) else ():
            assert text(filed(parse(each), 2, view).order) == each, where


def test_in_battle_titan_whoever_comes_back_is_ordered_for() -> None:
    """V7.6"""
    state = beginning("battle_titan")
    offered = {press.carries for _, press in crawled(AHEAD, state, 0, ())}

    assert "* when my turn then spawn COL expires next turn" in offered
    screen = AHEAD.screen(sight(beginning(), 0, "turn", "spawn", "COL"))
    assert screen is None, "in the standard game nobody comes back"
