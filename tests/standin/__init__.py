"""A stand-in for Discord as a program of its own: its HTTP API and its gateway, with shards, for several processes.

What channels, people and messages are it has from SimCord; the connections, and what goes over them, are real.
`python -m tests.standin PORT` runs it, `python -m tests.standin.bot URL` runs the bot against it.
"""
