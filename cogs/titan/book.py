"""What can be looked up of Titan: its creatures, its terrains and the text of its rules."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from cogs.house.kit import View
from cogs.house.lesson import Lesson
from cogs.house.lesson import read as read_lesson
from cogs.house.rulebook import Rulebook, read
from cogs.house.words import ENGLISH, Words
from cogs.titan.words import TitanWords
from engine.titan.ruleset import TITAN
from render.titan.sequence import Strip

CHAPTERS = Path(__file__).parents[2] / "docs" / "rules" / "titan"
LESSON = Path(__file__).parent / "lessons" / "titan.txt"

CARDS: Mapping[str, int] = MappingProxyType({"turn": 4, "battle": 6})
"""How many steps a sequence has."""

ACROSS: Mapping[str, int] = MappingProxyType({"turn": 4, "battle": 3})
"""How many of them stand side by side."""


class Book:
    """What `/rules` explains of Titan. Sections are named by their chapter and place in it, in every language."""

    openings: Mapping[str, str] = MappingProxyType({"sequence": "sequence.1", "battle": "battle.4"})
    illustrated: Mapping[str, tuple[str, str]] = MappingProxyType(
        {"sequence.1": ("sequence", "turn"), "battle.4": ("sequence", "battle"), "mustering.2": ("recruits", "")}
    )

    def __init__(self, words: TitanWords) -> None:
        self.blank: View = TITAN.view(TITAN.new_game(2, {}), None)
        rules = self.blank.rules
        terrains = {name: words.terms.terrain(name) for name in rules.board.terrains}
        self.cards: Mapping[str, Mapping[str, str]] = {
            "creature": {code: words.terms.creature(code) for code in rules.kinds},
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


def chart(words: Words, name: str) -> Strip:
    """A sequence to be drawn, in words: that of a `turn` or of a round of `battle`."""
    key = f"rulebook.chart.{name}"
    numbers = range(1, CARDS[name] + 1)
    steps = tuple((words.text(f"{key}.name-{n}"), words.text(f"{key}.said-{n}")) for n in numbers)
    return Strip(words.text(f"{key}.title"), steps, ACROSS[name])


def chart_alt(words: Words, name: str) -> str:
    """What the picture of a sequence shows."""
    strip = chart(words, name)
    steps = (
        words.text("rulebook.chart.step", number=number, name=step, said=said)
        for number, (step, said) in enumerate(strip.steps, 1)
    )
    return words.text("rulebook.chart.alt", title=strip.title, steps=words.listing(steps, "semicolon"))
