"""Everything into which something can be typed is typed into, and what comes of it is looked at."""
