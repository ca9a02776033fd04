"""`/game`: what the players of a running game agree on, and the buttons for it: going back."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

import discord
from discord import app_commands

from cogs.face.face import AnyCommand
from cogs.face.lengths import NameText
from cogs.face.presses import SETTLE
from cogs.house.game.rewind_points import RewindPoint
from cogs.house.table.table import Table
from cogs.house.values.records import Wish
from cogs.house.values.sender import AGREE, REFUSE
from cogs.interactions.access import table_here, table_of
from cogs.interactions.completing import offered, or_nothing
from cogs.interactions.components import buttons
from cogs.interactions.context import (
    Context,
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
from cogs.interactions.request_answers import asked, waits_for
from cogs.interactions.waiting_texts import waits_said
from cogs.panel.panel import TAKE_BACK, my_turn
from cogs.panel.seats import hand_over, late_buttons, replace, sitter, vacant_said
from cogs.panel.votes import vote, votes_said
from engine.core import Illegal, Seat

Hours = app_commands.Range[int, 1, 168]

NO_REQUEST = 0
"""No question has this number."""

PRESSES = (TAKE_BACK, AGREE, REFUSE, SETTLE)
"""The first words of what the buttons here carry."""


class GameCommands(app_commands.Group):
    """`/game`."""

    def __init__(self) -> None:
        super().__init__(name="game", description=described("game"))
        aside: tuple[AnyCommand, ...] = hand_over, replace, sitter, vote
        for command in aside:
            self.add_command(command)

    @app_commands.command(name="takeback", description=described("game-takeback"))
    @app_commands.describe(to=option("to", "game-takeback"))
    async def takeback(self, interaction: discord.Interaction, to: NameText | None = None) -> None:
        await in_private(interaction, lambda: _ask(interaction, to, whole=False))

    @app_commands.command(name="rewind", description=described("game-rewind"))
    @app_commands.describe(to=option("to", "game-rewind"))
    async def rewind(self, interaction: discord.Interaction, to: NameText) -> None:
        await in_private(interaction, lambda: _ask(interaction, to, whole=True))

    @app_commands.command(name="deadline", description=described("game-deadline"))
    async def deadline(self, interaction: discord.Interaction) -> None:
        async def work() -> Reply:
            context = context_of(interaction)
            table = running(await table_here(interaction))
            lines = (*waits_said(context, table), *votes_said(context, table), *vacant_said(context, table))
            acts = late_buttons(context, table, interaction.user.id)
            return Reply("\n".join(lines), (), buttons(table.game.id, table.began, acts))

        await in_private(interaction, work)

    @app_commands.command(name="extend", description=described("game-extend"))
    @app_commands.describe(hours=option("hours", "game-extend"))
    async def extend(self, interaction: discord.Interaction, hours: Hours) -> None:
        async def work() -> Reply:
            context, table, seat = await _here(interaction)
            with explained(context, table):
                await table.timing.extend(seat, hours)
            return Reply("\n".join(waits_said(context, table)))

        await in_private(interaction, work)

    @app_commands.command(name="pause", description=described("game-pause"))
    async def pause(self, interaction: discord.Interaction) -> None:
        await in_private(interaction, lambda: _rest(interaction, rests=True))

    @app_commands.command(name="resume", description=described("game-resume"))
    async def resume(self, interaction: discord.Interaction) -> None:
        await in_private(interaction, lambda: _rest(interaction, rests=False))

    @app_commands.command(name="settle", description=described("game-settle"))
    async def settle(self, interaction: discord.Interaction) -> None:
        async def work() -> Reply:
            context, table, seat = await _here(interaction)
            with explained(context, table):
                return await _settled(context, table, seat)

        await in_private(interaction, work)

    @takeback.autocomplete("to")
    @or_nothing
    async def own(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        context, table, seat = await _here(interaction)
        return completed(context, table, await table.rewinding.own_points(seat), typed)

    @rewind.autocomplete("to")
    @or_nothing
    async def phases(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        context, table, _ = await _here(interaction)
        return completed(context, table, await table.rewinding.phase_points(), typed)


async def _here(interaction: discord.Interaction) -> tuple[Context, Table, Seat]:
    """The running game of the channel, and the seat of the person. Raises Illegal."""
    context = context_of(interaction)
    table = running(await table_here(interaction))
    return context, table, seated(table, interaction.user.id)


async def _ask(interaction: discord.Interaction, to: str | None, whole: bool) -> Reply:
    """Asks the others to go back; without a point to one's own last end of a phase."""
    context, table, seat = await _here(interaction)
    with explained(context, table):
        table.check_going()
        points = await (table.rewinding.phase_points() if whole else table.rewinding.own_points(seat))
        point = meant(points, to)
        if not whole and any(back.entry == point.entry for back in table.rewinding.take_backs(seat)[:1]):
            await table.rewinding.take_back(seat, interaction.id)  # nobody need be asked yet
            return await my_turn(context, table, interaction.user.id, context.words.text("discord.back.taken"))
        request = await context.house.consent(table).ask(seat, point.began, whole)
    if request is None:
        return await my_turn(context, table, interaction.user.id, context.words.text("discord.back.gone"))
    return asked(context, table, request)


