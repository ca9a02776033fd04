"""A sign for each thing that cards do, and for each class of units that they name: pale on a ground of its own.

They are found in `assets/skirmish/signs.toml` by the ids that the tables use, so that a new card with an old effect has
its sign already.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from PIL import Image

from engine.skirmish.tables import CommandCard, LoreCard
from render.assets import sheet
from render.canvas import Colour
from render.drawing import Drawing, read_drawings, stamp

SIGNS: Mapping[str, Drawing] = read_drawings(sheet("skirmish/signs"))


def sign_of(card: CommandCard | LoreCard) -> str:
    """The sign of a card: of the class that a command card orders, of what a lore card does."""
    return card.select if isinstance(card, CommandCard) else card.does


@lru_cache(maxsize=256)
def sign(name: str, size: int, pale: Colour, dark: Colour) -> Image.Image:
    """A sign on a see-through square; a banner for what has none."""
    return stamp(SIGNS.get(name, SIGNS["any"]), size, {"pale": pale, "dark": dark})
