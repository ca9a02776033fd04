"""Titan's options as the house offers them: the game first, what belongs to a variant behind it, then the others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial

from cogs.house.game.variants import LAW, Option, Typed
from cogs.titan.words.terms import Terms
from engine.titan.end_conditions import ends_of, told
from engine.titan.options import DEFAULT_ENDS, END_CONDITION, FORMER_OPTIONS, OPTIONS, VARIANT_OPTIONS
from engine.titan.options import PRESETS as EDITIONS

VARIANT = "variant"
READY = (
    DEFAULT_ENDS,
    "turns 20",
    "turns 20, score 300",
    "turns 20, wipeouts 3",
    "turns 20, stacks 3",
    "turns 20, appearance SER",
    "turns 20, extinction DRA",
)
"""The agreements on the end that are offered without typing, the default first: one for each kind of condition."""

GROUPS = {
    "points": (
        "loser_kill_credit", "mutual_attacker", "consolation_on_concession", "offboard_scores", "fled_returns",
    ),
    "spawn": ("respawn_on", "spawn_attack_may_muster", "hide_stacks_on_spawn"),
    "start": ("tower_assignment", "memory_aid"),
    "move": (
        "mulligan", "no_first_turn_tower_to_tower", "no_first_turn_teleport", "tower_to_tower_only",
        "no_tower_teleport", "no_titan_teleport",
    ),
    "muster": ("demilord_self_muster", "no_first_turn_warlock", "archangel_choice"),
    "battle": (
        "concession_window", "mutual_titan_exception", "raise_strike_number", "carry_needs_benefit",
        "los_any_character_blocks", "rangestrike_nonadjacent", "cumulative_slow", "one_hex_always",
        "tower_round_order",
    ),
}  # fmt: skip
"""Which options stand together; all others are about the game that is played and its end."""

PRESETS: Mapping[str, Mapping[str, str]] = {LAW: {}, **EDITIONS, "battle-titan": {VARIANT: "battle_titan"}}
"""Rules that can be chosen at once: the editions (RULES section 21), and beside them the variant, which goes with each
of them as an option."""


def options(terms: Terms) -> tuple[Option, ...]:
    """Every option that there is something to choose of, in words."""
    return tuple(_options(terms))


def _options(terms: Terms) -> Iterator[Option]:
    yield _option(terms, VARIANT, OPTIONS[VARIANT])
    for variant, own in VARIANT_OPTIONS.items():
        if own:
            yield _end_condition(terms, variant)
        for key, values in own.items():
            yield _option(terms, key, values, (VARIANT, variant))
    for key, values in OPTIONS.items():
        if key != VARIANT:
            yield _option(terms, key, values)
    for key, values in FORMER_OPTIONS.items():
        yield replace(_option(terms, key, values), former=True)


def _option(terms: Terms, key: str, values: tuple[str, ...], only: tuple[str, str] | None = None) -> Option:
    name, about = (terms.say(f"option.{key}.{word}") for word in ("name", "about"))
    said = {value: terms.say(f"option.{key}.{value}") for value in values}
    return Option(key, name, about, said, only, group=_group(key))


def _group(key: str) -> str:
    return next((group for group, keys in GROUPS.items() if key in keys), "game")


def _end_condition(terms: Terms, variant: str) -> Option:
    """When a game ends by agreement: typed in the engine's words, kept in one spelling, told in the reader's (V2.3)."""
    said = f"option.{END_CONDITION}"
    values: Mapping[str, str] = {text: agreed(terms, text) for text in READY}
    typed = Typed(told, partial(agreed, terms), terms.say(f"{said}.help"), READY[2])
    name, about = terms.say(f"{said}.name"), terms.say(f"{said}.about")
    return Option(
        END_CONDITION, name, about, values, (VARIANT, variant), typed, always=True, group=_group(END_CONDITION)
    )


def agreed(terms: Terms, text: str) -> str:
    """`Game-Turn 20 is the last or somebody has 300 points`, for `turns 20, score 300`."""
    return terms.words.listing((terms.end(end.key, end.value) for end in ends_of(text)), "or")
