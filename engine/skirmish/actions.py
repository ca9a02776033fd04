"""What a seat can decide: one frozen dataclass a decision, each with its one-line notation.

Units, cards, halves are ids of the tables; units on the field and places are hexes, `E7`. `-` is nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, get_args

from engine import core
from engine.core import Drawn
from engine.log import Rewind, Undo
from engine.notation import Notation


@dataclass(frozen=True, slots=True)
class ChooseHalf(core.Action):
    """`half daqan_high_ground`: keep this scenario half (B4.2)."""

    verb: ClassVar[str] = "half"
    half: str


@dataclass(frozen=True, slots=True)
class Draft(core.Action):
    """`draft mountain_giant`: take these neutral units from the pool (B15.4-B15.6)."""

    units: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Buy(core.Action):
    """`buy citadel_guard`: muster one (B4.4)."""

    unit: str


@dataclass(frozen=True, slots=True)
class Sell(core.Action):
    """`sell citadel_guard`: give one back before the muster is closed."""

    unit: str


@dataclass(frozen=True, slots=True)
class Swap(core.Action):
    """`swap keen_eyes shortcut`: this card leaves the lore deck, that one comes in (B16)."""

    out: str
    into: str


@dataclass(frozen=True, slots=True)
class Unswap(core.Action):
    """`unswap keen_eyes shortcut`: a change is not made after all."""

    out: str
    into: str


@dataclass(frozen=True, slots=True)
class Place(core.Action):
    """`place citadel_guard A4`: deploy a unit (B4.6), or put down one that a hidden card shows (B23.10)."""

    unit: str
    hex: str


@dataclass(frozen=True, slots=True)
class Lift(core.Action):
    """`lift A4`: take back a unit that was deployed there, before all is ready."""

    hex: str


@dataclass(frozen=True, slots=True)
class Back(core.Action):
    """`back`: to the stage of the preparations before."""


@dataclass(frozen=True, slots=True)
class Discard(core.Action):
    """`discard pincer,onslaught keen_eyes`: put away command cards and lore cards (B4.7, B5.5)."""

    commands: tuple[str, ...]
    lore: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Play(core.Action):
    """`play main_thrust center`: play a command card by its `text`, for `one` unit anywhere, or for a section (B6)."""

    card: str
    how: str


@dataclass(frozen=True, slots=True)
class Order(core.Action):
    """`order D3`: the unit there has an order (B6.4)."""

    unit: str


@dataclass(frozen=True, slots=True)
class Move(core.Action):
    """`move C6 E7 0`: go there by the shortest way, or by one of so many `hexes` where that matters (B7)."""

    unit: str
    to: str
    hexes: int = 0


@dataclass(frozen=True, slots=True)
class Attack(core.Action):
    """`attack E6 E7 strike`: `strike`, `ranged` or `boulder` (B8.2, B20)."""

    unit: str
    target: str
    how: str


@dataclass(frozen=True, slots=True)
class Cast(core.Action):
    """`cast crushing_force C7`: play a lore card on these hexes (B13.2)."""

    card: str
    targets: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Instruct(core.Action):
    """`instruct runic_barrier 2 -`: this card after the roll if the damage would be at least so much. A secret."""

    card: str
    least: int
    targets: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Wait(core.Action):
    """`wait`: no card before the roll, and to be asked again after it."""


@dataclass(frozen=True, slots=True)
class Pass(core.Action):
    """`pass now`: no card, no unit of the draft; `turn`: for the rest of the turn, `mine`: until one's own next."""

    verb: ClassVar[str] = "pass"
    until: str = "now"


@dataclass(frozen=True, slots=True)
class Commit(core.Action):
    """`commit heavy_swing C8`: a heroic die for an ability, on the unit there where it needs one (B8.3)."""

    use: str
    target: str = "-"


@dataclass(frozen=True, slots=True)
class Push(core.Action):
    """`push NE`: the retreat takes this direction, where the line of sight comes in at a corner (B9.2)."""

    direction: str


@dataclass(frozen=True, slots=True)
class Counter(core.Action):
    """`counter`: strike back (B10.1, B11.12)."""


@dataclass(frozen=True, slots=True)
class Advance(core.Action):
    """`advance`: into the hex that the target has left (B10.3)."""


@dataclass(frozen=True, slots=True)
class Pursue(core.Action):
    """`pursue E8`: into the hex left and on to this one, and attack once more (B11.10)."""

    to: str


@dataclass(frozen=True, slots=True)
class Stay(core.Action):
    """`stay`: no counter, no advance, no further attack."""


@dataclass(frozen=True, slots=True)
class Reveal(core.Action):
    """`reveal C7`: show the card of this building first (B23.13)."""

    hex: str


@dataclass(frozen=True, slots=True)
class Peek(core.Action):
    """`peek B5`: pay to look at the hidden card there (B23.12)."""

    hex: str


@dataclass(frozen=True, slots=True)
class Learn(core.Action):
    """`learn lore`: two lore; `learn both`: one lore and a card; `learn cards`: two cards, one of them kept (B5.5)."""

    way: str


@dataclass(frozen=True, slots=True)
class Keep(core.Action):
    """`keep rune_blade`: of two cards drawn keep this one; the other goes under the deck (B5.5)."""

    card: str


@dataclass(frozen=True, slots=True)
class Done(core.Action):
    """`done`: the step, the stage or the choice is closed."""


@dataclass(frozen=True, slots=True)
class Concede(core.Action):
    """`concede`: the game is lost."""


@dataclass(frozen=True, slots=True)
class EndAsDraw(core.Action):
    """`end-as-draw`: whoever leads ends a game that has gone on for very long, or with both equal both do (B23.20)."""

    verb: ClassVar[str] = "end-as-draw"


Action = (
    ChooseHalf
    | Draft
    | Buy
    | Sell
    | Swap
    | Unswap
    | Place
    | Lift
    | Back
    | Discard
    | Play
    | Order
    | Move
    | Attack
    | Cast
    | Instruct
    | Wait
    | Pass
    | Commit
    | Push
    | Counter
    | Advance
    | Pursue
    | Stay
    | Reveal
    | Peek
    | Learn
    | Keep
    | Done
    | Concede
    | EndAsDraw
)

May = Action | Undo
"""What somebody may do, or take back."""

NOTATION = Notation((*get_args(Action), Drawn, Undo, Rewind))
"""Lines of all actions, those of chance and of taking back included."""
