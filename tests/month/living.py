"""How a month goes by: games wait, people come when they are awake, the bot is ended and started, all is looked at."""

from __future__ import annotations

import asyncio
import heapq
import logging
import math
import re
from bisect import bisect
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import count
from pathlib import Path
from random import Random

from cogs.house.background import timers
from cogs.house.game import dice as dice_of_house
from cogs.house.table.table import Table
from cogs.house.values.records import Status
from engine.core import Seat
from engine.titan.bots import LEVELS
from tests.games.people import seed_of
from tests.games.world import PACE
from tests.month import ahead
from tests.month.counting import Figures, Followed
from tests.month.notices import TIME_OUT, Post
from tests.month.people import DAY, HOUR, Person, people
from tests.month.town import Town, closed_down, founded

BEGINS = datetime.fromisoformat("2026-03-05T12:00+00:00").timestamp()
"""Clocks are changed in the month that begins here: on 8 March in New York, on 29 March in Berlin."""

PACES = ("quick", "daily", "36", "daily", "relaxed", "quick", "none")
ABSENT = ("once", "sit", "wait", "vote", "expel")
RULES = ("law",) * 6 + ("battle-titan",)

NIGHT = 9.3, 9.3 + 10 / 24
"""The days since the beginning between which the bot is down."""

RESTARTS = (3.1, 12.6, 20.2, 27.9)
"""The days on which it is started anew at once."""

MOST = 60
"""Acts after which somebody leaves in any case."""

SOON = 900.0
"""Seconds within which the program must have decided where it decides."""


VOTE = 50 * HOUR
"""Seconds that a vote about somebody who is absent may take, with the nights of those who are asked."""


AGAIN = re.compile("still|noch dran|всё ещё")
"""What stands in those reminders that come again and again."""


class Errors(logging.Handler):
    """What was logged as an error."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keeps it."""
        self.found.append(self.format(record))


