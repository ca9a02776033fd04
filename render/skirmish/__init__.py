"""Skirmish's pictures: a `View` goes in, a PNG comes out. The same view gives the same bytes."""

from __future__ import annotations

from render.skirmish.cards import moments
from render.skirmish.cards.hand import hand
from render.skirmish.cards.kinds import unit
from render.skirmish.cards.muster import muster
from render.skirmish.cards.pages import card, terrain
from render.skirmish.cards.score import standing
from render.skirmish.field.board import board
from render.skirmish.field.dice import dice
from render.skirmish.field.phone import phone
from render.skirmish.field.rolls import rolls

__all__ = ["board", "card", "dice", "hand", "moments", "muster", "phone", "rolls", "standing", "terrain", "unit"]
