"""Who sees what: nothing that everybody can see, read or download holds anybody's secret."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from typing import Any

from cogs.house.table.lobby_post import LOBBY
from cogs.house.words.words import Words
from engine.core import Seat
from engine.titan.rules import rules_for
from tests.discord.conftest import NAMES, Play, custom_ids, text_of

CREATURES = set(rules_for({}).kinds)
SPOKEN = {Words("en").text(f"titan.creature.{code}", number=number) for code in CREATURES for number in (1, 2)}


TITLE = f"({Words('en').text('titan.title')})"
"""What a table says of its game, which bears the name of a creature."""


PARTED = ": 4 stay, 4 form "
"""What everybody is told of a split: heights alone."""


def named(text: str) -> set[str]:
    """The creatures that a text names, by code or by name."""
    return {word for word in re.findall(r"\w+", text.replace(TITLE, "")) if word in CREATURES | SPOKEN}


async def played(play: Play, turns: int = 2) -> Any:
    """Some turns of three people without a battle, with splits, moves and nothing mustered: nothing is revealed."""
    table = await play.set_up("Ann", "Ben", "Cleo")
    for _ in range(40 * turns):
        view = table.view(None)
        if view.turn > turns or view.phase not in ("split", "move", "muster"):
            break
        seat = next(iter(table.awaiting))
        lines = [table.line(action) for action in table.legal(seat)]
        calm = [line for line in lines if line.partition(" ")[0] in ("split", "roll", "done")]
        enemies = {legion.land for legion in view.legions if legion.owner != seat}
        moves = [line for line in lines if line.startswith("move") and int(line.split()[2]) not in enemies]
        line = next((line for line in calm if line == "done"), None) or next(iter(moves), None) or calm[0]
        if view.phase == "split":
            line = "roll" if "roll" in lines else calm[0]
        if line == "done":  # somebody who types it is asked first about what could be mustered
            await table.submit(seat, table.parse(line))
            await play.settle()
        else:
            await play.slash(play.who(table), "play do", line=line)
    return table


async def test_no_public_post_names_what_a_legion_holds(play: Play) -> None:
    """R3.3: contents and who went where are secret; R3.2: heights and markers are public."""
    await played(play)

    for message in play.public():
        assert named(message.content) == set(), message.content
        assert not any(named(file.filename) or named(file.description or "") for file in message.attachments)
        assert not any(named(custom_id) for custom_id in custom_ids(message))
        assert named(json.dumps([embed.to_dict() for embed in message.embeds])) == set()
    assert play.public_text().count(PARTED) == 3, "each of the three has split"


async def test_public_buttons_carry_only_public_verbs(play: Play) -> None:
    await played(play)

    carried = {custom_id.split(":", 3)[3] for message in play.public() for custom_id in custom_ids(message)}

    assert carried <= {"open", "roll", "done", *LOBBY}


async def test_each_ones_messages_hold_only_his_own_legions(play: Play) -> None:
    table = await played(play)

    for name in ("Ann", "Ben", "Cleo"):
        seat = table.seat_of(play.people[name].id)
        others = {legion.marker for legion in table.view(None).legions if legion.owner != seat}
        for message in play.dms(name):
            assert not any(marker in message.content for marker in others)
            assert {file.filename for file in message.attachments} <= {"hand.png"}
    assert not play.dms("Dan")


async def test_what_others_see_of_the_channel_holds_no_answer_to_a_player(play: Play) -> None:
    await played(play)

    for name in NAMES:
        for message in play.seen_by(name):
            assert not message.flags.ephemeral or "Your legions" not in message.content or name != "Dan"
    assert not any(named(message.content) for message in play.seen_by("Dan"))


async def test_no_request_beside_private_answers_holds_a_secret(play: Play) -> None:
    """What is sent to the channel's own routes is what everybody may read, custom ids and nonces too."""
    await played(play)
    channel = f"/channels/{play.channel.id}/"

    for request in play.env.http_requests:
        if request.path.startswith(channel):
            assert named(json.dumps(request.json, default=str)) == set(), request.path


async def test_the_same_panel_for_others_whatever_the_secret_is(play: Play) -> None:
    """A spectator's and an opponent's panel, log and text are the same for two different splits (A3)."""
    table = await play.set_up("Ann", "Ben")
    who = play.who(table)
    other = "Ben" if who == "Ann" else "Ann"
    seat = table.seat_of(play.people[who].id)
    assert seat is not None
    lines = [line for action in table.legal(seat) if (line := table.line(action)).startswith("split")]
    first = lines[0]
    second = next(line for line in lines if line != first and line.split()[:3] == first.split()[:3])
    told = []
    for line in (first, second):
        before = len(play.public())
        await play.slash(who, "play do", line=line)
        told.append(await looks(play, other) + await looks(play, "Dan") + [m.content for m in play.public()[before:]])
        await play.slash(who, "play undo")

    for one, two in zip(*told, strict=True):
        assert one == two


