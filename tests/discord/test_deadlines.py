"""A table's time on Discord: how it is chosen, shown and asked for, and what a person says of his own."""

from __future__ import annotations

import asyncio
import re

import discord
import pytest

from cogs.house.background.bots import due
from cogs.house.game.reminders import PRESENT
from cogs.house.values.clocks import HOUR
from cogs.house.values.records import Status
from cogs.house.words.words import languages
from tests.discord.conftest import Play, labels, text_of
from tests.discord.lobby.test_table_rules import at, opened, post, rules

DAY = 24 * HOUR
DEADLINE = 6 * DAY
STAMP = r"<t:\d+:f> \(<t:\d+:R>\)"


def reminders(play: Play, who: str) -> list[str]:
    return [message.content for message in play.dms(who) if message.content.startswith("**Ann's table")]


def card(play: Play) -> discord.Message:
    """The live card."""
    return next(message for message in reversed(play.cards()) if message.content.startswith("**Ann's table**\n"))


async def test_the_host_chooses_the_time_in_the_lobby_and_the_post_tells_it(play: Play) -> None:
    await opened(play)
    panel = await at(await rules(play, "Ann"), "Time to decide")
    assert "a tenth comes back" in panel.text

    await panel.choose("24 hours")

    assert "Done. Time to decide: 24 hours" in panel.text
    assert "Time to decide: **24 hours**" in panel.text
    assert "Time to decide: 24 hours. When time runs out: nothing happens." in post(play)
    assert (await play.table()).game.pace == "daily"
    assert (await play.table()).game.options == {}
    await play.slash("Ann", "titan start")
    assert "Time to decide: 24 hours." in play.thread("Log")[0].content


async def test_hours_of_ones_own_are_typed(play: Play) -> None:
    await opened(play)
    panel = await at(await rules(play, "Ann"), "Time to decide")

    await panel.fill("Other …", {"typed": "36"})

    assert (await play.table()).game.pace == "own 36"
    assert "36 hours" in post(play)
    panel = await at(await rules(play, "Ann"), "Time to decide")
    await panel.fill("Other …", {"typed": "soon"})
    assert "give hours from 1 to 720" in panel.text
    assert (await play.table()).game.pace == "own 36"


async def test_the_host_changes_the_time_of_a_running_game_and_all_are_told(play: Play) -> None:
    await play.set_up("Ann", "Ben")

    assert "Only the host" in await play.said("Ben", "titan settings", pace="quick")
    await play.agreed("Ann", "titan settings", pace="36", absent="once")

    assert "36 hours" in await play.said("Ann", "titan settings")
    agreed = "Everybody agreed: **Time to decide: 36 hours. When time runs out: a bot decides once.**"
    assert agreed in play.public_text()
    assert re.search(rf"Until {STAMP}; after that, on the time bank\.", card(play).content)
    assert await play.completed("Ann", "titan settings", "pace", "24") == ["own 24"]
    assert "live" in await play.completed("Ann", "titan settings", "pace")
    assert "from 1 to 720" in await play.said("Ann", "titan settings", pace="1000")


async def test_the_host_chooses_when_orders_given_ahead_are_carried_out(play: Play) -> None:
    await opened(play)
    panel = await at(await rules(play, "Ann"), "Plans")
    await panel.choose("at the next full hour")
    assert (await play.table()).game.answer == "hourly_batches"
    await play.slash("Ann", "titan start")
    assert "Plans act: at the next full hour." in play.thread("Log")[0].content

    assert "Only the host" in await play.said("Ben", "titan settings", answer="none")
    await play.agreed("Ann", "titan settings", answer="none")

    assert "Plans act: at once." in await play.said("Ann", "titan settings")
    assert "Everybody agreed: **Plans act: at once.**" in play.public_text()


@pytest.mark.parametrize("command", ["game deadline", "titan status"])
async def test_everybody_can_ask_whom_the_game_waits_for_and_what_then(play: Play, command: str) -> None:
    await play.set_up("Ann", "Ben")
    who = play.who(await play.table())
    assert "No deadline." in await play.said("Dan", command)
    await play.agreed("Ann", "titan settings", pace="daily", absent="sit")

    said = await play.said("Dan", command)

    assert re.search(rf"The game waits for {who}, since {STAMP}\.", said)
    assert re.search(rf"Until {STAMP}, on the time bank until {STAMP}\. Then: a bot plays until", said)
    await play.agreed("Ann", "titan settings", absent="wait")
    await play.passes(DEADLINE)
    assert "Out of time" in await play.said("Dan", command)


async def test_at_the_deadline_the_program_ends_a_turn_in_the_plainest_way(play: Play) -> None:
    """The whole hand-off: the split that is compulsory, the roll, a move and what follows."""
    table = await play.set_up("Ann", "Ben")
    await play.agreed("Ann", "titan settings", pace="daily", absent="once")
    who = play.who(table)

    await play.passes(DEADLINE)
    for _ in range(20):
        await play.settle()

    assert play.who(table) != who
    assert play.public_text().count(f"Out of time: {who}.") == 1
    assert f"(bot) {who}" in play.public_text()
    assert f"(bot) {who}" in await play.said("Dan", "show log")
    turns = await play.completed("Dan", "watch replay", "number", what="turn")
    replay = await play.slash("Dan", "watch replay", what="turn", number=turns[-1])
    assert replay.response is not None
    assert f"(bot) {who}: " in (replay.response.attachments[0].description or "")
    assert table.clocks[next(iter(table.awaiting))].out is False


