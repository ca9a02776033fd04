"""What lies on the field and on cards: units, land, marks and signs."""
