"""The ids that the tables are written with: what units and cards do, from `data/effects.toml`."""

from __future__ import annotations

from collections.abc import Mapping

from engine.skirmish.data import sheet

_SHEET = sheet("effects")

ABILITIES: Mapping[str, str] = _SHEET["abilities"]
"""What units can do, each in a sentence, as the two that follow."""

ORDERS: Mapping[str, str] = _SHEET["orders"]
"""What tactic cards do, for the units that they order and the turn."""

LORE: Mapping[str, str] = _SHEET["lore"]
"""What lore cards do."""

TIMINGS, WHEN, POINTS, TAGS = (tuple(map(str, _SHEET[name])) for name in ("timings", "when", "points", "tags"))
"""When a lore card can be played (B13.4), and what must be so for one that is played into a combat; the ways in which a
scenario half scores (B14.3); the classes of units (B1.6)."""

PLAINS, RUINS = "plains", "ruins"
"""The terrains that need no map: where nothing else is, and what buildings become (B17.1)."""

FOREST = "forest"
"""The terrain that the effect `forest_march` speaks of (B21.1, B21.2)."""

NEUTRAL = "neutral"
"""What units have for a faction that belong to neither (B15.1)."""
