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

    `ink` and `faint` are written on `ground` and `panel`; `dark` and `light` on paints, whichever `on` says.
    `alarm` is an engagement that waits, `danger` the one that is fought, `active` whose turn it is and what he may do,
    also in words; `blood` is a hit, under `light`.
    `paints` has the colours that the theme gives to what the rules' data colour otherwise, by name: `Plains`, `Red`,
    `Lion`; what skirmish has is written small, `plains`, `daqan`. There is one value of each theme, so that it is
    itself its key.
    """

    name: str
    ground: Colour
    panel: Colour
    ink: Colour
    faint: Colour
    dark: Colour = "#14171A"
    light: Colour = "#FFFFFF"
    alarm: Colour = "#FFC02E"
    danger: Colour = "#FF5A47"
    active: Colour = "#74DDF7"
    blood: Colour = "#A3141F"
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
"""The standard: slate, on which Discord's dark background ends unseen. Its paints are those of the data."""

LIGHT = Theme(
    "light",
    ground="#FBFBFB",
    panel="#ECEEF1",
    ink="#1C2126",
    faint="#525A62",
    alarm="#B87400",
    danger="#C4161F",
    active="#00658F",
    blood="#6E0A18",
    paints=MappingProxyType(
        {
            "Plains": "#F5DF94",
            "Woods": "#919F4E",
            "Brush": "#B8E3C2",
            "Hills": "#6B5141",
            "Jungle": "#3C796D",
            "Desert": "#F0AC84",
            "Marsh": "#AA9A8A",
            "Swamp": "#6099E2",
            "Mountains": "#B15C43",
            "Tundra": "#D8E8F3",
            "Tower": "#BABAC8",
            "plains": "#F2E9BE",
            "forest": "#A9CB86",
            "hill": "#E2C08C",
            "building": "#E9DED4",
            "water": "#86BCEC",
            "ford": "#C0E2F4",
            "bridge": "#A6CFF0",
            "ruins": "#C6BCB4",
        }
    ),
)
"""For Discord's light background: the standard colours by daylight."""

CONTRAST = Theme(
    "contrast",
    ground="#000000",
    panel="#101214",
    ink="#FFFFFF",
    faint="#DDE2E6",
    dark="#000000",
    alarm="#FFC400",
    danger="#FF6A58",
    active="#7DE3FF",
    blood="#8F0012",
    paints=MappingProxyType(
        {
            "Plains": "#FFE650",
            "Woods": "#95A40F",
            "Brush": "#AEF8BC",
            "Hills": "#3C2519",
            "Jungle": "#03624A",
            "Desert": "#FFA56C",
            "Marsh": "#B39F8B",
            "Swamp": "#04349E",
            "Mountains": "#981C0A",
            "Tundra": "#F6FDFF",
            "Tower": "#A9B3C0",
            "Black": "#000000",
            "Blue": "#0430DC",
            "Brown": "#482000",
            "Gold": "#FFCE05",
            "Green": "#086444",
            "Red": "#B01A06",
            "Titan": "#92969B",
            "Warlock": "#6A449D",
            "Gargoyle": "#989890",
            "Ogre": "#8E4124",
            "Troll": "#7AA25E",
            "Cyclops": "#8F3B50",
            "Gorgon": "#58A590",
            "Ranger": "#266438",
            "Minotaur": "#85482C",
            "Warbear": "#645446",
            "Wyvern": "#63A37B",
            "Behemoth": "#60526F",
            "Dragon": "#A32824",
            "Hydra": "#58A2A2",
            "Serpent": "#63A646",
            "Colossus": "#B3915D",
            "plains": "#FFF3B8",
            "forest": "#8FD65A",
            "hill": "#F2A94A",
            "building": "#F2E6DC",
            "water": "#4FA4FF",
            "ford": "#B4E6FF",
            "bridge": "#86C4FF",
            "ruins": "#B4A8A0",
            "daqan": "#0430DC",
            "uthuk": "#A80E06",
            "poison": "#0E4A06",
            "heal": "#0B4A12",
            "banner": "#5A1A9C",
        }
    ),
)
"""Black ground, and nothing between light and dark: whatever is written has a contrast of at least 7."""

SAFE = Theme(
    "safe",
    ground="#0E1115",
    panel="#1E252B",
    ink="#F4F1EA",
    faint="#B9C0C6",
    paints=MappingProxyType(
        {
            "Plains": "#FCEB7C",
            "Woods": "#646F10",
            "Brush": "#A6E6C6",
            "Hills": "#3A2930",
            "Jungle": "#23502A",
            "Desert": "#DA963F",
            "Marsh": "#998E7A",
            "Swamp": "#1C68C6",
            "Mountains": "#8A546A",
            "Tundra": "#E8EEFC",
            "Tower": "#929DAA",
            "Black": "#08090C",
            "Blue": "#2336D8",
            "Brown": "#642F08",
            "Gold": "#FFEA1F",
            "Green": "#10B5A2",
            "Red": "#E5602C",
            "plains": "#F8F0BE",
            "forest": "#74881C",
            "hill": "#E2A75C",
            "building": "#C4B0AC",
            "water": "#2C5FB4",
            "ford": "#BDE4FA",
            "bridge": "#7FAEEC",
            "ruins": "#585262",
            "daqan": "#2336D8",
            "uthuk": "#D65A22",
            "poison": "#0B5C50",
            "banner": "#5E2E8C",
        }
    ),
)
"""For protanopes, deuteranopes and tritanopes: players and terrains are told apart by their paint alone."""

PRINT = Theme(
    "print",
    ground="#FFFFFF",
    panel="#F5F5F5",
    ink="#000000",
    faint="#4A4A4A",
    dark="#000000",
    alarm="#B87400",
    danger="#C4161F",
    active="#00658F",
    blood="#6E0A18",
    paints=MappingProxyType(
        {
            "Plains": "#FDF7CB",
            "Woods": "#D5DAA9",
            "Brush": "#DEF6E6",
            "Hills": "#C2B4A8",
            "Jungle": "#AADCD0",
            "Desert": "#E8C29E",
            "Marsh": "#F0E0D0",
            "Swamp": "#B0C7F8",
            "Mountains": "#EFBBB8",
            "Tundra": "#DDE8F8",
            "Tower": "#C6CAD4",
            "Black": "#212323",
            "Blue": "#4260C8",
            "Brown": "#7D4A1C",
            "Gold": "#FBD665",
            "Green": "#70C3A2",
            "Red": "#E67869",
            "plains": "#FFFBE6",
            "forest": "#D3E6C0",
            "hill": "#F0DDBE",
            "building": "#F4ECE6",
            "water": "#BFDCF8",
            "ford": "#DDF0FA",
            "bridge": "#CFE4FA",
            "ruins": "#DAD4CE",
            "daqan": "#4260C8",
            "uthuk": "#C4453A",
        }
    ),
)
"""White ground and pale lands, for paper."""

THEMES: Mapping[str, Theme] = MappingProxyType({theme.name: theme for theme in (DARK, LIGHT, CONTRAST, SAFE, PRINT)})
"""Every theme by its name, the standard one first."""
