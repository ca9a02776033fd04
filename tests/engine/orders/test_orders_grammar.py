"""Orders as text: every order reads back as itself, and what is no order is refused with what there could be (5.1)."""

from __future__ import annotations

from dataclasses import MISSING, fields
from random import Random
from typing import Any

import pytest

from engine.core import Illegal
from engine.titan.battle.frame import HEXES
from engine.titan.battle.policy import MARKS
from engine.titan.orders import StandingOrder, Trigger, parse, text
from engine.titan.orders.acts import ACTS, TRIGGERS, Act
from engine.titan.orders.conditions import COMPARISONS, FACTS, Condition
from engine.titan.orders.grammar import EXPIRIES
from engine.titan.orders.phrases import ANY, BLANKS, PARTIES, SIDES, Phrase
from engine.titan.rules import rules_for

RULES = rules_for({})
KINDS, LANDS = tuple(RULES.kinds), tuple(RULES.board.lands)
MARKERS = tuple(marker for colour in RULES.colours.values() for marker in colour.markers)


def anything(name: str, dice: Random) -> Any:
    """Something that may stand in a blank."""

    def several(of: tuple[Any, ...], most: int = 3, distinct: bool = True) -> tuple[Any, ...]:
        return tuple(dice.sample(of, dice.randint(1, most)) if distinct else dice.choices(of, k=dice.randint(1, most)))

    match name:
        case "legion":
            return dice.choice((*MARKERS, ANY))
        case "marker" | "donor":
            return dice.choice(MARKERS)
        case "who":
            return dice.choice((*MARKERS, *PARTIES))
        case "land":
            return dice.choice(LANDS)
        case "lands":
            return several(LANDS)
        case "goals":
            return several((*LANDS, 0))
        case "side":
            return dice.choice((1, 3, 5))
        case "rolls":
            return several((1, 2, 3, 4, 5, 6))
        case "round":
            return dice.randint(1, 7)
        case "creature" | "recruit" | "lord":
            return dice.choice(KINDS)
        case "creatures" | "losses" | "shown":
            return several(KINDS, 5, distinct=False)
        case "recruits" | "lords":
            return several(KINDS)
        case "colour":
            return dice.choice(tuple(RULES.colours))
        case "colours":
            return several(tuple(RULES.colours))
        case "lost":
            return dice.choice(("attacker", "defender", "both"))
        case "dice" | "number":
            return dice.randint(1, 6)
        case "hex" | "striker":
            return dice.choice(HEXES)
        case "targets" | "carries":
            return several(HEXES)
        case "character":
            return dice.choice((*HEXES, *KINDS))
        case "marks":
            return several(MARKS, 5)
        case "spills" | "shoots":
            return False
        case "titan" | "raises":
            return True
    raise AssertionError(name)


def any_act(kind: type[Act], dice: Random) -> Act:
    """An act with anything in its blanks; those that may be left out are, half of the time."""
    blanks = {
        part.name: anything(part.name, dice) for part in fields(kind) if part.default is MISSING or dice.random() < 0.5
    }
    for together in (("losses", "lost"), ("dice", "number"), ("number", "dice")):
        if together[0] in blanks and together[1] not in blanks:
            blanks.pop(together[0])
    return kind(**blanks)


def blanks_of(phrase: Phrase) -> list[str]:
    return [word.strip("[]{}") for word in phrase.form.split() if "{" in word]


def any_order(dice: Random) -> StandingOrder:
    """An order of all that the grammar has, sense or not."""
    when = dice.choice(tuple(TRIGGERS))
    trigger = Trigger(when, **{name: anything(name, dice) for name in blanks_of(TRIGGERS[when])})
    conditions = []
    for fact in dice.sample(tuple(FACTS), dice.randint(0, 3)):
        value: int | str = dice.randint(0, 500)
        if FACTS[fact].text:
            words = {"marker": MARKERS, "colour": tuple(RULES.colours), "side": tuple(SIDES), "lost": ("both",)}
            value = words[fact][0]
        blanks = {name: anything(name, dice) for name in blanks_of(FACTS[fact].phrase)}
        conditions.append(Condition(fact, dice.choice(tuple(COMPARISONS)), value, **blanks))
    follow = [kind for kind in ACTS if when in kind.at]
    acts = tuple(dict.fromkeys(any_act(dice.choice(follow), dice) for _ in range(dice.randint(1, 4))))
    return StandingOrder(trigger, tuple(conditions), acts, dice.choice(EXPIRIES))


