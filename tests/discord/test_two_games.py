"""Two games in one server by the same code: Titan, and a toy that has nothing that only some games have."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from dataclasses import replace
from random import Random
from typing import Any

import discord
import pytest
from discord import app_commands

from cogs.house.table.statistics import RankedBy
from cogs.house.table.table import Table
from cogs.house.values.records import Status
from cogs.interactions.emojis import pictures_of
from cogs.titan.kit import titan_face
from tests.discord.conftest import Play, Starts, custom_ids, labels, text_of
from tests.discord.lobby.test_moderating import manager
from tests.discord.test_private_answers import filled, leaves
from tests.plain import plain_face
from tests.toy_face import toy_face

LOBBY = {
    "new", "join", "leave", "add-bot", "start", "status", "settings", "word", "list", "rules", "help",
}  # fmt: skip
MOST = 25

OTHER = "This channel's game, toy.title, has nothing like that. Try `/toy`"


@pytest.fixture
async def titan(starts: Starts) -> AsyncIterator[Play]:
    """The channel of a server in which both games are played."""
    async with starts(drawn=False, faces=(titan_face(), toy_face())) as playing:
        yield playing


@pytest.fixture
def toy(titan: Play) -> Play:
    """Another channel of that server. Only the other one of the two can restart the bot."""
    return replace(titan, channel=titan.guild.create_text_channel("cards"))


async def begun(toy: Play) -> Table:
    """A toy game of two that has begun."""
    await toy.slash("Ann", "toy new", seats=2)
    await toy.slash("Ben", "toy join")
    await toy.slash("Ann", "toy start")
    return await toy.table()


# --- the groups ---


async def test_each_game_has_a_group_with_the_same_lobby_and_what_it_adds(titan: Play) -> None:
    groups = {name: titan.client.tree.get_command(name) for name in ("titan", "toy")}
    found = {}
    for name, group in groups.items():
        assert isinstance(group, app_commands.Group)
        found[name] = {command.name for command in group.commands}
        assert len(found[name]) <= MOST

    assert found == {"titan": LOBBY | {"resign"}, "toy": LOBBY | {"peek"}}


async def test_the_group_says_which_game_is_opened_and_each_game_has_its_own_seats(titan: Play, toy: Play) -> None:
    await titan.slash("Ann", "titan new")
    await toy.slash("Ann", "toy new")

    assert ((await titan.table()).game.places, (await toy.table()).game.places) == (4, 2)

    assert ((await titan.table()).game.ruleset, (await toy.table()).game.ruleset) == ("titan", "toy")
    assert "(Titan)" in titan.public_text()
    assert "(toy.title)" in toy.public_text()
    dice = await toy.press("Ann", toy.public()[0], label="Fair dice")
    assert "`/toy word`" in text_of(dice)


async def test_where_a_game_is_open_that_of_the_other_group_is_not_opened(titan: Play, toy: Play) -> None:
    await toy.slash("Ann", "toy new", seats=2)

    await toy.slash("Ben", "titan new", seats=2)

    assert (await toy.table()).game.ruleset == "toy"
    assert (await toy.table()).game.host == toy.people["Ann"].id


async def test_the_lobby_of_either_group_is_about_the_game_of_the_channel(toy: Play) -> None:
    await toy.slash("Ann", "toy new", seats=3)

    await toy.slash("Ben", "titan join")
    await toy.slash("Ann", "titan add-bot", level="random")
    assert "(toy.title)" in await toy.said("Cleo", "titan status")
    await toy.slash("Ann", "titan start")

    table = await toy.table()
    assert (table.game.status, table.game.ruleset, len(table.seats)) == (Status.RUNNING, "toy", 3)


async def test_without_a_game_in_the_channel_the_commands_of_all_games_are_named(toy: Play) -> None:
    assert "`/titan new` or `/toy new`" in await toy.said("Ann", "toy status")
    assert "`/titan new` or `/toy new`" in await toy.said("Ann", "toy list")


async def test_what_a_server_begins_with_is_for_the_games_that_can_be_so(titan: Play, toy: Play) -> None:
    """Six play Titan there, and nobody the toy."""
    await titan.said(await manager(titan), "titan-admin defaults", seats=6, hints="off")

    await titan.slash("Ann", "titan new")
    await toy.slash("Ann", "toy new")

    assert ((await titan.table()).game.places, (await toy.table()).game.places) == (6, 2)
    assert not (await toy.table()).game.hints


# --- playing ---


async def test_a_whole_game_is_played_by_panel_and_by_commands_beside_one_of_titan(titan: Play, toy: Play) -> None:
    """And the other is as it was."""
    other = await titan.set_up("Ann", "Ben")
    before = other.seq
    table = await begun(toy)

    panel = await toy.press("Ann", toy.last_with("button-open"), label="button-open")
    assert panel.response is not None
    assert "Ann, it is your turn" in text_of(panel)
    assert {"roll", "take 1"} <= set(labels(panel.response))
    rolled = await toy.press("Ann", panel.response, label="roll")
    assert "Ann rolls" in text_of(rolled)
    while table.game.status is Status.RUNNING:
        name = toy.who(table)
        seat = table.seat_of(toy.people[name].id)
        assert seat is not None
        lay = next((line for line in map(table.line, table.legal(seat)) if line.startswith("lay")), None)
        if lay is not None:
            await toy.slash(name, "play do", line=lay)
        told = await toy.said(name, "play done")
        assert "scores" in told

    assert table.game.status is Status.OVER
    assert "the end: " in toy.public_text()
    assert "card-over-told" in toy.public_text(), "it can't be shown again, so nobody is promised that"
    assert other.seq == before
    assert other.game.status is Status.RUNNING


async def test_a_game_goes_on_after_a_restart(titan: Play, toy: Play) -> None:
    await begun(toy)
    post = toy.last_with("button-open")

    await titan.restart()
    panel = await titan.press("Ann", post, label="button-open")

    assert "Ann, it is your turn" in text_of(panel)


async def test_orders_of_two_games_never_meet(titan: Play, toy: Play) -> None:
    """`/play do`, `done` and `undo` are of every game; a decision that only Titan knows is none of the toy's."""
    table = await begun(toy)
    hand = [line.split()[1] for line in map(table.line, table.legal(table.seats[0].seat)) if line.startswith("lay")]

    for command, given in (("split", {}), ("move", {"legion": "Rd01", "land": "1", "side": "1"}), ("concede", {})):
        assert OTHER in await toy.said("Ann", f"play {command}", **given)
    assert OTHER in await toy.said("Ann", "titan resign")
    assert table.seq == 1
    await toy.slash("Ann", "play do", line=f"lay {hand[0]}")
    assert "undo lay" in await toy.said("Ann", "play do")
    await toy.slash("Ann", "play undo")
    await toy.slash("Ann", "play roll")  # has the same name and the same nothing in it as the toy's own

    assert any(line.startswith(f"lay {hand[0]}") for line in map(table.line, table.legal(table.seats[0].seat)))
    assert "roll" not in {table.line(action) for action in table.legal(table.seats[0].seat)}


