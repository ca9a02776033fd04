"""Orders ahead, for their owner alone: the list of his own and the menus by which he gives others, at any time.

The panel is private and kept nowhere; an order that is given or cancelled is stored at once. A press carries `orders`
and what the game's own screens have (`cogs.face.face.OrderScreens`): a place, a form, or what is done with
an order. It is of no phase: what it says is looked through when it comes, and refused if it can't be any more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import discord
from discord import app_commands

from cogs.face.face import OrderScreens
from cogs.face.lengths import NameText, OrderText
from cogs.face.limits import CHOICE
from cogs.face.presses import OR, SETTLE, ChangeOrders, FillIn, GoTo, Intent, PutFirst, Where, digest, parse, recalled
from cogs.face.screen import MOST_OPTIONS, Filled, Form, Menu, Press, Row, Screen
from cogs.house.table.table import Table
from cogs.house.values.records import Game, Status
from cogs.house.values.safe_text import escaped, plain
from cogs.house.values.sender import OPEN
from cogs.house.words.words import shortened
from cogs.interactions.access import at_hand, own_games, table_here, table_of
from cogs.interactions.completing import offered, or_nothing
from cogs.interactions.components import modal, panel
from cogs.interactions.context import (
    Context,
    Prints,
    Reply,
    context_of,
    described,
    explained,
    in_private,
    opened,
    option,
    refusal,
    running,
    seated,
)
from cogs.panel.panel import ORDERS, sight, with_pictures
from engine.core import Illegal, Seat

PRESSES = (ORDERS,)
"""The first word of what the buttons and lists here carry."""

LIST = GoTo()
"""The place of the list of all orders."""

MOST_CARRIED = 60
"""So many characters of its own a press has, whatever the numbers of the game are."""

MOST_TOLD, TOLD = 2, 250
"""So many of the last notes stand below the list of orders, and so much of each."""


async def orders_press(interaction: discord.Interaction, game: int, began: int, carries: str) -> None:
    """A press in the panel, or on what leads to it, of any age."""
    press = parse(carries.removeprefix(ORDERS).strip() or str(LIST))
    if await _form_opened(interaction, game, press):
        return
    await in_private(interaction, lambda: _pressed(interaction, game, press))


async def orders_filled(interaction: discord.Interaction, game: int, carries: str, values: Filled) -> None:
    """A form of the panel that was sent."""
    context, press = context_of(interaction), parse(carries.removeprefix(ORDERS).strip())

    async def work() -> Reply:
        with explained(context, None):
            table = running(await table_of(interaction, game))
            seat, ahead = seated(table, interaction.user.id), _ahead(context, table)
        form = _form(context, table, ahead, seat, press)
        if form is None:
            note = refusal(context, table, Illegal("game-has-gone-on"))
            return await orders_of(context, table, interaction.user.id, note=note)
        meant, displayed = parse(form.meant(values)), context.displayed_in(interaction.message)
        return await _done(context, table, seat, interaction.user.id, meant, displayed)

    await in_private(interaction, work)


def _form(context: Context, table: Table, ahead: OrderScreens, seat: Seat, press: Intent) -> Form | None:
    """The form that a press opens; None if it opens none, or there is none now."""
    return ahead.form(sight(context, table, seat, press.words)) if isinstance(press, FillIn) else None


async def _form_opened(interaction: discord.Interaction, game: int, press: Intent) -> bool:
    """Opens the form that a press asks for; says whether there was one. Nothing is waited for before."""
    context = context_of(interaction)
    table = at_hand(interaction, game)
    seat = None if table is None else table.seat_of(interaction.user.id)
    if table is None or seat is None or context.duty.draining or table.game.status is not Status.RUNNING:
        return False
    wanted, ahead = _found_again(context, table, seat, press), context.face(table).ahead
    if ahead is None or (form := _form(context, table, ahead, seat, wanted)) is None:
        return False
    return await opened(context, interaction, modal(game, table.began, f"{ORDERS} {wanted}", form, context.emojis))


async def _pressed(interaction: discord.Interaction, game: int, press: Intent) -> Reply:
    context, user = context_of(interaction), interaction.user.id
    with explained(context, None):
        table = running(await table_of(interaction, game))
        seat = seated(table, user)
    wanted, displayed = _found_again(context, table, seat, press), context.displayed_in(interaction.message)
    return await _done(context, table, seat, user, wanted, displayed)


async def _done(
    context: Context, table: Table, seat: Seat, user: int, press: Intent, displayed: Prints | None
) -> Reply:
    """Does what a press wants, and gives the panel as it is then."""
    words = context.words
    try:
        match press:
            case GoTo():
                return await orders_of(context, table, user, press, displayed=displayed)
            case FillIn(place):
                return await orders_of(context, table, user, GoTo(place), words.text("discord.form-again"), displayed)
            case ChangeOrders(instead, texts):
                return await _ordered(context, table, seat, user, instead, texts, displayed)
            case PutFirst(number):
                await table.orders.first(seat, number)
                return await orders_of(
                    context, table, user, note=words.text("discord.orders.first"), displayed=displayed
                )
            case _:
                return await orders_of(context, table, user, note=refusal(context, table, Illegal("game-has-gone-on")))
    except Illegal as illegal:
        return await orders_of(context, table, user, note=refusal(context, table, illegal, seat), displayed=displayed)


async def _ordered(
    context: Context,
    table: Table,
    seat: Seat,
    user: int,
    numbers: Sequence[int],
    texts: Sequence[str],
    displayed: Prints | None = None,
) -> Reply:
    """Files orders in the place of those of the numbers, and shows them; one that is refused can be written anew."""
    ahead, words = _ahead(context, table), context.words
    gone = [one for one in table.orders.of(seat) if one.number in numbers]
    before = [table.orders.said(one) for one in gone]
    try:
        new = await table.orders.replace(seat, numbers, texts)
    except Illegal as illegal:
        note = refusal(context, table, illegal, seat)
        return await orders_of(context, table, user, note=note, typed=OR.join(texts), displayed=displayed)
    told = [one for one in new if table.orders.said(one) not in before] or gone
    key = "discord.orders.filed" if new else "discord.orders.cancelled"
    note = "\n".join(words.text(key, order=ahead.said(one)) for one in told)
    after = parse(ahead.after(told[0])) if len(told) == 1 else LIST
    return await orders_of(context, table, user, after if isinstance(after, GoTo) else LIST, note, displayed)


async def orders_of(
    context: Context,
    table: Table,
    user: int,
    where: GoTo = LIST,
    note: str = "",
    displayed: Prints | None = None,
    typed: str = "",
) -> Reply:
    """The panel of whoever asks at a place, the list of all if that is none any more; `note` is said first.

    `typed` is an order that was refused: it can be written anew. Raises Illegal for who does not sit at the table, and
    where nothing can be ordered.
    """
    with explained(context, table):
        seat = seated(table, user)
        screen, where = _screen_at(context, table, seat, where)
    rows: list[Row] = [_carrying(row, where) for row in screen.rows]
    last = [Press(OPEN, context.words.text("discord.button.open"), style="plain")]
    if where != LIST:
        above = f"{ORDERS} {_above(context, table, seat, where)}"
        last.insert(0, Press(above, context.words.text("discord.button.back"), style="plain"))
    if typed:
        note = f"{note}\n{context.words.text('discord.orders.help')}"
        again = _ahead(context, table).again(typed)
        if len(again) <= MOST_CARRIED:
            last.insert(0, Press(f"{ORDERS} {again}", context.words.text("discord.orders.again"), style="main"))
    lately = await _lately(context, table, seat) if where == LIST else ""
    text = "\n\n".join(part for part in (note, screen.text, lately) if part)
    view = panel(table.game.id, table.began, rows, last, context.emojis, str(where))
    return await with_pictures(context, table, user, Reply(text, (), view), screen, displayed)


async def _lately(context: Context, table: Table, seat: Seat) -> str:
    """What the last orders did: who takes no direct messages finds it here."""
    told = (await table.orders.told(seat))[:MOST_TOLD]
    lines = (f"<t:{int(at)}:R> {shortened(text, TOLD)}" for at, text in reversed(told))
    return "\n".join((context.words.text("discord.orders.lately"), *lines)) if told else ""


def _ahead(context: Context, table: Table) -> OrderScreens:
    """How the orders of the table's game are shown. Raises Illegal `orders-none`."""
    ahead = context.face(table).ahead
    if ahead is None:
        raise Illegal("orders-none")
    return ahead


