"""What goes wrong outside: closed messages, places that are gone, a full disk, hostile names, bad starts."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import discord
import pytest

import bot
from cogs.house.store.store import Store, StoreUnavailable
from cogs.house.table.table import Table
from cogs.house.values.clocks import HOUR
from cogs.house.values.sender import Button, Gone, Picture, Post, Refused, TryLater, Undelivered
from cogs.interactions.acknowledging import CLAIMING, Duty
from cogs.interactions.discord_sender import DiscordSender
from cogs.interactions.permissions import PERMISSIONS
from engine.core import Seat
from engine.log import Undo
from engine.titan.actions import Split
from tests.discord.conftest import Play, Starts, labels, starts_on
from tests.discord.crowd import Crowd
from tests.plain import PIXEL
from tests.postgresql.proxy import proxied
from tests.quick_sqlite import file_of

ROOT = Path(bot.__file__).parent

HOSTILE = (
    "**@everyone** <@1> `x` ||y||",
    "مرحبا بكم في لعبة العمالقة هنا",
    "Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍",
    "👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦[a](http://b.c)",
)


async def test_closed_direct_messages_are_no_error_and_told_in_private(play: Play) -> None:
    ben = play.people["Ben"].user.dm_channel.id
    play.env.inject_error("POST", f"/channels/{ben}/messages", status=403, code=50007, times=None)
    table = await play.set_up("Ann", "Ben")

    assert "Something private waits for Ben" in play.public_text()
    assert "Titan, Angel" not in play.public_text()
    assert play.public_text().count("Something private waits") == 1
    told = [await play.said("Ben", "titan status") for _ in range(2)]
    assert ["could not be delivered" in said for said in told].count(True) <= 1
    assert "Titan, Angel" in await play.said("Ben", "show mine")
    assert table.game.status.value == "running"


async def test_a_channel_that_is_gone_loses_nothing(play: Play) -> None:
    """The game rests; as soon as somebody acts in the channel, everything that was held back is told."""
    table = await play.set_up("Ann", "Ben")
    who = play.who(table)
    await play.first(table)
    for method, path in (("POST", "messages"), ("POST", "threads"), ("PATCH", "messages/*")):
        play.env.inject_error(method, f"/channels/*/{path}", status=404, code=10003, times=None)
    await play.said(who, "play roll")
    assert table.game.suspended
    assert table.view(None).phase == "move"

    play.env.backend.faults.clear()
    await play.said(who, "titan status")

    table = await play.table()
    assert table.game.suspended is None
    assert "rolls" in play.public_text()


async def test_a_server_error_delays_a_post_and_loses_none(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")
    play.env.inject_error("POST", f"/channels/{play.channel.id}/messages", status=503, times=1)
    who = play.who(table)
    await play.first(table)
    await play.said(who, "play roll")

    await play.passes(2)
    await play.env.advance_time(5)
    await play.settle()

    assert "rolls" in play.public_text()


async def test_without_files_the_board_is_told_in_words(play: Play) -> None:
    play.env.inject_error("POST", f"/channels/{play.channel.id}/messages", status=403, code=50013)
    post = Post(1, 1, "Turn 1", "nonce", (Picture("board.png", b"", "The board. Ann has three legions."),))

    await DiscordSender(play.client).to_channel(play.channel.id, post)

    (message,) = play.public()
    assert message.content == "Turn 1\nThe board. Ann has three legions."
    assert not message.attachments


@pytest.mark.parametrize("pictures", [(), (Picture("board.png", PIXEL, " The board. "),)], ids=["text", "picture"])
async def test_what_the_bot_has_posted_is_found_again(play: Play, pictures: tuple[Picture, ...]) -> None:
    """By what it says and shows, and by what its buttons carry; nothing that others have written is."""
    sender, ann = DiscordSender(play.client), play.people["Ann"]
    post = Post(7, 3, "Turn 1\n", "nonce", pictures, (Button("My turn", "open"), Button("Roll", "roll now")))
    sent = await sender.to_channel(play.channel.id, post)
    await ann.send(play.channel, "Turn 1")
    other = await sender.to_channel(play.channel.id, replace(post, text="Turn 2", game=8))
    to_ann = await sender.to_user(ann.id, post)

    theirs, same = await sender.in_channel(play.channel.id, post)

    assert (same.id, same.same, same.lines) == (sent, True, frozenset({"open", "roll now"}))
    assert (theirs.id, theirs.same, theirs.lines) == (other, False, frozenset())
    assert [(each.id, each.same) for each in await sender.with_user(ann.id, post)] == [(to_ann, True)]
    assert not await sender.in_channel(1, post), "nothing is known of a place that is not there"


@pytest.mark.parametrize(
    ("status", "code", "means"),
    [
        (400, 50035, Refused),
        (403, 50007, Refused),
        (403, 50001, Gone),
        (404, 10003, Gone),
        (400, 40003, TryLater),
        (500, 0, TryLater),
        (503, 0, TryLater),
    ],
)
async def test_discords_errors_mean_never_nowhere_or_later(
    play: Play, status: int, code: int, means: type[Undelivered]
) -> None:
    play.env.inject_error("POST", f"/channels/{play.channel.id}/messages", status=status, code=code, times=None)

    with pytest.raises(means) as raised:
        await DiscordSender(play.client).to_channel(play.channel.id, Post(1, 1, "a secret", "nonce"))

    assert "secret" not in raised.value.reason


@pytest.mark.parametrize("lacking", ["send_messages", "attach_files"])
async def test_a_game_is_not_opened_where_the_bot_may_not_post(starts: Starts, lacking: str) -> None:
    async with starts(without=(lacking,)) as play:
        said = await play.said("Ann", "titan new", seats=2)

        assert lacking.replace("_", " ") in said
        assert await play.house.at(play.channel.id) is None


async def fill_disk(play: Play, table: Table, seat: Seat) -> None:
    """Plays on and takes back until the disk is full, by SQLite's own way to a full disk."""
    split = table.legal(seat)[0]
    await file_of(play.store)._writer.execute("PRAGMA max_page_count = 1")

    async def go_on() -> None:
        for _ in range(1000):
            await table.submit(seat, split)
            await table.submit(seat, next(action for action in table.legal(seat) if isinstance(action, Undo)))

    with pytest.raises(StoreUnavailable):
        await go_on()