async def test_a_command_of_the_toy_says_in_titans_channel_where_titans_are(titan: Play) -> None:
    await titan.set_up("Ann", "Ben")

    said = await titan.said("Ann", "toy peek")

    assert "This channel's game, Titan, has nothing like that. Try `/play`, `/show` or `/titan`" in said


# --- looking ---


async def test_what_can_be_looked_at_is_that_of_the_channels_game(toy: Play) -> None:
    table = await begun(toy)
    own, all_ = table.view(table.seats[0].seat), table.view(None)

    assert "turn 0" in await toy.said("Ann", "show board")
    assert str(own.cards) in await toy.said("Ann", "show mine")
    assert str(own.cards) not in await toy.said("Ben", "show mine")
    assert str(all_.heights) in await toy.said("Ann", "show text")
    assert str(all_.scores) in await toy.said("Ann", "show scores")
    assert "8 of 8" in await toy.said("Ann", "show moves")
    assert "dealt" in await toy.said("Ann", "show log")
    assert str(own.cards) in await toy.said("Ann", "toy peek")


@pytest.mark.parametrize(
    ("command", "given"),
    [
        ("show battle", {}),
        ("show dice", {}),
        ("show caretaker", {}),
        ("show legion", {"legion": "Rd01"}),
        ("show knowledge", {"legion": "Rd01"}),
        ("show knowledge", {"legion": "Rd01", "line": 1}),
        ("show board", {"land": "41"}),
        ("show odds", {"attackers": "2 lion", "defenders": "ogre", "terrain": "Plains"}),
        ("rules creature", {"name": "Lion"}),
        ("rules recruits", {}),
        ("rules battle", {}),
        ("watch replay", {"what": "turn"}),
    ],
)
async def test_what_the_game_has_not_is_answered_with_where_its_own_commands_are(
    toy: Play, command: str, given: dict[str, Any]
) -> None:
    await begun(toy)

    assert OTHER in await toy.said("Ann", command, **given)


