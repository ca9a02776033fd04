"""Orders of several seats, where all is public: one chain, told at once, up to where somebody has to decide."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest

from cogs.house.game.kit import Kit
from cogs.house.game.telling import Scene, Scenes
from cogs.house.house import House
from cogs.house.runtime.environment import Environment
from cogs.house.table.standing_orders import COLLECTED, MOST
from cogs.house.table.table import Table
from cogs.house.values.availability import Habit
from cogs.house.values.records import PostStyle
from engine.core import Illegal, Seat
from engine.log import Undo
from tests.house.conftest import ANN, BOB, Clock, Opened, Recorder, game, lobby, until
from tests.house.test_going_back import SPOKEN
from tests.house.test_standing_orders import notes
from tests.house.time.test_deadlines import DEADLINE, passes, timed
from tests.toy import Done, Lay, Show, View
from tests.toy_orders import ToyFiredOrder, ToyOrders

FIRST, SECOND, THIRD = Seat(0), Seat(1), Seat(2)
PLAN = "always lay low; done"


class Open(ToyOrders):
    """From the second turn on all is public."""

    def at_once(self, view: View) -> bool:
        return view.turn >= 1


ORDERS = Open(SPOKEN.rules.notation)


def scene(view: View) -> Scene | None:
    return Scene("match", "The match", "about the match") if view.turn >= 1 and view.active is not None else None


FOUGHT: Kit = replace(SPOKEN, orders=ORDERS, scenes=Scenes(scene))


@pytest.fixture
async def house(opened: Opened, clock: Clock) -> AsyncIterator[House]:
    async with opened(kit=FOUGHT, environment=Environment(now=clock)) as running:
        yield running


async def by_hand(table: Table, seat: Seat) -> None:
    await table.submit(seat, Lay(min(table.view(seat).cards)))
    await table.submit(seat, Done())


async def test_with_orders_on_both_sides_it_is_fought_to_the_end_in_one_submit(
    house: House, clock: Clock, discord: Recorder
) -> None:
    """Ann's turn by hand, and the rest by orders: she is told of her own act, and what follows is one piece."""
    table = await game(house, posts=PostStyle.CARD)
    await table.orders.file(FIRST, PLAN)
    await table.orders.file(SECOND, PLAN)
    await table.submit(FIRST, Lay(min(table.view(FIRST).cards)))

    told = await table.submit(FIRST, Done())

    assert len(told.events) == 2, "her card and its points: what follows is for all to read"
    assert not table.awaiting
    await passes(house, clock, COLLECTED)
    for person in (ANN, BOB):
        assert notes(discord, person) == [f"order-done-openly {PLAN} {4 if person == ANN else 6}"]


async def test_it_stops_where_somebody_has_to_decide_and_calls_him_alone(house: House, discord: Recorder) -> None:
    """Bob's turn is decided by his orders, so he is not called to it; Ann's leave hers to her."""
    table = await game(house, posts=PostStyle.CARD)
    await table.orders.file(FIRST, "always if score 1 then ask")
    await table.orders.file(SECOND, PLAN)
    (card,) = discord.channel
    assert card.mentions == (ANN,)

    await by_hand(table, FIRST)
    await house.settled()

    assert table.awaiting == {FIRST}
    assert table.view(None).turn == 2
    (edited,) = discord.channel
    assert edited.text.startswith("card-title Friday\nturn 2.\nyour-turn")
    assert edited.mentions == (), "she has just acted, and Bob was not needed"
    assert notes(discord, ANN) == ["order-asked always if score 1 then ask order-asks {}"]


async def test_who_withdraws_his_orders_is_asked_again_and_nobody_is_told(house: House, discord: Recorder) -> None:
    table = await game(house, posts=PostStyle.CARD)
    mine = await table.orders.file(SECOND, PLAN)
    said = len(discord.channel), {name: len(posts) for name, posts in discord.threads.items()}
    await table.orders.cancel(SECOND, [mine.number])
    await house.settled()
    assert (len(discord.channel), {name: len(posts) for name, posts in discord.threads.items()}) == said

    await by_hand(table, FIRST)

    assert table.awaiting == {SECOND}


