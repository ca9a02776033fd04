"""The masterboard for a phone: 800 pixels wide, made to be read at 400."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from PIL import Image

from engine.titan.view import View
from render.canvas import png
from render.theme import DARK, Theme
from render.titan.board import draw as draw_board
from render.titan.captions import NOBODY, Captions, Names

WIDTH = 800


def board_phone(
    view: View,
    captions: Captions,
    theme: Theme = DARK,
    names: Names = NOBODY,
    focus: str = "",
    actions: Iterable[Any] = (),
) -> bytes:
    """The masterboard as a PNG for a phone, of the same view and with the same arguments as `board`.

    It is 800 pixels wide and at most 60 KB: no side panels, no legend, larger markers; one line above says the turn and
    who acts.
    """
    return png(draw(view, captions, theme, names, focus, actions))


def draw(
    view: View,
    captions: Captions,
    theme: Theme = DARK,
    names: Names = NOBODY,
    focus: str = "",
    actions: Iterable[Any] = (),
) -> Image.Image:
    """The masterboard for a phone in full colours."""
    whole = draw_board(view, captions, theme, names, focus, actions)
    return whole.resize((WIDTH, WIDTH * whole.height // whole.width), Image.Resampling.LANCZOS)
