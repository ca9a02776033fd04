"""Who plays for a seat now, and why: whoever sits there, a bot, or the program in somebody's place. Pure.

Bots, orders ahead, votes, open seats, reminders and all that is told ask here. Why the program decides for a person,
and until when, is their clock's `StandIn`: their time was up and that is what was agreed for it (`Absent`), the others
voted for it, the host asked for it, or they did themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from enum import Enum

from cogs.house.values.clocks import EXPELS, UNHEARD, Absent, Clock, Clocks, StandIn
from cogs.house.values.records import SITTER, Chair
from engine.core import Seat

STAND_INS = {
    Absent.WAIT: StandIn.NONE,
    Absent.ONCE: StandIn.ONCE,
    Absent.SIT: StandIn.SIT,
    Absent.VOTE: StandIn.ONCE,
    Absent.EXPEL: StandIn.ONCE,
}
"""How the program decides when a time is up; for a vote and for expelling where neither is possible or due.

Where several are waited for neither is: who had to answer, and so let his time pass, is nobody else's business (A3.1).
"""

AGREED = (StandIn.ONCE, StandIn.SIT)
"""How the program decides for somebody because it was agreed for all."""


class PlayedBy(Enum):
    """Who plays for a seat."""

    OWNER = "owner"
    """The person who sits there."""
    PROXY = "proxy"
    """The program, for the person who sits there."""
    SITTER = "sitter"
    """The program, on a seat that somebody has left and that nobody has taken yet."""
    BOT = "bot"
    """A bot, which has the seat for good."""
    NOBODY = "nobody"
    """Nobody: the seat was left, and no people are left who would wait for it."""


IN_SOMEBODYS_PLACE = frozenset({PlayedBy.PROXY, PlayedBy.SITTER})
PROGRAM = IN_SOMEBODYS_PLACE | {PlayedBy.BOT}
"""Those whom the program plays for."""


def players(chairs: Iterable[Chair], clocks: Clocks) -> Mapping[Seat, PlayedBy]:
    """Who plays for each seat of a game, as everybody was told."""
    chairs = tuple(chairs)
    peopled = any(chair.user_id is not None for chair in chairs)
    return {chair.seat: _player(chair, clocks.get(chair.seat), peopled) for chair in chairs}


def _player(chair: Chair, clock: Clock | None, peopled: bool) -> PlayedBy:
    if chair.level:
        return PlayedBy.BOT
    if chair.user_id is None:
        return PlayedBy.SITTER if peopled and chair.bot == SITTER else PlayedBy.NOBODY
    return PlayedBy.PROXY if clock is not None and clock.stand_in else PlayedBy.OWNER


def is_late(clock: Clock | None, now: float) -> bool:
    """Whether the game waits for somebody whose time is up, or who has let it wait for long where there is no time."""
    if clock is None or clock.since is None:
        return False
    return clock.out or (clock.ends is None and now >= clock.since + UNHEARD)


def is_away(clock: Clock | None, now: float) -> bool:
    """Whether the person of a clock is late, has let two deadlines pass in a row, or is decided for by the program.

    Who has missed nothing and asked for the program themselves is not away for that.
    """
    if clock is None:
        return False
    sat_for = bool(clock.stand_in) and (clock.stand_in is not StandIn.ASKED or clock.missed > 0)
    return sat_for or clock.missed >= EXPELS or is_late(clock, now)


def agreed_anew(clocks: Clocks, absent: Absent) -> dict[Seat, Clock]:
    """The clocks that change when something else is agreed for who is absent.

    What began as it was agreed before ends with it, and whose time is up is dealt with as it is agreed now.
    """
    found = {}
    for seat, clock in clocks.items():
        stand_in = StandIn.NONE if clock.stand_in in AGREED else clock.stand_in
        changed = replace(clock, stand_in=stand_in or (STAND_INS[absent] if clock.out else StandIn.NONE))
        if changed != clock:
            found[seat] = changed
    return found
