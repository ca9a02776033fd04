"""Deadlines in a house whose clock is a test's: what is told, what is done, and what a restart makes of it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from itertools import pairwise

import pytest

from cogs.house.house import House
from cogs.house.runtime.environment import Environment
from cogs.house.store.store import StoreUnavailable
from cogs.house.table.insiders import Author
from cogs.house.table.table import Table
from cogs.house.table.timing import Timing
from cogs.house.values.availability import Habit, Pings
from cogs.house.values.clocks import HOUR
from cogs.house.values.records import PostStyle
from tests.house.conftest import (
    ANN,
    BOB,
    CAT,
    CHANNEL,
    GUILD,
    MODERATORS,
    Clock,
    Opened,
    Recorder,
    game,
    taken_over,
    until,
)  # fmt: skip
from tests.house.test_going_back import FIRST, SECOND, SPOKEN, THIRD, card, done, refused, three
from tests.toy import Lay

DAY = 24 * HOUR
DEADLINE = 6 * DAY
"""A window of a daily game, and its bank."""


@pytest.fixture
async def house(opened: Opened, clock: Clock) -> AsyncIterator[House]:
    async with opened(kit=SPOKEN, environment=Environment(now=clock)) as running:
        yield running


async def timed(house: House, absent: str = "wait", pace: str = "daily") -> Table:
    """A game of three with a pace; it is Ann's turn."""
    table = await three(house)
    await table.settings.change({"posts": PostStyle.CARD, "pace": pace, "absent": absent}, MODERATORS)
    await house.settled()
    return table


async def passes(house: House, clock: Clock, seconds: float) -> None:
    clock.at += seconds
    await house.check_time()
    await house.settled()


def reminders(discord: Recorder, user: int) -> list[str]:
    return [post.text for post in discord.people.get(user, []) if post.text.startswith("remind-")]


async def test_the_card_shows_until_when_as_each_readers_own_time(
    house: House, clock: Clock, discord: Recorder
) -> None:
    await timed(house)
    when = f"<t:{int(clock.at + DAY)}:f> (<t:{int(clock.at + DAY)}:R>)"

    assert f"card-until {when}" in discord.channel[-1].text


async def test_a_deadline_is_told_once_and_the_game_waits_on(house: House, clock: Clock, discord: Recorder) -> None:
    table = await timed(house)

    await passes(house, clock, DEADLINE - 1)
    assert "time-out" not in discord.texts
    for _ in range(3):
        await passes(house, clock, DAY)

    assert discord.texts.count("time-out-wait Ann") == 1
    assert table.awaiting == {FIRST}
    await done(table, FIRST)
    assert table.clocks[FIRST].missed == 0


async def test_at_a_deadline_the_program_acts_once_and_the_log_says_for_whom(
    house: House, clock: Clock, discord: Recorder
) -> None:
    table = await timed(house, "once")

    await passes(house, clock, DEADLINE)

    await until(lambda: table.awaiting == {SECOND})
    assert discord.texts.count("time-out-once Ann") == 1
    (said,) = (text for text in await table.sentences() if "scores" in text)
    assert said.startswith("acted-for Ann scores")
    await passes(house, clock, DAY)
    assert table.awaiting == {SECOND}, "Bob has his own time"


async def test_what_was_done_for_somebody_is_marked_after_a_restart_too(opened: Opened, clock: Clock) -> None:
    async with opened(kit=SPOKEN, environment=Environment(now=clock)) as house:
        table = await timed(house, "once")
        await passes(house, clock, DEADLINE)
        await until(lambda: table.awaiting == {SECOND})
    async with opened(kit=SPOKEN, environment=Environment(now=clock)) as house:
        table = await house.table(1)
        assert any(text.startswith("acted-for Ann scores") for text in await table.sentences())


async def test_the_program_sits_in_until_the_person_does_anything(
    house: House, clock: Clock, discord: Recorder
) -> None:
    table = await timed(house, "sit")
    await passes(house, clock, DEADLINE)
    await until(lambda: table.awaiting == {SECOND})
    for seat in (SECOND, THIRD):
        await done(table, seat)
        await house.settled()
    await until(lambda: table.awaiting == {SECOND})  # Ann's second turn was played at once
    await house.settled()
    assert "card-sitting Ann" in discord.channel[-1].text

    await house.present(ANN)
    await house.settled()
    assert discord.texts.count("back-again Ann") == 1
    for seat in (SECOND, THIRD):
        await done(table, seat)
        await house.settled()

    assert table.awaiting == {FIRST}
    assert "card-sitting" not in discord.channel[-1].text


async def test_who_lets_two_deadlines_pass_in_a_row_is_named_with_what_can_be_done(
    house: House, clock: Clock, discord: Recorder
) -> None:
    table = await timed(house, "once")
    await passes(house, clock, DEADLINE)
    await until(lambda: table.awaiting == {SECOND})
    await done(table, SECOND)
    await done(table, THIRD)
    await house.settled()
    assert "time-out-again" not in discord.texts
    await passes(house, clock, DEADLINE)

    assert discord.texts.count("time-out-again Ann 2") == 1


