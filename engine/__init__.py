"""The rules of the games, and nothing else: pure functions over frozen values, standard library only."""
