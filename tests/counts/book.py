"""The positions of `positions.txt`, and how their lines are counted by both."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from engine.core import Seat
from engine.titan.actions import NOTATION
from engine.titan.ruleset import TITAN
from engine.titan.sides import ATTACKER, DEFENDER
from engine.titan.state import Engaging, Moving, Mustering, Phase, Splitting, State
from tests.counts import slow
from tests.counts.compare import decided
from tests.counts.ledger import everybody
from tests.engine.positions import battle, do, position, with_stack

BOOK = Path(__file__).with_name("positions.txt")


@dataclass(frozen=True)
class Position:
    """A position with what chance will say and the numbers of lines at depth 1, 2 … The `deep` ones take long."""

    title: str
    state: State
    die: int
    counts: tuple[int, ...]
    deep: tuple[int, ...]


def book() -> Iterator[Position]:
    """All positions, in the order of the file; how they are written is said there."""
    for block in re.split(r"^== ", BOOK.read_text("utf-8"), flags=re.MULTILINE)[1:]:
        title, *rest = block.strip().splitlines()
        said: dict[str, list[str]] = {}
        for line in rest:
            key, _, value = line.partition(":")
            said.setdefault(key, []).append(value.strip())
        counts, deep = (tuple(map(int, " ".join(said.get(key, [])).split())) for key in ("counts", "deep"))
        yield Position(title, _state(said), int(_one(said, "die", "4")), counts, deep)


def _one(said: dict[str, list[str]], key: str, otherwise: str) -> str:
    (value,) = said.get(key, [otherwise])
    return value


def _pairs(text: str) -> dict[str, str]:
    """`a=b c=d` as a mapping."""
    return dict(part.split("=") for part in text.split())


def _state(said: dict[str, list[str]]) -> State:
    options = _pairs(_one(said, "options", ""))
    if "new" in said:
        state = TITAN.new_game(int(said["new"][0]), options)
    elif "battle" in said:
        terrain, _, how = said["battle"][0].partition(" ")
        facts = _pairs(how)
        mine, theirs = map(int, facts.get("scores", "0/0").split("/"))
        state = battle(
            terrain,
            said["attackers"][0],
            said["defenders"][0],
            *said.get("player", ()),
            red=_one(said, "red", ""),
            blue=_one(said, "blue", ""),
            scores=(mine, theirs),
            side=int(facts.get("side", "3")),
            in_round=int(facts.get("round", "2")),
            mover={"attacker": ATTACKER, "defender": DEFENDER}[facts["mover"]],
            step=facts.get("step", "maneuver"),
            options=options,
        )
    else:
        turn = int(_one(said, "turn", "2"))
        state = position(*said["player"], phase=_phase(_one(said, "phase", "")), turn=turn, options=options)
    for text in said.get("spare", ()):
        seat, *markers = text.split()
        state = state.with_player(Seat(int(seat)), markers=tuple(markers))
    for text in said.get("stack", ()):
        state = with_stack(state, **{code: int(left) for code, left in _pairs(text).items()})
    guests = [
        (mine.marker, theirs.marker)
        for mine in state.legions.values()
        for theirs in state.legions.values()
        if mine.owner == state.active != theirs.owner and mine.land == theirs.land and not mine.moved
    ]
    assert not guests, f"nobody engages without having moved: {guests}"
    return do(state, *said.get("then", ()))


def _phase(text: str) -> Phase:
    word, _, roll = text.partition(" ")
    phases: dict[str, Phase] = {"split": Splitting(), "engage": Engaging(), "muster": Mustering()}
    return Moving(int(roll)) if word == "move" else phases[word]


# --- counting ---


@dataclass
class Tally:
    """How many lines each of the two lists, by depth, and where they differ first."""

    engine: list[int]
    rules: list[int]
    differs: str = ""

    @classmethod
    def none(cls, depth: int) -> Tally:
        """Nothing counted yet."""
        return cls([0] * depth, [0] * depth)

    def add(self, below: Tally) -> None:
        """Counts what is one decision further down."""
        for at, (quick, obvious) in enumerate(zip(below.engine, below.rules, strict=True), start=1):
            self.engine[at] += quick
            self.rules[at] += obvious
        self.differs = self.differs or below.differs


def tally(state: State, depth: int, die: int, target: str = "", first: dict[str, Tally] | None = None) -> Tally:
    """The lines of the awaited seats down to a depth; `first` is filled with what is below each first line.

    Giving up the game is compared, and neither counted nor followed.
    """
    found = Tally.none(depth)
    for at, aimed in decided(state, die, target):
        for seat in sorted(TITAN.awaiting(at)):
            actions = {NOTATION.line(action): action for action in TITAN.legal(at, seat)}
            obvious = set(slow.lines(at, seat, aimed))
            if actions.keys() != obvious:
                only, other = sorted(actions.keys() - obvious), sorted(obvious - actions.keys())
                found.differs = found.differs or f"only the engine allows {only}, only the rules {other}: {at.phase}"
            found.engine[0] += len(actions.keys() - {"resign"})
            found.rules[0] += len(obvious - {"resign"})
            for line, action in actions.items():
                if depth > 1 and line != "resign" and line in obvious:
                    after, _ = TITAN.apply(at, seat, action)
                    assert everybody(after) == everybody(at), line
                    below = tally(after, depth - 1, die, aimed)
                    found.add(below)
                    if first is not None:
                        first[f"{seat}: {line}"] = below
    return found


def apart(position: Position, depth: int) -> tuple[Tally, str]:
    """The tally of a position, and the counts under each of its first lines as a table."""
    first: dict[str, Tally] = {}
    found = tally(position.state, depth, position.die, first=first)
    rows = (f"{line:40} engine {below.engine} rules {below.rules}" for line, below in first.items())
    return found, "\n".join((position.title, found.differs, *rows))
