"""Orders given ahead as people read them: `You may counter (own unit: Obscenes; your lore at least 3): counter.`

For their owner alone, like the orders themselves.
"""

from __future__ import annotations

from collections.abc import Iterator

from cogs.house.words.words import begun
from cogs.skirmish.words.terms import Terms
from engine.skirmish.orders import Act, Condition, FiledOrder, StandingOrder

COMPARED = {">=": "least", "<=": "most", "=": "is"}

EXPIRIES = {"never": "never", "once": "once", "my turn": "next"}
"""The keys of how long an order stands."""


def sentence(terms: Terms, order: StandingOrder) -> str:
    """The whole order but for how long it stands."""
    said = terms.say(f"order.when.{key(order.trigger)}")
    if given := tuple(_given(terms, order)):
        said = terms.say("order.given", when=said, conditions=terms.words.listing(given, "semicolon"))
    return begun(terms.say("order.sentence", when=said, act=act(terms, order.act)))


def listed(terms: Terms, one: FiledOrder) -> str:
    """The order with its number and how long it stands, as one line of a list."""
    stands = terms.say(f"order.stands.{EXPIRIES[one.order.expires]}")
    return terms.say("order.listed", number=one.number, order=sentence(terms, one.order), stands=stands)


def act(terms: Terms, act: Act) -> str:
    """What is done."""
    match act.kind:
        case "learn":
            return terms.say("order.act.learn", way=terms.learnt(act.way))
        case "cast" | "instruct":
            card = terms.card(act.card)
            if act.targets:
                card = terms.say("order.on", card=card, hexes=terms.words.listing(act.targets, "comma"))
            return terms.say(f"order.act.{act.kind}", card=card, damage=terms.damage(act.least))
        case kind:
            return terms.say(f"order.act.{kind}")


def _given(terms: Terms, order: StandingOrder) -> Iterator[str]:
    for side, kinds in (("own", order.own), ("enemy", order.enemy)):
        if kinds:
            yield terms.say(f"order.{side}", units=terms.words.listing(map(terms.unit, kinds), "or"))
    for one in order.conditions:
        yield condition(terms, one)


def condition(terms: Terms, one: Condition) -> str:
    """A fact with what it is compared with."""
    value = terms.say(f"order.compared.{COMPARED[one.compare]}", number=one.value)
    return terms.say(f"order.fact.{key(one.fact)}", value=value)


def key(words: str) -> str:
    """Words of the grammar as a key of the files: `my-turn`."""
    return words.replace(" ", "-")
