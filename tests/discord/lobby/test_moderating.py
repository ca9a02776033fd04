"""`/titan-admin` for those who may manage the server, and what it tells everybody; wrong people are refused."""

from __future__ import annotations

import re

import discord
import pytest

from cogs.commands.doctor import needed
from cogs.house.values.records import PostStyle, Status
from cogs.house.words.words import Words, languages
from cogs.interactions.permissions import PERMISSIONS
from tests.discord.conftest import Play, Starts, labels, text_of

COMMANDS: tuple[tuple[str, dict[str, str]], ...] = (
    ("doctor", {}), ("setup", {}), ("defaults", {}), ("rollback", {"to": "1"}), ("freeze", {"reason": "x"}),
    ("unfreeze", {}), ("purge", {"game": "1"}), ("status", {}), ("export", {}), ("stats", {}),
)  # fmt: skip


async def manager(play: Play, who: str = "Ann") -> str:
    """Somebody who may manage the server."""
    role = play.guild.create_role("Managers", permissions=discord.Permissions(manage_guild=True))
    name = f"{who}'s other"
    play.people[name] = play.guild.add_member(play.env.create_user(re.sub(r"\W", "", name.lower())), roles=[role])
    return name


async def seen_by_all(play: Play) -> None:
    """The server lets everybody see the commands of moderators, as it may: so each of them asks for itself."""
    (command,) = [each for each in await play.client.tree.fetch_commands() if each.name == "titan-admin"]
    play.guild.set_command_permissions(command.id, {play.guild.default_role: True})


