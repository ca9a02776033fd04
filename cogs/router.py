"""Buttons, lists and forms: one router for all of them, of any age.

In this order: whose game is it, acknowledge in private, whose is it, is it of this phase, is it legal, commit,
answer with a fresh panel. Custom ids can be read by every client; they only say what is asked for.
A form is the one thing that cannot follow an acknowledgement: it is made of what is in memory, without waiting.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from typing import Any

import discord

from cogs.commands import game as games
from cogs.commands import leaders, logbook, moderating, privacy
from cogs.commands.lobby import former_press, lobby_press
from cogs.face.lengths import form_too_long
from cogs.face.presses import (
    ChangeOrders,
    ChooseIn,
    Confirm,
    DoLines,
    FillIn,
    GoTo,
    Intent,
    ListLines,
    RunOn,
    ShowPanel,
    Sign,
    in_order,
    parse,
)
from cogs.face.screen import Filled
from cogs.house.table.lobby_post import FORMER, LOBBY
from cogs.house.table.table import Table
from cogs.house.values.records import Status
from cogs.house.values.sender import OPEN
from cogs.interactions.access import at_hand, open_at, table_of, table_seen
from cogs.interactions.components import modal
from cogs.interactions.context import (
    Context,
    Prints,
    Reply,
    context_of,
    explained,
    in_private,
    opened,
    refusal,
    running,
)
from cogs.lobby import fair_dice, lobby_seats, table_rules
from cogs.panel import orders, predictions, seats, votes
from cogs.panel.confirming import ConfirmationAsked, said_yes, submit
from cogs.panel.panel import before_done, form_of, found_again, my_turn, news_of, sentences, sight
from engine.core import Action, Illegal, Seat

BODY = re.compile(r"(?P<game>\d{1,18}):(?P<began>\d{1,18}):(?P<carries>.*)", re.DOTALL)
ASIDES: Mapping[str, Callable[[discord.Interaction, int, int, str], Awaitable[None]]] = {
    **dict.fromkeys(games.PRESSES, games.game_press),
    **dict.fromkeys(moderating.PRESSES, moderating.deed_press),
    **dict.fromkeys(privacy.PRESSES, privacy.forget_press),
    **dict.fromkeys(leaders.PRESSES, leaders.leaders_press),
    **dict.fromkeys(table_rules.PRESSES, table_rules.rules_press),
    **dict.fromkeys(lobby_seats.PRESSES, lobby_seats.seats_press),
    **dict.fromkeys(fair_dice.PRESSES, fair_dice.dice_press),
    **dict.fromkeys(seats.PRESSES, seats.seat_press),
    **dict.fromkeys(votes.PRESSES, votes.vote_press),
    **dict.fromkeys(orders.PRESSES, orders.orders_press),
    **dict.fromkeys(logbook.PRESSES, logbook.log_press),
    **dict.fromkeys(predictions.PRESSES, predictions.foretold_press),
}
"""Who answers a press that is none in a panel of the game, by the first word that it carries."""

OURS = re.compile(r"t(?P<version>\d+):(?P<body>[\s\S]*)")


class Router(discord.ui.DynamicItem[discord.ui.Item[discord.ui.View]], template=OURS):
    """It understands every custom id of a game, of any version; reading and learning have items of their own."""

    def __init__(self, item: discord.ui.Item[discord.ui.View], version: str, body: str) -> None:
        super().__init__(item)
        self.version = version
        self.body = body

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: discord.ui.Item[discord.ui.View], match: re.Match[str], /
    ) -> Router:
        """Reads the id and nothing else: this counts in the three seconds."""
        return cls(item, match["version"], match["body"])

    async def callback(self, interaction: discord.Interaction) -> None:
        """Dispatches the press; everything that can go wrong is answered there."""
        await pressed(interaction, self.version, self.body)


async def pressed(interaction: discord.Interaction, version: str, body: str) -> None:
    """Answers a press, or a choice from lists."""
    match = BODY.fullmatch(body)
    if version != "1" or match is None:
        await strayed(interaction)
        return
    game, began, press = int(match["game"]), int(match["began"]), parse(match["carries"])
    if isinstance(press, ChooseIn):
        press = parse(in_order(_picked(interaction)))
    if isinstance(press, Confirm):  # whether it is one is asked again where it counts, see `said_yes`
        press = press.of
    carries = str(press)
    if carries in FORMER:
        await former_press(interaction, game)
        return
    if carries in LOBBY:
        await lobby_press(interaction, game, carries)
        return
    if (aside := ASIDES.get(carries.partition(" ")[0])) is not None:
        await aside(interaction, game, began, carries)
        return
    if await _form_opened(interaction, game, began, press):
        return
    context = context_of(interaction)
    await in_private(interaction, lambda: _press(context, interaction, game, began, press), panel=True)


async def filled(interaction: discord.Interaction) -> None:
    """Answers a form of ours; it means the same as a press that carries what it was filled with."""
    data: Any = interaction.data
    ours = OURS.fullmatch(str(data.get("custom_id", "")))
    match = BODY.fullmatch(ours["body"]) if ours is not None and ours["version"] == "1" else None
    if match is None:
        await strayed(interaction)
        return
    context, values = context_of(interaction), dict(_values(data["components"]))
    if (long := form_too_long(values)) is not None:
        await in_private(interaction, lambda: _not_read(context, long))
        return
    game, began, carries = int(match["game"]), int(match["began"]), match["carries"]
    if carries.partition(" ")[0] in table_rules.PRESSES:
        await table_rules.rules_filled(interaction, game, carries, values)
        return
    if carries.partition(" ")[0] in orders.PRESSES:
        await orders.orders_filled(interaction, game, carries, values)
        return
    await in_private(
        interaction, lambda: _filled(context, interaction, game, began, parse(carries), values), panel=True
    )


def _picked(interaction: discord.Interaction) -> list[str]:
    """The values that were chosen in a select."""
    data: Any = interaction.data
    return [str(value) for value in data.get("values") or [OPEN]]


def _values(fields: list[Mapping[str, Any]]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """What was chosen in each field of a form, or typed."""
    for field in fields:
        part = field.get("component")
        if part is not None and part.get("custom_id") is not None:
            typed = (part["value"],) if part.get("value") else ()
            yield str(part["custom_id"]), tuple(map(str, part.get("values") or typed))


async def _not_read(context: Context, why: Illegal) -> Reply:
    """Of a form that is too long only that is said, beside the panel that it was opened from."""
    return Reply(refusal(context, None, why), beside=True)


async def strayed(interaction: discord.Interaction) -> None:
    """Something that this bot can't read, as of another version: the present panel, if there is a game here."""
    context = context_of(interaction)
    note = context.words.text("discord.old-button")

    async def work() -> Reply:
        table = await open_at(interaction)
        return Reply(note) if table is None else await my_turn(context, table, interaction.user.id, note)

    await in_private(interaction, work)


