"""Titan's pictures: a `View` goes in, a PNG comes out. The same view gives the same bytes."""

from __future__ import annotations

from render.titan.battle import battle
from render.titan.battlephone import battle_phone
from render.titan.board import board
from render.titan.caretaker import caretaker
from render.titan.chains import recruits
from render.titan.creature import creature
from render.titan.hand import hand
from render.titan.legion import legion
from render.titan.odds import odds
from render.titan.own import own_board
from render.titan.ownphone import own_phone
from render.titan.phone import board_phone
from render.titan.reach import reach
from render.titan.results import standing
from render.titan.strikes import strikes
from render.titan.terrain import terrain
from render.titan.zoom import land, zoom

__all__ = [
    "battle",
    "battle_phone",
    "board",
    "board_phone",
    "caretaker",
    "creature",
    "hand",
    "land",
    "legion",
    "odds",
    "own_board",
    "own_phone",
    "reach",
    "recruits",
    "standing",
    "strikes",
    "terrain",
    "zoom",
]
