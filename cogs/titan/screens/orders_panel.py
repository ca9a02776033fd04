"""The panel of orders ahead: the list of one's own, one of them, and the menus by which others are given (5.1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from cogs.face.presses import PutFirst, at, form, ordering
from cogs.face.screen import Field, Filled, Form, Menu, Press, Row, Screen, Sight, in_rows
from cogs.house.words.words import shortened
from cogs.titan.screens import battle_plan
from cogs.titan.screens.orders_after import ADDS, MUSTERS, adds, musters
from cogs.titan.screens.orders_menus import LISTED, OrderMenus, lasting, unguarded
from cogs.titan.screens.orders_moves import PLACE as MOVING
from cogs.titan.screens.orders_moves import moves
from cogs.titan.screens.orders_parley import parley
from cogs.titan.screens.orders_turn import PLACE as TURNING
from cogs.titan.screens.orders_turn import split_form, turn
from cogs.titan.screens.turn import paged
from cogs.titan.words.orders import EXPIRIES, lapses, listed, sentence
from cogs.titan.words.terms import Terms
from engine.titan.orders import FiledOrder, text
from engine.titan.orders.acts import ACTS, ATTACKED, BATTLE, ENGAGEMENT, ROLL, STRIKES, TRIGGERS, TURN
from engine.titan.orders.ahead import own
from engine.titan.orders.grammar import AFTER, LONGEST, NEVER, NEXT, ONCE
from engine.titan.view import View

ONE, WRITE = "one", "write"
TYPED = "typed"

A_PAGE = 8
"""So many orders are listed at once."""

OrderPage = Callable[[OrderMenus, Sequence[str], int], Screen | None]

MENUS: Mapping[str, OrderPage] = {
    ATTACKED: parley,
    TURNING: turn,
    MOVING: moves,
    ENGAGEMENT: parley,
    MUSTERS: musters,
    ADDS: adds,
    battle_plan.PLACE: lambda ahead, place, page: _plans(ahead, place, page),
}
"""The menus by the first word of their places, in the order of the buttons that lead to them."""


class TitanOrderScreens:
    """What people see of Titan's orders ahead, in the language of `terms`; see
    `cogs.face.face.OrderScreens`.
    """

    def __init__(self, terms: Terms) -> None:
        self.terms = terms

    def screen(self, sight: Sight) -> Screen | None:
        """The screen of a place; None for one that there is not (any more)."""
        ahead, (place, page) = OrderMenus(self.terms, sight), paged(sight.place)
        match place:
            case ():
                return _first(ahead, page)
            case (what, number) if what == ONE and number.isdecimal():
                return _one(ahead, int(number))
            case (what, *_) if what in MENUS:
                return MENUS[what](ahead, place, page)
            case _:
                return None

    def form(self, sight: Sight) -> Form | None:
        """The form of a place: to write an order, or a split."""
        ahead = OrderMenus(self.terms, sight)
        match sight.place:
            case (what, *typed) if what == WRITE:
                return _writing(ahead, " ".join(typed))
            case (what, *_) if what == TURNING:
                return split_form(ahead, sight.place)
            case (what, *_) if what == battle_plan.PLACE:
                return battle_plan.form(self.terms, sight)
            case _:
                return None

    def again(self, typed: str) -> str:
        """What a press carries that opens the form to write an order in, with this in it."""
        return form(WRITE, typed)

    def after(self, one: FiledOrder) -> str:
        """The place that is shown once an order was filed: the plan that it is, else the order itself."""
        trigger = one.order.trigger
        planned = all(condition.fact == "turn" for condition in one.order.conditions)
        if planned and trigger.kind == TURN:
            return at(TURNING)
        if planned and trigger.kind == ROLL and len(trigger.rolls) == 1:
            return at(MOVING, str(trigger.rolls[0]))
        return at(ONE, str(one.number))

    def said(self, one: FiledOrder) -> str:
        """An order in a sentence."""
        return sentence(self.terms, one.order)

    def completed(self, view: View, typed: str) -> tuple[str, ...]:
        """What a typed order may go on with: the moments, for one's own legions, and what can follow them."""
        said = " ".join(typed.split())
        when, then, _ = said.partition(" then")
        markers = [one.marker for one in own(view)]
        beginnings = [
            f"when {phrase.shown.replace('<legion>', marker)}"
            for phrase in TRIGGERS.values()
            for marker in (markers if "<legion>" in phrase.shown else [""])
        ]
        if not then:
            return tuple(f"{each} then" for each in beginnings if each.casefold().startswith(said.casefold()))
        kind = next((kind for kind, phrase in TRIGGERS.items() if _begins(when, phrase.shown)), "")
        return tuple(
            f"{when} then {each.phrase.shown}"
            for each in ACTS
            if kind in each.at and f"{when} then {each.phrase.shown}".startswith(said.rstrip())
        )


