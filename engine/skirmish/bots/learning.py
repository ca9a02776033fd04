"""Cards in hand: which to keep, which to draw, and looks at hidden cards (B4.7, B5.5, B23.12)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.skirmish import purse
from engine.skirmish.actions import Action, Discard, Keep, Learn, Peek, Stay
from engine.skirmish.board import distance
from engine.skirmish.bots.outlook import Outlook
from engine.skirmish.data import sheet
from engine.skirmish.steps.turn import GAINS, LORE, unwasted
from engine.skirmish.tables import CommandCard, LoreCard
from engine.skirmish.view import Own

USES: Mapping[str, float] = sheet("steady")["cards"]
"""How glad it is of a card, by what the card does."""

FULL, POOR, RICH = 4, 3, 7
"""With so many cards, or with less lore, it takes lore; with so much lore it takes the better of two cards."""

SPARE = 2
"""So much lore is left when it pays for a look."""


def lore_card(card: LoreCard) -> float:
    """What a lore card is worth in the hand."""
    return USES.get(card.does, 1.0)


def command_card(outlook: Outlook, card: CommandCard) -> float:
    """What a command card is worth in the hand: the orders that it gives, as far as there are units for them."""
    if card.orders:
        return float(sum(card.orders.values())) - (0.4 if len(card.orders) == 1 else 0)
    fit = sum(outlook.kind(unit).fits(card.select) for unit in outlook.own)
    return min(card.most, fit) + 0.3 * len(card.does)


def discard(outlook: Outlook, own: Own, actions: Sequence[Action]) -> Action:
    """The cards that are worth least; of two alike it would rather put one away."""
    tables = outlook.state.rules.tables

    def loss(action: Action) -> float:
        assert isinstance(action, Discard)
        commands = sum(
            command_card(outlook, tables.commands[card]) - 0.5 * (own.commands.count(card) - 1)
            for card in action.commands
        )
        lore = sum(lore_card(tables.lore[card]) - 0.3 * (own.hand.count(card) - 1) for card in action.lore)
        return commands + lore

    return min(actions, key=loss)


def learn(outlook: Outlook, own: Own, actions: Sequence[Action]) -> Action:
    """Lore while there is little of it and room for it, cards while they are few; of two drawn cards the better one."""
    tables = outlook.state.rules.tables
    if isinstance(actions[0], Keep):
        return max(actions, key=lambda action: lore_card(tables.lore[action.card]) if isinstance(action, Keep) else 0)
    lore = outlook.state.side(outlook.seat).lore
    ways = [action.way for action in actions if isinstance(action, Learn)]
    if (room := purse.room(tables, lore)) < GAINS[LORE]:
        return Learn(unwasted(ways, room))
    wishes = (
        ("lore", "both") if len(own.hand) >= FULL else ("both", "lore") if lore >= RICH or not own.hand else ("lore",)
    )
    return next((Learn(way) for way in wishes if way in ways), actions[0])


def peek(outlook: Outlook, actions: Sequence[Action]) -> Action:
    """A look at the hidden card nearest to the enemy, if lore is left and it is not known by what the others are."""
    peeks = [action for action in actions if isinstance(action, Peek)]
    scenario = outlook.state.rules.scenario
    if not peeks or scenario is None:
        return actions[0]
    left = outlook.state.side(outlook.seat).lore - scenario.special.peek_cost
    if left < SPARE or (len(set(outlook.prizes.values())) < 2 and len(peeks) < 3):
        return Stay()
    return min(peeks, key=lambda one: min(distance(one.hex, enemy.hex) for enemy in outlook.enemies))
