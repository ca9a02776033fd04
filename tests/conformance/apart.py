"""Strike phases that the engine cannot play, since the record has two characters on one hex.

The rules never have that (R12.5); the recording program lets it come about when a maneuver is taken back into a hex
that another has entered since (K11). The engine is asked about each of the two without the other, the dice are
counted here, and at the end the position is laid out for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

from engine.core import Seat
from engine.titan.battle.ground import INDEX
from engine.titan.events import Carried, Struck
from tests.conformance.door import Lost
from tests.conformance.names import OFF
from tests.conformance.soldiers import Man, Men

if TYPE_CHECKING:
    from engine.titan.battle.ground import Ground

Pair = tuple[int, int]
"""Dice, and strike number."""


@dataclass
class Aim:
    """One target of a striker: the due pair, and for each pair the enemies that excess may go on to."""

    due: Pair
    ranged: bool
    carries: dict[Pair, frozenset[str]]


Aims = dict[str, dict[str, Aim]]
"""By striker and target."""


def selections(men: Men) -> Iterator[Men]:
    """The characters with only one on each hex, in every way; once as they are if nobody shares a hex."""
    hexes: dict[str, list[Man]] = {}
    for man in men.values():
        hexes.setdefault(man.id if man.hex == OFF else man.hex, []).append(man)
    for chosen in product(*hexes.values()):
        yield {man.id: man for man in sorted(chosen, key=lambda man: list(men).index(man.id))}


def merged(parts: Sequence[Aims]) -> Aims:
    """What may be struck at, from the answers to all selections."""
    whole: Aims = {}
    for part in parts:
        for striker, aims in part.items():
            for target, aim in aims.items():
                known = whole.setdefault(striker, {}).setdefault(target, Aim(aim.due, aim.ranged, {}))
                known.due = (max(known.due[0], aim.due[0]), min(known.due[1], aim.due[1]))
                for pair, carries in aim.carries.items():
                    known.carries[pair] = known.carries.get(pair, frozenset()) | carries
    return whole


def together(whole: Aims, men: Men, ground: Ground) -> None:
    """Adds what two enemies on one hex mean for each other: a common pair, and carries between them (R14.2-R14.4)."""
    for striker, aims in whole.items():
        here = INDEX[men[striker].hex]

        def open_to(target: str, pair: Pair, aims: dict[str, Aim] = aims, here: int = here) -> frozenset[str]:
            climbs = ground.climbs_dune(here, INDEX[men[target].hex])
            return frozenset(
                other
                for other, aim in aims.items()
                if other != target
                and aim.due[0] >= pair[0]
                and aim.due[1] <= pair[1]
                and (climbs or not ground.climbs_dune(here, INDEX[men[other].hex]))
            )

        for target, aim in aims.items():
            beside = [other for other in aims if other != target and men[other].hex == men[target].hex]
            if aim.ranged or not beside:
                continue
            need = men[target].power - men[target].hits
            for other in beside:
                worse = (min(aim.due[0], aims[other].due[0]), max(aim.due[1], aims[other].due[1]))
                if worse[0] > need:
                    aim.carries.setdefault(worse, frozenset())
            for pair in aim.carries:
                if pair[0] > need:
                    aim.carries[pair] = open_to(target, pair)


class Apart:
    """The dice of such a strike phase, counted without the engine."""

    def __init__(self) -> None:
        self.excess = 0
        self.open: frozenset[str] = frozenset()

    def strike(self, striker: Man, target: Man, pair: Pair, rolls: list[int], aim: Aim | None, seat: Seat) -> Struck:
        """A strike by the numbers (R13.5). Raises Lost if it is none of our answers."""
        if aim is None or pair not in aim.carries or len(rolls) != pair[0]:
            raise Lost(f"{striker.id} may not strike at {target.id} with {pair} and {rolls}: {aim}")
        hits = sum(roll >= pair[1] for roll in rolls)
        dealt = min(hits, target.power - target.hits)
        self.excess = 0 if aim.ranged else hits - dealt
        self.open = aim.carries[pair] if self.excess else frozenset()
        return Struck(
            seat=seat,
            striker=striker.creature,
            hex=striker.hex,
            target=target.creature,
            target_hex=target.hex,
            dice=pair[0],
            number=pair[1],
            rolls=tuple(rolls),
            dealt=dealt,
            hits=target.hits + dealt,
            slain=target.hits + dealt >= target.power,
            excess=self.excess,
            ranged=aim.ranged,
        )

    def carry(self, target: Man, seat: Seat) -> Carried:
        """Excess goes on (R14.5). Raises Lost if it may not."""
        if target.id not in self.open:
            raise Lost(f"no excess may go to {target.id}, but to {sorted(self.open)}")
        dealt = min(self.excess, target.power - target.hits)
        self.excess -= dealt
        self.open = self.open - {target.id} if self.excess else frozenset()
        slain = target.hits + dealt >= target.power
        return Carried(seat, target.creature, target.hex, dealt, target.hits + dealt, slain, self.excess)

    def let_go(self) -> None:
        """The excess is let go."""
        self.excess, self.open = 0, frozenset()
