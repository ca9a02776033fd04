"""Whenever the bot is killed, or Discord's answer is lost: everything is there, and once, when people have gone on."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from itertools import product
from pathlib import Path
from typing import Any

import discord
import pytest

from cogs.house.background.delivery import Delivery, WriteDown
from cogs.house.table.table import Table
from cogs.house.values.drafts import PostRow
from cogs.interactions.discord_sender import DiscordSender
from tests.deep import deep_but
from tests.drill.drilling import Drill, Moment, Outcome, Point, further
from tests.drill.script import SEED, next_act
from tests.drill.wire import KILLS, LOSSES, Asked, Fault
from tests.drill.world import opened

pytestmark = pytest.mark.threads

FIRST = 14
"""The short form goes so far: from the greeting through the lobby and the set-up, into somebody's first turn."""

DIGESTED = 24
"""So far, the first digest is posted where there are no threads, when the second turn of somebody begins."""

EACH = {
    "defer": "entry", "answer": "lobby", "completion": "entry", "post: lobby": "no game", "edit: lobby": "full lobby",
    "post: log": "entry", "post: channel": "entry", "post: direct": "entry", "edit: channel": "entry",
    "pin": "entry", "unpin": "entry", "history": "entry", "delete": "entry", "thread": "full lobby",
    "direct messages": "entry", "take away": "entry", "message": "entry",
}  # fmt: skip
"""The kinds of requests of the short form, and where in it each is met."""

ENOUGH = 0.3
"""Seconds in which a bot that lives decides and tells of it, several times over."""

PARTS = 12
POINTS = 240
LOST = TWICE = LATE = 60


@pytest.fixture(scope="module")
def short(tmp_path_factory: pytest.TempPathFactory) -> Drill:
    """The beginning of the game, without trouble."""
    drill = Drill(tmp_path_factory.mktemp("drill"))
    drill.play(FIRST)
    return drill


@pytest.fixture(scope="module")
def quiet(tmp_path_factory: pytest.TempPathFactory) -> Drill:
    """The beginning of the game where there are no threads, without trouble."""
    drill = Drill(tmp_path_factory.mktemp("quiet"), without=("create_public_threads",))
    drill.play(DIGESTED)
    return drill


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Drill:
    """The whole game, without trouble."""
    drill = Drill(tmp_path_factory.mktemp("drill"))
    drill.play()
    return drill


def last(drill: Drill, kind: str, where: str, fault: Fault, late: bool = False) -> Point:
    """The last point of a kind in moments whose name begins so."""
    at = max(
        at for at, moment in enumerate(drill.moments[:-1]) if moment.name.startswith(where) and kind in moment.requests
    )
    return Point(at, Asked(kind, drill.moments[at].requests.count(kind) - 1, fault), late)


def wrong(outcomes: list[Outcome]) -> list[str]:
    """The lines of those points at which something was not as without."""
    return [str(outcome) for outcome in outcomes if outcome.wrong]


def test_killed_at_each_kind_of_request_it_goes_on_as_if_nothing_had_been(short: Drill) -> None:
    points = [last(short, kind, where, KILLS[at % 2]) for at, (kind, where) in enumerate(EACH.items())]

    assert wrong([short.tried(point, further=1) for point in points]) == []


def test_a_killed_bot_does_nothing_more(short: Drill, tmp_path: Path) -> None:
    """It is killed when a decision was acknowledged; what it would have written and sent next never comes."""
    moment = next(moment for moment in short.moments if moment.name.endswith("roll"))

    async def killed() -> None:
        async with opened(tmp_path, SEED, moment.kept) as world:
            act = await next_act(world)
            assert act is not None
            world.wire.begin(Asked("defer", moment.requests.count("defer") - 1, Fault.AFTER))
            assert not await world.survives(act.do)
            asked = tuple(world.wire.seen)

            await asyncio.sleep(ENOUGH)
            await world.buried()

            assert tuple(world.wire.seen) == asked
            assert dumped(moment.kept.file)
            assert dumped(world.life.file) == dumped(world.life.left) == dumped(moment.kept.file)
            await world.born(world.life.left)

    asyncio.run(killed())


def dumped(file: Path) -> list[str]:
    """All that stands in a database about games."""
    with closing(sqlite3.connect(file)) as db:
        return [line for line in db.iterdump() if line.startswith(('INSERT INTO "log"', 'INSERT INTO "outbox"'))]


