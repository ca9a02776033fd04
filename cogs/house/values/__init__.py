"""What is kept of games and of people, as plain values: no task, no SQL and no game's rules."""
