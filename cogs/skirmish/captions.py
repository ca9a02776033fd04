"""The words in skirmish's pictures, from the files of a language."""

from __future__ import annotations

from functools import lru_cache

from cogs.house.words import Words
from cogs.skirmish.terms import Terms
from render.skirmish.captions import Captions


@lru_cache
def captions_in(language: str) -> Captions:
    """The words of a language: one value of each, for pictures are kept by it."""
    terms = Terms(Words(language))
    return Captions(
        language, terms.say, terms.text, terms.timing, terms.abilities, terms.terrain_does, terms.half_points
    )
