"""How pictures look: colours, sizes and fonts as one value, which is part of the key of every cached picture.

The themes are those of `assets/themes.toml`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from render.assets import sheet
from render.canvas import Colour, Type, contrast, mixed

NARROW = "NotoSans-ExtraCondensedBold.ttf"
PLAIN = "NotoSans-CondensedSemiBold.ttf"


@dataclass(frozen=True, slots=True, eq=False)
class Theme:
    """A look. A text is at least 22 pixels high in a picture 1600 pixels wide, to be read on a phone.

    `ink` and `faint` are written on `ground` and `panel`; `dark` and `light` on paints, whichever `on` says.
    `alarm` is an engagement that waits, `danger` the one that is fought, `active` whose turn it is and what he may do,
    also in words; `blood` is a hit, under `light`.
    All things lie in one light, from the upper left: `glow` is its colour, `shade` that of what it does not reach, and
    `depth` how dark the shadows are that they cast, from 0 to 1. `frame` is the thin line around a picture.
    `paints` has the colours that the theme gives to what the rules' data colour otherwise, by name: `Plains`, `Red`,
    `Lion`; what skirmish has is written small, `plains`, `daqan`. There is one value of each theme, so that it is
    itself its key.
    """

    name: str
    ground: Colour
    panel: Colour
    ink: Colour
    faint: Colour
    paints: Mapping[str, Colour]
    dark: Colour = "#14171A"
    light: Colour = "#FFFFFF"
    alarm: Colour = "#EFA30B"
    danger: Colour = "#FA5C4A"
    active: Colour = "#72DBF4"
    blood: Colour = "#9A091B"
    glow: Colour = "#FFE2AE"
    shade: Colour = "#0B1220"
    frame: Colour = "#A98B5B"
    depth: float = 0.55

    width: int = 1600
    margin: int = 25
    small: Type = Type(NARROW, 22)
    plain: Type = Type(PLAIN, 24)
    strong: Type = Type(NARROW, 30)
    title: Type = Type(NARROW, 44)
    scale: int = 2

    def paint(self, name: str, standard: Colour) -> Colour:
        """The colour of a terrain, a player or a kind in this theme, if it is not the `standard` one of the data."""
        return self.paints.get(name, standard)

    def lit(self, paint: Colour, share: float = 0.3) -> Colour:
        """A paint where the light falls on it, as on its edges to the left and above."""
        return mixed(paint, self.glow, share)

    def shaded(self, paint: Colour, share: float = 0.35) -> Colour:
        """A paint turned away from the light, as on its edges to the right and below."""
        return mixed(paint, self.shade, share)

    def on(self, paint: Colour) -> Colour:
        """What is written with on a paint: dark or light, whichever stands out more."""
        return max((self.dark, self.light), key=lambda ink: contrast(ink, paint))


THEMES: Mapping[str, Theme] = MappingProxyType(
    {
        name: Theme(name, **{**row, "paints": MappingProxyType(row.get("paints", {}))})
        for name, row in sheet("themes").items()
    }
)
"""Every theme by its name, the standard one first."""

DARK = THEMES["dark"]
