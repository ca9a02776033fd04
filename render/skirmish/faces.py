"""The six faces of the dice: a sword, an axe with two blades, an arrow, a way back, a star, and a flame."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from PIL import Image

from render.canvas import Box, Canvas, mixed
from render.drawing import Drawing, stamp
from render.theme import Theme

FACES: Mapping[str, Drawing] = MappingProxyType(
    {
        "strike": (
            ("ink", "M 50 4 L 60 18 V 62 H 40 V 18 Z"),
            ("ink/9", "M 26 66 H 74 M 50 66 V 86"),
            ("ink", "O 50 92 7 6"),
            ("page/3", "M 50 20 V 56"),
        ),
        "cleave": (
            ("ink/9", "M 50 8 V 95"),
            ("ink", "M 47 22 C 34 30 22 24 12 6 C 0 28 0 52 12 72 C 22 56 34 50 47 56 Z"),
            ("ink", "M 53 22 C 66 30 78 24 88 6 C 100 28 100 52 88 72 C 78 56 66 50 53 56 Z"),
            ("page/4", "M 14 26 C 11 36 11 44 14 54 M 86 26 C 89 36 89 44 86 54"),
        ),
        "pierce": (
            ("ink/8", "M 14 86 L 76 24"),
            ("ink", "M 94 6 L 86 42 L 58 14 Z"),
            ("ink/7", "M 12 66 L 32 68 M 34 88 L 32 68 M 24 54 L 44 56 M 46 76 L 44 56"),
        ),
        "morale": (
            ("ink/14", "M 90 82 H 48 C 12 82 12 34 48 34 H 56"),
            ("ink", "M 54 8 L 92 34 L 54 60 Z"),
        ),
        "heroic": (
            ("ink", "M 50 2 L 63 34 L 98 36 L 71 58 L 80 92 L 50 73 L 20 92 L 29 58 L 2 36 L 37 34 Z"),
            ("page", "M 50 26 L 57 43 L 75 44 L 61 56 L 66 73 L 50 63 L 34 73 L 39 56 L 25 44 L 43 43 Z"),
            ("ink", "O 50 53 6 6"),
        ),
        "lore": (
            ("ink", "M 54 2 C 60 22 88 36 88 64 C 88 86 70 98 50 98 C 30 98 12 86 12 64 C 12 48 22 40 26 26 "
                    "C 34 32 38 38 40 44 C 46 34 54 22 54 2 Z"),
            ("page", "M 52 46 C 56 58 70 62 68 76 C 66 90 34 90 32 76 C 31 66 46 60 52 46 Z"),
        ),
    }
)  # fmt: skip


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
