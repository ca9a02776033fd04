"""How the background does is told to those who manage a server, and nothing of what is for somebody alone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cogs.house.table.checkpoints import CHECKPOINT
from cogs.house.table.timing import Timing
from cogs.house.words.words import Words, languages
from tests.discord.conftest import Play
from tests.discord.lobby.test_moderating import manager

HOUSE = Path(__file__).parents[3] / "cogs" / "house"
BEGUN = re.compile(r"(?:loop|job|setbacks|beside)\(\s*\"([^\"]+)\"")


async def test_where_all_is_well_status_says_since_when_and_the_doctor_nothing(play: Play) -> None:
    boss = await manager(play)
    await play.set_up("Ann", "Ben")

    assert "Everything in the background has run well since <t:" in await play.said(boss, "titan-admin status")
    assert "All permissions are there" in await play.said(boss, "titan-admin doctor")


async def test_what_fails_is_told_with_when_it_is_tried_again(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    boss = await manager(play)
    table = await play.set_up("Ann", "Ben")
    await play.agreed("Ann", "titan settings", pace="daily")

    async def failing(self: object) -> None:
        raise KeyError("split Rd01 Rd02 TTN")

    monkeypatch.setattr(Timing, "time_out", failing)
    await play.passes(6 * 24 * 3600)

    for command in ("status", "doctor"):
        said = await play.said(boss, f"titan-admin {command}")
        (line,) = [line for line in said.splitlines() if "failing" in line]
        assert re.fullmatch(
            rf"Deadlines, game {table.game.id}: failing since <t:\d+:f>(, \d+ times in a row)? \(KeyError\)\."
            r" Next try: <t:\d+:R>\.",
            line,
        )
        assert "TTN" not in said


async def test_of_games_elsewhere_nothing_is_told(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    boss = await manager(play)
    await play.set_up("Ann", "Ben")

    async def failing() -> None:
        raise KeyError

    await play.house._timers._votes.tried(99, failing)  # type: ignore[union-attr]

    assert "99" not in await play.said(boss, "titan-admin doctor")
    assert "has run well" in await play.said(boss, "titan-admin status")


async def test_what_was_not_delivered_is_told_by_its_name(play: Play) -> None:
    boss = await manager(play)
    table = await play.set_up("Ann", "Ben")
    store = table.services.store
    async with store.database.transaction() as tx:
        await tx.write("UPDATE outbox SET error = '403 50013', done_at = NULL WHERE kind = 'card'")
        await tx.write("UPDATE outbox SET error = '403 50013' WHERE kind = 'text' AND seat IS NULL")

    said = await play.said(boss, "titan-admin status")

    assert "Not delivered yet: the card (403 50013)." in said
    assert "Given up: a post (403 50013)." in said
    examined = await play.said(boss, "titan-admin doctor")
    assert "Not delivered yet: the card (403 50013)." in examined
    assert "Given up" not in examined, "that is past"


async def test_that_somebody_has_given_orders_is_told_to_nobody(play: Play) -> None:
    """Only where somebody has are they looked at, and so can that fail."""
    boss = await manager(play)
    table = await play.set_up("Ann", "Ben")

    async def failing() -> None:
        raise KeyError

    await play.house._timers._orders.tried(table.game.id, failing)  # type: ignore[union-attr]

    assert "KeyError" not in await play.said(boss, "titan-admin doctor")
    assert "has run well" in await play.said(boss, "titan-admin status")


async def test_which_private_messages_did_not_arrive_is_told_to_nobody(play: Play) -> None:
    """A player who manages the server would count what another was told in secret."""
    boss = await manager(play)
    table = await play.set_up("Ann", "Ben")
    said = await play.said(boss, "titan-admin status")
    rows = await table.services.store.database.read(
        "SELECT id FROM outbox WHERE seat IS NOT NULL OR user_id IS NOT NULL"
    )
    async with table.services.store.database.transaction() as tx:
        for row in rows:
            await tx.write("UPDATE outbox SET error = 'failed: x' WHERE id = ?", row["id"])

    assert rows
    assert len((await play.said(boss, "titan-admin status")).splitlines()) == len(said.splitlines())


@pytest.mark.parametrize("language", languages())
def test_everything_that_runs_in_the_background_has_a_name(language: str) -> None:
    names = {name for path in HOUSE.rglob("*.py") for name in BEGUN.findall(path.read_text(encoding="utf-8"))}
    names.add(CHECKPOINT)

    assert {"deliveries", "clocks", "bots", "results"} <= names
    words = Words(language)
    assert len({words.text(f"discord.health.{name}") for name in names}) == len(names)
