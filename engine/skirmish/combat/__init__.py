"""Combat: attacks, the eleven steps of each, counters, advances, pursuit (B8-B11, B19, B20)."""
