"""What the house needs of a game, and what it computes from the game's entries. Nothing here waits for anything."""
