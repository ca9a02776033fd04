"""How pictures look: what was chosen, checked and kept."""

from __future__ import annotations

from dataclasses import replace

from cogs.house.game.kit import Kit
from cogs.house.game.pictures import Look
from cogs.house.values.records import Display
from engine.core import Illegal


def chosen(kit: Kit, theme: str) -> str:
    """What is kept of a game's theme: nothing of the standard one. Raises Illegal `theme-unknown`."""
    if theme and theme not in kit.pictures.themes:
        raise Illegal("theme-unknown", theme=theme, themes=kit.pictures.themes)
    return "" if theme == kit.pictures.themes[0] else theme


def in_force(kit: Kit, *wishes: str | None) -> str:
    """The first of the wishes that can be met, else the standard theme; another program may have known other themes."""
    return next((wish for wish in wishes if wish in kit.pictures.themes), kit.pictures.themes[0])


def private(kit: Kit, look: Look, own: Display, theme: str | None = None) -> Look:
    """A look for a person alone, as he has chosen it, at something in a game of a `theme`."""
    return replace(look, theme=in_force(kit, own.theme, theme), phone=not own.large)


def public(kit: Kit, look: Look, theme: str) -> Look:
    """A look for everybody at something in a game of a `theme`."""
    return replace(look, theme=in_force(kit, theme), phone=False)
