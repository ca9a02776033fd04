"""Sentences in every language, and search in long texts. Nothing here knows a game."""
