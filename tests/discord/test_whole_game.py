"""Whole games over a simulated Discord, from opening the table to the last Titan standing."""

from __future__ import annotations

import random
from dataclasses import fields
from typing import Any

import pytest

from cogs.house import dice
from cogs.house.records import Status
from cogs.house.table import Table
from cogs.titan import VERBS
from engine.core import Seat
from engine.notation import verb
from engine.titan.bots import LEVELS
from tests.discord.conftest import Play

RESTARTS = 10


@pytest.fixture(autouse=True)
def same_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same game every time: the seed is the only chance there is."""
    monkeypatch.setattr(dice, "new_seed", lambda: b"a game that ends".ljust(32, b"."))


async def decided(play: Play, table: Table, seat: Seat, whims: random.Random) -> None:
    """What a sound player would do, typed as a command with its options; `do` where there is no command of its own."""
    name = next(name for name, person in play.people.items() if table.seat_of(person.id) == seat)
    action = LEVELS["steady"](table.view(seat), table.legal(seat), whims)
    line = table.line(action)
    said, *words = line.split(" ")
    if type(action) in VERBS:
        parts: Any = type(action)
        options = dict(zip((part.name for part in fields(parts)), words, strict=True))
        await play.slash(name, f"play {verb(parts)}", **options)
    else:
        await play.slash(name, "play do", line=line)
    assert said


async def finished(play: Play, restarts: int) -> tuple[Table, list[str]]:
    """Plays to the end, starting the bot anew in each phase when it first comes and as often as wished."""
    table, whims = await play.table(), random.Random(1)
    phases: list[str] = []
    for turn in range(5000):
        if table.game.status is not Status.RUNNING:
            break
        view = table.view(None)
        if view.phase not in phases or (len(phases) < restarts and turn % 30 == 29):
            phases.append(view.phase)
            before = [table.line(action) for action in table.legal(next(iter(table.awaiting)))]
            await play.restart()
            table = await play.table()
            assert table.view(None) == view, "what was played is there again"
            assert [table.line(action) for action in table.legal(next(iter(table.awaiting)))] == before
        mine = [seat for seat in sorted(table.awaiting) if table.person(seat) is not None]
        if not mine:
            await play.settle()
            continue
        seq = table.seq
        await decided(play, table, mine[0], whims)
        assert table.seq > seq, "a legal decision was not taken"
    return table, phases


async def test_two_people_play_to_victory_by_commands_alone_through_restarts(play: Play) -> None:
    await play.opened("Ann", "Ben")

    table, phases = await finished(play, RESTARTS)

    assert table.game.status is Status.OVER
    assert table.view(None).winners
    assert len(phases) >= RESTARTS
    assert {"setup", "split", "move", "muster", "battle"} <= set(phases)
    assert "The game is over" in play.public_text()
    assert "The game is over" in await play.said("Dan", "show text")


async def test_a_person_and_three_programs_play_to_victory(play: Play) -> None:
    await play.slash("Ann", "titan new", seats=4)
    for _ in range(3):
        await play.slash("Ann", "titan add-bot", level="steady")
    await play.slash("Ann", "titan start")

    table, _ = await finished(play, 0)

    assert table.game.status is Status.OVER
    assert table.view(None).winners
    assert "The game is over" in play.public_text()
