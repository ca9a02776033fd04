"""The panel of orders ahead: within Discord's limits, every moment in it, and all that it offers can be given."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from cogs.face import limits
from cogs.face.presses import Sign, at
from cogs.face.presses import parse as intent_of
from cogs.face.screen import Press, Sight
from cogs.house.words.words import Words, languages
from cogs.interactions.components import modal, panel
from cogs.skirmish.screens.orders_panel import SkirmishOrderScreens
from cogs.skirmish.words.orders import sentence
from cogs.skirmish.words.terms import Terms
from engine.core import Seat
from engine.skirmish.orders import ACTS, TRIGGERS, FiledOrder, filed, parse
from engine.skirmish.orders.grammar import AFTER_ORDERS
from engine.skirmish.state import State
from tests.carried import ordered
from tests.skirmish.field import DAQAN, THUNDERCLAP, UTHUK, field
from tests.skirmish.screens.test_panel import sight as played

PANELS = 200

UNITS = "citadel_guard@C7 roc_warrior@D3 viper_legion@E7 mountain_giant@F7"


@pytest.fixture
def state() -> State:
    return field(
        UNITS.replace("mountain_giant", "uthuk/mountain_giant"),
        scenario=THUNDERCLAP,
        hands=("keen_eyes runic_barrier", "crushing_force"),
        commands=("pincer", "onslaught"),
    )


def sight(terms: Terms, state: State, orders: Sequence[FiledOrder] = (), place: str = "", seat: Seat = DAQAN) -> Sight:
    return replace(played(terms, state, seat, place), orders=tuple(orders))


def crawled(terms: Terms, state: State, orders: Sequence[FiledOrder], seat: Seat) -> set[str]:
    """Presses everything that leads on; the texts of the orders that are offered."""
    ahead, texts, waiting, seen = SkirmishOrderScreens(terms), set[str](), [at()], set[str]()
    while waiting:
        where = waiting.pop()
        if where in seen:
            continue
        seen.add(where)
        assert len(seen) < PANELS, "a panel leads in circles"
        screen = ahead.screen(sight(terms, state, orders, where, seat))
        assert screen is not None, f"{where} leads nowhere"
        assert len(screen.rows) < 5, "the panel's own buttons need a row"
        shown = panel(1, 1, screen.rows, (Press("open", "Back"),), here=where)
        assert limits.message(limits.sent(screen.text, shown, ())) == ()
        for press in screen.presses():
            assert press.label.strip()
            assert str(intent_of(press.carries)) == press.carries
            if press.carries.startswith(Sign.PLACE):
                waiting.append(press.carries)
            elif press.carries.startswith(Sign.FORM):
                form = ahead.form(sight(terms, state, orders, press.carries, seat))
                assert form is not None
                assert limits.modal(modal(1, 1, press.carries, form).to_dict()) == ()
            elif press.carries.startswith(Sign.ORDERING):
                texts |= set(ordered(press.carries)[1])
            else:
                assert press.carries.startswith(Sign.FIRST)
    return texts


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("seat", [DAQAN, UTHUK])
def test_everything_that_is_offered_can_be_ordered_and_every_moment_has_something(
    state: State, seat: Seat, language: str
) -> None:
    terms, view = Terms(Words(language)), played(Terms(Words("en")), state, seat).view

    texts = crawled(terms, state, (), seat)

    given = [filed(parse(text), 1, view).order for text in texts]
    assert {order.trigger for order in given} == set(TRIGGERS) - {AFTER_ORDERS}, "no window is open then any more"
    assert {order.act.kind for order in given} >= set(ACTS) - ({"instruct"} if seat == UTHUK else set())
    assert len({sentence(terms, order) for order in given}) == len(given), "no two orders are said alike"


def test_an_order_that_was_given_is_listed_and_can_be_changed_or_cancelled(state: State) -> None:
    terms = Terms(Words("en"))
    view = played(terms, state, DAQAN).view
    texts = ("when countering with citadel_guard and health >= 2 then counter", "when attacked then pass expires once")
    orders = [filed(parse(text), number, view) for number, text in enumerate(texts, 1)]
    ahead = SkirmishOrderScreens(terms)

    listed = ahead.screen(sight(terms, state, orders, Sign.PLACE))
    one = ahead.screen(sight(terms, state, orders, "/one 2"))

    assert listed is not None
    assert (
        "When you may strike back (your unit: Citadel Guard; your unit's health: 2 or more): strike back" in listed.text
    )
    assert one is not None
    assert "It works once." in one.text
    carried = [press.carries for press in one.presses()]
    assert "*2 when attacked then pass" in carried
    assert "*2" in carried
    assert "^2" in carried


def test_an_order_that_is_gone_has_no_screen(state: State) -> None:
    terms = Terms(Words("en"))

    assert SkirmishOrderScreens(terms).screen(sight(terms, state, (), "/one 7")) is None
    assert SkirmishOrderScreens(terms).screen(sight(terms, state, (), "/on never")) is None


def test_a_typed_order_is_completed_by_moments_and_by_what_can_be_done_in_them(state: State) -> None:
    ahead = SkirmishOrderScreens(Terms(Words("en")))
    view = played(Terms(Words("en")), state, DAQAN).view

    assert ahead.completed(view, "when att") == ("when attacked then", "when attack rolled then")
    assert "when countering then counter" in ahead.completed(view, "when countering then ")
    assert ahead.completed(view, "when after") == (
        "when after my roll then",
        "when after my moves then",
        "when after enemy moves then",
    )
    assert ahead.completed(view, "when after my orders then ") == ()
    assert ahead.completed(view, "when lore step then l") == ("when lore step then learn <lore, both or cards>",)
