"""Skirmish's pictures: a `View` goes in, a PNG comes out. The same view gives the same bytes."""

from __future__ import annotations

from render.skirmish import moments
from render.skirmish.board import board
from render.skirmish.dice import dice
from render.skirmish.hand import hand
from render.skirmish.kinds import unit
from render.skirmish.muster import muster
from render.skirmish.pages import card, terrain
from render.skirmish.phone import phone
from render.skirmish.rolls import rolls
from render.skirmish.standing import standing

__all__ = ["board", "card", "dice", "hand", "moments", "muster", "phone", "rolls", "standing", "terrain", "unit"]
