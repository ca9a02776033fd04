"""How soon presses are answered when much is going on.

`python -m tests.load` has one process on a simulated Discord, `python -m tests.load.processes` real ones on a database
and a stand-in for Discord, and `python -m tests.load.volume` the database alone.
"""
