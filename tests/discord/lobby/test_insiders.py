"""Hosts and managers who play themselves: what they are told of a running game, and what they do to it."""

from __future__ import annotations

import discord
import pytest
import simcord

from cogs.house.values.clocks import HOUR, UNHEARD
from cogs.house.words.words import languages
from tests.discord.conftest import Play, invited, labels, text_of
from tests.discord.lobby.test_moderating import manager
from tests.discord.turns.test_engagements import engaged


async def manages(play: Play, who: str) -> None:
    """Lets somebody manage the server."""
    role = play.guild.create_role(f"Managers with {who}", permissions=discord.Permissions(manage_guild=True))
    play.env.backend.add_member_role(play.guild.id, play.people[who].id, role.id)


async def test_what_was_done_for_a_seat_by_a_line_is_told_to_no_manager(play: Play) -> None:
    """A3: whoever plays against the seat would read what it has split."""
    table = await play.set_up("Ann", "Ben")
    boss, who = await manager(play), play.who(table)
    other = "Ben" if who == "Ann" else "Ann"
    await manages(play, other)
    seat = table.seat_of(play.people[who].id)
    assert seat is not None
    line = next(line for line in map(table.line, table.legal(seat)) if line.startswith("split"))

    assert "Done" in await play.said(boss, "titan-admin act-for", seat=seat + 1, line=line)

    for reader in (other, boss):
        said = await play.said(reader, "titan-admin status")
        assert "act-for" in said
        assert "split" not in said
    assert all("split" not in deed.reason for deed in await play.house.store.deeds.page(play.guild.id))


async def test_why_somebody_did_something_is_told_to_no_manager_who_plays_in_that_game(play: Play) -> None:
    await play.set_up("Ann", "Ben")
    boss = await manager(play)
    await manages(play, "Ann")
    await play.slash(boss, "titan-admin freeze", reason="Ben has shown me his hand")
    await play.slash(boss, "titan-admin unfreeze")

    assert "shown me" in await play.said(boss, "titan-admin status")
    assert "shown me" not in await play.said("Ann", "titan-admin status")
    assert "freeze, game 1" in await play.said("Ann", "titan-admin status")


async def test_how_much_was_said_in_secret_changes_nothing_of_the_status(play: Play) -> None:
    """A4: messages to people who have closed their direct messages."""
    table, attacker, defender, third = await engaged(play)
    await manages(play, third)
    for who in (attacker, defender):
        closed = play.people[who].user.dm_channel.id
        play.env.inject_error("POST", f"/channels/{closed}/messages", status=403, code=50007, times=None)
    seats = [table.seat_of(play.people[name].id) for name in (attacker, defender)]
    said = [await play.said(third, "titan-admin status")]

    for seat, line in zip((*seats, seats[1]), ("offer both -", "refuse", "offer both -"), strict=True):
        assert seat is not None
        await table.submit(seat, table.parse(line))
        await play.settle()
        said.append(await play.said(third, "titan-admin status"))

    assert len(set(said)) == 1


async def test_a_manager_who_plays_replaces_nobody_who_is_there_alone(play: Play) -> None:
    """A8."""
    table = await play.set_up("Ann", "Ben")
    await manages(play, "Ann")
    seat = table.seat_of(play.people["Ben"].id)
    assert seat is not None

    asked = await play.slash("Ann", "titan-admin seat", number=seat + 1, level="random")

    assert "once these agree: Ben" in text_of(asked)
    assert table.seat_of(play.people["Ben"].id) == seat
    post = play.last_with("Agree")
    assert "Ann proposes: **A bot (random) takes over from Ben.**" in post.content
    await play.press("Ben", post, label="Don't agree")
    assert table.seat_of(play.people["Ben"].id) == seat
    assert not table.game.unrated


async def test_a_manager_who_plays_asks_to_go_back_as_players_do(play: Play) -> None:
    """A8: the dice of a battle would be thrown anew."""
    table = await play.set_up("Ann", "Ben")
    await manages(play, "Ann")
    await play.first(table)
    await play.slash(play.who(table), "play do", line="roll")
    to = (await play.completed("Ann", "titan-admin rollback", "to"))[0]
    asked = await play.slash("Ann", "titan-admin rollback", to=to)

    pressed = await play.press("Ann", asked.response, label="Set the game back")

    assert "once these agree: Ben" in text_of(pressed)
    assert table.view(None).phase == "move"
    await play.press("Ben", play.last_with("Agree to go back"), label="Agree to go back")
    assert table.view(None).phase == "split"
    assert not table.game.unrated


