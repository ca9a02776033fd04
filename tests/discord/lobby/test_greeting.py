"""From nothing to playing: the greeting of a game, and its three ways."""

from __future__ import annotations

from typing import Any

import pytest
from simcord.backend.serializers import guild_create_payload

from cogs.commands.greeting import greet
from cogs.house.values.records import Setup, Status
from cogs.house.words.words import Words, languages
from tests.discord.asks import watched
from tests.discord.conftest import Play, custom_ids, labels, text_of
from tests.discord.test_seeing import hidden_game

WAYS = ["Play now against bots", "Learn in 3 minutes", "Open a table"]
GAMES = ("titan", "skirmish")


async def greeted(play: Play, game: str = "titan") -> Any:
    """The greeting as it stands in an empty channel."""
    await greet(play.client, play.client.get_partial_messageable(play.channel.id), game, "en")
    return play.public()[-1]


@pytest.mark.parametrize("game", GAMES)
async def test_help_greets_in_private_with_a_picture_and_three_ways(play: Play, game: str) -> None:
    result = await play.slash("Dan", f"{game} help")

    assert result.response is not None
    assert text_of(result) == Words().text(f"{game}.greeting.text")
    assert labels(result.response) == WAYS
    (picture,) = result.response.attachments
    assert picture.description
    assert play.public() == []


@pytest.mark.parametrize("language", languages())
def test_a_greeting_is_two_sentences(language: str) -> None:
    for game in GAMES:
        assert Words(language).text(f"{game}.greeting.text").count(". ") == 1


@pytest.mark.parametrize(("game", "seats"), [("titan", 4), ("skirmish", 2)])
async def test_one_press_leads_from_an_empty_channel_to_a_running_game_against_bots(
    play: Play, game: str, seats: int
) -> None:
    post = await greeted(play, game)

    panel = await play.press("Ann", post, label="Play now against bots")

    table = await play.table()
    assert table.game.status is Status.RUNNING
    assert len(table.seats) == seats
    assert [chair.user_id for chair in table.seats if chair.bot is None] == [play.people["Ann"].id]
    assert table.game.hints
    assert table.game.setup is Setup.DRAWN
    assert panel.response is not None
    assert panel.response.ephemeral
    assert "Join" not in {label for message in play.public() for label in labels(message)}, "there was no lobby to see"


async def test_the_first_thing_that_is_asked_of_whoever_plays_now_is_a_decision_of_play(play: Play) -> None:
    """In Titan nobody chooses a color, in the skirmish no army: two presses lead there at most."""
    await play.press("Ann", await greeted(play), label="Play now against bots")
    table = await play.table()
    assert table.view(None).phase not in ("setup", "lobby")
    assert play.who(table) == "Ann"
    panel = await play.press("Ann", play.last_with("My turn"), label="My turn")
    assert "plit" in text_of(panel)


async def test_who_plays_the_skirmish_now_decides_at_once(play: Play) -> None:
    panel = await play.press("Ann", await greeted(play, "skirmish"), label="Play now against bots")

    table = await play.table()
    assert (table.view(None).phase, table.view(None).round) == ("commanding", 1)
    assert play.who(table) == "Ann"
    assert "command card" in text_of(panel)


async def test_a_greeting_stays_and_the_next_who_presses_has_a_table_of_their_own(play: Play) -> None:
    post = await greeted(play)
    await play.press("Ann", post, label="Play now against bots")

    other = await play.press("Ben", post, label="Play now against bots")

    assert "a thread of its own" in text_of(other)
    (game,) = await play.house.store.games.of(play.people["Ben"].id)
    assert game.channel != play.channel.id
    assert len(await play.house.store.games.of(play.people["Ann"].id)) == 1


async def test_learning_is_private_and_opening_is_what_the_command_does(play: Play) -> None:
    post = await greeted(play)

    lesson = await play.press("Ann", post, label="Learn in 3 minutes")
    opened = await play.press("Ben", post, label="Open a table")

    assert any(each.startswith("l2:titan:") for each in custom_ids(lesson.response))
    assert not opened.followups, "it stands there, and nothing private is left"
    table = await play.table()
    assert (table.game.status, table.game.places) == (Status.LOBBY, 4)
    assert labels(play.public()[-1])[0] == "Join"


async def test_a_greeting_works_after_a_restart(play: Play) -> None:
    post = await greeted(play)
    await play.restart()

    await play.press("Ann", post, label="Play now against bots")

    assert (await play.table()).game.status is Status.RUNNING


async def test_a_person_has_only_so_many_games_waiting_whatever_opens_them(play: Play) -> None:
    post = await greeted(play)
    for _ in range(3):
        await play.press("Dan", post, label="Open a table")

    refused = await play.press("Dan", post, label="Open a table")

    (said,) = refused.followups
    assert said.content.startswith("Start or leave one of these games of yours first: ")


async def joined(play: Play) -> Any:
    """Somebody adds the bot to their server; who owns it."""
    owner = play.env.create_user("olga", global_name="Olga")
    guild = play.env.create_guild("Newcomers", owner=owner)
    payload = guild_create_payload(play.env.backend, play.env.backend.guilds[guild.id])
    play.env.backend.emit("GUILD_CREATE", {key: said for key, said in payload.items() if key != "unavailable"})
    await play.settle()
    return owner


async def test_whoever_owns_a_server_is_greeted_by_direct_message_when_the_bot_joins_it(play: Play) -> None:
    owner = await joined(play)

    first, *others = owner.dm_channel.history()
    assert "**Newcomers**" in first.content
    assert "`/titan help` or `/skirmish help`" in first.content
    assert len(others) == len(GAMES) - 1
    assert labels(first) == WAYS
    refused = await owner.click(first, label="Play now against bots")
    assert text_of(refused) == "Games live in server channels. Type `/titan help` in one."
    lesson = await owner.click(first, label="Learn in 3 minutes")
    assert any(each.startswith("l2:titan:") for each in custom_ids(lesson.response))


async def test_a_closed_door_is_not_knocked_at_twice(play: Play) -> None:
    play.env.inject_error("POST", "/channels/*/messages", status=403, code=50007)

    owner = await joined(play)

    assert owner.dm_channel.history() == []
    assert (await play.slash("Ann", "titan help")).response is not None


async def test_what_is_pressed_on_a_greeting_looks_at_no_game_but_the_one_that_it_begins(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    await hidden_game(play)
    post = await greeted(play)
    with watched(play, monkeypatch) as found:
        for label, touched in (("Learn in 3 minutes", set[int]()), ("Play now against bots", {2})):
            await play.press("Dan", post, label=label)
            assert found[-1].touched == touched, label


@pytest.mark.parametrize("game", GAMES)
async def test_the_panel_of_a_game_that_one_press_began_gives_way_to_the_next(play: Play, game: str) -> None:
    await play.press("Ann", await greeted(play, game), label="Play now against bots")
    shown = await play.press("Ann", play.last_with("My turn"), label="My turn")

    (alone,) = (message for message in play.seen_by("Ann") if message.flags.ephemeral)
    assert shown.response is not None
    assert alone.id == shown.response.id
