"""Orders as text: `when countering with obscenes against citadel_guard and health >= 2 then counter expires never`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from engine.core import Illegal
from engine.skirmish.rules import Rules

FORM = "when <moment> with <units> against <units> and <condition> then <action> expires <expiry>"

LONGEST = 300
"""The most characters that an order may have."""

COUNTERING, ADVANCING, PEEKING, LORE_STEP = "countering", "advancing", "peeking", "lore step"
AFTER_ORDERS, AFTER_MOVES, ENEMY_MOVES = "after my orders", "after my moves", "after enemy moves"
BEFORE_ROLL, AFTER_ROLL, ATTACKED, ROLLED = "before my roll", "after my roll", "attacked", "attack rolled"

TRIGGERS = (
    COUNTERING, ADVANCING, ATTACKED, ROLLED, BEFORE_ROLL, AFTER_ROLL, AFTER_ORDERS, AFTER_MOVES, ENEMY_MOVES, LORE_STEP,
    PEEKING,
)  # fmt: skip
"""When an order is looked at. Those of cards are the moments in which a window is open for its owner."""


def moments(rules: Rules) -> tuple[str, ...]:
    """The moments that there are in a game: after one's orders a card is played with a step, without a window (B13.4).

    Those of one's moves and roll are windows again when the other has played a card there (B13.5).
    """
    return tuple(each for each in TRIGGERS if each != AFTER_ORDERS or not rules.cards_with_steps)


IN_COMBAT = (COUNTERING, ADVANCING, BEFORE_ROLL, AFTER_ROLL, ATTACKED, ROLLED)
"""The moments that have an own unit and one of the enemy's."""

WITH_DICE = (COUNTERING, AFTER_ROLL, ROLLED)
"""Those in which dice lie."""

CARDS: Mapping[str, tuple[str, ...]] = {
    AFTER_ORDERS: ("own_after_order",),
    AFTER_MOVES: ("own_after_move", "any_after_move"),
    ENEMY_MOVES: ("any_after_move",),
    BEFORE_ROLL: ("own_before_roll",),
    AFTER_ROLL: ("own_after_roll",),
    ATTACKED: ("defend_before_roll",),
    ROLLED: ("defend_after_roll",),
}
"""The timings of the cards that are played in each moment."""

LATER = CARDS[ROLLED]
"""The timing of the cards for which a defender can leave word before the roll."""

FACTS: Mapping[str, tuple[str, ...]] = {
    "lore": TRIGGERS,
    "cards": TRIGGERS,
    "health": IN_COMBAT,
    "enemy health": IN_COMBAT,
    "damage": WITH_DICE,
}
"""What a condition may be about, and in which moments: one's lore, how many lore cards one holds, the health of the own
unit and of the other's in the combat, the damage that the dice would do to whoever they are rolled against."""

COMPARISONS = (">=", "<=", "=")

PASS, WAIT, ASK, COUNTER, ADVANCE, STAY, LEARN, CAST, INSTRUCT = (
    "pass", "wait", "ask", "counter", "advance", "stay", "learn", "cast", "instruct",
)  # fmt: skip

ACTS: Mapping[str, tuple[str, ...]] = {
    COUNTER: (COUNTERING,),
    ADVANCE: (ADVANCING,),
    STAY: (COUNTERING, ADVANCING, PEEKING),
    PASS: tuple(CARDS),
    WAIT: (ATTACKED,),
    CAST: tuple(CARDS),
    INSTRUCT: (ATTACKED,),
    LEARN: (LORE_STEP,),
    ASK: TRIGGERS,
}
"""What can be ordered, and in which moments."""

SHOWN: Mapping[str, str] = {
    LEARN: "learn <lore, both or cards>",
    CAST: "cast <card> <hexes>",
    INSTRUCT: "instruct <card> <damage> <hexes>",
}
"""How an act is written that is more than a word."""

NEVER, ONCE, NEXT = "never", "once", "my turn"
EXPIRIES = (NEVER, ONCE, NEXT)
"""When an order lapses: when its owner cancels it; once it has been carried out; when its owner's next turn begins."""


@dataclass(frozen=True, slots=True)
class Condition:
    """A fact compared with a number."""

    fact: str
    compare: str
    value: int


@dataclass(frozen=True, slots=True)
class Act:
    """What is done: the card, the hexes it is for, and the damage from which on, where it is about a card.

    `way` is that of the Lore Step. Without hexes a card is played where there is just one place for it.
    """

    kind: str
    way: str = ""
    card: str = ""
    least: int = 0
    targets: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StandingOrder:
    """What its owner wants done: when, with which own units against which others, under which conditions, how long."""

    trigger: str
    act: Act
    own: tuple[str, ...] = ()
    enemy: tuple[str, ...] = ()
    conditions: tuple[Condition, ...] = ()
    expires: str = NEVER


