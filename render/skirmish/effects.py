"""A sign for each thing that cards do, and for each class of units that they name: pale on a ground of its own.

They are found by the ids that the tables use, so that a new card with an old effect has its sign already.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from PIL import Image

from engine.skirmish.tables import CommandCard, LoreCard
from render.canvas import Colour
from render.drawing import Drawing, stamp

BOOT = "M 30 8 H 56 V 52 L 84 66 C 92 70 92 84 86 88 H 26 V 52 Z"
DIE = "M 22 14 H 78 Q 88 14 88 24 V 78 Q 88 88 78 88 H 22 Q 12 88 12 78 V 24 Q 12 14 22 14 Z"
SHIELD = "M 16 12 H 84 V 48 C 84 72 68 84 50 94 C 32 84 16 72 16 48 Z"
DROP = "M 50 6 C 58 28 80 42 80 64 C 80 82 66 94 50 94 C 34 94 20 82 20 64 C 20 42 42 28 50 6 Z"
SKULL = "M50 8 C79 8 92 27 91 46 C90 60 85 67 76 71 V92 H24 V71 C15 67 10 60 9 46 C8 27 21 8 50 8 Z"
PINE = "M 30 8 L 48 38 H 40 L 54 66 H 6 L 20 38 H 12 Z"

SIGNS: Mapping[str, Drawing] = MappingProxyType(
    {
        # classes
        "infantry": (
            ("pale", "M 40 92 V 34 L 50 8 L 60 34 V 92 Z"),
            ("pale", "M 20 62 H 80 V 72 H 20 Z"),
            ("dark/3", "M 50 20 V 60"),
        ),
        "cavalry": (
            ("pale/15", "M 28 88 C 12 50 18 16 50 16 C 82 16 88 50 72 88"),
            ("dark", "O 26 66 3 3 O 25 44 3 3 O 35 26 3 3 O 74 66 3 3 O 75 44 3 3 O 65 26 3 3"),
        ),
        "ranged": (
            ("pale/8", "M 30 10 C 84 26 84 74 30 90"),
            ("pale/4", "M 30 10 V 90"),
            ("pale/7", "M 10 50 H 78"),
            ("pale", "M 74 36 L 95 50 L 74 64 Z"),
        ),
        "melee": (
            ("pale/9", "M 18 16 L 72 72 M 82 16 L 28 72"),
            ("pale/8", "M 58 82 L 82 58 M 42 82 L 18 58 M 70 70 L 86 88 M 30 70 L 14 88"),
        ),
        "elite_or_legend": (
            ("pale", "M 10 30 L 30 52 L 50 16 L 70 52 L 90 30 L 84 84 H 16 Z"),
            ("dark/5", "M 20 72 H 80"),
        ),
        "any": (("pale/8", "M 24 8 V 94"), ("pale", "M 26 10 H 88 L 74 31 L 88 52 H 26 Z")),
        # figures of a kind, beside those that cards are about
        "figures": (
            ("pale", "O 50 24 18 18 M 18 94 C 18 60 30 48 50 48 C 70 48 82 60 82 94 Z"),
            (
                "pale",
                "O 14 42 10 10 O 86 42 10 10 M 0 90 C 0 68 4 58 16 58 L 12 90 Z "
                "M 100 90 C 100 68 96 58 84 58 L 88 90 Z",
            ),
        ),
        "cost": (
            ("pale", "O 50 50 44 44"),
            ("dark/6", "O 50 50 32 32"),
            ("dark", "M 50 28 L 56 43 L 72 44 L 60 54 L 64 70 L 50 61 L 36 70 L 40 54 L 28 44 L 44 43 Z"),
        ),
        "supply": (
            ("pale", "M 8 34 L 50 12 L 92 34 V 76 L 50 96 L 8 76 Z"),
            ("dark/5", "M 8 34 L 50 54 L 92 34 M 50 54 V 94"),
        ),
        # effects
        "march": (("pale", BOOT), ("dark/4", "M 30 40 H 56 M 30 74 H 84")),
        "rush": (
            ("pale", BOOT),
            ("dark/4", "M 30 40 H 56 M 30 74 H 84"),
            ("pale/6", "M 6 24 H 22 M 2 42 H 22 M 6 60 H 18"),
        ),
        "forest_march": (
            ("pale", PINE),
            ("pale", "M 26 64 H 34 V 90 H 26 Z"),
            ("pale/9", "M 48 82 H 82"),
            ("pale", "M 76 66 L 97 82 L 76 98 Z"),
        ),
        "leap": (
            ("pale/9", "M 8 84 C 20 10 66 10 80 56"),
            ("pale", "M 62 52 L 96 46 L 84 82 Z"),
            ("pale", "M 38 94 L 50 62 L 62 94 Z"),
        ),
        "teleport": (
            ("pale/9", "O 50 50 24 40"),
            ("pale/6", "M 50 34 C 64 34 64 56 50 56 C 42 56 42 46 50 46"),
            ("pale/5", "M 8 30 L 20 36 M 8 70 L 20 64 M 92 30 L 80 36 M 92 70 L 80 64"),
        ),
        "dice": (("pale", DIE), ("dark/11", "M 50 30 V 72 M 29 51 H 71")),
        "double_morale": (
            ("pale/9", "M 90 44 H 44 C 10 44 10 14 44 14 H 56"),
            ("pale", "M 54 0 L 82 14 L 54 28 Z"),
            ("pale/9", "M 90 94 H 44 C 10 94 10 64 44 64 H 56"),
            ("pale", "M 54 50 L 82 64 L 54 78 Z"),
        ),
        "fewer_dice": (("pale", DIE), ("dark/11", "M 29 51 H 71")),
        "blood_price": (
            ("pale", DIE),
            ("dark", "M 50 24 C 54 38 68 48 68 60 C 68 72 60 78 50 78 C 40 78 32 72 32 60 C 32 48 46 38 50 24 Z"),
        ),
        "immovable": (
            ("pale", "M 20 78 L 26 38 L 46 18 L 70 32 L 80 78 Z"),
            ("pale/8", "M 8 88 H 92"),
            ("dark/4", "M 46 18 L 52 46 L 44 76 M 52 46 L 70 56"),
        ),
        "unshaken": (("pale", "M 20 78 L 26 38 L 46 18 L 70 32 L 80 78 Z"), ("pale/8", "M 8 88 H 92")),
        "ignore_damage": (("pale", SHIELD), ("dark/9", "M 34 48 L 46 62 L 68 34")),
        "no_ignoring": (("pale", SHIELD), ("dark/9", "M 56 8 L 42 32 L 58 48 L 42 66 L 52 94")),
        "bodyguard": (
            ("pale", "M 4 8 H 54 V 40 C 54 60 42 70 29 78 C 16 70 4 60 4 40 Z"),
            ("dark/6", "M 46 30 H 96"),
            ("pale", "M 46 26 H 96 V 58 C 96 78 84 88 71 96 C 58 88 46 78 46 58 Z"),
        ),
        "lore_hits": (
            ("pale", "M 40 94 V 34 L 50 4 L 60 34 V 94 Z"),
            ("pale/8", "M 22 70 H 78"),
            ("dark/5", "M 50 26 V 58 M 50 36 L 56 30 M 50 46 L 44 40"),
        ),
        "might": (
            (
                "pale",
                "M 18 46 C 18 32 30 28 36 30 C 40 20 54 20 58 28 "
                "C 66 22 78 26 80 36 C 90 38 92 48 90 58 C 88 76 76 84 74 96 H 32 C 32 80 18 70 18 46 Z",
            ),
            ("dark/4", "M 36 32 V 52 M 58 30 V 52 M 78 38 V 54 M 20 56 H 50"),
        ),
        "heal": (("pale", "M 36 8 H 64 V 36 H 92 V 64 H 64 V 92 H 36 V 64 H 8 V 36 H 36 Z"),),
        "cleanse": (
            ("pale", "M 50 4 L 58 38 L 92 46 L 58 54 L 50 90 L 42 54 L 8 46 L 42 38 Z"),
            ("pale", "M 82 70 L 86 80 L 96 84 L 86 88 L 82 98 L 78 88 L 68 84 L 78 80 Z"),
        ),
        "order": (
            ("pale/8", "M 20 8 V 94"),
            ("pale", "M 22 10 H 74 L 62 29 L 74 48 H 22 Z"),
            ("pale/9", "M 74 64 V 94 M 59 79 H 89"),
        ),
        "barrage": (
            ("pale/6", "M 10 12 L 38 72 M 38 6 L 60 66 M 66 4 L 82 58"),
            ("pale", "M 26 66 L 46 62 L 46 92 Z M 48 62 L 68 56 L 70 86 Z M 70 54 L 90 48 L 92 78 Z"),
        ),
        "crush": (
            ("pale", "M 30 4 L 60 2 L 76 18 L 70 38 L 42 42 L 24 26 Z"),
            (
                "pale",
                "M 12 70 L 50 48 L 60 54 L 54 64 L 64 70 L 58 82 L 66 96 H 22 V 72 Z "
                "M 72 64 L 88 72 L 80 74 V 96 H 72 L 76 80 Z",
            ),
            ("dark/4", "M 34 12 L 50 20 L 44 34"),
        ),
        "ferocity": (
            (
                "pale",
                "M 20 4 C 34 28 32 62 16 96 C 10 62 8 30 20 4 Z "
                "M 52 4 C 66 28 64 62 48 96 C 42 62 40 30 52 4 Z M 84 4 C 98 28 96 62 80 96 C 74 62 72 30 84 4 Z",
            ),
        ),
        "spy": (
            ("pale", "M 4 50 C 26 18 74 18 96 50 C 74 82 26 82 4 50 Z"),
            ("dark", "O 50 50 19 19"),
            ("pale", "O 43 43 6 6"),
        ),
        "poison": (("pale", DROP), ("dark", "O 38 60 8 9 O 62 60 8 9 M 50 70 L 56 80 H 44 Z")),
        "sacrifice": (
            ("pale", "M 42 4 H 58 V 52 L 50 74 L 42 52 Z"),
            ("pale/8", "M 26 14 H 74"),
            ("pale", "M 50 76 C 54 84 60 86 60 92 C 60 99 40 99 40 92 C 40 86 46 84 50 76 Z"),
            ("dark/3", "M 50 22 V 60"),
        ),
        "drain": (
            ("pale", "M 8 20 C 34 34 66 34 92 20 C 86 44 66 52 50 52 C 34 52 14 44 8 20 Z"),
            ("pale", "M 26 48 L 42 54 L 32 84 Z M 74 48 L 58 54 L 68 84 Z"),
            ("pale", "M 50 66 C 54 76 60 80 60 88 C 60 97 40 97 40 88 C 40 80 46 76 50 66 Z"),
        ),
        "rot": (
            ("pale", SKULL),
            ("dark", "O 32 46 11 12 O 68 46 11 12 M 50 57 L 58 69 L 42 69 Z"),
            ("dark/6", "M 41 79 V 94 M 59 79 V 94"),
        ),
    }
)


def sign_of(card: CommandCard | LoreCard) -> str:
    """The sign of a card: of the class that a command card orders, of what a lore card does."""
    return card.select if isinstance(card, CommandCard) else card.does


@lru_cache(maxsize=256)
def sign(name: str, size: int, pale: Colour, dark: Colour) -> Image.Image:
    """A sign on a see-through square; a banner for what has none."""
    return stamp(SIGNS.get(name, SIGNS["any"]), size, {"pale": pale, "dark": dark})
