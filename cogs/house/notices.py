"""What a person is told of his deadline, and when: one call a hand-off, a few reminders, and never in his sleep. Pure.

They are written when his clock starts, to be sent later, and deleted in the transaction in which he acts.
"""

from __future__ import annotations

from collections.abc import Iterator

from cogs.house.clocks import Clock, Pace, Waiting
from cogs.house.hours import Habit, Pings
from cogs.house.records import Draft, Kind

CALL, HALF, LATE, LAST, BANK, NUDGE = "call", "half", "late", "last", "bank", "nudge"

MARKS = ((HALF, 0.5), (LATE, 0.85))
"""The parts of a window after which somebody is reminded."""

NUDGE_AFTER = 600.0
"""Seconds after somebody's last act in which he has not said that he is done."""


def reminders(
    clock: Clock, pace: Pace, habit: Habit, waiting: Waiting, now: float, seq: int, handed: bool, acted: bool
) -> tuple[Draft, ...]:
    """What is to remind the person of a clock that runs, from `now` on.

    `handed`: the game has just been handed to him; `acted`: he has acted and is waited for still.
    """
    found = sorted(_due(clock, pace, habit, waiting, now, handed, acted), key=lambda each: each[1])
    drafts = []
    for place, (what, at) in enumerate(found):
        following = found[place + 1][1] if place + 1 < len(found) else None
        if (following is not None and following <= at) or (clock.ends is not None and at >= clock.ends):
            continue  # held back in his sleep until there is something better to say
        drafts.append(Draft(Kind.REMIND, clock.seat, seq, f"{what} {clock.began}", delay=at - now))
    return tuple(drafts)


def _due(
    clock: Clock, pace: Pace, habit: Habit, waiting: Waiting, now: float, handed: bool, acted: bool
) -> Iterator[tuple[str, float]]:
    if handed and (habit.pings is Pings.DM or (habit.pings is Pings.MENTION and habit.waking(now) > now)):
        yield CALL, habit.waking(now)
    if not habit.reminders:
        return
    if acted:
        yield NUDGE, habit.waking(now + NUDGE_AFTER)
    if pace.window is None or clock.since is None or clock.due is None or clock.ends is None:
        return
    for what, part in MARKS:
        at = clock.since + part * (clock.due - clock.since)
        alone = what == LATE and len(waiting.seats) == 1
        if at > now:
            yield LAST if alone else what, habit.waking(at)
    if clock.ends > clock.due > now:
        yield BANK, habit.waking(clock.due)
