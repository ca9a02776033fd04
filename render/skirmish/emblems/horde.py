"""The emblems of the horde and of the giant whom nobody owns: horns, hooks, fangs and stone.

The harvester has a mask of bone between two sickles, the viper a spread hood over crossed darts, the ripper open jaws
under a row of spines, the obscene a belly that is a mouth, the lord a horned helm; the giant crags for shoulders and a
tree with its roots for a club.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from render.drawing import Drawing, edged, edged_both

HARVESTER: Drawing = (
    # sickles
    *edged_both("shade/6", "M 15 90 V 42", "ink/13"),
    *edged_both("bone", "M 9 44 C 0 24 6 4 40 4 C 26 11 18 24 21 42 Z"),
    ("shade/2.5", "M 12 40 C 6 28 10 14 24 9 M 88 40 C 94 28 90 14 76 9"),
    # shoulders and fists
    *edged("body", "M 8 97 C 8 78 24 70 36 68 H 64 C 76 70 92 78 92 97 Z"),
    ("shade", "M 66 71 C 78 75 86 82 89 94 H 56 C 64 88 68 80 66 71 Z"),
    *edged_both("body", "M 11 72 C 16 66 26 68 27 75 C 27 82 22 86 15 85 C 9 84 8 77 11 72 Z"),
    ("ink/2.5", "M 14 74 H 22 M 14 79 H 22 M 86 74 H 78 M 86 79 H 78"),
    # wild hair
    *edged(
        "shade",
        "M 30 44 L 26 32 L 34 34 L 34 19 L 43 26 L 50 12 L 57 26 L 66 19 L 66 34 L 74 32 L 70 44 L 74 68 H 26 Z",
    ),
    # the mask
    *edged(
        "bone",
        "M 32 36 C 34 22 66 22 68 36 C 72 50 68 58 63 62 L 60 80 C 56 85 44 85 40 80 L 37 62 C 32 58 28 50 32 36 Z",
    ),
    ("ink", "M 36 44 C 40 40 46 43 47 49 C 44 55 37 54 36 44 Z M 64 44 C 60 40 54 43 53 49 C 56 55 63 54 64 44 Z"),
    ("spark", "O 42.5 48 2.2 2.2 O 57.5 48 2.2 2.2"),
    ("ink", "M 50 54 L 54 62 H 46 Z"),
    ("ink/2.5", "M 41 68 H 59 M 44 66 V 79 M 50 66 V 80 M 56 66 V 79"),
    ("body", "M 46 26 L 50 42 L 54 26 Z"),
)

VIPER: Drawing = (
    # darts behind it
    *edged("shade/4.5", "M 12 96 L 84 16 M 88 96 L 16 16", "ink/11"),
    *edged_both("bone", "M 4 2 L 23 11 L 11 23 Z"),
    # hood
    *edged(
        "body",
        """M 50 8 C 70 8 78 20 84 34 C 92 52 84 70 66 80 C 68 88 70 92 74 97 H 26 C 30 92 32 88 34 80
        C 16 70 8 52 16 34 C 22 20 30 8 50 8 Z""",
    ),
    ("shade", "M 72 22 C 78 30 84 42 84 50 C 84 62 76 72 63 77 L 62 60 C 68 50 72 36 72 22 Z"),
    ("gleam", "M 27 24 C 20 34 16 46 18 54 C 22 46 28 40 32 38 C 29 33 27 29 27 24 Z"),
    # scales of the throat
    *edged("bone", "M 38 62 C 44 68 56 68 62 62 C 60 76 60 88 62 97 H 38 C 40 88 40 76 38 62 Z", "ink/3"),
    ("shade/2.5", "M 40 76 C 46 79 54 79 60 76 M 39 86 C 46 89 54 89 61 86"),
    # head
    *edged(
        "gleam",
        "M 50 18 C 64 18 72 28 70 40 C 68 50 62 54 60 60 C 56 66 44 66 40 60 C 38 54 32 50 30 40 C 28 28 36 18 50 18 Z",
    ),
    ("body", "M 50 20 L 56 30 L 50 42 L 44 30 Z"),
    ("ink/4", "M 33 33 L 45 40 M 67 33 L 55 40"),
    ("spark", "M 35 38 C 38 38 43 40 44 44 C 40 46 36 44 35 38 Z M 65 38 C 62 38 57 40 56 44 C 60 46 64 44 65 38 Z"),
    ("ink/2.5", "M 40 41 V 44 M 60 41 V 44"),
    # fangs and tongue
    ("ink", "M 38 53 C 44 50 56 50 62 53 C 61 63 56 66 50 66 C 44 66 39 63 38 53 Z"),
    ("bone", "M 40 53 L 46 52 L 43 64 Z M 60 53 L 54 52 L 57 64 Z"),
)

RIPPER: Drawing = (
    # spines
    *edged(
        "bone",
        "M 10 60 L 1 44 L 17 46 Z M 14 44 L 8 24 L 26 34 Z M 24 30 L 26 8 L 40 26 Z M 38 24 L 48 4 L 54 24 Z",
        "ink/3.5",
    ),
    # neck, and the lower jaw
    *edged("shade", "M 44 62 L 60 72 L 90 70 C 95 78 92 86 86 90 L 56 92 L 40 82 Z"),
    *edged(
        "body",
        """M 4 97 C 2 70 8 46 24 32 C 36 20 54 18 64 24 C 76 26 88 34 97 48 C 98 54 96 60 92 62 L 60 60
        C 54 64 52 70 54 78 C 46 82 42 90 42 97 Z""",
    ),
    ("shade", "M 12 94 C 14 80 24 72 34 68 C 42 64 46 60 50 58 C 48 66 48 72 50 77 C 43 81 39 88 38 94 Z"),
    ("gleam", "M 30 34 C 38 25 52 23 60 28 C 50 30 40 34 34 44 Z"),
    # teeth of both jaws
    *edged("bone", "M 62 59 L 65 72 L 70 60 Z M 72 60 L 75 74 L 80 61 Z M 82 61 L 86 74 L 91 61 Z", "ink/2.5"),
    *edged(
        "bone", "M 60 74 L 64 80 H 57 Z M 69 72 L 73 81 H 65 Z M 79 72 L 84 81 H 75 Z M 88 71 L 91 79 H 84 Z", "ink/2.5"
    ),
    # eye, nostril, scars
    ("ink/5", "M 52 34 L 70 42"),
    *edged("spark", "M 54 40 C 60 38 66 41 68 46 C 62 49 55 47 54 40 Z", "ink/2.5"),
    ("ink", "O 61.5 43.5 1.8 2.8 O 90 49 2.2 2.8"),
    ("ink/2.5", "M 78 40 L 82 48 M 84 42 L 87 48"),
    # collar with its chain
    *edged("spark/5", "M 8 70 C 20 72 30 66 36 54", "ink/12"),
    *edged("spark/3", "O 24 80 5 6 O 28 91 4.5 5", "ink/8"),
)

OBSCENE: Drawing = (
    # feet
    *edged("shade", "M 20 82 H 44 L 46 97 H 14 Z M 56 82 H 80 L 86 97 H 54 Z"),
    # arms, one of them a hook
    *edged("body/12", "M 18 44 C 6 52 4 64 10 76", "ink/19"),
    *edged("body/12", "M 80 50 C 92 48 92 38 86 32", "ink/19"),
    *edged("bone", "M 78 30 H 94 V 20 C 94 4 74 2 66 14 C 76 10 82 14 82 21 L 78 22 Z", "ink/3.5"),
    *edged("bone/3.5", "M 7 78 L 3 88 M 11 79 L 11 90 M 15 77 L 20 86", "ink/9"),
    # bulk
    *edged(
        "body",
        """M 28 26 C 14 30 8 46 8 62 C 9 82 26 93 50 93 C 74 93 91 82 92 62 C 92 46 78 30 60 26 Z""",
    ),
    ("shade", "M 76 32 C 86 42 86 58 83 66 C 79 80 68 88 52 89 C 66 80 76 66 76 50 Z"),
    ("gleam", "M 20 42 C 22 34 28 30 34 29 C 30 36 26 42 24 50 Z"),
    # small head with a hood of skin
    *edged("body", "M 22 34 C 18 16 28 7 38 7 C 50 7 60 16 56 34 C 50 42 28 42 22 34 Z"),
    ("shade", "M 47 11 C 54 16 55 26 53 33 C 49 36 44 37 40 37 C 47 30 49 20 47 11 Z"),
    ("spark", "O 31 23 3.4 3.4 O 46 23 3.4 3.4 O 38.5 15 2.6 2.6"),
    ("ink", "O 31 23 1.4 1.8 O 46 23 1.4 1.8 O 38.5 15 1.1 1.4"),
    ("ink/3", "M 31 32 C 35 30 43 30 47 32"),
    # the mouth in the belly
    ("ink", "M 22 58 C 34 46 66 46 78 58 C 76 76 64 84 50 84 C 36 84 24 76 22 58 Z"),
    ("body", "M 36 76 C 42 68 58 68 64 76 C 58 82 42 82 36 76 Z"),
    (
        "bone",
        "M 26 56 L 34 52 L 32 66 Z M 36 51 L 46 50 L 41 64 Z M 47 49 H 55 L 51 63 Z "
        "M 56 50 L 65 51 L 60 64 Z M 67 53 L 74 56 L 69 66 Z",
    ),
    ("bone", "M 28 69 L 34 66 L 35 75 Z M 72 69 L 66 66 L 65 75 Z"),
)

LORD: Drawing = (
    # cloak and spiked shoulders
    *edged("shade", "M 10 97 C 10 78 20 70 32 66 H 68 C 80 70 90 78 90 97 Z"),
    *edged_both("bone", "M 14 76 L 2 58 L 24 66 Z M 26 67 L 20 50 L 38 62 Z", "ink/3.5"),
    *edged_both("body", "M 8 90 C 8 74 20 66 36 68 C 38 78 32 88 22 92 Z"),
    ("gleam/2.5", "M 15 84 C 17 78 23 74 30 73"),
    # horns
    *edged_both("bone", "M 34 38 C 20 40 4 32 5 4 C 10 16 20 22 34 18 C 38 22 38 32 34 38 Z"),
    ("shade/2.5", "M 14 24 C 18 29 23 30 28 30 M 86 24 C 82 29 77 30 72 30"),
    # helm
    *edged(
        "body",
        "M 50 6 L 60 14 C 70 18 74 28 73 40 L 70 64 L 58 88 L 50 95 L 42 88 L 30 64 L 27 40 C 26 28 30 18 40 14 Z",
    ),
    ("shade", "M 60 18 C 68 22 71 30 70 40 L 67 63 L 56 85 L 50 91 V 62 L 64 50 C 66 38 65 26 60 18 Z"),
    ("gleam", "M 40 17 C 34 21 31 28 31 36 C 35 28 40 24 46 22 V 14 Z"),
    *edged("spark", "M 50 10 L 56 30 L 50 44 L 44 30 Z", "ink/3"),
    # what looks out of it
    ("ink", "M 30 44 L 47 52 L 46 60 L 34 58 Z M 70 44 L 53 52 L 54 60 L 66 58 Z"),
    ("spark", "M 35 50 L 44 54 L 43 57 L 37 55.5 Z M 65 50 L 56 54 L 57 57 L 63 55.5 Z"),
    ("ink/3", "M 50 50 V 66 M 44 68 L 46 80 M 50 70 V 84 M 56 68 L 54 80 M 38 66 L 41 76 M 62 66 L 59 76"),
)

MOUNTAIN: Drawing = (
    # the tree with its roots
    *edged(
        "shade",
        """M 76 97 L 78 40 L 70 26 L 60 22 L 66 17 L 74 20 L 72 4 L 80 6 L 82 20 L 92 8 L 97 13 L 89 27 L 98 30
        L 96 36 L 88 36 L 90 97 Z""",
    ),
    ("ink/2.5", "M 82 42 L 81 62 M 86 50 L 86 78"),
    # crags for shoulders
    *edged("gleam", "M 2 97 L 4 74 L 12 60 L 20 62 L 28 50 L 38 56 H 58 L 66 52 L 74 62 L 80 66 V 97 Z"),
    ("shade", "M 60 56 L 66 56 L 72 65 L 77 69 V 94 H 50 L 62 78 Z"),
    ("ink/2.5", "M 12 60 L 16 74 L 10 84 M 28 50 L 26 62 M 66 52 L 62 66"),
    # the fist
    *edged("body", "M 72 66 C 78 60 92 62 94 70 C 95 80 88 86 81 85 C 73 84 68 74 72 66 Z"),
    ("ink/2.5", "M 74 71 H 83 M 74 77 H 84"),
    # head
    *edged("body", "M 20 34 L 22 18 L 32 6 L 48 5 L 58 14 L 62 34 L 60 58 H 22 Z"),
    ("shade", "M 52 12 L 57 17 L 59 34 L 57 54 H 46 C 54 46 56 26 52 12 Z"),
    ("bone", "M 24 20 L 32 9 L 47 8 L 54 15 L 48 19 L 42 14 L 36 21 L 31 16 Z"),
    ("ink/2.5", "M 24 20 L 31 16 L 36 21 L 42 14 L 48 19 L 54 15"),
    ("ink/6", "M 24 31 L 38 35 M 58 31 L 46 35"),
    ("spark", "O 33 39 2.8 2.4 O 51 39 2.8 2.4"),
    *edged("gleam", "M 38 36 H 46 L 50 48 C 48 53 36 53 34 48 Z", "ink/3"),
    # beard like a scree
    *edged(
        "bone",
        "M 20 44 L 30 54 L 42 51 L 54 54 L 62 44 L 64 66 L 58 74 L 54 88 L 46 82 L 40 94 "
        "L 34 82 L 26 86 L 24 72 L 18 66 Z",
    ),
    ("shade/2.5", "M 30 62 L 33 74 M 42 62 V 78 M 52 62 L 50 74"),
    ("ink/3", "M 36 59 H 48"),
)

HORDE: Mapping[str, Drawing] = MappingProxyType(
    {
        "blood_harvesters": HARVESTER,
        "viper_legion": VIPER,
        "flesh_ripper_brutes": RIPPER,
        "obscenes": OBSCENE,
        "chaos_lord": LORD,
    }
)

UNOWNED: Mapping[str, Drawing] = MappingProxyType({"mountain_giant": MOUNTAIN})
