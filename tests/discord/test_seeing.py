"""Who may look at a game: where it is told, where its host has it told, and who plays. For others it is not there."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import discord
import pytest
import simcord
from simcord.enums import ChannelType, OverwriteType

from cogs.house.game import dice
from cogs.house.table.table import Table
from cogs.house.values.records import AuditEntry
from cogs.interactions.discord_sender import DiscordSender
from cogs.interactions.known_servers import PERSON
from engine.core import Seat
from engine.titan.bots import LEVELS
from tests.discord.conftest import NAMES, Play, invited, labels, text_of
from tests.discord.crowd import Crowd
from tests.discord.lobby.test_insiders import manages
from tests.discord.lobby.test_moderating import manager
from tests.discord.turns.test_engagements import engaged

SEEN, HIDDEN = discord.PermissionOverwrite(view_channel=True), discord.PermissionOverwrite(view_channel=False)
MANAGED = discord.PermissionOverwrite(manage_channels=True)
UNKNOWN = "There is no game"
TITLE = "Hidden game"


@pytest.fixture(autouse=True)
def same_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same game every time: the seed is the only chance there is."""
    monkeypatch.setattr(dice, "new_seed", lambda: b"third seed".ljust(32, b"."))


async def typed(play: Play, who: str, where: Any, command: str, **options: Any) -> str:
    """What somebody is told who types a command somewhere."""
    result = await play.people[who].slash(where, command, **options)
    await play.settle()
    return text_of(result)


async def offered(play: Play, who: str, where: Any, command: str, option: str) -> list[str]:
    return [str(each["value"]) for each in await play.people[who].autocomplete(where, command, option, "")]


async def below(play: Play, who: str, shown: simcord.InteractionResult, label: str) -> str:
    """What somebody is told who presses a button of what they were shown."""
    assert shown.response is not None
    return text_of(await play.people[who].click(shown.response, label=label))


async def forged(play: Play, who: str, message: Any, custom_id: str) -> str:
    """What somebody is told who presses what no message has."""
    (answer,) = await Crowd(play).press(who, message, custom_id).answers()
    return text_of(answer)


async def acts(play: Play, table: Table, number: int = 60) -> None:
    """Calm play."""
    whims = random.Random(5)
    for _ in range(number):
        seat = min(table.awaiting)
        await table.submit(seat, LEVELS["steady"](table.view(seat), table.legal(seat, undo=False), whims))
    await play.settle()


async def thread_game(play: Play, kind: ChannelType) -> tuple[Table, simcord.ChannelHandle]:
    """A game of Ann, who has opened a thread for it, in which nobody else is yet but the bot; its lobby waits."""
    backend = play.env.backend
    made = backend.create_thread(play.channel.id, "table", play.people["Ann"].id, type=kind)
    made.thread_members[backend.bot_user.id] = backend.now_iso()
    await play.settle()
    thread = next(each for each in play.channel.threads if each.id == made.id)
    await typed(play, "Ann", thread, "titan new", seats=2, name=TITLE)
    table = await play.house.at(thread.id)
    assert table is not None
    return table, thread


async def with_news(play: Play) -> tuple[Table, str, list[discord.Message]]:
    """A game with a battle, who watches it, and what they were told."""
    table, _, _, _ = await engaged(play)
    stranger = next(name for name in NAMES if table.seat_of(play.people[name].id) is None)
    await play.slash(stranger, "watch follow")
    while table.view(None).battle is None:
        await table.submit(min(table.awaiting), table.parse("fight"))
    await play.settle()
    (news,) = play.dms(stranger)
    assert UNKNOWN not in await predicted(play, stranger, news)
    return table, stranger, [news]


async def predicted(play: Play, who: str, news: discord.Message) -> str:
    """What somebody is shown who wants to foretell something, from what they were told."""
    return text_of(await play.people[who].user.click(news, label="Predict"))


async def ends(play: Play, table: Table) -> None:
    """All who play agree on it, which those who follow are told."""
    await table.voting.ask_end(Seat(0), "draw")
    (vote,) = table.voting.open
    for seat in sorted(vote.voters - {Seat(0)}):
        await table.voting.cast(vote.id, seat, "yes")
    await play.settle()
    assert table.game.agreed == "draw"


