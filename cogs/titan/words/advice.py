"""Advice on Titan in words: why something may not be done, and why a strike has its number. For its reader alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cogs.face.face import Hint
from cogs.house.words.words import Names
from cogs.titan.words.advice_hints import because, hint
from cogs.titan.words.advice_odds import TitanOddsQuestion, chart, own
from cogs.titan.words.labels import label
from cogs.titan.words.terms import Terms, at
from engine.core import Illegal
from engine.likeness import nearest_line
from engine.log import Undo
from engine.notation import verb
from engine.titan.actions import NOTATION, Action, May, Strike
from engine.titan.battle.account import StrikeSum, account
from engine.titan.clauses import clauses
from engine.titan.nearest import nearest
from engine.titan.odds import Ending, odds
from engine.titan.view import View
from render.titan.cards.odds import OddsChart

MELEE, CARRIED, SHOT = ("R13.5", "R13.6", "R13.8"), ("R14.1", "R14.2", "R14.4"), ("R15.4", "R15.5", "R14.7")
"""The clauses of a strike, of what is carried, and of a rangestrike."""

MINUS = "−"

Wanted = May | str | None
"""What somebody wanted: an action, or a line that could not be read; None if nobody knows."""


class TitanAdvice:
    """All advice on Titan, in the language of `terms`."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms

    def why_not(
        self, view: View, illegal: Illegal, said: str, legal: Sequence[May], wanted: Wanted, names: Names
    ) -> str:
        """See `why_not`."""
        return why_not(self.terms, view, illegal, said, legal, wanted, names)

    def hint(self, view: View, legal: Sequence[May], step: int, names: Names) -> Hint:
        """See `advice_hints.hint`."""
        return hint(self.terms, view, legal, step, names)

    def because(self, view: View, legal: Sequence[May], names: Names) -> Hint | None:
        """See `advice_hints.because`."""
        return because(self.terms, view, legal)

    def battle(self, view: View) -> TitanOddsQuestion | None:
        """See `titan_advice_odds.own`."""
        return own(view)

    def odds(self, asked: TitanOddsQuestion, endings: Sequence[Ending]) -> OddsChart:
        """See `titan_advice_odds.chart`."""
        return chart(self.terms, asked, odds(endings))


def why_not(
    terms: Terms,
    view: View,
    illegal: Illegal,
    said: str,
    legal: Iterable[May],
    wanted: Wanted,
    names: Names,
) -> str:
    """A refusal with the way to its clause and the nearest thing that is possible.

    `said` is its sentence, `legal` what the seat of the view may do, and `wanted` what it wanted: an action, or a line
    that could not be read; None if that is not known.
    """
    parts = [said]
    near = None if isinstance(wanted, Undo | None) else _near(view, tuple(legal), wanted)
    if near is not None:
        key = "why.meant" if isinstance(wanted, str) else "why.nearest"
        parts.append(terms.say(key, label=label(terms, near, view, names), line=NOTATION.line(near)))
    return "\n".join((*parts, *_clauses(terms, "why.clause", clauses(illegal.code))))


def _near(view: View, legal: Sequence[May], wanted: Action | str) -> Action | None:
    if not isinstance(wanted, str):
        return nearest(view.rules, legal, wanted)
    said = wanted.partition(" ")[0].casefold()
    able = {NOTATION.line(action): action for action in legal if not isinstance(action, Undo)}
    alike = [line for line, action in able.items() if verb(type(action)) == said]
    line = nearest_line(alike or tuple(able), wanted)
    return None if line is None else able[line]


def why_number(terms: Terms, view: View, strike: Strike) -> str:
    """How the dice and the number of a strike come about, as a small sum. The strike must be one that may be made."""
    told = account(view, strike)
    facts = {
        "striker": terms.creature(told.striker),
        "target": terms.creature(told.target),
        "hex": strike.striker,
        "target_hex": strike.target,
        "dice": terms.dice(strike.dice),
        "number": strike.number,
        "range": told.range,
        "hits": told.needs,
    }
    lines = [
        terms.say("sum.shot" if told.ranged else "sum.strike", **facts),
        terms.say("sum.dice", sum=_sum(terms, told, "dice"), total=strike.dice),
        terms.say("sum.number", sum=_sum(terms, told, "number"), total=strike.number),
        terms.say("sum.needs", **facts),
        *_left_over(terms, view, told, facts),
        *_clauses(
            terms,
            "sum.clauses",
            SHOT if told.ranged else (*MELEE, *(CARRIED if told.carries and strike.dice > told.needs else ())),
        ),
    ]
    return "\n".join(lines)


def _sum(terms: Terms, told: StrikeSum, of: str) -> str:
    """`4 (always) − 2 (Skill of Ogre) + 3 (Skill of Lion)`: what adds nothing is left out."""
    said = ""
    for part in told.parts:
        figure: int = getattr(part, of)
        if figure:
            hazard = terms.say(f"hazard.{part.hazard}") if part.hazard else ""
            names = {"striker": terms.creature(told.striker), "target": terms.creature(told.target)}
            what = terms.say(f"sum.{part.what}", hazard=hazard, **names)
            sign = (f" {MINUS} " if figure < 0 else " + ") if said else (MINUS if figure < 0 else "")
            said += sign + terms.say("sum.part", figure=abs(figure), what=what)
    return said


def _left_over(terms: Terms, view: View, told: StrikeSum, facts: dict[str, object]) -> list[str]:
    """Where hits go that the target does not need; nothing if there can be none."""
    if told.strike.dice <= told.needs:
        return []
    if told.ranged:
        return [terms.say("sum.no-carry")]
    lines = []
    if told.carries:
        lines.append(terms.say("sum.carries", targets=_those(terms, view, told.carries)))
    elif not told.barred:
        lines.append(terms.say("sum.alone", **facts))
    if told.barred:
        lines.append(terms.say("sum.barred", targets=_those(terms, view, told.barred)))
    return lines


def _those(terms: Terms, view: View, hexes: Iterable[str]) -> str:
    return terms.words.listing(f"{terms.creature(at(view, hex_))} {hex_}" for hex_ in hexes)


def _clauses(terms: Terms, key: str, found: tuple[str, ...]) -> list[str]:
    """A line that leads to the first of these clauses; none for none."""
    return [terms.say(key, first=found[0])] if found else []
