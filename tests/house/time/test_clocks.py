"""Deadlines by paces, banks, waking hours and vacations: values alone, without a house."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from cogs.house.game.reminders import BANK, CALL, HALF, LAST, LATE, NUDGE, reminders
from cogs.house.values.availability import Habit, Pings, days_used, quiet_of, vacation_of, zone_of, zones
from cogs.house.values.clocks import (
    HOUR,
    PRESETS,
    Clock,
    Clocks,
    HabitOf,
    Pace,
    StandIn,
    Waiting,
    extended,
    gone_on,
    pace_of,
    relieved,
    returned,
    started,
    up,
)
from engine.core import Illegal, Seat

ANN, BOB, CAT = Seat(0), Seat(1), Seat(2)
PEOPLE = (ANN, BOB, CAT)
DAILY, LIVE, NONE = PRESETS["daily"], PRESETS["live"], PRESETS["none"]
T = 1_700_000_000.0
BERLIN = "Europe/Berlin"
NIGHT = (22 * 60, 8 * 60)


def at(text: str, zone: str = BERLIN, fold: int = 0) -> float:
    """A moment by somebody's wall clock."""
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone), fold=fold).timestamp()


def plain(seat: Seat) -> Habit:
    return Habit()


def waits(*seats: Seat, began: int = 1, turn: Seat = ANN) -> Waiting:
    return Waiting(frozenset(seats), began, (int(turn), turn))


def ran(
    pace: Pace,
    clocks: Clocks,
    before: Waiting,
    after: Waiting,
    now: float,
    acted: Seat | None = None,
    habits: HabitOf = plain,
    proxy: bool = False,
) -> dict[Seat, Clock]:
    return {**clocks, **gone_on(clocks, pace, before, after, now, habits, PEOPLE, acted, proxy)}


# Paces


@pytest.mark.parametrize(
    ("text", "key", "window"),
    [("daily", "daily", 24), ("own 36", "own 36", 36), ("36 h", "own 36", 36), ("QUICK", "quick", 8)],
)
def test_a_pace_is_a_preset_or_hours_of_ones_own(text: str, key: str, window: int) -> None:
    assert pace_of(text) == Pace(key, window * HOUR)


@pytest.mark.parametrize("text", ["", "own", "0", "721", "-3", "soon", "own 1.5"])
def test_other_paces_are_refused(text: str) -> None:
    with pytest.raises(Illegal, match="pace-unclear"):
        pace_of(text)


def test_the_bank_of_a_daily_game_holds_120_hours() -> None:
    """A8.2."""
    assert DAILY.bank == 120 * HOUR
    assert NONE.bank == 0


# Running and stopping


def test_a_clock_runs_for_whom_the_game_waits_and_for_nobody_else() -> None:
    clocks = ran(DAILY, {}, Waiting(), waits(ANN), T)

    assert clocks[ANN].since == T
    assert clocks[ANN].due == T + 24 * HOUR
    assert clocks[ANN].ends == T + 144 * HOUR
    assert set(clocks) == {ANN}


def test_without_a_pace_it_is_known_since_when_somebody_is_waited_for_and_nothing_ends() -> None:
    clocks = ran(NONE, {}, Waiting(), waits(ANN), T)

    assert clocks[ANN].since == T
    assert clocks[ANN].ends is None
    assert up(clocks, T + 10**9) == ()


def test_what_is_used_of_the_bank_is_gone_and_comes_back_by_a_tenth_a_turn() -> None:
    """A8.2."""
    clocks = ran(DAILY, {}, Waiting(), waits(ANN), T)
    clocks = ran(DAILY, clocks, waits(ANN), waits(BOB, began=2, turn=BOB), T + 54 * HOUR, ANN)
    assert clocks[ANN].bank == 90 * HOUR

    clocks = ran(DAILY, clocks, waits(BOB, began=2, turn=BOB), waits(ANN, began=3), T + 55 * HOUR, BOB)
    assert clocks[ANN].ends == T + (55 + 24 + 90) * HOUR
    clocks = ran(DAILY, clocks, waits(ANN, began=3), waits(BOB, began=4, turn=BOB), T + 60 * HOUR, ANN)
    assert clocks[ANN].bank == 102 * HOUR
    for turn in range(4):
        one, two = waits(BOB, began=4 + 2 * turn, turn=BOB), waits(ANN, began=5 + 2 * turn)
        clocks = ran(DAILY, clocks, one, two, T + 61 * HOUR, BOB)
        clocks = ran(DAILY, clocks, two, waits(BOB, began=6 + 2 * turn, turn=BOB), T + 61 * HOUR, ANN)
    assert clocks[ANN].bank == 120 * HOUR, "no more than it holds"