async def test_who_is_back_in_time_is_not_acted_for_any_more(house: House, clock: Clock) -> None:
    table = await timed(house, "sit")
    await passes(house, clock, DEADLINE)

    await table.timing.back(ANN)

    assert await refused(table.submit(FIRST, Lay(card(table, FIRST)), proxy=True)) == "game-has-gone-on"


async def test_killed_right_after_a_deadline_was_dealt_with_the_program_still_acts(
    opened: Opened, clock: Clock, discord: Recorder
) -> None:
    async with opened(kit=SPOKEN, environment=Environment(now=clock), dies=True) as house:
        table = await timed(house, "once")
        house._bots._stopping = True
        clock.at += DEADLINE
        await table.timing.time_out()
        assert table.awaiting == {FIRST}
    async with opened(kit=SPOKEN, environment=Environment(now=clock)) as house:
        table = await house.table(1)
        await house.settled()
        await passes(house, clock, 1)
        await until(lambda: table.awaiting == {SECOND})
    assert discord.texts.count("time-out-once Ann") == 1


async def test_who_was_waited_for_while_the_program_was_down_has_a_quarter_of_his_window_anew(
    opened: Opened, clock: Clock, discord: Recorder
) -> None:
    async with opened(kit=SPOKEN, environment=Environment(now=clock)) as house:
        await timed(house, "once")
    clock.at += DEADLINE + DAY
    async with opened(kit=SPOKEN, environment=Environment(now=clock)) as house:
        table = await house.table(1)
        await passes(house, clock, 6 * HOUR - 1)
        assert table.awaiting == {FIRST}
        assert "time-out" not in discord.texts
        assert len(reminders(discord, ANN)) <= 1, "what was missed comes as one"
        await passes(house, clock, 1)
        await until(lambda: table.awaiting == {SECOND})


async def test_a_game_that_rests_has_no_deadline_and_goes_on_with_all_that_was_left(house: House, clock: Clock) -> None:
    table = await timed(house)
    ends = table.clocks[FIRST].ends
    assert ends is not None
    clock.at += HOUR
    await table.moderation.freeze("a quarrel", MODERATORS)
    await passes(house, clock, 30 * DAY)
    assert not table.clocks[FIRST].out

    await table.moderation.freeze(None, MODERATORS)

    assert table.clocks[FIRST].ends == ends + 30 * DAY
    stored = await table.services.store.clocks.of(1)
    assert stored == table.clocks


# Notices


async def test_reminders_come_when_they_are_due_and_stop_when_the_person_acts(
    house: House, clock: Clock, discord: Recorder
) -> None:
    table = await timed(house)
    await passes(house, clock, 12 * HOUR)
    (first,) = reminders(discord, ANN)
    assert first.splitlines()[0].startswith("remind-until Friday remind-half play 0 https://discord.com/channels/")
    assert f"<t:{int(clock.at + 12 * HOUR)}:f>" in first
    assert f"https://discord.com/channels/{GUILD}/{CHANNEL}/" in first

    await done(table, FIRST)
    await passes(house, clock, 11 * HOUR)

    assert len(reminders(discord, ANN)) == 1
    assert reminders(discord, CAT) == []


async def test_nobody_is_told_twice_over_restarts(opened: Opened, clock: Clock, discord: Recorder) -> None:
    async with opened(kit=SPOKEN, environment=Environment(now=clock)) as house:
        await timed(house)
    for _ in range(8):
        async with opened(kit=SPOKEN, environment=Environment(now=clock)) as house:
            await passes(house, clock, 4 * HOUR)
    whats = [text.split("remind-")[-1].split()[0] for text in reminders(discord, ANN)]
    assert whats == ["half", "last", "bank"]


async def test_who_wants_it_by_direct_message_is_not_mentioned(house: House, discord: Recorder) -> None:
    table = await three(house)
    await house.habits.choose(BOB, Habit(pings=Pings.DM))
    await house.habits.choose(CAT, Habit(pings=Pings.OFF))
    await done(table, FIRST)
    await house.settled()
    assert discord.channel[-1].mentions == ()
    assert len(reminders(discord, BOB)) == 1

    await done(table, SECOND)
    await house.settled()

    assert discord.channel[-1].mentions == ()
    assert reminders(discord, CAT) == []


async def test_a_hand_off_in_somebodys_sleep_is_told_when_he_wakes(
    house: House, clock: Clock, discord: Recorder
) -> None:
    clock.at = 1_780_000_000 // 86_400 * 86_400 + 23 * HOUR
    table = await three(house)
    await house.habits.choose(BOB, Habit("UTC", (22 * 60, 7 * 60)))

    await done(table, FIRST)
    await passes(house, clock, 7.9 * HOUR)
    assert discord.channel[-1].mentions == ()
    assert reminders(discord, BOB) == []
    await passes(house, clock, 0.2 * HOUR)

    assert len(reminders(discord, BOB)) == 1


