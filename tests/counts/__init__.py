"""A second, slow and obvious opinion on what is legal, and positions with the number of their lines.

Nothing below `slow.py` knows how the engine goes about it: it follows the sentences of the rules, the raw figures of
`engine/titan/data`, and reads a state as plain data.
"""
