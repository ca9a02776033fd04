"""Bots are somebody: a name of its own for each at a table, the same for the game, marked wherever it stands."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path
from shutil import copy

import pytest

from cogs.house.game import seating
from cogs.house.game.bot_names import (
    COMPANY,
    TEMPERS,
    called,
    called_plainly,
    introduced,
    level_said,
    next_name,
    noted,
    who,
)
from cogs.house.store.sqlite import migrate
from cogs.house.values.records import SITTER, Chair
from cogs.house.words.words import Words, languages
from cogs.skirmish.kit import skirmish_kit
from cogs.titan.kit import titan_kit
from engine.core import Seat
from tests.conftest import MIGRATIONS

KIT = titan_kit()


def bots(number: int, game: int, people: tuple[str, ...] = ()) -> tuple[str, ...]:
    """The names of so many bots that sit down one after the other beside people."""
    chairs = tuple(Chair(Seat(seat), 7 + seat, name, None) for seat, name in enumerate(people))
    for _ in range(number):
        chairs = seating.with_bot(chairs, 30, KIT, "steady", game)
    return tuple(chair.name for chair in chairs if chair.level)


@pytest.mark.parametrize("language", languages())
def test_every_bot_has_a_name_of_its_own_in_every_language(language: str) -> None:
    words = Words(language)
    names = {words.text(f"bot.{key}") for key in COMPANY}

    assert len(names) == len(COMPANY) >= 24
    assert all(("А" <= name[0] <= "Я") == (language == "ru") for name in names)
    assert len({name[0] for name in names}) >= (20 if language == "ru" else 26)


def test_each_temper_is_that_of_several() -> None:
    assert {temper: sum(each == temper for each in COMPANY.values()) >= 4 for temper in TEMPERS} == dict.fromkeys(
        TEMPERS, True
    )


def test_no_two_bots_of_a_table_have_the_same_name() -> None:
    assert len(set(bots(len(COMPANY), 1))) == len(COMPANY)


def test_no_bot_is_called_as_a_person_at_its_table() -> None:
    everybody = tuple(Words().text(f"bot.{key}").upper() for key in COMPANY)
    (left,) = bots(1, 1, everybody[:-1])

    assert left.upper() == everybody[-1]


def test_each_game_has_a_company_of_its_own_and_always_the_same() -> None:
    assert bots(3, 1) == bots(3, 1)
    assert len({bots(3, game) for game in range(20)}) == 20


def test_nobody_comes_twice_where_the_language_has_changed_meanwhile() -> None:
    russian = titan_kit("ru")
    chairs: seating.Chairs = ()
    for number in range(len(COMPANY)):
        chairs = seating.with_bot(chairs, 30, russian if number % 2 else KIT, "steady", 1)

    assert len({who(chair) for chair in chairs}) == len(COMPANY)


def test_a_bot_keeps_its_name_when_it_plays_at_another_level() -> None:
    chairs = seating.with_bot((), 2, KIT, "steady", 1)

    assert seating.bot_on(chairs, KIT, "random", 1, Seat(0)) == Chair(Seat(0), None, chairs[0].name, "random")


def test_a_bot_takes_another_name_than_the_person_whose_seat_it_has() -> None:
    name = next_name((), KIT.words, 1)
    chairs = (Chair(Seat(0), 7, name, None),)

    assert seating.bot_on(chairs, KIT, "steady", 1, Seat(0)).name != name


def test_a_bot_is_marked_and_nobody_else_is() -> None:
    bot, person = Chair(Seat(0), None, "Ada", "steady"), Chair(Seat(1), 7, "Ada_", None)
    sitter = Chair(Seat(2), None, "Open seat 3", SITTER)

    assert [called(KIT.words, chair) for chair in (bot, person, sitter)] == ["Ada (bot)", "Ada\\_", "Open seat 3"]
    assert [called_plainly(KIT.words, chair) for chair in (bot, person)] == ["Ada (bot)", "Ada_"]
    assert called(titan_kit("ru").words, bot) == "Ada (бот)"


def test_a_name_from_a_file_does_nothing_where_it_is_shown() -> None:
    said = called(KIT.words, Chair(Seat(0), None, "[x](http://y) *@everyone*", "steady"))

    assert "\\[x\\]\\(" in said
    assert "\\*" in said
    assert "@\u200b" in said
    assert said.endswith(" (bot)")


def test_a_bot_is_introduced_with_its_level_and_its_temper() -> None:
    bot = Chair(Seat(0), None, "Ada", "steady")

    assert introduced(Words(), bot, called(KIT.words, bot)) == "Ada (bot), steady: plays soundly. Temper: careful."


@pytest.mark.parametrize("language", languages())
def test_each_level_of_our_games_says_how_it_plays(language: str) -> None:
    words = Words(language)

    for kit in (titan_kit(), skirmish_kit()):
        assert all(level_said(words, level) != level for level in kit.deciding.bots)


@pytest.mark.parametrize("language", languages())
def test_what_is_noted_of_a_bot_stands_in_the_brackets_of_its_mark(language: str) -> None:
    bot, person = Chair(Seat(0), None, "Ada", "steady"), Chair(Seat(1), 7, "Ann (bot)", None)
    words = titan_kit(language).words
    mark = words.text("bot-name", name="")[2:-1]

    assert noted(called(words, bot), "Gold") == ("Ada", f"{mark}, Gold")
    assert noted(called(words, person), "Gold") == ("Ann \\(bot\\)", "Gold")


def test_a_bot_is_the_same_in_every_script_and_one_of_an_unknown_name_is_somebody_too() -> None:
    assert {who(Chair(Seat(0), None, name, "steady")) for name in ("Boris", "Борис")} == {"boris"}
    assert who(Chair(Seat(0), None, "steady program 1", "steady")) in COMPANY


def test_bots_that_sat_somewhere_under_a_number_have_names(tmp_path: Path) -> None:
    """A database of before the names: no name twice at a table, none of a person's, in the language of the table."""
    before, path = tmp_path / "migrations", tmp_path / "old.db"
    before.mkdir()
    for file in sorted(MIGRATIONS.glob("*.sql")):
        if file.name < "0030":
            copy(file, before)
    migrate(path, before, lambda: 0.0)
    seats = [
        (1, 0, "Ann", 7, None), (1, 1, "steady program 1", None, "steady"), (1, 2, "Open seat 3", None, SITTER),
        (1, 3, "random program 1", None, "random"), (2, 0, "Программа steady 1", None, "steady"),
        (2, 1, "Программа steady 2", None, "steady"), (3, 0, "Klara", 8, None), (3, 5, "steady 1", None, "steady"),
    ]  # fmt: skip
    with sqlite3.connect(path) as db:
        for number, language in ((1, "en"), (2, "ru"), (3, "de")):
            db.execute(
                "INSERT INTO game (id, guild_id, channel_id, host_id, name, ruleset, version, options, places, status,"
                " seed, language, created_at, updated_at)"
                " VALUES (?, 1, ?, 7, 'x', 'titan', 1, '{}', 6, 'running', zeroblob(32), ?, 0, 0)",
                (number, number, language),
            )
        db.executemany("INSERT INTO seat (game_id, seat, name, user_id, bot) VALUES (?, ?, ?, ?, ?)", seats)

    migrate(path, MIGRATIONS, lambda: 0.0)

    with sqlite3.connect(path) as db:
        names = db.execute("SELECT game_id, name FROM seat ORDER BY game_id, seat").fetchall()
    first, second, third = ([name for game, name in names if game == number] for number in (1, 2, 3))
    latin, cyrillic = ({Words(language).text(f"bot.{key}") for key in COMPANY} for language in ("en", "ru"))
    assert (first[0], first[2]) == ("Ann", "Open seat 3")
    assert first[1] != first[3]
    assert second[0] != second[1]
    assert {first[1], first[3], third[1]} <= latin
    assert set(second) <= cyrillic
    assert third[0] == "Klara" != third[1], "whose name would be next"


@pytest.mark.parametrize("language", languages())
def test_what_plays_and_advises_is_called_a_bot(language: str) -> None:
    """A program is what is free under a licence."""
    words = Words(language)
    texts = {key: " ".join(words._forms(key)) for key in words.known}

    assert [
        key for key, text in texts.items() if re.search(r"\bprogram|програм", text, re.IGNORECASE) and "MIT" not in text
    ] == []
