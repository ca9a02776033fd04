"""The commands of `/skirmish` beside those of every lobby: whole wishes, single decisions, looking, giving up."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable, Sequence

import discord
from discord import app_commands

from cogs.commands.plays import deciding, picking
from cogs.face.face import AnyCommand
from cogs.face.lengths import HexText, SquadsText
from cogs.face.limits import CHOICE
from cogs.face.screen import MOST_OPTIONS
from cogs.house.game.pictures import Look
from cogs.house.table.table import Table
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
    in_private,
    option,
    picture_of,
    running,
    seated,
    started,
)
from cogs.panel.confirming import submit
from cogs.panel.panel import done_it, my_turn
from cogs.panel.seats import giving_up
from cogs.panel.typed import gone_on
from cogs.skirmish.words import completing, inline, wishes
from cogs.skirmish.words.terms import Terms
from engine.core import Action, Seat
from engine.skirmish import outlook
from engine.skirmish.actions import Attack, Cast, Draft, Instruct, Move, Order, Pass, Peek, Place, Play, Wait
from engine.skirmish.board import HEXES, known
from engine.skirmish.ruleset import SKIRMISH
from engine.skirmish.view import View

ReadWish = Callable[[Terms, View], tuple[str, ...]]
"""A wish out of what was typed, see `cogs.skirmish.words.wishes`. Raises Illegal."""

Continuations = Callable[[Terms, View, Sequence[Action], str], Iterable[str]]
"""How what is typed may go on, see `cogs.skirmish.words.completing`: by the view of who types and what he may do."""


def commands() -> tuple[AnyCommand, ...]:
    """The commands, in the order of a game: with those of every lobby they are as many as Discord takes."""
    return (
        picking("draft", "skirmish-draft", (Draft, Pass)),
        _muster(),
        _lore(),
        _deploy(),
        _board(),
        _hand(),
        *(deciding(kind, f"skirmish-{name}") for name, kind in DECISIONS.items()),
        picking("window", "skirmish-window", (Cast, Instruct, Wait, Pass)),
        giving_up(SKIRMISH.name, "concede"),
    )


DECISIONS = {"play": Play, "order": Order, "move": Move, "attack": Attack, "peek": Peek}
"""The commands that are one kind of decision, by its verb; its fields are their options."""


# Whole wishes


def _muster() -> AnyCommand:
    """`/skirmish muster units:5 citadel guard, 1 roc`."""

    @app_commands.describe(units=option("units", "skirmish-muster"))
    async def muster(interaction: discord.Interaction, units: SquadsText | None = None) -> None:
        wish = units and (lambda terms, view: wishes.army(terms, view, units))
        await _wished(interaction, wishes.ARMY, wish or None)

    command: AnyCommand = app_commands.Command(name="muster", description=described("skirmish-muster"), callback=muster)
    command.autocomplete("units")(_goes_on(lambda terms, view, legal, typed: completing.army(terms, view, typed)))
    return command


def _lore() -> AnyCommand:
    """`/skirmish lore out:keen eyes, portal in:bodyguard, dispel`."""

    @app_commands.rename(into="in")
    @app_commands.describe(out=option("out", "skirmish-lore"), into=option("in", "skirmish-lore"))
    async def lore(
        interaction: discord.Interaction, out: SquadsText | None = None, into: SquadsText | None = None
    ) -> None:
        typed = out or into
        wish = (lambda terms, view: wishes.deck(terms, view, out or "", into or "")) if typed else None
        await _wished(interaction, wishes.DECK, wish)

    command: AnyCommand = app_commands.Command(name="lore", description=described("skirmish-lore"), callback=lore)
    for name, able in (("out", outlook.removable), ("into", outlook.available)):
        command.autocomplete(name)(_goes_on(_cards_of(able)))
    return command


def _cards_of(able: Callable[[View], Iterable[str]]) -> Continuations:
    return lambda terms, view, legal, typed: completing.cards(terms, able(view), typed)


def _deploy() -> AnyCommand:
    """`/skirmish deploy units:citadel guard A4 A6, roc B3`."""

    @app_commands.describe(units=option("units", "skirmish-deploy"))
    async def deploy(interaction: discord.Interaction, units: SquadsText | None = None) -> None:
        wish = units and (lambda terms, view: wishes.field(terms, view, units))
        await _wished(interaction, wishes.FIELD, wish or None)

    def goes_on(terms: Terms, view: View, legal: Sequence[Action], typed: str) -> Iterable[str]:
        places = [action for action in legal if isinstance(action, Place)]
        return completing.field(terms, view, places, typed)

    command: AnyCommand = app_commands.Command(name="deploy", description=described("skirmish-deploy"), callback=deploy)
    command.autocomplete("units")(_goes_on(goes_on))
    return command


def _goes_on(
    ending: Continuations,
) -> Callable[[discord.Interaction, str], Coroutine[object, None, list[app_commands.Choice[str]]]]:
    """Completes a wish, for whoever sits at a running game of skirmish."""

    @or_nothing
    async def complete(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        context = context_of(interaction)
        table = running(await table_here(interaction))
        seat = seated(table, interaction.user.id)
        if table.kit.rules.name != SKIRMISH.name:
            return []
        found = ending(Terms(context.words), _view(table, seat), table.legal(seat), typed)
        fitting = [text for text in found if len(text) <= CHOICE]
        return [app_commands.Choice(name=text, value=text) for text in fitting[:MOST_OPTIONS]]

    return complete


async def _wished(interaction: discord.Interaction, what: str, wish: ReadWish | None) -> None:
    """Does all of a wish or nothing of it; without one it shows the panel."""
    context, phases, user = context_of(interaction), context_of(interaction).house.phases(), interaction.user.id

    async def work() -> Reply:
        table, seat = await _at_table(context, interaction)
        if wish is None:
            return await my_turn(context, table, user)
        if (gone := await gone_on(context, table, user, phases)) is not None:
            return gone
        view = _view(table, seat)
        with explained(context, table, seat):
            wishes.check_stage(view, what)
            further = wishes.towards((what, *wish(Terms(context.words), view)))
        first = further and further(view, table.legal(seat))
        if further is None or first is None:
            return await my_turn(context, table, user, context.words.text("skirmish.panel.wished-already"))
        with explained(context, table, seat, first):
            done = await submit(context, table, seat, first, interaction.id, table.began, further)
        return await done_it(context, table, seat, user, done)

    await in_private(interaction, work)


async def _at_table(context: Context, interaction: discord.Interaction) -> tuple[Table, Seat]:
    """The running game of skirmish of the channel, and the seat of the person. Raises Illegal."""
    table = await table_here(interaction)
    with explained(context, table):
        if table.kit.rules.name != SKIRMISH.name:
            raise context.other_game(context.face(table))
        return table, seated(running(table), interaction.user.id)


def _view(table: Table, seat: Seat | None) -> View:
    """What a seat may see of a game of skirmish, None the channel."""
    view = table.view(seat)
    assert isinstance(view, View), "asked of games of skirmish alone"
    return view


# Looking


def _board() -> AnyCommand:
    """`/skirmish board hex:D3`: the field as one may see it, and what is on a hex."""

    @app_commands.describe(hex_=option("hex", "skirmish-board"))
    @app_commands.rename(hex_="hex")
    async def board(interaction: discord.Interaction, hex_: HexText | None = None) -> None:
        context, user = context_of(interaction), interaction.user.id

        async def work() -> Reply:
            table = await _started(context, interaction)
            seat, view = table.seat_of(user), _view(table, table.seat_of(user))
            with explained(context, table):
                focus = "" if hex_ is None else known(hex_.strip().upper())
            picture = await picture_of(table, "board", seat, user, Look(focus=focus))
            said = inline.hex_told(Terms(context.words), view, focus, table.names) if focus else picture.alt
            return Reply(said, (picture,), _open(context, table))

        await in_private(interaction, work)

    @or_nothing
    async def hexes(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        context = context_of(interaction)
        table = await _started(context, interaction)
        view, terms = _view(table, table.seat_of(interaction.user.id)), Terms(context.words)
        named = [(hex_, inline.at(terms, view, hex_)) for hex_ in HEXES]
        return offered(sorted(named, key=lambda pair: view.at(pair[0]) is None), typed)

    command: AnyCommand = app_commands.Command(name="board", description=described("skirmish-board"), callback=board)
    command.autocomplete("hex_")(hexes)
    return command


def _hand() -> AnyCommand:
    """`/skirmish hand`: one's own cards, and whatever else nobody else sees."""

    async def hand(interaction: discord.Interaction) -> None:
        context, user = context_of(interaction), interaction.user.id

        async def work() -> Reply:
            table = await _started(context, interaction)
            with explained(context, table):
                seat = seated(table, user)
            face = context.face(table)
            picture = await picture_of(table, face.kit.pictures.hand, seat, user)
            return Reply(face.overview.mine(table.view(seat), table.names), (picture,), _open(context, table))

        await in_private(interaction, work)

    return app_commands.Command(name="hand", description=described("skirmish-hand"), callback=hand)


async def _started(context: Context, interaction: discord.Interaction) -> Table:
    """The game of skirmish of the channel, if it has begun. Raises Illegal."""
    table = await table_here(interaction)
    with explained(context, table):
        if table.kit.rules.name != SKIRMISH.name:
            raise context.other_game(context.face(table))
        return started(table)


def _open(context: Context, table: Table) -> discord.ui.View | None:
    return buttons(table.game.id, table.began, [(OPEN, context.words.text("discord.button.open"))])
