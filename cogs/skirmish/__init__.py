"""Skirmish as people meet it: its kit for the house, its face on Discord, and its own commands."""