async def hidden_game(play: Play) -> tuple[Table, simcord.ChannelHandle]:
    """A game of Ann and Ben in a channel that nobody else sees."""
    people = {play.people[name].user: SEEN for name in ("Ann", "Ben")}
    overwrites = {**invited(play.env), play.guild.default_role: HIDDEN, **people}
    private = play.guild.create_text_channel("private", overwrites=overwrites)
    await typed(play, "Ann", private, "titan new", seats=2, name=TITLE)
    await typed(play, "Ben", private, "titan join")
    await typed(play, "Ann", private, "titan start")
    table = await play.house.at(private.id)
    assert table is not None
    return table, private


async def hide(play: Play, channel: simcord.ChannelHandle) -> None:
    """Takes a channel away from everybody who was not let in by name."""
    backend = play.env.backend
    kept = backend.get_channel(channel.id).overwrites
    denied = discord.Permissions(view_channel=True).value
    everybody = replace(kept[0], target_id=play.guild.id, type=OverwriteType.ROLE, allow=0, deny=denied)
    backend.edit_channel(channel.id, {}, overwrites=[*kept, everybody])
    await play.settle()


def elsewhere(play: Play) -> simcord.ChannelHandle:
    """A channel of another server, which Zoe manages."""
    other = play.env.create_guild("Others")
    user = play.env.create_user("zoe", global_name="Zoe")
    play.people["Zoe"] = other.add_member(user)
    return other.create_text_channel("ours", overwrites={user: MANAGED})


# In the same server


async def test_a_game_of_a_private_channel_is_offered_and_told_to_nobody_who_does_not_see_it(play: Play) -> None:
    """A5: not in lists, not by direct message, not in a channel of one's own, not by its number."""
    table, private = await hidden_game(play)
    number, dan = str(table.game.id), play.people["Dan"]
    own = play.guild.create_text_channel("dans", overwrites={dan.user: MANAGED})

    assert TITLE not in await play.said("Dan", "titan list")
    for command in ("watch follow", "watch unfollow"):
        assert await play.completed("Dan", command, "game") == []
        for options in ({}, {"channel": own}):
            refused = await play.said("Dan", command, game=number, **options)
            assert refused == await play.said("Dan", command, game="999", **options)
    await acts(play, table)
    assert play.dms("Dan") == []
    assert own.history() == []

    assert await offered(play, "Ann", private, "watch follow", "game") == [number]
    assert await play.completed("Ann", "watch follow", "game") == [number], "a seat of one's own is seen from anywhere"


async def allowed(play: Play, where: Any, abroad: str) -> None:
    """The host wants a running game to be followed elsewhere or not, and Ben agrees."""
    await typed(play, "Ann", where, "titan settings", abroad=abroad)
    post = next(message for message in reversed(list(where.history())) if "Agree" in labels(message))
    await play.press("Ben", post, label="Agree")


async def test_a_channel_of_the_server_is_told_of_a_private_game_with_its_hosts_leave_alone(play: Play) -> None:
    """Ann sees it and may have it told where she manages; others read there, and have not been asked."""
    table, private = await hidden_game(play)
    number, ann = str(table.game.id), play.people["Ann"]
    own = play.guild.create_text_channel("anns", overwrites={ann.user: MANAGED})

    refused = await play.said("Ann", "watch follow", game=number, channel=own)
    assert refused == await play.said("Ann", "watch follow", game="999", channel=own)
    assert await typed(play, "Ann", private, "watch follow", channel=own) == refused
    await allowed(play, private, abroad="on")
    assert "follows “" in await play.said("Ann", "watch follow", game=number, channel=own)
    (present,) = own.history()
    shown = await play.people["Dan"].context_menu(own, "Board at this point", present)
    assert "The game after line" in text_of(shown), "where it is told with leave, it may be looked at"

    await allowed(play, private, abroad="off")
    await acts(play, table)
    assert [post.id for post in own.history()] == [present.id], "and not any longer"
    again = await play.people["Dan"].context_menu(own, "Board at this point", present)
    assert "I don't know which moment" in text_of(again)
    assert UNKNOWN in await below(play, "Dan", shown, labels(shown.response)[0])


