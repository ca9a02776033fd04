"""`/me export` and `/me forget`: all that is kept of a person, to him alone, and gone at his word."""

from __future__ import annotations

import json
import re
from typing import Any

from cogs.house.store.people import GAME_GOES, KEPT, PERSON_GOES, PERSON_HAS
from tests.discord.conftest import Play, text_of


async def exported(play: Play, who: str) -> dict[str, Any]:
    result = await play.slash(who, "me export")
    assert result.response is not None
    (file,) = result.response.attachments
    data: dict[str, Any] = json.loads(await file.read())
    return data


async def test_everything_that_is_kept_of_a_person_is_in_the_file(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")
    await play.slash("Ann", "me display", theme="print")
    await play.slash("Ann", "me language", language="de")
    await play.house.store.people.keep_note(table.game.id, play.people["Ann"].id, "Bu01", "surely an Angel")
    await play.house.store.people.keep_note(table.game.id, play.people["Ben"].id, "Rd01", "Ben's own thought")

    known = await exported(play, "Ann")

    assert known["user"] == play.people["Ann"].id
    assert known["display"] == [{"theme": "print", "large": 0}]
    assert known["tongue"][0]["chosen"] == "de"
    assert known["note"] == [{"game": table.game.id, "legion": "Bu01", "note": "surely an Angel"}]
    assert [seat["game"] for seat in known["seat"]] == [table.game.id]
    assert "Ben" not in json.dumps(known)
    assert set(PERSON_HAS) <= set(known)


async def test_who_sits_in_an_open_game_is_told_so(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")

    said = await play.said("Ann", "me forget")

    assert "You still play in" in said
    assert table.seat_of(play.people["Ann"].id) is not None


async def test_who_is_forgotten_is_forgotten_everywhere(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")
    await play.slash("Ann", "me display", theme="print")
    await play.house.store.people.keep_note(table.game.id, play.people["Ann"].id, "Bu01", "surely an Angel")
    await play.slash("Ann", "watch follow")
    await play.resigned(table, "Ann")
    user = play.people["Ann"].id

    asked = await play.slash("Ann", "me forget")
    assert (await exported(play, "Ann"))["display"] == [{"theme": "print", "large": 0}]
    done = await play.press("Ann", asked.response, label="Forget me")

    assert "You're forgotten" in text_of(done)
    assert (await play.house.store.people.display(user)).theme is None
    known = await play.store.people.known(user)
    assert {name: rows for name, rows in known.items() if rows} == {}
    assert table.seat_of(user) is None
    assert "somebody" in table.names.values()
    await play.restart()
    found = await play.table()
    assert found.seat_of(play.people["Ben"].id) is not None
    assert "Ann" not in await play.said("Ben", "titan status")
    assert "follow from the seed that was committed to" in await play.said("Ben", "watch verify-dice")
    said = await play.store.database.read("SELECT said FROM outbox WHERE said LIKE '%Ann%'")
    assert said == []


async def test_every_table_of_the_database_goes_with_its_game_and_its_person(play: Play) -> None:
    """Whoever adds a table says in `cogs.house.store.people` how it goes."""
    rows = await play.store.database.read("SELECT name, sql FROM sqlite_master WHERE type = 'table'")
    columns = {row["name"]: set(re.findall(r"^\s*(\w+) [A-Z]+", row["sql"], re.M)) for row in rows}

    of_games = {name for name, has in columns.items() if {"game_id", "vote_id"} & has} - set(KEPT)
    of_people = {name for name, has in columns.items() if {"user_id", "invited"} & has} - set(KEPT)

    added = await play.store.database.read("SELECT name FROM pragma_table_info('outbox')")
    assert "user_id" in {row["name"] for row in added}
    assert of_games == set(GAME_GOES)
    assert of_people | {"outbox"} == set(PERSON_GOES)
    assert of_people <= set(PERSON_HAS)
