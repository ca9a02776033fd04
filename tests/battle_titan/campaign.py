"""Random walks through games of Battle Titan: many attacks, so that players are wiped out and come back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from engine.core import Draw, Drawn, Seat
from engine.log import Timeline
from engine.titan.actions import Action, Concede, Done, Fight, Flee, Move, Resign, Spawn, Teleport, Waive
from engine.titan.end_conditions import ENDS, eligible
from engine.titan.families import surely, together
from engine.titan.options import END_CONDITION, VARIANT_OPTIONS
from engine.titan.rules import TITAN as TITAN_KIND
from engine.titan.ruleset import TITAN
from engine.titan.state import Fighting, Over, Parleying, Spawning, State
from engine.values import replace, without
from tests.battle_titan.staying import check_staying_off
from tests.engine.walking import Walk, any_options, differing

HAPPENED = (
    "wiped out", "spawned", "attacked at once", "kept eight", "chose", "took back", "consoled", "resigned", "over",
    "second titan", "without a titan", "met", *ENDS,
)  # fmt: skip
"""What a walk counts."""


def any_game(random: Random) -> dict[str, str]:
    """Options of a game of Battle Titan, all at random: those of every game, its own, and conditions of every kind."""
    chosen = any_options(random) | {"variant": "battle_titan"}
    chosen |= {option: random.choice(values) for option, values in VARIANT_OPTIONS["battle_titan"].items()}
    return chosen | {END_CONDITION: any_ends(random)}


def any_ends(random: Random) -> str:
    """One to four conditions; nearly always with a limit that comes soon."""
    possible = {
        "deadline": "2026-12-24T20:00+01:00",
        "score": str(random.choice((60, 150, 300))),
        "stacks": str(random.randint(1, 4)),
        "wipeouts": str(random.randint(1, 8)),
        "appearance": random.choice(list(eligible("appearance"))),
        "extinction": random.choice(list(eligible("extinction"))),
    }
    keys = random.sample(list(possible), random.randint(0, 3))
    limit = [] if keys == ["deadline"] and random.random() < 0.5 else [f"turns {random.randint(1, 25)}"]
    conditions = [*limit, *(f"{key} {possible[key]}" for key in keys)]
    random.shuffle(conditions)
    return ", ".join(conditions if limit else [*conditions, "turns none"])


class Campaign(Walk):
    """A walk that attacks where it can. `counted` are the things that happened, `turns` the turns of each seat."""

    def __init__(self, seats: int, seed: int, options: Mapping[str, str], care: float = 1.0) -> None:
        super().__init__(seats, seed, options, care)
        self.sense = self.random.choice((0.0, 0.0, 0.0, 0.3))
        self.zeal = self.random.choice((0.4, 0.8))
        self.counted: Counter[str] = Counter()
        self.turns: Counter[Seat] = Counter()

    def _opening(self, seats: int) -> Timeline[Any, Any, Any]:
        """In every other game there are few of each kind from the start, so that new legions want for some."""
        timeline = super()._opening(seats)
        if self.random.random() < 0.5:
            return timeline
        state: State = timeline.state
        start = Counter(state.rules.start * seats)
        bank = {
            code: min(left, start[code] + self.random.choice((0, 0, 1, 2, 4)) if code != TITAN_KIND else left)
            for code, left in state.bank.items()
        }
        dead = {code: left - bank[code] for code, left in state.bank.items()}
        state = replace(state, bank=bank, dead=dead)
        return Timeline(state, state)

    def run(self, most: int) -> None:
        """As every walk; once it is over, all who stayed have had the same number of turns (V2.1)."""
        super().run(most)
        state = self.state
        if self.over and len(state.alive) > 1:
            assert {self.turns[seat] for seat in state.alive} == {state.turn}
            assert state.reached, "a game ends by one of its conditions"

    def _picked(self, seat: Seat, legal: Sequence[Action]) -> Action:
        state, chance = self.state, self.random.random
        if chance() < 0.0004 and Resign() in legal:
            return Resign()
        enemies = {legion.land for legion in state.legions.values() if legion.owner != seat}
        attacks = [action for action in legal if isinstance(action, Move | Teleport) and action.land in enemies]
        if attacks and chance() < self.zeal:
            return self.random.choice(attacks)
        battle = [action for action in legal if isinstance(action, Fight | Waive)]
        if battle and chance() < 0.5:
            return self.random.choice(battle)
        if isinstance(state.phase, Parleying | Fighting) and chance() < 0.85:
            hard = [a for a in legal if not isinstance(a, Resign | Concede | Flee | Done)]
            legal = hard or legal
        return super()._picked(seat, legal)

    def _chance(self, draw: Draw) -> Drawn:
        if draw.instant:
            return Drawn((1 if self.random.random() < 0.15 else 2,))
        return super()._chance(draw)

    def _enter(self, seat: Seat, action: Action | Drawn) -> None:
        before = self.state
        super()._enter(seat, action)
        self._count(before, self.state, action)
        if self._met(before):
            check_staying_off(self.state)
            self.counted["met"] += 1
        if self._chosen(0.05):
            check_veiled(self.state, self.random.choice((None, *self.seats)), self.random)

    def _met(self, before: State) -> bool:
        """Whether two legions have just met, where who stays off the map scores for his enemy."""
        phase, then = self.state.phase, before.phase
        if not isinstance(phase, Parleying) or not self.state.rules.absent_score:
            return False
        return not isinstance(then, Parleying) or then.engagement != phase.engagement

    def _take_back(self) -> None:
        spawning = isinstance(self.state.phase, Spawning)
        super()._take_back()
        self.counted["took back"] += spawning

    def _count(self, before: State, after: State, action: Action | Drawn) -> None:
        if after.turn and (before.turn, before.active) != (after.turn, after.active):
            self.turns[after.active] += 1
            kept = any(legion.height > 7 for legion in after.legions.values() if legion.owner == before.active)
            self.counted["kept eight"] += kept and after.turn > 1
            mine = tuple(after.own(after.active))
            titan = any(TITAN_KIND in legion.creatures for legion in mine)
            self.counted["without a titan"] += bool(mine) and not titan
        count = self.counted
        count["wiped out"] += sum(p.wipeouts for p in after.players) - sum(p.wipeouts for p in before.players)
        count["chose"] += isinstance(action, Spawn)
        count["resigned"] += isinstance(action, Resign)
        count["over"] += self.over
        for end in after.reached[len(before.reached) :]:
            count[end.key] += 1
        if isinstance(before.phase, Spawning) and set(after.legions) - set(before.legions):
            self._count_spawned(after, next(iter(set(after.legions) - set(before.legions))))
        rising = [s for s in self.seats if after.players[s].score > before.players[s].score]
        count["consoled"] += len(rising) > 1

    def _count_spawned(self, state: State, marker: str) -> None:
        legion = state.legions[marker]
        self.counted["spawned"] += 1
        self.counted["attacked at once"] += isinstance(state.phase, Parleying)
        self.counted["second titan"] += legion.creatures.count("TTN") > 1
        assert legion.land in state.rules.board.towers
        assert "TTN" in legion.creatures
        assert legion.height <= 8


def check_veiled(state: State, viewer: Seat | None, random: Random) -> None:
    """By option, another of whom the stacks hide in place of one changes nothing that others see (V7.7)."""
    if not state.rules.hide_stacks_on_spawn or isinstance(state.phase, Over) or state.rules.memory_aid == "open":
        return
    if isinstance(state.phase, Spawning) and viewer == state.active:
        return  # what he may take tells him who is in play (7.1)
    public, mine = state.history.known(None), state.history.known(viewer)
    examined = state.phase.engagement.markers if isinstance(state.phase, Parleying) else ()
    for seat in state.alive:
        legions = [legion for legion in state.own(seat) if seat != viewer and legion.marker not in examined]
        held = Counter(code for legion in state.own(seat) for code in legion.creatures)
        hidden = held - together(public[legion.marker] for legion in state.own(seat))
        for legion in legions:
            sure = Counter(surely(mine[legion.marker], legion.marker))
            free = [code for code in (Counter(legion.creatures) - sure) if hidden[code]]
            others = [code for code, left in state.bank.items() if left and code != "TTN"]
            if free and others:
                gone, come = random.choice(free), random.choice(others)
                bank = {**state.bank, gone: state.bank[gone] + 1}
                bank[come] -= 1
                creatures = state.rules.arranged((*without(legion.creatures, (gone,)), come))
                other = replace(state.put(replace(legion, creatures=creatures)), bank=bank)
                here, there = TITAN.view(state, viewer), TITAN.view(other, viewer)
                assert here == there, differing(here, there)
