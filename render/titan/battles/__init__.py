"""Battlelands, those who fight on them, and the dice of their strikes."""
