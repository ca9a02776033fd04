"""How a battle may end, as bars: one for each outcome, with its share, and how sure that is."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image

from render.canvas import Box, Canvas, Colour, mixed, png
from render.lettering import wrapped
from render.parts import Part, Parts
from render.theme import DARK, Theme

WIDTH = 800
LEFT = 20
HEAD = 46
ROW = 92
NOTE = 40
LEAST = 24
"""The smallest type: a phone shows the picture at half of its width."""

SIDE = 150
"""The room for the figures at the end of a bar."""


@dataclass(frozen=True, slots=True)
class Bar:
    """An outcome: `label` and `figure` as they are written, `share` and its standard `error` from 0 to 1.

    `sort` is `attacker`, `time`, `both` or `defender`.
    """

    sort: str
    label: str
    figure: str
    share: float
    error: float


@dataclass(frozen=True, slots=True)
class OddsChart:
    """The whole picture in words: lines above, the bars, and lines below that are broken where they must."""

    heads: tuple[str, ...]
    bars: tuple[Bar, ...]
    notes: tuple[str, ...]


def odds(chart: OddsChart, theme: Theme = DARK) -> bytes:
    """The bars as a PNG."""
    return png(draw(chart, theme))


def draw(chart: OddsChart, theme: Theme = DARK) -> Image.Image:
    """The bars, in full colours."""
    canvas = Canvas(WIDTH, tall(chart, theme), theme.ground)
    for part in scene(chart, theme):
        match part.sort:
            case "title":
                _heads(canvas, part.box, chart, theme)
            case "bar":
                _bar(canvas, part.box, part.facts[0], theme)
            case "note":
                canvas.text(part.facts[0], (part.box.x, part.box.centre[1]), theme.strong.sized(28), theme.faint, "l")
            case sort:
                raise AssertionError(sort)
    return canvas.finished()


def tall(chart: OddsChart, theme: Theme = DARK) -> int:
    """How high the picture is."""
    return _top(chart) + ROW * len(chart.bars) + NOTE * len(_lines(chart, theme)) + 14


def scene(chart: OddsChart, theme: Theme = DARK) -> Parts:
    """The title, a row for each outcome, and the lines below."""
    top = _top(chart)
    parts = [Part("title", Box(0, 0, WIDTH, top - 8), chart.heads)]
    for row, bar in enumerate(chart.bars):
        parts.append(Part("bar", Box(LEFT, top + row * ROW, WIDTH - 2 * LEFT, ROW - 8), (bar,)))
    y = top + ROW * len(chart.bars) + 4
    for row, line in enumerate(_lines(chart, theme)):
        parts.append(Part("note", Box(LEFT, y + row * NOTE, WIDTH - 2 * LEFT, NOTE), (line,)))
    return tuple(parts)


def _top(chart: OddsChart) -> int:
    """Where the bars begin."""
    return HEAD * len(chart.heads) + 24


def _heads(canvas: Canvas, box: Box, chart: OddsChart, theme: Theme) -> None:
    """The two forces, and under them the ground."""
    canvas.box(box, theme.panel)
    *forces, ground = chart.heads
    for row, line in enumerate(forces):
        inner = Box(LEFT, box.y + 6 + row * HEAD, WIDTH - 2 * LEFT, HEAD)
        canvas.fitted(line, inner, theme.plain.sized(36), theme.ink, "l", LEAST)
    last = Box(LEFT, box.y + 6 + len(forces) * HEAD, WIDTH - 2 * LEFT, HEAD)
    canvas.fitted(ground, last, theme.strong.sized(30), theme.faint, "l", LEAST)


def _lines(chart: OddsChart, theme: Theme) -> tuple[str, ...]:
    face = theme.strong.sized(28)
    return tuple(line for note in chart.notes for line in wrapped(note, face.file, face.size, WIDTH - 2 * LEFT))


def _bar(canvas: Canvas, box: Box, bar: Bar, theme: Theme) -> None:
    """The outcome in words above its bar; the thin line across the bar's end is one standard error either way."""
    words = Box(box.x, box.y, box.width - SIDE, 38)
    canvas.fitted(bar.label, words, theme.plain.sized(32), theme.ink, "l", LEAST)
    rail = Box(box.x, box.y + 42, box.width - SIDE, 34)
    canvas.box(rail, mixed(theme.ground, theme.ink, 0.14), radius=5)
    if bar.share:
        length = max(8.0, rail.width * bar.share)
        canvas.box(Box(rail.x, rail.y, length, rail.height), _paint(bar.sort, theme), theme.ink, 1, 5)
    low, high = (rail.x + rail.width * min(max(bar.share + sign * bar.error, 0.0), 1.0) for sign in (-1, 1))
    at = rail.centre[1]
    for paint, width in ((theme.ground, 8), (theme.ink, 3)):
        canvas.line([(low, at), (high, at)], paint, width)
        for end in (low, high):
            canvas.line([(end, at - 8), (end, at + 8)], paint, width)
    figure = Box(rail.right + 12, rail.y - 12, SIDE - 12, rail.height + 24)
    canvas.fitted(bar.figure, figure, theme.title.sized(42), theme.ink, "r", LEAST)


def _paint(sort: str, theme: Theme) -> Colour:
    """The colour of an outcome, which is told in words as well."""
    paints = {"attacker": theme.danger, "time": theme.alarm, "both": theme.faint, "defender": theme.active}
    return paints[sort]
