"""*Seats* on the lobby post: how many there are, and who has them, as the host wants it."""

from __future__ import annotations

from dataclasses import replace

import discord
from simcord.enums import OverwriteType

from cogs.house.values.records import Joining
from tests.discord.conftest import Play, labels, text_of
from tests.discord.thumb import Thumb


async def seats(play: Play, who: str) -> Thumb:
    """The panel of somebody who has pressed *Seats* on the lobby post."""
    thumb = Thumb(play, who)
    thumb._take(await play.press(who, play.last_with("Seats"), label="Seats"))
    return thumb


async def test_everybody_reads_who_sits_where_and_the_host_alone_has_something_to_press(play: Play) -> None:
    await play.new("Ann", seats=3)
    await play.slash("Ben", "titan join")
    await play.slash("Ann", "titan add-bot", level="steady")

    for who in ("Ann", "Ben", "Dan"):
        panel = await seats(play, who)
        assert "1. Ann\n2. Ben\n3. " in panel.text
        assert "plays steady" in panel.text
        assert bool(panel.parts()) is (who == "Ann")


async def test_who_adds_a_bot_by_the_command_is_told_its_name(play: Play) -> None:
    table = await play.new("Ann", seats=3)

    said = await play.said("Ann", "titan add-bot", level="steady")

    assert said == f"{table.seats[1].name} (bot) is in."


async def test_the_host_says_how_many_seats_there_are(play: Play) -> None:
    table = await play.new("Ann")
    await play.slash("Ben", "titan join")
    panel = await seats(play, "Ann")
    assert panel.options("Seats: 4") == ["2 seats", "3 seats", "5 seats", "6 seats"]

    await panel.choose("6 seats", "Seats: 4")

    assert table.game.places == 6
    assert "4 seats are free" in play.public()[0].content
    await panel.choose("2 seats", "Seats: 6")
    assert table.game.places == 2
    assert "Everybody's here" in play.public()[0].content
    await play.restart()
    assert (await play.table()).game.places == 2


async def test_there_are_no_fewer_seats_than_are_taken(play: Play) -> None:
    table = await play.new("Ann", seats=4)
    old = await seats(play, "Ann")
    for who in ("Ben", "Cleo"):
        await play.slash(who, "titan join")

    await old.choose("2 seats", "Seats: 4")

    assert "3 seats are taken, so 2 are too few" in old.text
    assert table.game.places == 4
    assert old.options("Seats: 4") == ["3 seats", "5 seats", "6 seats"]


async def test_the_host_adds_bots_one_by_one_and_frees_seats(play: Play) -> None:
    table = await play.new("Ann", seats=3)
    await play.slash("Ben", "titan join")
    panel = await seats(play, "Ann")

    await panel.tap("Add a bot: random")
    assert [chair.bot for chair in table.seats] == [None, None, "random"]
    await panel.choose("Free the seat of Ben", "Free a seat")

    assert [chair.bot for chair in table.seats] == [None, "random"]
    assert "1 seat is free" in play.public()[0].content
    assert not any(label.startswith("Free the seat of Ann") for label in panel.options("Free a seat"))


async def test_where_the_host_seats_everybody_nobody_else_sits_down(play: Play) -> None:
    table = await play.new("Ann", seats=3, join="host")
    assert table.game.joining is Joining.HOST
    assert "Ann seats the players." in play.public()[0].content
    refused = await play.press("Ben", play.last_with("Join"), label="Join")
    assert text_of(refused).endswith("Ann seats the players here. Ask Ann for a seat.")
    panel = await seats(play, "Ann")
    (listed,) = (part for part in panel.parts() if part["type"] == 5)

    given = await play.people["Ann"].select(panel.message, [play.people["Ben"]], custom_id=listed["custom_id"])
    await play.settle()

    assert "2. Ben" in text_of(given)
    assert table.seat_of(play.people["Ben"].id) == 1
    await play.slash("Ben", "titan leave")
    assert table.seat_of(play.people["Ben"].id) is None, "nobody is kept there"


async def test_whoever_is_seated_sees_the_channel_and_is_a_person(play: Play) -> None:
    table = await play.new("Ann", seats=3)
    panel = await seats(play, "Ann")
    (listed,) = (part for part in panel.parts() if part["type"] == 5)
    kept = play.env.backend.get_channel(play.channel.id).overwrites
    denied = discord.Permissions(view_channel=True).value
    hidden = replace(kept[0], target_id=play.people["Cleo"].id, type=OverwriteType.MEMBER, allow=0, deny=denied)
    play.env.backend.edit_channel(play.channel.id, {}, overwrites=[*kept, hidden])
    robot = play.guild.add_member(play.env.create_user("robot", bot=True))

    for who, why in ((play.people["Cleo"], "Cleo can't see this channel"), (robot, "Bots of your server can't play")):
        said = await play.people["Ann"].select(panel.message, [who], custom_id=listed["custom_id"])
        await play.settle()
        assert why in text_of(said)
    assert len(table.seats) == 1


async def test_who_is_not_the_host_changes_no_seats_with_the_hosts_own_panel(play: Play) -> None:
    table = await play.new("Ann", seats=3)
    await play.slash("Ben", "titan join")
    theirs = await seats(play, "Ann")
    await play.slash("Ann", "titan leave")  # Ben is host now

    await theirs.choose("4 seats", "Seats: 3")

    assert "Only the host, Ben, can do that." in theirs.text
    assert table.game.places == 3
    assert not theirs.parts()


async def test_after_the_start_seats_are_read_and_nothing_is_changed(play: Play) -> None:
    table = await play.new("Ann", seats=2)
    old = await seats(play, "Ann")
    await play.slash("Ben", "titan join")
    await play.slash("Ann", "titan start")

    await old.choose("3 seats", "Seats: 2")

    assert "The game has begun" in old.text
    assert table.game.places == 2
    assert "Seats" not in labels(play.public()[0])
