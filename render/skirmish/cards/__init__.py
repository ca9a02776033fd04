"""Cards, units and lists of them: to look up, and for one player's eyes."""
