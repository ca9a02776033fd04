"""The words in skirmish's pictures, from the files of a language."""

from __future__ import annotations

from functools import lru_cache

from cogs.house.words.words import Words
from cogs.skirmish.words.terms import Terms
from engine.skirmish.sheets import tables
from engine.skirmish.tables import Tables
from render.skirmish.pieces.captions import Captions


def captions_in(language: str, found: Tables | None = None) -> Captions:
    """The words of a language with the figures of now, or of a game that began with others.

    There is one value for each language and tables, for pictures are kept by it.
    """
    return _captions(language, found or tables())


@lru_cache
def _captions(language: str, found: Tables) -> Captions:
    terms = Terms(Words(language), found)
    return Captions(
        language, found, terms.say, terms.text, terms.timing, terms.abilities, terms.terrain_does, terms.half_points
    )
