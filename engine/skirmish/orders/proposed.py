"""The orders ahead that the set-up proposes: what most would answer anyway, by what everybody knows alone."""

from __future__ import annotations

from collections.abc import Iterator

from engine.skirmish.orders.grammar import (
    AFTER_ROLL,
    ATTACKED,
    CAST,
    COUNTER,
    COUNTERING,
    INSTRUCT,
    LEARN,
    LORE_STEP,
    PASS,
    PEEKING,
    STAY,
    Act,
    Condition,
    StandingOrder,
)
from engine.skirmish.steps.turn import BOTH, GAINS, LORE
from engine.skirmish.steps.windows import could_hold
from engine.skirmish.view import View

HOLDS_OFF = ("ignore_damage", "bodyguard")
"""What cards do that hold off damage."""

STRIKES_BACK = "ferocity"
"""What a card does by which a unit counters although it must retreat; without that nothing is paid."""

RICH = 7
"""With so much lore a card is drawn as well, if there is room for it in the hand."""


SPARE = 1
"""With no more lore than this beyond its price, a look at a hidden card is not paid for."""


def proposed(view: View) -> tuple[StandingOrder, ...]:
    """The proposed orders of a seat, in the order in which they count."""
    return tuple(_proposed(view))


def _proposed(view: View) -> Iterator[StandingOrder]:
    assert view.viewer is not None, "the channel orders nothing"
    side, rules = view.sides[view.viewer], view.rules
    cards = [rules.tables.lore[card] for card in could_hold(rules, side.faction, side.drafted)]
    yield StandingOrder(COUNTERING, Act(COUNTER))
    words = [card for card in cards if card.timing == "defend_after_roll" and card.does in HOLDS_OFF]
    for card in sorted(words, key=lambda card: -card.amount):
        yield StandingOrder(ATTACKED, Act(INSTRUCT, card=card.id, least=card.amount))
    for card in cards:
        if card.timing == "defend_after_roll" and card.does == STRIKES_BACK:
            yield StandingOrder(ATTACKED, Act(INSTRUCT, card=card.id))
    for card in cards:
        if card.timing == "own_after_roll":
            yield StandingOrder(AFTER_ROLL, Act(CAST, card=card.id))
    yield StandingOrder(AFTER_ROLL, Act(PASS))
    if rules.scenario is not None and rules.scenario.special.peeks == side.faction:
        few = Condition("lore", "<=", rules.scenario.special.peek_cost + SPARE)
        yield StandingOrder(PEEKING, Act(STAY), conditions=(few,))
    if rules.lore_has_a_most:  # 2 lore would not find room (B5.5); two cards would ask which is kept
        near = Condition("lore", ">=", rules.tables.most_lore - GAINS[LORE] + 1)
        yield StandingOrder(LORE_STEP, Act(LEARN, way=BOTH), conditions=(near,))
    full = Condition("cards", ">=", rules.tables.hand_limit)
    yield StandingOrder(LORE_STEP, Act(LEARN, way=LORE), conditions=(full,))
    yield StandingOrder(LORE_STEP, Act(LEARN, way=BOTH), conditions=(Condition("lore", ">=", RICH),))
    yield StandingOrder(LORE_STEP, Act(LEARN, way=BOTH), conditions=(Condition("cards", "=", 0),))
    yield StandingOrder(LORE_STEP, Act(LEARN, way=LORE))
