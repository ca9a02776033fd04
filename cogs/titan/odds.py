"""`/show odds`: what the program makes of a battle. For whoever asks alone."""

from __future__ import annotations

import discord
from discord import app_commands

from cogs.face.face import AnyCommand, Face
from cogs.face.lengths import ForceText
from cogs.face.limits import CHOICE
from cogs.face.screen import MOST_OPTIONS
from cogs.house.table.table import Table
from cogs.house.values.records import Status
from cogs.house.words.words import shortened
from cogs.interactions.access import table_at
from cogs.interactions.completing import or_nothing
from cogs.interactions.context import Context, Reply, context_of, described, explained, in_private, localised, option
from cogs.panel.advice import check_hints, odds
from cogs.titan.words.advice import TitanAdvice
from cogs.titan.words.advice_odds import OddsRequest, completions, question
from cogs.titan.words.terms import Terms
from engine.titan.board import BOTTOM, SIDES
from engine.titan.rules import rules_for
from engine.titan.ruleset import TITAN
from engine.titan.view import View


async def _answer(interaction: discord.Interaction, asked: OddsRequest) -> Reply:
    """The odds that are asked for, as text and as a picture."""
    context, user = context_of(interaction), interaction.user.id
    table = await _table(context, interaction)
    face = _titan(context, table)
    if table is not None:
        check_hints(table)
    view = face.reference.blank if table is None else table.view(table.seat_of(user))
    assert isinstance(view, View), "of Titan"
    with explained(context, table):
        wanted = question(_terms(face), view, asked)
    picture = await odds(context, face, table, user, wanted)
    return Reply(picture.alt, (picture,))


async def _table(context: Context, interaction: discord.Interaction) -> Table | None:
    """The game of the channel that is being played or was; None if there is none."""
    table = await table_at(interaction)
    return table if table is not None and table.game.status in (Status.RUNNING, Status.OVER) else None


def _titan(context: Context, table: Table | None) -> Face:
    """Titan in the reader's words. Raises Illegal `other-game` for a table of another game."""
    if table is not None and table.game.ruleset != TITAN.name:
        raise context.other_game(context.face(table))
    return context.faces[TITAN.name]


def _terms(face: Face) -> Terms:
    """The vocabulary that the reader is told in."""
    assert isinstance(face.advice, TitanAdvice), "the odds are Titan's"
    return face.advice.terms


def odds_command() -> AnyCommand:
    """`/show odds`: without options one's own battle or engagement."""
    terrains, sides = rules_for({}).grounds, SIDES

    @app_commands.describe(
        attackers=option("attackers"), defenders=option("defenders"), terrain=option("terrain", "show-odds"),
        side=option("side", "show-odds"),
    )  # fmt: skip
    @app_commands.choices(
        terrain=[app_commands.Choice(name=localised(f"titan.terrain.{name}"), value=name) for name in terrains],
        side=[app_commands.Choice(name=localised(f"titan.from.{side}"), value=str(side)) for side in sides],
    )
    async def show_odds(
        interaction: discord.Interaction,
        attackers: ForceText | None = None,
        defenders: ForceText | None = None,
        terrain: app_commands.Choice[str] | None = None,
        side: app_commands.Choice[str] | None = None,
    ) -> None:
        asked = OddsRequest(
            (attackers or "").strip(),
            (defenders or "").strip(),
            terrain.value if terrain else "",
            int(side.value) if side else BOTTOM,
        )
        await in_private(interaction, lambda: _answer(interaction, asked))

    command: AnyCommand = app_commands.Command(name="odds", description=described("show-odds"), callback=show_odds)
    for name in ("attackers", "defenders"):
        command.autocomplete(name)(_completed)
    return command


@or_nothing
async def _completed(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Legions that the reader knows all of, and creatures."""
    context = context_of(interaction)
    table = await _table(context, interaction)
    view = None if table is None else table.view(table.seat_of(interaction.user.id))
    found = completions(_terms(_titan(context, table)), view, typed)
    fitting = ((value, said) for value, said in found if len(value) <= CHOICE)
    return [app_commands.Choice(name=shortened(said, CHOICE), value=value) for value, said in fitting][:MOST_OPTIONS]
