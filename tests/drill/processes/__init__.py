"""The drill of several processes: real bots on one database and a stand-in for Discord, killed at random moments.

`python -m tests.drill.processes` runs it; `docs/drill.md` says what is done and what is compared.
"""