async def test_a_game_of_a_private_thread_is_there_for_those_in_it_alone(play: Play) -> None:
    """Who is in one is not told to the bot, so from outside only those who play are known to be."""
    table, thread = await thread_game(play, ChannelType.PRIVATE_THREAD)
    number, boss = str(table.game.id), await manager(play)

    for who in ("Dan", boss):
        assert TITLE not in await play.said(who, "titan list"), who
        assert await play.completed(who, "watch follow", "game") == []
    assert number not in await play.completed(boss, "titan-admin purge", "game")
    assert await play.completed("Ann", "watch follow", "game") == [number]
    assert await offered(play, "Ann", thread, "watch follow", "game") == [number]
    sender = DiscordSender(play.client)
    seen = [await sender.seen_by(play.guild.id, thread.id, play.people[who].id) for who in ("Ann", "Dan")]
    assert seen == [True, False]
    assert not await sender.seen_by(play.guild.id, thread.id, user_id=None)


async def test_a_game_of_a_thread_in_the_archive_is_there_in_it_and_for_deliveries_and_managers(play: Play) -> None:
    """The bot is not told of such a thread: it has to ask, which it does for nobody who only types a number."""
    table, thread = await thread_game(play, ChannelType.PUBLIC_THREAD)
    number, boss = str(table.game.id), await manager(play)
    assert TITLE in await play.said("Dan", "titan list")
    assert await play.completed("Dan", "watch follow", "game") == [number]

    play.env.backend.edit_channel(thread.id, {}, thread_metadata={"archived": True})
    await play.settle()

    assert TITLE not in await play.said("Dan", "titan list")
    assert await play.completed(boss, "titan-admin setup", "game") == [number]
    assert await DiscordSender(play.client).seen_by(play.guild.id, thread.id, play.people["Dan"].id)


async def test_who_loses_the_channel_loses_the_news_and_what_their_buttons_show(play: Play) -> None:
    table, who, news = await with_news(play)

    await hide(play, play.channel)
    assert UNKNOWN in await predicted(play, who, news[0])
    await ends(play, table)

    assert [message.id for message in play.dms(who)] == [news[0].id]
    assert not await play.house.store.spectators.follows(table.game.id, play.people[who].id)


async def test_a_manager_sees_what_they_may_view_and_what_has_lost_its_channel(play: Play) -> None:
    """Nobody else could put that right."""
    table, private = await hidden_game(play)
    number, boss = str(table.game.id), await manager(play)
    for command in ("setup", "purge"):
        assert number not in await play.completed(boss, f"titan-admin {command}", "game")
    refused = await play.said(boss, "titan-admin purge", game=number)
    assert refused == await play.said(boss, "titan-admin purge", game="999")
    assert TITLE not in await play.said(boss, "titan-admin setup")
    assert TITLE not in await play.said(boss, "titan-admin doctor")

    play.env.backend.delete_channel(private.id)
    await play.settle()

    assert await play.completed(boss, "titan-admin setup", "game") == [number]
    assert TITLE in await play.said(boss, "titan-admin doctor")
    assert "goes on here" in await play.said(boss, "titan-admin setup", game=number)


async def purged(play: Play, who: str, where: simcord.ChannelHandle, game: str) -> None:
    """Deletes a game, and says yes to the question."""
    asked = await play.people[who].slash(where, "titan-admin purge", game=game)
    await below(play, who, asked, "Delete for good")
    await play.settle()


async def test_what_was_done_to_a_game_that_a_manager_does_not_see_is_not_told_to_them_not_even_once_it_is_deleted(
    play: Play,
) -> None:
    """C2: of a deleted game that it was deleted, and nothing else."""
    table, private = await hidden_game(play)
    for name in ("Ann", "Cleo"):
        await manages(play, name)
    await play.house.store.deeds.keep(AuditEntry(play.guild.id, 1, play.people["Ann"].id, "freeze", "private quarrel"))
    await ends(play, table)
    await play.set_up("Cleo", "Dan")
    assert "freeze" not in await play.said("Cleo", "titan-admin status")
    assert "private quarrel" in await play.said("Ann", "titan-admin status"), "Ann sees where it was played"

    await purged(play, "Ann", private, "1")

    for who in ("Cleo", "Ann"):
        said = await play.said(who, "titan-admin status")
        assert "purge, game 1" in said
        assert TITLE not in said
        assert "freeze" not in said


