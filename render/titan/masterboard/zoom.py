"""A part of the masterboard, large: a land with what is around it; and everything there is to know of one land."""

from __future__ import annotations

from collections.abc import Iterable

from PIL import Image

from engine.titan.actions import May
from engine.titan.board import Board
from engine.titan.outlook import goals, recruited
from engine.titan.rules import TITAN
from engine.titan.view import LegionView, View
from render.canvas import Box, Canvas, png
from render.parts import Part, Parts
from render.theme import DARK, Theme
from render.titan.masterboard import lands
from render.titan.masterboard.bare_board import ground, labels
from render.titan.masterboard.geometry import UNIT, BoardPlan
from render.titan.masterboard.painting import paint
from render.titan.masterboard.placement import SWORDS, parts
from render.titan.masterboard.signs import sign
from render.titan.pieces import tiles, tokens
from render.titan.pieces.captions import Captions, headline

SIZE = 1000
HEAD = 64
"""The line above."""
EDGE = 12


def zoom(view: View, captions: Captions, theme: Theme = DARK, focus: str = "", actions: Iterable[May] = ()) -> bytes:
    """The land whose number is `focus` and the lands two steps around it, as a PNG."""
    return png(draw(view, captions, theme, focus, actions))


def draw(
    view: View, captions: Captions, theme: Theme = DARK, focus: str = "", actions: Iterable[May] = ()
) -> Image.Image:
    """The land and its surroundings in full colours."""
    label = asked(view, focus)
    plan = plan_around(view.rules.board, label, 2, Box(0, HEAD, SIZE, SIZE - HEAD))
    canvas = _ground(view.rules.board, plan, Box(0, HEAD, SIZE, SIZE - HEAD), SIZE, theme)
    paint(canvas, scene(view, focus, actions), view, plan, theme)
    _head(canvas, view, label, captions, theme)
    return canvas.finished()


def scene(view: View, focus: str = "", actions: Iterable[May] = ()) -> Parts:
    """Everything on the picture of a land's surroundings, with what it tells."""
    box = Box(0, HEAD, SIZE, SIZE - HEAD)
    plan = plan_around(view.rules.board, asked(view, focus), 2, box)
    inside = seen(plan, box)
    words = (part for part in labels(plan) if part.facts[0] in inside)
    return (*words, *parts(view, plan, goals(view, actions), inside))


def asked(view: View, focus: str) -> int:
    """The land that is asked for, by its number; the one with the most legions if none is."""
    if focus:
        return int(focus)
    lands = [legion.land for legion in view.legions]
    return max(view.rules.board.lands, key=lambda land: (lands.count(land), -land))


def lands_shown(board: Board, label: int) -> frozenset[int]:
    """The lands that are on the picture of a land's surroundings."""
    box = Box(0, HEAD, SIZE, SIZE - HEAD)
    return seen(plan_around(board, label, 2, box), box)


def plan_around(board: Board, label: int, steps: int, box: Box) -> BoardPlan:
    """A plan as large as it can be with a land and all that is so many steps around it within a box."""
    return plan_of(board, around(board, label, steps), box)


def plan_of(board: Board, lands: Iterable[int], box: Box) -> BoardPlan:
    """A plan as large as it can be with these lands within a box."""
    shape = BoardPlan(board, 1, 0, 0)
    points = [point for near in lands for point in (*shape.corners(near), _tip(board, near))]
    left, top = min(x for x, _ in points), min(y for _, y in points)
    width, height = max(x for x, _ in points) - left, max(y for _, y in points) - top
    unit = min((box.width - 2 * EDGE) / width, (box.height - 2 * EDGE) / height)
    spare_x, spare_y = box.width - unit * width, box.height - unit * height
    return BoardPlan(board, unit, box.x + spare_x / 2 - left * unit, box.y + spare_y / 2 - top * unit)


def around(board: Board, label: int, steps: int) -> frozenset[int]:
    """A land and those that are so many steps from it, over any shared sides."""
    found = {label}
    for _ in range(steps):
        found |= {gate.to for land in found for gate in board.lands[land].gates}
    return frozenset(found)


def _tip(board: Board, label: int) -> tuple[float, float]:
    """The end of the mark of an engagement beyond a land's narrow end, in units of the board."""
    land = board.lands[label]
    x, y = BoardPlan(board, UNIT, 0, 0).herald(land)
    return x / UNIT, (y + (SWORDS / 2 if land.inverted else -SWORDS / 2)) / UNIT


