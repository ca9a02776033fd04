"""Nobody can tell what was ordered ahead from what was done by hand, nor that there are orders at all (A2.5, A3.6)."""

from __future__ import annotations

from pathlib import Path
from random import Random

from cogs.house.game import dice
from cogs.house.game import timeline as timelines
from cogs.house.game.announce import Entry
from cogs.house.game.pictures import Look
from cogs.house.house import House
from cogs.house.table.insiders import Author
from cogs.house.table.stored_game import Decision
from cogs.house.table.table import Table
from cogs.house.values.records import StoredLine
from cogs.house.words.words import Names
from cogs.titan.kit import titan_kit
from engine.core import Seat
from engine.titan.actions import Engage, Fight, Flee
from engine.titan.bots import choose_random
from engine.titan.view import View
from tests.house.conftest import ANN, BOB, CAT, CHANNEL, GUILD
from tests.house.copies import FIRST_COPY, Doing, by_hand, copied, filed, fired, nothing, seen_by_all_but, world
from tests.plain import redrawn

VIEWS: dict[View, int] = {}


def drawn(view: View, names: Names, look: Look) -> bytes:
    """In place of a picture the number of its view: equal for equal views alone."""
    return str(VIEWS.setdefault(view, len(VIEWS))).encode()


SPOKEN = titan_kit()
KIT = redrawn(SPOKEN, drawn)
SEED = bytes(31) + b"\x0a"


async def begun(house: House) -> Table:
    """A game of three with dice of its own."""
    table = await house.open(GUILD, CHANNEL, ANN, "Ann", "titan", 3, "Friday")
    await table.lobby.join(BOB, "Bob")
    await table.lobby.join(CAT, "Cat")
    async with table.services.store.database.transaction() as tx:
        await tx.write("UPDATE game SET seed = ?", SEED)
    await table.refresh()
    await table.settings.change({"pace": "daily", "absent": "sit"}, Author(ANN))
    await table.lobby.start(ANN)
    return table


async def engaged(folder: Path) -> tuple[Seat, Seat, int]:
    """The first copy, in which an engagement is about to be opened: of whom, with whom, and where."""
    async with world(folder / FIRST_COPY, KIT) as (house, _, _):
        table = await begun(house)
        timeline, pick = table.timeline, Random(5)
        rolling = dice.of(table.game, table.seats, table.services.now)
        entries, lines = list[Entry](), list[StoredLine]()
        while True:
            (seat, *_) = sorted(KIT.rules.awaiting(timeline.state))
            view, legal = KIT.rules.view(timeline.state, seat), tuple(KIT.rules.legal(timeline.state, seat))
            action = choose_random(view, legal, pick)
            if isinstance(action, Engage):
                (found,) = (each for each in view.engagements if each.land == action.land)
                after, _ = KIT.rules.apply(timeline.state, seat, action)
                if Flee() in KIT.rules.legal(after, found.seats[1]):
                    break
            done, said = timelines.decided(KIT, rolling, timeline, seat, action)
            entries += done
            lines += said
            timeline = done[-1].after
        await table.keep(Decision(tuple(entries), tuple(lines)))
        assert await house.settled()
        return seat, found.seats[1], action.land


async def seen(folder: Path, land: int, seats: tuple[Seat, Seat, Seat], before: Doing, then: Doing) -> list[object]:
    """What all but one see of an engagement: `before` it is opened, and half a minute later, something is done.

    `seats` are the attacker, the defender, and whose own sight is left out.
    """
    async with copied(folder, KIT) as (house, clock, discord):
        table = await house.table(1)
        await before(table)
        if Engage(land) in table.legal(seats[0]):
            await table.submit(seats[0], Engage(land))
        assert await house.settled()
        clock.at += 30
        await then(table)
        assert await house.settled()
        return await seen_by_all_but(seats[2], table, discord)


async def test_what_was_done_by_order_in_an_engagement_is_known_to_who_gave_it_alone(tmp_path: Path) -> None:
    """ASYNC_PLAY 14.2: the channel, an onlooker and the attacker see and are sent the same, whatever the orders say."""
    attacker, defender, land = await engaged(tmp_path)
    seats = attacker, defender, defender

    async def told(before: Doing, then: Doing) -> list[object]:
        return await seen(tmp_path, land, seats, before, then)

    fled, fought = [await told(nothing, by_hand(defender, act)) for act in (Flee(), Fight())]
    idle = await told(nothing, nothing)
    assert fled != fought != idle

    flights = (
        ["when attacked any then flee"],
        ["when attacked any and attacker holds SER then fight", "when attacked any and attacker height >= 1 then flee"],
        ["when roll 1 then stop", "when my turn then roll; end expires never", "when attacked any then flee"],
    )
    for texts in flights:
        assert await told(filed(defender, *texts), fired(defender)) == fled
    assert await told(filed(defender, "when attacked any then fight expires never"), fired(defender)) == fought
    for text in ("when attacked any then ask", "when attacked any and attacker holds SER then flee"):
        assert await told(filed(defender, text), fired(defender)) == idle
    assert await told(filed(defender, "when attacked any then flee"), nothing) == idle

    seats = attacker, defender, attacker  # and whether it was opened by order is known to its mover alone
    opened = await told(by_hand(attacker, Engage(land)), nothing)
    assert await told(filed_and_fired(attacker, f"when my turn then engage {land}"), nothing) == opened


def filed_and_fired(seat: Seat, text: str) -> Doing:
    """A seat gives an order, and it is time for it."""

    async def doing(table: Table) -> None:
        await filed(seat, text)(table)
        await fired(seat)(table)

    return doing
