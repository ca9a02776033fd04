"""A PostgreSQL for the tests: its server, and databases in it."""
