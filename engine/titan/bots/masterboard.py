"""Steady play on the masterboard: splitting, moving, the order of engagements, mustering, and what a winner adds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from engine.pick import Pick
from engine.titan.actions import (
    Acquire,
    Action,
    Done,
    Engage,
    Move,
    Mulligan,
    Muster,
    Reinforce,
    Roll,
    Spawn,
    Split,
    Summon,
    Teleport,
)  # fmt: skip
from engine.titan.bots.aims import Chance
from engine.titan.bots.bot_board import FAR, BotBoard, distances, opens
from engine.titan.bots.estimate import worth
from engine.titan.events import Creatures
from engine.titan.rules import TITAN
from engine.titan.view import LegionView
from engine.values import replace, without

TALL = 7
"""Legions are split when they are this high: they cannot muster any more (R8.1)."""


# --- Commencement ---


def spawn(actions: Sequence[Action]) -> Action:
    """For each slot of a new legion the dearest that may come: the first in the list (V7.6)."""
    return next(a for a in actions if isinstance(a, Spawn))


def split(table: BotBoard, actions: Sequence[Action], pick: Pick) -> Action:
    """The best split of one legion, or the roll when nothing is gained by another."""
    splits = [a for a in actions if isinstance(a, Split)]
    forced = not any(isinstance(a, Roll) for a in actions)
    if forced:
        splits = [a for a in splits if table.legions[a.legion].height > table.rules.max_height] or splits
    marker = splits[0].marker if splits else ""
    best: tuple[float, Action] | None = None
    for action in splits:
        legion = table.legions[action.legion]
        if action.marker != marker or (not forced and legion.height < TALL):
            continue
        kept = without(legion.creatures, action.creatures)
        if forced:
            gain = _opening(table, kept, action.creatures)
        elif len(action.creatures) == 2 and TITAN not in action.creatures:
            gain = _splinter(table, legion, kept, action.creatures)
        else:
            continue
        gain += pick.random()
        if best is None or gain > best[0]:
            best = gain, action
    if best is None or (best[0] <= 0 and not forced):
        return next((a for a in actions if isinstance(a, Roll)), actions[0])
    return best[1]


def _opening(table: BotBoard, kept: Creatures, left: Creatures) -> float:
    """Four and four, so that both halves have a pair to muster by (R4.2). Ties are a matter of taste."""
    return 1.0 * sum(min(opens(table.rules, half), 60.0) for half in (kept, left)) + 4.0 * sum(
        any(half.count(code) > 1 for code in half) for half in (kept, left)
    )


def _splinter(table: BotBoard, legion: LegionView, kept: Creatures, left: Creatures) -> float:
    """What two of the weakest are good for by themselves, less what the legion that stays would miss."""
    rules, score = table.rules, table.scores[table.me]
    whole, rest = table.side(legion), replace(table.side(legion), creatures=kept)
    exposed = table.risk(rest, legion.land) - table.risk(whole, legion.land)
    missed = sum(worth(rules, code, score) for code in left)
    chains = opens(rules, kept) + 0.4 * opens(rules, left) - opens(rules, legion.creatures)
    future, gain = table.aims.future, table.aims.gain
    return gain * (45.0 * future - 0.8 * missed + 0.6 * future * chains) - exposed


# --- Movement ---


def move(table: BotBoard, actions: Sequence[Action], pick: Pick) -> Action:
    """The move that gains most over standing still, or the end of the phase if none gains anything."""
    options = [a for a in actions if isinstance(a, Move | Teleport)]
    done = next((a for a in actions if isinstance(a, Done)), None)
    if any(isinstance(a, Mulligan) for a in actions) and _bad_roll(table, options):
        return Mulligan()
    stands: dict[str, float] = {}
    crowded = Counter(legion.land for legion in table.mine)
    stuck = {a.legion for a in options if crowded[table.legions[a.legion].land] > 1}
    must_part = done is None and any(legion.moved for legion in table.mine)
    best: tuple[float, Action] | None = None
    for action in options:
        if must_part and action.legion not in stuck:
            continue
        legion = table.legions[action.legion]
        if action.legion not in stands:
            stands[action.legion] = _place(table, legion, legion.land, moved=False)
        if action.land in table.enemy_at:
            gain = _attack(table, legion, action)
        else:
            gain = _place(table, legion, action.land, moved=True)
        gain += 0.5 * pick.random() - stands[action.legion] - (3.0 if isinstance(action, Teleport) else 0.0)
        if isinstance(action, Teleport) and action.lord == TITAN:
            gain -= 1.0
        if best is None or gain > best[0]:
            best = gain, action
    if best is None or (done is not None and best[0] <= 0):
        return done or next((a for a in actions if isinstance(a, Mulligan)), actions[0])
    return best[1]


def _bad_roll(table: BotBoard, options: Sequence[Move | Teleport]) -> bool:
    """Whether some legion could muster nothing after any of its moves: worth another roll (R5.3).

    Where one may roll again and again it never does, so that a turn is finite.
    """
    if table.turn > 1 or table.rules.mulligan == "unlimited":
        return False
    lucky = {
        action.legion
        for action in options
        if table.best_muster(table.terrain(action.land), table.legions[action.legion].creatures)[1]
    }
    return any(legion.marker not in lucky for legion in table.mine)


def _place(table: BotBoard, legion: LegionView, land: int, *, moved: bool) -> float:
    """What it is worth to stand there at the end of the turn: the muster, the next one, less the danger."""
    side, creatures = table.side(legion), legion.creatures
    gain = 0.0
    if moved and legion.height < table.rules.max_height:
        gain, recruit = table.best_muster(table.terrain(land), creatures)
        if recruit:
            side, creatures = table.grown(legion, recruit), (*creatures, recruit)
    gain += 0.5 * table.prospects(land, creatures) - table.risk(side, land)
    return gain + _approach(table, legion, land)


def _approach(table: BotBoard, legion: LegionView, land: int) -> float:
    """Later in the game legions draw near the enemy, the strong ones first."""
    eager = table.aims.eager
    if not eager or not table.enemies:
        return 0.0
    far = distances(table.rules.board)[land]
    return -eager * 6.0 * min(far.get(enemy.land, FAR) for enemy in table.enemies)


def _attack(table: BotBoard, legion: LegionView, action: Move | Teleport) -> float:
    """What an attack is worth, with the muster after it and the danger that a winner stands in."""
    enemy = table.enemy_at[action.land]
    mine, other = table.side(legion), table.side(enemy)
    outlook = table.battle(mine, other, action.land)
    keeps = outlook.attacker_keeps
    muster = keeps * table.best_muster(table.terrain(action.land), legion.creatures)[0]
    may_muster = legion.height < TALL or keeps < 0.85
    chance = Chance(
        outlook, table.titan_value(enemy), muster if may_muster else 0.0, table.risk(mine, action.land) * keeps
    )
    return table.aims.attack(table.rules, (mine, other), chance)


# --- Engagements ---


def engage(table: BotBoard, actions: Sequence[Action], pick: Pick) -> Action:
    """The likeliest victory first: its angels may then be summoned to the next (R16.2)."""
    best: tuple[float, Action] | None = None
    for action in actions:
        if not isinstance(action, Engage):
            continue
        mine = next(legion for legion in table.mine if legion.land == action.land)
        chance = table.battle(table.side(mine), table.side(table.enemy_at[action.land]), action.land).chance
        if best is None or chance + 0.01 * pick.random() > best[0]:
            best = chance, action
    return best[1] if best else next(a for a in actions if isinstance(a, Done))


# --- Additions ---


def gather(table: BotBoard, actions: Sequence[Action], pick: Pick) -> Action:
    """An Archangel, then an Angel, then the best reinforcement, then an angel for the Titan's legion."""
    acquired = [a for a in actions if isinstance(a, Acquire)]
    if acquired:
        return max(acquired, key=lambda a: worth(table.rules, a.creature, 0))
    taken = best_reinforcement(table, actions)
    return taken or _summon_after(table, actions) or next(a for a in actions if isinstance(a, Done))


