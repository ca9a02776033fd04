"""What people grant each other of time: more of it, and a rest for the whole game when all agree."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from cogs.house.game.rewind_points import CONSENT
from cogs.house.house import House
from cogs.house.runtime.environment import Environment
from cogs.house.values.clocks import HOUR
from cogs.house.values.records import PAUSED
from cogs.house.values.sender import AGREE, REFUSE
from tests.house.conftest import ANN, MODERATORS, Clock, Opened, Recorder
from tests.house.test_going_back import FIRST, SECOND, SPOKEN, THIRD, card, refused
from tests.house.time.test_deadlines import DAY, DEADLINE, passes, reminders, timed
from tests.toy import Lay


@pytest.fixture
async def house(opened: Opened, clock: Clock) -> AsyncIterator[House]:
    async with opened(kit=SPOKEN, environment=Environment(now=clock)) as running:
        yield running


async def test_an_opponent_grants_time_and_nobody_grants_it_to_himself(
    house: House, clock: Clock, discord: Recorder
) -> None:
    table = await timed(house)
    ends = table.clocks[FIRST].ends
    assert ends is not None

    assert await refused(table.timing.extend(FIRST, 12)) == "extend-own"
    await table.timing.extend(SECOND, 12)
    await house.settled()

    assert table.clocks[FIRST].ends == ends + 12 * HOUR
    assert "extended Bob 12" in discord.texts
    await passes(house, clock, 30 * HOUR)
    assert [text for text in reminders(discord, ANN) if "remind-bank" in text] == []
    await passes(house, clock, 6 * HOUR)
    assert len([text for text in reminders(discord, ANN) if "remind-bank" in text]) == 1


async def test_time_is_granted_after_the_deadline_too(house: House, clock: Clock, discord: Recorder) -> None:
    table = await timed(house)
    await passes(house, clock, DEADLINE)

    await table.timing.extend(THIRD, 24)
    await passes(house, clock, DAY - 1)
    assert discord.texts.count("time-out-wait") == 1
    await passes(house, clock, 1)

    assert discord.texts.count("time-out-wait") == 2


async def test_without_a_deadline_there_is_nothing_to_put_off(house: House) -> None:
    table = await timed(house, pace="none")

    assert await refused(table.timing.extend(SECOND, 12)) == "no-deadline"


async def test_a_game_rests_when_all_agree_and_goes_on_when_all_agree(
    house: House, clock: Clock, discord: Recorder
) -> None:
    table = await timed(house)
    before = table.clocks[FIRST].ends
    assert before is not None
    request = await house.consent(table).ask_rest(FIRST, rests=True)
    assert request is not None
    await house.settled()
    asked = next(post for post in discord.channel if "pause-asked" in post.text)
    assert [button.line for button in asked.buttons][:2] == [f"{AGREE} {request.id}", f"{REFUSE} {request.id}"]

    await house.consent(table).answer(request.id, SECOND, agrees=True)
    assert not table.game.frozen
    clock.at += HOUR
    assert (await house.consent(table).answer(request.id, THIRD, agrees=True)).closed == "done"
    assert await refused(house.consent(table).ask_rest(FIRST, rests=True)) == "game-paused"
    await passes(house, clock, 30 * DAY)
    assert "time-out" not in discord.texts
    assert reminders(discord, ANN) == []
    assert await refused(table.submit(FIRST, Lay(card(table, FIRST)))) == "game-paused"

    again = await house.consent(table).ask_rest(THIRD, rests=False)
    assert again is not None
    for seat in (FIRST, SECOND):
        await house.consent(table).answer(again.id, seat, agrees=True)
    await house.settled()

    assert table.game.frozen is None
    assert table.clocks[FIRST].ends == before + 30 * DAY
    assert discord.texts.count("game-paused") == discord.texts.count("game-resumed") == 1
    await passes(house, clock, 11 * HOUR)
    assert len(reminders(discord, ANN)) == 1, "half of the window, with the hour from before"


async def test_one_who_does_not_agree_is_enough_to_play_on(house: House, discord: Recorder) -> None:
    table = await timed(house)
    request = await house.consent(table).ask_rest(FIRST, rests=True)
    assert request is not None

    assert (await house.consent(table).answer(request.id, THIRD, agrees=False)).closed == "refused"
    await house.settled()

    assert "wish-refused Cat" in discord.texts
    assert await refused(house.consent(table).answer(request.id, SECOND, agrees=True)) == "request-closed"


async def test_a_pause_may_be_agreed_to_while_the_game_goes_on_for_a_day(house: House, clock: Clock) -> None:
    table = await timed(house)
    request = await house.consent(table).ask_rest(FIRST, rests=True)
    assert request is not None
    await table.submit(FIRST, Lay(card(table, FIRST)))
    assert await refused(house.consent(table).ask_rest(SECOND, rests=True)) == "request-waits"

    await house.consent(table).answer(request.id, SECOND, agrees=True)
    clock.at += CONSENT

    assert await refused(house.consent(table).answer(request.id, THIRD, agrees=True)) == "request-closed"


async def test_players_do_not_lift_what_a_moderator_has_halted(house: House) -> None:
    table = await timed(house)
    await table.timing.rest(rests=True)
    request = await house.consent(table).ask_rest(FIRST, rests=False)
    assert request is not None
    await table.moderation.freeze("a quarrel", MODERATORS)

    assert await refused(house.consent(table).answer(request.id, SECOND, agrees=True)) == "game-frozen"
    assert await refused(house.consent(table).ask_rest(SECOND, rests=False)) == "not-paused"


async def test_a_pause_outlives_a_restart(opened: Opened, clock: Clock, discord: Recorder) -> None:
    async with opened(kit=SPOKEN, environment=Environment(now=clock)) as house:
        table = await timed(house)
        await table.timing.rest(rests=True)
    clock.at += 30 * DAY
    async with opened(kit=SPOKEN, environment=Environment(now=clock)) as house:
        table = await house.table(1)
        await passes(house, clock, DAY)
        assert table.game.frozen == PAUSED
        await table.timing.rest(rests=False)
        assert table.clocks[FIRST].ends == clock.at + DEADLINE
    assert "time-out" not in discord.texts
