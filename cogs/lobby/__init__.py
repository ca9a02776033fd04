"""A game before it begins, its seats, and those who watch it."""
