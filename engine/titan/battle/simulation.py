"""A battle as a state to play on from: one that was only thought of, or one as a viewer sees it.

Both hold the two legions and nothing else of the board, so that nothing hidden can come into what is played from them.
Nobody can be summoned in it; a reinforcement can be had as in any battle (R17).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.core import Seat
from engine.titan.battle.frame import INDEX
from engine.titan.battle.maneuver import REINFORCEMENT_ROUND, opened
from engine.titan.battle.turn import begin_battle
from engine.titan.board import BOTTOM, TOWER
from engine.titan.events import Creatures, Reinforced
from engine.titan.facts import Formed
from engine.titan.rules import Rules
from engine.titan.shown_facts import History
from engine.titan.sides import DEFENDER
from engine.titan.state import (
    OFF,
    Battle,
    Carrying,
    Engagement,
    Fighter,
    Fighting,
    Legion,
    Maneuvering,
    Player,
    Rolling,
    State,
    Striking,
)
from engine.titan.view import BattleView, View
from engine.values import replace


@dataclass(frozen=True, slots=True)
class Encounter:
    """Two forces that would meet: pairs are attacker, defender. `side` is the entry side, 1 right, 3 bottom, 5 left.

    The `scores` are the owners', for the Power of their Titans (R19.1); `stacks` what the caretaker has of each kind,
    for the defender's reinforcement.
    """

    rules: Rules
    terrain: str
    side: int
    forces: tuple[Creatures, Creatures]
    scores: tuple[int, int]
    stacks: tuple[tuple[str, int], ...]


def begun(clash: Encounter) -> State:
    """The battle at its beginning, everybody off the map. In a Tower it is entered over the bottom, whatever `side`."""
    rules = clash.rules
    land = min(label for label, at in rules.board.lands.items() if at.terrain == clash.terrain)
    side = BOTTOM if clash.terrain == TOWER else clash.side
    colours = tuple(rules.colours.values())[:2]
    players = tuple(
        Player(tower, colour.name, score, colour.markers[1:])
        for tower, colour, score in zip(rules.board.towers, colours, clash.scores, strict=False)
    )
    markers = (colours[0].markers[0], colours[1].markers[0])
    legions = {
        marker: Legion(marker, Seat(seat), land, rules.arranged(creatures), moved=not seat, side=0 if seat else side)
        for seat, (marker, creatures) in enumerate(zip(markers, clash.forces, strict=True))
    }
    state = _bare(rules, players, legions, dict(clash.stacks), Seat(0))
    begun, _ = begin_battle(state, Engagement(land, markers, (Seat(0), Seat(1)), summoned=True))
    return begun


def resumed(view: View) -> State:
    """The battle of a view where it stands. The view must have one."""
    fought = view.battle
    assert fought is not None, "there is a battle"
    players = tuple(Player(seat.tower, seat.colour, seat.score, seat.markers, 0, seat.out) for seat in view.players)
    legions = {
        marker: Legion(
            marker,
            seat,
            fought.land,
            view.rules.arranged(fighter.creature for fighter in fought.fighters if fighter.side == which),
            moved=which != DEFENDER,
            side=0 if which == DEFENDER else fought.side,
        )
        for which, (marker, seat) in enumerate(zip(fought.markers, fought.seats, strict=True))
    }
    stacks = {code: left for code, left, _ in view.caretaker}
    state = _bare(view.rules, players, legions, stacks, fought.seats[0])
    engagement = Engagement(fought.land, fought.markers, fought.seats, summoned=True)
    reinforced = any(isinstance(event, Reinforced) for event in view.deeds)
    battle = Battle(
        fought.terrain,
        fought.side,
        _round(view.rules, fought),
        fought.mover,
        _step(fought),
        tuple(_fighters(fought)),
        fought.fallen,
        summons="spent",
        reinforced=reinforced,
    )
    phase = Fighting(engagement, battle)
    if isinstance(battle.step, Maneuvering):
        phase = opened(state, phase)
    return replace(state, phase=phase)


def _bare(
    rules: Rules, players: tuple[Player, ...], legions: Mapping[str, Legion], stacks: Mapping[str, int], mover: Seat
) -> State:
    bank = {code: stacks.get(code, 0) for code in rules.kinds}
    known = History().after(*(Formed(legion.marker, legion.creatures) for legion in legions.values()))
    return State(rules, players, legions, bank, dict.fromkeys(rules.kinds, 0), 2, mover, Rolling(), known)


def _round(rules: Rules, fought: BattleView) -> int:
    """The deployment before a battle that the attacker opens counts as no round, and is told as the first (R11.4)."""
    deploying = fought.terrain == TOWER and rules.tower_round_order == "attacker_first"
    waits = fought.round == 1 and fought.mover == DEFENDER and fought.step == "maneuver"
    early = all(not fighter.hex for fighter in fought.fighters if fighter.side != DEFENDER)
    return 0 if deploying and waits and early else fought.round


def _step(fought: BattleView) -> Maneuvering | Striking | Carrying:
    responding = fought.step == "strike-back" or any(
        fighter.struck for fighter in fought.fighters if fighter.side != fought.mover
    )
    match fought.step:
        case "maneuver":
            return Maneuvering()
        case "carry":
            return Carrying(responding, OFF, 0, 0, fought.excess, tuple(INDEX[hex_] for hex_ in fought.carry))
        case _:
            return Striking(responding)


def _fighters(fought: BattleView) -> list[Fighter]:
    """Whoever is off the map in a later round was called a moment ago, a defender from the stacks (R17.3)."""
    late = fought.round == REINFORCEMENT_ROUND
    return [
        Fighter(
            fighter.side,
            fighter.creature,
            INDEX[fighter.hex] if fighter.hex else OFF,
            fighter.hits,
            fighter.moved,
            fighter.struck,
            "mustered" if late and fighter.side == DEFENDER and not fighter.hex else "",
        )
        for fighter in fought.fighters
    ]
