"""A month of many games by a test's clock: people of all hours, some of whom vanish, and a program that is down."""

from __future__ import annotations

import random
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field

import pytest

from cogs.house.house import House
from cogs.house.runtime.environment import Environment
from cogs.house.table.insiders import Author
from cogs.house.table.table import Table
from cogs.house.table.voting import CHOICES
from cogs.house.values.availability import Habit, Pings
from cogs.house.values.clocks import HOUR, Absent
from cogs.house.values.records import Status
from cogs.house.values.sender import Post, Refused
from engine.core import Illegal
from tests.house.conftest import GUILD, Clock, Opened, Recorder
from tests.house.test_going_back import SPOKEN
from tests.house.time.test_deadlines import DAY
from tests.toy import KIT

SEATS, STEP = 3, 3 * HOUR
PACES = ("quick", "daily", "own 36")
ABSENT = tuple(Absent)
ZONES = ("Europe/Berlin", "America/New_York", "Asia/Tokyo", "UTC")
NIGHT = 9, 12
"""The steps between which the program is down."""


@dataclass
class Watched(Recorder):
    """Notes when each person was told what."""

    clock: Clock = field(default_factory=Clock)
    told_at: list[tuple[int, float, str]] = field(default_factory=list)

    async def to_user(self, user_id: int, post: Post) -> int:
        if user_id in self.closed:
            raise Refused("403 50007")
        if post.text.startswith("remind-") and post.nonce not in self.nonces:
            self.told_at.append((user_id, self.clock.at, post.text))
        return await super().to_user(user_id, post)


@dataclass
class Person:
    """How often somebody looks, in steps; 0: he has vanished."""

    user: int
    habit: Habit
    often: int


def people(dice: random.Random) -> list[Person]:
    found = []
    for user in range(200, 230):
        quiet = dice.choice((None, (22 * 60, 7 * 60), (23 * 60, 9 * 60)))
        habit = Habit(dice.choice(ZONES), quiet, dice.choice(tuple(Pings)), dice.random() < 0.8)
        found.append(Person(user, habit, dice.choice((1, 2, 4, 9, 20, 0))))
    return found


async def begun(house: House, number: int, seated: list[Person]) -> Table:
    first, *others = seated
    table = await house.open(GUILD, 1000 + number, first.user, f"P{first.user}", "toy", SEATS, f"G{number}")
    for person in others:
        await table.lobby.join(person.user, f"P{person.user}")
    timing = {"pace": PACES[number % 3], "absent": ABSENT[number // 3 % len(ABSENT)]}
    await table.settings.change(timing, Author(first.user))
    await table.lobby.start(first.user)
    return table


async def look(house: House, person: Person, dice: random.Random) -> None:
    """Somebody opens his panel and does all that waits for him: he votes, decides, and at times takes an open seat."""
    await house.present(person.user)
    for number, vacancies in (await house.store.seats.vacant_in(GUILD)).items():
        table = await house.table(number)
        if dice.random() < 0.05 and table.vacant:
            with suppress(Illegal):  # he sits there, or has sat on another seat of it
                await table.vacancies.take(person.user, f"P{person.user}", vacancies[0].seat)
    for game in await house.store.games.of(person.user):
        table = await house.table(game.id)
        seat = table.seat_of(person.user)
        assert seat is not None
        for vote in table.voting.open:
            if seat in vote.voters:
                await table.voting.cast(vote.id, seat, dice.choice(CHOICES[vote.about]))
        while seat in table.awaiting and dice.random() < 0.9:
            try:
                await table.submit(seat, KIT.deciding.default(table.view(seat), table.legal(seat, undo=False), dice))
            except Illegal:
                break


@pytest.mark.deep
@pytest.mark.parametrize("games", [27, 90])
async def test_in_a_month_no_game_is_stuck_and_nobody_is_told_twice_or_in_his_sleep(opened: Opened, games: int) -> None:
    """Games of every pace with every manner of absence."""
    dice, clock = random.Random(6), Clock()
    discord = Watched(clock=clock)
    everybody = people(dice)
    discord.closed = {person.user for person in everybody if person.often == 9}
    environment = Environment(now=clock)
    step = 0

    async with opened(sender=discord, kit=SPOKEN, environment=environment) as house:
        for person in everybody:
            await house.habits.choose(person.user, person.habit)
        for number in range(games):
            await begun(house, number, dice.sample(everybody, SEATS))
        await house.settled()
        step = await lived(house, clock, everybody, dice, step, NIGHT[0])
    step = NIGHT[1]
    clock.at += (NIGHT[1] - NIGHT[0]) * STEP
    async with opened(sender=discord, kit=SPOKEN, environment=environment) as house:
        await lived(house, clock, everybody, dice, step, int(30 * DAY / STEP))
        tables = [await house.table(number) for number in range(1, games + 1)]

    rare = {person.user for person in everybody if person.often in (0, 20)}
    for table in tables:
        asked = {vote.seat for vote in table.voting.open}
        for seat in table.awaiting if table.people else ():  # without people it waits for whoever takes a seat
            limit = table.clocks[seat].ends
            if not table.clocks[seat].out:
                assert limit is not None
                assert limit > clock.at, "a deadline that has passed was dealt with"
            elif seat not in asked:
                assert table.game.absent is Absent.WAIT
                assert table.person(seat) in rare, "it waits, as agreed, for who comes never or hardly ever"
    assert sum(table.game.status is Status.OVER for table in tables) > games / 2
    habits = {person.user: person.habit for person in everybody}
    assert discord.told_at
    assert all(habits[user].waking(at) == at for user, at, _ in discord.told_at), "nobody in his sleep"
    assert all(habits[user].reminders or "remind-call" in text for user, _, text in discord.told_at)
    twice = [told for told, times in Counter((user, text) for user, _, text in discord.told_at).items() if times > 1]
    assert twice == []
    outs = Counter(post.text for post in discord.channel if "time-out" in post.text)
    assert sum(outs.values()) > 10
    said = "\n".join(post.text for post in discord.channel)
    assert all(key in said for key in ("vote-absent", "voted-", "seat-expelled", "seat-taken", "back-again"))


async def lived(house: House, clock: Clock, everybody: list[Person], dice: random.Random, first: int, last: int) -> int:
    """Everybody looks as often as he does, from one step to another."""
    for step in range(first, last):
        clock.at += STEP
        await house.check_time()
        awake = [person for person in everybody if person.habit.waking(clock.at) == clock.at]
        for person in awake:
            if person.often and step % person.often == 0:
                await look(house, person, dice)
        await house.settled()
    return last
