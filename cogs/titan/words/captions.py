"""The words in Titan's pictures, from the files of a language."""

from __future__ import annotations

from functools import lru_cache, partial

from cogs.house.words.words import Words
from cogs.titan.words.cards import effect, trait
from cogs.titan.words.terms import Terms
from render.titan.pieces.captions import Captions


@lru_cache
def captions_in(language: str) -> Captions:
    """The words of a language: one value of each, for pictures are kept by it."""
    terms = Terms(Words(language))
    return Captions(language, terms.say, partial(trait, terms), partial(effect, terms), terms.words.listing)
