"""Looking back costs what lies between two checkpoints, however old the game is; without them it only takes longer."""

from __future__ import annotations

import gc
import logging
import os
import pickle
import zlib
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

import pytest

from cogs.house.game.packing import UnreadableState, packed, program, unpacked
from cogs.house.house import House
from cogs.house.table.checkpoints import EVERY
from cogs.house.table.insiders import Author
from cogs.house.table.stored_game import RECENT
from cogs.house.values.records import AuditEntry
from engine import log
from engine.log import Timeline
from tests.house.conftest import GUILD, Opened, game, until
from tests.house.late import FIRST, Counting, Crowded, aged, dithered, in_memory, kept, lost, often_taken_back
from tests.house.test_history import finished
from tests.toy import KIT, Roll

DEED = Author(999, manages=True)


@pytest.fixture
def rules() -> Counting:
    return Counting()


@pytest.fixture
async def house(opened: Opened, rules: Counting) -> AsyncIterator[House]:
    async with opened(kit=replace(KIT, rules=rules)) as running:
        yield running


def everything(entries: Sequence[Any]) -> list[Any]:
    return [(entry.seat, entry.action, entry.before, entry.after, entry.told, entry.at) for entry in entries]


async def test_a_game_that_wakes_replays_what_followed_its_last_checkpoint(opened: Opened, rules: Counting) -> None:
    async with opened(kit=replace(KIT, rules=rules)) as house:
        table = await aged(house)
        left, number = table.timeline, table.game.id
    rules.played = 0

    async with opened(kit=replace(KIT, rules=rules)) as house:
        again = await house.table(number)

        assert again.timeline == left
        assert rules.played <= EVERY + RECENT
        assert len(again.recent) == RECENT, "what was done a moment ago can be taken back"


async def test_a_long_past_is_replayed_without_being_held_and_is_given_out_as_it_was_written(opened: Opened) -> None:
    """A search for garbage stops everybody for as long as what is held takes."""
    async with opened() as house:
        table = await aged(house, 12 * EVERY)
        await finished(table)
        written, number, deeds = await table.export(), table.game.id, [one.seq for one in await table.moments()]
        await lost(house.store)
    del table
    gc.collect()
    rules, others = Crowded(), in_memory()
    async with opened(sender=None, kit=replace(KIT, rules=rules)) as house:
        table = await house.table(number)

        assert await table.export() == written
        assert [one.seq for one in await table.moments(opened=True)] == deeds

    assert 0 < rules.most < others + 6 * EVERY


async def test_an_entry_of_long_ago_is_shown_by_replaying_what_followed_the_checkpoint_before_it(
    house: House, rules: Counting
) -> None:
    table = await aged(house)
    first = {entry.after.seq: entry for entry in await table.entries(1, table.seq)}

    for seq in (1, EVERY - 1, EVERY, EVERY + 1, 2 * EVERY - 1, 2 * EVERY + 30):
        rules.played = 0
        (entry,) = await table.entries(seq, seq)
        assert everything([entry]) == everything([first[seq]])
        assert rules.played <= EVERY
        assert await table.course_at(seq) == entry.after
        assert rules.played <= 2 * EVERY


async def test_without_its_checkpoints_a_game_is_the_same_and_they_are_made_again(opened: Opened) -> None:
    async with opened() as house:
        table = await aged(house)
        number, left = table.game.id, table.timeline
        before = everything(await table.entries(1, table.seq))
        await lost(house.store)
    async with opened() as house:
        table = await house.table(number)
        assert table.timeline == left
        assert everything(await table.entries(1, table.seq)) == before
        await kept(house, table)


async def test_a_house_that_closes_keeps_what_its_last_replay_has_passed(opened: Opened) -> None:
    async with opened() as house:
        table = await aged(house)
        await lost(house.store)
    async with opened() as house:
        await house.table(table.game.id)
    async with opened() as house:
        assert await house.store.checkpoints.entries(table.game.id, program(type(KIT.rules))) == {64, 128, 192}


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE checkpoint SET course = substr(course, 1, 1) WHERE seq < 192",
        "UPDATE checkpoint SET course = substr(course, 1, 40)",
        "UPDATE checkpoint SET course = (SELECT course FROM checkpoint WHERE seq = 192)",
        "UPDATE checkpoint SET program = 'older'",
    ],
)
async def test_a_checkpoint_that_is_none_is_replayed_and_replaced(opened: Opened, sql: str) -> None:
    async with opened() as house:
        table = await aged(house)
        number, left = table.game.id, table.timeline
        before = everything(await table.entries(EVERY + 1, EVERY + 3))
        await lost(house.store, sql)
    async with opened() as house:
        table = await house.table(number)

        assert everything(await table.entries(EVERY + 1, EVERY + 3)) == before
        assert table.timeline == left
        await kept(house, table)


