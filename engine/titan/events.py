"""What happened: facts for telling people, without sentences. Nothing is rebuilt from them.

What is `Public` is for everybody. A field of another that only some may know says so; `view.seen` leaves it out for the
others.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine import core
from engine.core import Public, Seat

Creatures = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TowersDrawn(Public):
    """The tower of each seat, by seat (R1.2)."""

    towers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Coloured(Public):
    """A player chose a colour (R1.4)."""

    seat: Seat
    colour: str


@dataclass(frozen=True, slots=True)
class MarkerChosen(Public):
    """A starting legion stands in its Tower (R1.5)."""

    seat: Seat
    marker: str
    land: int


@dataclass(frozen=True, slots=True)
class TurnBegan(Public):
    """A player's part of the Game-Turn `turn` begins."""

    seat: Seat
    turn: int


@dataclass(frozen=True, slots=True)
class WipedOut(Public):
    """A player has nobody left on the board, for the `number`-th time (V6.1)."""

    seat: Seat
    number: int


@dataclass(frozen=True, slots=True)
class TowerDrawn(Public):
    """Where a player comes back who was wiped out (V6.3)."""

    seat: Seat
    land: int


@dataclass(frozen=True, slots=True)
class Spawned(core.Event):
    """A player came back with a new legion. Its `creatures` are its owner's secret (V6.4)."""

    seat: Seat
    marker: str
    land: int
    height: int
    creatures: Creatures


@dataclass(frozen=True, slots=True)
class Parted(core.Event):
    """A legion was split: `parent` keeps `kept` characters, `child` has `left`. Who left is the owner's secret."""

    seat: Seat
    parent: str
    child: str
    kept: int
    left: int
    creatures: Creatures


@dataclass(frozen=True, slots=True)
class Rejoined(Public):
    """Two parts of a split had to come together again (R6.9)."""

    seat: Seat
    child: str
    into: str
    land: int


@dataclass(frozen=True, slots=True)
class Rolled(Public):
    """The movement roll; `again` after a mulligan."""

    seat: Seat
    roll: int
    again: bool


@dataclass(frozen=True, slots=True)
class Moved(Public):
    """A legion moved. `side` is 0 unless it attacks; `lord` is what a teleport showed, else empty."""

    seat: Seat
    legion: str
    start: int
    land: int
    side: int
    lord: str
    enemy: str


@dataclass(frozen=True, slots=True)
class Engaged(Public):
    """The mover opened an engagement (R9.2)."""

    land: int
    attacker: str
    defender: str
    seats: tuple[Seat, Seat]


@dataclass(frozen=True, slots=True)
class Examined(core.Event):
    """`to` was shown the opposing legion (R9.3). For `to` alone."""

    to: Seat
    legion: str
    creatures: Creatures


@dataclass(frozen=True, slots=True)
class Talked(core.Event):
    """A step of the exchange before battle: `waive`, `insist`, `offer`, `withdraw` or `refuse`. For the engaged two."""

    seat: Seat
    what: str
    to: tuple[Seat, Seat]
    lost: str = ""
    losses: Creatures = ()


@dataclass(frozen=True, slots=True)
class Fled(Public):
    """The defending legion fled, for half its value (R9.4)."""

    land: int
    seat: Seat
    legion: str
    creatures: Creatures


@dataclass(frozen=True, slots=True)
class Conceded(Public):
    """The legion was given up; `creatures` are all it still had."""

    land: int
    seat: Seat
    legion: str
    creatures: Creatures
    in_battle: bool


@dataclass(frozen=True, slots=True)
class Agreed(Public):
    """An agreement: `lost` legions with what they held, and the losses of the survivor, if there is one."""

    land: int
    lost: tuple[tuple[str, Creatures], ...]
    survivor: str
    losses: Creatures


@dataclass(frozen=True, slots=True)
class BattleBegan(Public):
    """Both legions are laid open; `side` is the attacker's entry side, 1 right, 3 bottom, 5 left (R10)."""

    land: int
    terrain: str
    attacker: str
    defender: str
    side: int
    attackers: Creatures
    defenders: Creatures


@dataclass(frozen=True, slots=True)
class ManeuverBegan(Public):
    """A maneuver phase begins: the round, 1 to 7, and whose it is."""

    seat: Seat
    round: int