@dataclass
class Month:
    """What goes on in a town. `due` are the appointments: when, who, and in which game."""

    town: Town
    persons: dict[str, Person]
    dice: Random
    days: float
    due: list[tuple[float, str, int]] = field(default_factory=list)
    booked: set[tuple[str, int]] = field(default_factory=set)
    followed: dict[int, Followed] = field(default_factory=dict)
    ups: list[tuple[float, float]] = field(default_factory=list)
    outs: list[tuple[int, str, float, float]] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    counted: Counter[str] = field(default_factory=Counter)
    seqs: dict[int, int] = field(default_factory=dict)
    tidied: int = 0

    # The beginning

    async def gather(self, games: int) -> None:
        """Everybody says when he sleeps and how he is told, and the games are opened."""
        for person in self.persons.values():
            await self._settings(person)
        for game in range(1, games + 1):
            await self._open(game)

    async def _settings(self, person: Person) -> None:
        town, name = self.town, person.name
        await town.slash(1, name, "me language", language=person.language)
        if person.night is None:
            await town.slash(1, name, "me quiet", zone=person.zone)
        else:
            begins, ends = (f"{minute // 60}:{minute % 60:02}" for minute in person.night)
            await town.slash(1, name, "me quiet", begins=begins, ends=ends, zone=person.zone)
        on = {True: "on", False: "off"}
        await town.slash(1, name, "me pings", handoff=person.pings, next=on[person.next], interval=person.interval)
        await town.slash(1, name, "me pings", reminders=on[person.reminders])
        if person.leave is not None:
            await town.slash(1, name, "me vacation", ahead=person.leave[0], days=person.leave[1])

    async def _open(self, game: int) -> None:
        town, dice = self.town, self.dice
        seats = dice.choice((2, 2, 3, 3, 4))
        bots = dice.choice((0, 0, 0, 1)) if seats > 2 else 0
        host, *others = dice.sample(sorted(self.persons), seats - bots)
        await town.slash(game, host, "titan new", seats=seats, name=f"G{game}", rules=RULES[game % len(RULES)])
        for name in others:
            await town.slash(game, name, "titan join")
        for _ in range(bots):
            await town.slash(game, host, "titan add-bot", level="steady")
        await town.slash(game, host, "titan settings", pace=PACES[game % len(PACES)], absent=ABSENT[game % len(ABSENT)])
        await town.slash(game, host, "titan start")
        self.followed[game] = Followed()

    # The days

    async def live(self) -> None:
        """Lets the days go by."""
        self.town.sent.heard = self._heard
        ends = self.town.now + self.days * DAY
        events = sorted(self._events())
        while self.town.now < ends:
            await self._book()
            appointment = self.due[0][0] if self.due else math.inf
            happens = events[0][0] if events else math.inf
            await self.town.pass_to(min(appointment, happens, self.town.now + HOUR / 2, ends))
            if happens <= self.town.now:
                await self._happens(*events.pop(0))
            while self.due and self.due[0][0] <= self.town.now:
                _, name, game = heapq.heappop(self.due)
                self.booked.discard((name, game))
                await self._come(self.persons[name], game)

    def _events(self) -> Iterator[tuple[float, float]]:
        """When the bot is ended and when it is started again, and each noon, when all is looked at."""
        begins = self.town.now
        for noon in range(1, math.ceil(self.days)):
            yield begins + noon * DAY, 0.0
        for at in RESTARTS:
            if at < self.days:
                yield begins + at * DAY, begins + at * DAY
        if NIGHT[1] < self.days:
            yield begins + NIGHT[0] * DAY, begins + NIGHT[1] * DAY

    async def _happens(self, at: float, until: float) -> None:
        if not until:
            await self.look()
            await self._grant()
            return
        down = self.town.now
        await self.town.down(until)
        self.ups.append((down, self.town.now))
        late = [appointment for appointment in self.due if appointment[0] <= self.town.now]
        for appointment in late:  # they come when they see that the bot is back
            self.due.remove(appointment)
            self.booked.discard(appointment[1:])
        heapq.heapify(self.due)

    async def _grant(self) -> None:
        """Somebody at some table grants those whom it waits for half a day."""
        game = self.dice.choice(sorted(self.followed))
        table = await self.town.table(game)
        waited = table.timing.waiting.seats
        others = sorted(table.people - waited)
        if others and any((clock := table.clocks.get(seat)) is not None and clock.ends is not None for seat in waited):
            name = self.name_of(table, others[0])
            assert name is not None, "a person sits there"
            await self.town.slash(game, name, "game extend", hours=12)
            self.counted["extensions"] += 1

    async def _book(self) -> None:
        """Gives everybody an appointment with each game that waits for him, or that he has no orders for."""
        for game in self.followed:
            table = await self.town.table(game)
            if table.game.status is not Status.RUNNING or table.game.frozen is not None:
                continue
            for seat in sorted(table.people):
                name = self.name_of(table, seat)
                assert name is not None, "a person sits there"
                if (name, game) in self.booked:
                    continue
                if seat not in table.awaiting and (not self.persons[name].orders or ahead.is_set(table, seat)):
                    continue
                at = self.persons[name].comes(self.town.now, self.dice)
                if at < math.inf:
                    heapq.heappush(self.due, (at, name, game))
                self.booked.add((name, game))

    def name_of(self, table: Table, seat: Seat) -> str | None:
        """Who sits on a seat; None for nobody and for the program."""
        user = table.person(seat)
        return None if user is None else self.town.sent.users[user]

    # What people do

    async def _come(self, person: Person, game: int) -> None:
        """Somebody sees to a game: he decides until it waits for another, and gives orders for what comes."""
        town, dice = self.town, self.dice
        table = await town.table(game)
        seat = table.seat_of(town.actors[person.name].id)
        if seat is None or table.game.status is not Status.RUNNING or table.game.frozen is not None:
            return
        if seat not in table.awaiting:
            self.counted["orders"] += await ahead.file(table, seat, dice) if person.orders else 0
            return
        if dice.random() < 0.3:
            await town.open_panel(game, person.name)
        came = table.seq + 1
        for number in range(MOST):
            if seat not in table.awaiting or (number and person.careless and dice.random() < 0.05):
                break
            legal = table.legal(seat, undo=False)
            line = table.line(LEVELS["steady"](table.view(seat), legal, dice))
            before = table.seq
            said = await town.decide(game, person.name, line)
            assert table.seq > before, f"{line} was refused: {said}"
            self.counted["decisions"] += 1
        if table.seq >= came:
            self.followed[game].comes.add(came)
            self.counted["hand-offs"] += 1
        if person.orders and seat not in table.awaiting:
            self.counted["orders"] += await ahead.file(table, seat, dice)
        if town.acts > self.tidied + 100:
            self.tidied = town.acts
            town.forget()

    # What is looked at

    def _heard(self, post: Post) -> None:
        """Whose time is up: once a deadline, and never because the bot was down, in sleep or on a vacation."""
        for name in (name for found in TIME_OUT.finditer(post.text) for name in found[1].split(", ")):
            table = self.town.house.in_memory(post.game)
            assert table is not None, "it has just been told of"
            seat = table.seat_of(self.town.actors[name].id) if name in self.town.actors else None
            if seat is None:
                self.counted["deadlines of open seats"] += 1  # nobody sits there, or somebody else by now
                continue
            clock, window = table.clocks[seat], table.pace.window
            assert window is not None, "there was a deadline"
            self.counted["deadlines"] += 1
            since, ends = clock.since or 0.0, clock.ends or post.at
            if (post.game, name, since, ends) in self.outs:
                self.faults.append(f"G{post.game}: the deadline of {name} is told twice")
            self.outs.append((post.game, name, since, ends))
            alone = len(table.timing.waiting.seats) == 1  # else all have the latest deadline of any
            if alone and self.persons[name].rests(ends):
                self.faults.append(f"G{post.game}: the time of {name} was up while he slept or was away")
            if any(since < up <= post.at < up + window / 4 - 1 for _, up in self.ups):
                self.faults.append(f"G{post.game}: {name} was punished for our absence")

    async def look(self) -> None:
        """No game is stuck: each waits for a person within his time, or as was agreed, and says so."""
        logging.getLogger("tests.month").info("day %.0f: %s", (self.town.now - BEGINS) / DAY, dict(self.counted))
        for game in self.followed:
            table = await self.town.table(game)
            await self._thought(table)
            if table.game.status is not Status.RUNNING:
                continue
            why = self._stuck(table)
            if why:
                self.faults.append(f"G{game}, day {(self.town.now - BEGINS) / DAY:.1f}: {why}")
            self.seqs[game] = table.seq

    async def _thought(self, table: Table) -> None:
        """Lets the program come to its decision where it has just been asked: it waits first, and then needs real
        time."""
        if table.awaiting - table.people:
            await self.town.pass_to(self.town.now + PACE)
        for _ in range(500):
            if not table.awaiting - table.people:
                return
            await asyncio.sleep(0.01)

    def _stuck(self, table: Table) -> str:
        """Why a game is stuck; empty if it is not."""
        if table.game.suspended is not None:
            return f"suspended: {table.game.suspended}"
        if table.game.frozen is not None:
            return ""
        if not table.awaiting:
            return "it waits for nobody"
        if table.seq != self.seqs.get(table.game.id):
            return ""  # it has moved since yesterday
        if not table.people:
            return ""  # all have left: it waits for somebody to sit down, and says so
        for seat in table.awaiting:
            clock = table.clocks.get(seat)
            if table.person(seat) is None or clock is None or clock.since is None:
                return f"it waits for {table.names[seat]}, who has no clock; {sorted(table.people)} are people"
            if clock.ends is None and table.pace.window is not None:
                return f"{table.names[seat]} has no deadline"
            if clock.ends is not None and self.town.now > clock.ends + SOON and not clock.out:
                return f"the time of {table.names[seat]} is up, and nothing was done"
            patience = {"wait": math.inf, "vote": VOTE}.get(table.game.absent.value, SOON)
            if clock.out and self.town.now > (clock.ends or 0.0) + patience:
                return f"the program does not decide for {table.names[seat]}"
        return ""

    async def check_states(self) -> None:
        """What `/titan status` says of each game to somebody who only watches: whom it waits for, until when."""
        for game in self.followed:
            table = await self.town.table(game)
            said = await self.town.slash(game, "Watcher", "titan status")
            if table.game.status is not Status.RUNNING:
                continue
            for seat in table.timing.waiting.seats:
                if table.names[seat] not in said:
                    self.faults.append(f"G{game}: /titan status does not say that it waits for {table.names[seat]}")
            deadline = table.timing.deadline
            if deadline is not None and f"<t:{int(deadline[1])}:" not in said and f"<t:{int(deadline[0])}:" not in said:
                self.faults.append(f"G{game}: /titan status does not say until when it waits: {said}")


