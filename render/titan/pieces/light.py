"""The light on the masterboard comes from the upper left: what lies there has a lit and a shaded edge and casts a
shadow to the lower right. How much of each is a matter of the theme.
"""

from __future__ import annotations

from PIL import Image, ImageFilter

from render.canvas import Colour, mixed
from render.theme import Theme

CAST = (5, 6)
"""How far to the right and down a piece casts its shadow; what lies flat half as far."""

SOFT = 3.0
"""How soft its edge is."""

STEPS = 4
"""Of so many shades a shadow is made: few take less room in a file."""

REACH = 12
"""So far beyond a piece its shadow is seen, to the right and below."""


def depth(theme: Theme) -> float:
    """How dark a shadow is."""
    return theme.depth


def shaded(mask: Image.Image, theme: Theme, soft: float = SOFT) -> Image.Image:
    """The shadow of a mask as a picture of its size, in pairs of rows."""
    low = mask.convert("L").reduce((1, 2)).filter(ImageFilter.GaussianBlur((soft, soft / 2)))
    most = depth(theme)
    stepped = low.point([round(round(v / 255 * STEPS) / STEPS * most * 255) for v in range(256)])
    alpha = stepped.resize((stepped.width, stepped.height * 2), Image.Resampling.NEAREST).crop((0, 0, *mask.size))
    shadow = Image.new("RGBA", mask.size, night(theme))
    shadow.putalpha(alpha)
    return shadow


def night(theme: Theme) -> Colour:
    """What shadows are painted with: cool and dark."""
    return theme.shade


def brass(theme: Theme) -> Colour:
    """The quiet metal that frames and signs between lands are made of: no brighter than the lands."""
    return {"dark": "#A08C5E", "safe": "#A39C85", "light": "#8F8468", "print": "#7C7C7C"}.get(theme.name, "#8E949B")


def table(theme: Theme) -> Colour:
    """The cloth on which the board lies."""
    return mixed(theme.ground, "#16273D", 0.35) if theme.name == "dark" else theme.ground


def slate(theme: Theme) -> Colour:
    """The board between the lands."""
    match theme.name:
        case "dark":
            return "#1A222C"
        case "safe":
            return "#070A0D"
        case "contrast":
            return theme.ground
        case "print":
            return "#ECECEC"
        case _:
            return "#D5D9DE"
