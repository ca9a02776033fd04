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
    *edged("spark/5", "M 89 30 V 96", "ink/12"),
    *edged("bone", "M 89 1 L 98 20 L 89 35 L 80 20 Z"),
    # arm and shoulders
    *edged("shade", "M 14 60 C 20 48 70 48 78 58 L 93 60 L 92 73 L 70 76 H 14 Z"),
    # helm under a high crest
    *edged("spark", "M 18 30 C 10 4 36 -2 52 2 C 68 6 76 18 72 34 C 66 24 58 18 46 18 C 34 18 26 22 18 30 Z"),
    *edged("bone", "M 22 50 V 32 C 22 12 68 12 68 32 V 50 C 62 58 28 58 22 50 Z"),
    ("shade", "M 54 19 C 61 22 65 27 65 33 V 49 C 60 53 55 54 50 54 C 56 46 57 30 54 19 Z"),
    ("ink", "M 27 31 H 63 V 39 H 51 V 54 H 39 V 39 H 27 Z"),
    # the shield, higher than a man's belt
    *edged("body", "M 4 54 C 22 61 60 61 78 54 V 78 C 70 90 54 98 41 99 C 28 98 12 90 4 78 Z"),
    ("shade", "M 41 63 C 54 63 66 62 74 60 V 77 C 66 88 54 94 41 95 Z"),
    *edged("bone", "M 41 65 L 68 80 V 89 L 41 76 L 14 89 V 80 Z", "ink/3"),
)

ARCHER: Drawing = (
    # cloak, and the quiver behind it
    *edged("spark", "M 84 66 L 90 34 L 84 26 L 91 28 L 95 20 L 96 30 L 100 34 L 97 68 Z", "ink/3"),
    *edged("body", "M 48 98 C 48 80 56 68 68 64 C 86 64 97 76 99 98 Z"),
    ("shade", "M 82 68 C 92 74 96 84 96 95 H 76 C 84 88 86 78 82 68 Z"),
    # the longbow, taller than a man, its string drawn back to the cheek
    *edged("spark/8", "M 42 4 C -4 24 -4 76 42 96", "ink/15"),
    ("ink/3", "M 42 4 L 64 56 L 42 96"),
    # hood with its point, and the face in it
    *edged(
        "body",
        "M 46 42 C 46 22 58 12 72 10 C 82 8 88 4 92 1 C 91 12 96 22 95 36 C 95 56 86 68 72 68 C 58 68 46 58 46 42 Z",
    ),
    ("shade", "M 88 10 C 87 18 91 26 90 38 C 90 54 83 62 76 64 C 82 52 82 30 76 14 C 82 13 86 12 88 10 Z"),
    ("gleam", "M 52 32 C 55 23 62 18 70 16 C 65 22 60 26 57 32 Z"),
    *edged("bone", "M 46 44 C 48 34 56 30 66 33 C 72 44 71 56 63 64 C 53 62 46 54 46 44 Z", "ink/3"),
    ("ink", "O 55 45 2.6 3.4"),
    ("ink/3", "M 50 38 L 58 40 M 52 57 H 58"),
    # arrow and arms
    *edged("bone/5", "M 68 60 H 14", "ink/11"),
    *edged("bone", "M 19 47 L 0 60 L 19 73 Z", "ink/3"),
    *edged("body/11", "M 70 82 L 34 66", "ink/18"),
    *edged("bone", "O 27 62 7 7 O 66 60 7 6", "ink/3"),
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
    *edged("shade", "M 26 78 H 47 V 98 H 18 Z M 53 78 H 74 L 82 98 H 53 Z"),
    ("body", "M 29 82 H 43 V 94 H 24 Z M 57 82 H 71 L 76 94 H 57 Z"),
    # an arm that is raised
    *edged("shade", "M 8 28 L 28 26 L 36 50 L 16 58 Z"),
    # trunk
    *edged("body", "M 12 50 L 28 36 H 70 L 90 40 L 84 64 L 72 82 H 30 L 18 68 Z"),
    ("shade", "M 72 40 L 86 44 L 80 63 L 70 78 H 56 L 68 60 Z"),
    ("gleam", "M 17 51 L 30 40 H 46 L 30 48 L 24 62 Z"),
    # the other hangs to the ground
    *edged("body", "M 76 38 L 92 38 L 99 54 L 94 66 L 99 84 L 89 94 L 74 90 L 72 72 L 80 60 Z"),
    ("shade", "M 92 46 L 95 55 L 90 66 L 95 83 L 88 90 L 82 88 L 86 70 L 84 62 Z"),
    ("gleam", "M 80 42 L 89 42 L 92 48 L 84 50 Z"),
    # the fist of the first, a boulder
    *edged("body", "M 1 12 L 13 1 H 29 L 37 14 L 32 30 L 14 34 L 3 27 Z"),
    ("gleam", "M 6 14 L 15 5 H 26 L 16 12 L 12 24 Z"),
    ("ink/3", "M 16 33 L 18 22 M 25 31 L 26 20"),
    # head
    *edged("body", "M 42 40 L 39 22 L 48 12 H 65 L 74 22 L 71 40 L 63 45 H 50 Z"),
    ("shade", "M 64 15 L 71 23 L 68 39 L 62 42 H 57 L 66 30 Z"),
    ("ink", "M 43 23 H 70 L 69 34 H 45 Z"),
    ("spark", "O 51 28.5 4.6 3.8 O 63 28.5 4.6 3.8"),
    # the rune glows
    ("ink/14", "M 50 52 V 78 M 50 60 L 63 51 M 50 68 L 37 58"),
    ("spark/7", "M 50 52 V 78 M 50 60 L 63 51 M 50 68 L 37 58"),
    ("ink/2.5", "M 26 60 L 32 66 L 29 72 M 76 52 L 80 58"),
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
