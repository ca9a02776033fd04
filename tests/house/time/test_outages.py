"""What nobody could reach is no absence of anybody, and a clock that jumps holds nothing up."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest

from cogs.house.background.delivery import DM_AGAIN
from cogs.house.background.outages import LEAST, TICK
from cogs.house.house import House
from cogs.house.runtime.environment import Environment
from cogs.house.store.times import LONGEST_PAUSE, MOST_RELIEF
from cogs.house.table.table import Table
from cogs.house.table.timing import Timing
from cogs.house.table.vacancies import LAPSES
from cogs.house.table.voting import ASKED_ABSENT
from cogs.house.values.clocks import HOUR
from cogs.house.values.order_delays import LONGEST_WAIT
from tests.house.conftest import ANN, BOB, CAT, MODERATORS, Clock, Opened, Recorder, game, until, written
from tests.house.test_going_back import FIRST, SECOND, SPOKEN
from tests.house.time.test_absence import the_vote
from tests.house.time.test_deadlines import DAY, DEADLINE, passes, reminders, timed
from tests.toy import Roll

QUARTER = 6 * HOUR
"""Of a daily window."""


@dataclass
class Times:
    """A clock, and a count of seconds that goes on while the program does."""

    clock: Clock
    counted: float = 5.0

    def steady(self) -> float:
        return self.counted

    def pass_by(self, seconds: float) -> None:
        self.clock.at += seconds
        self.counted += seconds


@pytest.fixture
def times(clock: Clock) -> Times:
    return Times(clock)


@pytest.fixture
async def house(opened: Opened, times: Times) -> AsyncIterator[House]:
    async with opened(kit=SPOKEN, environment=Environment(now=times.clock, steady=times.steady)) as running:
        yield running


def ends(table: Table) -> float:
    found = table.clocks[FIRST].ends
    assert found is not None
    return found


async def test_while_discord_is_gone_nobodys_time_runs_out(house: House, clock: Clock, discord: Recorder) -> None:
    table = await timed(house, "once")
    house.lost()
    await passes(house, clock, DEADLINE + DAY)
    assert table.awaiting == {FIRST}

    house.found()
    await passes(house, clock, 0)
    await until(lambda: ends(table) == clock.at + QUARTER)
    await passes(house, clock, QUARTER - 1)
    assert table.awaiting == {FIRST}
    assert "time-out" not in discord.texts
    assert len(reminders(discord, ANN)) <= 1, "what was missed comes as one"
    await passes(house, clock, 1)
    await until(lambda: table.awaiting == {SECOND})


async def test_a_connection_that_is_back_at_once_gives_nobody_time(house: House, clock: Clock) -> None:
    table = await timed(house, "once")
    before = ends(table)
    await passes(house, clock, DEADLINE - LEAST / 4)
    house.lost()
    await passes(house, clock, LEAST / 2)
    assert table.awaiting == {FIRST}

    house.found()

    await until(lambda: table.awaiting == {SECOND})
    assert table.clocks[FIRST].ends in (None, before)


async def test_a_machine_that_slept_is_no_absence(house: House, times: Times, discord: Recorder) -> None:
    table = await timed(house, "once")
    house.watch()
    times.counted += 1
    await passes(house, times.clock, DEADLINE + DAY)

    assert "time-out" not in discord.texts
    await until(lambda: ends(table) == times.clock.at + QUARTER)


async def test_a_program_that_stood_still_is_no_absence(house: House, times: Times, discord: Recorder) -> None:
    """Its count of seconds went on, and it did not."""
    table = await timed(house, "once")
    house.watch()
    times.pass_by(DEADLINE + DAY)
    await house.check_time()

    assert "time-out" not in discord.texts
    await until(lambda: ends(table) == times.clock.at + QUARTER)


async def test_time_that_goes_by_as_ever_is_nobodys_relief(house: House, times: Times) -> None:
    table = await timed(house, "once")
    times.pass_by(DEADLINE - 3 * TICK)
    house.watch()
    for _ in range(4):
        times.pass_by(TICK)
        await house.check_time()

    await until(lambda: table.awaiting == {SECOND})


async def test_votes_and_offers_have_a_part_of_their_time_anew(house: House, clock: Clock) -> None:
    table = await timed(house, "vote")
    await passes(house, clock, DEADLINE)
    await table.vacancies.offer(CAT)
    (offered,) = table.vacant.values()
    assert offered.ends == clock.at + LAPSES
    house.lost()
    await passes(house, clock, 30 * DAY)
    house.found()
    await passes(house, clock, 0)

    assert the_vote(table).ends == clock.at + ASKED_ABSENT / 4
    (offered,) = table.vacant.values()
    assert offered.ends == clock.at + MOST_RELIEF
    assert await table.services.store.seats.vacant(1) == table.vacant


async def test_a_game_that_cannot_be_given_its_time_back_holds_up_no_other(
    opened: Opened, clock: Clock, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    environment = Environment(now=clock)
    async with opened(kit=SPOKEN, environment=environment) as house:
        for channel in (11, 12):
            table = await game(house, channel)
            await table.settings.change({"pace": "daily", "absent": "once"}, MODERATORS)
    clock.at += DEADLINE + DAY
    relieve = Timing.relieve

    async def failing(self: Timing) -> None:
        if self.kept.game.id == 1:
            raise ZeroDivisionError
        await relieve(self)

    monkeypatch.setattr("cogs.house.runtime.tasks.pause", lambda failures: 0.01)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Timing, "relieve", failing)
        async with opened(kit=SPOKEN, environment=environment) as house:
            bad, good = await house.table(1), await house.table(2)
            await until(lambda: "waking 1: ZeroDivisionError" in caplog.text)
            await passes(house, clock, 1)

            assert good.clocks[FIRST].ends == clock.at - 1 + QUARTER
            assert bad.awaiting == {FIRST}, "nothing is decided before it is given back"
            patched.undo()
            await until(lambda: bad.clocks[FIRST].ends == clock.at + QUARTER)


async def test_what_waits_by_a_clock_that_was_ahead_is_sent_when_it_is_set_back(
    house: House, times: Times, discord: Recorder
) -> None:
    table = await game(house)
    house.watch()
    discord.failures = 1
    await table.submit(FIRST, Roll(), 1)
    await house.settled()
    assert "Ann rolls" not in discord.texts
    times.clock.at -= 30 * DAY

    await house.check_time()
    await house.settled()
    times.pass_by(LONGEST_PAUSE)
    await house.check_time()
    await house.settled()

    assert discord.texts.count("Ann rolls") == 1


async def test_nothing_that_a_clock_ahead_has_put_off_waits_for_it_after_a_start(
    opened: Opened, clock: Clock, discord: Recorder, url: str
) -> None:
    ahead = 30 * DAY
    clock.at += ahead
    async with opened(kit=SPOKEN, environment=Environment(now=clock)) as house:
        table = await timed(house, "vote")
        discord.closed.add(BOB)
        await table.remind(hands=True)
        await table.orders.file(FIRST, "lay high; done")
        await house.settled()
        await table.vacancies.offer(CAT)
        before = ends(table) - clock.at
    clock.at -= ahead
    async with opened(kit=SPOKEN, environment=Environment(now=clock)) as house:
        table = await house.table(1)

        assert ends(table) - clock.at == before
        (offered,) = table.vacant.values()
        assert offered.ends == clock.at + LAPSES
        due = table.ahead.firing(FIRST).due
        assert due is not None
        assert clock.at < due <= clock.at + LONGEST_WAIT
        discord.closed.clear()
        clock.at += DM_AGAIN + 1
        await table.remind(hands=True)
        await house.settled()
        assert str(table.view(SECOND).cards) in discord.told(BOB)
    ((latest,),) = await written(url, "SELECT max(not_before) FROM outbox WHERE done_at IS NULL AND kind = 'remind'")
    assert latest < clock.at + ahead / 2
