"""Several processes on one database: none trusts its memory, and of everything that is done twice one comes about."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

import pytest

from cogs.house.house import House
from cogs.house.runtime.environment import Environment
from cogs.house.store.people import GAME_GOES
from cogs.house.store.results import count_deadlines
from cogs.house.table import openings
from cogs.house.table.insiders import Author
from cogs.house.table.rate_limits import OFTEN
from cogs.house.table.stored_game import ATTEMPTS
from cogs.house.table.table import Table
from cogs.house.values.availability import Habit
from cogs.house.values.records import PAUSED, AuditEntry, Status
from engine.core import Illegal, Seat
from tests.house.conftest import ANN, BOB, CAT, CHANNEL, GUILD, MODERATORS, Clock, Opened, game, lobby, until
from tests.quick_sqlite import file_of
from tests.toy import KIT, Done, Lay, Roll

FIRST, SECOND, THIRD = Seat(0), Seat(1), Seat(2)
ALONE = Author(ANN, "Ann")

Change = Callable[[Table], Awaitable[object]]


def meanwhile(
    monkeypatch: pytest.MonkeyPatch,
    of: object,
    name: str,
    happens: Callable[[], Awaitable[object]],
    after: bool = False,
) -> None:
    """Has something happen once, right before or `after` the next call of a method of a store."""
    method, due = getattr(of, name), [happens]

    async def calling(*values: Any, **named: Any) -> Any:
        if due and not after:
            await due.pop()()
        found = await method(*values, **named)
        if due:
            await due.pop()()
        return found

    monkeypatch.setattr(of, name, calling)


@pytest.fixture
def url(postgresql_url: str) -> str:
    return postgresql_url


@pytest.fixture
async def houses(opened: Opened, clock: Clock) -> AsyncIterator[Sequence[House]]:
    """Three processes on one database. The first delivers, and plays for bots."""
    async with AsyncExitStack() as open_still:
        made = []
        for sender in ({}, {"sender": None}, {"sender": None}):
            made.append(await open_still.enter_async_context(opened(environment=Environment(now=clock), **sender)))
            await made[-1].learn()
        yield made


@pytest.fixture
async def one(houses: Sequence[House]) -> House:
    return houses[0]


@pytest.fixture
async def other(houses: Sequence[House]) -> House:
    return houses[1]


async def three(house: House, settings: dict[str, str] | None = None) -> Table:
    """A game of Ann, Bob and Cat; it is Ann's turn."""
    table = await lobby(house, seats=3)
    if settings:
        await table.settings.change(settings, ALONE)
    await table.lobby.join(BOB, "Bob")
    await table.lobby.join(CAT, "Cat")
    await table.lobby.start(ANN)
    return table


async def late(house: House) -> Table:
    """A game of Ann, Bob and Cat that is opened two turns late, by now for the first of them."""
    table = await lobby(house, seats=3)
    await table.spectators.choose(2, ANN)
    await table.lobby.join(BOB, "Bob")
    await table.lobby.join(CAT, "Cat")
    await table.lobby.start(ANN)
    for turn in range(8):
        await table.submit(Seat(turn % 3), Lay(card(table, Seat(turn % 3))))
        await table.submit(Seat(turn % 3), Done())
    return table


async def codes(*doing: Awaitable[object]) -> list[str]:
    """Does things at the same time; the refusals among what came of them, sorted."""
    found = await asyncio.gather(*doing, return_exceptions=True)
    for each in found:
        if isinstance(each, BaseException) and not isinstance(each, Illegal):
            raise each
    return sorted(each.code for each in found if isinstance(each, Illegal))


def card(table: Table, seat: Seat) -> int:
    cards: tuple[int, ...] = table.view(seat).cards
    return cards[0]


def memory(table: Table) -> tuple[object, ...]:
    """All that a table remembers of its game."""
    course = table.timeline if table.game.status in (Status.RUNNING, Status.OVER) else None
    entries = [entry for seq, entry in table.recent.items() if seq]
    return (
        table.game, table.seats, course, table.clocks, table.ahead, table.votes, table.vacant, table.unanswered, entries
    )  # fmt: skip


async def plan(table: Table) -> None:
    await table.orders.file(SECOND, "roll; lay low; done")


async def ask_end(table: Table) -> None:
    await table.voting.ask_end(FIRST, "draw")


