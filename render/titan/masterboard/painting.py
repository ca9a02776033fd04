"""What the game has put on the board, painted: rims and arrows on lands, legions and what stands beside them."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

from PIL import Image

from engine.titan.events import Creatures
from engine.titan.outlook import Goal
from engine.titan.rules import Rules
from engine.titan.view import View
from render.canvas import Box, Canvas, Point, between
from render.parts import Part, Parts
from render.theme import Theme
from render.titan.masterboard import turn_marks
from render.titan.masterboard.bare_board import number
from render.titan.masterboard.geometry import BoardPlan
from render.titan.masterboard.turn_marks import ArrivalMark, WalkMark
from render.titan.pieces import light, tiles, tokens

LEAST_EMBLEM = 12
"""An emblem is never smaller; in the narrowest places for newcomers some are left out, but no rules lead there."""


def paint(canvas: Canvas, shown: Parts, view: View, plan: BoardPlan, theme: Theme) -> None:
    """Draws parts on the board; where arrows run over the number of a land, it is written again."""
    crossed: set[int] = set()
    for part in shown:
        match part.sort:
            case "goal":
                _goal(canvas, plan, part.facts[0], theme)
            case "engaged":
                _rim(canvas, plan, part.facts[0], view, theme)
            case "return":
                _return(canvas, plan, part.facts[0], view, theme)
            case "walk":
                walk, line = part.facts
                walked(canvas, part.box, view, walk, line, plan.scale, theme)
                crossed |= _crossed(plan, line)
            case _:
                pass
    for land in crossed:
        number(canvas, plan, view.rules.board.lands[land], theme)
    for part in shown:
        box = part.box
        match part.sort:
            case "parting":
                _parting(canvas, box, view.rules.board.lands[part.facts[0].land].inverted, plan.scale, theme)
            case "legion":
                sprite = tokens.standing(view, part.facts[0], round(box.width), round(box.height), theme)
                canvas.paste(sprite, (box.x, box.y))
            case "gain" | "loss" | "arrival" | "aim":
                beside(canvas, part, view, theme)
            case "loop":
                livery = _livery(view, part.facts[0], theme)
                canvas.paste(tokens.loop(round(box.width), livery.paint, livery.text, theme), (box.x, box.y))
            case "swords":
                disc = theme.danger if part.facts[1] else theme.alarm
                canvas.paste(tokens.swords(round(box.width), disc, theme), (box.x, box.y))
            case _:
                pass


def beside(canvas: Canvas, part: Part, view: View, theme: Theme) -> None:
    """What stands in a land and is no legion: newcomers, the lost, who comes back, and what may be mustered there."""
    box, fact = part.box, part.facts[0]
    match part.sort:
        case "gain":
            _gain(canvas, box, view.rules, fact.codes, theme)
        case "loss":
            _loss(canvas, box, view, fact.legion, theme)
        case "arrival":
            canvas.paste(_arrival(_livery(view, fact, theme), box, theme), (box.x, box.y))
        case _:
            _aim(canvas, box, view.rules, fact, theme)


def _outline(plan: BoardPlan, land: int) -> list[Point]:
    """Where a rim runs around a land, leaving its number and its signs to be seen."""
    centre = plan.centre(land)
    return [between(centre, point, 0.998) for point in plan.surface(land)]


def _rim(canvas: Canvas, plan: BoardPlan, land: int, view: View, theme: Theme) -> None:
    """The rim of an engagement; the one being settled is lighter."""
    points = _outline(plan, land)
    now = view.engaged is not None and land == view.engaged.land
    canvas.polygon(points, None, theme.dark, 9 * plan.scale)
    canvas.polygon(points, None, theme.light if now else theme.alarm, 5 * plan.scale)
    number(canvas, plan, view.rules.board.lands[land], theme)


def _goal(canvas: Canvas, plan: BoardPlan, goal: Goal, theme: Theme) -> None:
    """The rim of a land that may be gone to, in pieces if by teleporting; and the sides of an attack."""
    points, scale = _outline(plan, goal.land), plan.scale
    canvas.polygon(points, None, theme.dark, 9 * scale)
    for side in range(6):
        start, end = points[side], points[(side + 1) % 6]
        shares = ((0.0, 0.3), (0.7, 1.0)) if goal.teleport else ((0.0, 1.0),)
        for share in shares:
            canvas.line((between(start, end, share[0]), between(start, end, share[1])), theme.active, 5 * scale)
    land = plan.board.lands[goal.land]
    number(canvas, plan, land, theme)
    for rel in goal.sides:
        side = (rel + land.label_side) % 6
        start, end = points[side], points[(side + 1) % 6]
        x, y = between(start, end, 0.5)
        dx, dy = (end[0] - start[0]), (end[1] - start[1])
        length = (dx * dx + dy * dy) ** 0.5
        dx, dy = dx / length * scale, dy / length * scale
        tip = (x - dy * 10, y + dx * 10)
        base = [(x + dy * 9 + dx * s, y - dx * 9 + dy * s) for s in (-13, 13)]
        canvas.polygon((tip, *base), theme.active, theme.dark, 2.5 * scale)


def walked(
    canvas: Canvas, box: Box, view: View, walk: WalkMark, line: tuple[Point, ...], scale: float, theme: Theme
) -> None:
    livery = tokens.livery(view.rules, tokens.player_of(view, walk.seat).colour, theme)
    shade = f"{light.night(theme)}{round(150 * light.depth(theme)):02X}" if light.depth(theme) else ""
    edges = theme.dark, theme.light
    for sprite, (x, y) in turn_marks.arrow(line, livery.paint, edges, walk.teleport, scale, theme.scale, shade):
        canvas.paste(sprite, (box.x + x, box.y + y))


@lru_cache(maxsize=256)
def _crossed(plan: BoardPlan, line: tuple[Point, ...]) -> frozenset[int]:
    """The lands whose numbers an arrow comes near."""
    points = [between(a, b, share / 2) for a, b in pairwise(line) for share in range(2)]
    points.append(line[-1])
    reach = turn_marks.bounds(line, plan.scale)
    return frozenset(
        land
        for land, box in _numbers(plan)
        if box.overlaps(reach) and any(box.x < x < box.right and box.y < y < box.bottom for x, y in points)
    )


@lru_cache(maxsize=8)
def _numbers(plan: BoardPlan) -> tuple[tuple[int, Box], ...]:
    """The lands, and what is so near their numbers that an arrow through it touches them."""
    return tuple((land, plan.number_box(land).shrunk(-12 * plan.scale)) for land in plan.board.lands)


def _parting(canvas: Canvas, box: Box, inverted: bool, scale: float, theme: Theme) -> None:
    """A bracket from one part of a split to the other, at the wide end of their land."""
    near, far = (box.bottom, box.y + 3 * scale) if inverted else (box.y, box.bottom - 3 * scale)
    line = ((box.x, near), (box.x, far), (box.right, far), (box.right, near))
    canvas.line(line, theme.dark, 8 * scale)
    canvas.line(line, theme.active, 4 * scale)


def _gain(canvas: Canvas, box: Box, rules: Rules, codes: Creatures, theme: Theme) -> None:
    """A plate with a plus and the newcomers."""
    canvas.box(box, theme.panel, theme.active, 2, 6)
    if box.width < box.height:
        _gain_below(canvas, box, rules, codes, theme)
        return
    codes = codes[: max(1, int((box.width - 22) / (LEAST_EMBLEM + 2)))]
    size = min(box.height - 6, (box.width - 22) / len(codes) - 2)
    total = len(codes) * (size + 2)
    name = codes[0] if len(codes) == 1 else ""
    text = theme.small.sized(round(min(22.0, box.height * 0.75) * max(1.0, box.height / 40)))
    words = text.width(name) + 4 if name else 0
    if 18 + total + words > box.width - 4:
        name, words = "", 0
    x = box.x + (box.width - 18 - total - words) / 2
    middle = box.centre[1]
    canvas.line(((x, middle), (x + 12, middle)), theme.active, 4)
    canvas.line(((x + 6, middle - 6), (x + 6, middle + 6)), theme.active, 4)
    x += 18
    for code in codes:
        canvas.paste(tiles.plate(rules.kinds[code], round(size), theme, theme.panel), (x, middle - size / 2))
        x += size + 2
    if name:
        canvas.text(name, (x + 2, tokens.middle_line(box, text.size)), text, theme.ink)


def _gain_below(canvas: Canvas, box: Box, rules: Rules, codes: Creatures, theme: Theme) -> None:
    """The same on a plate that is higher than wide: the plus above, the newcomers below it."""
    x, y = box.centre[0], box.y + 11
    canvas.line(((x - 6, y), (x + 6, y)), theme.active, 4)
    canvas.line(((x, y - 6), (x, y + 6)), theme.active, 4)
    room = box.height - 24
    codes = codes[: max(1, int(room / (LEAST_EMBLEM + 2)))]
    size = round(max(LEAST_EMBLEM, min(box.width - 6, room / len(codes) - 2)))
    y = box.y + 21 + (room - len(codes) * (size + 2)) / 2
    for code in codes:
        canvas.paste(tiles.plate(rules.kinds[code], size, theme, theme.panel), (x - size / 2, y))
        y += size + 2


def _loss(canvas: Canvas, box: Box, view: View, marker: str, theme: Theme) -> None:
    """Where a legion was: its marker on an empty plate, struck through."""
    livery = tokens.livery_of_marker(view.rules, marker, theme)
    canvas.box(box, theme.panel, livery.paint, 3, 6)
    canvas.fitted(marker, box.shrunk(4), theme.strong.sized(round(min(30.0, box.height * 0.8))), theme.ink)
    inner = box.shrunk(7)
    for paint, width in ((theme.panel, 8), (theme.danger, 5)):
        canvas.line(((inner.x, inner.bottom), (inner.right, inner.y)), paint, width)


def _livery(view: View, arrival: ArrivalMark, theme: Theme) -> tokens.Livery:
    return tokens.livery(view.rules, tokens.player_of(view, arrival.seat).colour, theme)


def _return(canvas: Canvas, plan: BoardPlan, arrival: ArrivalMark, view: View, theme: Theme) -> None:
    """The rim of the Tower that was drawn for a player who comes back, in his colour; inside that of an engagement."""
    livery, centre = _livery(view, arrival, theme), plan.centre(arrival.land)
    points = [between(centre, point, 0.9) for point in plan.surface(arrival.land)]
    canvas.polygon(points, None, livery.text, 9 * plan.scale)
    canvas.polygon(points, None, livery.paint, 5 * plan.scale)
    number(canvas, plan, view.rules.board.lands[arrival.land], theme)


def _arrival(livery: tokens.Livery, box: Box, theme: Theme) -> Image.Image:
    """Where a legion is about to come: its owner's plate with the sign of coming back, and his code if it fits."""
    width, height = round(box.width), round(box.height)
    canvas = Canvas(width, height, None, theme.scale, paired=True)
    tokens.plate(canvas, Box(0, 0, width, height), livery)
    size = min(height - 16, round(0.46 * width))
    x = 0.27 * width - size / 2
    canvas.paste_large(tokens.loop(size * canvas.scale, livery.paint, livery.text, theme), (x, (height - size) / 2))
    code = Box(0.5 * width, 0, 0.44 * width, height)
    canvas.fitted(livery.code, code, theme.strong.sized(round(0.7 * height)), livery.text, least=14)
    return canvas.finished()