async def test_orders_of_somebody_away_who_does_not_want_it_are_no_part_of_it(house: House, clock: Clock) -> None:
    """ASYNC_PLAY A8.4."""
    await house.choose_habit(BOB, Habit(away=((clock.at - 1.0, clock.at + 3600.0),), orders_away=False))
    table = await game(house)
    for seat in (FIRST, SECOND):
        await table.orders.file(seat, PLAN)
    await table.submit(FIRST, Lay(min(table.view(FIRST).cards)))

    await table.submit(FIRST, Done())

    assert table.awaiting == {SECOND}
    clock.at += 3600.0
    await house.check_time()
    await until(lambda: not table.awaiting)


async def test_what_is_not_public_yet_is_not_answered_at_once(opened: Opened, clock: Clock) -> None:
    """The chain ends where a delay is due (A3.6)."""

    class Closed(ToyOrders):
        def at_once(self, view: View) -> bool:
            return view.turn == 1

    kit = replace(FOUGHT, orders=Closed(SPOKEN.rules.notation))
    async with opened(kit=kit, environment=Environment(now=clock)) as house:
        table = await game(house)
        await table.orders.file(FIRST, PLAN)
        await table.orders.file(SECOND, PLAN)

        await by_hand(table, FIRST)

        assert table.view(None).turn == 2
        assert table.awaiting == {FIRST}
        await passes(house, clock, 90.0)
        assert table.view(None).turn == 3


async def test_a_fault_in_orders_keeps_nobody_from_acting(opened: Opened) -> None:
    class Broken(Open):
        def fire(self, *_: Any) -> Any:
            raise ZeroDivisionError

    async with opened(kit=replace(FOUGHT, orders=Broken(SPOKEN.rules.notation))) as house:
        table = await game(house)
        await table.orders.file(SECOND, PLAN)

        await by_hand(table, FIRST)

        assert table.awaiting == {SECOND}
        await by_hand(table, SECOND)


async def test_after_a_restart_the_game_is_where_the_chain_left_it(opened: Opened, clock: Clock) -> None:
    async with opened(kit=FOUGHT, environment=Environment(now=clock), dies=True) as house:
        table = await game(house)
        await table.orders.file(SECOND, PLAN)
        await by_hand(table, FIRST)
        number, seq, orders = table.game.id, table.seq, table.orders.of(SECOND)
        assert table.view(None).turn == 2
    async with opened(kit=FOUGHT, environment=Environment(now=clock)) as house:
        again = await house.table(number)

        assert (again.seq, again.orders.of(SECOND)) == (seq, orders)
        with pytest.raises(Illegal):
            await again.submit(SECOND, Done())


async def opened_up(house: House, manner: PostStyle = PostStyle.CARD) -> Table:
    """Ann has had her turn by hand: from now on all is public, and it is Bob's."""
    table = await game(house, posts=manner)
    await by_hand(table, FIRST)
    await house.settled()
    return table


async def test_with_both_consents_it_is_played_out_at_once_and_everybody_is_told(
    house: House, discord: Recorder
) -> None:
    """A6.10: what asks is out of force, the orders of both stand, and where there is none the game's own plan acts."""
    table = await opened_up(house)
    await table.orders.file(FIRST, "always if score 1 then ask")
    asked = await house.consent(table).ask_settlement(SECOND)
    assert asked is not None
    assert asked.wanted == {FIRST}
    await house.settled()
    (post,) = (one for one in discord.channel if one.text.startswith("settle-asked Bob"))
    assert post.mentions == (ANN,)
    assert [button.label for button in post.buttons[:2]] == ["button-yes", "button-no"]
    assert table.awaiting == {SECOND}

    answered = await house.consent(table).answer(asked.id, FIRST, agrees=True)
    await house.settled()
    await until(lambda: not table.awaiting)

    assert answered.closed == "done"
    assert any(one.text == "game-settles" for one in discord.channel)
    assert table.orders.of(FIRST) == ()


async def test_a_full_list_of_orders_keeps_nobody_from_agreeing(house: House) -> None:
    """How many orders another has is nobody's business, and what comes by the agreement is none of his own."""
    table = await opened_up(house)
    await table.orders.replace(SECOND, (), ["always if score 1000 then roll; done"] * MOST)
    asked = await house.consent(table).ask_settlement(SECOND)
    assert asked is not None

    answered = await house.consent(table).answer(asked.id, FIRST, agrees=True)
    await until(lambda: not table.awaiting)

    assert answered.closed == "done"


