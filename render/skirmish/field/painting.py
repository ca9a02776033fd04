"""What the game puts on the field, drawn part by part, from the lowest to the uppermost."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from math import ceil, hypot
from types import MappingProxyType

from PIL import Image

from engine.core import Seat
from engine.skirmish.view import View
from render.canvas import Box, Canvas, Colour, Point, between
from render.parts import Part
from render.skirmish.field.turn_marks import AttackMark, WalkMark
from render.skirmish.pieces import counters, field_arrows, lands, marks
from render.skirmish.pieces.geometry import ACROSS, SLOTS, TALL, Grid, corners
from render.skirmish.pieces.sprites import centred, scaled
from render.theme import Theme

Painter = Callable[[Canvas, Part, View, Theme, Grid], None]


def dimness(at: str, grid: Grid) -> int:
    """How many steps from the light a hex lies: the lamp stands at the upper left of the middle."""
    if grid.calm:
        return 0
    x, y = grid.middle(at)
    field = grid.field
    far = hypot((x - field.x) / field.width - 0.4, ((y - field.y) / field.height - 0.36) * 0.8)
    return min(lands.LIGHTS - 1, int(far / 0.17))


def _name(canvas: Canvas, part: Part, view: View, theme: Theme, grid: Grid) -> None:
    (at,) = part.facts
    paint = lands.fill(view.terrain(at), theme, dimness(at, grid))
    centred(canvas, label(at, paint, theme, grid.share, letters(grid.share, grid.calm)), part.box.centre)


def letters(share: float, calm: bool) -> int:
    """The size of the names of hexes, as in the full picture: on a phone they are 22 pixels high at least."""
    return max(19, ceil(22 / share)) if calm else 19


@lru_cache(maxsize=2048)
def label(at: str, paint: Colour, theme: Theme, share: float = 1.0, size: int = 19) -> Image.Image:
    """The name of a hex with a rim in the paint of its terrain."""
    face = theme.small.sized(size)
    canvas = Canvas(round(face.width(at)) + 6, round(size * 0.8) + 4, None, 4)
    page = Box(0, 0, canvas.image.width / 4, canvas.image.height / 4)
    for dx, dy in HALO:
        canvas.fitted(at, page.moved(dx, dy), face, paint, least=17)
    canvas.fitted(at, page, face, theme.on(paint), least=17)
    return scaled(canvas, share)


HALO = tuple((dx * 1.5, dy * 1.5) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy)
"""Where else a name is written in the paint of its land, so that it stands out from what lies below it."""


def _paint_crown(canvas: Canvas, part: Part, view: View, theme: Theme, grid: Grid) -> None:
    """The terrain under a unit, so that it is seen above and beside that."""
    at, terrain = part.facts
    centred(canvas, lands.tile(terrain, theme, grid.share, True, dimness(at, grid)), grid.middle(at))


def _paint_unit(canvas: Canvas, part: Part, view: View, theme: Theme, grid: Grid) -> None:
    _, kind, owner, at, told, signs, aimed = part.facts
    if "ordered" in signs and not aimed:
        _paint_ring(canvas, at, theme.active, theme, grid)
    _stand(canvas, kind, owner, told, at, view, theme, grid)


def _stand(
    canvas: Canvas, kind: str, owner: Seat, told: counters.Plight, at: str, view: View, theme: Theme, grid: Grid
) -> None:
    colours = counters.livery(view, owner, theme)
    centred(canvas, counters.counter(kind, colours, told, theme, grid.share), grid.middle(at))


def _paint_health(canvas: Canvas, part: Part, view: View, theme: Theme, grid: Grid) -> None:
    _, owner, number, weak = part.facts
    sprite = counters.health(number, weak, counters.livery(view, owner, theme), theme, grid.share, grid.slots["health"])
    centred(canvas, sprite, part.box.centre)


def _paint_mark(canvas: Canvas, part: Part, view: View, theme: Theme, grid: Grid) -> None:
    name = part.facts[0]
    centred(canvas, marks.mark(name, round(part.box.width), marks.paint_of(name, theme), theme), part.box.centre)


def _paint_placed(canvas: Canvas, part: Part, view: View, theme: Theme, grid: Grid) -> None:
    kind, at = part.facts
    assert view.viewer is not None, "the channel sees an army when it is open"
    full = view.rules.tables.kinds[kind].full
    _stand(canvas, kind, view.viewer, counters.Plight(full, full), at, view, theme, grid)
    plate = counters.health(
        full, False, counters.livery(view, view.viewer, theme), theme, grid.share, grid.slots["health"]
    )
    centred(canvas, plate, grid.slot(at, "health").centre)


def _paint_hidden(canvas: Canvas, part: Part, view: View, theme: Theme, grid: Grid) -> None:
    _, kind = part.facts
    centred(canvas, counters.hidden(kind, theme, round(part.box.height)), part.box.centre)


def _paint_walk(canvas: Canvas, part: Part, view: View, theme: Theme, grid: Grid) -> None:
    """A way: from where it began to the counter at its end."""
    deed: WalkMark = part.facts[0]
    points = [grid.middle(at) for at in deed.path]
    if len(points) < 2:
        return
    points[-1] = _before(points[-2], points[-1], 35 * grid.share)
    field_arrows.trail(canvas, points, counters.livery(view, deed.seat, theme).paint, deed.driven, theme, grid.share)


def _before(start: Point, end: Point, away: float) -> Point:
    """The point so far before the end of a line."""
    length = max(1.0, hypot(end[0] - start[0], end[1] - start[1]))
    return between(end, start, min(0.9, away / length))


def _paint_blow(canvas: Canvas, part: Part, view: View, theme: Theme, grid: Grid) -> None:
    """An attack, from counter to counter, at the right, so that a counter-attack runs beside it."""
    deed: AttackMark = part.facts[0]
    start, end = grid.middle(deed.start), grid.middle(deed.aim)
    share = grid.share
    (ax, ay), (bx, by) = _before(end, start, 24 * share), _before(start, end, 20 * share)
    length = max(1.0, hypot(bx - ax, by - ay))
    dx, dy = (ay - by) / length * ASIDE * share, (bx - ax) / length * ASIDE * share
    field_arrows.spear(canvas, (ax + dx, ay + dy), (bx + dx, by + dy), theme, share)


ASIDE = 9
"""How far an attack is drawn beside the line between two hexes."""


def _paint_grave(canvas: Canvas, part: Part, view: View, theme: Theme, grid: Grid) -> None:
    """Who fell: a large skull, or a small one above whoever stands there now."""
    deed, occupied = part.facts
    if occupied:
        box = grid.slot(deed.hex, "crown")
        centred(canvas, marks.mark("dead", round(box.width), theme.dark, theme), box.centre)
        return
    colours = counters.livery(view, deed.owner, theme)
    centred(canvas, counters.fallen(deed.kind, colours, theme, grid.share), grid.middle(deed.hex))


def _paint_hurt(canvas: Canvas, part: Part, view: View, theme: Theme, grid: Grid) -> None:
    """What a unit has lost, or recovered."""
    damage = part.facts[0].damage
    centred(canvas, loss(damage, theme, grid.share, grid.slots["hurt"]), part.box.centre)


@lru_cache(maxsize=64)
def loss(damage: int, theme: Theme, share: float = 1.0, slot: Box = SLOTS["hurt"]) -> Image.Image:
    """Damage as a red drop, recovered health as a green plate: the figure with its sign."""
    canvas = Canvas(round(slot.width), round(slot.height), None, 4)
    paint = theme.blood if damage > 0 else marks.paint_of("heal", theme)
    for inset, tone in ((0.0, theme.dark), (1.1, theme.light), (2.6, paint)):
        page = Box(0, 0, round(slot.width), round(slot.height)).shrunk(inset)
        if damage > 0:
            middle, reach = page.bottom - page.height * 0.42, page.height * 0.42
            canvas.box(Box(page.x, middle - reach, page.width, 2 * reach), tone, radius=reach)
            x, y = page.centre[0], middle - reach * 0.6
            canvas.polygon(((x - reach, y), (x, page.y), (x + reach, y)), tone)
        else:
            canvas.box(page, tone, radius=5)
    ink, lower = theme.on(paint), 2.5 if damage > 0 else 0.0
    y = slot.height / 2 + lower
    canvas.line(((6, y), (12, y)), ink, 3.2)
    if damage < 0:
        canvas.line(((9, y - 3.5), (9, y + 3.5)), ink, 3.2)
    room = Box(13, lower, slot.width - 17, slot.height)
    canvas.fitted(str(abs(damage)), room, theme.strong.sized(round(slot.height * 1.02)), ink, least=16)
    return scaled(canvas, share)


def _paint_new(canvas: Canvas, part: Part, view: View, theme: Theme, grid: Grid) -> None:
    """Something that has just come, or that is asked about."""
    centred(canvas, ring(theme.light, theme, grid.share, True), grid.middle(part.facts[0]))


def _paint_spell(canvas: Canvas, part: Part, view: View, theme: Theme, grid: Grid) -> None:
    """A flame where a lore card works."""
    sprite = marks.mark("flame", round(part.box.width), marks.paint_of("flame", theme), theme)
    centred(canvas, sprite, part.box.centre)


def _paint_focus(canvas: Canvas, part: Part, view: View, theme: Theme, grid: Grid) -> None:
    _paint_ring(canvas, part.facts[0], theme.light, theme, grid)


def _paint_legal(canvas: Canvas, part: Part, view: View, theme: Theme, grid: Grid) -> None:
    """A hex that may be chosen: a ring, and a dot where nobody stands."""
    (at,) = part.facts
    _paint_ring(canvas, at, theme.active, theme, grid)
    if view.at(at) is None:
        x, y = grid.middle(at)
        centred(canvas, _dot(theme, grid.share), (x, y + 8 * grid.share))


@lru_cache(maxsize=8)
def _dot(theme: Theme, share: float) -> Image.Image:
    canvas = Canvas(28, 28, None, 3)
    for radius, tone in ((13, theme.dark), (12, theme.light), (10, theme.active)):
        canvas.disc((14, 14), radius, tone)
    return scaled(canvas, share)


def _paint_target(canvas: Canvas, part: Part, view: View, theme: Theme, grid: Grid) -> None:
    """Somebody who may be attacked: a ring in the paint of attacks."""
    _paint_ring(canvas, part.facts[0], theme.alarm, theme, grid)


def _paint_dice(canvas: Canvas, part: Part, view: View, theme: Theme, grid: Grid) -> None:
    """How many dice an attack would have, on a die."""
    _, many = part.facts
    centred(canvas, dice("/".join(map(str, many)), theme, grid.share, grid.slots["dice"]), part.box.centre)


@lru_cache(maxsize=64)
def dice(text: str, theme: Theme, share: float = 1.0, slot: Box = SLOTS["dice"]) -> Image.Image:
    """How many dice: white on a dark die."""
    wide = slot.width if len(text) > 1 else slot.height + 2
    canvas = Canvas(round(wide), round(slot.height), None, 4)
    for inset, tone in ((0.0, theme.dark), (1.0, theme.alarm), (3.0, theme.dark)):
        canvas.box(Box(0, 0, wide, slot.height).shrunk(inset), tone, radius=6 - inset)
    canvas.fitted(
        text, Box(1, 0, wide - 2, slot.height), theme.strong.sized(round(slot.height * 1.05)), theme.light, least=15
    )
    return scaled(canvas, share)


def _paint_ring(canvas: Canvas, at: str, paint: Colour, theme: Theme, grid: Grid) -> None:
    centred(canvas, ring(paint, theme, grid.share), grid.middle(at))


@lru_cache(maxsize=64)
def ring(paint: Colour, theme: Theme, share: float = 1.0, dashed: bool = False) -> Image.Image:
    """A ring along the inside of a hex; a dashed one has gaps in the middle of its sides."""
    canvas = Canvas(ACROSS + 2, round(TALL) + 2, None, 3)
    middle = ((ACROSS + 2) / 2, (round(TALL) + 2) / 2)
    points = corners(middle, 3.6)
    for width, tone in ((7.0, theme.dark), (4.4, paint)):
        if not dashed:
            canvas.polygon(points, None, tone, width)
            continue
        for place, point in enumerate(points):
            one, other = points[place - 1], points[(place + 1) % 6]
            canvas.line((between(point, one, 0.3), point, between(point, other, 0.3)), tone, width)
    return scaled(canvas, share)


def _nothing(canvas: Canvas, part: Part, view: View, theme: Theme, grid: Grid) -> None:
    """Terrain in which nobody stands, and its banners, are on the ready picture of the field."""


PAINTERS: Mapping[str, Painter] = MappingProxyType(
    {
        "terrain": _nothing,
        "banner": _nothing,
        "crown": _paint_crown,
        "legal": _paint_legal,
        "focus": _paint_focus,
        "target": _paint_target,
        "new": _paint_new,
        "walk": _paint_walk,
        "name": _name,
        "grave": _paint_grave,
        "unit": _paint_unit,
        "placed": _paint_placed,
        "health": _paint_health,
        "mark": _paint_mark,
        "hidden": _paint_hidden,
        "blow": _paint_blow,
        "spell": _paint_spell,
        "hurt": _paint_hurt,
        "dice": _paint_dice,
    }
)
"""What draws a part of each sort on the field. The others stand around it."""
