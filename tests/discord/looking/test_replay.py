"""`/watch replay`: a turn, a battle or the game as a moving picture, for whoever asks alone."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from dataclasses import replace
from io import BytesIO
from typing import Any

import discord
import pytest
from PIL import Image

import bot
from cogs.face.face import Face
from cogs.house.game import dice
from cogs.house.runtime.queueing import ODDS
from cogs.house.table.table import Table
from cogs.house.values.records import Status
from cogs.interactions.context import nobody_told
from engine.titan.actions import Concede, Flee, Move, Resign, Teleport
from engine.titan.bots import LEVELS
from render.titan.replay import replay
from tests.discord.conftest import Play, Starts, text_of
from tests.plain import plain_face

NAMES = ("Ann", "Ben", "Cleo")
STILL = "I'm still on your last request. Try again when it's answered."
SEED = b"third seed".ljust(32, b".")


@pytest.fixture
def filming() -> tuple[Face, ...]:
    """The games with their replays as they are, and without all other pictures."""
    return tuple(replace(plain_face(face), replays=face.replays) for face in bot.games())


@pytest.fixture
async def filmed(starts: Starts, filming: tuple[Face, ...]) -> AsyncIterator[Play]:
    """For who looks at a replay."""
    async with starts(drawn=True, faces=filming) as play:
        yield play


@pytest.fixture(autouse=True)
def same_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same game every time."""
    monkeypatch.setattr(dice, "new_seed", lambda: SEED)


def files(result: Any) -> list[discord.Attachment]:
    return list(result.response.attachments)


async def attached(result: Any) -> tuple[bytes, discord.Attachment]:
    (file,) = files(result)
    return await file.read(), file


async def to_phase(play: Play, table: Table, phase: str) -> None:
    while table.view(None).phase != phase:
        await play.first(table)


async def over(play: Play) -> Table:
    """A game of Ann and Ben that Ben has resigned in his first turn."""
    table = await play.set_up("Ann", "Ben")
    await play.resigned(table, "Ben")
    return table


async def test_who_only_watches_sees_the_last_turn_again(filmed: Play) -> None:
    table = await filmed.set_up("Ann", "Ben")
    await to_phase(filmed, table, "move")
    before = len(filmed.public())

    result = await filmed.slash("Dan", "watch replay", what="turn")

    data, file = await attached(result)
    assert file.filename == "replay.webp"
    assert Image.open(BytesIO(data)).format == "WEBP"
    assert getattr(Image.open(BytesIO(data)), "n_frames", 1) == 3
    assert text_of(result).startswith("Replay of Turn 1")
    assert file.description is not None
    assert "splits" in file.description
    assert "rolls" in file.description
    assert len(file.description) <= 1024
    assert len(filmed.public()) == before


async def test_a_gif_is_one(filmed: Play) -> None:
    table = await filmed.set_up("Ann", "Ben")
    await to_phase(filmed, table, "move")

    data, file = await attached(await filmed.slash("Ann", "watch replay", what="game", format="gif"))

    assert file.filename == "replay.gif"
    assert Image.open(BytesIO(data)).format == "GIF"


async def test_what_is_not_there_yet_is_said(play: Play) -> None:
    assert "No game is open" in await play.said("Dan", "watch replay", what="turn")
    await play.slash("Ann", "titan new", seats=2)
    assert "hasn't begun" in await play.said("Dan", "watch replay", what="game")
    assert await play.completed("Dan", "watch replay", "number", "", what="turn") == []


async def test_before_the_first_turn_and_the_first_battle_there_is_none(play: Play) -> None:
    await play.opened("Ann", "Ben")
    assert "Nobody has begun a turn" in await play.said("Dan", "watch replay", what="turn")
    assert "Nobody has begun a turn" in await play.said("Dan", "watch replay", what="game")
    assert "No battle has been fought" in await play.said("Dan", "watch replay", what="battle")


