"""What can be chosen of a skirmish before it begins, as the house offers it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from cogs.house.game.variants import LAW, Option
from cogs.skirmish.words.terms import Terms
from engine.skirmish.rules import FREE, option_values

SCENARIO = "scenario"
ONLY_FREE = frozenset({"south", "packs"})
"""What a pre-built scenario settles by itself (B22.2, B23.5)."""

PRESETS: Mapping[str, Mapping[str, str]] = {LAW: {}, "free": {SCENARIO: FREE}}
"""Rules that can be chosen at once: the scenario, or free play."""

QUICK: Mapping[str, str] = {"first_seat": "uthuk"}
"""Who wants to play at once leads the side that begins, and that the tutorial teaches."""


def options(terms: Terms) -> tuple[Option, ...]:
    """Every option, the scenario first."""
    return tuple(_options(terms))


def _options(terms: Terms) -> Iterator[Option]:
    for key, values in option_values().items():
        name, about = (terms.say(f"option.{key}.{word}") for word in ("name", "about"))
        said = {value: terms.say(f"option.{key}.{value}") for value in values}
        only = (SCENARIO, FREE) if key in ONLY_FREE else None
        yield Option(key, name, about, said, only, group="game")
