"""The emblems on Gold's markers."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from render.drawing import Drawing, both, flipped, turned

BLADE = turned("M 38 72 C 44 48 44 20 35 -2 C 64 6 74 44 60 72 Z", 40)
HILT = turned("M 49 74 L 49 104 M 30 76 L 70 76", 40)
RAY = "M 50 0 L 58 22 L 42 22 Z"

GOLD: Mapping[str, Drawing] = MappingProxyType(
    {
        "Gd01": (  # Caduceus
            ("ink/7", "M 50 12 L 50 98"),
            ("ink", "O 50 8 8 8"),
            *both("ink", "M 47 34 C 30 36 10 28 0 8 C 18 14 36 12 47 22 Z"),
            ("ink/7", "M 64 36 C 84 46 66 58 50 62 C 34 66 32 78 50 84"),
            ("ink/7", "M 36 36 C 16 46 34 58 50 62 C 66 66 68 78 50 84"),
        ),
        "Gd02": (  # Claw
            ("ink", "M 38 0 L 62 0 L 62 34 L 38 34 Z"),
            *both("ink/15", "M 46 32 C 28 34 17 42 15 54"),
            ("ink/15", "M 50 32 L 50 56"),
            *both("ink", "M 6 60 L 24 62 C 24 76 18 88 4 98 C 8 84 6 72 6 60 Z"),
            ("ink", "M 41 64 L 59 64 C 60 80 56 92 46 102 C 46 90 40 78 41 64 Z"),
            ("paint/4", "M 38 12 L 52 12 M 38 22 L 52 22"),
        ),
        "Gd03": (  # Coins
            *(
                layer
                for y in (86, 70, 54, 38)
                for layer in (("paint", f"O 32 {y + 3} 32 13"), ("ink", f"O 32 {y} 30 11"))
            ),
            *(layer for y in (86, 70) for layer in (("paint", f"O 72 {y + 3} 30 13"), ("ink", f"O 72 {y} 28 11"))),
            ("ink", "O 74 28 22 22"),
            ("paint", "O 74 28 14 14"),
            ("ink", "O 74 28 8 8"),
        ),
        "Gd04": (  # Crown
            ("ink", "M 10 92 L 4 30 L 28 56 L 50 14 L 72 56 L 96 30 L 90 92 Z"),
            ("ink", "O 6 24 6 6 O 50 10 8 8 O 94 24 6 6"),
            ("paint/5", "M 8 76 L 92 76"),
            ("paint", "M 50 46 L 57 57 L 50 68 L 43 57 Z"),
        ),
        "Gd05": (  # Horn
            ("ink", "M 98 14 C 100 70 56 98 6 84 L 8 70 C 40 72 60 50 58 14 Z"),
            ("ink/8", "M 5 66 L 3 88"),
            ("ink", "O 78 14 21 11"),
            ("paint", "O 78 14 14 5.5"),
            ("paint/5", "M 56 34 C 66 42 84 46 100 42 M 38 60 C 42 70 50 80 60 88"),
        ),
        "Gd06": (  # Lamp
            (
                "ink",
                "M 0 40 C 12 40 22 50 34 48 L 72 48 C 84 50 88 60 82 70 C 76 80 64 82 58 84 "
                "L 70 98 L 30 98 L 42 84 C 22 80 22 56 0 50 Z",
            ),
            ("ink", "M 36 44 C 38 28 68 28 70 44 Z"),
            ("ink", "O 53 26 6 6"),
            ("ink/7", "M 80 52 C 100 40 104 74 78 72"),
            ("ink", "M 12 32 C -2 22 10 12 8 0 C 24 12 26 24 12 32 Z"),
        ),
        "Gd07": (  # Pyramid
            ("ink", "M 50 6 L 100 92 L 0 92 Z"),
            ("paint/5", "M 50 6 L 64 94"),
            (
                "paint/4",
                "M 34 34 L 58 34 M 22 54 L 60 54 M 10 74 L 62 74 M 44 34 L 44 54 M 32 54 L 32 74 M 48 54 L 48 74",
            ),
            ("paint/4", "M 22 74 L 22 94 M 40 74 L 40 94"),
        ),
        "Gd08": (  # Rings
            ("ink/9", "O 31 66 26 26"),
            ("ink/9", "O 69 66 26 26"),
            ("ink/9", "O 50 33 26 26"),
        ),
        "Gd09": (  # Scarab
            ("ink", "O 50 62 26 32"),
            ("ink", "M 30 30 C 32 16 68 16 70 30 Z"),
            *both("ink/6", "M 28 48 L 10 40 L 8 24"),
            *both("ink/6", "M 26 62 L 6 64"),
            *both("ink/6", "M 28 76 L 12 84 L 12 98"),
            ("ink", "O 50 8 8 8"),
            ("paint/4", "M 24 34 C 40 42 60 42 76 34 M 50 40 L 50 96"),
        ),
        "Gd10": (  # Scimitars
            ("ink", flipped(BLADE)),
            ("ink/9", flipped(HILT)),
            ("paint/8", BLADE),
            ("ink", BLADE),
            ("ink/9", HILT),
        ),
        "Gd11": (  # Sun
            *(("ink", turned(RAY, 30 * place)) for place in range(12)),
            ("ink", "O 50 50 27 27"),
            ("paint", "O 41 46 3.5 4.5 O 59 46 3.5 4.5"),
            ("paint/4", "M 39 58 C 45 65 55 65 61 58"),
        ),
        "Gd12": (  # Wheat
            ("ink/6", "M 50 20 L 50 100"),
            ("ink", "M 50 -2 C 61 8 61 18 50 27 C 39 18 39 8 50 -2 Z"),
            *both("ink", "M 46 42 C 30 42 23 29 25 14 C 41 17 48 27 46 42 Z"),
            *both("ink", "M 46 63 C 28 63 18 50 20 35 C 40 38 48 48 46 63 Z"),
            *both("ink", "M 46 84 C 26 84 14 71 16 56 C 39 59 48 69 46 84 Z"),
        ),
    }
)
