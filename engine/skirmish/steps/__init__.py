"""The steps of a turn of skirmish: what is legal in each, and what it does (B4-B23)."""
