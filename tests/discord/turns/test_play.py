"""Deciding by commands: completion from what is legal, lines, answers for their author alone."""

from __future__ import annotations

import discord
import pytest

from cogs.titan.commands import VERBS
from engine.notation import verb
from tests.discord.conftest import Play, components, text_of

COMMANDS = [verb(kind) for kind in VERBS]


async def test_a_turn_is_played_by_commands(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")
    who = play.who(table)
    legion, marker = table.line(table.legal(table.seat_of(play.people[who].id) or table.seats[0].seat)[0]).split()[1:3]

    said = await play.said(who, "play split", legion=legion, marker=marker, creatures="TTN,CEN,GAR,OGR")
    assert said.startswith(f"You split {legion}: 4 stay; Titan, Centaur, Gargoyle and Ogre form {marker}.")
    assert "rolls" in await play.said(who, "play roll")
    move = next(action for action in table.legal(next(iter(table.awaiting))) if table.line(action).startswith("move"))
    _, moved, land, side = table.line(move).split()
    assert "moves" in await play.said(who, "play move", legion=moved, land=land, side=side)
    undone = await play.said(who, "play undo")
    assert undone.startswith("**You rolled a "), "the panel shows that it stands where it stood"
    assert "Move at least one legion first.**" in undone
    assert "moves" in await play.said(who, "play move", legion=moved, land=land, side=side)
    await play.said(who, "play done")

    assert table.view(None).phase == "muster"


async def test_missing_options_are_completed_if_one_possibility_is_left(play: Play) -> None:
    table = await play.opened("Ann", "Ben")
    await play.first(table)
    who = play.who(table)

    said = await play.said(who, "play marker", marker="03")  # no marker is called so
    assert "not like that" in said or "isn't yours" in said
    marker = table.line(table.legal(next(iter(table.awaiting)))[2]).split()[1]
    assert " starts in " in await play.said(who, "play marker", marker=marker.lower())


async def test_several_possibilities_are_offered_in_private(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")

    result = await play.slash(play.who(table), "play split")

    assert "that can mean" in text_of(result)
    (select,) = [part for part in components(result.response) if part["type"] == 3]
    assert len(select["options"]) <= 25


async def test_t489_a_refusal_is_for_its_author_alone(play: Play) -> None:
    """A3.7: it tells of a lord that is not there. `said` fails if an answer is public."""
    table = await play.set_up("Ann", "Ben")
    who = play.who(table)
    await play.first(table)
    await play.said(who, "play roll")
    (seat,) = table.awaiting
    lines = [table.line(action).split() for action in table.legal(seat)]
    legion = next(words[1] for words in lines if words[0] == "move")
    land = next((words[2] for words in lines if words[:2] == ["teleport", legion]), "100")
    before = [message.content for message in play.public()]

    said = await play.said(who, "play do", line=f"teleport {legion} {land} 1 ARC")

    assert ("Archangel" if table.view(seat).roll == 6 else "Teleporting takes a") in said
    assert [message.content for message in play.public()] == before


async def test_t576_what_people_say_of_their_legions_is_not_commented(play: Play) -> None:
    """R3.8: people may tell the truth or lie; the bot listens to its commands alone."""
    table = await play.set_up("Ann", "Ben")
    who = play.who(table)
    before = len(play.public())

    await play.people[who].send(play.channel, "Rd02 holds my Titan")
    await play.settle()

    assert [message.content for message in play.public()[before:]] == ["Rd02 holds my Titan"]
    assert not play.client.intents.message_content


async def test_an_option_completes_from_what_is_legal_for_who_types(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")
    who = play.who(table)
    other = "Ben" if who == "Ann" else "Ann"

    legions = await play.completed(who, "play split", "legion")
    markers = await play.completed(who, "play split", "marker", legion=legions[0])
    creatures = await play.completed(who, "play split", "creatures", "titan", legion=legions[0], marker=markers[0])

    assert len(legions) == 1
    assert len(markers) == 11
    assert creatures
    assert all("TTN" in value for value in creatures)
    for nobody in (other, "Dan"):
        for option in ("legion", "marker", "creatures"):
            assert await play.completed(nobody, "play split", option) == []


async def test_completion_says_what_a_word_means(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")
    who = play.who(table)

    found = await play.people[who].autocomplete(play.channel, "play split", "legion", "angel")

    assert "Titan, Angel" in found[0]["name"]


async def test_an_empty_line_lists_the_first_orders(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")
    who = play.who(table)

    said = await play.said(who, "play do")

    assert said.count("`split ") == 25
    assert len(await play.completed(who, "play do", "line")) == 25


async def test_a_line_is_completed_with_the_legal_ones(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")
    who = play.who(table)
    line = table.line(table.legal(next(iter(table.awaiting)))[0])

    several = await play.said(who, "play do", line=line.rsplit(" ", 1)[0])
    assert "can mean 14 things. Which one?" in several
    assert several.count("`split ") == 14
    assert line in await play.completed(who, "play do", "line", line.rsplit(" ", 1)[0])

    assert "4 stay" in await play.said(who, "play do", line=line.upper().replace("SPLIT", "split"))


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("jump Rd01", "I don't know “jump”. Right now you can: split"),
        ("draw 6", "I don't know “draw”. Right now you can: split"),
        ("move Rd01", "Right now you can: split."),
        ("move Rd01 here 3", "Right now you can: split."),
        ("split Zz09 titan", "There is no legion Zz09"),
        ("engage 999", "Not in this phase"),
        ("undo 1", "nothing to undo"),
    ],
)
async def test_a_line_that_can_not_be_done_says_why(play: Play, line: str, answer: str) -> None:
    table = await play.set_up("Ann", "Ben")
    seq = table.seq

    assert answer in await play.said(play.who(table), "play do", line=line)

    assert table.seq == seq


async def test_another_players_legion_is_refused_without_telling_of_it(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")
    who = play.who(table)
    mine = await play.completed(who, "play split", "legion")
    theirs = next(legion.marker for legion in table.view(None).legions if legion.marker not in mine)

    said = await play.said(who, "play split", legion=theirs, marker=mine[0], creatures="OGR,OGR")

    assert "isn't your legion" in said


async def test_every_command_answers_in_private_out_of_turn(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")
    other = "Ben" if play.who(table) == "Ann" else "Ann"
    before = len(play.public()), table.seq

    for command in COMMANDS:
        assert await play.said(other, f"play {command}"), command
        assert "no seat" in await play.said("Dan", f"play {command}"), command
        assert (len(play.public()), table.seq) == before, command


async def test_every_sight_is_for_who_asks_alone(play: Play) -> None:
    await play.set_up("Ann", "Ben")
    before = len(play.public())

    for command in ("board", "mine", "battle", "text", "log", "scores", "caretaker", "moves"):
        for who in ("Ann", "Ben"):
            assert await play.said(who, f"show {command}"), command
        assert len(play.public()) == before, command


async def test_a_spectator_sees_what_is_public(play: Play) -> None:
    await play.set_up("Ann", "Ben")

    assert "Caretaker" in await play.said("Dan", "show text")
    assert "no seat" in await play.said("Dan", "show mine")
    assert "no seat" in await play.said("Dan", "show moves")
    board = await play.slash("Dan", "show board")
    assert board.response is not None
    assert [file.filename for file in board.response.attachments] == ["board.png"]


async def test_managing_is_for_those_who_may_manage_the_server(play: Play) -> None:
    await play.set_up("Ann", "Ben")
    role = play.guild.create_role("Managers", permissions=discord.Permissions(manage_guild=True))
    boss = play.guild.add_member(play.env.create_user("boss"), roles=[role])
    play.people["Boss"] = boss

    with pytest.raises(Exception, match="titan-admin"):
        await play.people["Ann"].slash(play.channel, "titan-admin status")
    assert "phase" in await play.said("Boss", "titan-admin status")
    export = await play.slash("Boss", "titan-admin export")
    assert export.response is not None
    assert [file.filename for file in export.response.attachments] == ["game-1.txt"]


async def test_managing_is_checked_again_where_the_server_has_opened_the_command_to_all(play: Play) -> None:
    await play.set_up("Ann", "Ben")
    (command,) = [known for known in await play.client.tree.fetch_commands() if known.name == "titan-admin"]
    play.guild.set_command_permissions(command, {play.guild.default_role: True})

    assert "may manage this server" in await play.said("Ann", "titan-admin status")
    assert "may manage this server" in await play.said("Ann", "titan-admin seat", number=1, level="random")


async def test_a_manager_offers_a_seat_to_another_person_or_gives_it_to_the_program(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")
    role = play.guild.create_role("Managers", permissions=discord.Permissions(manage_guild=True))
    play.people["Boss"] = play.guild.add_member(play.env.create_user("boss"), roles=[role])
    seat = table.seat_of(play.people["Ben"].id)
    assert seat is not None

    await play.slash("Boss", "titan-admin seat", number=seat + 1, person=play.people["Cleo"])
    assert table.seat_of(play.people["Cleo"].id) is None
    looked = await play.press("Cleo", play.last_with("Look at the seat"), label="Look at the seat")
    await play.press("Cleo", looked.response, label="Take this seat")
    assert table.seat_of(play.people["Cleo"].id) == seat
    assert "Cleo takes Ben's seat" in play.public_text()
    assert "no seat" in await play.said("Ben", "show mine")
    assert "either" in await play.said("Boss", "titan-admin seat", number=1)
    await play.slash("Boss", "titan-admin seat", number=seat + 1, level="random")
    assert table.seats[seat].bot == "random"
