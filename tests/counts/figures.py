"""The raw figures of the game, as they stand in the files, by the codes of notation."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

DATA = Path(__file__).parents[2] / "engine" / "titan" / "data"


def _sheet(name: str) -> dict[str, Any]:
    return tomllib.loads((DATA / f"{name}.toml").read_text("utf-8"))


CREATURES: dict[str, dict[str, Any]] = {row["code"]: row for row in _sheet("creatures")["creature"]}
"""By code, in the order of the file."""

CODES: dict[str, str] = {row["name"]: code for code, row in CREATURES.items()}
LANDS: dict[int, dict[str, Any]] = {row["label"]: row for row in _sheet("masterboard")["land"]}
CHAINS: dict[str, list[tuple[str, int]]] = {
    terrain: [(CODES[name], need) for name, need in zip(row["order"], row["need"], strict=True)]
    for terrain, row in _sheet("recruits")["chain"].items()
}
"""By terrain: each recruit with the number of the one before it that is needed (R8.3)."""

MAPS: dict[str, dict[str, dict[str, Any]]] = {
    row["name"]: {at["hex"]: at for at in row["hexes"]} for row in _sheet("battlelands")["battleland"]
}
"""By terrain and label: what lies in and around each hex of the battlelands."""

COLOURS: dict[str, list[str]] = {
    row["name"]: [marker["id"] for marker in row["markers"]] for row in _sheet("markers")["colour"]
}
LORDS = [code for code, row in CREATURES.items() if row["class"] == "lord"]
MOST = 7
"""Characters in a legion (R3.1)."""


def listed(creatures: Iterable[str]) -> str:
    """A list as notation writes it, in the order of the file."""
    return ",".join(sorted(creatures, key=list(CREATURES).index)) or "-"


def parts(creatures: Sequence[str], size: int) -> set[str]:
    """Every different choice of `size` of them, as notation writes it."""
    return {listed(part) for part in combinations(creatures, size)}


def power(code: str, score: int) -> int:
    """Power; a Titan's is 6 and one more for each 100 points of its owner (R19.1)."""
    return 6 + score // 100 if code == "TTN" else int(CREATURES[code]["power"])


def skill(code: str) -> int:
    """Skill."""
    return int(CREATURES[code]["skill"])


NATIVES: dict[str, list[str]] = {
    "bramble": ["Gargoyle", "Cyclops", "Gorgon", "Behemoth", "Serpent"],
    "bog": ["Ogre", "Troll", "Ranger", "Wyvern", "Hydra"],
    "sand": ["Lion", "Griffon", "Hydra"],
    "dune": ["Lion", "Griffon", "Hydra"],
    "drift": ["Troll", "Warbear", "Giant", "Colossus"],
    "slope": ["Ogre", "Lion", "Minotaur", "Unicorn", "Dragon", "Colossus"],
    "volcano": ["Dragon"],
}
"""The table of R12.8."""


def native(code: str, hazard: str) -> bool:
    """Whether a character is native to a hazard (R12.8)."""
    return CREATURES[code]["name"] in NATIVES.get(hazard, [])


def one_of(code: str, names: str) -> bool:
    """Whether a character is of one of these kinds."""
    return CREATURES[code]["name"] in names.split()
