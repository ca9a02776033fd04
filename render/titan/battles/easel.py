"""What a battle is painted with: the battle itself, the words of a language, and the part of the map that is shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

from render.canvas import Box, Canvas, Point
from render.parts import Part, Parts
from render.theme import Theme
from render.titan.battles.battleland import HEIGHT, WIDTH
from render.titan.battles.layout import Stage
from render.titan.pieces import characters, tokens
from render.titan.pieces.captions import Captions, Names, called
from render.titan.pieces.markers import MARKERS, emblem_of
from render.titan.pieces.tokens import Livery


@dataclass(frozen=True, slots=True)
class MarkSizes:
    """How large marks on the map are, in pixels of the picture.

    `start` and `goal` are the radii of discs where a move began and where one may go; `way` and `blow` how thick the
    arrows of moves and strikes are; `edge` and `corner` are those of a plate with words, `type` and `least` its type.
    """

    start: int
    goal: int
    way: int
    blow: int
    edge: float
    corner: int
    type: int
    least: int


@dataclass(frozen=True, slots=True)
class MapFrame:
    """Which part of the full map is shown, from how far down in the picture, and how much larger."""

    shown: Box
    marks: MarkSizes
    zoom: float = 1.0
    top: int = 0

    @property
    def height(self) -> int:
        """How high the picture is."""
        return self.top + round(self.shown.height * self.zoom) // 2 * 2

    def at(self, point: Point) -> Point:
        """Where a point of the full map lies in the picture."""
        return (point[0] - self.shown.x) * self.zoom, (point[1] - self.shown.y) * self.zoom + self.top

    def box(self, box: Box) -> Box:
        """Where a rectangle of the full map lies in the picture."""
        x, y = self.at((box.x, box.y))
        return Box(x, y, box.width * self.zoom, box.height * self.zoom)


WHOLE = MapFrame(Box(0, 0, WIDTH, HEIGHT), MarkSizes(9, 12, 8, 6, 1.5, 5, 17, 14))


@dataclass(frozen=True, slots=True)
class Easel(Stage):
    """What all parts are painted from, with the names of the players and the words of a language."""

    theme: Theme
    names: Names
    captions: Captions
    overlaid: frozenset[str] = frozenset()
    """The hexes whose names need a ground of their own."""
    frame: MapFrame = WHOLE

    def livery(self, side: int) -> Livery:
        """How a side's player is painted."""
        player = tokens.player_of(self.view, self.fought.seats[side])
        return tokens.livery(self.view.rules, player.colour, self.theme)

    def player(self, side: int) -> str:
        """What a side's player is called."""
        return called(tokens.player_of(self.view, self.fought.seats[side]), self.names, self.captions)


Paint = Callable[[Canvas, Part, Easel], None]


def paint(canvas: Canvas, parts: Parts, stage: Easel, painters: Mapping[str, Paint]) -> None:
    """Paints the parts for whose sorts there are painters, in the order of these: the lowest first."""
    for sort, painter in painters.items():
        for part in parts:
            if part.sort == sort:
                painter(canvas, part, stage)


def plate_of(stage: Easel, marker: str, size: int, side: int) -> Image.Image:
    """A legion's marker in its player's livery, with the badge of the side that it fights on."""
    return _plated(stage.livery(side), marker, size, side, stage.captions.badge(side), stage.theme)


PHONE = 54
"""The size of a plate on a phone, on which the letter is larger."""


@lru_cache(maxsize=128)
def _plated(colours: Livery, marker: str, size: int, side: int, letter: str, theme: Theme) -> Image.Image:
    canvas = Canvas(size, size, None, 2)
    tokens.plate(canvas, Box(0, 0, size, size), colours, 9, 1.5)
    inner = size - 18
    if marker in MARKERS:
        sign = emblem_of(marker, inner * 2, colours.text, colours.paint)
        canvas.paste_large(sign, ((size - inner) / 2, 11))
    radius = 9 if size < PHONE else 13
    characters.badge(canvas, (size - radius - 2, size - radius - 2), radius, side, letter, theme)
    return canvas.finished()
