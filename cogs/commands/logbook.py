"""`/show log` with its pages, and the game as it was: at a line of the log, or at any post of the bot.

All of it is for oneself alone: a player finds his own secrets in it, of the present and of any time before.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import discord
from discord import app_commands

from cogs.face.lengths import NameText
from cogs.face.limits import CHOICE
from cogs.face.screen import Menu, Press, Row
from cogs.house.table.history import GamePart, LogLine, LogReading, meant
from cogs.house.table.table import Table
from cogs.house.values.records import Status
from cogs.house.values.safe_text import escaped
from cogs.house.values.sender import Picture
from cogs.house.words.words import shortened
from cogs.interactions.access import games_here, table_here, table_of_channel, table_seen, told_by
from cogs.interactions.completing import games_offered, offered, or_nothing
from cogs.interactions.components import panel
from cogs.interactions.context import Context, Reply, context_of, described, in_private, localised, option, started
from engine.core import Illegal

LOG, LOG_AT, LOG_NEAR = "log", "log-at", "log-near"
PRESSES = (LOG, LOG_AT, LOG_NEAR)
"""The first words of what the buttons and lists here carry."""

PAGE, ROOM = 15, 1_600
"""Lines of a page and characters for them, so that with the names of turns it is one message."""

MARGIN = 10
"""Characters of a line beside its text: its number and its marks."""

ALL = "-"
"""In place of what is looked for: everything."""

OPENED, SHORT = "open", "short"


@dataclass(frozen=True, slots=True)
class LogQuery:
    """What is shown of a log: a page, counted from 0, -1 the last; which parts of the game; about whom; and how."""

    page: int = -1
    parts: tuple[int, int] | None = None
    about: str = ""
    opened: bool = False
    short: bool = False

    @property
    def carries(self) -> str:
        """As a press carries it: `log 3 4-6 Rd02 open,short`."""
        parts = f"{self.parts[0]}-{self.parts[1]}" if self.parts else ALL
        how = ",".join(word for word, so in ((OPENED, self.opened), (SHORT, self.short)) if so)
        return f"{LOG} {self.page} {parts} {self.about or ALL} {how or ALL}"

    @classmethod
    def of(cls, carries: str) -> LogQuery:
        """What a press carries. Raises ValueError for what none of ours carries."""
        _, page, parts, about, how = carries.split(" ")
        first, _, last = parts.partition("-")
        among = None if parts == ALL else (int(first), int(last))
        said = how.split(",")
        return cls(int(page), among, "" if about == ALL else about, OPENED in said, SHORT in said)


BEGUN = (Status.RUNNING, Status.OVER)
"""The states of games that can be looked back at."""


@app_commands.command(name="log", description=described("show-log"))
@app_commands.describe(
    legion=option("legion", "show-log"),
    turn=option("turn", "show-log"),
    short=option("short", "show-log"),
    full=option("full", "show-log"),
    game=option("game", "past"),
)
async def show_log(
    interaction: discord.Interaction,
    legion: NameText | None = None,
    turn: NameText | None = None,
    short: bool = False,
    full: bool = False,
    game: NameText | None = None,
) -> None:
    """`/show log`: what happened, from its end."""
    context, user = context_of(interaction), interaction.user.id

    async def work() -> Reply:
        table = await begun(interaction, game)
        where = LogQuery(opened=full, short=short)
        if turn is not None and turn.strip():
            found = meant(await table.history.parts(user), turn)
            where = replace(where, parts=(found[0].place, found[-1].place))
        if legion is not None and legion.strip():
            where = replace(where, about=await _named(table, user, legion, full))
        return await log_page(context, table, user, where)

    await in_private(interaction, work)


async def _named(table: Table, user: int, typed: str, opened: bool) -> str:
    """The name of what the log is to be about. Raises Illegal `not-in-log` for what nobody has told him of."""
    names = await table.history.known_names(table.seat_of(user))
    wanted = typed.strip().casefold()
    found = next((name for name in names if name.casefold() == wanted), None)
    if found is None:
        raise Illegal("not-in-log", text=typed)
    return found


@or_nothing
async def ever_told(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Whatever everybody has heard of, what is on the board first and by its label."""
    context, table = context_of(interaction), await typed_about(interaction)
    hidden = context.face(table).overview.hidden
    there = {} if hidden is None else dict(hidden.named(table.view(None), table.plain_names))
    known = await table.history.known_names(None)
    labels = {name: there.get(name, name) for name in (*there, *known)}
    return offered(labels.items(), typed)


