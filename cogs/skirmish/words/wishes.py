"""Whole wishes before the first turn: an army, a change of the lore deck, a deployment, each in one go.

They are made of the single steps of the rules, kept together or not at all; what a wish already has is left as it is.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from cogs.skirmish.words.terms import Terms
from cogs.skirmish.words.typed import LORE, UNITS, WORD, counted, named
from engine.core import Illegal
from engine.skirmish import outlook
from engine.skirmish.actions import Action, Buy, Lift, Place, Sell, Swap, Unswap
from engine.skirmish.board import known
from engine.skirmish.view import View

Steps = Callable[[View, Sequence[object]], Action | None]
"""The steps to a wish, one after the other; None once it is fulfilled."""

ARMY, DECK, FIELD = "army", "deck", "field"
"""What a run is called that fulfils a wish; what is wanted follows, see `said` and `towards`."""


STAGES = {ARMY: "muster", DECK: "lore", FIELD: "deploy"}
"""The stage of the preparations that a wish is for."""


def check_stage(view: View, what: str) -> None:
    """Raises Illegal `wish-not-now` where nothing of the kind is prepared."""
    own = view.own
    assert own is not None, "a wish is somebody's own"
    if view.phase != "preparing" or own.stage != STAGES[what]:
        raise Illegal("wish-not-now", stage=STAGES[what], waiting=view.waiting)


# --- an army ---


def army(terms: Terms, view: View, text: str) -> tuple[str, ...]:
    """The wish of a typed army. Raises Illegal for what is no unit, and for what costs more than there is."""
    wanted, strange = counted(terms, UNITS, text)
    if strange or not wanted:
        raise Illegal("wish-no-unit", text=strange[0] if strange else text, units=tuple(outlook.shop(view)))
    kinds, own = view.rules.tables.kinds, view.own
    assert own is not None, "a wish is somebody's own"
    has = own.points + sum(kinds[kind].cost for kind in own.bought)
    costs = sum(kinds[kind].cost * number for kind, number in wanted.items())
    if costs > has:
        raise Illegal("wish-points", costs=costs, points=has)
    return said(wanted)


def said(wanted: Mapping[str, int]) -> tuple[str, ...]:
    """A wish for so many of each as words of a place."""
    return tuple(f"{kind}:{number}" for kind, number in wanted.items() if number)


def _army(wanted: Sequence[str]) -> Steps:
    army = _numbers(wanted)

    def step(view: View, actions: Sequence[object]) -> Action | None:
        own = view.own
        if own is None or own.stage != "muster":
            return None
        had = Counter(own.bought)
        too_many = next((Sell(kind) for kind in had if had[kind] > army[kind]), None)
        return too_many or next((Buy(kind) for kind in army if had[kind] < army[kind]), None)

    return step


def _numbers(wanted: Sequence[str]) -> Counter[str]:
    found = Counter[str]()
    for word in wanted:
        kind, _, number = word.partition(":")
        found[kind] = int(number) if number.isdecimal() and len(number) < 3 else 0
    return found


# --- the lore deck ---


def deck(terms: Terms, view: View, out: str, into: str) -> tuple[str, ...]:
    """The wish of a typed change. Raises Illegal for what is no card, and where as many come in as go out not."""
    gone, strange = counted(terms, LORE, out)
    come, strange_too = counted(terms, LORE, into)
    if strange or strange_too:
        raise Illegal("wish-no-card", text=(*strange, *strange_too)[0])
    return change(view, tuple(gone.elements()), tuple(come.elements()))


def change(view: View, out: Sequence[str], into: Sequence[str]) -> tuple[str, ...]:
    """The wish to have these cards out and those in, as words of a place.

    Raises Illegal `wish-unequal` or `wish-swaps`.
    """
    if len(out) != len(into):
        raise Illegal("wish-unequal", out=len(out), into=len(into))
    most = view.rules.tables.most_swaps
    if len(out) > most:
        raise Illegal("wish-swaps", number=len(out), most=most)
    return tuple(f"{gone}:{come}" for gone, come in zip(out, into, strict=True))


def _deck(wanted: Sequence[str]) -> Steps:
    pairs = Counter(_pair(word) for word in wanted)

    def step(view: View, actions: Sequence[object]) -> Action | None:
        own = view.own
        if own is None or own.stage != "lore":
            return None
        had = Counter(own.swaps)
        too_many = next((Unswap(*pair) for pair in had if had[pair] > pairs[pair]), None)
        return too_many or next((Swap(*pair) for pair in pairs if had[pair] < pairs[pair]), None)

    return step


# --- the deployment ---


def field(terms: Terms, view: View, text: str) -> tuple[str, ...]:
    """The wish of a typed deployment, `citadel guard A4 A6, roc B3`. Raises Illegal for what is no unit or no hex."""
    wanted: dict[str, str] = {}
    for part in filter(str.strip, re.split(r"[,;\n]", text)):
        words = WORD.findall(part)
        at = next((number for number, word in enumerate(words) if re.fullmatch(r"\w\d+", word)), len(words))
        kind = named(terms.words.language, UNITS, " ".join(words[:at]).casefold())
        if kind is None:
            raise Illegal("wish-no-unit", text=part.strip(), units=tuple(dict.fromkeys(outlook.to_place(view))))
        for word in words[at:]:
            hex_ = known(word.upper())
            if hex_ in wanted:
                raise Illegal("wish-hex-twice", hex=hex_)
            wanted[hex_] = kind
    return tuple(f"{kind}:{hex_}" for hex_, kind in wanted.items())


def _field(wanted: Sequence[str]) -> Steps:
    places = {hex_: kind for kind, hex_ in map(_pair, wanted)}

    def step(view: View, actions: Sequence[object]) -> Action | None:
        own = view.own
        if own is None or own.stage != "deploy":
            return None
        stands = {hex_: kind for kind, hex_ in own.placed}
        wrong = next((Lift(hex_) for hex_, kind in stands.items() if places.get(hex_, kind) != kind), None)
        wanted = next((Place(kind, hex_) for hex_, kind in places.items() if hex_ not in stands), None)
        if wrong is None and wanted is not None and wanted.unit not in outlook.to_place(view):
            # Of this kind all stand somewhere: one of them is meant to go there.
            others = (hex_ for hex_, kind in stands.items() if kind == wanted.unit and hex_ not in places)
            wrong = next(map(Lift, others), None)
        return wrong or wanted

    return step


def _pair(word: str) -> tuple[str, str]:
    first, _, second = word.partition(":")
    return first, second


TOWARDS: Mapping[str, Callable[[Sequence[str]], Steps]] = {ARMY: _army, DECK: _deck, FIELD: _field}


def towards(place: Sequence[str]) -> Steps | None:
    """The steps to a wish that a run names; None for what is no wish."""
    made = TOWARDS.get(place[0]) if place else None
    return made(place[1:]) if made else None
