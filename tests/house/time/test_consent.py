"""Who is there to be asked, and who is not: somebody who has vanished holds nothing up for good, and nobody is passed
over who is there.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping

import pytest

from cogs.house.game.rewind_points import CONSENT
from cogs.house.house import House
from cogs.house.runtime.environment import Environment
from cogs.house.store import absences
from cogs.house.store.database import Transaction
from cogs.house.store.store import StoreUnavailable
from cogs.house.table.insiders import Author
from cogs.house.table.interventions import Choose, Fill, Freeze, RollBack, Unfreeze
from cogs.house.table.table import Table
from cogs.house.values.clocks import HOUR, UNHEARD
from cogs.house.values.records import PAUSED, AuditEntry
from tests.house.conftest import ANN, BOB, CAT, CHANNEL, GUILD, MODERATORS, Clock, Opened, Recorder, lobby, until
from tests.house.test_going_back import FIRST, SECOND, SPOKEN, THIRD, done, refused, three
from tests.house.time.test_deadlines import DEADLINE, passes, timed

EVE = 105
HOST, INSIDE = Author(ANN, "Ann"), Author(ANN, "Ann", manages=True)


@pytest.fixture
async def house(opened: Opened, clock: Clock) -> AsyncIterator[House]:
    async with opened(kit=SPOKEN, environment=Environment(now=clock)) as running:
        yield running


async def paused(house: House) -> Table:
    """A game of Ann and Bob that rests as both wanted it to."""
    table = await three(house)
    await table.vacancies.leave(CAT)
    await done(table, FIRST)
    request = await house.consent(table).ask_rest(FIRST, True)
    assert request is not None
    await house.consent(table).answer(request.id, SECOND, True)
    assert table.game.frozen == PAUSED
    return table


# Nobody holds a game up for good


async def test_a_game_that_rests_goes_on_though_the_other_has_vanished_meanwhile(house: House, clock: Clock) -> None:
    table = await paused(house)
    request = await house.consent(table).ask_rest(FIRST, False)
    assert request is not None
    clock.at += UNHEARD - 1
    assert await house.consent(table).ask_rest(FIRST, False) is not None, "not yet"
    clock.at += CONSENT

    assert await house.consent(table).ask_rest(FIRST, False) is None

    assert table.game.frozen is None
    assert not table.game.unrated


async def test_who_is_left_lets_a_game_rest_and_is_asked_for_it_no_more(house: House) -> None:
    table = await three(house)
    await table.vacancies.leave(CAT)
    request = await house.consent(table).ask_rest(FIRST, True)
    assert request is not None
    await table.vacancies.leave(BOB)

    assert await house.consent(table).ask_rest(FIRST, True) is None

    assert table.game.frozen == PAUSED
    assert await house.store.requests.open_in(table.game.id) is None


async def test_a_game_that_a_moderator_halted_goes_on_though_one_of_those_asked_has_vanished(
    house: House, clock: Clock
) -> None:
    table = await three(house)
    await done(table, FIRST)
    await table.moderation.freeze("a quarrel", MODERATORS)
    request = await house.consent(table).do(Unfreeze(), INSIDE)
    assert request is not None
    assert request.wanted == {SECOND, THIRD}
    house.acted(table.game.id, BOB)
    await house.consent(table).answer(request.id, SECOND, True)
    clock.at += UNHEARD
    house.acted(table.game.id, BOB)

    again = await house.consent(table).do(Unfreeze(), INSIDE)

    assert again is not None
    assert again.wanted == {SECOND}
    await house.consent(table).answer(again.id, SECOND, True)
    assert table.game.frozen is None


async def test_two_who_have_vanished_do_not_hold_up_the_third(house: House, clock: Clock) -> None:
    """The game waits for one of them; the other would never be late."""
    table = await three(house)
    await done(table, FIRST)
    clock.at += UNHEARD
    first = await house.consent(table).do(Fill(SECOND, "random"), HOST)
    assert first is not None
    assert first.wanted == {THIRD}
    clock.at += UNHEARD

    assert await house.consent(table).do(Fill(SECOND, "random"), HOST) is None

    assert table.person(SECOND) is None
    assert table.game.unrated


async def test_who_lets_a_request_lapse_is_not_absent_before_it_is_as_old_as_that(house: House, clock: Clock) -> None:
    table = await three(house)
    house.acted(table.game.id, CAT)
    assert await house.consent(table).do(Choose({"hints": "off"}), HOST) is not None
    clock.at += UNHEARD - 1
    assert table.insiders.others(ANN) == {SECOND, THIRD}
    clock.at += 1
    assert table.insiders.others(ANN) == frozenset()


async def test_nobody_is_absent_who_was_asked_nothing_and_is_not_waited_for(house: House, clock: Clock) -> None:
    table = await three(house)
    await done(table, FIRST)
    clock.at += 100 * UNHEARD

    assert table.insiders.others(ANN) == {THIRD}


async def test_who_has_vanished_has_no_vote_about_another(house: House, clock: Clock) -> None:
    table = await three(house)
    await done(table, FIRST)
    clock.at += UNHEARD
    await house.consent(table).do(Choose({"hints": "off"}), HOST)
    clock.at += UNHEARD

    assert await house.consent(table).replace(SECOND, "random", HOST) is True

    assert table.person(SECOND) is None


# Nobody is passed over who is there


@pytest.mark.parametrize("pace", ["none", "timed"])
async def test_whoever_does_anything_is_there_again(house: House, clock: Clock, pace: str) -> None:
    if pace == "none":
        table = await three(house)
        await table.vacancies.leave(CAT)
        await done(table, FIRST)
        clock.at += UNHEARD
    else:
        table = await timed(house, "once")
        await table.vacancies.leave(CAT)
        await done(table, FIRST)
        await passes(house, clock, DEADLINE)
        while table.clocks[SECOND].missed < 2:
            if table.awaiting == {FIRST}:
                await done(table, FIRST)
            await passes(house, clock, DEADLINE)
    assert table.insiders.others(ANN) == frozenset()

    house.acted(table.game.id, BOB)

    assert table.insiders.others(ANN) == {SECOND}
    request = await house.consent(table).do(Fill(SECOND, "random"), HOST)
    assert request is not None
    assert table.person(SECOND) == BOB
    clock.at += UNHEARD - 1
    assert table.insiders.others(ANN) == {SECOND}


async def test_that_somebody_was_seen_survives_a_restart_and_is_forgotten_with_them(
    opened: Opened, clock: Clock
) -> None:
    async with opened(kit=SPOKEN, environment=Environment(now=clock)) as house:
        table = await three(house)
        await done(table, FIRST)
        clock.at += UNHEARD
        house.acted(table.game.id, BOB)
    async with opened(kit=SPOKEN, environment=Environment(now=clock)) as house:
        table = await house.table(1)
        assert SECOND in table.insiders.others(ANN)
        assert (await house.store.people.known(BOB))["seen"] == [{"game": 1, "at": clock.at}]
        await table.vacancies.leave(BOB)
        await table.vacancies.leave(CAT)
        await house.forget(BOB, "Somebody", "A game")
        assert not (await house.store.people.known(BOB))["seen"]


async def kept(house: House) -> Mapping[tuple[int, int], float]:
    """Who is kept as seen, once what is due is kept."""
    await until(lambda: not house._sightings._due)
    return await house.store.sightings.all()


async def test_a_press_is_kept_once_an_hour_and_else_costs_no_write(house: House, clock: Clock) -> None:
    table = await three(house)
    house.acted(table.game.id, BOB)
    begun = clock.at
    clock.at += HOUR - 1
    house.acted(table.game.id, BOB)
    assert await kept(house) == {(table.game.id, BOB): begun}
    clock.at += 1
    house.acted(table.game.id, BOB)
    assert await kept(house) == {(table.game.id, BOB): clock.at}


async def test_a_clock_that_was_ahead_leaves_nobody_seen_in_the_future(house: House, clock: Clock) -> None:
    table = await three(house)
    house.acted(table.game.id, BOB)
    clock.at -= UNHEARD
    house.acted(table.game.id, BOB)
    assert await kept(house) == {(table.game.id, BOB): clock.at}


async def test_who_plays_elsewhere_and_does_nothing_here_is_absent_here(house: House, clock: Clock) -> None:
    table = await three(house)
    await done(table, FIRST)
    clock.at += UNHEARD
    house.acted(table.game.id + 1, BOB)
    await house.present(BOB)

    assert table.insiders.others(ANN) == {THIRD}


async def test_who_has_come_back_meanwhile_is_asked_before_it_is_done(
    house: House, clock: Clock, discord: Recorder
) -> None:
    table = await three(house)
    await done(table, FIRST)
    clock.at += UNHEARD
    request = await house.consent(table).do(Fill(SECOND, "random"), HOST)
    assert request is not None
    assert request.wanted == {THIRD}
    house.acted(table.game.id, BOB)

    came = await house.consent(table).answer(request.id, THIRD, True)
    await house.settled()

    assert not came.closed
    assert came.wanted == {SECOND, THIRD}
    assert table.person(SECOND) == BOB
    assert discord.channel[-1].mentions == (BOB,)
    assert "wish-more Ann" in discord.texts
    assert (await house.consent(table).answer(request.id, SECOND, True)).closed == "done"
    assert table.person(SECOND) is None
    assert not table.game.unrated


async def test_who_has_come_back_is_asked_too_where_what_was_agreed_to_could_not_be_done(
    house: House, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk was full then, and whoever has asked tries it again."""
    table = await three(house)
    await done(table, FIRST)
    clock.at += UNHEARD
    request = await house.consent(table).do(Fill(SECOND, "random"), HOST)
    assert request is not None

    async def full(*_: object) -> None:
        raise StoreUnavailable("full")

    with monkeypatch.context() as patched:
        patched.setattr(house.store.seats, "reseat", full)
        with pytest.raises(StoreUnavailable):
            await house.consent(table).answer(request.id, THIRD, True)
    house.acted(table.game.id, BOB)

    assert not (await house.consent(table).answer(request.id, FIRST, True)).closed
    assert table.person(SECOND) == BOB


