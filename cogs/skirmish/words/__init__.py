"""The skirmish in sentences, labels and descriptions of its pictures, and as people type it."""
