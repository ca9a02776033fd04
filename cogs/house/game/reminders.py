"""What a person is told of his deadline, and when: one call a hand-off, a few reminders, and never in his sleep. Pure.

They are written when his clock starts, to be sent later, and deleted in the transaction in which he acts. All follow
from public facts and his own habits.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import count

from cogs.house.values.availability import Habit, Pings
from cogs.house.values.clocks import HOUR, Clock, Pace, Waiting
from cogs.house.values.drafts import PostDraft, PostKind, PostRow
from cogs.house.values.order_delays import OrderTimer
from engine.core import Seat

CALL, HALF, LATE, LAST, BANK, NUDGE = "call", "half", "late", "last", "bank", "nudge"

AGAIN, ENOUGH = "again", "enough"
"""That he is still waited for, at his own interval, and the last of these."""

NEXT = "next"
"""That his turn comes next."""

MARKS = ((HALF, 0.5), (LATE, 0.85))
"""The parts of a window after which somebody is reminded."""

NUDGE_AFTER = 600.0
"""Seconds after somebody's last act in which he has not said that he is done."""

PRESENT = 60.0
"""Seconds after somebody's last act for which he counts as still there, and is left in peace."""

AFTERWARDS = 5.0
"""Seconds after somebody's orders were looked at in which he is called."""

MOST_AGAIN = 5
"""So many reminders at an interval, and whoever has not come by them will not come by more: the table is told."""


def reminders(
    clock: Clock,
    pace: Pace,
    habit: Habit,
    waiting: Waiting,
    now: float,
    seq: int,
    handed: bool,
    acted: bool,
    quietly: bool = False,
) -> tuple[PostDraft, ...]:
    """What is to remind the person of a clock that runs, from `now` on.

    `handed`: he is still to hear that the game was handed to him; `quietly`: no mention says so, for he was just there;
    `acted`: he has acted and is waited for still.
    """
    found = sorted(_due(clock, pace, habit, waiting, now, handed, acted, quietly), key=lambda each: each[1])
    drafts = []
    for place, (what, at) in enumerate(found):
        following = found[place + 1][1] if place + 1 < len(found) else None
        if (following is not None and following <= at) or (clock.ends is not None and at >= clock.ends):
            continue  # held back in his sleep until there is something better to say
        verb, *number = what.split(" ")
        drafts.append(
            PostDraft(PostKind.REMIND, clock.seat, seq, " ".join((verb, str(clock.began), *number)), delay=at - now)
        )
    return tuple(drafts)


def after_orders(drafts: Iterable[PostDraft], firings: Mapping[Seat, OrderTimer], now: float) -> tuple[PostDraft, ...]:
    """Whoever has orders is called only if they have left it to him: these are looked at first."""
    return tuple(
        replace(draft, delay=max(draft.delay, due + AFTERWARDS - now))
        if draft.seat is not None
        and draft.body.startswith(f"{CALL} ")
        and (due := firings.get(draft.seat, OrderTimer(draft.seat)).due) is not None
        else draft
        for draft in drafts
    )


def comes_next(before: Waiting, after: Waiting, habit: Habit, now: float, seq: int) -> tuple[PostDraft, ...]:
    """That the turn before somebody's own has begun, if he, whose habit this is, wants to hear of it.

    Whoever has just had a turn knows: in a game of two nobody is told.
    """
    seat = after.following
    if seat is None or not habit.next or before.turn == after.turn or seat == before.turn[1] or seat in after.seats:
        return ()
    return (PostDraft(PostKind.REMIND, seat, seq, f"{NEXT} {after.turn[0]}", delay=_free(habit, now) - now),)


def is_next(row: PostRow, waiting: Waiting) -> bool:
    """Whether a reminder tells somebody that he is next, and he still is."""
    return row.seat == waiting.following and row.seat not in waiting.seats and row.body == f"{NEXT} {waiting.turn[0]}"


def is_about(row: PostRow, clock: Clock) -> bool:
    """Whether a reminder is of what the game waits for by this clock."""
    what, began, *_ = row.body.split(" ")
    return what != NEXT and began == str(clock.began)


def is_last(row: PostRow) -> bool:
    """Whether it is the last reminder of those that come again."""
    return row.kind is PostKind.REMIND and row.body.startswith(ENOUGH)


def _due(
    clock: Clock, pace: Pace, habit: Habit, waiting: Waiting, now: float, handed: bool, acted: bool, quietly: bool
) -> Iterator[tuple[str, float]]:
    if handed and (habit.pings is Pings.DM or (habit.pings is Pings.MENTION and habit.waking(now) > now)):
        yield CALL, habit.waking(now)
    elif handed and quietly and habit.pings is Pings.MENTION:
        yield CALL, habit.waking(now + PRESENT)
    if not habit.reminders:
        return
    again = list(_again(clock, habit))
    yield from ((what, at) for what, at in again[:-1] if at > now)
    if acted:
        yield NUDGE, habit.waking(now + NUDGE_AFTER)
    if pace.window is not None and clock.since is not None and clock.due is not None and clock.ends is not None:
        for what, part in MARKS:
            at = habit.after(clock.since, part * habit.gone(clock.since, clock.due))
            alone = what == LATE and len(waiting.seats) == 1
            if at > now and not (again and what == HALF):
                yield LAST if alone else what, _free(habit, at)
        if clock.ends > clock.due > now:
            yield BANK, _free(habit, clock.due)
    yield from ((what, at) for what, at in again[-1:] if at > now)


def _again(clock: Clock, habit: Habit) -> Iterator[tuple[str, float]]:
    """The reminders of a person's own interval with their numbers; what would fall into one night is one."""
    if habit.interval is None or clock.since is None:
        return
    last, number = 0.0, 0
    for time in count(1):
        at = _free(habit, clock.since + time * habit.interval * HOUR)
        if at > last:
            last, number = at, number + 1
            yield f"{ENOUGH if number == MOST_AGAIN else AGAIN} {number}", at
        if number == MOST_AGAIN:
            return


def _free(habit: Habit, at: float) -> float:
    """The moment itself, or when the person is back and awake."""
    return habit.waking(habit.after(at, 0.0))
