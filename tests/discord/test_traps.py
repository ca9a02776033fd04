"""Traps of Discord: presses twice, at once, late, forged, and by those who only watch. The list is docs/traps.md."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

from cogs.client import ROUTED, Client
from cogs.house.game import dice
from cogs.house.table.lobby_post import LOBBY
from cogs.house.table.table import Table
from engine.titan.bots import LEVELS
from tests.discord.conftest import Play, components, custom_ids, labels, text_of
from tests.discord.crowd import Crowd
from tests.discord.looking.test_going_back import moved_on
from tests.discord.looking.test_manners import through_a_battle
from tests.discord.turns.test_engagements import engaged
from tests.quick_sqlite import file_of

EPHEMERAL_TOKEN = 15 * 60


@pytest.fixture(autouse=True)
def same_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same game every time: the seed is the only chance there is."""
    monkeypatch.setattr(dice, "new_seed", lambda: b"third seed".ljust(32, b"."))


def identity(table: Table, carries: str, game: int | None = None) -> str:
    return f"t1:{table.game.id if game is None else game}:{table.began}:{carries}"


async def opened(play: Play, who: str) -> Any:
    """Somebody's private panel."""
    return (await play.press(who, play.last_with("My turn"), label="My turn")).response


def lines_of(play: Play, table: Table, who: str) -> list[str]:
    seat = table.seat_of(play.people[who].id)
    assert seat is not None
    return [table.line(action) for action in table.legal(seat)]


async def rolled(play: Play) -> tuple[Table, str, Any]:
    """A game in the first movement, who moves, and his panel."""
    table = await play.set_up("Ann", "Ben")
    who = play.who(table)
    await play.first(table)
    await play.said(who, "play roll")
    return table, who, await opened(play, who)


async def log_of(play: Play, table: Table) -> list[str]:
    return [line.line for line in await play.store.log.lines(table.game.id)]


# --- twice and at once ---


