"""The toy game as it is at Discord: a second game beside Titan that holds commands and panels to the contract alone.

It has none of what only some games have: no battles, no named secrets, no lands, no advice, no replays, no panel of its
own. Its kit is that of the house's tests; what can be chosen for it would need texts in the files of every language.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import discord
from discord import app_commands

from cogs.face.face import AnyCommand, Face, Panel
from cogs.face.overview import Overview
from cogs.house.game.lesson import Lesson
from cogs.house.game.lesson import read as read_lesson
from cogs.house.game.rulebook import Rulebook, Section
from cogs.house.game.variants import Variants
from cogs.house.words.words import Names
from cogs.interactions.access import table_here
from cogs.interactions.context import Reply, context_of, had, in_private, seated
from tests.plain import PIXEL
from tests.toy import KIT, TOY, View

LESSON = Path(__file__).parent / "toy_lesson.txt"
SECTIONS = (
    Section("dice.1", "Dice", "Rolling", ("R1.1",), "A die gives points, once a turn. More in R2.1."),
    Section("cards.1", "Cards", "Laying cards", ("R2.1",), "One or two cards are laid face down."),
)


class ToyOverview(Overview[View]):
    """What `/show` says of it."""

    def position(self, view: View, names: Names) -> str:
        return f"turn {view.turn}, cards {view.heights}, scores {view.scores}"

    def mine(self, view: View, names: Names) -> str:
        return f"your cards: {view.cards}"

    def scores(self, view: View, names: Names) -> str:
        return f"scores: {view.scores}"


class ToyReference:
    """What `/rules` explains of it."""

    blank = TOY.view(TOY.new_game(2, {}), None)
    illustrated: Mapping[str, tuple[str, str]] = {"dice.1": ("table", "")}
    cards: Mapping[str, Mapping[str, str]] = {}
    openings: Mapping[str, str] = {"sequence": "dice.1"}

    @property
    def lesson(self) -> Lesson:
        return read_lesson(LESSON, TOY)

    def rulebook(self, language: str) -> Rulebook:
        return Rulebook(language, SECTIONS, {"Card": "a number that one lays (R2.1)"})


def toy_commands() -> tuple[AnyCommand, ...]:
    """What `/toy` has beside that which every game has in its group."""
    return (_peek(),)


def _peek() -> AnyCommand:
    async def peek(interaction: discord.Interaction) -> None:
        context = context_of(interaction)

        async def work() -> Reply:
            table = await table_here(interaction)
            face = context.face(table)
            had(context, face, face if table.game.ruleset == TOY.name else None)
            return Reply(f"{table.view(seated(table, interaction.user.id)).cards}")

        await in_private(interaction, work)

    return app_commands.Command(name="peek", description="Your cards", callback=peek)


def toy_face() -> Face:
    """The toy game as it is at Discord."""
    return Face(
        kit=replace(
            KIT,
            variants=Variants(apart="pace"),
            flow=replace(KIT.flow, phase=lambda view, names: f"turn {view.turn}"),
        ),
        panel=Panel(
            prompt=lambda view, seat, names: f"{names[seat]}, it is your turn",
            shown=lambda view: ("hand",),
            undo=lambda labels: f"undo {', '.join(labels)}",
            emojis=lambda: {"toy_card": PIXEL},
        ),
        overview=ToyOverview(),
        reference=ToyReference(),
        commands=toy_commands,
    )