async def _form_opened(interaction: discord.Interaction, game: int, began: int, press: Intent) -> bool:
    """Opens the form that a press asks for; says whether there was one. Nothing is waited for before."""
    context = context_of(interaction)
    table = at_hand(interaction, game)
    if context.duty.draining or table is None or table.game.status is not Status.RUNNING or began != table.began:
        return False
    if (seat := table.seat_of(interaction.user.id)) is None:
        return False
    wanted = found_again(context, table, seat, press)
    if (form := form_of(context, table, seat, wanted)) is None:
        return False
    return await opened(context, interaction, modal(game, began, str(wanted), form, context.emojis))


async def _filled(
    context: Context, interaction: discord.Interaction, game: int, began: int, press: Intent, values: Filled
) -> Reply:
    with explained(context, None):
        table = await table_of(interaction, game)
    user = interaction.user.id
    seat = table.seat_of(user)
    form = None
    if seat is not None and table.game.status is Status.RUNNING and began == table.began:
        form = form_of(context, table, seat, press)
    if form is None or not isinstance(press, FillIn):
        return await my_turn(context, table, user, context.words.text("discord.gone-on"))
    try:
        meant = form.meant(values)
    except Illegal as illegal:
        note, displayed = _why(context, table, illegal, seat), context.displayed_in(interaction.message)
        return await my_turn(context, table, user, note, GoTo(press.words), displayed)
    return await _press(context, interaction, game, began, parse(meant))


async def _press(context: Context, interaction: discord.Interaction, game: int, began: int, press: Intent) -> Reply:
    user, displayed = interaction.user.id, context.displayed_in(interaction.message)
    with explained(context, None):
        table = await (table_seen if isinstance(press, ShowPanel) else table_of)(interaction, game)
    if isinstance(press, ShowPanel):
        return await my_turn(context, table, user, displayed=displayed)
    if table.game.status is not Status.RUNNING:
        with explained(context, table):
            running(table)
    seat = table.seat_of(user)
    if seat is None:
        return await my_turn(
            context, table, user, context.words.text("discord.not-yours", whose=_whose(context, table))
        )
    if began != table.began:
        return await my_turn(context, table, user, context.words.text("discord.gone-on"), displayed=displayed)
    match wanted := found_again(context, table, seat, press):
        case GoTo() | ListLines():
            return await my_turn(context, table, user, "", wanted, displayed)
        case FillIn(words):  # the bot was started anew, so that it could not be opened in time
            return await my_turn(context, table, user, context.words.text("discord.form-again"), GoTo(words), displayed)
        case ChangeOrders():
            return await my_turn(
                context, table, user, await _ordered(context, table, seat, wanted), displayed=displayed
            )
        case RunOn(words):
            note = await _gone_on(context, table, seat, words, interaction.id)
            return await my_turn(context, table, user, note, displayed=displayed)
        case DoLines(lines):
            return await _done(context, interaction, table, seat, lines, displayed)
        case _:  # nothing of a panel: it is refused as a line is
            return await _done(context, interaction, table, seat, (str(wanted),), displayed)


