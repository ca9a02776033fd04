"""The emblems on the seventy-two legion markers, twelve to a player.

Bold flat signs in two tones, so that they stand light on a dark livery and dark on a light one: `ink` is the sign,
`paint` what is cut out of it, in the colour of what it lies on.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from PIL import Image

from render.canvas import Colour
from render.drawing import Drawing, stamp
from render.titan.markers.black import BLACK
from render.titan.markers.blue import BLUE
from render.titan.markers.brown import BROWN
from render.titan.markers.gold import GOLD
from render.titan.markers.green import GREEN
from render.titan.markers.red import RED

MARKERS: Mapping[str, Drawing] = MappingProxyType({**BLACK, **BLUE, **BROWN, **GOLD, **GREEN, **RED})


@lru_cache(maxsize=1024)
def emblem_of(marker: str, size: int, ink: Colour, paint: Colour) -> Image.Image:
    """The emblem of a marker on a see-through square of `size` pixels. Raises KeyError if there is no such marker."""
    return stamp(MARKERS[marker], size, {"ink": ink, "paint": paint})
