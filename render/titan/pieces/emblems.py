"""The emblem of each kind of character, from `assets/titan/emblems.toml`.

Drawings use the six tones of `render.tones`, and a Titan has the paint of its player.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from PIL import Image

from render.assets import sheet
from render.canvas import Colour
from render.drawing import Drawing, read_drawing, read_drawings, stamp
from render.theme import Theme
from render.tones import tones

_SHEET = sheet("titan/emblems")

EMBLEMS: Mapping[str, Drawing] = read_drawings(_SHEET["emblem"])
LEFT_OUT: Drawing = read_drawing(_SHEET["unknown"])
"""A question mark: a character that the viewer does not know."""


@lru_cache(maxsize=1024)
def emblem(code: str, size: int, paint: Colour, theme: Theme, mirrored: bool = False) -> Image.Image:
    """The emblem of a kind in a paint, on a see-through square; a question mark for a `code` that is no kind's."""
    return stamp(EMBLEMS.get(code, LEFT_OUT), size, tones(paint, theme), mirrored)
