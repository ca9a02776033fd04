"""Reminders at one's own interval, and that one is next: to whom, when, how often, and what the table is told."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from cogs.house.game.reminders import (
    AGAIN,
    BANK,
    CALL,
    ENOUGH,
    LAST,
    MOST_AGAIN,
    NUDGE_AFTER,
    PRESENT,
    comes_next,
    reminders,
)
from cogs.house.house import House
from cogs.house.runtime.environment import Environment
from cogs.house.values.availability import DAY, Habit, Pings
from cogs.house.values.clocks import HOUR, PRESETS, Clock, Waiting
from engine.core import Seat
from tests.house.conftest import ANN, BOB, CAT, Opened, Recorder
from tests.house.conftest import Clock as ToyClock
from tests.house.test_going_back import FIRST, SECOND, SPOKEN, THIRD, done, three
from tests.house.time.test_deadlines import passes
from tests.toy import Lay

T = 1_700_000_000.0
NIGHT = (22 * 60, 8 * 60)
ALONE = Waiting(frozenset({FIRST}), 3, (1, FIRST), SECOND)


def planned(habit: Habit, pace: str = "none", now: float = T, since: float = T) -> list[tuple[str, float]]:
    """What a clock of Ann's that runs `since` gives from `now` on, in hours after it began."""
    window = PRESETS[pace].window
    due = None if window is None else since + window
    clock = Clock(FIRST, 3, since, due, None if due is None else due + PRESETS[pace].bank, PRESETS[pace].bank)
    drafts = reminders(clock, PRESETS[pace], habit, ALONE, now, 9, handed=False, acted=False)
    assert {draft.body.split(" ")[1] for draft in drafts} <= {"3"}
    return [(draft.body, round((now + draft.delay - since) / HOUR, 3)) for draft in drafts]


# Plans


def test_at_ones_own_interval_one_is_reminded_five_times_and_no_more() -> None:
    told = planned(Habit(interval=6))

    assert told == [(f"{AGAIN} 3 {n}", 6.0 * n) for n in range(1, MOST_AGAIN)] + [(f"{ENOUGH} 3 5", 30)]


def test_ones_own_interval_stands_beside_the_end_of_the_window_and_in_place_of_its_half() -> None:
    told = planned(Habit(interval=10), "daily")

    assert [(body.split(" ")[0], at) for body, at in told] == [
        (AGAIN, 10), (AGAIN, 20), (LAST, 20.4), (BANK, 24), (AGAIN, 30), (AGAIN, 40), (ENOUGH, 50),
    ]  # fmt: skip


def test_what_of_them_falls_into_a_night_is_one_and_counts_as_one() -> None:
    """2023-11-14 at 22:13 UTC: the night is young."""
    told = planned(Habit("UTC", NIGHT, interval=3))

    assert told[0][0] == f"{AGAIN} 3 1"
    woken = told[0][1]
    assert 9.7 < woken < 9.8
    assert [at for _, at in told[1:]] == [12, 15, 18, 21]


def test_some_of_them_are_over_when_the_plan_is_made_anew() -> None:
    assert planned(Habit(interval=6), now=T + 13 * HOUR) == planned(Habit(interval=6))[2:]


def test_on_vacation_nobody_is_reminded() -> None:
    away = Habit(away=((T + 5 * HOUR, T + 55 * HOUR),), interval=6)

    assert [at for _, at in planned(away)] == [55, 60, 66, 72, 78]
    clock = Clock(FIRST, 3, T, T + 74 * HOUR, T + 194 * HOUR, 120 * HOUR)
    daily = reminders(clock, PRESETS["daily"], Habit(away=away.away), ALONE, T, 9, handed=False, acted=False)
    assert [round(draft.delay / HOUR, 1) for draft in daily] == [62, 70.4, 74], "half of what he really had"


def test_who_wants_no_reminders_has_none_at_an_interval_either() -> None:
    assert planned(Habit(reminders=False, interval=6)) == []


@pytest.mark.parametrize(
    ("before", "after", "next_", "told"),
    [
        ((0, FIRST), Waiting(frozenset({SECOND}), 5, (0, SECOND), THIRD), True, True),
        ((0, FIRST), Waiting(frozenset({SECOND}), 5, (0, SECOND), THIRD), False, False),
        ((0, SECOND), Waiting(frozenset({SECOND}), 5, (0, SECOND), THIRD), True, False),
        ((0, THIRD), Waiting(frozenset({SECOND}), 5, (0, SECOND), THIRD), True, False),
        ((0, FIRST), Waiting(frozenset({SECOND, THIRD}), 5, (0, SECOND), THIRD), True, False),
        ((0, FIRST), Waiting(frozenset({SECOND}), 5, (0, SECOND), None), True, False),
    ],
    ids=["a new turn", "not wanted", "the same turn", "just had his own", "called anyway", "nobody is next"],
)
def test_it_is_told_once_when_the_turn_before_ones_own_begins(
    before: tuple[int, Seat], after: Waiting, next_: bool, told: bool
) -> None:
    drafts = comes_next(Waiting(turn=before), after, Habit(next=next_), T, 7)

    assert [(draft.seat, draft.body, draft.delay) for draft in drafts] == [(THIRD, "next 0", 0.0)] * told


