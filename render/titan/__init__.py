"""Titan's pictures: a `View` goes in, a PNG comes out. The same view gives the same bytes."""

from __future__ import annotations

from render.titan.battles.battle import battle
from render.titan.battles.phone import battle_phone
from render.titan.battles.strikes import strikes
from render.titan.cards.caretaker import caretaker
from render.titan.cards.chains import recruits
from render.titan.cards.creature import creature
from render.titan.cards.hand import hand
from render.titan.cards.legion import legion
from render.titan.cards.odds import odds
from render.titan.cards.results import standing
from render.titan.cards.terrain import terrain
from render.titan.masterboard.board import board
from render.titan.masterboard.own import own_board
from render.titan.masterboard.phone import board_phone
from render.titan.masterboard.phone_own import own_phone
from render.titan.masterboard.reach import reach
from render.titan.masterboard.zoom import land, zoom

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