ASIDE = {"me forget", "titan start", "titan-admin freeze", "titan-admin import", "titan-admin purge"}
"""What would end the game or cannot be filled in without a file."""


async def sweep(play: Play, aside: set[str]) -> dict[str, str]:
    """What every command is answered with, typed with no more than it needs; completions are asked for on the way."""
    boss, said = await manager(play), {}
    for command in leaves(play):
        name = command.qualified_name
        if name in aside:
            continue
        who = boss if name.startswith("titan-admin") else "Ann"
        for option in command.parameters:
            if option.autocomplete:
                await play.completed(who, name, option.display_name)
        said[name] = await play.said(who, name, **filled(play, command, everything=False))
        assert "went wrong" not in said[name], name
    return said


async def test_every_command_is_answered_in_a_channel_of_another_game(
    toy: Play, caplog: pytest.LogCaptureFixture
) -> None:
    """None of them breaks, and what is offered while they are typed does not either."""
    table = await begun(toy)

    await sweep(toy, ASIDE)

    assert not [record.getMessage() for record in caplog.records if record.exc_info]
    assert table.game.status is Status.RUNNING


@pytest.mark.parametrize("steps", [3, 25])
async def test_every_command_is_answered_in_a_channel_of_the_skirmish(
    starts: Starts, caplog: pytest.LogCaptureFixture, steps: int
) -> None:
    """So many decisions after the game has begun; nothing that is said of it speaks of Titan."""
    async with starts() as field:
        await field.slash("Ann", "skirmish new")
        await field.slash("Ben", "skirmish join")
        await field.slash("Ann", "skirmish start")
        table = await field.table()
        for _ in range(steps):
            seat = min(table.awaiting)
            await table.submit(
                seat, table.kit.deciding.default(table.view(seat), table.legal(seat, undo=False), Random(1))
            )
        await field.settle()

        said = await sweep(field, {*ASIDE, "titan-admin act-for", "titan new"})

        assert not [record.getMessage() for record in caplog.records if record.exc_info]
        assert table.game.status is Status.RUNNING
        for name, text in said.items():
            if not name.startswith(("titan", "rules", "tutorial", "skirmish help")):
                assert not re.search(r"\blegions?\b|\bTitan\b(?!:)", text.replace("/titan", "")), name


@pytest.mark.parametrize("steps", [0, 30])
async def test_every_command_of_the_skirmish_is_answered_in_a_channel_of_titan(
    play: Play, caplog: pytest.LogCaptureFixture, steps: int
) -> None:
    table = await play.opened("Ann", "Ben")
    for _ in range(steps):
        await play.first(table)

    others = {each.qualified_name for each in leaves(play) if not each.qualified_name.startswith("skirmish")}
    said = await sweep(play, others | {"skirmish start"})

    assert len(said) == MOST - 2
    assert not [record.getMessage() for record in caplog.records if record.exc_info]
    nothing_like_that = {name for name, text in said.items() if "This channel's game, Titan, has nothing like" in text}
    assert nothing_like_that >= {f"skirmish {name}" for name in ("muster", "order", "attack", "window", "lore")}
    assert table.game.status is Status.RUNNING


# --- the rules and the lesson ---


async def test_the_rules_are_those_of_the_channels_game_or_of_the_group(titan: Play, toy: Play) -> None:
    await begun(toy)

    assert "Laying cards" in await toy.said("Ann", "rules search", words="face down")
    assert "a number that one lays" in await toy.said("Ann", "rules glossary", term="card")
    assert "## Rolling" in await toy.said("Ann", "rules sequence")
    assert "Legion" in await titan.said("Ann", "rules search", words="legion")
    assert "## Rolling" in await titan.said("Ann", "toy rules")
    assert "Laying cards" in await titan.said("Ann", "toy rules", words="R2.1")
    assert "say nothing about" in await titan.said("Ann", "toy rules", words="legion")
    assert "Dice: Rolling" in [
        choice["name"] for choice in await toy.people["Ann"].autocomplete(toy.channel, "rules search", "words", "")
    ]


async def test_a_page_of_the_rules_leads_on_in_its_own_book_wherever_it_is_shown(titan: Play) -> None:
    page = await titan.slash("Ann", "toy rules")
    assert page.response is not None

    following = await titan.press("Ann", page.response, custom_id="b1:toy:cards.1:0:")

    assert "## Laying cards" in text_of(following)
    assert all(each.startswith("b1:toy:") for each in custom_ids(page.response))


