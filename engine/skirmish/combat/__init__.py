"""A combat in its eleven steps (B8-B10)."""
