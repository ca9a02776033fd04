"""`/show`: what one may see, for oneself alone."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Set

import discord
from discord import app_commands

from cogs.commands.late_view import hidden, known_then, truth
from cogs.commands.logbook import begun, ever_told, past_games, show_log
from cogs.face.choices import Choice
from cogs.face.lengths import NameText, NoteText
from cogs.face.overview import Fights, Overview
from cogs.house.game.game_types import Opaque
from cogs.house.game.pictures import Look
from cogs.house.table.table import Table
from cogs.house.values.records import Status
from cogs.house.values.safe_text import quoted
from cogs.house.values.sender import OPEN
from cogs.interactions.access import table_here
from cogs.interactions.completing import offered, or_nothing
from cogs.interactions.components import buttons
from cogs.interactions.context import (
    Context,
    Reply,
    context_of,
    described,
    explained,
    had,
    in_private,
    option,
    picture_of,
    running,
    seated,
)
from cogs.panel.hints import show_hint
from cogs.panel.panel import ORDERS, choices
from engine.core import View

"""What somebody writes down about a legion, for himself."""

NO_NOTE = "-"
"""In place of a note: forget the one there is."""


WhatToShow = Callable[[Context, Table, int], Awaitable[Reply]]


class ShowCommands(app_commands.Group):
    """`/show`: pictures and words; what is secret is its owner's alone."""

    def __init__(self) -> None:
        super().__init__(name="show", description=described("show"))
        self.add_command(show_log)
        self.add_command(show_hint)

    @app_commands.command(name="board", description=described("show-board"))
    @app_commands.describe(land=option("land", "show-board"))
    async def board(self, interaction: discord.Interaction, land: NameText | None = None) -> None:
        if land is None:
            await _look(interaction, _board)
            return

        async def look(context: Context, table: Table, user: int) -> Reply:
            seat, face = table.seat_of(user), context.face(table)
            lands = dict(had(context, face, face.overview.lands(table.view(None))))
            wanted = next((word for word in land.split() if word in lands), None)  # `24`, `Brush 24` or `24 Brush`
            if wanted is None:
                return Reply(context.words.text("discord.no-land", land=quoted(land)))
            kinds = ("zoom", "land")
            pictures = [await picture_of(table, kind, seat, user, Look(focus=wanted)) for kind in kinds]
            return Reply(pictures[-1].alt, tuple(pictures), _open(context, table))

        await _look(interaction, look)

    @board.autocomplete("land")
    @or_nothing
    async def lands(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Every land, by its number and its terrain."""
        context = context_of(interaction)
        table = await table_here(interaction)
        return offered(context.face(table).overview.lands(table.view(None)) or (), typed)

    @app_commands.command(name="mine", description=described("show-mine"))
    async def mine(self, interaction: discord.Interaction) -> None:
        async def look(context: Context, table: Table, user: int) -> Reply:
            with explained(context, table):
                seat = seated(table, user)
            picture = await picture_of(table, context.face(table).kit.pictures.hand, seat, user)
            said = context.face(table).overview.mine(table.view(seat), table.names)
            return Reply(said, (picture,), _open(context, table, orders=True))

        await _look(interaction, look)

    @app_commands.command(name="battle", description=described("show-battle"))
    @app_commands.describe(character=option("character", "show-battle"))
    async def battle(self, interaction: discord.Interaction, character: NameText | None = None) -> None:
        async def look(context: Context, table: Table, user: int) -> Reply:
            fights = _fights(context, table)
            if not fights.is_fought(table.view(None)):
                return Reply(context.words.text("discord.no-battle"))
            if not character:
                return await _shown(context, table, user, "battle")
            with explained(context, table):
                seat = seated(table, user)
            own = fights.fighters(table.view(seat))
            wanted = character.strip().casefold()
            focus = next((key for key, label in own if wanted in (key.casefold(), label.casefold())), None)
            if focus is None:
                return Reply(context.words.text("discord.no-fighter", character=quoted(character)))
            options = table.legal(seat, undo=False)
            picture = await picture_of(table, "battle", seat, user, Look(focus=focus, actions=options))
            return Reply(picture.alt, (picture,), _open(context, table))

        await _look(interaction, look)

    @battle.autocomplete("character")
    @or_nothing
    async def fighters(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """One's own characters in the battle."""
        context = context_of(interaction)
        table = await table_here(interaction)
        return offered(_fights(context, table).fighters(table.view(table.seat_of(interaction.user.id))), typed)

    @app_commands.command(name="dice", description=described("show-dice"))
    async def dice(self, interaction: discord.Interaction) -> None:
        async def look(context: Context, table: Table, user: int) -> Reply:
            face = context.face(table)
            if not had(context, face, face.overview.has_dice(table.view(None))):
                return Reply(context.words.text("discord.no-dice"))
            return await _shown(context, table, user, "dice")

        await _look(interaction, look)

    @app_commands.command(name="text", description=described("show-text"))
    async def text(self, interaction: discord.Interaction) -> None:
        await _look(interaction, _words(lambda overview, table: overview.position(table.view(None), table.names)))

    @app_commands.command(name="scores", description=described("show-scores"))
    async def scores(self, interaction: discord.Interaction) -> None:
        async def look(context: Context, table: Table, user: int) -> Reply:
            face, kind = context.face(table), "standing"
            pictures = [await picture_of(table, kind, None, user)] if kind in face.kit.pictures else []
            said = face.overview.scores(table.view(None), table.names)
            return Reply(said, tuple(pictures), _open(context, table))

        await _look(interaction, look)

    @app_commands.command(name="caretaker", description=described("show-caretaker"))
    async def caretaker(self, interaction: discord.Interaction) -> None:
        async def look(context: Context, table: Table, user: int) -> Reply:
            face = context.face(table)
            said = had(context, face, face.overview.caretaker(table.view(None)))
            return Reply(said, (await picture_of(table, "caretaker", None, user),), _open(context, table))

        await _look(interaction, look)

    @app_commands.command(name="legion", description=described("show-legion"))
    @app_commands.describe(legion=option("legion", "show-legion"))
    async def legion(self, interaction: discord.Interaction, legion: NameText) -> None:
        async def look(context: Context, table: Table, user: int) -> Reply:
            return await self.one_legion(context, table, user, legion)

        await _look(interaction, look)

    async def one_legion(self, context: Context, table: Table, user: int, typed: str) -> Reply:
        """A legion as whoever asks may know it: from the view of his seat, or of a spectator if he has none."""
        seat = table.seat_of(user)
        view = table.view(seat)
        marker = self._marker(context, view, table, typed)
        gone = Reply(context.words.text("discord.no-legion", legion=quoted(typed)))
        known = None if marker is None else await table.knowledge(seat, marker)
        if marker is None or known is None:
            return gone
        try:
            picture = await picture_of(table, "legion", seat, user, Look(focus=marker, known=known))
        except KeyError:  # it was lost while its owner's knowledge was worked out
            return gone
        return Reply(picture.alt, (picture,), _open(context, table, orders=seat is not None))

    def _marker(self, context: Context, view: View, table: Table, typed: str) -> str | None:
        """The marker that is meant, of those on the board."""
        wanted = _called(context, table, view, typed)
        markers = (marker for marker, _ in hidden(context, table).named(view, table.names))
        return next((marker for marker in markers if marker.casefold() in wanted), None)

    @app_commands.command(name="knowledge", description=described("show-knowledge"))
    @app_commands.describe(
        legion=option("legion", "show-knowledge"),
        note=option("note"),
        line=option("line", "show-knowledge"),
        full=option("full", "show-knowledge"),
        game=option("game", "past"),
    )
    async def knowledge(
        self,
        interaction: discord.Interaction,
        legion: NameText,
        note: NoteText | None = None,
        line: app_commands.Range[int, 1] | None = None,
        full: bool = False,
        game: NameText | None = None,
    ) -> None:
        async def look(context: Context, table: Table, user: int) -> Reply:
            if full:
                return await truth(context, table, user, legion, line)
            if line is not None:
                return await known_then(context, table, user, legion, line)
            seat = table.seat_of(user)
            view, legions = table.view(seat), hidden(context, table)
            marker = self._marker(context, view, table, legion) or legion.strip()
            known, wanted = await table.knowledge(seat, marker), marker.casefold()
            if known is None:
                return Reply(context.words.text("discord.no-legion", legion=quoted(legion)))
            told = legions.knowledge(known, view, table.names)
            if note is not None:
                await context.house.store.people.keep_note(
                    table.game.id, user, wanted, "" if note.strip() == NO_NOTE else note
                )
            kept = await context.house.store.people.note(table.game.id, user, wanted)
            return Reply("\n".join((told, context.words.text("discord.note", note=quoted(kept)))) if kept else told)

        await _look(interaction, look, game)

    knowledge.autocomplete("game")(past_games)
    knowledge.autocomplete("legion")(ever_told)

    @legion.autocomplete("legion")
    @or_nothing
    async def legions(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Every legion on the board, as everybody sees it."""
        context = context_of(interaction)
        table = await table_here(interaction)
        return offered(hidden(context, table).named(table.view(None), table.plain_names), typed)

    @app_commands.command(name="moves", description=described("show-moves"))
    @app_commands.describe(legion=option("legion", "show-moves"))
    async def moves(self, interaction: discord.Interaction, legion: NameText | None = None) -> None:
        async def look(context: Context, table: Table, user: int) -> Reply:
            with explained(context, table):
                seat = seated(running(table), user)
            wanted = _called(context, table, table.view(seat), legion or "")
            found = [choice for choice in choices(context, table, seat) if _about(choice, wanted)]
            if not found:
                return Reply(context.words.text("discord.no-lines"))
            total = context.words.text("discord.lines", shown=min(len(found), 100), total=len(found))
            face = context.face(table)
            at = Look(focus=found[0].words[1] if wanted else "", actions=tuple(table.legal(seat)))
            marked = [kind for kind in face.panel.shown(table.view(seat)) if face.kit.pictures[kind].marked]
            pictures = [await picture_of(table, kind, seat, user, at) for kind in marked]
            listed = (f"{choice.label} `{choice.line}`" for choice in found[:100])
            return Reply("\n".join([total, *listed]), tuple(pictures), _open(context, table))

        await _look(interaction, look)

    @moves.autocomplete("legion")
    @or_nothing
    async def movers(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """The legions of the person that may do something."""
        context = context_of(interaction)
        table = await table_here(interaction)
        seat = seated(running(table), interaction.user.id)
        able = {word for choice in choices(context, table, seat) for word in choice.words[1:2]}
        found = hidden(context, table).named(table.view(seat), table.plain_names)
        return offered(((marker, label) for marker, label in found if marker in able), typed)


async def _shown(context: Context, table: Table, user: int, kind: str) -> Reply:
    """A picture as everybody sees it, with what it shows."""
    picture = await picture_of(table, kind, None, user)
    return Reply(picture.alt, (picture,), _open(context, table))


async def _board(context: Context, table: Table, user: int) -> Reply:
    return await _shown(context, table, user, context.face(table).kit.pictures.board)


def _fights(context: Context, table: Table) -> Fights[Opaque]:
    """The battles of a table's game. Raises Illegal `other-game` where they are not fought apart."""
    face = context.face(table)
    return had(context, face, face.overview.fights)


def _called(context: Context, table: Table, view: View, typed: str) -> frozenset[str]:
    """What a name may mean that was typed, in small letters: itself, and what it means in an order."""
    own = typed.strip().casefold()
    return (
        frozenset((own, *(word.casefold() for word in context.face(table).typing.read(own, view))))
        if own
        else frozenset()
    )


def _about(choice: Choice, called: Set[str]) -> bool:
    """Whether a choice is one of the legion that is so called; of any, if none is given."""
    return not called or any(word.casefold() in called for word in choice.words[1:2])


def _words(said: Callable[[Overview[Opaque], Table], str]) -> WhatToShow:
    async def look(context: Context, table: Table, user: int) -> Reply:
        return Reply(said(context.face(table).overview, table))

    return look


async def _look(interaction: discord.Interaction, look: WhatToShow, game: str | None = None) -> None:
    """A look at the game of this channel, running or over, or at another that was played there."""
    context = context_of(interaction)

    async def work() -> Reply:
        return await look(context, await begun(interaction, game), interaction.user.id)

    await in_private(interaction, work)


def _open(context: Context, table: Table, orders: bool = False) -> discord.ui.View | None:
    """*My turn* and, below what is somebody's own, his orders ahead."""
    ways = [(OPEN, context.words.text("discord.button.open"))]
    if orders and table.game.status is Status.RUNNING and context.face(table).ahead is not None:
        ways.append((ORDERS, context.words.text("discord.button.orders")))
    return buttons(table.game.id, table.began, ways)
