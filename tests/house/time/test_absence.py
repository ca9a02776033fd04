"""Who does not come: votes about him, his seat for another, and what everybody else may do so that no game is stuck.

ASYNC_PLAY 9, rows 35 (votes on the end), 39 (replacement) and 40 (resigning is never a default): each with what counts
when a time is up.
"""

from __future__ import annotations

import re
import shutil
import sqlite3
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from cogs.house.game.kit import Kit
from cogs.house.house import House
from cogs.house.runtime.environment import Environment
from cogs.house.store.store import Store, path_of
from cogs.house.table.insiders import Author
from cogs.house.table.interventions import ActFor
from cogs.house.table.rate_limits import SECONDS
from cogs.house.table.table import Table
from cogs.house.table.vacancies import LAPSES
from cogs.house.table.voting import AGAIN, ASKED_ABSENT, ASKED_END, outcome
from cogs.house.values.availability import Habit, Pings
from cogs.house.values.clocks import UNHEARD
from cogs.house.values.records import SITTER, About, AuditEntry, Status, Vote
from engine.core import Action, Illegal, Seat, View
from tests.house.conftest import (
    ANN,
    BOB,
    CAT,
    GUILD,
    MIGRATIONS,
    MODERATORS,
    Clock,
    Opened,
    Recorder,
    taken_over,
    until,
)
from tests.house.test_going_back import FIRST, SECOND, SPOKEN, THIRD, card, done, refused
from tests.house.time.test_deadlines import DAY, DEADLINE, passes, reminders, timed
from tests.toy import Done, Lay

IMPORT = AuditEntry(7, None, 999, "import", "")

DAN = 104


@pytest.fixture
async def house(opened: Opened, clock: Clock) -> AsyncIterator[House]:
    async with opened(kit=SPOKEN, environment=Environment(now=clock)) as running:
        yield running


async def absent(house: House, clock: Clock, agreed: str) -> Table:
    """A game of three in which Ann, whose turn it is, has let her time pass."""
    table = await timed(house, agreed)
    await passes(house, clock, DEADLINE)
    return table


def the_vote(table: Table) -> Vote:
    (vote,) = table.voting.open
    return vote


def buttons(discord: Recorder, key: str) -> list[str]:
    """The lines of the buttons below the post of that sentence, but for *My turn*."""
    (post,) = (post for post in discord.channel if key in post.text)
    return [button.line for button in post.buttons if button.line != "open"]


# Votes about who is absent


async def test_at_a_deadline_the_others_are_asked_and_nobody_else(
    house: House, clock: Clock, discord: Recorder
) -> None:
    table = await absent(house, clock, "vote")
    vote = the_vote(table)

    assert vote.voters == {SECOND, THIRD}
    assert buttons(discord, "vote-absent Ann") == [f"vote {vote.id} {c}" for c in ("once", "sit", "open", "wait")]
    (post,) = (post for post in discord.channel if "vote-absent" in post.text)
    assert set(post.mentions) == {BOB, CAT}
    assert await refused(table.voting.cast(vote.id, FIRST, "wait")) == "vote-not-asked"
    assert await refused(table.voting.cast(vote.id, SECOND, "hang")) == "vote-not-asked"
    assert table.awaiting == {FIRST}, "nothing is done yet"


async def test_without_any_vote_the_program_decides_once_so_that_the_game_goes_on(
    house: House, clock: Clock, discord: Recorder
) -> None:
    """Row 39: nobody is replaced by silence."""
    table = await absent(house, clock, "vote")

    await passes(house, clock, ASKED_ABSENT)

    await until(lambda: table.awaiting == {SECOND})
    assert "voted-once Ann" in discord.texts
    assert table.person(FIRST) == ANN
    assert not table.vacant
    assert not table.acted_for
    assert buttons(discord, "vote-absent Ann") == []


@pytest.mark.parametrize(("choice", "sits"), [("sit", True), ("open", True), ("wait", False)])
async def test_what_most_have_voted_for_is_done(
    house: House, clock: Clock, discord: Recorder, choice: str, sits: bool
) -> None:
    table = await absent(house, clock, "vote")
    vote = the_vote(table)
    assert not await table.voting.cast(vote.id, SECOND, "once")
    await table.voting.cast(vote.id, SECOND, choice)  # a ballot may be changed until all are cast

    assert await table.voting.cast(vote.id, THIRD, choice)
    await house.settled()

    assert f"voted-{choice} Ann" in discord.texts
    if sits:
        await until(lambda: table.awaiting == {SECOND})
    assert (FIRST in table.acted_for) is sits
    assert (FIRST in table.vacant) is (choice == "open")
    assert await refused(table.voting.cast(vote.id, THIRD, choice)) == "vote-closed"


