"""`/me pings`, `quiet`, `vacation` and `games`: when a person sleeps and is away, and how a game reaches him."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import discord
from discord import app_commands

from cogs.face.lengths import NameText
from cogs.house.game.reminders import MOST_AGAIN
from cogs.house.table.settings import OFF, ON
from cogs.house.table.table import Table
from cogs.house.values.availability import (
    LONGEST_INTERVAL,
    VACATION,
    Habit,
    Pings,
    days_used,
    quiet_of,
    vacation_of,
    year_of,
    zone_of,
    zones,
)
from cogs.house.values.records import Status
from cogs.house.values.safe_text import escaped
from cogs.house.words.spoken_time import stamp
from cogs.house.words.words import Words
from cogs.interactions.access import own_games, table_listed
from cogs.interactions.completing import offered
from cogs.interactions.context import Context, Reply, context_of, described, explained, in_private, localised, option
from engine.core import Illegal

Interval = app_commands.Range[int, 0, LONGEST_INTERVAL]
Days = app_commands.Range[int, 0, VACATION]
DaysAhead = app_commands.Range[int, 1, 365]
ON_OFF = [app_commands.Choice(name=localised(f"discord.reminders.{value}"), value=value) for value in (ON, OFF)]


@app_commands.command(name="pings", description=described("me-pings"))
@app_commands.describe(
    handoff=option("handoff", "me-pings"),
    reminders=option("reminders", "me-pings"),
    interval=option("interval", "me-pings"),
    following=option("next", "me-pings"),
)
@app_commands.rename(following="next")
@app_commands.choices(
    handoff=[app_commands.Choice(name=localised(f"discord.pings.{each.value}"), value=each.value) for each in Pings],
    reminders=ON_OFF,
    following=ON_OFF,
)
async def pings(
    interaction: discord.Interaction,
    handoff: app_commands.Choice[str] | None = None,
    reminders: app_commands.Choice[str] | None = None,
    interval: Interval | None = None,
    following: app_commands.Choice[str] | None = None,
) -> None:
    """How one hears of a hand-off, whether and how often one is reminded, and whether one hears that one is next."""
    context, user = context_of(interaction), interaction.user.id

    async def work() -> Reply:
        habit = context.house.habits.of(user)
        if handoff is not None:
            habit = replace(habit, pings=Pings(handoff.value))
        if reminders is not None:
            habit = replace(habit, reminders=reminders.value == ON)
        if interval is not None:
            habit = replace(habit, interval=interval or None, reminders=habit.reminders or interval > 0)
        if following is not None:
            habit = replace(habit, next=following.value == ON)
        await _kept(context, user, habit)
        return Reply("\n".join(_pings_said(context.words, habit)))

    await in_private(interaction, work)


def _pings_said(words: Words, habit: Habit) -> Iterator[str]:
    """How a person hears of games, line by line."""
    yield words.text("discord.pings.said", pings=words.text(f"discord.pings.{habit.pings.value}"))
    if not habit.reminders or habit.interval is None:
        yield words.text(f"discord.pings.reminders-{ON if habit.reminders else OFF}")
    else:
        yield words.text("discord.pings.interval", hours=habit.interval, most=MOST_AGAIN)
    if habit.next:
        yield words.text("discord.pings.next")


@app_commands.command(name="quiet", description=described("me-quiet"))
@app_commands.describe(
    begins=option("begins", "me-quiet"), ends=option("ends", "me-quiet"), zone=option("zone", "me-quiet")
)
async def quiet(
    interaction: discord.Interaction,
    begins: NameText | None = None,
    ends: NameText | None = None,
    zone: NameText | None = None,
) -> None:
    """When one sleeps, in one's own zone."""
    context, user = context_of(interaction), interaction.user.id

    async def work() -> Reply:
        words, habit = context.words, context.house.habits.of(user)
        with explained(context, None):
            if zone is not None:
                habit = replace(habit, zone=zone_of(zone))
            if begins is not None and begins.strip().casefold() == OFF:
                habit = replace(habit, quiet=None)
            elif begins is not None and ends is not None:
                habit = replace(habit, quiet=quiet_of(begins, ends))
            elif begins is not None or ends is not None:
                return Reply(words.text("discord.quiet.both"))
        await _kept(context, user, habit)
        if habit.quiet is None:
            return Reply(words.text("discord.quiet.none", zone=habit.zone))
        first, last = (f"{minute // 60}:{minute % 60:02}" for minute in habit.quiet)
        return Reply(words.text("discord.quiet.said", begins=first, ends=last, zone=habit.zone))

    await in_private(interaction, work)


