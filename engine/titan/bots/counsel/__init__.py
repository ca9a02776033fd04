"""What the level `steady` makes of a position, for somebody who asks: what matters, what is good, and why.

Everything follows from the view and from the list of what its seat may do, as the program's play does. Nothing is
judged anew here: the good choices are those that it takes one after the other, and the reasons are its own figures.
"""
