"""The rules that a game is played by: the tables, and what was chosen when it was opened."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from engine.core import Illegal, Options
from engine.skirmish.sheets import tables
from engine.skirmish.tables import Scenario, Tables

VERSION = 3
"""The rules as they are now. In games of version 1 a card that a scenario puts on top of a deck could be swapped in; up
to version 2 every moment for lore cards had a window of its own, Shortcut was for the march on foot alone, a draw was
the host's to call, and a side held as much lore as it gained."""

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

    @property
    def cards_with_steps(self) -> bool:
        """Whether a side plays the cards of its own steps and attacks with these, and not in windows (B13.4)."""
        return self.version > 2

    @property
    def shortcut_in_all(self) -> bool:
        """Whether Shortcut works in pursuits and for flyers that land in forest, too (B21.2)."""
        return self.version > 2

    @property
    def no_void_uses(self) -> bool:
        """Whether choices without effect are left out: heroic dice that move nobody, an Advance that Pursue has too."""
        return self.version > 2

    @property
    def lore_has_a_most(self) -> bool:
        """Whether a side holds no more lore than `Tables.most_lore` (B5.5)."""
        return self.version > 2

    @property
    def draws_by_lead(self) -> bool:
        """Whether a draw is for both to agree on, or for whoever leads, and not for the host (B23.20)."""
        return self.version > 2


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
    found = tables(version)
    built = found.scenarios.get(scenario)
    return Rules(found, built, first_seat, south if built is None else built.south, int(packs), version)