async def test_who_is_waited_for_on_has_one_window_more_and_then_there_is_a_vote_again(
    house: House, clock: Clock, discord: Recorder
) -> None:
    table = await absent(house, clock, "vote")
    for seat in (SECOND, THIRD):
        await table.voting.cast(the_vote(table).id, seat, "wait")
    assert table.clocks[FIRST].ends == clock.at + DAY

    await passes(house, clock, DAY)

    assert discord.texts.count("vote-absent Ann") == 2
    assert table.clocks[FIRST].missed == 2


async def test_whoever_comes_while_the_others_vote_ends_the_vote(house: House, clock: Clock, discord: Recorder) -> None:
    table = await absent(house, clock, "vote")
    vote = the_vote(table)

    await house.present(ANN)
    await house.settled()

    assert discord.texts.count("back-again Ann") == 1
    assert await refused(table.voting.cast(vote.id, SECOND, "open")) == "vote-closed"
    assert buttons(discord, "vote-absent Ann") == []
    await passes(house, clock, ASKED_ABSENT)
    assert table.awaiting == {FIRST}
    assert "voted" not in discord.texts


async def test_a_vote_comes_to_nothing_once_the_game_no_longer_waits_for_whom_it_is_about(
    house: House, clock: Clock, discord: Recorder
) -> None:
    table = await absent(house, clock, "vote")
    vote = the_vote(table)
    await table.voting.cast(vote.id, SECOND, "open")

    await table.moderation.act_for(FIRST, MODERATORS)
    await until(lambda: table.awaiting == {SECOND})

    assert not table.voting.open
    assert await refused(table.voting.cast(vote.id, THIRD, "open")) == "vote-closed"
    await passes(house, clock, ASKED_ABSENT)
    assert "voted" not in discord.texts
    assert not table.vacant
    assert buttons(discord, "vote-absent Ann") == []


async def test_a_vote_outlives_a_restart_and_a_rest_of_the_game(
    opened: Opened, clock: Clock, discord: Recorder
) -> None:
    async with opened(kit=SPOKEN, environment=Environment(now=clock)) as house:
        table = await absent(house, clock, "vote")
        await table.voting.cast(the_vote(table).id, SECOND, "sit")
        await table.timing.rest(rests=True)
        await passes(house, clock, 30 * DAY)
        assert await refused(table.voting.cast(the_vote(table).id, THIRD, "sit")) == "game-paused"
        await table.timing.rest(rests=False)
    async with opened(kit=SPOKEN, environment=Environment(now=clock)) as house:
        table = await house.table(1)
        await passes(house, clock, ASKED_ABSENT - 1)
        assert the_vote(table).ballots == {SECOND: "sit"}
        await passes(house, clock, 1)
        assert "voted-sit Ann" in discord.texts


async def test_who_could_not_vote_because_the_bot_was_down_can_when_it_is_back(opened: Opened, clock: Clock) -> None:
    async with opened(kit=SPOKEN, environment=Environment(now=clock)) as house:
        await absent(house, clock, "vote")
    clock.at += 30 * DAY
    async with opened(kit=SPOKEN, environment=Environment(now=clock)) as house:
        table = await house.table(1)
        await passes(house, clock, 0)
        assert the_vote(table).ends == clock.at + ASKED_ABSENT / 4
        await table.voting.cast(the_vote(table).id, SECOND, "wait")
        await table.voting.cast(the_vote(table).id, THIRD, "wait")
        assert table.awaiting == {FIRST}


async def test_a_vote_wakes_nobody(house: House, clock: Clock, discord: Recorder) -> None:
    await house.choose_habit(BOB, Habit(quiet=(0, 12 * 60 - 1)))
    await house.choose_habit(CAT, Habit(pings=Pings.OFF))
    table = await timed(house, "vote")
    clock.at += -clock.at % DAY + DAY

    await passes(house, clock, DEADLINE)

    (post,) = (post for post in discord.channel if "vote-absent" in post.text)
    assert the_vote(table).voters == {SECOND, THIRD}
    assert post.mentions == ()


