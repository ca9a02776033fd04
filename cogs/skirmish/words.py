"""What the bot says of a skirmish: events, refusals, labels of choices, and where the game stands.

Everything is said from what somebody may know: an event as seen, a view. Nothing here looks further.
"""

from __future__ import annotations

from collections.abc import Sequence

from cogs.house.words import LABEL, PEOPLE, Names, Words, quoted, shortened
from cogs.skirmish.terms import Terms
from engine.core import Illegal, Seat

HOLDINGS = frozenset({"bought", "cards", "drawn", "hand", "held", "kinds", "pool", "units"})
"""The facts that are units or cards taken together, counted by name."""

SECTIONS_OF = {"phase": "phase-name", "stage": "stage", "how": "how", "section": "section", "timing": "timing"}
"""The facts that are words of one kind, and the section of the file where that stands; plurals too."""

MOST_NAMED = 30
"""So many possibilities are named at most."""


class SkirmishWords:
    """Skirmish in the language of `words`. Every method is pure; names are escaped by whoever gives them."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.terms = Terms(words)

    def refusal(self, illegal: Illegal, names: Names) -> str:
        """Why something may not be done, by which clause, and what may. For its author alone."""
        if not self.terms.has(f"refusal.{illegal.code}"):
            return self.words.refusal(illegal, names)
        said = {name: self._fact(name, fact, names) for name, fact in illegal.facts.items()}
        return self.words.refused("skirmish.refusal", illegal, said)

    def text(self, key: str, **facts: object) -> str:
        """A text that is not the game's own."""
        return self.words.text(key, **facts)

    def undo(self, steps: Sequence[str]) -> str:
        """The label for taking back these steps, told by their own labels."""
        return shortened(self.terms.say("action.undo-named", step=self.words.listing(steps, "comma")), LABEL)

    def _fact(self, name: str, fact: object, names: Names) -> object:
        match fact:
            case bool():
                return fact
            case int() if name in PEOPLE:
                return names[Seat(fact)]
            case str():
                return self._word(name, fact)
            case tuple():
                return self._list(name, fact, names)
            case _:
                return fact

    def _word(self, name: str, fact: str) -> str:
        section = SECTIONS_OF.get(name.removesuffix("s"), "")
        if section and self.terms.has(f"{section}.{fact}"):
            return self.terms.say(f"{section}.{fact}")
        if name == "verbs":
            return self.words.text(f"discord.verb.{fact}")
        found = (each for each in ("unit", "card", "half", "faction", "terrain") if self.terms.has(f"{each}.{fact}"))
        of = next(found, "")
        return self.terms.say(f"{of}.{fact}") if of else quoted(fact)

    def _list(self, name: str, facts: tuple[object, ...], names: Names) -> str:
        if name in HOLDINGS:
            return self._counted(name, facts, names)
        if name == "swaps":
            pairs = (" → ".join(str(self._fact(name, one, names)) for one in pair) for pair in _pairs(facts))
            return self.words.listing(pairs, "semicolon")
        said = tuple(dict.fromkeys(str(self._fact(name, fact, names)) for fact in facts))
        if len(said) > MOST_NAMED:
            return self.words.listing((*said[:MOST_NAMED], "…"), "comma")
        return self.words.listing(said, "and" if name in PEOPLE else "or")

    def _counted(self, name: str, facts: tuple[object, ...], names: Names) -> str:
        said = [str(self._fact(name, fact, names)) for fact in facts]
        several = (
            one if (number := said.count(one)) == 1 else self.terms.say("several", number=number, unit=one)
            for one in dict.fromkeys(said)
        )
        return self.words.listing(several, "comma")


def _pairs(facts: tuple[object, ...]) -> tuple[tuple[object, ...], ...]:
    return tuple(pair for pair in facts if isinstance(pair, tuple))