def test_each_phase_in_which_somebody_is_waited_for_has_its_own_window() -> None:
    clocks = ran(DAILY, {}, Waiting(), waits(ANN), T)
    clocks = ran(DAILY, clocks, waits(ANN), waits(ANN, began=7), T + 23 * HOUR, ANN)

    assert clocks[ANN].due == T + 47 * HOUR


def test_what_is_done_in_silence_starts_no_clock_anew() -> None:
    clocks = ran(DAILY, {}, Waiting(), waits(ANN), T)

    assert gone_on(clocks, DAILY, waits(ANN), waits(ANN), T + HOUR, plain, PEOPLE, ANN) == {}


# Several at once (A3.1)


def test_in_an_exchange_all_have_one_deadline_and_nobodys_bank_runs() -> None:
    habits = {ANN: Habit(), BOB: Habit(BERLIN, NIGHT)}
    now = at("2026-06-01T23:00")
    clocks = ran(
        DAILY,
        {BOB: Clock(BOB, bank=HOUR)},
        waits(CAT),
        waits(ANN, BOB, began=2),
        now,
        CAT,
        lambda seat: habits.get(seat, Habit()),
    )

    assert clocks[ANN].due == clocks[ANN].ends == clocks[BOB].due == clocks[BOB].ends == at("2026-06-03T08:00")
    after = ran(DAILY, clocks, waits(ANN, BOB, began=2), waits(ANN, began=3), at("2026-06-03T07:00"), BOB)
    assert after[ANN].bank == DAILY.bank
    assert after[BOB].bank == HOUR


def test_a_seat_that_the_program_has_now_gets_no_deadline_from_another() -> None:
    idle = Clock(CAT, bank=DAILY.bank)
    left = frozenset({ANN, BOB})

    clocks = gone_on({CAT: idle}, DAILY, waits(BOB), waits(ANN, CAT, began=2), T, plain, left, BOB)

    assert clocks[ANN].ends == T + 24 * HOUR
    assert CAT not in clocks


@pytest.mark.parametrize("actor", [ANN, BOB])
def test_who_of_two_has_answered_shows_on_no_clock(actor: Seat) -> None:
    both = waits(ANN, BOB, began=2)
    clocks = ran(DAILY, {}, waits(CAT), both, T, CAT)

    assert gone_on(clocks, DAILY, both, both, T + HOUR, plain, PEOPLE, actor) == {}


# Time is up


def test_the_deadline_is_the_end_of_the_bank() -> None:
    clocks = ran(DAILY, {}, Waiting(), waits(ANN), T)

    assert up(clocks, T + 144 * HOUR - 1) == ()
    assert up(clocks, T + 144 * HOUR) == (ANN,)
    assert up({ANN: replace(clocks[ANN], out=True)}, T + 144 * HOUR) == ()


def test_once_the_program_decides_until_the_game_waits_for_another() -> None:
    """A8.5."""
    late = {ANN: replace(ran(DAILY, {}, Waiting(), waits(ANN), T)[ANN], out=True, missed=1)}
    assert not late[ANN].stand_in
    late = {ANN: replace(late[ANN], stand_in=StandIn.ONCE)}
    assert late[ANN].stand_in

    further = ran(DAILY, late, waits(ANN), waits(ANN, began=2), T, ANN, proxy=True)
    assert further[ANN].stand_in
    handed = ran(DAILY, further, waits(ANN, began=2), waits(BOB, began=3, turn=BOB), T, ANN, proxy=True)
    again = ran(DAILY, handed, waits(BOB, began=3, turn=BOB), waits(ANN, began=4), T, BOB)
    assert not again[ANN].stand_in
    assert again[ANN].missed == 1, "two in a row are counted"


@pytest.mark.parametrize("why", [StandIn.SIT, StandIn.ASKED])
def test_who_sits_in_stays_until_the_person_acts(why: StandIn) -> None:
    sat = {ANN: Clock(ANN, began=1, since=T, due=T, ends=T, out=True, stand_in=why, missed=2)}
    handed = ran(DAILY, sat, waits(ANN), waits(BOB, began=2, turn=BOB), T, ANN, proxy=True)
    again = ran(DAILY, handed, waits(BOB, began=2, turn=BOB), waits(ANN, began=3), T, BOB)
    assert again[ANN].stand_in

    own = ran(DAILY, again, waits(ANN, began=3), waits(ANN, began=3), T, ANN)
    assert not own[ANN].stand_in
    assert own[ANN].missed == 2, "what he did in silence shows on nothing"
    ended = ran(DAILY, own, waits(ANN, began=3), waits(ANN, began=4), T, ANN)
    assert ended[ANN].missed == 0


