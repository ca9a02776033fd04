"""What can be looked up of skirmish: its units, its terrains and the text of its rules."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from cogs.face.charts import SequenceChart
from cogs.house.game.lesson import Lesson
from cogs.house.game.lesson import read as read_lesson
from cogs.house.game.rulebook import Rulebook, read
from cogs.house.words.words import ENGLISH
from cogs.skirmish.words.terms import Terms
from engine.core import View
from engine.skirmish.ruleset import SKIRMISH

CHAPTERS = Path(__file__).parents[2] / "docs" / "rules" / "skirmish"
LESSON = Path(__file__).parent / "lessons" / "thunderclap.txt"

CHARTS: Mapping[str, SequenceChart] = MappingProxyType(
    {"turn": SequenceChart("skirmish.chart.turn", 7, 4), "combat": SequenceChart("skirmish.chart.combat", 11, 4)}
)
"""The sequences that are drawn."""


class SkirmishReference:
    """What `/rules` explains of skirmish. Sections are named by their chapter and place in it, in every language."""

    openings: Mapping[str, str] = MappingProxyType({"sequence": "turn.1", "battle": "combat.2"})
    illustrated: Mapping[str, tuple[str, str]] = MappingProxyType(
        {"turn.1": ("sequence", "turn"), "combat.2": ("sequence", "combat")}
    )

    def __init__(self, terms: Terms) -> None:
        self.blank: View = SKIRMISH.view(SKIRMISH.new_game(2, {}), None)
        self.cards: Mapping[str, Mapping[str, str]] = {
            "creature": {kind: terms.unit(kind) for kind in terms.tables.kinds},
            "terrain": {terrain: terms.terrain(terrain) for terrain in terms.tables.terrains},
        }

    @property
    def lesson(self) -> Lesson:
        """The game to learn by."""
        return read_lesson(LESSON, SKIRMISH)

    def rulebook(self, language: str) -> Rulebook:
        """The rules in a language, in English where they are not told in it yet."""
        return read(CHAPTERS, language if (CHAPTERS / language).is_dir() else ENGLISH)
