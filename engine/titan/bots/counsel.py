"""What the level `steady` makes of a position: what matters, what is good, and why it would do what it does.

Everything follows from the view and from the list of what its seat may do, as its play does. Nothing is judged here
anew: the good choices are those that it takes one after the other, and the reasons are figures that it goes by.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

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
    Offer,
    Refuse,
    Reinforce,
    Resign,
    Roll,
    Spawn,
    Split,
    Strike,
    Summon,
    Teleport,
    Waive,
    Withdraw,
)
from engine.titan.battle.entering import fate
from engine.titan.battle.frame import INDEX
from engine.titan.battle.hits import hit_chance, slays, useful_hits
from engine.titan.battle.turn import ROUNDS
from engine.titan.board import ROLLS
from engine.titan.bots.aims import consolation, turns_left
from engine.titan.bots.battle import field_of
from engine.titan.bots.bot_board import BotBoard
from engine.titan.bots.bot_field import BotField
from engine.titan.bots.estimate import TITAN
from engine.titan.bots.masterboard import TALL
from engine.titan.bots.parley import Stakes, stakes
from engine.titan.bots.steady import choose_steady
from engine.titan.bots.suggest import CALM
from engine.titan.phases.muster import ways
from engine.titan.phases.split import is_opening
from engine.titan.sides import ATTACKER
from engine.titan.view import LegionView, View

MOST = 3
"""So many good choices are named, and so many things of a kind that matter."""


@dataclass(frozen=True, slots=True)
class Matter:
    """Something that matters: `what` it is, with its facts by name.

    Chances are per cent, `creatures` codes, `land` a land's number, `legion` and `enemy` markers.
    """

    what: str
    facts: Mapping[str, object]


def good(view: View, actions: Sequence[Action | Undo], most: int = MOST) -> tuple[Action, ...]:
    """What `steady` would do, then what it would do if it could not, and so on; no two that differ in a detail.

    It ends where it would rather do nothing more. Empty if there is nothing to do; `actions` are all of the seat.
    """
    left = [action for action in actions if not isinstance(action, Resign | Undo)]
    if all(isinstance(action, Concede | Offer | Withdraw) for action in left):
        return ()  # nothing is asked of the seat: it could only give up, or talk
    found: list[Action] = []
    while left and len(found) < most:
        best = choose_steady(view, left, CALM)
        found.append(best)
        if isinstance(best, Done | Roll):
            break
        left = [a for a in left if _alike(a) != _alike(best) and not isinstance(a, Concede | Offer | Withdraw)]
    return tuple(found)


def _alike(action: Action | Undo) -> tuple[object, ...]:
    """What makes two choices the same to somebody who looks for a good one."""
    match action:
        case Move(legion, land) | Teleport(legion, land):
            return "move", legion, land
        case Split(legion, _, creatures):
            return "split", legion, creatures
        case Strike(striker, target):
            return "strike", striker, target
        case Muster(legion, recruit):
            return "muster", legion, recruit
        case Reinforce(recruit):
            return "reinforce", recruit
        case _:
            return ("other", action)


# --- what matters ---


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
            yield from _engagements(table)
        case "parley":
            yield from _exchange(table)
        case "battle":
            yield from _fight(table, actions)
        case "gather":
            yield from _spoils(table, actions)
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
            chances[action.legion, action.land] = _percent(table.battle(mine, table.side(enemy), action.land).chance)
    for (marker, land), chance in sorted(chances.items(), key=lambda item: -item[1])[:MOST]:
        enemy = table.enemy_at[land]
        facts = {"legion": marker, "land": land, "enemy": enemy.marker, "chance": chance}
        yield Matter("can-attack" if _known(enemy) else "can-attack-unseen", facts)


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
                found.append((stake, legion, enemy, rolls, _percent(chance)))
    for _, legion, enemy, rolls, chance in sorted(found, key=lambda each: -each[0])[:MOST]:
        if chance >= 30:
            facts = {"legion": legion.marker, "enemy": enemy.marker, "rolls": rolls, "chance": chance}
            yield Matter("threat-titan" if table.rules.are_fatal(legion.creatures) else "threat", facts)


def _engagements(table: BotBoard) -> Iterator[Matter]:
    for engagement in table.view.engagements:
        mine, enemy = (table.legions[marker] for marker in engagement.markers)
        chance = _percent(table.battle(table.side(mine), table.side(enemy), engagement.land).chance)
        facts = {"legion": mine.marker, "enemy": enemy.marker, "land": engagement.land, "chance": chance}
        yield Matter("to-settle" if _known(enemy) else "to-settle-unseen", facts)
    yield Matter("order", {})


def _exchange(table: BotBoard) -> Iterator[Matter]:
    """What each side puts at stake, and how the battle would go by the quick guess that the program plays by."""
    view, engaged, at_stake = table.view.parley, table.view.engaged, stakes(table)
    assert view is not None, "there is something at stake"
    assert engaged is not None, "there is something at stake"
    me, sides = at_stake.me, at_stake.sides
    mine, other = sides[me], sides[1 - me]
    yield Matter("stakes", {"own": round(table.score_of(mine)), "other": round(table.score_of(other))})
    yield Matter("battle-guess", {"chance": _percent(at_stake.chance), "land": engaged.land})
    if table.rules.eliminates:
        if TITAN in mine.creatures:
            yield Matter("own-titan", {})
        if TITAN in other.creatures:
            yield Matter("their-titan", {})
    else:
        yield from _scores(table, at_stake)
    if view.may_flee and me != ATTACKER:
        yield Matter("may-flee", {"points": round(table.score_of(mine)) // 2})
    if any(offer.by != table.me for offer in view.offers):
        yield Matter("offer-stands", {})


def _scores(table: BotBoard, at_stake: Stakes) -> Iterator[Matter]:
    """What a battle scores, where who loses it may score as well and nobody is ever out (V1.2, V4.1)."""
    me, prizes = at_stake.me, at_stake.prizes(table.rules)
    yield Matter("if-won", {"points": prizes.won})
    yield Matter("if-lost", {"points": prizes.lost})
    if prizes.consolation:
        yield Matter("consoled" if me == ATTACKER else "consoles", {"points": prizes.consolation})
    if any(TITAN in side.creatures for side in at_stake.sides):
        yield Matter("titan-counts", {})


def _outside(left_out: str, creatures: tuple[str, ...]) -> Matter:
    """Who has to enter, and what becomes of him otherwise."""
    facts = {"creatures": creatures}
    match left_out:
        case "-late":
            return Matter("must-enter-late", facts)
        case "-scores":
            return Matter("must-enter-scores", facts)
        case "-returns":
            return Matter("must-enter-returns", facts)
        case _:
            return Matter("must-enter", facts)


def _fight(table: BotBoard, actions: Sequence[Action]) -> Iterator[Matter]:
    fought = table.view.battle
    assert fought is not None, "a battle is fought"
    field = field_of(table)
    if field.kept_out:
        yield Matter("no-room", {"creatures": field.kept_out})
    if field.waiting:
        yield _outside(fate(table.rules, fought.round), tuple(c.creature for c in field.waiting))
    if fought.step == "maneuver":
        yield Matter("time-attacker" if field.side == ATTACKER else "time-defender", {"number": ROUNDS - fought.round})
        held = tuple(c.creature for c in field.mine if field.ground.contacts[c.at] & field.enemy_mask)
        if held:
            yield Matter("held", {"creatures": held})
    for who in field.mine:
        if field.is_dear(who):
            near = tuple(e.creature for e in field.enemies if field.threat(e) >> who.at & 1)
            if near:
                yield Matter("titan-near", {"creatures": near, "hits": who.left})
    for enemy in field.enemies:
        if field.is_dear(enemy):
            yield Matter("their-titan-stands", {"hits": enemy.left})
    if any(isinstance(action, Summon) for action in actions):
        yield Matter("may-summon", {})
    if any(isinstance(action, Reinforce) for action in actions):
        yield Matter("may-reinforce", {})
    if any(isinstance(action, Strike) for action in actions):
        yield from _slayings(field, [action for action in actions if isinstance(action, Strike)])
    if any(isinstance(action, Carry) for action in actions):
        yield Matter("excess", {"hits": fought.excess})
    if fought.step == "maneuver" and field.enemies:
        yield Matter("strength", {"chance": _percent(field.ratio() / (1 + field.ratio()))})


def _slayings(field: BotField, strikes: Sequence[Strike]) -> Iterator[Matter]:
    """The likeliest deaths among the strikes that can be made."""
    best: dict[str, tuple[float, Strike]] = {}
    for strike in strikes:
        enemy = field.enemy_at[INDEX[strike.target]]
        chance = slays(strike.dice, strike.number, enemy.left)
        if chance > best.get(strike.target, (0.0, strike))[0]:
            best[strike.target] = chance, strike
    for chance, strike in sorted(best.values(), key=lambda each: -each[0])[:MOST]:
        enemy = field.enemy_at[INDEX[strike.target]]
        facts = {"target": enemy.creature, "hex": strike.target, "hits": enemy.left, "chance": _percent(chance)}
        yield Matter("can-slay", facts)


def _spoils(table: BotBoard, actions: Sequence[Action]) -> Iterator[Matter]:
    gathering = table.view.gathering
    assert gathering is not None, "the winner is asked"
    room = table.rules.max_height - table.legions[gathering.legion].height
    yield Matter("room", {"legion": gathering.legion, "number": room})
    if gathering.due:
        yield Matter("due", {"number": len(gathering.due)})
    if any(isinstance(action, Summon) for action in actions):
        yield Matter("may-summon", {})
    if any(isinstance(action, Reinforce) for action in actions):
        yield Matter("may-reinforce", {})


def _recruits(table: BotBoard, actions: Sequence[Action]) -> Iterator[Matter]:
    musters = [action for action in actions if isinstance(action, Muster)]
    for marker in dict.fromkeys(action.legion for action in musters):
        recruits = tuple(dict.fromkeys(action.recruit for action in musters if action.legion == marker))
        yield Matter("open-musters", {"legion": marker, "creatures": recruits})
    scarce = tuple(r for r in dict.fromkeys(a.recruit for a in musters) if table.stacks.get(r, 0) <= 3)
    if scarce:
        yield Matter("scarce", {"creatures": scarce})


# --- why ---


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
        yield Matter("attack-chance", {"enemy": enemy.marker, "chance": _percent(outlook.chance)})
        yield Matter("attack-points", {"points": round(table.score_of(table.side(enemy)))})
        lost = consolation(table.rules, (side, table.side(enemy)))
        if lost:
            yield Matter("attack-consoled", {"points": lost})
        if not _known(enemy):
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
        yield Matter("safer", {"chance": _percent(danger), "before": _percent(before)})
    elif danger:
        yield Matter("risk", {"chance": _percent(danger)})
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
    chance, keeps = _percent(at_stake.chance), at_stake.keeps
    yield Matter("settle-chance", {"chance": chance})
    match chosen:
        case Flee():
            yield Matter("flee-half", {})
        case Accept():
            yield Matter("offer-better", {})
        case _ if chance < 50:
            yield Matter("no-way-out", {})
        case _:
            yield Matter("fight-worth", {"chance": _percent(keeps)})


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
    yield Matter("slays", {"target": enemy.creature, "chance": _percent(slays(chosen.dice, chosen.number, enemy.left))})
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


def _known(legion: LegionView) -> bool:
    return len(legion.creatures) == legion.height


def _percent(chance: float) -> int:
    return round(100 * chance)


def _tenths(number: float) -> str:
    return f"{number:.1f}"
