"""How pictures look: colours, sizes and fonts as one value, which is part of the key of every cached picture."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from render.canvas import Colour, Type, contrast, mixed

NARROW = "NotoSans-ExtraCondensedBold.ttf"
PLAIN = "NotoSans-CondensedSemiBold.ttf"

NO_PAINTS: Mapping[str, Colour] = MappingProxyType({})


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

    def lit(self, paint: Colour, share: float = 0.3) -> Colour:
        """A paint where the light falls on it, as on its edges to the left and above."""
        return mixed(paint, self.glow, share)

    def shaded(self, paint: Colour, share: float = 0.35) -> Colour:
        """A paint turned away from the light, as on its edges to the right and below."""
        return mixed(paint, self.shade, share)

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
    alarm="#B97604",
    danger="#AE1218",
    active="#04658D",
    blood="#700A19",
    glow="#FFFAEA",
    shade="#39465E",
    frame="#8A7A5C",
    depth=0.3,
    paints=MappingProxyType(
        {
            "Plains": "#E0D1A2",
            "Woods": "#7F986E",
            "Brush": "#B6D1BC",
            "Hills": "#64524A",
            "Jungle": "#4F736D",
            "Desert": "#CDA58D",
            "Marsh": "#A19792",
            "Swamp": "#6B94C0",
            "Mountains": "#936157",
            "Tundra": "#D6E3E3",
            "Tower": "#AFB5BD",
            "plains": "#E8E0BC",
            "forest": "#9EBB80",
            "hill": "#D4B993",
            "building": "#DCD4CD",
            "water": "#7AA8CF",
            "ford": "#C4DDE5",
            "bridge": "#AAC9E9",
            "ruins": "#B3ABA5",
            "daqan": "#3961AA",
            "uthuk": "#93383E",
            "poison": "#517B24",
            "banner": "#804DBF",
            "heal": "#137B42",
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
    alarm="#FF9F29",
    danger="#FE6A5A",
    active="#7CE2FE",
    blood="#8D0013",
    glow="#FFFFFF",
    shade="#000000",
    frame="#FFFFFF",
    depth=0.0,
    paints=MappingProxyType(
        {
            "Plains": "#F6E7A6",
            "Woods": "#99A146",
            "Brush": "#C0F4C7",
            "Hills": "#36261E",
            "Jungle": "#31544D",
            "Desert": "#F0AC82",
            "Marsh": "#B2A08B",
            "Swamp": "#0F5885",
            "Mountains": "#793B2F",
            "Tundra": "#F7FCFC",
            "Tower": "#ACB4BD",
            "Black": "#000000",
            "Blue": "#142FDB",
            "Brown": "#532500",
            "Gold": "#FFD000",
            "Green": "#09663C",
            "Red": "#AB2202",
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
            "plains": "#FCF4C8",
            "forest": "#95CA6B",
            "hill": "#F0B87B",
            "building": "#EDE6E0",
            "water": "#6FA0E4",
            "ford": "#C2E4F6",
            "bridge": "#A0C4ED",
            "ruins": "#B0A8A3",
            "daqan": "#062FDD",
            "uthuk": "#AF1A00",
            "poison": "#143B00",
            "heal": "#095F26",
            "banner": "#571B9D",
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
    glow="#FFF0CE",
    shade="#05080F",
    frame="#9C9078",
    depth=0.5,
    alarm="#F4B803",
    danger="#FD80C4",
    active="#37D6FB",
    blood="#9B2546",
    paints=MappingProxyType(
        {
            "Plains": "#F3E188",
            "Woods": "#5F600F",
            "Brush": "#AADABC",
            "Hills": "#2F2436",
            "Jungle": "#264934",
            "Desert": "#BB9866",
            "Marsh": "#8A8072",
            "Swamp": "#3470AB",
            "Mountains": "#84556C",
            "Tundra": "#DDE1EF",
            "Tower": "#7A909B",
            "Black": "#08090C",
            "Blue": "#1E35D8",
            "Brown": "#632C00",
            "Gold": "#FFFC01",
            "Green": "#1FB597",
            "Red": "#F26318",
            "plains": "#FDFCE4",
            "forest": "#8F9F2D",
            "hill": "#FED89A",
            "building": "#BBADA9",
            "water": "#4E699E",
            "ford": "#CFE7F3",
            "bridge": "#7996FF",
            "ruins": "#615E6C",
            "daqan": "#212FDC",
            "uthuk": "#C2470E",
            "poison": "#005C48",
            "banner": "#5F2D8C",
            "heal": "#149356",
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
    alarm="#B6770F",
    danger="#BF1623",
    active="#0E6790",
    blood="#6E0415",
    glow="#FFFFFF",
    shade="#3C465A",
    frame="#8C8C8C",
    depth=0.2,
    paints=MappingProxyType(
        {
            "Plains": "#FEF7D2",
            "Woods": "#CBD4A5",
            "Brush": "#E4F9EC",
            "Hills": "#BDB4AE",
            "Jungle": "#A8D9CF",
            "Desert": "#E8B98C",
            "Marsh": "#F0E0D1",
            "Swamp": "#B9CCF7",
            "Mountains": "#ECC0BD",
            "Tundra": "#E4EDFA",
            "Tower": "#B9C0CB",
            "Black": "#212323",
            "Blue": "#1C60E2",
            "Brown": "#794714",
            "Gold": "#FDD760",
            "Green": "#63B993",
            "Red": "#E17566",
            "plains": "#FFFCE6",
            "forest": "#D9EDC8",
            "hill": "#ECD7B4",
            "building": "#FFF3EF",
            "water": "#AFDAFA",
            "ford": "#DEF4FB",
            "bridge": "#D8E3FB",
            "ruins": "#D0CCC6",
            "daqan": "#3F5FC9",
            "uthuk": "#C65242",
            "poison": "#407112",
            "banner": "#7C4EAD",
            "heal": "#157E3F",
        }
    ),
)
"""White ground and pale lands, for paper."""

THEMES: Mapping[str, Theme] = MappingProxyType({theme.name: theme for theme in (DARK, LIGHT, CONTRAST, SAFE, PRINT)})
"""Every theme by its name, the standard one first."""
