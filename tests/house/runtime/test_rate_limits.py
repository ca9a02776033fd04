"""What everybody is told of can be pressed a few times in a row, and then again after a while."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from cogs.house.house import House
from cogs.house.runtime.environment import Environment
from cogs.house.table.consent import IN_VAIN
from cogs.house.table.rate_limits import KEPT, OFTEN, SECONDS, RateLimits
from engine.core import Illegal, Seat
from tests.house.conftest import ANN, BOB, Clock, Opened, Recorder, lobby
from tests.house.test_fought_at_once import FOUGHT, opened_up
from tests.house.test_going_back import done, refused, three

FIRST, SECOND = Seat(0), Seat(1)


@pytest.fixture
async def house(opened: Opened, clock: Clock) -> AsyncIterator[House]:
    async with opened(kit=FOUGHT, environment=Environment(now=clock)) as running:
        yield running


def test_a_few_times_in_a_row_are_no_nuisance_and_what_failed_does_not_count() -> None:
    rate_limits = RateLimits()
    for at in range(OFTEN):
        with pytest.raises(KeyError), rate_limits.told("word", float(at)):
            raise KeyError
        with rate_limits.told("word", float(at)):
            pass

    with pytest.raises(Illegal, match="too-often") as soon, rate_limits.told("word", 10.0):
        pass

    assert soon.value.facts == {"when": f"<t:{SECONDS:.0f}:R>"}
    with rate_limits.told("another", 10.0), rate_limits.told("word", SECONDS):
        pass


def test_it_is_remembered_for_so_many_and_a_clock_that_goes_back_keeps_nobody_off() -> None:
    rate_limits = RateLimits()
    for number in range(KEPT + OFTEN):
        with rate_limits.told(number if number >= OFTEN else "first", 1000.0):
            pass

    with rate_limits.told("first", 1000.0), rate_limits.told(KEPT, 0.0):
        pass


async def test_the_channel_hears_of_a_few_words_a_minute(house: House, clock: Clock, discord: Recorder) -> None:
    table = await lobby(house)
    await table.lobby.join(BOB, "Bob")
    for word in "one", "two", "three":
        await table.lobby.add_word(ANN, word)

    assert await refused(table.lobby.add_word(ANN, "four")) == "too-often"
    await table.lobby.add_word(BOB, "four")
    clock.at += SECONDS
    await table.lobby.add_word(ANN, "five")
    await house.settled()

    assert discord.texts.count("word-added") == 5


async def test_nobody_is_asked_again_and_again_to_let_a_battle_be_fought_out(opened: Opened, clock: Clock) -> None:
    async with opened(kit=FOUGHT, environment=Environment(now=clock)) as house:
        table = await opened_up(house)
        asked = await house.consent(table).ask_settlement(SECOND)
        assert asked is not None
        await house.consent(table).answer(asked.id, SECOND, agrees=False)

        assert await refused(house.consent(table).ask_settlement(SECOND)) == "too-often"
        other = await house.consent(table).ask_settlement(FIRST)
        assert other is not None, "the other side has not asked yet"
        await house.consent(table).answer(other.id, FIRST, agrees=False)
    async with opened(kit=FOUGHT, environment=Environment(now=clock)) as house:
        table = await house.table(table.game.id)
        assert await refused(house.consent(table).ask_settlement(SECOND)) == "too-often", "a restart changes nothing"
        clock.at += IN_VAIN
        assert await house.consent(table).ask_settlement(SECOND) is not None


async def test_who_asks_to_go_back_in_vain_asks_again_later(house: House, clock: Clock) -> None:
    table = await three(house)
    await done(table, FIRST)
    (point,) = await table.rewinding.own_points(FIRST)
    for _ in range(3):
        request = await house.consent(table).ask(FIRST, point.began, whole=False)
        assert request is not None
        await house.consent(table).answer(request.id, SECOND, agrees=False)

    assert await refused(house.consent(table).ask(FIRST, point.began, whole=False)) == "too-often"

    clock.at += IN_VAIN
    assert await house.consent(table).ask(FIRST, point.began, whole=False) is not None
