"""The tables of the game as values: units, cards, terrain, halves, scenarios."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.skirmish.effects import NEUTRAL

Factions = tuple[str, str]
"""The factions, the one that sits in the south unless something says otherwise first (B2.6)."""


@dataclass(frozen=True, slots=True, eq=False)
class Kind:
    """A kind of unit. `cards` is the deck of the lore cards that come with it (B15.11), empty if none do.

    `abilities` are ids with their number, 0 where they have none. `range` is nearest and farthest of a ranged attack.
    """

    id: str
    faction: str
    tags: frozenset[str]
    cost: int
    move: int
    combat: int
    figures: int
    health: int
    supply: int
    abilities: Mapping[str, int]
    range: tuple[int, int] = (1, 1)
    cards: str = ""
    marks: Mapping[str, str] = field(default_factory=dict)

    @property
    def full(self) -> int:
        """Health of an unhurt unit: figures times health of each (B1.3)."""
        return self.figures * self.health

    @property
    def ranged(self) -> bool:
        return "ranged" in self.tags

    @property
    def flying(self) -> bool:
        return "flying" in self.abilities

    def figures_left(self, health: int) -> int:
        """How many figures stand with so much health left (B1.3)."""
        return -(-health // self.health)

    def weak(self, health: int) -> bool:
        """Whether it is weak: the last of several figures (B1.5)."""
        return self.figures > 1 and self.figures_left(health) == 1

    def fits(self, select: str) -> bool:
        """Whether it is of a class that a card names: `any`, a tag, `not_infantry`, `elite_or_legend` (B1.6)."""
        if select.startswith("not_"):
            return select.removeprefix("not_") not in self.tags
        return select == "any" or bool(self.tags & set(select.split("_or_")))


@dataclass(frozen=True, slots=True, eq=False)
class Terrain:
    """What a hex does to those in it (B12, B17). A cap of 0 is none; `hurts` is damage for ending a movement there."""

    id: str
    stops: bool
    passable: bool
    blocks: bool
    cap_from: int = 0
    cap_into: int = 0
    retreat_stops: bool = False
    ignores_damage: int = 0
    sees_over_units: bool = False
    building: bool = False
    scenario_building: bool = False
    hurts: int = 0
    marks: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class CommandCard:
    """A card of the command deck (B6). A section card has `orders`; a tactic card orders `most` of `select`.

    `orders` are by the section as who acts sees it (`left`, `center`, `right`), or `chosen` and `each_other`.
    `does` are ids of effects with their number, 0 where they have none.
    """

    id: str
    kind: str
    copies: int
    orders: Mapping[str, int] = field(default_factory=dict)
    select: str = ""
    most: int = 0
    does: Mapping[str, int] = field(default_factory=dict)
    marks: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class LoreCard:
    """A lore card (B13). `does` is the id of its effect, `amount` the number; the others are for the effect.

    `select` are the units that it is for, `most` how many of them are chosen; `when` is what must be so.
    """

    id: str
    deck: str
    copies: int
    cost: int
    timing: str
    does: str
    amount: int = 0
    select: str = "any"
    most: int = 0
    when: str = ""
    reach: int = 0
    unit: str = ""
    unit_amount: int = 0
    target: str = ""
    ranged_any: bool = False
    dice: int = 0
    hits: tuple[str, ...] = ()
    sight: bool = False
    cures: str = ""
    lore: int = 0
    marks: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class Half:
    """A half of the map in free play, as the south player has it (B4.2); `points` is how it scores, `scoring.line`."""

    id: str
    faction: str
    terrain: Mapping[str, str]
    points: tuple[str, ...]
    initiative: int


@dataclass(frozen=True, slots=True, eq=False)
class FreePlay:
    """What free play shares whatever the halves are (B4, B14)."""

    muster: int
    victory_points: int
    banners: tuple[str, ...]
    banner_points: int
    draw_halves: int
    kill_points: Mapping[str, int]
    deploy: tuple[str, ...]
    may_end_after_round: int
    pool: tuple[str, ...]
    packs: int
    most_packs: int


@dataclass(frozen=True, slots=True, eq=False)
class Host:
    """One side of a scenario: what it musters, has, and where it deploys (B22, B23)."""

    positions: tuple[str, ...]
    muster: int = 0
    free: tuple[str, ...] = ()
    preset: tuple[tuple[str, str], ...] = ()
    cards_of: tuple[str, ...] = ()
    on_top: str = ""
    bonus_lore: int = 0
    lore_per_point: int = 0
    lore_most: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Special:
    """The special rules of a scenario, by faction and by kind (B23.8-B23.16). Empty where there are none."""

    kill_points: Mapping[str, Mapping[str, int]]
    wins_at: Mapping[str, int]
    wins_by_cards: Mapping[str, Mapping[str, int]]
    reveal_on_ruins: bool
    places: Mapping[str, str]
    places_if_fewer: Mapping[str, int]
    peeks: str
    peek_cost: int
    storms: str


@dataclass(frozen=True, slots=True, eq=False)
class Scenario:
    """A pre-built scenario (B22): map, sides by faction, hidden cards by kind, special rules."""

    id: str
    first: str
    set_up: tuple[str, ...]
    south: str
    terrain: Mapping[str, str]
    hosts: Mapping[str, Host]
    hidden: Mapping[str, int]
    hidden_faction: str
    hidden_on: str
    banners: tuple[str, ...]
    special: Special
    may_end_after_round: int


@dataclass(frozen=True, slots=True, eq=False)
class Tables:
    """Everything that the game is made of. Mappings are by id, in the order of the files."""

    kinds: Mapping[str, Kind]
    terrains: Mapping[str, Terrain]
    faces: tuple[str, ...]
    melee_hits: frozenset[str]
    weak_melee_hits: frozenset[str]
    ranged_hits: frozenset[str]
    commands: Mapping[str, CommandCard]
    command_opening: tuple[int, int]
    command_draw: int
    lore: Mapping[str, LoreCard]
    lore_opening: tuple[int, int]
    most_alike: int
    most_swaps: int
    hand_limit: int
    most_lore: int
    halves: Mapping[str, Half]
    field: FreePlay
    scenarios: Mapping[str, Scenario]

    @property
    def factions(self) -> Factions:
        first, second = dict.fromkeys(kind.faction for kind in self.kinds.values() if kind.faction != NEUTRAL)
        return first, second

    def core(self, faction: str) -> tuple[str, ...]:
        """The lore deck of a faction as it begins, with copies (B13.7)."""
        return self.deck(f"{faction}_core")

    def reserve(self, faction: str) -> tuple[str, ...]:
        """The unused lore cards of a faction (B16.2)."""
        return self.deck(f"{faction}_reserve")

    def deck(self, deck: str) -> tuple[str, ...]:
        """All lore cards of a deck, with copies."""
        return tuple(card.id for card in self.lore.values() if card.deck == deck for _ in range(card.copies))

    @property
    def command_deck(self) -> tuple[str, ...]:
        """The command deck before it is shuffled."""
        return tuple(card.id for card in self.commands.values() for _ in range(card.copies))
