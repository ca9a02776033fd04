"""The database in a PostgreSQL, which several processes share. Only what is in here imports its driver."""
