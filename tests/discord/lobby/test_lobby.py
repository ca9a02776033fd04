"""Opening a game, joining it and starting it, by commands and by buttons."""

from __future__ import annotations

import pytest

from cogs.interactions.components import custom_id
from tests.discord.conftest import Play, Starts, labels, text_of
from tests.discord.crowd import Crowd


async def test_a_game_is_opened_joined_and_started_by_commands(play: Play) -> None:
    await play.slash("Ann", "titan new", seats=3, name="Friday *Titans*")
    await play.slash("Ben", "titan join")
    await play.slash("Ann", "titan add-bot", level="random")

    said = await play.said("Ben", "titan start")

    assert "begins" in said
    table = await play.table()
    assert table.game.status.value == "running"
    assert [chair.name for chair in table.seats][:2] == ["Ann", "Ben"]
    assert r"Friday \*Titans\*" in play.public_text()


async def test_the_lobby_post_has_its_buttons_and_they_work_without_a_word(play: Play) -> None:
    await play.slash("Ann", "titan new", seats=3)
    post = play.last_with("Join")
    assert labels(post) == ["Join", "Leave", "Fill with bots", "Start", "Rules", "Seats", "Fair dice"]

    presses = (("Ben", "Join"), ("Ben", "Leave"), ("Cleo", "Join"), ("Ann", "Fill with bots"), ("Ann", "Start"))
    for who, label in presses:
        result = await play.press(who, post, label=label)
        assert not result.followups, "the post shows it, and nothing private is left"
        assert result.response is None or result.response.id == post.id

    table = await play.table()
    assert [chair.user_id for chair in table.seats][:2] == [play.people["Ann"].id, play.people["Cleo"].id]
    assert table.game.status.value == "running"


async def test_the_lobby_post_shows_who_is_in_and_loses_its_buttons_at_the_start(play: Play) -> None:
    await play.slash("Ann", "titan new", seats=2)
    post = play.last_with("Join")
    await play.press("Ben", post, label="Join")
    shown = next(message for message in play.public() if message.id == post.id)
    assert "Ann" in shown.content
    assert "Ben" in shown.content

    await play.press("Ann", post, label="Start")

    shown = next(message for message in play.public() if message.id == post.id)
    assert labels(shown) == []


async def test_a_refused_press_in_the_lobby_is_answered_in_private(play: Play) -> None:
    await play.slash("Ann", "titan new", seats=2)
    post = play.last_with("Join")

    twice = await play.press("Ann", post, label="Join")
    early = await play.press("Ann", post, label="Start")
    stranger = await play.press("Dan", post, label="Fill with bots")

    for result, why in ((twice, "in already"), (early, "“Fill with bots” takes it"), (stranger, "no seat")):
        (said,) = result.followups
        assert said.ephemeral
        assert why in said.content


async def test_a_second_game_in_the_channel_gets_a_thread_and_the_channel_stays_with_the_first(play: Play) -> None:
    await play.slash("Ann", "titan new", seats=2, name="First")
    first = await play.table()

    said = await play.said("Ben", "titan new", seats=2, name="Other")

    assert "a thread of its own" in said
    assert await play.table() is first
    assert first.seat_of(play.people["Ben"].id) is None
    assert [game.name for game in await play.house.store.games.of(play.people["Ben"].id)] == ["Other"]


async def test_a_second_game_is_refused_where_it_can_have_no_thread(starts: Starts) -> None:
    async with starts(without=("create_public_threads",)) as play:
        await play.slash("Ann", "titan new", seats=2, name="First")

        said = await play.said("Ben", "titan new", seats=2)

        assert "“First” is open in this channel" in said
        assert "create public threads" in said


async def test_a_deleted_lobby_post_is_posted_anew(play: Play) -> None:
    await play.slash("Ann", "titan new", seats=3)
    post = play.last_with("Join")
    play.env.inject_error("PATCH", f"/channels/*/messages/{post.id}", status=404, code=10008)

    await play.slash("Ben", "titan join")

    fresh = play.last_with("Join")
    assert fresh.id != post.id
    assert "Ben" in fresh.content


async def test_commands_without_a_game_say_how_to_open_one(play: Play) -> None:
    for command in ("titan join", "titan status", "titan resign", "play roll", "show board", "show mine"):
        assert "/titan new" in await play.said("Ann", command)


async def test_status_answers_whoever_asks(play: Play) -> None:
    await play.slash("Ann", "titan new", seats=2)
    assert "Ann" in await play.said("Dan", "titan status")
    await play.slash("Ben", "titan join")
    await play.slash("Ann", "titan start")
    assert "waits for" in await play.said("Dan", "titan status")


async def test_before_somebody_resigns_another_may_have_his_seat_and_he_is_asked(play: Play) -> None:
    """ASYNC_PLAY A8.8; row 40 of its table."""
    table = await play.set_up("Ann", "Ben", "Cleo")

    first = await play.slash("Ben", "titan resign")
    assert labels(first.response) == ["Offer my seat", "Resign", "Back"]
    assert table.view(None).players[1].out == 0
    await play.press("Ben", first.response, label="Resign")

    assert table.view(None).players[1].out > 0
    vote = await play.slash("Ben", "game vote", ending="draw")
    assert "still in the game" in text_of(await play.press("Ben", vote.response, label="Ask everybody"))


async def test_a_person_opens_three_games_at_a_time_and_is_told_which(play: Play) -> None:
    for number in range(3):
        await play.slash("Dan", "titan new", seats=2, name=f"Table {number}")
    threads = len(play.channel.threads)

    refused = await play.said("Dan", "titan new", seats=2, name="Table 3")

    assert refused.startswith("Start or leave one of these games of yours first: ")
    assert all(f"Table {number}" in refused for number in range(3))
    assert len(play.channel.threads) == threads, "nothing was opened for it"
    assert "a thread of its own" in await play.said("Ann", "titan new", seats=2)
    await play.slash("Dan", "titan leave")
    assert "is open" in await play.said("Dan", "titan new", seats=2, name="Table 3")


@pytest.mark.parametrize("begun", [False, True])
async def test_an_old_button_of_a_lobby_leads_to_where_the_table_stands_now(play: Play, begun: bool) -> None:
    """Posts from before *Fill with bots* say *Add bot*, until something changes at their tables."""
    await play.slash("Ann", "titan new", seats=2)
    post, table = play.last_with("Join"), await play.table()
    if begun:
        await play.press("Ann", post, label="Fill with bots")
        await play.press("Ann", post, label="Start")
    else:
        await table.lobby.join(play.people["Ben"].id, "Ben")
        await table.lobby.leave(play.people["Ben"].id)
    before = table.game, table.seats, table.seq

    (old,) = await Crowd(play).press("Ann", post, custom_id(table.game.id, 1, "add-bot")).answers()

    assert (table.game, table.seats, table.seq) == before
    said, shown = text_of(old).partition("\n")[::2]
    if begun:
        assert said == "The game has moved on – this is where it stands now."
        assert labels(old.response) == labels(
            (await play.press("Ann", play.last_with("My turn"), label="My turn")).response
        )
    else:
        assert said == "That button is gone. This is how the table stands now."
        assert "1 seat is free" in shown
        assert labels(old.response) == labels(play.last_with("Join"))
