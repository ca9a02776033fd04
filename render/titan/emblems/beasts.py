"""The emblems of beasts and of what is half a beast: each by an idea of its own, so that no two are mixed up.

Whole: Griffon, Warbear, Hydra, Serpent, the Wyvern in flight on two legs, the Behemoth with two horns and a back of
spikes. Heads: Lion, Gorgon and the Dragon with its fire from the front, the Unicorn from the side. Half figures from
the front: Gargoyle, Minotaur.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from render.drawing import Drawing, both, edged, edged_both

GARGOYLE: Drawing = (
    # wings, raised and scalloped
    *edged_both(
        "shade",
        "M 40 62 C 35 50 29 40 22 33 C 18 24 12 15 6 6 C 3 22 3 38 6 55 C 9 50 13 48 16 49"
        "C 17 54 19 58 21 62 L 40 74 Z",
    ),
    *both("ink/3", "M 20 31 C 16 36 15 42 16 49 M 22 33 C 27 42 30 50 30 62"),
    # legs, drawn up
    *edged_both("body", "M 42 66 C 32 54 21 58 21 70 C 21 78 24 83 28 87 L 42 87 C 39 80 39 76 43 74 Z"),
    # trunk and arms down to the ledge
    *edged("body", "M 37 50 L 63 50 C 67 58 63 70 61 86 L 39 86 C 37 70 33 58 37 50 Z"),
    ("ink/3", "M 50 66 L 50 86"),
    *both("gleam", "M 41 55 C 39 60 41 66 42 72 C 45 68 46 60 45 55 Z"),
    # horns, ears, head
    *edged_both("bone", "M 38 28 C 29 23 27 14 31 4 C 36 12 42 16 48 20 Z"),
    *edged_both("shade", "M 36 33 L 22 26 C 24 37 28 43 37 44 Z"),
    *edged("body", "M 50 18 C 62 18 68 26 67 36 C 66 46 58 57 50 59 C 42 57 34 46 33 36 C 32 26 38 18 50 18 Z"),
    ("gleam", "M 38 28 C 41 23 46 21 50 21 L 50 27 C 45 27 41 28 38 32 Z"),
    *both("spark", "M 37 34 L 47 38 C 46 42 39 42 37 34 Z"),
    ("ink/3", "M 35 32 L 47 37 M 65 32 L 53 37"),
    ("ink", "M 41 47 L 59 47 C 57 53 54 54 50 54 C 46 54 43 53 41 47 Z"),
    *both("bone", "M 42 47 L 46 47 L 44 51 Z"),
    # the ledge
    *edged("shade", "M 10 85 L 90 85 L 84 94 L 16 94 Z"),
    ("gleam", "M 12 85 L 88 85 L 86.5 88 L 13.5 88 Z"),
    *both("bone/3", "M 28 82 L 28 88 M 34 82 L 34 88 M 40 82 L 40 88"),
)

LION: Drawing = (
    *edged(
        "body",
        "M 50 5 Q 53 10 58 14 Q 62 7 70 9 Q 70 15 73 21 Q 80 17 87 22 Q 83 27 83 34 Q 91 33 95 40 Q 90 44 87 50"
        "Q 94 53 95 61 Q 88 62 83 66 Q 89 71 86 79 Q 80 77 73 79 Q 76 86 70 92 Q 65 87 58 86 Q 58 92 50 96"
        "Q 42 92 42 86 Q 35 87 30 92 Q 24 86 27 79 Q 20 77 14 79 Q 11 71 17 66 Q 12 62 5 61 Q 6 53 13 50"
        "Q 10 44 5 40 Q 9 33 17 34 Q 17 27 13 22 Q 20 17 27 21 Q 30 15 30 9 Q 38 7 42 14 Q 47 10 50 5 Z",
    ),
    *both("shade/4", "M 31 19 C 33 22 35 24 36 27 M 18 28 C 21 30 24 32 27 36 M 11 42 C 16 43 20 45 25 47"),
    *both("shade/4", "M 12 58 C 17 57 21 56 25 56 M 19 73 C 22 70 25 67 29 65 M 32 85 C 33 80 35 77 37 75"),
    *both("shade/4", "M 45 14 L 46 22"),
    *edged_both("gleam", "M 30 36 C 24 30 26 22 34 24 C 38 25 41 28 43 32 Z"),
    *edged(
        "gleam",
        "M 50 26 C 62 26 71 33 71 44 C 71 52 69 58 66 64 C 63 72 58 80 50 82 C 42 80 37 72 34 64"
        "C 31 58 29 52 29 44 C 29 33 38 26 50 26 Z",
    ),
    *both("body", "M 31 42 C 30 52 35 60 37 66 C 40 60 43 58 44 54 L 45 46 C 40 50 36 46 31 42 Z"),
    ("bone", "M 50 60 C 58 60 63 64 62 69 C 60 75 55 76 50 74 C 45 76 40 75 38 69 C 37 64 42 60 50 60 Z"),
    *both("spark", "M 33 44 C 37 41 42 43 44 48 C 40 50 35 49 33 44 Z"),
    *both("ink", "O 39.5 46 2.6 2.8"),
    *both("ink/3", "M 31 42 C 36 39 41 41 45 47"),
    ("ink", "M 41 55 C 46 53 54 53 59 55 C 58 60 54 63 50 65 C 46 63 42 60 41 55 Z"),
    ("ink/3", "M 50 64 L 50 70 M 40 72 C 44 74 48 73 50 70 C 52 73 56 74 60 72"),
)

GORGON: Drawing = (
    *edged_both("bone", "M 38 94 C 25 96 11 92 4 77 C 9 79 14 79 18 77 C 14 75 12 73 10 69 C 21 71 32 76 42 83 Z"),
    *both("ink/3", "M 18 77 C 24 79 31 83 36 88"),
    *edged_both("body/7", "M 44 34 C 44 26 34 24 40 16 C 42 12 40 10 36 10", "ink/14"),
    *edged_both("body/7", "M 36 36 C 30 25 20 36 22 26 C 22 22 19 22 16 23", "ink/14"),
    *edged_both("body/7", "M 30 47 C 24 38 20 52 15 44 C 13 42 12 42 11 42", "ink/14"),
    *edged_both("body/7", "M 30 60 C 24 54 20 66 15 60 C 13 58 12 58 11 58", "ink/14"),
    *edged_both("body", "M 40 6 C 33 3 27 5 24 10 C 28 15 34 17 40 14 Z"),
    *edged_both("body", "M 19 17 C 12 14 7 17 5 22 C 9 27 14 29 20 27 Z"),
    *edged_both("body", "M 15 36 C 9 34 6 37 4 42 C 7 46 11 48 16 47 Z"),
    *edged_both("body", "M 15 53 C 9 51 6 54 4 59 C 7 63 11 65 16 63 Z"),
    *both("spark", "O 32.5 9 2.2 2 O 12.5 20.5 2.2 2 O 10 40 2 2 O 10 57 2 2"),
    *edged("body", "M 41 76 L 59 76 L 62 94 L 38 94 Z"),
    *edged("gleam", "M 50 28 C 65 28 72 40 71 54 C 70 68 60 82 50 85 C 40 82 30 68 29 54 C 28 40 35 28 50 28 Z"),
    *edged("body", "M 50 40 C 42 36 34 42 30 54 C 26 36 38 26 50 26 C 62 26 74 36 70 54 C 66 42 58 36 50 40 Z"),
    *both("spark", "M 34 52 C 38 48 44 50 46 55 C 42 57 37 57 34 52 Z"),
    *both("ink/3", "M 33 50 C 38 46 44 48 47 54"),
    *both("ink", "O 40.5 53.5 2 2.8"),
    ("ink/3", "M 50 54 L 47 64 L 51 65"),
    ("ink", "M 42 72 C 46 69 54 69 58 72 C 56 78 44 78 42 72 Z"),
)

MINOTAUR: Drawing = (
    # the axe
    *edged("bone/5", "M 85 32 L 85 92", "ink/9"),
    *edged("bone", "M 82 42 C 77 45 73 42 71 36 C 67 46 67 58 71 68 C 73 62 77 59 82 62 Z"),
    *edged("bone", "M 88 42 C 91 45 93 42 94 36 C 97 46 97 58 94 68 C 93 62 91 59 88 62 Z"),
    # shoulders, chest, the hand at the shaft
    *edged("body", "M 6 94 C 3 78 9 66 24 62 L 56 62 C 64 64 67 70 70 76 L 76 78 L 76 94 Z"),
    ("shade", "M 8 92 C 6 84 7 76 12 71 C 14 80 18 88 26 92 Z"),
    ("ink/3", "M 42 76 L 42 94 M 20 82 C 28 89 37 88 42 83 C 47 88 56 89 62 82"),
    *edged("body", "M 76 76 C 84 72 93 74 94 80 C 95 88 88 92 76 92 Z"),
    ("ink/3", "M 82 82 L 92 82 M 82 87 L 91 87"),
    # horns, ears, head
    *edged("bone", "M 30 34 C 14 34 3 24 8 6 C 14 17 22 21 34 20 Z"),
    *edged("bone", "M 54 34 C 70 34 81 24 76 6 C 70 17 62 21 50 20 Z"),
    *edged("shade", "M 29 38 L 13 39 C 14 46 22 50 30 48 Z"),
    *edged("shade", "M 55 38 L 71 39 C 70 46 62 50 54 48 Z"),
    *edged(
        "body",
        "M 42 16 C 54 16 60 26 58 38 C 56 48 56 54 56 60 C 56 70 50 74 42 74 C 34 74 28 70 28 60"
        "C 28 54 28 48 26 38 C 24 26 30 16 42 16 Z",
    ),
    ("shade", "M 34 19 C 38 18 46 18 50 19 C 49 26 46 30 42 34 C 38 30 35 26 34 19 Z"),
    *edged("gleam", "M 42 54 C 52 54 58 58 57 66 C 56 74 50 77 42 77 C 34 77 28 74 27 66 C 26 58 32 54 42 54 Z"),
    ("ink", "O 35 63 3.4 4 O 49 63 3.4 4"),
    ("spark", "M 29 40 L 39 44 C 37 49 30 48 29 40 Z M 55 40 L 45 44 C 47 49 54 48 55 40 Z"),
    ("ink/3", "M 28 38 L 40 43 M 56 38 L 44 43"),
    *edged("spark/4", "M 37 71 C 35 83 49 83 47 71", "ink/9"),
)

WARBEAR: Drawing = (
    # far leg and arm
    *edged("shade", "M 46 74 C 60 76 68 80 68 86 C 75 86 78 90 76 94 L 48 94 Z"),
    *edged("bone", "M 78 46 C 85 42 92 44 96 49 C 91 50 87 51 82 55 Z"),
    *edged("bone", "M 80 53 C 87 51 93 55 95 61 C 90 59 85 60 80 62 Z"),
    *edged("shade", "M 52 54 C 64 58 70 54 76 49 C 84 45 90 52 85 59 C 78 67 64 70 52 66 Z"),
    # trunk and near leg
    *edged(
        "body",
        "M 30 26 C 17 34 8 50 7 66 C 6 76 9 82 12 87 L 12 94 L 42 94 C 46 90 44 86 38 85 C 54 84 62 74 62 60"
        "C 62 50 60 42 56 36 Z",
    ),
    ("shade", "M 9 68 C 9 78 11 84 15 92 L 41 92 C 43 88 38 87 31 87 C 22 86 13 80 9 68 Z"),
    ("gleam", "M 12 58 C 14 48 19 40 25 35 C 24 42 20 48 18 58 C 16 61 13 61 12 58 Z"),
    # near arm
    *edged("bone", "M 68 72 C 75 75 80 81 79 89 C 75 84 70 81 66 77 Z"),
    *edged("bone", "M 70 70 C 79 69 86 73 89 81 C 83 78 77 78 70 79 Z"),
    *edged("bone", "M 70 62 C 79 59 89 61 93 69 C 86 68 80 69 74 72 Z"),
    *edged(
        "body",
        "M 28 56 C 32 48 44 50 50 58 C 57 62 63 62 69 60 C 78 58 82 68 76 74 C 68 80 54 79 44 76 C 33 73 26 65 28 56 Z",
    ),
    # collar with spikes
    *edged("bone", "M 32 25 L 16 21 L 27 35 Z"),
    *edged("bone", "M 28 36 L 21 49 L 37 44 Z"),
    *edged("bone", "M 41 44 L 45 57 L 54 46 Z"),
    *edged("ink/6", "M 32 29 C 37 40 48 45 60 42", "ink/10"),
    ("spark", "O 36 37 1.8 1.8 O 45 42 1.8 1.8 O 55 43 1.8 1.8"),
    # head: ear, jaws, face
    *edged("body", "O 41 12 7.5 7.5"),
    ("shade", "O 41 12 3.6 3.6"),
    *edged("shade", "M 60 28 L 82 22 L 81 38 L 64 38 Z"),
    ("bone", "M 81 22 L 80 32 L 74 25 Z"),
    ("bone", "M 79 39 L 77 30 L 72 38 Z"),
    *edged(
        "body",
        "M 33 34 C 29 18 40 6 54 8 C 60 9 64 12 66 15 L 80 12 C 89 12 92 20 86 24 L 64 29 C 67 36 74 39 83 36"
        "C 84 42 77 46 67 46 C 52 47 39 44 33 34 Z",
    ),
    ("gleam", "M 66 18 L 78 15 C 82 18 82 21 80 23 L 64 26 C 61 22 62 20 66 18 Z"),
    ("ink", "M 77 11 C 87 9 92 15 87 21 C 83 20 79 17 77 11 Z"),
    ("spark", "O 57 20 3 3"),
    ("ink/3", "M 51 14 L 61 18"),
)

GRIFFON: Drawing = (
    *edged("body/5", "M 28 88 C 10 92 4 82 9 74", "ink/10"),
    *edged("shade", "M 9 78 C 4 72 4 66 10 58 C 17 64 16 74 9 78 Z"),
    # hind body, chest, forelegs
    *edged(
        "body",
        "M 54 36 C 40 48 24 62 22 80 C 22 87 24 90 26 94 L 54 94 C 56 88 52 86 46 86 C 56 80 60 76 62 70 L 62 84"
        "L 76 84 C 79 70 80 52 72 38 Z",
    ),
    ("shade", "M 24 80 C 26 86 34 90 46 88 L 52 92 L 28 92 C 26 88 24 84 24 80 Z"),
    ("ink/3", "M 46 86 C 38 84 36 76 40 70"),
    *edged("spark", "M 62 80 L 76 80 L 76 86 C 82 86 86 90 86 94 L 62 94 Z"),
    ("ink/3", "M 71 89 L 71 94 M 78 90 L 78 94"),
    # wing
    *edged(
        "shade",
        "M 60 56 C 56 38 42 18 12 5 C 7 11 7 18 11 24 C 8 30 10 36 15 40 C 14 46 18 52 26 54 C 28 61 36 66 46 66"
        "C 54 66 60 62 60 56 Z",
    ),
    ("ink/3", "M 11 24 C 18 25 24 27 30 31 M 15 40 C 22 39 28 40 34 43 M 26 54 C 32 51 37 50 42 52"),
    ("gleam", "M 57 55 C 53 40 43 26 24 14 C 31 26 38 40 44 54 C 48 60 56 60 57 55 Z"),
    # head
    *edged("bone", "M 54 16 L 46 4 L 64 9 Z"),
    *edged(
        "bone",
        "M 50 44 C 45 26 48 10 62 8 C 74 8 78 16 78 24 C 74 30 74 38 78 50 L 70 46 L 65 54 L 58 47 L 52 52 Z",
    ),
    *edged("spark", "M 71 11 C 84 11 94 20 89 36 C 85 29 80 29 71 29 Z"),
    ("ink", "O 64 21 3.2 3.2"),
    ("ink/3", "M 56 14 L 69 18 M 72 23 C 78 24 82 24 86 26"),
)

WYVERN: Drawing = (
    # far wing
    *edged("shade", "M 50 50 C 50 32 54 16 62 3 C 74 4 86 8 95 16 C 88 18 85 22 85 28 C 77 27 72 31 70 38 L 60 54 Z"),
    ("ink/3", "M 62 3 C 68 12 76 20 85 28 M 61 5 C 61 18 65 30 70 38"),
    # tail with its barb
    *edged("body/7", "M 42 62 C 34 66 32 80 24 86 C 19 89 14 87 13 80", "ink/14"),
    *edged("spark", "M 12 55 L 23 80 L 12 74 L 2 82 Z"),
    # far leg, drawn up
    *edged("bone/4", "M 70 88 L 66 94 M 72 88 L 73 95 M 73 87 L 81 93", "ink/10"),
    *edged("shade", "M 52 66 C 62 62 71 67 70 75 C 68 80 73 84 76 88 L 68 92 C 62 88 58 82 53 78 Z"),
    # trunk and neck
    *edged("body", "M 36 62 C 42 50 54 48 62 52 C 70 54 72 46 74 38 L 86 44 C 88 58 78 66 66 73 C 54 79 40 76 36 62 Z"),
    ("gleam", "M 45 72 C 59 74 78 64 83 48 L 86 49 C 84 62 74 67 64 72 C 57 76 50 76 45 72 Z"),
    # near leg, drawn up
    *edged("bone/4", "M 46 88 L 40 94 M 48 88 L 48 95 M 50 87 L 57 93", "ink/10"),
    *edged("body", "M 36 64 C 44 58 54 63 53 71 C 52 77 50 81 53 88 L 44 92 C 43 86 39 82 36 77 C 34 73 34 68 36 64 Z"),
    # near wing
    *edged(
        "gleam",
        "M 56 58 C 56 38 48 17 34 3 C 22 4 10 9 2 18 C 11 19 15 25 13 34 C 21 32 27 37 27 46 C 34 44 40 51 42 62 Z",
    ),
    *edged("body", "M 57 59 C 57 38 49 17 34 3 C 29 3 29 6 33 9 C 42 20 46 41 46 61 Z"),
    ("ink/3", "M 33 8 C 29 17 21 26 13 34 M 35 11 C 35 24 33 36 27 46"),
    # horn, jaws, head
    *edged("bone", "M 76 32 C 70 31 65 27 63 19 C 70 23 77 23 83 25 Z"),
    *edged("shade", "M 76 44 L 93 46 L 95 53 C 86 58 78 55 75 49 Z", "ink/3.5"),
    *edged(
        "body",
        "M 71 42 C 68 32 76 25 84 27 C 90 29 93 33 96 37 C 98 40 97 45 94 47 C 88 47 84 46 80 48 C 76 49 73 47 71 42 Z",
    ),
    ("bone", "M 87 46 L 89 52 L 92 46 Z"),
    ("spark", "M 77 33 L 87 36 C 86 40 79 40 77 33 Z"),
    ("ink/3", "M 75 31 L 88 35"),
)

UNICORN: Drawing = (
    *edged(
        "shade",
        "M 56 24 C 46 9 30 9 22 21 C 18 27 12 29 6 27 C 6 37 10 41 15 43 C 14 51 10 55 5 57 C 8 65 14 67 18 66"
        "C 18 74 14 78 8 82 C 12 90 18 93 24 94 L 40 94 L 54 40 Z",
    ),
    ("gleam/3", "M 40 20 C 32 24 26 32 16 35 M 33 36 C 28 46 22 54 14 59 M 28 56 C 27 66 24 76 17 83"),
    *edged("body", "M 44 24 C 42 16 44 10 48 5 C 54 10 58 16 58 24 Z"),
    *edged("spark", "M 58 30 L 95 5 L 68 41 Z"),
    ("ink/3", "M 66 25 L 73 34 M 75 19 L 80 26 M 83 13 L 86 17"),
    *edged(
        "body",
        "M 44 24 C 54 20 62 26 67 34 C 73 44 81 52 88 59 C 93 64 93 71 88 75 C 83 79 77 78 73 75 C 67 71 63 70 58 70"
        "C 56 78 60 86 66 94 L 28 94 C 26 70 32 40 44 24 Z",
    ),
    ("shade", "M 58 70 C 52 68 48 64 46 58 C 46 70 50 84 56 92 L 62 92 C 57 86 55 78 58 70 Z"),
    *edged("shade", "M 46 22 C 52 17 62 21 66 30 C 60 29 58 33 59 39 C 52 36 48 30 46 22 Z"),
    ("ink", "O 64 46 3.4 4.4"),
    ("spark", "O 65 44.5 1.3 1.5"),
    ("ink", "O 84 66 2.2 2.6"),
    ("ink/3", "M 74 73 C 77 71 79 70 82 71"),
)

BEHEMOTH: Drawing = (
    # spikes of the back
    *edged("shade", "M 8 56 L 2.5 40 L 15 42 L 13 24 L 26 30 L 28 12 L 40 22 L 48 6 L 56 24 Z"),
    # far legs
    *edged("shade", "M 20 66 L 24 93 L 35 93 L 36 66 Z"),
    *edged("shade", "M 58 62 L 66 93 L 78 93 L 74 62 Z"),
    # far horn
    *edged("bone", "M 56 34 C 54 20 60 14 68 12 C 74 10 77 6 78 2 C 85 14 80 24 72 28 C 66 30 66 34 66 40 Z"),
    # trunk: low behind, huge in front
    *edged(
        "body",
        "M 4 62 C 5 46 18 34 30 26 C 42 18 58 20 64 32 C 70 42 70 56 66 66 C 64 74 65 84 68 95 L 43 95"
        "C 42 86 40 80 36 74 C 30 76 25 80 24 95 L 5 95 C 7 84 4 74 4 62 Z",
    ),
    (
        "shade",
        "M 7 68 C 18 76 32 72 42 70 L 47 84 L 46 93 C 44 84 41 78 37 71 C 28 73 22 80 22 93 L 8 93 C 9 82 6 76 7 68 Z",
    ),
    ("gleam", "M 20 44 C 28 34 36 27 46 26 C 38 32 31 40 28 50 C 22 54 18 50 20 44 Z"),
    ("bone", "M 7 95 L 10 86 L 13 95 Z M 15 95 L 18 86 L 21 95 Z"),
    ("bone", "M 45 95 L 48.5 84 L 52 95 Z M 55 95 L 58.5 84 L 62 95 Z"),
    # lower jaw, skull, fangs
    *edged("body", "M 58 66 L 93 70 C 96 80 90 89 80 88 C 68 88 58 80 58 66 Z"),
    ("ink", "M 64 66 L 94 66 L 92 76 C 84 80 74 78 68 74 Z"),
    ("bone", "M 90 80 L 87 66 L 83 79 Z M 79 80 L 76 70 L 72 78 Z"),
    *edged(
        "body",
        "M 50 54 C 50 42 60 36 72 38 C 82 39 92 46 96 54 C 98 60 97 66 94 69 C 84 66 78 66 70 68 C 60 68 50 64 50 54 Z",
    ),
    ("bone", "M 90 67 L 93 76 L 96 66 Z M 78 65 L 81 73 L 84 65 Z"),
    ("spark", "M 68 50 L 82 54 C 80 60 70 59 68 50 Z"),
    ("ink/3.5", "M 66 48 L 84 53"),
    ("ink", "O 92 58 2 2.6"),
    # near horn
    *edged(
        "bone",
        "M 50 52 C 48 34 60 28 74 30 C 86 31 94 24 94 10 C 102 26 97 44 80 44 C 70 44 66 48 64 54C 58 58 52 56 50 52 Z",
    ),
    ("ink/2.5", "M 60 34 C 60 38 62 42 65 45 M 71 31 C 70 35 71 40 73 43"),
)

DRAGON: Drawing = (
    # horns
    *edged_both("bone", "M 42 34 C 24 34 8 24 10 2 C 18 14 30 20 46 20 Z"),
    # frill
    *edged_both("shade", "M 34 36 L 5 28 L 15 41 L 4 50 L 18 54 L 12 66 L 36 62 Z"),
    # fire, out of the corners of its mouth
    *edged_both(
        "spark",
        "M 44 92 C 32 99 16 99 8 91 C 2 85 2 77 5 68 C 7 75 10 78 13 78 C 13 73 15 70 19 66 C 19 73 22 77 25 77"
        "C 26 73 28 71 32 69 C 33 75 38 80 42 80 Z",
    ),
    *both(
        "bone",
        "M 38 90 C 29 95 17 94 12 88 C 10 86 10 84 10 82 C 13 85 16 85 18 80 C 21 85 25 85 28 80 C 31 83 34 84 38 84 Z",
    ),
    # lower jaw and maw
    *edged("shade", "M 34 66 C 33 80 38 94 50 97 C 62 94 67 80 66 66 Z"),
    ("ink", "M 37 64 H 63 C 63 78 58 89 50 91 C 42 89 37 78 37 64 Z"),
    (
        "spark",
        "M 43 83 C 41 78 44 76 44 70 C 46 74 48 73 50 68 C 52 73 54 74 56 70 C 56 76 59 78 57 83 C 54 88 46 88 43 83 Z",
    ),
    *both("bone", "M 39 76 L 44 87 L 45 78 Z"),
    # crest and head
    *edged("shade", "M 42 26 L 50 5 L 58 26 Z"),
    *edged(
        "body",
        "M 50 19 C 62 19 72 26 74 38 C 74 47 69 52 67 57 C 68 62 69 66 66 70 C 60 65 55 64 50 64"
        "C 45 64 40 65 34 70 C 31 66 32 62 33 57 C 31 52 26 47 26 38 C 28 26 38 19 50 19 Z",
    ),
    ("gleam", "M 50 24 C 54 24 56 28 55 34 L 57 52 C 56 56 44 56 43 52 L 45 34 C 44 28 46 24 50 24 Z"),
    ("ink/2.5", "M 46 34 H 54 M 45.5 41 H 54.5 M 45 47 H 55"),
    *both("spark", "M 28 35 L 43 44 C 40 50 30 48 28 35 Z"),
    *both("ink/4", "M 26 32 L 43 42"),
    *both("ink", "O 37 42.5 1.5 3"),
    *both("ink", "O 43 58.5 3 2.2"),
    *both("bone", "M 36 68 L 43 65 L 40.5 79 Z"),
)

HEAD = "c -1 -10 9 -14 17 -10 l 10 7 l -2 4 l -10 1 l 9 4 l -3 5 c -7 3 -16 2 -20 -3 c -2 -2 -2 -5 -1 -8 z"
"""A head of the Hydra, from the back of its neck on, facing right."""

HYDRA: Drawing = (
    *edged("shade", "M 64 84 C 76 90 86 84 86 76 C 90 80 94 80 95 77 C 97 90 84 96 66 94 Z"),
    # necks, the lowest first
    *edged_both("body/10", "M 62 82 C 82 82 82 70 73 66", "ink/14"),
    *edged_both("body/10", "M 56 76 C 74 62 62 48 70 34", "ink/14"),
    *edged("body/10", "M 50 76 C 58 54 40 42 48 20", "ink/14"),
    ("gleam/3", "M 53 62 C 54 48 45 38 50 23"),
    *both("gleam/3", "M 66 64 C 71 54 66 46 71 38"),
    # trunk and feet
    *edged("body", "M 26 92 C 20 76 32 62 50 62 C 68 62 80 76 74 92 Z"),
    ("gleam", "M 38 92 C 36 80 41 70 50 68 C 59 70 64 80 62 92 Z"),
    ("ink/3", "M 41 75 L 59 75 M 39 83 L 61 83"),
    *edged_both("body", "M 18 94 C 16 86 24 82 31 84 C 38 84 42 88 42 94 Z"),
    *both("ink/3", "M 26 89 L 26 94 M 34 89 L 34 94"),
    # heads
    *edged("body", "M 43 18 " + HEAD),
    *edged_both("body", "M 66 34 " + HEAD),
    *edged_both("body", "M 68 64 " + HEAD),
    ("spark", "O 54 15 3.4 3"),
    *both("spark", "O 77 31 3.4 3 O 79 61 3.4 3"),
    ("ink/2.5", "M 49 11 L 59 14"),
    *both("ink/2.5", "M 72 27 L 82 30 M 74 57 L 84 60"),
    ("bone", "M 59 19 L 66 18 L 62 24 Z"),
    *both("bone", "M 82 35 L 89 34 L 85 40 Z M 84 65 L 91 64 L 87 70 Z"),
)

SERPENT: Drawing = (
    # coils, from the lowest, and the tail
    *edged("body", "M 72 82 C 84 82 90 76 92 64 C 98 76 96 93 78 94 Z"),
    *edged("body", "O 46 84 40 10.5"),
    ("gleam", "M 9 86 C 18 92 34 93 48 93 C 60 93 74 91 83 87 C 76 92 62 94 46 94 C 30 94 14 92 9 86 Z"),
    ("shade", "M 14 84 L 20 79 L 27 84 L 20 89 Z M 34 87 L 41 82 L 48 87 L 41 92 Z M 56 86 L 63 81 L 70 85 L 63 90 Z"),
    *edged("body", "O 48 71 33 10.5"),
    ("shade", "M 22 71 L 28 66 L 35 71 L 28 76 Z M 42 73 L 49 68 L 56 73 L 49 78 Z M 63 71 L 69 66 L 75 70 L 69 75 Z"),
    *edged("body", "O 48 59 25 9.5"),
    # neck
    *edged("body/15", "M 52 58 C 16 52 18 28 44 22", "ink/19"),
    ("gleam/7", "M 54 62 C 26 58 21 44 30 33"),
    ("ink/3", "M 43 65 L 47 57 M 34 61 L 38 54 M 27 53 L 33 49 M 24 44 L 31 43"),
    # tongue, jaws, fangs
    *edged("spark/2", "M 68 30 C 76 31 80 27 86 29 L 94 25 M 86 29 L 93 34", "ink/6"),
    *edged("shade", "M 64 25 L 82 25 L 76 41 L 62 38 Z"),
    ("bone", "M 80 25 L 79 39 L 73 26 Z M 71 26 L 70 34 L 66 27 Z"),
    *edged(
        "body",
        "M 38 22 C 40 8 56 4 70 6 L 90 14 C 94 17 94 23 89 25 L 68 27 C 66 31 68 33 78 37 C 78 42 72 44 66 43"
        "C 52 42 38 37 38 22 Z",
    ),
    ("gleam", "M 46 19 C 50 11 58 8 67 9 C 59 11 53 15 50 23 C 48 24 46 22 46 19 Z"),
    ("spark", "M 60 14 L 73 17 C 71 23 61 23 60 14 Z"),
    ("ink/3", "M 58 12 L 74 16"),
    ("ink", "O 67 18.5 1.4 2.4 O 86 18 1.8 1.6"),
)

BEASTS: Mapping[str, Drawing] = MappingProxyType(
    {
        "GAR": GARGOYLE,
        "LIO": LION,
        "GOR": GORGON,
        "MIN": MINOTAUR,
        "WBR": WARBEAR,
        "GRI": GRIFFON,
        "WYV": WYVERN,
        "UNI": UNICORN,
        "BEH": BEHEMOTH,
        "DRA": DRAGON,
        "HYD": HYDRA,
        "SER": SERPENT,
    }
)
"""By the kind's code."""
