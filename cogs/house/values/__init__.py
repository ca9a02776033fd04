"""What is stored about games and people, as plain values: no task, no SQL and no game's rules."""
