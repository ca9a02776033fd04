"""What the bot says of a game of Titan: events, refusals, labels of choices, and where the game stands.

Everything is said from what somebody may know: an event as seen, a view. Nothing here looks further.
"""

from __future__ import annotations

from collections.abc import Sequence

from cogs.house.values.safe_text import quoted
from cogs.house.words.words import LABEL, PEOPLE, Names, Words, shortened
from cogs.titan.words import event_sentences, labels, prompts
from cogs.titan.words.orders import sentence
from cogs.titan.words.terms import Terms
from engine.core import Illegal, Seat
from engine.log import Undo
from engine.titan.actions import Action
from engine.titan.battle.frame import PLACES
from engine.titan.events import Event
from engine.titan.orders import FiledOrder
from engine.titan.view import View

LANDS = frozenset({"to", "land", "lands", "reach", "possible"})
"""The facts of a refusal whose numbers are lands."""

SIDES = frozenset({"side", "sides"})

FIGHTERS = frozenset({"character", "striker", "target", "strikers", "targets"})
"""The facts whose hexes stand for the characters on them."""

HOLDINGS = frozenset({"creatures", "contents", "losses", "shown"})
"""The facts that are characters taken together, counted by kind."""

TOGETHER = frozenset({"free", "lands", "legions", "own", "strikers"})
"""The lists that are all meant, and not one of them."""


MOST = 8
"""Of a longer list only the first are said: the picture beside it has all."""

ORDER = 300
"""Characters of an order where it is quoted."""


class TitanWords:
    """Titan in the language of `words`. Every method is pure; names are escaped by whoever gives them."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.terms = Terms(words)

    def event(self, event: Event, names: Names) -> str:
        """The sentence for an event as somebody has seen it; what was emptied is not said."""
        return event_sentences.news(self.terms, event, names)

    def refusal(self, illegal: Illegal, names: Names) -> str:
        """Why something may not be done, and what may. For its author alone (ASYNC_PLAY A3.7)."""
        if f"titan.refusal.{illegal.code}" not in self.words:
            return self.words.refusal(illegal, names)
        said = {name: self._fact(name, fact, names) for name, fact in illegal.facts.items()}
        return self.words.refused("titan.refusal", illegal, said)

    def text(self, key: str, **facts: object) -> str:
        """A text that is not Titan's own."""
        return self.words.text(key, **facts)

    def action(self, action: Action | Undo, view: View, names: Names) -> str:
        """The label of a choice, at most 80 characters."""
        return labels.label(self.terms, action, view, names)

    def order(self, one: FiledOrder) -> str:
        """An order given ahead as its owner reads it, cut where it would fill a message."""
        return shortened(sentence(self.terms, one.order), ORDER)

    def undo(self, steps: Sequence[str]) -> str:
        """The label for taking back these steps, told by their own labels; the first one names them all."""
        said = self.words.listing(steps, "comma")
        return shortened(self.terms.say("action.undo-named", step=said), LABEL)

    def phase(self, view: View, names: Names) -> str:
        """One public line: `Turn 3, Ann (Red): movement, rolled 4`."""
        return prompts.phase(self.terms, view, names)

    def prompt(self, view: View, seat: Seat, names: Names) -> str:
        """What `seat`, whose own view this is, has to decide now. For him alone."""
        return prompts.prompt(self.terms, view, seat, names)

    def set_up(self, view: View, names: Names) -> str:
        """Where everybody begins and in which color, as it was drawn, in the order of turns; then whose turn it is."""
        order = sorted(view.players, key=lambda player: -player.tower)
        who = ((names[each.seat], each.tower, self.terms.colour(each.colour)) for each in order)
        towers = [self.terms.say("set-up.one", player=player, land=land, color=color) for player, land, color in who]
        told = self.terms.say("set-up.all", towers=self.words.listing(towers, "comma"))
        return f"{told}\n{self.terms.say('event.turnbegan', player=names[view.active], turn=view.turn)}"

    def _fact(self, name: str, fact: object, names: Names) -> object:
        match fact:
            case bool():
                return fact
            case int() if name in PEOPLE:
                return names[Seat(fact)]
            case int() if name in LANDS:
                return self.terms.land(fact)
            case int() if name in SIDES:
                return self.terms.side(fact)
            case str():
                return self._word(name, fact)
            case tuple():
                return self._list(name, fact, names)
            case _:
                return fact

    def _word(self, name: str, fact: str) -> str:
        if name == "verbs":
            return self.words.verb(fact)
        if f"titan.creature.{fact}" in self.words:
            return self.terms.creature(fact)
        if fact in PLACES and name in FIGHTERS:
            return self.terms.say("on-hex", hex=fact)
        if f"titan.phase-name.{fact}" in self.words and name == "phase":
            return self.terms.say(f"phase-name.{fact}")
        return self.terms.colour(quoted(fact))

    def _list(self, name: str, facts: tuple[object, ...], names: Names) -> str:
        if name in HOLDINGS and all(f"titan.creature.{fact}" in self.words for fact in facts):
            return self.terms.creatures(map(str, facts))
        if name == "pairs":
            return self.words.listing((self._pair(fact) for fact in facts), "or")
        if name == "ways":
            ways = (self.terms.creatures(way) if isinstance(way, tuple) else str(way) for way in facts)
            return self.words.listing(dict.fromkeys(ways), "or")
        hexes = [fact for fact in facts if isinstance(fact, str) and fact in PLACES]
        if name in FIGHTERS and len(hexes) == len(facts) > 1:
            return self.terms.say("on-hexes", hexes=self.words.listing(hexes, "and" if name in TOGETHER else "or"))
        said = [*dict.fromkeys(str(self._fact(name, fact, names)) for fact in facts)]
        if len(said) > MOST:
            said[MOST - 1 :] = [self.terms.say("refused.more", number=len(said) - MOST + 1)]
        return self.words.listing(said, "and" if name in TOGETHER or name in PEOPLE else "or")

    def _pair(self, pair: object) -> str:
        assert isinstance(pair, tuple), "a strike is made with dice and a number"
        dice, number = pair
        return self.terms.say("pair-short", dice=self.terms.dice(dice), number=number)