def test_what_discord_has_done_is_done_once_though_its_answer_was_lost(short: Drill) -> None:
    points = [last(short, kind, "entry", fault) for kind in ("defer", "post: log") for fault in LOSSES]

    assert wrong([short.tried(point, further=1) for point in points]) == []


def test_what_was_posted_is_not_posted_again_when_discord_has_forgotten_its_nonce(short: Drill) -> None:
    kinds = ("post: log", "post: channel", "post: direct")

    assert wrong([short.tried(last(short, kind, "entry", Fault.AFTER, late=True), further=1) for kind in kinds]) == []


@pytest.mark.parametrize(
    ("fault", "late"),
    deep_but(product(KILLS, (False, True)), (KILLS[0], False), (KILLS[1], True)),
)
def test_where_there_are_no_threads_card_and_digest_come_once(quiet: Drill, fault: Fault, late: bool) -> None:
    at = next(at for at, moment in enumerate(quiet.moments) if digests(moment))
    posts = quiet.moments[at - 1].requests.count("post: channel")
    assert posts > 1, "the digest, and the card below it"
    points = [Point(at - 1, Asked("post: channel", nth, fault), late) for nth in range(posts)]

    assert wrong([quiet.tried(point, further=1) for point in points]) == []


def digests(moment: Moment) -> list[str]:
    """Those in the channel."""
    return [line for line in moment.seen["channel titan"] if "since your last turn" in line]


def test_a_post_without_its_nonce_is_seen_to_be_there_twice(short: Drill, monkeypatch: pytest.MonkeyPatch) -> None:
    send = discord.abc.Messageable.send

    async def unmarked(self: discord.abc.Messageable, *args: Any, nonce: object = None, **parts: Any) -> Any:
        return await send(self, *args, **parts)

    monkeypatch.setattr(discord.abc.Messageable, "send", unmarked)

    outcome = short.tried(last(short, "post: log", "entry", Fault.AFTER), further=1)

    assert any("thread Log: Ann's table: + " in line for line in outcome.wrong), outcome


def test_what_is_noted_before_it_is_sent_is_seen_to_be_missing(short: Drill, monkeypatch: pytest.MonkeyPatch) -> None:
    deliver = Delivery.deliver

    async def hasty(self: Delivery, table: Table, row: PostRow) -> WriteDown:
        await self._store.outbox.delivered(row, None)
        return await deliver(self, table, row)

    monkeypatch.setattr(Delivery, "deliver", hasty)

    outcome = short.tried(last(short, "post: log", "entry", Fault.BEFORE), further=1)

    assert any("thread Log: Ann's table: - " in line for line in outcome.wrong), outcome


def test_a_thread_that_nobody_looks_for_is_seen_to_be_there_twice(
    short: Drill, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_thread = DiscordSender.open_thread

    async def blindly(self: DiscordSender, guild: int, channel: int, name: str, known: object) -> int:
        return await open_thread(self, guild, channel, name, None)

    monkeypatch.setattr(DiscordSender, "open_thread", blindly)

    outcome = short.tried(last(short, "thread", "full lobby", Fault.AFTER), further=1)

    assert outcome.wrong


@pytest.mark.deep
@pytest.mark.parametrize("part", range(PARTS))
def test_killed_anywhere_it_goes_on_to_the_same_end(whole: Drill, part: int) -> None:
    points = whole.points()[:POINTS]
    assert {point.asked.kind for point in points} == {kind for moment in whole.moments for kind in moment.requests}

    assert wrong([whole.tried(point, further(at)) for at, point in enumerate(points[part::PARTS])]) == []


@pytest.mark.deep
def test_lost_answers_of_all_kinds_change_nothing(whole: Drill) -> None:
    points = whole.points(LOSSES)[:LOST]

    assert wrong([whole.tried(point, further=6) for point in points]) == []


@pytest.mark.deep
def test_killed_and_long_away_it_goes_on_the_same(whole: Drill) -> None:
    points = whole.points(late=True)[:LATE]

    assert wrong([whole.tried(point, further=6) for point in points]) == []


@pytest.mark.deep
def test_killed_again_while_it_comes_back_it_goes_on_the_same(whole: Drill) -> None:
    points = whole.points(twice=True)[:TWICE]

    assert wrong([whole.tried(point, further=6) for point in points]) == []
