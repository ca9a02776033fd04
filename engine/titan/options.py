"""The options of the rules with their values, the presets, and what was the default before version 3 (RULES 21, 22)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.core import Illegal
from engine.titan.conditions import ends_of, told

OFF_ON = ("off", "on")
ON_OFF = ("on", "off")

OPTIONS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "tower_assignment": ("random", "balanced"),
        "mulligan": ("first_turn_once", "none", "unlimited"),
        "memory_aid": ("ever_revealed", "own_only", "open"),
        "no_first_turn_tower_to_tower": OFF_ON,
        "no_first_turn_teleport": OFF_ON,
        "tower_to_tower_only": OFF_ON,
        "no_tower_teleport": OFF_ON,
        "no_titan_teleport": OFF_ON,
        "demilord_self_muster": ON_OFF,
        "no_first_turn_warlock": OFF_ON,
        "concession_window": ("anytime", "own_segment"),
        "cumulative_slow": OFF_ON,
        "one_hex_always": OFF_ON,
        "raise_strike_number": ("useful_only", "one_further", "any"),
        "los_any_character_blocks": OFF_ON,
        "rangestrike_nonadjacent": OFF_ON,
        "carry_needs_benefit": OFF_ON,
        "mutual_titan_exception": ON_OFF,
        "archangel_choice": ("strict", "may_take_angel"),
        "variant": ("standard", "battle_titan"),
    }
)
"""Every option with its values, the default first (RULES section 22)."""

VARIANT_OPTIONS: Mapping[str, Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "standard": MappingProxyType({}),
        "battle_titan": MappingProxyType(
            {
                "tiebreak": ("shared", "battle_score", "living_value"),
                "loser_kill_credit": ("full", "none"),
                "mutual_attacker": ("formula", "consolation_only", "zero"),
                "consolation_on_concession": ("entered_only", "never"),
                "offboard_scores": ON_OFF,
                "fled_returns": ("fled", "none", "fled_and_agreed"),
                "respawn_on": ("all_units_lost", "titan_lost"),
                "spawn_attack_may_muster": OFF_ON,
                "hide_stacks_on_spawn": OFF_ON,
            }
        ),
    }
)
"""The options that belong to one variant alone, the default first (Battle Titan section 8)."""

END_CONDITION = "end_condition"
DEFAULT_ENDS = "turns 12"
"""The one option whose value is text, of Battle Titan alone: see `conditions.ends_of`."""

PRESET = "preset"
PRESETS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "law": MappingProxyType({}),
        "valley": MappingProxyType(
            {
                "los_any_character_blocks": "on",
                "rangestrike_nonadjacent": "on",
                "carry_needs_benefit": "on",
                "mutual_titan_exception": "off",
            }
        ),
        "colossus": MappingProxyType({"archangel_choice": "may_take_angel", "raise_strike_number": "one_further"}),
    }
)
"""What an edition or a program has of the options, the default first (RULES section 21). Single options go on top."""

MOOT = (
    (("no_first_turn_tower_to_tower", "on"), ("no_first_turn_teleport", "on")),
    (("no_first_turn_tower_to_tower", "on"), ("no_tower_teleport", "on")),
    (("tower_to_tower_only", "on"), ("no_tower_teleport", "on")),
    (("mutual_attacker", "consolation_only"), ("loser_kill_credit", "none")),
)
"""Choices of which the first changes nothing beside the second (R7.8, V4.4)."""

# Before version 3 the defaults were others, and so were some names.

FORMER_TO = 2
"""The last version of which what follows is true."""

FORMER_OPTIONS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"tower_round_order": ("defender_first", "attacker_first")}
)
"""What can't be chosen any more: who goes first in a Tower (R11.4)."""

FORMER_DEFAULTS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "standard": MappingProxyType({"archangel_choice": "may_take_angel", "raise_strike_number": "one_further"}),
        "battle_titan": MappingProxyType({"offboard_scores": "off", "fled_returns": "none"}),
    }
)
"""The defaults that are others now, by the names of now: those of every game, and those of the variant."""

FORMER_NAMES: Mapping[tuple[str, str], str] = MappingProxyType(
    {
        ("raise_strike_number", "useful_only"): "one_further",
        ("fled_returns", "off"): "none",
        ("fled_returns", "on"): "fled_and_agreed",
    }
)
"""What values were called."""


def moot(options: Mapping[str, str]) -> tuple[str, str] | None:
    """An option that was chosen and changes nothing, with the one that sees to it; None if each does something."""
    both = (pair for pair in MOOT if all(options.get(option) == value for option, value in pair))
    return next(((option, beside) for (option, _), (beside, _) in both), None)


def differing(options: Mapping[str, str], version: int) -> tuple[tuple[str, str], ...]:
    """The options of a game that are not as they are by default now, presets resolved, by the names of now.

    What a game of a former version does not name is as it was then. Raises Illegal `option-unknown`, `option-value`,
    `option-without-variant`, or what `conditions.ends_of` raises.
    """
    options = _unpacked(options)
    former = version <= FORMER_TO
    if former:
        options = as_now(options)
    variant = options.get("variant", "standard")
    known = {**OPTIONS, **VARIANT_OPTIONS.get(variant, {}), **(FORMER_OPTIONS if former else {})}
    for option, value in options.items():
        if option == END_CONDITION and variant == "battle_titan":
            ends_of(value)
            continue
        for other, theirs in VARIANT_OPTIONS.items():
            if other != variant and option in (*theirs, END_CONDITION):
                raise Illegal("option-without-variant", option=option, variant=other)
        values = known.get(option)
        if values is None:
            raise Illegal("option-unknown", option=option, options=tuple(known))
        if value not in values:
            raise Illegal("option-value", option=option, value=value, values=values)
    chosen = [(o, options[o]) for o, values in known.items() if options.get(o, values[0]) != values[0]]
    if variant == "battle_titan" and told(options.get(END_CONDITION, DEFAULT_ENDS)) != DEFAULT_ENDS:
        chosen.append((END_CONDITION, told(options[END_CONDITION])))
    return tuple(chosen)


def as_now(options: Mapping[str, str]) -> dict[str, str]:
    """The options of a game of a former version, by the names of now, with what was the default then and is not now."""
    renamed = {option: FORMER_NAMES.get((option, value), value) for option, value in options.items()}
    variant = FORMER_DEFAULTS["battle_titan"] if renamed.get("variant") == "battle_titan" else {}
    return {**FORMER_DEFAULTS["standard"], **variant, **renamed}


def by_now(options: Mapping[str, str], version: int) -> Mapping[str, str]:
    """What was chosen for a game of a version, by the names of now, with what was the default then and is not now."""
    return as_now(options) if version <= FORMER_TO else options


def _unpacked(options: Mapping[str, str]) -> Mapping[str, str]:
    """The options of a preset in its place, below those that are named. Raises Illegal `option-value`."""
    if PRESET not in options:
        return options
    preset = options[PRESET]
    if preset not in PRESETS:
        raise Illegal("option-value", option=PRESET, value=preset, values=tuple(PRESETS))
    return {**PRESETS[preset], **{option: value for option, value in options.items() if option != PRESET}}
