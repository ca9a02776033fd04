"""The panel of orders ahead: the list of one's own, one of them, and the menus by which others are given."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cogs.face.presses import PutFirst, at, form
from cogs.face.presses import ordering as orders
from cogs.face.screen import MOST_OPTIONS, Field, Filled, Form, Menu, Press, Row, Screen, Sight, in_rows
from cogs.house.words.words import begun, shortened
from cogs.skirmish.screens.framing import lists, own_of, paged
from cogs.skirmish.words.orders import EXPIRIES, act, condition, key, listed, sentence
from cogs.skirmish.words.terms import Terms
from engine.skirmish.orders import ACTS, Act, Condition, FiledOrder, StandingOrder, proposed, text
from engine.skirmish.orders.grammar import (
    ATTACKED,
    CARDS,
    CAST,
    COUNTER,
    IN_COMBAT,
    INSTRUCT,
    LATER,
    LEARN,
    LONGEST,
    SHOWN,
    moments,
    shown,
)
from engine.skirmish.steps.turn import DRAWS
from engine.skirmish.view import View
from engine.values import replace

ONE, WRITE, ON = "one", "write", "on"
TYPED = "typed"

A_PAGE = 8
"""So many orders are listed at once."""

LISTED = 200
"""How much of a line an order may take in the list."""

HARD = 2
"""The damage from which on a word for after the roll waits, beside the least."""

CAREFUL = 2
"""The health that a unit must have left to strike back with care."""


class SkirmishOrderScreens:
    """What people see of orders ahead in a skirmish, in the language of `terms`; see
    `cogs.face.face.OrderScreens`.
    """

    def __init__(self, terms: Terms) -> None:
        self.terms = terms

    def screen(self, sight: Sight) -> Screen | None:
        """The screen of a place; None for one that there is not (any more)."""
        place, page = paged(sight.place)
        match place:
            case ():
                return _all(self.terms, sight, page)
            case (what, number) if what == ONE and number.isdecimal():
                return _one(self.terms, sight, int(number))
            case (what, moment, *kinds) if what == ON and len(kinds) < 2:
                return _moment(self.terms, sight, moment, tuple(kinds), page)
            case _:
                return None

    def form(self, sight: Sight) -> Form | None:
        """The form to write an order in; no other place has one."""
        match sight.place:
            case (what, *typed) if what == WRITE:
                return _writing(self.terms, " ".join(typed))
            case _:
                return None

    def again(self, typed: str) -> str:
        """What a press carries that opens the form to write an order in, with this in it."""
        return form(WRITE, typed)

    def after(self, one: FiledOrder) -> str:
        """The order itself is shown once it was filed."""
        return at(ONE, str(one.number))

    def said(self, one: FiledOrder) -> str:
        """An order in a sentence."""
        return sentence(self.terms, one.order)

    def completed(self, view: View, typed: str) -> tuple[str, ...]:
        """What a typed order may go on with: the moments, then what can be done in them."""
        said, there = " ".join(typed.split()), moments(view.rules)
        when, then, _ = said.partition(" then")
        if not then:
            return tuple(f"when {each} then" for each in there if f"when {each}".startswith(said.casefold()))
        moment = next((each for each in there if when.casefold().removeprefix("when ").startswith(each)), "")
        able = shown(moment) if moment else ()
        return tuple(f"{when} then {each}" for each in able if f"{when} then {each}".startswith(said.rstrip()))


def proposing(terms: Terms, sight: Sight) -> Press:
    """The button that gives all orders at once that the set-up proposes (`engine.skirmish.orders.proposed`)."""
    return Press(orders([text(order) for order in proposed(sight.view)]), terms.say("ahead.proposed"), style="good")


def _all(terms: Terms, sight: Sight, page: int) -> Screen:
    """All orders, so many at once, and the moments for which others are given."""
    pages = max(1, -(-len(sight.orders) // A_PAGE))
    here = page % pages
    shown_here = sight.orders[here * A_PAGE : (here + 1) * A_PAGE]
    lines = [f"**{terms.say('ahead.title')}**", *(shortened(listed(terms, one), LISTED) for one in shown_here)]
    if not shown_here:
        lines.append(terms.say("ahead.none"))
    elif len(sight.orders) > 1:
        lines.append(terms.say("ahead.first-counts"))
    rows: list[Row] = []
    if shown_here:
        options = [Press(at(ONE, str(one.number)), f"{one.number}: {sentence(terms, one.order)}") for one in shown_here]
        if pages > 1:
            number = (here + 1) % pages
            options.append(Press(at(f"@{number}"), terms.say("panel.more", number=number + 1, pages=pages)))
        rows.append(Menu(terms.say("ahead.which-order"), tuple(options)))
    there = moments(sight.view.rules)
    whens = [Press(at(ON, key(each)), begun(terms.say(f"order.when.{key(each)}"))) for each in there]
    rows.append(lists(terms, terms.say("ahead.which-moment"), whens, 0, ()))
    writing = Press(form(WRITE), terms.say("ahead.write"))
    rows.append((writing,) if sight.orders else (proposing(terms, sight), writing))
    return Screen("\n".join(lines), tuple(rows))


def _moment(terms: Terms, sight: Sight, moment: str, kinds: tuple[str, ...], page: int) -> Screen | None:
    """What can be ordered for a moment, for one kind of one's units where there is one in it, or for all of them."""
    trigger = next((each for each in moments(sight.view.rules) if key(each) == moment), None)
    own = _kinds(sight)
    if trigger is None or (kinds and (trigger not in IN_COMBAT or kinds[0] not in own)):
        return None
    when = terms.say(f"order.when.{moment}")
    only = terms.say("order.own", units=terms.unit(kinds[0])) if kinds else ""
    lines = [f"**{begun(terms.words.listing(filter(None, (when, only)), 'comma'))}**", terms.say("ahead.how")]
    presses = [
        Press(orders([text(replace(one, own=kinds))]), begun(_labelled(terms, one))) for one in _offered(sight, trigger)
    ]
    rows: list[Row] = [lists(terms, terms.say("ahead.what"), presses[:MOST_OPTIONS], page, (ON, moment, *kinds))]
    if trigger in IN_COMBAT and own and not kinds:
        each = [Press(at(ON, moment, kind), terms.unit(kind)) for kind in own]
        rows.append(lists(terms, terms.say("ahead.only-for"), each, 0, ()))
    return Screen("\n".join(lines), tuple(rows))