async def test_what_is_hidden_from_a_manager_takes_no_place_among_the_last_deeds(play: Play) -> None:
    """C3: ten are listed, whatever else was done since."""
    await hidden_game(play)
    await manages(play, "Cleo")
    await play.set_up("Ben", "Dan")
    for game, what, number in ((2, "seat", 12), (1, "freeze", 120)):
        for _ in range(number):
            await play.house.store.deeds.keep(AuditEntry(play.guild.id, game, play.people["Ann"].id, what, ""))

    said = await play.said("Cleo", "titan-admin status")

    assert said.count("seat, game 2") == 10
    assert "freeze" not in said


async def test_where_somebody_deletes_a_private_game_its_title_is_not_told(play: Play) -> None:
    table, _ = await hidden_game(play)
    await manages(play, "Ann")
    await ends(play, table)

    await purged(play, "Ann", play.channel, "1")

    assert "Ann deleted game 1." in play.public_text()
    assert TITLE not in play.public_text()


async def test_a_manager_who_only_reads_of_a_private_game_manages_nothing_of_it(play: Play) -> None:
    """Where a channel that they see follows it with leave."""
    table, private = await hidden_game(play)
    boss = await manager(play)
    await allowed(play, private, abroad="on")
    await table.spectators.relay(play.guild.id, play.channel.id)
    await play.house.store.deeds.keep(AuditEntry(play.guild.id, 1, play.people["Ann"].id, "freeze", "private quarrel"))
    free = play.guild.create_text_channel("free")

    assert await play.completed(boss, "titan-admin setup", "game") == []
    await typed(play, boss, free, "titan-admin setup", game="1")
    assert "no such game" in await play.said(boss, "titan-admin purge", game="1")
    assert table.game.channel == private.id
    await play.set_up("Cleo", "Dan")
    assert "private quarrel" not in await play.said(boss, "titan-admin status")
    assert "can't follow that game" in await play.said(boss, "watch follow", game="1")


# In another server


async def test_whether_a_game_elsewhere_is_there_is_told_by_no_command(play: Play) -> None:
    """A9: neither its number nor its title."""
    await play.slash("Ann", "titan new", seats=2, name="Secret merger talks")
    ours = elsewhere(play)

    for command in ("watch follow", "watch unfollow"):
        for options in ({}, {"channel": ours}):
            said = [await typed(play, "Zoe", ours, command, game=game, **options) for game in ("1", "2", "999")]
            assert len(set(said)) == 1, command
            assert "merger" not in said[0]
        assert await offered(play, "Zoe", ours, command, "game") == []


async def test_who_foretells_best_in_a_server_is_told_in_no_other(play: Play) -> None:
    """C4: the channel there follows one game, and not the people of this server."""
    table = await play.set_up("Ann", "Ben")
    await allowed(play, play.channel, abroad="on")
    ours = elsewhere(play)
    await typed(play, "Zoe", ours, "watch follow", game="1", channel=ours)
    message = (await play.people["Zoe"].slash(ours, "titan help")).response

    for carries in ("best", "named", "unnamed"):
        said = await forged(play, "Zoe", message, f"t1:1:{table.began}:foretell {carries}")
        assert "Best predictions" not in said
        assert "The game's own server" in said
    (answer,) = await Crowd(play).press("Zoe", message, f"t1:1:{table.began}:foretell").answers()
    assert "Best of this server" not in labels(answer.response)
    assert "Best predictions" in await forged(
        play, "Dan", (await play.slash("Dan", "titan help")).response, f"t1:1:{table.began}:foretell best"
    )


async def test_what_was_told_elsewhere_leads_nowhere_once_the_host_gives_no_leave_any_more(play: Play) -> None:
    """A10: the post stays there, and shows what it showed; its game does not."""
    table = await play.set_up("Ann", "Ben")
    ours = elsewhere(play)
    await allowed(play, play.channel, abroad="on")
    assert "follows “" in await typed(play, "Zoe", ours, "watch follow", game="1", channel=ours)
    (post,) = ours.history()
    board = await play.people["Zoe"].context_menu(ours, "Board at this point", post)
    assert "Log of" in await below(play, "Zoe", board, labels(board.response)[0])

    await allowed(play, play.channel, abroad="off")
    await acts(play, table)

    assert [each.id for each in ours.history()] == [post.id]
    again = await play.people["Zoe"].context_menu(ours, "Board at this point", post)
    assert "I don't know which moment" in text_of(again)
    for label in labels(board.response):
        assert UNKNOWN in await below(play, "Zoe", board, label)


