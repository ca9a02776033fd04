"""The signs between lands: they say by which side a land may be left, and at which step of a move."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from render.canvas import Canvas, Point
from render.theme import Theme
from render.titan.geometry import SIGN

EXPLAINED: Mapping[str, str] = MappingProxyType(
    {"arch": "first step", "block": "leave here", "arrows": "any step", "arrow": "any step"}
)
"""What each sign says of a move."""


def sign(canvas: Canvas, kind: str, foot: Point, along: Point, out: Point, theme: Theme, scale: float = 1.0) -> None:
    """A sign that grows out of a land: `block`, `arch`, `arrow` or `arrows`. The points are as in `Plan.sign`."""

    def at(sideways: float, outwards: float) -> Point:
        side, forth = sideways * scale, outwards * scale
        return (
            foot[0] + (along[0] - foot[0]) * side + (out[0] - foot[0]) * forth,
            foot[1] + (along[1] - foot[1]) * side + (out[1] - foot[1]) * forth,
        )

    match kind:
        case "block":
            canvas.polygon((at(-12, -1), at(12, -1), at(12, SIGN - 4), at(-12, SIGN - 4)), theme.ink)
        case "arch":
            steps = [
                (-13.0, -1.0),
                *_arc(13, SIGN - 1),
                (13.0, -1.0),
                (6.5, -1.0),
                *_arc(6.5, SIGN - 7)[::-1],
                (-6.5, -1.0),
            ]
            canvas.polygon([at(*step) for step in steps], theme.ink)
        case _:
            for shift in (-17, 0, 17) if kind == "arrows" else (0,):
                half = 8 if kind == "arrows" else 11
                canvas.polygon((at(shift - half, -1), at(shift + half, -1), at(shift, SIGN)), theme.ink)


def _arc(reach: float, height: float) -> list[Point]:
    """A half oval over the foot, from one end to the other."""
    shares = [step / 8 for step in range(-8, 9)]
    return [(reach * share, height * (1 - share * share) ** 0.5) for share in shares]
