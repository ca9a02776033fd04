"""A new legion as it forms, for its owner's eyes alone: who is in it, and who or which marker may come next (V7)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.titan.rules import TITAN
from engine.titan.view import PlayerView, SpawningView, View
from render.canvas import Box, Canvas
from render.parts import Part, Parts
from render.theme import Theme
from render.titan.masterboard.turn_marks import dashes
from render.titan.pieces import tiles, tokens
from render.titan.pieces.captions import Captions
from render.titan.pieces.markers import emblem_of
from render.titan.pieces.rows import FIRST, LEAST, MARKER, ROW, STEP, WIDTH, land_plate

HEIGHT = 2 * ROW
"""How high it is: a row for the legion, and one for what may come next."""

FREE = (74, 100)
"""The width and the height of a marker that may be chosen."""

DASH, PAUSE = 12, 8


def parts(view: View, player: PlayerView, y: float) -> Parts:
    """The legion from `y` on: eight places, those that are taken and the one that is open; below who may take it."""
    forming = view.spawning
    assert forming is not None, "there is a new legion"
    found = [
        Part("forming", Box(6, y, WIDTH - 12, ROW - 5), (forming.land,), solid=False),
        Part("loop", Box(12, y + 6, MARKER, MARKER), (player.seat,)),
        Part("tower", Box(118, y + 3, FIRST - 122, ROW - 11), (forming.land, len(forming.creatures))),
        *_places(view, forming, y + 4),
        Part("next", Box(6, y + ROW, WIDTH - 12, ROW - 5), (bool(forming.options),), solid=False),
        Part("asked", Box(18, y + ROW + 4, FIRST - 30, ROW - 13), (bool(forming.options),)),
    ]
    if forming.options:
        boxes = (Box(FIRST + place * STEP, y + ROW + 4, tiles.WIDTH, tiles.HEIGHT) for place in range(8))
        found += [Part("option", box, (code,)) for code, box in zip(forming.options, boxes, strict=False)]
    else:
        found += _free(player.markers, Box(FIRST, y + ROW + 6, WIDTH - FIRST - 12, FREE[1]))
    return tuple(found)


def _places(view: View, forming: SpawningView, y: float) -> Iterator[Part]:
    """The characters, and while some are to come the places for them, the first of which is open."""
    full = len(view.rules.start)
    for place in range(full):
        box = Box(FIRST + place * STEP, y, tiles.WIDTH, tiles.HEIGHT)
        if place < len(forming.creatures):
            yield Part("settled", box, (forming.creatures[place],))
        elif forming.options:
            yield Part("open", box, (place == len(forming.creatures),))


def _free(markers: tuple[str, ...], room: Box) -> Iterator[Part]:
    wide = min(FREE[0] + 4.0, room.width / max(1, len(markers)))
    for place, marker in enumerate(markers):
        yield Part("choice", Box(room.x + place * wide, room.y, wide - 4, room.height), (marker,))


def paint(canvas: Canvas, part: Part, view: View, player: PlayerView, captions: Captions, theme: Theme) -> None:
    """Draws one part."""
    box = part.box
    colours = tokens.livery(view.rules, player.colour, theme)
    match part.sort:
        case "forming":
            canvas.box(box, theme.panel, radius=10)
        case "next":
            canvas.box(box, theme.panel, theme.active, 3, 10)
        case "loop":
            canvas.paste(tokens.loop(round(box.width), colours.paint, colours.text, theme), (box.x, box.y))
        case "tower":
            land, number = part.facts
            above = Box(box.x + 2, box.y + 1, box.width - 4, 28)
            canvas.fitted(captions.told("new-legion"), above, theme.strong.sized(25), theme.ink, "l", LEAST)
            land_plate(canvas, Box(box.x, box.y + 32, box.width - 4, 38), view.rules, land, captions, theme)
            said = captions.told("characters", number=number)
            below = Box(box.x + 2, box.y + 74, box.width - 4, box.height - 74)
            canvas.fitted(said, below, theme.small.sized(22), theme.faint, "l", LEAST)
        case "asked":
            said = captions.told("next-one" if part.facts[0] else "next-marker")
            for row, line in enumerate(said.split("\n")):
                at = Box(box.x, box.y + 14 + 38 * row, box.width, 38)
                canvas.fitted(line, at, theme.strong.sized(30), theme.active, "l", LEAST)
        case "settled" | "option":
            kind = view.rules.kinds[part.facts[0]]
            power = player.titan_power if kind.code == TITAN else kind.power
            sprite = tiles.tile(kind, tiles.named(kind.code, captions, theme), power, theme, theme.panel, colours)
            canvas.paste(sprite, (box.x, box.y))
        case "open":
            _open(canvas, box, part.facts[0], theme)
        case "choice":
            canvas.box(box, colours.paint, colours.text, 2, 8)
            marker, side = part.facts[0], min(52, round(box.width) - 10)
            sprite = emblem_of(marker, side, colours.text, colours.paint)
            canvas.paste(sprite, (box.centre[0] - side / 2, box.y + 8))
            code = Box(box.x + 3, box.bottom - 38, box.width - 6, 32)
            canvas.fitted(marker, code, theme.strong.sized(27), colours.text, least=LEAST)
        case sort:
            raise AssertionError(sort)


SORTS = frozenset({"forming", "next", "loop", "tower", "asked", "settled", "option", "open", "choice"})
"""The parts that are of a new legion."""


def _open(canvas: Canvas, box: Box, now: bool, theme: Theme) -> None:
    """A place that nobody has taken; the one that is asked for has a question mark."""
    frame = box.shrunk(4)
    for start, end in zip(frame.corners, (*frame.corners[1:], frame.corners[0]), strict=True):
        for dash in dashes((start, end), DASH, PAUSE):
            canvas.line(dash, theme.active if now else theme.faint, 4 if now else 2)
    if now:
        canvas.fitted("?", frame, theme.title.sized(64), theme.active)
