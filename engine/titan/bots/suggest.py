"""What the steady program would do in engagements, step by step, for a person who asks it to go on in their place.

Every step is chosen anew from what the dice have said by then (ASYNC_PLAY A6.7); whoever wants none of it stops.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.pick import FIRST
from engine.titan.actions import Action, Carry, Done, Engage, Maneuver, May, Move, Strike
from engine.titan.battle.policy import struck
from engine.titan.battle.prospects import forced, prospects
from engine.titan.bots.bot_board import BotBoard
from engine.titan.bots.parley import stakes
from engine.titan.bots.steady import choose_steady
from engine.titan.outlook import enemies
from engine.titan.view import BattleView, View
from engine.values import replace


def surest(view: View, actions: Iterable[May]) -> tuple[Engage, ...]:
    """The engagements that may be opened, the likeliest victory first by what the mover knows (R9.2)."""
    assert view.viewer is not None, "a mover has a seat"
    table = BotBoard(view, view.viewer)
    mine = {legion.land: legion for legion in table.mine}

    def likely(action: Engage) -> float:
        own, enemy = table.side(mine[action.land]), table.side(table.enemy_at[action.land])
        return table.battle(own, enemy, action.land).chance

    return tuple(sorted((a for a in actions if isinstance(a, Engage)), key=likely, reverse=True))


def chance(view: View) -> float:
    """How likely the viewer is to win the battle that an exchange is about, by the quick guess, 0 to 1.

    The viewer must be one of the two.
    """
    assert view.viewer is not None, "one of the engaged two"
    return stakes(BotBoard(view, view.viewer)).chance


def formation(view: View, actions: Iterable[May]) -> Maneuver | None:
    """The next maneuver of a good formation; None once all stand well. It calls nobody and ends nothing."""
    offered = [a for a in actions if isinstance(a, Maneuver | Done)]
    chosen = choose_steady(view, offered, FIRST) if offered else None
    return chosen if isinstance(chosen, Maneuver) else None


def march(view: View, actions: Iterable[May]) -> Move | None:
    """The next walk to a land without an enemy; None once the rest had better stay. It ends nothing."""
    hostile = enemies(view)
    walks = [a for a in actions if isinstance(a, Move) and a.land not in hostile]
    chosen = choose_steady(view, [*walks, *(a for a in actions if isinstance(a, Done))], FIRST) if walks else None
    return chosen if isinstance(chosen, Move) else None


def order(view: View, actions: Iterable[May]) -> tuple[Strike, ...]:
    """In which order to strike and whom by the standing policy, if dice fall as they do on average (A6.4)."""
    left: list[Action] = [a for a in actions if isinstance(a, Strike)]
    found: list[Strike] = []
    while left:
        chosen = struck(view, left)
        assert isinstance(chosen, Strike), "only strikes were offered"
        found.append(chosen)
        view = _expected(view, chosen)
        slain = {fighter.hex for fighter in view.battle.fighters if fighter.slain} if view.battle else set()
        left = [a for a in left if isinstance(a, Strike) and a.striker != chosen.striker and a.target not in slain]
    return tuple(found)


def _expected(view: View, strike: Strike) -> View:
    """The view after a strike of the hits that are likely."""
    assert view.battle is not None, "strikes are made in a battle"
    (prospect,) = prospects(view, (strike,))
    hits = min(prospect.need, round(prospect.expected))
    fighters = tuple(
        replace(f, hits=f.hits + hits, slain=f.hits + hits >= f.power) if f.hex == strike.target else f
        for f in view.battle.fighters
    )
    return replace(view, battle=replace(view.battle, fighters=fighters))


def forced_strike(view: View, actions: Sequence[May]) -> Strike | None:
    """The next strike that leaves no choice; None if all that is left is a choice."""
    return next(iter(forced(prospects(view, actions))), None) if view.battle else None


class BestOrder:
    """Strikes one after the other in the best order, thought over after each, as long as no real choice comes up.

    A real choice is to whom excess hits go, of several, and whom to strike instead, of several, once the target in the
    `plan` has fallen. Then, and when the player's strikes are over, it gives None.
    """

    def __init__(self, view: View, actions: Sequence[May]) -> None:
        assert view.battle is not None, "strikes are made in a battle"
        self._began = _half(view.battle)
        self.plan = {strike.striker: strike.target for strike in order(view, actions)}

    def __call__(self, view: View, actions: Sequence[May]) -> Strike | Carry | None:
        """The next step."""
        if view.battle is None or _half(view.battle) != self._began:
            return None
        carries = [a for a in actions if isinstance(a, Carry)]
        if carries:
            return carries[0] if len(carries) == 1 else None
        strikes = [a for a in actions if isinstance(a, Strike)]
        if not strikes:
            return None
        chosen = struck(view, strikes)
        assert isinstance(chosen, Strike), "only strikes were offered"
        targets = {strike.target for strike in strikes if strike.striker == chosen.striker}
        return chosen if len(targets) == 1 or self.plan.get(chosen.striker) in targets else None


def _half(battle: BattleView) -> tuple[int, int]:
    """Which strikes of a player: between those as the mover and those of striking back the mover changes (R13.1)."""
    return battle.round, battle.mover
