"""The skirmish game as people meet it: its words, panels and pictures put together for the house."""
