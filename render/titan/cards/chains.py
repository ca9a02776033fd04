"""The recruit chains: what earns what in each terrain, drawn from the lowest to the highest.

A chain is a row: the plate of its terrain, and its kinds with the number that earns the next one in the arrow between.
Cards of creatures and of terrains are made of the same rows.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from PIL import Image

from engine.titan.board import TOWER
from engine.titan.phases.muster import earnings
from engine.titan.rules import Rules
from render.canvas import Box, Canvas, mixed
from render.parts import Part, Parts
from render.theme import DARK, Theme
from render.titan.pieces import tiles
from render.titan.pieces.captions import Captions
from render.titan.pieces.characters import written_on

WIDTH = 1600
TOP = 78
FOOT = 96
MARGIN = 12

ROW = 118
"""How high a row is; a picture of chains is made of columns of `COLUMN`."""
COLUMN = 788

PLATE = 112
ARROW = 56
STEP = tiles.WIDTH + ARROW

ANY = "any"
"""In place of a kind in the row of a Tower: any creature, but several of one kind."""

LAW = ("law-1", "law-2")
"""Below the picture, in two lines (R8.3)."""


@lru_cache(maxsize=64)
def recruits(rules: Rules, captions: Captions, theme: Theme = DARK, terrain: str = "") -> bytes:
    """All chains, or that of one terrain, as a PNG."""
    parts, (width, height) = scene(rules, terrain), size(rules, terrain)
    canvas = Canvas(width, height, theme.ground)
    canvas.box(Box(0, 0, width, TOP - 10), theme.panel)
    told = captions.told("recruits-of", terrain=captions.terrain(terrain)) if terrain else captions.told("recruits")
    canvas.fitted(told, Box(20, 0, width - 40, TOP - 10), theme.plain.sized(38), theme.ink, "l")
    for part in parts:
        paint(canvas, part, rules, captions, theme)
    for place, law in enumerate(LAW):
        y = height - FOOT + 12 + 38 * place
        canvas.fitted(captions.told(law), Box(20, y, width - 40, 34), theme.plain.sized(27), theme.faint, "l", 20)
    return tiles.palette(rules, theme).png(canvas.finished())


def size(rules: Rules, terrain: str = "") -> tuple[int, int]:
    """Width and height of the picture."""
    if terrain == TOWER:
        return WIDTH, TOP + ROW + FOOT
    if terrain:
        return COLUMN + 2 * MARGIN, TOP + ROW + FOOT
    return WIDTH, TOP + ((len(rules.chains) + 1) // 2 + 1) * ROW + FOOT


def scene(rules: Rules, terrain: str = "") -> Parts:
    """Every chain in two columns and the Towers below, or one row alone."""
    if terrain:
        return row(rules, terrain, MARGIN, TOP)
    half = (len(rules.chains) + 1) // 2
    parts: list[Part] = []
    for place, name in enumerate(rules.chains):
        parts += row(rules, name, 8 + place // half * (COLUMN + 8), TOP + place % half * ROW)
    return (*parts, *row(rules, TOWER, 8, TOP + half * ROW))


def row(rules: Rules, terrain: str, x: float, y: float, marked: str = "") -> Parts:
    """The chain of a terrain with its upper left corner at a point; the kind `marked` stands out."""
    return _tower(rules, x, y, marked) if terrain == TOWER else _chain(rules, terrain, x, y, marked)


def _chain(rules: Rules, terrain: str, x: float, y: float, marked: str) -> Parts:
    chain = rules.chains[terrain]
    parts = [
        Part("row", Box(x, y, COLUMN, ROW - 6), (terrain,), solid=False),
        Part("terrain", Box(x + 4, y + 4, PLATE, ROW - 14), (terrain,)),
    ]
    left = x + PLATE + 14
    for place, code in enumerate(chain.order):
        if place:
            arrow = Box(left - ARROW + 3, y + 4, ARROW - 6, ROW - 14)
            parts.append(Part("earns", arrow, (terrain, chain.order[place - 1], chain.need[place], code)))
        parts.append(_kind(terrain, code, left, y, code == marked))
        left += STEP
    return tuple(parts)


def _tower(rules: Rules, x: float, y: float, marked: str) -> Parts:
    """What anybody may take in a Tower, and what earns the two others (R8.5-R8.7)."""
    width = WIDTH - 16
    parts = [
        Part("row", Box(x, y, width, ROW - 6), (TOWER,), solid=False),
        Part("terrain", Box(x + 4, y + 4, PLATE, ROW - 14), (TOWER,)),
    ]
    found = [earning for earning in earnings(rules) if earning.terrain == TOWER]
    left = x + PLATE + 14
    free = [earning.recruit for earning in found if not earning.shown]
    parts.append(Part("free", Box(left, y + 4, 84, ROW - 14), tuple(free)))
    left += 88
    for code in free:
        parts.append(_kind(TOWER, code, left, y, code == marked))
        left += tiles.WIDTH + 4
    for recruit in dict.fromkeys(earning.recruit for earning in found if earning.shown):
        left += 18
        for shown, number in _bases(rules, recruit):
            parts.append(_kind(TOWER, shown, left, y, shown == marked))
            left += tiles.WIDTH
            parts.append(Part("earns", Box(left + 3, y + 4, ARROW - 6, ROW - 14), (TOWER, shown, number, recruit)))
            left += ARROW
        parts.append(_kind(TOWER, recruit, left, y, recruit == marked))
        left += tiles.WIDTH
    alike = tuple((earning.number, earning.recruit) for earning in found if earning.shown == earning.recruit)
    if alike:
        parts.append(Part("alike", Box(left + 24, y + 4, x + width - left - 36, ROW - 14), alike))
    return tuple(parts)


def _bases(rules: Rules, recruit: str) -> Iterable[tuple[str, int]]:
    """Who else earns a recruit in a Tower: a kind, or `ANY` where several do by the same number."""
    found = [e for e in earnings(rules) if e.terrain == TOWER and e.recruit == recruit and e.shown not in ("", recruit)]
    for number in dict.fromkeys(earning.number for earning in found):
        kinds = [earning.shown for earning in found if earning.number == number]
        yield (ANY if len(kinds) > 1 else kinds[0], number)


def _kind(terrain: str, code: str, x: float, y: float, marked: bool) -> Part:
    return Part("kind", Box(x, y + 4, tiles.WIDTH, tiles.HEIGHT), (terrain, code, marked))


def paint(canvas: Canvas, part: Part, rules: Rules, captions: Captions, theme: Theme) -> None:
    """Draws a part of a row."""
    box = part.box
    match part.sort:
        case "row":
            canvas.box(box, theme.panel, radius=10)
        case "terrain":
            terrain_plate(canvas, box, rules, part.facts[0], captions, theme)
        case "free":
            for place, line in enumerate(captions.told("free").splitlines()):
                canvas.fitted(line, Box(box.x, box.y + 8 + 28 * place, box.width, 28), theme.small.sized(26), theme.ink)
        case "kind":
            _, code, marked = part.facts
            canvas.paste(_tile(rules, code, captions, theme), (box.x, box.y))
            if marked:
                canvas.box(box.shrunk(-4), None, theme.active, 5, 12)
        case "alike":
            kinds = (
                captions.told("number-kind", number=number, kind=captions.kind(code)) for number, code in part.facts
            )
            for place, line in enumerate((captions.told("or").join(kinds), captions.told("alike"))):
                room = Box(box.x, box.y + 18 + 34 * place, box.width, 34)
                canvas.fitted(line, room, theme.small.sized(28), theme.ink, "l")
        case "earns":
            _arrow(canvas, box, part.facts[2], theme)
        case sort:
            raise AssertionError(sort)


def terrain_plate(canvas: Canvas, box: Box, rules: Rules, name: str, captions: Captions, theme: Theme) -> None:
    """A terrain's name on its colour."""
    terrain = rules.board.terrains[name]
    ground = written_on(theme.paint(name, terrain.paint), theme)
    canvas.box(box, ground, mixed(ground, theme.dark, 0.4), 2, 9)
    canvas.fitted(captions.terrain(name), box.shrunk(6), theme.strong.sized(30), theme.on(ground), least=22)


def _tile(rules: Rules, code: str, captions: Captions, theme: Theme) -> Image.Image:
    if code == ANY:
        return tiles.unknown(captions.told("of-one-kind"), theme, theme.panel)
    kind = rules.kinds[code]
    return tiles.tile(kind, tiles.named(code, captions, theme), kind.power, theme, theme.panel)


def _arrow(canvas: Canvas, box: Box, number: int, theme: Theme) -> None:
    """An arrow to the right with a number above."""
    y = box.centre[1]
    canvas.fitted(str(number), Box(box.x, y - 46, box.width, 38), theme.strong.sized(40), theme.ink)
    tip = box.right - 2
    canvas.line(((box.x + 4, y + 8), (tip - 12, y + 8)), theme.faint, 6)
    canvas.polygon(((tip - 18, y - 4), (tip, y + 8), (tip - 18, y + 20)), theme.faint)
