"""Command cards, orders and moves (B6, B7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.skirmish import purse
from engine.skirmish.actions import Action, Done, Move, Order, Play
from engine.skirmish.bots.outlook import Outlook
from engine.skirmish.bots.standing import StandingRoom
from engine.skirmish.data import sheet
from engine.skirmish.state import State
from engine.skirmish.steps import command
from engine.skirmish.units import Turn, Unit
from engine.values import replace

EXTRA: Mapping[str, float] = sheet("steady")["tactics"]
"""What the effects of tactic cards are worth for each unit ordered."""

LORE = 0.5
"""What a point of lore is worth."""

KEPT = 0.25
"""What each order that a card has is worth later on, if it is not played now."""

PLANS = 3
"""How many ways to storm are looked at with each card."""


def play(outlook: Outlook, actions: Sequence[Action]) -> Action:
    """The card that gives orders to the units that need them most."""
    plays = [action for action in actions if isinstance(action, Play)]
    if not plays:
        return actions[0]
    ground = StandingRoom(outlook, frozenset(unit.number for unit in outlook.own if not unit.stunned))
    whole = {unit.number: ground.order(unit) for unit in outlook.own}
    pairs = sorted(dict(sorted((moves, prize) for prize, moves in ground.pairs())).items(), key=lambda each: -each[1])
    return max(plays, key=lambda action: _card(ground, action, whole, pairs[:PLANS]))


def _card(
    ground: StandingRoom, action: Play, whole: Mapping[int, float], pairs: Sequence[tuple[frozenset[int], float]]
) -> float:
    outlook = ground.outlook
    card = outlook.state.rules.tables.commands[action.card]
    state = replace(outlook.state, turn=Turn(action.card, action.how))
    values, extra = dict(whole), 0.0
    does = {} if action.how == command.ONE else card.does
    if "no_move" in does or "no_attack" in does:
        for unit in outlook.own:
            values[unit.number] = ground.order(unit, moves="no_move" not in does, attacks="no_attack" not in does)
        pairs = () if "no_move" in does else pairs
    each = sum(EXTRA.get(name, 0) for name in does)
    room = purse.room(state.rules.tables, state.side(outlook.seat).lore)
    extra += min(does.get("lore", 0), room) * LORE
    extra -= KEPT * (sum(card.orders.values()) or card.most)
    plans = [(frozenset[int](), 0.0), *pairs]
    return extra + max(_plan(outlook, state, values, each, moves, prize) for moves, prize in plans)


def _plan(
    outlook: Outlook, state: State, values: Mapping[int, float], each: float, moves: frozenset[int], prize: float
) -> float:
    """What the orders of a card are worth, those of `moves` given first; far too little if they can't be."""
    total = prize
    ranked = sorted(outlook.own, key=lambda unit: (unit.number not in moves, -values[unit.number], unit.number))
    for unit in ranked:
        if unit.number not in moves and values[unit.number] <= 0:
            break
        if command.orderable(state, outlook.seat, unit):
            state = state.with_unit(replace(unit, ordered=True))
            total += values[unit.number] + each
        elif unit.number in moves:
            return -100.0
    return total


def order(outlook: Outlook, actions: Sequence[Action]) -> Action:
    """The next unit to have an order: those that storm together first."""
    orders = {action.unit: action for action in actions if isinstance(action, Order)}
    if not orders:
        return Done()
    state = outlook.state
    ordered = frozenset(unit.number for unit in outlook.own if unit.ordered)
    can = {unit.number: unit for unit in outlook.own if unit.hex in orders}
    ground = StandingRoom(outlook, ordered | frozenset(can))
    for _, moves in sorted(ground.pairs(), key=lambda pair: (-pair[0], sorted(pair[1]))):
        missing = sorted(moves - ordered)
        if all(number in can for number in missing) and _together(outlook, state, [can[number] for number in missing]):
            if missing:
                return orders[can[missing[0]].hex]
            break
    return orders[max(can.values(), key=lambda unit: (ground.order(unit), -unit.number)).hex]


def _together(outlook: Outlook, state: State, units: Sequence[Unit]) -> bool:
    for unit in units:
        if not command.orderable(state, outlook.seat, unit):
            return False
        state = state.with_unit(replace(unit, ordered=True))
    return True


def go(outlook: Outlook, actions: Sequence[Action]) -> Action:
    """The move that is worth most, as long as one is worth something."""
    moves = [action for action in actions if isinstance(action, Move)]
    if not moves:
        return Done()
    at = outlook.at
    ground = StandingRoom(outlook, frozenset(at[move.unit].number for move in moves))
    here = {hex_: ground.whole(at[hex_], hex_) for hex_ in dict.fromkeys(move.unit for move in moves)}
    gains = [(ground.whole(at[move.unit], move.to) - here[move.unit], move) for move in moves]
    gain, best = max(gains, key=lambda each: each[0])
    return best if gain > 0.05 else Done()