async def test_a_turn_that_there_is_not_is_named_beside_the_last(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")
    who = play.who(table)

    said = await play.said("Dan", "watch replay", what="turn", number="12")

    assert "`12`" in said
    assert f"Turn 1: {who}" in said


async def test_turns_are_offered_by_number_and_name_newest_first(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")
    first = table.view(None).active
    while table.view(None).active == first:
        await play.first(table)
    names = [table.plain_names[first], play.who(table)]

    offers = await play.people["Dan"].autocomplete(play.channel, "watch replay", "number", "", what="turn")

    assert [offer["name"] for offer in offers] == [f"Turn 1: {name}" for name in reversed(names)]
    newest, oldest = (str(offer["value"]) for offer in offers)
    assert await play.completed("Dan", "watch replay", "number", names[0].lower(), what="turn") == [oldest]
    assert f"Turn 1: {names[0]}" in await play.said("Dan", "watch replay", what="turn", number=oldest)
    assert f"Turn 1: {names[1]}" in await play.said("Dan", "watch replay", what="turn", number=newest.upper())
    assert f"Turn 1: {names[0]}" in await play.said("Dan", "watch replay", what="turn", number=names[0])
    assert await play.completed("Dan", "watch replay", "number", "", what="battle") == []
    assert await play.completed("Dan", "watch replay", "number", "", what="game") == []


async def test_everything_is_open_only_after_the_end(play: Play) -> None:
    await play.set_up("Ann", "Ben")

    for who in ("Ann", "Dan"):
        result = await play.slash(who, "watch replay", what="game", full=True)

        assert "once the game is over" in text_of(result)
        assert not files(result)


async def test_after_the_end_each_may_see_the_public_replay_and_the_full_one(
    filmed: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await over(filmed)
    drawn = []

    def noted(shots: Any, *rest: Any) -> bytes:
        drawn.append(shots)
        return replay(shots, *rest)

    monkeypatch.setattr("cogs.titan.history.replay.replay", noted)

    await attached(await filmed.slash("Dan", "watch replay", what="turn"))
    await attached(await filmed.slash("Dan", "watch replay", what="turn", full=True))

    public, full = drawn
    assert [shot.caption for shot in public] == [shot.caption for shot in full]
    split, opened = (next(shot for shot in shots if "splits" in shot.caption).view for shots in drawn)
    assert {len(legion.creatures) for legion in split.legions if legion.height < 8} == {0}
    assert all(len(legion.creatures) == legion.height for legion in opened.legions)
    assert "wins" in public[-3].title
    assert public[-1].standing
    assert table.game.status is Status.OVER


async def test_one_replay_at_a_time_for_each_person(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")
    await to_phase(play, table, "move")

    async with play.client.context.queue.turn(ODDS, play.people["Dan"].id, nobody_told):
        assert await play.said("Dan", "watch replay", what="turn") == STILL
        assert files(await play.slash("Cleo", "watch replay", what="turn"))
    await play.slash("Dan", "watch replay", what="battle")  # there is none, and that does not count

    assert files(await play.slash("Dan", "watch replay", what="turn"))


async def test_a_bot_that_stops_waits_for_no_replay(filmed: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await filmed.set_up("Ann", "Ben")
    await to_phase(filmed, table, "move")

    def stopping(*what: Any) -> bytes:
        filmed.client.context.duty.draining = True
        return replay(*what)

    monkeypatch.setattr("cogs.titan.history.replay.replay", stopping)

    result = await filmed.slash("Dan", "watch replay", what="turn")

    assert "starting again" in text_of(result)
    assert not files(result)


async def test_a_name_that_runs_to_the_left_is_set_apart_in_captions(
    starts: Starts, filming: tuple[Face, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = []

    def noted(shots: Any, *rest: Any) -> bytes:
        drawn.extend(shots)
        return replay(shots, *rest)

    monkeypatch.setattr("cogs.titan.history.replay.replay", noted)
    async with starts(names=("محمد", "Ben"), drawn=True, faces=filming) as play:
        table = await play.set_up("محمد", "Ben")
        await to_phase(play, table, "move")
        await play.slash("Ben", "watch replay", what="turn")

    assert any("\u2068محمد\u2069" in shot.caption for shot in drawn)
    assert not any("محمد" in shot.caption.replace("\u2068محمد\u2069", "") for shot in drawn)


async def fought(play: Play) -> Table:
    """A game of three in which a battle has just ended."""
    table, whims = await play.opened(*NAMES), random.Random(5)
    for _ in range(3000):
        if table.view(None).aftermath is not None:
            break
        view, seat = table.view(None), min(table.awaiting)
        enemies = {legion.land for legion in view.legions if legion.owner != seat}
        legal = [a for a in table.legal(seat, undo=False) if not isinstance(a, Concede | Flee | Resign)]
        attacks = [a for a in legal if isinstance(a, Move | Teleport) and a.land in enemies]
        await table.submit(seat, attacks[0] if attacks else LEVELS["steady"](table.view(seat), legal, whims))
    await play.settle()
    return table


async def test_a_battle_is_shown_to_its_end(filmed: Play) -> None:
    await fought(filmed)

    result = await filmed.slash("Dan", "watch replay", what="battle")

    data, file = await attached(result)
    assert text_of(result).startswith("Replay of Battle 1: ")
    assert getattr(Image.open(BytesIO(data)), "n_frames", 1) > 5
    assert file.description is not None
    assert " against " in file.description
    (offer,) = await filmed.people["Dan"].autocomplete(filmed.channel, "watch replay", "number", "1", what="battle")
    assert offer["value"] == "1"
    assert offer["name"].startswith("Battle 1: ")
    assert " against " in offer["name"]
