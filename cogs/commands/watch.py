"""`/watch`: what everybody may look into, at the table or not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import discord
from discord import app_commands

from cogs.commands.chronicle import chronicle
from cogs.commands.following import follow, unfollow
from cogs.commands.leaders import leaderboard
from cogs.commands.logbook import begun, past_games, typed_about
from cogs.face.lengths import NameText
from cogs.face.limits import CHOICE
from cogs.face.overview import Chapter, Replays
from cogs.face.screen import MOST_OPTIONS
from cogs.house.game.public_history import Moment
from cogs.house.runtime.queueing import LONG
from cogs.house.runtime.workers import Check, Stopped
from cogs.house.table.table import Table
from cogs.house.values.records import Status
from cogs.house.values.safe_text import all_isolated, escaped, quoted
from cogs.house.values.sender import Picture
from cogs.house.words.words import shortened
from cogs.interactions.access import finished_here, table_here
from cogs.interactions.completing import or_nothing
from cogs.interactions.context import Context, Reply, context_of, described, explained, had, in_private, in_turn, option
from cogs.lobby.watching import open_late
from cogs.panel.predictions import panel_of
from engine.core import Illegal
from engine.proof import Verdict, check
from engine.record import parse

TURN, BATTLE, GAME, LINES = "turn", "battle", "game", "lines"
"""What can be shown again."""

VERDICTS = 1000
"""Games of which it is remembered what checking their dice has shown."""

What = Literal["turn", "battle", "game", "lines"]
LogNumber = app_commands.Range[int, 1]
FilmFormat = Literal["webp", "gif"]


class WatchCommands(app_commands.Group):
    """`/watch`: for players and for those who only look on."""

    def __init__(self) -> None:
        super().__init__(name="watch", description=described("watch"))
        self.add_command(follow)
        self.add_command(unfollow)
        self.add_command(open_late)
        self._offered: tuple[object, tuple[Chapter, ...]] = (None, ())
        self.add_command(leaderboard)
        self.add_command(chronicle)

    @app_commands.command(name="predict", description=described("watch-predict"))
    async def predict(self, interaction: discord.Interaction) -> None:
        context = context_of(interaction)

        async def work() -> Reply:
            return await panel_of(context, await table_here(interaction), interaction.user.id, interaction.guild_id)

        await in_private(interaction, work)

    @app_commands.command(name="verify-dice", description=described("watch-verify-dice"))
    async def verify_dice(self, interaction: discord.Interaction) -> None:
        context = context_of(interaction)

        async def work() -> Reply:
            return Reply(await verified(context, await finished_here(interaction), interaction.user.id))

        await in_private(interaction, work)

    @app_commands.command(name="replay", description=described("watch-replay"))
    @app_commands.describe(
        what=option("what", "watch-replay"),
        number=option("number", "watch-replay"),
        form=option("format", "watch-replay"),
        full=option("full", "watch-replay"),
        first=option("first", "watch-replay"),
        last=option("last", "watch-replay"),
        game=option("game", "past"),
    )
    @app_commands.rename(form="format")
    async def replay(
        self,
        interaction: discord.Interaction,
        what: What,
        number: NameText = "",
        form: FilmFormat = "webp",
        full: bool = False,
        first: LogNumber | None = None,
        last: LogNumber | None = None,
        game: NameText | None = None,
    ) -> None:
        context, user = context_of(interaction), interaction.user.id

        async def work() -> Reply:
            table = await begun(interaction, game)
            try:
                return await in_turn(
                    context,
                    LONG,
                    user,
                    lambda: self._replayed(context, table, user, what, number, form, full, (first, last)),
                )
            except Stopped:
                raise Illegal("restarting") from None

        await in_private(interaction, work)

    async def _replayed(
        self,
        context: Context,
        table: Table,
        user: int,
        what: What,
        number: str,
        form: FilmFormat,
        full: bool,
        span: tuple[int | None, int | None],
    ) -> Reply:
        late = full and table.game.status is Status.RUNNING and table.game.late
        with explained(context, table):
            moments = await (table.spectators.moments(user) if late else table.moments(opened=full))
        look = await table.look(user)
        replays = _replays(context, table)
        plain = all_isolated(table.plain_names)
        if what == LINES:
            chapter = await _between(table, replays, moments, *span)
        else:
            chapter = chosen(replays.chapters(what, moments, plain), what, number)

        def drawn(check: Check) -> tuple[Sequence[object], bytes]:
            def going_on() -> None:
                check()
                if context.duty.draining:  # the bot stops, and waits for nothing that can be had again
                    raise Stopped

            shots = replays.shots(what, moments, chapter, plain)
            return shots, replays.draw(what, shots, form, table.plain_names, look, going_on)

        shots, data = await table.long_work(drawn)
        picture = Picture(f"replay.{form}", data, replays.alt(chapter, shots))
        named = () if what == LINES else replays.chapters(what, moments, table.names)
        shown = next((one for one in named if one.key == chapter.key), chapter)
        return Reply(replays.told(shown, shots), (picture,))

    replay.autocomplete("game")(past_games)

    @replay.autocomplete("number")
    @or_nothing
    async def numbers(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """The turns or battles so far, the newest first."""
        context, what = context_of(interaction), getattr(interaction.namespace, "what", None)
        if what not in (TURN, BATTLE):
            return []
        table = await typed_about(interaction)
        found = await self._chapters(table, what, context.face(table).kit.language, _replays(context, table))
        wanted = typed.strip().casefold()
        fitting = (one for one in reversed(found) if wanted in one.label.casefold() or one.key.startswith(wanted))
        offers = [app_commands.Choice(name=shortened(one.label, CHOICE), value=one.key[:CHOICE]) for one in fitting]
        return offers[:MOST_OPTIONS]

    async def _chapters(self, table: Table, what: str, language: str, replays: Replays) -> tuple[Chapter, ...]:
        """What can be chosen. It is asked for with every letter that is typed, so the last answer is kept."""
        asked = (table.game.id, table.seq, what, language, table.plain_names)
        if self._offered[0] != asked:
            self._offered = (asked, replays.chapters(what, await table.moments(), table.plain_names))
        return self._offered[1]


def _replays(context: Context, table: Table) -> Replays:
    """How a table's game is shown again. Raises Illegal `other-game` where it can't be."""
    face = context.face(table)
    return had(context, face, face.replays)


async def _between(
    table: Table, replays: Replays, moments: Sequence[Moment], first: int | None, last: int | None
) -> Chapter:
    """From a line of the log to another, each as numbered for everybody; the log's own where none is said.

    Raises Illegal `no-such-line`, or `replay-nothing` for lines that show nothing.
    """
    one, other = first or 1, last or await table.history.number_at(table.seq)
    one, other = min(one, other), max(one, other)
    between = await table.history.entry_of(one), await table.history.entry_of(other)
    chapter = replays.lines(one, other, moments, between)
    if chapter is None:
        raise Illegal("replay-nothing", first=one, last=other)
    return chapter


def chosen(chapters: Sequence[Chapter], what: str, number: str) -> Chapter:
    """The chapter that was asked for, by its key, by its number alone or by a part of its name; else the last one.

    Raises Illegal `no-turn-yet` and the like, and `replay-unknown` for what there is not.
    """
    if not chapters:
        raise Illegal("no-battle-yet" if what == BATTLE else "no-turn-yet")
    wanted = number.strip().casefold()
    if not wanted:
        return chapters[-1]
    for is_meant in (
        lambda one: one.key.casefold() == wanted,
        lambda one: one.key.split(" ")[0] == wanted,
        lambda one: wanted in one.label.casefold(),
    ):
        if found := [one for one in chapters if is_meant(one)]:
            return found[-1]
    raise Illegal("replay-unknown", number=quoted(number), last=chapters[-1].label)


async def verified(context: Context, table: Table, user: int) -> str:
    """What computing every roll of a finished game again shows: from the very text that is exported, and once.

    Raises Illegal as `in_turn` does, or `restarting`.
    """
    if table.game.id not in context.verdicts:
        try:
            verdict = await in_turn(context, LONG, user, lambda: _verdict(context, table))
        except Stopped:
            raise Illegal("restarting") from None
        context.verdicts[table.game.id] = verdict
        while len(context.verdicts) > VERDICTS:
            context.verdicts.popitem(last=False)
    verdict = context.verdicts[table.game.id]
    found, text = verdict.finding, context.words.text
    said = {"name": escaped(table.game.name), "game": table.game.id}
    if found is None:
        return text("discord.verify.all", rolls=verdict.rolls, commitment=table.game.commitment, **said)
    if found.code == "roll":
        return text("discord.verify.roll", seq=found.seq, **found.facts, **said)
    return text("discord.verify.other", seq=found.seq, **said)


async def _verdict(context: Context, table: Table) -> Verdict:
    if (known := context.verdicts.get(table.game.id)) is not None:  # somebody has asked the same meanwhile
        return known
    written = await table.export()
    return await table.long_work(lambda step: check(parse(written), table.kit.rules, step=step))
