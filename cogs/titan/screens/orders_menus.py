"""What the menus of orders ahead share: the orders as they stand, and the presses that give and change them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from cogs.face.presses import at, ordering
from cogs.face.screen import MOST_OPTIONS, Menu, Press, Row, Screen, Sight
from cogs.house.words.words import begun, shortened
from cogs.titan.screens.turn import legion, lists
from cogs.titan.words.orders import act, lapses, listed
from cogs.titan.words.terms import Terms
from engine.titan.orders import FiledOrder, StandingOrder, Trigger, text
from engine.titan.orders.acts import (
    ACTS,
    ATTACKED,
    ENGAGEMENT,
    MUSTER,
    OFFER,
    TURN,
    Act,
    Attack,
    End,
    Jump,
    Propose,
    Walk,
)
from engine.titan.orders.ahead import own, undefended
from engine.titan.orders.conditions import Condition
from engine.titan.orders.filing import coming
from engine.titan.orders.grammar import NEXT, ONCE
from engine.titan.orders.phrases import ANY
from engine.titan.view import LegionView, View
from engine.values import replace

LISTED = 150
"""So many characters of an order stand in a list."""

RANKED = 8
"""So many things are put in an order at most: more than that never matters."""

MOVES = (Walk, Attack, Jump)
"""Acts that stay in the order in which they were chosen: one legion may make room for another."""


@dataclass(frozen=True, slots=True)
class OrderMenus:
    """What a menu of orders is made of: the words, and the owner's sight with his orders that stand."""

    terms: Terms
    sight: Sight

    @property
    def orders(self) -> tuple[FiledOrder, ...]:
        """The owner's orders, in the order in which they are looked at."""
        return self.sight.orders

    @property
    def view(self) -> View:
        """The owner's view."""
        view: View = self.sight.view
        return view

    def say(self, key: str, **facts: object) -> str:
        """A text of Titan's own."""
        return self.terms.say(key, **facts)

    def legion(self, marker: str) -> LegionView | None:
        """One's own legion under a marker; None for any of them, too."""
        return legion(self.sight, marker)

    def named(self, marker: str) -> str:
        """A legion as a menu is headed by it."""
        return self.say("ahead.any") if marker == ANY else self.terms.marker(marker)

    def is_one(self, marker: str) -> bool:
        """Whether an order can be about this: a legion of one's own, or any of them."""
        return marker == ANY or self.legion(marker) is not None

    def about(self, *triggers: Trigger) -> Iterator[str]:
        """The orders for these moments, in a line each."""
        for one in self.orders:
            if one.order.trigger in triggers:
                yield shortened(listed(self.terms, one), LISTED)

    def plan(self, trigger: Trigger) -> FiledOrder | None:
        """The order that the menus make bit by bit for a moment of the turn to come."""
        return next((one for one in self.orders if one.order.trigger == trigger and self._is_rule(one)), None)

    def _is_rule(self, one: FiledOrder) -> bool:
        """Whether an order holds in any case in the turn to come, and does not lapse before."""
        plain = not one.order.conditions or one.order.conditions == self._only_then
        return plain and not one.within and one.until in (0, coming(self.view))

    @property
    def _only_then(self) -> tuple[Condition, ...]:
        """That it is the turn to come."""
        return (Condition("turn", "=", coming(self.view)),)

    @property
    def _is_own_turn(self) -> bool:
        """Whether what is ordered for a turn could mean the one that is on."""
        return self.view.active == self.sight.seat and self.view.phase != "setup"

    def planned(self, trigger: Trigger) -> tuple[Act, ...]:
        """What the plan for a moment has so far."""
        found = self.plan(trigger)
        return found.order.acts if found else ()

    def told(self, trigger: Trigger, nothing: str) -> Iterator[str]:
        """What the plan for a moment has so far in a line each, else `nothing`; when it is over or would be void."""
        yield from [f"- {act(self.terms, one)}" for one in self.planned(trigger)] or [nothing]
        if (found := self.plan(trigger)) is not None:
            yield "-# " + " ".join(lapses(self.terms, found))

    def taking_out(self, trigger: Trigger) -> Iterator[Menu]:
        """The list of what the plan for a moment has, by which each leaves it; none without a plan."""
        if planned := self.planned(trigger)[:MOST_OPTIONS]:
            gone = tuple(Press(self.without(trigger, one), begun(act(self.terms, one))) for one in planned)
            yield Menu(self.say("ahead.take-out"), gone)

    def with_act(self, trigger: Trigger, *acts: Act) -> str:
        """What a press carries by which these acts come into the plan for a moment."""
        return self.planning(trigger, (*self.planned(trigger), *acts))

    def without(self, trigger: Trigger, gone: Act) -> str:
        """What a press carries by which an act leaves the plan for a moment."""
        return self.planning(trigger, [one for one in self.planned(trigger) if one != gone])

    def instead(self, trigger: Trigger, one: Act, *also: type[Act]) -> str:
        """What a press carries by which an act is the only one of its kind in a plan; all of the kinds `also` go."""
        kinds = (type(one), *also)
        return self.planning(trigger, [one, *(each for each in self.planned(trigger) if not isinstance(each, kinds))])

    def planning(self, trigger: Trigger, acts: Sequence[Act]) -> str:
        """What a press carries by which these become the plan for a moment; without any there is none."""
        found = self.plan(trigger)
        if not acts:
            return ordering((), [found.number]) if found else at()
        given = found.order.conditions if found else self._only_then if self._is_own_turn else ()
        order = StandingOrder(trigger, given, tuple(sorted(acts, key=_place)), found.order.expires if found else NEXT)
        later = [
            one for one in self.orders if found and one.number != found.number and one.order.trigger.kind == MUSTER
        ]
        if found is None or End() not in order.acts or self.orders[-1] == found:
            later = []  # who ends his turn by an order has mustered before
        numbers = [*([found.number] if found else []), *(one.number for one in later)]
        return ordering([*(text(one.order) for one in later), text(order)], numbers)

    def toggle(self, trigger: Trigger, one: Act) -> Press:
        """A button by which an act comes into a plan, or leaves it."""
        there = one in self.planned(trigger)
        label = begun(act(self.terms, one))
        if there:
            return Press(self.without(trigger, one), self.say("ahead.ticked", what=label))
        return Press(self.with_act(trigger, one), label)

    def files(
        self, label: str, trigger: Trigger, *acts: Act, given: Sequence[Condition] = (), expires: str = ONCE
    ) -> Press:
        """A press that files an order where it counts: before the rules for all other cases.

        A rule takes the place of the one that stands as long for the same moment; an offer that is made goes with it.
        """
        old = next((one for one in self._rules(trigger) if one.order.trigger == trigger), None)
        if given or old is None or old.order.expires != expires:
            old = None
        elif any(isinstance(one, Propose) for one in (*acts, *old.order.acts)):
            acts = _with_offer(acts, old.order.acts)
        order = text(StandingOrder(trigger, tuple(given), acts, expires))
        rule = next(self._rules(trigger), None)
        if rule is None or rule == old:
            return Press(ordering([order], [old.number] if old else ()), label)
        return Press(ordering([order, text(rule.order)], [rule.number, *([old.number] if old else ())]), label)

    def _rules(self, trigger: Trigger) -> Iterator[FiledOrder]:
        """The orders that hold in any case, behind which one for a moment would never count."""
        for one in filter(self._is_rule, self.orders):
            other = one.order.trigger
            alike = other.kind == trigger.kind or (trigger.kind == OFFER and other.kind in (ATTACKED, ENGAGEMENT))
            ends = trigger.kind == MUSTER and other.kind == TURN and End() in one.order.acts
            if ends or (alike and other.legion in (trigger.legion, ANY)):
                yield one

    def marked(self, label: str, *triggers: Trigger) -> str:
        """A label with a tick if there is an order for one of these moments."""
        there = any(one.order.trigger in triggers for one in self.orders)
        return self.say("ahead.ticked", what=label) if there else label

    def lists(self, about: str, presses: Sequence[Press], page: int, here: Sequence[str]) -> Menu:
        """A list with pages, of a place."""
        return lists(self.terms, about, presses, page, here)

    def ranking(
        self,
        lines: Sequence[str],
        here: Sequence[str],
        able: Mapping[str, str],
        ranked: Sequence[str],
        given: Callable[[Sequence[str]], str],
        page: int = 0,
        last: Sequence[Press] = (),
    ) -> Screen | None:
        """Things put in an order by a press each, those chosen so far standing in the place behind `here`.

        `able` are what can be chosen, with what each is called; `given` is what the press carries that gives the order.
        None if something was chosen that can't be.
        """
        if not able or not set(ranked) <= set(able):
            return None
        chosen = self.terms.words.listing((able[one] for one in ranked), "comma")
        left = [one for one in able if one not in ranked] if len(ranked) < RANKED else []
        rows: list[Row] = []
        if left:
            now = (*here, ",".join(ranked)) if ranked else here
            options = [Press(at(*here, ",".join((*ranked, one))), able[one]) for one in left]
            rows.append(self.lists(self.say("ahead.then-which"), options, page, now))
        buttons = [Press(given(ranked), self.say("ahead.file"), style="good")] if ranked else []
        if buttons or last:
            rows.append((*buttons, *last))
        said = self.say("ahead.ranked", chosen=chosen if ranked else self.say("ahead.none-yet"))
        return Screen("\n".join([*lines, said]), tuple(rows))

    def legions(
        self, about: str, page: int, place: str, moments: Sequence[str] = (), *, any_: bool = True
    ) -> Screen | None:
        """Which legion an order is about: each of one's own, and all of them at once.

        Those about which there is one for one of the `moments`, kinds of triggers, have a tick.
        """
        marked = self.marked
        presses = [
            Press(
                at(place, one.marker),
                marked(self.terms.marker(one.marker), *(Trigger(kind, one.marker) for kind in moments)),
                note=self.terms.creatures(one.creatures, "comma"),
            )
            for one in own(self.view)
        ]
        if any_:
            any_of = (Trigger(kind, ANY) for kind in moments)
            presses.insert(0, Press(at(place, ANY), marked(self.say("ahead.any"), *any_of)))
        if not presses:
            return None
        which = self.say("ahead.which")
        return Screen(about, (self.lists(which, presses, page, (place,)),))