async def _done(
    context: Context,
    interaction: discord.Interaction,
    table: Table,
    seat: Seat,
    lines: Sequence[str],
    displayed: Prints | None,
) -> Reply:
    """Does lines in order, whoever's turn it is: of what is legal there may be more than what the game waits for."""
    user, legal = interaction.user.id, {table.line(action) for action in table.legal(seat)}
    wanted = [str(found_again(context, table, seat, parse(" ".join(line.split())))) for line in lines]
    if seat not in table.awaiting and wanted[0] not in legal:
        return await my_turn(
            context, table, user, context.words.text("discord.not-yours", whose=_whose(context, table))
        )
    public = interaction.message is not None and not interaction.message.flags.ephemeral
    alone = len(wanted) == 1
    if public and alone and (asked := await before_done(context, table, seat, wanted[0])) is not None:
        return asked
    note = await _done_in_order(context, table, seat, wanted, interaction.id, alone and said_yes(interaction))
    return await my_turn(context, table, user, note, displayed=displayed)


async def _done_in_order(
    context: Context, table: Table, seat: Seat, wanted: list[str], interaction_id: int, sure: bool
) -> str:
    """Does one line after the other up to the first that is refused or asked about; the news, or all up to there.

    The first is known by its interaction, so that the same one twice does nothing the second time. Nobody else's act
    comes in between: what was pressed was meant for the game as it was.
    """
    said: list[str] = []
    news: list[str] = []
    began = table.began
    for number, line in enumerate(wanted):
        try:
            action = _meant(table, seat, line)
            told = await submit(context, table, seat, action, interaction_id if number == 0 else None, began, sure=sure)
        except ConfirmationAsked as asked:
            raise asked.after(said) from None
        except Illegal as illegal:  # done before, or impossible by now: said kindly, above the fresh panel
            return "\n".join([*said, _why(context, table, illegal)])
        began = table.began
        said += sentences(context, table, seat, told)
        news += news_of(context, table, seat, told, chosen=True)
    return "\n".join(news)


def _why(context: Context, table: Table, illegal: Illegal, seat: Seat | None = None) -> str:
    """Why something was not done, above the panel that shows how the game stands; see `refusal`."""
    if illegal.code == "game-has-gone-on":
        return context.words.text("discord.gone-on")
    return refusal(context, table, illegal, seat)


async def _gone_on(context: Context, table: Table, seat: Seat, words: tuple[str, ...], interaction_id: int) -> str:
    """Lets the seat go on by itself as the press says, all of it in one submit; what came of it, in words."""
    further = context.face(table).panel.run(sight(context, table, seat, words))
    first = further and further(table.view(seat), table.legal(seat))
    if further is None or first is None:
        return context.words.text("discord.nothing-further")
    try:
        told = await submit(context, table, seat, first, interaction_id, table.began, further)
    except Illegal as illegal:
        return _why(context, table, illegal)
    return "\n".join(news_of(context, table, seat, told, chosen=False))


async def _ordered(context: Context, table: Table, seat: Seat, change: ChangeOrders) -> str:
    """Changes what the seat has ordered ahead, all of it or nothing; that it is done, or why not."""
    try:
        await table.orders.replace(seat, change.instead, change.texts)
    except Illegal as illegal:
        return refusal(context, table, illegal, seat)
    await table.orders.look()  # what they do at once is done before his panel is made anew
    return context.words.text("discord.ordered" if change.texts else "discord.orders-gone")


def _meant(table: Table, seat: Seat, line: str) -> Action:
    """The action of a line. Raises Illegal for a digest that nothing has any more."""
    legal: dict[str, Action] = {table.line(action): action for action in table.legal(seat)}
    if line in legal:
        return legal[line]
    if line.startswith(Sign.DIGEST):
        raise Illegal("game-has-gone-on")
    return table.parse(line)


def _whose(context: Context, table: Table) -> str:
    """Whom the game waits for, as the channel is told."""
    waiting = context.face(table).kit.flow.waiting(table.view(None))
    return context.words.listing([table.names[seat] for seat in waiting])
