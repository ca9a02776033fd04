"""The signs between lands: they say by which side a land may be left, and at which step of a move."""

from __future__ import annotations

from render.canvas import Canvas, Colour, Point
from render.theme import Theme
from render.titan.pieces.light import brass

EXPLAINED = (("arch",), ("block",), ("arrow", "arrows"))
"""The signs, in the order in which they are explained; those that mean the same (R6.4) are explained together."""


STEP = 16.125
"""How long a triangle is along its side: the length of two steps of 4 and 7 pixels."""
TALL = 14.0
"""How long signs are."""


def sign(
    canvas: Canvas,
    kind: str,
    foot: Point,
    along: Point,
    out: Point,
    theme: Theme,
    scale: float = 1.0,
    paint: Colour = "",
) -> None:
    """A sign that grows out of a land: `block`, `arch`, `arrow` or `arrows`. The points are as in `Plan.sign`.

    Each points where it leads. Between lands they are quiet, in brass; a legend may give them a `paint`.

    Corners are whole pixels, so that the edges of signs run level or as those of lands do.
    """

    paint = paint or brass(theme)

    def at(sideways: float, outwards: float) -> Point:
        side, forth = sideways * scale, outwards * scale
        return (
            round(foot[0] + (along[0] - foot[0]) * side + (out[0] - foot[0]) * forth),
            round(foot[1] + (along[1] - foot[1]) * side + (out[1] - foot[1]) * forth),
        )

    match kind:
        case "block":
            canvas.polygon((at(-11, 0), at(11, 0), at(11, 7), at(0, TALL), at(-11, 7)), paint)
        case "arch":
            outer = (-13, 0), (-13, 4), (0, TALL + 1), (13, 4), (13, 0)
            inner = (7, 0), (7, 2), (0, 8), (-7, 2), (-7, 0)
            canvas.polygon([at(*step) for step in (*outer, *inner)], paint)
        case _:
            for shift in (-STEP, 0, STEP) if kind == "arrows" else (0,):
                canvas.polygon((at(shift - STEP / 2, 0), at(shift + STEP / 2, 0), at(shift, TALL)), paint)
