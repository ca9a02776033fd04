"""The people of a month: when they sleep, how soon they come, what they leave to orders, and who is lost on the way."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from zoneinfo import ZoneInfo

HOUR, DAY = 3600.0, 86400.0

ZONES = ("Europe/Berlin", "America/New_York", "Asia/Tokyo", "Australia/Sydney", "America/Sao_Paulo", "UTC")
NIGHTS = (None, (22 * 60, 7 * 60), (23 * 60 + 30, 8 * 60), (0, 9 * 60 + 15), (9 * 60, 17 * 60))
"""Minutes of the wall clock; the last ones work by night."""

PINGS, LANGUAGES = ("mention", "dm", "off"), ("en", "en", "de", "ru")


@dataclass(frozen=True, slots=True)
class Person:
    """`latency` is the median of the seconds after which he comes when a game waits for him and he is awake.

    `gone` is when he vanishes for good; `away` his vacation, in seconds since 1970, `leave` the same in days: from how
    many days after the first one on, and how many. `orders`: he gives orders ahead. `closed`: he takes no direct
    messages. `careless`: he sometimes leaves before he has said that he is done.
    """

    name: str
    zone: str
    night: tuple[int, int] | None
    latency: float
    pings: str
    language: str
    reminders: bool
    interval: int
    next: bool
    orders: bool
    closed: bool
    careless: bool
    leave: tuple[int, int] | None
    away: tuple[float, float] | None
    gone: float

    def sleeps(self, at: float) -> bool:
        """Whether his wall clock is within his night: reckoned here anew, since the house is held to it."""
        if self.night is None:
            return False
        local = datetime.fromtimestamp(at, ZoneInfo(self.zone))
        begins, ends = self.night
        minute = local.hour * 60 + local.minute
        return begins <= minute < ends if begins < ends else minute >= begins or minute < ends

    def rests(self, at: float) -> bool:
        """Whether he sleeps or is on vacation."""
        return self.sleeps(at) or (self.away is not None and self.away[0] <= at < self.away[1])

    def comes(self, now: float, dice: Random) -> float:
        """When he sees to a game that waits for him now; never, if that is infinite."""
        at = now + self.latency * dice.lognormvariate(0.0, 0.8)
        while self.rests(at):
            at += 600.0
        return at if at < self.gone else math.inf


def people(number: int, dice: Random, begins: float, days: float) -> Iterator[Person]:
    """So many people. Every tenth vanishes, every seventh takes no direct messages, every other gives orders ahead."""
    for one in range(number):
        zone = dice.choice(ZONES)
        today = datetime.fromtimestamp(begins, ZoneInfo(zone)).replace(hour=0, minute=0, second=0, microsecond=0)
        leave = (dice.randint(2, max(2, int(days) - 6)), dice.randint(2, 5)) if one % 5 == 2 and days > 8 else None
        away = leave and ((today + timedelta(leave[0])).timestamp(), (today + timedelta(sum(leave))).timestamp())
        yield Person(
            name=f"P{one:02}",
            zone=zone,
            night=dice.choice(NIGHTS),
            latency=HOUR * dice.choice((0.5, 1.0, 3.0, 6.0, 9.0, 14.0, 20.0)),
            pings=dice.choice(PINGS),
            language=dice.choice(LANGUAGES),
            reminders=dice.random() < 0.85,
            interval=dice.choice((0, 0, 3, 8)),
            next=dice.random() < 0.4,
            orders=one % 2 == 1,
            closed=one % 7 == 3,
            careless=dice.random() < 0.2,
            leave=leave,
            away=away,
            gone=begins + DAY * dice.uniform(0.2, 0.7) * days if one % 10 == 6 else math.inf,
        )