@show_log.autocomplete("turn")
@or_nothing
async def turns(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The turns so far, the newest first."""
    table = await typed_about(interaction)
    parts = await table.history.parts(interaction.user.id)
    return offered(((shortened(part.name, CHOICE), part.name) for part in reversed(parts)), typed)


async def log_page(context: Context, table: Table, user: int, where: LogQuery, near: int = 0) -> Reply:
    """A page of the log, with ways to the pages beside it and to the game as it was at each of its lines.

    It is the page of the line that is numbered `near`, if one is.
    """
    history, among = table.history, where.parts
    parts = await history.parts(user)
    within = frozenset(range(among[0], among[1] + 1)) if among else frozenset[int]()
    reading = LogReading(table.seat_of(user), within, where.about, where.opened, where.short)
    page = await history.page(reading, user, PAGE, where.page if where.page >= 0 else None, near)
    if not page.lines:
        return Reply(context.words.text("discord.no-log"))
    shown = tuple(fitted(page.lines))
    heading = context.words.text("memory.log", name=table.shown_name, page=page.number + 1, pages=page.pages)
    told = "\n".join((heading, *_told(context, parts, shown)))
    return Reply(told, (), _ways(context, table, replace(where, page=page.number), page.pages - 1, shown))


def fitted(lines: Sequence[LogLine]) -> Iterator[LogLine]:
    """The lines of a page, the longest of them cut as far as all need to find room."""
    room = longest = ROOM - MARGIN * len(lines)
    for left, length in zip(range(len(lines), 0, -1), sorted(len(line.text) for line in lines), strict=True):
        if length * left > room:
            longest = room // left
            break
        room -= length
    return (replace(line, text=shortened(line.text, longest)) for line in lines)


def _told(context: Context, parts: Sequence[GamePart], lines: Sequence[LogLine]) -> Iterable[str]:
    """The lines, under the names of the parts that they are in."""
    part = None
    for line in lines:
        if line.part != part:
            part = line.part
            if part >= 0:
                yield context.words.text("memory.part", name=escaped(parts[part].name))
        if line.secret:
            yield context.words.text("memory.secret", text=line.text)
        else:
            yield context.words.text("memory.own" if line.own else "memory.line", number=line.number, text=line.text)


def _ways(context: Context, table: Table, where: LogQuery, last: int, shown: Sequence[LogLine]) -> discord.ui.View:
    rows: list[Row] = []
    public = [line for line in shown if not line.secret]
    if public:
        how = f" {OPENED}" if where.opened else ""
        options = tuple(Press(f"{LOG_AT} {line.number}{how}", f"{line.number}. {_plain(line.text)}") for line in public)
        rows.append(Menu(context.words.text("memory.at-a-line"), options))
    beside = (("first", 0), ("older", where.page - 1), ("newer", where.page + 1), ("last", last))
    leading = {page: key for key, page in sorted(beside, key=lambda way: way[0] in ("older", "newer"))}  # one way each
    turning = tuple(
        Press(replace(where, page=page).carries, context.words.text(f"memory.{key}"))
        for page, key in sorted(leading.items())
        if 0 <= page <= last and page != where.page
    )
    if turning:
        rows.append(turning)
    return panel(table.game.id, table.began, rows)


def _plain(text: str) -> str:
    """A sentence where nothing is formatted, as in a list."""
    return text.replace("\\", "").replace("\u200b", "")


async def log_press(interaction: discord.Interaction, game: int, began: int, carries: str) -> None:
    """A press below the log, of any age: another page in its place, or the game at a line in an answer of its own."""
    context, user = context_of(interaction), interaction.user.id
    verb, *rest = carries.split(" ")

    async def work() -> Reply:
        table = started(await table_seen(interaction, game))
        if verb == LOG:
            try:
                where = LogQuery.of(carries)
            except ValueError:
                where = LogQuery()
            return await log_page(context, table, user, where)
        number = int(rest[0]) if rest and rest[0].isdecimal() else 0
        if verb == LOG_NEAR:
            return await log_page(context, table, user, LogQuery(opened=OPENED in rest), number)
        return await at_entry(context, table, user, await table.history.entry_of(number), OPENED in rest)

    await in_private(interaction, work, fresh=verb != LOG)


async def board_then(interaction: discord.Interaction, message: discord.Message) -> None:
    """*Board at this point*: the game as it was when a post of the bot was written."""
    context, user = context_of(interaction), interaction.user.id

    async def work() -> Reply:
        ours = message.author.id == interaction.client.application_id or message.author == interaction.client.user
        if not ours:
            raise Illegal("not-a-post")
        table, seq = await told_by(interaction, message)
        return await at_entry(context, started(table), user, seq)

    await in_private(interaction, work)


def board_at_this_point() -> app_commands.ContextMenu:
    """*Board at this point*, for messages."""
    return app_commands.ContextMenu(name=localised("memory.menu"), callback=board_then)


async def at_entry(context: Context, table: Table, user: int, seq: int, opened: bool = False) -> Reply:
    """The game after an entry as whoever asks saw it then, or as everybody did, who has no seat; or all of it `opened`.

    Raises Illegal `not-open-yet` for that in a game that still runs.
    """
    seat, face, words = table.seat_of(user), context.face(table), context.words
    then, number = await table.history.at(seq), await table.history.number_at(seq)
    view = await then.opened() if opened else await then.view(seat)
    pictures = await then.pictures(None if opened else seat, view, user)
    whose = "memory.as-it-was" if opened else "memory.as-all" if seat is None else "memory.as-you"
    heading = words.text("memory.was-at", number=number)
    told = "\n".join(filter(None, (heading, face.kit.flow.phase(view, table.names), words.text(whose))))
    near = f"{LOG_NEAR} {number} {OPENED}" if opened else f"{LOG_NEAR} {number}"
    way = panel(table.game.id, table.began, [(Press(near, words.text("memory.near")),)])
    return Reply(told, tuple(Picture(f"{each.kind}.png", each.data, each.alt) for each in pictures), way)


async def begun(interaction: discord.Interaction, game: str | None = None) -> Table:
    """The game of the channel, or the one of those ever played there that is meant: running or over.

    Raises Illegal `no-game-here`, `game-not-of-channel` or `not-started`.
    """
    if game is not None:
        return await table_of_channel(interaction, game, *BEGUN)
    return started(await table_here(interaction))


async def typed_about(interaction: discord.Interaction) -> Table:
    """The game that a command is about which is still being typed. Raises Illegal as `begun` does."""
    return await begun(interaction, getattr(interaction.namespace, "game", None) or None)


@or_nothing
async def past_games(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The games that were ever begun in the channel, the newest first."""
    return games_offered(await games_here(interaction, *BEGUN, below=True), typed)


show_log.autocomplete("legion")(ever_told)
show_log.autocomplete("game")(past_games)
