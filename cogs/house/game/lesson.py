"""A lesson: a recorded game that stops where the learner has something to decide.

It goes through the rules' own door, dice included, so it can never teach what the rules do not allow. What the learner
chooses otherwise is allowed as well, and not what the lesson is about.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from cogs.house.game.game_types import AnyRules, Opaque
from engine.core import CHANCE, Action, Drawn, Event, Illegal, Seat
from engine.ruleset import play

LEARNER = Seat(0)


@dataclass(frozen=True, slots=True)
class LessonStep:
    """Something to decide, or a page to look at: the state there, and what is wanted of the learner.

    `clause` is the rule that it teaches, `happens` are the events of what is wanted and of the dice right after it.
    A page has a kind of picture in place of that.
    """

    name: str
    clause: str
    state: Opaque
    wanted: Action | None = None
    happens: tuple[Event, ...] = ()
    picture: str = ""


@dataclass(frozen=True, slots=True)
class Lesson:
    """The steps of a recorded game, and the state at its end. The learner sits on the seat LEARNER."""

    rules: AnyRules
    seats: int
    steps: tuple[LessonStep, ...]
    end: Opaque

    def state(self, place: int) -> Opaque:
        """The game before the step of that number, counted from 0; at its end behind the last."""
        return self.steps[place].state if place < len(self.steps) else self.end

    def refusal(self, place: int, action: Action) -> Illegal:
        """Why something is not allowed at a step."""
        try:
            play(self.rules, self.steps[place].state, LEARNER, action)
        except Illegal as illegal:
            return illegal
        raise AssertionError(f"it is allowed: {action}")


@lru_cache
def read(path: Path, rules: AnyRules) -> Lesson:
    """The lesson of a file: `seats 2 option=value`, then lines with their seats: `0 roll`, `-1 draw 5`.

    Before what the learner has to find stands `= name clause`; `! name clause kind` is a page with a picture of the
    kind.
    """
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    number, *options = lines[0].removeprefix("seats ").split()
    seats = int(number)
    state = rules.new_game(seats, dict(option.split("=") for option in options))
    steps: list[LessonStep] = []
    name, clause, rolling = "", "", False
    for line in lines[1:]:
        sign, _, said = line.partition(" ")
        if sign == "=":
            name, _, clause = said.partition(" ")
            continue
        if sign == "!":
            page, read_up, kind = said.split()
            steps.append(LessonStep(page, read_up, state, picture=kind))
            continue
        before, seat, action = state, Seat(int(sign)), rules.notation.parse(said)
        state, events = _applied(rules, state, seat, action)
        if name:
            assert seat == LEARNER, f"{name}: the learner decides"
            steps.append(LessonStep(name, clause, before, action, events))
        elif seat == CHANCE and rolling:
            steps[-1] = replace(steps[-1], happens=steps[-1].happens + events)
        rolling, name = bool(name) or (rolling and seat == CHANCE), ""
    return Lesson(rules, seats, tuple(steps), state)


def _applied(rules: AnyRules, state: Opaque, seat: Seat, action: Action) -> tuple[Opaque, tuple[Event, ...]]:
    if seat != CHANCE:
        return play(rules, state, seat, action)
    draw = rules.wants(state)
    assert draw is not None, f"{action}: nothing is to be drawn"
    assert isinstance(action, Drawn), action
    assert len(action.values) == draw.count, action
    return rules.apply(state, CHANCE, action)
