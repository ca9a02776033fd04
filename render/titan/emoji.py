"""Emblems of Titan's kinds as emojis."""

from __future__ import annotations

from engine.titan.kinds import Kind
from render.emoji import DRAWN, rimmed
from render.theme import DARK
from render.titan.pieces.emblems import emblem


def emoji(kind: Kind) -> bytes:
    """A see-through PNG of a kind's emblem with a light rim."""
    return rimmed(emblem(kind.code, DRAWN, DARK.paint(kind.name, kind.paint), DARK))
