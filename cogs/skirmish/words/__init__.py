"""Skirmish's sentences, labels and descriptions of pictures, and what people type to play it."""
