"""How pictures look: the theme of a game for everybody, and each person's own for what he alone sees."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from cogs.house.game.pictures import AS_IT_IS, Look
from cogs.house.house import House
from cogs.house.runtime.workers import Workers
from cogs.house.store.store import Store
from cogs.house.table.insiders import Author
from cogs.house.table.table import Table
from cogs.house.values.records import Display
from cogs.house.words.words import Names
from engine.core import Illegal
from tests.house.conftest import ANN, BOB, CAT, CHANNEL, GUILD, MIGRATIONS, MODERATORS, Opened, Recorder, until
from tests.plain import redrawn
from tests.toy import KIT, View

PLAIN, GAUDY, OWN = "plain", "gaudy", "own"


def drawing(view: View, names: Names, look: Look) -> bytes:
    return look.theme.encode()


THEMED = replace(KIT, pictures=replace(redrawn(KIT, drawing).pictures, themes=(PLAIN, GAUDY, OWN)))
"""The toy, whose pictures say what they are drawn in."""


async def begun(house: House, theme: str = "") -> Table:
    """A game of Ann and Bob in a theme."""
    table = await house.open(GUILD, CHANNEL, ANN, "Ann", "toy", 2, "Friday", {}, {"theme": theme})
    await table.lobby.join(BOB, "Bob")
    await table.lobby.start(ANN)
    await house.settled()
    return table


def public(discord: Recorder) -> list[str]:
    return [picture.data.decode() for post in discord.channel for picture in post.pictures]


def private(discord: Recorder, person: int) -> list[str]:
    return [picture.data.decode() for post in discord.people[person] for picture in post.pictures]


async def shown_to(table: Table, person: int) -> str:
    data, _ = await table.picture("table", None, person, AS_IT_IS)
    return data.decode()


async def test_without_a_choice_everything_is_drawn_in_the_standard_theme(opened: Opened, discord: Recorder) -> None:
    async with opened(kit=THEMED) as house:
        table = await begun(house)

        assert set(public(discord)) == set(private(discord, ANN)) == {PLAIN}
        assert await shown_to(table, CAT) == PLAIN


async def test_the_games_theme_is_for_what_everybody_sees_and_for_who_has_none(
    opened: Opened, discord: Recorder
) -> None:
    async with opened(kit=THEMED) as house:
        await house.keep_theme(BOB, OWN)
        table = await begun(house, GAUDY)

        assert set(public(discord)) == {GAUDY}
        assert set(private(discord, ANN)) == {GAUDY}
        assert set(private(discord, BOB)) == {OWN}
        assert (await shown_to(table, ANN), await shown_to(table, BOB)) == (GAUDY, OWN)


async def test_a_look_keeps_its_focus_in_every_theme(opened: Opened) -> None:
    async with opened(kit=THEMED) as house:
        await house.keep_theme(BOB, OWN)
        table = await begun(house)

        assert await table.look(BOB, Look(focus="card 3", actions=(1,))) == Look(OWN, "card 3", (1,), phone=True)
        assert await table.look(None, Look(focus="card 3")) == Look(PLAIN, "card 3")


def small(view: View, names: Names, look: Look) -> bytes:
    return f"{look.theme} for a phone".encode()


async def test_what_a_person_alone_sees_is_made_for_a_phone_unless_he_wants_it_large(
    opened: Opened, discord: Recorder
) -> None:
    kinds = tuple(replace(kind, phone=small) for kind in THEMED.pictures.kinds)
    async with opened(kit=replace(THEMED, pictures=replace(THEMED.pictures, kinds=kinds))) as house:
        await house.keep_large(BOB, True)
        table = await begun(house)

        assert set(public(discord)) == {PLAIN}
        assert set(private(discord, ANN)) == {f"{PLAIN} for a phone"}
        assert set(private(discord, BOB)) == {PLAIN}
        assert (await shown_to(table, ANN), await shown_to(table, BOB)) == (f"{PLAIN} for a phone", PLAIN)
        assert await house.picture(table.kit, "table", VIEW, AS_IT_IS, ANN) == b"plain for a phone"


async def test_what_has_no_form_for_a_phone_is_drawn_once_for_both(opened: Opened) -> None:
    slow, workers = Slow(), Workers()
    slow.go_on.set()
    table, other = slow.kit.pictures.kinds
    phoned = replace(slow.kit, pictures=replace(slow.kit.pictures, kinds=(table, replace(other, phone=slow.draw))))

    assert await workers.picture(phoned, "table", VIEW, {}, Look(phone=True)) == b"1"
    assert await workers.picture(phoned, "table", VIEW, {}, Look()) == b"1"
    workers.close()


async def test_theme_and_size_are_chosen_and_forgotten_each_by_itself(opened: Opened) -> None:
    async with opened(kit=THEMED) as house:
        await house.keep_large(BOB, True)
        await house.keep_theme(BOB, OWN)
        await house.keep_theme(ANN, OWN)
        await house.keep_large(ANN, False)
    async with opened(kit=THEMED) as house:
        assert (await house.store.people.display(BOB), await house.store.people.display(ANN)) == (
            Display(OWN, True),
            Display(OWN),
        )
        await house.keep_theme(BOB, None)
        assert await house.store.people.display(BOB) == Display(None, True)
        assert (await begun(house)).theme == PLAIN  # the themes in use have none for him
        await house.keep_large(BOB, False)
        assert await house.store.people.display(BOB) == Display()


async def test_the_themes_from_before_there_were_sizes_are_kept(tmp_path: Path) -> None:
    old = tmp_path / "old"
    old.mkdir()
    for file in sorted(MIGRATIONS.glob("*.sql")):
        if file.name < "0032":
            (old / file.name).write_text(file.read_text(encoding="utf-8"), encoding="utf-8")
    url = f"sqlite:///{tmp_path}/house.db"
    await (await Store.open(url, old)).close()
    with sqlite3.connect(tmp_path / "house.db") as db:
        db.execute("INSERT INTO display VALUES (3, 'gaudy')")
    db.close()

    store = await Store.open(url, MIGRATIONS)
    kept = await store.people.display(3)
    await store.close()

    assert kept == Display("gaudy")


async def test_the_host_alone_changes_it_and_pictures_follow_from_then_on(opened: Opened, discord: Recorder) -> None:
    async with opened(kit=THEMED) as house:
        table = await begun(house)
        with pytest.raises(Illegal, match="lobby-not-host"):
            await table.settings.change({"theme": GAUDY}, Author(BOB))
        with pytest.raises(Illegal, match="theme-unknown"):
            await table.settings.change({"theme": "sepia"}, MODERATORS)
        discord.channel.clear()

        await table.settings.change({"theme": GAUDY}, MODERATORS)
        await table.remind()
        await house.settled()

        assert set(public(discord)) == {GAUDY}


async def test_a_game_is_not_opened_in_a_theme_that_there_is_not(opened: Opened) -> None:
    async with opened(kit=THEMED) as house:
        with pytest.raises(Illegal, match="theme-unknown"):
            await begun(house, "sepia")
        assert await house.at(CHANNEL) is None


async def test_both_choices_outlive_a_kill(opened: Opened, discord: Recorder) -> None:
    async with opened(kit=THEMED, dies=True) as house:
        await house.keep_theme(BOB, GAUDY)
        await house.keep_theme(BOB, OWN)
        await house.keep_theme(ANN, OWN)
        await house.keep_theme(ANN, None)
        table = await begun(house)
        await table.settings.change({"theme": GAUDY}, MODERATORS)

    async with opened(kit=THEMED) as house:
        again = await house.table(table.game.id)
        assert (
            again.theme,
            (await house.store.people.display(BOB)).theme,
            (await house.store.people.display(ANN)).theme,
        ) == (
            GAUDY,
            OWN,
            None,
        )
        assert await shown_to(again, BOB) == OWN


async def test_a_theme_that_this_program_does_not_know_falls_back(opened: Opened) -> None:
    async with opened(kit=THEMED) as house:
        await house.keep_theme(BOB, OWN)
        table = await begun(house, GAUDY)
    fewer = replace(THEMED, pictures=replace(THEMED.pictures, themes=(PLAIN, OWN)))

    async with opened(kit=fewer) as house:
        again = await house.table(table.game.id)
        assert (await shown_to(again, ANN), await shown_to(again, BOB)) == (PLAIN, OWN)


async def test_games_from_before_there_were_themes_are_standard(tmp_path: Path) -> None:
    old = tmp_path / "old"
    old.mkdir()
    (old / "0001_games.sql").write_text((MIGRATIONS / "0001_games.sql").read_text(encoding="utf-8"), encoding="utf-8")
    url = f"sqlite:///{tmp_path}/house.db"
    await (await Store.open(url, old)).close()
    with sqlite3.connect(tmp_path / "house.db") as db:
        db.execute(
            "INSERT INTO game (guild_id, channel_id, host_id, name, ruleset, version, options, places, status, seed,"
            " created_at, updated_at) VALUES (1, 2, 3, 'Friday', 'toy', 1, '{}', 2, 'lobby', zeroblob(32), 0, 0)"
        )
    db.close()

    store = await Store.open(url, MIGRATIONS)
    found = await store.games.load(1)
    used = await store.games.themes()
    await store.close()

    assert found is not None
    assert found[0].theme == ""
    assert used == {""}


async def test_the_themes_in_use_are_prepared_at_the_start_while_the_house_answers(opened: Opened) -> None:
    prepared: list[tuple[str, bool]] = []
    go_on = threading.Event()

    def base(theme: str) -> None:
        go_on.wait(5)
        prepared.append((theme, threading.current_thread() is threading.main_thread()))

    themes = (PLAIN, GAUDY, OWN, "unused")
    kit = replace(THEMED, pictures=replace(THEMED.pictures, themes=themes, bases=lambda theme: [partial(base, theme)]))
    async with opened(kit=THEMED) as house:
        await house.keep_theme(BOB, OWN)
        await house.keep_theme(CAT, "unused")  # who sits nowhere
        game = (await begun(house, GAUDY)).game.id

    async with opened(kit=kit) as house:
        house.prepare()
        assert (await house.table(game)).theme == GAUDY
        assert prepared == []
        go_on.set()
        await until(lambda: len(prepared) == 3)

    assert prepared == [(PLAIN, False), (GAUDY, False), (OWN, False)]


async def test_a_theme_that_cannot_be_drawn_does_not_keep_the_house_from_starting(opened: Opened) -> None:
    def base() -> None:
        raise ZeroDivisionError

    pictures = replace(THEMED.pictures, bases=lambda theme: [base])
    async with opened(kit=replace(THEMED, pictures=pictures)) as house:
        house.prepare()
        assert await shown_to(await begun(house), ANN) == PLAIN


async def test_a_house_that_closes_prepares_no_more(opened: Opened) -> None:
    begun, go_on = threading.Event(), threading.Event()
    drawn: list[int] = []

    def base(number: int) -> None:
        begun.set()
        go_on.wait(5)
        drawn.append(number)

    pictures = replace(THEMED.pictures, bases=lambda theme: [partial(base, n) for n in range(9)])
    async with opened(kit=replace(THEMED, pictures=pictures)) as house:
        house.prepare()
        await until(begun.is_set)
        await house.close(0.0)
        go_on.set()
        await until(lambda: drawn)

    assert drawn == [0]


class Slow:
    """A kit whose drawing waits to be let go, and counts; `fails` how often it breaks first."""

    def __init__(self, fails: int = 0) -> None:
        self.drawn, self.fails, self.go_on = 0, fails, threading.Event()
        self.now, self.most = 0, 0
        self.kit = redrawn(KIT, self.draw)

    def draw(self, view: View, names: Names, look: Look) -> bytes:
        self.now += 1
        self.most = max(self.most, self.now)
        self.go_on.wait(5)
        self.drawn += 1
        self.now -= 1
        if self.drawn <= self.fails:
            raise ZeroDivisionError
        return b"%d" % self.drawn


VIEW = KIT.rules.view(KIT.rules.new_game(2, {}), None)


async def test_two_who_ask_at_the_same_time_get_one_drawing() -> None:
    slow, workers = Slow(), Workers()
    first, second = (asyncio.create_task(workers.picture(slow.kit, "table", VIEW, {}, AS_IT_IS)) for _ in range(2))
    await asyncio.sleep(0)
    slow.go_on.set()

    assert await first == await second == await workers.picture(slow.kit, "table", VIEW, {}, AS_IT_IS) == b"1"
    assert slow.drawn == 1
    assert await workers.picture(slow.kit, "table", VIEW, {}, Look(theme=GAUDY)) == b"2"
    workers.close()


async def test_pictures_wait_for_one_another_and_other_work_does_not() -> None:
    slow, workers = Slow(), Workers()
    asked = [asyncio.create_task(workers.picture(slow.kit, "table", VIEW, {}, Look(theme=theme))) for theme in "abc"]
    await asyncio.sleep(0)

    assert await workers.work(lambda: slow.drawn) == 0
    slow.go_on.set()
    assert await asyncio.gather(*asked) == [b"1", b"2", b"3"]
    assert slow.most == 1
    workers.close()


async def test_who_stops_waiting_does_not_take_the_picture_from_the_others() -> None:
    slow, workers = Slow(), Workers()
    first, second = (asyncio.create_task(workers.picture(slow.kit, "table", VIEW, {}, AS_IT_IS)) for _ in range(2))
    await asyncio.sleep(0)
    first.cancel()
    slow.go_on.set()

    assert await second == b"1"
    assert first.cancelled()
    workers.close()


async def test_a_drawing_that_broke_is_tried_again_when_it_is_asked_for_again() -> None:
    slow, workers = Slow(fails=1), Workers()
    slow.go_on.set()

    with pytest.raises(ZeroDivisionError):
        await workers.picture(slow.kit, "table", VIEW, {}, AS_IT_IS)
    assert await workers.picture(slow.kit, "table", VIEW, {}, AS_IT_IS) == b"2"
    workers.close()