async def test_without_both_consents_all_goes_on_as_before(house: House, discord: Recorder) -> None:
    table = await opened_up(house)
    asked = await house.consent(table).ask_settlement(SECOND)
    assert asked is not None

    with pytest.raises(Illegal, match="request-waits"):
        await house.consent(table).ask_settlement(FIRST)
    refused = await house.consent(table).answer(asked.id, FIRST, agrees=False)
    await house.settled()

    assert refused.closed == "refused"
    assert "wish-refused Ann" in discord.texts
    assert table.awaiting == {SECOND}
    assert table.orders.of(SECOND) == ()


async def test_only_what_is_played_in_the_open_can_be_settled(house: House) -> None:
    table = await game(house)

    with pytest.raises(Illegal, match="nothing-to-settle"):
        await house.consent(table).ask_settlement(FIRST)


async def test_against_the_program_nobody_need_be_asked(house: House) -> None:
    """It agrees to everything, and plays its own seat as ever."""
    table = await lobby(house)
    await table.lobby.add_bot("random")
    await table.lobby.start(ANN)
    await house.settled()
    await until(lambda: FIRST in table.awaiting)
    await by_hand(table, FIRST)
    await until(lambda: FIRST in table.awaiting)

    assert await house.consent(table).ask_settlement(FIRST) is None

    await until(lambda: not table.awaiting)


async def test_a_chain_that_is_too_long_for_one_piece_goes_on_in_the_next(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs.house.game.order_execution.MOST_DEEDS", 3)
    table = await game(house)
    await table.orders.file(FIRST, PLAN)
    await table.orders.file(SECOND, PLAN)

    await by_hand(table, FIRST)

    await until(lambda: not table.awaiting)


async def test_what_orders_do_for_somebody_who_is_absent_bears_its_mark_in_a_chain_too(
    house: House, clock: Clock
) -> None:
    """So they are no part of what another's act brings about: they act with the program that decides for him."""
    table = await timed(house, absent="sit")
    await by_hand(table, FIRST)
    await passes(house, clock, DEADLINE)
    assert table.acted_for == {SECOND}
    await until(lambda: SECOND not in table.awaiting)
    await table.orders.file(SECOND, PLAN)
    await by_hand(table, THIRD)

    await by_hand(table, FIRST)
    await until(lambda: SECOND not in table.awaiting)

    entries = await table.entries(1, table.seq)
    acts = [entry for entry in entries if entry.seat == SECOND]
    assert len(acts) == 4, "two turns"
    assert all(entry.proxy for entry in acts)


class Stubborn(Open):
    """Lays a card down whenever there is more than one."""

    def fire(self, orders: Any, view: View, actions: Any, advice: bool) -> ToyFiredOrder | None:
        lays = [action for action in actions if isinstance(action, Lay)]
        return ToyFiredOrder(orders[0], lays[0], None, orders[0]) if len(view.cards) > 1 and lays else None


async def test_what_their_owner_takes_back_orders_do_not_do_again(opened: Opened, clock: Clock) -> None:
    kit = replace(FOUGHT, orders=Stubborn(SPOKEN.rules.notation))
    async with opened(kit=kit, environment=Environment(now=clock)) as house:
        table = await game(house)
        await by_hand(table, FIRST)
        await table.orders.file(FIRST, "lay low")
        await by_hand(table, SECOND)
        assert len(table.view(FIRST).cards) == 1, "laid for her, at once"

        await table.submit(FIRST, next(action for action in table.legal(FIRST) if isinstance(action, Undo)))
        await passes(house, clock, 90.0)
        assert len(table.view(FIRST).cards) == 2
        await table.submit(FIRST, Show(max(table.view(FIRST).cards)))

        assert len(table.view(FIRST).cards) == 2, "not as long as this phase lasts"


async def test_a_question_to_settle_is_closed_with_what_was_played(opened: Opened, clock: Clock) -> None:
    def turns(view: View) -> Scene | None:
        return Scene(f"turn {view.turn}", "A turn", "about a turn") if view.turn >= 1 else None

    async with opened(kit=replace(FOUGHT, scenes=Scenes(turns)), environment=Environment(now=clock)) as house:
        table = await opened_up(house)
        asked = await house.consent(table).ask_settlement(FIRST)
        assert asked is not None
        await by_hand(table, SECOND)

        with pytest.raises(Illegal, match="request-closed"):
            await house.consent(table).answer(asked.id, SECOND, agrees=True)
