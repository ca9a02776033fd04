"""Orders given ahead in a house whose clock is a test's: when they are carried out, once, and for whose eyes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from cogs.house.game.kit import Kit
from cogs.house.game.reminders import AFTERWARDS
from cogs.house.house import House
from cogs.house.runtime.environment import Environment
from cogs.house.table.insiders import Author
from cogs.house.table.standing_orders import MOST
from cogs.house.table.table import Table
from cogs.house.values.availability import Habit, Pings
from cogs.house.values.clocks import HOUR, StandIn
from cogs.house.values.drafts import PostKind
from cogs.house.values.order_delays import LONGEST, SHORTEST, OrderDelay
from engine.core import Seat
from engine.log import Undo
from tests.house.conftest import (
    ANN,
    BOB,
    CAT,
    CHANNEL,
    MODERATORS,
    Clock,
    Opened,
    Recorder,
    game,
    lobby,
    taken_over,
    until,
)
from tests.house.copies import FIRST_COPY, Doing, by_hand, copied, filed, fired, nothing, seen_by_all_but, world
from tests.house.test_going_back import FIRST, SECOND, SPOKEN, THIRD, card, done, refused, three
from tests.house.time.test_deadlines import DAY, DEADLINE, passes, reminders, timed
from tests.toy import Done, Lay, Roll, Take
from tests.toy_orders import ToyOrders

TURN = "roll; lay low; done"


@pytest.fixture
async def house(opened: Opened, clock: Clock) -> AsyncIterator[House]:
    async with opened(kit=SPOKEN, environment=Environment(now=clock)) as running:
        yield running


def notes(discord: Recorder, user: int) -> list[str]:
    """What the person was sent of his orders, without the channel's name."""
    return [post.text.partition("\n")[2] for post in discord.people.get(user, []) if "\norder-" in post.text]


async def acts(table: Table) -> list[tuple[Seat, str]]:
    """Who did what so far."""
    entries = await table.entries(1, table.seq)
    return [(entry.seat, table.line(entry.action)) for entry in entries if entry.seat >= 0 and entry.action]


# When


async def test_a_turn_that_was_ordered_needs_nobody(house: House, clock: Clock, discord: Recorder) -> None:
    table = await three(house)
    low = min(table.view(SECOND).cards)
    filed = await table.orders.file(SECOND, TURN)
    assert table.orders.of(SECOND) == (filed,)
    assert table.orders.said(filed) == TURN

    await done(table, FIRST)
    await passes(house, clock, LONGEST)

    assert table.awaiting == {THIRD}
    assert (await acts(table))[2:] == [(SECOND, "roll"), (SECOND, f"lay {low}"), (SECOND, "done")]
    assert table.orders.of(SECOND) == ()
    assert notes(discord, BOB) == [f"order-done {TURN} - roll\n- lay {low}\n- done"]
    assert [text for _, text in await table.orders.told(SECOND)] == notes(discord, BOB)
    assert notes(discord, ANN) == notes(discord, CAT) == []


async def test_it_is_carried_out_within_the_delay_and_not_before(house: House, clock: Clock) -> None:
    table = await three(house)
    await table.orders.file(SECOND, TURN)
    await done(table, FIRST)

    await passes(house, clock, SHORTEST - 0.1)
    assert table.awaiting == {SECOND}
    await passes(house, clock, LONGEST - SHORTEST + 0.1)
    assert table.awaiting == {THIRD}


async def test_looked_at_twice_at_once_one_hand_off_is_answered(house: House, clock: Clock) -> None:
    """Ann has no card left, so that Bob's turns follow each other: the next is a hand-off of its own."""
    table = await game(house)
    for held in table.view(FIRST).cards[:2]:
        await table.submit(FIRST, Lay(held))
    await table.submit(FIRST, Done())
    await table.submit(SECOND, Take(FIRST))
    await table.orders.file(SECOND, "always lay low; done")
    clock.at += LONGEST

    await asyncio.gather(table.orders.look(), table.orders.look())

    assert len(table.view(SECOND).cards) == 3
    due = table.ahead.firing(SECOND).due
    assert due is not None
    assert due - clock.at >= SHORTEST