# In a house


@pytest.fixture
async def house(opened: Opened, clock: ToyClock) -> AsyncIterator[House]:
    async with opened(kit=SPOKEN, environment=Environment(now=clock)) as running:
        yield running


def told(discord: Recorder, user: int) -> list[str]:
    """What a person was reminded of: the keys of it."""
    found = [post.text for post in discord.people.get(user, []) if post.text.startswith("remind-")]
    return [next(word for word in text.split() if word.startswith("remind-") and word[7:] not in ("where", "until"))
            for text in found]  # fmt: skip


async def test_the_table_is_told_once_who_was_reminded_in_vain(
    house: House, clock: ToyClock, discord: Recorder
) -> None:
    table = await three(house)
    await house.choose_habit(ANN, Habit(interval=2))
    for _ in range(12):
        await passes(house, clock, HOUR)

    assert told(discord, ANN) == ["remind-again"] * 4 + ["remind-enough"]
    assert discord.texts.count("reminded-enough Ann 5") == 1
    assert told(discord, BOB) == told(discord, CAT) == []
    await done(table, FIRST)
    assert discord.texts.count("reminded-enough") == 1


async def test_nobody_is_reminded_in_the_middle_of_looking_things_up(
    house: House, clock: ToyClock, discord: Recorder
) -> None:
    """Whatever they do there, it puts it off until they have been still for a while."""
    table = await three(house)
    await table.submit(FIRST, Lay(table.view(FIRST).cards[0]))
    await passes(house, clock, NUDGE_AFTER - 1)
    house.acted(table.game.id, ANN)
    await passes(house, clock, PRESENT - 1)
    assert told(discord, ANN) == []

    await passes(house, clock, 2)

    assert told(discord, ANN) == ["remind-nudge"]


async def test_who_was_not_called_for_they_were_there_is_called_by_message_once_they_are_gone() -> None:
    def planned_for(habit: Habit, quietly: bool) -> list[tuple[str, float]]:
        drafts = reminders(
            Clock(FIRST, 3, T), PRESETS["none"], habit, ALONE, T, 9, handed=True, acted=False, quietly=quietly
        )
        return [(draft.body, draft.delay) for draft in drafts]

    assert planned_for(Habit(), quietly=True) == [(f"{CALL} 3", PRESENT)]
    assert planned_for(Habit(), quietly=False) == [], "a mention has called them"
    assert planned_for(Habit(pings=Pings.OFF), quietly=True) == []


async def test_the_table_is_told_of_somebody_too_whose_direct_messages_are_closed(
    house: House, clock: ToyClock, discord: Recorder
) -> None:
    discord.closed = {ANN}
    await three(house)
    await house.choose_habit(ANN, Habit(interval=2))
    for _ in range(12):
        await passes(house, clock, HOUR)

    assert discord.texts.count("reminded-enough Ann 5") == 1


async def test_who_comes_is_reminded_no_more_and_nobody_hears_of_it(
    house: House, clock: ToyClock, discord: Recorder
) -> None:
    table = await three(house)
    await house.choose_habit(ANN, Habit(interval=2))
    await passes(house, clock, 5 * HOUR)

    await done(table, FIRST)
    await passes(house, clock, 20 * HOUR)

    assert told(discord, ANN) == ["remind-again"], "of two that were due at once one is sent"
    assert "reminded-enough" not in discord.texts


async def test_who_is_next_is_told_once_even_if_the_turn_begins_again(
    house: House, clock: ToyClock, discord: Recorder
) -> None:
    table = await three(house)
    await house.choose_habit(CAT, Habit(next=True))

    await done(table, FIRST)
    await passes(house, clock, 60)
    assert told(discord, CAT) == ["remind-next"]
    assert discord.people[CAT][-1].text.startswith("remind-where Friday remind-next to-the-table ")
    await table.rewinding.take_back(FIRST, None)
    await done(table, FIRST)
    await passes(house, clock, 60)

    assert told(discord, CAT) == ["remind-next"]
    assert told(discord, ANN) == told(discord, BOB) == []


async def test_who_is_next_is_told_when_he_wakes_unless_it_is_his_turn_by_then(
    house: House, clock: ToyClock, discord: Recorder
) -> None:
    table = await three(house)
    hour = int(clock.at // HOUR % 24) * 60
    await house.choose_habit(CAT, Habit("UTC", (hour, (hour + 120) % DAY), next=True))
    await done(table, FIRST)
    await passes(house, clock, HOUR / 2)
    assert told(discord, CAT) == []

    await done(table, SECOND)
    await passes(house, clock, 3 * HOUR)

    assert told(discord, CAT) == ["remind-call"], "the one that is still so"


async def test_a_call_that_waits_for_the_morning_outlives_a_change_of_habits(
    house: House, clock: ToyClock, discord: Recorder
) -> None:
    table = await three(house)
    hour = int(clock.at // HOUR % 24) * 60
    await house.choose_habit(BOB, Habit("UTC", (hour, (hour + 120) % DAY)))
    await done(table, FIRST)

    await house.choose_habit(BOB, Habit("UTC", (hour, (hour + 180) % DAY), Pings.DM))
    await passes(house, clock, 4 * HOUR)

    assert told(discord, BOB) == [f"remind-{CALL}"]
