"""Titan in the words of Discord: its kit for the house, its panels, texts, and commands of its own."""
