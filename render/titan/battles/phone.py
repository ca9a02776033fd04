"""The battle map for a phone, which shows it at half of its width: what is fought over, close by, without the panel.

Counters are cut larger than on the full map, and all of that is drawn larger; where nobody stands and nothing happens
is left out. Places are worked out on the full map and then moved to where they lie in this picture.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import atan2, degrees, hypot
from types import MappingProxyType

from PIL import Image

from engine.titan.actions import May
from engine.titan.battle.frame import HEXES, INDEX
from engine.titan.battle.turn import ROUNDS
from engine.titan.events import Maneuvered
from engine.titan.view import View
from render.arrows import arrow
from render.canvas import Box, Canvas, Colour, Point
from render.parts import Part, Parts
from render.theme import DARK, Theme
from render.titan.battles import battleland
from render.titan.battles.battle import (
    PHONE,
    POINT,
    Easel,
    clash,
    offered,
    palette,
    plate_of,
    pointer,
    rim,
    ring,
    ring_at,
)
from render.titan.battles.battleland import REACH, RISE
from render.titan.battles.layout import Stage, acting, ended, on_map, overlaid, way
from render.titan.pieces import characters, dice
from render.titan.pieces.captions import NOBODY, Captions, Names
from render.titan.pieces.characters import ABOVE, LARGE, PAD, Plight

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


@dataclass(frozen=True, slots=True)
class PhoneFrame:
    """Which part of the full map is shown, and how much larger."""

    shown: Box
    zoom: float

    @property
    def height(self) -> int:
        """How high the picture is."""
        return HEAD + round(self.shown.height * self.zoom) // 2 * 2

    def at(self, point: Point) -> Point:
        """Where a point of the full map lies in the picture."""
        return (point[0] - self.shown.x) * self.zoom, (point[1] - self.shown.y) * self.zoom + HEAD

    def box(self, box: Box) -> Box:
        """Where a rectangle of the full map lies in the picture."""
        x, y = self.at((box.x, box.y))
        return Box(x, y, box.width * self.zoom, box.height * self.zoom)


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
    fought = view.battle
    assert fought is not None, "a battle is drawn while there is one"
    ground, terrain = view.rules.grounds[fought.terrain], view.rules.board.terrains[fought.terrain]
    image = draw(view, captions, theme, names, focus, actions)
    return palette(view.rules, ground, terrain, theme, COLOURS).png(image, LEVEL)


def draw(
    view: View,
    captions: Captions,
    theme: Theme = DARK,
    names: Names = NOBODY,
    focus: str = "",
    actions: Sequence[May] = (),
) -> Image.Image:
    """The same in full colours."""
    fought = view.battle
    assert fought is not None, "a battle is drawn while there is one"
    stage = Easel(view, fought, theme, names, captions, cut=LARGE)
    placed = on_map(stage, focus, actions)
    frame = framed(stage, placed)
    stage = replace(stage, overlaid=overlaid(stage, placed))
    land = battleland.land(stage.ground, stage.terrain, theme, frame.zoom)
    letters = captions.badge(0), captions.badge(1)
    marks = battleland.entries(
        stage.ground, fought.side, (stage.livery(0), stage.livery(1)), letters, theme, frame.zoom
    )
    left, top = round(frame.shown.x * frame.zoom), round(frame.shown.y * frame.zoom)
    corners = left, top, left + WIDTH, top + frame.height - HEAD
    canvas = Canvas(WIDTH, frame.height, theme.ground)
    canvas.paste(land.crop(corners), (0, HEAD))
    canvas.paste(marks.crop(corners), (0, HEAD))
    for sort, paint in PAINTERS.items():
        for part in placed:
            if part.sort == sort:
                paint(canvas, part, stage, frame)
    _head(canvas, stage)
    # each two rows alike, as on the masterboard: small enough for a phone, which shows it at half of its size
    rows = canvas.finished().reduce((1, 2))
    return rows.resize((WIDTH, frame.height), Image.Resampling.NEAREST)


def scene(
    view: View, theme: Theme = DARK, names: Names = NOBODY, focus: str = "", actions: Sequence[May] = ()
) -> Parts:
    """All that the picture shows of a battle. The view must have one."""
    fought = view.battle
    assert fought is not None, "a battle is drawn while there is one"
    stage = Stage(view, fought, theme, names, cut=LARGE)
    placed = on_map(stage, focus, actions)
    frame = framed(stage, placed)
    size = Box(0, 0, WIDTH, frame.height)
    moved = (replace(part, box=frame.box(part.box)) for part in placed)
    return *head(stage), *(part for part in moved if part.box.overlaps(size))


def framed(stage: Stage, placed: Parts) -> PhoneFrame:
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
    return PhoneFrame(Box(round(x * zoom) / zoom, round(y * zoom) / zoom, wide, high), zoom)


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


# --- what is on the map ---

Paint = Callable[[Canvas, Part, Easel, PhoneFrame], None]


def _paint_fighter(canvas: Canvas, part: Part, stage: Easel, frame: PhoneFrame) -> None:
    side, code, power, _, hits, slain, struck = part.facts
    theme, kind = stage.theme, stage.kind(code)
    name = stage.captions.kind_within(code, theme.small.sized(LARGE.name), LARGE.room)
    plight = Plight(hits, slain, struck)
    sprite = characters.counter(
        kind, name, power, stage.livery(side), stage.back(side), theme, plight, LARGE, frame.zoom
    )
    canvas.paste(sprite, frame.at((part.box.x - PAD, part.box.y - ABOVE)))


def _paint_hex(canvas: Canvas, part: Part, stage: Easel, frame: PhoneFrame) -> None:
    label, hazard, elevation = part.facts
    paint = battleland.floor(stage.ground, stage.terrain, stage.theme, label)
    spare = hazard != "plain" or label in stage.overlaid
    sprite = battleland.name_sprite(label, elevation, spare, paint, stage.theme, frame.zoom)
    canvas.paste(sprite, frame.at((part.box.x, part.box.y)))


def _paint_move(canvas: Canvas, part: Part, stage: Easel, frame: PhoneFrame) -> None:
    side, creature, start, hex_ = part.facts
    begin, end = way(stage, Maneuvered(stage.fought.seats[side], creature, start, hex_))
    paint = stage.livery(side).paint
    if begin == end:
        canvas.paste(ring(paint, frame.zoom), frame.at(ring_at(hex_)))
        return
    if start:
        canvas.disc(frame.at(begin), 12, paint, stage.theme.light, 2)
    arrow(canvas, frame.at(begin), frame.at(rim(begin, end, LARGE)), paint, stage.theme, 11)


def _paint_arrow(canvas: Canvas, part: Part, stage: Easel, frame: PhoneFrame) -> None:
    begin, end = battleland.centre(part.facts[2]), battleland.centre(part.facts[4])
    if hypot(end[0] - begin[0], end[1] - begin[1]) > 2 * RISE + 1:
        ends = frame.at(rim(end, begin, LARGE)), frame.at(rim(begin, end, LARGE))
        arrow(canvas, *ends, stage.livery(part.facts[0]).paint, stage.theme, 8)


def _paint_hits(canvas: Canvas, part: Part, stage: Easel, frame: PhoneFrame) -> None:
    (x, y), end = part.box.centre, battleland.centre(part.facts[4])
    angle = round(degrees(atan2(end[1] - y, end[0] - x)))
    sprite = pointer(part.facts[5], angle, stage.livery(part.facts[0]).paint, stage.theme, LARGE, frame.zoom)
    canvas.paste(sprite, frame.at((part.box.x - POINT, part.box.y - POINT)))


def _paint_contact(canvas: Canvas, part: Part, stage: Easel, frame: PhoneFrame) -> None:
    size = round(part.box.width * frame.zoom)
    canvas.paste(clash(size, stage.theme), frame.at((part.box.x, part.box.y)))


def _paint_drifted(canvas: Canvas, part: Part, stage: Easel, frame: PhoneFrame) -> None:
    canvas.paste(dice.flake(round(part.box.width * frame.zoom), stage.theme), frame.at((part.box.x, part.box.y)))


def _paint_focus(canvas: Canvas, part: Part, stage: Easel, frame: PhoneFrame) -> None:
    canvas.paste(ring(stage.theme.light, frame.zoom), frame.at(ring_at(part.facts[0])))


def _paint_legal(canvas: Canvas, part: Part, stage: Easel, frame: PhoneFrame) -> None:
    (label,) = part.facts
    canvas.paste(ring(stage.theme.active, frame.zoom), frame.at(ring_at(label)))
    canvas.disc(frame.at(battleland.centre(label)), 16, stage.theme.active, stage.theme.dark, 2)


def _paint_target(canvas: Canvas, part: Part, stage: Easel, frame: PhoneFrame) -> None:
    label, *ways = part.facts
    _marked(canvas, label, part.box, offered(ways, stage.captions), stage.theme.danger, stage, frame)


def _paint_onward(canvas: Canvas, part: Part, stage: Easel, frame: PhoneFrame) -> None:
    label, excess = part.facts
    _marked(canvas, label, part.box, stage.captions.told("carry", number=excess), stage.theme.alarm, stage, frame)


def _marked(canvas: Canvas, label: str, at: Box, text: str, paint: Colour, stage: Easel, frame: PhoneFrame) -> None:
    """A ringed hex with something written above its character."""
    theme, box = stage.theme, frame.box(at)
    canvas.paste(ring(paint, frame.zoom), frame.at(ring_at(label)))
    canvas.box(box, theme.dark, theme.light, 2, 6)
    canvas.fitted(text, box.shrunk(2), theme.strong.sized(26), theme.light, least=LEAST)


PAINTERS: Mapping[str, Paint] = MappingProxyType(
    {
        "legal": _paint_legal,
        "focus": _paint_focus,
        "move": _paint_move,
        "arrow": _paint_arrow,
        "fighter": _paint_fighter,
        "drifted": _paint_drifted,
        "contact": _paint_contact,
        "hits": _paint_hits,
        "hex": _paint_hex,
        "target": _paint_target,
        "onward": _paint_onward,
    }
)
"""What paints a part of each sort, the lowest first."""
