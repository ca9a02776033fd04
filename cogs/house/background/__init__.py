"""The tasks that deliver, play for bots and look at the clock. They begin when the bot does."""
