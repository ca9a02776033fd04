"""Steady play in battle: who goes where, whom to strike, what to call for (R12-R17).

Each character is moved by itself to where it deals most against what it would take: strikes in contact there, what
could come upon it next, drift, and the way still to go. Nothing is searched deeper.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.hexes import bits, distance
from engine.pick import Pick
from engine.titan.actions import Action, Carry, Concede, Done, Maneuver, Reinforce, Strike, Summon
from engine.titan.battle.frame import HEXES, INDEX, NEIGHBOURS, PLACES
from engine.titan.battle.hits import hit_chance, slays, useful_hits
from engine.titan.battle.pairs import Contacts
from engine.titan.battle.prospects import targets_of
from engine.titan.bots.bot_board import BotBoard
from engine.titan.bots.bot_field import BotField, Character
from engine.titan.bots.estimate import worth
from engine.titan.bots.masterboard import best_reinforcement
from engine.titan.rules import TITAN
from engine.titan.sides import ATTACKER

ENTER = 1000.0
"""What it is worth to come onto the map: all of the character (R10.3)."""

HOPELESS = 0.02


def battle(table: BotBoard, actions: Sequence[Action], pick: Pick) -> Action:
    """The next step of a battle that one's legion is in."""
    field = field_of(table)
    have = {type(action) for action in actions}
    if Carry in have:
        return _carry(field, actions)
    if Strike in have:
        return _strike(field, [a for a in actions if isinstance(a, Strike)])
    if Reinforce in have:
        taken = best_reinforcement(table, actions)
        if taken:
            return taken
    if Summon in have and 0.08 < field.ratio() < 12.0:
        return _summon(table, [a for a in actions if isinstance(a, Summon)])
    if table.aims.gives_up and Concede in have and Done in have and _pointless(field):
        return Concede()
    if Maneuver in have:
        return _maneuver(field, actions, pick)
    return next((a for a in actions if isinstance(a, Done)), actions[0])


def field_of(table: BotBoard) -> BotField:
    """The battle from the side that the seat is on."""
    fought = table.view.battle
    assert fought is not None, "only in battle"
    return BotField(table.view, fought.seats.index(table.me), table.aims)


# --- maneuvers ---


def _maneuver(field: BotField, actions: Sequence[Action], pick: Pick) -> Action:
    """The maneuver that gains most over staying, or the end of the phase if none gains anything."""
    steps = [a for a in actions if isinstance(a, Maneuver) and field.may_enter(a.character)]
    stays: dict[str, tuple[Character, float]] = {}
    best: tuple[float, Action] | None = None
    for action in steps:
        known = stays.get(action.character)
        if known is None:
            known = stays[action.character] = _stay(field, action.character)
        who, stay = known
        gain = _standing(field, who, INDEX[action.hex]) - stay + 0.2 * pick.random()
        if not who.on_map:
            gain -= _in_the_way(field, INDEX[action.hex])
        if best is None or gain > best[0]:
            best = gain, action
    done = next((a for a in actions if isinstance(a, Done)), None)
    if best is None or (done is not None and best[0] <= 0.3):
        return done or actions[0]
    return best[1]


def _stay(field: BotField, name: str) -> tuple[Character, float]:
    """The character that a maneuver names, and what it is worth where it is."""
    at = INDEX.get(name)
    if at is not None:
        who = field.mine_at[at]
        return who, _standing(field, who, at)
    who = next(c for c in field.waiting if c.creature == name)
    return who, -ENTER - (0.0 if field.is_dear(who) else 40.0 - 5.0 * who.kind.skill)


def _in_the_way(field: BotField, at: int) -> float:
    """What it costs to stop on an entry hex that those still to come may need."""
    if at not in field.entries:
        return 0.0
    free = sum(not field.occupied >> hex_ & 1 for hex_ in field.entries) - 1
    behind = len(field.waiting) - 1
    return 200.0 if behind > free else 15.0 * min(behind, 1)


def _standing(field: BotField, who: Character, at: int) -> float:
    """What it is worth for a character to stand in a hex until the enemy has moved."""
    contact = field.ground.contacts[at] & field.enemy_mask
    price = field.price(who)
    value = 0.0
    if contact:
        value += 1.15 * max(_blow(field, who, at, enemy) for enemy in _those(field, contact))
        for enemy in _those(field, contact):
            value -= price * _taken(field, enemy, who, at) / field.shared(enemy, who)
    else:
        if who.kind.rangestrikes or who.kind.magic:
            value += _shot(field, who, at)
        value -= field.pull(who) * _way(field, at)
    for enemy in field.loose:
        if not contact >> enemy.at & 1 and field.threat(enemy) >> at & 1:
            value -= field.caution(who) * price * field.due(enemy, who)
    value -= 2.0 * price * field.ground.drift_hits(who.kind, at)
    return value + _lie(field, who, at)