async def test_the_delay_is_drawn_anew_for_each_hand_off_between_its_bounds(house: House, clock: Clock) -> None:
    drawn = set()
    table = await three(house)
    await table.orders.file(FIRST, "ask")
    for _ in range(40):
        await table.orders.first(FIRST, 1)
        due = table.ahead.firing(FIRST).due
        assert due is not None
        drawn.add(due - clock.at)

    assert all(SHORTEST <= delay <= LONGEST for delay in drawn)
    assert len(drawn) > 30
    assert max(drawn) - min(drawn) > (LONGEST - SHORTEST) / 2


async def test_a_restart_draws_no_other_delay_and_loses_no_order(opened: Opened, clock: Clock) -> None:
    async with opened(kit=SPOKEN, environment=Environment(now=clock), dies=True) as house:
        table = await three(house)
        await table.orders.file(SECOND, "always lay high; done")
        await table.orders.file(SECOND, TURN)
        await done(table, FIRST)
        before = table.ahead
    clock.at += SHORTEST - 1
    async with opened(kit=SPOKEN, environment=Environment(now=clock)) as house:
        table = await house.table(1)
        assert table.ahead == before
        due = table.ahead.firing(SECOND).due
        assert due is not None
        await passes(house, clock, due - clock.at - 1)
        assert table.awaiting == {SECOND}
        await passes(house, clock, 1)
        assert table.awaiting == {THIRD}


async def test_what_became_due_while_the_program_was_down_waits_like_an_answer_by_hand(
    opened: Opened, clock: Clock
) -> None:
    async with opened(kit=SPOKEN, environment=Environment(now=clock), dies=True) as house:
        table = await three(house)
        await table.orders.file(SECOND, TURN)
        await done(table, FIRST)
    clock.at += DAY
    async with opened(kit=SPOKEN, environment=Environment(now=clock)) as house:
        table = await house.table(1)
        await passes(house, clock, SHORTEST - 1)
        assert table.awaiting == {SECOND}
        await passes(house, clock, LONGEST - SHORTEST + 1)
        assert table.awaiting == {THIRD}


async def test_what_became_due_while_the_channel_was_gone_waits_too(house: House, clock: Clock) -> None:
    table = await three(house)
    await table.orders.file(SECOND, TURN)
    await done(table, FIRST)
    await table.suspend("404 10003")
    await passes(house, clock, DAY)
    assert table.awaiting == {SECOND}

    await house.at(CHANNEL)

    await passes(house, clock, SHORTEST - 1)
    assert table.awaiting == {SECOND}
    await passes(house, clock, LONGEST - SHORTEST + 1)
    assert table.awaiting == {THIRD}


async def test_killed_right_after_it_was_carried_out_it_is_not_again(
    opened: Opened, clock: Clock, discord: Recorder
) -> None:
    async with opened(kit=SPOKEN, environment=Environment(now=clock), dies=True) as house:
        table = await three(house)
        await table.orders.file(SECOND, "always lay high; ask")
        await done(table, FIRST)
        clock.at += LONGEST
        assert await table.orders.fire(SECOND)
        before, seq = table.ahead, table.seq
    async with opened(kit=SPOKEN, environment=Environment(now=clock)) as house:
        table = await house.table(1)
        await passes(house, clock, DAY)
        assert (table.ahead, table.seq) == (before, seq)
    assert len(notes(discord, BOB)) == 1


@pytest.mark.parametrize(("answer", "seconds"), [(OrderDelay.NONE, 0), (OrderDelay.HOURLY_BATCHES, HOUR - 600)])
async def test_the_table_chooses_how_long_orders_wait(
    house: House, clock: Clock, discord: Recorder, answer: OrderDelay, seconds: float
) -> None:
    clock.at = clock.at // HOUR * HOUR + 600
    table = await three(house)
    assert await refused(table.settings.change({"answer": answer}, Author(BOB))) == "lobby-not-host"
    await table.settings.change({"answer": answer}, MODERATORS)
    await table.orders.file(SECOND, TURN)

    await done(table, FIRST)
    if seconds:
        await passes(house, clock, seconds - 1)
        assert table.awaiting == {SECOND}
        await passes(house, clock, 1)

    await until(lambda: table.awaiting == {THIRD})
    assert f"answer-told answer-{answer.value}" in discord.texts


