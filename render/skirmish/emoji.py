"""Emblems of the kinds of units as emojis."""

from __future__ import annotations

from collections.abc import Mapping

from engine.skirmish.sheets import tables
from render.emoji import DRAWN, rimmed
from render.skirmish.pieces.emblems import emblem
from render.theme import DARK


def emoji(kind: str) -> bytes:
    """A see-through PNG of a kind's emblem with a light rim."""
    return rimmed(emblem(kind, DRAWN, DARK))


def emoji_name(kind: str) -> str:
    """What the emoji of a kind is called, among those of other games: `skirmish_citadel_guard`."""
    return f"skirmish_{kind}"


def emojis() -> Mapping[str, bytes]:
    """The picture of every emoji, by name."""
    return {emoji_name(kind): emoji(kind) for kind in tables().kinds}
