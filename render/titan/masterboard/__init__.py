"""The masterboard in all its forms: whole, for a phone, for one player, and in part."""
