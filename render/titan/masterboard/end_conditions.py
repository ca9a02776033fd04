"""Below the board of a game that ends by agreement: each end condition with how far it is, and what the viewer has now.

Where the last Titan wins nothing is agreed, and nothing stands here (V2.3, V3.4).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from PIL import Image

from engine.titan.outlook import progress
from engine.titan.rules import Rules
from engine.titan.view import EndView, View
from render.canvas import Box, Canvas, mixed
from render.parts import Part, Parts
from render.theme import Theme
from render.titan.masterboard.margin import HEIGHT, MARGIN, WIDTH
from render.titan.pieces import tiles
from render.titan.pieces.captions import Captions

ROW = 76
GAP = 8
ACROSS = 3
"""The most that stand side by side."""

EMBLEM = 50
TRACK = 10
"""How high the bar is that fills."""
TICK = 40


def tall(view: View) -> int:
    """How high all of it is, with the margin below."""
    number = len(_cells(view))
    return -(-number // ACROSS) * ROW + round(MARGIN) - GAP if number else 0


def parts(view: View) -> Parts:
    """The conditions in their order, and at last what the viewer has in all if the game ends now."""
    cells = _cells(view)
    if not cells:
        return ()
    rows = -(-len(cells) // ACROSS)
    across = -(-len(cells) // rows)
    wide = (WIDTH - 2 * MARGIN + GAP) / across
    return tuple(
        Part(
            "total" if isinstance(cell, int) else "end",
            Box(round(MARGIN + place % across * wide), HEIGHT + place // across * ROW, round(wide - GAP), ROW - GAP),
            (cell,) if isinstance(cell, int) else (cell, *progress(view, cell)),
        )
        for place, cell in enumerate(cells)
    )


def _cells(view: View) -> tuple[EndView | int, ...]:
    totals = tuple(_totals(view))
    return (*view.ends, *totals) if view.turn else ()


def _totals(view: View) -> Iterator[int]:
    """What the viewer has now, in a game that still runs; at its end the players' cards tell of everybody."""
    if view.phase != "over":
        yield from (p.total for p in view.players if p.seat == view.viewer and p.total is not None)


def below(board: Image.Image, view: View, captions: Captions, theme: Theme) -> Image.Image:
    """The board with all of it, or as it was if nothing is agreed."""
    shown = parts(view)
    if not shown:
        return board
    canvas = Canvas(board.width, board.height + tall(view), theme.ground)
    canvas.paste(board, (0, 0))
    for part in shown:
        size = round(part.box.width), round(part.box.height)
        if part.sort == "total":
            cell = _total(part.facts[0], size, captions, theme)
        else:
            cell = _end(view.rules, *part.facts, size, captions, theme)
        canvas.paste(cell, (part.box.x, part.box.y))
    return canvas.finished()


@lru_cache(maxsize=128)
def _end(
    rules: Rules, end: EndView, done: int, wanted: int, size: tuple[int, int], captions: Captions, theme: Theme
) -> Image.Image:
    """A condition: the kind that it is about, what is wanted and how much is there; ticked once it has come true."""
    canvas = _panel(size, end.reached, theme)
    width, height = size
    inner = Box(16, 4, width - 32, height - TRACK - 8)
    if end.reached:
        _tick(canvas, Box(inner.right - TICK, inner.y, TICK, inner.height), theme)
        inner = Box(inner.x, inner.y, inner.width - TICK - 10, inner.height)
    if end.value in rules.kinds:
        sprite = tiles.plate(rules.kinds[end.value], EMBLEM * canvas.scale, theme, theme.panel)
        canvas.paste_large(sprite, (inner.x, inner.centre[1] - EMBLEM / 2))
        face = theme.strong.sized(34)
        code = Box(inner.x + EMBLEM + 8, inner.y, face.width(end.value) + 4, inner.height)
        canvas.fitted(end.value, code, face, theme.ink, "l")
        inner = Box(code.right + 8, inner.y, inner.right - code.right - 8, inner.height)
    canvas.fitted(_said(end, done, wanted, captions), inner, theme.plain.sized(34), theme.ink, "l")
    if wanted > 1:
        track = Box(14, height - TRACK - 6, width - 28, TRACK)
        canvas.box(track, mixed(theme.panel, theme.ink, 0.18), radius=TRACK / 2)
        if done:
            share = min(1.0, done / wanted)
            bar = Box(track.x, track.y, max(TRACK, track.width * share), TRACK)
            canvas.box(bar, theme.active, radius=TRACK / 2)
    return canvas.finished()


def _said(end: EndView, done: int, wanted: int, captions: Captions) -> str:
    match end.key:
        case "deadline":
            day, hour, zone = end.value[:10], end.value[11:16], end.value[16:]
            return captions.told("end.deadline", when=f"{day} {hour} {'UTC' if zone == 'Z' else zone}")
        case "appearance":
            return captions.told("end.appearance", kind=captions.kind(end.value))
        case key:
            return captions.told(f"end.{key}", done=done, wanted=wanted)


@lru_cache(maxsize=64)
def _total(total: int, size: tuple[int, int], captions: Captions, theme: Theme) -> Image.Image:
    """What the viewer has if the game ends now: for his eyes alone."""
    canvas = _panel(size, False, theme)
    inner = Box(16, 4, size[0] - 32, size[1] - 8)
    canvas.fitted(captions.told("total-now", total=total), inner, theme.strong.sized(40), theme.active, "l")
    return canvas.finished()


def _panel(size: tuple[int, int], reached: bool, theme: Theme) -> Canvas:
    canvas = Canvas(*size, theme.ground, theme.scale, paired=True)
    canvas.box(Box(0, 0, *size), theme.panel, theme.active if reached else None, 4, 12)
    return canvas


def _tick(canvas: Canvas, box: Box, theme: Theme) -> None:
    (x, y), size = box.centre, TICK
    line = ((x - 0.4 * size, y), (x - 0.1 * size, y + 0.3 * size), (x + 0.4 * size, y - 0.35 * size))
    canvas.line(line, theme.active, 8)
