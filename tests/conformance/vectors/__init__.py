"""Vectors: single positions with the answers expected, one to a line, compared with the engine."""
