"""The whole game as one frozen value, hidden things included. Views are the only way out of it."""

from __future__ import annotations

from dataclasses import dataclass

from engine import core
from engine.core import Seat
from engine.skirmish import ground
from engine.skirmish.events import Event
from engine.skirmish.rules import Rules
from engine.skirmish.tables import Kind, Terrain
from engine.skirmish.units import Effect, Turn, Unit
from engine.values import replace


@dataclass(frozen=True, slots=True)
class Side:
    """What belongs to a seat. Decks are listed from the top; hands in the order of drawing.

    Until the first turn: `halves` are the scenario halves drawn and `half` the one kept, `drafted` the neutral units,
    `bought` what was mustered in the order of buying, `swaps` the changes of the lore deck as (out, in), `placed` what
    was deployed where, `stage` how far the preparations are, see `STAGES`. `points` are muster points left.
    `peeked` are hidden cards that the seat has looked at: hex and kind. `passes` are standing answers (timing, until
    when: `turn` or `mine`), `discarded` whether the opening cards were put away, `draws` whether it has offered a draw
    in this turn.
    """

    faction: str
    points: int = 0
    lore: int = 0
    victory: int = 0
    commands: tuple[str, ...] = ()
    hand: tuple[str, ...] = ()
    deck: tuple[str, ...] = ()
    discard: tuple[str, ...] = ()
    halves: tuple[str, ...] = ()
    half: str = ""
    drafted: tuple[str, ...] = ()
    bought: tuple[str, ...] = ()
    swaps: tuple[tuple[str, str], ...] = ()
    placed: tuple[tuple[str, str], ...] = ()
    stage: str = "waiting"
    peeked: tuple[tuple[str, str], ...] = ()
    passes: tuple[tuple[str, str], ...] = ()
    discarded: bool = False
    draws: bool = False


STAGES = ("waiting", "muster", "lore", "deploy", "ready")
"""What a side does before the first turn, in this order; a side that musters nothing begins with `lore`."""


# Combat


@dataclass(frozen=True, slots=True)
class Instruction:
    """A card that its owner wants played after the roll if the damage would be at least `least`. A secret."""

    card: str
    least: int
    targets: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Commitment:
    """A heroic die put to an ability; `target` is the hex of the unit it is for, empty if it needs none."""

    use: str
    target: str = ""


@dataclass(frozen=True, slots=True)
class Combat:
    """One combat in its eleven steps (B8.3). Units by number, hexes as they were when it was declared.

    `how` is `strike`, `ranged` or `boulder`. `outer` is the combat in which this one is a counter. `dice` are faces by
    name, empty until rolled. `step` is the step that is next or being decided: `before`, `roll`, `after`, `commit`,
    `damage`, `ferocity`, `retreat`, `pushes`, `lore`, `counter`, `advance`, `done`.
    `cards` are effects of cards played into this combat, by seat; `commitments` where heroic dice went, `instructions`
    what the defender wants played after the roll, `wants_word` whether to ask again then. `suffered` is damage by
    unit number in this combat; `direction` the way of the target's retreat once it is fixed (B9.3), -1 before;
    `retreats` how many results are left to resolve. `countered`: the counter of Ferocity was offered.
    """

    attacker: int
    target: int
    start: str
    aim: str
    how: str
    step: str = "before"
    outer: Combat | None = None
    dice: tuple[str, ...] = ()
    cards: tuple[tuple[Seat, Effect], ...] = ()
    commitments: tuple[Commitment, ...] = ()
    instructions: tuple[Instruction, ...] = ()
    wants_word: bool = False
    suffered: tuple[tuple[int, int], ...] = ()
    direction: int = -1
    retreats: int = 0
    countered: bool = False


# Phases. Those that can happen within others carry what comes after them in `after`.


OPENING, DECKS = ("factions", "hidden", "halves:0", "halves:1"), ("commands", "lore:0", "lore:1")
"""What chance decides before anybody does, if a game has it, and once both armies stand; numbers are seats."""


@dataclass(frozen=True, slots=True)
class Shuffling:
    """Chance is wanted for the preparations: the first of `what` is drawn next, see `OPENING` and `DECKS`."""

    what: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Choosing:
    """Each side keeps one of its halves, in secret (B4.2)."""


@dataclass(frozen=True, slots=True)
class Drafting:
    """Whose turn of the draft it is, which, counted from 1, and whether the one before passed (B15)."""

    mover: Seat
    number: int = 1
    passed: bool = False


@dataclass(frozen=True, slots=True)
class Preparing:
    """Mustering, changing the lore deck, deploying; each side by its `stage` (B4.4, B16, B4.6)."""


@dataclass(frozen=True, slots=True)
class Discarding:
    """Both sides put opening cards away (B4.7)."""


@dataclass(frozen=True, slots=True)
class Poisoned:
    """A die for each poisoned unit of the active side, these are left (B11.13)."""

    units: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Commanding:
    """The Command Step (B6.1)."""


@dataclass(frozen=True, slots=True)
class Ordering:
    """The Order Step (B6.2-B6.4)."""


@dataclass(frozen=True, slots=True)
class Moving:
    """The Move Step (B7). `begun`: a unit has moved, and with that the time of cards of after the orders is over."""

    begun: bool = False


@dataclass(frozen=True, slots=True)
class Attacking:
    """The Attack Step (B8.1); `pursuing` is the unit that has one more attack at once, 0 if none has (B11.10)."""

    pursuing: int = 0


@dataclass(frozen=True, slots=True)
class Fighting:
    """A combat, with the Attack Step behind it."""

    combat: Combat
    attacking: Attacking


