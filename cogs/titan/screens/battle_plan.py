"""The screen of a battle plan: a few choices, what they come to in words, and one press that leaves it (ASYNC_PLAY 6).

It is for the owner of the legion alone; nothing that others see tells that there is a plan before it acts, since in
battle it acts at once. What has been chosen stands in the place of the screen, and nowhere else until it is left.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from cogs.face.presses import SETTLE, at, ordering
from cogs.face.presses import form as opens
from cogs.face.screen import Field, Filled, Form, Press, Screen, Sight
from cogs.titan.words.terms import Terms
from engine.titan.battle.policy import MARKS, Policy
from engine.titan.orders import text
from engine.titan.orders.conditions import legion, own_markers
from engine.titan.orders.plans import (
    ADVISED,
    CALLS,
    HALVED,
    HAND,
    IN_DANGER,
    LATE,
    MANEUVERS,
    STAY,
    Plan,
    holds_titan,
    orders,
    planned,
    policies,
    rolling,
    rollings,
    striking,
)
from engine.titan.sides import DEFENDER

PLACE = "plan"

STRIKES: Mapping[str, tuple[str, ...]] = {
    "standard": MARKS,
    "dear": ("value", "titan", "sure", "likely", "hurt"),
    "hurt": ("hurt", "sure", "titan", "likely", "value"),
}
"""Which orders of targets are offered, see `battle.policy`."""

ASKS: Mapping[str, tuple[str, ...]] = {
    "titan": (IN_DANGER,),
    "titan-half": (IN_DANGER, HALVED),
    "half": (HALVED,),
    "late": (IN_DANGER, LATE),
    "never": (),
}
"""When the owner may want to be asked: those with a Titan are for a legion that holds one."""

WITHOUT_TITAN: Mapping[str, tuple[str, ...]] = {"never": (), "half": (HALVED,), "late-plain": (LATE,)}

FEWEST = (0, 2, 3)
"""With fewer characters than that it may concede; 0: never."""


def screen(terms: Terms, sight: Sight) -> Screen | None:
    """The screen of the place `plan Rd01 …`; None for a legion that is not the viewer's, or choices that there are not.

    Without choices in the place it shows a plan that is sensible as it is: one press more leaves it.
    """
    plan = _placed(sight)
    if plan is None:
        return None
    return Screen("\n".join(_text(terms, sight, plan)), (tuple(_buttons(terms, sight, plan)),))


def form(terms: Terms, sight: Sight) -> Form | None:
    """The form that changes the plan of the place, with all its choices as they are; None where there is no screen."""
    plan = _placed(sight)
    if plan is None:
        return None
    asks = _asks(sight, plan.marker)
    fields = [
        _field(terms, "leads", _ways(sight), plan.maneuvers),
        _field(terms, "asks", asks, _key(asks, plan.asks)),
        _field(terms, "strikes", STRIKES, _key(STRIKES, plan.policy.targets)),
        _field(terms, "calls", CALLS, plan.calls),
    ]
    if not holds_titan(plan.marker, sight.view):  # who gives his Titan up says so in an order of his own (A6.9)
        fields.append(_field(terms, "concedes", map(str, FEWEST), str(plan.least)))

    def makes(filled: Filled) -> str:
        def said(name: str, otherwise: str) -> str:
            return next(iter(filled.get(name, ())), otherwise)

        changed = replace(
            plan,
            maneuvers=said("leads", plan.maneuvers),
            asks=asks[said("asks", _key(asks, plan.asks))],
            policy=Policy(STRIKES[said("strikes", _key(STRIKES, plan.policy.targets))]),
            calls=said("calls", plan.calls),
            least=int(said("concedes", str(plan.least))),
        )
        return at(PLACE, *_code(sight, changed))

    return Form(terms.say("plan.form", legion=plan.marker), tuple(fields), makes)


def _field(terms: Terms, what: str, offered: Iterable[str], now: str) -> Field:
    options = tuple(Press(key, terms.say(f"plan.option.{what}.{key}")) for key in offered)
    return Field(what, terms.say(f"plan.menu.{what}"), options, before=(now,))


# --- what is chosen, in the place ---


def _asks(sight: Sight, marker: str) -> Mapping[str, tuple[str, ...]]:
    return ASKS if holds_titan(marker, sight.view) else WITHOUT_TITAN


def _usual(sight: Sight, marker: str) -> Plan:
    """The plan that is offered first. Where nothing is advised, who defends stays, and who attacks leads himself."""
    asks, engaged = next(iter(_asks(sight, marker).values())), sight.view.engaged
    defends = engaged is not None and engaged.markers[DEFENDER] == marker
    leads = ADVISED if sight.advised else STAY if defends else HAND
    return Plan(marker, leads, asks, always=not _is_engaged(sight, marker))


def _is_engaged(sight: Sight, marker: str) -> bool:
    return sight.view.engaged is not None and marker in sight.view.engaged.markers


def _placed(sight: Sight) -> Plan | None:
    """The plan that the place says; None for a legion that is not the viewer's, or choices that there are not."""
    marker, *chosen = sight.place[1:] or ("",)
    if marker not in own_markers(sight.view) or legion(sight.view, marker) is None:
        return None
    if not chosen:
        return _usual(sight, marker)
    asks = _asks(sight, marker)
    match chosen:
        case [maneuvers, when, strikes, calls, least, always] if (
            maneuvers in _ways(sight) and when in asks and strikes in STRIKES and calls in CALLS
        ):
            fewest = next((number for number in FEWEST if str(number) == least), 0)
            return Plan(
                marker, maneuvers, asks[when], Policy(STRIKES[strikes]), calls, fewest, always=always == "always"
            )
        case _:
            return None


