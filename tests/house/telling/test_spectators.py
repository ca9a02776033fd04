"""A table that is opened to those who only watch, some turns late: never sooner, and never to whoever plays or did."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from cogs.house.house import House
from cogs.house.table.checkpoints import EVERY
from cogs.house.table.insiders import Author
from cogs.house.table.table import Table
from engine.core import Illegal, Seat
from tests.house.conftest import ANN, BOB, CAT, CHANNEL, Opened, Recorder, lobby, taken_over
from tests.house.late import Counting, aged
from tests.toy import KIT, Done, Lay, Roll, State, Toy, View

DAN = 104
FIRST = Seat(0)
DEED = Author(999, manages=True)


class OpenToy(Toy):
    """The toy, whose hands are shown where all is opened."""

    def opened(self, state: State) -> View:
        return replace(self.view(state, None), cards=tuple(card for hand in state.hands for card in hand))


@pytest.fixture
async def house(opened: Opened) -> AsyncIterator[House]:
    async with opened(kit=replace(KIT, rules=OpenToy())) as running:
        yield running


async def late(house: House, turns: int = 2, channel: int = CHANNEL) -> Table:
    """A game of Ann and Bob that is opened so many turns late; it is Ann's turn."""
    table = await lobby(house, channel)
    await table.lobby.join(BOB, "Bob")
    await table.spectators.choose(turns, ANN)
    await table.lobby.start(ANN)
    await house.settled()
    return table


async def turn(table: Table, which: int = 0, done: bool = True) -> None:
    (seat,) = table.awaiting
    await table.submit(seat, Roll())
    await table.submit(seat, Lay(table.view(seat).cards[which]))
    if done:
        await table.submit(seat, Done())


async def refused(table: Table, user: int = CAT) -> str:
    with pytest.raises(Illegal) as illegal:
        await table.spectators.opened(user)
    with pytest.raises(Illegal, match=illegal.value.code):
        await table.spectators.moments(user)
    return illegal.value.code


@pytest.mark.parametrize("turns", [2, 3])
async def test_at_every_moment_of_a_game_it_is_opened_just_so_late(house: House, turns: int) -> None:
    table = await late(house, turns)
    ends: dict[int, View] = {}
    seen = 0
    while table.awaiting:
        (seat,) = table.awaiting
        ends[table.view(None).turn] = table.kit.rules.opened(table.timeline.firm)
        for action in (Roll(), Lay(table.view(seat).cards[0]), Done()):
            now = table.view(None).turn
            if now < turns:
                assert await refused(table) == "late-not-yet"
            else:
                opened = await table.spectators.opened(CAT)
                assert opened.turn == now - turns
                assert opened.view == ends[now - turns]
                moments = await table.spectators.moments(CAT)
                assert max(moment.view.turn for moment in moments) <= now - turns
                seen += 1
            await table.submit(seat, action)
            if action != Done():
                ends[now] = table.kit.rules.opened(table.timeline.firm)
    assert seen >= 6
    assert await refused(table) == "game-not-running", "after the end there are other ways"


async def test_to_open_a_long_game_only_what_is_around_that_time_is_replayed(opened: Opened) -> None:
    class Rules(OpenToy, Counting):
        pass

    rules = Rules()
    async with opened(kit=replace(KIT, rules=rules)) as house:
        table = await aged(house, table=await late(house))
        for _ in range(2):
            await turn(table)
        rules.played = 0

        shown = await table.spectators.opened(CAT)

        assert shown.turn == 0
        assert rules.played <= 3 * EVERY


async def test_it_tells_nothing_of_what_has_happened_since(house: House) -> None:
    """Whatever card is laid at present, staged or firm: what was two turns ago is the same."""
    told = []
    for which in (0, 1):
        table = await late(house, channel=20 + which)
        await turn(table)
        await turn(table)
        first = await table.spectators.opened(CAT), [m.view for m in await table.spectators.moments(CAT)]
        await turn(table, which, done=False)
        then = await table.spectators.opened(CAT), [m.view for m in await table.spectators.moments(CAT)]
        assert first == then
        told.append(then[0].turn)
    assert told == [0, 0]


async def test_no_table_is_opened_that_has_not_agreed_to_it_before_it_began(house: House) -> None:
    table = await late(house, 0)
    for _ in range(3):
        await turn(table)

    assert await refused(table) == "late-never"
    with pytest.raises(Illegal, match="lobby-started"):
        await table.spectators.choose(2, ANN)
    assert await refused(table) == "late-never"


async def test_its_host_alone_chooses_and_all_are_told_when_it_begins(house: House, discord: Recorder) -> None:
    table = await lobby(house)
    await table.lobby.join(BOB, "Bob")
    with pytest.raises(Illegal, match="lobby-not-host"):
        await table.spectators.choose(2, BOB)
    await table.spectators.choose(3, ANN)
    await table.lobby.start(ANN)
    await house.settled()

    assert "late-told 3" in discord.texts
    await house.table(table.game.id)
    await table.refresh()
    assert table.game.late == 3


async def test_whoever_sits_there_or_did_sees_nothing_and_whoever_looked_does_not_sit_down(house: House) -> None:
    table = await late(house)
    await turn(table)
    await turn(table)
    assert await refused(table, ANN) == "late-sits"
    await taken_over(table, Seat(1), DAN, "Dan")
    assert await refused(table, BOB) == "late-sits", "he knows the cards that Dan has now, and may come back"

    await table.spectators.opened(CAT)

    with pytest.raises(Illegal, match="has-looked"):
        await taken_over(table, Seat(1), CAT, "Cat")
    assert table.seat_of(CAT) is None
    with pytest.raises(Illegal, match="foretell-knows"):
        await table.predictions.check(CAT)
    await house.forget(CAT, "somebody", "a game")
    with pytest.raises(Illegal, match="has-looked"):
        await taken_over(table, Seat(1), CAT, "Cat")
    await taken_over(table, Seat(1), BOB, "Bob")
    assert table.seat_of(BOB) == Seat(1), "who got up may sit down again"


async def test_who_was_refused_has_not_looked(house: House) -> None:
    table = await late(house)
    assert await refused(table) == "late-not-yet"

    await taken_over(table, Seat(1), CAT, "Cat")

    assert table.seat_of(CAT) == Seat(1)


async def test_what_a_game_has_gone_back_over_is_not_shown(house: House) -> None:
    """It lies behind in the log, but not in the game, whose turns are counted anew from there."""
    table = await late(house)
    for _ in range(4):
        await turn(table)
    points = {point.view.turn: point.began for point in await table.rewinding.phase_points()}
    await table.rewinding.roll_back(points[1], DEED, 1)

    assert table.view(None).turn == 1
    assert await refused(table) == "late-not-yet"
    await turn(table, which=1)
    await turn(table, which=1)
    opened = await table.spectators.opened(CAT)

    assert opened.turn == 1
    moments = await table.spectators.moments(CAT)
    turns = [moment.view.turn for moment in moments]
    assert turns == sorted(turns), "one course of things"
    assert moments[-1].view == opened.view
