"""What matters before anything is decided: compulsion, danger, gain; phase by phase, on the masterboard."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.log import Undo
from engine.titan.actions import Action, Done, Move, Muster, Resign, Roll, Teleport
from engine.titan.board import ROLLS
from engine.titan.bots.aims import turns_left
from engine.titan.bots.bot_board import BotBoard
from engine.titan.bots.counsel.engagement_matters import additions, battle, engagements, exchange
from engine.titan.bots.counsel.matter import MOST, Matter, is_known, percent
from engine.titan.bots.masterboard import TALL
from engine.titan.phases.split import is_opening
from engine.titan.view import View


def matters(view: View, actions: Sequence[Action | Undo]) -> tuple[Matter, ...]:
    """What is to be seen before anything is decided: compulsion, danger, gain. At least one point."""
    assert view.viewer is not None, "a seat asks, the channel does not"
    table = BotBoard(view, view.viewer)
    points = tuple(_matters(table, [action for action in actions if not isinstance(action, Resign | Undo)]))
    return points or (Matter("nothing", {}),)


def _matters(table: BotBoard, actions: Sequence[Action]) -> Iterator[Matter]:
    if not actions:
        return
    match table.view.phase:
        case "setup":
            yield Matter("colour", {})
        case "spawn":
            yield from _return(table)
        case "split":
            yield from _before_split(table, actions)
        case "move":
            yield from _before_move(table, actions)
        case "engage":
            yield from engagements(table)
        case "parley":
            yield from exchange(table)
        case "battle":
            yield from battle(table, actions)
        case "gather":
            yield from additions(table, actions)
        case "muster":
            yield from _recruits(table, actions)


def _return(table: BotBoard) -> Iterator[Matter]:
    """What awaits a new legion in its Tower (V6.6, V6.7)."""
    spawning = table.view.spawning
    assert spawning is not None, "who comes back is asked"
    enemy = table.enemy_at.get(spawning.land)
    if enemy is None:
        yield Matter("returns-free", {"land": spawning.land})
    else:
        yield Matter("returns-attacking", {"land": spawning.land, "enemy": enemy.marker})
    if spawning.options:
        yield Matter("returns-choice", {})


def _end_near(table: BotBoard) -> Iterator[Matter]:
    """Where totals decide: that the end is near, and what then counts (V2.2, V3.1)."""
    if not table.view.ends:
        return
    left = turns_left(table.view)
    if left is not None and left < MOST:
        yield Matter("turns-left", {"number": left}) if left else Matter("last-turn", {})


def _before_split(table: BotBoard, actions: Sequence[Action]) -> Iterator[Matter]:
    yield from _end_near(table)
    if not any(isinstance(action, Roll) for action in actions):
        yield Matter(
            "opening" if is_opening(table.view.turn, table.view.players[table.me].wipeouts) else "too-tall", {}
        )
    tall = tuple(legion.marker for legion in table.mine if legion.height >= TALL)
    if tall and table.turn > 1:
        yield Matter("tall", {"legions": tall})
    markers = len(table.view.players[table.me].markers)
    if markers <= 2:
        yield Matter("markers", {"number": markers})
    yield from _threats(table)


def _before_move(table: BotBoard, actions: Sequence[Action]) -> Iterator[Matter]:
    moves = [action for action in actions if isinstance(action, Move | Teleport)]
    if not any(isinstance(action, Done) for action in actions):
        shared = {legion.land for legion in table.mine if sum(o.land == legion.land for o in table.mine) > 1}
        moved = any(legion.moved for legion in table.mine)
        yield Matter("must-part", {"lands": tuple(sorted(shared))}) if moved and shared else Matter("must-move", {})
    yield from _end_near(table)
    yield from _gains(table, moves)
    yield from _targets(table, moves)
    yield from _threats(table)


def _gains(table: BotBoard, moves: Sequence[Move | Teleport]) -> Iterator[Matter]:
    """The best recruit of each legion that can have one, the most valuable first."""
    best: dict[str, tuple[float, int, str]] = {}
    for action in moves:
        legion = table.legions[action.legion]
        if legion.height < table.rules.max_height and action.land not in table.enemy_at:
            value, recruit = table.best_muster(table.terrain(action.land), legion.creatures)
            if recruit and value > best.get(action.legion, (0.0, 0, ""))[0]:
                best[action.legion] = value, action.land, recruit
    for marker, (_, land, recruit) in sorted(best.items(), key=lambda item: -item[1][0])[:MOST]:
        yield Matter("can-muster", {"legion": marker, "land": land, "recruit": recruit})


def _targets(table: BotBoard, moves: Sequence[Move | Teleport]) -> Iterator[Matter]:
    """Whom one's legions can attack, the likeliest victories first."""
    chances: dict[tuple[str, int], int] = {}
    for action in moves:
        enemy = table.enemy_at.get(action.land)
        if enemy is not None:
            mine = table.side(table.legions[action.legion])
            chances[action.legion, action.land] = percent(table.battle(mine, table.side(enemy), action.land).chance)
    for (marker, land), chance in sorted(chances.items(), key=lambda item: -item[1])[:MOST]:
        enemy = table.enemy_at[land]
        facts = {"legion": marker, "land": land, "enemy": enemy.marker, "chance": chance}
        yield Matter("can-attack" if is_known(enemy) else "can-attack-unseen", facts)


def _threats(table: BotBoard) -> Iterator[Matter]:
    """Which enemy may come upon which legion next, with which rolls; the dearest legions first."""
    found = []
    for legion in table.mine:
        for enemy in table.enemies:
            walks = table.rules.board.walks
            rolls = tuple(roll for roll in ROLLS if legion.land in walks[enemy.land, roll].lands)
            if rolls:
                chance = table.battle(table.side(enemy), table.side(legion), legion.land).chance
                stake = chance * len(rolls) * table.loss(table.side(legion))
                found.append((stake, legion, enemy, rolls, percent(chance)))
    for _, legion, enemy, rolls, chance in sorted(found, key=lambda each: -each[0])[:MOST]:
        if chance >= 30:
            facts = {"legion": legion.marker, "enemy": enemy.marker, "rolls": rolls, "chance": chance}
            yield Matter("threat-titan" if table.rules.are_fatal(legion.creatures) else "threat", facts)


def _recruits(table: BotBoard, actions: Sequence[Action]) -> Iterator[Matter]:
    musters = [action for action in actions if isinstance(action, Muster)]
    for marker in dict.fromkeys(action.legion for action in musters):
        recruits = tuple(dict.fromkeys(action.recruit for action in musters if action.legion == marker))
        yield Matter("open-musters", {"legion": marker, "creatures": recruits})
    scarce = tuple(r for r in dict.fromkeys(a.recruit for a in musters) if table.stacks.get(r, 0) <= 3)
    if scarce:
        yield Matter("scarce", {"creatures": scarce})
