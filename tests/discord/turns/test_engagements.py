"""An engagement before battle, seen by its two players and by everybody else (RULES R3.5, ASYNC_PLAY A3.1, A3.2)."""

from __future__ import annotations

import random

import pytest

from cogs.house.game import dice
from cogs.house.table.table import Table
from engine.core import Seat
from engine.titan.actions import Move, Teleport
from engine.titan.bots import LEVELS
from tests.discord.conftest import Play, components, custom_ids, labels, text_of
from tests.discord.looking.test_secrets import named

NAMES = ("Ann", "Ben", "Cleo")


@pytest.fixture(autouse=True)
def same_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same game every time: the seed is the only chance there is."""
    monkeypatch.setattr(dice, "new_seed", lambda: b"third seed".ljust(32, b"."))


async def engaged(play: Play) -> tuple[Table, str, str, str]:
    """A game in which an engagement is open: the table, the attacker, the defender, and the third."""
    table, whims = await play.opened(*NAMES), random.Random(5)
    for _ in range(3000):
        view = table.view(None)
        if view.phase == "parley":
            break
        seat = min(table.awaiting)
        enemies = {legion.land for legion in view.legions if legion.owner != seat}
        attacks = [a for a in table.legal(seat) if isinstance(a, Move | Teleport) and a.land in enemies]
        calm = LEVELS["steady"](table.view(seat), table.legal(seat), whims)
        await table.submit(seat, attacks[0] if attacks else calm)
    await play.settle()
    view = table.view(None)
    assert view.engaged is not None, "this seed has an engagement"
    by_seat = {table.seat_of(play.people[name].id): name for name in NAMES}
    attacker, defender = (by_seat[Seat(seat)] for seat in view.engaged.seats)
    (third,) = set(NAMES) - {attacker, defender}
    return table, attacker, defender, third


async def panel(play: Play, who: str) -> tuple[str, list[str], list[str]]:
    """What somebody's private panel says and offers, and what its buttons carry."""
    result = await play.press(who, play.last_with("My turn"), label="My turn")
    assert result.response is not None
    assert result.response.ephemeral
    offered = [option["label"] for part in components(result.response) for option in part.get("options", ())]
    return text_of(result), labels(result.response) + offered, custom_ids(result.response)


async def test_both_players_see_the_other_legion_and_nobody_else_does(play: Play) -> None:
    table, attacker, defender, third = await engaged(play)
    parley = table.view(table.seat_of(play.people[attacker].id)).parley
    assert parley is not None

    for who in (attacker, defender):
        said, _, _ = await panel(play, who)
        assert all(marker in said for marker in table.view(None).engaged.markers)
        assert named(said)
    for who in (third, "Dan"):
        said, offered, _ = await panel(play, who)
        assert ("is on the move" if who == third else "You're watching this game.") in said
        assert not any("Offer" in label or "Flee" in label or "Fight" in label for label in offered)


async def test_the_channel_is_told_the_same_whatever_the_two_decide(play: Play) -> None:
    """Whether flight is possible, an offer is made, withdrawn or refused shows nowhere in public."""
    table, attacker, _, _ = await engaged(play)
    before = [message.content for message in play.public()]

    await play.said(attacker, "play do", line="offer both -")
    assert "Offer" in str(await panel(play, attacker)) or "offer" in str(await panel(play, attacker))
    await play.said(attacker, "play withdraw")

    assert [message.content for message in play.public()] == before
    assert labels(play.last_with("My turn")) == ["My turn"]
    assert table.view(None).phase == "parley"


async def test_that_an_offer_could_not_be_delivered_is_not_told_in_public(play: Play) -> None:
    """How much is said before a battle is for the two alone (A3.1): who opens his panel finds it there."""
    _, attacker, defender, _ = await engaged(play)
    closed = play.people[defender].user.dm_channel.id
    play.env.inject_error("POST", f"/channels/{closed}/messages", status=403, code=50007, times=None)
    before = [message.content for message in play.public()]

    await play.said(attacker, "play do", line="offer both -")
    await play.settle()

    assert [message.content for message in play.public()] == before
    said, _, _ = await panel(play, defender)
    assert "offers" in said
    assert "could not be delivered" in said


async def test_both_are_called_once_before_a_battle(play: Play) -> None:
    """One mention of both, with the same words whoever is to answer (A3.1)."""
    _, attacker, defender, _ = await engaged(play)

    call = play.last_with("My turn")

    assert all(play.people[who].mention in call.content for who in (attacker, defender))
    assert not named(call.content)


async def test_the_third_learns_nothing_from_commands(play: Play) -> None:
    table, _, _, third = await engaged(play)

    for command in ("flee", "fight", "offer", "accept", "refuse", "withdraw", "concede", "do", "done"):
        said = await play.said(third, f"play {command}")
        assert named(said.partition("Your legions")[0]) == set(), command
    for option in ("lost", "losses"):
        assert await play.completed(third, "play offer", option) == []
    assert await play.completed(third, "play do", "line", "offer") == []
    assert table.view(None).phase == "parley"


@pytest.mark.parametrize("answered", [False, True])
async def test_a31_when_time_is_up_before_a_battle_the_same_is_told_whoever_had_to_answer(
    play: Play, answered: bool
) -> None:
    """Both are named, neither the question; then the program insists on battle, which is all that others see."""
    table, attacker, defender, third = await engaged(play)
    await play.agreed("Ann", "titan settings", pace="daily", absent="once")
    seats = [table.seat_of(play.people[name].id) for name in (attacker, defender)]
    clocks = [table.clocks[seat] for seat in seats if seat is not None]
    assert clocks[0].ends == clocks[1].ends
    if answered:
        seat = min(table.awaiting)
        offer = next(action for action in table.legal(seat) if table.line(action).startswith("offer"))
        await table.submit(seat, offer)
        assert table.view(None).phase == "parley"
        assert [table.clocks[clock.seat] for clock in clocks] == clocks, "it shows on no clock"

    await play.passes(24 * 3600)
    for _ in range(30):
        await play.settle()

    one, other = sorted((attacker, defender), key=lambda name: table.seat_of(play.people[name].id) or 0)
    (said,) = [text for message in play.public() if (text := message.content).endswith("A bot decides this once.")]
    assert said == f"Out of time: {one}, {other}. A bot decides this once."
    assert table.view(None).phase != "parley"
    assert "flee" not in play.public_text().split(said)[-1].casefold()
    assert third not in said
