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
    `Lion`. There is one value of each theme, so that it is itself its key.
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
    alarm="#B96A00",
    danger="#D92B1F",
    active="#00658F",
    blood="#A3141F",
    paints=MappingProxyType(
        {
            "Plains": "#EBD68C",
            "Woods": "#A0AD62",
            "Brush": "#BDDFB6",
            "Hills": "#7B5C48",
            "Jungle": "#3F7862",
            "Desert": "#EBA878",
            "Marsh": "#B5A593",
            "Swamp": "#6F98D8",
            "Mountains": "#B25547",
            "Tundra": "#E6F1F8",
            "Tower": "#BDBFC9",
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
            "Plains": "#FFE268",
            "Woods": "#A2B012",
            "Brush": "#A9EEA9",
            "Hills": "#4A2E1E",
            "Jungle": "#00573C",
            "Desert": "#FF9F57",
            "Marsh": "#C0AD98",
            "Swamp": "#123F9E",
            "Mountains": "#8A1A10",
            "Tundra": "#F0FAFF",
            "Tower": "#AEB2BE",
            "Black": "#000000",
            "Blue": "#0A34C8",
            "Brown": "#552600",
            "Gold": "#FFC800",
            "Green": "#00602F",
            "Red": "#B00000",
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
        }
    ),
)
"""Black ground, and nothing between light and dark: whatever is written has a contrast of at least 7."""

SAFE = Theme(
    "safe",
    ground="#20262C",
    panel="#2C343C",
    ink="#F4F1EA",
    faint="#B9C0C6",
    paints=MappingProxyType(
        {
            "Plains": "#F6E27A",
            "Woods": "#6C7420",
            "Brush": "#B5E8CE",
            "Hills": "#3A2D2A",
            "Jungle": "#28502A",
            "Desert": "#D89A48",
            "Marsh": "#A39A88",
            "Swamp": "#3465BC",
            "Mountains": "#96586A",
            "Tundra": "#E4E6FA",
            "Tower": "#8C99AE",
            "Black": "#08090C",
            "Blue": "#2336D8",
            "Brown": "#642F08",
            "Gold": "#FFEA1F",
            "Green": "#10B5A2",
            "Red": "#E5602C",
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
    alarm="#B96A00",
    danger="#C8281C",
    active="#00658F",
    blood="#A3141F",
    paints=MappingProxyType(
        {
            "Plains": "#FBF1C8",
            "Woods": "#DFE5BB",
            "Brush": "#DDF2DA",
            "Hills": "#D8C4B5",
            "Jungle": "#BCDACB",
            "Desert": "#FBDCC4",
            "Marsh": "#E5DCD1",
            "Swamp": "#C8DAF6",
            "Mountains": "#EFC5BD",
            "Tundra": "#F4FAFD",
            "Tower": "#E0E1E7",
            "Black": "#2A2A2A",
            "Blue": "#4068D0",
            "Brown": "#80502C",
            "Gold": "#F5D06A",
            "Green": "#6CBB92",
            "Red": "#E8857A",
        }
    ),
)
"""White ground and pale lands, for paper."""

THEMES: Mapping[str, Theme] = MappingProxyType({theme.name: theme for theme in (DARK, LIGHT, CONTRAST, SAFE, PRINT)})
"""Every theme by its name, the standard one first."""
