"""What lies on Titan's pictures: counters, tiles, plates, marks and dice, and the words on them."""