async def test_where_all_is_public_they_answer_at_once_and_are_told_together(
    house: House, clock: Clock, discord: Recorder
) -> None:
    table = await three(house)
    for seat in (FIRST, SECOND, THIRD):  # two cards each, and nobody has more than one left
        for held in table.view(seat).cards[:2]:
            await table.submit(seat, Lay(held))
        await table.submit(seat, Done())
    await table.orders.file(FIRST, "roll; ask")
    await until(lambda: table.view(FIRST).rolled)
    await passes(house, clock, 0)
    assert len(notes(discord, ANN)) == 1, "he is asked, and hears of it at once"
    await table.orders.file(SECOND, TURN)
    await table.submit(FIRST, Lay(card(table, FIRST)))
    await table.submit(FIRST, Done())

    await until(lambda: table.awaiting == {THIRD})
    await passes(house, clock, 299)
    assert notes(discord, BOB) == []
    await passes(house, clock, 1)
    assert len(notes(discord, BOB)) == 1


async def test_its_owners_press_has_it_looked_at_anew(house: House, clock: Clock) -> None:
    table = await three(house)
    await table.orders.file(FIRST, "ask")
    clock.at += SHORTEST - 1

    await table.submit(FIRST, Roll())

    due = table.ahead.firing(FIRST).due
    assert due is not None
    assert due - clock.at >= SHORTEST


# What the others see


async def seen_by_others(folder: Path, before: Doing, then: Doing) -> list[object]:
    """All that others see when Bob does something `before` his turn, and `then` in it."""
    async with copied(folder, SPOKEN) as (house, clock, discord):
        table = await house.table(1)
        await before(table)
        await done(table, FIRST)
        await house.settled()
        clock.at += 30
        await then(table)
        await house.settled()
        return await seen_by_all_but(SECOND, table, discord)


async def test_nobody_can_tell_what_was_ordered_from_what_was_done_by_hand(tmp_path: Path) -> None:
    """A2.5, A3.6: two worlds with the same dice. The order is looked at by its time, here half a minute after."""
    async with world(tmp_path / FIRST_COPY, SPOKEN) as (house, _, _):
        table = await timed(house)
        high, low = max(table.view(SECOND).cards), min(table.view(SECOND).cards)

    turns = [by_hand(SECOND, Roll(), Lay(laid), Done()) for laid in (low, high)]
    one, other = [await seen_by_others(tmp_path, nothing, turn) for turn in turns]
    assert one != other, "the points are seen"

    orders = (["roll; lay low; done"], [f"roll; lay {low}; done"], ["if score 999 then done", TURN])
    for texts in orders:
        assert await seen_by_others(tmp_path, filed(SECOND, *texts), fired(SECOND)) == one
    assert await seen_by_others(tmp_path, filed(SECOND, "roll; lay high; done", TURN), fired(SECOND)) == other
    idle = await seen_by_others(tmp_path, nothing, nothing)
    assert await seen_by_others(tmp_path, filed(SECOND, "ask"), fired(SECOND)) == idle
    assert await seen_by_others(tmp_path, filed(SECOND, "if score 999 then done"), fired(SECOND)) == idle
    assert await seen_by_others(tmp_path, filed(SECOND, TURN), nothing) == idle


# What becomes of them


async def test_what_cannot_be_done_exactly_is_left_to_its_owner_who_hears_why_once(
    house: House, clock: Clock, discord: Recorder
) -> None:
    table = await three(house)
    await table.orders.file(FIRST, "roll; take 0; done")
    before = len(discord.channel)

    await passes(house, clock, LONGEST)

    assert table.view(FIRST).rolled
    (note,) = notes(discord, ANN)
    assert note.startswith("order-done roll; take 0; done - roll\norder-asked roll; take 0; done order-not-exact")
    await table.submit(FIRST, Lay(card(table, FIRST)))
    await passes(house, clock, LONGEST)
    assert len(notes(discord, ANN)) == 1
    assert table.awaiting == {FIRST}
    assert all("order" not in post.text for post in discord.channel[before:])


async def test_an_order_that_only_asks_does_nothing_that_anybody_could_see(
    house: House, clock: Clock, discord: Recorder
) -> None:
    table = await three(house)
    await table.orders.file(FIRST, "ask")
    clocks, posts, seq = table.clocks, len(discord.attempts), table.seq

    await passes(house, clock, LONGEST)

    assert (table.clocks, table.seq) == (clocks, seq)
    assert len(discord.attempts) == posts + 1, "the note"
    assert len(notes(discord, ANN)) == 1