def seen(plan: BoardPlan, box: Box) -> frozenset[int]:
    """The lands that lie wholly within a box, with room for the mark of an engagement."""
    found = set()
    for label in plan.board.lands:
        bounds, tip = plan.bounds(label), plan.top + _tip(plan.board, label)[1] * plan.unit
        upper, lower = min(bounds.y, tip), max(bounds.bottom, tip)
        if bounds.x >= box.x and bounds.right <= box.right and upper >= box.y and lower <= box.bottom:
            found.add(label)
    return frozenset(found)


def _ground(board: Board, plan: BoardPlan, box: Box, height: int, theme: Theme) -> Canvas:
    return ground(plan, (board.lands[label] for label in sorted(seen(plan, box))), (SIZE, height), theme, box)


def _head(canvas: Canvas, view: View, label: int, captions: Captions, theme: Theme) -> None:
    """Which land, and where the game stands."""
    land = view.rules.board.lands[label]
    box = Box(0, 0, SIZE, HEAD)
    canvas.box(box, theme.panel)
    tones = lands.tones(view.rules.board.terrains[land.terrain], theme)
    text = captions.land(label, land.terrain)
    width = theme.title.width(text) + 36
    canvas.box(Box(EDGE, 7, width, HEAD - 14), tones.fill, radius=8)
    canvas.fitted(text, Box(EDGE, 7, width, HEAD - 14), theme.title, tones.ink)
    room = Box(width + 40, 0, SIZE - width - 56, HEAD)
    canvas.fitted(headline(view, captions), room, theme.strong, theme.faint, "r")


# --- one land ---

MAP = Box(0, HEAD, 600, 560)
WAYS = Box(MAP.right + 6, HEAD + EDGE, SIZE - MAP.right - 6 - EDGE, MAP.height - 2 * EDGE)
BELOW = MAP.bottom
TITLE = 40
CHAIN = 130
ROW = 72


def land(view: View, captions: Captions, theme: Theme = DARK, focus: str = "") -> bytes:
    """Everything that the view tells of the land whose number is `focus`, as a PNG."""
    label = asked(view, focus)
    plan = plan_around(view.rules.board, label, 1, MAP)
    canvas = _ground(view.rules.board, plan, MAP, land_tall(view, label), theme)
    inside = seen(plan, MAP)
    paint(canvas, parts(view, plan, (), inside), view, plan, theme)
    _head(canvas, view, label, captions, theme)
    canvas.box(WAYS, theme.panel, radius=8)
    for title, y in (("mustered", BELOW), ("here", BELOW + TITLE + CHAIN)):
        canvas.text(captions.told(title), (EDGE, y + 30), theme.strong, theme.faint)
    for part in land_scene(view, focus):
        match part.sort:
            case "title":
                x, base = part.box.x, tokens.middle_line(part.box, theme.strong.size)
                canvas.text(captions.told(f"ways-{part.facts[0]}"), (x, base), theme.strong, theme.faint)
            case "way":
                _way(canvas, part, view, captions, theme)
            case "recruit":
                _recruit(canvas, part, view, captions, theme)
            case "legion":
                _legion(canvas, part.box, view, part.facts[0], captions, theme)
            case _:
                pass
    if not standing(view, label):
        nobody = (EDGE + 4, BELOW + TITLE + CHAIN + TITLE + 40)
        canvas.text(captions.told("nobody"), nobody, theme.strong, theme.ink)
    return png(canvas.finished())


def land_tall(view: View, label: int) -> int:
    """How high the picture of a land is."""
    return round(BELOW + TITLE + CHAIN + TITLE + max(1, len(standing(view, label))) * ROW + EDGE)


