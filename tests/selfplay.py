"""Games played by the program alone, without Discord: `python -m tests.selfplay --games 10 --seats 4 --levels steady`.

Levels are dealt to the seats in turn, and shifted by one from game to game. Dice and whims come from the seed, so that
a game can be played again. Prints a line a game and totals.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from time import perf_counter, process_time

from engine import log
from engine.core import CHANCE, Draw, Drawn, Seat
from engine.titan.actions import Action
from engine.titan.bots import LEVELS
from engine.titan.events import BattleBegan
from engine.titan.ruleset import TITAN
from engine.titan.state import Over
from engine.titan.view import View

MOST_TURNS = 1000

Watch = Callable[[View, Sequence[Action], Action], None]


@dataclass(frozen=True, slots=True)
class Played:
    """How a game went. `winners` are seats; none if it was broken off. `choices` are those that bots made."""

    levels: tuple[str, ...]
    turns: int
    battles: int
    winners: tuple[Seat, ...]
    choices: int
    thinking: float
    seconds: float
    lines: tuple[tuple[Seat, str], ...]


def answer(draw: Draw, dice: Random) -> Drawn:
    """What chance says."""
    numbers = range(1, draw.sides + 1)
    drawn = dice.sample(numbers, draw.count) if draw.distinct else dice.choices(numbers, k=draw.count)
    return Drawn(tuple(drawn))


def selfplay(levels: Sequence[str], seed: int, most_turns: int = MOST_TURNS, watch: Watch | None = None) -> Played:
    """A whole game through the door, a level for each seat; broken off after `most_turns` Game-Turns.

    `watch` is told of every choice: the view, what was legal, what was chosen.
    """
    began, dice, whims = perf_counter(), Random(seed), Random(seed + 1)
    course = log.opening(TITAN, len(levels), {})
    battles, choices, thinking = 0, 0, 0.0
    lines: list[tuple[Seat, str]] = []
    while course.state.turn <= most_turns:
        draw = TITAN.wants(course.state)
        seat = CHANCE
        action: Action | Drawn | None = answer(draw, dice) if draw else None
        if action is None:
            awaited = sorted(TITAN.awaiting(course.state))
            if not awaited:
                break
            seat = whims.choice(awaited)
            legal = tuple(TITAN.legal(course.state, seat))
            view = TITAN.view(course.state, seat)
            asked = process_time()
            choice = LEVELS[levels[seat]](view, legal, whims)
            thinking += process_time() - asked
            choices += 1
            if choice not in legal:
                raise AssertionError(f"seat {seat} chose what is not legal: {TITAN.notation.line(choice)}")
            if watch:
                watch(view, legal, choice)
            action = choice
        lines.append((seat, TITAN.notation.line(action)))
        course, told = log.step(TITAN, course, seat, action)
        battles += sum(isinstance(event, BattleBegan) for event in told.events)
    state = course.state
    winners = state.phase.winners if isinstance(state.phase, Over) else ()
    return Played(tuple(levels), state.turn, battles, winners, choices, thinking, perf_counter() - began, tuple(lines))


def dealt(levels: Sequence[str], seats: int, game: int) -> tuple[str, ...]:
    """A level for each seat of the `game`th game."""
    return tuple(levels[(seat + game) % len(levels)] for seat in range(seats))


def main(arguments: Sequence[str] | None = None) -> None:
    """Plays and prints."""
    parser = argparse.ArgumentParser(prog="python -m tests.selfplay", description=__doc__)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--seats", type=int, default=4, choices=range(2, 7))
    parser.add_argument("--levels", default="steady", help=f"of {', '.join(LEVELS)}; parted by commas")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--turns", type=int, default=MOST_TURNS, help="break a game off after so many")
    asked = parser.parse_args(arguments)
    levels = asked.levels.split(",")
    if unknown := set(levels) - set(LEVELS):
        parser.error(f"no such level: {', '.join(sorted(unknown))}")
    games = []
    for game in range(asked.games):
        played = selfplay(dealt(levels, asked.seats, game), asked.seed + 1000 * game, asked.turns)
        games.append(played)
        print(f"{game + 1:4}  {_line(played)}", flush=True)
    _totals(games)


def _line(played: Played) -> str:
    winners = ", ".join(f"seat {seat} ({played.levels[seat]})" for seat in played.winners) or "broken off"
    if len(played.winners) > 1:
        winners = f"draw of {winners}"
    return f"{played.turns:4} turns  {played.battles:4} battles  {winners:24}  {played.seconds:6.2f} s"


def _totals(games: Sequence[Played]) -> None:
    won = Counter(game.levels[seat] for game in games for seat in game.winners if len(game.winners) == 1)
    draws = sum(len(game.winners) > 1 for game in games)
    number = max(len(games), 1)
    choices, thinking = sum(game.choices for game in games), sum(game.thinking for game in games)
    print(f"{len(games)} games, {sum(not game.winners for game in games)} broken off, {draws} drawn")
    print(f"won: {', '.join(f'{level} {count}' for level, count in won.most_common()) or 'none'}")
    print(
        f"a game: {sum(game.turns for game in games) / number:.1f} turns (most {max(game.turns for game in games)}), "
        f"{sum(game.battles for game in games) / number:.1f} battles, {sum(g.seconds for g in games) / number:.2f} s"
    )
    print(f"a choice: {1000 * thinking / max(choices, 1):.2f} ms over {choices}")


if __name__ == "__main__":
    main()
