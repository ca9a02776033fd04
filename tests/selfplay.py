"""Games played by the program alone, without Discord: `python -m tests.selfplay --games 10 --seats 4 --levels steady`.

Levels are dealt to the seats in turn, and shifted by one from game to game. Dice and whims come from the seed, so that
a game can be played again. Prints a line a game and totals. With `--variant battle_titan --turns 12` that variant is
played, to the end of so many Game-Turns; there `survivor` can be had as a level, to compare with.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from time import perf_counter, process_time

from engine import log
from engine.core import CHANCE, Draw, Drawn, Illegal, Seat
from engine.pick import Pick
from engine.titan.actions import Action
from engine.titan.bots import LEVELS, Chooser, choose_steady
from engine.titan.bots.aims import Survival
from engine.titan.events import BattleBegan, Spawned
from engine.titan.options import END_CONDITION, OPTIONS
from engine.titan.rules import rules_for
from engine.titan.ruleset import TITAN
from engine.titan.state import Over
from engine.titan.view import View

MOST_TURNS = 1000
VARIANT_TURNS = 12
"""How long a game of the variant is if not told otherwise."""


def choose_survivor(view: View, actions: Sequence[Action], pick: Pick) -> Action:
    """As `steady`, but playing to keep its Titan alive whatever the rules."""
    return choose_steady(view, actions, pick, Survival(view.turn))


CHOOSERS: Mapping[str, Chooser] = {**LEVELS, "survivor": choose_survivor}
"""The levels that people are offered, and `survivor` to compare with."""

Watch = Callable[[View, Sequence[Action], Action], None]


@dataclass(frozen=True, slots=True)
class Played:
    """How a game went. `winners` are seats; none if it was broken off. `choices` are those that bots made.

    `totals` are what each seat has in the end, and `scores` the part of it that was scored; none if totals decide
    nothing.
    """

    levels: tuple[str, ...]
    turns: int
    battles: int
    spawns: int
    winners: tuple[Seat, ...]
    totals: tuple[int, ...]
    scores: tuple[int, ...]
    choices: int
    thinking: float
    seconds: float
    lines: tuple[tuple[Seat, str], ...]


def answer(draw: Draw, dice: Random) -> Drawn:
    """What chance says; a deadline has not passed."""
    if draw.instant:
        return Drawn((2,))
    numbers = range(1, draw.sides + 1)
    drawn = dice.sample(numbers, draw.count) if draw.distinct else dice.choices(numbers, k=draw.count)
    return Drawn(tuple(drawn))


def selfplay(
    levels: Sequence[str],
    seed: int,
    most_turns: int = MOST_TURNS,
    watch: Watch | None = None,
    options: Mapping[str, str] | None = None,
) -> Played:
    """A whole game through the door, a level for each seat; broken off after `most_turns` Game-Turns.

    `watch` is told of every choice: the view, what was legal, what was chosen. `options` are those of the game.
    """
    began, dice, whims = perf_counter(), Random(seed), Random(seed + 1)
    timeline = log.opening(TITAN, len(levels), dict(options or {}))
    battles, spawns, choices, thinking = 0, 0, 0, 0.0
    lines: list[tuple[Seat, str]] = []
    while timeline.state.turn <= most_turns:
        draw = TITAN.wants(timeline.state)
        seat = CHANCE
        action: Action | Drawn | None = answer(draw, dice) if draw else None
        if action is None:
            awaited = sorted(TITAN.awaiting(timeline.state))
            if not awaited:
                break
            seat = whims.choice(awaited)
            legal = tuple(TITAN.legal(timeline.state, seat))
            view = TITAN.view(timeline.state, seat)
            asked = process_time()
            choice = CHOOSERS[levels[seat]](view, legal, whims)
            thinking += process_time() - asked
            choices += 1
            if choice not in legal:
                raise AssertionError(f"seat {seat} chose what is not legal: {TITAN.notation.line(choice)}")
            if watch:
                watch(view, legal, choice)
            action = choice
        lines.append((seat, TITAN.notation.line(action)))
        timeline, told = log.step(TITAN, timeline, seat, action)
        battles += sum(isinstance(event, BattleBegan) for event in told.events)
        spawns += sum(isinstance(event, Spawned) for event in told.events)
    state = timeline.state
    winners = state.phase.winners if isinstance(state.phase, Over) else ()
    counted = [player for player in TITAN.view(state, None).players if player.total is not None]
    return Played(
        levels=tuple(levels),
        turns=state.turn,
        battles=battles,
        spawns=spawns,
        winners=winners,
        totals=tuple(player.total or 0 for player in counted),
        scores=tuple(player.score for player in counted),
        choices=choices,
        thinking=thinking,
        seconds=perf_counter() - began,
        lines=tuple(lines),
    )


def dealt(levels: Sequence[str], seats: int, game: int) -> tuple[str, ...]:
    """A level for each seat of the `game`th game."""
    return tuple(levels[(seat + game) % len(levels)] for seat in range(seats))


def main(arguments: Sequence[str] | None = None) -> None:
    """Plays and prints."""
    parser = argparse.ArgumentParser(prog="python -m tests.selfplay", description=__doc__)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--seats", type=int, default=4, choices=range(2, 7))
    parser.add_argument("--levels", default="steady", help=f"of {', '.join(CHOOSERS)}; parted by commas")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--variant", default="standard", choices=OPTIONS["variant"])
    parser.add_argument("--turns", type=int, help="break a game off after so many; in a variant the agreed end")
    parser.add_argument("--options", default="", help="further options of the game: key=value, parted by commas")
    asked = parser.parse_args(arguments)
    levels = asked.levels.split(",")
    if unknown := set(levels) - set(CHOOSERS):
        parser.error(f"no such level: {', '.join(sorted(unknown))}")
    options = dict(pair.split("=", 1) for pair in re.split(r",(?=\w+=)", asked.options) if pair)
    most_turns = asked.turns or MOST_TURNS
    if asked.variant != "standard":
        options = {"variant": asked.variant, END_CONDITION: f"turns {asked.turns or VARIANT_TURNS}"} | options
        most_turns = MOST_TURNS
    try:
        rules_for(options)
    except Illegal as refused:
        parser.error(str(refused))
    games = []
    for game in range(asked.games):
        played = selfplay(
            dealt(levels, asked.seats, game), asked.seed + 1000 * game, most_turns=most_turns, options=options
        )
        games.append(played)
        print(f"{game + 1:4}  {_line(played)}", flush=True)
    _totals(games)


def _line(played: Played) -> str:
    winners = ", ".join(f"seat {seat} ({played.levels[seat]})" for seat in played.winners) or "broken off"
    if len(played.winners) > 1:
        winners = f"draw of {winners}"
    if played.totals:
        seats = zip(played.levels, played.totals, played.scores, strict=True)
        told = "  ".join(f"{level} {total:4} ({score})" for level, total, score in seats)
        winners = f"{played.spawns:3} spawns  {told}  {winners}"
    return f"{played.turns:4} turns  {played.battles:4} battles  {winners:24}  {played.seconds:6.2f} s"


def shares(games: Sequence[Played]) -> Mapping[str, float]:
    """The victories by level, the most first. One that seats share counts for each of them as its part."""
    won = dict.fromkeys((level for game in games for level in game.levels), 0.0)
    for game in games:
        for seat in game.winners:
            won[game.levels[seat]] += 1 / len(game.winners)
    return dict(sorted(won.items(), key=lambda each: -each[1]))


def means(games: Sequence[Played]) -> Mapping[str, float]:
    """What a seat of each level has in the end on average."""
    totals: dict[str, list[int]] = {}
    for game in games:
        for level, total in zip(game.levels, game.totals, strict=bool(game.totals)):
            totals.setdefault(level, []).append(total)
    return {level: sum(each) / len(each) for level, each in totals.items()}


def _totals(games: Sequence[Played]) -> None:
    won = shares(games)
    draws = sum(len(game.winners) > 1 for game in games)
    number = max(len(games), 1)
    choices, thinking = sum(game.choices for game in games), sum(game.thinking for game in games)
    print(f"{len(games)} games, {sum(not game.winners for game in games)} broken off, {draws} drawn")
    print(f"won: {', '.join(f'{level} {count:g} ({count / number:.1%})' for level, count in won.items())}")
    if found := means(games):
        print(f"mean totals: {', '.join(f'{level} {mean:.0f}' for level, mean in found.items())}")
    print(
        f"a game: {sum(game.turns for game in games) / number:.1f} turns (most {max(game.turns for game in games)}), "
        f"{sum(game.battles for game in games) / number:.1f} battles, {sum(g.seconds for g in games) / number:.2f} s"
    )
    print(f"a choice: {1000 * thinking / max(choices, 1):.2f} ms over {choices}")


if __name__ == "__main__":
    main()
