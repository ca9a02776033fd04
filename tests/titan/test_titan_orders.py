"""Orders of Titan at a table: a turn that needs nobody, and what its owner is told of it (ASYNC_PLAY 14.1)."""

from __future__ import annotations

from pathlib import Path

from cogs.house.house import House
from cogs.house.table.table import Table
from cogs.house.values.order_delays import LONGEST
from cogs.house.values.records import Status
from cogs.titan.kit import titan_kit
from engine.core import Seat
from engine.titan.rules import rules_for
from tests.house.conftest import ANN, BOB, CHANNEL, GUILD
from tests.house.copies import world
from tests.house.test_going_back import refused
from tests.house.time.test_deadlines import passes
from tests.plain import plain

KIT = plain(titan_kit())
SOMEWHERE = ",".join(map(str, rules_for({}).board.lands))


async def begun(house: House) -> Table:
    table = await house.open(GUILD, CHANNEL, ANN, "Ann", "titan", 2, "Friday")
    assert await refused(table.orders.file(Seat(0), "when my turn then colour Red")) == "game-not-running"
    await table.lobby.join(BOB, "Bob")
    await table.lobby.start(ANN)
    return table


async def ordered(table: Table, seat: Seat, colour: str, marker: str, split_off: str) -> None:
    """The set-up and a first turn without an engagement, all of it ahead."""
    for order in (
        f"when my turn then colour {colour}; marker {marker}",
        f"when my turn and turn = 1 then split {marker} {split_off} TTN,OGR,OGR,GAR; roll; end",
        f"when roll 1,2,3,4,5,6 then move {split_off} {SOMEWHERE}; stop",
    ):
        await table.orders.file(seat, order)


async def test_a_round_with_all_orders_filed_needs_nobody(tmp_path: Path) -> None:
    async with world(tmp_path / "0.db", KIT) as (house, clock, discord):
        table = await begun(house)
        await ordered(table, Seat(0), "Red", "Rd01", "Rd02")
        await ordered(table, Seat(1), "Blue", "Bu01", "Bu02")

        for _ in range(8):  # two choose, and each has three phases: one hand-off each
            await passes(house, clock, LONGEST)

        view = table.view(None)
        assert (view.turn, view.phase) == (2, "split")
        assert sorted(legion.marker for legion in view.legions) == ["Bu01", "Bu02", "Rd01", "Rd02"]
        assert not any(table.orders.of(Seat(seat)) for seat in (0, 1))
        assert table.game.status is Status.RUNNING
        notes = [post.text for post in discord.people[ANN] if "Your plan" in post.text]
        assert [len(note.splitlines()) for note in notes] == [4, 4, 4, 3]
        assert notes[1].splitlines()[2:] == [
            "- Split Rd01: Titan, Gargoyle, 2 Ogres to Rd02",
            "- Roll",
        ]
        assert "Your plan" not in discord.texts


async def test_in_the_owners_language_he_is_told_why_he_must_decide(tmp_path: Path) -> None:
    async with world(tmp_path / "0.db", KIT) as (house, clock, discord):
        table = await begun(house)
        await house.languages.choose(ANN, "de")
        await house.languages.choose(BOB, "de")
        (seat,) = table.awaiting
        await table.orders.file(seat, "when my turn then colour Red; marker Bu01")

        await passes(house, clock, LONGEST)

        told = [post.text for posts in discord.people.values() for post in posts]
        (note,) = (text for text in told if "Dein Plan" in text)
        assert note.splitlines()[1:] == [
            "**Dein Plan hat gewirkt:** In deinem Zug: Rot spielen; mit Bu01 „Anker“ beginnen",
            "- Rot spielen",
            "**Dein Plan überlässt es dir:** In deinem Zug: Rot spielen; mit Bu01 „Anker“ beginnen",
            "`marker Bu01` geht nicht genau wie geplant, also entscheidest du.",
        ]
