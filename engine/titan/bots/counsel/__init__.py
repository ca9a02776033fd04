"""The level `steady` explains a position to somebody who asks: what matters, what is good, and why.

Like the bot's play, this follows from the view and the list of legal actions alone. It makes no judgments of
its own: the good choices are those that the bot would make, in its order, and the reasons are the bot's own figures.
"""
