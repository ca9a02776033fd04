"""All SQL. It knows nothing of the games that it keeps."""