def _screen_at(context: Context, table: Table, seat: Seat, where: Where | None) -> tuple[Screen, GoTo]:
    """A screen and its place: the one asked for, else the list of all."""
    ahead = _ahead(context, table)
    if isinstance(where, GoTo) and (screen := ahead.screen(sight(context, table, seat, where.words))) is not None:
        return screen, where
    first = ahead.screen(sight(context, table, seat))
    assert first is not None, "all orders can always be listed"
    return first, LIST


def _above(context: Context, table: Table, seat: Seat, where: GoTo) -> GoTo:
    """The place that a place is reached from."""
    for length in range(len(where.words) - 1, 0, -1):
        words = where.words[:length]
        if _ahead(context, table).screen(sight(context, table, seat, words)) is not None:
            return GoTo(words)
    return LIST


def _carrying(row: Row, where: GoTo) -> Row:
    """A row of a screen with what its presses carry here."""
    if isinstance(row, Menu):
        return replace(row, options=tuple(_pressing(press, where) for press in row.options))
    return tuple(_pressing(press, where) for press in row)


def _pressing(press: Press, where: GoTo) -> Press:
    """What is too long for a press is its digest, behind which stands where it was offered.

    What asks the other side of a battle is the same wherever it is offered.
    """
    if press.carries == SETTLE:
        return press
    own = press.carries if len(press.carries) <= MOST_CARRIED else digest(press.carries) + str(where)
    return replace(press, carries=f"{ORDERS} {own}")