LOBBY_CHANGES: dict[str, Change] = {
    "a seat": lambda table: table.lobby.join(CAT, "Cat"),
    "a bot": lambda table: table.lobby.add_bot("random"),
    "a seat freed": lambda table: table.lobby.leave(BOB),
    "a word": lambda table: table.lobby.add_word(BOB, "marmalade"),
    "rules": lambda table: table.lobby.choose("bonus", "50", ANN),
    "settings": lambda table: table.settings.change({"language": "de", "pace": "daily", "hints": "off"}, ALONE),
    "late view": lambda table: table.spectators.choose(2, ANN),
    "the end": lambda table: table.lobby.cancel(ANN),
    "the channel": lambda table: table.moderation.move(4711, MODERATORS),
}
CHANGES: dict[str, Change] = {
    "a move": lambda table: table.submit(FIRST, Roll()),
    "orders": plan,
    "a vote": ask_end,
    "an offer": lambda table: table.vacancies.offer(BOB),
    "a seat left": lambda table: table.vacancies.leave(BOB),
    "a rest": lambda table: table.moderation.freeze("a quarrel", MODERATORS),
    "settings": lambda table: table.settings.change({"pace": "daily"}, MODERATORS),
    "a sitter": lambda table: table.timing.sit_in(SECOND),
    "time": lambda table: table.timing.extend(SECOND, 6),
    "the channel": lambda table: table.moderation.move(4711, MODERATORS),
    "the channel gone": lambda table: table.suspend("gone"),
}


@pytest.mark.parametrize("change", LOBBY_CHANGES.values(), ids=LOBBY_CHANGES)
async def test_what_one_changes_in_a_lobby_the_others_show(one: House, other: House, change: Change) -> None:
    here = await lobby(one, seats=4)
    await here.lobby.join(BOB, "Bob")
    there = await other.table(here.game.id)

    await change(here)

    assert memory(there) != memory(here)
    assert memory(await other.table(here.game.id)) == memory(here)
    assert await other.table(here.game.id) is there


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
async def test_what_one_changes_in_a_game_the_others_show(one: House, other: House, change: Change) -> None:
    here = await three(one, {"pace": "daily"} if change is CHANGES["time"] else None)
    there = await other.table(here.game.id)

    await change(here)

    assert memory(there) != memory(here)
    assert memory(await other.table(here.game.id)) == memory(here)


async def test_a_start_a_game_gone_back_and_an_end_are_followed(one: House, other: House) -> None:
    here = await lobby(one)
    await here.lobby.join(BOB, "Bob")
    there = await other.table(here.game.id)

    await there.lobby.start(ANN)
    await (await one.table(here.game.id)).submit(FIRST, Roll())
    assert (await other.table(here.game.id)).seq == here.seq
    point = (await there.rewinding.phase_points())[-1]
    await here.submit(FIRST, Lay(card(here, FIRST)))
    await here.submit(FIRST, Done())
    await here.rewinding.roll_back(point.began, MODERATORS)

    await other.table(here.game.id)
    assert memory(there) == memory(here)
    assert await there.standing() == await here.standing()
    assert await there.rewinding.phase_points() == await here.rewinding.phase_points()
    assert await there.history.at(there.seq) == replace(await here.history.at(here.seq), kept=there)
    await there.voting.ask_end(FIRST, "draw")
    await here.voting.cast((await one.table(here.game.id)).votes[0].id, SECOND, "yes")
    assert (await other.table(here.game.id)).game.status is Status.OVER


async def test_a_table_is_followed_while_a_phase_goes_on_by_a_rewind(one: House, other: House) -> None:
    here = await three(one)
    there = await other.table(here.game.id)
    await here.submit(FIRST, Lay(card(here, FIRST)))
    await here.submit(FIRST, Done())
    await here.submit(SECOND, Roll())
    await here.rewinding.roll_back((await here.rewinding.phase_points())[-1].began, MODERATORS)

    await there.submit(FIRST, Lay(card(here, FIRST)))

    assert there.seq == here.seq + 1
    await one.table(here.game.id)
    assert [here.view(seat) for seat in (None, FIRST, SECOND)] == [there.view(s) for s in (None, FIRST, SECOND)]