async def test_what_another_program_has_kept_is_thrown_away(house: House) -> None:
    table = await aged(house, EVERY - 1)
    await house.store.checkpoints.keep(table.game.id, "older", [(1, b"x", b""), (2, b"y", b"")])

    while table.seq < EVERY:
        await table.submit(FIRST, dithered(table.timeline))
    await kept(house, table)

    rows = await house.store.database.read("SELECT seq, program FROM checkpoint")
    assert [tuple(row) for row in rows] == [(EVERY, program(Counting))]


@pytest.mark.sqlite("a table is dropped")
async def test_a_game_goes_on_where_no_checkpoint_can_be_kept(house: House, caplog: pytest.LogCaptureFixture) -> None:
    table = await game(house)
    await lost(house.store, "DROP TABLE checkpoint")

    with caplog.at_level(logging.ERROR):
        await table.submit(FIRST, Roll())
        while table.seq <= EVERY:
            await table.submit(FIRST, dithered(table.timeline))
        await until(lambda: "no checkpoint" in caplog.text)

    assert table.seq == EVERY + 1


async def test_going_back_behind_a_checkpoint_is_replayed_from_what_it_went_back_to(
    opened: Opened, rules: Counting
) -> None:
    async with opened(kit=replace(KIT, rules=rules)) as house:
        table = await aged(house)
        (point,) = await table.rewinding.phase_points()
        await table.rewinding.roll_back(point.began, DEED)
        back = table.seq
        await table.submit(FIRST, Roll())
        number, left = table.game.id, table.timeline
        before = everything(await table.entries(back, table.seq))
    async with opened(kit=replace(KIT, rules=rules)) as house:
        rules.played = 0
        table = await house.table(number)

        assert table.timeline == left
        assert everything(await table.entries(back, table.seq)) == before
        assert await table.course_at(back) == before[0][3]
        assert rules.played <= 4 * EVERY


async def test_a_table_that_is_behind_follows_a_game_that_went_back_behind_a_checkpoint(
    opened: Opened, house: House
) -> None:
    table = await aged(house)
    async with opened(None, kit=house.kits["toy"]) as other:
        there = await other.table(table.game.id)
        (point,) = await table.rewinding.phase_points()
        await table.rewinding.roll_back(point.began, DEED)
        await there.refresh()

        assert there.timeline == table.timeline


async def test_checkpoints_go_with_their_game(house: House) -> None:
    table = await aged(house)

    await house.purge(table.game.id, AuditEntry(GUILD, table.game.id, 999, "purge", ""), even_open=True)

    assert not await house.store.database.read("SELECT * FROM checkpoint")


@dataclass(frozen=True)
class Malice:
    """What runs a command when it is read."""

    def __reduce__(self) -> Any:
        return os.system, ("true",)


@pytest.mark.parametrize("evil", [Malice(), os.getcwd, Timeline, "text", pickle.Unpickler, log.step])
def test_bytes_that_are_no_course_make_nothing(evil: object) -> None:
    opening = log.opening(KIT.rules, 2, {})

    for data in (zlib.compress(pickle.dumps(evil)), pickle.dumps(evil), b""):
        with pytest.raises(UnreadableState):
            unpacked(opening, data, Timeline)


class Answer(Enum):
    """A value of a game, as Python 3.11.0 to 3.11.3 have pickle find it."""

    YES = "y"

    def __reduce_ex__(self, proto: object) -> Any:
        return getattr, (type(self), self.name)


def test_a_member_of_an_enumeration_is_the_same_again_in_every_python() -> None:
    opening = log.opening(KIT.rules, 2, {})

    assert unpacked(opening, packed(opening, (Answer.YES,)), tuple) == (Answer.YES,)


def test_what_states_share_is_the_very_same_again() -> None:
    opening = log.opening(KIT.rules, 2, {})
    timeline = replace(opening, seq=3)

    again = unpacked(opening, packed(opening, timeline), Timeline)

    assert again == timeline
    assert again.state is again.firm


@pytest.mark.parametrize("seed", range(3))
async def test_games_in_which_much_is_taken_back_are_the_same_by_their_checkpoints(opened: Opened, seed: int) -> None:
    """Each entry of a game from its checkpoints is what it is by a replay from the first line."""
    async with opened() as house:
        begun, going = await often_taken_back(house, seed)
    async with opened() as house:
        table = await house.table(begun.game.id)
        assert table.timeline == going.now
        for first in range(1, table.seq + 1, 5):
            (entry,) = await table.entries(first, first)
            assert (entry.before, entry.after) == (going.timelines[first - 1], going.timelines[first])
        assert [entry.after for entry in await table.entries(1, table.seq)] == going.timelines[1:]
