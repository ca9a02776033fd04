"""Skirmish's pictures: a `View` goes in, a PNG comes out. The same view gives the same bytes."""