@dataclass(slots=True)
class Told:
    """What came of a month."""

    games: int
    over: int
    figures: Figures
    counted: Counter[str]
    faults: list[str]
    posts: list[Post]
    persons: dict[str, Person]

    def lines(self) -> Iterator[str]:
        """The table, a line each."""
        yield f"{self.games} games, {self.over} to their end; {self.counted['decisions']} decisions of people"
        yield ", ".join(f"{name} {number}" for name, number in sorted(self.counted.items()))
        yield from self.figures.told()
        yield f"faults: {len(self.faults)}"
        yield from self.faults[:20]


async def lived(folder: Path, games: int, days: float, seed: int) -> Told:
    """A month of so many games and days."""
    dice = Random(seed)
    found = {person.name: person for person in people(max(8, games * 2 // 3), dice, BEGINS, days)}
    closed = [name for name, person in found.items() if person.closed]
    town = await founded(f"sqlite:///{folder}/month.db", (*found, "Watcher"), closed, games, BEGINS)
    month, errors = Month(town, found, dice, days), Errors()
    logging.getLogger().addHandler(errors)
    secret, looks = dice_of_house.new_seed, timers.LONGEST
    seeds = count(seed)
    dice_of_house.new_seed, timers.LONGEST = lambda: seed_of(next(seeds)), DAY  # no clock jumps here
    try:
        await month.gather(games)
        await month.live()
        await month.look()
        await month.check_states()
        figures, over, decided = Figures(), 0, dict[tuple[str, int], list[float]]()
        for game, followed in month.followed.items():
            table = await town.table(game)
            over += table.game.status is Status.OVER
            await followed.read(table)
            seats = {chair.seat: month.name_of(table, chair.seat) for chair in table.seats}
            persons = {seat: found[name] for seat, name in seats.items() if name is not None}
            decided |= {(one.name, game): followed.decided.get(seat, []) for seat, one in persons.items()}
            figures.add(followed, [seat for seat, one in persons.items() if one.orders], list(persons))
    finally:
        logging.getLogger().removeHandler(errors)
        dice_of_house.new_seed, timers.LONGEST = secret, looks
        posts = await closed_down(town)
    month.faults += [*month.town.faults, *errors.found, *noticed(posts, found, decided, month.counted)]
    return Told(games, over, figures, month.counted, month.faults, posts, found)


def noticed(
    posts: list[Post],
    persons: dict[str, Person],
    decided: Mapping[tuple[str, int], Sequence[float]],
    counted: Counter[str],
) -> Iterator[str]:
    """What is wrong with the notices of a month: nobody is reminded or called in his sleep, or told the same twice.

    When somebody has `decided` in a game and it waits for him anew, he is told anew, be it until the same hour.
    """
    seen = Counter[tuple[str, str, int]]()
    for post in posts:
        if post.reminds and not persons[post.to].closed:
            counted["reminders"] += 1
            seen[post.to, post.text, bisect(decided.get((post.to, post.reminded), ()), post.at)] += 1
            if persons[post.to].sleeps(post.at):
                yield f"{post.to} was reminded in his sleep: {post.text}"
        for name in post.calls:
            counted["mentions"] += 1
            if persons[name].sleeps(post.at):
                yield f"{name} was called in his sleep: {post.text}"
        if post.to and not post.reminds:
            counted["other messages"] += 1
            counted["other messages in sleep"] += persons[post.to].sleeps(post.at)
    for (name, text, _), times in seen.items():
        if times > 1 and not AGAIN.search(text):
            yield f"{name} was told twice: {text}"
