"""The rules of one game as a value: figures, tables, maps and options. Made once, shared by all its states."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any

from engine.titan import points
from engine.titan.battle.ground import Ground, read_grounds
from engine.titan.board import TOWER, Board, read_board
from engine.titan.data import check, count, sheet
from engine.titan.end_conditions import EndCondition, ends_of
from engine.titan.kinds import Kind, read_kinds
from engine.titan.options import (
    DEFAULT_ENDS,
    END_CONDITION,
    FORMER_OPTIONS,
    FORMER_TO,
    OPTIONS,
    VARIANT_OPTIONS,
    differing,
)
from engine.titan.points import PointsRule
from engine.values import Sheet, from_row

VERSION = 3
"""The rules as they are now. In games of version 1 an only strike is announced by itself; until version 2 some options
had other defaults (`options.FORMER_DEFAULTS`), and what `Rules` says of version 3 was otherwise."""

TITAN = "TTN"


@dataclass(frozen=True, slots=True)
class Chain:
    """A land's recruits from lowest to highest; `need[k]` of `order[k - 1]` earn `order[k]` (R8.3)."""

    order: tuple[str, ...]
    need: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Tower:
    """What a Tower gives: `free` to anybody (R8.5), Guardians (R8.6) and Warlocks (R8.7) for the numbers shown."""

    free: tuple[str, ...]
    guardian: str
    guardian_same_creatures: int
    guardian_self: int
    warlock: str
    warlock_titans: int
    warlock_self: int


@dataclass(frozen=True, slots=True)
class PlayerColour:
    """A player's colour: `paint` and `text` to draw it, its twelve markers and the names of their pictures (R1.5)."""

    name: str
    code: str
    paint: str
    text: str
    markers: tuple[str, ...]
    names: Mapping[str, str]


@dataclass(frozen=True, slots=True, eq=False)
class Rules:
    """The rules of one game; two games with the same options and version share one value, and compare by identity.

    `version` is that of the rules when the game began. `options` holds what differs from the defaults. Options whose
    values are on and off are bools.

    What the variants differ in stands last, as in the standard game. `eliminates`: a player whose Titan falls is out,
    and the last one wins (R19); else Titans are slain like others (V1.2). `points` says what an engagement is worth.
    `ends` are the conditions under which the game ends with its Game-Turn. `offboard_returns`: those who never entered,
    or ran out of time, go back to the stacks (V5.2, V5.4). The rest are options of that name.
    """

    version: int
    options: tuple[tuple[str, str], ...]
    kinds: Mapping[str, Kind]
    rank: Mapping[str, int]
    start: tuple[str, ...]
    max_height: int
    titan_base_power: int
    score_per_power: int
    teleport_score: int
    chains: Mapping[str, Chain]
    tower: Tower
    board: Board
    grounds: Mapping[str, Ground]
    colours: Mapping[str, PlayerColour]

    tower_assignment: str
    mulligan: str
    memory_aid: str
    no_first_turn_tower_to_tower: bool
    no_first_turn_teleport: bool
    tower_to_tower_only: bool
    no_tower_teleport: bool
    no_titan_teleport: bool
    demilord_self_muster: bool
    no_first_turn_warlock: bool
    concession_window: str
    cumulative_slow: bool
    one_hex_always: bool
    raise_strike_number: str
    los_any_character_blocks: bool
    rangestrike_nonadjacent: bool
    carry_needs_benefit: bool
    mutual_titan_exception: bool
    archangel_choice: str
    variant: str
    tower_round_order: str

    eliminates: bool = True
    points: PointsRule = points.standard
    ends: tuple[EndCondition, ...] = ()
    tiebreak: str = "shared"
    offboard_returns: bool = False
    fled_returns: str = "none"
    respawn_on: str = "all_units_lost"
    spawn_attack_may_muster: bool = False
    hide_stacks_on_spawn: bool = False

    @property
    def only_strikes_wait(self) -> bool:
        """Whether players announce an only strike themselves, as they do where there are several (R13.4)."""
        return self.version > 1

    # What all games have had since version 3.

    @property
    def late_ones_go_back(self) -> bool:
        """Whether characters called to a battle who have not entered when it is conceded go back where they came from,
        unscored (R16.5, R17.3)."""
        return self.version > FORMER_TO

    @property
    def titans_may_be_given(self) -> bool:
        """Whether the losses of a survivor by agreement may include a Titan (R9.7, V5.8)."""
        return self.version > FORMER_TO and not self.eliminates

    @property
    def spawned_may_summon(self) -> bool:
        """Whether an attack with a new legion in a Tower allows summoning as always (V6.11)."""
        return self.version > FORMER_TO

    @property
    def given_up_are_kills(self) -> bool:
        """Whether those given up by agreement are on the list of kills, and those who fled are not, wherever their
        counters go (V5.6); else it is those who do not go back."""
        return self.version > FORMER_TO

    @property
    def absent_score(self) -> bool:
        """Whether characters who never came onto the map of a battle count for its winner (R10.3, V5.2)."""
        return not isinstance(self.points, points.Consoling) or self.points.offboard_scores

    def arranged(self, codes: Iterable[str]) -> tuple[str, ...]:
        """The characters in the order of `creatures.toml`."""
        return tuple(sorted(codes, key=self.rank.__getitem__))

    def dearest(self, codes: Iterable[str]) -> tuple[str, ...]:
        """The characters by their value, the highest first, and equals by their codes; a Titan as it begins."""
        return tuple(sorted(codes, key=lambda code: (-self.value(code, 0), code)))

    def titan_power(self, score: int) -> int:
        """The Power of a Titan whose owner has `score` points (R19.1)."""
        return self.titan_base_power + score // self.score_per_power

    @property
    def most_power(self) -> int:
        """The Power of a Titan whose owner has the points of every character in the box (R19.1, R20.1)."""
        return self.titan_power(sum(kind.stack * kind.value for kind in self.kinds.values()))

    def power(self, code: str, score: int) -> int:
        """The Power of a character whose owner has `score` points."""
        return self.titan_power(score) if code == TITAN else self.kinds[code].power

    def value(self, code: str, score: int) -> int:
        """The points a character is worth; `score` is its owner's, since a Titan's Power grows with it (R18.5)."""
        return self.titan_power(score) * self.kinds[TITAN].skill if code == TITAN else self.kinds[code].value

    def worth(self, codes: Iterable[str], score: int) -> int:
        """The points that characters of an owner with this score are worth together (R18.5)."""
        return sum(self.value(code, score) for code in codes)

    def are_fatal(self, codes: Container[str]) -> bool:
        """Whether losing these puts a player out of the game (R19.2); by a variant nothing does (V1.2)."""
        return self.eliminates and TITAN in codes