def _begins(when: str, shown: str) -> bool:
    """Whether a typed moment is of a trigger, by the words before its first blank."""
    fixed = shown.partition("<")[0].partition("[")[0].strip()
    return when.removeprefix("when ").casefold().startswith(fixed)


def _first(ahead: OrderMenus, page: int) -> Screen:
    """All orders, so many at once, and where others are given."""
    pages = max(1, -(-len(ahead.orders) // A_PAGE))
    here = page % pages
    shown = ahead.orders[here * A_PAGE : (here + 1) * A_PAGE]
    lines = [f"**{ahead.say('ahead.title')}**", *(shortened(listed(ahead.terms, one), LISTED) for one in shown)]
    if not shown:
        lines.append(ahead.say("ahead.none"))
    elif len(ahead.orders) > 1:
        lines.append(ahead.say("ahead.first-counts"))
    lines += filter(None, [unguarded(ahead.terms, ahead.view, ahead.orders)])
    rows: list[Row] = []
    if shown:
        options = [
            Press(at(ONE, str(one.number)), f"{one.number}: {sentence(ahead.terms, one.order)}") for one in shown
        ]
        if pages > 1:
            number = (here + 1) % pages
            options.append(Press(at(f"@{number}"), ahead.terms.say("turn.more", number=number + 1, pages=pages)))
        rows.append(Menu(ahead.say("ahead.which-order"), tuple(options)))
    there = (place for place, menu in MENUS.items() if menu(ahead, (place,), 0) is not None)
    buttons = [Press(at(place), ahead.say(f"ahead.button.{place}")) for place in there]
    buttons.append(Press(form(WRITE), ahead.say("ahead.write")))
    return Screen("\n".join(lines), (*rows, *in_rows(buttons)))


def _plans(ahead: OrderMenus, place: Sequence[str], page: int) -> Screen | None:
    """Which legion a battle plan is for, and the plan of one (ASYNC_PLAY 6)."""
    if len(place) == 1:
        return ahead.legions(f"**{ahead.say('ahead.battle')}**", page, battle_plan.PLACE, (STRIKES,), any_=False)
    return battle_plan.screen(ahead.terms, ahead.sight)


def _one(ahead: OrderMenus, number: int) -> Screen | None:
    """An order, its text, when it is over, and what can be done with it."""
    one = next((each for each in ahead.orders if each.number == number), None)
    if one is None:
        return None
    lines = [f"**{one.number}: {sentence(ahead.terms, one.order)}**", f"`{text(one.order)}`"]
    lines += lapses(ahead.terms, one)
    fitting = (ONCE, *((AFTER,) if one.order.trigger.kind in BATTLE else ()), NEXT, NEVER)
    lasts = [
        Press(lasting(one, expires), ahead.say(f"ahead.last.{EXPIRIES[expires]}"))
        for expires in fitting
        if expires != one.order.expires
    ]
    last = [Press(ordering((), [number]), ahead.say("ahead.cancel"), style="grave")]
    if ahead.orders[0] != one:
        last.insert(0, Press(str(PutFirst(number)), ahead.say("ahead.to-front")))
    return Screen("\n".join(lines), (tuple(lasts), tuple(last)))


def _writing(ahead: OrderMenus, typed: str) -> Form:
    """An order in text, for who knows the grammar."""
    field = Field(
        TYPED,
        ahead.say("ahead.write-label"),
        about=ahead.say("ahead.write-about"),
        before=(typed,) if typed else (),
        room=LONGEST,
    )

    def makes(filled: Filled) -> str:
        return ordering([" ".join(filled.get(TYPED, ()))])

    return Form(ahead.say("ahead.write-title"), (field,), makes)