VERBS = (
    "open", "log -1 - - -", "log-at 1", "log-near 1", "foretell", "foretell best", "rules", "rules all 1", "seat 0",
    "take-seat 0", "hand-over left", "call-off 0", "act-for 0", "vote 1 yes", "vote-end draw", "consent 1", "decline 1",
    "orders", "take-back", "settle", "join", "leave", "add-bot", "start", "roll", "@", "!split", "%done", "nonsense",
)  # fmt: skip


@pytest.mark.parametrize("stage", ["lobby", "running"])
async def test_a_press_from_another_server_finds_no_game_whatever_it_carries(play: Play, stage: str) -> None:
    """B1: ids that no message there has. The answer is that of a number that no game has, and nothing changes."""
    if stage == "lobby":
        await play.slash("Ann", "titan new", seats=3)
        table = await play.table()
    else:
        table = await play.set_up("Ann", "Ben")
        await table.vacancies.offer(play.people["Ben"].id)
    ours = elsewhere(play)
    message = (await play.people["Zoe"].slash(ours, "titan help")).response
    await play.settle()
    before, began = (table.seq, table.seats, table.game), table.began

    for carries in VERBS:
        said = await forged(play, "Zoe", message, f"t1:1:{began}:{carries}")
        assert said == (await forged(play, "Zoe", message, f"t1:999:{began}:{carries}")).replace("999", "1"), carries
        assert UNKNOWN in said, carries

    assert (table.seq, table.seats, table.game) == before


# In direct messages


async def test_who_has_left_the_server_gets_no_news_and_foretells_nothing(play: Play) -> None:
    """B7: the follow ends without a word."""
    table, who, news = await with_news(play)

    play.guild.remove_member(play.people[who])
    await play.passes(PERSON)
    assert UNKNOWN in await predicted(play, who, news[0])
    await ends(play, table)

    assert [message.id for message in play.dms(who)] == [news[0].id]
    assert not await play.house.store.spectators.follows(table.game.id, play.people[who].id)


async def test_who_still_sees_the_channel_gets_all_news(play: Play) -> None:
    table, who, news = await with_news(play)

    await ends(play, table)

    assert len(play.dms(who)) == len(news) + 1


async def test_of_much_news_discord_is_asked_once_who_somebody_is(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")
    dan = play.people["Dan"].id
    await play.slash("Dan", "watch follow")
    sender = DiscordSender(play.client)

    def asked() -> int:
        wanted = f"/guilds/{play.guild.id}/members/{dan}"
        return sum(request.path.endswith(wanted) for request in play.env.http_requests)

    before = asked()
    for _ in range(3):
        assert await sender.seen_by(table.game.guild, table.game.channel, dan)
    assert asked() == before + 1
    await play.passes(PERSON)
    assert await sender.seen_by(table.game.guild, table.game.channel, dan)
    assert asked() == before + 2


async def test_a_clock_that_is_set_back_leaves_nobody_in_a_server_who_has_left(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")
    dan, sender = play.people["Dan"], DiscordSender(play.client)
    assert await sender.seen_by(table.game.guild, table.game.channel, dan.id)

    play.guild.remove_member(dan)
    play.passed.append(-3600.0)

    assert not await sender.seen_by(table.game.guild, table.game.channel, dan.id)


async def test_who_plays_may_look_from_anywhere(play: Play) -> None:
    """Their own server need not have anything to do with it."""
    table, private = await hidden_game(play)
    message = (await play.people["Ann"].slash(play.channel, "titan help")).response

    said = await forged(play, "Ann", message, f"t1:{table.game.id}:{table.began}:open")
    assert UNKNOWN not in said
    assert UNKNOWN in await forged(play, "Dan", message, f"t1:{table.game.id}:{table.began}:open")
    assert f"<#{private.id}>" in await play.said("Ann", "me games")
