"""How pictures look: colours, sizes and fonts as one value, which is part of the key of every cached picture."""

from __future__ import annotations

from dataclasses import dataclass

from render.canvas import Type

NARROW = "NotoSans-ExtraCondensedBold.ttf"
PLAIN = "NotoSans-CondensedSemiBold.ttf"


@dataclass(frozen=True, slots=True)
class Theme:
    """A look. A text is at least 22 pixels high in a picture 1600 pixels wide, to be read on a phone."""

    ground: str = "#20262C"
    panel: str = "#2C343C"
    ink: str = "#F4F1EA"
    faint: str = "#B9C0C6"
    dark: str = "#14171A"
    light: str = "#FFFFFF"
    alarm: str = "#FFD400"
    danger: str = "#E0131B"
    active: str = "#FFD400"
    blood: str = "#D40F18"

    width: int = 1600
    margin: int = 25
    small: Type = Type(NARROW, 22)
    plain: Type = Type(PLAIN, 24)
    strong: Type = Type(NARROW, 30)
    title: Type = Type(NARROW, 44)
    scale: int = 2


STANDARD = Theme()