async def _rest(interaction: discord.Interaction, rests: bool) -> Reply:
    """Asks the others to let the game rest, or go on again."""
    context, table, seat = await _here(interaction)
    with explained(context, table):
        request = await context.house.consent(table).ask_rest(seat, rests)
    if request is None:
        return Reply(context.words.text("discord.wish.done"))
    return asked(context, table, request)


async def _settled(context: Context, table: Table, seat: Seat) -> Reply:
    """Asks the other side to let the program fight it out."""
    request = await context.house.consent(table).ask_settlement(seat)
    if request is None:
        return Reply(context.words.text("discord.wish.done"))
    return asked(context, table, request)


def meant(points: Sequence[RewindPoint], to: str | None) -> RewindPoint:
    """The point that somebody has chosen, the newest if he chose none. Raises Illegal `rewind-nowhere`."""
    for point in points:
        if to is None or to == str(point.began):
            return point
    raise Illegal("rewind-nowhere")


def completed(
    context: Context, table: Table, points: Sequence[RewindPoint], typed: str
) -> list[app_commands.Choice[str]]:
    """Where one can go back to, in words, the newest first; neighbours that are told alike are one."""
    kit, told = context.face(table).kit, list[tuple[str, RewindPoint]]()
    for point in points:
        said = kit.flow.phase(point.view, table.plain_names)
        if point.action is not None:
            did = kit.words.action(point.action, point.own, table.plain_names)
            said = context.words.text("discord.back.before", what=did, where=said)
        if told and told[-1][0] == said:
            told.pop()  # the earlier of two: what lies between is told to nobody
        told.append((said, point))
    return offered(((str(point.began), said) for said, point in told), typed)


async def game_press(interaction: discord.Interaction, game: int, began: int, carries: str) -> None:
    """A press on one of the buttons here, of any age."""
    verb, _, number = carries.partition(" ")
    if verb == TAKE_BACK:
        await in_private(interaction, lambda: _take_back(interaction, game, began))
    elif verb == SETTLE:
        await in_private(interaction, lambda: _settle(interaction, game))
    else:
        request = int(number) if number.isdecimal() else NO_REQUEST
        await in_private(interaction, lambda: _answer(interaction, game, request, verb == AGREE))


async def _take_back(interaction: discord.Interaction, game: int, began: int) -> Reply:
    context = context_of(interaction)

    async def doing(table: Table, seat: Seat) -> str:
        await table.rewinding.take_back(seat, interaction.id, began)
        return context.words.text("discord.back.taken")

    return await _panel(interaction, game, doing)


async def _settle(interaction: discord.Interaction, game: int) -> Reply:
    context = context_of(interaction)
    with explained(context, None):
        table = await table_of(interaction, game)
    with explained(context, table):
        return await _settled(context, table, seated(running(table), interaction.user.id))


async def _answer(interaction: discord.Interaction, game: int, number: int, agrees: bool) -> Reply:
    context = context_of(interaction)

    async def doing(table: Table, seat: Seat) -> str:
        request = await context.house.consent(table).answer(number, seat, agrees, interaction.id)
        match request.closed:
            case "done":
                return context.words.text("discord.back.gone" if request.what is Wish.BACK else "discord.wish.done")
            case "refused":
                return context.words.text(
                    "discord.back.refused" if request.what is Wish.BACK else "discord.wish.refused"
                )
            case "withdrawn":
                return context.words.text("discord.back.withdrawn")
            case _:
                return waits_for(context, table, request)

    return await _panel(interaction, game, doing)


async def _panel(interaction: discord.Interaction, game: int, doing: Callable[[Table, Seat], Awaitable[str]]) -> Reply:
    """Does it for the seat of a person, and gives his panel with what came of it, or why nothing did."""
    context, user = context_of(interaction), interaction.user.id
    with explained(context, None):
        table = await table_of(interaction, game)
    with explained(context, table):
        seat = seated(running(table), user)
    try:
        note = await doing(table, seat)
    except Illegal as illegal:
        note = refusal(context, table, illegal)
    return await my_turn(context, table, user, note)