def _found_again(context: Context, table: Table, seat: Seat, press: Intent) -> Intent:
    """What a press means, also one whose own words were too long for it; see `recalled`."""
    return recalled(press, (), lambda where: _screen_at(context, table, seat, where)[0])


# --- the command ---


@app_commands.command(name="orders", description=described("me-orders"))
@app_commands.describe(text=option("text", "me-orders"), game=option("game", "me-orders"))
async def orders(interaction: discord.Interaction, text: OrderText | None = None, game: NameText | None = None) -> None:
    """One's orders ahead, or one more at once."""
    context, user = context_of(interaction), interaction.user.id

    async def work() -> Reply:
        with explained(context, None):
            table = running(await _table(interaction, game))
            seat = seated(table, user)
        if text is None:
            elsewhere = f"-# {escaped(table.game.name)}" if table.game.channel != interaction.channel_id else ""
            return await orders_of(context, table, user, note=elsewhere)
        return await _ordered(context, table, seat, user, (), text.split(OR))

    await in_private(interaction, work)


async def _table(interaction: discord.Interaction, game: str | None) -> Table:
    """The game that was named, else that of the channel, and in direct messages the only one that the person plays.

    Raises Illegal `game-unknown`, `no-game-here`, `plays-nothing` or `which-game`.
    """
    if game is None and interaction.guild_id is None:
        mine = await _running(interaction)
        if len(mine) != 1:
            raise Illegal("which-game" if mine else "plays-nothing")
        return await table_of(interaction, mine[0].id)
    if game is None:
        return await table_here(interaction)
    if not game.isdecimal() or len(game) > 15:
        raise Illegal("game-unknown", game=shortened(game, 50))
    return await table_of(interaction, int(game))


@orders.autocomplete("game")
@or_nothing
async def _games(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The games that one sits at."""
    found = await _running(interaction)
    return offered(((str(game.id), plain(game.name)) for game in found), typed)


async def _running(interaction: discord.Interaction) -> list[Game]:
    """The running games that somebody sits at."""
    return [game for game in await own_games(interaction) if game.status is Status.RUNNING]


@orders.autocomplete("text")
@or_nothing
async def _completed(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """What the order may go on with."""
    context = context_of(interaction)
    table = running(await _table(interaction, getattr(interaction.namespace, "game", None)))
    seat, ahead = seated(table, interaction.user.id), _ahead(context, table)
    found = [said for said in ahead.completed(table.view(seat), typed) if len(said) <= CHOICE]
    return [app_commands.Choice(name=said, value=said) for said in found[:MOST_OPTIONS]]