async def test_nothing_is_told_of_what_is_taken_up(one: House, other: House) -> None:
    here = await three(one)
    there = await other.table(here.game.id)
    await here.submit(FIRST, Roll())
    await one.settled()
    before = await one.store.database.read("SELECT count(*) AS number FROM outbox")

    await there.follow()

    assert there.seq == here.seq
    assert await one.store.database.read("SELECT count(*) AS number FROM outbox") == before


async def test_what_has_no_time_to_ask_gets_nothing_older_than_what_was_heard(one: House, other: House) -> None:
    here = await three(one)
    there = await other.table(here.game.id)
    assert other.in_memory(here.game.id) is there

    await here.submit(FIRST, Roll())

    await until(lambda: other.in_memory(here.game.id) is None)
    assert here.game.id not in other.phases()
    await other.table(here.game.id)
    assert other.in_memory(here.game.id) is there
    assert other.phases()[here.game.id] == here.began


async def test_what_is_heard_while_a_table_takes_something_up_counts(
    one: House, other: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = await three(one)
    there = await other.table(here.game.id)
    there.behind = True

    async def heard() -> None:
        other.changed_elsewhere(here.game.id)

    meanwhile(monkeypatch, other.store.database, "is_current", heard, after=True)

    await there.follow()

    assert other.in_memory(here.game.id) is None


async def test_a_game_that_is_purged_is_gone_everywhere(one: House, other: House) -> None:
    here = await three(one)
    there = await other.table(here.game.id)

    await one.purge(here.game.id, AuditEntry(GUILD, here.game.id, 999, "purge", ""), even_open=True)

    assert await codes(there.submit(FIRST, Roll())) == ["game-unknown"]
    assert not there.awaiting
    assert await codes(other.table(here.game.id)) == ["game-unknown"]
    assert other.in_memory(here.game.id) is None


async def test_a_table_that_could_not_take_everything_up_stays_behind(one: House, other: House) -> None:
    here = await three(one)
    there = await other.table(here.game.id)
    await here.submit(FIRST, Roll())
    async with one.store.database.transaction(quiet=True) as tx:
        await tx.read("ALTER TABLE vacancy RENAME TO away")

    with pytest.raises(Exception, match="vacancy"):
        await there.follow()
    assert await codes(other.table(here.game.id)) == ["game-suspended"]
    assert not await there.is_current()
    async with one.store.database.transaction(quiet=True) as tx:
        await tx.read("ALTER TABLE away RENAME TO vacancy")

    await there.follow()
    assert memory(there) == memory(here) == memory(await other.table(here.game.id))


# What was allowed before somebody else wrote


async def test_nobody_sits_down_once_the_host_alone_seats_people(one: House, other: House) -> None:
    here = await lobby(one, seats=3)
    there = await other.table(here.game.id)
    await here.settings.change({"joining": "host"}, ALONE)

    assert await codes(there.lobby.join(BOB, "Bob")) == ["lobby-host-seats"]


async def test_who_is_host_no_more_decides_nothing_more(one: House, other: House) -> None:
    here = await lobby(one, seats=4)
    await here.lobby.join(BOB, "Bob")
    await here.lobby.join(CAT, "Cat")
    there = await other.table(here.game.id)
    await here.lobby.leave(ANN)

    refused = [
        await codes(there.lobby.invite(200, "Dan", ANN)),
        await codes(there.lobby.remove(SECOND, ANN)),
        await codes(there.lobby.cancel(ANN)),
    ]

    assert refused == [["lobby-not-host"]] * 3


async def test_who_has_left_begins_no_game(one: House, other: House) -> None:
    here = await lobby(one, seats=2)
    await here.lobby.join(BOB, "Bob")
    there = await other.table(here.game.id)
    await here.lobby.leave(BOB)
    await here.lobby.join(CAT, "Cat")

    assert await codes(there.lobby.start(BOB)) == ["not-at-the-table"]


async def test_a_game_is_not_called_off_under_somebody_who_has_just_sat_down(
    one: House, other: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = await lobby(one)
    there = await other.table(here.game.id)
    meanwhile(monkeypatch, one.store.seats, "reseat", lambda: there.lobby.join(BOB, "Bob"), after=True)

    await here.lobby.leave(ANN)

    present = await other.table(here.game.id)
    assert (present.game.status, present.host) == (Status.LOBBY, BOB)


# Everything that is done twice comes about once


async def test_who_loses_the_race_takes_up_what_was_written_and_tries_again(one: House, other: House) -> None:
    here = await game(one)
    there = await other.table(here.game.id)
    await here.submit(FIRST, Roll(), 1)

    await there.submit(FIRST, Lay(card(there, FIRST)), 2)
    await here.submit(FIRST, Done(), 3)

    assert there.seq == 4
    assert here.seq == 5
    assert here.awaiting == {SECOND}


async def test_a_move_that_is_made_through_all_at_once_is_made_once(houses: Sequence[House]) -> None:
    number = (await three(houses[0])).game.id
    tables = [await house.table(number) for house in houses]

    refused = await codes(*(table.submit(FIRST, Roll()) for table in tables))

    assert refused == ["not-possible", "not-possible"]
    lines = await houses[0].store.log.lines(number)
    assert [line.line for line in lines].count("roll") == 1
    assert len({(await house.table(number)).timeline for house in houses}) == 1


async def test_an_interaction_that_arrives_at_two_is_done_once(one: House, other: House) -> None:
    here = await three(one)
    there = await other.table(here.game.id)

    assert await codes(here.submit(FIRST, Roll(), 7), there.submit(FIRST, Roll(), 7)) == ["already-done"]
    assert await codes(there.submit(FIRST, Roll(), 7)) == ["already-done"]


async def test_the_last_free_seat_is_taken_once_and_nobody_is_lost(houses: Sequence[House]) -> None:
    here = await lobby(houses[0], seats=3)
    await here.lobby.join(BOB, "Bob")
    tables = [await house.table(here.game.id) for house in houses]

    refused = await codes(*(table.lobby.join(CAT + n, f"Cat {n}") for n, table in enumerate(tables)))

    assert refused == ["lobby-full", "lobby-full"]
    assert len((await houses[2].table(here.game.id)).seats) == 3


async def test_two_that_sit_down_at_once_both_sit(one: House, other: House) -> None:
    here = await lobby(one, seats=3)
    there = await other.table(here.game.id)

    await asyncio.gather(here.lobby.join(BOB, "Bob"), there.lobby.join(CAT, "Cat"))
    await here.lobby.start(ANN)

    assert {chair.user_id for chair in here.seats} == {ANN, BOB, CAT}
    assert here.game.status is Status.RUNNING


async def test_an_open_seat_of_a_running_game_is_taken_once(houses: Sequence[House]) -> None:
    here = await three(houses[0])
    await here.vacancies.leave(BOB)
    tables = [await house.table(here.game.id) for house in houses]

    refused = await codes(*(table.vacancies.take(200 + n, f"Dan {n}", SECOND) for n, table in enumerate(tables)))

    assert refused == ["seat-not-open", "seat-not-open"]


async def test_settings_that_are_changed_at_once_are_all_kept(one: House, other: House) -> None:
    here = await lobby(one)
    there = await other.table(here.game.id)

    await asyncio.gather(
        here.settings.change({"language": "de"}, ALONE), there.settings.change({"hints": "off"}, ALONE)
    )

    present = (await one.table(here.game.id)).game
    assert (present.language, present.hints) == ("de", False)


async def test_a_choice_of_another_process_is_taken_up_first(one: House, other: House) -> None:
    here = await lobby(one)
    there = await other.table(here.game.id)
    await here.lobby.choose("bonus", "50", ANN)

    await there.lobby.choose("pace", "long", ANN)
    assert there.game.options == {"bonus": "50", "pace": "long"}

    with pytest.raises(Illegal):
        await here.lobby.choose("calm", "on", ANN)
    await there.lobby.choose("bonus", "0", ANN)
    await here.lobby.choose("calm", "on", ANN)
    assert here.game.options == {"pace": "long", "calm": "on"}

    await there.lobby.join(BOB, "Bob")
    await here.lobby.choose("stake", "7", ANN)
    await there.lobby.start(ANN)
    assert there.view(None).scores == (7, 7)


async def test_the_last_ballots_decide_once(houses: Sequence[House]) -> None:
    here = await three(houses[0])
    await here.voting.ask_end(FIRST, "draw")
    (vote,) = here.votes
    tables = [await house.table(here.game.id) for house in houses]

    decided = await asyncio.gather(
        tables[1].voting.cast(vote.id, SECOND, "yes"), tables[2].voting.cast(vote.id, THIRD, "yes")
    )

    assert sorted(decided) == [False, True]
    assert (await houses[0].table(here.game.id)).game.agreed == "draw"
    rows = await houses[0].store.database.read("SELECT closed FROM vote WHERE id = ?", vote.id)
    assert [row["closed"] for row in rows] == ["done"]


async def test_a_vote_is_asked_for_once(houses: Sequence[House]) -> None:
    number = (await three(houses[0])).game.id
    tables = [await house.table(number) for house in houses]

    refused = await codes(*(table.voting.ask_end(Seat(n), "draw") for n, table in enumerate(tables)))

    assert refused == ["vote-waits", "vote-waits"]


async def test_a_request_is_put_once_and_answers_at_once_all_count(houses: Sequence[House]) -> None:
    number = (await three(houses[0])).game.id
    asking = [(house, await house.table(number)) for house in houses]

    refused = await codes(*(house.consent(table).ask_rest(Seat(n), True) for n, (house, table) in enumerate(asking)))
    assert refused == ["request-waits", "request-waits"]
    request = await houses[0].store.requests.open_in(number)
    assert request is not None
    found = await asyncio.gather(
        *(house.consent(table).answer(request.id, seat, True) for (house, table), seat in zip(
            asking, sorted(request.wanted), strict=False
        ))
    )  # fmt: skip

    assert sorted(each.closed for each in found) == ["", "done"]
    assert {(await house.table(number)).game.frozen for house in houses} == {PAUSED}


async def test_what_one_grants_while_another_refuses_has_one_outcome(houses: Sequence[House]) -> None:
    one, other, _ = houses
    here = await three(one)
    request = await one.consent(here).ask_rest(FIRST, True)
    assert request is not None
    there = await other.table(here.game.id)
    await one.consent(here).answer(request.id, SECOND, True)

    refused = await codes(
        one.consent(here).answer(request.id, THIRD, True), other.consent(there).answer(request.id, FIRST, False)
    )

    assert refused == ["request-closed"]
    rows = await one.store.database.read("SELECT closed FROM request WHERE id = ?", request.id)
    frozen = (await other.table(here.game.id)).game.frozen
    assert (rows[0]["closed"], frozen) in (("done", PAUSED), ("withdrawn", None))


async def test_orders_that_are_given_at_once_all_stand(one: House, other: House) -> None:
    here = await three(one)
    there = await other.table(here.game.id)

    await asyncio.gather(plan(here), plan(there))

    assert [filed.number for filed in (await one.table(here.game.id)).orders.of(SECOND)] == [1, 2]


async def test_nobody_opens_more_through_several_than_through_one(houses: Sequence[House]) -> None:
    refused = await codes(
        *(house.open(GUILD, 100 + n, ANN, "Ann", "toy", 2, "Friday") for n, house in enumerate((*houses, *houses)))
    )

    assert set(refused) == {"lobbies-own"}
    assert len(await houses[0].store.games.lobbies(GUILD, ANN)) == openings.OWN


async def test_a_channel_gets_one_game(houses: Sequence[House]) -> None:
    refused = await codes(
        *(house.open(GUILD, CHANNEL, 300 + n, "Dan", "toy", 2, "Friday") for n, house in enumerate(houses))
    )

    assert refused == ["channel-busy", "channel-busy"]


async def test_what_is_about_everything_makes_no_decision_fail(one: House, other: House) -> None:
    here = await three(one)

    for action in (Roll(), Lay(card(here, FIRST)), Done()):
        assert not await codes(here.submit(FIRST, action), other.store.clocks.relieve(), other.store.clocks.relieve())

    assert here.awaiting == {SECOND}


async def test_who_is_always_too_late_is_told_so_in_the_end(one: House, other: House) -> None:
    here, tried = await three(one), 0

    async def too_late() -> None:
        nonlocal tried
        tried += 1
        await other.store.outbox.enqueue(here.game.id, ())
        await one.store.outbox.enqueue(here.game.id, ())

    assert await codes(here.in_turn(too_late)) == ["game-has-gone-on"]
    assert tried == ATTEMPTS
    assert await here.is_current()


async def test_a_try_in_vain_is_told_once_whoever_writes_meanwhile(
    one: House, other: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = await three(one)
    meanwhile(monkeypatch, one.store.deeds, "keep", lambda: other.store.outbox.enqueue(here.game.id, ()), after=True)

    assert await codes(here.moderation.act_for(FIRST, MODERATORS, "lay 999")) == ["act-not-possible"]

    rows = await one.store.database.read("SELECT 1 FROM deed WHERE game_id = ? AND what = 'act-for'", here.game.id)
    assert len(rows) == 1


async def test_nobody_tries_more_in_somebodys_place_through_several(houses: Sequence[House]) -> None:
    number = (await three(houses[0])).game.id
    tables = [await house.table(number) for house in houses]

    refused = await codes(*(table.moderation.act_for(FIRST, MODERATORS, "lay 999") for table in (*tables, *tables)))

    assert refused == ["act-not-possible"] * OFTEN + ["too-often"] * (6 - OFTEN)


async def test_who_is_back_is_told_once_whoever_writes_meanwhile(
    one: House, other: House, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = await three(one, {"pace": "daily", "absent": "vote"})
    clock.at = here.clocks[FIRST].ends or 0.0
    await here.timing.time_out()
    assert here.votes
    meanwhile(monkeypatch, one.store.votes, "close", lambda: other.store.outbox.enqueue(here.game.id, ()))

    await here.timing.back(ANN)

    assert not here.votes
    rows = await one.store.database.read("SELECT said FROM outbox WHERE game_id = ?", here.game.id)
    assert sum("back-again" in row["said"] for row in rows) == 1


# People


async def test_deadlines_of_one_person_in_two_games_at_once_are_all_counted(one: House, other: House) -> None:
    first, second = await game(one), await game(one, CHANNEL + 1)

    async with one.store.database.transaction(game=first.game.id) as tx:
        await count_deadlines(tx, first.game.id, (ANN, BOB), kept=False)
        later = asyncio.create_task(other.store.clocks.keep(second.game, (), (), missed=(BOB, ANN)))
        await asyncio.wait({later}, timeout=0.3)
    assert await later

    counted = await one.store.results.reliabilities(GUILD)
    assert (counted[ANN].missed, counted[BOB].missed) == (2, 2)


async def test_a_checkpoint_waits_for_a_purge_and_is_kept_of_no_game_that_is_gone(one: House, other: House) -> None:
    number = (await game(one)).game.id

    async with one.store.database.transaction(game=number) as tx:
        for sql in GAME_GOES.values():
            await tx.write(sql, number)
        await tx.write("DELETE FROM game WHERE id = ?", number)
        later = asyncio.create_task(other.store.checkpoints.keep(number, "program", [(1, b"", b"")]))
        await asyncio.wait({later}, timeout=0.3)
    await later

    assert not await one.store.checkpoints.entries(number, "program")


async def test_what_people_choose_is_known_to_all(one: House, other: House) -> None:
    asleep = Habit(zone="Europe/Berlin", quiet=(22 * 60, 7 * 60))

    await one.languages.choose(ANN, "ru")
    await one.choose_habit(BOB, asleep)

    await until(lambda: other.languages.of(ANN) == "ru" and other.habits.of(BOB) == asleep)


async def test_who_was_seen_by_one_was_seen_for_all(one: House, other: House, clock: Clock) -> None:
    here = await three(one)

    one.acted(here.game.id, BOB)

    await until(lambda: other._sightings.until(here.game.id, BOB) >= clock())


async def test_who_is_forgotten_is_forgotten_by_all(one: House, other: House) -> None:
    here = await lobby(one)
    there = await other.table(here.game.id)
    await one.languages.choose(ANN, "ru")
    await until(lambda: other.languages.of(ANN) == "ru")
    await here.lobby.cancel(ANN)

    await one.forget(ANN, "somebody", "a game")

    await until(lambda: other.languages.of(ANN) is None)
    await other.table(here.game.id)
    assert memory(there) == memory(here)
    assert ANN not in {chair.user_id for chair in there.seats}


async def test_nobody_is_forgotten_where_he_sits_down_meanwhile(one: House, other: House) -> None:
    here = await lobby(one, seats=3)
    there = await other.table(here.game.id)

    refused = await codes(one.forget(BOB, "somebody", "a game"), there.lobby.join(BOB, "Bob"))

    assert refused in ([], ["forget-sits"])
    assert BOB in {chair.user_id for chair in (await one.table(here.game.id)).seats}


async def test_who_is_forgotten_is_forgotten_though_a_game_is_deleted_meanwhile(
    one: House, other: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = await lobby(one), await lobby(one, CHANNEL + 1)
    for table in (here, there):
        await table.lobby.cancel(ANN)
    deed = AuditEntry(GUILD, here.game.id, 999, "purge", "")
    meanwhile(monkeypatch, one.store.people, "forget", lambda: other.purge(here.game.id, deed), after=True)

    await one.forget(ANN, "somebody", "a game")

    assert (await one.table(there.game.id)).seats[0].name == "somebody"
    assert await codes(one.table(here.game.id)) == ["game-unknown"]


async def test_a_server_is_deleted_by_two_at_once(one: House, other: House) -> None:
    for channel in range(6):
        await one.open(GUILD, channel, 300 + channel, "Dan", "toy", 2, "Friday")
    deed = AuditEntry(GUILD, None, 999, "purge-server", "")

    numbers = await asyncio.gather(one.purge_server(GUILD, deed), other.purge_server(GUILD, deed))

    assert sum(numbers) == 6
    assert not await one.store.games.in_server(GUILD)


async def test_nobody_looks_late_at_what_a_game_goes_back_over_meanwhile(
    one: House, other: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = await late(one)
    there = await other.table(here.game.id)
    first = (await there.rewinding.phase_points())[-1]
    back = partial(there.rewinding.roll_back, first.began, MODERATORS)
    meanwhile(monkeypatch, one.store.insiders, "sat_in", back)

    assert await codes(here.spectators.opened(777)) == ["game-has-gone-on"]
    assert not await one.store.insiders.onlookers(here.game.id)


@pytest.mark.parametrize("at", range(6))
async def test_nobody_looks_through_one_and_sits_down_through_another(one: House, other: House, at: int) -> None:
    here = await late(one)
    await here.vacancies.leave(BOB)
    there = await other.table(here.game.id)

    async def looks() -> None:
        for _ in range(at):
            await one.store.settings.value("nothing")
        await here.spectators.opened(777)

    refused = await codes(looks(), there.vacancies.take(777, "Dan", SECOND))

    assert refused in (["late-sits"], ["has-looked"])


# All together


async def test_whoever_plays_through_many_sees_one_game_that_goes_on(houses: Sequence[House]) -> None:
    number = (await three(houses[0])).game.id
    seen = dict.fromkeys((FIRST, SECOND, THIRD), 0)

    async def plays(seat: Seat, pick: Random) -> None:
        while True:
            table = await pick.choice(houses).table(number)
            assert table.seq >= seen[seat], "older than what was seen"
            seen[seat] = table.seq
            if table.game.status is not Status.RUNNING or table.seq > 60:
                return
            if legal := table.legal(seat):
                refused = await codes(table.submit(seat, pick.choice(legal)))
                assert not refused or table.seq > seen[seat] or seat not in table.awaiting
                seen[seat] = max(seen[seat], table.seq)
            await asyncio.sleep(0)

    async with asyncio.timeout(60):
        await asyncio.gather(*(plays(seat, Random(seat)) for seat in seen))

    tables = [await house.table(number) for house in houses]
    assert len({table.timeline for table in tables}) == 1
    lines = await houses[0].store.log.lines(number)
    assert [line.seq for line in lines] == list(range(1, tables[0].seq + 1))


async def test_a_file_is_not_asked_who_else_has_written(opened: Opened, sqlite_url: str) -> None:
    from cogs.house.store.store import Store
    from tests.house.conftest import MIGRATIONS

    store = await Store.open(sqlite_url, MIGRATIONS)
    house = House(store, {"toy": KIT})
    table = await game(house)
    asked: list[str] = []
    for connection in (file_of(store)._reader, file_of(store)._writer):
        await connection.set_trace_callback(asked.append)

    await house.table(table.game.id)
    await table.follow()
    assert await codes(table.submit(SECOND, Roll())) == ["not-your-turn"]
    assert not asked
    await table.submit(FIRST, Roll())
    assert asked[0].startswith("BEGIN")
    assert sum(each.startswith("BEGIN") for each in asked) == 1
    await house.close()
    await store.close()