def rules_for(options: Mapping[str, str], version: int = VERSION) -> Rules:
    """The rules with these options, the rest as it was by default in a version; one value for equal rules.

    Raises Illegal as `options.differing` does.
    """
    return _rules(differing(options, version), version)


@cache
def _rules(options: tuple[tuple[str, str], ...], version: int) -> Rules:
    chosen = dict(options)
    settings = _settings({**OPTIONS, **FORMER_OPTIONS}, chosen)
    if settings["variant"] == "battle_titan":
        settings |= _battle_titan(_settings(VARIANT_OPTIONS["battle_titan"], chosen), chosen, version)
    return Rules(version=version, options=options, **_figures(settings["los_any_character_blocks"]), **settings)


def _settings(options: Mapping[str, tuple[str, ...]], chosen: Mapping[str, str]) -> dict[str, Any]:
    """The value of each option; a bool for those that are on or off."""
    values = {o: chosen.get(o, possible[0]) for o, possible in options.items()}
    return {o: value == "on" if {*options[o]} == {"off", "on"} else value for o, value in values.items()}


def _battle_titan(own: dict[str, Any], chosen: Mapping[str, str], version: int) -> dict[str, Any]:
    """The fields of Rules in which Battle Titan differs: its options, most of them a matter of its points (V4)."""
    scoring = ("loser_kill_credit", "mutual_attacker", "consolation_on_concession", "offboard_scores")
    return {
        "eliminates": False,
        "points": points.Consoling(
            **{option: own.pop(option) for option in scoring}, entered_alone_sent=version > FORMER_TO
        ),
        "ends": ends_of(chosen.get(END_CONDITION, DEFAULT_ENDS)),
        "offboard_returns": True,
        **own,
    }


