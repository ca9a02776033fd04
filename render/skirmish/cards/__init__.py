"""Cards, units and lists of them, for looking up and for one player's eyes."""
