"""The six tones of an emblem, which come from the paint that its kind has.

- `ink`: outlines, and what is all dark
- `body`, `shade`, `gleam`: the paint, darker, lighter
- `spark`: what shines: eyes, flames, a halo
- `bone`: what is pale: horns, teeth, blades
"""

from __future__ import annotations

from collections.abc import Mapping

from render.canvas import Colour, contrast, mixed
from render.theme import Theme

SPARK = "#FFE27A"
BONE = "#F3ECDA"
LEAST_CONTRAST = 1.4
"""Between a kind's paint and the ink around it."""


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
