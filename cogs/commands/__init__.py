"""Slash commands: a module for each group, and no more in it than the group's own."""
