"""The skirmish game with the Mountain Giant: two armies, orders, dice and lore cards on a field of hexes.

Clauses B… are those of the rules. No unit, card, half or hex is named in code: they are in the tables in `data`.
"""
