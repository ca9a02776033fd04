"""What the bot says of a skirmish: events, refusals, labels of choices, and where the game stands.

Everything is said from what somebody may know: an event as seen, a view. Nothing here looks further.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from cogs.house.values.safe_text import quoted
from cogs.house.words.words import LABEL, PEOPLE, Names, Words, shortened
from cogs.skirmish.words import event_sentences, labels, prompts
from cogs.skirmish.words.orders import sentence
from cogs.skirmish.words.terms import Terms
from engine.core import Illegal, Seat
from engine.log import Undo
from engine.skirmish.actions import Action
from engine.skirmish.events import Event
from engine.skirmish.orders import FiledOrder
from engine.skirmish.view import View

HOLDINGS = frozenset({"bought", "cards", "drawn", "hand", "held", "kinds", "pool", "units"})
"""The facts that are units or cards taken together, counted by name."""

TOGETHER = frozenset({*PEOPLE, "blockers", "hexes", "targets"})
"""The lists that are all meant, and not one of them."""

SECTIONS_OF: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "direction": ("direction",),
        "how": ("how", "section", "play"),
        "phase": ("phase-name",),
        "section": ("section",),
        "stage": ("stage",),
        "step": ("combat-step",),
        "timing": ("timing",),
        "until": ("until",),
        "way": ("how", "learn", "section", "play", "until"),
    }
)
"""The facts that are words of the notation, and the sections of the file where those stand; the plurals too."""

NAMED = ("unit", "card", "half", "faction", "terrain")
"""The sections whose keys are ids of the tables, of which no two are alike."""

ORDER = 600
"""Characters of an order where it is quoted."""

MOST_NAMED = 10
"""So many possibilities are named at most."""


class SkirmishWords:
    """Skirmish in the language of `words`. Every method is pure; names are escaped by whoever gives them."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.terms = Terms(words)

    def event(self, event: Event, names: Names) -> str:
        """The sentence for an event as somebody has seen it; what was emptied is not said."""
        return event_sentences.news(self.terms, event, names)

    def refusal(self, illegal: Illegal, names: Names) -> str:
        """Why something may not be done, and what may. For its author alone."""
        if not self.terms.has(f"refusal.{illegal.code}"):
            return self.words.refusal(illegal, names)
        said = {name: self._fact(name, fact, names) for name, fact in illegal.facts.items()}
        return self.words.refused("skirmish.refusal", illegal, said)

    def text(self, key: str, **facts: object) -> str:
        """A text that is not the game's own."""
        return self.words.text(key, **facts)

    def action(self, action: Action | Undo, view: View, names: Names) -> str:
        """The label of a choice, at most 80 characters."""
        return labels.label(self.terms.at(view), action, view, names)

    def order(self, one: FiledOrder) -> str:
        """An order given ahead as its owner reads it, cut where it would fill a message."""
        return shortened(sentence(self.terms, one.order), ORDER)

    def undo(self, steps: Sequence[str]) -> str:
        """The label for taking back these steps, told by the label of the first and how many they are."""
        if len(steps) > 1:
            return shortened(self.terms.say("action.undo-many", number=len(steps), first=steps[0]), LABEL)
        return shortened(self.terms.say("action.undo-named", step=steps[0]), LABEL)

    def phase(self, view: View, names: Names) -> str:
        """One public line: `Round 3, Ann (Daqan): Move Step`."""
        return prompts.phase(self.terms, view, names)

    def beside(self, view: View, names: Names) -> str:
        """The same beside a call, which says the step: `Round 3, Ann (Daqan)`."""
        return prompts.beside(self.terms, view, names)

    def prompt(self, view: View, seat: Seat, names: Names) -> str:
        """What `seat`, whose own view this is, has to decide now. For him alone."""
        return prompts.prompt(self.terms.at(view), view, seat, names)

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
        if name == "verbs":
            return self.words.verb(fact)
        if name == "select":
            return self.terms.of_class(fact) if fact else ""
        if name in ("use", "uses"):
            return self.terms.cause(fact)
        if name == "possible" and self.terms.has(f"direction.{fact}"):
            return self.terms.direction(fact)
        sections = SECTIONS_OF.get(name, SECTIONS_OF.get(name.removesuffix("s"), NAMED))
        of = next((section for section in sections if self.terms.has(f"{section}.{fact}")), "")
        return self.terms.say(f"{of}.{fact}") if of else quoted(fact)

    def _list(self, name: str, facts: tuple[object, ...], names: Names) -> str:
        if name in HOLDINGS:
            return self._counted(name, facts, names)
        if name == "swaps":
            pairs = (" → ".join(str(self._fact(name, one, names)) for one in pair) for pair in _pairs(facts))
            return self.words.listing(pairs, "semicolon")
        if facts and all(isinstance(fact, tuple) for fact in facts):
            together = [self.words.listing(str(self._fact(name, one, names)) for one in pair) for pair in _pairs(facts)]
            more = ["…"] if len(together) > MOST_NAMED else []
            return self.words.listing([*together[:MOST_NAMED], *more], "semicolon")
        said = tuple(dict.fromkeys(str(self._fact(name, fact, names)) for fact in facts))
        if len(said) > MOST_NAMED:
            return self.words.listing((*said[:MOST_NAMED], "…"), "comma")
        return self.words.listing(said, "and" if name in TOGETHER else "or")

    def _counted(self, name: str, facts: tuple[object, ...], names: Names) -> str:
        said = [str(self._fact(name, fact, names)) for fact in facts]
        several = (
            one if (number := said.count(one)) == 1 else self.terms.say("several", number=number, unit=one)
            for one in dict.fromkeys(said)
        )
        return self.words.listing(several, "comma")


def _pairs(facts: tuple[object, ...]) -> tuple[tuple[object, ...], ...]:
    return tuple(pair for pair in facts if isinstance(pair, tuple))