async def test_any_press_takes_the_seat_back(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")
    await play.agreed("Ann", "titan settings", pace="daily", absent="sit")
    who = play.who(table)
    await play.passes(DEADLINE)
    other = next(name for name in ("Ann", "Ben") if name != who)
    for _ in range(20):
        await play.settle()
    assert f"A bot plays for {who}," in card(play).content

    await play.slash(other, "titan status")
    assert f"{who} is back" not in play.public_text()
    await play.press(who, play.last_with("My turn"), label="My turn")

    assert f"{who} is back." in play.public_text()
    assert f"A bot plays for {who}" not in card(play).content
    assert not table.acted_for


async def test_the_program_gives_nothing_up_for_somebody_whose_orders_have_just_ended_his_turn(
    play: Play, caplog: pytest.LogCaptureFixture
) -> None:
    """Whoever is not waited for can only resign."""
    table = await play.set_up("Ann", "Ben")
    await play.agreed("Ann", "titan settings", pace="daily", absent="sit")
    while table.view(None).phase != "muster":
        await play.first(table)
    (seat,) = table.awaiting
    play.house._bots._stopping = True
    await play.passes(144 * HOUR)
    assert table.acted_for == {seat}
    await table.orders.file(seat, "when may muster any then none")
    await table.orders.file(seat, "when my turn then end")
    play.house._bots._stopping = False
    chair = due(table)
    assert chair is not None

    await asyncio.gather(table.orders.fire(seat), play.house._bots._move(table, chair))

    assert table.view(None).active != seat, "his orders have ended his turn"
    assert table.acted_for == {seat}
    assert table.game.status is Status.RUNNING
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


async def test_a_reminder_says_which_game_what_and_until_when_and_leads_to_the_card(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")
    await play.agreed("Ann", "titan settings", pace="daily")
    who = play.who(table)

    await play.passes(12 * HOUR)

    (said,) = reminders(play, who)
    link = f"https://discord.com/channels/{play.guild.id}/{play.channel.id}/{card(play).id}"
    assert re.fullmatch(
        rf"\*\*Ann's table\*\*: half your time left, until <t:\d+:f>\. \[split, then roll →\]\({link}\)", said
    )
    await play.passes(12 * HOUR)
    assert len(reminders(play, who)) == 3


async def test_who_wants_no_reminders_has_none(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")
    who = play.who(table)
    said = await play.said(who, "me pings", handoff="off", reminders="off")
    assert said == "When a game waits for you, you hear of it not at all.\nYou get no reminders."
    await play.agreed("Ann", "titan settings", pace="daily")

    await play.passes(DAY)

    assert reminders(play, who) == []


async def test_who_wants_reminders_at_an_interval_and_to_hear_that_he_is_next_has_them(play: Play) -> None:
    table = await play.set_up("Ann", "Ben", "Cleo")
    who = play.who(table)
    said = await play.said(who, "me pings", interval=4, next="on")
    assert said.splitlines()[1:] == [
        "You're reminded every 4 hours by direct message, 5 times at most.",
        "You hear when your turn is next.",
    ]
    for _ in range(30):
        await play.passes(HOUR)
    assert len(reminders(play, who)) == 5
    assert f"{who} has been reminded 5 times, and is not reminded again." in play.public_text()
    assert (await play.said(who, "me pings", interval=0)).splitlines()[1] == (
        "Deadline reminders come by direct message."
    )

    order = sorted(table.view(None).players, key=lambda player: -player.tower)
    assert table.names[order[0].seat] == who
    while table.view(None).active != order[2].seat:
        await play.first(table)
    assert reminders(play, who)[5:] == [], "they have just played, and see it"
    await play.passes(PRESENT + 1)

    told = reminders(play, who)[5:]
    assert [text.partition(". [")[0] for text in told] == ["**Ann's table**: you're up next"]
    assert "[open the table →](https://discord.com/channels/" in told[0]


async def test_quiet_hours_are_told_in_ones_zone(play: Play) -> None:
    assert await play.said("Ann", "me quiet") == "You have no quiet hours. Your time zone: UTC."
    assert "Europe/Berlin" in await play.completed("Ann", "me quiet", "zone", "berl")
    said = await play.said("Ann", "me quiet", begins="22:30", ends="7", zone="europe/berlin")
    assert said.startswith("Your quiet hours: 22:30 to 7:00, Europe/Berlin.")

    assert "12 hours long at most" in await play.said("Ann", "me quiet", begins="8", ends="22")
    assert "isn't a time of day" in await play.said("Ann", "me quiet", begins="late", ends="22")
    assert "the time zone" in await play.said("Ann", "me quiet", zone="Mars")
    assert "both" in await play.said("Ann", "me quiet", begins="22")
    await play.restart()
    assert "22:30 to 7:00, Europe/Berlin" in await play.said("Ann", "me quiet")
    assert "no quiet hours" in await play.said("Ann", "me quiet", begins="off")


async def test_on_vacation_the_clock_stands_still_and_fourteen_days_are_enough(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")
    await play.agreed("Ann", "titan settings", pace="daily")
    who = play.who(table)
    seat = table.seat_of(play.people[who].id)
    assert seat is not None
    before = table.clocks[seat].ends
    assert before is not None

    said = await play.said(who, "me vacation", days=10)

    assert re.search(rf"You're away from {STAMP} to {STAMP}\.", said)
    assert "You have 4 days left this year." in said
    assert table.clocks[seat].ends == pytest.approx(before + 10 * DAY)
    assert "act meanwhile" in said
    assert "wait until you're back" in await play.said(who, "me vacation", orders="off")
    assert "already" in await play.said(who, "me vacation", days=2)
    assert "You have 4 of" in await play.said(who, "me vacation", days=5, ahead=20)
    assert "are canceled" in await play.said(who, "me vacation", days=0)
    assert table.clocks[seat].ends == pytest.approx(before)


async def test_ones_games_are_listed_with_whether_they_wait(play: Play) -> None:
    assert await play.said("Ann", "me games") == "You're in no game right now."
    table = await play.set_up("Ann", "Ben")
    who = play.who(table)
    other = next(name for name in ("Ann", "Ben") if name != who)

    assert await play.said(who, "me games") == f"<#{play.channel.id}> **Ann's table**: your move"
    assert (await play.said(other, "me games")).endswith(f"waiting for {who}")
    await play.agreed("Ann", "titan settings", pace="daily")
    assert re.search(rf"your move, until {STAMP}", await play.said(who, "me games"))


@pytest.mark.parametrize("language", languages())
async def test_all_of_it_is_told_in_every_language(play: Play, language: str) -> None:
    """That every request keeps Discord's limits is held when the test ends, see `tests.discord.door`."""
    await play.set_up("Ann", "Ben", language=language)
    who = play.who(await play.table())
    for name in ("Ann", "Ben"):
        await play.slash(name, "me language", language=language)
    for pace in ("live", "quick", "daily", "relaxed", "5"):
        await play.agreed("Ann", "titan settings", pace=pace, absent="sit")
    await play.slash(who, "me pings", handoff="dm", interval=3, next="on")
    await play.slash(who, "me games")
    await play.slash(who, "game deadline")
    await play.passes(DAY)
    await play.passes(DAY)
    assert len(reminders(play, who)) <= 3
    result = await play.slash("Ann", "titan status")
    assert result.response is not None
    assert labels(result.response)
    assert "{" not in text_of(result) + play.public_text()


async def test_an_opponent_grants_hours(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")
    await play.agreed("Ann", "titan settings", pace="daily")
    who = play.who(table)
    other = next(name for name in ("Ann", "Ben") if name != who)

    assert "Others at the table can grant you time" in await play.said(who, "game extend", hours=12)
    assert "on the time bank until" in await play.said(other, "game extend", hours=12)

    assert f"{other} grants 12 more hours." in play.public_text()


async def test_all_agree_to_a_pause_with_buttons_and_to_go_on(play: Play) -> None:
    table = await play.set_up("Ann", "Ben")
    await play.agreed("Ann", "titan settings", pace="daily")

    assert "once these agree: Ben" in await play.said("Ann", "game pause")
    assert "Everybody agreed." in text_of(await play.press("Ben", play.last_with("Agree"), label="Agree"))

    assert "The game is paused." in play.public_text()
    assert "`/game resume` asks everybody to go on" in await play.said("Dan", "game deadline")
    assert "`/game resume`" in text_of(await play.press("Ann", play.last_with("My turn"), label="My turn"))
    assert "Until" not in card(play).content
    assert "once these agree: Ann" in await play.said("Ben", "game resume")
    await play.press("Ann", play.last_with("Agree"), label="Agree")

    assert "The game goes on. Clocks run again." in play.public_text()
    assert table.game.frozen is None
    assert "isn't paused" in await play.said("Ann", "game resume")


@pytest.mark.parametrize("back", ["resumed", "connect"])
async def test_while_the_connection_is_gone_nobodys_deadline_passes(play: Play, back: str) -> None:
    table = await play.set_up("Ann", "Ben")
    await play.agreed("Ann", "titan settings", pace="daily", absent="once")
    who, awaiting = play.who(table), table.awaiting
    play.client.dispatch("shard_disconnect", 0)
    await play.settle()
    await play.passes(DEADLINE + DAY)
    assert reminders(play, who) == []

    play.client.dispatch(f"shard_{back}", 0)
    await play.settle()
    await play.passes(HOUR)

    assert table.awaiting == awaiting
    assert "Time is up" not in play.public_text()
    assert len(reminders(play, who)) <= 1
    (clock,) = (table.clocks[seat] for seat in awaiting)
    assert clock.ends is not None
    assert clock.ends - play.house.now() == pytest.approx(5 * HOUR, abs=60)
