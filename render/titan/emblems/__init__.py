"""The emblem of each kind of character: flat, bold, with a dark outline, lit from the upper left.

Drawings use the six tones of `render.tones`, and a Titan has the paint of its player.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from PIL import Image

from render.canvas import Colour
from render.drawing import Drawing, edged, stamp
from render.theme import Theme
from render.titan.emblems.beasts import BEASTS
from render.titan.emblems.folk import FOLK
from render.tones import tones

EMBLEMS: Mapping[str, Drawing] = MappingProxyType({**FOLK, **BEASTS})

LEFT_OUT: Drawing = (
    *edged("body/12", "M 32 36 C 32 6 70 6 70 34 C 70 50 50 50 50 66", "ink/20"),
    *edged("body", "O 50 86 8 8"),
)
"""A question mark: a character that the viewer does not know."""


@lru_cache(maxsize=1024)
def emblem(code: str, size: int, paint: Colour, theme: Theme, mirrored: bool = False) -> Image.Image:
    """The emblem of a kind in a paint, on a see-through square; a question mark for a `code` that is no kind's."""
    return stamp(EMBLEMS.get(code, LEFT_OUT), size, tones(paint, theme), mirrored)
