"""What a seat can decide in Titan: one frozen dataclass a decision, each with its one-line notation.

Lands are numbers, entry sides 1 right, 3 bottom, 5 left (R6.10). Creatures are three-letter codes,
lists of them in the order of `creatures.toml`. Battle hexes are labels, `A1` to `F4`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, get_args

from engine import core
from engine.core import Drawn
from engine.log import Rewind, Undo
from engine.notation import Notation


@dataclass(frozen=True, slots=True)
class Colour(core.Action):
    """`colour Red`: choose one's colour (R1.4)."""

    colour: str


@dataclass(frozen=True, slots=True)
class FirstMarker(core.Action):
    """`marker Rd01`: choose the marker of the starting legion (R1.5), or of one that comes back (V6.4)."""

    verb: ClassVar[str] = "marker"
    marker: str


@dataclass(frozen=True, slots=True)
class Spawn(core.Action):
    """`spawn LIO`: take a Lion where a new legion has a choice (V7.6)."""

    creature: str


@dataclass(frozen=True, slots=True)
class Split(core.Action):
    """`split Rd01 Rd02 OGR,OGR`: these creatures leave Rd01 under the marker Rd02 (R4)."""

    legion: str
    marker: str
    creatures: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Roll(core.Action):
    """`roll`: end Commencement and roll for movement (R5.1)."""


@dataclass(frozen=True, slots=True)
class Mulligan(core.Action):
    """`mulligan`: reject the roll and roll again (R5.3)."""


@dataclass(frozen=True, slots=True)
class Move(core.Action):
    """`move Rd02 41 3`: walk to land 41, entering over its bottom side (R6)."""

    legion: str
    land: int
    side: int


@dataclass(frozen=True, slots=True)
class Teleport(core.Action):
    """`teleport Rd02 118 3 ANG`: go to land 118, showing an Angel (R7)."""

    legion: str
    land: int
    side: int
    lord: str


@dataclass(frozen=True, slots=True)
class Engage(core.Action):
    """`engage 118`: open the engagement in this land (R9.2)."""

    land: int


@dataclass(frozen=True, slots=True)
class Flee(core.Action):
    """`flee`: the defending legion, which holds no lord, is given up for half its value (R9.4)."""


@dataclass(frozen=True, slots=True)
class Waive(core.Action):
    """`waive`: the defender stays, and leaves it open what comes then (R9.5)."""


@dataclass(frozen=True, slots=True)
class Fight(core.Action):
    """`fight`: insist on battle (R9.12)."""


@dataclass(frozen=True, slots=True)
class Offer(core.Action):
    """`offer defender OGR`: the defending legion is lost, the survivor loses an Ogre (R9.6).

    `lost` is `attacker`, `defender` or `both`; with `both`, `losses` is empty.
    """

    lost: str
    losses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Withdraw(core.Action):
    """`withdraw`: take back one's own standing proposal (R9.6)."""


@dataclass(frozen=True, slots=True)
class Accept(core.Action):
    """`accept defender OGR`: agree to the other's standing proposal, which says this (R9.6)."""

    lost: str
    losses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Refuse(core.Action):
    """`refuse`: turn down the other's standing proposal (R9.6)."""


@dataclass(frozen=True, slots=True)
class Concede(core.Action):
    """`concede`: give up one's legion in the engagement for its full value (R9.9)."""


@dataclass(frozen=True, slots=True)
class Maneuver(core.Action):
    """`maneuver D6 C5`: move the character on D6 to C5; `maneuver OGR C5` brings an Ogre onto the map (R12)."""

    character: str
    hex: str


@dataclass(frozen=True, slots=True)
class Strike(core.Action):
    """`strike D4 E4 6 4`: strike or rangestrike from D4 at E4 with 6 dice, 4 or more being hits (R13-R15)."""

    striker: str
    target: str
    dice: int
    number: int


@dataclass(frozen=True, slots=True)
class Carry(core.Action):
    """`carry E5`: the excess hits go on to the character on E5 (R14)."""

    target: str


@dataclass(frozen=True, slots=True)
class Summon(core.Action):
    """`summon Rd07 ANG`: call an Angel out of Rd07 (R16)."""

    donor: str
    creature: str


@dataclass(frozen=True, slots=True)
class Reinforce(core.Action):
    """`reinforce CYC CYC`: the defender musters a Cyclops in battle or after it, showing a Cyclops (R17)."""

    recruit: str
    shown: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Acquire(core.Action):
    """`acquire ANG`: take an angel that is due (R18.6)."""

    creature: str


@dataclass(frozen=True, slots=True)
class Muster(core.Action):
    """`muster Rd02 LIO CEN,CEN`: take a Lion, showing two Centaurs (R8)."""

    legion: str
    recruit: str
    shown: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Resign(core.Action):
    """`resign`: leave the game (R19.9)."""


@dataclass(frozen=True, slots=True)
class Done(core.Action):
    """`done`: end the phase, or let what is offered go."""


Action = (
    Colour | FirstMarker | Spawn | Split | Roll | Mulligan | Move | Teleport | Engage | Flee | Waive | Fight | Offer
    | Withdraw | Accept | Refuse | Concede | Maneuver | Strike | Carry | Summon | Reinforce | Acquire | Muster
    | Resign | Done
)  # fmt: skip

May = Action | Undo
"""What somebody may do, or take back."""

NOTATION = Notation((*get_args(Action), Drawn, Undo, Rewind))