ORDER = re.compile(r"when (?P<when>.+?) then (?P<then>.+?)(?: expires (?P<expires>.+))?", re.IGNORECASE)
WHEN = re.compile(r"(?P<trigger>.+?)(?: with (?P<own>\S+))?(?: against (?P<enemy>\S+))?", re.IGNORECASE)
COMPARE = re.compile(r"(?P<fact>[a-z ]+?) ?(?P<compare>>=|<=|=) ?(?P<value>\d+)", re.IGNORECASE)
OTHERWISE = {"≥": ">=", "≤": "<="}
"""Other ways to write the same."""


def parse(said: str) -> StandingOrder:
    """The order that a text says.

    Raises Illegal `order-malformed` (said, form), or for one part of it `order-trigger` (said, forms), `order-fact`
    (said, forms), `order-act` (said, forms), `order-expiry` (said, forms).
    """
    if len(said) > LONGEST:
        raise Illegal("order-malformed", said=said, form=FORM)
    plain = said.strip().rstrip(".")
    for other, usual in OTHERWISE.items():
        plain = plain.replace(other, usual)
    plain = " ".join(re.sub(r"\s*,\s*", ",", plain).split())
    found = ORDER.fullmatch(plain)
    if found is None:
        raise Illegal("order-malformed", said=said, form=FORM)
    moment, *conditions = re.split(r" and ", found["when"], flags=re.IGNORECASE)
    when = WHEN.fullmatch(moment)
    assert when is not None, "any words are a moment"
    trigger = when["trigger"].lower()
    if trigger not in TRIGGERS:
        raise Illegal("order-trigger", said=trigger, forms=TRIGGERS)
    expires = (found["expires"] or NEVER).lower()
    if expires not in EXPIRIES:
        raise Illegal("order-expiry", said=expires, forms=EXPIRIES)
    return StandingOrder(
        trigger,
        _act(found["then"], trigger),
        _kinds(when["own"]),
        _kinds(when["enemy"]),
        tuple(map(_condition, conditions)),
        expires,
    )


def _kinds(said: str | None) -> tuple[str, ...]:
    return () if said is None else tuple(said.lower().split(","))


def _condition(said: str) -> Condition:
    found = COMPARE.fullmatch(said)
    fact = "" if found is None else found["fact"].lower().removeprefix("my ")
    if found is None or fact not in FACTS:
        raise Illegal("order-fact", said=said, forms=tuple(FACTS))
    return Condition(fact, found["compare"], int(found["value"]))


def _act(said: str, trigger: str) -> Act:
    match said.lower().split():
        case [kind] if kind in ACTS and kind not in SHOWN:
            return Act(kind)
        case ["learn", way]:
            return Act(LEARN, way=way)
        case ["cast", card]:
            return Act(CAST, card=card)
        case ["cast", card, hexes]:
            return Act(CAST, card=card, targets=_hexes(hexes))
        case ["instruct", card, least] if least.isdecimal():
            return Act(INSTRUCT, card=card, least=int(least))
        case ["instruct", card, least, hexes] if least.isdecimal():
            return Act(INSTRUCT, card=card, least=int(least), targets=_hexes(hexes))
        case _:
            raise Illegal("order-act", said=said, forms=shown(trigger))


def _hexes(said: str) -> tuple[str, ...]:
    return tuple(said.upper().split(","))


def shown(trigger: str) -> tuple[str, ...]:
    """What can be ordered for a moment, as it is written."""
    return tuple(SHOWN.get(kind, kind) for kind, at in ACTS.items() if trigger in at)


def text(order: StandingOrder) -> str:
    """The order as text that `parse` reads as the same."""
    parts = [f"when {order.trigger}"]
    parts += [f"{word} {','.join(kinds)}" for word, kinds in (("with", order.own), ("against", order.enemy)) if kinds]
    parts += [f"and {one.fact} {one.compare} {one.value}" for one in order.conditions]
    parts += [f"then {act_text(order.act)}"]
    return " ".join(parts + [f"expires {order.expires}"] * (order.expires != NEVER))


def act_text(act: Act) -> str:
    """An act as it is written."""
    match act.kind:
        case "learn":
            return f"{act.kind} {act.way}"
        case "cast":
            return " ".join((act.kind, act.card, *_listed(act)))
        case "instruct":
            return " ".join((act.kind, act.card, str(act.least), *_listed(act)))
        case _:
            return act.kind


def _listed(act: Act) -> tuple[str, ...]:
    return (",".join(act.targets),) if act.targets else ()
