"""Orders as text: `when attacked Bu04 and attacker height >= 6 then flee expires never` (ASYNC_PLAY 5.1)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from engine.core import Illegal
from engine.titan.orders.acts import ACTS, TRIGGERS, Act, line
from engine.titan.orders.conditions import COMPARISONS, FACTS, Condition, subject
from engine.titan.orders.phrases import BLANKS, SIDES, filled, word

FORM = "when <trigger> and <condition> then <action>; <action> expires <expiry>"

LONGEST = 1000
"""The most characters that an order may have."""

ONCE, AFTER, NEXT, NEVER = "once", "after battle", "next turn", "never"
EXPIRIES = (ONCE, AFTER, NEXT, NEVER)
"""When an order lapses: after the first time; with the engagement that it was given in, or else the first that it
does something in; at the end of its owner's next turn; or when its owner cancels it."""


@dataclass(frozen=True, slots=True)
class Trigger:
    """When an order is looked at; `kind` is one of `TRIGGERS`. Without a `round` it is any of them."""

    kind: str
    legion: str = ""
    rolls: tuple[int, ...] = ()
    round: int = 0


@dataclass(frozen=True, slots=True)
class StandingOrder:
    """What its owner wants done: when, under which conditions, what, how long."""

    trigger: Trigger
    conditions: tuple[Condition, ...]
    acts: tuple[Act, ...]
    expires: str = ONCE


# --- reading ---

ORDER = re.compile(r"when (?P<when>.+?) then (?P<then>.+?)(?: expires (?P<expires>[^;]+))?", re.IGNORECASE)
COMPARE = re.compile(r"(?P<fact>.+?) ?(?P<compare>>=|<=|!=|=|>|<) ?(?P<value>[\w ]+?) ?%?")
HOLDS = re.compile(r"(?P<who>.+?) (?P<verb>holds|lacks) (?P<creature>\w+)", re.IGNORECASE)
SAME = {"≥": ">=", "≤": "<=", "≠": "!=", "Game-Turn": "turn", "game-turn": "turn", " contains ": " holds "}
"""Other ways to write the same."""


def parse(text: str) -> StandingOrder:
    """The order that a text says.

    Raises Illegal `order-malformed` (said, form), or for one part of it `order-trigger` (said, forms), `order-fact`
    (said, forms), `order-value` (said, fact), `order-act` (said, forms), `order-expiry` (said, forms).
    """
    if len(text) > LONGEST:
        raise Illegal("order-malformed", said=text, form=FORM)
    plain = text.strip().rstrip(".")
    for other, usual in SAME.items():
        plain = plain.replace(other, usual)
    plain = re.sub(r"\{([^}]*)\}", lambda found: found[1], plain)
    plain = " ".join(re.sub(r"\s*,\s*", ",", plain).split())
    found = ORDER.fullmatch(plain)
    if found is None or not found["then"].strip("; "):
        raise Illegal("order-malformed", said=text, form=FORM)
    when, *conditions = re.split(r" and ", found["when"], flags=re.IGNORECASE)
    trigger = _trigger(when)
    acts = tuple(dict.fromkeys(_act(part.strip(), trigger.kind) for part in found["then"].split(";") if part.strip()))
    expires = " ".join((found["expires"] or ONCE).lower().split())
    if expires not in EXPIRIES:
        raise Illegal("order-expiry", said=expires, forms=EXPIRIES)
    return StandingOrder(trigger, tuple(map(_condition, conditions)), acts, expires)


def _trigger(said: str) -> Trigger:
    for kind, phrase in TRIGGERS.items():
        found = phrase.read(said.split())
        if found is not None:
            return Trigger(kind, **found)
    raise Illegal("order-trigger", said=said, forms=tuple(phrase.shown for phrase in TRIGGERS.values()))


def _act(said: str, trigger: str) -> Act:
    """The act of these words; those that may follow the trigger are tried, then all others, for a better refusal."""
    for kind in sorted(ACTS, key=lambda kind: trigger not in kind.at):
        found = kind.phrase.read(said.split())
        if found is not None:
            return kind(**found)
    raise Illegal("order-act", said=said, forms=tuple(kind.phrase.shown for kind in ACTS if trigger in kind.at))


def _condition(said: str) -> Condition:
    held = HOLDS.fullmatch(said)
    if held is not None:
        said = f"{held['who']} count {held['creature']} {'>= 1' if held['verb'].lower() == 'holds' else '= 0'}"
    compared = COMPARE.fullmatch(said)
    if compared is not None:
        words = [word for word in compared["fact"].split() if word.lower() != "my"]
        for kind, fact in FACTS.items():
            blanks = fact.phrase.read(words)
            if blanks is not None:
                return Condition(kind, compared["compare"], _value(kind, compared["value"]), **blanks)
    raise Illegal("order-fact", said=said, forms=tuple(fact.phrase.shown for fact in FACTS.values()))


def _value(kind: str, said: str) -> int | str:
    """A number; of a fact that is a word, a side, a colour, a marker or who has lost."""
    words = {"marker": "marker", "colour": "colour", "lost": "lost"}
    blank = word(*SIDES) if kind == "side" else BLANKS.get(words.get(kind, ""))
    try:
        value: int | str = blank.read(said) if blank else int(said)
    except ValueError:
        raise Illegal("order-value", said=said, fact=FACTS[kind].phrase.shown) from None
    return value


# --- writing ---


def text(order: StandingOrder) -> str:
    """The order as text that `parse` reads as the same."""
    when = " and ".join((trigger_text(order.trigger), *map(condition_text, order.conditions)))
    then = "; ".join(map(line, order.acts))
    return f"when {when} then {then}" + (f" expires {order.expires}" if order.expires != ONCE else "")


def trigger_text(trigger: Trigger) -> str:
    """The trigger as it is written."""
    return TRIGGERS[trigger.kind].write(filled(trigger))


PLAIN: Mapping[tuple[str, int | str], str] = {(">=", 1): "holds", ("=", 0): "lacks"}
"""What is said of numbers that a legion has of a kind, in a word."""


def condition_text(condition: Condition) -> str:
    """The condition as it is written; who holds somebody, or nobody of a kind, in words."""
    plain = PLAIN.get((condition.compare, condition.value))
    if condition.fact == "count" and plain:
        return f"{condition.who} {plain} {condition.creature}"
    return f"{subject(condition)} {condition.compare} {condition.value}"


assert set(COMPARISONS) == {">=", "<=", "!=", "=", ">", "<"}, "the comparisons that `COMPARE` reads"
