"""The emblems of those who go upright: lords and demi-lords, and the men, brutes and giants among the creatures.

Each has an idea of its own, so that its outline alone tells it: the Titan a crown, a hammer and mountains at his belt,
the Angel a robe and a halo, the Archangel four wings and a sword aloft, the Guardian a tower on a shield, the Giant a
boulder over pines, the Colossus cracks in its stone and a ship between its feet, the Cyclops one eye, the Ogre tusks
and a spiked club, the Troll a long nose.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from render.drawing import Drawing, edged, edged_both

TITAN: Drawing = (
    # hammer
    *edged("bone/6", "M 84 32 V 78", "ink/14"),
    *edged("gleam", "M 69 4 H 98 V 33 H 69 Z"),
    ("shade", "M 71 22 H 96 V 31 H 71 Z"),
    # arms
    *edged("body", "M 60 50 C 72 50 80 56 90 54 C 94 62 92 70 86 74 C 76 76 66 72 58 66 Z"),
    *edged("body", "M 32 50 C 16 56 7 62 5 76 L 10 86 H 24 L 26 74 L 34 66 Z"),
    # trunk in armour
    *edged("body", "M 22 52 H 66 C 68 66 66 80 64 96 H 26 C 24 80 20 66 22 52 Z"),
    ("shade", "M 46 56 H 64 C 65 66 63 80 61 94 H 46 Z"),
    *edged("gleam", "M 33 52 C 20 48 9 53 7 67 C 15 71 26 69 34 62 Z"),
    *edged("gleam", "M 54 52 C 66 48 77 53 79 65 C 71 70 61 69 54 62 Z"),
    *edged("bone", "M 77 58 H 93 V 72 H 77 Z", "ink/3.5"),
    # face and beard
    *edged("bone", "M 25 24 H 61 V 48 H 25 Z"),
    *edged("gleam", "M 24 43 C 30 47 37 42 43 46 C 49 42 56 47 62 43 C 65 60 56 72 43 80 C 30 72 21 60 24 43 Z"),
    ("ink", "O 35 37.5 3.4 3.8 O 51 37.5 3.4 3.8"),
    ("ink/3.5", "M 29 30 L 39 33 M 57 30 L 47 33"),
    # crown
    *edged("spark", "M 24 27 L 15 6 L 31 14 L 43 2 L 55 14 L 71 6 L 62 27 Z"),
    ("body", "O 43 17 3.5 4.5"),
    # mountains, no higher than his belt
    *edged("shade", "M 2 97 L 18 76 L 32 90 L 44 84 L 56 93 L 76 73 L 98 97 Z"),
    ("bone", "M 18 79 L 12 88 L 18 86 L 23 88 Z M 76 77 L 67 87 L 75 84 L 83 87 Z"),
)

ARCHANGEL: Drawing = (
    # four wings
    *edged_both("body", "M 42 72 L 4 66 C 4 71 6 75 11 78 L 11 84 L 20 85 L 23 91 L 31 90 L 42 86 Z"),
    *edged_both("gleam", "M 42 70 C 38 48 24 28 5 14 C 2 28 4 42 11 50 L 10 58 L 19 60 L 20 68 L 29 68 L 32 75 Z"),
    ("shade/2.5", "M 11 50 L 26 54 M 19 60 L 32 62 M 89 50 L 74 54 M 81 60 L 68 62"),
    # the sword, held aloft
    *edged("bone", "M 50 3 L 56 12 V 40 H 44 V 12 Z"),
    ("shade", "M 50 8 L 54 13 V 38 H 50 Z"),
    # arms
    *edged("body/7", "M 37 65 L 31 54 L 46 45", "ink/14"),
    *edged("body/7", "M 63 65 L 69 54 L 54 45", "ink/14"),
    *edged("spark/5", "M 34 40 H 66", "ink/12"),
    # armour and skirt
    *edged("body", "M 32 62 C 44 58 56 58 68 62 L 62 79 L 71 96 H 29 L 38 79 Z"),
    ("shade", "M 50 61 C 56 61 62 62 66 63 L 60 79 L 68 94 H 50 Z"),
    ("spark", "M 37 76 H 63 L 62 82 H 38 Z"),
    ("ink/2.5", "M 44 84 L 41 94 M 56 84 L 59 94 M 40 69 C 46 73 54 73 60 69"),
    # helm
    *edged("bone", "M 39 52 C 39 44 61 44 61 52 C 61 60 57 65 50 66 C 43 65 39 60 39 52 Z"),
    *edged("body", "M 38 54 C 37 41 63 41 62 54 L 56 51 H 44 Z", "ink/3"),
    ("ink", "O 46 56 1.7 2.1 O 54 56 1.7 2.1"),
)

ANGEL: Drawing = (
    # wings
    *edged_both(
        "bone",
        """M 44 48 C 40 30 26 14 9 10 C 3 18 2 27 8 35 C 1 38 2 47 9 49 C 3 53 6 61 14 62 C 10 68 15 74 23 72
        C 24 79 32 80 36 74 Z""",
    ),
    ("shade/2.5", "M 8 35 C 16 36 22 38 27 42 M 9 49 C 17 49 23 50 29 52 M 14 62 C 21 60 27 60 31 61"),
    ("shade/2.5", "M 92 35 C 84 36 78 38 73 42 M 91 49 C 83 49 77 50 71 52 M 86 62 C 79 60 73 60 69 61"),
    # halo
    *edged("spark/5", "O 50 12 15 5.5", "ink/12"),
    # robe
    *edged(
        "body", "M 40 46 H 60 C 66 54 66 62 68 70 C 70 80 74 88 80 95 H 20 C 26 88 30 80 32 70 C 34 62 34 54 40 46 Z"
    ),
    ("shade", "M 54 70 L 60 93 H 76 C 70 86 67 78 66 70 C 65 62 64 54 59 48 Z"),
    ("shade/3", "M 42 74 L 36 92 M 50 78 V 92"),
    # hair and face
    *edged("shade", "O 50 34 14 14"),
    *edged("bone", "M 41 34 H 59 V 39 C 59 52 41 52 41 39 Z", "ink/3"),
    ("shade", "M 37.5 39 C 35 22 65 22 62.5 39 C 59 38 56 37 54 36 C 49 37 44 38 37.5 39 Z"),
    ("ink", "O 46 42 1.7 2.1 O 54 42 1.7 2.1"),
    # praying hands
    *edged("gleam/7", "M 36 55 L 36 66 L 47 70 M 64 55 L 64 66 L 53 70", "ink/13"),
    *edged("bone", "M 50 53 C 55 59 56 66 54 74 H 46 C 44 66 45 59 50 53 Z", "ink/3"),
    ("shade/2", "M 50 60 V 72"),
)

WARLOCK: Drawing = (
    # staff with its star
    *edged("shade/5", "M 84 36 V 94", "ink/12"),
    *edged("spark", "M 84 3 L 88 13 L 97 17 L 88 22 L 84 34 L 79 22 L 70 17 L 79 13 Z"),
    # robe
    *edged("body", "M 4 96 C 5 78 16 68 28 66 H 56 C 66 67 72 70 78 66 L 90 72 L 88 80 C 84 84 80 84 78 84 V 96 Z"),
    ("shade", "M 58 68 C 66 70 72 74 76 84 V 94 H 56 Z"),
    *edged("bone", "O 84 72 6.5 6"),
    # face and beard
    *edged("gleam", "M 24 50 H 60 V 66 H 24 Z"),
    *edged("bone", "M 22 54 C 28 62 34 62 42 60 C 50 62 56 62 62 54 C 66 74 56 86 40 95 C 26 86 18 74 22 54 Z"),
    ("shade/2.5", "M 42 70 V 86 M 33 69 C 33 76 35 80 37 83 M 51 69 C 51 76 49 80 47 83"),
    *edged("gleam", "M 39 50 H 45 L 49 60 C 48 66 37 66 36 60 Z", "ink/3"),
    ("ink", "O 33 55.5 2.6 2.6 O 52 55.5 2.6 2.6"),
    # hat
    *edged("body", "M 16 46 C 26 34 28 26 24 12 C 34 2 44 2 54 8 L 46 13 C 56 22 60 34 68 46 Z"),
    ("shade", "M 46 14 C 55 23 59 34 66 45 H 52 C 52 32 50 24 42 13 Z"),
    *edged("body", "M 3 49 C 20 40 62 40 80 49 C 82 54 78 56 76 55 C 60 49 24 49 8 56 C 4 56 2 52 3 49 Z"),
    ("spark", "M 38 20 L 41 28 L 48 29 L 42 34 L 43 41 L 37 37 L 31 40 L 33 33 L 28 27 L 35 27 Z"),
)

GUARDIAN: Drawing = (
    # wings, folded
    *edged_both("gleam", "M 36 44 C 30 18 8 12 5 34 C 2 52 3 70 7 88 L 13 79 L 16 86 L 20 75 L 24 80 L 30 62 Z"),
    ("shade/2.5", "M 8 46 C 9 58 11 70 13 79 M 16 42 C 16 56 18 68 20 75"),
    ("shade/2.5", "M 92 46 C 91 58 89 70 87 79 M 84 42 C 84 56 82 68 80 75"),
    # helm with its crest
    *edged("spark", "M 39 17 C 37 8 43 3 50 3 C 57 3 63 8 61 17 Z"),
    *edged("shade", "M 33 48 V 27 C 33 11 67 11 67 27 V 48 Z"),
    ("gleam", "M 36 46 V 28 C 36 20 42 17 48 16 V 46 Z"),
    ("ink", "M 37 27 H 63 V 32.5 H 53 V 46 H 47 V 32.5 H 37 Z"),
    # shield with a tower
    *edged("body", "M 24 44 C 34 47 42 45 50 42 C 58 45 66 47 76 44 V 67 C 76 83 64 92 50 97 C 36 92 24 83 24 67 Z"),
    ("shade", "M 50 45 C 58 48 66 49 73 47 V 67 C 73 81 62 89 50 94 Z"),
    *edged(
        "bone", "M 36 53 H 42 V 58 H 47 V 53 H 53 V 58 H 58 V 53 H 64 V 64 H 60 L 62 83 H 38 L 40 64 H 36 Z", "ink/3"
    ),
    ("ink", "M 46 83 V 76 C 46 71 54 71 54 76 V 83 Z"),
)

CENTAUR: Drawing = (
    # tail and the legs of the far side
    *edged("shade", "M 14 50 C 4 50 2 62 4 82 C 8 82 14 72 18 62 Z"),
    *edged("shade", "M 22 64 L 30 78 L 26 95 H 35 L 40 78 L 36 64 Z"),
    *edged("shade", "M 56 62 C 66 58 76 58 82 62 L 86 80 H 77 L 73 70 L 58 72 Z"),
    # horse
    *edged(
        "body",
        """M 48 40 C 44 46 36 46 26 46 C 16 46 10 54 11 64 C 12 70 15 72 14 78 L 8 85 L 10 95 H 19 L 19 87 L 26 78
        L 31 69 C 38 72 46 72 53 69 L 56 80 L 53 95 H 62 L 65 81 L 66 67 C 71 58 70 50 68 40 Z""",
    ),
    (
        "shade",
        "M 32 68 C 38 69 48 69 54 64 C 60 60 64 54 66 46 C 69 54 68 60 64 66 L 63 80 L 61 93 H 59 L 60 72 L 53 69 Z",
    ),
    # bow
    *edged("shade/4.5", "M 74 7 C 96 16 96 50 74 60", "ink/11"),
    ("ink/2.5", "M 74 7 L 62 32 L 74 60"),
    # man
    *edged("gleam", "M 46 44 C 49 38 46 30 46 25 C 52 21 64 21 70 25 C 71 32 69 38 70 44 C 64 50 52 50 46 44 Z"),
    ("shade", "M 62 25 C 66 25 68 26 68 27 C 69 34 67 38 68 43 C 64 46 60 47 57 47 C 61 40 62 32 62 25 Z"),
    *edged("gleam/5.5", "M 66 30 L 88 33", "ink/12.5"),
    *edged("gleam/5.5", "M 50 30 L 42 39 L 60 33", "ink/12.5"),
    *edged("spark/2.5", "M 58 32 H 90", "ink/6"),
    *edged("bone", "M 88 26 L 97 32 L 88 38 Z", "ink/3"),
    # head
    *edged("gleam", "O 59 14 8 9"),
    *edged("shade", "M 50 22 C 43 6 55 3 64 5 C 66 6 68 8 67 10 C 62 10 58 11 57 15 C 56 19 54 22 50 22 Z", "ink/3"),
    ("ink", "O 63 14.5 1.6 2"),
)

OGRE: Drawing = (
    # club with its spikes
    *edged("bone", "M 74 12 L 60 9 L 73 24 Z M 89 12 L 97 5 L 92 24 Z", "ink/3"),
    *edged("bone", "M 76 32 L 63 33 L 76 43 Z M 88 28 L 98 35 L 87 42 Z", "ink/3"),
    *edged("shade", "M 76 66 L 72 22 C 70 4 92 4 91 22 L 87 66 Z"),
    ("body", "M 77 60 L 74 22 C 73 13 77 10 81 10 C 78 24 80 44 82 60 Z"),
    ("bone", "O 85 17 2 2 O 84 31 2 2 O 83 45 2 2"),
    # shoulders and the arm that holds it
    *edged("body", "M 4 96 C 2 72 10 56 26 54 H 60 C 72 56 78 62 82 72 L 92 82 L 86 96 Z"),
    ("shade", "M 62 61 C 71 63 76 68 79 76 L 88 84 L 84 94 H 44 C 58 86 64 76 62 61 Z"),
    ("shade/4", "M 12 72 L 36 93"),
    *edged("body", "M 74 62 C 80 57 92 59 93 65 C 94 74 88 79 82 79 C 74 79 70 68 74 62 Z"),
    ("ink/2.5", "M 75 67 H 84 M 76 73 H 85"),
    # head: ears, brow, jaw
    *edged("body", "M 20 34 L 6 24 L 8 40 L 20 48 Z M 60 34 L 70 28 L 69 42 L 60 48 Z"),
    *edged("shade", "M 32 20 C 30 10 36 4 42 4 C 40 10 46 14 48 20 Z"),
    *edged("body", "M 22 34 C 22 14 60 14 60 34 L 66 54 C 68 74 54 80 41 80 C 28 80 14 74 16 54 Z"),
    ("gleam", "M 26 32 C 27 22 36 20 42 20 C 38 26 34 30 26 32 Z"),
    ("shade", "M 59 40 L 63 54 C 65 70 54 76 46 77 C 56 70 60 58 59 40 Z"),
    ("ink/5", "M 25 37 L 38 41 M 58 37 L 45 41"),
    ("spark", "O 33 44 3.2 2.6 O 50 44 3.2 2.6"),
    ("ink", "O 34 44 1.2 1.8 O 49 44 1.2 1.8"),
    *edged("gleam", "M 36 50 C 36 46 47 46 47 50 C 50 54 47 57 41.5 57 C 36 57 33 54 36 50 Z", "ink/3"),
    ("ink", "M 22 66 C 32 61 50 61 60 66 C 56 75 26 75 22 66 Z"),
    *edged(
        "bone",
        "M 23 69 C 20 60 22 54 26 50 C 28 58 32 62 33 69 Z M 59 69 C 62 60 60 54 56 50 C 54 58 50 62 49 69 Z",
        "ink/3",
    ),
)

TROLL: Drawing = (
    # far leg
    *edged("shade/7", "M 35 58 L 42 75 L 38 91 H 46", "ink/14"),
    # hunched back
    *edged("body", "M 50 16 C 32 6 12 16 9 36 C 8 50 14 60 24 66 L 40 62 C 50 56 56 44 54 34 Z"),
    ("gleam", "M 36 14 C 22 16 14 24 13 36 C 18 28 26 22 36 19 Z"),
    ("shade", "M 28 63 L 39 60 C 48 54 53 45 52 38 C 46 50 40 58 28 63 Z"),
    # near leg and arm
    *edged("body/8", "M 22 60 L 14 76 L 19 91 H 29", "ink/15"),
    *edged("body/8", "M 32 38 C 34 54 48 58 54 70 L 60 82", "ink/15"),
    *edged("bone/3.5", "M 58 83 L 55 94 M 60 84 L 65 94 M 62 82 L 74 91", "ink/8"),
    # jaw and head
    *edged("body", "M 44 30 C 40 8 66 0 78 12 C 82 18 81 24 80 30 L 80 52 C 80 62 66 66 57 58 C 50 52 46 44 44 30 Z"),
    ("shade", "M 58 56 C 66 62 77 60 77 51 C 70 54 66 54 62 52 Z"),
    ("ink/3", "M 61 51 C 68 55 75 54 80 51"),
    *edged("bone", "M 65 54 L 66 44 L 72 54 Z", "ink/2.5"),
    # eye under a heavy brow
    *edged("spark", "O 68 27 5 4.5", "ink/3"),
    ("ink", "O 70 27.5 2 2.2"),
    ("ink/5", "M 60 20 L 77 23"),
    # the nose
    *edged("gleam", "M 74 31 C 82 24 92 30 96 40 C 99 48 94 54 89 52 C 84 50 84 44 76 43 Z"),
    ("body", "O 82 34 2 2 O 90 39 1.8 1.8 O 91 47 2.2 2.2"),
    # stringy hair and an ear
    *edged(
        "shade",
        """M 70 8 C 60 -1 42 3 38 12 L 26 9 L 32 17 L 20 22 L 31 27 L 22 38 L 34 35 L 29 48 L 41 40 L 46 28
        C 52 24 58 20 62 12 Z""",
    ),
    *edged("body", "M 54 30 L 36 23 C 37 36 44 43 54 44 Z", "ink/3"),
    ("gleam", "O 21 54 2.5 2.5"),
)

CYCLOPS: Drawing = (
    # shoulders and ears
    *edged("body", "M 6 96 C 8 84 22 78 34 77 H 66 C 78 78 92 84 94 96 Z"),
    *edged_both("body", "M 22 46 L 3 32 C 3 44 7 56 20 62 Z"),
    # horn and head
    *edged("bone", "M 38 22 C 44 18 46 10 46 3 C 56 6 62 14 62 22 Z"),
    ("ink/2.5", "M 46 15 C 50 17 55 16 59 13"),
    *edged(
        "body",
        """M 16 48 C 14 26 30 14 50 14 C 70 14 86 26 84 48 C 86 56 84 62 82 68 C 78 84 64 92 50 92
        C 36 92 22 84 18 68 C 16 62 14 56 16 48 Z""",
    ),
    ("shade", "M 80 44 C 82 50 82 62 79 67 C 75 81 63 89 51 89 C 62 82 70 70 72 58 Z"),
    ("gleam", "M 21 44 C 22 28 34 19 48 18 C 38 22 30 30 27 38 Z"),
    # the eye
    *edged("bone", "M 22 48 C 30 32 70 32 78 48 C 70 64 30 64 22 48 Z"),
    *edged("spark", "O 50 48 11 11.5", "ink/3"),
    ("ink", "O 50 48 5.5 6.5"),
    ("bone", "O 46.5 44 2.5 2.5"),
    ("ink/6", "M 20 43 C 30 29 70 29 80 43"),
    # nose and teeth
    ("ink/3", "M 44 67 C 46 70 54 70 56 67"),
    ("ink", "M 30 75 C 40 72 60 72 70 75 C 66 85 34 85 30 75 Z"),
    *edged("bone", "M 35 80 L 38 69 L 43 81 Z M 65 80 L 62 69 L 57 81 Z", "ink/2.5"),
)

GIANT: Drawing = (
    # boulder
    *edged("gleam", "M 14 17 L 26 6 L 54 4 L 76 7 L 87 17 L 80 30 L 62 35 L 36 35 L 20 31 Z"),
    ("shade", "M 57 6 L 75 9 L 84 17 L 78 28 L 62 33 L 42 33 L 62 24 Z"),
    ("ink/2.5", "M 28 14 L 35 18 L 30 24 M 57 6 L 62 24 L 46 31"),
    # tunic
    *edged("shade", "M 24 64 C 34 54 66 54 76 64 L 72 96 H 28 Z"),
    # arms
    *edged("body/11", "M 27 66 L 13 50 L 23 29", "ink/18"),
    *edged("body/11", "M 73 66 L 87 50 L 77 29", "ink/18"),
    # head and beard
    *edged("body", "M 37 48 C 35 30 65 30 63 48 V 58 H 37 Z"),
    *edged("bone", "M 35 46 C 41 57 46 53 50 53 C 54 53 59 57 65 46 C 69 62 62 74 50 82 C 38 74 31 62 35 46 Z"),
    ("ink", "O 44.5 47.5 2.1 2.4 O 55.5 47.5 2.1 2.4"),
    ("ink/3", "M 40 42 L 47.5 44.5 M 60 42 L 52.5 44.5 M 46 61 H 54"),
    ("shade/2.5", "M 50 68 V 75 M 43 66 L 45 72 M 57 66 L 55 72"),
    # pines, which reach no higher than his belt
    *edged("gleam", "M 14 70 L 21 80 L 18 80 L 24 90 L 17 90 V 96 H 11 V 90 L 4 90 L 10 80 L 7 80 Z", "ink/3"),
    *edged(
        "gleam", "M 38 79 L 42.9 86 L 40.8 86 L 45 93 L 40.1 93 V 96 H 35.9 V 93 L 31 93 L 35.2 86 L 33.1 86 Z", "ink/3"
    ),
    *edged(
        "gleam",
        "M 62 77 L 67.25 84.5 L 65 84.5 L 69.5 92 L 64.25 92 V 96 H 59.75 V 92 L 54.5 92 L 59 84.5 L 56.75 84.5 Z",
        "ink/3",
    ),
    *edged("gleam", "M 86 71 L 93 81 L 90 81 L 96 91 L 89 91 V 96 H 83 V 91 L 76 91 L 82 81 L 79 81 Z", "ink/3"),
)

COLOSSUS: Drawing = (
    # the ship that sails through
    *edged("bone", "M 51 68 C 59 73 60 78 59 84 H 51 Z M 48 71 V 84 H 41 C 44 80 46 76 48 71 Z", "ink/3"),
    *edged("spark", "M 37 86 H 64 C 62 92 59 95 55 95 H 46 C 42 95 39 92 37 86 Z", "ink/3"),
    # plinths
    *edged_both("bone", "M 3 87 H 35 V 97 H 3 Z"),
    # arms
    *edged("shade", "M 66 22 L 88 26 L 94 48 L 78 50 Z"),
    *edged("body", "M 34 22 L 12 26 L 6 48 L 22 50 Z"),
    *edged("shade", "M 77 49 L 95 47 L 97 62 L 90 70 L 78 68 L 74 58 Z"),
    *edged("body", "M 23 49 L 5 47 L 3 62 L 10 70 L 22 68 L 26 58 Z"),
    ("ink/2.5", "M 9 62 V 68 M 15 62 V 69 M 91 62 V 68 M 85 62 V 69"),
    # legs
    *edged("body", "M 33 54 H 50 L 46 66 L 32 76 V 87 H 8 L 10 76 Z"),
    *edged("shade", "M 67 54 H 50 L 54 66 L 68 76 V 87 H 92 L 90 76 Z"),
    # trunk
    *edged("body", "M 24 20 L 76 20 L 80 34 L 68 44 L 68 58 L 32 58 L 32 44 L 20 34 Z"),
    ("shade", "M 52 22 H 75 L 78 33 L 66 43 V 56 H 54 L 58 44 Z"),
    ("gleam", "M 26 22 H 46 L 44 27 H 28 L 25 33 L 22 33 Z"),
    # head
    *edged("body", "M 36 6 L 50 2 L 64 6 L 65 22 L 58 29 H 42 L 35 22 Z"),
    ("shade", "M 52 4 L 62 7.5 L 63 21 L 57 27 H 50 Z"),
    ("ink", "M 38 11 H 62 V 19 H 38 Z"),
    ("spark", "M 40 12.5 L 47 14 V 18 L 40 17 Z M 60 12.5 L 53 14 V 18 L 60 17 Z"),
    # cracks
    ("ink/3", "M 30 30 L 38 36 L 36 42 L 46 48 L 44 56 M 38 36 L 46 33 M 70 26 L 62 33 L 66 40"),
    ("ink/3", "M 30 62 L 26 70 L 30 74 L 24 84 M 76 70 L 72 78 L 78 85 M 12 34 L 18 38 L 14 44"),
)

RANGER: Drawing = (
    # wing
    *edged(
        "bone",
        """M 36 44 C 32 28 22 14 6 5 C 2 16 2 26 6 34 L 4 42 L 10 48 L 9 56 L 16 60 L 17 67 L 26 70 L 40 66 Z""",
    ),
    ("shade/2.5", "M 6 34 L 22 40 M 10 48 L 25 50 M 16 60 L 28 59"),
    # bow
    *edged("shade/5.5", "M 66 7 C 98 24 98 76 66 93", "ink/12.5"),
    ("ink/2.5", "M 66 7 L 50 52 L 66 93"),
    # cloak
    *edged("body", "M 28 48 C 18 62 16 80 12 96 H 64 C 62 82 62 66 56 48 Z"),
    ("shade", "M 46 54 C 54 62 58 78 61 94 H 42 C 46 80 46 66 46 54 Z"),
    ("gleam/3", "M 28 58 C 22 70 20 80 18 90"),
    # arms and arrow
    *edged("body/8", "M 50 58 L 82 54", "ink/15"),
    *edged("spark/3", "M 46 52 H 90", "ink/8"),
    *edged("bone", "M 87 44 L 98 52 L 87 60 Z", "ink/3"),
    *edged("body/8", "M 34 60 L 31 68 L 50 55", "ink/15"),
    # face and hood
    *edged("bone", "M 40 24 H 60 L 61 32 L 67 39 L 62 42 C 62 47 59 50 54 50 H 42 Z", "ink/3.5"),
    *edged(
        "body",
        "M 16 8 C 36 2 58 6 64 26 C 56 26 50 32 50 40 C 50 46 52 50 48 52 C 36 54 26 50 26 40 C 26 28 26 18 16 8 Z",
    ),
    ("gleam", "M 26 10 C 37 8 46 11 52 16 C 43 15 36 18 33 26 C 33 20 30 14 26 10 Z"),
    ("shade", "M 60 24 C 52 26 47 32 47 40 C 47 45 49 48 47 49 C 43 50 40 50 38 50 C 42 38 48 28 60 24 Z"),
    ("ink", "O 58 34.5 1.9 2.6"),
    ("ink/2.5", "M 57 45 H 60"),
)

FOLK: Mapping[str, Drawing] = MappingProxyType(
    {
        "TTN": TITAN,
        "ARC": ARCHANGEL,
        "ANG": ANGEL,
        "WLK": WARLOCK,
        "GUA": GUARDIAN,
        "CEN": CENTAUR,
        "OGR": OGRE,
        "TRO": TROLL,
        "CYC": CYCLOPS,
        "GIA": GIANT,
        "COL": COLOSSUS,
        "RAN": RANGER,
    }
)