def test_who_is_back_has_a_quarter_of_his_window_at_least() -> None:
    clock = Clock(ANN, began=1, since=T, due=T + HOUR, ends=T + HOUR, out=True, stand_in=StandIn.SIT, missed=2)

    back = returned(clock, DAILY, T + 50 * HOUR, Habit())

    assert (back.stand_in, back.out, back.missed) == (StandIn.NONE, False, 0)
    assert back.ends == T + 56 * HOUR


def test_after_our_own_absence_everybody_has_a_quarter_of_his_window_at_least() -> None:
    clocks = ran(DAILY, {ANN: Clock(ANN)}, Waiting(), waits(ANN), T)

    assert relieved(clocks, DAILY, waits(ANN), T + HOUR, plain) == {}
    assert relieved(clocks, DAILY, waits(ANN), T + 20 * HOUR, plain)[ANN].ends == T + 26 * HOUR
    assert relieved(clocks, DAILY, waits(ANN), T + 900 * HOUR, plain)[ANN].ends == T + 906 * HOUR
    assert relieved(clocks, NONE, waits(ANN), T + 20 * HOUR, plain) == {}


def test_an_extension_is_added_to_the_deadline_and_counts_after_it_too() -> None:
    clock = replace(ran(DAILY, {}, Waiting(), waits(ANN), T)[ANN], out=True)

    more = extended(clock, DAILY, 12 * HOUR, Habit())

    assert (more.due, more.ends, more.out) == (T + 36 * HOUR, T + 156 * HOUR, False)


def test_another_pace_begins_with_full_banks_and_windows() -> None:
    clocks = ran(DAILY, {BOB: Clock(BOB)}, Waiting(), waits(ANN), T)

    fresh = started(clocks, PRESETS["quick"], waits(ANN), T + 5 * HOUR, plain)

    assert fresh[ANN].ends == T + (5 + 8 + 40) * HOUR
    assert fresh[BOB].bank == 40 * HOUR


# Waking hours


@pytest.mark.parametrize(
    ("moment", "woken"),
    [
        ("2026-06-01T21:59", "2026-06-01T21:59"),
        ("2026-06-01T22:00", "2026-06-02T08:00"),
        ("2026-06-02T03:00", "2026-06-02T08:00"),
        ("2026-06-02T08:00", "2026-06-02T08:00"),
        ("2026-03-28T23:30", "2026-03-29T08:00"),
        ("2026-10-24T23:30", "2026-10-25T08:00"),
    ],
)
def test_quiet_hours_end_by_the_wall_clock_on_the_days_when_clocks_are_changed_too(moment: str, woken: str) -> None:
    assert Habit(BERLIN, NIGHT).waking(at(moment)) == at(woken)


def test_quiet_hours_that_end_in_the_hour_that_is_left_out_end_when_it_would() -> None:
    """On 2026-03-29 the wall clock in Berlin goes from 2:00 to 3:00."""
    assert Habit(BERLIN, (60, 150)).waking(at("2026-03-29T01:30")) == at("2026-03-29T03:30")


@pytest.mark.parametrize("fold", [0, 1])
def test_quiet_hours_that_end_in_the_hour_that_comes_twice_end_after_it_began(fold: int) -> None:
    """On 2026-10-25 the wall clock in Berlin goes from 3:00 back to 2:00."""
    asleep = at("2026-10-25T02:10", fold=fold)

    woken = Habit(BERLIN, (60, 150)).waking(asleep)

    assert woken == at("2026-10-25T02:30", fold=fold)


def test_a_deadline_in_somebodys_sleep_is_when_he_wakes_in_his_zone() -> None:
    habit = Habit("Asia/Tokyo", NIGHT)
    now = at("2026-06-01T23:30", "Asia/Tokyo")

    clocks = ran(DAILY, {ANN: Clock(ANN)}, Waiting(), waits(ANN), now, habits=lambda seat: habit)

    assert clocks[ANN].ends == at("2026-06-03T08:00", "Asia/Tokyo")


def test_in_a_live_game_nobody_sleeps() -> None:
    now = at("2026-06-01T23:30")

    clocks = ran(LIVE, {ANN: Clock(ANN)}, Waiting(), waits(ANN), now, habits=lambda seat: Habit(BERLIN, NIGHT))

    assert clocks[ANN].ends == now + 300


@pytest.mark.parametrize(("begins", "ends", "quiet"), [("22:00", "8", NIGHT), ("1:30", "07:15", (90, 435))])
def test_quiet_hours_are_typed(begins: str, ends: str, quiet: tuple[int, int]) -> None:
    assert quiet_of(begins, ends) == quiet