def _lie(field: BotField, who: Character, at: int) -> float:
    """Good ground: one's own hazard, height; and behind the others for the Titan."""
    hazard = field.ground.hazards[at]
    value = 1.5 * (hazard in who.kind.natives) + 1.0 * field.ground.elevation[at]
    if field.is_dear(who):
        value += 1.2 * min(_way(field, at), 4) + 0.8 * sum(1 for _ in bits(field.ground.contacts[at] & field.mine_mask))
    return value


def _those(field: BotField, mask: int) -> list[Character]:
    return [field.enemy_at[at] for at in bits(mask)]


def _way(field: BotField, at: int) -> int:
    """Steps to the nearest enemy; those not yet on the map stand at their edge."""
    here = PLACES[HEXES[at]]
    ahead = [PLACES[HEXES[enemy.at]] for enemy in field.enemies] or field.edge
    return min(distance(here, there) for there in ahead)


def _blow(field: BotField, who: Character, at: int, enemy: Character) -> float:
    """What a strike from there at an enemy in contact is worth."""
    dice, number = field.ground.melee(who.kind, who.power, at, enemy.kind, enemy.at)
    return field.harm(enemy, dice, number)


def _taken(field: BotField, enemy: Character, who: Character, at: int) -> float:
    """The hits to expect of an enemy in contact."""
    dice, number = field.ground.melee(enemy.kind, enemy.power, enemy.at, who.kind, at)
    return useful_hits(dice, number, who.left)


def _shot(field: BotField, who: Character, at: int) -> float:
    """What the best rangestrike from there is worth."""
    if field.rules.rangestrike_nonadjacent and NEIGHBOURS[at] & field.enemy_mask:
        return 0.0
    occupied = field.occupied & ~(1 << who.at) if who.on_map else field.occupied
    best = 0.0
    for enemy in field.enemies:
        found = field.ground.rangestrike(who.kind, who.power, at, enemy.kind, enemy.at, occupied)
        if found:
            best = max(best, field.harm(enemy, *found))
    return best


# --- strikes ---


def _strike(field: BotField, strikes: Sequence[Strike]) -> Action:
    """Strikers with one target first, then those with fewest dice (ASYNC_PLAY A6.4); of one, the best strike."""
    targets = targets_of(strikes)
    due: dict[tuple[str, str], tuple[int, int]] = {}
    for strike in strikes:
        dice, number = due.get((strike.striker, strike.target), (strike.dice, strike.number))
        due[strike.striker, strike.target] = max(dice, strike.dice), min(number, strike.number)
    striker = min(targets, key=lambda s: (len(targets[s]), max(d for (who, _), (d, _) in due.items() if who == s)))
    others = {target: pair for (who, target), pair in due.items() if who == striker}
    mine = [strike for strike in strikes if strike.striker == striker]
    return max(mine, key=lambda s: _strike_worth(field, s, others))


def _strike_worth(field: BotField, strike: Strike, others: dict[str, tuple[int, int]]) -> float:
    """The harm done, and what may be carried: expected hits beyond what the target needs (R14)."""
    at = INDEX[strike.striker]
    enemy = field.enemy_at[INDEX[strike.target]]
    harm = field.harm(enemy, strike.dice, strike.number)
    if not field.ground.contacts[at] >> enemy.at & 1:
        return harm
    excess = strike.dice * hit_chance(strike.number) - useful_hits(strike.dice, strike.number, enemy.left)
    due = {INDEX[label]: pair for label, pair in others.items()}
    spread = Contacts(field.rules, field.ground, field.mine_at[at].kind, at, due)
    carried = 0.0
    open_to = [field.enemy_at[hex_] for hex_ in spread.carries(enemy.at, (strike.dice, strike.number))]
    for other in sorted(open_to, key=field.price, reverse=True):
        taken = min(excess, other.left)
        carried, excess = carried + field.price(other) * taken, excess - taken
    return harm + 0.8 * carried


def _carry(field: BotField, actions: Sequence[Action]) -> Action:
    """Excess hits go where they slay, or else where they are worth most."""
    carries = [a for a in actions if isinstance(a, Carry)]
    return max(carries, key=lambda a: _carry_worth(field, field.enemy_at[INDEX[a.target]]))


def _carry_worth(field: BotField, enemy: Character) -> float:
    return (1000.0 if field.is_dear(enemy) else 0.0) + 10.0 * field.price(enemy) - enemy.left


# --- help and giving up ---


def _summon(table: BotBoard, summons: Sequence[Summon]) -> Action:
    """The stronger angel, out of the taller legion."""
    return max(summons, key=lambda a: (worth(table.rules, a.creature, 0), table.legions[a.donor].height))


def _pointless(field: BotField) -> bool:
    """Whether the battle is lost and nothing more can be had of it: no Titan, nobody it could still slay.

    An attacker does better to run out of time, which scores nothing for the other (R11.3), once that is near.
    """
    if not field.mine or not field.enemies or field.waiting:
        return False
    if any(c.creature == TITAN for c in (*field.mine, *field.enemies)) or field.ratio() > HOPELESS:
        return False
    if field.side == ATTACKER and field.round >= 4:
        return False
    dice = sum(c.power for c in field.mine)
    return all(slays(2 * dice, 4, enemy.left) < 0.25 for enemy in field.enemies)
