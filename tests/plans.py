"""How often a battle is handed from one player to the other: `python -m tests.plans --battles 200`.

Armies that steady seats have led in games among themselves meet in any battleland, neither more than twice the other,
and fight from the opening of the engagement to the last addition: without orders, with a plan on one side, with plans
on both. Where a person must decide, the steady level decides. Dice and whims come from the seed. Prints the hand-offs
for each, and who wins.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from statistics import mean, median

from engine.core import CHANCE, Drawn, Seat
from engine.titan.actions import Action, Fight
from engine.titan.bots import choose_steady
from engine.titan.events import BattleEnded
from engine.titan.orders import FiledOrder, filed, fire
from engine.titan.orders.plans import Plan, orders, rolling
from engine.titan.rules import TITAN as TITAN_CODE
from engine.titan.rules import rules_for
from engine.titan.ruleset import TITAN
from engine.titan.sides import SIDE_NAMES
from engine.titan.state import Fighting, Gathering, Moving, Parleying, State
from engine.titan.view import View
from tests.engine.positions import do, position
from tests.selfplay import MOST_TURNS, answer, selfplay

MOST_DECISIONS = 1000
"""More than any battle needs: who comes to so many goes round in circles."""

ONE, BOTH, NONE = "one", "both", "none"
SIDES: Mapping[str, tuple[bool, bool]] = {NONE: (False, False), ONE: (False, True), BOTH: (True, True)}
"""Whether attacker and defender have a plan; on one side it is the defender, who is asked for his answer anyway."""


@dataclass(frozen=True, slots=True)
class Fought:
    """How a battle went. `handed` is how often the game was handed to somebody who had to decide, from the opening of
    the engagement to the last addition, `within` how often from the first maneuver to the end of the battle. `asked`
    are the codes of why the plans asked. `winner` is a side, None if both were lost.
    """

    handed: int
    within: int
    asked: tuple[str, ...]
    winner: int | None


Planned = Callable[[str], Plan]
"""The plan for the legion of a marker."""


def armies(seed: int, most_turns: int = MOST_TURNS) -> tuple[tuple[str, ...], ...]:
    """What the legions hold that meet in so many turns of a game of four steady seats, Titans among them."""
    found: list[tuple[str, ...]] = []

    def watch(view: View, actions: Sequence[Action], action: Action) -> None:
        if view.parley is not None and isinstance(action, Fight):
            found.extend(view.parley.contents)

    selfplay(("steady",) * 4, seed, most_turns, watch=watch)
    return tuple(dict.fromkeys(found))


def met(
    pool: Sequence[tuple[str, ...]], seed: int, terrain: str = "", options: Mapping[str, str] | None = None
) -> State:
    """Two of these armies, neither more than twice the other, at the opening of their engagement, in some terrain."""
    whims, rules = Random(seed), rules_for(options or {})
    mine = whims.choice(pool)
    worth = rules.worth(mine, 0)
    theirs = whims.choice([other for other in pool if worth / 2 <= rules.worth(other, 0) <= worth * 2])
    terrain = terrain or whims.choice(sorted({land.terrain for land in rules.board.lands.values()}))
    land = whims.choice([label for label, at in rules.board.lands.items() if at.terrain == terrain])
    side = 3 if terrain == "Tower" else whims.choice((1, 3, 5))
    others = sorted(set(rules.board.lands) - {land})
    behind = (("ANG OGR", "CEN CEN") if TITAN_CODE in army else ("TTN ANG", "OGR OGR") for army in (mine, theirs))
    (red, red_far), (blue, blue_far) = behind
    state = position(
        f"Red: Rd01@{land}>{side} {' '.join(mine)}; Rd02@{others[0]} {red}; Rd03@{others[1]} {red_far}",
        f"Blue: Bu01@{land} {' '.join(theirs)}; Bu02@{others[2]} {blue}; Bu03@{others[3]} {blue_far}",
        phase=Moving(1),
        options=options,
    )
    return do(state, "done")


def fought(state: State, plans: tuple[Planned | None, Planned | None], seed: int) -> Fought:
    """Fights an engagement out: by the plans of attacker and defender, and where they ask, or lack, as `steady`."""
    dice = Random(seed)
    assert isinstance(state.phase, Parleying), "an engagement is opened"
    engagement, land = state.phase.engagement, state.phase.engagement.land
    standing: dict[Seat, tuple[FiledOrder, ...]] = {}
    for seat, marker, planned in zip(engagement.seats, engagement.markers, plans, strict=True):
        view = TITAN.view(state, seat)
        made = (*(orders(planned(marker), view) if planned else ()), *rolling())
        standing[seat] = tuple(filed(order, number, view) for number, order in enumerate(made, 1))
    handed, within, last, winner = 0, 0, engagement.seats[0], None
    asked: list[str] = []
    for _ in range(MOST_DECISIONS):
        action: Action | Drawn | None
        if (draw := TITAN.wants(state)) is not None:
            seat, action = CHANCE, answer(draw, dice)
        elif not isinstance(state.phase, Parleying | Fighting | Gathering) or state.phase.engagement.land != land:
            return Fought(handed, within, tuple(asked), winner)
        else:
            seat = min(TITAN.awaiting(state), key=engagement.seats.index)
            action, why = _decided(state, seat, standing)
            asked += [why] if why else []
        if action is None:
            if seat != last:
                handed, within, last = handed + 1, within + isinstance(state.phase, Fighting), seat
            action = by_hand(state, seat, dice)
        state, events = TITAN.apply(state, seat, action)
        for event in events:
            if isinstance(event, BattleEnded):
                winner = engagement.markers.index(event.winner) if event.winner else None
    raise AssertionError("the battle goes on and on")


def _decided(state: State, seat: Seat, standing: dict[Seat, tuple[FiledOrder, ...]]) -> tuple[Action | None, str]:
    """What is done without asking, and else why his plan asks."""
    legal = tuple(TITAN.legal(state, seat))
    found = fire(standing[seat], TITAN.view(state, seat), legal)
    if found is None:
        return None, ""
    standing[seat] = tuple(one for one in (found.left if each == found.by else each for each in standing[seat]) if one)
    if found.action is not None:
        assert found.action in legal, f"{found.by} does what is not legal: {found.action}"
    return found.action, found.why.code if found.why else ""


def by_hand(state: State, seat: Seat, whims: Random) -> Action:
    """What a person does who wants battle."""
    legal = tuple(TITAN.legal(state, seat))
    if isinstance(state.phase, Parleying):
        return next((action for action in legal if isinstance(action, Fight)), legal[0])
    return choose_steady(TITAN.view(state, seat), legal, whims)


def main(arguments: Sequence[str] | None = None) -> None:
    """Fights and prints."""
    parser = argparse.ArgumentParser(prog="python -m tests.plans", description=__doc__)
    parser.add_argument("--battles", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(arguments)
    pool = armies(asked.seed)
    states = tuple(met(pool, asked.seed + number) for number in range(asked.battles))
    for name, sides in SIDES.items():
        plans = tuple(Plan if planned else None for planned in sides)
        results = [fought(state, (plans[0], plans[1]), seed) for seed, state in enumerate(states)]
        handed, within = [result.handed for result in results], [result.within for result in results]
        print(f"plans on {name}: hand-offs {_spread(handed)}; in the battle itself {_spread(within)}")
        won = Counter("nobody" if r.winner is None else SIDE_NAMES[r.winner] for r in results)
        codes = Counter(code for result in results for code in result.asked)
        print(f"    won by {dict(won)}; asked: {dict(codes)}")


def _spread(numbers: Sequence[int]) -> str:
    ranked = sorted(numbers)
    return f"median {median(ranked):g}, mean {mean(ranked):.1f}, 90% {ranked[len(ranked) * 9 // 10]}, most {ranked[-1]}"


if __name__ == "__main__":
    main()