@pytest.mark.parametrize("agreed", ["vote", "expel"])
async def test_a_deadline_that_leads_to_a_vote_or_costs_the_seat_was_missed_like_any_other(
    house: House, clock: Clock, agreed: str
) -> None:
    if agreed == "vote":
        await absent(house, clock, "vote")
    else:
        await expelled(house, clock)

    assert (await house.results.reliability(GUILD, ANN)).missed == (1 if agreed == "vote" else 2)


async def test_where_nobody_can_be_asked_the_program_decides_once(
    house: House, clock: Clock, discord: Recorder
) -> None:
    """All others are absent, too."""
    table = await timed(house, "vote")
    for seat in (SECOND, THIRD):
        await table.timing.sit_in(seat)

    await passes(house, clock, DEADLINE)

    await until(lambda: "time-out-once Ann" in discord.texts)
    assert not table.voting.open
    await until(lambda: table.seq > 2)


def test_of_equally_many_votes_the_mildest_counts() -> None:
    vote = Vote(1, 1, About.ABSENT, FIRST, 1, 0.0, 1.0, frozenset({SECOND, THIRD, Seat(3)}))

    assert outcome(vote) == "once"
    assert outcome(replace(vote, ballots={SECOND: "open", THIRD: "wait"})) == "open"
    assert outcome(replace(vote, ballots={SECOND: "open", THIRD: "sit"})) == "sit"
    assert outcome(replace(vote, ballots={SECOND: "wait", THIRD: "wait", Seat(3): "open"})) == "wait"


# Expelling


async def expelled(house: House, clock: Clock) -> Table:
    """Ann has let two deadlines in a row pass, where that costs the seat."""
    table = await absent(house, clock, "expel")
    await until(lambda: table.awaiting == {SECOND})
    for seat in (SECOND, THIRD):
        await done(table, seat)
    await passes(house, clock, DEADLINE)
    return table


async def test_the_first_deadline_costs_nothing_and_the_second_in_a_row_the_seat(
    house: House, clock: Clock, discord: Recorder
) -> None:
    table = await absent(house, clock, "expel")
    await until(lambda: table.awaiting == {SECOND})
    assert "time-out-expel Ann" in discord.texts
    for seat in (SECOND, THIRD):
        await done(table, seat)
    assert table.person(FIRST) == ANN

    await passes(house, clock, DEADLINE)
    await until(lambda: table.awaiting == {SECOND})
    await house.settled()

    assert table.person(FIRST) is None
    assert table.vacant[FIRST].why == "empty"
    assert buttons(discord, "seat-expelled") == ["seat 0"]
    assert "Ann" not in table.names[FIRST], "the name goes with the person"
    assert table.host == BOB, "a game has a host that comes"


async def test_who_comes_between_two_deadlines_keeps_the_seat(house: House, clock: Clock) -> None:
    table = await absent(house, clock, "expel")
    await until(lambda: table.awaiting == {SECOND})
    for seat in (SECOND, THIRD, FIRST, SECOND, THIRD):
        await done(table, seat)

    await passes(house, clock, DEADLINE)

    assert table.person(FIRST) == ANN


async def test_the_program_plays_an_empty_seat_until_somebody_takes_it_and_is_marked(
    house: House, clock: Clock, discord: Recorder
) -> None:
    table = await expelled(house, clock)
    await until(lambda: table.awaiting == {SECOND})
    assert (await table.sentences())[-1].startswith(f"acted-for {table.names[FIRST]} scores")
    acts = [entry.proxy for entry in await table.entries(1, table.seq) if entry.seat == FIRST]
    assert acts == [True] * 4, "in her place, and then in nobody's"
    assert table.plain_names[FIRST] == "seat-name 1"

    await table.vacancies.take(DAN, "Dan", FIRST)
    await house.settled()
    for seat in (SECOND, THIRD):
        await done(table, seat)

    assert table.awaiting == {FIRST}
    assert f"{table.view(FIRST).cards}" in discord.told(DAN)
    assert "acted-for" not in (await table.sentences())[-1]


