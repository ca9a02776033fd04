"""The words of pictures for tests: of the language in which most of them look, and of all."""

from __future__ import annotations

from cogs.house.words.words import ENGLISH as STANDARD
from cogs.house.words.words import languages
from cogs.titan.words.captions import captions_in

ENGLISH = captions_in(STANDARD)
LANGUAGES = languages()
EVERY = tuple(captions_in(language) for language in LANGUAGES)
