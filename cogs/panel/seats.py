"""Seats of games that run, for people: handing one's own over, having one replaced, looking at one, and taking it.

Before it is taken a seat shows what everybody sees, and no more.
"""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord import app_commands

from cogs.face.face import AnyCommand
from cogs.face.lengths import NameText
from cogs.house.game.bot_names import level_said
from cogs.house.game.players import is_late
from cogs.house.table.insiders import Author
from cogs.house.table.interventions import ActFor, CallOff, Fill, Invite
from cogs.house.table.table import Table
from cogs.house.table.vacancies import may_be_replaced
from cogs.house.values.records import About, Request
from cogs.house.values.sender import SEAT
from cogs.house.words.spoken_time import stamp, timing_said
from cogs.house.words.words import shortened
from cogs.interactions.access import table_here, table_of, table_seen
from cogs.interactions.completing import offered, or_nothing
from cogs.interactions.components import buttons
from cogs.interactions.context import (
    Context,
    No,
    Reply,
    context_of,
    described,
    explained,
    in_private,
    option,
    refusal,
    running,
    seated,
)
from cogs.interactions.permissions import author_of
from cogs.interactions.request_answers import asked
from cogs.panel.confirming import HAND_OVER, LEFT, OFFER, question, really, said_yes
from cogs.panel.panel import my_turn
from engine.core import Illegal, Seat

TAKE, CALL_OFF, ACT_FOR = "take-seat", "call-off", "act-for"
PRESSES = (SEAT, TAKE, HAND_OVER, CALL_OFF, ACT_FOR)

POSITION = 1200
"""How much of a message the position may take; `/show text` has all of it."""
"""The first words of what the buttons here carry: each with the number of a seat, `hand-over` with one of the next."""

LEAVE, KEEP = "leave", "keep"

SeatNumber = app_commands.Range[int, 1, 6]
Places = app_commands.Range[int, 2, 6]
"""Of any game; each asks for its own where one is opened."""


# Commands


@app_commands.command(name="hand-over", description=described("game-hand-over"))
async def hand_over(interaction: discord.Interaction) -> None:
    """`/game hand-over`: what one can do with one's own seat."""
    context = context_of(interaction)

    async def work() -> Reply:
        table = running(await table_here(interaction))
        with explained(context, table):
            seat = seated(table, interaction.user.id)
        text, ways = context.words.text, (LEAVE, KEEP if seat in table.vacant else OFFER)
        pairs = [(f"{HAND_OVER} {way}", text(f"discord.seat.{way}")) for way in reversed(ways)]
        return Reply(text("discord.seat.hand-over"), (), buttons(table.game.id, table.began, pairs))

    await in_private(interaction, work)


@app_commands.command(name="sitter", description=described("game-sitter"))
async def sitter(interaction: discord.Interaction) -> None:
    """`/game sitter`: the program sits in for oneself, until one presses anything."""
    context = context_of(interaction)

    async def work() -> Reply:
        table = running(await table_here(interaction))
        with explained(context, table):
            await table.timing.sit_in(seated(table, interaction.user.id))
        return Reply(context.words.text("discord.seat.sits"))

    await in_private(interaction, work)


@app_commands.command(name="replace", description=described("game-replace"))
@app_commands.describe(
    seat=option("seat"), person=option("person", "game-replace"), level=option("level", "game-replace")
)
async def replace(
    interaction: discord.Interaction,
    seat: SeatNumber,
    person: discord.User | None = None,
    level: NameText | None = None,
) -> None:
    """`/game replace`: a host or manager offers a seat, to one or to all, or has the program play there, if those agree
    who must; about whether the program plays for who is absent players vote."""
    context = context_of(interaction)

    async def work() -> Reply:
        table = running(await table_here(interaction))
        words, of, by, consent = (
            context.words,
            Seat(seat - 1),
            author_of(interaction, table),
            context.house.consent(table),
        )
        if person is not None and (person.bot or level is not None):
            return Reply(words.text("discord.admin.no-bots" if person.bot else "discord.admin.one-of-both"))
        with explained(context, table):
            if level is not None and _votes(table, by, of):
                done = await consent.replace(of, level, by)
                if isinstance(done, Request):
                    return asked(context, table, done)
                return Reply(words.text("discord.seat.replaced" if done else "discord.seat.vote"))
            wanted = Invite(of, None if person is None else person.id) if level is None else Fill(of, level)
            if (request := await consent.do(wanted, by)) is not None:
                return asked(context, table, request)
        if level is not None:
            return Reply(words.text("discord.seat.replaced"))
        off = f"{CALL_OFF} {of}", words.text("discord.seat.call-off")
        return Reply(words.text("discord.seat.opened"), (), buttons(table.game.id, table.began, [off]))

    await in_private(interaction, work)


def _votes(table: Table, by: Author, of: Seat) -> bool:
    """Whether whoever wants the program on a seat asks by a vote: any player does, but a host or manager only where
    there is somebody to vote about who is absent."""
    own = table.seat_of(by.user)
    if own is None:
        return False
    voters = table.voting.voters(About.REPLACE, of) - {own}
    return not (by.manages or by.user == table.host) or (bool(voters) and may_be_replaced(table, of))


