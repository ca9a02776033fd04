"""Games that end by agreement: end conditions, wipe-outs, and what everybody has in the end (V2, V3, V6.1)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from engine.core import Illegal, Seat
from engine.titan.data import sheet
from engine.titan.events import EndReached, Event, GameEnded, WipedOut
from engine.titan.kinds import Kind, read_kinds
from engine.values import replace

if TYPE_CHECKING:
    from engine.titan.state import State

NUMBERS: Mapping[str, int] = {"turns": 250, "score": 10_000, "stacks": 19, "wipeouts": 60}
"""The conditions that take a number, with the greatest that makes sense. The least is 1."""

KINDS = ("appearance", "extinction")
"""The conditions that take a kind of character."""

DEADLINE = "deadline"
ENDS = ("turns", DEADLINE, *KINDS, "score", "stacks", "wipeouts")
"""All conditions (V2.3)."""

NO_LIMIT = "turns none"
"""What confirms that a game may have no end but the clock's (V2.5)."""

_NUMBER = re.compile(r"[0-9]{1,9}")
_INSTANT = re.compile(r"(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(Z|[+-]\d\d:\d\d)")
_MONTHS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


@dataclass(frozen=True, slots=True)
class End:
    """A condition under which the game ends with its Game-Turn: `key` of `ENDS`, and `value` as text.

    That is a number, the code of a kind, or for a deadline an instant with its zone, `2026-12-24T20:00+01:00`.
    """

    key: str
    value: str


# --- what was agreed ---


@lru_cache
def ends_of(text: str) -> tuple[End, ...]:
    """The conditions in `turns 20, score 300`, in the order of `ENDS` (V2.3, V2.5).

    Raises Illegal `ends-unknown`, `ends-twice`, `ends-number`, `ends-kind`, `ends-instant` or `ends-no-limit`.
    """
    found: dict[str, End | None] = {}
    for part in text.split(","):
        key, _, value = " ".join(part.split()).partition(" ")
        if key not in ENDS:
            raise Illegal("ends-unknown", wanted=key, possible=ENDS)
        if key in found:
            raise Illegal("ends-twice", end=key)
        found[key] = None if f"{key} {value}" == NO_LIMIT else End(key, _read(key, value))
    ends = tuple(end for key in ENDS if (end := found.get(key)))
    if not ends or ({end.key for end in ends} == {DEADLINE} and "turns" not in found):
        raise Illegal("ends-no-limit")
    return ends


def told(text: str) -> str:
    """The same conditions as one writes them: one spelling for each agreement. Raises what `ends_of` raises."""
    ends = ends_of(text)
    limits = [f"{end.key} {end.value}" for end in ends]
    return ", ".join([*limits, NO_LIMIT] if {end.key for end in ends} == {DEADLINE} else limits)


def _read(key: str, value: str) -> str:
    if key in NUMBERS:
        if not _NUMBER.fullmatch(value) or not 1 <= int(value) <= NUMBERS[key]:
            raise Illegal("ends-number", end=key, wanted=value, most=NUMBERS[key])
        return str(int(value))
    if key == DEADLINE:
        if not _is_instant(value):
            raise Illegal("ends-instant", wanted=value)
        return value
    possible = eligible(key)
    for code, kind in possible.items():
        if value.casefold() in (code.casefold(), kind.name.casefold()):
            return code
    raise Illegal("ends-kind", end=key, wanted=value, possible=tuple(possible))


@lru_cache
def eligible(key: str) -> Mapping[str, Kind]:
    """The kinds that a condition may name: none that a game begins with, and for an extinction none that returns to
    the stacks (V2.3)."""
    creatures = sheet("creatures")
    start = set(creatures["start"]["legion"])
    return {
        code: kind
        for code, kind in read_kinds(creatures).items()
        if kind.name not in start and (key != "extinction" or not kind.returns)
    }


def _is_instant(text: str) -> bool:
    """Whether this is a date and a time with its zone."""
    found = _INSTANT.fullmatch(text)
    if found is None:
        return False
    year, month, day, hour, minute = (int(part) for part in found.groups()[:5])
    zone = found[6]
    if not (1 <= month <= 12 and hour < 24 and minute < 60):
        return False
    leap = month == 2 and year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    fits = zone == "Z" or (int(zone[1:3]) < 24 and int(zone[4:]) < 60)
    return year > 0 and 1 <= day <= _MONTHS[month - 1] + leap and fits


# --- what comes true in a game ---


def watch(state: State) -> tuple[State, tuple[Event, ...]]:
    """The state with what has come true by now: players without a character, and end conditions (V2.2, V6.1).

    A condition stays true once it was. Asked after every event of a game that ends by agreement.
    """
    if not state.rules.ends or not state.turn:
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


def _is_true(state: State, end: End) -> bool:
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


def deadline(state: State) -> End | None:
    """The deadline that has not been found to have passed yet."""
    open_ends = (end for end in state.rules.ends if end not in state.reached)
    return next((end for end in open_ends if end.key == DEADLINE), None)


def passed(state: State, end: End) -> tuple[State, tuple[Event, ...]]:
    """The state once the clock has said that the deadline is over."""
    return replace(state, reached=(*state.reached, end)), (EndReached(end.key, end.value),)


# --- the end ---


def total(state: State, seat: Seat) -> int:
    """What a player has if the game ends now: the score, and half the value of all that he has alive (V3.1)."""
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
