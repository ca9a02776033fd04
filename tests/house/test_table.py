"""One game: the door, one transaction, and what is known after a restart."""

from __future__ import annotations

import asyncio
import gc
import weakref

import pytest

from cogs.house.house import House
from cogs.house.runtime.environment import Environment
from cogs.house.values.records import Status
from engine.core import Illegal, Seat
from engine.log import Undo
from tests.house.conftest import ANN, BOB, CAT, CHANNEL, GUILD, MODERATORS, Opened, Recorder, game, lobby, taken_over
from tests.toy import Done, Laid, Lay, Roll, Rolled, Scored, Show, Take

FIRST, SECOND = Seat(0), Seat(1)


async def test_a_game_begins_with_what_chance_says(house: House) -> None:
    table = await game(house)

    assert table.game.status is Status.RUNNING
    assert table.awaiting == {FIRST}
    assert table.seq == 1
    assert sorted(table.view(FIRST).cards + table.view(SECOND).cards) == [1, 2, 3, 4, 5, 6]
    assert table.view(None).cards == ()


async def test_an_illegal_move_changes_nothing(house: House) -> None:
    table = await game(house)

    with pytest.raises(Illegal) as refused:
        await table.submit(SECOND, Roll(), 1)

    assert refused.value.code == "not-your-turn"
    assert table.seq == 1


async def test_the_author_learns_what_he_may_know(house: House) -> None:
    table = await game(house)
    card = table.view(FIRST).cards[0]

    rolled = await table.submit(FIRST, Roll(), 1)
    laid = await table.submit(FIRST, Lay(card), 2)

    assert [type(event) for event in rolled.events] == [Rolled]
    assert laid.events == ()
    assert laid.staged == (Laid(FIRST, card),)


async def test_a_repeated_interaction_is_refused_kindly(house: House) -> None:
    table = await game(house)
    await table.submit(FIRST, Roll(), 1)

    with pytest.raises(Illegal) as refused:
        await table.submit(FIRST, Roll(), 1)
    assert refused.value.code == "already-done"

    card = table.view(FIRST).cards[0]
    with pytest.raises(Illegal) as still_legal:
        await table.submit(FIRST, Lay(card), 1)
    assert still_legal.value.code == "already-done"
    assert table.seq == 3


async def test_a_repeated_interaction_is_known_after_a_restart(opened: Opened) -> None:
    async with opened() as house:
        await (await game(house)).submit(FIRST, Roll(), 1)
    async with opened() as house:
        table = await house.at(CHANNEL)
        assert table is not None
        with pytest.raises(Illegal) as refused:
            await table.submit(FIRST, Roll(), 1)

    assert refused.value.code == "already-done"


async def test_another_world_may_give_the_same_ids_again(opened: Opened) -> None:
    async with opened(environment=Environment(world="local-1")) as house:
        await (await game(house)).submit(FIRST, Roll(), 1)
    async with opened(environment=Environment(world="local-2")) as house:
        table = await house.at(CHANNEL)
        assert table is not None
        await table.submit(FIRST, Lay(table.view(FIRST).cards[0]), 1)

        assert table.seq == 4


async def test_of_two_at_once_one_is_first(house: House) -> None:
    table = await game(house)

    answers = await asyncio.gather(
        table.submit(FIRST, Roll(), 1), table.submit(FIRST, Roll(), 2), return_exceptions=True
    )

    assert sum(isinstance(answer, Illegal) for answer in answers) == 1
    assert table.seq == 3


async def test_a_button_of_a_past_phase_is_stale(house: House) -> None:
    table = await game(house)
    began = table.began
    await table.submit(FIRST, Lay(table.view(FIRST).cards[0]), 1, began)
    await table.submit(FIRST, Done(), 2, began)

    with pytest.raises(Illegal) as refused:
        await table.submit(SECOND, Roll(), 3, began)

    assert refused.value.code == "game-has-gone-on"


async def test_what_was_staged_is_taken_back_in_silence(house: House, discord: Recorder) -> None:
    table = await game(house)
    before, said = table.view(FIRST), len(discord.channel)
    card = before.cards[0]
    await table.submit(FIRST, Lay(card), 1)

    await table.submit(FIRST, table.legal(FIRST)[-1], 2)
    await house.settled()

    assert table.view(FIRST) == before
    assert len(discord.channel) == said


async def test_only_own_steps_may_be_taken_back(house: House) -> None:
    table = await game(house)
    await table.submit(FIRST, Lay(table.view(FIRST).cards[0]), 1)

    with pytest.raises(Illegal) as refused:
        await table.submit(SECOND, Undo((2,)), 2)

    assert refused.value.code == "undo-nothing"


async def test_chance_says_nothing_that_a_person_types(house: House) -> None:
    table = await game(house)

    with pytest.raises(Illegal) as refused:
        table.parse("draw 6")

    assert refused.value.code == "line-unknown-verb"
    assert "draw" not in str(refused.value.facts["verbs"])


