"""The options of the rules with their values, the presets, and what was the default before version 3 (RULES 21, 22)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.core import Illegal
from engine.titan.data import sheet
from engine.titan.end_conditions import ends_of, told
from engine.values import Sheet

Values = Mapping[str, tuple[str, ...]]
"""Options with their values, the default first."""


def _values(table: Sheet) -> Values:
    return MappingProxyType({option: tuple(values) for option, values in table.items()})


_SHEET = sheet("options")
_FORMER = _SHEET["former"]

OPTIONS: Values = _values(_SHEET["options"])
"""Every option (RULES section 22)."""

VARIANT_OPTIONS: Mapping[str, Values] = MappingProxyType(
    {variant: _values(table) for variant, table in _SHEET["variants"].items()}
)
"""The options that belong to one variant alone (Battle Titan section 8)."""

END_CONDITION = "end_condition"
DEFAULT_ENDS = "turns 12"
"""The one option whose value is text, of Battle Titan alone: see `end_conditions.ends_of`."""

PRESET = "preset"
PRESETS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {preset: MappingProxyType(chosen) for preset, chosen in _SHEET["presets"].items()}
)
"""What an edition or a program has of the options, the default first (RULES section 21). Single options go on top."""

MOOT = tuple((tuple(one), tuple(beside)) for one, beside in _SHEET["moot"]["pairs"])
"""Choices of which the first changes nothing beside the second (R7.8, V4.4)."""

FORMER_TO: int = _FORMER["to"]
"""The last version of which what follows is true: the defaults were others then, and so were some names."""

FORMER_OPTIONS: Values = _values(_FORMER["options"])
"""What can't be chosen any more."""

FORMER_DEFAULTS: Mapping[str, Mapping[str, str]] = MappingProxyType(_FORMER["defaults"])
"""The defaults that are others now, by the names of now: those of every game, and those of the variant."""

FORMER_NAMES: Mapping[tuple[str, str], str] = MappingProxyType(
    {(option, was): now for option, names in _FORMER["names"].items() for was, now in names.items()}
)
"""What values were called."""


def moot(options: Mapping[str, str]) -> tuple[str, str] | None:
    """An option that was chosen and changes nothing, with the one that sees to it; None if each does something."""
    both = (pair for pair in MOOT if all(options.get(option) == value for option, value in pair))
    return next(((option, beside) for (option, _), (beside, _) in both), None)


def differing(options: Mapping[str, str], version: int) -> tuple[tuple[str, str], ...]:
    """The options of a game that are not as they are by default now, presets resolved, by the names of now.

    What a game of a former version does not name is as it was then. Raises Illegal `option-unknown`, `option-value`,
    `option-without-variant`, or what `end_conditions.ends_of` raises.
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
