"""A fixed game in which the bot is killed before and after each kind of request: `python -m tests.drill`."""
