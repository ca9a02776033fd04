"""The battle map for a phone, which shows it at half of its width: what is fought over, close by, without the panel."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PIL import Image

from engine.titan.view import View
from render.canvas import png
from render.theme import DARK, Theme
from render.titan.battle import draw as full
from render.titan.battleland import HEADER, PANEL
from render.titan.captions import NOBODY, Captions, Names

WIDTH = 800


def battle_phone(
    view: View,
    captions: Captions,
    theme: Theme = DARK,
    names: Names = NOBODY,
    focus: str = "",
    actions: Sequence[Any] = (),
) -> bytes:
    """The battle that is being fought, for a phone, as a PNG of 800 pixels' width. The view must have one.

    It asks for the same as `battle`, and may be drawn wherever that is.
    """
    return png(draw(view, captions, theme, names, focus, actions))


def draw(
    view: View,
    captions: Captions,
    theme: Theme = DARK,
    names: Names = NOBODY,
    focus: str = "",
    actions: Sequence[Any] = (),
) -> Image.Image:
    """The same in full colours."""
    image = full(view, captions, theme, names, focus, actions)
    land = image.crop((0, round(HEADER.bottom), round(PANEL.x), image.height))
    return land.resize((WIDTH, round(land.height * WIDTH / land.width)), Image.Resampling.LANCZOS)
