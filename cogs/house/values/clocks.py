"""How long a game waits for whom: paces, windows, time banks, and what becomes of clocks when the game goes on. Pure.

A clock runs for a seat as long as the channel is told that the game waits for it, and follows from that alone (A3.1):
whether the seat really has to decide is nobody else's business. In an exchange before battle, where several are waited
for, all have one deadline, the latest, and no bank: what each has left would tell who had to answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from cogs.house.values.availability import Habit
from engine.core import Illegal, Seat

HOUR = 3600.0
EXPELS = 2
"""So many deadlines in a row that somebody lets pass, where that is agreed, and their seat is another's (A8.6)."""

UNHEARD = 72 * HOUR
"""Seconds of waiting in a game without deadlines after which somebody counts as absent."""

BANKS = 5
"""A time bank holds so many windows."""

REFILL = 10
"""The part of a bank, one of so many, that comes back with an own turn that did not use it."""

RELIEF = 4
"""The part of a window, one of so many, that everybody has at least who comes back, or whose game does."""

SHORT = HOUR
"""Windows below it are for people who sit there together: no deadline waits for the end of quiet hours."""

SHORTEST_OWN, LONGEST_OWN = 1, 720
"""Hours of a pace of one's own."""


class Absent(StrEnum):
    """What happens when somebody's time is up."""

    WAIT = "wait"
    """He is waited for."""
    ONCE = "once"
    """The program decides for him until the game waits for another (A8.5)."""
    SIT = "sit"
    """The program decides for him until he presses anything."""
    VOTE = "vote"
    """The others at the table are asked what shall happen; the program decides once if they say nothing."""
    EXPEL = "expel"
    """The program decides once; at the second deadline in a row his seat is opened for another (A8.6)."""


class StandIn(StrEnum):
    """How the program decides for a person, if it does."""

    NONE = ""
    """It does not."""
    ONCE = "once"
    """Until the game waits for another."""
    SIT = "sit"
    """Until he presses anything, because that is agreed for whoever is absent."""
    ASKED = "asked"
    """Until he presses anything, because he asked for it or the others at the table did."""


@dataclass(frozen=True, slots=True)
class Pace:
    """`key` is how it is kept, a preset's name or `own 36` in hours; `window` is in seconds, None: no deadline."""

    key: str
    window: float | None

    @property
    def bank(self) -> float:
        """Seconds of a full time bank."""
        return 0.0 if self.window is None else self.window * BANKS


NO_PACE = Pace("none", None)
PRESETS: Mapping[str, Pace] = {
    pace.key: pace
    for pace in (
        NO_PACE,
        Pace("live", 300.0),
        Pace("quick", 8 * HOUR),
        Pace("daily", 24 * HOUR),
        Pace("relaxed", 72 * HOUR),
    )
}
"""The paces to choose from, that of a game where nothing is said first."""

OWN = "own"


