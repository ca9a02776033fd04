"""What is counted of a skirmish that is over: who won, units destroyed and lost, dice against what was to be expected.

Everything comes from what everybody saw happen, and from the field as it is in the end.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cogs.house.game.telling import Seen
from cogs.house.values.finished import Standing
from cogs.skirmish.words.terms import Terms
from engine.core import Seat
from engine.skirmish.events import AttackDeclared, Destroyed, DiceRolled
from engine.skirmish.tables import Tables
from engine.skirmish.view import View

FIGURES = ("destroyed", "lost", "attacks", "dice", "hits", "due")
"""Enemy units destroyed, own units lost; attacks and counters; dice thrown in them, those that hit, and how many of
these were to be expected."""


@dataclass(frozen=True, slots=True)
class SkirmishTally:
    """The `Tally` of skirmish, in a language."""

    terms: Terms

    def count(self, happened: Sequence[Seen], final: View) -> tuple[Standing, ...]:
        """How each seat did: who won is first, both are without a winner; with the victory points."""
        figures = [dict.fromkeys(FIGURES, 0.0) for _ in final.sides]
        how = "strike"
        for each in happened:
            for event in each.events:
                match event:
                    case AttackDeclared():
                        how = event.how
                        figures[event.seat]["attacks"] += 1
                    case DiceRolled(card="") as rolled:
                        _rolled(self.terms.tables, figures[rolled.seat], rolled, how)
                    case Destroyed(owner=owner, by=by):
                        figures[owner]["lost"] += 1
                        if by is not None and by != owner:
                            figures[by]["destroyed"] += 1
        return tuple(Standing(place(final, side.seat), side.victory, None, figures[side.seat]) for side in final.sides)

    def turns(self, final: View) -> int:
        """The rounds."""
        return final.round

    def said(self, figures: Mapping[str, float]) -> tuple[str, ...]:
        """Units and dice, a line each."""
        say, lines = self.terms.say, []
        if figures["destroyed"] or figures["lost"]:
            lines.append(say("tally.units", number=round(figures["destroyed"]), lost=round(figures["lost"])))
        if figures["dice"]:
            whole, part = divmod(round(figures["due"] * 10), 10)
            due = say("tally.decimal", whole=whole, part=part)
            lines.append(say("tally.dice", number=round(figures["hits"]), dice=round(figures["dice"]), due=due))
        return tuple(lines)


def place(final: View, seat: Seat) -> int:
    """The place of a seat: 1 for who won, and for both where nobody did."""
    return 1 if final.winner in (None, seat) else 2


def _rolled(tables: Tables, figures: dict[str, float], event: DiceRolled, how: str) -> None:
    """The dice of an attack, whatever became of them (B3.2)."""
    hits = tables.ranged_hits if how == "ranged" else tables.melee_hits
    figures["dice"] += len(event.faces)
    figures["hits"] += sum(face in hits for face in event.faces)
    figures["due"] += len(event.faces) * len(hits) / len(tables.faces)