async def test_an_order_that_has_lost_what_it_was_about_is_void_and_its_owner_told(
    house: House, clock: Clock, discord: Recorder
) -> None:
    table = await three(house)
    for held in table.view(SECOND).cards:
        await table.orders.file(SECOND, f"lay {held}; done")

    await table.submit(FIRST, Take(SECOND))
    await house.settled()

    left = {int(order.text.split()[1].rstrip(";")) for order in table.orders.of(SECOND)}  # type: ignore[attr-defined]
    assert left == set(table.view(SECOND).cards)
    (note,) = notes(discord, BOB)
    assert note.startswith("order-void lay ")


async def test_who_takes_back_what_an_order_did_is_left_alone_until_the_phase_is_over(
    house: House, clock: Clock
) -> None:
    table = await three(house)
    await table.orders.file(FIRST, "always lay low; ask")
    await passes(house, clock, LONGEST)
    assert len(table.view(FIRST).cards) == 2

    await table.submit(FIRST, Undo((1,)))
    assert table.ahead.firing(FIRST).due is None
    await table.orders.file(FIRST, "always lay high; ask")
    await table.orders.first(FIRST, 2)
    await passes(house, clock, DAY)
    assert len(table.view(FIRST).cards) == 3
    await table.submit(FIRST, Roll())
    await passes(house, clock, DAY)
    assert len(table.view(FIRST).cards) == 3
    assert table.ahead.firing(FIRST).due is None

    for seat in (FIRST, SECOND, THIRD):
        await done(table, seat)
    await passes(house, clock, LONGEST)
    assert len(table.view(FIRST).cards) == 1, "a new phase"


async def test_what_he_did_himself_he_takes_back_without_that(house: House, clock: Clock) -> None:
    table = await three(house)
    await table.orders.file(FIRST, "always lay low; ask")
    await table.submit(FIRST, Lay(max(table.view(FIRST).cards)))
    await table.submit(FIRST, Undo((1,)))

    await passes(house, clock, LONGEST)

    assert len(table.view(FIRST).cards) == 2


async def test_who_takes_back_the_end_that_an_order_made_is_left_alone(house: House, clock: Clock) -> None:
    table = await three(house)
    await table.orders.file(FIRST, "always lay low; done")
    await passes(house, clock, LONGEST)
    assert table.awaiting == {SECOND}

    await table.rewinding.take_back(FIRST)
    await passes(house, clock, DAY)

    assert table.awaiting == {FIRST}
    await table.submit(FIRST, Done())
    assert table.awaiting == {SECOND}


async def test_while_a_game_rests_nothing_is_carried_out(house: House, clock: Clock) -> None:
    table = await three(house)
    await table.orders.file(SECOND, TURN)
    await done(table, FIRST)
    due = table.ahead.firing(SECOND).due
    assert due is not None

    await table.moderation.freeze("a quarrel", MODERATORS)
    await passes(house, clock, DAY)
    assert table.awaiting == {SECOND}
    await table.moderation.freeze(None, MODERATORS)
    assert table.ahead.firing(SECOND).due == due + DAY
    assert await table.services.store.orders.firings(1) == table.ahead.firings
    await passes(house, clock, due - clock.at + DAY - 1)
    assert table.awaiting == {SECOND}
    await passes(house, clock, 1)

    assert table.awaiting == {THIRD}


async def test_who_is_on_vacation_has_his_orders_carried_out(house: House, clock: Clock) -> None:
    table = await timed(house)
    await house.habits.choose(BOB, Habit(away=((clock.at, clock.at + 10 * DAY),)))
    await table.orders.file(SECOND, TURN)
    await done(table, FIRST)

    await passes(house, clock, LONGEST)

    assert table.awaiting == {THIRD}


