"""Skirmish games of the program alone, without Discord: `python -m tests.skirmish.selfplay --games 100`.

Games come in fours with the same seed, so that neither who opened the game nor where a faction sits tells: in free play
each faction is seat 0 and seat 1, in the south and in the north. Dice and whims come from the seed, so that a
game can be played again. Prints a line a game, how many games each side has won, and with which army.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from time import perf_counter, process_time

from engine.core import CHANCE, Draw, Drawn, Seat
from engine.skirmish.actions import Action
from engine.skirmish.bots import LEVELS
from engine.skirmish.events import Deployed
from engine.skirmish.rules import FREE, rules_for
from engine.skirmish.ruleset import SKIRMISH, may_end_after
from engine.skirmish.state import Over, State
from engine.skirmish.view import View

Watch = Callable[[State, Seat, View, Sequence[Action], Action], None]


@dataclass(frozen=True, slots=True)
class Played:
    """How a game went. `winner` is a faction, empty for a game that went on beyond the round when a draw may be had.

    `sides` is where each faction sat and `first` who began; `armies` are the kinds that each deployed.
    """

    winner: str
    reason: str
    rounds: int
    south: str
    first: str
    opener: str
    armies: Mapping[str, tuple[str, ...]]
    halves: tuple[str, ...]
    points: tuple[int, ...]
    choices: int
    thinking: float
    seconds: float
    lines: tuple[str, ...]


def answer(draw: Draw, dice: Random) -> Drawn:
    """What chance says."""
    numbers = range(1, draw.sides + 1)
    return Drawn(tuple(dice.sample(numbers, draw.count) if draw.distinct else dice.choices(numbers, k=draw.count)))


def selfplay(
    options: Mapping[str, str], seed: int, levels: Sequence[str] = ("steady", "steady"), watch: Watch | None = None
) -> Played:
    """A whole game, a level for each seat; broken off when a draw may be had. `watch` is told of every choice."""
    began, dice, whims = perf_counter(), Random(seed), Random(seed + 1)
    state, choices, thinking = SKIRMISH.new_game(2, options), 0, 0.0
    armies: dict[str, tuple[str, ...]] = {}
    lines: list[str] = []
    while not isinstance(state.phase, Over) and state.round <= may_end_after(state):
        draw, seat = SKIRMISH.wants(state), CHANCE
        action: Action | Drawn
        if draw is not None:
            action = answer(draw, dice)
        else:
            seat = min(SKIRMISH.awaiting(state))
            legal, view = tuple(SKIRMISH.legal(state, seat)), SKIRMISH.view(state, seat)
            asked = process_time()
            action = LEVELS[levels[seat]](view, legal, whims)
            thinking += process_time() - asked
            choices += 1
            assert action in legal, f"seat {seat} chose what is not legal: {SKIRMISH.notation.line(action)}"
            if watch is not None:
                watch(state, seat, view, legal, action)
        lines.append(f"{seat} {SKIRMISH.notation.line(action)}")
        state, events = SKIRMISH.apply(state, seat, action)
        for event in events:
            if isinstance(event, Deployed):
                armies[state.side(event.seat).faction] = tuple(sorted(kind for kind, _ in event.units))
    over = state.phase if isinstance(state.phase, Over) else None
    return Played(
        winner="" if over is None or over.winner is None else state.side(over.winner).faction,
        reason="" if over is None else over.reason,
        rounds=state.round,
        south=state.rules.south,
        first=state.side(state.first).faction,
        opener=state.side(Seat(0)).faction,
        armies=armies,
        halves=tuple(side.half for side in state.sides),
        points=tuple(side.victory for side in state.sides),
        choices=choices,
        thinking=thinking,
        seconds=perf_counter() - began,
        lines=tuple(lines),
    )


def placements(scenario: str) -> tuple[Mapping[str, str], ...]:
    """The options of the games with one seed: each faction on each seat, and in free play on each side of the map."""
    rules = rules_for({"scenario": scenario})
    factions = rules.tables.factions
    souths = factions if rules.scenario is None else factions[:1]
    return tuple(
        {"scenario": scenario, "first_seat": faction, "south": south} for south in souths for faction in factions
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Plays and prints."""
    parser = argparse.ArgumentParser(prog="python -m tests.skirmish.selfplay", description=__doc__)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--scenario", default="", help="thunderclap or free; both if not told")
    parser.add_argument("--levels", default="steady", help=f"of {', '.join(LEVELS)}: seat 0, seat 1; parted by commas")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--armies", action="store_true", help="which kinds won, too")
    asked = parser.parse_args(arguments)
    levels = (asked.levels.split(",") * 2)[:2]
    for scenario in [asked.scenario] if asked.scenario else ["thunderclap", FREE]:
        options, games = placements(scenario), list[Played]()
        for number in range(asked.games):
            game = selfplay(options[number % len(options)], asked.seed + 1000 * (number // len(options)), levels)
            games.append(game)
            told = f"{game.winner or 'broken off'} {game.reason}"
            print(f"{number + 1:4}  {game.rounds:3} rounds  {told:20}  {game.seconds:6.2f} s", flush=True)
        _report(scenario, games, asked.armies)


def _report(scenario: str, games: Sequence[Played], armies: bool) -> None:
    number = len(games)
    print(f"{scenario}: {number} games, {sum(not game.winner for game in games)} broken off")
    ways: Mapping[str, Callable[[Played], str]] = {
        "won by": lambda game: game.winner,
        "by reason": lambda game: f"{game.winner} {game.reason}",
        "by side": lambda game: "south" if game.winner == game.south else "north",
        "by turn": lambda game: "first" if game.winner == game.first else "second",
        "by seat": lambda game: "opener" if game.winner == game.opener else "other",
    }
    for title, way in ways.items():
        found = Counter(way(game) for game in games if game.winner)
        told = ", ".join(f"{name} {count} ({count / number:.1%})" for name, count in found.most_common())
        print(f"  {title}: {told}")
    if armies:
        _table("half kept", games, lambda game, faction: [h for h in game.halves if h.startswith(faction)])
        _table("kind deployed", games, lambda game, faction: sorted(set(game.armies.get(faction, ()))))
    choices = sum(game.choices for game in games)
    rounds = sorted(game.rounds for game in games)
    print(
        f"  a game: {sum(rounds) / number:.1f} rounds ({rounds[0]} to {rounds[-1]}), {choices / number:.0f} choices, "
        f"{sum(game.seconds for game in games) / number:.2f} s; "
        f"a choice: {1000 * sum(game.thinking for game in games) / max(choices, 1):.2f} ms"
    )


def _table(title: str, games: Sequence[Played], having: Callable[[Played, str], Sequence[str]]) -> None:
    """How often a faction won with what it had."""
    for faction in sorted({game.first for game in games} | {game.winner for game in games if game.winner}):
        had: Counter[str] = Counter()
        won: Counter[str] = Counter()
        for game in games:
            had.update(having(game, faction))
            if game.winner == faction:
                won.update(having(game, faction))
        told = ", ".join(
            f"{name} {won[name]} of {count} ({won[name] / count:.0%})" for name, count in had.most_common()
        )
        print(f"  {title}, {faction}: {told}")


if __name__ == "__main__":
    main()
