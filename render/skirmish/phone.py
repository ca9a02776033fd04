"""The field for a phone: 800 pixels wide, the lines in which units stand, larger counters, no panels and no legend."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.skirmish.view import View
from render.skirmish.board import draw
from render.skirmish.captions import NOBODY, Captions, Names
from render.skirmish.palette import palette
from render.theme import DARK, Theme

WIDTH = 800


def phone(
    view: View,
    captions: Captions,
    theme: Theme = DARK,
    names: Names = NOBODY,
    focus: str = "",
    actions: Iterable[Any] = (),
) -> bytes:
    """The field as `board` shows it, in its phone form, as a PNG. It takes what `board` takes and tells of the same
    view: one line above says the round, the step and who acts; legends and panels are left to the full form.
    """
    whole = draw(view, captions, theme, names, focus, actions)
    return palette(theme).png(whole.resize((WIDTH, round(whole.height * WIDTH / whole.width))))