async def test_who_has_come_back_meanwhile_is_asked_before_a_game_rests(house: House, clock: Clock) -> None:
    table = await three(house)
    await done(table, FIRST)
    clock.at += UNHEARD
    request = await house.consent(table).ask_rest(FIRST, True)
    assert request is not None
    assert request.wanted == {THIRD}
    house.acted(table.game.id, BOB)

    assert not (await house.consent(table).answer(request.id, THIRD, True)).closed
    assert table.game.frozen is None
    await house.consent(table).answer(request.id, SECOND, True)
    assert table.game.frozen == PAUSED


# While the bot was away nobody becomes absent


async def test_nobody_is_absent_for_a_time_in_which_the_bot_did_not_run(opened: Opened, clock: Clock) -> None:
    async with opened(kit=SPOKEN, environment=Environment(now=clock)) as house:
        table = await three(house)
        await done(table, FIRST)
        house.acted(table.game.id, BOB)
    clock.at += 10 * UNHEARD
    for _ in range(2):
        async with opened(kit=SPOKEN, environment=Environment(now=clock)) as house:
            table = await house.table(1)
            await house.settled()
            assert SECOND in table.insiders.others(ANN)
    async with opened(kit=SPOKEN, environment=Environment(now=clock)) as house:
        table = await house.table(1)
        await house.settled()
        clock.at += UNHEARD - 1
        assert SECOND in table.insiders.others(ANN)
        clock.at += 1 + HOUR
        assert SECOND not in table.insiders.others(ANN)


