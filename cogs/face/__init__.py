"""What a game shows a person, as plain values within Discord's limits."""
