"""Titan's pictures: a `View` goes in, a PNG comes out. The same view gives the same bytes."""

from __future__ import annotations

from render.titan.battle import battle
from render.titan.board import board
from render.titan.caretaker import caretaker
from render.titan.hand import hand
from render.titan.own import own_board
from render.titan.results import standing
from render.titan.strikes import strikes
from render.titan.zoom import land, zoom

__all__ = ["battle", "board", "caretaker", "hand", "land", "own_board", "standing", "strikes", "zoom"]
