"""The battle map for a phone, which shows it at half of its width: what is fought over, close by, without the panel.

Counters are cut larger than on the full map, and all of that is drawn larger; where nobody stands and nothing happens
is left out. Places are worked out on the full map and then moved to where they lie in this picture.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from PIL import Image

from engine.titan.actions import May
from engine.titan.battle.frame import HEXES, INDEX
from engine.titan.battle.turn import ROUNDS
from engine.titan.view import View
from render.canvas import Box, Canvas
from render.parts import Part, Parts
from render.theme import DARK, Theme
from render.titan.battles import battleland
from render.titan.battles.battle import palette
from render.titan.battles.battleland import REACH, RISE
from render.titan.battles.easel import PHONE, Easel, MapFrame, MarkSizes, paint, plate_of
from render.titan.battles.layout import Stage, acting, ended, on_map, overlaid
from render.titan.battles.map_painting import PAINTERS
from render.titan.pieces.captions import NOBODY, Captions, Names
from render.titan.pieces.characters import LARGE

WIDTH = 800
HEAD = 64
"""How high the line is that tells round and who acts."""

ZOOMS = (1.5, 1.25, 1.05)
"""How much larger than the full map it may be drawn, the largest first."""

COLOURS = 56
"""So many colours are enough for it."""

LEVEL = 8
"""How hard the PNG is compressed: what it weighs is what a phone has to load."""

TALLEST = 900
"""The picture is no higher if that can be helped."""

MARGIN = 26
"""What is shown beyond the hexes that matter."""

LEAST = 22
"""The smallest type."""

MARKS = MarkSizes(12, 16, 11, 8, 2, 6, 26, LEAST)


def battle_phone(
    view: View,
    captions: Captions,
    theme: Theme = DARK,
    names: Names = NOBODY,
    focus: str = "",
    actions: Sequence[May] = (),
) -> bytes:
    """The battle that is being fought, for a phone, as a PNG of 800 pixels' width. The view must have one.

    It asks for the same as `battle`, and may be drawn wherever that is.
    """
    stage = Easel(view, theme, names, captions)
    colours = palette(view.rules, stage.ground, stage.terrain, theme, COLOURS)
    return colours.png(draw(view, captions, theme, names, focus, actions), LEVEL)


def draw(
    view: View,
    captions: Captions,
    theme: Theme = DARK,
    names: Names = NOBODY,
    focus: str = "",
    actions: Sequence[May] = (),
) -> Image.Image:
    """The same in full colours."""
    stage = Easel(view, theme, names, captions, cut=LARGE)
    placed = on_map(stage, focus, actions)
    frame = framed(stage, placed)
    stage = replace(stage, overlaid=overlaid(stage, placed), frame=frame)
    land = battleland.land(stage.ground, stage.terrain, theme, frame.zoom)
    letters = captions.badge(0), captions.badge(1)
    marks = battleland.entries(
        stage.ground, stage.fought.side, (stage.livery(0), stage.livery(1)), letters, theme, frame.zoom
    )
    left, top = round(frame.shown.x * frame.zoom), round(frame.shown.y * frame.zoom)
    corners = left, top, left + WIDTH, top + frame.height - HEAD
    canvas = Canvas(WIDTH, frame.height, theme.ground)
    canvas.paste(land.crop(corners), (0, HEAD))
    canvas.paste(marks.crop(corners), (0, HEAD))
    paint(canvas, placed, stage, PAINTERS)
    _head(canvas, stage)
    # each two rows alike, as on the masterboard: small enough for a phone, which shows it at half of its size
    rows = canvas.finished().reduce((1, 2))
    return rows.resize((WIDTH, frame.height), Image.Resampling.NEAREST)


def scene(view: View, focus: str = "", actions: Sequence[May] = ()) -> Parts:
    """All that the picture shows of a battle. The view must have one."""
    stage = Stage(view, cut=LARGE)
    placed = on_map(stage, focus, actions)
    frame = framed(stage, placed)
    size = Box(0, 0, WIDTH, frame.height)
    moved = (replace(part, box=frame.box(part.box)) for part in placed)
    return *head(stage), *(part for part in moved if part.box.overlaps(size))


def framed(stage: Stage, placed: Parts) -> MapFrame:
    """The hexes where somebody stands, comes from or may go, as large as there is room for."""
    fought = stage.fought
    labels = {f.hex for f in fought.fighters if f.hex}
    for part in placed:
        if part.sort in ("move", "arrow", "legal", "focus", "target", "onward"):
            labels |= {fact for fact in part.facts if isinstance(fact, str) and fact in INDEX}
    for side in (0, 1):
        if any(f.side == side and not f.hex for f in fought.fighters) or not labels:
            labels |= {HEXES[at] for at in stage.ground.entries[fought.side][side]}
    spots = [battleland.centre(label) for label in labels]
    left, right = min(x for x, _ in spots) - REACH - MARGIN, max(x for x, _ in spots) + REACH + MARGIN
    top, bottom = min(y for _, y in spots) - RISE - MARGIN, max(y for _, y in spots) + RISE + MARGIN + BELOW
    zoom = next((z for z in ZOOMS if (right - left) * z <= WIDTH and (bottom - top) * z <= TALLEST - HEAD), ZOOMS[-1])
    wide, high = WIDTH / zoom, min(max(bottom - top, LOWEST / zoom), LAND.height)
    x = min(max((left + right - wide) / 2, LAND.x), LAND.right - wide)
    y = min(max((top + bottom - high) / 2, LAND.y), LAND.bottom - high)
    return MapFrame(Box(round(x * zoom) / zoom, round(y * zoom) / zoom, wide, high), MARKS, zoom, HEAD)


LAND = Box(0, battleland.HEADER.bottom, 766, battleland.HEIGHT - battleland.HEADER.bottom)
"""Where on the full picture the map is."""

BELOW = 12
"""What is shown below a hex besides: the face of its edge."""

LOWEST = 480
"""The map is no lower."""


def head(stage: Stage) -> Iterator[Part]:
    """One line: who acts, or how it ended, and the round."""
    end = ended(stage.view)
    if end is None:
        side = acting(stage.view, stage.fought)
        yield Part("acting", Box(12, 6, 560, HEAD - 12), (side, stage.fought.seats[side], stage.fought.step))
    else:
        yield Part("result", Box(12, 6, 560, HEAD - 12), (end.winner, end.how))
    yield Part("round", Box(590, 6, 198, HEAD - 12), (stage.fought.round,))


def _head(canvas: Canvas, stage: Easel) -> None:
    theme, captions = stage.theme, stage.captions
    canvas.box(Box(0, 0, WIDTH, HEAD), theme.panel)
    for part in head(stage):
        room, side, said = part.box, -1, ""
        match part.sort, part.facts:
            case "acting", (side, _, step):
                said = captions.say(f"alt.battle-{'strike' if step == 'carry' else step}", side=captions.side(side))
            case "result", ("", _):
                said = captions.say("alt.battle-both-lost")
            case "result", (winner, _):
                side = stage.fought.markers.index(winner)
                said = captions.told("wins", side=captions.side(side), player=stage.player(side))
            case _:
                now = captions.told("round", round=part.facts[0], rounds=ROUNDS)
                canvas.fitted(now, part.box, theme.strong.sized(32), theme.faint, "r", LEAST)
                continue
        if side >= 0:
            canvas.paste(plate_of(stage, stage.fought.markers[side], PHONE, side), (room.x, room.y))
            room = Box(room.x + 64, room.y, room.width - 64, room.height)
        canvas.fitted(said, room, theme.strong.sized(38), theme.ink, "l", LEAST)