def test_every_order_reads_back_as_itself() -> None:
    seen = set()
    for seed in range(3000):
        order = any_order(Random(seed))
        said = text(order)
        assert parse(said) == order, said
        assert text(parse(said)) == said
        seen |= {type(act) for act in order.acts}

    assert seen == set(ACTS)


def test_every_blank_of_every_phrase_is_known() -> None:
    phrases = [*TRIGGERS.values(), *(kind.phrase for kind in ACTS), *(fact.phrase for fact in FACTS.values())]

    assert {name for phrase in phrases for name in blanks_of(phrase)} <= set(BLANKS)
    for kind in ACTS:
        assert blanks_of(kind.phrase) == [] or {f.name for f in fields(kind)} == set(blanks_of(kind.phrase)), kind
        assert set(kind.at) <= set(TRIGGERS)


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("when roll {1} and Game-Turn = 1 then mulligan.", "when roll 1 and turn = 1 then mulligan"),
        (
            "WHEN Attacked bu04 AND Attacker Height ≥ 6 THEN Flee",
            "when attacked Bu04 and attacker height >= 6 then flee",
        ),
        (
            "when attacked Bu04 and attacker contains Titan and my estimate ≥ 60 % then fight",
            "when attacked Bu04 and attacker holds TTN and estimate >= 60 then fight",
        ),
        ("when roll 3 then move Gr01 41; move gr01 41;", "when roll 3 then move Gr01 41"),
        ("when my turn then split Rd01 Rd02 ogre, Ogres", "when my turn then split Rd01 Rd02 OGR,OGR"),
        ("when strike phase rd01 then strike c3 c4", "when strike phase Rd01 then strike C3 C4"),
        ("when attacked Bu04 then flee expires Once", "when attacked Bu04 then flee"),
    ],
)
def test_slips_of_the_pen_are_no_mistakes(said: str, meant: str) -> None:
    """A2.4"""
    assert text(parse(said)) == meant


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("", "order-malformed"),
        ("when attacked Bu04 then flee" + "; flee" * 1000, "order-malformed"),
        ("flee", "order-malformed"),
        ("when attacked Bu04 then ;", "order-malformed"),
        ("when the moon is full then flee", "order-trigger"),
        ("when roll 7 then stop", "order-trigger"),
        ("when attacked then flee", "order-trigger"),
        ("when attacked Bu04 and moon = 3 then flee", "order-fact"),
        ("when attacked Bu04 and attacker height then flee", "order-fact"),
        ("when attacked Bu04 and attacker holds Unicornucopia then flee", "order-fact"),
        ("when attacked Bu04 and attacker height >= six then flee", "order-value"),
        ("when attacked Bu04 and side = top then flee", "order-value"),
        ("when attacked Bu04 then jump", "order-act"),
        ("when roll 3 then move Gr01", "order-act"),
        ("when roll 3 then move Gr01 41 42 43", "order-act"),
        ("when strike phase Rd01 then strike C3 Z9", "order-act"),
        ("when attacked Bu04 then flee expires soon", "order-expiry"),
    ],
)
def test_what_is_no_order_is_refused_by_its_part(said: str, code: str) -> None:
    with pytest.raises(Illegal) as refused:
        parse(said)

    assert refused.value.code == code


def test_a_refused_act_names_those_that_may_follow() -> None:
    with pytest.raises(Illegal) as refused:
        parse("when may muster Rd01 then conquer")

    assert refused.value.facts["forms"] == ("muster <recruit> [showing <shown>]", "auto <recruits>", "none", "ask")


def test_nonsense_is_refused_and_breaks_nothing() -> None:
    dice = Random(1)
    for seed in range(2000):
        words = text(any_order(Random(seed))).split()
        for _ in range(dice.randint(1, 3)):
            at = dice.randrange(len(words))
            words[at : at + dice.randint(0, 2)] = [dice.choice((*words, "", "{", "=", ";", ",", "and", "𝔘", "-1"))]
        said = " ".join(words)
        code = refused_with(said)
        assert code.startswith("order-") or text(parse(text(parse(said)))) == text(parse(said))


def refused_with(said: str) -> str:
    """The code of the refusal; empty for an order."""
    try:
        parse(said)
    except Illegal as illegal:
        return illegal.code
    return ""


def test_a_text_of_any_length_is_refused_at_once() -> None:
    """Its patterns would look through this one for hours: they are not tried on what is too long for an order."""
    with pytest.raises(Illegal) as refused:
        parse("{" * 1_000_000)

    assert refused.value.code == "order-malformed"
