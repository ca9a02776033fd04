"""Sequences to be drawn, in the words of a language: what follows what in a turn, in a battle, in a combat."""

from __future__ import annotations

from dataclasses import dataclass

from cogs.house.words.words import Words
from render.sequence import Strip


@dataclass(frozen=True, slots=True)
class SequenceChart:
    """A sequence whose words stand below `key`: `title`, and of each step `name-1` and `said-1`.

    `wide` of its `steps` stand side by side.
    """

    key: str
    steps: int
    wide: int

    def strip(self, words: Words) -> Strip:
        """The sequence as it is drawn."""
        numbers = range(1, self.steps + 1)
        steps = tuple((words.text(f"{self.key}.name-{n}"), words.text(f"{self.key}.said-{n}")) for n in numbers)
        return Strip(words.text(f"{self.key}.title"), steps, self.wide)

    def alt(self, words: Words) -> str:
        """What its picture shows."""
        strip = self.strip(words)
        steps = (
            words.text("rulebook.chart.step", number=number, name=step, said=said)
            for number, (step, said) in enumerate(strip.steps, 1)
        )
        return words.text("rulebook.chart.alt", title=strip.title, steps=words.listing(steps, "semicolon"))
