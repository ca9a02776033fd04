"""The signs between lands: they say by which side a land may be left, and at which step of a move."""

from __future__ import annotations

from render.canvas import Canvas, Point
from render.theme import Theme

EXPLAINED = ("arch", "block", "arrows", "arrow")
"""The signs, in the order in which they are explained."""


STEP = 16.125
"""How long a triangle is along its side: the length of two steps of 4 and 7 pixels."""
TALL = 14.0
"""How long signs are."""


def sign(canvas: Canvas, kind: str, foot: Point, along: Point, out: Point, theme: Theme, scale: float = 1.0) -> None:
    """A sign that grows out of a land: `block`, `arch`, `arrow` or `arrows`. The points are as in `Plan.sign`.

    Corners are whole pixels, so that the edges of signs run level or as those of lands do.
    """

    def at(sideways: float, outwards: float) -> Point:
        side, forth = sideways * scale, outwards * scale
        return (
            round(foot[0] + (along[0] - foot[0]) * side + (out[0] - foot[0]) * forth),
            round(foot[1] + (along[1] - foot[1]) * side + (out[1] - foot[1]) * forth),
        )

    match kind:
        case "block":
            canvas.polygon((at(-12, 0), at(12, 0), at(12, 11), at(-12, 11)), theme.ink)
        case "arch":
            steps = [(-13.0, 0.0), *_arc(13, TALL), (13.0, 0.0), (6.5, 0.0), *_arc(6.5, 8)[::-1], (-6.5, 0.0)]
            canvas.polygon([at(*step) for step in steps], theme.ink)
        case _:
            for shift in (-STEP, 0, STEP) if kind == "arrows" else (0,):
                canvas.polygon((at(shift - STEP / 2, 0), at(shift + STEP / 2, 0), at(shift, TALL)), theme.ink)


def _arc(reach: float, height: float) -> list[Point]:
    """A half oval over the foot, from one end to the other."""
    shares = [step / 8 for step in range(-8, 9)]
    return [(reach * share, height * (1 - share * share) ** 0.5) for share in shares]