def best_reinforcement(table: BotBoard, actions: Sequence[Action]) -> Reinforce | None:
    """The reinforcement of most worth, if there is one, showing the least."""
    offered = [a for a in actions if isinstance(a, Reinforce)]
    return max(offered, key=lambda a: (worth(table.rules, a.recruit, 0), -_shown(table, a.shown)), default=None)


def _summon_after(table: BotBoard, actions: Sequence[Action]) -> Summon | None:
    """After a victory an angel goes from a tall legion to the Titan's, not otherwise."""
    gathering = table.view.gathering
    if gathering is None or TITAN not in table.legions[gathering.legion].creatures:
        return None
    offered = [a for a in actions if isinstance(a, Summon) and table.legions[a.donor].height > 3]
    return max(offered, key=lambda a: worth(table.rules, a.creature, 0), default=None)


# --- Enlistment ---


def muster(table: BotBoard, actions: Sequence[Action], pick: Pick) -> Action:
    """The recruit of most worth, kinds that run out first; then the next legion's; then the end of the turn."""
    best: tuple[float, Action] | None = None
    for action in actions:
        if not isinstance(action, Muster):
            continue
        legion = table.legions[action.legion]
        value = table.recruit_value(legion.creatures, action.recruit)
        value += 2.0 / table.stacks.get(action.recruit, 1) - 0.01 * _shown(table, action.shown)
        if best is None or value > best[0]:
            best = value, action
    return best[1] if best else next(a for a in actions if isinstance(a, Done))


def _shown(table: BotBoard, shown: Creatures) -> float:
    """What recruiters give away: the fewer and the lesser the better (R8.4)."""
    return sum(worth(table.rules, code, 0) for code in shown)