def unguarded(terms: Terms, view: View, orders: Sequence[FiledOrder]) -> str:
    """Which of the viewer's legions have no order for when they are attacked; empty if all have (5.4)."""
    found = undefended(view, orders)
    return (
        terms.say("ahead.undefended", number=len(found), legions=terms.words.listing(found, "comma")) if found else ""
    )


def _with_offer(acts: Sequence[Act], before: Sequence[Act]) -> tuple[Act, ...]:
    """The acts of a rule that makes an offer first, out of two rules of which one does."""
    offers = tuple(one for one in (*acts, *before) if isinstance(one, Propose))[:1]
    others = tuple(one for one in acts if not isinstance(one, Propose))
    return (*offers, *(others or tuple(one for one in before if not isinstance(one, Propose))))


def _place(one: Act) -> int:
    """Where an act stands in a plan: as in a turn, moves in the order in which they were chosen."""
    return ACTS.index(MOVES[0] if isinstance(one, MOVES) else type(one))


def lasting(one: FiledOrder, expires: str) -> str:
    """What a press carries by which an order stands for another time."""
    return ordering([text(replace(one.order, expires=expires))], [one.number])


def chosen(words: Sequence[str]) -> tuple[str, ...]:
    """What stands in a place behind the menu that it is of: what was put in an order so far."""
    return tuple(filter(None, ",".join(words).split(",")))