async def test_who_does_not_want_it_has_his_orders_wait_until_he_is_back(opened: Opened, clock: Clock) -> None:
    """ASYNC_PLAY A8.4."""
    away = Habit(away=((clock.at, clock.at + 10 * DAY),), orders_away=False)
    async with opened(kit=SPOKEN, environment=Environment(now=clock)) as house:
        await house.choose_habit(BOB, away)
        table = await three(house)
        await table.orders.file(SECOND, TURN)
        await done(table, FIRST)
        await passes(house, clock, 9 * DAY)
        assert table.awaiting == {SECOND}
    async with opened(kit=SPOKEN, environment=Environment(now=clock)) as house:
        table = await house.table(1)
        assert house.habits.of(BOB) == away
        await passes(house, clock, DAY + SHORTEST - 1)
        assert table.awaiting == {SECOND}
        await passes(house, clock, LONGEST - SHORTEST + 1)
        assert table.awaiting == {THIRD}


async def test_who_is_back_early_has_his_orders_carried_out_from_then_on(house: House, clock: Clock) -> None:
    left = clock.at
    away = Habit(away=((left, left + 10 * DAY),), orders_away=False)
    await house.choose_habit(BOB, away)
    table = await three(house)
    await table.orders.file(SECOND, TURN)
    await done(table, FIRST)
    await passes(house, clock, DAY)

    await house.choose_habit(BOB, replace(away, away=((left, clock.at),)))

    await passes(house, clock, LONGEST)
    assert table.awaiting == {THIRD}


async def test_without_a_delay_orders_wait_for_who_is_away_too(house: House, clock: Clock) -> None:
    habit = Habit(away=((clock.at, clock.at + DAY),), orders_away=False)
    await house.choose_habit(BOB, habit)
    table = await three(house)
    await table.orders.file(SECOND, TURN)
    table.game = replace(table.game, answer=OrderDelay.NONE)

    await done(table, FIRST)
    await passes(house, clock, 1)

    assert table.awaiting == {SECOND}
    await passes(house, clock, DAY)
    assert table.awaiting == {THIRD}


async def test_whoever_comes_to_a_seat_has_nothing_of_the_orders_of_who_sat_there(
    opened: Opened, clock: Clock, discord: Recorder
) -> None:
    async with opened(kit=SPOKEN, environment=Environment(now=clock)) as house:
        table = await three(house)
        discord.failures = 10_000
        await table.orders.file(FIRST, "ask")
        await table.orders.file(SECOND, TURN)
        clock.at += LONGEST
        await table.orders.fire(FIRST)
        for seat, user in ((FIRST, 104), (SECOND, 105)):
            await taken_over(table, seat, user, "Dan")
        assert table.orders.of(FIRST) == table.orders.of(SECOND) == ()
        assert await table.orders.told(FIRST) == ()
        discord.failures = 0
    async with opened(kit=SPOKEN, environment=Environment(now=clock)) as house:
        table = await house.table(1)
        assert table.orders.of(FIRST) == table.orders.of(SECOND) == ()
        await done(table, FIRST)
        await passes(house, clock, DAY)
        assert table.awaiting == {SECOND}
        assert notes(discord, 104) == notes(discord, 105) == []


async def test_an_order_that_another_program_wrote_is_void_and_keeps_no_game_from_going_on(
    opened: Opened, clock: Clock, discord: Recorder
) -> None:
    async with opened(kit=SPOKEN, environment=Environment(now=clock)) as house:
        table = await three(house)
        for text in ("ask", TURN):
            await table.orders.file(SECOND, text)
        async with table.services.store.database.transaction() as tx:
            await tx.write("UPDATE standing_order SET line = 'gone' WHERE number = 1")
    async with opened(kit=SPOKEN, environment=Environment(now=clock)) as house:
        table = await house.table(1)
        assert [order.number for order in table.orders.of(SECOND)] == [2]
        await done(table, FIRST)
        await passes(house, clock, LONGEST)
        assert table.awaiting == {THIRD}
        assert [text for _, text in await table.orders.told(SECOND)][-1] == "orders-lost 1"
        assert any(post.text.endswith("orders-lost 1") for post in discord.people[BOB])


# The program in his place


