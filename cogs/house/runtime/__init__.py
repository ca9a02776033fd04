"""Time, tasks and threads, and what is held in memory while the bot runs."""
