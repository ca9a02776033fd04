"""What can be looked up of Titan: its creatures, its terrains and the text of its rules."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from cogs.face.charts import SequenceChart
from cogs.house.game.lesson import Lesson
from cogs.house.game.lesson import read as read_lesson
from cogs.house.game.rulebook import Rulebook, read
from cogs.house.words.words import ENGLISH
from cogs.titan.words.terms import Terms
from engine.core import View
from engine.titan.ruleset import TITAN

CHAPTERS = Path(__file__).parents[2] / "docs" / "rules" / "titan"
LESSON = Path(__file__).parent / "lessons" / "titan.txt"

CHARTS: Mapping[str, SequenceChart] = MappingProxyType(
    {"turn": SequenceChart("rulebook.chart.turn", 4, 4), "battle": SequenceChart("rulebook.chart.battle", 6, 3)}
)
"""The sequences that are drawn."""


class TitanReference:
    """What `/rules` explains of Titan. Sections are named by their chapter and place in it, in every language."""

    openings: Mapping[str, str] = MappingProxyType({"sequence": "sequence.1", "battle": "battle.4"})
    illustrated: Mapping[str, tuple[str, str]] = MappingProxyType(
        {"sequence.1": ("sequence", "turn"), "battle.4": ("sequence", "battle"), "mustering.2": ("recruits", "")}
    )

    def __init__(self, terms: Terms) -> None:
        self.blank: View = TITAN.view(TITAN.new_game(2, {}), None)
        rules = self.blank.rules
        terrains = {name: terms.terrain(name) for name in rules.board.terrains}
        self.cards: Mapping[str, Mapping[str, str]] = {
            "creature": {code: terms.creature(code) for code in rules.kinds},
            "terrain": terrains,
            "recruits": terrains,
        }

    @property
    def lesson(self) -> Lesson:
        """The game to learn by."""
        return read_lesson(LESSON, TITAN)

    def rulebook(self, language: str) -> Rulebook:
        """The rules in a language, in English where they are not told in it yet."""
        return read(CHAPTERS, language if (CHAPTERS / language).is_dir() else ENGLISH)
