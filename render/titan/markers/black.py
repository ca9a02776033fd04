"""The emblems on Black's markers."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from render.drawing import Drawing, both, flipped, turned

AXE = turned("M 50 14 C 62 16 72 12 82 2 C 94 18 94 38 82 56 C 72 46 62 42 50 44 Z", 36)
HAFT = turned("M 50 2 L 50 104", 36)

BLACK: Mapping[str, Drawing] = MappingProxyType(
    {
        "Bk01": (  # Axes
            ("ink/9", flipped(HAFT)),
            ("ink", flipped(AXE)),
            ("paint/17", HAFT),
            ("ink/9", HAFT),
            ("ink", AXE),
        ),
        "Bk02": (  # Eye
            ("ink", "M 2 54 C 22 20 78 20 98 54 C 78 88 22 88 2 54 Z"),
            ("paint", "M 14 54 C 30 32 70 32 86 54 C 70 76 30 76 14 54 Z"),
            ("ink", "O 50 54 20 20"),
            ("paint", "O 43 47 6 6"),
            ("ink/7", "M 50 20 L 50 6 M 28 24 L 21 12 M 72 24 L 79 12"),
        ),
        "Bk03": (  # Die
            ("ink", "M 50 2 L 92 24 L 92 76 L 50 98 L 8 76 L 8 24 Z"),
            ("paint/5", "M 10 25 L 50 46 L 90 25 M 50 46 L 50 96"),
            ("paint", "O 50 24 11 6"),
            ("paint", "O 20 44 4.5 7 O 38 76 4.5 7 O 29 60 4.5 7"),
            ("paint", "O 62 58 4.5 7 O 80 48 4.5 7 O 62 80 4.5 7 O 80 70 4.5 7"),
        ),
        "Bk04": (  # Feather
            ("ink", "M 94 4 C 60 4 22 28 18 76 L 26 80 C 64 78 92 46 94 4 Z"),
            ("ink/7", "M 30 70 L 8 96"),
            ("paint/5", "M 78 20 L 24 76"),
            ("paint", "M 86 52 L 62 52 L 76 66 Z M 66 74 L 46 68 L 54 82 Z M 38 18 L 48 40 L 50 14 Z"),
        ),
        "Bk05": (  # Hand
            ("ink", "M 26 50 L 80 50 C 82 66 80 76 74 86 L 74 98 L 38 98 L 38 88 C 30 78 26 66 26 50 Z"),
            ("ink/12", "M 32 54 L 26 24"),
            ("ink/12", "M 46 52 L 44 10"),
            ("ink/12", "M 61 52 L 64 10"),
            ("ink/12", "M 74 54 L 82 24"),
            ("ink/13", "M 38 82 L 10 56"),
        ),
        "Bk06": (  # Lightning
            ("ink", "M 54 0 L 14 56 L 42 56 L 30 100 L 86 38 L 56 38 L 76 0 Z"),
        ),
        "Bk07": (  # Pumpkin
            ("ink", "O 26 60 22 34"),
            ("ink", "O 74 60 22 34"),
            ("ink", "O 50 60 26 37"),
            ("ink", "M 44 28 L 40 8 L 58 2 L 60 12 L 54 14 L 57 28 Z"),
            ("paint", "M 24 56 L 34 38 L 44 56 Z"),
            ("paint", "M 56 56 L 66 38 L 76 56 Z"),
            ("paint", "M 18 66 L 32 70 L 38 64 L 46 72 L 54 72 L 62 64 L 68 70 L 82 66 C 76 94 24 94 18 66 Z"),
        ),
        "Bk08": (  # Rose
            *(("ink", turned("M 50 2 L 62 24 L 38 24 Z", 36 + 72 * place)) for place in range(5)),
            *(("ink", turned("O 50 24 22 22", 72 * place)) for place in range(5)),
            *(("paint/5", turned("M 50 38 L 50 22", 36 + 72 * place)) for place in range(5)),
            ("paint", "O 50 50 17 17"),
            ("ink", "O 50 50 10 10"),
        ),
        "Bk09": (  # Scorpion
            ("ink", "O 50 50 13 17"),
            *both("ink/6", "M 44 42 C 30 38 20 34 22 22"),
            *both("ink", "M 14 26 C 6 12 14 2 26 0 L 23 12 L 32 5 C 36 16 32 26 24 29 Z"),
            *both("ink/5", "M 42 48 L 22 46 L 12 56"),
            *both("ink/5", "M 42 54 L 24 58 L 16 70"),
            *both("ink/5", "M 43 60 L 30 70 L 26 82"),
            ("ink/10", "M 50 62 C 50 84 58 92 70 90 C 84 87 86 72 76 66"),
            ("ink", "M 82 60 L 62 60 L 74 74 Z"),
        ),
        "Bk10": (  # Skull
            (
                "ink",
                "M 50 2 C 82 2 96 24 92 46 C 91 58 84 64 78 68 L 76 80 L 24 80 "
                "L 22 68 C 16 64 9 58 8 46 C 4 24 18 2 50 2 Z",
            ),
            ("ink", "M 28 76 L 72 76 L 70 98 L 30 98 Z"),
            ("paint", "O 30 46 14 13"),
            ("paint", "O 70 46 14 13"),
            ("paint", "M 50 56 L 58 72 L 42 72 Z"),
            ("paint/4", "M 41 84 L 41 100 M 50 84 L 50 100 M 59 84 L 59 100"),
        ),
        "Bk11": (  # Arrowhead
            (
                "ink",
                "M 50 0 C 66 20 82 44 96 76 L 70 66 L 62 74 L 70 98 L 50 90 "
                "L 30 98 L 38 74 L 30 66 L 4 76 C 18 44 34 20 50 0 Z",
            ),
            ("paint/5", "M 50 26 L 50 76"),
        ),
        "Bk12": (  # Tombstone
            ("ink", "M 18 88 L 18 40 C 18 -10 82 -10 82 40 L 82 88 Z"),
            ("ink/12", "M 8 92 L 92 92"),
            ("paint/10", "M 50 20 L 50 70 M 34 36 L 66 36"),
        ),
    }
)
