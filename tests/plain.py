"""A game without its pictures and films: for games in which what boards look like is not the question."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from cogs.face.face import Face
from cogs.house.game.kit import Kit
from cogs.house.game.pictures import Look
from cogs.house.game.telling import Digests
from cogs.house.words.words import Names
from engine.core import Seat

PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c6360606060000000050001a5f645400000000049454e44ae426082"
)
"""A picture of one point: pictures are most of a game's time."""


@dataclass(frozen=True, slots=True)
class Unfilmed:
    """What the others have done meanwhile, in words alone."""

    since: Digests

    def lines(self, seat: Seat, moments: Sequence[Any], names: Names) -> tuple[str, ...]:
        return self.since.lines(seat, moments, names)

    def film(
        self, seat: Seat, moments: Sequence[Any], names: Names, look: Look, check: Callable[[], None]
    ) -> tuple[bytes, str]:
        return PIXEL, "meanwhile"


class Undrawn:
    """What replays have to show, and in words what is to be seen; only that it is not drawn."""

    def __init__(self, replays: Any) -> None:
        self._replays = replays

    def __getattr__(self, name: str) -> Any:
        return getattr(self._replays, name)

    def draw(self, *of: Any) -> bytes:
        del of
        return PIXEL


def plain_face(face: Face) -> Face:
    """What commands know of a game, without its pictures, in every language."""

    @cache
    def speaking(language: str) -> Face | None:
        other = face.translated(language)
        return None if other is None else plain_face(other)

    replays = None if face.replays is None else Undrawn(face.replays)
    panel = replace(face.panel, emojis=lambda: dict.fromkeys(_names(face.panel.emojis), PIXEL))
    return replace(face, kit=plain(face.kit), replays=replays, panel=panel, translated=speaking)


@cache
def _names(emojis: Callable[[], Mapping[str, bytes]]) -> tuple[str, ...]:
    """What emojis are called, which only those say that have been drawn."""
    return tuple(emojis())


def plain(kit: Kit) -> Kit:
    """The game without its pictures, in every language."""
    translated = kit.translated

    @cache
    def speaking(language: str) -> Kit | None:
        other = translated(language)
        return None if other is None else plain(other)

    undrawn = redrawn(kit, lambda view, names, look: PIXEL)
    replay = None if kit.scenes.replay is None else lambda start, moments, names, look, check: (PIXEL, "once more")
    since = None if kit.telling.since is None else Unfilmed(kit.telling.since)
    return replace(
        kit,
        pictures=replace(undrawn.pictures, bases=lambda theme: ()),
        scenes=replace(kit.scenes, replay=replay),
        telling=replace(kit.telling, since=since),
        translated=speaking,
    )


def redrawn(kit: Kit, draw: Callable[[Any, Names, Look], bytes]) -> Kit:
    """The game whose pictures are all drawn so, and have one form."""
    kinds = tuple(replace(kind, draw=draw, phone=None) for kind in kit.pictures.kinds)
    return replace(kit, pictures=replace(kit.pictures, kinds=kinds))
