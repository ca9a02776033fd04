"""The masterboard: lands and signs once, then what moves on them, and the players in the corners."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from engine.core import Seat
from engine.titan.board import Board, Land
from engine.titan.rules import Rules
from engine.titan.view import EngagementView, LegionView, View
from render.canvas import Box, Canvas, Palette, between
from render.scene import Part, Scene
from render.theme import DARK, Theme
from render.titan import lands, margin, pieces
from render.titan.captions import NOBODY, SHORT, Names
from render.titan.geometry import Plan
from render.titan.margin import HEIGHT, WIDTH
from render.titan.signs import EXPLAINED, sign


def board(view: View, theme: Theme = DARK, names: Names = NOBODY) -> bytes:
    """The masterboard with everything public on it, as a PNG."""
    return palette(view.rules, theme).png(draw(view, theme, names))


def draw(view: View, theme: Theme = DARK, names: Names = NOBODY) -> Image.Image:
    """The masterboard with everything public on it, in full colours."""
    plan = whole(view.rules.board)
    canvas = Canvas.over(bare(view.rules.board, theme))
    _engagements(canvas, view, plan, theme)
    for legion, box in places(view):
        canvas.paste(pieces.counter(view, legion, round(box.width), round(box.height), theme), (box.x, box.y))
    margin.paint(canvas, view, plan, theme, names)
    return canvas.finished()


def scene(view: View, theme: Theme = DARK, names: Names = NOBODY) -> Scene:
    """Everything on the picture, with what it tells."""
    plan = whole(view.rules.board)
    found = [*_labels(view.rules.board), *margin.parts(view, plan)]
    for legion, box in places(view):
        facts = (legion.marker, legion.owner, legion.land, legion.height, legion.moved)
        found.append(Part("legion", box, facts))
    for engagement in view.engagements:
        x, y = plan.herald(view.rules.board.lands[engagement.land])
        engaged = view.engaged is not None and engagement.land == view.engaged.land
        found.append(
            Part("engagement", Box(x - SWORDS / 2, y - SWORDS / 2, SWORDS, SWORDS), (engagement.land, engaged))
        )
    return tuple(found)


SWORDS = 34
"""How large an engagement's sign is."""


@lru_cache(maxsize=8)
def whole(board: Board) -> Plan:
    """Where the lands lie in the picture of the whole board."""
    return Plan(board)


def places(view: View) -> tuple[tuple[LegionView, Box], ...]:
    """Every legion with the rectangle of its counter; in a land the owner of the turn comes last."""
    plan = whole(view.rules.board)
    found: list[tuple[LegionView, Box]] = []
    for land in sorted({legion.land for legion in view.legions}):
        here = [legion for legion in view.legions if legion.land == land]
        here.sort(key=lambda legion: (legion.owner == view.active, legion.owner, legion.marker))
        found += zip(here, plan.slots(land, len(here)), strict=True)
    return tuple(found)


# --- what never changes ---


@lru_cache(maxsize=8)
def bare(board: Board, theme: Theme) -> Image.Image:
    """The board without a legion."""
    plan = whole(board)
    canvas = Canvas(WIDTH, HEIGHT, theme.ground, theme.scale)
    for land in board.lands.values():
        _land(canvas, plan, land, theme)
    for land in board.lands.values():
        for gate in land.gates:
            if gate.out:
                sign(canvas, gate.out, *plan.sign(land, gate), theme, plan.scale)
    _legend(canvas, plan, theme)
    return canvas.finished()


