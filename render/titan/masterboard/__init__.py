"""The masterboard in all its forms: whole, for a phone, for its player alone, and a part of it."""