async def test_a_seat_that_nobody_has_does_not_play_the_game_to_its_end_alone(house: House) -> None:
    table = await timed(house)

    for user in (BOB, CAT, ANN):
        await table.vacancies.leave(user)
    await house.settled()

    assert table.game.status is Status.RUNNING
    assert table.seq == 1, "it waits for somebody to take a seat"


async def test_what_the_expelled_person_had_filed_goes(house: House, clock: Clock) -> None:
    """A8.6."""
    table = await absent(house, clock, "expel")
    await house.store.people.keep_note(table.game.id, ANN, "1", "mine")
    await until(lambda: table.awaiting == {SECOND})
    for seat in (SECOND, THIRD):
        await done(table, seat)

    await passes(house, clock, DEADLINE)

    assert await house.store.people.note(table.game.id, ANN, "1") == ""


# Seats that may be taken


async def test_nothing_of_a_seat_is_sent_before_it_is_taken(house: House, clock: Clock, discord: Recorder) -> None:
    table = await timed(house)
    await table.vacancies.invite(FIRST, DAN, MODERATORS)
    await house.settled()
    assert discord.told(DAN) == ""
    assert table.seat_of(DAN) is None
    before = len(discord.people[ANN])

    await table.vacancies.take(DAN, "Dan", FIRST)
    await house.settled()

    assert str(table.view(FIRST).cards) in discord.told(DAN)
    assert table.seat_of(ANN) is None
    await done(table, FIRST)
    for _ in range(3):
        await passes(house, clock, DAY)
    assert len(discord.people[ANN]) == before, "who sat there hears nothing more"


async def test_what_an_offer_and_a_vote_tell_is_the_same_whatever_the_seat_holds(opened: Opened, clock: Clock) -> None:
    """Two worlds that differ in what the seat alone sees: the posts are equal to the letter."""
    worlds = []
    for _ in range(2):
        discord = Recorder()
        async with opened(discord, kit=SPOKEN, environment=Environment(now=clock)) as house:
            table = await timed(house, "vote")
            await table.vacancies.offer(CAT)
            await passes(house, clock, DEADLINE)
            await table.vacancies.invite(FIRST, DAN, MODERATORS)
            await house.settled()
            told = [post for post in discord.channel if "seat-" in post.text or "vote-" in post.text]
            texts = [re.sub(r"<t:\d+", "", post.text) for post in told]
            lines = [re.sub(r"vote \d+", "vote", button.line) for post in told for button in post.buttons]
            worlds.append((table.view(FIRST).cards, texts, lines))
            await house.purge(table.game.id, AuditEntry(GUILD, table.game.id, 999, "purge", ""), even_open=True)

    assert worlds[0][0] != worlds[1][0]
    assert len(worlds[0][1]) == 3
    assert worlds[0][1:] == worlds[1][1:]


async def test_who_plays_in_a_game_takes_no_second_seat_of_it_and_who_knows_one_no_other(house: House) -> None:
    table = await timed(house)
    await table.vacancies.leave(ANN)
    await table.vacancies.offer(CAT)

    assert await refused(table.vacancies.take(BOB, "Bob", FIRST)) == "seat-held-already"
    assert await refused(table.vacancies.take(ANN, "Ann", THIRD)) == "seat-known"
    assert await refused(table.vacancies.take(DAN, "Dan", SECOND)) == "seat-not-open"
    assert await refused(table.vacancies.invite(THIRD, ANN, MODERATORS)) == "seat-known"

    await table.vacancies.take(ANN, "Ann", FIRST)  # back on her own
    assert table.seat_of(ANN) == FIRST


async def test_an_offer_is_taken_back_lapses_and_is_for_whom_it_is(
    house: House, clock: Clock, discord: Recorder
) -> None:
    table = await timed(house, pace="none")
    await table.vacancies.offer(ANN)
    assert await refused(table.vacancies.offer(ANN)) == "seat-open"
    await table.vacancies.keep(ANN)
    assert await refused(table.vacancies.take(DAN, "Dan", FIRST)) == "seat-not-open"

    await table.vacancies.offer(ANN)
    await passes(house, clock, LAPSES)
    assert "seat-lapsed Ann" in discord.texts
    assert not table.vacant
    assert buttons(discord, "seat-lapsed") == []

    await table.vacancies.invite(SECOND, DAN, MODERATORS)
    assert await refused(table.vacancies.take(105, "Eve", SECOND)) == "seat-for-another"


