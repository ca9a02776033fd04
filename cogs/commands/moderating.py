"""What moderators do to a game: set it back, halt it, move it, delete it. All of it is told and kept on the record.

Who may manage the server is asked each time, at the command and at the press that confirms it. Nothing here shows or
changes what is secret in a game.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable

import discord
from discord import app_commands

from cogs.commands.game import completed, meant
from cogs.face.lengths import LineText, NameText, ReasonText
from cogs.face.screen import MOST_OPTIONS
from cogs.house.game.rewind_points import RewindPoint
from cogs.house.table.interventions import ActFor, Freeze, Intervention, Move, RollBack, Unfreeze
from cogs.house.table.table import Table
from cogs.house.values.records import PURGE_SERVER, AuditEntry, Game, Status
from cogs.house.values.safe_text import Safe, escaped
from cogs.house.words.words import shortened
from cogs.interactions.access import (
    game_of_server,
    games_here,
    table_here,
    table_managed,
    table_of,
    tables_inside,
    unseeing,
)
from cogs.interactions.completing import games_offered, or_nothing
from cogs.interactions.context import Context, Reply, context_of, described, explained, in_private, option, running
from cogs.interactions.permissions import author_of, missing
from cogs.interactions.places import HOME, Home, Parent, channel_of, home_of, lacking_for
from cogs.interactions.request_answers import asked
from cogs.panel.confirming import ACT, PURGE, ROLLBACK, is_grave, really, said_yes
from cogs.panel.panel import label
from cogs.panel.seats import SeatNumber, seats_completed
from engine.core import Illegal, Seat

log = logging.getLogger(__name__)


PRESSES = (ROLLBACK, PURGE, ACT)
"""The first words of what the buttons carry that confirm something grave."""

SERVER = "server"
"""In place of the number of a game: all games of a server."""

REASON_ROOM = 50
"""So much of a reason fits in the id of a button."""

TableWork = Callable[[Context, Table], Awaitable[Reply]]


async def managed(interaction: discord.Interaction, work: TableWork) -> None:
    """Does `work` for the game of the channel, if the person may manage the server."""
    context = context_of(interaction)

    async def checked() -> Reply:
        check_manager(interaction)
        return await work(context, await table_here(interaction))

    await in_private(interaction, checked)


def check_manager(interaction: discord.Interaction) -> None:
    """Raises Illegal `not-manager` unless the person may manage the server."""
    if not interaction.permissions.manage_guild:
        raise Illegal("not-manager")


async def done_or_asked(
    interaction: discord.Interaction, context: Context, table: Table, wanted: Intervention, done: str
) -> Reply:
    """Does what a manager of the server wants; if they are inside the game, who is asked and must agree first."""
    with explained(context, table):
        request = await context.house.consent(table).do(wanted, author_of(interaction, table), interaction.id)
    return Reply(context.words.text(done)) if request is None else asked(context, table, request)


def deed(interaction: discord.Interaction, what: str, game: int | None, reason: str | None) -> AuditEntry:
    """What is kept of what somebody does."""
    return AuditEntry(interaction.guild_id or 0, game, interaction.user.id, what, reason or "")


@app_commands.command(name="rollback", description=described("titan-admin-rollback"))
@app_commands.describe(to=option("to", "titan-admin-rollback"), reason=option("reason"))
async def rollback(interaction: discord.Interaction, to: NameText, reason: ReasonText | None = None) -> None:
    """`/titan-admin rollback`: asks whether the game shall really go back to the beginning of a phase."""

    async def work(context: Context, table: Table) -> Reply:
        with explained(context, table):
            table.check_going(even_frozen=True)
            await table.insiders.check_askable(author_of(interaction, table))
            point = meant(await table.rewinding.phase_points(), to)
        return _really_back(context, table, point, reason or "")

    await managed(interaction, work)


def _really_back(context: Context, table: Table, point: RewindPoint, reason: str) -> Reply:
    said = context.words.text(
        "discord.admin.rollback", where=context.face(table).kit.flow.phase(point.view, table.names)
    )
    yes = f"{ROLLBACK} {point.began} {shortened(reason, REASON_ROOM)}".strip()
    return really(context, table, said, yes, context.words.text("discord.admin.yes-rollback"))


@rollback.autocomplete("to")
@or_nothing
async def _points(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
    check_manager(interaction)
    context = context_of(interaction)
    table = await table_here(interaction)
    table.check_going(even_frozen=True)
    return completed(context, table, await table.rewinding.phase_points(), typed)


@app_commands.command(name="act-for", description=described("titan-admin-act-for"))
@app_commands.describe(seat=option("seat"), line=option("line", "titan-admin-act-for"))
async def act_for(interaction: discord.Interaction, seat: SeatNumber, line: LineText | None = None) -> None:
    """`/titan-admin act-for`: what is least to be rued, or one line, for a seat that the game waits for.

    Whoever is inside the game has the program decide, and never says what.
    """

    async def work(context: Context, table: Table) -> Reply:
        with explained(context, table):
            return await _acted(interaction, context, table, seat, line)

    await managed(interaction, work)


async def _acted(
    interaction: discord.Interaction, context: Context, table: Table, number: int, line: str | None
) -> Reply:
    """Acts for a seat; a grave line is asked about first, possible or not: that is told to nobody beforehand."""
    words = context.words
    if line is not None and not said_yes(interaction) and (grave := _grave_line(context, table, line)):
        seats, verb = {seat + 1: name for seat, name in table.names.items()}, label(context, grave.split(" ")[0])
        said = words.text("discord.admin.really-act", who=seats.get(number, str(number)), what=verb)
        return really(context, table, said, f"{ACT} {number} {grave}", words.text("discord.button.yes", action=verb))
    if line is None:
        return await done_or_asked(interaction, context, table, ActFor(Seat(number - 1)), "discord.seat.acted")
    await table.moderation.act_for(Seat(number - 1), author_of(interaction, table), line)
    return Reply(words.text("discord.seat.acted"))


def _grave_line(context: Context, table: Table, line: str) -> str:
    """The line as the notation writes it, if it is a grave one; else nothing."""
    try:
        action = table.parse(line)
    except Illegal:
        return ""
    return table.line(action) if is_grave(context, table, action) else ""


act_for.autocomplete("seat")(seats_completed)


@act_for.autocomplete("line")
@or_nothing
async def _lines(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """What is on the buttons that everybody sees: whether it is possible is said to nobody beforehand."""
    check_manager(interaction)
    context = context_of(interaction)
    table = running(await table_here(interaction))
    kit = context.face(table).kit
    public = kit.flow.public_actions(table.view(None))
    return [app_commands.Choice(name=kit.words.text(key), value=line) for line, key in public if typed in line]


@app_commands.command(name="freeze", description=described("titan-admin-freeze"))
@app_commands.describe(reason=option("reason"))
async def freeze(interaction: discord.Interaction, reason: ReasonText) -> None:
    """`/titan-admin freeze`: nobody can act until `unfreeze`."""

    async def work(context: Context, table: Table) -> Reply:
        return await done_or_asked(interaction, context, table, Freeze(reason), "discord.admin.frozen")

    await managed(interaction, work)


@app_commands.command(name="unfreeze", description=described("titan-admin-unfreeze"))
async def unfreeze(interaction: discord.Interaction) -> None:
    """`/titan-admin unfreeze`: a game that was halted goes on."""

    async def work(context: Context, table: Table) -> Reply:
        if table.game.frozen is None:
            return Reply(context.words.text("discord.admin.not-frozen"))
        return await done_or_asked(interaction, context, table, Unfreeze(), "discord.admin.unfrozen")

    await managed(interaction, work)


@app_commands.command(name="setup", description=described("titan-admin-setup"))
@app_commands.describe(
    game=option("game", "titan-admin-setup"),
    home=option("home", "titan-admin-setup"),
    anywhere=option("anywhere", "titan-admin-setup"),
)
async def setup(
    interaction: discord.Interaction,
    game: NameText | None = None,
    home: Home | None = None,
    anywhere: bool = False,
) -> None:
    """`/titan-admin setup`: an open game of the server goes on in this channel; without one, which have lost theirs.

    One that runs and has its channel is moved as anything else is done to it.

    With `home` all new games get places of their own in that channel; `anywhere` ends that.
    """
    context = context_of(interaction)

    async def work() -> Reply:
        check_manager(interaction)
        if home is not None or anywhere:
            parent = None if anywhere or home is None else await home_of(interaction, home.id)
            return await _settled(context, interaction, parent)
        found = [each for each in await open_games(interaction) if each.channel != (interaction.channel_id or 0)]
        lost = [each for each in found if await _is_lost(interaction, each)]
        chosen = next((each for each in found if str(each.id) == game), None)
        if chosen is None:
            names = [escaped(each.name) for each in lost]
            key = "discord.admin.setup-lost" if lost else "discord.admin.setup-none"
            return Reply(context.words.text(key, games=context.words.listing(names), number=len(found)))
        return await _moved_here(context, interaction, chosen, is_lost=chosen in lost)

    await in_private(interaction, work)


async def _moved_here(context: Context, interaction: discord.Interaction, game: Game, is_lost: bool) -> Reply:
    """A game goes on in this channel. Raises Illegal `missing-permission`, and as what moves it does."""
    if lacking := missing(interaction):
        raise Illegal("missing-permission", permissions=lacking)
    table, channel = await table_managed(interaction, game), interaction.channel_id or 0
    with explained(context, table):
        by = author_of(interaction, table)
        if is_lost or table.game.status is not Status.RUNNING:
            await table.moderation.move(channel, by, is_lost=is_lost)
        else:
            await _check_seen(interaction, table)
            if (request := await context.house.consent(table).do(Move(channel), by)) is not None:
                return asked(context, table, request)
    return Reply(context.words.text("discord.admin.moved", name=escaped(game.name)))


async def _check_seen(interaction: discord.Interaction, table: Table) -> None:
    """Raises Illegal `place-unseen` for who is inside a game and would have it go on where others who play don't see
    it."""
    if await table.insiders.knows(interaction.user.id) and (seats := await unseeing(interaction, table)):
        raise Illegal("place-unseen", who=tuple(table.names[seat] for seat in seats))


@setup.autocomplete("game")
async def _movable(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
    def fits(game: Game) -> bool:
        return game.status in (Status.LOBBY, Status.RUNNING) and game.channel != interaction.channel_id

    return await _offered(interaction, typed, fits)


@app_commands.command(name="purge", description=described("titan-admin-purge"))
@app_commands.describe(game=option("game", "titan-admin-purge"))
async def purge(interaction: discord.Interaction, game: NameText) -> None:
    """`/titan-admin purge`: asks whether a game that is over, or all of the server, shall really be deleted."""

    async def work() -> Reply:
        check_manager(interaction)
        return await _really_purge(interaction, game)

    await in_private(interaction, work)


async def _really_purge(interaction: discord.Interaction, game: str) -> Reply:
    context = context_of(interaction)
    words = context.words
    if game == SERVER:
        await _check_outside(interaction)
        count = await context.house.store.games.counted_in(interaction.guild_id or 0)
        going = count.get(Status.LOBBY, 0) + count.get(Status.RUNNING, 0)
        said = words.text("discord.admin.purge-server", number=sum(count.values()), going=going)
    else:
        chosen = await game_of_server(interaction, game)
        if chosen.status in (Status.LOBBY, Status.RUNNING):
            raise Illegal("purge-open", status=chosen.status.value)
        said = words.text("discord.admin.purge-game", name=escaped(chosen.name))
    return really(context, None, said, f"{PURGE} {game}", words.text("discord.admin.yes-purge"))


@purge.autocomplete("game")
async def _purgeable(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
    found = await _offered(interaction, typed, lambda each: each.status in (Status.OVER, Status.ENDED))
    whole = context_of(interaction).words.text("discord.admin.whole-server")
    if interaction.permissions.manage_guild and typed.casefold() in whole.casefold():
        found = [*found[: MOST_OPTIONS - 1], app_commands.Choice(name=whole, value=SERVER)]
    return found


async def open_games(interaction: discord.Interaction) -> list[Game]:
    """The open and running games of the server that a manager sees or has to put right, the oldest first."""
    return [*reversed(await games_here(interaction, Status.LOBBY, Status.RUNNING, managing=True))]


async def _is_lost(interaction: discord.Interaction, game: Game) -> bool:
    """Whether a game has no channel any more."""
    return game.suspended is not None or await channel_of(interaction, game.channel) is None


async def _settled(context: Context, interaction: discord.Interaction, home: Parent | None) -> Reply:
    """Has new games get places of their own in a channel from now on, or where they are asked for if it is None."""
    guild = interaction.guild_id or 0
    kept = {key: value for key, value in (await context.house.store.servers.presets(guild)).items() if key != HOME}
    if home is not None:
        if lacking := lacking_for(home):
            raise Illegal("no-place", channel=Safe(f"<#{home.id}>"), permissions=lacking)
        kept[HOME] = str(home.id)
    await context.house.store.servers.keep_presets(guild, kept, deed(interaction, "setup", None, None))
    if home is None:
        return Reply(context.words.text("discord.admin.setup-anywhere"))
    return Reply(context.words.text("discord.admin.setup-home", channel=Safe(f"<#{home.id}>")))


@or_nothing
async def _offered(
    interaction: discord.Interaction, typed: str, fits: Callable[[Game], bool]
) -> list[app_commands.Choice[str]]:
    """Games of the server, the newest first, for those who may manage it."""
    check_manager(interaction)
    games = await games_here(interaction, managing=True)
    return games_offered((game for game in games if fits(game)), typed)


async def deed_press(interaction: discord.Interaction, game: int, began: int, carries: str) -> None:
    """A press that confirms something grave, of any age."""
    verb, _, rest = carries.partition(" ")

    async def work() -> Reply:
        check_manager(interaction)
        if verb == PURGE:
            return await _purge(interaction, rest)
        table = await _meant_table(interaction, game, began)
        return await (_roll_back if verb == ROLLBACK else _act)(interaction, table, rest)

    await in_private(interaction, work)


async def _meant_table(interaction: discord.Interaction, game: int, began: int) -> Table:
    """The table of the server that a press is about, while the game is where it was when that was asked."""
    context = context_of(interaction)
    with explained(context, None):
        table = await table_of(interaction, game)
        if table.game.guild != interaction.guild_id:
            raise Illegal("game-unknown", game=game)
    with explained(context, table):
        if began != table.began:
            raise Illegal("game-has-gone-on")
    return table


async def _roll_back(interaction: discord.Interaction, table: Table, rest: str) -> Reply:
    context = context_of(interaction)
    to, _, reason = rest.partition(" ")
    with explained(context, table):
        if not said_yes(interaction):
            return _really_back(context, table, meant(await table.rewinding.phase_points(), to), reason)
        if not to.isdecimal():
            raise Illegal("rewind-nowhere")
    wanted = RollBack(int(to), reason)
    return await done_or_asked(interaction, context, table, wanted, "discord.admin.rolled-back")


async def _act(interaction: discord.Interaction, table: Table, rest: str) -> Reply:
    context = context_of(interaction)
    number, _, line = rest.partition(" ")
    with explained(context, table):
        if not number.isdecimal() or len(number) > 1 or not line:
            raise Illegal("act-not-possible")
        return await _acted(interaction, context, table, int(number), line)


async def _purge(interaction: discord.Interaction, what: str) -> Reply:
    context, guild = context_of(interaction), interaction.guild_id or 0
    if not said_yes(interaction):
        return await _really_purge(interaction, what)
    who = escaped(interaction.user.display_name)
    if what == SERVER:
        await _check_outside(interaction)
        number = await context.house.purge_server(guild, deed(interaction, PURGE_SERVER, None, None))
        await _recorded(interaction, context.words.text("discord.admin.purged-server-by", who=who, number=number))
        return Reply(context.words.text("discord.admin.purged-server", number=number))
    chosen = await game_of_server(interaction, what)
    with explained(context, None):
        await context.house.purge(chosen.id, deed(interaction, PURGE, chosen.id, None))
    await _recorded(interaction, context.words.text("discord.admin.purged-by", who=who, game=chosen.id))
    return Reply(context.words.text("discord.admin.purged", name=escaped(chosen.name)))


async def _check_outside(interaction: discord.Interaction) -> None:
    """Raises Illegal `purge-inside` for who is inside a game of the server in which others are there to be asked."""
    inside = [each for each in await tables_inside(interaction) if each.insiders.others(interaction.user.id)]
    if inside:
        raise Illegal("purge-inside", titles=tuple(each.shown_name for each in inside))


async def _recorded(interaction: discord.Interaction, text: str) -> None:
    """What was deleted can't tell of it any more: the channel where it was done does, by number, since those who read
    there may not have seen the game."""
    log.warning("server %s, user %s: %s", interaction.guild_id, interaction.user.id, text)
    channel = interaction.client.get_partial_messageable(interaction.channel_id or 0)
    try:
        await channel.send(text, allowed_mentions=discord.AllowedMentions.none())
    except discord.HTTPException as error:
        log.warning("channel %s could not be told: %s %s", interaction.channel_id, error.status, error.code)
