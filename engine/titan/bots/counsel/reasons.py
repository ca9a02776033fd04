"""Why `steady` would do what it does: what speaks for and against a choice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.hexes import bits
from engine.log import Undo
from engine.titan.actions import (
    Accept,
    Acquire,
    Action,
    Carry,
    Concede,
    Done,
    Engage,
    Fight,
    Flee,
    Maneuver,
    Move,
    Mulligan,
    Muster,
    Refuse,
    Reinforce,
    Roll,
    Spawn,
    Split,
    Strike,
    Summon,
    Teleport,
    Waive,
)
from engine.titan.battle.frame import INDEX
from engine.titan.battle.hits import hit_chance, slays, useful_hits
from engine.titan.bots.aims import consolation
from engine.titan.bots.battle import field_of
from engine.titan.bots.bot_board import BotBoard
from engine.titan.bots.bot_field import BotField
from engine.titan.bots.counsel.matter import MOST, Matter, is_known, percent
from engine.titan.bots.parley import stakes
from engine.titan.phases.muster import ways
from engine.titan.view import LegionView, View


def reasons(view: View, actions: Sequence[Action | Undo], chosen: Action) -> tuple[Matter, ...]:
    """What speaks for and against a choice, by the figures that `steady` goes by. At least one point."""
    assert view.viewer is not None, "a seat asks, the channel does not"
    table = BotBoard(view, view.viewer)
    return tuple(_reasons(table, actions, chosen)) or (Matter("no-better", {}),)


def _reasons(table: BotBoard, actions: Sequence[Action | Undo], chosen: Action) -> Iterator[Matter]:
    match chosen:
        case Split(legion, _, creatures):
            yield from _why_split(table, table.legions[legion], creatures)
        case Spawn(creature):
            yield Matter("recruit-value", {"recruit": creature, "points": table.rules.value(creature, 0)})
        case Move() | Teleport():
            yield from _why_move(table, chosen)
        case Engage(land):
            yield Matter("likeliest", {"land": land})
        case Flee() | Waive() | Fight() | Refuse() | Accept() | Concede() if table.view.phase == "parley":
            yield from _why_settle(table, chosen)
        case Concede():
            yield Matter("hopeless", {})
        case Maneuver(character, hex_):
            yield from _why_there(field_of(table), character, INDEX[hex_])
        case Strike():
            yield from _why_strike(field_of(table), actions, chosen)
        case Carry(target):
            enemy = field_of(table).enemy_at[INDEX[target]]
            yield Matter("carry-to", {"target": enemy.creature, "hits": enemy.left})
        case Roll() | Mulligan() | Summon() | Acquire() | Reinforce():
            yield Matter(ALWAYS[type(chosen)], {})
        case Muster(legion, recruit):
            yield from _why_muster(table, table.legions[legion], recruit)
        case Done() if table.view.phase == "move":
            yield from _why_stay(table, actions)
        case Done():
            yield Matter("nothing-better", {})


ALWAYS = {Roll: "no-split", Mulligan: "bad-roll", Summon: "stronger", Acquire: "free-gain", Reinforce: "free-gain"}
"""What speaks for a choice of which nothing more is told."""


def _why_split(table: BotBoard, legion: LegionView, creatures: tuple[str, ...]) -> Iterator[Matter]:
    if legion.height > table.rules.max_height:
        yield Matter("opening-pairs", {})
        return
    yield Matter("room-again", {"legion": legion.marker})
    yield Matter("least-missed", {"creatures": creatures})


def _why_move(table: BotBoard, action: Move | Teleport) -> Iterator[Matter]:
    legion, land = table.legions[action.legion], action.land
    side, enemy = table.side(legion), table.enemy_at.get(land)
    creatures = legion.creatures
    if enemy is not None:
        outlook = table.battle(side, table.side(enemy), land)
        yield Matter("attack-chance", {"enemy": enemy.marker, "chance": percent(outlook.chance)})
        yield Matter("attack-points", {"points": round(table.score_of(table.side(enemy)))})
        lost = consolation(table.rules, (side, table.side(enemy)))
        if lost:
            yield Matter("attack-consoled", {"points": lost})
        if not is_known(enemy):
            yield Matter("guessed", {"enemy": enemy.marker})
        return
    recruit = ""
    if legion.height < table.rules.max_height:
        _, recruit = table.best_muster(table.terrain(land), creatures)
        if recruit:
            side, creatures = table.grown(legion, recruit), (*creatures, recruit)
            yield Matter("gains", {"recruit": recruit, "land": land, "points": table.rules.value(recruit, 0)})
    if table.prospects(land, creatures) > table.prospects(legion.land, legion.creatures):
        yield Matter("prospects", {})
    danger, before = table.risk(side, land) / table.loss(side), table.risk(side, legion.land) / table.loss(side)
    if danger < before:
        yield Matter("safer", {"chance": percent(danger), "before": percent(before)})
    elif danger:
        yield Matter("risk", {"chance": percent(danger)})
    else:
        yield Matter("safe", {})


def _why_stay(table: BotBoard, actions: Sequence[Action | Undo]) -> Iterator[Matter]:
    """Why each legion that could still walk had better stay: those with the same reason together."""
    goals: dict[str, list[int]] = {}
    for action in actions:
        if isinstance(action, Move) and action.land not in table.enemy_at:
            goals.setdefault(action.legion, []).append(action.land)
    full: list[str] = []
    empty: list[str] = []
    safe: list[str] = []
    others: list[str] = []
    for marker, lands in goals.items():
        legion = table.legions[marker]
        side = table.side(legion)
        if legion.height >= table.rules.max_height:
            full.append(marker)
        elif not any(table.best_muster(table.terrain(land), legion.creatures)[1] for land in lands):
            empty.append(marker)
        elif all(table.risk(side, land) > table.risk(side, legion.land) for land in lands):
            safe.append(marker)
        else:
            others.append(marker)
    if full:
        yield Matter("stays-full", _these(full))
    if empty:
        yield Matter("stays-empty", _these(empty))
    if safe:
        yield Matter("stays-safe", _these(safe))
    if others:
        yield Matter("stays-better", _these(others))


def _these(markers: Sequence[str]) -> dict[str, object]:
    return {"legions": tuple(markers), "number": len(markers)}


def _why_settle(table: BotBoard, chosen: Action) -> Iterator[Matter]:
    at_stake = stakes(table)
    chance, keeps = percent(at_stake.chance), at_stake.keeps
    yield Matter("settle-chance", {"chance": chance})
    match chosen:
        case Flee():
            yield Matter("flee-half", {})
        case Accept():
            yield Matter("offer-better", {})
        case _ if chance < 50:
            yield Matter("no-way-out", {})
        case _:
            yield Matter("fight-worth", {"chance": percent(keeps)})


def _why_there(field: BotField, character: str, to: int) -> Iterator[Matter]:
    """What it will strike there, what it has to fear, and the ground."""
    start = INDEX.get(character)
    who = field.mine_at[start] if start is not None else next(c for c in field.waiting if c.creature == character)
    if start is None:
        yield Matter("enters", {})
    met = [field.enemy_at[at] for at in bits(field.ground.contacts[to] & field.enemy_mask)]
    if met:
        blows = [(field.ground.melee(who.kind, who.power, to, enemy.kind, enemy.at), enemy) for enemy in met]
        (dice, number), enemy = max(blows, key=lambda each: field.harm(each[1], *each[0]))
        expected = _tenths(useful_hits(dice, number, enemy.left))
        yield Matter("will-strike", {"target": enemy.creature, "dice": dice, "number": number, "expected": expected})
        taken = sum(
            useful_hits(*field.ground.melee(e.kind, e.power, e.at, who.kind, to), who.left) / field.shared(e, who)
            for e in met
        )
        yield Matter("will-take", {"expected": _tenths(taken), "hits": who.left})
    coming = tuple(e.creature for e in field.loose if e not in met and field.threat(e) >> to & 1)
    if coming:
        yield Matter("may-be-met", {"creatures": coming})
    elif not met:
        yield Matter("out-of-reach", {})
    hazard = field.ground.hazards[to]
    if hazard in who.kind.natives:
        yield Matter("own-ground", {"hazard": hazard})
    if field.ground.drift_hits(who.kind, to):
        yield Matter("drift", {"hazard": hazard})


def _why_strike(field: BotField, actions: Sequence[Action | Undo], chosen: Strike) -> Iterator[Matter]:
    enemy = field.enemy_at[INDEX[chosen.target]]
    expected = chosen.dice * hit_chance(chosen.number)
    yield Matter("expected", {"expected": _tenths(expected), "target": enemy.creature, "hits": enemy.left})
    yield Matter("slays", {"target": enemy.creature, "chance": percent(slays(chosen.dice, chosen.number, enemy.left))})
    targets = {action.target for action in actions if isinstance(action, Strike) and action.striker == chosen.striker}
    yield Matter("one-target" if len(targets) == 1 else "few-dice", {})


def _why_muster(table: BotBoard, legion: LegionView, recruit: str) -> Iterator[Matter]:
    yield Matter("recruit-value", {"recruit": recruit, "points": table.rules.value(recruit, 0)})
    grown = (*legion.creatures, recruit)
    opened: list[str] = []
    for terrain in table.rules.chains:
        before = {way[0] for way in ways(table.rules, terrain, legion.creatures)}
        opened += [way[0] for way in ways(table.rules, terrain, grown) if way[0] not in before]
    better = tuple(dict.fromkeys(sorted(opened, key=lambda code: -table.rules.value(code, 0))))[:MOST]
    if better:
        yield Matter("leads-to", {"creatures": better})


def _tenths(number: float) -> str:
    return f"{number:.1f}"
