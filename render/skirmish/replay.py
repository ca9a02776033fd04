"""Replays of skirmish: each shot is the field, or the standing, as the `draw` of each makes it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from PIL import Image

from render.canvas import Colour
from render.replay import MOST_SHOTS, Shot, filmed, go_on, thinned
from render.skirmish.cards.score import draw as standing
from render.skirmish.field.board import draw as board
from render.skirmish.pieces import counters, lands
from render.skirmish.pieces.captions import NOBODY, Captions, Names
from render.theme import DARK, Theme


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

    def picture(shot: Shot) -> Image.Image:
        return (standing if shot.standing else board)(shot.view, captions, theme, names)

    largest = [picture(shot) for shot in (shown[0], *(shot for shot in shown if shot.standing))]
    return filmed(shown, form, most, picture, largest, _paints(theme), theme, check)


def _paints(theme: Theme) -> Iterator[Colour]:
    """The colours that no animation may lose besides the theme's own: the sides' and the terrains'."""
    yield from (counters.livery_of(faction, True, theme).paint for faction in counters.PAINTS)
    yield from (lands.fill(name, theme) for name in lands.DRAWINGS)
