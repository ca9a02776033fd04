"""The steps of a turn of the skirmish, each with what is legal in it and what it does (B4-B23)."""
