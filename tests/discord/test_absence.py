"""Who does not come, on Discord: votes by buttons, seats that are handed over and taken, the end by agreement."""

from __future__ import annotations

import re

import discord

from cogs.house.values.clocks import UNHEARD
from cogs.house.values.records import Status
from tests.discord.conftest import Play, custom_ids, labels, text_of
from tests.discord.lobby.test_moderating import manager
from tests.discord.test_deadlines import DEADLINE
from tests.house.conftest import MODERATORS, until

LOOK, TAKE = "Look at the seat", "Take this seat"


async def test_the_others_vote_by_buttons_on_who_lets_his_time_pass(play: Play) -> None:
    table = await play.set_up("Ann", "Ben", "Cleo")
    await play.agreed("Ann", "titan settings", pace="daily", absent="vote")
    who = play.who(table)
    others = [name for name in ("Ann", "Ben", "Cleo") if name != who]

    await play.passes(DEADLINE)
    post = play.last_with("Let a bot sit in")
    assert f"{who} is out of time. What now?" in post.content
    choices = ["Let a bot decide once", "Let a bot sit in", "Offer the seat", "Wait again"]
    assert labels(post)[:4] == choices
    assert "There's a vote on what happens to" in await play.said("Dan", "titan status")
    assert "That vote is for others" in text_of(await play.press("Dan", post, label="Wait again"))
    said = text_of(await play.press(others[0], post, label="Offer the seat"))
    assert "Your vote: Offer the seat, in secret." in said
    await play.press(others[1], play.last_with("Let a bot sit in"), label="Offer the seat")

    assert f"{who}'s seat is free to take" in play.public_text()
    assert "Let a bot sit in" not in [label for message in play.public() for label in labels(message)]
    assert f"({who}) is free to take" in await play.said("Dan", "game deadline")