async def test_nobody_is_absent_for_a_time_in_which_discord_was_gone(house: House, clock: Clock) -> None:
    table = await three(house)
    await done(table, FIRST)
    house.lost()
    clock.at += 10 * UNHEARD
    house.found()
    await house.check_time()
    clock.at += UNHEARD - 1
    assert SECOND in table.insiders.others(ANN)
    clock.at += 1
    assert SECOND not in table.insiders.others(ANN)


@pytest.mark.parametrize("by", ["hearing of it again", "another channel"])
@pytest.mark.parametrize("pace", ["none", "timed"])
async def test_nobody_is_absent_for_a_time_in_which_the_channel_was_gone(
    house: House, clock: Clock, pace: str, by: str
) -> None:
    table = await (three(house) if pace == "none" else timed(house, "wait"))
    await done(table, FIRST)
    if pace == "timed":
        await passes(house, clock, DEADLINE)
        while not table.clocks[SECOND].out:
            await passes(house, clock, DEADLINE)
    await table.suspend("gone")
    clock.at += 10 * UNHEARD
    if by == "another channel":
        await table.moderation.move(CHANNEL + 1, MODERATORS, is_lost=True)
    else:
        await house.shown(table.game.id, here=True)

    assert SECOND in table.insiders.others(ANN)
    clock.at += UNHEARD
    assert SECOND not in table.insiders.others(ANN)