@cache
def _figures(any_character_blocks: bool) -> Sheet:
    """The fields of Rules that come from the data: read, checked and kept once for all tables of options."""
    creatures, recruits = sheet("creatures"), sheet("recruits")
    kinds = read_kinds(creatures)
    codes = {kind.name: code for code, kind in kinds.items()}
    board = read_board(sheet("masterboard"))
    grounds = read_grounds(sheet("battlelands"), sheet("hazards"), any_character_blocks)
    chains = _chains(recruits, codes)
    _check_recruits(creatures, chains, kinds, grounds)
    check(set(grounds) == {land.terrain for land in board.lands.values()}, "maps and terrains of lands differ")
    tower, start = recruits["tower"], creatures["start"]["legion"]
    check(
        len(start) == creatures["start"]["max_height"] + 1, "the starting legion holds one more than any other (R1.6)"
    )
    return {
        "kinds": MappingProxyType(kinds),
        "rank": MappingProxyType({code: place for place, code in enumerate(kinds)}),
        "start": tuple(sorted((codes[name] for name in start), key=list(kinds).index)),
        "max_height": creatures["start"]["max_height"],
        "titan_base_power": creatures["titan"]["base_power"],
        "score_per_power": creatures["titan"]["score_per_extra_power"],
        "teleport_score": creatures["titan"]["teleport_score"],
        "chains": MappingProxyType(chains),
        "tower": Tower(
            free=tuple(codes[name] for name in tower["free"]),
            guardian=codes[tower["guardian"]],
            guardian_same_creatures=tower["guardian_same_creatures"],
            guardian_self=tower["guardian_self"],
            warlock=codes[tower["warlock"]],
            warlock_titans=tower["warlock_titans"],
            warlock_self=tower["warlock_self"],
        ),
        "board": board,
        "grounds": MappingProxyType(grounds),
        "colours": MappingProxyType(_colours(sheet("markers"))),
    }


def _chains(recruits: Sheet, codes: Mapping[str, str]) -> dict[str, Chain]:
    """The chains by terrain. Raises ValueError for a name that no kind has, or a length that does not fit."""
    chains = {}
    for terrain, row in recruits["chain"].items():
        unknown = set(row["order"]) - set(codes)
        check(not unknown, f"{terrain}: no such kind: {sorted(unknown)}")
        check(len(row["order"]) == len(row["need"]), f"{terrain}: a figure for each recruit is wanted")
        check(
            row["need"][0] == 0 and all(n > 0 for n in row["need"][1:]),
            f"{terrain}: only the first needs nothing below",
        )
        chains[terrain] = Chain(tuple(codes[name] for name in row["order"]), tuple(row["need"]))
    return chains


def _check_recruits(
    creatures: Sheet, chains: Mapping[str, Chain], kinds: Mapping[str, Kind], grounds: Mapping[str, Ground]
) -> None:
    """Raises ValueError unless chains, `mustered_in` and natives tell the same (R8.3, R12.8)."""
    check(set(chains) == set(grounds) - {TOWER}, "every land but a Tower has a chain")
    for row in creatures["creature"]:
        code, listed = row["code"], set(row["mustered_in"]) - {TOWER}
        found = {terrain for terrain, chain in chains.items() if code in chain.order}
        check(listed == found, f"{code}: mustered in {sorted(found)}, but {sorted(listed)} are listed")
        hazards = {hazard for terrain in found for hazard in grounds[terrain].relief.native_to(row["name"])}
        check(kinds[code].natives == hazards, f"{code}: should be native to {sorted(hazards)}")


def _colours(markers: Sheet) -> dict[str, PlayerColour]:
    """The colours by name. Raises ValueError unless all have as many markers (R1.5), and no two share one."""
    colours = {
        row["name"]: from_row(
            PlayerColour,
            row,
            markers=tuple(marker["id"] for marker in row["markers"]),
            names=MappingProxyType({marker["id"]: marker["name"] for marker in row["markers"]}),
        )
        for row in markers["colour"]
    }
    ids = [marker for colour in colours.values() for marker in colour.markers]
    count(markers, colours=len(colours), markers=len(ids))
    check(len({len(colour.markers) for colour in colours.values()}) == 1, "a colour has more markers than another")
    names = [name for colour in colours.values() for name in colour.names.values()]
    check(len(set(ids)) == len(ids) and len(set(names)) == len(names), "two markers share an id or a name")
    for colour in colours.values():
        check(
            all(marker.startswith(colour.code) for marker in colour.markers),
            f"{colour.name}: a marker of another colour",
        )
    return colours