@quiet.autocomplete("zone")
async def _zones(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
    return offered(((zone, zone) for zone in zones()), typed.strip().replace(" ", "_"))


@app_commands.command(name="vacation", description=described("me-vacation"))
@app_commands.describe(
    days=option("days", "me-vacation"), ahead=option("ahead", "me-vacation"), orders=option("orders", "me-vacation")
)
@app_commands.choices(orders=ON_OFF)
async def vacation(
    interaction: discord.Interaction,
    days: Days | None = None,
    ahead: DaysAhead = 1,
    orders: app_commands.Choice[str] | None = None,
) -> None:
    """Days on which one's clocks stand still, and whether what one has ordered ahead is carried out on them."""
    context, user = context_of(interaction), interaction.user.id

    async def work() -> Reply:
        words, habit, now = context.words, context.house.habits.of(user), context.house.now()
        said = []
        if days == 0:
            habit = replace(habit, away=tuple((left, min(back, now)) for left, back in habit.away if left < now))
            said.append(words.text("discord.vacation.cancelled"))
        elif days is not None:
            with explained(context, None):
                span = vacation_of(habit, now, ahead, days)
            habit = replace(habit, away=tuple(sorted((*habit.away, span))))
        if orders is not None:
            habit = replace(habit, orders_away=orders.value == ON)
        await _kept(context, user, habit)
        coming = [(left, back) for left, back in habit.away if back > now]
        said += [words.text("discord.vacation.said", begins=stamp(left), ends=stamp(back)) for left, back in coming]
        if not coming and days is None:
            said.append(words.text("discord.vacation.none"))
        if coming or orders is not None:
            said.append(words.text(f"discord.vacation.orders-{ON if habit.orders_away else OFF}"))
        left_over = VACATION - days_used(habit, year_of(habit, now))
        return Reply("\n".join((*said, words.text("discord.vacation.left", left=left_over))))

    await in_private(interaction, work)


async def _kept(context: Context, user: int, habit: Habit) -> None:
    """Keeps them if they are others than before."""
    if habit != context.house.habits.of(user):
        await context.house.choose_habit(user, habit)


@app_commands.command(name="games", description=described("me-games"))
async def games(interaction: discord.Interaction) -> None:
    """One's tables, and whether they wait."""
    context, user = context_of(interaction), interaction.user.id

    async def work() -> Reply:
        found = await own_games(interaction)
        words, lines = context.words, []
        for game in found:
            if game.status is Status.LOBBY:
                state = words.text("discord.games.lobby")
            else:
                try:
                    state = _state(context, await table_listed(interaction, game), user)
                except Illegal as illegal:
                    state = words.refusal(illegal, {})
            lines.append(
                words.text("discord.games.one", link=f"<#{game.channel}>", name=escaped(game.name), state=state)
            )
        return Reply("\n".join(lines) or words.text("discord.games.none"))

    await in_private(interaction, work)


def _state(context: Context, table: Table, user: int) -> str:
    """Whether a game waits for a person, until when, or for whom else."""
    words = context.words
    seats, seat = table.timing.waiting.seats, table.seat_of(user)
    if seat not in seats or seat not in table.awaiting:
        return words.text("discord.games.others", who=words.listing([table.names[each] for each in sorted(seats)]))
    until = table.timing.until
    if until is None:
        return words.text("discord.games.yours")
    return words.text("discord.games.yours-until", when=stamp(until))