@dataclass(frozen=True, slots=True)
class Window:
    """A window for lore cards (B13.4, B13.5): whose word is due, and whether the other has just passed.

    `timings` are those of the active side's cards and of the other's. In a combat `after` is its Fighting.
    """

    timings: tuple[str, ...]
    mover: Seat
    passed: bool
    after: Phase


@dataclass(frozen=True, slots=True)
class Placing:
    """A unit that a hidden card shows is put down by `seat` as near to `around` as possible (B23.10, B23.11)."""

    seat: Seat
    kind: str
    around: str
    after: Phase


@dataclass(frozen=True, slots=True)
class Revealing:
    """Cards on these hexes are to be revealed, in an order that `seat` chooses (B23.13)."""

    seat: Seat
    hexes: tuple[str, ...]
    after: Phase


@dataclass(frozen=True, slots=True)
class Scoring:
    """The Victory Point Step, where a look at a hidden card can be bought (B23.12)."""


@dataclass(frozen=True, slots=True)
class Reshuffling:
    """A command deck is to be made of its discard pile before a card is drawn (B5.4)."""


@dataclass(frozen=True, slots=True)
class Learning:
    """The Lore Step: `way` is empty until chosen; `rebuilding` while the lore deck is to be shuffled anew (B5.5, B5.6).

    `drawn` are the two cards of which one is kept.
    """

    way: str = ""
    rebuilding: bool = False
    drawn: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Trimming:
    """The active side has more lore cards than it may hold (B5.5)."""


@dataclass(frozen=True, slots=True)
class Rolling:
    """Dice of a card, or cards that it shows: what chance is asked for in the middle of a card's effect."""

    card: str
    seat: Seat
    targets: tuple[str, ...]
    after: Phase


@dataclass(frozen=True, slots=True)
class Over:
    """The end: who has won, None for a draw, and the id of the reason."""

    winner: Seat | None
    reason: str


Phase = (
    Shuffling
    | Choosing
    | Drafting
    | Preparing
    | Discarding
    | Poisoned
    | Commanding
    | Ordering
    | Moving
    | Attacking
    | Fighting
    | Window
    | Placing
    | Revealing
    | Scoring
    | Reshuffling
    | Learning
    | Trimming
    | Rolling
    | Over
)


@dataclass(frozen=True, slots=True)
class State(core.State):
    """A game. `units` are by rising number; `hidden` are the cards under the buildings, hex and kind.

    `shown` are kinds of hidden cards revealed so far. `first` is who has the first turn; `round` counts from 1, 0
    before it. `pool` is the draft pool. `ringed`: the game began with neutral units on both sides (B18.3).
    `land` is the terrain by hex where it is not plains, without the ruins that were made; `deeds` what has
    happened in the present part of the turn, for its picture, and `before` the same of the part before. `learnt` counts
    how often somebody has come to know something secret: what is taken back does not make it unknown.
    """

    rules: Rules
    sides: tuple[Side, Side]
    phase: Phase
    units: tuple[Unit, ...] = ()
    land: tuple[tuple[str, str], ...] = ()
    ruins: frozenset[str] = frozenset()
    hidden: tuple[tuple[str, str], ...] = ()
    shown: tuple[str, ...] = ()
    pool: tuple[str, ...] = ()
    command_deck: tuple[str, ...] = ()
    command_discard: tuple[str, ...] = ()
    first: Seat = Seat(0)
    active: Seat = Seat(0)
    round: int = 0
    turn: Turn = Turn()
    next_number: int = 1
    ringed: bool = False
    learnt: int = 0
    deeds: tuple[Event, ...] = ()
    before: tuple[Event, ...] = ()

    def side(self, seat: Seat) -> Side:
        return self.sides[seat]

    def with_side(self, seat: Seat, side: Side) -> State:
        """The state with what belongs to a seat as it is now."""
        return replace(self, sides=(side, self.sides[1]) if seat == 0 else (self.sides[0], side))

    def with_unit(self, unit: Unit) -> State:
        """The state with a unit that it has as it is now."""
        return replace(self, units=tuple(unit if one.number == unit.number else one for one in self.units))

    def unit(self, number: int) -> Unit | None:
        """The unit of a number; None if it is no more."""
        return next((unit for unit in self.units if unit.number == number), None)

    def at(self, hex_: str) -> Unit | None:
        """The unit on a hex."""
        return next((unit for unit in self.units if unit.hex == hex_), None)

    def own(self, seat: Seat) -> tuple[Unit, ...]:
        """The units of a seat."""
        return tuple(unit for unit in self.units if unit.owner == seat)

    def kind(self, unit: Unit) -> Kind:
        return self.rules.tables.kinds[unit.kind]

    def terrain(self, hex_: str) -> Terrain:
        """The terrain of a hex as it is now (B12, B17.1)."""
        return ground.terrain(self, hex_)

    def south(self, seat: Seat) -> bool:
        """Whether a seat sits in the south (B2.5, B2.6)."""
        return self.sides[seat].faction == self.rules.south

    def seat_of(self, faction: str) -> Seat:
        return Seat([side.faction for side in self.sides].index(faction))


def fighting(phase: Phase) -> Fighting | None:
    """The combat that a phase belongs to, whatever has opened within it."""
    while isinstance(phase, Window | Placing | Revealing | Rolling):
        phase = phase.after
    return phase if isinstance(phase, Fighting) else None


def other(seat: Seat) -> Seat:
    """The opponent."""
    return Seat(1 - seat)
