"""Results in a house: counted once whatever happens to it, and shown of nobody who does not want it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

from cogs.house.game.kit import Kit
from cogs.house.game.tally import finished
from cogs.house.house import House
from cogs.house.runtime.environment import Environment
from cogs.house.table.statistics import RankedBy
from cogs.house.table.table import Table
from cogs.house.values.clocks import HOUR
from cogs.house.values.drafts import PostDraft, PostKind, Sentence
from cogs.house.values.finished import Finish
from cogs.house.values.records import OFF, YES, AuditEntry, Game, Status
from engine.core import Seat
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
    lobby,
    taken_over,
    until,
)
from tests.toy import Done, Lay, Roll

DAY = 24 * HOUR


@pytest.fixture
async def house(opened: Opened, clock: Clock) -> AsyncIterator[House]:
    async with opened(environment=Environment(now=clock)) as running:
        yield running


async def played(table: Table, rolls: bool = False) -> Table:
    """Played to its end: everybody lays what he has."""
    while table.game.status is Status.RUNNING:
        (seat,) = table.awaiting
        if rolls and Roll() in table.legal(seat):
            await table.submit(seat, Roll())
        for card in table.view(seat).cards[:2]:
            await table.submit(seat, Lay(card))
        await table.submit(seat, Done())
    return table


async def over(house: House, channel: int = CHANNEL, rolls: bool = False) -> Table:
    """A game of Ann and Bob that is over and counted."""
    table = await played(await game(house, channel), rolls)
    await house.count()
    return table


async def leaders(house: House, order: RankedBy = RankedBy.GAMES) -> list[tuple[int, int, float]]:
    found = await house.results.leaders(GUILD, "toy", "short", order)
    return [(leader.rank, leader.user, leader.value) for leader in found]


async def test_a_game_is_counted_when_it_is_over_and_once(house: House) -> None:
    table = await played(await game(house))
    scores = table.view(None).scores

    async with asyncio.timeout(10):
        while not await leaders(house):  # noqa: ASYNC110 - it is counted by itself
            await asyncio.sleep(0.01)
    await house.count()
    await house.count()

    found = await house.results.record(GUILD, "toy", "short", ANN)
    assert found is not None
    assert (found.name, found.games, found.rated, found.points) == ("Ann", 1, 1, scores[0])
    assert found.places == {1 if scores[0] >= scores[1] else 2: 1}
    assert [(rank, value) for rank, _, value in await leaders(house)] == [(1, 1), (1, 1)]


async def test_a_game_that_ended_while_nobody_counted_is_counted_at_the_next_start(opened: Opened) -> None:
    async with opened(sender=None, dies=True) as house:
        await played(await game(house))
        assert await house.results.record(GUILD, "toy", "short", ANN) is None

    async with opened() as house:
        await house.count()
        assert [user for _, user, _ in await leaders(house)] == [ANN, BOB]
    async with opened() as house:
        await house.count()
        assert [value for _, _, value in await leaders(house)] == [1, 1]


async def test_a_game_that_runs_or_was_called_off_adds_nothing_to_any_figure(house: House) -> None:
    await over(house)
    before = [await leaders(house, order) for order in RankedBy]
    whole = await house.results.server(GUILD, "toy")

    table = await game(house, CHANNEL + 1)
    for card in table.view(Seat(0)).cards[:2]:
        await table.submit(Seat(0), Lay(card))
    await table.submit(Seat(0), Roll())
    await table.submit(Seat(0), Done())
    called_off = await game(house, CHANNEL + 2)
    await house.store.games.call_off(called_off.game, ())
    by_consent = await game(house, CHANNEL + 3)
    await by_consent.voting.ask_end(Seat(0), OFF)
    await by_consent.voting.cast(by_consent.voting.open[0].id, Seat(1), YES)
    assert by_consent.game.agreed == OFF
    await house.count()

    assert [await leaders(house, order) for order in RankedBy] == before
    found = await house.results.server(GUILD, "toy")
    assert found.fates == {"over": 1, "running": 1, "ended": 2}
    assert (found.counted, found.handoffs, found.turns, found.seconds) == (
        whole.counted, whole.handoffs, whole.turns, whole.seconds,
    )  # fmt: skip


async def test_leaderboards_are_of_one_server_and_category(house: House) -> None:
    await over(house)

    assert await house.results.leaders(GUILD + 1, "toy", "short", RankedBy.GAMES) == ()
    assert await house.results.leaders(GUILD, "toy", "long", RankedBy.GAMES) == ()
    assert await house.results.categories(GUILD, "toy") == ("short",)


async def test_a_record_is_of_one_category_and_the_one_that_is_played_most_comes_first(house: House) -> None:
    for number, pace in enumerate(("long", "short", "short")):
        table = await lobby(house, CHANNEL + number)
        await table.lobby.choose("pace", pace, ANN)
        await table.lobby.join(BOB, "Bob")
        await table.lobby.start(ANN)
        await played(table)
        await house.count()

    records = [await house.results.record(GUILD, "toy", category, ANN) for category in ("long", "short")]

    assert [record and record.games for record in records] == [1, 2]
    assert await house.results.categories(GUILD, "toy") == ("short", "long")


async def test_who_does_not_want_to_be_shown_is_in_no_leaderboard_and_counts_for_the_others(house: House) -> None:
    for number in range(3):
        await over(house, CHANNEL + number)
    before = {order: {user: value for _, user, value in await leaders(house, order)} for order in RankedBy}

    await house.store.people.name(ANN, named=False)

    for order in RankedBy:
        shown = {user: value for _, user, value in await leaders(house, order)}
        assert shown == {user: value for user, value in before[order].items() if user != ANN}
    assert await house.results.record(GUILD, "toy", "short", ANN) is not None
    await house.store.people.name(ANN, named=True)
    assert {user for _, user, _ in await leaders(house)} == {ANN, BOB}


async def test_who_is_forgotten_leaves_a_somebody_to_the_others(house: House) -> None:
    await over(house)
    (_, _, before) = next(each for each in await leaders(house, RankedBy.RATING) if each[1] == BOB)

    await house.forget(ANN, "somebody", "A table")

    assert await house.results.record(GUILD, "toy", "short", ANN) is None
    assert [user for _, user, _ in await leaders(house, RankedBy.RATING)] == [BOB]
    assert (await leaders(house, RankedBy.RATING))[0][2] == before


async def test_a_game_that_is_deleted_takes_its_results_along(house: House) -> None:
    table = await over(house)

    await house.purge(table.game.id, AuditEntry(GUILD, table.game.id, ANN, "purge", ""))
    await house.count()

    assert await leaders(house) == []


async def test_who_takes_a_seat_in_the_middle_has_sat_there_since_then(house: House) -> None:
    table = await game(house)
    for card in table.view(Seat(0)).cards[:2]:
        await table.submit(Seat(0), Lay(card))
    await taken_over(table, Seat(1), CAT, "Cat")
    sat = table.seq

    await table.refresh()

    assert [chair.since for chair in table.seats] == [0, sat]


async def test_deadlines_that_are_kept_and_missed_are_known_of_a_person(house: House, clock: Clock) -> None:
    table = await game(house)
    await table.settings.change({"pace": "daily"}, MODERATORS)
    for seat in (Seat(0), Seat(1)):
        await table.submit(seat, Lay(table.view(seat).cards[0]))
        await table.submit(seat, Done())
    clock.at += 7 * DAY
    await house.check_time()
    clock.at += 7 * DAY
    await house.check_time()
    await table.submit(Seat(0), Lay(table.view(Seat(0)).cards[0]))
    await table.submit(Seat(0), Done())

    ann, bob = await house.results.reliability(GUILD, ANN), await house.results.reliability(GUILD, BOB)
    assert (ann.kept, ann.missed) == (1, 1)
    assert (bob.kept, bob.missed) == (1, 0)
    server = await house.results.server(GUILD, "toy")
    assert (server.kept, server.missed) == (2, 1)


async def test_what_the_program_does_for_somebody_keeps_no_deadline_of_his(house: House, clock: Clock) -> None:
    table = await game(house)
    await table.settings.change({"pace": "daily", "absent": "sit"}, MODERATORS)
    clock.at += 7 * DAY
    await house.check_time()
    for _ in range(2):
        await until(lambda: table.awaiting == {Seat(1)})
        await table.submit(Seat(1), Lay(table.view(Seat(1)).cards[0]))
        await table.submit(Seat(1), Done())
    await until(lambda: table.awaiting == {Seat(1)})

    ann, bob = await house.results.reliability(GUILD, ANN), await house.results.reliability(GUILD, BOB)
    assert (ann.kept, ann.missed) == (0, 1)
    assert bob.kept == 2


async def test_without_a_deadline_none_is_kept(house: House) -> None:
    await over(house)

    assert (await house.results.reliability(GUILD, ANN)).kept == 0


async def test_everybody_is_told_the_figures_of_a_game_when_it_is_over_and_once(
    house: House, discord: Recorder
) -> None:
    table = await game(house)
    await house.settled()
    assert "figures-of-game" not in discord.texts
    await played(table, rolls=True)
    await house.count()
    await house.count()
    await house.settled()

    finish = (await house.store.results.finishes(GUILD, "toy"))[0]
    said = [f"rolled {r.standing.figures['rolled']:g} of {r.standing.figures['due']:g}" for r in finish.results]
    assert discord.texts.endswith(f"figures-of-game\nfigures-of-seat Ann {said[0]}\nfigures-of-seat Bob {said[1]}")
    await house.store.results.keep(finish, [PostDraft(PostKind.TEXT, None, 1, said=(Sentence(1, "figures-of-game"),))])
    await house.settled()
    assert discord.texts.count("figures-of-game") == 1
    assert (await house.store.results.finishes(GUILD, "toy")) == (finish,)


async def test_nothing_is_told_of_a_game_that_ended_long_ago(opened: Opened, clock: Clock, discord: Recorder) -> None:
    async with opened(sender=None, environment=Environment(now=clock)) as house:
        await played(await game(house))
    clock.at += 2 * DAY

    async with opened(environment=Environment(now=clock)) as house:
        await house.count()
        await house.settled()
        assert len(await leaders(house)) == 2

    assert "dice-revealed" in discord.texts
    assert "figures-of" not in discord.texts


async def test_figures_add_up_over_games(house: House) -> None:
    rolled = 0.0
    for number in range(2):
        table = await over(house, CHANNEL + number, rolls=True)
        finishes = await house.store.results.finishes(GUILD, "toy")
        rolled += finishes[number].results[0].standing.figures["due"]
        assert table.game.status is Status.OVER

    found = await house.results.record(GUILD, "toy", "short", ANN)
    assert found is not None
    assert found.figures["due"] == rolled > 0


async def test_a_game_that_cannot_be_counted_holds_up_no_other_and_is_counted_when_it_can(
    house: House, clock: Clock
) -> None:
    """Without a restart."""

    def failing(kit: Kit, kept: Game, *told: Any) -> Finish:
        if kept.id == 1:
            raise KeyError("lay 4")
        return finished(kit, kept, *told)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("cogs.house.background.counting.finished", failing)
        await over(house)
        await over(house, CHANNEL + 1)
        assert [value for _, _, value in await leaders(house)] == [1, 1]
        (health,) = (each for each in house.health() if not each.well)
        assert (health.name, health.number, health.error) == ("results", 1, "KeyError")

    clock.at += 600
    await house.count()

    assert [value for _, _, value in await leaders(house)] == [2, 2]
    assert all(each.well for each in house.health())
