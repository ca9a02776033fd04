"""Who is inside a game, and what a host or somebody who manages the server may do to one that runs.

Each deed for each person: done, asked of the others who are there, or refused.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, replace
from pathlib import Path
from shutil import copy

import pytest

from cogs.house.game.rewind_points import CONSENT
from cogs.house.house import House
from cogs.house.runtime.environment import Environment
from cogs.house.store import absences, games, requests, times
from cogs.house.store.store import Store, StoreUnavailable
from cogs.house.table.insiders import Author
from cogs.house.table.interventions import (
    ActFor,
    CallOff,
    Choose,
    Fill,
    Freeze,
    Intervention,
    Invite,
    RollBack,
    Unfreeze,
    read,
)
from cogs.house.table.rate_limits import OFTEN, SECONDS
from cogs.house.table.table import Table
from cogs.house.values.availability import Habit
from cogs.house.values.clocks import HOUR, UNHEARD
from cogs.house.values.records import AuditEntry, Request, Status
from engine.core import Seat
from tests.house.conftest import ANN, BOB, CAT, GUILD, MIGRATIONS, MODERATORS, Clock, Opened, Recorder, game, until
from tests.house.telling.test_predictions import foretell, turn
from tests.house.test_going_back import FIRST, SECOND, SPOKEN, THIRD, done, refused, three
from tests.house.time.test_deadlines import DEADLINE, passes, timed
from tests.toy import Done, Lay

EVE = 105


@pytest.fixture
async def house(opened: Opened, clock: Clock) -> AsyncIterator[House]:
    async with opened(kit=SPOKEN, environment=Environment(now=clock)) as running:
        yield running


# Each deed for each person


@dataclass(frozen=True)
class Case:
    """Something that is wanted, what is done before so that it is possible, and whether it has been done."""

    wanted: Callable[[Table], Awaitable[Intervention]]
    is_done: Callable[[Table], Awaitable[bool]]
    before: Callable[[Table], Awaitable[None]] | None = None


def case(
    wanted: Intervention, is_done: Callable[[Table], bool], before: Callable[[Table], Awaitable[None]] | None = None
) -> Case:
    async def always(_: Table) -> Intervention:
        return wanted

    async def so(table: Table) -> bool:
        return is_done(table)

    return Case(always, so, before)


async def back(table: Table) -> Intervention:
    return RollBack((await table.rewinding.phase_points())[-1].began, "a slip")


async def has_gone_back(table: Table) -> bool:
    return bool(await table.services.store.log.lines_with(table.game.id, "rewind"))


async def acted(table: Table) -> bool:
    return "act-for" in [deed.what for deed in await table.services.store.deeds.page(GUILD)]


async def offered(table: Table) -> None:
    await table.vacancies.invite(SECOND, None, MODERATORS)


async def halted(table: Table) -> None:
    await table.moderation.freeze("a quarrel", MODERATORS)


async def act_for(_: Table) -> Intervention:
    return ActFor(SECOND)


CASES = {
    "hints": case(Choose({"hints": "off"}), lambda table: not table.game.hints),
    "pace": case(Choose({"pace": "own 36", "absent": "sit"}), lambda table: table.game.pace == "own 36"),
    "looks": case(
        Choose({"language": "de", "posts": "card", "answer": "none", "abroad": "on"}), lambda table: table.game.abroad
    ),
    "fill": case(Fill(SECOND, "random"), lambda table: table.seats[SECOND].bot == "random"),
    "invite": case(Invite(SECOND, EVE + 1), lambda table: SECOND in table.vacant),
    "open": case(Invite(SECOND, None), lambda table: SECOND in table.vacant),
    "call-off": case(CallOff(SECOND), lambda table: SECOND not in table.vacant, offered),
    "act-for": Case(act_for, acted),
    "freeze": case(Freeze("a quarrel"), lambda table: table.game.frozen is not None),
    "unfreeze": case(Unfreeze(), lambda table: table.game.frozen is None, halted),
    "rollback": Case(back, has_gone_back),
}

PEOPLE = ("host", "inside", "outside", "former", "onlooker")
HOST, INSIDE = Author(ANN, "Ann"), Author(ANN, "Ann", manages=True)
OUTSIDE = MODERATORS
FORMER, ONLOOKER = Author(CAT, "Cat", manages=True), Author(EVE, "Eve", manages=True)


async def scene(house: House, clock: Clock, by: Author, alone: bool) -> Table:
    """A game that waits for Bob. Cat sat there, Eve has seen it opened; the others are there to be asked, or not."""
    table = await three(house)
    await table.vacancies.leave(CAT)
    await table.services.store.insiders.saw(table.game.id, EVE)
    await done(table, FIRST)
    if alone:
        if by in (FORMER, ONLOOKER):
            await table.vacancies.leave(ANN)
        clock.at += UNHEARD
    else:
        clock.at += UNHEARD - 1
    await house.settled()
    return table


@pytest.mark.parametrize("alone", [False, True], ids=["others are there", "nobody is there"])
@pytest.mark.parametrize(
    "by", [HOST, INSIDE, OUTSIDE, FORMER, ONLOOKER], ids=["host", "inside", "outside", "former", "onlooker"]
)
@pytest.mark.parametrize("name", CASES)
async def test_a_deed_is_done_asked_of_the_others_or_refused(
    house: House, clock: Clock, discord: Recorder, name: str, by: Author, alone: bool
) -> None:
    table, each = await scene(house, clock, by, alone), CASES[name]
    if each.before is not None:
        await each.before(table)
    wanted, asking = await each.wanted(table), house.consent(table)
    if by == HOST and name == "act-for" and not alone:
        assert await refused(asking.do(wanted, by)) == "not-late"
        return
    if by in (FORMER, ONLOOKER) and not alone:
        assert await refused(asking.do(wanted, by)) == "insider-no-seat"
        assert not await each.is_done(table)
        return

    request = await asking.do(wanted, by)
    asked = by in (HOST, INSIDE) and not alone
    assert (request is not None) == asked
    if request is not None:
        assert not await each.is_done(table)
        assert request.wanted == {SECOND}
        await asking.answer(request.id, SECOND, True)
    await house.settled()

    assert await each.is_done(table)
    assert table.game.unrated == (alone and by != OUTSIDE)
    stored = await house.store.games.load(table.game.id)
    assert stored is not None
    kept, known = (replace(game, seq=0, awaiting=frozenset()) for game in (stored[0], table.game))
    assert kept == known, "bots play on meanwhile"
    told = discord.texts.count("deed-alone-left" if by in (FORMER, ONLOOKER) else "deed-alone ")
    assert told == (1 if table.game.unrated else 0)
    if told:
        assert by.name in next(line for line in discord.texts.splitlines() if line.startswith("deed-alone"))


async def test_who_neither_hosts_nor_manages_does_nothing(house: House, clock: Clock) -> None:
    table = await scene(house, clock, HOST, alone=True)
    for name in ("hints", "fill", "open", "freeze", "rollback", "act-for"):
        for user in (BOB, EVE, 999):
            wanted = await CASES[name].wanted(table)
            assert await refused(house.consent(table).do(wanted, Author(user, "somebody"))) == "lobby-not-host"


@pytest.mark.parametrize("status", [Status.OVER, Status.ENDED])
async def test_nobody_changes_a_game_that_is_over(house: House, status: Status) -> None:
    table = await three(house)
    if status is Status.ENDED:
        table = await house.open(GUILD, 77, ANN, "Ann", "toy", 2, "Another", {})
        await table.lobby.cancel(ANN)
    else:
        for seat in (FIRST, SECOND, THIRD):
            await table.voting.ask_end(seat, "draw") if seat == FIRST else await table.voting.cast(
                table.votes[0].id, seat, "yes"
            )
    assert table.game.status is status

    for by in (HOST, OUTSIDE):
        for wanted in (
            Choose({"theme": ""}),
            Choose({"hints": "off"}),
            Fill(SECOND, "random"),
            Freeze("x"),
            ActFor(FIRST),
        ):
            assert await refused(house.consent(table).do(wanted, by)) == "game-not-running"


async def test_in_the_lobby_the_host_alone_chooses_and_asks_nobody(house: House) -> None:
    table = await house.open(GUILD, 77, ANN, "Ann", "toy", 2, "Another", {})
    await table.lobby.join(BOB, "Bob")

    assert (
        await refused(house.consent(table).do(Choose({"hints": "off"}), Author(BOB, manages=True))) == "lobby-not-host"
    )
    assert await house.consent(table).do(Choose({"hints": "off"}), HOST) is None

    assert not table.game.hints
    assert not table.game.unrated


# Who is there to be asked


async def test_a_deadline_missed_once_makes_nobody_absent_and_two_do(house: House, clock: Clock) -> None:
    table = await timed(house, "once")
    await table.vacancies.leave(CAT)
    await done(table, FIRST)
    await passes(house, clock, DEADLINE)
    assert table.clocks[SECOND].missed == 1
    assert table.insiders.others(ANN) == {SECOND}

    while table.clocks[SECOND].missed < 2:
        if table.awaiting == {FIRST}:
            await done(table, FIRST)
        await passes(house, clock, DEADLINE)

    assert table.insiders.others(ANN) == frozenset()


async def test_a_sitter_and_a_vacation_make_nobody_absent(house: House, clock: Clock) -> None:
    table = await three(house)
    await house.choose_habit(BOB, Habit(away=((clock.at, clock.at + 14 * 24 * HOUR),)))
    await done(table, FIRST)
    await table.timing.sit_in(THIRD)

    clock.at += 14 * 24 * HOUR
    assert table.insiders.others(ANN) == {SECOND, THIRD}
    clock.at += UNHEARD
    assert table.insiders.others(ANN) == {THIRD}


async def test_while_a_game_rests_nobody_becomes_absent(house: House, clock: Clock) -> None:
    table = await three(house)
    await done(table, FIRST)
    await halted(table)
    clock.at += 2 * UNHEARD

    assert SECOND in table.insiders.others(ANN)
    await table.moderation.freeze(None, MODERATORS)
    assert SECOND in table.insiders.others(ANN)


async def test_beyond_a_deadline_somebody_is_absent_who_was_waited_for_as_long_again(
    house: House, clock: Clock
) -> None:
    table = await timed(house, "wait")
    await table.vacancies.leave(CAT)
    await done(table, FIRST)
    (_, ends) = table.timing.deadline or (0.0, 0.0)
    await passes(house, clock, ends + UNHEARD - 1 - clock.at)
    assert table.insiders.others(ANN) == {SECOND}
    await passes(house, clock, 1)

    assert table.insiders.others(ANN) == frozenset()


# Requests


async def test_a_request_survives_a_restart_and_what_it_asks_for_is_done_then(
    opened: Opened, clock: Clock, discord: Recorder
) -> None:
    async with opened(kit=SPOKEN, environment=Environment(now=clock)) as house:
        table = await three(house)
        request = await house.consent(table).do(Choose({"pace": "own 36", "theme": ""}), HOST)
        assert request is not None
        await house.consent(table).answer(request.id, SECOND, True)
    async with opened(kit=SPOKEN, environment=Environment(now=clock)) as house:
        table = await house.table(1)
        assert table.game.pace == "none"
        await house.consent(table).answer(request.id, THIRD, True)
        await house.settled()

        assert table.game.pace == "own 36"
        assert "deed-asked Ann" in discord.texts
        assert "deed-agreed" in discord.texts
        assert [deed.what for deed in await house.store.deeds.page(GUILD)] == ["settings"]
        assert await house.store.requests.open_in(1) is None


async def test_a_request_lapses_is_refused_withdrawn_and_ends_with_who_asked(house: House, clock: Clock) -> None:
    table = await three(house)
    wanted = Choose({"hints": "off"})

    async def asked() -> int:
        request = await house.consent(table).do(wanted, HOST)
        assert request is not None
        return request.id

    number = await asked()
    assert await refused(house.consent(table).do(Fill(SECOND, "random"), HOST)) == "request-waits"
    clock.at += CONSENT
    assert await refused(house.consent(table).answer(number, SECOND, True)) == "request-closed"
    assert (await house.consent(table).answer(await asked(), SECOND, False)).closed == "refused"
    assert (await house.consent(table).answer(await asked(), FIRST, False)).closed == "withdrawn"
    number = await asked()
    await table.vacancies.leave(ANN)
    assert await refused(house.consent(table).answer(number, SECOND, True)) == "request-closed"
    assert table.game.hints


async def test_who_asks_in_vain_again_and_again_has_to_wait(house: House, clock: Clock) -> None:
    table = await three(house)
    for _ in range(3):
        request = await house.consent(table).do(Choose({"hints": "off"}), HOST)
        assert request is not None
        await house.consent(table).answer(request.id, SECOND, False)

    assert await refused(house.consent(table).do(Choose({"hints": "off"}), HOST)) == "too-often"


async def test_what_is_impossible_by_now_is_not_done_and_asked_for_no_more(house: House, clock: Clock) -> None:
    table = await three(house)
    await done(table, FIRST)
    acts = await house.consent(table).do(ActFor(SECOND), INSIDE)
    assert acts is not None
    await done(table, SECOND)
    assert await refused(house.consent(table).answer(acts.id, SECOND, True)) == "request-closed"

    offer = await house.consent(table).do(Invite(SECOND, EVE), HOST)
    assert offer is not None
    await house.store.insiders.saw(table.game.id, EVE)
    await house.consent(table).answer(offer.id, THIRD, True)
    assert await refused(house.consent(table).answer(offer.id, SECOND, True)) == "has-looked"
    assert await house.store.requests.open_in(table.game.id) is None
    assert not table.vacant


@pytest.mark.parametrize("wanted", [
    Choose({"pace": "own 36", "theme": "dark"}), Fill(THIRD, "steady"), Invite(FIRST, 5), Invite(FIRST, None),
    CallOff(SECOND), ActFor(SECOND), Freeze("a long\nquarrel"), Unfreeze(), RollBack(12), RollBack(12, "a slip"),
])  # fmt: skip
def test_a_line_says_what_is_wanted(wanted: Intervention) -> None:
    assert read(wanted.line) == wanted


# The mark, and what it costs


@pytest.mark.parametrize("name", [name for name in CASES if name != "unfreeze"])
async def test_a_deed_and_the_mark_of_it_are_kept_together_or_not_at_all(
    opened: Opened, clock: Clock, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """The disk is full where what follows from the deed is written."""
    async with opened(kit=SPOKEN, environment=Environment(now=clock)) as house:
        table = await scene(house, clock, HOST, alone=True)
        if (before := CASES[name].before) is not None:
            await before(table)
        wanted = await CASES[name].wanted(table)
        deeds = len(await house.store.deeds.page(GUILD))

        async def full(*_: object) -> None:
            raise StoreUnavailable("full")

        with monkeypatch.context() as patched:
            for module in (absences, games, requests, times):
                patched.setattr(module, "enqueue", full)
            with pytest.raises(StoreUnavailable):
                await house.consent(table).do(wanted, INSIDE)
    async with opened(kit=SPOKEN, environment=Environment(now=clock)) as house:
        table = await house.table(1)

        assert not table.game.unrated
        assert len(await house.store.deeds.page(GUILD)) == deeds
        assert not await CASES[name].is_done(table)


async def test_an_unrated_game_counts_nowhere_and_says_so(house: House, clock: Clock) -> None:
    table = await scene(house, clock, HOST, alone=True)
    await house.consent(table).do(Choose({"hints": "off"}), HOST)
    while table.game.status is Status.RUNNING:
        await until(lambda: table.awaiting <= table.people)  # the program plays on Cat's seat
        for seat in table.awaiting:
            if cards := table.view(seat).cards:
                await table.submit(seat, Lay(cards[0]))
            await table.submit(seat, Done())
    await house._counting.count()  # type: ignore[union-attr]

    assert await house.store.results.finishes(GUILD, "toy")
    assert all(
        result.user is None for finish in await house.store.results.finishes(GUILD, "toy") for result in finish.results
    )
    assert await house.results.record(GUILD, "toy", "", ANN) is None


async def test_what_was_foretold_of_an_unrated_game_stands_on_no_board(house: House) -> None:
    table = await game(house)
    await foretell(table, CAT, "low")
    await turn(table, house)
    assert await house.store.predictions.ranked(GUILD, "toy")

    await house.store.deeds.keep(AuditEntry(GUILD, table.game.id, ANN, "settings", "", unrated=True))

    assert not await house.store.predictions.ranked(GUILD, "toy")


async def test_who_agrees_twice_at_once_has_it_done_once(house: House) -> None:
    table = await three(house)
    await table.vacancies.leave(CAT)
    request = await house.consent(table).do(Fill(SECOND, "random"), HOST)
    assert request is not None

    came = await asyncio.gather(
        *(house.consent(table).answer(request.id, SECOND, True) for _ in range(2)), return_exceptions=True
    )

    assert sum(isinstance(each, Request) and each.closed == "done" for each in came) == 1
    assert [deed.what for deed in await house.store.deeds.page(GUILD)] == ["seat"]


async def test_of_what_was_done_for_a_seat_before_only_the_seat_stays_on_the_record(tmp_path: Path) -> None:
    """A3: the program of before kept the line, too."""
    before = tmp_path / "migrations"
    before.mkdir()
    for file in sorted(MIGRATIONS.glob("*.sql")):
        if file.name < "0028":
            copy(file, before)
    url = f"sqlite:///{tmp_path}/old.db"
    store = await Store.open(url, before)
    for what, reason in (("act-for", "2 split Bu01 Bu02 TTN,CEN"), ("act-for", "1"), ("freeze", "a long quarrel")):
        async with store.database.transaction() as tx:
            await tx.write("INSERT INTO deed VALUES (NULL, 1, 1, 5, ?, ?, 0)", what, reason)
    await store.close()

    store = await Store.open(url, MIGRATIONS)
    assert [deed.reason for deed in await store.deeds.page(1)] == ["a long quarrel", "1", "2"]
    await store.close()


# An act for somebody


async def test_a_try_in_vain_is_told_to_all_without_the_line_and_only_a_few_are_possible(
    house: House, clock: Clock, discord: Recorder
) -> None:
    """A11: else each refusal told in silence what is not in a hand."""
    table = await three(house)
    foreign = table.view(SECOND).cards[0]
    for _ in range(OFTEN):
        assert await refused(table.moderation.act_for(FIRST, MODERATORS, f"lay {foreign}")) == "act-not-possible"
    own = table.view(FIRST).cards[0]
    assert await refused(table.moderation.act_for(FIRST, MODERATORS, f"lay {own}")) == "too-often"
    assert await refused(table.moderation.act_for(FIRST, MODERATORS, f"lay {foreign}")) == "too-often"
    await house.settled()

    assert discord.texts.count("acts-in-vain Ann Mo") == OFTEN
    assert f"lay {foreign}" not in discord.texts
    assert {(deed.what, deed.reason) for deed in await house.store.deeds.page(GUILD)} == {("act-for", "1")}
    clock.at += SECONDS
    await table.moderation.act_for(FIRST, MODERATORS, f"lay {own}")
    assert {(deed.what, deed.reason) for deed in await house.store.deeds.page(GUILD)} == {("act-for", "1")}


async def test_who_is_inside_gives_no_line_and_all_are_told_of_the_try(house: House, discord: Recorder) -> None:
    table = await three(house)
    await house.store.insiders.saw(table.game.id, EVE)
    own = table.view(FIRST).cards[0]
    for by in (Author(BOB, "Bob", manages=True), ONLOOKER):
        assert await refused(table.moderation.act_for(FIRST, by, f"lay {own}")) == "act-own-table"
    await house.settled()

    assert "acts-in-vain Ann Bob" in discord.texts
    assert "acts-in-vain Ann Eve" in discord.texts


async def test_a_vote_of_one_is_no_way_round(house: House, clock: Clock) -> None:
    """Whoever alone could vote asks who is there, also who has missed a deadline only once."""
    table = await timed(house, "wait")
    await table.vacancies.leave(CAT)
    await done(table, FIRST)
    await passes(house, clock, DEADLINE)
    assert table.clocks[SECOND].missed == 1

    came = await house.consent(table).replace(SECOND, "random", Author(ANN))

    assert not isinstance(came, bool)
    assert came.wanted == {SECOND}
    assert table.person(SECOND) == BOB


async def test_seats_that_are_known_are_known_here(house: House) -> None:
    table = await three(house)
    await table.vacancies.leave(CAT)
    await house.store.insiders.saw(1, EVE)

    assert [await table.insiders.knows(user) for user in (ANN, CAT, EVE, 999)] == [True, True, True, False]
    assert [await table.insiders.has_sat(user) for user in (ANN, CAT, EVE, 999)] == [True, True, False, False]
    assert await house.store.insiders.inside_of(GUILD, EVE) == {1}
    assert await house.store.insiders.inside_of(GUILD, 999) == frozenset()
    assert Seat(0) == FIRST