async def test_who_takes_a_seat_that_is_waited_for_is_reminded_as_anybody(
    house: House, clock: Clock, discord: Recorder
) -> None:
    table = await timed(house)
    await taken_over(table, FIRST, DAN, "Dan")

    await passes(house, clock, DAY / 2)
    assert [text.split(" ")[:2] for text in reminders(discord, DAN)] == [["remind-until", "Friday"]]
    assert reminders(discord, ANN) == []


async def test_who_hands_over_plays_on_until_somebody_comes(house: House) -> None:
    table = await timed(house)
    await table.vacancies.offer(ANN)

    await done(table, FIRST)

    assert table.person(FIRST) == ANN
    assert table.awaiting == {SECOND}


async def test_a_seat_that_was_opened_of_who_is_late_is_kept_by_who_comes_back(
    house: House, clock: Clock, discord: Recorder
) -> None:
    table = await timed(house)
    await passes(house, clock, DEADLINE)

    await table.vacancies.invite(FIRST, None, MODERATORS)
    assert table.vacant[FIRST].why == "absent"
    await house.present(ANN)
    await house.settled()
    assert not table.vacant, "she is back"
    assert "seat-kept Ann" in discord.texts


async def test_without_deadlines_somebody_counts_as_absent_after_some_days(house: House, clock: Clock) -> None:
    table = await timed(house, pace="none")
    clock.at += UNHEARD - 1
    assert await refused(table.voting.ask_replacement(Author(BOB), FIRST, "random")) == "seat-not-absent"
    clock.at += 1

    assert not await table.voting.ask_replacement(Author(BOB), FIRST, "random"), "the others are asked"


async def test_the_others_put_the_program_in_a_place_by_more_than_half(
    house: House, clock: Clock, discord: Recorder
) -> None:
    table = await timed(house)
    assert await refused(table.voting.ask_replacement(Author(BOB), FIRST, "random")) == "seat-not-absent"
    await passes(house, clock, DEADLINE)

    assert not await table.voting.ask_replacement(Author(BOB), FIRST, "random")
    await house.settled()
    assert buttons(discord, "vote-replace Ann") == [f"vote {the_vote(table).id} {c}" for c in ("yes", "no")]
    assert await refused(table.voting.ask_replacement(Author(CAT), FIRST, "random")) == "vote-waits"
    assert await table.voting.cast(the_vote(table).id, THIRD, "yes")

    await until(lambda: table.awaiting == {SECOND})
    assert table.plain_names[FIRST].startswith("bot-name")
    await house.settled()
    assert "seat-filled" in discord.texts


async def test_a_replacement_that_half_of_them_want_does_not_come(
    house: House, clock: Clock, discord: Recorder
) -> None:
    table = await absent(house, clock, "wait")
    await table.voting.ask_replacement(Author(BOB), FIRST, "random")

    await passes(house, clock, DAY)

    assert "vote-replace-no Ann" in discord.texts
    assert table.person(FIRST) == ANN


async def test_a_sitter_sees_what_the_seat_sees_and_no_more(opened: Opened, clock: Clock) -> None:
    seen: list[object] = []

    def watching(view: View, legal: Sequence[Action], pick: Random) -> Action:
        seen.append(view)
        chosen: Action = SPOKEN.deciding.default(view, legal, pick)
        return chosen

    kit: Kit = replace(SPOKEN, deciding=replace(SPOKEN.deciding, default=watching))
    async with opened(kit=kit, environment=Environment(now=clock)) as house:
        table = await timed(house)
        view = table.view(FIRST)
        await table.timing.sit_in(FIRST)
        await until(lambda: table.awaiting == {SECOND})

        assert seen[0] == view
        assert all(each.cards != table.view(SECOND).cards for each in seen)  # type: ignore[attr-defined]
        assert len(view.cards) == 3


async def test_who_asked_for_a_sitter_has_one_whatever_is_agreed_until_he_presses_anything(
    house: House, discord: Recorder
) -> None:
    table = await timed(house, "wait")
    await table.timing.sit_in(FIRST)
    await until(lambda: table.awaiting == {SECOND})
    assert "asked-sitter Ann" in discord.texts
    await table.settings.change({"absent": "once"}, MODERATORS)
    for seat in (SECOND, THIRD):
        await done(table, seat)
    await until(lambda: table.awaiting == {SECOND})

    await house.present(ANN)

    for seat in (SECOND, THIRD):
        await done(table, seat)
    assert table.awaiting == {FIRST}


