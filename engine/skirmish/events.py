"""What happened, for people: one frozen dataclass an event. What is `Public` is for everybody, with all that it holds.

What is secret of the others `view.seen` leaves out.

Units on the field are told by kind, owner and hex; `number` finds them in pictures.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine import core
from engine.core import Public, Seat

# Preparations


@dataclass(frozen=True, slots=True)
class Opened(Public):
    """The table is laid: the scenario, empty in free play, and the faction of each seat."""

    scenario: str
    factions: tuple[str, str]


@dataclass(frozen=True, slots=True)
class HalvesDrawn(core.Event):
    """The halves that a seat may choose from. The seat's alone."""

    seat: Seat
    halves: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HalfChosen(core.Event):
    """A seat has chosen; `half` is the seat's alone until both have."""

    seat: Seat
    half: str


@dataclass(frozen=True, slots=True)
class MapJoined(Public):
    """Both halves are open, by seat; `first` begins (B4.3)."""

    halves: tuple[str, str]
    first: Seat


@dataclass(frozen=True, slots=True)
class CardsHidden(Public):
    """A card lies face down on each of these hexes (B23.2)."""

    hexes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Drafted(Public):
    """Neutral units taken, none for a pass (B15); `points` are left."""

    seat: Seat
    units: tuple[str, ...]
    points: int


@dataclass(frozen=True, slots=True)
class Bought(core.Event):
    """The seat's alone: a unit mustered or given back (`back`), and the points left."""

    seat: Seat
    unit: str
    points: int
    back: bool = False


@dataclass(frozen=True, slots=True)
class LoreSwapped(core.Event):
    """The seat's alone: a change of the lore deck, or one not made after all (`back`)."""

    seat: Seat
    out: str
    into: str
    back: bool = False


@dataclass(frozen=True, slots=True)
class StageReached(core.Event):
    """The seat's alone: how far its preparations are, see `state.STAGES`."""

    seat: Seat
    stage: str


@dataclass(frozen=True, slots=True)
class LoreReady(Public):
    """A seat's lore deck is ready: all that others ever hear of it (B16.5)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class SetDown(core.Event):
    """The seat's alone: a unit deployed, or lifted again (`back`)."""

    seat: Seat
    unit: str
    hex: str
    back: bool = False


@dataclass(frozen=True, slots=True)
class Ready(Public):
    """A seat is ready for the first turn."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Deployed(Public):
    """An army is open: kind and hex of each unit, and the lore gained for what was not spent (B23.4)."""

    seat: Seat
    units: tuple[tuple[str, str], ...]
    lore: int


@dataclass(frozen=True, slots=True)
class Dealt(core.Event):
    """The seat's alone: its opening hands (B4.7)."""

    seat: Seat
    commands: tuple[str, ...]
    lore: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PutAway(core.Event):
    """Cards that a seat has discarded. Which they are is the seat's alone."""

    seat: Seat
    commands: tuple[str, ...]
    lore: tuple[str, ...]


# Turns


@dataclass(frozen=True, slots=True)
class TurnBegan(Public):
    """A turn of a seat in a round."""

    seat: Seat
    round: int


@dataclass(frozen=True, slots=True)
class PoisonRolled(Public):
    """The die for a poisoned unit, and whether it hurt (B11.13)."""

    number: int
    kind: str
    owner: Seat
    hex: str
    face: str
    damage: int


@dataclass(frozen=True, slots=True)
class CommandPlayed(Public):
    """A command card: see `Turn.how`."""

    seat: Seat
    card: str
    how: str


@dataclass(frozen=True, slots=True)
class Ordered(Public):
    """A unit has an order."""

    seat: Seat
    number: int
    kind: str
    hex: str


@dataclass(frozen=True, slots=True)
class Moved(Public):
    """A unit went along these hexes from the first. `why` is `move`, `advance`, `pursue`, `retreat`, `card`."""

    seat: Seat
    number: int
    kind: str
    path: tuple[str, ...]
    why: str


@dataclass(frozen=True, slots=True)
class LorePlayed(Public):
    """A lore card was played, and what it cost (B13.2)."""

    seat: Seat
    card: str
    targets: tuple[str, ...]
    cost: int


@dataclass(frozen=True, slots=True)
class Answered(core.Event):
    """A seat has answered in a window; whether with nothing or with an instruction is nobody else's business.

    `instruction` is the seat's alone: the card, or empty; `until` is how long it does not want to be asked.
    """

    seat: Seat
    until: str
    instruction: str = ""


@dataclass(frozen=True, slots=True)
class BuildingRuined(Public):
    """A building is ruins now (B17.1)."""

    hex: str


@dataclass(frozen=True, slots=True)
class Stunned(Public):
    """A unit is stunned (B11.16)."""

    number: int
    kind: str
    owner: Seat
    hex: str


@dataclass(frozen=True, slots=True)
class GotPoisoned(Public):
    """A unit has a poison token (B11.13)."""

    number: int
    kind: str
    owner: Seat
    hex: str


@dataclass(frozen=True, slots=True)
class Cured(Public):
    """Stun or poison is gone from a unit: `of` is `stun` or `poison`."""

    number: int
    kind: str
    owner: Seat
    hex: str
    of: str


@dataclass(frozen=True, slots=True)
class Healed(Public):
    """A unit has recovered health."""

    number: int
    kind: str
    owner: Seat
    hex: str
    amount: int


