"""What a game puts before a person, as plain values within Discord's limits."""
