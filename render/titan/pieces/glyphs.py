"""Small flat marks that stand beside names and figures: what a kind can do, and what a number counts.

They are legible from 18 pixels: a pale shape with a dark rim, so that they stand out on any paint. The shapes are
those of `assets/titan/glyphs.toml`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from PIL import Image

from render.assets import sheet
from render.canvas import Colour
from render.drawing import Drawing, read_drawing, stamp

RIM = 14
"""How wide the line below a shape is: half of it shows."""


def _rimmed(layers: Drawing) -> Drawing:
    """The layers above their own rim."""
    widths = (float(tone.partition("/")[2] or 0) for tone, _ in layers)
    return *((f"ink/{width + RIM:g}", path) for width, (_, path) in zip(widths, layers, strict=True)), *layers


GLYPHS: Mapping[str, Drawing] = MappingProxyType(
    {
        name: _rimmed(read_drawing(row["rimmed"])) + read_drawing(row.get("over", ()))
        for name, row in sheet("titan/glyphs").items()
    }
)
"""By what they stand for."""


@lru_cache(maxsize=1024)
def glyph(name: str, size: int, ink: Colour, bone: Colour) -> Image.Image:
    """The mark, `bone` with a rim of `ink`, on a see-through square. Raises KeyError if there is none."""
    return stamp(GLYPHS[name], size, {"ink": ink, "bone": bone})
