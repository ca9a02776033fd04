"""A lesson: a recorded game that stops where the learner has something to decide.

It goes through the rules' own door, dice included, so it can never teach what the rules do not allow. What the learner
chooses otherwise is refused by the rules themselves, or is allowed and not what the lesson is about.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from engine.core import CHANCE, Drawn, Illegal, Ruleset, Seat, play

LEARNER = Seat(0)


@dataclass(frozen=True, slots=True)
class Step:
    """Something to decide: the state before it, the line that is wanted, and all that are offered.

    `clause` is the rule that it teaches, `happens` are the events of the wanted line and of the dice right after it.
    """

    name: str
    clause: str
    state: Any
    wanted: str
    offered: tuple[str, ...]
    happens: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Lesson:
    """The steps of a recorded game, and the state at its end. The learner sits on the seat LEARNER."""

    rules: Ruleset[Any, Any, Any, Any]
    seats: int
    steps: tuple[Step, ...]
    end: Any

    def state(self, place: int) -> Any:
        """The game before the step of that number, counted from 0; at its end behind the last."""
        return self.steps[place].state if place < len(self.steps) else self.end

    def refusal(self, place: int, line: str) -> Illegal | None:
        """Why a line is not allowed at a step; None if it is."""
        try:
            play(self.rules, self.steps[place].state, LEARNER, self.rules.notation.parse(line))
        except Illegal as illegal:
            return illegal
        return None


@lru_cache
def read(path: Path, rules: Ruleset[Any, Any, Any, Any]) -> Lesson:
    """The lesson of a file: `seats 2 option=value`, then `0 roll` or `-1 draw 5`, with `= name clause` and `? line`."""
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    number, *options = lines[0].removeprefix("seats ").split()
    seats = int(number)
    state = rules.new_game(seats, dict(option.split("=") for option in options))
    steps: list[Step] = []
    name, clause, others, rolling = "", "", list[str](), False
    for line in lines[1:]:
        sign, _, said = line.partition(" ")
        if sign == "=":
            name, _, clause = said.partition(" ")
            others = []
            continue
        if sign == "?":
            others.append(said)
            continue
        before, seat = state, Seat(int(sign))
        state, events = _applied(rules, state, seat, said)
        if name:
            assert seat == LEARNER, f"{name}: the learner decides"
            steps.append(Step(name, clause, before, said, tuple(sorted((said, *others))), events))
        elif seat == CHANCE and rolling:
            steps[-1] = replace(steps[-1], happens=steps[-1].happens + events)
        rolling, name = bool(name) or (rolling and seat == CHANCE), ""
    return Lesson(rules, seats, tuple(steps), state)


def _applied(rules: Ruleset[Any, Any, Any, Any], state: Any, seat: Seat, line: str) -> tuple[Any, tuple[Any, ...]]:
    action = rules.notation.parse(line)
    if seat != CHANCE:
        return play(rules, state, seat, action)
    draw = rules.wants(state)
    assert draw is not None, f"{line}: nothing is to be drawn"
    assert isinstance(action, Drawn), line
    assert len(action.values) == draw.count, line
    return rules.apply(state, CHANCE, action)
