"""How often a game asks two steady seats: `python -m tests.skirmish.questions --games 20`.

Steps with one answer pass by themselves, and the plans that the set-up proposes answer what they settle. What is left
is counted in three ways: *decisions*, each choice of a seat; *questions*, what the panel shows until the press that
ends it: a stage of the set-up is one, and so is a turn up to its attacks where it is done as planned, with its card,
orders and moves (`cogs.skirmish.screens.turn_plan`); any other decision is one, an attack, a heroic die, a card;
*waits*, times when the game stops for a seat because of what somebody else, or chance, has done. `--bare` is without
plans.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from statistics import median
from typing import Any

from cogs.house.game.game_types import Further
from cogs.skirmish.screens.suggested import CLOSED, and_on, suggested
from engine.core import CHANCE, Seat
from engine.skirmish.actions import Action
from engine.skirmish.bots import LEVELS
from engine.skirmish.defaults import forced
from engine.skirmish.orders import filed, fire, proposed
from engine.skirmish.proposal import best
from engine.skirmish.proposal import proposed as proposed_turn
from engine.skirmish.ruleset import SKIRMISH, may_end_after
from engine.skirmish.state import Over, State
from engine.skirmish.view import View
from tests.skirmish.selfplay import answer, placements


@dataclass(slots=True)
class Asked:
    """What a game has asked: by phase, so many decisions and so many questions; `waits` in all."""

    decisions: Counter[str] = field(default_factory=Counter)
    questions: Counter[str] = field(default_factory=Counter)
    waits: int = 0
    rounds: int = 0
    winner: str = ""
    lore: tuple[int, ...] = ()


def asked(options: Mapping[str, str], seed: int, plans: bool = True, version: int | None = None) -> Asked:
    """A whole game of two steady seats; broken off when a draw may be had."""
    dice, whims = Random(seed), Random(seed + 1)
    state, found = SKIRMISH.new_game(2, options, version), Asked()
    last: tuple[object, ...] = ()
    waited: Seat | None = None
    while not isinstance(state.phase, Over) and state.round <= may_end_after(state):
        if (draw := SKIRMISH.wants(state)) is not None:
            state, _ = SKIRMISH.apply(state, CHANCE, answer(draw, dice))
            last, waited = (), None
            continue
        seat = min(SKIRMISH.awaiting(state))
        done, said = forced(state, seat), False
        view, legal = SKIRMISH.view(state, seat), tuple(SKIRMISH.legal(state, seat))
        if done is None and plans and state.round:
            orders = [filed(order, number, view) for number, order in enumerate(proposed(view), 1)]
            fired = fire(orders, view, legal)
            done = None if fired is None else fired.action
            said = done is not None
        if done is None:
            asking = (seat, view.phase, view.own.stage if view.own else "")
            further = _further(view, legal)
            if further is None:
                done = LEVELS["steady"](view, legal, whims)
                found.decisions[view.phase] += 1
            found.questions[view.phase] += asking != last or view.phase != "preparing"
            found.waits += waited != seat
            last, waited = asking, seat
            if further is not None:
                state = _gone_on(state, seat, further, found)
                continue
        elif said:
            last, waited = (), None
        assert done is not None, "somebody has decided"
        state, _ = SKIRMISH.apply(state, seat, done)
    found.rounds = state.round
    found.lore = tuple(side.lore for side in state.sides)
    if isinstance(state.phase, Over) and state.phase.winner is not None:
        found.winner = state.side(state.phase.winner).faction
    return found


def _further(view: View, legal: Sequence[Action]) -> Further | None:
    """The run of the one press that does a turn up to its attacks, or the moves of it that are left."""
    if (play := best(view, legal)) is not None:
        return proposed_turn(view, play).step
    if view.phase in CLOSED and suggested(view, legal) is not None:
        return and_on(view.phase)
    return None


def _gone_on(state: State, seat: Seat, further: Further, found: Asked) -> State:
    """The state after a run, as the house does it: what nobody is asked for is done in between."""
    while SKIRMISH.wants(state) is None and seat in SKIRMISH.awaiting(state):
        view, legal = SKIRMISH.view(state, seat), tuple(SKIRMISH.legal(state, seat))
        done: Any = further(view, legal)
        if done is None:
            break
        found.decisions[view.phase] += forced(state, seat) is None
        state, _ = SKIRMISH.apply(state, seat, done)
    return state


def main(arguments: Sequence[str] | None = None) -> None:
    """Plays and prints."""
    parser = argparse.ArgumentParser(prog="python -m tests.skirmish.questions", description=__doc__)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--scenario", default="thunderclap")
    parser.add_argument("--seed", type=int, default=5000)
    parser.add_argument("--bare", action="store_true", help="without the plans that the set-up proposes")
    parser.add_argument("--version", type=int, default=None, help="of the rules")
    told = parser.parse_args(arguments)
    options = placements(told.scenario)
    games = [
        asked(options[number % len(options)], told.seed + 1000 * (number // len(options)), not told.bare, told.version)
        for number in range(told.games)
    ]
    for name, number in (
        ("decisions", [game.decisions.total() for game in games]),
        ("questions", [game.questions.total() for game in games]),
        ("windows of them", [game.questions["window"] for game in games]),
        ("waits", [game.waits for game in games]),
        ("rounds", [game.rounds for game in games]),
        ("lore left", [lore for game in games for lore in game.lore]),
    ):
        print(f"{name}: median {median(number):.0f} ({min(number)} to {max(number)})")
    for counted in ("decisions", "questions"):
        total = sum((getattr(game, counted) for game in games), Counter[str]())
        print(f"  {counted}:", ", ".join(f"{phase} {count / len(games):.1f}" for phase, count in total.most_common()))
    print("  won by", dict(Counter(game.winner for game in games)))


if __name__ == "__main__":
    main()