async def test_for_who_is_absent_the_program_carries_out_his_orders_and_decides_only_then(
    house: House, clock: Clock
) -> None:
    """A8.5. The card says that the program decides there: all of it bears its mark."""
    table = await timed(house, "sit")
    high = max(table.view(FIRST).cards)
    await table.orders.file(FIRST, "if score 1000 then roll; done")
    await table.orders.file(FIRST, "lay high; ask")
    house._bots._stopping = True  # until the clock is looked at, the program is slow
    clock.at += DEADLINE
    await table.timing.time_out()
    house._bots._stopping = False

    house._bots.call(table)

    await until(lambda: table.awaiting == {SECOND})
    first, *others = [entry for entry in await table.entries(1, table.seq) if entry.seat == FIRST]
    assert first.action == Lay(high)
    assert [entry.action for entry in others] == [Done()]
    assert all(entry.proxy for entry in (first, *others))
    assert table.clocks[FIRST].stand_in is StandIn.SIT
    assert table.clocks[FIRST].missed == 1


async def test_where_something_is_wrong_with_orders_the_program_decides_all_the_same(
    opened: Opened, clock: Clock
) -> None:
    class Broken(ToyOrders):
        def fire(self, *_: object) -> None:
            raise ZeroDivisionError

    kit = replace(SPOKEN, orders=Broken(SPOKEN.rules.notation))
    async with opened(kit=kit, environment=Environment(now=clock)) as house:
        table = await timed(house, "once")
        await table.orders.file(FIRST, TURN)
        await passes(house, clock, LONGEST)
        assert table.awaiting == {FIRST}
        assert table.ahead.firing(FIRST).due is None

        await passes(house, clock, DEADLINE)

        await until(lambda: table.awaiting == {SECOND})


async def test_who_is_back_has_his_orders_looked_at_in_their_time(house: House, clock: Clock) -> None:
    table = await timed(house, "sit")
    await table.orders.file(FIRST, TURN)

    assert not await table.orders.fire(FIRST, absent=True)

    assert table.awaiting == {FIRST}
    assert table.ahead.firing(FIRST).due is not None


async def test_an_order_counts_as_his_own_act_for_all_that_is_public(house: House, clock: Clock) -> None:
    """Everybody sees him end a phase: that his deadlines still counted as missed would tell that it was an order."""
    table = await timed(house)
    await passes(house, clock, DEADLINE)
    assert table.clocks[FIRST].missed == 1

    await table.orders.file(FIRST, TURN)
    await passes(house, clock, LONGEST)

    assert table.awaiting == {SECOND}
    assert table.clocks[FIRST].missed == 0


# Notes


async def test_notes_wait_until_he_is_awake_as_one_message_and_hold_up_nothing(
    house: House, clock: Clock, discord: Recorder
) -> None:
    clock.at = 1_780_000_000 // 86_400 * 86_400 + 23 * HOUR
    table = await three(house)
    await house.habits.choose(BOB, Habit("UTC", (22 * 60, 7 * 60)))
    high = sorted(table.view(SECOND).cards)[1:]
    await table.orders.file(SECOND, TURN)
    for held in high:
        await table.orders.file(SECOND, f"if score 1000 then lay {held}")
    await done(table, FIRST)

    await passes(house, clock, LONGEST)
    await passes(house, clock, HOUR)
    await table.submit(THIRD, Take(SECOND))
    await house.settled()
    assert notes(discord, BOB) == []
    assert "takes" in discord.told(BOB)
    await passes(house, clock, 6 * HOUR)
    assert notes(discord, BOB) == []
    await passes(house, clock, HOUR)

    (note,) = notes(discord, BOB)
    assert note.startswith(f"order-done {TURN}")
    assert note.splitlines()[-1].startswith("order-void if score 1000 then lay")


async def test_who_takes_no_messages_finds_his_notes_and_nobody_hears_of_them(
    house: House, clock: Clock, discord: Recorder
) -> None:
    table = await three(house)
    discord.closed.add(BOB)
    await table.orders.file(SECOND, TURN)
    await done(table, FIRST)
    await house.settled()
    await passes(house, clock, LONGEST)

    assert table.awaiting == {THIRD}
    assert "something-waits" not in discord.texts
    ((at, text),) = await table.orders.told(SECOND)
    assert text.startswith(f"order-done {TURN}")
    assert clock.at - LONGEST <= at <= clock.at
    assert await house.store.dms.owed(BOB)
    assert not [
        kind for kind, *_ in await table.services.store.outbox.troubles(table.game.id) if kind is PostKind.ORDERED
    ]


