"""A game keeps the rules that it began with: what an earlier version has begun is played on, and again, as it was.

`skirmish-1.txt` is a whole game of version 1 of the skirmish, in which Crushing Force was swapped in (B23.6),
`skirmish-2.txt` one of version 2, with a window for each moment (`Rules.cards_with_steps`). `titan-1.txt` is one of
Titan, in which an only strike was announced by itself (R13.4), `titan-2.txt` one of version 2 of Titan with options of
then, in which an angel that had not entered was given up with its legion (R16.5).
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from shutil import copy
from typing import Any

import pytest

import bot
from cogs.house.game.kit import Kit
from cogs.house.game.options import changed, chosen_for, in_force, told
from cogs.house.house import House
from cogs.house.store.sqlite import migrate
from cogs.house.store.store import Store
from cogs.house.table.importing import imported
from cogs.house.table.table import Table
from cogs.house.values.records import AuditEntry
from cogs.skirmish.kit import skirmish_kit
from cogs.titan.kit import titan_kit
from engine import log, proof, record
from engine.core import Illegal, Seat
from engine.ruleset import Ruleset
from engine.skirmish.actions import Concede, Swap
from engine.skirmish.bots import LEVELS
from engine.skirmish.ruleset import SKIRMISH, Skirmish
from engine.titan.ruleset import TITAN
from engine.values import replace
from tests.plain import plain

RECORDED = (Path(__file__).parent / "skirmish-1.txt").read_text(encoding="utf-8")
SECOND = (Path(__file__).parent / "skirmish-2.txt").read_text(encoding="utf-8")
TITAN_RECORDED = (Path(__file__).parent / "titan-1.txt").read_text(encoding="utf-8")
TITAN_SECOND = (Path(__file__).parent / "titan-2.txt").read_text(encoding="utf-8")
KIT = plain(skirmish_kit())
TITAN_KIT = plain(titan_kit())
MIGRATIONS = Path(bot.MIGRATIONS)
ROLLS = 26
UTHUK, DAQAN = Seat(0), Seat(1)
CRUSHING = Swap("demon_gate", "crushing_force")


class First(Skirmish):
    """The skirmish as the first programs had it."""

    version = 1


@asynccontextmanager
async def opened(url: str, kit: Kit = KIT) -> AsyncIterator[House]:
    """A program with a database."""
    store = await Store.open(url, bot.MIGRATIONS)
    house = House(store, {kit.rules.name: kit})
    try:
        yield house
    finally:
        await house.close()
        await store.close()


async def begun(house: House) -> Table:
    """A game of two, Uthuk opening it, where Uthuk may change the lore deck."""
    table = await house.open(1, 5, 101, "Ann", KIT.rules.name, 2, "Friday", {"first_seat": "uthuk"})
    await table.lobby.join(102, "Ben")
    await table.lobby.start(101)
    await on(table, Random(3), lambda: table.view(UTHUK).own.stage == "lore")
    return table


async def on(table: Table, whims: Random, until: Callable[[], bool]) -> None:
    """Both go on until something is so."""
    while not until():
        seat = min(table.awaiting)
        await table.submit(seat, LEVELS["steady"](table.view(seat), table.legal(seat, undo=False), whims))


@pytest.mark.parametrize(
    ("recorded", "rules", "version", "rolls"),
    [(RECORDED, SKIRMISH, 1, 48), (TITAN_RECORDED, TITAN, 1, 13), (TITAN_SECOND, TITAN, 2, ROLLS)],
)
def test_a_recorded_game_of_an_earlier_version_follows_by_the_rules_that_it_began_with(
    recorded: str, rules: Ruleset[Any, Any, Any, Any], version: int, rolls: int
) -> None:
    found = record.parse(recorded)

    assert found.version == version
    assert proof.check(found, rules) == proof.Verdict(rolls, followed=True)
    assert record.text(found, "over") == recorded


def test_a_recorded_game_of_version_2_of_the_skirmish_has_its_windows_still() -> None:
    found = record.parse(SECOND)

    assert found.version == 2
    assert proof.check(found, SKIRMISH).followed
    assert proof.check(found, SKIRMISH).finding is None
    assert record.text(found, "over") == SECOND
    now = proof.check(replace(found, version=SKIRMISH.version), SKIRMISH).finding
    assert now is not None
    assert now.code == "not-legal"


@pytest.mark.parametrize(("version", "line"), [(2, SKIRMISH.notation.line(CRUSHING)), (3, "place roc_warrior D10")])
def test_by_the_rules_of_later_the_same_game_would_not_follow(version: int, line: str) -> None:
    """Crushing Force is set apart from the change of decks; then a building is no longer on D10, nor a position."""
    otherwise = next(entry for entry in record.parse(RECORDED).entries if entry.line == line)

    verdict = proof.check(replace(record.parse(RECORDED), version=version), SKIRMISH)

    assert verdict.finding == proof.Finding("not-legal", otherwise.seq, {"line": line})


def test_by_the_rules_of_now_an_only_strike_of_the_same_game_would_wait_for_its_player() -> None:
    strike = next(entry for entry in record.parse(TITAN_RECORDED).entries if entry.seq == 70)

    verdict = proof.check(replace(record.parse(TITAN_RECORDED), version=TITAN.version), TITAN)

    assert strike.line == "strike E2 F2 4 5"
    assert verdict.finding == proof.Finding("asked", 72, {"said": "4 of 6 for strike", "due": "a decision"})


def test_by_the_rules_of_now_the_options_of_a_game_of_version_2_cannot_be_chosen_nor_would_it_follow() -> None:
    """`tower_round_order`, `fled_returns on`; the angel would be where it came from, and its legion could not flee."""
    second = record.parse(TITAN_SECOND)
    now = {"variant": "battle_titan", "end_condition": "turns 7", "fled_returns": "fled_and_agreed"}

    refused = proof.check(replace(second, version=TITAN.version), TITAN).finding
    otherwise = proof.check(replace(second, version=TITAN.version, options=now), TITAN).finding

    assert refused == proof.Finding("options", 0, {"reason": "option-value"})
    assert otherwise == proof.Finding("not-legal", 166, {"line": "flee"})


def test_games_of_before_name_the_defaults_of_then_and_go_on_and_what_is_not_begun_begins_by_the_rules_of_now(
    tmp_path: Path,
) -> None:
    """A database of before version 3 of Titan. Nobody can choose any more who goes first in a Tower."""
    before, path = tmp_path / "migrations", tmp_path / "old.db"
    before.mkdir()
    for file in sorted(MIGRATIONS.glob("*.sql")):
        if file.name < "0033":
            copy(file, before)
    migrate(path, before, lambda: 0.0)
    battle_titan = {"variant": "battle_titan", "fled_returns": "on"}
    kept: list[tuple[str, int, str, dict[str, str]]] = [
        ("titan", 1, "running", {}),
        ("titan", 2, "running", {"tower_round_order": "attacker_first", "archangel_choice": "strict"}),
        ("titan", 2, "over", battle_titan),
        ("titan", 2, "running", {"variant": "battle_titan", "offboard_scores": "on", "raise_strike_number": "any"}),
        ("titan", 2, "lobby", {"tower_round_order": "attacker_first", "mulligan": "none"}),
        ("titan", 2, "lobby", battle_titan),
        ("titan", 2, "lobby", {"variant": "battle_titan"}),
        ("skirmish", 2, "running", {}),
    ]
    with sqlite3.connect(path) as db:
        for number, (ruleset, version, status, options) in enumerate(kept, 1):
            db.execute(
                "INSERT INTO game (id, guild_id, channel_id, host_id, name, ruleset, version, options, places, status,"
                " seed, created_at, updated_at) VALUES (?, 1, ?, 7, 'x', ?, ?, ?, 2, ?, zeroblob(32), 0, 0)",
                (number, number, ruleset, version, json.dumps(options), status),
            )

    migrate(path, MIGRATIONS, lambda: 0.0)

    with sqlite3.connect(path) as db:
        rows = db.execute("SELECT version, options FROM game ORDER BY id").fetchall()
    found = [(version, json.loads(options)) for version, options in rows]
    then = {"archangel_choice": "may_take_angel", "raise_strike_number": "one_further"}
    assert found == [
        (1, then),
        (2, {**then, "archangel_choice": "strict", "tower_round_order": "attacker_first"}),
        (2, {**then, "variant": "battle_titan", "offboard_scores": "off", "fled_returns": "fled_and_agreed"}),
        (
            2,
            {
                **then, "raise_strike_number": "any", "variant": "battle_titan", "offboard_scores": "on",
                "fled_returns": "none",
            },
        ),
        (TITAN.version, {"mulligan": "none"}),
        (TITAN.version, {"variant": "battle_titan", "fled_returns": "fled_and_agreed"}),
        (TITAN.version, {"variant": "battle_titan"}),
        (2, {}),
    ]  # fmt: skip
    for (ruleset, version, _, options), (now, named) in zip(kept[:4], found[:4], strict=True):
        assert (ruleset, now) == ("titan", version)
        assert TITAN.new_game(2, named, version).rules is TITAN.new_game(2, options, version).rules
    for version, named in found[:-1]:
        TITAN.new_game(2, named, version)
        told(TITAN_KIT, named)
    assert "the attacker goes first" in told(titan_kit(), found[1][1])
    assert told(titan_kit(), then) == "Rules: Colossus."


def test_who_goes_first_in_a_tower_is_no_rule_of_a_game_of_now() -> None:
    kit = titan_kit()
    attacker_first = {"tower_round_order": "attacker_first"}

    assert not any(option.former for option in in_force(kit, {}))
    assert [option.key for option in in_force(kit, attacker_first) if option.former] == ["tower_round_order"]
    with pytest.raises(Illegal) as refused:
        changed(kit, 2, {}, *attacker_first.popitem())
    assert refused.value.code == "option-unknown"


def test_a_game_of_an_earlier_version_can_be_brought_in_and_one_of_a_later_cannot() -> None:
    kits = {KIT.rules.name: KIT}

    assert imported(RECORDED, kits, lambda: None).record.version == 1
    for version in (0, SKIRMISH.version + 1):
        other = RECORDED.replace("rules skirmish 1", f"rules skirmish {version}")
        with pytest.raises(Illegal) as refused:
            imported(other, kits, lambda: None)
        assert refused.value.code == "import-other-game"
        assert refused.value.facts["known"] == ("skirmish 1", "skirmish 2", "skirmish 3")


@pytest.mark.parametrize(
    ("recorded", "kit", "rolls"),
    [(RECORDED, KIT, 48), (TITAN_RECORDED, TITAN_KIT, 13), (TITAN_SECOND, TITAN_KIT, ROLLS)],
)
async def test_a_game_of_an_earlier_version_that_was_brought_in_is_given_out_as_it_came(
    tmp_path: Path, recorded: str, kit: Kit, rolls: int
) -> None:
    async with opened(f"sqlite:///{tmp_path}/house.db", kit) as house:
        table, computed = await house.bring_in(1, 5, recorded.encode(), "en", AuditEntry(1, None, 7, "import", ""))

        assert computed == rolls
        assert await table.export() == recorded
        assert not table.awaiting


async def test_a_game_of_an_earlier_version_that_was_brought_in_is_told_by_what_was_the_default_then(
    tmp_path: Path,
) -> None:
    """It names nothing of it, and `fled_returns on` is called otherwise now; what is kept of it stays as it came."""
    kit = titan_kit()
    async with opened(f"sqlite:///{tmp_path}/house.db", kit) as house:
        first, second = [
            (await house.bring_in(1, 5, recorded.encode(), "en", AuditEntry(1, None, 7, "import", "")))[0]
            for recorded in (TITAN_RECORDED, TITAN_SECOND)
        ]

        assert told(kit, chosen_for(kit, first.game)) == "Rules: Colossus."
        by_key = {option.key: value for option, value in in_force(kit, chosen_for(kit, second.game)).items()}
        assert by_key["fled_returns"] == "fled_and_agreed"
        assert (by_key["offboard_scores"], by_key["archangel_choice"]) == ("off", "may_take_angel")
        assert "the attacker goes first" in told(kit, chosen_for(kit, second.game))
        assert second.game.options == record.parse(TITAN_SECOND).options
        new = await house.open(1, 5, 101, "Ann", "titan", 2, "Friday", {"mulligan": "none"})
        assert chosen_for(kit, new.game) == {"mulligan": "none"}


async def test_a_stored_game_goes_on_as_it_was_begun_and_the_next_one_begins_by_the_rules_of_now(
    tmp_path: Path,
) -> None:
    url = f"sqlite:///{tmp_path}/house.db"
    async with opened(url, replace(KIT, rules=First())) as house:
        table = await begun(house)
        await table.submit(UTHUK, CRUSHING)
        left = table.game.id, table.seq, table.view(UTHUK).own

    async with opened(url) as house:
        table = await house.table(left[0])
        assert (table.game.id, table.seq, table.view(UTHUK).own) == left
        assert table.game.version == 1
        await on(table, Random(1), lambda: table.view(None).round == 1)
        assert [side.hand + side.deck + side.discard for side in table.view(None).sides] == [20, 20]
        await table.submit(min(table.awaiting), Concede())
        written = await table.export()
        again = await begun(house)

        assert proof.check(record.parse(written), SKIRMISH).finding is None
        assert "rules skirmish 1\n" in written
        assert again.game.version == SKIRMISH.version
        assert CRUSHING not in again.legal(UTHUK)
        await on(again, Random(1), lambda: again.view(None).round == 1)
        assert [side.hand + side.deck + side.discard for side in again.view(None).sides] == [21, 20]


async def test_a_game_that_a_later_program_began_is_left_alone(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/house.db"
    async with opened(url) as house:
        number = (await begun(house)).game.id

    async with opened(url, replace(KIT, rules=First())) as house:
        with pytest.raises(Illegal) as refused:
            await house.table(number)

    assert (refused.value.code, refused.value.facts) == ("game-suspended", {"reason": f"rules {SKIRMISH.version}"})


@pytest.mark.parametrize("rules", [SKIRMISH, TITAN])
def test_a_game_that_says_no_version_begins_by_the_rules_of_now(rules: Ruleset[Any, Any, Any, Any]) -> None:
    now, then = (log.opening(rules, 2, {}, version).state.rules for version in (None, 1))

    assert (now.version, then.version) == (rules.version, 1)
    assert now.version > 1
    assert now is rules.new_game(2, {}).rules