async def test_a_full_disk_changes_nothing_and_is_said(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")
    who, seat = play.who(table), next(iter(table.awaiting))
    await fill_disk(play, table, seat)
    full = table.seq
    line = table.line(next(action for action in table.legal(seat) if isinstance(action, Split | Undo)))

    said = await play.said(who, "play do", line=line)
    assert "I couldn't save the game" in said
    assert table.seq == full
    await file_of(play.store)._writer.execute("PRAGMA max_page_count = 1000000")
    await play.said(who, "play do", line=line)

    written, *_ = await table.entries(full + 1, table.seq)
    assert written.action is not None
    assert (written.seat, table.line(written.action)) == (seat, line)


async def test_whoever_plays_may_look_while_nothing_can_be_written_down(play: Play) -> None:
    """That they were seen is kept beside it, once it can be."""
    table = await play.set_up("Ann", "Ben")
    await file_of(play.store)._writer.execute("PRAGMA query_only = ON")
    play.passed.append(2 * HOUR)
    now = play.house.now()

    said = await play.said("Ben", "show board")

    assert "couldn't save" not in said
    assert max((await play.store.sightings.all()).values()) < now
    await file_of(play.store)._writer.execute("PRAGMA query_only = OFF")
    await play.house._sightings.close()
    assert (await play.store.sightings.all())[table.game.id, play.people["Ben"].id] >= now


async def test_a_panel_whose_press_goes_wrong_stays_as_it_is(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")
    who, seat = play.who(table), next(iter(table.awaiting))
    await fill_disk(play, table, seat)
    opened = await play.press(who, play.last_with("My turn"), label="My turn")
    assert opened.response is not None
    before = labels(opened.response)
    line = table.line(next(action for action in table.legal(seat) if isinstance(action, Split | Undo)))

    (result,) = await Crowd(play).press(who, opened.response, f"t1:{table.game.id}:{table.began}:{line}").answers()

    assert "I couldn't save the game" in "".join(follow.content for follow in result.followups)
    assert labels(next(m for m in play.seen_by(who) if m.id == opened.response.id)) == before


async def test_hostile_names_are_shown_as_text(starts: Starts) -> None:
    names = [name[:32] for name in HOSTILE]
    async with starts(names=names) as play:
        await play.set_up(*names)

        for message in play.public():
            assert "@everyone" not in message.content
            assert "**@" not in message.content.replace(r"\*\*@", "")
            assert "](http" not in message.content
        for request in play.env.http_requests:
            body: Any = request.json
            if isinstance(body, dict) and "allowed_mentions" in body:
                assert body["allowed_mentions"].get("parse", []) == []
        for name in names:
            assert await play.said(name, "show mine")


async def test_an_answer_that_comes_too_late_changes_nothing(starts: Starts) -> None:
    """If Discord no longer takes the acknowledgement, the person was told of a failure: then nothing is done."""
    async with starts() as play:
        table = await play.set_up("Ann", "Ben")
        who, seq = play.who(table), table.seq
        play.env.inject_error("POST", "/interactions/*/*/callback", status=404, code=10062)

        result = await play.people[who].slash(
            play.channel, "play do", line=table.line(table.legal(next(iter(table.awaiting)))[0])
        )

        assert result.response is None
        assert table.seq == seq


async def test_an_answer_that_is_lost_leaves_what_was_done(starts: Starts) -> None:
    async with starts() as play:
        table = await play.set_up("Ann", "Ben")
        who, seq = play.who(table), table.seq
        play.env.inject_error("PATCH", "/webhooks/*/*/messages/@original", status=404, code=10015)
        line = table.line(table.legal(next(iter(table.awaiting)))[0])

        await play.people[who].slash(play.channel, "play do", line=line)

        assert table.seq == seq + 1


async def test_while_it_drains_nothing_new_is_begun(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")
    seq = table.seq
    play.client.context.duty.draining = True

    said = await play.said(play.who(table), "play do", line=table.line(table.legal(next(iter(table.awaiting)))[0]))

    assert "starting again" in said
    assert table.seq == seq


async def test_the_bot_goes_on_after_a_restart_in_every_phase(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")
    for _ in range(10):
        await play.restart()
        table = await play.table()
        await play.first(table)

    assert table.seq > 10


async def test_commands_are_registered_again_only_if_they_changed(play: Play) -> None:
    def syncs() -> int:
        return sum(r.method == "PUT" and r.path.endswith("/commands") for r in play.env.http_requests)

    before = syncs()
    await play.restart()

    assert before == 1
    assert syncs() == 1


async def test_a_failed_registration_does_not_stop_the_bot(play: Play) -> None:
    await play.house.store.settings.keep("commands", "others")
    play.env.inject_error("PUT", "/applications/*/commands", status=500, times=None)

    await play.restart()

    assert await play.said("Ann", "titan help")


def test_the_invite_asks_for_exactly_what_is_needed() -> None:
    names = {name for name, given in PERMISSIONS if given}

    assert names == {
        "read_messages",  # which Discord shows as: view channels
        "send_messages",
        "send_messages_in_threads",
        "create_public_threads",
        "attach_files",
        "embed_links",
        "read_message_history",
        "pin_messages",
    }


async def test_every_post_is_within_discords_limits(play: Play) -> None:
    await play.set_up("Ann", "Ben")

    for request in play.env.http_requests:
        body: Any = request.json
        if isinstance(body, dict):
            assert len(body.get("content") or "") <= 2000
            assert len(str(body.get("nonce") or "")) <= 25
    for message in play.public():
        assert all(len(label) <= 80 for label in labels(message))


async def test_a_bad_token_is_said_and_never_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Discord's own answer to a token it does not know: 401."""

    async def refused(self: discord.http.HTTPClient, *args: object, **kwargs: object) -> None:
        raise discord.LoginFailure("Improper token has been passed.")

    monkeypatch.setattr(discord.http.HTTPClient, "static_login", refused)
    settings = bot.Settings(token="a.secret.token", database=f"sqlite:///{tmp_path}/titan.db", level="INFO")

    code = await bot.main(settings)

    said = capsys.readouterr()
    assert code == bot.UNUSABLE
    assert "does not accept" in said.err
    assert "secret" not in said.err + said.out + repr(settings)


def test_settings_come_from_the_environment_before_the_file(tmp_path: Path) -> None:
    dotenv = tmp_path / ".env"
    dotenv.write_text("# a comment\nDISCORD_TOKEN='from file'\nexport DATABASE_URL=sqlite:///x.db\n\nLOG_LEVEL=debug\n")

    settings = bot.Settings.read({"DISCORD_TOKEN": "from outside"}, dotenv)

    assert (settings.token, settings.database, settings.level) == ("from outside", "sqlite:///x.db", "DEBUG")
    assert bot.Settings.read({"DISCORD_TOKEN": "one"}, tmp_path / "none").database == "sqlite:///data/titan.db"
    assert bot.Settings.read({}, tmp_path / "none").database == "sqlite:///data/local.db"


@pytest.mark.threads
async def test_what_can_not_be_claimed_in_time_is_answered_before_discord_gives_it_up(postgresql_url: str) -> None:
    """The way to the database is cut, and neither side knows: giving up what was begun there takes seconds."""
    async with proxied(postgresql_url) as proxy:
        store = await Store.open(proxy.url, bot.MIGRATIONS)
        duty = Duty(claims=store.shards)
        assert await duty.first(1)
        proxy.deaf = proxy.mute = True

        async with asyncio.timeout(CLAIMING + 1.0):
            assert await duty.first(2)

        proxy.cut()
        await store.close()


@pytest.mark.threads
async def test_nobody_is_told_that_nothing_has_changed_if_that_is_not_known(postgresql_url: str) -> None:
    """The database has kept what was written, and its answer is lost on the way."""
    async with proxied(postgresql_url) as proxy, starts_on(proxy.url)() as play:
        table = await play.set_up("Ann", "Ben")
        who, before = play.who(table), table.seq
        line = table.line(table.legal(next(iter(table.awaiting)))[0])
        proxy.cut_after = b"'game'"

        said = await play.said(who, "play do", line=line)

        assert "I don't know whether that was saved" in said
        assert (await play.table()).seq > before


@pytest.mark.threads
async def test_what_was_saved_is_not_said_to_be_lost_if_the_database_goes_before_it_can_be_shown(
    postgresql_url: str,
) -> None:
    """The connection is cut where the panel asks for how the person has pictures drawn, after the decision."""
    async with proxied(postgresql_url) as proxy, starts_on(proxy.url)() as play:
        table = await play.set_up("Ann", "Ben")
        who, before = play.who(table), table.seq
        line = table.line(table.legal(next(iter(table.awaiting)))[0])
        proxy.cut()  # what is asked on a new connection is not prepared, and can be recognised
        proxy.cut_after = b"FROM display"

        said = await play.said(who, "play do", line=line)

        assert "I don't know whether that was saved" in said
        assert (await play.table()).seq > before


async def test_what_was_saved_is_not_said_to_be_lost_if_an_error_keeps_it_from_being_shown(
    play: Play, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table = await play.set_up("Ann", "Ben")
    who, before = play.who(table), table.seq
    line = table.line(table.legal(next(iter(table.awaiting)))[0])

    async def broken(user: int) -> object:
        raise KeyError(user)

    with monkeypatch.context() as patched:
        patched.setattr(play.store.people, "display", broken)
        first = await play.said(who, "show board")
        said = await play.said(who, "play do", line=line)

    assert "nothing has changed" in first
    assert "Look at the game before you try again" in said
    assert table.seq > before
    assert caplog.text.count("an interaction broke") == 2