@dataclass(frozen=True, slots=True)
class CardsSeen(core.Event):
    """`seat` has looked at cards of the other's lore hand. Which ones only `seat` learns, not even the other."""

    seat: Seat
    cards: tuple[str, ...]


# Combat


@dataclass(frozen=True, slots=True)
class AttackDeclared(Public):
    """An attack or, with `counter`, a counter (B8.3 step 1, B10.1)."""

    seat: Seat
    number: int
    kind: str
    hex: str
    target: int
    target_kind: str
    target_hex: str
    how: str
    counter: bool


@dataclass(frozen=True, slots=True)
class DiceRolled(Public):
    """The dice of a combat, or of a card, as faces in the order rolled (B3.6); `number` is the unit, 0 for a card.

    `misses`: why faces that would hit in melee did not, where that is worth a word: `weak`, or `ranged`.
    """

    seat: Seat
    number: int
    faces: tuple[str, ...]
    card: str = ""
    misses: str = ""


@dataclass(frozen=True, slots=True)
class HeroicSpent(Public):
    """A heroic die was put to an ability, on the unit on a hex, `-` where it needs none."""

    seat: Seat
    use: str
    target: str


@dataclass(frozen=True, slots=True)
class Damaged(Public):
    """A unit suffered damage; `health` is left. `why` is what did it: `hit`, `retreat`, `ruins`, an ability, a card."""

    number: int
    kind: str
    owner: Seat
    hex: str
    damage: int
    health: int
    why: str


@dataclass(frozen=True, slots=True)
class Ignored(Public):
    """A unit ignored `amount` of `what`: `damage` or `retreat`.

    `why` is a terrain, an ability, a card, `support` or `unshaken`.
    """

    number: int
    kind: str
    owner: Seat
    hex: str
    what: str
    amount: int
    why: str


@dataclass(frozen=True, slots=True)
class Destroyed(Public):
    """A unit is destroyed (B1.4); `by` is whose deed that was, None if its own side's (B23.8)."""

    number: int
    kind: str
    owner: Seat
    hex: str
    by: Seat | None


@dataclass(frozen=True, slots=True)
class LoreGained(Public):
    """Lore that a seat has gained, and why: `dice`, `step`, a card, `muster`."""

    seat: Seat
    amount: int
    why: str


@dataclass(frozen=True, slots=True)
class LoreLost(Public):
    """Lore for which a seat had no room, and where it came from: `dice`, `step`, a card (B5.5)."""

    seat: Seat
    amount: int
    why: str


@dataclass(frozen=True, slots=True)
class Declined(Public):
    """A seat does without: `counter`, `advance`, `pursue`, `peek`; or why it can attack nobody (`reach.silent`)."""

    seat: Seat
    what: str


# Upkeep and the end


@dataclass(frozen=True, slots=True)
class Scored(Public):
    """Victory points: `why` is `banner`, `half`, `kill`."""

    seat: Seat
    points: int
    total: int
    why: str


@dataclass(frozen=True, slots=True)
class Peeked(core.Event):
    """A seat has paid to look at the card on a hex; the kind is the seat's alone (B23.12)."""

    seat: Seat
    hex: str
    cost: int
    kind: str


@dataclass(frozen=True, slots=True)
class CardRevealed(Public):
    """A hidden card was revealed and has left the field (B23.9-B23.13)."""

    hex: str
    kind: str


@dataclass(frozen=True, slots=True)
class Placed(Public):
    """A unit came onto the field (B23.16)."""

    seat: Seat
    number: int
    kind: str
    hex: str


@dataclass(frozen=True, slots=True)
class NotPlaced(Public):
    """A revealed card brought no unit: `why` is `supply`, `limit` or `room` (B23.11, B23.16)."""

    seat: Seat
    kind: str
    why: str


@dataclass(frozen=True, slots=True)
class CardDrawn(core.Event):
    """A seat drew a command card (`deck` is `command`) or lore cards (`lore`). Which is the seat's alone."""

    seat: Seat
    deck: str
    cards: tuple[str, ...]
    count: int


@dataclass(frozen=True, slots=True)
class Reshuffled(Public):
    """A discard pile became a deck: `command`, or a seat's `lore` (B5.4, B5.6)."""

    deck: str
    seat: Seat | None


@dataclass(frozen=True, slots=True)
class TurnEnded(Public):
    """A turn is over."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class DrawOffered(Public):
    """A seat wants to end a very long game as a draw, which takes both while they are equal (B23.20)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class GameOver(Public):
    """The end: the winner, None for a draw. `reason` is `destroyed`, `points`, `cards`, `conceded`, `agreed-draw`."""

    winner: Seat | None
    reason: str


Event = (
    Opened | HalvesDrawn | HalfChosen | MapJoined | CardsHidden | Drafted | Bought | LoreSwapped | StageReached
    | LoreReady | SetDown | Ready | Deployed | Dealt | PutAway | TurnBegan | PoisonRolled | CommandPlayed | Ordered
    | Moved | LorePlayed | Answered | BuildingRuined | Stunned | GotPoisoned | Cured | Healed | CardsSeen
    | AttackDeclared | DiceRolled | HeroicSpent | Damaged | Ignored | Destroyed | LoreGained | LoreLost | Declined
    | Scored | Peeked | CardRevealed | Placed | NotPlaced | CardDrawn | Reshuffled | TurnEnded | DrawOffered
    | GameOver
)  # fmt: skip
