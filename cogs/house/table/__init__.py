"""One game that is kept: each subject of a table, and the one way to write to it."""
