"""The emblems on the seventy-two legion markers, twelve to a player, from `assets/titan/markers.toml`.

`ink` is the sign, `paint` what is cut out of it, in the colour of what it lies on.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from PIL import Image

from render.assets import sheet
from render.canvas import Colour
from render.drawing import Drawing, read_drawings, stamp

MARKERS: Mapping[str, Drawing] = read_drawings(sheet("titan/markers"))


@lru_cache(maxsize=1024)
def emblem_of(marker: str, size: int, ink: Colour, paint: Colour) -> Image.Image:
    """The emblem of a marker on a see-through square of `size` pixels. Raises KeyError if there is no such marker."""
    return stamp(MARKERS[marker], size, {"ink": ink, "paint": paint})
