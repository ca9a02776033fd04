"""The masterboard: lands and signs once, then what moves on them, and the players in the corners."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from PIL import Image

from engine.titan.actions import May
from engine.titan.outlook import goals
from engine.titan.rules import Rules
from engine.titan.view import View
from render.canvas import Box, Canvas, Colour, Palette
from render.parts import Parts
from render.theme import DARK, Theme
from render.titan.masterboard import end_conditions, lands, legend, margin
from render.titan.masterboard.bare_board import PALE, bare, labels
from render.titan.masterboard.geometry import whole
from render.titan.masterboard.margin import HEIGHT, WIDTH
from render.titan.masterboard.painting import paint
from render.titan.masterboard.placement import parts
from render.titan.pieces import light, tokens
from render.titan.pieces.captions import NOBODY, Captions, Names


def board(
    view: View,
    captions: Captions,
    theme: Theme = DARK,
    names: Names = NOBODY,
    focus: str = "",
    actions: Iterable[May] = (),
) -> bytes:
    """The masterboard with everything that the view holds on it, as a PNG.

    `actions` are those of the viewer: where he may move is marked. With a legion as `focus` only where that one may,
    and what it could muster there.
    """
    return palette(view.rules, captions, theme).png(draw(view, captions, theme, names, focus, actions))


def draw(
    view: View,
    captions: Captions,
    theme: Theme = DARK,
    names: Names = NOBODY,
    focus: str = "",
    actions: Iterable[May] = (),
) -> Image.Image:
    """The masterboard in full colours."""
    plan = whole(view.rules.board)
    canvas = Canvas.over(bare(view.rules.board, theme))
    legend.paint(canvas, view.rules.board, captions, theme)
    legend.paint_wiped_out(canvas, view, captions, theme)
    paint(canvas, scene(view, focus, actions), view, plan, theme)
    margin.paint(canvas, view, plan, captions, theme, names)
    return end_conditions.below(canvas.finished(), view, captions, theme)


def tall(view: View) -> int:
    """How high the picture is."""
    return HEIGHT + end_conditions.tall(view)


def scene(view: View, focus: str = "", actions: Iterable[May] = ()) -> Parts:
    """Everything on the picture, with what it tells."""
    plan = whole(view.rules.board)
    explained = (*legend.parts(view.rules.board), *legend.wiped_out(view))
    told = (*labels(plan), *explained, *margin.parts(view, plan), *end_conditions.parts(view))
    return (*told, *parts(view, plan, goals(view, actions, focus)))


@lru_cache(maxsize=16)
def palette(rules: Rules, captions: Captions, theme: Theme) -> Palette:
    """The colours of the board with its words, of all counters on it, of kinds, and of their edges."""
    exact = [*paints(rules, theme, light.slate(theme), light.brass(theme), light.table(theme))]
    exact += [theme.paint(kind.name, kind.paint) for kind in rules.kinds.values()]
    base = Canvas.over(bare(rules.board, theme))
    legend.paint(base, rules.board, captions, theme)
    samples = [base.image.resize((WIDTH // 3, HEIGHT // 3), Image.Resampling.NEAREST)]
    samples += [sample(rules, colour, theme) for colour in rules.colours]
    return Palette(exact, samples)


def paints(rules: Rules, theme: Theme, *more: Colour) -> Iterator[Colour]:
    """The colours that no board may lose: the theme's own and `more`, the terrains' and the players'."""
    yield from (theme.ground, theme.panel, theme.ink, theme.faint, theme.light, theme.dark, theme.active, theme.danger)
    yield from (*more, PALE)
    for terrain in rules.board.terrains.values():
        found = lands.tones(terrain, theme)
        yield from (found.fill, found.shade, found.deep, found.gleam, found.mark)
    yield from (tokens.livery(rules, colour, theme).paint for colour in rules.colours)


def sample(rules: Rules, colour: str, theme: Theme) -> Image.Image:
    """A plate of a colour on a panel, with the edges that it has."""
    canvas = Canvas(120, 400, theme.panel, theme.scale)
    livery = tokens.livery(rules, colour, theme)
    for row in range(4):
        tokens.plate(canvas, Box(10, 10 + 90 * row, 100, 80), livery, rim=3)
        canvas.fitted(livery.code, Box(20, 20 + 90 * row, 80, 60), theme.title, livery.text)
    return canvas.finished()