async def test_whether_the_others_are_there_is_asked_again_at_the_press(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")
    boss = await manager(play)
    await play.first(table)
    to = (await play.completed(boss, "titan-admin rollback", "to"))[0]
    asked = await play.slash(boss, "titan-admin rollback", to=to)
    seq = table.seq
    await play.store.insiders.saw(table.game.id, play.people[boss].id)

    pressed = await play.press(boss, asked.response, label="Set the game back")

    assert "You know secrets of this game" in text_of(pressed)
    assert table.seq == seq


@pytest.mark.parametrize("asks", ["freeze", "unfreeze"])
async def test_a_manager_who_plays_halts_and_frees_a_game_with_consent(play: Play, asks: str) -> None:
    table = await play.set_up("Ann", "Ben")
    boss = await manager(play)
    await manages(play, "Ann")
    if asks == "unfreeze":
        await play.slash(boss, "titan-admin freeze", reason="a quarrel")
    given = {"reason": "tea"} if asks == "freeze" else {}
    before = table.game.frozen

    assert "once these agree: Ben" in await play.said("Ann", f"titan-admin {asks}", **given)
    assert table.game.frozen == before
    await play.restart()
    table = await play.table()
    await play.press("Ben", play.last_with("Agree"), label="Agree")

    assert (table.game.frozen is None) == (asks == "unfreeze")
    assert not table.game.unrated


async def test_who_has_sat_there_and_manages_is_refused_while_others_play(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")
    await manages(play, "Ann")
    await table.vacancies.leave(play.people["Ann"].id)
    await play.settle()

    for command, given in (
        ("titan-admin freeze", {"reason": "x"}),
        ("titan-admin seat", {"number": 2, "level": "random"}),
        ("titan settings", {"hints": "off"}),
    ):
        assert "You know secrets of this game" in await play.said("Ann", command, **given)
    assert table.game.frozen is None
    assert table.game.hints


async def test_a_server_is_not_purged_by_who_plays_there_with_others(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")
    boss = await manager(play)
    await manages(play, "Ann")
    assert "You're part of games still running: Ann's table." in await play.said(
        "Ann", "titan-admin purge", game="server"
    )
    asked = await play.slash(boss, "titan-admin purge", game="server")
    await play.store.insiders.saw(table.game.id, play.people[boss].id)

    refused = await play.press(boss, asked.response, label="Delete for good")

    assert "You're part of games" in text_of(refused)
    assert await play.store.games.load(table.game.id) is not None


async def test_nobody_changes_the_settings_of_a_game_that_is_over(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")
    await play.resigned(table, "Ann")
    before = table.game

    for setting in ({"theme": "light"}, {"language": "de"}, {"hints": "off"}, {"told": "channel"}, {"pace": "daily"}):
        await play.said("Ann", "titan settings", **setting)

    assert table.game == before


async def test_who_has_left_a_lobby_adds_no_programs_to_it(play: Play) -> None:
    await play.slash("Ann", "titan new", seats=3)
    await play.slash("Ben", "titan join")
    await play.slash("Ann", "titan leave")

    await play.slash("Ann", "titan add-bot", level="random")

    assert len((await play.table()).seats) == 1


@pytest.mark.parametrize("language", languages())
async def test_what_is_asked_and_done_is_told_in_every_language(play: Play, language: str) -> None:
    table = await play.set_up("Ann", "Ben", "Cleo", language=language)
    await manages(play, "Ann")
    for name in ("Ann", "Ben", "Cleo"):
        await play.slash(name, "me language", language=language)
    await play.agreed("Ann", "titan settings", pace="daily", theme="light", hints="off", abroad="on", answer="none")
    ben, cleo = (table.seat_of(play.people[name].id) for name in ("Ben", "Cleo"))
    assert ben is not None
    assert cleo is not None
    await play.agreed("Ann", "game replace", seat=ben + 1, person=play.people["Dan"])
    await play.agreed("Ann", "titan-admin seat", number=cleo + 1, level="random")
    await table.vacancies.leave(play.people["Ben"].id)
    await play.slash("Ann", "titan settings", hints="on")
    status = await play.slash("Ann", "titan status")

    text = play.public_text() + text_of(status)
    assert "{" not in text
    assert table.game.unrated
    assert labels(status.response)


async def test_a_try_to_act_for_a_seat_tells_no_reason_whether_it_could_be_the_seats_secret(play: Play) -> None:
    """D1: neither to who tries, beyond what everybody sees, nor to all."""
    table = await play.set_up("Ann", "Ben")
    boss, who = await manager(play), play.who(table)
    seat = table.seat_of(play.people[who].id)
    assert seat is not None
    legion = next(line for line in map(table.line, table.legal(seat)) if line.startswith("split")).split(" ")[1]
    answers, told = set[str](), set[str]()
    for line in ("x", "roll", "undo 1", f"split {legion} {legion} TTN", f"split {legion} Bk02 COL,COL,COL,COL"):
        answers.add(await play.said(boss, "titan-admin act-for", seat=seat + 1, line=line))
        told.add(play.cards()[-1].content)
        await play.passes(600)

    (answer,), (post,) = answers, told
    assert "isn't possible for this seat" in answer
    assert f" tried to act for {who}" in post

    other = "Ben" if who == "Ann" else "Ann"
    await play.said(boss, "titan-admin act-for", seat=2 - seat, line="roll")
    assert f" tried to act for {other}" in play.cards()[-1].content


# Where a game is played


def place_for(play: Play, *names: str) -> simcord.ChannelHandle:
    """A channel that only these see."""
    over = invited(play.env)
    over[play.guild.default_role] = discord.PermissionOverwrite(view_channel=False)
    for name in names:
        over[play.people[name].user] = discord.PermissionOverwrite(view_channel=True)
    return play.guild.create_text_channel("elsewhere", overwrites=over)


async def moved(play: Play, who: str, place: simcord.ChannelHandle) -> simcord.InteractionResult:
    """Has the game go on in another channel, as somebody who manages the server wants."""
    result = await play.people[who].slash(place, "titan-admin setup", game="1")
    await play.settle()
    return result


async def test_a_manager_who_plays_moves_a_running_game_when_the_others_agree(play: Play) -> None:
    """B4: else they could take it where nobody else follows it."""
    table = await play.set_up("Ann", "Ben")
    await manages(play, "Ann")
    place = place_for(play, "Ann", "Ben")

    asked = await moved(play, "Ann", place)

    assert "once these agree: Ben" in text_of(asked)
    assert table.game.channel == play.channel.id
    assert f"goes on in <#{place.id}>" in play.last_with("Agree").content
    await play.press("Ben", play.last_with("Agree"), label="Agree")
    assert table.game.channel == place.id
    assert "Everybody agreed" in play.cards()[-1].content
    assert f"<#{place.id}>" in play.cards()[-1].content, "the old channel is told where it went"
    assert any("goes on here" in post.content for post in place.history())
    assert not table.game.unrated


async def test_a_manager_who_plays_moves_no_game_where_somebody_who_plays_can_not_see_it(play: Play) -> None:
    table = await play.set_up("Ann", "Ben", "Cleo")
    await manages(play, "Ann")

    refused = text_of(await moved(play, "Ann", place_for(play, "Ann", "Ben")))

    assert "Cleo can't see this channel" in refused
    assert table.game.channel == play.channel.id
    assert "Agree" not in labels(play.cards()[-1])


async def test_a_manager_who_plays_alone_moves_a_game_at_once_and_it_counts_no_more(play: Play) -> None:
    table = await play.set_up("Ann", bots=1)
    await manages(play, "Ann")
    place = place_for(play, "Ann")

    assert "goes on here" in text_of(await moved(play, "Ann", place))

    assert table.game.channel == place.id
    assert table.game.unrated
    assert "no longer counts" in play.cards()[-1].content


async def test_a_manager_outside_moves_a_game_at_once_and_both_channels_are_told(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")
    boss = await manager(play)
    place = place_for(play, "Ann", boss)

    assert "goes on here" in text_of(await moved(play, boss, place))

    assert table.game.channel == place.id
    assert not table.game.unrated
    for told in (play.cards()[-1].content, "\n".join(post.content for post in place.history())):
        assert "in this game, decided" in told
        assert f"<#{place.id}>" in told


async def test_a_game_whose_channel_is_gone_is_put_right_at_once_by_a_manager_who_plays(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")
    await manages(play, "Ann")
    place = place_for(play, "Ann", "Ben")
    play.env.backend.delete_channel(play.channel.id)
    await play.settle()

    assert "goes on here" in text_of(await moved(play, "Ann", place))

    assert table.game.channel == place.id
    assert not table.game.unrated


async def test_an_open_game_that_is_moved_says_where_it_went(play: Play) -> None:
    await play.slash("Ann", "titan new", seats=2)
    boss = await manager(play)
    place = place_for(play, "Ann", boss)

    await moved(play, boss, place)

    assert play.cards()[-1].content == f"The game goes on in <#{place.id}>."


async def test_whoever_presses_or_types_anything_is_seen_and_is_asked(play: Play) -> None:
    """For three days the game has waited for them, and they have only looked something up."""
    table = await play.set_up("Ann", "Ben")
    who = play.who(table)
    other = "Ben" if who == "Ann" else "Ann"
    await play.passes(UNHEARD + HOUR)
    assert table.insiders.others(play.people[other].id) == frozenset()

    await play.slash(who, "rules glossary", term="tower")

    assert table.insiders.others(play.people[other].id) == {table.seat_of(play.people[who].id)}


async def test_a_game_that_rests_goes_on_for_who_is_left(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")
    await play.slash("Ann", "game pause")
    await play.press("Ben", play.last_with("Agree"), label="Agree")
    assert table.game.frozen is not None
    await play.slash("Ann", "game resume")
    await play.passes(UNHEARD + HOUR)

    assert "Ben" not in await play.said("Ann", "game resume")
    await play.settle()

    assert table.game.frozen is None
