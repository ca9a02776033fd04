"""The emblem of each kind of character: flat, bold, with a dark outline, lit from the upper left.

Drawings use six tones and no others, which come from the paint that the kind has (a Titan: its player):

- `ink`: outlines, and what is all dark
- `body`, `shade`, `gleam`: the paint, darker, lighter
- `spark`: what shines: eyes, flames, a halo
- `bone`: what is pale: horns, teeth, blades
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from PIL import Image

from render.canvas import Colour, contrast, mixed
from render.drawing import Drawing, edged, stamp
from render.theme import Theme
from render.titan.emblems.beasts import BEASTS
from render.titan.emblems.folk import FOLK

EMBLEMS: Mapping[str, Drawing] = MappingProxyType({**FOLK, **BEASTS})

LEFT_OUT: Drawing = (
    *edged("body/12", "M 32 36 C 32 6 70 6 70 34 C 70 50 50 50 50 66", "ink/20"),
    *edged("body", "O 50 86 8 8"),
)
"""A question mark: a character that the viewer does not know."""

SPARK = "#FFE27A"
BONE = "#F3ECDA"
LEAST_CONTRAST = 1.4
"""Between a kind's paint and the ink around it."""


@lru_cache(maxsize=1024)
def emblem(code: str, size: int, paint: Colour, theme: Theme, mirrored: bool = False) -> Image.Image:
    """The emblem of a kind in a paint, on a see-through square; a question mark for a `code` that is no kind's."""
    return stamp(EMBLEMS.get(code, LEFT_OUT), size, tones(paint, theme), mirrored)


def tones(paint: Colour, theme: Theme) -> Mapping[str, Colour]:
    """The six tones of a kind that has this paint."""
    # a paint as dark as the outlines would leave nothing but them
    body = paint if contrast(paint, theme.dark) >= LEAST_CONTRAST else mixed(paint, theme.light, 0.25)
    return {
        "ink": theme.dark,
        "body": body,
        "shade": mixed(body, theme.dark, 0.38),
        "gleam": mixed(body, theme.light, 0.45),
        "spark": SPARK,
        "bone": BONE,
    }