# Halting, and going on


async def test_whoever_halted_a_game_has_it_go_on_though_they_have_looked_since(
    house: House, discord: Recorder
) -> None:
    table, eve = await three(house), Author(EVE, "Eve", manages=True)
    await table.moderation.freeze("wait", eve)
    await house.store.insiders.saw(table.game.id, EVE)

    assert await house.consent(table).do(Unfreeze(), eve) is None
    await house.settled()

    assert table.game.frozen is None
    assert not table.game.unrated
    assert "deed-own Eve" in discord.texts
    await table.moderation.freeze("again", MODERATORS)
    assert await refused(house.consent(table).do(Unfreeze(), eve)) == "insider-no-seat"


async def test_what_somebody_inside_has_halted_alone_the_others_have_go_on(
    house: House, clock: Clock, discord: Recorder
) -> None:
    table = await three(house)
    await table.vacancies.leave(CAT)
    await done(table, FIRST)
    clock.at += UNHEARD
    assert await house.consent(table).do(Freeze("mine"), INSIDE) is None
    await house.settled()
    assert "rests-by mine" in discord.texts
    house.acted(table.game.id, BOB)

    request = await house.consent(table).ask_rest(SECOND, False)

    assert request is not None
    assert request.wanted == {FIRST}
    await house.consent(table).answer(request.id, FIRST, True)
    assert table.game.frozen is None


async def test_what_all_have_halted_the_one_who_asked_can_not_end_alone(house: House) -> None:
    table = await three(house)
    request = await house.consent(table).do(Freeze("a quarrel"), HOST)
    assert request is not None
    for seat in (SECOND, THIRD):
        await house.consent(table).answer(request.id, seat, True)

    assert table.game.frozen == PAUSED
    assert [(deed.what, deed.reason) for deed in await house.store.deeds.page(GUILD)] == [("pause", "a quarrel")]
    assert await house.consent(table).do(Unfreeze(), HOST) is not None


# Going back


async def test_a_host_asks_whom_a_player_asks_to_go_back_and_the_deed_is_kept(house: House, clock: Clock) -> None:
    table = await three(house)
    await done(table, FIRST)
    clock.at += UNHEARD
    points = await table.rewinding.phase_points()
    request = await house.consent(table).do(RollBack(points[-1].began, "a slip"), HOST)

    assert request is not None
    assert request.wanted == {SECOND, THIRD}
    for seat in (SECOND, THIRD):
        await house.consent(table).answer(request.id, seat, True)
    assert [(deed.what, deed.reason) for deed in await house.store.deeds.page(GUILD)] == [("rollback", "a slip")]
    assert not table.game.unrated
    assert await house.store.requests.open_in(table.game.id) is None