async def test_who_wants_to_be_called_in_private_is_called_only_to_what_his_orders_leave_him(
    house: House, clock: Clock, discord: Recorder
) -> None:
    table = await three(house)
    for person in (BOB, CAT):
        await house.habits.choose(person, Habit(pings=Pings.DM))
    await table.orders.file(SECOND, TURN)
    await table.orders.file(THIRD, "ask")
    await done(table, FIRST)
    await passes(house, clock, LONGEST)
    assert table.awaiting == {THIRD}
    assert reminders(discord, BOB) == reminders(discord, CAT) == []

    await passes(house, clock, LONGEST + AFTERWARDS)
    await passes(house, clock, LONGEST + AFTERWARDS)

    assert reminders(discord, BOB) == []
    assert len(reminders(discord, CAT)) == len(notes(discord, CAT)) == 1


async def test_a_call_that_is_due_at_once_with_orders_comes_after_them(
    house: House, clock: Clock, discord: Recorder
) -> None:
    """As when a machine has slept over both: what is to be sent may be looked at before the orders are."""
    table = await three(house)
    await house.habits.choose(BOB, Habit(pings=Pings.DM))
    await table.orders.file(SECOND, TURN)
    await done(table, FIRST)
    assert house._outbox is not None
    assert house._timers is not None
    await house._timers.close()  # they would look at the orders whenever they come to it
    clock.at += LONGEST + AFTERWARDS
    house._outbox.wake()
    await house.settled()
    assert table.awaiting == {SECOND}
    assert reminders(discord, BOB) == []

    await passes(house, clock, LONGEST)

    assert table.awaiting == {THIRD}
    assert reminders(discord, BOB) == []


# The list


async def test_the_first_order_that_fits_wins_and_its_owner_says_which_is_first(house: House, clock: Clock) -> None:
    table = await three(house)
    low, high = min(table.view(SECOND).cards), max(table.view(SECOND).cards)
    await table.orders.file(SECOND, "lay low; done")
    await table.orders.file(SECOND, "lay high; done")
    third = await table.orders.file(SECOND, "roll; done")

    await table.orders.first(SECOND, 2)
    await table.orders.cancel(SECOND, [third.number])

    assert [order.number for order in table.orders.of(SECOND)] == [2, 1]
    assert await refused(table.orders.cancel(SECOND, [1, 3])) == "order-unknown"
    assert await refused(table.orders.first(SECOND, 3)) == "order-unknown"
    assert (await table.orders.file(SECOND, "ask")).number == 4, "a number means one order for ever"
    await done(table, FIRST)
    await passes(house, clock, LONGEST)
    assert set(table.view(SECOND).cards) >= {low}
    assert high not in table.view(SECOND).cards


async def test_what_may_not_be_ordered_is_refused_with_the_reason(house: House) -> None:
    table = await lobby(house, seats=3)
    assert await refused(table.orders.file(FIRST, TURN)) == "game-not-running"
    await table.lobby.join(BOB, "Bob")
    await table.lobby.join(CAT, "Cat")
    await table.lobby.start(ANN)

    stranger = next(card for card in table.view(SECOND).cards)
    assert await refused(table.orders.file(FIRST, f"lay {stranger}; done")) == "order-name"
    assert await refused(table.orders.file(FIRST, "PLAY FOR ME")) == "order-malformed"
    for _ in range(MOST):
        await table.orders.file(FIRST, "ask")
    assert await refused(table.orders.file(FIRST, "ask")) == "orders-full"
    assert table.orders.of(SECOND) == ()


async def test_a_game_that_knows_no_orders_says_so(opened: Opened) -> None:
    plain: Kit = replace(SPOKEN, orders=None)
    async with opened(kit=plain) as house:
        table = await three(house)
        assert await refused(table.orders.file(FIRST, TURN)) == "orders-none"
        await done(table, FIRST)
        assert table.orders.of(FIRST) == ()


async def test_when_the_game_is_over_none_is_left(house: House) -> None:
    table = await three(house)
    await table.orders.file(SECOND, "always if score 1000 then roll; done")
    while table.awaiting:
        (seat,) = table.awaiting
        await done(table, seat)

    assert table.orders.of(SECOND) == ()
    assert await table.services.store.orders.lines(1) == {}