async def looks(play: Play, who: str) -> list[str]:
    commands = ("show text", "show log", "show scores", "play do", "show mine", "titan status")
    panel = await play.press(who, play.last_with("My turn"), label="My turn")
    assert panel.response is not None
    return [*[await play.said(who, command) for command in commands], text_of(panel), *custom_ids(panel.response)]


async def test_the_log_names_to_each_reader_those_alone_who_went_in_his_own_splits(play: Play) -> None:
    """R3.3"""
    table = await played(play)

    for name in ("Ann", "Ben", "Cleo"):
        seat = table.seat_of(play.people[name].id)
        own = {legion.marker for legion in table.view(None).legions if legion.owner == seat}
        markers = [legion.marker for legion in table.view(None).legions]
        logs = [await play.said(name, "show log", legion=marker) for marker in markers]
        splits = {line for log in logs for line in log.splitlines() if "splits" in line or "You split" in line}
        telling = [line for line in splits if named(line)]
        assert (len(splits), len(telling)) == (3, 1)
        assert all(PARTED in line for line in splits - set(telling))
        assert any(marker in telling[0] for marker in own)
    assert named(await play.said("Dan", "show log")) == set()


async def test_why_somebody_was_refused_is_told_to_him_alone(play: Play) -> None:
    """A3.7: what may not be done may not because of what one holds."""
    table = await play.set_up("Ann", "Ben")
    who = play.who(table)
    other = "Ben" if who == "Ann" else "Ann"
    public, dms = [message.content for message in play.public()], len(play.dms(other))
    seen = len(play.seen_by(other))

    for line in ("roll", "teleport Rd01 118 3 ANG", "split Rd01 Rd02 TTN,ANG", "flee", "muster Rd01 TRO OGR,OGR"):
        assert await play.said(who, "play do", line=line)

    assert [message.content for message in play.public()] == public
    assert len(play.seen_by(other)) == seen
    assert len(play.dms(other)) == dms


async def test_what_is_exported_of_a_running_game_is_public(play: Play) -> None:
    table = await played(play)

    exported = await table.export()

    assert named(exported) == set()
    assert "seed" not in exported


async def test_only_those_are_mentioned_who_must_act_once_a_hand_off(play: Play) -> None:
    table = await played(play)
    bodies: list[Any] = [request.json for request in play.env.http_requests if request.method == "POST"]
    posts = [body for body in bodies if isinstance(body, dict) and "allowed_mentions" in body]
    calls = [body["content"] for body in posts if "your move" in (body.get("content") or "")]

    assert len(calls) > 3
    for call in calls:
        assert len(re.findall(r"<@\d+>", call)) == 1
    for one, two in pairwise(calls):
        assert one != two, "the same person was called twice"
    for body in posts:
        assert body["allowed_mentions"].get("parse", []) == []
        assert set(body["allowed_mentions"].get("users", [])) <= {
            int(user) for user in re.findall(r"<@(\d+)>", body.get("content") or "")
        }
    assert table.seats[Seat(0)].name == "Ann"


async def test_a_staged_split_is_seen_by_nobody_else_before_it_is_firm(pictured: Play) -> None:
    """Panels, looks, pictures and refusals of all others are as before; the roll tells the heights (R3.2, R4.5)."""
    table = await pictured.set_up("Ann", "Ben")
    who = pictured.who(table)
    other = "Ben" if who == "Ann" else "Ann"
    seat, against = (table.seat_of(pictured.people[name].id) for name in (who, other))
    assert seat is not None
    line = next(line for action in table.legal(seat) if (line := table.line(action)).startswith("split"))
    _, parent, child, _ = line.split()

    async def world() -> list[Any]:
        told: list[Any] = [table.view(None), table.view(against)]
        for name in (other, "Dan"):
            told += await looks(pictured, name)
            for command, options in (("show board", {}), ("show legion", {"legion": parent})):
                answer = await pictured.slash(name, command, **options)
                assert answer.response is not None
                told += [text_of(answer), *[await file.read() for file in answer.response.attachments]]
            told.append(await pictured.completed(name, "show legion", "legion"))
        told += [await pictured.said(other, "play do", line=f"split {legion} Zz99 OGR") for legion in (parent, child)]
        return told

    before = await world()
    posts = [(post.content, custom_ids(post)) for post in pictured.public()]
    await pictured.slash(who, "play do", line=line)
    assert table.view(seat) != before[0], "its author sees it"
    staged = await world()
    assert [(post.content, custom_ids(post)) for post in pictured.public()] == posts
    assert staged == before
    await pictured.slash(who, "play do", line="roll")
    assert child in [legion.marker for legion in table.view(None).legions]
