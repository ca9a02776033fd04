"""Slash commands that every game has. A module has one group, and only what that group needs."""