@pytest.mark.parametrize(
    ("begins", "ends", "code"),
    [
        ("25", "8", "time-unclear"),
        ("22:60", "8", "time-unclear"),
        ("x", "8", "time-unclear"),
        ("8", "8", "quiet-too-long"),
        ("8", "21", "quiet-too-long"),
    ],
)
def test_other_quiet_hours_are_refused(begins: str, ends: str, code: str) -> None:
    with pytest.raises(Illegal, match=code):
        quiet_of(begins, ends)


def test_zones_are_known_by_name() -> None:
    assert zone_of(" europe/berlin ") == BERLIN
    assert "/" in zones()[0]
    with pytest.raises(Illegal, match="zone-unknown"):
        zone_of("Berlin time")


# Vacations


def test_on_vacation_a_clock_stands_still() -> None:
    away = Habit(away=((T + 10 * HOUR, T + 110 * HOUR),))

    assert away.after(T, 9 * HOUR) == T + 9 * HOUR
    assert away.after(T, 24 * HOUR) == T + 124 * HOUR
    assert away.after(T + 50 * HOUR, 24 * HOUR) == T + 134 * HOUR
    assert away.back(T + 50 * HOUR) == T + 110 * HOUR
    assert away.back(T) is None


def test_a_vacation_is_whole_days_in_ones_zone_over_the_change_of_clocks_too() -> None:
    habit = Habit(BERLIN)

    assert vacation_of(habit, at("2026-03-27T15:00"), 1, 3) == (at("2026-03-28T00:00"), at("2026-03-31T00:00"))


def test_a_year_has_fourteen_days_of_vacation() -> None:
    now = at("2026-06-01T12:00")
    habit = Habit(BERLIN, away=(vacation_of(Habit(BERLIN), now, 10, 10),))
    assert days_used(habit, 2026) == 10

    with pytest.raises(Illegal, match="vacation-used") as refused:
        vacation_of(habit, now, 30, 5)
    assert refused.value.facts["left"] == 4
    assert vacation_of(habit, now, 30, 4)
    assert vacation_of(habit, now, 300, 14), "another year"


@pytest.mark.parametrize(("ahead", "code"), [(0, "vacation-late"), (12, "vacation-clash")])
def test_a_vacation_is_announced_ahead_and_once(ahead: int, code: str) -> None:
    now = at("2026-06-01T12:00")
    habit = Habit(BERLIN, away=(vacation_of(Habit(BERLIN), now, 10, 4),))

    with pytest.raises(Illegal, match=code):
        vacation_of(habit, now, ahead, 3)


# Reminders


def told(
    pace: Pace, habit: Habit, waiting: Waiting, handed: bool = True, acted: bool = False, now: float = T
) -> list[tuple[str, float]]:
    clocks = ran(pace, {}, Waiting(), waiting, now, habits=lambda seat: habit)
    drafts = reminders(clocks[ANN], pace, habit, waiting, now, 1, handed, acted)
    assert all(draft.seat == ANN for draft in drafts)
    return [(draft.body.split()[0], round(draft.delay / HOUR, 3)) for draft in drafts]


def test_reminders_come_at_half_the_window_near_its_end_and_when_the_bank_runs() -> None:
    """A8.3."""
    assert told(DAILY, Habit(), waits(ANN)) == [(HALF, 12), (LAST, 20.4), (BANK, 24)]
    assert told(DAILY, Habit(), waits(ANN, BOB)) == [(HALF, 12), (LATE, 20.4)]


def test_a_call_by_direct_message_comes_at_once() -> None:
    assert told(DAILY, Habit(pings=Pings.DM), waits(ANN))[0] == (CALL, 0)
    assert told(NONE, Habit(pings=Pings.OFF), waits(ANN)) == []
    assert told(NONE, Habit(pings=Pings.DM), waits(ANN), handed=False) == []


def test_who_does_not_want_reminders_has_none() -> None:
    assert told(DAILY, Habit(reminders=False), waits(ANN), acted=True) == []


def test_nobody_is_reminded_in_his_sleep_and_what_was_held_back_comes_as_one() -> None:
    now = at("2026-06-01T20:00")
    habit = Habit(BERLIN, NIGHT)

    assert told(DAILY, habit, waits(ANN), now=now) == [(HALF, 12), (LAST, 20.4), (BANK, 24)]
    short = Pace("own 4", 4 * HOUR)
    assert told(short, habit, waits(ANN), now=now - 2 * HOUR) == [(BANK, 14)]


def test_a_mention_in_somebodys_sleep_is_a_message_when_he_wakes() -> None:
    assert told(NONE, Habit(BERLIN, NIGHT), waits(ANN), now=at("2026-06-01T23:00")) == [(CALL, 9)]


def test_who_has_acted_and_is_not_done_is_nudged_after_ten_minutes() -> None:
    assert told(NONE, Habit(), waits(ANN), handed=False, acted=True) == [(NUDGE, 0.167)]
