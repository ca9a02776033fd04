"""The phases of a turn of Titan, each with what is legal in it and what it does (R1-R9, R16-R19)."""
