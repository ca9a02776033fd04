"""The emblem of each kind of unit and its paint, from `assets/skirmish/emblems.toml`.

Drawings use the six tones of `render.tones`. Whose unit it is says the counter.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from PIL import Image

from render.assets import sheet
from render.canvas import Colour
from render.drawing import Drawing, read_drawing, stamp
from render.theme import Theme
from render.tones import tones

_SHEET = sheet("skirmish/emblems")
_KINDS = _SHEET["emblem"]

EMBLEMS: Mapping[str, Drawing] = MappingProxyType({kind: read_drawing(row["drawing"]) for kind, row in _KINDS.items()})
PAINTS: Mapping[str, Colour] = MappingProxyType({kind: row["paint"] for kind, row in _KINDS.items()})
"""The paint of each kind. A theme may have another."""

UNKNOWN: Drawing = read_drawing(_SHEET["unknown"]["drawing"])
"""A question mark: a kind that has no emblem yet, or a card that the viewer has not seen."""

PLAIN: Colour = _SHEET["unknown"]["paint"]
"""The paint of what has none."""


@lru_cache(maxsize=256)
def emblem(kind: str, size: int, theme: Theme) -> Image.Image:
    """The emblem of a kind on a see-through square; a question mark for what has none."""
    return stamp(EMBLEMS.get(kind, UNKNOWN), size, tones(paint_of(kind, theme), theme))


def paint_of(kind: str, theme: Theme) -> Colour:
    """The paint of a kind in a theme."""
    return theme.paint(kind, PAINTS.get(kind, PLAIN))
