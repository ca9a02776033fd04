"""An engagement before battle, settled in each way that the rules have, by panels alone (R9, ASYNC_PLAY A3.1, A3.4)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from cogs.house.game import dice
from cogs.house.table.table import Table
from engine.core import Illegal, Seat
from engine.titan.view import View
from tests.discord.ahead import ahead
from tests.discord.conftest import Play, components
from tests.discord.looking.test_secrets import named
from tests.discord.thumb import Thumb

NAMES = ("Ann", "Ben", "Cleo")


@pytest.fixture(autouse=True)
def same_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same game every time: the seed is the only chance there is."""
    monkeypatch.setattr(dice, "new_seed", lambda: b"duel one".ljust(32, b"."))


@dataclass
class Duel:
    """An engagement in which the defender may flee: its two players with their panels open, and who is neither."""

    play: Play
    table: Table
    attacker: Thumb
    defender: Thumb
    outsiders: tuple[str, ...]

    async def overview(self) -> list[object]:
        """All that those outside see: each of them his panel, with what it carries, and everybody the channel."""
        panels = []
        for who in self.outsiders:
            thumb = await Thumb(self.play, who).open()
            panels.append((who, thumb.text, components(thumb.message), [f.filename for f in thumb.message.attachments]))
        return [*panels, [(post.content, components(post)) for post in self.play.public()]]

    async def fresh(self) -> None:
        """Both open their panels anew."""
        await self.attacker.open()
        await self.defender.open()

    @property
    def phase(self) -> str:
        return str(self.table.view(None).phase)


def may_be_fled(view: Callable[[Seat | None], View]) -> bool:
    """Whether an exchange is on in which the defender may flee, and the attacker has somebody to lose."""
    engaged = view(None).engaged
    parley = view(engaged.seats[1]).parley if engaged else None
    return parley is not None and parley.may_flee and len(parley.contents[0]) > 2


@pytest.fixture
async def duel(play: Play) -> Duel:
    """Plays calmly, attacking where it can, to the first exchange in which flight is possible."""
    table = await play.opened(*NAMES)
    await ahead(play, table, may_be_fled)
    view = table.view(None)
    by_seat = {table.seat_of(play.people[name].id): name for name in NAMES}
    attacker, defender = (by_seat[Seat(seat)] for seat in view.engaged.seats)
    (third,) = set(NAMES) - {attacker, defender}
    found = Duel(play, table, Thumb(play, attacker), Thumb(play, defender), (third, "Dan"))
    await found.fresh()
    return found


async def test_both_see_the_others_legion_and_what_may_be_done(duel: Duel) -> None:
    contents = duel.table.view(duel.table.view(None).engaged.seats[0]).parley.contents

    for thumb in (duel.attacker, duel.defender):
        assert all(marker in thumb.text for marker in duel.table.view(None).engaged.markers)
        assert len(named(thumb.text)) >= len({*contents[0], *contents[1]} - {"TTN"}) > 0
        assert [file.filename for file in thumb.message.attachments] == ["legion.png"]
    assert "Flee …" in duel.defender.buttons()
    assert "Flee …" not in duel.attacker.buttons()
    assert "Concede …" not in duel.defender.more(), "not while flight is open (R9.9)"


async def test_fleeing_costs_half_and_is_asked_about_first(duel: Duel) -> None:
    await duel.defender.tap("Flee")
    assert "half its value" in duel.defender.text
    assert duel.phase == "parley", "nothing is done yet"

    await duel.defender.tap("Yes, flee")

    assert duel.phase != "parley"
    assert any("flees" in post.content for post in duel.play.public())


@pytest.mark.parametrize("conceding", ["attacker", "defender"])
async def test_either_may_concede_once_flight_is_given_up(duel: Duel, conceding: str) -> None:
    await duel.defender.tap("Stay")
    await duel.fresh()
    who: Thumb = getattr(duel, conceding)

    await who.tap("Concede")
    assert "You lose all of" in who.text
    await who.tap("Yes, concede")

    assert duel.phase != "parley"
    assert any("concede" in post.content for post in duel.play.public())


async def test_fighting_begins_a_battle_when_both_have_spoken(duel: Duel) -> None:
    await duel.attacker.tap("Insist")
    assert duel.phase == "parley", "the defender may still flee (R9.4)"
    await duel.defender.open()
    await duel.defender.tap("Fight")

    assert duel.phase == "battle"


