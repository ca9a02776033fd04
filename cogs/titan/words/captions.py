"""The words in Titan's pictures, from the files of a language."""

from __future__ import annotations

from functools import lru_cache

from cogs.house.words.words import Words
from cogs.titan.words.game_words import TitanWords
from render.titan.pieces.captions import Captions


@lru_cache
def captions_in(language: str) -> Captions:
    """The words of a language: one value of each, for pictures are kept by it."""
    words = TitanWords(Words(language))
    return Captions(language, words.terms.say, words.trait, words.effect, words.terms.words.listing)
