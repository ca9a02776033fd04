"""The picture of a lobby, which is the same for every game."""

from __future__ import annotations

from cogs.house.game.game_types import Opaque
from cogs.house.game.pictures import Look, PictureKind
from cogs.house.table.lobby_post import LobbyPicture
from cogs.house.words.words import Names
from render.lobby import Guest, lobby
from render.theme import THEMES


def gathered(view: LobbyPicture, names: Names, look: Look) -> bytes:
    """Who sits where."""
    guests = [None if each is None else Guest(each.name, each.note, each.face) for each in view.seats]
    return lobby(view.title, view.rules, guests, view.free, THEMES[look.theme])


def gathered_told(view: LobbyPicture, names: Names, look: Look) -> str:
    """The same in words."""
    return view.told


LOBBY: PictureKind[Opaque] = PictureKind("lobby", gathered, gathered_told)
"""It is made of a `LobbyPicture`, whatever the game."""
