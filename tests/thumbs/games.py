"""Which game a seed stands for: how many people, which options, which languages."""

from __future__ import annotations

from pathlib import Path
from random import Random

from cogs.house.values.records import PostStyle
from cogs.house.words.words import languages
from engine.titan.options import OPTIONS, moot
from tests.thumbs.playing import NAMES, Count, playing


def options_of(seed: int) -> dict[str, str]:
    """Two to four people; every third game by the standard rules, the others with each option at random."""
    whims = Random(seed)
    chosen = {} if seed % 3 == 0 else {key: whims.choice(values) for key, values in OPTIONS.items()}
    while (pair := moot(chosen)) is not None:
        del chosen[pair[0]]
    return {key.replace("_", "-"): value for key, value in chosen.items() if value != OPTIONS[key][0]}


async def played(folder: Path, seed: int, most_turns: int) -> Count:
    """A game by thumb, with whatever came of it."""
    whims = Random(seed)
    tongues = languages()
    names = NAMES[: 2 + seed % (len(NAMES) - 1)]
    reads = {name: tongues[(seed + place) % len(tongues)] for place, name in enumerate(names)}
    given = {**options_of(seed), "language": whims.choice(tongues), "posts": whims.choice(tuple(PostStyle)).value}
    async with playing(folder, names, seed, given, reads) as thumbs:
        await thumbs.to_the_end(most_turns)
    return thumbs.count