async def test_an_open_seat_is_listed_and_shows_nothing_secret_before_it_is_taken(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")
    who = play.who(table)
    seat = table.seat_of(play.people[who].id)
    assert seat is not None
    await play.slash(who, "show mine")
    panel = await play.slash(who, "game hand-over")
    really = await play.press(who, panel.response, label="Leave now")
    assert table.seat_of(play.people[who].id) == seat, "it is asked once more"
    await play.press(who, really.response, label="Leave now")
    assert table.seat_of(play.people[who].id) is None

    found = await play.slash("Cleo", "titan list")
    assert f"{seat + 1}: Open seat {seat + 1}" in text_of(found)
    looked = await play.press("Cleo", found.response, label=f"Ann's table: seat {seat + 1}")
    dans = await play.press(
        "Dan", (await play.slash("Dan", "titan list")).response, label=f"Ann's table: seat {seat + 1}"
    )
    text = text_of(looked)
    assert "You see its secrets from then on" in text
    public = await play.said("Dan", "show text")
    assert all(line in public for line in text.split("\n\n")[0].splitlines()[2:])
    assert not play.dms("Cleo")
    assert "knows its secrets" not in text

    taken = await play.press("Cleo", looked.response, label=TAKE)
    assert "The seat is yours." in text_of(taken)
    assert table.seat_of(play.people["Cleo"].id) == seat
    assert play.dms("Cleo")
    assert "isn't free" in text_of(await play.press("Dan", dans.response, label=TAKE))
    assert "no seat" in await play.said(who, "show mine")


async def test_what_is_below_posts_about_seats_and_votes_tells_nothing_but_numbers(play: Play) -> None:
    await play.set_up("Ann", "Ben")
    panel = await play.slash("Ann", "game hand-over")
    await play.press("Ann", panel.response, label="Offer my seat")
    ask = await play.slash("Ann", "game vote", ending="draw")
    await play.press("Ann", ask.response, label="Ask everybody")

    ids = [each for label in (LOOK, "Agree") for each in custom_ids(play.last_with(label))]

    own = [each for each in ids if not each.endswith(":open")]
    assert own
    assert all(re.fullmatch(r"t1:\d+:\d+:(seat \d|vote \d+ (yes|no))", each) for each in own)


async def test_all_end_a_game_in_secret_and_then_it_is_open(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")
    ask = await play.slash("Ben", "game vote", ending="draw")
    assert "They don't learn who asked" in text_of(ask)
    await play.press("Ben", ask.response, label="Ask everybody")
    post = play.last_with("Agree")
    assert "Ben" not in post.content.replace(f"<@{play.people['Ben'].id}>", "")
    assert "There's a vote on ending the game" in await play.said("Dan", "titan status")

    really = await play.press("Ann", post, label="Agree")
    await play.press("Ann", really.response, label="Agree")

    assert table.game.status is Status.OVER
    assert "Everybody agreed: the game ends here, a draw between all who are still in it." in play.public_text()
    assert "`/watch verify-dice`" in play.public_text()
    assert f"seed {table.game.seed.hex()}" in await table.export()
    assert not labels(play.cards()[-1])
    assert "Split" not in play.cards()[-1].content
    status = await play.slash("Ann", "titan status")
    assert "a draw between all" in text_of(status)
    turn = await play.press("Ann", status.response, label="My turn")
    assert "Everybody agreed: the game ends here, a draw between all" in text_of(turn)
    assert labels(turn.response) == ["Refresh"]
    assert "2 pictures" in await play.said("Dan", "watch replay", what="game", full=True)
    assert "1 × 1" in await play.said("Ann", "me profile"), "a draw counts for all who were in it"


async def test_the_host_replaces_who_is_absent_alone_and_else_if_all_agree(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")
    await play.agreed("Ann", "titan settings", pace="daily")
    while play.who(table) != "Ben":
        await table.moderation.act_for(next(iter(table.awaiting)), MODERATORS)
        await until(lambda: not table.acted_for)
    seat = table.seat_of(play.people["Ben"].id)
    assert seat is not None
    assert "once these agree: Ben" in await play.said("Ann", "game replace", seat=seat + 1)
    no = table.kit.words.text("button-no")
    await play.press("Ben", play.last_with(no), label=no)
    assert seat not in table.vacant
    assert "Only the host" in await play.said("Dan", "game replace", seat=seat + 1)

    await play.passes(DEADLINE)
    late = await play.slash("Ann", "game deadline")
    assert "Let a bot decide: Ben" in labels(late.response)
    assert "Let a bot decide: Ben" not in labels((await play.slash("Dan", "game deadline")).response)
    assert "once these agree: Ben" in await play.said("Ann", "game replace", seat=seat + 1, level="random")
    await play.passes(UNHEARD)
    await play.slash("Ann", "game replace", seat=seat + 1, person=play.people["Cleo"])
    assert "Ann plays here and decided alone: **" in play.public_text()
    assert "is offered Ben's seat.** There was nobody to ask" in play.public_text()
    assert "no longer counts for ratings" in play.public_text()
    assert "doesn't count for ratings" in await play.said("Dan", "titan status")
    assert "offered to somebody else" in text_of(await play.press("Dan", play.last_with(LOOK), label=LOOK))
    looked = await play.press("Cleo", play.last_with(LOOK), label=LOOK)
    await play.press("Cleo", looked.response, label=TAKE)

    assert table.seat_of(play.people["Cleo"].id) == seat


async def test_a_moderator_acts_for_a_seat_without_seeing_what_else_there_is(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")
    boss = await manager(play)
    who = play.who(table)
    seat = table.seat_of(play.people[who].id)
    assert seat is not None

    assert await play.completed(boss, "titan-admin act-for", "line", seat=seat + 1) == []
    said = {await play.said(boss, "titan-admin act-for", seat=seat + 1, line=line) for line in ("roll", "x")}
    asked = await play.slash(boss, "titan-admin act-for", seat=seat + 1, line="flee")
    assert f"Flee for {who}: really?" in text_of(asked), "possible or not"
    said.add(text_of(await play.press(boss, asked.response, label="Yes: Flee")))
    assert len(said) == 1
    assert play.public_text().count(f"tried to act for {who}; nothing came of it.") == 3
    await play.passes(60)
    assert "isn't possible for this seat" in said.pop()
    assert "it's on the record" in await play.said(boss, "titan-admin act-for", seat=seat + 1)

    assert f"acts for {who}" in play.public_text()
    assert "act-for" in await play.said(boss, "titan-admin status")

    while table.view(None).turn == 1:
        await play.first(table)
    seat = min(table.awaiting)
    assert await play.completed(boss, "titan-admin act-for", "line", seat=seat + 1) == ["roll"], "all see that button"


async def test_new_games_begin_with_the_time_of_the_server(play: Play) -> None:
    boss = await manager(play)
    await play.slash(boss, "titan-admin defaults", pace="36", absent="expel")

    table = await play.opened("Ann", "Ben")

    assert (table.game.pace, table.game.absent) == ("own 36", "expel")
    assert "after two in a row" in await play.said("Dan", "titan settings")


async def test_what_somebody_may_not_see_is_not_listed_for_him(play: Play) -> None:
    everywhere, nothing = play.channel, discord.PermissionOverwrite(view_channel=False)
    play.channel = play.guild.create_text_channel("backroom", overwrites={play.people["Dan"]: nothing})
    await play.slash("Ann", "titan new", seats=2)
    play.channel = everywhere

    assert "Join: Ann's table" in labels((await play.slash("Ben", "titan list")).response)
    found = await play.slash("Dan", "titan list")

    assert "Ann's table" not in text_of(found)
    assert labels(found.response) == []
