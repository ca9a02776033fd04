"""The emblems on Brown's markers."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from render.drawing import Drawing, both, turned

BROWN: Mapping[str, Drawing] = MappingProxyType(
    {
        "Br01": (  # Antlers
            *both("ink/9", "M 46 82 C 22 76 10 52 22 8"),
            *both("ink/8", "M 18 46 C 8 42 4 34 4 22"),
            *both("ink/8", "M 22 58 C 32 50 37 38 36 24"),
            *both("ink/8", "M 31 71 C 40 64 45 56 45 46"),
            ("ink", "M 34 80 L 66 80 L 60 98 L 40 98 Z"),
        ),
        "Br02": (  # Bell
            ("ink/7", "O 50 10 7 7"),
            ("ink", "M 50 14 C 76 16 78 40 80 60 C 82 70 90 74 94 82 L 6 82 C 10 74 18 70 20 60 C 22 40 24 16 50 14 Z"),
            ("ink", "O 50 88 12 12"),
            ("paint/5", "M 18 68 L 82 68"),
        ),
        "Br03": (  # Chest
            ("ink", "M 4 46 C 4 20 16 12 28 12 L 72 12 C 84 12 96 20 96 46 Z"),
            ("ink", "M 4 52 L 96 52 L 96 90 L 4 90 Z"),
            ("paint/5", "M 24 10 L 24 92 M 76 10 L 76 92"),
            ("paint", "M 38 38 L 62 38 L 62 70 L 38 70 Z"),
            ("ink", "M 43 43 L 57 43 L 57 65 L 43 65 Z"),
            ("paint", "O 50 54 4 5"),
        ),
        "Br04": (  # Figurehead: the prow of a longship
            (
                "ink",
                "M 0 56 C 24 66 42 64 47 50 C 51 38 42 28 46 14 C 51 -2 74 -4 100 10 L 94 18 L 78 18 L 96 26 L 90 34 "
                "L 70 30 C 66 36 78 50 73 66 C 68 78 54 86 36 88 L 0 88 Z",
            ),
            ("ink", "M 52 10 L 34 -2 L 62 0 Z"),
            ("ink", "M 48 26 L 32 18 L 46 36 Z"),
            ("paint", "O 62 10 5 5"),
            ("paint/4", "M 0 67 C 26 74 50 72 57 52 M 0 78 C 30 84 58 78 66 56"),
            ("ink/5", "M 0 97 C 12 89 18 89 28 97 C 38 103 46 89 56 95 C 68 103 76 89 98 95"),
        ),
        "Br05": (  # Hook
            ("ink", "M 36 2 L 84 2 L 78 26 L 42 26 Z"),
            ("ink/12", "M 60 24 L 60 38 C 60 46 80 52 80 66 C 80 102 22 104 22 64"),
            ("ink", "M 22 42 L 36 72 L 8 72 Z"),
            ("paint/4", "M 36 15 L 84 15"),
        ),
        "Br06": (  # Hourglass
            ("ink/10", "M 16 7 L 84 7"),
            ("ink/10", "M 16 93 L 84 93"),
            (
                "ink",
                "M 20 10 L 80 10 C 80 34 66 42 56 50 C 66 58 80 66 80 90 "
                "L 20 90 C 20 66 34 58 44 50 C 34 42 20 34 20 10 Z",
            ),
            ("paint", "M 30 16 L 70 16 C 69 22 66 26 64 28 L 36 28 C 34 26 31 22 30 16 Z"),
            ("paint", "M 50 56 C 60 62 68 68 70 78 L 54 72 L 50 62 L 46 72 L 30 78 C 32 68 40 62 50 56 Z"),
        ),
        "Br07": (  # Paw
            ("ink", "M 50 46 C 66 46 84 66 82 82 C 80 98 64 90 50 90 C 36 90 20 98 18 82 C 16 66 34 46 50 46 Z"),
            *both("ink", "O 35 24 11 16"),
            *both("ink", "O 12 46 10 14"),
        ),
        "Br08": (  # Ram
            *both("ink/12", "M 42 28 C 30 4 4 16 6 44 C 8 70 38 72 38 50 C 37 38 24 38 23 48"),
            ("ink", "M 36 24 L 64 24 C 68 46 64 76 58 96 L 42 96 C 36 76 32 46 36 24 Z"),
            *both("paint", "O 43 48 3.5 5"),
            *both("paint/3", "M 46 86 L 48 90"),
        ),
        "Br09": (  # Scroll
            ("ink", "M 14 22 L 86 22 L 86 78 L 14 78 Z"),
            *both("paint/20", "M 12 16 L 12 84"),
            *both("ink/14", "M 11 14 L 11 86"),
            *both("ink/7", "M 11 4 L 11 96"),
            ("paint/5", "M 32 38 L 68 38 M 32 50 L 68 50 M 32 62 L 56 62"),
        ),
        "Br10": (  # Spider
            ("ink", "O 50 64 18 22"),
            ("ink", "O 50 36 12 12"),
            *both("ink/6", "M 44 34 C 30 32 22 22 24 2"),
            *both("ink/6", "M 42 40 C 24 42 12 36 4 22"),
            *both("ink/6", "M 42 46 C 26 50 12 58 4 72"),
            *both("ink/6", "M 44 50 C 30 60 22 78 24 98"),
            ("paint", "M 50 52 L 57 64 L 50 76 L 43 64 Z"),
        ),
        "Br11": (  # Tankard
            ("ink/10", "M 68 42 L 80 42 C 96 42 96 78 80 78 L 68 78"),
            ("ink", "M 14 34 L 70 34 L 74 98 L 10 98 Z"),
            ("ink", "O 20 22 16 14"),
            ("ink", "O 42 16 18 16"),
            ("ink", "O 64 22 16 14"),
            ("paint/4", "M 8 38 L 76 38"),
            ("paint/6", "M 30 50 L 28 88 M 54 50 L 56 88"),
        ),
        "Br12": (  # Wheel
            ("ink", "O 50 50 48 48 O 50 50 36 36"),
            *(("ink/7", turned("M 50 8 L 50 92", 45 * place)) for place in range(4)),
            ("ink", "O 50 50 15 15"),
            ("paint", "O 50 50 6 6"),
        ),
    }
)
