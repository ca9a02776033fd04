"""Sentences in every language, and finding one's way in long texts. It knows no game."""