async def test_what_began_as_it_was_agreed_ends_when_the_host_chooses_otherwise(house: House, clock: Clock) -> None:
    table = await absent(house, clock, "sit")
    await until(lambda: table.awaiting == {SECOND})
    assert table.acted_for == {FIRST}

    await table.settings.change({"absent": "wait"}, MODERATORS)

    assert table.acted_for == frozenset()


@pytest.mark.parametrize("agreed", ["once", "sit", "vote", "expel"])
async def test_whose_time_is_up_is_dealt_with_as_it_is_agreed_anew(house: House, clock: Clock, agreed: str) -> None:
    table = await absent(house, clock, "wait")
    assert table.awaiting == {FIRST}

    await table.settings.change({"absent": agreed}, MODERATORS)

    await until(lambda: table.awaiting == {SECOND})
    assert table.acted_for == ({FIRST} if agreed == "sit" else set())


# Acting for a seat


async def test_a_moderator_has_the_program_act_once_in_public_and_on_the_record(
    house: House, discord: Recorder
) -> None:
    table = await timed(house, pace="none")

    await table.moderation.act_for(FIRST, MODERATORS)
    await until(lambda: table.awaiting == {SECOND})
    await house.settled()

    assert "acts-for Ann Mo" in discord.texts
    assert [done.what for done in await house.store.deeds.page(GUILD)] == ["act-for", "settings"]
    assert (await table.sentences())[-1].startswith("acted-for Ann scores")
    assert await refused(table.moderation.act_for(FIRST, MODERATORS)) == "not-waited-for"


async def test_of_a_line_that_is_not_possible_a_moderator_learns_only_that(
    house: House, clock: Clock, discord: Recorder
) -> None:
    table = await timed(house)
    own = table.view(FIRST).cards[0]
    foreign = table.view(SECOND).cards[0]
    refusals = set()
    for line in ("done", f"lay {foreign}", "gibberish", "draw 4", "undo 1", "rewind 0"):
        clock.at += SECONDS
        refusals.add(await refused(table.moderation.act_for(FIRST, MODERATORS, line)))
    assert refusals == {"act-not-possible"}
    tried = [deed for deed in await house.store.deeds.page(GUILD) if deed.what == "act-for"]
    assert len(tried) == 6, "what was tried is on the record, too"

    await table.moderation.act_for(FIRST, MODERATORS, f"show {own}")
    await house.settled()

    assert f"acted-for Ann shows {own}" in "\n".join(await table.sentences())
    assert table.awaiting == {FIRST}


async def test_the_host_may_have_it_done_only_for_who_is_late_and_asks_for_it(house: House, clock: Clock) -> None:
    table = await timed(house)
    asking, host = house.consent(table), Author(ANN)
    assert await refused(asking.do(ActFor(FIRST), host)) == "not-late"
    await passes(house, clock, DEADLINE)

    request = await house.consent(table).do(ActFor(FIRST), host)
    assert request is not None
    for seat in (SECOND, THIRD):
        await house.consent(table).answer(request.id, seat, True)

    await until(lambda: table.awaiting == {SECOND})
    assert not table.game.unrated, "all have agreed"


# The end by agreement (row 35)


@pytest.mark.parametrize("how", ["draw", "off"])
async def test_a_game_ends_when_all_want_it_and_nothing_in_it_is_hidden_any_more(
    house: House, discord: Recorder, how: str
) -> None:
    table = await timed(house)
    assert not await table.voting.ask_end(SECOND, how)
    vote = the_vote(table)
    await house.settled()
    (asked,) = (post.text for post in discord.channel if f"vote-{how}" in post.text)
    assert "Bob" not in asked, "nobody is told who asked"
    assert not await table.voting.cast(vote.id, FIRST, "yes")

    assert await table.voting.cast(vote.id, THIRD, "yes")
    await house.settled()

    assert (table.game.status, table.game.agreed) == (Status.OVER, how)
    assert table.awaiting == frozenset()
    assert table.legal(FIRST) == ()
    assert f"agreed-{how}" in discord.texts
    assert "dice-revealed" in "".join(post.text for posts in discord.threads.values() for post in posts)
    assert table.game.seed.hex() in await table.export()
    assert discord.channel[-1].mentions == ()
    assert await refused(table.submit(FIRST, Lay(card(table, FIRST)))) == "game-not-running"


