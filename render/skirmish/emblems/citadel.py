"""The emblems of those who hold the citadel: steel, timber, stone and feathers.

Each has an idea of its own, so that its outline alone tells it: the guard a wall of a shield, the archer a feathered
hat and a longbow, the rider a harnessed horse under a lance, the golem blocks of stone with a rune, the roc wide wings.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from render.drawing import Drawing, edged, edged_both

GUARD: Drawing = (
    # spear
    *edged("shade/5", "M 88 30 V 93", "ink/12"),
    *edged("bone", "M 88 2 L 96 20 L 88 34 L 80 20 Z"),
    # arm and shoulders
    *edged("shade", "M 14 58 C 20 46 70 46 78 58 L 92 60 L 91 72 L 70 74 H 14 Z"),
    # crest and helm
    *edged("spark", "M 28 16 C 30 0 62 0 66 14 C 60 12 56 14 54 18 H 38 C 36 14 32 13 28 16 Z"),
    *edged("bone", "M 26 46 V 28 C 26 12 66 12 66 28 V 46 C 60 54 32 54 26 46 Z"),
    ("shade", "M 54 18 C 60 20 63 24 63 29 V 45 C 58 49 54 50 50 50 C 55 42 56 28 54 18 Z"),
    ("ink", "M 31 29 H 61 V 35 H 50 V 49 H 42 V 35 H 31 Z"),
    # the shield, higher than a man's belt
    *edged("body", "M 6 52 C 24 58 62 58 76 52 V 82 C 66 94 54 97 41 97 C 28 97 16 94 6 82 Z"),
    ("shade", "M 41 59 C 54 59 66 58 73 57 V 82 C 64 91 54 94 41 94 Z"),
    ("gleam/3", "M 11 61 C 26 66 56 66 71 61"),
    *edged("spark", "M 41 68 L 66 84 V 92 L 41 78 L 16 92 V 84 Z", "ink/3"),
)

ARCHER: Drawing = (
    # the longbow with its string, and an arrow
    *edged("spark/7", "M 64 4 C 104 26 104 74 64 96", "ink/14"),
    ("ink/3", "M 64 4 L 44 60 L 64 96"),
    *edged("bone/4.5", "M 40 62 H 88", "ink/10"),
    *edged("bone", "M 82 48 L 99 62 L 82 76 Z", "ink/3"),
    # jerkin
    *edged("body", "M 8 97 C 8 76 18 68 30 66 H 46 C 54 68 60 78 60 97 Z"),
    ("shade", "M 46 70 C 53 74 57 84 57 94 H 40 C 46 88 48 78 46 70 Z"),
    *edged("gleam/8", "M 26 78 L 42 82 L 60 67", "ink/15"),
    # head
    *edged("bone", "M 22 42 H 54 L 55 50 L 61 57 L 55 60 C 55 68 48 71 40 71 C 30 71 22 64 22 54 Z"),
    *edged("shade", "M 20 42 C 18 54 20 62 26 67 C 32 60 30 52 34 44 Z", "ink/3"),
    ("ink", "O 49 51 2 2.8"),
    ("ink/3", "M 46 63 H 52"),
    # hat with its feather
    *edged("spark", "M 24 30 C 14 24 6 12 6 2 C 18 6 30 16 34 28 Z", "ink/3.5"),
    ("shade/2", "M 12 9 C 18 14 24 21 28 28"),
    *edged("body", "M 10 40 C 18 24 32 14 50 18 C 54 26 58 32 72 40 C 76 46 66 46 56 45 C 40 43 26 44 14 48 Z"),
    ("gleam", "M 26 29 C 32 22 40 19 47 21 C 42 24 36 28 34 33 Z"),
    ("shade", "M 14 43 C 30 36 48 36 66 41 C 52 41 30 41 16 46 Z"),
)

RIDER: Drawing = (
    # lance with its pennant
    *edged("shade/5", "M 90 14 V 93", "ink/12"),
    *edged("bone", "M 90 1 L 96 14 L 90 24 L 84 14 Z", "ink/3"),
    *edged("spark", "M 88 24 H 56 L 64 32 L 56 40 H 88 Z"),
    # mane
    *edged(
        "shade",
        "M 38 8 C 22 10 12 22 10 38 L 4 44 L 9 52 L 3 62 L 8 70 L 4 82 L 10 97 H 30 L 38 40 Z",
    ),
    # head and neck
    *edged(
        "body",
        """M 34 16 L 36 3 L 46 13 C 56 17 62 27 66 40 L 76 60 C 80 68 77 76 69 77 C 62 78 57 74 53 68 L 44 66
        C 46 78 54 86 57 97 H 13 C 13 78 17 60 22 46 C 24 34 28 24 34 16 Z""",
    ),
    ("shade", "M 22 94 C 20 80 24 62 30 52 C 32 64 36 74 42 80 C 48 86 51 90 53 94 Z"),
    # the plate on its face
    *edged("bone", "M 44 15 C 54 20 60 30 63 42 L 70 58 C 64 62 59 60 56 54 C 50 46 44 32 40 20 Z", "ink/3.5"),
    ("shade/2.5", "M 47 20 C 54 32 60 44 64 56"),
    ("ink", "O 45 35 3 3.6"),
    ("ink", "O 71 67 2.4 3"),
    # bridle
    ("ink/3.5", "M 55 68 C 58 62 64 62 70 60 M 52 64 C 44 54 36 46 32 34 M 54 66 L 26 76"),
    *edged("spark", "O 54 66 4 4", "ink/3"),
)

GOLEM: Drawing = (
    # legs
    *edged("shade", "M 24 76 H 46 V 97 H 20 Z M 54 76 H 76 L 80 97 H 54 Z"),
    ("body", "M 27 80 H 42 V 93 H 25 Z M 58 80 H 73 L 75 93 H 58 Z"),
    # trunk
    *edged("body", "M 20 34 L 36 26 H 64 L 80 34 L 74 62 L 66 80 H 34 L 26 62 Z"),
    ("shade", "M 64 30 L 76 36 L 70 61 L 63 76 H 50 L 62 56 Z"),
    ("gleam", "M 25 37 L 37 30 H 50 L 34 38 L 31 56 Z"),
    # arms with their fists
    *edged_both("body", "M 26 32 L 12 30 L 3 42 L 6 56 L 2 64 V 82 L 12 90 L 25 86 L 28 70 L 22 58 Z"),
    ("shade", "M 91 46 L 95 60 L 96 80 L 88 86 L 78 83 L 88 70 Z"),
    ("gleam", "M 12 34 L 7 43 L 10 54 L 18 40 Z M 76 36 L 82 34 L 88 40 L 80 42 Z"),
    ("ink/3", "M 6 56 L 22 58 M 94 56 L 78 58 M 8 74 L 12 80 M 16 72 L 19 79 M 92 74 L 88 80 M 84 72 L 81 79"),
    # head
    *edged("body", "M 34 28 L 32 12 L 42 3 H 60 L 68 12 L 66 28 L 56 34 H 44 Z"),
    ("shade", "M 58 6 L 65 13 L 63 26 L 55 31 H 50 L 60 20 Z"),
    ("ink", "M 37 14 H 63 L 62 23 H 38 Z"),
    ("spark", "O 44 18.5 3.6 2.8 O 56 18.5 3.6 2.8"),
    # the rune
    ("ink/11", "M 50 42 V 72 M 50 50 L 60 42 M 50 60 L 40 51"),
    ("spark/5", "M 50 42 V 72 M 50 50 L 60 42 M 50 60 L 40 51"),
    ("ink/2.5", "M 30 66 L 36 70 L 34 77 M 68 40 L 72 46"),
)

ROC: Drawing = (
    # tail
    *edged("shade", "M 40 66 H 60 L 68 88 L 59 86 L 50 97 L 41 86 L 32 88 Z"),
    # wings
    *edged_both(
        "body",
        """M 44 42 C 38 22 24 8 5 3 C 1 14 2 24 6 32 L 2 36 L 8 46 L 5 51 L 13 58 L 12 64 L 22 66 L 24 72
        C 32 72 40 66 45 60 Z""",
    ),
    (
        "gleam",
        "M 9 8 C 22 13 32 23 38 38 C 28 32 16 26 8 24 C 6 18 7 12 9 8 Z "
        "M 91 8 C 78 13 68 23 62 38 C 72 32 84 26 92 24 C 94 18 93 12 91 8 Z",
    ),
    ("shade/2.5", "M 6 32 C 16 34 26 40 34 46 M 8 46 C 16 46 26 50 34 54 M 13 58 C 20 58 28 58 36 60"),
    ("shade/2.5", "M 94 32 C 84 34 74 40 66 46 M 92 46 C 84 46 74 50 66 54 M 87 58 C 80 58 72 58 64 60"),
    # body and talons
    *edged("spark/4", "M 42 76 L 36 86 M 42 76 L 43 90 M 42 76 L 30 80", "ink/10"),
    *edged("spark/4", "M 58 76 L 64 86 M 58 76 L 57 90 M 58 76 L 70 80", "ink/10"),
    *edged("body", "M 38 38 C 32 54 36 74 50 80 C 64 74 68 54 62 38 Z"),
    ("shade", "M 60 42 C 64 54 61 70 50 77 C 54 66 58 54 54 42 Z"),
    ("ink/2.5", "M 43 52 L 46 56 L 49 52 M 50 60 L 53 64 L 56 60 M 44 66 L 47 70 L 50 66"),
    # head
    *edged("bone", "M 34 44 C 30 24 38 12 50 12 C 62 12 68 22 64 38 L 68 46 L 58 46 L 52 54 L 46 46 L 38 50 Z"),
    *edged("spark", "M 58 22 C 72 20 80 28 79 42 C 74 36 68 36 60 36 C 56 32 55 26 58 22 Z", "ink/3.5"),
    ("ink/3", "M 60 30 C 66 29 70 31 73 34"),
    ("ink/4", "M 44 20 L 56 26"),
    ("ink", "O 51 27.5 3 2.6"),
)

CITADEL: Mapping[str, Drawing] = MappingProxyType(
    {
        "citadel_guard": GUARD,
        "yeoman_archers": ARCHER,
        "riverwatch_riders": RIDER,
        "rune_golems": GOLEM,
        "roc_warrior": ROC,
    }
)