async def test_an_offer_is_ticked_countered_and_accepted(duel: Duel) -> None:
    """The attacker offers that the defender is lost; the defender asks for a loss beside it; that is taken."""
    before = duel.table.view(None)
    contents = duel.table.view(before.engaged.seats[0]).parley.contents[0]
    marker, lost = before.engaged.markers
    await duel.attacker.fill(f"Ask them to give up {lost}", {"losses": []})
    assert "2 offers left" in duel.attacker.text

    await duel.defender.open()
    assert any(label.startswith("Accept") for label in duel.defender.buttons())
    assert any(label.startswith("Refuse") for label in duel.defender.buttons())
    await duel.defender.fill(f"Offer to give up {lost}", {"losses": ["0"]})
    assert duel.phase == "parley"

    await duel.attacker.open()
    await duel.attacker.tap("Accept")
    assert duel.phase == "parley", "an agreement is asked about first"
    await duel.attacker.tap("Yes")

    survivor = next(legion for legion in duel.table.view(before.engaged.seats[0]).legions if legion.marker == marker)
    assert len(survivor.creatures) == len(contents) - 1
    assert all(legion.marker != lost for legion in duel.table.view(None).legions)


async def test_both_legions_may_be_lost_by_agreement(duel: Duel) -> None:
    markers = duel.table.view(None).engaged.markers
    await duel.attacker.tap("Offer mutual destruction")
    await duel.defender.open()
    await duel.defender.tap("Accept")
    await duel.defender.tap("Yes")

    assert not {legion.marker for legion in duel.table.view(None).legions} & set(markers)


async def test_an_offer_is_withdrawn_and_another_is_refused(duel: Duel) -> None:
    await duel.attacker.tap("Offer mutual destruction")
    await duel.attacker.tap("Withdraw")
    await duel.defender.open()
    assert not any(label.startswith("Accept") for label in duel.defender.buttons())

    await duel.attacker.tap("Offer mutual destruction")
    await duel.defender.open()
    await duel.defender.tap("Refuse")
    assert duel.phase == "parley"
    assert not any(label.startswith("Accept") for label in duel.defender.buttons())


async def test_nobody_outside_sees_anything_of_the_exchange(duel: Duel) -> None:
    """Posts, panels, buttons, what these carry and file names stay as they were, whatever the two do (A3.1)."""
    lost = duel.table.view(None).engaged.markers[1]
    before = await duel.overview()

    await duel.attacker.tap("Offer mutual destruction")
    assert await duel.overview() == before
    await duel.attacker.tap("Withdraw")
    assert await duel.overview() == before
    await duel.attacker.fill(f"Ask them to give up {lost}", {"losses": ["0"]})
    assert await duel.overview() == before
    await duel.defender.open()
    await duel.defender.tap("Flee")
    await duel.defender.tap("Back")
    assert await duel.overview() == before
    await duel.defender.tap("Refuse")
    assert await duel.overview() == before
    await duel.attacker.open()
    await duel.attacker.tap("Insist")
    assert await duel.overview() == before
    await duel.defender.open()
    await duel.defender.tap("Offer mutual destruction")
    assert await duel.overview() == before
    assert duel.phase == "parley"


@pytest.mark.parametrize("first", ["withdraw", "accept"])
async def test_two_at_once_are_taken_one_after_the_other(duel: Duel, first: str) -> None:
    """One withdraws what the other accepts at the same moment: the first counts, and the other is told kindly."""
    await duel.attacker.tap("Offer mutual destruction")
    await duel.defender.open()
    await duel.defender.tap("Accept")
    table = duel.table
    seats = table.view(None).engaged.seats
    both = [(seats[0], table.parse("withdraw")), (seats[1], table.parse("accept both -"))]
    both = both if first == "withdraw" else both[::-1]

    results = await asyncio.gather(
        *(table.submit(seat, action, 1000 + seat, table.began) for seat, action in both), return_exceptions=True
    )
    await duel.play.settle()

    assert [isinstance(result, Illegal) for result in results] == [False, True]
    assert (duel.phase == "parley") == (first == "withdraw")
    late = duel.defender if first == "withdraw" else duel.attacker
    await late.tap("Yes" if first == "withdraw" else "Withdraw")
    assert late.text, "whoever was late has an answer"
    assert not {"Accept", "Withdraw"} & {label.split()[0] for label in late.buttons()}


async def test_a_panel_from_before_is_answered_with_the_present_one(duel: Duel) -> None:
    """Whoever presses in what has been settled meanwhile is told so, above what there is now."""
    await duel.defender.tap("Flee")
    await duel.defender.tap("Yes, flee")
    assert duel.phase != "parley"

    await duel.attacker.tap("Insist")

    assert "moved on" in duel.attacker.text
    assert "Insist on battle" not in duel.attacker.buttons()