@dataclass(frozen=True, slots=True)
class Maneuvered(Public):
    """A character moved on the battleland; `start` is empty when it came onto the map."""

    seat: Seat
    creature: str
    start: str
    hex: str


@dataclass(frozen=True, slots=True)
class NotEntered(Public):
    """Characters that did not get onto the map and are lost (R10.3)."""

    seat: Seat
    legion: str
    creatures: Creatures
    returns: bool = False


@dataclass(frozen=True, slots=True)
class TurnedBack(Public):
    """A summoned or mustered character did not get onto the map: back to `donor`, or to the stack if empty."""

    seat: Seat
    creature: str
    donor: str


@dataclass(frozen=True, slots=True)
class Drifted(Public):
    """Hits by drift (R15.9): hits now on the character."""

    seat: Seat
    creature: str
    hex: str
    hits: int
    slain: bool


@dataclass(frozen=True, slots=True)
class Struck(Public):
    """A strike with its dice. `dealt` hits were taken, the target has `hits` now, `excess` may be carried."""

    seat: Seat
    striker: str
    hex: str
    target: str
    target_hex: str
    dice: int
    number: int
    rolls: tuple[int, ...]
    dealt: int
    hits: int
    slain: bool
    excess: int
    ranged: bool


@dataclass(frozen=True, slots=True)
class Carried(Public):
    """Excess hits went on: `dealt` were taken, the target has `hits` now, `left` may go further (R14)."""

    seat: Seat
    target: str
    hex: str
    dealt: int
    hits: int
    slain: bool
    left: int


@dataclass(frozen=True, slots=True)
class Slain(Public):
    """Characters that leave the map at the end of a strike phase."""

    seat: Seat
    legion: str
    creatures: Creatures


@dataclass(frozen=True, slots=True)
class BattleEnded(Public):
    """`winner` is a marker, empty if both are lost; `how`: `battle`, `titan`, `time`, `concession`, `resignation`."""

    land: int
    winner: str
    loser: str
    how: str
    round: int


@dataclass(frozen=True, slots=True)
class Scored(Public):
    """`why`: `battle`, `concession`, `agreement`, `flight` or `half` (R18.3, R19.3)."""

    seat: Seat
    points: int
    score: int
    why: str


@dataclass(frozen=True, slots=True)
class Eliminated(Public):
    """A player is out; `legions` are those they still had: marker, land, contents."""

    seat: Seat
    slayer: Seat | None
    legions: tuple[tuple[str, int, Creatures], ...]
    resigned: bool


@dataclass(frozen=True, slots=True)
class Acquired(Public):
    """A winner took an angel that was due (R18.6)."""

    seat: Seat
    legion: str
    creature: str


@dataclass(frozen=True, slots=True)
class Summoned(Public):
    """A character came out of `donor`; `emptied` if nobody is left there."""

    seat: Seat
    legion: str
    donor: str
    creature: str
    emptied: bool


@dataclass(frozen=True, slots=True)
class Reinforced(Public):
    """The defender mustered in battle or after it, showing these (R17)."""

    seat: Seat
    legion: str
    recruit: str
    shown: Creatures


@dataclass(frozen=True, slots=True)
class Mustered(Public):
    """A legion mustered, showing these recruiters (R8)."""

    seat: Seat
    legion: str
    land: int
    recruit: str
    shown: Creatures


@dataclass(frozen=True, slots=True)
class EndReached(Public):
    """An end condition has come true: the game ends with this Game-Turn (V2.2). See `end_conditions.EndCondition`."""

    key: str
    value: str


@dataclass(frozen=True, slots=True)
class GameEnded(Public):
    """One winner, or several who share a draw (R19.8); what each seat has in all, where that decides (V3.1)."""

    winners: tuple[Seat, ...]
    totals: tuple[int, ...] = ()


Event = (
    TowersDrawn | Coloured | MarkerChosen | TurnBegan | WipedOut | TowerDrawn | Spawned | Parted | Rejoined | Rolled
    | Moved | Engaged | Examined | Talked | Fled | Conceded | Agreed | BattleBegan | ManeuverBegan | Maneuvered
    | NotEntered | TurnedBack | Drifted | Struck | Carried | Slain | BattleEnded | Scored | Eliminated | Acquired
    | Summoned | Reinforced | Mustered | EndReached | GameEnded
)  # fmt: skip