async def test_a_game_that_was_ended_by_its_players_is_so_after_a_restart(opened: Opened, clock: Clock) -> None:
    async with opened(kit=SPOKEN, environment=Environment(now=clock)) as house:
        table = await timed(house)
        await table.voting.ask_end(FIRST, "draw")
        for seat in (SECOND, THIRD):
            await table.voting.cast(the_vote(table).id, seat, "yes")
    async with opened(kit=SPOKEN, environment=Environment(now=clock)) as house:
        table = await house.table(1)
        assert (table.game.status, table.game.agreed, table.awaiting) == (Status.OVER, "draw", frozenset())
        assert await house.store.games.of(ANN) == ()


async def test_what_was_agreed_and_what_the_program_did_for_somebody_stands_in_the_file_of_a_game(
    opened: Opened, clock: Clock
) -> None:
    async with opened(kit=SPOKEN, environment=Environment(now=clock)) as house:
        table = await timed(house, "once")
        await passes(house, clock, DEADLINE)
        await until(lambda: table.awaiting == {SECOND})
        await table.vacancies.leave(CAT)
        await table.voting.ask_end(SECOND, "draw")
        await table.voting.cast(the_vote(table).id, FIRST, "yes")

        written = await table.export()

        lines = written.split("\n")
        assert "agreed draw" in lines
        assert "bot 2 sitter" in lines
        assert [line.split()[1:3] for line in lines if "*" in line] == [["0*", "lay"], ["0*", "done"]]
        again, _ = await house.bring_in(7, 77, written.encode(), "en", IMPORT)
        assert await again.export() == written
        assert again.game.agreed == "draw"
        with pytest.raises(Illegal, match="import-unreadable"):
            await house.bring_in(8, 78, written.replace("agreed draw", "agreed won").encode(), "en", IMPORT)


async def test_replays_mark_what_the_program_did_for_somebody(house: House, clock: Clock) -> None:
    table = await timed(house, "once")
    await passes(house, clock, DEADLINE)
    await until(lambda: table.awaiting == {SECOND})
    await done(table, SECOND)

    moments = await table.moments()

    assert [moment.proxy for moment in moments if moment.seq > 1] == [FIRST, FIRST, None, None]


async def test_one_who_is_silent_is_enough_to_play_on_and_nobody_learns_who(
    house: House, clock: Clock, discord: Recorder
) -> None:
    """Row 35: silence is no."""
    table = await timed(house)
    await table.voting.ask_end(FIRST, "draw")
    await table.voting.cast(the_vote(table).id, SECOND, "no")
    await house.settled()
    posts = len(discord.channel), [post.text for post in discord.channel]

    assert table.voting.open, "a no ends nothing before its time, or it would be seen whose it was"
    assert posts == (len(discord.channel), [post.text for post in discord.channel])
    await passes(house, clock, ASKED_END)

    assert table.game.status is Status.RUNNING
    said = next(post.text for post in discord.channel if "vote-end-no" in post.text)
    assert not {"Bob", "Cat"} & set(said.split())


async def test_the_end_is_not_asked_for_again_and_again(house: House, clock: Clock) -> None:
    table = await timed(house)
    await table.voting.ask_end(FIRST, "draw")
    assert await refused(table.voting.ask_end(SECOND, "off")) == "vote-waits"
    for seat in (SECOND, THIRD):
        await table.voting.cast(the_vote(table).id, seat, "no")
    assert await refused(table.voting.ask_end(SECOND, "off")) == "vote-too-soon"
    clock.at += AGAIN

    await table.voting.ask_end(SECOND, "off")

    assert the_vote(table).what == "off"


async def test_who_is_out_of_the_game_has_no_vote_on_its_end(opened: Opened, clock: Clock) -> None:
    kit = replace(SPOKEN, flow=replace(SPOKEN.flow, playing=lambda view: frozenset({FIRST, SECOND})))
    async with opened(kit=kit, environment=Environment(now=clock)) as house:
        table = await timed(house)

        assert await refused(table.voting.ask_end(THIRD, "draw")) == "not-in-the-game"
        await table.voting.ask_end(FIRST, "draw")

        assert the_vote(table).voters == {FIRST, SECOND}
        assert await refused(table.vacancies.offer(CAT)) == "not-in-the-game"


