"""All SQL. The store knows nothing of the rules of the games in it."""
