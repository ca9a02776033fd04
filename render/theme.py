"""How pictures look: colours, sizes and fonts as one value, which is part of the key of every cached picture."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from render.canvas import Colour, Type, contrast

NARROW = "NotoSans-ExtraCondensedBold.ttf"
PLAIN = "NotoSans-CondensedSemiBold.ttf"

NO_PAINTS: Mapping[str, Colour] = MappingProxyType({})


@dataclass(frozen=True, slots=True, eq=False)
class Theme:
    """A look. A text is at least 22 pixels high in a picture 1600 pixels wide, to be read on a phone.

    `paints` has the colours that the theme gives to what the rules' data colour otherwise, by name: `Plains`, `Red`,
    `Lion`. There is one value of each theme, so that it is itself its key.
    """

    name: str
    ground: Colour
    panel: Colour
    ink: Colour
    faint: Colour
    dark: Colour = "#14171A"
    light: Colour = "#FFFFFF"
    alarm: Colour = "#FFD400"
    danger: Colour = "#E0131B"
    active: Colour = "#FFD400"
    blood: Colour = "#D40F18"
    paints: Mapping[str, Colour] = field(default_factory=lambda: NO_PAINTS)

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

    def on(self, paint: Colour) -> Colour:
        """What is written with on a paint: dark or light, whichever stands out more."""
        return max((self.dark, self.light), key=lambda ink: contrast(ink, paint))


DARK = Theme("dark", ground="#20262C", panel="#2C343C", ink="#F4F1EA", faint="#B9C0C6")
THEMES: Mapping[str, Theme] = MappingProxyType({theme.name: theme for theme in (DARK,)})
