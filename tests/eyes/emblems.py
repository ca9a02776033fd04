"""The emblems of Titan's kinds, without their names."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from PIL import Image

from render.canvas import png
from render.theme import DARK
from render.titan.pieces.emblems import EMBLEMS, emblem
from tests.eyes.asking import Asked
from tests.render import views

SIZE = 64
KEY = """Each picture shows one creature, 64 pixels wide. It is one of: Angel, Archangel, Behemoth, Centaur, Colossus (a
giant of stone or metal), Cyclops, Dragon, Gargoyle, Giant, Gorgon (a woman with snakes for hair), Griffon, Guardian,
Hydra, Lion, Minotaur, Ogre, Ranger, Serpent, Titan (a king of gods), Troll, Unicorn, Warbear, Warlock, Wyvern."""


def asked(chance: Random) -> Iterator[Asked]:
    """All kinds, in an order of chance."""
    kinds = views.rules().kinds
    for code in chance.sample(sorted(EMBLEMS), len(EMBLEMS)):
        drawn = emblem(code, SIZE, kinds[code].paint, DARK)
        plate = Image.new("RGB", drawn.size, "#e9e4d8")
        plate.paste(drawn, (0, 0), drawn)
        yield Asked(png(plate), (("Which creature is it?", kinds[code].name),))
