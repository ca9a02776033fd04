"""Positions of Battle Titan, and ways to play on from them through the door."""

from __future__ import annotations

from dataclasses import replace
from typing import TypedDict, Unpack

from engine.core import CHANCE, Drawn, Seat
from engine.ruleset import play
from engine.titan import ending
from engine.titan.actions import Action, Carry, Done, Mulligan, Resign, Roll, Strike
from engine.titan.battle.ground import HEXES as HEX
from engine.titan.events import Event
from engine.titan.facts import Showed
from engine.titan.rules import VERSION
from engine.titan.ruleset import TITAN
from engine.titan.sides import DEFENDER
from engine.titan.state import Closing, Fighting, Maneuvering, Over, Phase, State, TowerDrawing
from tests.engine.positions import battle, position

HIT, MISS = 6, 1
"""A die that hits whatever is aimed at, and one that never does."""


def variant(**options: str) -> dict[str, str]:
    """The options of a table that plays Battle Titan."""
    return {"variant": "battle_titan", **options}


class Options(TypedDict, total=False):
    """The options that stories are told with."""

    end_condition: str
    tiebreak: str
    loser_kill_credit: str
    mutual_attacker: str
    consolation_on_concession: str
    offboard_scores: str
    fled_returns: str
    respawn_on: str
    spawn_attack_may_muster: str
    hide_stacks_on_spawn: str


def placed(
    *players: str, phase: Phase | None = None, turn: int = 2, version: int = VERSION, **options: Unpack[Options]
) -> State:
    """See `positions.position`; what is true of it by the end conditions has been noticed."""
    return ending.watch(position(*players, phase=phase, turn=turn, options=_table(options), version=version))[0]


def _table(options: Options) -> dict[str, str]:
    return variant(**{option: str(value) for option, value in options.items()})


def wiped_out(*others: str, score: int = 0, **options: Unpack[Options]) -> State:
    """Green, seat 0, has nobody left, and the Tower is drawn in which he comes back. All know the others' legions."""
    state = placed(f"Green {score}:", *others, phase=TowerDrawing(), **options)
    return state.note(*(Showed(legion.marker, legion.creatures, whole=True) for legion in state.legions.values()))


def fought(
    attackers: str,
    defenders: str,
    *others: str,
    red: str = "Rd09@20 TTN",
    blue: str = "Bu09@30 TTN",
    scores: tuple[int, int] = (0, 0),
    in_round: int = 2,
    mover: int = DEFENDER,
    step: str = "maneuver",
    version: int = VERSION,
    **options: Unpack[Options],
) -> State:
    """A battle in the Plains, see `positions.battle`; both have a Titan elsewhere."""
    state = battle(
        "Plains", attackers, defenders, *others, red=red, blue=blue, scores=scores, in_round=in_round, mover=mover,
        step=step, options=_table(options), version=version,
    )  # fmt: skip
    return ending.watch(state)[0]


def struck(state: State, *slain: str) -> tuple[State, tuple[Event, ...]]:
    """The strikes of this phase, of both sides: whoever strikes at one of the hexes `slain` hits with all dice and
    carries on to the others of them; every other die misses."""
    aimed = False
    events: tuple[Event, ...] = ()
    while isinstance(state.phase, Fighting) and not isinstance(state.phase.battle.step, Maneuvering):
        draw = TITAN.wants(state)
        if draw:
            state, more = TITAN.apply(state, CHANCE, Drawn((HIT if aimed else MISS,) * draw.count))
        else:
            (seat,) = TITAN.awaiting(state)
            action = _best(list(TITAN.legal(state, seat)), slain)
            aimed = isinstance(action, Strike) and action.target in slain
            state, more = play(TITAN, state, seat, action)
        events += more
        announced = [state.phase.battle.step] if isinstance(state.phase, Fighting) else []
        for step in announced:
            target = getattr(step, "target", None)
            if target is not None:
                aimed = HEX[target] in slain
    return state, events


def _best(legal: list[Action], slain: tuple[str, ...]) -> Action:
    """A carry to one that is to be slain, else a strike at one, the hardest first, else any strike, else the end."""
    carries = [action for action in legal if isinstance(action, Carry) and action.target in slain]
    strikes = [action for action in legal if isinstance(action, Strike)]
    wanted = sorted((s for s in strikes if s.target in slain), key=lambda s: -s.number)
    return (carries or wanted or strikes or [Done()])[0]


def scores(state: State) -> list[int]:
    """The battle scores, by seat."""
    return [player.score for player in state.players]


def turn_of(state: State, seat: int) -> State:
    """The same position in the turn of another player."""
    return replace(state, active=Seat(seat))


def idled(state: State) -> State:
    """The mover's turn to its end with as little as possible: a roll of 1, one move if he must, no muster."""
    mover, turn = state.active, state.turn
    while (state.active, state.turn) == (mover, turn) and not isinstance(state.phase, Over | Closing):
        draw = TITAN.wants(state)
        if draw:
            state, _ = TITAN.apply(state, CHANCE, Drawn((1,) * draw.count))
            continue
        legal = [action for action in TITAN.legal(state, mover) if not isinstance(action, Resign | Mulligan)]
        action = next((a for a in legal if isinstance(a, Done | Roll)), legal[0])
        state, _ = play(TITAN, state, mover, action)
    return state
