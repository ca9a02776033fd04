"""The board itself: lands with their numbers and signs, whole on its table or a part of it in a window."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from PIL import Image

from engine.titan.board import Board, Land
from render.canvas import CAPITAL, Box, Canvas, Colour, Point, Type, mixed, polar
from render.parts import Part, Parts
from render.theme import Theme
from render.titan.masterboard import lands
from render.titan.masterboard.geometry import BoardPlan, whole
from render.titan.masterboard.margin import HEIGHT, WIDTH
from render.titan.masterboard.signs import sign
from render.titan.pieces import light

NUMBER = 29
"""In how large a type the numbers of lands are."""
PALE = "#F3EEE2"
"""What they are written with."""
HALO = 2.6
"""How thick the dark halo around them is."""


@lru_cache(maxsize=8)
def bare(board: Board, theme: Theme) -> Image.Image:
    """The board without a legion and without words."""
    return ground(whole(board), board.lands.values(), (WIDTH, HEIGHT), theme).finished()


def ground(
    plan: BoardPlan, shown: Iterable[Land], size: tuple[int, int], theme: Theme, window: Box | None = None
) -> Canvas:
    """A canvas with lands, their numbers and their signs, on the board that they are let into.

    In a `window` there is a part of the board: it goes on into the dark, where lands are told by nothing but their
    outlines.
    """
    shown = tuple(shown)
    low = Canvas(*size, light.table(theme), theme.scale, paired=True)
    if window is None or len(shown) == len(plan.board.lands):
        _table(low, plan, shown, theme)
    else:
        _window(low, plan, shown, window, theme)
    canvas = Canvas.over(low.finished())
    mask = Canvas(*size, "#000000", 1)
    for land in shown:
        mask.polygon([(x + TILE_CAST[0], y + TILE_CAST[1]) for x, y in plan.surface(land.label)], "#FFFFFF")
    if light.depth(theme):
        canvas.paste(light.shaded(mask.image, theme, 2.0), (0, 0))
    signs = Canvas(*size, None, theme.scale, paired=True)
    for land in shown:
        for gate in land.gates:
            if gate.out:
                sign(signs, gate.out, *plan.sign(land, gate), theme, plan.scale)
    canvas.paste(signs.finished(), (0, 0))
    for land in shown:
        box = plan.bounds(land.label)
        image = lands.picture(plan.board, land.terrain, land.inverted, land.label_side, plan.unit, theme)
        canvas.paste(image, (box.x, box.y))
    for land in shown:
        number(canvas, plan, land, theme)
    return canvas


TILE_CAST = (4, 5)
"""How far a land's shadow falls."""
EDGE = 13.0
"""How far the board reaches beyond its lands."""


def _table(canvas: Canvas, plan: BoardPlan, shown: tuple[Land, ...], theme: Theme) -> None:
    """The cloth with its frame, darker towards the edges of the picture, and on it the board."""
    width, height = (side / canvas.scale for side in canvas.image.size)
    cloth = light.table(theme)
    dusk = mixed(cloth, theme.dark, 0.6) if theme.on(cloth) == theme.light and light.depth(theme) else cloth
    for step in range(5):
        inset = step * 26
        canvas.box(Box(inset, inset, width - 2 * inset, height - 2 * inset), mixed(dusk, cloth, step / 4), radius=30)
    rim = hull([point for land in shown for point in plan.corners(land.label)])
    x, y = (min(p[i] for p in rim) + max(p[i] for p in rim) for i in (0, 1))
    across = max(p[0] for p in rim) - x / 2
    grown = 1 + EDGE * plan.scale / across
    board = [(x / 2 + (a - x / 2) * grown, y / 2 + (b - y / 2) * grown) for a, b in rim]
    for dx, dy, share in ((8, 10, 0.35), (5, 6, 0.7)):
        if light.depth(theme):
            canvas.polygon(
                [(a + dx, b + dy) for a, b in board], mixed(cloth, light.night(theme), share * light.depth(theme))
            )
    canvas.polygon(board, light.slate(theme), light.brass(theme), 3)


def _window(canvas: Canvas, plan: BoardPlan, shown: tuple[Land, ...], window: Box, theme: Theme) -> None:
    """The board within a frame, with the outlines of lands that are not shown."""
    slate, seen = light.slate(theme), {land.label for land in shown}
    canvas.box(window, slate)
    for label, land in plan.board.lands.items():
        if label not in seen and plan.bounds(label).overlaps(window):
            fill = lands.tones(plan.board.terrains[land.terrain], theme).fill
            canvas.polygon(plan.surface(label), mixed(slate, fill, BEYOND), mixed(slate, fill, 1.7 * BEYOND), 2)
    width, height = (side / canvas.scale for side in canvas.image.size)
    cloth = light.table(theme)
    for beyond in (
        Box(0, window.bottom, width, height - window.bottom),
        Box(window.right, 0, width - window.right, height),
    ):
        if min(beyond.width, beyond.height) >= 1:
            canvas.box(beyond, cloth)
    canvas.box(window, None, light.brass(theme), 3)


BEYOND = 0.13
"""How much of the paint of lands is left beyond a part of the board that is shown."""


def hull(points: Iterable[Point]) -> list[Point]:
    """The outline around points, clockwise."""
    ordered = sorted(set(points))

    def half(along: list[Point]) -> list[Point]:
        found: list[Point] = []
        for point in along:
            while len(found) > 1 and _turn(found[-2], found[-1], point) <= 0:
                found.pop()
            found.append(point)
        return found[:-1]

    return half(ordered) + half(ordered[::-1])


def _turn(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


@lru_cache(maxsize=8)
def labels(plan: BoardPlan) -> Parts:
    """The number and the glyph of every land."""
    return tuple(
        part
        for label, land in plan.board.lands.items()
        for part in (
            Part("number", plan.number_box(label), (label,)),
            Part("terrain", plan.glyph_box(label), (label, land.terrain)),
        )
    )


def number(canvas: Canvas, plan: BoardPlan, land: Land, theme: Theme) -> None:
    """A land's number, on a plate of the land's colour, for an arrow may run below it."""
    box, tones = plan.number_box(land.label), lands.tones(plan.board.terrains[land.terrain], theme)
    face = theme.small.sized(round(NUMBER * plan.scale))
    sprite = numeral(str(land.label), round(box.width), round(box.height), face, theme, tones.fill)
    canvas.paste(sprite, (box.x, box.y))


@lru_cache(maxsize=512)
def numeral(text: str, width: int, height: int, face: Type, theme: Theme, plate: Colour | None) -> Image.Image:
    """A land's number: pale with a dark halo, on every terrain alike."""
    canvas = Canvas(width, height, None, 2, paired=True)
    while face.size > 16 and face.width(text) > width - 4:
        face = face.sized(face.size - 1)
    wide = min(width, max(28, round(face.width(text)) + 4))
    if plate is not None:
        canvas.box(Box((width - wide) / 2, 1, wide, height - 2), plate, radius=height / 4)
    base = height / 2 + CAPITAL * face.size / 2
    halo = HALO * face.size / NUMBER
    for step in range(8):
        x, y = polar((width / 2, base), halo, 45 * step)
        canvas.text(text, (x, y), face, theme.dark, "m")
    canvas.text(text, (width / 2, base), face, PALE, "m")
    return canvas.finished()
