"""Descriptions of commands and options, and what can be chosen, in every language that Discord knows and we have.

Names of commands and options stay English: they are what people type, tell each other and find in the documents.
"""

from __future__ import annotations

from discord import Locale
from discord.app_commands import TranslationContextTypes, Translator, locale_str

from cogs.house.words.words import ENGLISH, Words, spoken
from cogs.interactions.context import in_language


class Translated(Translator):
    """Finds `localised` texts in the files of a language."""

    async def translate(self, string: locale_str, locale: Locale, context: TranslationContextTypes) -> str | None:
        """The text for a locale; None for a name, and where English is what there is."""
        if "key" not in string.extras or (language := spoken(locale.value)) == ENGLISH:
            return None
        return in_language(Words(language), string.extras["key"], string.extras["facts"])
