"""What the house needs of a game, and what follows from its entries: computed without waiting for anything."""
