"""Lore cards in their windows: played where they bring more than the lore that they cost (B13)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.skirmish.actions import Action, Attack, Cast, Counter, Instruct, Pass, Wait
from engine.skirmish.bots import assault
from engine.skirmish.bots.outlook import Outlook
from engine.skirmish.bots.standing import StandingRoom
from engine.skirmish.combat.advance import counter
from engine.skirmish.combat.attacking import said_with
from engine.skirmish.combat.current_combat import both, current_combat
from engine.skirmish.combat.results import suffering
from engine.skirmish.combat.roll import begun
from engine.skirmish.forecast import chances
from engine.skirmish.state import Attacking, Combat
from engine.skirmish.steps import lore
from engine.skirmish.tables import LoreCard
from engine.skirmish.view import View

LORE, ENOUGH = 0.45, 5
"""What a point of lore is worth unspent, and from how many points on more of them add nothing."""

LEAST = 0.3
"""What a card must bring beyond its cost."""


def answer(view: View, outlook: Outlook, actions: Sequence[Action]) -> Action:
    """The card that brings most, or word for after the roll, or a pass."""
    found: list[tuple[float, Action]] = []
    ground = _ground(outlook)
    price = _price(outlook)
    for action in actions:
        match action:
            case Cast(name, targets):
                card = outlook.state.rules.tables.lore[name]
                found.append((_gain(view, outlook, ground, card, targets) - card.cost * price, action))
            case Instruct(name, least, targets):
                card = outlook.state.rules.tables.lore[name]
                found.append((_word(outlook, card, least, price), action))
            case _:
                pass
    gain, best = max(found, key=lambda each: each[0], default=(0.0, Pass()))
    if gain > LEAST:
        return best
    return Pass() if Pass() in actions else Wait()


def best(view: View, outlook: Outlook, actions: Sequence[Action], timings: Sequence[str]) -> Action | None:
    """The card of these moments that brings most; None if none is worth it."""
    cards = outlook.state.rules.tables.lore
    able = [action for action in actions if isinstance(action, Cast) and cards[action.card].timing in timings]
    if not able:
        return None
    chosen = answer(view, outlook, [*able, Pass()])
    return chosen if isinstance(chosen, Cast) else None


def with_card(outlook: Outlook, chosen: Action, actions: Sequence[Action]) -> Action:
    """The attack or the counter that was chosen, with the card of before the roll that brings most, if one does."""
    seat, price = outlook.seat, _price(outlook)
    match chosen:
        case Attack():
            attacker, target = outlook.at[chosen.unit], outlook.at[chosen.target]
            combat = Combat(attacker.number, target.number, attacker.hex, target.hex, chosen.how)
            named = said_with(chosen)
        case Counter():
            combat, named = counter(outlook.state, current_combat(outlook.state)), ()
        case _:
            return chosen
    declared = Outlook(begun(outlook.state, combat, Attacking())[0], seat)
    found: list[tuple[float, Action]] = []
    for action in actions:
        if isinstance(action, Cast) and action.targets == named:
            card = outlook.state.rules.tables.lore[action.card]
            found.append((_in_combat(declared, card) - card.cost * price, action))
    gain, card_ = max(found, key=lambda each: each[0], default=(0.0, chosen))
    return card_ if gain > LEAST else chosen


def _price(outlook: Outlook) -> float:
    return LORE * min(1, ENOUGH / max(1, outlook.state.side(outlook.seat).lore))


def _gain(view: View, outlook: Outlook, ground: StandingRoom, card: LoreCard, targets: tuple[str, ...]) -> float:
    if card.timing.endswith("_roll"):
        return _in_combat(outlook, card)
    if card.timing == "own_after_order":
        return _after_orders(outlook, ground, card, targets)
    return _after_moves(view, outlook, card, targets)


# After the Order Step: what ordered units can do with the card, and without it


def _after_orders(outlook: Outlook, ground: StandingRoom, card: LoreCard, targets: tuple[str, ...]) -> float:
    if card.does == "teleport":
        return _gate(ground, *targets)
    state, _ = lore.cast(outlook.state, outlook.seat, card.id, targets)
    helped = frozenset(outlook.at[at].number for at in targets) or _ordered(outlook)
    return _prospect(Outlook(state, outlook.seat), helped) - _prospect(outlook, helped)


def _gate(ground: StandingRoom, start: str, to: str) -> float:
    """What a unit gains by standing there at once, against the best place that it could reach, and by attacks."""
    unit = ground.outlook.at[start]
    there = ground.place(unit, to) + ground.storm(unit, to) + ground.attack(unit, to)
    return there - ground.nearby(unit) - ground.attack(unit, start)


def _ordered(outlook: Outlook) -> frozenset[int]:
    return frozenset(unit.number for unit in outlook.own if unit.ordered and not unit.stunned)


def _ground(outlook: Outlook) -> StandingRoom:
    return StandingRoom(outlook, _ordered(outlook))


def _prospect(outlook: Outlook, helped: frozenset[int]) -> float:
    """What these units could do if they are ordered, each for itself, and the best card that could be stormed."""
    ground = _ground(outlook)
    storm = max((prize for prize, _ in ground.pairs()), default=0.0)
    able = helped & ground.movable
    return storm + sum(ground.order(unit) for unit in outlook.own if unit.number in able)


# After the Move Step: units as they stand, and the attacks that come


def _after_moves(view: View, outlook: Outlook, card: LoreCard, targets: tuple[str, ...]) -> float:
    state, seat = outlook.state, outlook.seat
    match card.does:
        case "crush":
            return _crush(outlook, targets[0])
        case "barrage":
            return outlook.harm(outlook.at[targets[0]], card.dice, len(card.hits), 0)
        case "spy":
            return 0.5
        case "might":
            after, _ = lore.cast(state, seat, card.id, targets)
            return _attacks(Outlook(after, seat)) - _attacks(outlook)
        case "sacrifice":
            after, _ = lore.cast(state, seat, card.id, targets)
            gained = after.sides[seat].lore - state.sides[seat].lore
            needed = view.own is not None and len(view.own.hand) > 1
            return _armies(Outlook(after, seat)) - _armies(outlook) + gained * LORE * needed
        case _:
            after, _ = lore.cast(state, seat, card.id, targets)
            return _armies(Outlook(after, seat)) - _armies(outlook)


def _attacks(outlook: Outlook) -> float:
    """What the attacks of the ordered units that have not attacked are worth."""
    ground = StandingRoom(outlook, frozenset())
    ordered = [unit for unit in outlook.own if unit.ordered and not unit.stunned and not unit.attacks]
    return sum(ground.attack(unit, unit.hex) for unit in ordered)


def _armies(outlook: Outlook) -> float:
    """What both armies are worth, the own one against the other."""
    return sum(map(outlook.worth, outlook.own)) - sum(map(outlook.worth, outlook.enemies))


def _crush(outlook: Outlook, at: str) -> float:
    """A card shown, and whoever stands there hurt and stunned."""
    gain = outlook.prizes.get(at, 0.0) * (1 if outlook.seat == outlook.stormer else -1)
    unit = outlook.at.get(at)
    if unit is not None:
        loss = outlook.harm(unit, 1, 6, 0) + 1.5
        gain += loss if unit.owner == outlook.enemy else -loss
    return gain


# In a combat


def _in_combat(outlook: Outlook, card: LoreCard) -> float:
    """What a card does for a roll, by the roll with it and without it."""
    state, fought = outlook.state, current_combat(outlook.state)
    attacker, target = both(state, fought)
    mine = attacker.owner == outlook.seat
    if fought.dice:
        return _rolled(outlook, fought, card)
    plain, held = _roll(outlook, fought, 0), outlook.kind(target).abilities.get("immovable", 0)
    match card.does:
        case "dice" | "fewer_dice":
            gain = _roll(outlook, fought, card.amount if card.does == "dice" else -card.amount) - plain
            return gain if mine else -gain
        case "blood_price":
            return _roll(outlook, fought, card.dice) - plain - outlook.harm(attacker, card.amount, 6, 0)
        case "lore_hits":
            return _roll(outlook, fought, 0, 1) - plain
        case "immovable":
            return _driven(outlook, fought, held) - _driven(outlook, fought, max(held, card.amount))
        case "no_ignoring":
            return _driven(outlook, fought, 0) - _driven(outlook, fought, held)
        case _:
            return 0.0


def _driven(outlook: Outlook, fought: Combat, held: int) -> float:
    """What it costs the target on average to be driven from its hex, if it ignores so many retreats."""
    attacker, target = both(outlook.state, fought)
    count = assault.count(outlook.state, attacker, target, fought, 0)
    pushed = 1 - sum(chances(count, 1)[: 1 + held])
    place = outlook.goals.get(target.hex, 0.0) if target.owner == outlook.seat else outlook.hold(target)
    return pushed * (0.4 + place)


def _roll(outlook: Outlook, fought: Combat, more: int, faces: int = 0) -> float:
    """What the roll costs the target on average, with so many dice more and so many faces that hit besides."""
    state = outlook.state
    attacker, target = both(state, fought)
    count = assault.count(state, attacker, target, fought, more)
    hits = assault.hitting(outlook, attacker, fought.how) + faces
    return outlook.harm(target, count, hits, state.terrain(target.hex).ignores_damage)


def _rolled(outlook: Outlook, fought: Combat, card: LoreCard) -> float:
    """What a card is worth when the dice lie there."""
    state = outlook.state
    attacker, target = both(state, fought)
    due = suffering(state, fought)
    match card.does:
        case "ignore_damage" | "bodyguard":
            return outlook.harm(target, due, 6, 0) - outlook.harm(target, max(0, due - card.amount), 6, 0)
        case "drain":
            return 0.6 * outlook.kind(attacker).cost / outlook.kind(attacker).full if due else 0.0
        case "ferocity":
            return assault.answer(outlook, state, target, attacker)
        case _:
            return 0.0


def _word(outlook: Outlook, card: LoreCard, least: int, price: float) -> float:
    """What word for after the roll is worth, less the price of the card where it is played."""
    match card.does:
        case "ignore_damage" | "bodyguard":
            return _held_off(outlook, card, least, price) if least else 0.0
        case "ferocity":
            return _struck_back(outlook, card, price) if not least else 0.0
        case _:
            return 0.0


def _held_off(outlook: Outlook, card: LoreCard, least: int, price: float) -> float:
    state, fought = outlook.state, current_combat(outlook.state)
    attacker, target = both(state, fought)
    worth = 0.0
    count = assault.count(state, attacker, target, fought, 0)
    for hits, chance in enumerate(chances(count, assault.hitting(outlook, attacker, fought.how))):
        damage = max(0, hits - state.terrain(target.hex).ignores_damage)
        if damage >= least:
            spared = outlook.harm(target, damage, 6, 0) - outlook.harm(target, max(0, damage - card.amount), 6, 0)
            worth += chance * (spared - card.cost * price)
    return worth


def _struck_back(outlook: Outlook, card: LoreCard, price: float) -> float:
    """It is played where the unit has to retreat, and of use if it then lives (B11.12)."""
    state, fought = outlook.state, current_combat(outlook.state)
    attacker, target = both(state, fought)
    count = assault.count(state, attacker, target, fought, 0)
    faces, driven = assault.hitting(outlook, attacker, fought.how), assault.driven(outlook, target, count)
    lives = 1 - outlook.harm_chance(target, count, faces, state.terrain(target.hex).ignores_damage)
    return driven * (lives * assault.answer(outlook, state, target, attacker) - card.cost * price)