async def test_ballots_do_not_outlive_their_vote(house: House) -> None:
    table = await timed(house)
    await table.voting.ask_end(FIRST, "draw")
    for seat in (SECOND, THIRD):
        await table.voting.cast(the_vote(table).id, seat, "no")

    assert await house.store.database.read("SELECT * FROM ballot") == []


async def test_a_new_person_on_a_seat_has_his_own_ballot(house: House) -> None:
    table = await timed(house)
    await table.voting.ask_end(FIRST, "draw")
    await table.voting.cast(the_vote(table).id, SECOND, "yes")

    await taken_over(table, SECOND, DAN, "Dan")

    assert the_vote(table).ballots == {FIRST: "yes"}


async def test_who_has_left_is_asked_no_more_and_holds_no_vote_up(house: House) -> None:
    table = await timed(house)
    await table.voting.ask_end(FIRST, "off")
    await table.vacancies.leave(CAT)

    assert the_vote(table).voters == {FIRST, SECOND}
    assert await table.voting.cast(the_vote(table).id, SECOND, "yes")

    assert table.game.agreed == "off"


async def test_once_a_game_is_over_nothing_is_asked_or_offered_any_more(house: House, discord: Recorder) -> None:
    table = await timed(house)
    await table.voting.ask_end(FIRST, "off")
    await table.vacancies.offer(BOB)
    while table.awaiting:
        (seat,) = table.awaiting
        await table.submit(seat, Lay(card(table, seat)))
        if Done() in table.legal(seat):
            await table.submit(seat, Done())
    await house.settled()

    assert not table.game.agreed
    await table.refresh()
    assert not table.votes
    assert not table.vacant
    assert buttons(discord, "vote-off") == buttons(discord, "seat-offered") == []


# Resigning (row 40)


async def test_no_deadline_vote_or_expulsion_resigns_for_anybody(house: House, clock: Clock) -> None:
    """Row 40: what the program does for somebody is what `Deciding.default` says, and that never gives up."""
    table = await expelled(house, clock)
    await until(lambda: table.awaiting == {SECOND})

    lines = await table.services.store.log.lines(table.game.id)
    assert {line.line.split()[0] for line in lines if line.proxy} == {"lay", "done"}
    assert next(chair.bot for chair in table.seats if chair.seat == FIRST) == SITTER


# What was kept before


async def test_who_was_absent_in_a_store_of_an_earlier_program_still_is(tmp_path: Path) -> None:
    """A clock that said `sitting`, and one that was out, as `absent` of the game made of it."""
    url = f"sqlite:///{tmp_path}/old.db"
    (mine,) = MIGRATIONS.glob("*_absence.sql")
    earlier = tmp_path / "earlier"
    earlier.mkdir()
    for path in MIGRATIONS.glob("*.sql"):
        if path.name < mine.name:
            shutil.copy(path, earlier)
    await (await Store.open(url, earlier)).close()
    with sqlite3.connect(path_of(url)) as db:
        for number, absent in enumerate(("wait", "once", "sit"), 1):
            db.execute(
                "INSERT INTO game (id, guild_id, channel_id, host_id, name, ruleset, version, options, places, status,"
                " seed, created_at, updated_at, absent)"
                " VALUES (?1, 1, ?1, 1, 'G', 'toy', 1, '{}', 2, 'running', zeroblob(32), 0, 0, ?2)",
                (number, absent),
            )
            clock = "INSERT INTO clock VALUES (?, ?, 1, 0, 0, 0, 0, 0, 1, ?, ?)"
            db.executemany(clock, [(number, 0, 1, 0), (number, 1, 0, 1)])

    store = await Store.open(url, MIGRATIONS)
    try:
        kept = {
            game: {seat: c.stand_in.value for seat, c in (await store.clocks.of(game)).items()} for game in (1, 2, 3)
        }
        agreed = [(await store.games.load(game))[0].absent.value for game in (1, 2, 3)]  # type: ignore[index]
    finally:
        await store.close()

    assert agreed == ["wait", "once", "sit"]
    assert kept == {1: {0: "", 1: ""}, 2: {0: "once", 1: ""}, 3: {0: "", 1: "sit"}}