async def test_who_may_not_manage_the_server_is_refused(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")
    await seen_by_all(play)
    before = table.seq, table.game

    for command, given in COMMANDS:
        said = await play.said("Ben", f"titan-admin {command}", **given)
        assert "people who may manage this server" in said, command
        assert (table.seq, table.game) == before, command


async def test_a_press_that_confirms_is_checked_again(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")
    boss = await manager(play)
    await seen_by_all(play)
    to = (await play.completed(boss, "titan-admin rollback", "to"))[0]
    assert await play.completed("Ben", "titan-admin rollback", "to") == []
    assert await play.completed("Ben", "titan-admin purge", "game") == []
    assert await play.completed("Ben", "titan-admin setup", "game") == []
    asked = await play.slash(boss, "titan-admin rollback", to=to)
    seq = table.seq

    role = play.guild.roles["Managers"]
    play.env.backend.remove_member_role(play.guild.id, play.people[boss].id, role.id)
    refused = await play.press(boss, asked.response, label="Set the game back")

    assert "people who may manage this server" in text_of(refused)
    assert table.seq == seq


async def test_a_game_is_set_back_by_a_moderator_on_the_record(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")
    boss = await manager(play)
    one = play.who(table)
    await play.first(table)
    await play.slash(one, "play do", line="roll")
    point = next(point for point in await table.rewinding.phase_points() if point.view.phase == "split")

    asked = await play.slash(boss, "titan-admin rollback", to=str(point.began), reason="a *wrong* legion")
    assert table.view(None).phase == "move"
    done = await play.press(boss, asked.response, label="Set the game back")

    assert "everybody's told" in text_of(done)
    assert table.view(None).phase == "split"
    assert "A moderator set the game back." in play.public_text()
    assert "a \\*wrong\\* legion" in play.public_text()
    assert "rollback" in await play.said(boss, "titan-admin status")
    again = await play.slash(boss, "titan-admin rollback", to="99999")
    assert "can't go back" in text_of(again)


async def test_a_question_that_is_out_of_date_sets_nothing_back(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")
    boss = await manager(play)
    await play.first(table)
    to = (await play.completed(boss, "titan-admin rollback", "to"))[0]
    asked = await play.slash(boss, "titan-admin rollback", to=to)
    await play.slash(play.who(table), "play do", line="roll")
    phase = table.view(None).phase

    pressed = await play.press(boss, asked.response, label="Set the game back")

    assert "has gone on" in text_of(pressed)
    assert table.view(None).phase == phase


async def test_a_halted_game_says_so_kindly_and_goes_on(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")
    boss = await manager(play)
    one = play.who(table)

    await play.slash(boss, "titan-admin freeze", reason="we look into it")

    assert "A moderator has halted this game" in play.public_text()
    assert "annsother, who isn't in this game, decided: **The game is halted.**" in play.public_text()
    panel = await play.press(one, play.last_with("My turn"), label="My turn")
    assert "The reason: we look into it" in text_of(panel)
    assert labels(panel.response) == ["My turn"]
    assert "The reason: we look into it" in await play.said(one, "play do", line="roll")
    assert "we look into it" in await play.said(boss, "titan-admin doctor")
    await play.restart()
    assert "The reason: we look into it" in await play.said(one, "game takeback")
    await play.slash(boss, "titan-admin unfreeze")
    assert "A moderator lets this game go on." in play.public_text()
    table = await play.table()
    await play.first(table)
    assert "isn't halted" in await play.said(boss, "titan-admin unfreeze")


async def test_nothing_a_moderator_is_told_names_a_hidden_creature(play: Play) -> None:
    """A3.7, U14: the choices that he is offered, what he is asked and what is told."""
    table = await play.set_up("Ann", "Ben")
    boss = await manager(play)
    await play.first(table)
    await play.slash(play.who(table), "play do", line="roll")
    found = await play.people[boss].autocomplete(play.channel, "titan-admin rollback", "to", "")
    shown = " ".join(str(choice["name"]) for choice in found)
    asked = await play.said(boss, "titan-admin rollback", to=str(found[-1]["value"]))

    for creature in ("Titan ", "Angel", "Ogre", "Centaur", "Gargoyle"):
        assert creature not in shown + asked


@pytest.mark.parametrize("lost", ["attach_files", "create_public_threads", "pin_messages", "read_message_history"])
async def test_the_doctor_names_what_is_missing_and_what_it_costs(starts: Starts, lost: str) -> None:
    async with starts(without=(lost,), errors=True) as play:
        boss = await manager(play)
        said = await play.said(boss, "titan-admin doctor")

        assert Words().text(f"discord.doctor.{lost}") in said
        assert said.count("is missing") == 1


async def test_the_doctor_finds_nothing_where_nothing_is_missing(play: Play) -> None:
    boss = await manager(play)
    assert "All permissions are there" in await play.said(boss, "titan-admin doctor")
    await play.set_up("Ann", "Ben")
    assert "All permissions are there" in await play.said(boss, "titan-admin doctor")


async def test_the_doctor_says_why_a_game_stands_still(play: Play) -> None:
    boss = await manager(play)
    table = await play.set_up("Ann", "Ben")
    await play.agreed("Ann", "titan settings", pace="daily")
    assert "All permissions are there" in await play.said(boss, "titan-admin doctor")

    await play.passes(6 * 24 * 3600)
    said = await play.said(boss, "titan-admin doctor")
    assert f"The game waits for {play.who(table)}, since <t:" in said
    assert "Out of time <t:" in said

    await play.slash("Ann", "game pause")
    await play.press("Ben", play.last_with("Agree"), label="Agree")
    assert "The players paused this game." in await play.said(boss, "titan-admin doctor")


def test_every_permission_has_its_line_in_every_language_and_is_used_somewhere() -> None:
    asked = {name for name, wanted in PERMISSIONS if wanted}

    assert set(needed(False, PostStyle.CARD)) == asked
    assert "send_messages" not in needed(True, PostStyle.CARD)
    assert "create_public_threads" not in needed(False, PostStyle.CHANNEL)
    for language in languages():
        assert all(f"discord.doctor.{name}" in Words(language) for name in asked)


async def test_a_game_goes_on_in_another_channel(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")
    boss = await manager(play)
    home = play.channel
    await table.suspend("404 10003: unknown channel")
    assert "10003" in await play.said(boss, "titan-admin doctor")
    play.channel = play.guild.create_text_channel("titan-2")

    assert table.game.name in await play.said(boss, "titan-admin setup")
    (offered,) = await play.completed(boss, "titan-admin setup", "game")
    assert "goes on here" in await play.said(boss, "titan-admin setup", game=offered)

    assert table.game.channel == play.channel.id
    assert "goes on here" in play.public_text()
    await play.press(play.who(table), play.last_with("My turn"), label="My turn")
    await play.first(table)
    play.channel = home
    assert "No game" in await play.said("Ann", "titan status")


async def test_a_game_is_not_moved_onto_another(play: Play) -> None:
    await play.set_up("Ann", "Ben")
    boss = await manager(play)
    play.channel = play.guild.create_text_channel("titan-2")
    await play.slash("Cleo", "titan new", seats=2)
    (offered,) = await play.completed(boss, "titan-admin setup", "game")

    assert "has a game already" in await play.said(boss, "titan-admin setup", game=offered)


async def test_defaults_of_the_server_are_what_new_games_begin_with(play: Play) -> None:
    boss = await manager(play)
    said = await play.said(boss, "titan-admin defaults", seats=3, theme="print", language="de", hints="off")
    assert "Seats: 3" in said
    assert "Told: Everything in the channel" in await play.said(boss, "titan-admin defaults", told="channel")

    await play.slash("Ann", "titan new")
    game = (await play.table()).game

    assert (game.places, game.theme, game.language, game.hints, game.posts) == (
        3, "print", "de", False, PostStyle.CHANNEL,
    )  # fmt: skip
    assert "as they do everywhere" in await play.said(boss, "titan-admin defaults", reset=True)


async def test_what_is_said_goes_before_the_defaults(play: Play) -> None:
    boss = await manager(play)
    await play.slash(boss, "titan-admin defaults", seats=3, theme="print")

    await play.new("Ann", seats=2, theme="light")

    game = (await play.table()).game
    assert (game.places, game.theme) == (2, "light")


async def test_a_game_that_is_over_is_deleted_after_a_question(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")
    boss = await manager(play)
    assert "Only a finished or called-off game" in await play.said(boss, "titan-admin purge", game=str(table.game.id))
    await play.resigned(table, "Ann")

    asked = await play.slash(boss, "titan-admin purge", game=str(table.game.id))
    done = await play.press(boss, asked.response, label="Delete for good")

    assert "is deleted" in text_of(done)
    assert f"deleted game {table.game.id}." in play.public_text()
    assert "No game is open" in await play.said("Ann", "titan status")
    assert await play.store.games.load(table.game.id) is None
    assert "no such game" in await play.said(boss, "titan-admin purge", game=str(table.game.id))


async def test_all_of_a_server_is_deleted_with_what_runs(play: Play) -> None:
    table = await play.opened("Ann", bots=1)
    boss = await manager(play)
    assert (await play.completed(boss, "titan-admin purge", "game"))[-1] == "server"

    asked = await play.slash(boss, "titan-admin purge", game="server")
    await play.press(boss, asked.response, label="Delete for good")

    assert table.game.status is Status.ENDED
    assert await play.house.store.games.in_server(table.game.guild) == ()
    assert {deed.what for deed in await play.store.deeds.page(table.game.guild)} == {"purge-server"}
    await play.slash("Ann", "titan new", seats=2)


async def test_games_of_another_server_are_out_of_reach(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")
    away = play.env.create_guild("Others")
    role = away.create_role("Managers", permissions=discord.Permissions(manage_guild=True))
    stranger = away.add_member(play.env.create_user("stranger"), roles=[role])
    channel = away.create_text_channel("titan")
    number = str(table.game.id)

    for command, given in (("setup", {"game": number}), ("purge", {"game": number})):
        result = await stranger.slash(channel, f"titan-admin {command}", **given)
        assert table.game.name not in (result.response.content if result.response else "")
    assert table.game.channel == play.channel.id
    assert await play.store.games.load(table.game.id) is not None
