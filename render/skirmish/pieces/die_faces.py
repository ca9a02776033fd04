"""The six faces of the dice: a sword, an axe with two blades, an arrow, a way back, a star, and a flame."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from PIL import Image

from render.assets import sheet
from render.canvas import Box, Canvas, mixed
from render.drawing import Drawing, read_drawings, stamp
from render.theme import Theme

FACES: Mapping[str, Drawing] = read_drawings(sheet("skirmish/dice"))


@lru_cache(maxsize=256)
def die(face: str, size: int, counts: bool, theme: Theme) -> Image.Image:
    """A die that shows a face: bright if it counts, dim and with an outline only if not."""
    canvas = Canvas(size, size, None, 4)
    ground = theme.panel
    page, ink, edge = (
        (theme.active, theme.on(theme.active), theme.light)
        if counts
        else (mixed(ground, theme.ink, 0.1), theme.faint, theme.faint)
    )
    body = mixed(page, theme.dark, 0.45)
    canvas.box(Box(0, 0, size, size), theme.dark, radius=size / 5)
    canvas.box(Box(0, 0, size, size).shrunk(1), body, radius=size / 5.3)
    top = Box(1, 1, size - 2, size * 0.93 - 2)
    canvas.box(top, edge, radius=size / 5.3)
    canvas.box(top.shrunk(max(1.5, size / 30)), page, radius=size / 6)
    inner = round(size * 0.68)
    drawn = stamp(FACES.get(face, ()), inner * 4, {"ink": ink, "page": page})
    canvas.paste_large(drawn, ((size - inner) / 2, (size * 0.93 - inner) / 2))
    return canvas.finished()