@lru_cache(maxsize=16)
def palette(rules: Rules, theme: Theme) -> Palette:
    """The colours of the board, of all counters on it and of their edges."""
    paints = [theme.ground, theme.panel, theme.ink, theme.faint, theme.light, theme.dark, theme.active, theme.danger]
    for terrain in rules.board.terrains.values():
        found = lands.tones(terrain, theme)
        paints += [found.fill, found.shade, found.deep, found.gleam]
    liveries = [pieces.livery(rules, colour, theme) for colour in rules.colours]
    paints += [livery.paint for livery in liveries]
    base = bare(rules.board, theme)
    samples = [base.resize((base.width // 3, base.height // 3), Image.Resampling.NEAREST)]
    samples += [_sample(rules, colour, theme) for colour in rules.colours]
    return Palette(paints, samples)


def _sample(rules: Rules, colour: str, theme: Theme) -> Image.Image:
    """A plate of a colour on a panel, with the edges that it has."""
    canvas = Canvas(120, 400, theme.panel, theme.scale)
    livery = pieces.livery(rules, colour, theme)
    for row in range(4):
        pieces.plate(canvas, Box(10, 10 + 90 * row, 100, 80), livery, rim=3)
        canvas.fitted(livery.code, Box(20, 20 + 90 * row, 80, 60), theme.title, livery.text)
    return canvas.finished()


@lru_cache(maxsize=8)
def _labels(board: Board) -> Scene:
    """The number and the name of every land."""
    plan = whole(board)
    return tuple(
        part
        for label, land in board.lands.items()
        for part in (
            Part("number", plan.number_box(label), (label,)),
            Part("terrain", plan.word_box(label), (label, land.terrain)),
        )
    )


def _land(canvas: Canvas, plan: Plan, land: Land, theme: Theme) -> None:
    sprite = lands.picture(plan.board, land.terrain, land.inverted, plan.unit, theme, canvas.scale)
    box, points = plan.bounds(land.label), plan.surface(land.label)
    canvas.paste_large(sprite, (box.x, box.y))
    canvas.line((points[land.label_side], points[(land.label_side + 1) % 6]), theme.ink, 5 * plan.scale)
    _words(canvas, plan, land, theme)


def _words(canvas: Canvas, plan: Plan, land: Land, theme: Theme) -> None:
    """A land's number and the name of its terrain."""
    ink = lands.tones(plan.board.terrains[land.terrain], theme).ink
    face = theme.small.sized(round(theme.small.size * plan.scale))
    canvas.fitted(str(land.label), plan.number_box(land.label), face, ink)
    canvas.fitted(SHORT.get(land.terrain, land.terrain), plan.word_box(land.label), face, ink)


def _legend(canvas: Canvas, plan: Plan, theme: Theme) -> None:
    """What the signs mean, where a corner has room left."""
    top = margin.headline_cell(plan).bottom
    for right, kinds in ((False, ("arch", "block")), (True, ("arrows", "arrow"))):
        for place, kind in enumerate(kinds):
            cell = margin.Cell(plan, right, top, top + 80)
            row = cell.row(12 + 32 * place, 28)
            x = row.right - 26 if right else row.x + 26
            foot = (x, row.y + 21)
            sign(canvas, kind, foot, (foot[0] + 1, foot[1]), (foot[0], foot[1] - 1), theme)
            text = Box(row.x if right else row.x + 62, row.y, row.width - 62, row.height)
            canvas.fitted(EXPLAINED[kind], text, theme.small.sized(24), theme.faint, "r" if right else "l")


# --- what the game changes ---


def _engagements(canvas: Canvas, view: View, plan: Plan, theme: Theme) -> None:
    for engagement in view.engagements:
        if view.engaged is None or engagement.land != view.engaged.land:
            _engagement(canvas, plan, engagement, theme.alarm, theme.alarm, theme)
    if view.engaged is not None:
        _engagement(canvas, plan, view.engaged, theme.light, theme.danger, theme)


def _engagement(canvas: Canvas, plan: Plan, engagement: EngagementView, rim: str, disc: str, theme: Theme) -> None:
    """A rim around the land that leaves its number and its signs to be seen, and swords at its narrow end."""
    land = plan.board.lands[engagement.land]
    centre = plan.centre(land.label)
    points = [between(centre, point, 0.985) for point in plan.surface(land.label)]
    canvas.polygon(points, None, theme.dark, 9)
    canvas.polygon(points, None, rim, 6)
    _words(canvas, plan, land, theme)
    x, y = plan.herald(land)
    canvas.paste(pieces.swords(SWORDS, disc, theme), (x - SWORDS / 2, y - SWORDS / 2))


__all__ = ["Seat", "bare", "board", "draw", "palette", "places", "scene", "whole"]
