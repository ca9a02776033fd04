"""Games that end by agreement: what comes true in one, wipe-outs, and what everybody has in the end (V2, V3, V6.1)."""

from __future__ import annotations

from engine.core import Seat
from engine.titan.end_conditions import DEADLINE, EndCondition
from engine.titan.events import EndReached, Event, GameEnded, WipedOut
from engine.titan.handler import Step
from engine.titan.state import Over, State
from engine.values import replace

# --- what comes true in a game ---


def watch(state: State) -> Step:
    """The state with what has come true by now: players without a character, and end conditions (V2.2, V6.1).

    A condition stays true once it was. Asked after every step of a game that ends by agreement, as long as
    it is not over.
    """
    if not state.rules.ends or not state.turn or isinstance(state.phase, Over):
        return state, ()
    events: list[Event] = []
    standing = {legion.owner for legion in state.legions.values()}
    for seat in state.alive:
        player = state.players[seat]
        if seat not in standing and not player.wiped:
            state = state.with_player(seat, wiped=True, wipeouts=player.wipeouts + 1)
            events.append(WipedOut(seat, player.wipeouts + 1))
    for end in state.rules.ends:
        if end not in state.reached and _is_true(state, end):
            state = replace(state, reached=(*state.reached, end))
            events.append(EndReached(end.key, end.value))
    return state, tuple(events)


def _is_true(state: State, end: EndCondition) -> bool:
    match end.key:
        case "turns":
            return state.turn >= int(end.value)
        case "score":
            return any(player.score >= int(end.value) for player in state.players)
        case "appearance":
            return _stands(state, end.value)
        case "extinction":
            settled = getattr(state.phase, "engagement", None) is None  # till then some may go back to the stack
            return settled and not state.bank[end.value] and not _stands(state, end.value)
        case "stacks":
            kinds = (code for code, kind in state.rules.kinds.items() if kind.rank == "creature")
            return sum(not state.bank[code] for code in kinds) >= int(end.value)
        case "wipeouts":
            return sum(player.wipeouts for player in state.players) >= int(end.value)
        case _:
            return False  # a deadline is the clock's


def _stands(state: State, code: str) -> bool:
    return any(code in legion.creatures for legion in state.legions.values())


def deadline(state: State) -> EndCondition | None:
    """The deadline that has not been found to have passed yet."""
    open_ends = (end for end in state.rules.ends if end not in state.reached)
    return next((end for end in open_ends if end.key == DEADLINE), None)


def passed(state: State, end: EndCondition) -> Step:
    """The state once the clock has said that the deadline is over."""
    return replace(state, reached=(*state.reached, end)), (EndReached(end.key, end.value),)


# --- the end ---


def total(state: State, seat: Seat) -> int:
    """What a player has if the game ends now: the score, and half the value of all living characters (V3.1)."""
    return state.players[seat].score + living(state, seat) // 2


def living(state: State, seat: Seat) -> int:
    """The value of all characters that a player has alive, Titans by their Power now."""
    score = state.players[seat].score
    return sum(state.rules.worth(legion.creatures, score) for legion in state.own(seat))


def places(state: State) -> tuple[int, ...]:
    """The place of each seat, 1 the first; equal ones share it (V3.2). Who resigned comes after all who stayed."""
    ranks = [_rank(state, Seat(seat)) for seat in range(len(state.players))]
    return tuple(1 + sum(other > mine for other in ranks) for mine in ranks)


def _rank(state: State, seat: Seat) -> tuple[int, ...]:
    stayed = not state.players[seat].out
    match state.rules.tiebreak:
        case "battle_score":
            return stayed, total(state, seat), state.players[seat].score
        case "living_value":
            return stayed, total(state, seat), living(state, seat)
        case _:
            return stayed, total(state, seat)


def winners(state: State) -> tuple[Seat, ...]:
    """Who has the first place."""
    return tuple(Seat(seat) for seat, place in enumerate(places(state)) if place == 1)


def ended(state: State) -> GameEnded:
    """What is told at the end: who won, and what each player has in all."""
    return GameEnded(winners(state), tuple(total(state, Seat(seat)) for seat in range(len(state.players))))
