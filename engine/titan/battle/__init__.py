"""Battle: entering, maneuvers, strikes and rangestrikes on a battleland, hex by hex (R10-R15)."""