def _aim(canvas: Canvas, box: Box, rules: Rules, goal: Goal, theme: Theme) -> None:
    """What a legion could muster in a land; if none is asked after or it is nothing, which of them may come."""
    if goal.recruits:
        _recruits(canvas, box, rules, goal.recruits, theme)
        return
    texts = [marker[2:] for marker in goal.legions]
    most = max(46.0, 0.66 * box.height)
    step, across = max((min(box.height / -(-len(texts) // n), 1.15 * box.width / n, most), n) for n in (1, 2, 3))
    rows, size = -(-len(texts) // across), 0.92 * step
    y = box.centre[1]
    pill = Box(box.x, y - rows * step / 2, box.width, rows * step)
    canvas.box(pill, theme.panel, theme.active, 2, 8)
    for row in range(rows):
        line = Box(box.x, pill.y + row * step, box.width, step)
        words = " ".join(texts[row * across : (row + 1) * across])
        canvas.fitted(words, line.shrunk(3), theme.title.sized(round(size)), theme.active, least=14)


def _recruits(canvas: Canvas, box: Box, rules: Rules, codes: Creatures, theme: Theme) -> None:
    """A plate with emblems, as large as they can be."""
    canvas.box(box, theme.panel, theme.active, 2, 6)
    fits = (
        (min((box.width - 4) / across, (box.height - 4) / -(-len(codes) // across)), across)
        for across in range(1, len(codes) + 1)
    )
    size, across = max(fits)
    rows = -(-len(codes) // across)
    for place, code in enumerate(codes):
        row, column = divmod(place, across)
        wide = min(across, len(codes) - row * across) * size
        x = box.centre[0] - wide / 2 + column * size
        y = box.centre[1] - rows * size / 2 + row * size
        canvas.paste(tiles.plate(rules.kinds[code], round(size) - 2, theme, theme.panel), (x + 1, y + 1))