def _kinds(sight: Sight) -> tuple[str, ...]:
    """The kinds of one's own units on the field, in the order of the tables."""
    there = {unit.kind for unit in sight.view.units if unit.owner == sight.seat}
    return tuple(kind for kind in sight.view.rules.tables.kinds if kind in there)


def _labelled(terms: Terms, order: StandingOrder) -> str:
    """What an order does, and under which conditions."""
    said = act(terms, order.act)
    if not order.conditions:
        return said
    conditions = terms.words.listing((condition(terms, one) for one in order.conditions), "semicolon")
    return terms.say("order.given", when=said, conditions=conditions)


def _offered(sight: Sight, trigger: str) -> Iterator[StandingOrder]:
    """The orders that the menu of a moment gives; others are written."""
    for kind, able in ACTS.items():
        if trigger not in able:
            continue
        if kind == LEARN:
            yield from (StandingOrder(trigger, Act(LEARN, way=way)) for way in DRAWS)
        elif kind not in SHOWN:
            yield StandingOrder(trigger, Act(kind))
        if kind == COUNTER:
            yield StandingOrder(trigger, Act(COUNTER), conditions=(Condition("health", ">=", CAREFUL),))
    for card in _cards(sight, CARDS.get(trigger, ())):
        yield StandingOrder(trigger, Act(CAST, card=card))
    if trigger == ATTACKED:
        for card in _cards(sight, LATER):
            yield from (StandingOrder(trigger, Act(INSTRUCT, card=card, least=least)) for least in (1, HARD))


def _cards(sight: Sight, timings: Sequence[str]) -> Iterator[str]:
    """One's own cards of these timings, in the hand and in the deck, each once."""
    own, cards = own_of(sight), sight.view.rules.tables.lore
    return (card for card in dict.fromkeys((*own.hand, *own.deck)) if cards[card].timing in timings)


def _one(terms: Terms, sight: Sight, number: int) -> Screen | None:
    """An order, its text, how long it stands, and what can be done with it."""
    one = next((each for each in sight.orders if each.number == number), None)
    if one is None:
        return None
    stands = terms.say(f"ahead.lasts.{EXPIRIES[one.order.expires]}")
    lines = [f"**{number}: {sentence(terms, one.order)}**", f"`{text(one.order)}`", stands, terms.say("ahead.inexact")]
    lasts = [
        Press(orders([text(replace(one.order, expires=expires))], [number]), terms.say(f"ahead.last.{name}"))
        for expires, name in EXPIRIES.items()
        if expires != one.order.expires
    ]
    last = [Press(orders((), [number]), terms.say("ahead.cancel"), style="grave")]
    if sight.orders[0] != one:
        last.insert(0, Press(str(PutFirst(number)), terms.say("ahead.to-front")))
    return Screen("\n".join(lines), (*in_rows(lasts), tuple(last)))


def _writing(terms: Terms, typed: str) -> Form:
    """An order in text, for who knows the grammar."""
    before = (typed,) if typed else ()
    field = Field(
        TYPED, terms.say("ahead.write-label"), about=terms.say("ahead.write-about"), before=before, room=LONGEST
    )

    def makes(filled: Filled) -> str:
        return orders([" ".join(filled.get(TYPED, ()))])

    return Form(terms.say("ahead.write-title"), (field,), makes)
