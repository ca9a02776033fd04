"""When a person sleeps, is away, and wants to hear of a game: seconds since 1970 and his own wall clock. Pure.

Quiet hours are told in his own zone by its name, so they stay what they are on the wall when clocks are changed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from zoneinfo import ZoneInfo, available_timezones

from engine.core import Illegal

DAY = 24 * 60
"""Minutes on a wall clock."""

LONGEST_QUIET = 12 * 60
"""Minutes of quiet hours at most: a game must be able to reach everybody on every day."""

LONGEST_INTERVAL = 168
"""Hours between two reminders at most."""

VACATION = 14
"""Days of vacation that everybody has in a year."""

Spans = tuple[tuple[float, float], ...]
"""Times, each from and until when, in order."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class Pings(StrEnum):
    """How a person hears that a game waits for him."""

    MENTION = "mention"
    DM = "dm"
    OFF = "off"


@dataclass(frozen=True, slots=True)
class Habit:
    """A person's times. `quiet` are the minutes of the day between which he sleeps, from 22:30 on `(1350, ...)`.

    `away` are his vacations, each from and until when, in order; `reminders` are those that the game still waits for
    him, `interval` the hours between two of them, None: only as a deadline comes near. `next`: he wants to hear that
    his turn is the next. `orders_away`: what he has ordered ahead is carried out while he is away (A8.4).
    """

    zone: str = "UTC"
    quiet: tuple[int, int] | None = None
    pings: Pings = Pings.MENTION
    reminders: bool = True
    away: Spans = ()
    interval: int | None = None
    next: bool = False
    orders_away: bool = True

    def waking(self, at: float) -> float:
        """The moment itself, or the end of the quiet hours that it falls into."""
        if self.quiet is None:
            return at
        begins, ends = self.quiet
        local = _local(at, self.zone)
        minute = local.hour * 60 + local.minute
        inside = begins <= minute < ends if begins < ends else minute >= begins or minute < ends
        if not inside:
            return at
        day = local + timedelta(days=1) if minute >= ends else local
        woken = day.replace(hour=ends // 60, minute=ends % 60, second=0, microsecond=0)
        if woken.timestamp() <= at:  # the hour that comes twice when clocks are put back
            woken = woken.replace(fold=1)
        return max(woken.timestamp(), at)

    def after(self, since: float, seconds: float) -> float:
        """When so many seconds have gone by, of which a vacation takes none."""
        ends = since + seconds
        for left, back in self.away:
            if left < ends and back > since:
                ends += back - max(left, since)
        return ends

    def without(self, gaps: Spans) -> Habit:
        """With times in which nobody could do anything: they count as little as vacations."""
        spans: list[tuple[float, float]] = []
        for left, back in sorted((*self.away, *gaps)):
            if spans and left <= spans[-1][1]:
                spans[-1] = spans[-1][0], max(spans[-1][1], back)
            else:
                spans.append((left, back))
        return replace(self, away=tuple(spans))

    def acting(self, at: float) -> float:
        """From when his orders are carried out that have something to say at a moment."""
        return at if self.orders_away else self.after(at, 0.0)

    def gone(self, since: float, until: float) -> float:
        """How many seconds have gone by that no vacation took: what `after` is asked for to come to `until`."""
        away = sum(max(0.0, min(back, until) - max(left, since)) for left, back in self.away)
        return until - since - away

    def back(self, now: float) -> float | None:
        """Until when he is on vacation; None if he is not."""
        return next((back for left, back in self.away if left <= now < back), None)


def _local(at: float, zone: str) -> datetime:
    return (_EPOCH + timedelta(seconds=at)).astimezone(ZoneInfo(zone))


def quiet_of(begins: str, ends: str) -> tuple[int, int]:
    """Quiet hours as typed, `22:30` or `7`. Raises Illegal `time-unclear` or `quiet-too-long`."""
    quiet = _minute(begins), _minute(ends)
    length = (quiet[1] - quiet[0]) % DAY
    if not 0 < length <= LONGEST_QUIET:
        raise Illegal("quiet-too-long", hours=LONGEST_QUIET // 60)
    return quiet


def _minute(text: str) -> int:
    hour, _, minute = text.strip().partition(":")
    if not (hour.isdecimal() and (minute or "0").isdecimal() and int(hour) < 24 and int(minute or 0) < 60):
        raise Illegal("time-unclear", text=text)
    return int(hour) * 60 + int(minute or 0)


def zone_of(text: str) -> str:
    """The name of a zone as typed, `Europe/Berlin`, in any case. Raises Illegal `zone-unknown`."""
    wanted = text.strip().replace(" ", "_").casefold()
    found = next((zone for zone in zones() if zone.casefold() == wanted), None)
    if found is None:
        raise Illegal("zone-unknown", zone=text)
    return found


def zones() -> tuple[str, ...]:
    """Every zone that there is, by name, those of places first."""
    return tuple(sorted(available_timezones(), key=lambda zone: ("/" not in zone or zone.startswith("Etc"), zone)))


def vacation_of(habit: Habit, now: float, ahead: int, days: int) -> tuple[float, float]:
    """A vacation of whole days in a person's zone that begins `ahead` days after today.

    Raises Illegal `vacation-late` unless it is announced before its first day, `vacation-clash` if he is away then
    already, `vacation-used` if he has not so many days left in one of its years.
    """
    if ahead < 1 or days < 1:
        raise Illegal("vacation-late")
    zone = ZoneInfo(habit.zone)
    today = _local(now, habit.zone).date()
    first, last = today + timedelta(days=ahead), today + timedelta(days=ahead + days)
    begins, ends = (datetime(day.year, day.month, day.day, tzinfo=zone).timestamp() for day in (first, last))
    if any(left < ends and begins < back for left, back in habit.away):
        raise Illegal("vacation-clash")
    year = _local(begins, habit.zone).year
    left_over = VACATION - days_used(habit, year)
    if days > left_over:
        raise Illegal("vacation-used", days=VACATION, left=left_over)
    return begins, ends


def days_used(habit: Habit, year: int) -> int:
    """How many days of the vacations that begin in a year."""
    spans = ((left, back) for left, back in habit.away if _local(left, habit.zone).year == year)
    return sum((_local(back, habit.zone).date() - _local(left, habit.zone).date()).days for left, back in spans)


def year_of(habit: Habit, now: float) -> int:
    """Which year it is for a person."""
    return _local(now, habit.zone).year
