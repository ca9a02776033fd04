"""One stored game: a module for each part of a table, and the only way to write to it."""
