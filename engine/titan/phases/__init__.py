"""The phases of a turn of Titan: what is legal in each, and what it does (R1-R9, R16-R19)."""
