"""The panel of a winner: whom to add to the legion, each choice by itself or all in one form (R18.2, A3.4)."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.face.presses import form as opens
from cogs.face.presses import run
from cogs.face.screen import Field, Filled, Form, Menu, Press, Row, Screen, Sight, headline, in_rows
from cogs.titan.words.labels import fitting
from cogs.titan.words.prompts import prompt
from cogs.titan.words.terms import Terms
from engine.core import Illegal
from engine.titan.actions import Acquire, Done, May, Reinforce, Summon
from engine.titan.phases.settlement import entitled
from engine.titan.view import View

Addition = Acquire | Summon | Reinforce

ADD = "add"
NOBODY = "-"
FEW = 4
"""Up to so many additions are buttons."""
MOST_ANGELS = 4
"""So many angels at most are asked for in one form; what is due beyond comes in the panel after it."""
ROOM = 24
"""Options of a list, beside *nobody*."""


def screen(terms: Terms, sight: Sight) -> Screen | None:
    """Whom to add; None if that is nothing to this seat."""
    if sight.view.gathering is None or sight.place:
        return None
    additions = tuple(action for action in sight.actions if isinstance(action, Addition))
    rows: list[Row] = []
    if len(additions) <= FEW:
        rows += in_rows([_one(terms, sight, action) for action in additions])
    else:
        rows.append(Menu(terms.say("spoils.whom"), tuple(sight.press(action) for action in additions[:ROOM])))
    done = sight.press(Done(), terms.say("spoils.done"))
    several = len(additions) > 1
    rows.append((Press(opens(ADD), terms.say("spoils.together"), style="main"), done) if several else (done,))
    said = headline(prompt(terms, sight.view, sight.seat, sight.names))
    if sight.view.aftermath is not None:
        said = f"{said}\n{terms.say('spoils.replay')}"
    return Screen(said, tuple(rows))


def _one(terms: Terms, sight: Sight, action: Addition) -> Press:
    """An addition as a button."""
    short = action.recruit if isinstance(action, Reinforce) else action.creature
    return sight.press(action, fitting(sight.label(action), terms.creature(short)))


def form(terms: Terms, sight: Sight) -> Form | None:
    """Every addition in one form: an angel for each multiple passed, and one out of another legion or of the land."""
    gathering = sight.view.gathering
    if gathering is None or sight.place != (ADD,):
        return None
    stacks = {code: number for code, number, _ in sight.view.caretaker}
    due = entitled(sight.view.rules, gathering.due[:MOST_ANGELS], stacks) if any(sight.of(Acquire)) else ()
    fields = [_angel(terms, multiple, kinds) for multiple, kinds in due]
    others = tuple(sight.of(Summon, Reinforce))[:ROOM]
    if others:
        nobody = Press(NOBODY, terms.say("spoils.nobody"))
        options = (nobody, *(Press(sight.line(action).replace(" ", ":"), sight.label(action)) for action in others))
        about = terms.say("spoils.summon" if isinstance(others[0], Summon) else "spoils.reinforce")
        fields.append(Field("other", about, options, before=(NOBODY,)))
    if not fields:
        return None
    room = sight.view.rules.max_height - next(
        one.height for one in sight.view.legions if one.marker == gathering.legion
    )

    def made(filled: Filled) -> str:
        chosen = [value for field in fields for value in filled.get(field.name, ()) if value != NOBODY]
        if len(chosen) > room:
            raise Illegal("additions-room", legion=gathering.legion, number=room)
        return run(ADD, *chosen)

    return Form(terms.say("spoils.title", legion=gathering.legion), tuple(fields), made)


def _angel(terms: Terms, multiple: int, kinds: Sequence[str]) -> Field:
    """The angel due for a multiple of 100, the dearest beforehand."""
    options = tuple(Press(f"acquire:{code}", terms.creature(code)) for code in kinds)
    nobody = Press(NOBODY, terms.say("spoils.nobody"))
    about = terms.say("spoils.angel", score=multiple)
    return Field(f"angel-{multiple}", about, (*options, nobody), before=(options[0].carries,))


class Adding:
    """Adds what was chosen in the form, one after the other, and ends it if the rules have not ended it by then.

    It stops at what can't be done: whoever chose that decides in the panel what else is added (R18.7).
    """

    def __init__(self, sight: Sight, chosen: Sequence[str]) -> None:
        self._line = sight.line
        self._left = [*(line.replace(":", " ") for line in chosen), sight.line(Done())]
        self._began = sight.view.engaged

    def __call__(self, view: View, actions: Sequence[May]) -> May | None:
        """The next step."""
        if view.gathering is None or view.engaged != self._began or not self._left:
            return None
        legal: dict[str, May] = {self._line(action): action for action in actions}
        return legal.get(self._left.pop(0))


def going_on(sight: Sight) -> Adding | None:
    """What the form was filled with; None if nothing is to be added now."""
    if sight.view.gathering is None or sight.place[:1] != (ADD,):
        return None
    return Adding(sight, sight.place[1:])
