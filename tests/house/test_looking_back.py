"""What is found by looking back over a whole game is found once, and then what is new of it."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Coroutine
from dataclasses import replace
from typing import Any

import pytest

from cogs.house.background.posting import post
from cogs.house.game.kit import Kit
from cogs.house.game.packing import program
from cogs.house.house import House
from cogs.house.runtime.recent import MOST, RecentCache
from cogs.house.table.checkpoints import EVERY
from cogs.house.table.history import LogReading
from cogs.house.table.insiders import Author
from cogs.house.table.log_marks import Notes
from cogs.house.table.rewinding import FoundPhases
from cogs.house.table.table import Table
from cogs.house.values.drafts import PostKind, PostRow, Sentence
from cogs.house.words.words import Names
from engine.core import Illegal, Seat
from tests.house.conftest import ANN, BOB, Opened, until
from tests.house.late import FIRST, Counting, aged, dithered, kept, lost, often_taken_back
from tests.toy import KIT, Done, Event, Lay, Roll, Show, ToyWords

SECOND = Seat(1)
DEED = Author(999, manages=True)
PAGE = 15


class CountingWords(ToyWords):
    """Words that count the sentences made of them, and know by which threads."""

    def __init__(self) -> None:
        self.said = 0
        self.broken = False
        self.threads: set[threading.Thread] = set()

    def event(self, event: Event, names: Names) -> str:
        if self.broken:
            raise KeyError("no words")
        self.said += 1
        self.threads.add(threading.current_thread())
        return super().event(event, names)


@pytest.fixture
def rules() -> Counting:
    return Counting()


@pytest.fixture
def words() -> CountingWords:
    return CountingWords()


@pytest.fixture
def kit(rules: Counting, words: CountingWords) -> Kit:
    there = replace(KIT, rules=rules, words=words)
    return replace(there, translated={"de": replace(there, language="de")}.get)


@pytest.fixture
async def house(opened: Opened, kit: Kit) -> AsyncIterator[House]:
    async with opened(kit=kit) as running:
        yield running


async def test_the_beginnings_of_phases_are_found_once(house: House, rules: Counting) -> None:
    table = await aged(house)
    await table.submit(FIRST, Lay(table.view(FIRST).cards[0]))
    await table.submit(FIRST, Done())
    await table.submit(SECOND, Roll())
    found = await table.rewinding.phase_points()
    await house.settled()
    rules.played = rules.looked = 0

    assert await table.rewinding.phase_points() == found
    assert (rules.played, rules.looked) == (0, 0)

    await table.rewinding.roll_back(found[-1].began, DEED)
    await table.submit(FIRST, Roll())
    rules.played = 0
    assert await table.rewinding.phase_points() == found[-1:]
    assert rules.played <= EVERY
    assert [point.view.turn for point in found] == [1, 0]


async def test_ones_own_points_are_looked_for_no_further_back_than_the_last_dice(house: House, rules: Counting) -> None:
    table = await aged(house)
    await table.submit(FIRST, Roll())
    rules.played = 0

    assert await table.rewinding.own_points(FIRST) == ()
    assert rules.played <= EVERY

    await house.settled()
    rules.played = 0
    await table.rewinding.own_points(FIRST)
    assert rules.played == 0


async def asked(house: House, table: Table) -> None:
    request = await house.consent(table).ask(FIRST, table.began, whole=True)
    assert request is not None
    assert request.wanted == {SECOND}


async def asked_for_ones_own(house: House, table: Table) -> None:
    with pytest.raises(Illegal, match="rewind-nowhere"):
        await house.consent(table).ask(FIRST, table.began, whole=False)


async def set_back(house: House, table: Table) -> None:
    await table.rewinding.roll_back(table.began, DEED)
    assert not table.timeline.steps


@pytest.mark.parametrize("looking", [asked, asked_for_ones_own, set_back])
async def test_the_table_goes_on_while_it_is_looked_for_where_a_long_game_can_go_back_to(
    house: House, rules: Counting, looking: Callable[[House, Table], Coroutine[Any, Any, None]]
) -> None:
    table = await aged(house)
    rules.goes_on.clear()

    doing = asyncio.create_task(looking(house, table))
    await until(rules.stands.is_set)
    async with asyncio.timeout(5):
        await table.submit(FIRST, dithered(table.timeline))
    rules.goes_on.set()

    await doing


async def test_of_the_log_only_the_page_that_is_shown_is_put_into_words(house: House, words: CountingWords) -> None:
    table = await aged(house)
    for action in (Roll(), Show(table.view(FIRST).cards[0]), Show(table.view(FIRST).cards[1])):
        await table.submit(FIRST, action)
    await house.settled()
    reading = LogReading(None)
    whole = await table.history.lines(reading)
    words.said = 0

    pages = [await table.history.page(reading, ANN, 2, number) for number in range((len(whole) + 1) // 2)]

    assert words.said == len(whole)
    assert [line for page in pages for line in page.lines] == [*whole]
    assert {(page.pages, len(page.lines)) for page in pages[:-1]} == {(len(pages), 2)}
    assert [page.number for page in pages] == [*range(len(pages))]
    assert await table.history.page(reading, ANN, 2) == pages[-1]
    near = await table.history.page(reading, ANN, 2, near=3)
    assert near == pages[1]


async def test_a_line_more_costs_the_log_a_line(house: House, rules: Counting, words: CountingWords) -> None:
    table = await aged(house)
    whole = await table.history.lines(LogReading(FIRST))
    await table.submit(FIRST, Roll())
    await house.settled()
    rules.played = words.said = 0

    page = await table.history.page(LogReading(FIRST), ANN, PAGE)

    assert page.lines[-1].number > whole[-1].number
    assert rules.played <= EVERY
    assert words.said <= 3 * len(page.lines)


async def test_the_words_of_a_whole_game_are_made_while_everything_else_goes_on(
    house: House, words: CountingWords
) -> None:
    table = await aged(house)
    await house.settled()
    words.threads.clear()

    told, text = await table.sentences(), await table.export()
    await table.history.page(LogReading(None), ANN, PAGE)
    await table.history.known_names(None)

    assert [line for line in text.splitlines() if line in told] == [*told]
    assert threading.main_thread() not in words.threads
    assert words.threads


async def test_news_of_many_entries_are_told_again_by_one_replay(house: House, rules: Counting) -> None:
    table = await aged(house)
    said = tuple(Sentence(seq, "") for seq in range(EVERY + 20, EVERY + 32))
    await house.languages.choose(BOB, "de")
    rules.played = 0

    told = await table.retold(said, BOB)

    assert {each.seq for each in told} <= {each.seq for each in said}
    assert rules.played <= EVERY


async def test_a_picture_of_long_ago_is_replayed_for_once(house: House, rules: Counting) -> None:
    table = await aged(house)
    row = PostRow(1, table.game.id, PostKind.PICTURE, None, EVERY + 40, "table", (), True, 0, 0.0)
    rules.played = 0

    made = await post(table, row, house.workers, "nonce")

    assert made is not None
    assert made.pictures
    assert rules.played <= EVERY


async def test_what_cannot_be_put_into_words_is_noted_once_it_can_be(
    house: House, words: CountingWords, caplog: pytest.LogCaptureFixture
) -> None:
    table = await aged(house, EVERY - 1)
    words.broken = True
    while table.seq < EVERY + 2:
        await table.submit(FIRST, dithered(table.timeline))
    await until(lambda: "no checkpoint" in caplog.text)
    with pytest.raises(KeyError):
        await table.history.page(LogReading(None), ANN, PAGE)
    assert table.history.notes.noted == []

    words.broken = False

    assert [line.text for line in await table.history.lines(LogReading(None))] == [*await table.sentences()]
    await kept(house, table)


@pytest.mark.parametrize("page", [0, 2, None])
async def test_a_page_of_the_log_of_a_game_that_wakes_costs_what_it_shows(
    opened: Opened, kit: Kit, rules: Counting, words: CountingWords, page: int | None
) -> None:
    async with opened(kit=kit) as house:
        begun, _ = await often_taken_back(house, 1)
        whole = await begun.history.lines(LogReading(FIRST))
        last = (len(whole) - 1) // PAGE
        assert last > 3
    async with opened(kit=kit) as house:
        table = await house.table(begun.game.id)
        rules.played = words.said = 0

        shown = await table.history.page(LogReading(FIRST), ANN, PAGE, page)

        place = last if page is None else page
        assert (shown.pages, shown.lines) == (last + 1, whole[place * PAGE :][:PAGE])
        assert rules.played <= 2 * EVERY, "the stretch of the page, and what followed the last checkpoint"
        assert words.said <= len(shown.lines) + 3 * (begun.seq % EVERY)


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE checkpoint SET notes = substr(notes, 1, 1) WHERE seq = 128",
        "UPDATE checkpoint SET notes = course",
        "DELETE FROM checkpoint WHERE seq < 192",
        "DELETE FROM checkpoint WHERE seq = 128",
    ],
)
async def test_notes_that_are_none_are_made_again(opened: Opened, sql: str) -> None:
    async with opened() as house:
        table, _ = await often_taken_back(house, 1)
        number = table.game.id
        whole = await table.history.lines(LogReading(FIRST))
        await lost(house.store, sql)
    async with opened() as house:
        table = await house.table(number)

        assert await table.history.lines(LogReading(FIRST)) == whole
        await kept(house, table)
        rows = await house.store.checkpoints.notes(number, program(type(KIT.rules)))
        assert [seq for seq, _ in rows] == [*range(EVERY, table.seq + 1, EVERY)]


def test_what_was_found_is_kept_of_the_games_that_were_asked_about_last() -> None:
    cache = RecentCache(3)
    first = cache.of(Notes, 1)
    for number in (2, 3, 1, 4):
        cache.of(Notes, number)

    assert cache.of(Notes, 1) is first
    assert isinstance(cache.of(FoundPhases, 1), FoundPhases)
    assert cache.of(Notes, 1) is first
    for number in (5, 6, 7):
        cache.of(Notes, number)
    assert cache.of(Notes, 1) is not first


async def test_what_was_found_of_a_game_that_nobody_asks_about_is_found_again(house: House, rules: Counting) -> None:
    table = await aged(house)
    points, lines = await table.rewinding.phase_points(), await table.history.lines(LogReading(FIRST))
    for number in range(100, 100 + MOST):
        table.services.cache.of(Notes, number)
    rules.played = 0

    assert await table.rewinding.phase_points() == points
    assert await table.history.lines(LogReading(FIRST)) == lines
    assert rules.played
