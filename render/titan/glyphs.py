"""Small flat marks that stand beside names and figures: what a kind can do, and what a number counts.

They are legible from 18 pixels: a pale shape with a dark rim, so that they stand out on any paint.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from PIL import Image

from render.canvas import Colour
from render.drawing import Drawing, stamp

RIM = 14
"""How wide the line below a shape is: half of it shows."""


def _rimmed(*layers: tuple[str, str]) -> Drawing:
    """The layers above their own rim."""
    widths = (float(tone.partition("/")[2] or 0) for tone, _ in layers)
    return *((f"ink/{width + RIM:g}", path) for width, (_, path) in zip(widths, layers, strict=True)), *layers


GLYPHS: Mapping[str, Drawing] = MappingProxyType(
    {
        "flight": (
            *_rimmed(
                (
                    "bone",
                    "M11 36 C20 14 54 10 89 12 C88 28 83 36 76 39 C77 50 68 58 58 59"
                    "C58 70 48 77 38 77 C34 86 22 89 12 88 C19 72 7 54 11 36 Z",
                )
            ),
            ("ink/6", "M76 39 C60 44 46 42 34 38 M58 59 C46 62 36 60 28 56"),
        ),
        "rangestrike": _rimmed(
            ("bone/10", "M32 16 C78 28 78 72 32 84"),
            ("bone/5", "M32 16 L32 84"),
            ("bone/8", "M15 50 L74 50"),
            ("bone", "M68 35 L89 50 L68 65 Z"),
        ),
        "magic": _rimmed(
            ("bone", "M11 89 L21 52 L37 62 L46 41 L60 54 L42 85 L29 74 Z"),
            ("bone", "M66 11 L72 27 L89 33 L72 39 L66 56 L60 39 L43 33 L60 27 Z"),
        ),
        "lord": (
            *_rimmed(
                ("bone", "M15 28 L33 48 L50 18 L67 48 L85 28 L80 87 L20 87 Z"),
                ("bone", "O16 27 5 5 O50 17 6 6 O84 27 5 5"),
            ),
            ("ink/6", "M22 73 L78 73"),
        ),
        "demilord": (
            *_rimmed(("bone", "M12 54 L88 54 L88 81 L12 81 Z"), ("bone", "O21 39 9 9 O50 33 11 11 O79 39 9 9")),
            ("ink", "M50 59 L58 67 L50 75 L42 67 Z O26 67 5 5 O74 67 5 5"),
        ),
        "legion": (
            *_rimmed(
                ("bone/8", "M50 15 L50 86"),
                ("bone/8", "M17 24 L83 24"),
                ("bone", "M22 24 L78 24 L78 70 L50 59 L22 70 Z"),
            ),
            ("ink", "M50 31 L61 42 L50 53 L39 42 Z"),
        ),
        "height": _rimmed(
            ("bone", "M29 11 L47 34 L11 34 Z M29 89 L47 66 L11 66 Z"),
            ("bone/10", "M29 30 L29 70"),
            ("bone/8", "M66 17 L85 17"),
            ("bone/8", "M66 39 L85 39"),
            ("bone/8", "M66 61 L85 61"),
            ("bone/8", "M66 83 L85 83"),
        ),
        "dead": (
            *_rimmed(
                (
                    "bone",
                    "M50 11 C77 11 89 27 88 46 C87 60 83 66 75 70 V89 H25 V70 C17 66 13 60 12 46 C11 27 23 11 50 11 Z",
                )
            ),
            ("ink", "O32 46 11 12 O68 46 11 12 M50 56 L58 68 L42 68 Z"),
            ("ink/6", "M41 78 L41 92 M59 78 L59 92"),
        ),
        "stack": (
            *_rimmed(("bone", "M50 12 L89 31 L89 69 L50 88 L11 69 L11 31 Z")),
            ("ink/6", "M11 33 L50 52 L89 33 M11 51 L50 70 L89 51"),
        ),
        "die": (
            *_rimmed(
                ("bone", "M25 12 L75 12 Q88 12 88 25 L88 75 Q88 88 75 88 L25 88 Q12 88 12 75 L12 25 Q12 12 25 12 Z")
            ),
            ("ink", "O31 31 8 8 O69 31 8 8 O50 50 8 8 O31 69 8 8 O69 69 8 8"),
        ),
    }
)
"""By what they stand for. A character: `flight`, `rangestrike`, `magic` (missile), `lord`, `demilord`, `dead`.
A figure: `legion`, `height` (characters in a legion), `stack` (of the caretaker), `die`."""


@lru_cache(maxsize=1024)
def glyph(name: str, size: int, ink: Colour, bone: Colour) -> Image.Image:
    """The mark, `bone` with a rim of `ink`, on a see-through square. Raises KeyError if there is none."""
    return stamp(GLYPHS[name], size, {"ink": ink, "bone": bone})
