"""The skirmish game with the Mountain Giant: two armies, orders, dice and lore cards on a field of hexes.

Clauses B… are those of the rules. The code names no unit, card, half or hex: they are in the tables in `data`.
"""