async def test_each_game_has_a_lesson_of_its_own_and_one_comes_so_far_in_each(titan: Play) -> None:
    first = await titan.slash("Ann", "tutorial toy")
    assert first.response is not None
    assert "toy.lesson.roll.text" in text_of(first)

    second = await titan.press("Ann", first.response, custom_id="l2:toy:0:roll")
    assert "Ann rolls 4" in text_of(second)
    assert "toy.lesson.lay.text" in text_of(second)
    other = await titan.press("Ann", first.response, custom_id="l2:toy:1:lay 2")
    assert "That's legal too" in text_of(other)

    assert "What it is" in await titan.said("Ann", "tutorial titan")
    assert "toy.lesson.lay.text" in await titan.said("Ann", "tutorial toy")
    assert "Here's where you left off" not in await titan.said("Ann", "tutorial titan")


# --- results ---


async def over(toy: Play) -> Table:
    """A toy game of two people that is over."""
    table = await begun(toy)
    while table.game.status is Status.RUNNING:
        (seat,) = table.awaiting
        wanted = ("done", "lay")
        lines = [table.line(action) for action in table.legal(seat)]
        await table.submit(seat, table.parse(next(line for word in wanted for line in lines if line.startswith(word))))
    await toy.settle()
    return table


async def test_results_of_two_games_are_never_counted_together(titan: Play, toy: Play) -> None:
    await over(toy)

    board = await toy.slash("Ann", "watch leaderboard")
    assert "toy.title" in text_of(board)
    assert "Ann" in text_of(board)
    assert await titan.completed("Ann", "watch leaderboard", "game") == ["toy"]
    assert "Ann" in await titan.said("Ann", "watch leaderboard", by="games", game="toy")
    await titan.slash("Ann", "titan new", seats=2)
    assert "Nobody's on the list yet" in await titan.said("Ann", "watch leaderboard", by="games")
    assert "Titan" in await titan.said("Ann", "watch leaderboard", by="predictions")
    assert "toy.title" in await toy.said("Ann", "watch leaderboard", by="predictions")
    assert await titan.house.results.leaders(titan.guild.id, "titan", "", RankedBy.GAMES) == ()
    record = await toy.said("Ann", "me profile")
    assert "**toy.title**" in record
    assert "rolled" in record
    assert "Titan" not in record


async def test_the_figures_of_a_server_are_told_game_by_game(titan: Play, toy: Play) -> None:
    await over(toy)
    await titan.slash("Ann", "titan new", seats=2)
    said = (await titan.said(await manager(titan), "titan-admin stats")).splitlines()

    at = said.index("**toy.title**")
    assert said[0] == "**Titan**"
    assert "1 not begun, 0 running, 0 finished" in said[1]
    assert "0 not begun, 0 running, 1 finished" in said[at + 1]
    assert sum("Deadlines" in line for line in said) == 1


async def test_dice_of_either_game_can_be_verified(toy: Play) -> None:
    await over(toy)

    assert "follow from the seed" in await toy.said("Ann", "watch verify-dice")


# --- elsewhere ---


async def test_a_game_that_was_exported_comes_back_as_the_game_it_was(titan: Play, toy: Play) -> None:
    """The file says which game it is of; in a channel of either."""
    text = await (await over(toy)).export()
    guild = titan.env.create_guild("Others")
    role = guild.create_role("Managers", permissions=discord.Permissions(manage_guild=True))
    boss = guild.add_member(titan.env.create_user("other"), roles=[role])
    channel = guild.create_text_channel("annals")

    await boss.slash(channel, "titan-admin import", file=("game.txt", text.encode()))
    await titan.settle()

    table = await titan.house.last_at(channel.id)
    assert table is not None
    assert (table.game.ruleset, table.game.status) == ("toy", Status.OVER)
    assert await table.export() == text
    assert "scores: " in text_of(await boss.slash(channel, "show scores"))


def test_emojis_of_all_games_are_uploaded_and_no_two_share_a_name() -> None:
    faces = plain_face(titan_face()), plain_face(toy_face())

    found = pictures_of(faces)

    assert found.keys() == faces[0].panel.emojis().keys() | {"toy_card"}
    with pytest.raises(AssertionError, match="toy"):
        pictures_of((*faces, faces[1]))
