"""Replays of Titan: each shot is the board, the battle if its view has one, or the standing, as `draw` makes it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from PIL import Image

from engine.titan.view import View
from render.canvas import Colour
from render.replay import MOST_SHOTS, Shot, filmed, go_on, thinned
from render.theme import DARK, Theme
from render.titan.battles.battle import draw as battle
from render.titan.cards.results import draw as standing
from render.titan.masterboard.board import draw as board
from render.titan.pieces.captions import NOBODY, Captions, Names


def replay(
    shots: Sequence[Shot],
    form: str,
    most: int,
    captions: Captions,
    theme: Theme = DARK,
    names: Names = NOBODY,
    check: Callable[[], None] = go_on,
) -> bytes:
    """The shots as an animated picture in a form of FORMATS, of at most `most` bytes.

    `check` is called before each shot; what it raises ends the drawing.
    """
    shown = thinned(shots, MOST_SHOTS)

    def drawn(shot: Shot) -> Image.Image:
        return picture(shot, captions, theme, names)

    largest = _first_of_each(shown, captions, theme, names)
    return filmed(shown, form, most, drawn, largest, _paints(shown[0].view, theme), theme, check)


def picture(shot: Shot, captions: Captions, theme: Theme, names: Names) -> Image.Image:
    """The standing where it is asked for; else the battle, if the view has one, or the board."""
    draw = standing if shot.standing else battle if shot.view.battle is not None else board
    return draw(shot.view, captions, theme, names)


def _first_of_each(shots: Sequence[Shot], captions: Captions, theme: Theme, names: Names) -> Iterator[Image.Image]:
    """A picture of a battle and one of the board, as far as there are both."""
    for fought in (True, False):
        shot = next((shot for shot in shots if (shot.view.battle is not None) == fought), None)
        if shot is not None:
            yield picture(shot, captions, theme, names)


def _paints(view: View, theme: Theme) -> Iterator[Colour]:
    """The colours that no animation may lose besides the theme's own: the players' and the terrains'."""
    yield from (theme.paint(colour.name, colour.paint) for colour in view.rules.colours.values())
    yield from (theme.paint(terrain.name, terrain.paint) for terrain in view.rules.board.terrains.values())