async def test_going_back_alone_while_others_may_sit_down_again_is_told_and_the_game_is_unrated(
    house: House, discord: Recorder
) -> None:
    table = await three(house)
    await table.vacancies.leave(CAT)
    await done(table, FIRST)
    await table.vacancies.leave(BOB)
    points = await table.rewinding.phase_points()

    assert await house.consent(table).ask(FIRST, points[-1].began, True) is None
    await house.settled()

    assert table.game.unrated
    assert "deed-alone Ann" in discord.texts
    assert [deed.what for deed in await house.store.deeds.page(GUILD)] == ["rollback"]


async def test_whoever_plays_with_programs_only_goes_back_as_they_like(house: House) -> None:
    table = await lobby(house, seats=2)
    await table.lobby.add_bot("random")
    await table.lobby.start(ANN)
    await done(table, FIRST)
    await until(lambda: table.awaiting == {FIRST})
    points = await table.rewinding.phase_points()

    assert await house.consent(table).ask(FIRST, points[-1].began, True) is None

    assert not table.game.unrated
    assert not await house.store.deeds.page(GUILD)


# What is agreed, and who is replaced


async def test_what_was_agreed_to_and_changes_nothing_is_asked_for_no_more(house: House, clock: Clock) -> None:
    table = await three(house)
    request = await house.consent(table).do(Choose({"hints": "off"}), HOST)
    assert request is not None
    await table.settings.change({"hints": "off"}, MODERATORS)
    for seat in (SECOND, THIRD):
        came = await house.consent(table).answer(request.id, seat, True)
    assert came.closed == "done"
    assert await house.store.requests.open_in(table.game.id) is None
    clock.at += HOUR
    await table.settings.change({"hints": "on"}, MODERATORS)

    assert await refused(house.consent(table).answer(request.id, FIRST, True)) == "request-closed"
    assert table.game.hints


async def test_one_who_votes_against_it_does_not_keep_who_has_vanished_in_a_game(house: House, clock: Clock) -> None:
    table = await three(house)
    await done(table, FIRST)
    clock.at += UNHEARD
    house.acted(table.game.id, ANN)
    house.acted(table.game.id, CAT)

    assert await house.consent(table).replace(SECOND, "random", HOST) is False
    await table.voting.cast(table.votes[0].id, THIRD, "no")

    assert table.person(SECOND) is None


async def test_who_is_only_late_is_not_replaced_against_the_vote_of_half(house: House, clock: Clock) -> None:
    table = await three(house)
    await done(table, FIRST)
    clock.at += UNHEARD
    house.acted(table.game.id, BOB)

    assert await house.consent(table).replace(SECOND, "random", HOST) is False
    await table.voting.cast(table.votes[0].id, THIRD, "no")

    assert table.person(SECOND) == BOB


async def test_who_has_asked_for_the_program_is_not_replaced_for_that(house: House) -> None:
    table = await three(house)
    await done(table, FIRST)
    await table.timing.sit_in(SECOND)

    assert await refused(house.consent(table).replace(SECOND, "random", Author(CAT))) == "seat-not-absent"


async def test_who_is_put_on_a_seat_and_the_deed_are_kept_together_or_not_at_all(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await lobby(house, seats=3)
    await table.lobby.join(CAT, "Cat")

    async def full(_: Transaction, deed: AuditEntry | None) -> None:
        if deed is not None:
            raise StoreUnavailable("full")

    with monkeypatch.context() as patched:
        patched.setattr(absences, "keep_deed", full)
        with pytest.raises(StoreUnavailable):
            await table.moderation.set_seat(SECOND, BOB, "Bob", None, MODERATORS)
        assert table.person(SECOND) == CAT
    await table.moderation.set_seat(SECOND, BOB, "Bob", None, MODERATORS)

    stored = await house.store.games.load(table.game.id)
    assert stored is not None
    assert [chair.user_id for chair in stored[1]] == [ANN, BOB]
    assert [deed.what for deed in await house.store.deeds.page(GUILD)] == ["seat"]
