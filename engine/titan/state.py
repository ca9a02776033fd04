"""The state of a game of Titan: data only. What may happen to it is in the modules of the phases.

Everything is frozen; the mappings are never changed in place, so that states may share them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from engine import core
from engine.core import Seat
from engine.titan.end_conditions import EndCondition
from engine.titan.events import Creatures, Event
from engine.titan.facts import Fact, Marker
from engine.titan.rules import Rules
from engine.titan.shown_facts import History
from engine.titan.sides import ATTACKER
from engine.values import replace

LandNumber = int

OFF = -1
"""The hex of a character that is not yet on the battleland."""


@dataclass(frozen=True, slots=True)
class Player:
    """A seat's figures. `out` is 0 in the game, else the place in the order of eliminations, shared if together.

    `trophies` are the characters killed (V5.6). `wiped` while nobody is on the board, `wipeouts` how often that has
    been so (V6.1).
    """

    tower: LandNumber = 0
    colour: str = ""
    score: int = 0
    markers: tuple[Marker, ...] = ()
    mulligans: int = 0
    out: int = 0
    trophies: Creatures = ()
    wiped: bool = False
    wipeouts: int = 0


@dataclass(frozen=True, slots=True)
class Legion:
    """A marker with its characters in a land (R3.1), and what it has done this turn.

    `side` is the entry side of its move, 0 if it has not moved; `parent` the marker it was split from this turn.
    """

    marker: Marker
    owner: Seat
    land: LandNumber
    creatures: Creatures
    moved: bool = False
    side: int = 0
    mustered: bool = False
    parent: Marker = ""

    @property
    def height(self) -> int:
        """The number of characters."""
        return len(self.creatures)


# --- the phases ---


@dataclass(frozen=True, slots=True)
class TowersDrawing:
    """Towers are being drawn (R1.2); `start` once the first one of a balanced assignment is known."""

    start: int = 0


@dataclass(frozen=True, slots=True)
class Choosing:
    """Colours and first markers, `queue` in the order of choice (R1.4, R1.5)."""

    queue: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class TowerDrawing:
    """The Tower is being drawn in which the mover comes back (V6.3)."""


@dataclass(frozen=True, slots=True)
class Spawning:
    """The mover makes up a new legion in the Tower `tower`; `chosen` are the choices so far, in order (V7)."""

    tower: LandNumber
    chosen: Creatures = ()


@dataclass(frozen=True, slots=True)
class Splitting:
    """Commencement (R4)."""


@dataclass(frozen=True, slots=True)
class Rolling:
    """The movement die is in the air (R5) for the `throw`-th time this turn: above 1 after a mulligan."""

    throw: int = 1


@dataclass(frozen=True, slots=True)
class Moving:
    """Movement (R6, R7) by what the `throw`-th die of this turn showed."""

    roll: int
    teleported: bool = False
    throw: int = 1


@dataclass(frozen=True, slots=True)
class Engaging:
    """The mover chooses the next engagement (R9.2); `summoned` once the mover has, in this phase (R16.1).

    `spawned` after coming back into a Tower that was held: then the attack is the whole turn (V6.8).
    """

    summoned: bool = False
    spawned: bool = False


@dataclass(frozen=True, slots=True)
class Proposal:
    """What a standing offer says: see `actions.Offer`."""

    lost: str
    losses: Creatures


@dataclass(frozen=True, slots=True)
class Engagement:
    """Two legions in a land, as a pair by side. The phases of its settling hold one.

    `summoned` and `spawned` as in `Engaging`; `returning` are those lost, by side, who go back to the stacks when it
    is over (V5.2, V5.4).
    """

    land: LandNumber
    markers: tuple[Marker, Marker]
    seats: tuple[Seat, Seat]
    summoned: bool
    spawned: bool = False
    returning: tuple[Creatures, Creatures] = ((), ())

    def sent_back(self, side: int, creatures: Creatures) -> Engagement:
        """The engagement with these of a side going back to the stacks when it is over."""
        attackers, defenders = self.returning
        both = (attackers + creatures, defenders) if side == ATTACKER else (attackers, defenders + creatures)
        return replace(self, returning=both)


@dataclass(frozen=True, slots=True)
class Parleying:
    """The exchange before battle (R9.4-R9.12). Pairs are by side.

    `may_flee` until the defender has waived it; `insists` if the attacker wants battle; `made` counts offers.
    """

    engagement: Engagement
    may_flee: bool
    insists: bool = False
    offers: tuple[Proposal | None, Proposal | None] = (None, None)
    made: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class Fighter:
    """A character in battle. `hex` is an index of `frame.HEXES` or OFF; `came` how it got here.

    `came`: empty for the first ones, `mustered` for a reinforcement, `summoned` for an angel.
    """

    side: int
    creature: str
    hex: int = OFF
    hits: int = 0
    moved: bool = False
    struck: bool = False
    came: str = ""


@dataclass(frozen=True, slots=True)
class Maneuvering:
    """A maneuver phase of the side `Battle.mover` (R12)."""


@dataclass(frozen=True, slots=True)
class Striking:
    """A half of a strike phase: the mover's strikes, then those of the `responding` side (R13.1)."""

    responding: bool = False


