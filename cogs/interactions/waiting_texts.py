"""How long a game waits, for people: what can be chosen of it, how it stands, and one's own games."""

from __future__ import annotations

import discord
from discord import app_commands

from cogs.face.limits import CHOICE
from cogs.house.game.variants import Option, Typed
from cogs.house.table.table import Table
from cogs.house.values.clocks import PRESETS, Absent, pace_of
from cogs.house.values.order_delays import OrderDelay
from cogs.house.values.records import Status
from cogs.house.words.spoken_time import absent_said, answer_said, pace_said, stamp
from cogs.house.words.words import shortened
from cogs.interactions.context import Context, context_of, refusal
from cogs.interactions.setting_choices import setting_option
from engine.core import Illegal

PACE, ABSENT, ANSWER = "pace", "absent", "answer"
"""The keys of what a table chooses beside its rules."""


def timing_options(context: Context, table: Table) -> dict[Option, str]:
    """What the host chooses of time, as the rules are chosen, with what it is now."""
    words = context.words
    every = {key: pace_said(words, key) for key in PRESETS}
    typed = Typed(
        lambda text: pace_of(text).key, lambda key: pace_said(words, key), words.text("discord.timing.pace-help"), "36"
    )
    pace = setting_option(words, "timing", PACE, every, "time", typed)
    absences = {each.value: absent_said(words, each) for each in Absent}
    absent = setting_option(words, "timing", ABSENT, absences, "time")
    delays = {each.value: answer_said(words, each) for each in OrderDelay}
    answer = setting_option(words, "timing", ANSWER, delays, "time")
    return {pace: table.game.pace, absent: table.game.absent.value, answer: table.game.answer.value}


async def paces_completed(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The paces that what is typed may mean, in words."""
    words = context_of(interaction).words
    try:
        said = {pace_of(typed).key: pace_said(words, typed)}
    except Illegal:
        wanted = typed.strip().casefold()
        every = {key: pace_said(words, key) for key in PRESETS}
        said = {key: name for key, name in every.items() if wanted in f"{key} {name}".casefold()}
    return [app_commands.Choice(name=shortened(name, CHOICE), value=key) for key, name in said.items()]


def rests_said(context: Context, table: Table) -> str:
    """Why nobody can act in a game that rests."""
    try:
        table.check_going()
    except Illegal as illegal:
        return refusal(context, table, illegal)
    return ""


def waits_said(context: Context, table: Table) -> list[str]:
    """Whom a game waits for, since when, until when, and what happens then: why it stands still. Public facts alone."""
    words, timing = context.words, table.timing
    if table.game.status is not Status.RUNNING or not timing.waiting.seats:
        return [words.text("discord.timing.nobody")]
    if table.game.frozen is not None:
        return [rests_said(context, table)]
    seats = sorted(timing.waiting.seats)
    names = words.listing([table.names[seat] for seat in seats])
    since = [clock.since for seat in seats if (clock := table.clocks.get(seat)) is not None and clock.since is not None]
    lines = []
    if since:
        lines.append(words.text("discord.timing.waits", who=names, since=stamp(min(since))))
    else:
        lines.append(words.text("discord.status.waits", who=names))
    absent = absent_said(words, table.game.absent)
    deadline = timing.deadline
    if deadline is None:
        return [*lines, words.text("discord.timing.no-deadline")]
    due, ends = map(stamp, deadline)
    if deadline[1] <= table.services.now():
        return [*lines, words.text("discord.timing.late", ends=ends, absent=absent)]
    key = "discord.timing.until" if deadline[1] > deadline[0] else "discord.timing.until-due"
    return [*lines, words.text(key, due=due, ends=ends, absent=absent)]