def giving_up(ruleset: str, verb: str) -> AnyCommand:
    """`/titan resign`: leaves the running game of that ruleset, whose verb it is, after a second question."""

    async def give_up(interaction: discord.Interaction) -> None:
        context = context_of(interaction)

        async def work() -> Reply:
            table = await table_here(interaction)
            if verb not in table.kit.rules.notation.verbs:
                raise context.other_game(context.face(table))
            with explained(context, table):
                seat = seated(running(table), interaction.user.id)
            if verb not in {table.line(action) for action in table.legal(seat)}:
                raise No(Reply(context.words.text("discord.cannot-resign")))
            return await question(context, table, seat, table.parse(verb))

        await in_private(interaction, work)

    return app_commands.Command(name=verb, description=described(f"{ruleset}-{verb}"), callback=give_up)


@or_nothing
async def levels_completed(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The levels at which bots play the game of the channel, each with what that means."""
    context = context_of(interaction)
    table = await table_here(interaction)
    return offered(
        ((level, level_said(context.words, level)) for level in context.face(table).kit.deciding.bots), typed
    )


@or_nothing
async def seats_completed(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[int]]:
    """The seats of the game of the channel, with who sits there."""
    table = await table_here(interaction)
    return offered(((seat + 1, f"{seat + 1}: {name}") for seat, name in table.plain_names.items()), str(typed))


replace.autocomplete("seat")(seats_completed)
replace.autocomplete("level")(levels_completed)


# Presses


async def seat_press(interaction: discord.Interaction, game: int, began: int, carries: str) -> None:
    """A press on one of the buttons here, of any age."""
    verb, _, rest = carries.partition(" ")
    context, user = context_of(interaction), interaction.user

    async def work() -> Reply:
        with explained(context, None):
            table = running(await (table_seen if verb == SEAT else table_of)(interaction, game))
        if verb == HAND_OVER:
            return await _handed_over(context, table, user.id, rest, said_yes(interaction))
        seat = Seat(int(rest)) if rest.isdecimal() and len(rest) < 3 else Seat(len(table.seats))
        with explained(context, table):
            if verb == SEAT:
                return await looked_at(context, table, user.id, seat)
            if verb == TAKE:
                await table.vacancies.take(user.id, user.display_name, seat)
                return await my_turn(context, table, user.id, context.words.text("discord.seat.taken"))
            wanted = CallOff(seat) if verb == CALL_OFF else ActFor(seat)
            request = await context.house.consent(table).do(wanted, author_of(interaction, table))
        if request is not None:
            return asked(context, table, request)
        return Reply(context.words.text("discord.seat.called-off" if verb == CALL_OFF else "discord.seat.acted"))

    await in_private(interaction, work)


async def looked_at(context: Context, table: Table, user: int, seat: Seat) -> Reply:
    """What somebody is told of a seat before he takes it: what everybody knows, and what it means to take it."""
    words, face = context.words, context.face(table)
    with explained(context, table):
        if seat not in table.vacant:
            raise Illegal("seat-not-open", commands=table.command("list"))
    position = shortened(face.overview.position(table.view(None), table.names), POSITION)
    facts = {"name": table.shown_name, "number": seat + 1, "who": table.names[seat]}
    lines = [words.text("discord.seat.title", **facts), timing_said(words, table.game), position]
    try:
        await table.vacancies.check(user, seat)
    except Illegal as illegal:
        return Reply("\n".join((*lines, "", refusal(context, table, illegal))))
    yes = f"{TAKE} {seat}", words.text("discord.seat.take")
    lines += ["", words.text("discord.seat.means")]
    return Reply("\n".join(lines), (), buttons(table.game.id, table.began, [yes]))


async def _handed_over(context: Context, table: Table, user: int, way: str, sure: bool) -> Reply:
    text, vacancies = context.words.text, table.vacancies
    with explained(context, table):
        match way:
            case "offer":
                await vacancies.offer(user)
            case "keep":
                await vacancies.keep(user)
            case "left" if sure:
                await vacancies.leave(user)
            case _:
                seated(table, user)
                lost, leave = text("discord.seat.really-leave"), text("discord.seat.leave")
                return really(context, table, lost, f"{HAND_OVER} {LEFT}", leave)
    return Reply(text(f"discord.seat.done-{way}"))


# What is said elsewhere


def vacant_said(context: Context, table: Table) -> list[str]:
    """The seats that others may take, and whether nobody sits there at all: then the game waits for somebody."""
    text = context.words.text
    lines = []
    for vacancy in table.vacant.values():
        facts = {"number": vacancy.seat + 1, "who": table.names[vacancy.seat]}
        until = "" if vacancy.ends is None else stamp(vacancy.ends)
        lines.append(text(f"discord.seat.is-{vacancy.why.value}", until=until, group=table.game.ruleset, **facts))
    if table.vacant and not table.people:
        lines.append(text("discord.seat.nobody"))
    return lines


def late_buttons(context: Context, table: Table, user: int) -> Sequence[tuple[str, str]]:
    """What the host may have done for those whose time is up: the program decides once in their place."""
    if user != table.host or table.game.frozen is not None:
        return ()
    text = context.words.text
    return [
        (f"{ACT_FOR} {seat}", text("discord.seat.act-for", who=table.plain_names[seat]))
        for seat in sorted(table.timing.waiting.seats - table.acted_for)
        if is_late(table.clocks.get(seat), table.services.now())
    ]
