"""The faces of the bots, from `assets/faces.toml`: small portraits by name, on a round ground."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from PIL import Image

from render.assets import sheet
from render.canvas import Colour, mixed
from render.drawing import Drawing, read_drawing, stamp
from render.theme import Theme
from render.tones import tones


@dataclass(frozen=True, slots=True)
class Portrait:
    """A face: the paint of who it is, of what is worn, and of the ground behind, with the drawing.

    The drawing has the tones of an emblem, and three more: `cloth`, darker `fold`, and `blush`.
    """

    paint: Colour
    cloth: Colour
    ground: Colour
    drawing: Drawing


GROUND: Drawing = (("air", "O 50 51 47 47"),)
"""What every face stands before."""

FACES: Mapping[str, Portrait] = MappingProxyType(
    {key: Portrait(**{**row, "drawing": read_drawing(row["drawing"])}) for key, row in sheet("faces").items()}
)
"""The portraits by name. Whose level or temper it is, they do not tell."""

BLUSH = "#E8897F"


@lru_cache(maxsize=512)
def face(key: str, size: int, theme: Theme) -> Image.Image:
    """The face of that name on its round ground, on a see-through square of `size` pixels. Raises KeyError."""
    known = FACES[key]
    toned = {
        **tones(known.paint, theme),
        "cloth": known.cloth,
        "fold": mixed(known.cloth, theme.dark, 0.35),
        "blush": mixed(known.paint, BLUSH, 0.75),
        "air": known.ground,
    }
    return stamp(GROUND + known.drawing, size, toned)
