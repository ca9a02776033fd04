"""Tasks that deliver messages, play for bots and watch the clock. They start with the bot."""