def land_scene(view: View, focus: str) -> Parts:
    """What is written of a land beside its map: ways out and in, what is mustered there, who is there."""
    label = asked(view, focus)
    here = view.rules.board.lands[label]
    found = [Part("map", MAP, (label, here.terrain))]
    rows = [("out", gate.out, gate.to) for gate in here.gates if gate.out]
    rows += [("in", gate.into, gate.to) for gate in here.gates if gate.into]
    height = (WAYS.height - 2 * TITLE) / 6
    y = WAYS.y
    for direction in ("out", "in"):
        found.append(Part("title", Box(WAYS.x + 10, y + 4, WAYS.width - 20, TITLE - 6), (direction,)))
        y += TITLE
        for row in (row for row in rows if row[0] == direction):
            found.append(Part("way", Box(WAYS.x + 10, y, WAYS.width - 20, height - 2), row))
            y += height
    left = {code: stack for code, stack, _ in view.caretaker}
    recruits = tuple(recruited(view.rules, here.terrain))
    width = (SIZE - 2 * EDGE) / len(recruits)
    for place, (code, shown, need) in enumerate(recruits):
        box = Box(EDGE + place * width, BELOW + TITLE, width - 6, CHAIN - 8)
        found.append(Part("recruit", box, (code, shown, need, left[code])))
    for place, legion in enumerate(standing(view, label)):
        box = Box(EDGE, BELOW + TITLE + CHAIN + TITLE + place * ROW, SIZE - 2 * EDGE, ROW - 6)
        found.append(Part("legion", box, (legion,)))
    return tuple(found)


def standing(view: View, label: int) -> tuple[LegionView, ...]:
    """The legions in a land, in the order of their markers."""
    return tuple(sorted((one for one in view.legions if one.land == label), key=lambda one: one.marker))


def _why(shown: str, need: int, captions: Captions) -> str:
    """On what ground a creature is mustered."""
    if shown == TITAN:
        return captions.told("for-titan")
    if shown:
        return captions.told("for-kind", number=need, kind=shown)
    return captions.told("for-alike", number=need) if need else captions.told("for-nothing")


def _way(canvas: Canvas, part: Part, view: View, captions: Captions, theme: Theme) -> None:
    """A sign, the land beyond it, and what the sign means."""
    _, kind, to = part.facts
    box = part.box
    other = view.rules.board.lands[to]
    tones = lands.tones(view.rules.board.terrains[other.terrain], theme)
    foot = (box.x + 32, box.centre[1] + 10)
    sign(canvas, kind, foot, (foot[0] + 1, foot[1]), (foot[0], foot[1] - 1), theme, 1.2)
    plate = Box(box.x + 72, box.y + 2, 140, min(44.0, box.height - 4))
    canvas.box(plate, tones.fill, radius=6)
    canvas.fitted(captions.land(to, other.terrain), plate.shrunk(5), theme.strong.sized(28), tones.ink, least=20)
    words = Box(plate.right + 10, plate.y, box.right - plate.right - 10, plate.height)
    canvas.fitted(captions.told(f"sign.{kind}"), words, theme.small.sized(26), theme.faint, "l", least=18)


def _recruit(canvas: Canvas, part: Part, view: View, captions: Captions, theme: Theme) -> None:
    """A creature that is mustered here, what must be shown for it, and how many are left."""
    code, shown, need, left = part.facts
    box, kind = part.box, view.rules.kinds[part.facts[0]]
    canvas.box(box, theme.panel, radius=8)
    size = 84
    canvas.paste(tiles.plate(kind, size, theme, theme.panel), (box.x + 6, box.y + 6))
    beside = Box(box.x + size + 12, box.y + 6, box.width - size - 16, size)
    for row, (text, ink) in enumerate(((code, theme.ink), (captions.told("number-left", number=left), theme.faint))):
        line = Box(beside.x, beside.y + row * 42, beside.width, 42)
        canvas.fitted(text, line, theme.strong.sized(30), ink, "l", least=16)
    below = Box(box.x + 6, box.y + size + 8, box.width - 12, box.bottom - box.y - size - 10)
    canvas.fitted(_why(shown, need, captions), below, theme.small.sized(26), theme.active, "l")


def _legion(canvas: Canvas, box: Box, view: View, legion: LegionView, captions: Captions, theme: Theme) -> None:
    """A legion, and the characters that the viewer knows of it."""
    canvas.box(box, theme.panel, radius=8)
    inner = box.shrunk(4)
    canvas.paste(tokens.counter(view, legion, 96, round(inner.height), theme), (inner.x, inner.y))
    x = inner.x + 108
    size = 56
    for code in view.rules.arranged(legion.creatures):
        canvas.paste(tiles.plate(view.rules.kinds[code], size, theme, theme.panel), (x, box.centre[1] - size / 2))
        x += size + 6
    hidden = legion.height - len(legion.creatures)
    if hidden:
        line = Box(x + 6, inner.y, inner.right - x - 6, inner.height)
        said = captions.told("number-unseen" if legion.creatures else "characters", number=hidden)
        canvas.fitted(said, line, theme.strong, theme.faint, "l")