def pace_of(text: str) -> Pace:
    """The pace of a preset's name, or of `own 36`, `36` or `36 h`. Raises Illegal `pace-unclear`."""
    wanted = text.strip().casefold()
    if wanted in PRESETS:
        return PRESETS[wanted]
    hours = wanted.removeprefix(OWN).strip().removesuffix("h").strip()
    if not hours.isdecimal() or not SHORTEST_OWN <= int(hours) <= LONGEST_OWN:
        raise Illegal("pace-unclear", low=SHORTEST_OWN, high=LONGEST_OWN)
    return Pace(f"{OWN} {int(hours)}", int(hours) * HOUR)


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of a seat. `since` is when the game began to wait for it, None if it does not; all in seconds.

    `began` is the phase in which it did. `due` is when the window ends and the bank begins to run, `ends` when that is
    used up too; both None without a deadline. `bank` is what is left of it when the clock started, `spent` whether any
    was used in the seat's present turn. `missed` counts deadlines in a row that the person let pass, until he has ended
    a phase, as all can see; `out`: that of the present wait has passed. `stand_in`: how the program decides for him.
    """

    seat: Seat
    began: int = 0
    since: float | None = None
    due: float | None = None
    ends: float | None = None
    bank: float = 0.0
    spent: bool = False
    missed: int = 0
    out: bool = False
    stand_in: StandIn = StandIn.NONE


@dataclass(frozen=True, slots=True)
class Waiting:
    """Whom a game waits for, as everybody knows: the seats, the phase, the turn with whose it is, and whose is next."""

    seats: frozenset[Seat] = frozenset()
    began: int = 0
    turn: tuple[int, Seat | None] = 0, None
    following: Seat | None = None

    @property
    def shared(self) -> bool:
        """Whether several are waited for at once."""
        return len(self.seats) > 1


Clocks = Mapping[Seat, Clock]
HabitOf = Callable[[Seat], Habit]


def gone_on(
    clocks: Clocks,
    pace: Pace,
    before: Waiting,
    after: Waiting,
    now: float,
    habits: HabitOf,
    people: Iterable[Seat],
    acted: Seat | None,
    proxy: bool = False,
) -> dict[Seat, Clock]:
    """The clocks of `people` once the game has gone on from `before` to `after`; only those that differ.

    `acted` is who did it, with `proxy` the program in his place. A clock starts anew when the game begins to wait for
    its seat and with each phase in which it still does.
    """
    anew = before.began != after.began or before.shared != after.shared
    found: dict[Seat, Clock] = {}
    for seat in sorted(people):
        old = clocks.get(seat, Clock(seat, bank=pace.bank))
        clock = old
        if seat == acted and not proxy:
            clock = replace(clock, stand_in=StandIn.NONE)
        if seat not in after.seats or seat not in before.seats or anew or clock.since is None:
            kept = seat == acted and not proxy and not before.shared
            clock = replace(_stopped(clock, now), missed=0 if kept else clock.missed)
        if before.turn != after.turn and before.turn[1] == seat:
            refilled = clock.bank if clock.spent else min(pace.bank, clock.bank + pace.bank / REFILL)
            clock = replace(clock, bank=refilled, spent=False)
        if seat in after.seats and clock.since is None:
            clock = _started(clock, pace, after, now, habits(seat))
            if proxy and seat in before.seats and before.shared == after.shared:  # the same hand-off goes on
                clock = replace(clock, out=old.out, stand_in=old.stand_in)
        if clock != old:
            found[seat] = clock
    return found | one_deadline({**clocks, **found}, after)


def started(clocks: Clocks, pace: Pace, waiting: Waiting, now: float, habits: HabitOf) -> dict[Seat, Clock]:
    """All clocks with full banks, those of whom the game waits for from now on: the pace is another one."""
    full = {seat: Clock(seat, bank=pace.bank, stand_in=clock.stand_in) for seat, clock in clocks.items()}
    fresh = {
        seat: _started(clock, pace, waiting, now, habits(seat)) if seat in waiting.seats else clock
        for seat, clock in full.items()
    }
    return fresh | one_deadline(fresh, waiting)


def relieved(clocks: Clocks, pace: Pace, waiting: Waiting, now: float, habits: HabitOf) -> dict[Seat, Clock]:
    """The clocks that have less than a part of their window left, with that much: nobody is punished for our delay."""
    if pace.window is None:
        return {}
    found = {}
    for seat in waiting.seats & clocks.keys():
        clock, least = clocks[seat], _moved(pace, habits(seat), now, pace.window / RELIEF)
        if clock.due is not None and clock.ends is not None and not clock.out and clock.ends < least:
            found[seat] = replace(clock, due=max(clock.due, least), ends=least)
    return found | one_deadline({**clocks, **found}, waiting)


def owes_time(clocks: Clocks, pace: Pace, now: float, habits: HabitOf) -> bool:
    """Whether somebody would be relieved, as far as the clocks alone tell: one that runs is of who is waited for."""
    runs = frozenset(seat for seat, clock in clocks.items() if clock.since is not None)
    return bool(relieved(clocks, pace, Waiting(runs), now, habits))


def returned(clock: Clock, pace: Pace, now: float, habit: Habit) -> Clock:
    """The clock of somebody who is back while the program decided for him."""
    back = replace(clock, stand_in=StandIn.NONE, out=False, missed=0)
    if clock.since is None or clock.ends is None or pace.window is None:
        return back
    least = _moved(pace, habit, now, pace.window / RELIEF)
    return back if clock.ends >= least else replace(back, due=least, ends=least)


def extended(clock: Clock, pace: Pace, seconds: float, habit: Habit) -> Clock:
    """With so much more time until its deadline, which then has not passed."""
    assert clock.due is not None, "there is a deadline"
    assert clock.ends is not None, "there is a deadline"
    due = _moved(pace, habit, clock.due, seconds)
    return replace(clock, due=due, ends=_moved(pace, habit, clock.ends, seconds), out=False)


def replanned(clock: Clock, before: Habit, after: Habit) -> Clock:
    """The clock of somebody who has announced a vacation, or called one off."""
    if clock.since is None or clock.due is None or clock.ends is None or clock.out:
        return clock
    due = after.after(clock.since, before.gone(clock.since, clock.due))
    return replace(clock, due=due, ends=after.after(due, before.gone(clock.due, clock.ends)))


def up(clocks: Clocks, now: float) -> tuple[Seat, ...]:
    """The seats whose deadline has passed and was not dealt with."""
    late = (clock for clock in clocks.values() if clock.ends is not None and clock.ends <= now and not clock.out)
    return tuple(sorted(clock.seat for clock in late))


def waited_anew(clock: Clock, pace: Pace, waiting: Waiting, now: float, habit: Habit) -> Clock:
    """With a whole window more, though his bank is used up."""
    return replace(_started(replace(clock, bank=0.0), pace, waiting, now, habit), spent=clock.spent or clock.bank > 0)


def one_deadline(clocks: Clocks, waiting: Waiting) -> dict[Seat, Clock]:
    """Where several are waited for, the latest deadline is that of all."""
    waited = (clocks[seat] for seat in sorted(waiting.seats & clocks.keys()))
    together = [clock for clock in waited if clock.since is not None]  # the program has no time to keep
    latest = max((clock.ends for clock in together if clock.ends is not None), default=None)
    if not waiting.shared or latest is None:
        return {}
    return {clock.seat: replace(clock, due=latest, ends=latest) for clock in together if clock.ends != latest}


def _stopped(clock: Clock, now: float) -> Clock:
    """No longer waited for; what was used of the bank is gone."""
    used = 0.0
    if clock.due is not None and clock.ends is not None:
        used = max(0.0, min(now, clock.ends) - clock.due)
    bank = max(0.0, clock.bank - used)
    kept = StandIn.NONE if clock.stand_in is StandIn.ONCE else clock.stand_in
    idle = replace(clock, since=None, due=None, ends=None, out=False, stand_in=kept)
    return replace(idle, bank=bank, spent=clock.spent or used > 0)


def _started(clock: Clock, pace: Pace, waiting: Waiting, now: float, habit: Habit) -> Clock:
    clock = replace(clock, began=waiting.began, since=now, due=None, ends=None, out=False)
    if pace.window is None:
        return clock
    due = _moved(pace, habit, now, pace.window)
    ends = due if waiting.shared or not clock.bank else _moved(pace, habit, due, clock.bank)
    return replace(clock, due=due, ends=ends)


def _moved(pace: Pace, habit: Habit, since: float, seconds: float) -> float:
    """When so much time of a person has gone by, and he is awake."""
    ends = habit.after(since, seconds)
    return ends if pace.window is not None and pace.window < SHORT else habit.after(habit.waking(ends), 0.0)
