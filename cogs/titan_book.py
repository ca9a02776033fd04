"""What can be looked up of Titan: its creatures, its terrains and the text of its rules."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from cogs.house.kit import View
from cogs.house.lesson import Lesson
from cogs.house.lesson import read as read_lesson
from cogs.house.rulebook import Rulebook, read
from cogs.titan_words import TitanWords
from engine.titan.ruleset import TITAN

CHAPTERS = Path(__file__).parent.parent / "docs" / "rules"
LESSON = Path(__file__).parent / "lessons" / "titan.txt"


class Book:
    """What `/rules` explains of Titan. Sections are named by their chapter and place in it, in every language."""

    openings: Mapping[str, str] = MappingProxyType({"sequence": "sequence.1", "battle": "battle.4"})
    illustrated: Mapping[str, str] = MappingProxyType({"mustering.2": "recruits"})

    def __init__(self, words: TitanWords) -> None:
        self.blank: View = TITAN.view(TITAN.new_game(2, {}), None)
        rules = self.blank.rules
        self.creatures: Mapping[str, str] = {code: words.terms.creature(code) for code in rules.kinds}
        self.terrains: Mapping[str, str] = {name: words.terms.terrain(name) for name in rules.board.terrains}

    @property
    def lesson(self) -> Lesson:
        """The game to learn by."""
        return read_lesson(LESSON, TITAN)

    def rulebook(self, language: str) -> Rulebook:
        """The rules in a language."""
        return read(CHAPTERS, language)
