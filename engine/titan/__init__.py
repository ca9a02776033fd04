"""Titan: its rules, its figures, what each viewer may know, and its bots."""
