"""The emblem of each kind of unit: flat, bold, with a dark outline, lit from the upper left.

Drawings use the six tones of `render.tones`. A kind has a paint of its own; whose unit it is says the counter.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from PIL import Image

from render.canvas import Colour
from render.drawing import Drawing, edged, stamp
from render.skirmish.emblems.citadel import CITADEL
from render.skirmish.emblems.horde import HORDE, UNOWNED
from render.theme import Theme
from render.tones import tones

EMBLEMS: Mapping[str, Drawing] = MappingProxyType({**CITADEL, **HORDE, **UNOWNED})

PAINTS: Mapping[str, Colour] = MappingProxyType(
    {
        "citadel_guard": "#3F73E0",
        "yeoman_archers": "#3FA33C",
        "riverwatch_riders": "#9A5A2C",
        "rune_golems": "#4FA095",
        "roc_warrior": "#DDA032",
        "blood_harvesters": "#C93A2A",
        "viper_legion": "#6FA832",
        "flesh_ripper_brutes": "#B8702C",
        "obscenes": "#E39A8C",
        "chaos_lord": "#7A3450",
        "mountain_giant": "#A08A72",
    }
)
"""The paint of each kind. A theme may have another."""

UNKNOWN: Drawing = (
    *edged("body/12", "M 32 36 C 32 6 70 6 70 34 C 70 50 50 50 50 66", "ink/20"),
    *edged("body", "O 50 86 8 8"),
)
"""A question mark: a kind that has no emblem yet, or a card that the viewer has not seen."""

PLAIN: Colour = "#9AA0A6"
"""The paint of what has none."""


@lru_cache(maxsize=256)
def emblem(kind: str, size: int, theme: Theme) -> Image.Image:
    """The emblem of a kind on a see-through square; a question mark for what has none."""
    return stamp(EMBLEMS.get(kind, UNKNOWN), size, tones(paint_of(kind, theme), theme))


def paint_of(kind: str, theme: Theme) -> Colour:
    """The paint of a kind in a theme."""
    return theme.paint(kind, PAINTS.get(kind, PLAIN))
