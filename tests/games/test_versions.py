"""A game keeps the rules that it began with: what an earlier version has begun is played on, and again, as it was.

`skirmish-1.txt` is a whole game of version 1 of the skirmish, in which Crushing Force was swapped in (B23.6),
`skirmish-2.txt` one of version 2, with a window for each moment (`Rules.cards_with_steps`), and `titan-1.txt` one of
Titan, in which an only strike was announced by itself (R13.4).
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

import bot
from cogs.house.house import House
from cogs.house.importing import imported
from cogs.house.kit import Kit
from cogs.house.records import Deed
from cogs.house.store import Store
from cogs.house.table import Table
from cogs.skirmish.kit import skirmish_kit
from cogs.titan.kit import titan_kit
from engine import log, proof, record
from engine.core import Illegal, Ruleset, Seat
from engine.skirmish.actions import Concede, Swap
from engine.skirmish.bots import LEVELS
from engine.skirmish.ruleset import SKIRMISH, Skirmish
from engine.titan.ruleset import TITAN
from engine.values import replace
from tests.plain import plain

RECORDED = (Path(__file__).parent / "skirmish-1.txt").read_text(encoding="utf-8")
SECOND = (Path(__file__).parent / "skirmish-2.txt").read_text(encoding="utf-8")
TITAN_RECORDED = (Path(__file__).parent / "titan-1.txt").read_text(encoding="utf-8")
KIT = plain(skirmish_kit())
TITAN_KIT = plain(titan_kit())
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


@pytest.mark.parametrize(("recorded", "rules", "rolls"), [(RECORDED, SKIRMISH, 48), (TITAN_RECORDED, TITAN, 13)])
def test_a_recorded_game_of_an_earlier_version_follows_by_the_rules_that_it_began_with(
    recorded: str, rules: Ruleset[Any, Any, Any, Any], rolls: int
) -> None:
    found = record.parse(recorded)

    assert found.version == 1
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


def test_by_the_rules_of_now_the_same_game_would_not_follow() -> None:
    swapped = next(entry for entry in record.parse(RECORDED).entries if entry.line == SKIRMISH.notation.line(CRUSHING))

    verdict = proof.check(replace(record.parse(RECORDED), version=SKIRMISH.version), SKIRMISH)

    assert verdict.finding == proof.Finding("not-legal", swapped.seq, {"line": swapped.line})


def test_by_the_rules_of_now_an_only_strike_of_the_same_game_would_wait_for_its_player() -> None:
    strike = next(entry for entry in record.parse(TITAN_RECORDED).entries if entry.seq == 70)

    verdict = proof.check(replace(record.parse(TITAN_RECORDED), version=TITAN.version), TITAN)

    assert strike.line == "strike E2 F2 4 5"
    assert verdict.finding == proof.Finding("asked", 72, {"said": "4 of 6 for strike", "due": "a decision"})


def test_a_game_of_an_earlier_version_can_be_brought_in_and_one_of_a_later_cannot() -> None:
    kits = {KIT.rules.name: KIT}

    assert imported(RECORDED, kits, lambda: None).record.version == 1
    for version in (0, SKIRMISH.version + 1):
        other = RECORDED.replace("rules skirmish 1", f"rules skirmish {version}")
        with pytest.raises(Illegal) as refused:
            imported(other, kits, lambda: None)
        assert refused.value.code == "import-other-game"
        assert refused.value.facts["known"] == ("skirmish 1", "skirmish 2", "skirmish 3")


@pytest.mark.parametrize(("recorded", "kit", "rolls"), [(RECORDED, KIT, 48), (TITAN_RECORDED, TITAN_KIT, 13)])
async def test_a_game_of_an_earlier_version_that_was_brought_in_is_given_out_as_it_came(
    tmp_path: Path, recorded: str, kit: Kit, rolls: int
) -> None:
    async with opened(f"sqlite:///{tmp_path}/house.db", kit) as house:
        table, computed = await house.bring_in(1, 5, recorded.encode(), "en", Deed(1, None, 7, "import", ""))

        assert computed == rolls
        assert await table.export() == recorded
        assert not table.awaiting


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