@dataclass(frozen=True, slots=True)
class Aimed:
    """A strike was announced and its dice are in the air; hexes as indices."""

    responding: bool
    striker: int
    target: int
    dice: int
    number: int
    ranged: bool


@dataclass(frozen=True, slots=True)
class Carrying:
    """Excess hits may go on to one of `targets` (R14)."""

    responding: bool
    striker: int
    dice: int
    number: int
    excess: int
    targets: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Battle:
    """A battle (R10-R13). `fallen` are the characters lost so far, by side; `window` if the mover may add one now.

    `absent` are those of the fallen who never came onto the map (R10.3).

    `round` is 0 while a Tower is set up for a battle that the attacker opens (R11.4).
    `summons`: the attacker's one opportunity is `none` yet, `earned` or `spent` (R16.3). `donor` is the legion that
    a summoned character came from, as it was before.
    """

    terrain: str
    side: int
    round: int
    mover: int
    step: Maneuvering | Striking | Aimed | Carrying
    fighters: tuple[Fighter, ...]
    fallen: tuple[Creatures, Creatures] = ((), ())
    absent: tuple[Creatures, Creatures] = ((), ())
    summons: str = "none"
    window: bool = False
    reinforced: bool = False
    donor: Legion | None = None


@dataclass(frozen=True, slots=True)
class Fighting:
    """The battle of an engagement (R10-R15)."""

    engagement: Engagement
    battle: Battle


@dataclass(frozen=True, slots=True)
class Gathering:
    """The winner's additions (R18.2): angels `due` as multiples of 100, summoning, reinforcement.

    `secret` if the contents are secret (no battle was fought): then the owner's `done` is waited for.
    """

    engagement: Engagement
    side: int
    due: tuple[int, ...]
    may_summon: bool
    may_reinforce: bool
    secret: bool


@dataclass(frozen=True, slots=True)
class Mustering:
    """Enlistment (R8)."""


@dataclass(frozen=True, slots=True)
class Closing:
    """A Game-Turn is over, and the clock is asked whether the deadline has passed (V2.3)."""


@dataclass(frozen=True, slots=True)
class Over:
    """The game has ended; several winners share a draw."""

    winners: tuple[Seat, ...]


Phase = (
    TowersDrawing | Choosing | TowerDrawing | Spawning | Splitting | Rolling | Moving | Engaging | Parleying | Fighting
    | Gathering | Mustering | Closing | Over
)  # fmt: skip


Outcomes = tuple[tuple[LandNumber, str], ...]
"""Lands with whose legion was lost there: `attacker`, `defender` or `both`."""


@dataclass(frozen=True, slots=True)
class State(core.State):
    """A whole game. `bank` are the caretaker's stacks, `dead` the dead pile, by creature code.

    `aftermath` is the battle that the latest public act ended, as it stood then, the slain still on the map: all
    saw it. `reached` are the end conditions that have come true (V2.2).
    `deeds` is what happened in the present part of the turn, `before` in the part before it; see `ruleset.part`.
    `outcomes` are those of the engagements of this turn, see `settled_engagements.outcomes`.
    """

    rules: Rules
    players: tuple[Player, ...]
    legions: Mapping[Marker, Legion]
    bank: Mapping[str, int]
    dead: Mapping[str, int]
    turn: int
    active: Seat
    phase: Phase
    history: History = field(default_factory=History)
    aftermath: Fighting | None = None
    reached: tuple[EndCondition, ...] = ()
    deeds: tuple[Event, ...] = ()
    before: tuple[Event, ...] = ()
    outcomes: Outcomes = ()

    @property
    def order(self) -> tuple[Seat, ...]:
        """All seats in the order of turns: descending towers (R1.3)."""
        seats = range(len(self.players))
        return tuple(Seat(s) for s in sorted(seats, key=lambda s: -self.players[s].tower))

    @property
    def alive(self) -> tuple[Seat, ...]:
        """The seats still in the game, in seat order."""
        return tuple(Seat(s) for s, player in enumerate(self.players) if not player.out)

    def own(self, seat: Seat) -> Iterator[Legion]:
        """The legions of a seat, in the order of their markers."""
        return (self.legions[m] for m in sorted(self.legions) if self.legions[m].owner == seat)

    def with_player(self, seat: Seat, **changes: object) -> State:
        """The state with a player's figures changed."""
        changed = replace(self.players[seat], **changes)  # type: ignore[arg-type]
        return replace(self, players=(*self.players[:seat], changed, *self.players[seat + 1 :]))

    def put(self, *legions: Legion) -> State:
        """The state with these legions in place of those under the same markers."""
        return replace(self, legions={**self.legions, **{legion.marker: legion for legion in legions}})

    def drop(self, *markers: Marker) -> State:
        """The state without these legions; what becomes of markers and contents is the caller's."""
        return replace(self, legions={m: legion for m, legion in self.legions.items() if m not in markers})

    def note(self, *facts: Fact) -> State:
        """The state with these facts added to what people have seen."""
        return replace(self, history=self.history.after(*facts))