async def test_loading_gives_what_play_gave(opened: Opened) -> None:
    async with opened() as house:
        table = await game(house)
        card = table.view(FIRST).cards[0]
        await table.submit(FIRST, Roll(), 1)
        await table.submit(FIRST, Show(card), 2)
        await table.submit(FIRST, Lay(card), 3)
        await table.submit(FIRST, Undo((3, 4)), 4)
        await table.submit(FIRST, Take(1), 5)
        await table.submit(FIRST, Lay(card), 6)
        await table.submit(FIRST, Done(), 7)
        await table.submit(SECOND, Lay(table.view(SECOND).cards[0]), 8)
        kept = (table.seq, table.began, table.game, table.legal(SECOND))
        views = [table.view(viewer) for viewer in (None, FIRST, SECOND)]
        told = await table.sentences()
    async with opened() as house:
        again = await house.at(CHANNEL)

        assert again is not None
        assert (again.seq, again.began, again.game, again.legal(SECOND)) == kept
        assert [again.view(viewer) for viewer in (None, FIRST, SECOND)] == views
        assert await again.sentences() == told


async def test_a_table_that_was_dropped_is_loaded_again(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cogs.house.table.known_tables.TABLES", 1)
    table = await game(house)
    view, number = table.view(FIRST), table.game.id
    dropped = weakref.ref(table)
    del table
    await game(house, channel=11)
    gc.collect()
    assert dropped() is None

    again = await house.table(number)

    assert again.view(FIRST) == view


async def test_a_table_in_use_is_one_and_the_same(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cogs.house.table.known_tables.TABLES", 1)
    table = await game(house)
    await game(house, channel=11)

    assert await house.table(table.game.id) is table


async def test_a_move_that_somebody_else_made_first_is_refused_by_the_rules(opened: Opened) -> None:
    async with opened() as one, opened(sender=None) as other:
        here = await game(one)
        there = await other.table(here.game.id)
        await here.submit(FIRST, Roll(), 1)

        with pytest.raises(Illegal) as refused:
            await there.submit(FIRST, Roll(), 2)

        assert refused.value.code == "not-possible"


async def test_a_submit_outlives_its_cancelled_caller(house: House) -> None:
    table = await game(house)
    caller = asyncio.create_task(table.submit(FIRST, Roll(), 1))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    caller.cancel()
    with pytest.raises(asyncio.CancelledError):
        await caller

    await table.submit(FIRST, Lay(table.view(FIRST).cards[0]), 2)

    assert table.seq == 4


async def test_the_end_frees_the_channel(house: House) -> None:
    table = await game(house)
    await _played_out(house)

    assert table.game.status is Status.OVER
    assert table.awaiting == frozenset()
    assert table.legal(FIRST) == ()
    assert await house.at(CHANNEL) is None
    assert await house.last_at(CHANNEL) is table
    with pytest.raises(Illegal) as refused:
        await table.submit(FIRST, Roll(), 1_000)
    assert refused.value.code == "game-not-running"
    await lobby(house)


async def test_a_running_game_is_exported_without_its_secrets(house: House) -> None:
    table = await game(house)
    card = table.view(FIRST).cards[0]
    await table.submit(FIRST, Lay(card), 1)
    await table.submit(FIRST, Done(), 2)

    text = await table.export()

    assert "Ann lays a card" in text
    assert "lay " not in text
    assert "draw" not in text
    assert table.game.seed.hex() not in text


async def test_a_finished_game_is_exported_whole(house: House) -> None:
    table = await game(house)
    await _played_out(house)

    text = await table.export()

    assert f"seed {table.game.seed.hex()}" in text
    assert len([line for line in text.splitlines() if line[:1].isdigit()]) == table.seq


async def test_secrets_do_not_show_where_a_game_is_logged(house: House) -> None:
    table = await game(house)

    assert repr(table.game.seed) not in repr(table.game)


async def test_a_person_sits_once_at_a_table(house: House) -> None:
    table = await lobby(house, seats=3)

    with pytest.raises(Illegal) as refused:
        await table.lobby.join(ANN, "Ann")

    assert refused.value.code == "lobby-already-in"


async def test_two_who_join_at_once_get_two_seats(house: House) -> None:
    table = await lobby(house, seats=3)

    seats = await asyncio.gather(table.lobby.join(BOB, "Bob"), table.lobby.join(CAT, "Cat"))

    assert sorted(seats) == [1, 2]
    with pytest.raises(Illegal) as refused:
        await table.lobby.join(104, "Dan")
    assert refused.value.code == "lobby-full"


async def test_the_game_waits_until_all_seats_are_taken(house: House) -> None:
    table = await lobby(house, seats=3)
    await table.lobby.join(BOB, "Bob")

    with pytest.raises(Illegal) as refused:
        await table.lobby.start(ANN)

    assert refused.value.code == "lobby-seats-free"
    assert refused.value.facts == {"free": 1}


async def test_seats_close_up_when_somebody_leaves(house: House) -> None:
    table = await lobby(house, seats=3)
    await table.lobby.join(BOB, "Bob")
    await table.lobby.add_bot("random")

    await table.lobby.leave(ANN)

    assert [(chair.seat, chair.user_id) for chair in table.seats] == [(0, BOB), (1, None)]
    assert table.host == BOB


async def test_a_lobby_without_people_is_called_off(house: House) -> None:
    table = await lobby(house)
    await table.lobby.add_bot("random")

    await table.lobby.leave(ANN)

    assert table.game.status is Status.ENDED
    assert await house.at(CHANNEL) is None


async def test_nobody_leaves_a_lobby_that_has_become_a_game(house: House) -> None:
    table = await game(house)

    for attempt in (
        table.lobby.leave(BOB),
        table.lobby.cancel(ANN),
        table.lobby.start(ANN),
        table.lobby.join(CAT, "Cat"),
    ):
        with pytest.raises(Illegal) as refused:
            await attempt
        assert refused.value.code == "lobby-started"


async def test_a_channel_has_one_open_game(house: House) -> None:
    await lobby(house)

    with pytest.raises(Illegal) as refused:
        await house.open(GUILD, CHANNEL, BOB, "Bob", "toy", 2, "Saturday")

    assert refused.value.code == "channel-busy"
    assert refused.value.facts == {"name": "Friday"}
    assert (await lobby(house, channel=11)).game.channel == 11


@pytest.mark.parametrize("seats", [1, 5])
async def test_a_game_has_its_numbers_of_seats(house: House, seats: int) -> None:
    with pytest.raises(Illegal) as refused:
        await lobby(house, seats=seats)

    assert refused.value.code == "seats-not-allowed"
    assert await house.at(CHANNEL) is None


async def test_an_option_that_the_rules_lack_opens_no_game(house: House) -> None:
    with pytest.raises(Illegal) as refused:
        await house.open(GUILD, CHANNEL, ANN, "Ann", "toy", 2, "Friday", {"jokers": "2"})

    assert refused.value.code == "option-unknown"
    assert await house.at(CHANNEL) is None


async def test_options_stay_with_the_game(opened: Opened) -> None:
    async with opened() as house:
        await house.open(GUILD, CHANNEL, ANN, "Ann", "toy", 2, "Friday", {"bonus": "50"})
    async with opened() as house:
        table = await house.at(CHANNEL)
        assert table is not None
        await table.lobby.join(BOB, "Bob")
        await table.lobby.start(BOB)

        assert table.view(None).scores == (50, 50)


async def test_another_person_may_take_a_seat_and_gets_its_things(house: House, discord: Recorder) -> None:
    table = await game(house)
    cards = table.view(FIRST).cards

    await taken_over(table, FIRST, CAT, "Cat")
    await house.settled()

    assert table.seat_of(ANN) is None
    assert table.seat_of(CAT) == FIRST
    assert str(cards) in discord.told(CAT)
    assert discord.channel[-1].mentions == (CAT,)


async def test_nobody_is_put_on_two_seats(house: House) -> None:
    table = await game(house)

    with pytest.raises(Illegal) as refused:
        await table.vacancies.invite(FIRST, BOB, MODERATORS)

    assert refused.value.code == "seat-held-already"


async def test_after_closing_nothing_more_is_taken(opened: Opened) -> None:
    async with opened() as house:
        table = await game(house)
        last = asyncio.create_task(table.submit(FIRST, Roll(), 1))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        await house.close()

        assert isinstance((await last).events[0], Rolled)
        with pytest.raises(Illegal) as refused:
            await table.submit(FIRST, Lay(table.view(FIRST).cards[0]), 2)
        assert refused.value.code == "restarting"


@pytest.mark.parametrize("name", ["Ωmega 棋手", "x" * 32, "*_~`@everyone <@1> [a](b)", "\u202eevil", "شاهد"])
async def test_any_name_is_shown_and_does_nothing(house: House, discord: Recorder, name: str) -> None:
    table = await lobby(house)
    await table.lobby.join(BOB, name)
    await table.lobby.start(ANN)
    await table.submit(FIRST, Take(1), 1)
    await house.settled()

    shown = table.names[SECOND]
    assert shown in discord.texts
    assert "<@1>" not in shown
    assert "@everyone" not in shown
    assert "\u202e" not in shown
    assert table.seats[1].name == name


async def _played_out(house: House) -> None:
    table = await house.at(CHANNEL)
    assert table is not None
    interaction = 100
    while table.awaiting:
        (seat,) = table.awaiting
        interaction += 2
        await table.submit(seat, Lay(table.view(seat).cards[0]), interaction)
        told = await table.submit(seat, Done(), interaction + 1)
        assert Scored in map(type, told.events)
