"""Time, tasks and threads: where the house touches the process that it runs in."""