def _ways(sight: Sight) -> tuple[str, ...]:
    return tuple(way for way in MANEUVERS if way != ADVISED or sight.advised)


def _code(sight: Sight, plan: Plan) -> tuple[str, ...]:
    """The words of the place of a plan."""
    when = _key(_asks(sight, plan.marker), plan.asks)
    strikes = _key(STRIKES, plan.policy.targets)
    scope = "always" if plan.always else "once"
    return plan.marker, plan.maneuvers, when, strikes, plan.calls, str(plan.least), scope


def _key(of: Mapping[str, tuple[str, ...]], value: tuple[str, ...]) -> str:
    return next(key for key, each in of.items() if each == value)


# --- what is shown ---


def _text(terms: Terms, sight: Sight, plan: Plan) -> Iterator[str]:
    yield terms.say("plan.title", legion=terms.marker(plan.marker))
    yield terms.say("plan.about")
    yield from (f"- {line}" for line in told(terms, sight, plan))
    if planned(sight.orders, plan.marker):
        yield terms.say("plan.stands")


def told(terms: Terms, sight: Sight, plan: Plan) -> Iterator[str]:
    """What a plan says, a sentence for each of its choices."""
    yield terms.say(f"plan.leads.{plan.maneuvers}")
    if plan.maneuvers != HAND:
        when = _key(_asks(sight, plan.marker), plan.asks)
        yield terms.say(f"plan.asks.{when}")
    yield terms.say(f"plan.strikes.{_key(STRIKES, plan.policy.targets)}")
    yield terms.say(f"plan.calls.{plan.calls}")
    if plan.least:
        yield terms.say("plan.concedes", number=plan.least)
    scope = "always" if plan.always else "once" if _is_engaged(sight, plan.marker) else "next"
    yield terms.say(f"plan.scope.{scope}", legion=plan.marker)


def _buttons(terms: Terms, sight: Sight, plan: Plan) -> Iterator[Press]:
    mine = planned(sight.orders, plan.marker)
    texts = tuple(map(text, orders(plan, sight.view)))
    yield Press(ordering(texts, tuple(one.number for one in mine)), terms.say("plan.leave"), style="good")
    if mine:
        yield stop(terms, sight, plan.marker)
    yield Press(opens(PLACE, *_code(sight, plan)), terms.say("plan.change"))
    other = replace(plan, always=not plan.always)
    yield Press(at(PLACE, *_code(sight, other)), terms.say("plan.always" if other.always else "plan.once"))
    if sight.view.battle is not None and sight.seat in sight.view.battle.seats:
        yield Press(SETTLE, terms.say("plan.settle"))


def stop(terms: Terms, sight: Sight, marker: str) -> Press:
    """Withdraws the plan of a legion: from then on its owner is asked."""
    numbers = tuple(one.number for one in planned(sight.orders, marker))
    return Press(ordering((), numbers), terms.say("plan.stop"), style="grave")


# --- in the panels of an engagement ---


def way(terms: Terms, sight: Sight) -> Press:
    """In the panel of who is engaged: the way to a plan, or if one stands the press that stops it."""
    engaged = sight.view.engaged
    assert engaged is not None, "who fights is engaged"
    marker = engaged.markers[engaged.seats.index(sight.seat)]
    if planned(sight.orders, marker):
        return stop(terms, sight, marker)
    return Press(at(PLACE, marker), terms.say("plan.button"))


def automation(terms: Terms, sight: Sight) -> Iterator[Press]:
    """In the panel of strikes: which of them are made without asking, in all battles: all, or those without a choice.

    What stands is withdrawn by the same press (A6.5).
    """
    for key, stands, orders_ in (
        ("roll", rollings(sight.orders), rolling()),
        ("strike", policies(sight.orders), striking(Policy())),
    ):
        if stands:
            yield Press(ordering((), tuple(one.number for one in stands)), terms.say(f"plan.ask-{key}"))
        else:
            yield Press(ordering(tuple(map(text, orders_))), terms.say(f"plan.auto-{key}"))