async def test_who_forgot_to_say_that_he_is_done_is_nudged_once(house: House, clock: Clock, discord: Recorder) -> None:
    table = await three(house)
    await table.submit(FIRST, Lay(card(table, FIRST)))
    await passes(house, clock, 599)
    assert reminders(discord, ANN) == []
    await passes(house, clock, 1)
    await passes(house, clock, DAY)

    (nudge,) = reminders(discord, ANN)
    assert "remind-nudge" in nudge
    await table.submit(FIRST, Lay(card(table, FIRST)))
    await passes(house, clock, DAY)
    assert len(reminders(discord, ANN)) == 1, "once a phase is enough"


async def test_another_pace_is_told_to_everybody(house: House, discord: Recorder) -> None:
    table = await timed(house)

    assert await refused(table.settings.change({"pace": "quick"}, Author(BOB))) == "lobby-not-host"
    await table.settings.change({"pace": "own 36", "absent": "sit"}, MODERATORS)
    await house.settled()

    assert "deed-outside Mo pace-told pace-own 36 absent-sit" in discord.texts


async def test_a_game_told_in_the_channel_has_its_deadline_in_the_call(
    opened: Opened, clock: Clock, discord: Recorder
) -> None:
    async with opened(kit=SPOKEN, environment=Environment(now=clock)) as house:
        table = await timed(house)
        await table.settings.change({"posts": PostStyle.CHANNEL}, MODERATORS)
        await done(table, FIRST)
        await house.settled()
        assert "card-until" in discord.channel[-1].text


async def test_the_store_holds_what_the_table_believes(house: House, clock: Clock) -> None:
    table = await timed(house)
    await done(table, FIRST)
    await passes(house, clock, 30 * HOUR)
    await done(table, SECOND)

    assert await table.services.store.clocks.of(1) == table.clocks
    assert table.clocks[SECOND].bank == 114 * HOUR
    assert (await house.store.database.read("SELECT count(*) AS kept FROM clock"))[0]["kept"] == 3


async def test_who_takes_over_a_seat_has_a_window_of_his_own(house: House, clock: Clock) -> None:
    table = await timed(house)
    clock.at += 23 * HOUR

    await taken_over(table, FIRST, 104, "Dan")
    assert table.clocks[FIRST].due == clock.at + DAY
    await table.vacancies.fill(FIRST, "random", MODERATORS)

    assert table.clocks[FIRST].since is None
    assert replace(table.clocks[FIRST], bank=0.0) == replace(table.clocks[FIRST], bank=0.0, due=None, ends=None)


async def test_a_game_whose_clocks_fail_holds_up_no_other_and_is_looked_at_again_ever_more_seldom(
    house: House, clock: Clock, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    bad = await timed(house, "once")
    good = await game(house, CHANNEL + 1)
    await good.settings.change({"pace": "daily", "absent": "once"}, MODERATORS)
    tried, time_out, hidden = [], Timing.time_out, " ".join(("lay", "4"))

    async def failing(self: Timing) -> None:
        if self.kept.game.id == bad.game.id:
            tried.append(clock.at)
            raise KeyError(hidden)
        await time_out(self)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Timing, "time_out", failing)
        clock.at += DEADLINE
        for _ in range(450):
            await house.check_time()
            clock.at += 4
        assert FIRST not in good.awaiting

    pauses = [after - before for before, after in pairwise(tried)]
    assert pauses == sorted(pauses)
    assert 10 <= len(pauses) <= 12, "in half an hour, that is looked at every four seconds"
    assert "clocks 1: KeyError; again in" in caplog.text
    assert hidden not in caplog.text
    await passes(house, clock, 600)
    await until(lambda: FIRST not in bad.awaiting)


@pytest.mark.parametrize(
    ("subject", "question"),
    [("orders", "due"), ("clocks", "overdue"), ("clocks", "next_deadline"), ("orders", "next_due")],
)
async def test_clocks_outlive_whatever_the_store_throws(
    house: House, clock: Clock, monkeypatch: pytest.MonkeyPatch, subject: str, question: str
) -> None:
    table = await timed(house, "once")
    monkeypatch.setattr("cogs.house.runtime.tasks.pause", lambda failures: 0.01)
    asking = getattr(house.store, subject)
    asked, failures = getattr(asking, question), [KeyError("a row"), StoreUnavailable("disk full")]

    async def failing(share: object) -> object:
        if failures:
            raise failures.pop()
        return await asked(share)

    monkeypatch.setattr(asking, question, failing)
    clock.at += DEADLINE
    assert house._timers is not None
    house._timers.wake()

    await until(lambda: FIRST not in table.awaiting and not failures)