async def test_roll_pressed_twice_rolls_once(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")
    who = play.who(table)
    await play.first(table)
    panel, before = await opened(play, who), table.seq

    requested = len(play.env.http_requests)
    await Crowd(play).press(who, panel, identity(table, "roll")).press(who, panel, identity(table, "roll")).answers()

    assert (await log_of(play, table))[before:].count("roll") == 1
    # Both answers are the panel: either may be the one that stays.
    assert any("has moved on" in str(request.json) for request in play.env.http_requests[requested:])
    assert table.view(None).phase == "move"


async def test_a_chain_pressed_twice_at_once_is_done_once(play: Play) -> None:
    table, who, panel = await rolled(play)
    move = next(line for line in lines_of(play, table, who) if line.startswith("move "))
    chain, before = f"{move};done;done", table.seq

    crowd = Crowd(play)
    for _ in range(3):
        crowd.press(who, panel, identity(table, chain))
    await crowd.answers()

    done = (await log_of(play, table))[before:]
    assert [line for line in done if line.startswith("move ")] == [move]
    assert done.count("done") == 2, "the end of the movement and of the turn, not of the other's split"
    assert play.who(table) != who


async def test_a_form_sent_twice_at_once_does_nothing_before_it_is_confirmed_and_then_once(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")
    who = play.who(table)
    panel = await opened(play, who)
    form = next(each for each in custom_ids(panel) if each.split(":", 3)[3].startswith("!split"))
    (seat,) = table.awaiting
    ticked = {"who": ["TTN.1", "OGR.1", "OGR.2", "GAR.1"], "marker": [table.view(seat).players[seat].markers[2]]}
    before = table.seq

    shown = await Crowd(play).fills(who, panel, form, ticked).fills(who, panel, form, ticked).answers()
    assert all("keeps Angel" in text_of(answer) for answer in shown)
    assert table.seq == before
    parts = components(shown[0].response)
    confirm = next(part["custom_id"] for part in parts if part.get("label") == "Split like this")
    await Crowd(play).press(who, panel, confirm).press(who, panel, confirm).answers()

    assert [line.split()[0] for line in (await log_of(play, table))[before:]] == ["split"]


async def test_a_press_and_the_same_order_typed_at_once_are_done_once(play: Play) -> None:
    table, who, panel = await rolled(play)
    move = next(line for line in lines_of(play, table, who) if line.startswith("move "))
    before = table.seq

    await Crowd(play).press(who, panel, identity(table, move)).types(who, "play", "do", line=move).answers()

    assert (await log_of(play, table))[before:] == [move]


async def test_a_press_to_end_the_phase_and_done_typed_at_once_end_no_phase_of_the_other(play: Play) -> None:
    table, who, panel = await rolled(play)
    move = next(line for line in lines_of(play, table, who) if line.startswith("move "))
    await play.said(who, "play do", line=move)

    await Crowd(play).types(who, "play", "do", line="done").press(who, panel, identity(table, "done")).answers()

    assert (table.view(None).phase, play.who(table)) == ("muster", who), "the press belonged to the movement"


async def test_a_take_back_pressed_twice_at_once_takes_back_once(play: Play) -> None:
    one, _ = await moved_on(play)
    table = await play.table()
    panel, before = await opened(play, one), table.seq

    await (
        Crowd(play)
        .press(one, panel, identity(table, "takeback"))
        .press(one, panel, identity(table, "takeback"))
        .answers()
    )

    assert [line.split()[0] for line in (await log_of(play, table))[before:]] == ["rewind"]
    assert table.view(None).phase == "muster"


async def test_consent_pressed_twice_and_refused_at_once_counts_once(play: Play) -> None:
    one, other = await moved_on(play)
    table = await play.table()
    point = (await table.rewinding.phase_points())[1]
    await play.slash(one, "game rewind", to=str(point.began))
    question = play.last_with("Agree to go back")
    agree, refuse, *_ = custom_ids(question)
    before = table.seq

    crowd = Crowd(play).press(other, question, agree).press(other, question, agree).press(other, question, refuse)
    first, *others = await crowd.answers()

    assert [line.split()[0] for line in (await log_of(play, table))[before:]] == ["rewind"]
    assert text_of(first) not in [text_of(answer) for answer in others]


async def test_two_who_join_the_last_seat_at_once_get_one_seat(play: Play) -> None:
    await play.slash("Ann", "titan new", seats=2)
    post = play.last_with("Join")
    table = await play.table()

    answers = (
        await Crowd(play)
        .press("Ben", post, "t1:1:0:join")
        .press("Cleo", post, "t1:1:0:join")
        .press("Ben", post, "t1:1:0:join")
        .answers()
    )

    assert len(table.seats) == 2
    assert [chair.user_id for chair in table.seats].count(play.people["Ann"].id) == 1
    assert len({text_of(answer) for answer in answers}) >= 2
    shown = next(message for message in play.public() if message.id == post.id)
    assert table.seats[1].shown in shown.content


async def test_add_bot_pressed_twice_at_once_adds_one(play: Play) -> None:
    await play.slash("Ann", "titan new", seats=4)
    post, table = play.last_with("Seats"), await play.table()
    panel = (await play.press("Ann", post, label="Seats")).response
    add = next(each for each in custom_ids(panel) if "seats bot" in each)

    answers = await Crowd(play).press("Ann", panel, add).press("Ann", panel, add).answers()
    assert [chair.bot is not None for chair in table.seats] == [False, True]
    assert "seats have just changed" in text_of(answers[1])


async def test_fill_pressed_twice_at_once_fills_once_and_the_second_is_told_why(play: Play) -> None:
    await play.slash("Ann", "titan new", seats=4)
    post, table = play.last_with("Fill with bots"), await play.table()
    fill = next(each for each in custom_ids(post) if each.endswith("fill"))
    answers = await Crowd(play).press("Ann", post, fill).press("Ann", post, fill).answers()

    assert len(table.seats) == 4
    assert "All 4 seats are taken" in text_of(answers[1])


async def test_a_game_started_by_two_at_once_begins_once(play: Play) -> None:
    await play.slash("Ann", "titan new", seats=2)
    await play.slash("Ben", "titan join")
    post = play.last_with("Start")

    await (
        Crowd(play)
        .press("Ann", post, "t1:1:0:start")
        .press("Ben", post, "t1:1:0:start")
        .types("Ann", "titan", "start")
        .answers()
    )

    table = await play.table()
    assert table.game.status.value == "running"
    assert (await log_of(play, table)).count(next(iter(await log_of(play, table)))) == 1


async def test_two_in_the_exchange_before_battle_at_once_are_both_heard_or_told_why_not(play: Play) -> None:
    table, attacker, defender, third = await engaged(play)
    panels = {who: await opened(play, who) for who in (attacker, defender, third)}
    before = table.seq

    crowd = Crowd(play)
    for who in (attacker, defender, attacker, third):
        crowd.press(who, panels[who], identity(table, "fight"))
    answers = await crowd.answers()

    fights = [line for line in await play.store.log.lines(table.game.id) if line.seq > before and line.line == "fight"]
    assert len({line.seat for line in fights}) == len(fights), "nobody decided twice"
    assert table.seat_of(play.people[third].id) not in {line.seat for line in fights}
    assert table.seq > before
    assert len(answers) == 4


# --- late ---


async def test_a_panel_is_pressed_long_after_its_token_is_over(play: Play) -> None:
    """A token holds for 15 minutes: every press is answered with its own, posts with none."""
    table, who, panel = await rolled(play)
    await play.env.advance_time(4 * EPHEMERAL_TOKEN)
    move = next(line for line in lines_of(play, table, who) if line.startswith("move "))

    (answer,) = await Crowd(play).press(who, panel, identity(table, move)).answers()

    assert any(label.startswith("Undo: ") for label in labels(answer.response))
    assert move in await log_of(play, table)
    tokens = [r for r in play.env.http_requests if r.path.startswith("/webhooks/")]
    assert all(r.method in ("PATCH", "POST") for r in tokens)


async def test_who_lost_his_panel_opens_it_again_just_where_he_was(play: Play) -> None:
    """Ephemeral messages are gone when the client is started anew: nothing is only there."""
    table, who, panel = await rolled(play)
    move = next(line for line in lines_of(play, table, who) if line.startswith("move "))
    (moved,) = await Crowd(play).press(who, panel, identity(table, move)).answers()
    assert moved.response is not None
    said, ids = moved.response.content, custom_ids(moved.response)
    files = [file.filename for file in moved.response.attachments]
    del play.env.backend.messages[play.channel.id][panel.id]

    again = await opened(play, who)

    assert custom_ids(again) == ids
    assert [file.filename for file in again.attachments] == files
    assert set(again.content.split("\n\n")) <= set(said.split("\n\n"))


async def test_a_panel_is_pressed_after_a_restart(play: Play) -> None:
    table, who, panel = await rolled(play)
    move = next(line for line in lines_of(play, table, who) if line.startswith("move "))
    identities = identity(table, move), identity(table, f"{move};done")
    await play.restart()
    before = (await play.table()).seq

    crowd = Crowd(play)
    for each in identities:
        crowd.press(who, panel, each)
    await crowd.answers()

    done = (await log_of(play, await play.table()))[before:]
    assert done.count(move) == 1
    assert done.count("done") <= 1


# --- forged, broken, and of other versions ---

STRANGE = (
    "t9:1:1:open", "t0:1:1:done", "t1:nonsense", "t1:", "t1:1:1:", "t1:1:1", "t1:99999999999999999:1:open",
    "t1:1:999999999999999999:done", "t1:" + "9" * 90, "t1:1:1:" + "x" * 90, "t1:1:1:\n;\n;", "t1:1:1:agree",
    "t1:1:1:agree x", "t1:1:1:agree " + "9" * 60, "t1:1:1:refuse", "t1:1:1:rollback", "t1:1:1:rollback x y",
    "t1:1:1:rollback " + "9" * 60, "t1:1:1:purge", "t1:1:1:purge 99", "t1:1:1:=0", "t1:1:1:join", "t1:1:1:leave",
    "t1:77:0:join", "t1:77:0:start", "t1:1:0:#00000000/nowhere", "t1:1:0:>best", "t1:1:0:!split Rd01", "t1:1:0:/split",
    "t1:1:0:~", "t1:1:0:~@99999999999999999999", "t1:1:0:?", "t1:1:0:takeback", "t1:1:0:undo 1", "t1:1:0:draw 6",
    "t1:1:0:rewind 1", "b1:titan:split.1:0:", "b1:titan:no.9:0:", "b1:titan:pick", "b1:titan:pick:", "b1:titan:x",
    "b1:nothing:split.1:0:", "b1:split.1:0:", "b2:titan:split.1:0:", "l1:titan:1:nowhere", "l1:titan:999:on",
    "l1:titan:9999:on", "l1:nothing:1:on", "l1:1:on", "l3:titan:1:on", "hello", "x", "1", "{}", "🎲",
)  # fmt: skip


async def test_every_strange_id_is_answered_in_private_and_does_nothing(play: Play) -> None:
    """Never "interaction failed": not for an id of another version, of another bot's, or of nobody's."""
    table, who, panel = await rolled(play)
    post, before = play.last_with("My turn"), (table.seq, table.game)
    strange = [*STRANGE, *(identity(table, each.split(":", 3)[3]) for each in STRANGE if each.count(":") > 2)]
    harmless = [each for each in strange if not each.endswith((":leave", ":>best", ":roll"))]

    for person, message in ((who, panel), (who, post), ("Dan", post)):
        for number, custom_id in enumerate(harmless):
            await Crowd(play).press(person, message, custom_id[:100]).answers()
            await Crowd(play).press(person, message, custom_id[:100], [f"nothing{number}"]).answers()

    assert (table.seq, table.game) == before
    assert not play.env.errors


@pytest.mark.parametrize("custom_id", ["t1:1:1:!split Rd01", "t9:1:1:!split", "t1:x", "x", "t1:99:1:!split Rd01"])
async def test_every_strange_form_is_answered_in_private_and_does_nothing(play: Play, custom_id: str) -> None:
    table, who, panel = await rolled(play)
    before = table.seq

    for person in (who, "Dan"):
        await Crowd(play).fills(person, panel, custom_id, {"who": ["TTN.1"], "x": ["y"]}).answers()
        await Crowd(play).fills(person, panel, custom_id, {}).answers()

    assert table.seq == before


async def test_a_forged_press_does_for_nobody_what_is_anothers(play: Play) -> None:
    """Another's lines, another game's number: the seat is that of whoever presses, in the game that it names."""
    table, who, _ = await rolled(play)
    other = "Ben" if who == "Ann" else "Ann"
    mine = [line for line in lines_of(play, table, who) if line != "resign"]
    home, post = play.channel, play.last_with("My turn")
    play.channel = play.guild.create_text_channel("elsewhere")
    elsewhere = await play.opened("Cleo", "Dan")
    play.channel = home
    before, told = (table.seq, elsewhere.seq), set[tuple[str, str]]()

    for line in [*mine[:12], "move Rd01 1 1", "muster Rd01 LIO CEN,CEN"]:
        for person in (other, "Cleo"):
            (answer,) = await Crowd(play).press(person, post, identity(table, line)).answers()
            told.add((person, text_of(answer)))
        await Crowd(play).press(who, post, f"t1:{elsewhere.game.id}:{elsewhere.began}:{line}").answers()
    await Crowd(play).press(other, post, identity(table, f"{mine[0]};done")).answers()
    await Crowd(play).press(other, post, identity(table, "takeback")).answers()

    assert (table.seq, elsewhere.seq) == before
    assert len(told) == 2, "whether it would be possible is told to nobody else"


# --- who only watches ---


async def test_who_only_watches_presses_everything_there_is_and_learns_and_does_nothing(play: Play) -> None:
    table, whims = await play.set_up("Ann", "Ben"), random.Random(3)
    for _ in range(40):
        seat = min(table.awaiting)
        await table.submit(seat, LEVELS["steady"](table.view(seat), table.legal(seat, undo=False), whims))
    await play.settle()
    before, said = table.seq, set[str]()

    for message in play.public():
        for custom_id in custom_ids(message):
            if custom_id.split(":", 3)[3] in LOBBY:
                continue
            (answer,) = await Crowd(play).press("Dan", message, custom_id).answers()
            said.add(text_of(answer))

    assert said
    assert table.seq == before


# --- what nothing depends on ---


async def test_every_interaction_is_acknowledged_before_anything_is_read_or_drawn(pictured: Play) -> None:
    """Three seconds: the acknowledgement is the first request, and the database and the pictures come after it."""
    table, who, panel = await rolled(pictured)
    read: list[str] = []
    for db in (file_of(pictured.store)._writer, file_of(pictured.store)._reader):
        await db.set_trace_callback(read.append)

    for number in range(4):
        read.clear()
        crowd, asked = Crowd(pictured), len(pictured.env.http_requests)
        match number:
            case 0:
                crowd.press(who, panel, identity(table, "open"))
            case 1:
                crowd.press("Dan", pictured.last_with("My turn"), identity(table, "open"))
            case 2:
                crowd.types(who, "show", "board")
            case _:
                crowd.types(who, "play", "do", line="done")
        while len(pictured.env.http_requests) == asked:
            assert read == [], "something was read before the acknowledgement"
            await asyncio.sleep(0)
        assert pictured.env.http_requests[asked].path.endswith("/callback")
        await crowd.answers()
        assert read, "the database is read afterwards"


async def test_no_address_of_an_attachment_is_kept(play: Play) -> None:
    """They expire after a day: pictures are drawn anew, from the game."""
    table, _, _ = await rolled(play)
    assert any(message.attachments for message in play.public())
    rows = "\n".join([line async for line in file_of(play.store)._writer.iterdump()])

    assert "rolls" in rows
    assert "://" not in rows
    assert table.game.status.value == "running"


def test_nothing_hangs_on_events_that_may_be_missed() -> None:
    """After a reconnect some are lost: presses carry all that they need. What the bot may do only wakes what waits."""
    heard = {name for name in vars(Client) if name.startswith("on_")}
    wakes = {name for name in heard if "permitted" in getattr(Client, name).__code__.co_names}

    assert heard - wakes == {
        "on_interaction", "on_nothing_held", "on_shard_ready", "on_shard_connect", "on_shard_resumed",
        "on_shard_disconnect", "on_shard_released",
    }  # fmt: skip


async def test_one_person_in_two_games_has_the_panel_of_each(play: Play) -> None:
    one = await play.set_up("Ann", "Ben")
    home, post = play.channel, play.last_with("My turn")
    play.channel = play.guild.create_text_channel("elsewhere")
    other = await play.set_up("Ann", "Cleo")
    there = play.last_with("My turn")
    before = one.seq, other.seq

    here, away = await Crowd(play).press("Ann", post, identity(one, "open")).answers(), await opened(play, "Ann")
    play.channel = home

    assert {each.split(":")[1] for each in custom_ids(here[0].response)} == {str(one.game.id)}
    assert {each.split(":")[1] for each in custom_ids(away)} == {str(other.game.id)}
    await Crowd(play).press("Ann", there, identity(one, "done", other.game.id)).answers()
    assert (one.seq, other.seq) == before or play.who(other) == "Ann"


@pytest.mark.deep
async def test_every_picture_of_a_game_is_far_below_what_a_file_may_be(pictured: Play) -> None:
    await through_a_battle(pictured)

    files = [file for message in pictured.public() for file in message.attachments]
    files += [file for who in ("Ann", "Ben", "Cleo") for message in pictured.dms(who) for file in message.attachments]

    assert {"board.png", "hand.png"} <= {file.filename for file in files}
    assert max(file.size for file in files) < 1_000_000


async def test_a_late_acknowledgement_is_logged(play: Play, caplog: pytest.LogCaptureFixture) -> None:
    table, who, panel = await rolled(play)
    crowd = Crowd(play, held=True).press(who, panel, identity(table, "open"))
    assert "acknowledged" not in caplog.text
    await play.env.advance_time(2.5)

    await crowd.deliver().answers()

    assert "acknowledged 2.5 s after it was made" in caplog.text


async def test_a_press_that_is_delivered_a_minute_late_does_nothing(play: Play) -> None:
    """Discord told the person that it failed, and takes no answer any more: doing it now would be done unseen."""
    table, who, panel = await rolled(play)
    move = next(line for line in lines_of(play, table, who) if line.startswith("move "))
    before = table.seq
    crowd = Crowd(play, held=True).press(who, panel, identity(table, move)).types(who, "play", "do", line=move)
    await play.env.advance_time(60)

    crowd.deliver()
    await play.settle()

    assert table.seq == before
    (answer,) = await Crowd(play).press(who, panel, identity(table, move)).answers()
    assert any(label.startswith("Undo: ") for label in labels(answer.response))


def test_every_id_has_one_who_answers_it() -> None:
    """All patterns that match run, so that two would answer one press."""
    ids = (
        *STRANGE,
        "t1:1:1:open",
        "b1:titan:split.1:0:words",
        "b1:titan:pick:words",
        "l1:titan:3:0",
        "l1:titan:3:back",
        "l2:titan:3.1:/split Rd01",
    )

    for custom_id in ids:
        assert sum(known.fullmatch(custom_id) is not None for known in ROUTED) <= 1, custom_id
    assert all(any(known.fullmatch(custom_id) for known in ROUTED) for custom_id in ids[-6:])


async def test_nobody_is_kept_in_the_cache_and_names_come_from_the_seats(play: Play) -> None:
    table, _, _ = await rolled(play)
    guild = play.client.get_guild(play.guild.id)

    assert guild is not None
    assert not {member.id for member in guild.members} & {person.id for person in play.people.values()}
    assert "Ann" in play.public_text()
    assert f"<@{play.people[play.who(table)].id}>" in play.public_text()
