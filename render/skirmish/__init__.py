"""Skirmish's pictures: a `View` goes in, a PNG comes out. The same view gives the same bytes."""

from __future__ import annotations

from render.skirmish.board import board

__all__ = ["board"]
