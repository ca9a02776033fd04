"""The rules that a game is played by: the tables, and what was chosen when it was opened."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from engine.core import Illegal, Options
from engine.skirmish.tables import Scenario, Tables, tables

VERSION = 2
"""The rules as they are now. In games of version 1 a card that a scenario puts on top of a deck could be swapped in."""

FREE = "free"
"""The value of `scenario` for free play (B4)."""

DRAWN = "drawn"
"""The value of `first_seat` that leaves it to chance."""


@dataclass(frozen=True, slots=True, eq=False)
class Rules:
    """Tables and options: equal options and versions give the same object.

    `scenario` is None in free play. `first_seat` is the faction of seat 0, or `drawn`; `south` the faction that sits
    there (B2.6), `packs` how many cards of each neutral unit are in the draft pool (B15.2). `version` is that of the
    rules when the game began.
    """

    tables: Tables
    scenario: Scenario | None
    first_seat: str
    south: str
    packs: int
    version: int = VERSION

    @property
    def sets_top_apart(self) -> bool:
        """Whether the card that a scenario puts on top of a lore deck has no part in the change of it (B23.6)."""
        return self.version > 1


def option_values() -> Mapping[str, tuple[str, ...]]:
    """What each option can be, the default first."""
    found = tables()
    packs = range(1, found.field.most_packs + 1)
    return {
        "scenario": (*found.scenarios, FREE),
        "first_seat": (*found.factions, DRAWN),
        "south": found.factions,
        "packs": tuple(map(str, packs)),
    }


def rules_for(options: Options, version: int = VERSION) -> Rules:
    """The rules of the options, as they were in a version. Raises Illegal `option-unknown` or `option-value`."""
    values = option_values()
    for option, value in options.items():
        if option not in values:
            raise Illegal("option-unknown", option=option, options=tuple(values))
        if value not in values[option]:
            raise Illegal("option-value", option=option, value=value, values=values[option])
    chosen = {option: options.get(option, possible[0]) for option, possible in values.items()}
    return _rules(*chosen.values(), version)


@lru_cache
def _rules(scenario: str, first_seat: str, south: str, packs: str, version: int) -> Rules:
    found = tables()
    built = found.scenarios.get(scenario)
    return Rules(found, built, first_seat, south if built is None else built.south, int(packs), version)
