"""The masterboard: lands and signs once, then what moves on them, and the players in the corners."""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any

from PIL import Image

from engine.titan.board import Board, Land
from engine.titan.events import Creatures
from engine.titan.outlook import Goal, goals
from engine.titan.rules import Rules
from engine.titan.view import LegionView, View
from render.canvas import Box, Canvas, Colour, Palette, Point, Type, between
from render.scene import Part, Scene
from render.theme import DARK, Theme
from render.titan import agreed, deeds, lands, margin, pieces, tiles
from render.titan.captions import NOBODY, Captions, Names
from render.titan.deeds import Arrival, Loss, Walk
from render.titan.geometry import SLOTS, Plan
from render.titan.margin import HEIGHT, WIDTH
from render.titan.signs import EXPLAINED, sign


def board(
    view: View,
    captions: Captions,
    theme: Theme = DARK,
    names: Names = NOBODY,
    focus: str = "",
    actions: Iterable[Any] = (),
) -> bytes:
    """The masterboard with everything that the view holds on it, as a PNG.

    `actions` are those of the viewer: where he may move is marked. With a legion as `focus` only where that one may,
    and what it could muster there.
    """
    return palette(view.rules, captions, theme).png(draw(view, captions, theme, names, focus, actions))


def draw(
    view: View,
    captions: Captions,
    theme: Theme = DARK,
    names: Names = NOBODY,
    focus: str = "",
    actions: Iterable[Any] = (),
) -> Image.Image:
    """The masterboard in full colours."""
    plan = whole(view.rules.board)
    canvas = Canvas.over(bare(view.rules.board, theme))
    _legend(canvas, plan, captions, theme)
    _wiped_out(canvas, view, plan, captions, theme)
    paint(canvas, scene(view, theme, names, focus, actions), view, plan, theme)
    margin.paint(canvas, view, plan, captions, theme, names)
    return agreed.below(canvas.finished(), view, captions, theme)


def tall(view: View) -> int:
    """How high the picture is."""
    return HEIGHT + agreed.tall(view)


def scene(
    view: View, theme: Theme = DARK, names: Names = NOBODY, focus: str = "", actions: Iterable[Any] = ()
) -> Scene:
    """Everything on the picture, with what it tells."""
    plan = whole(view.rules.board)
    told = (*labels(plan), *legend(plan), *wiped_out(view, plan), *margin.parts(view, plan), *agreed.parts(view))
    return (*told, *parts(view, plan, goals(view, actions, focus)))


@lru_cache(maxsize=8)
def whole(board: Board) -> Plan:
    """Where the lands lie in the picture of the whole board."""
    return Plan(board)


# --- what stands in the lands ---


@dataclass(frozen=True, slots=True)
class Gain:
    """Characters that joined a legion in this part of the turn."""

    legion: str
    codes: Creatures


Entry = LegionView | Gain | Loss | Arrival | Goal


def layout(view: View, plan: Plan, aims: Iterable[Goal] = ()) -> tuple[tuple[int, Entry, Box], ...]:
    """What has a place in each land, from its upper end: legions with their newcomers, the lost, what may be mustered.

    The owner of the turn comes last. Legions are never left out; what has no room beside them is.
    """
    joined, standing = deeds.newcomers(view), dict[int, list[LegionView]]()
    for legion in sorted(view.legions, key=lambda one: (one.owner == view.active, one.owner, one.marker)):
        standing.setdefault(legion.land, []).append(legion)
    entries: dict[int, list[Entry]] = {}
    for land, here in standing.items():
        room = SLOTS - len(here)
        found = entries[land] = []
        for legion in here:
            found.append(legion)
            if room and legion.marker in joined:
                found.append(Gain(legion.marker, joined[legion.marker]))
                room -= 1
    for loss in deeds.losses(view):
        if len(entries.setdefault(loss.land, [])) < SLOTS:
            entries[loss.land].append(loss)
    for arrival in deeds.arrivals(view):
        if not arrival.legion and len(entries.setdefault(arrival.land, [])) < SLOTS:
            entries[arrival.land].append(arrival)
    for goal in aims:
        if len(entries.setdefault(goal.land, [])) < SLOTS:
            entries[goal.land].append(goal)
    return tuple(
        (land, entry, box)
        for land, here in sorted(entries.items())
        for entry, box in zip(here, plan.slots(land, len(here)), strict=True)
    )


def places(view: View) -> tuple[tuple[LegionView, Box], ...]:
    """Every legion with the rectangle of its counter."""
    found = layout(view, whole(view.rules.board))
    return tuple((entry, box) for _, entry, box in found if isinstance(entry, LegionView))


def parts(view: View, plan: Plan, aims: tuple[Goal, ...] = (), shown: AbstractSet[int] = frozenset()) -> Scene:
    """What the game has put on the board, from the lowest to the uppermost; on all of it, or on the lands `shown`."""
    there = shown or view.rules.board.lands
    aims = tuple(goal for goal in aims if goal.land in there)
    engagements = [engagement for engagement in view.engagements if engagement.land in there]
    placed = [entry for entry in layout(view, plan, aims) if entry[0] in there]
    standing: dict[int, list[Box]] = {}
    spots: dict[str, Box] = {}
    for land, entry, box in placed:
        standing.setdefault(land, []).append(box)
        if isinstance(entry, LegionView):
            spots[entry.marker] = box
    found = [Part("goal", plan.bounds(goal.land), (goal,), solid=False) for goal in aims]
    found += [
        Part("return", plan.bounds(arrival.land), (arrival,), solid=False)
        for arrival in deeds.arrivals(view)
        if arrival.land in there
    ]
    found += [
        Part("engaged", plan.bounds(engagement.land), (engagement.land, *engagement.markers), solid=False)
        for engagement in engagements
    ]
    for walk in (walk for walk in deeds.walks(view) if walk.start in there and walk.land in there):
        line = deeds.course(plan, walk.start, walk.land, standing.get(walk.start, ()), standing.get(walk.land, ()))
        found.append(Part("walk", deeds.bounds(line, plan.scale), (walk, line), solid=False))
    for parting in (parting for parting in deeds.partings(view) if parting.land in there):
        one, other = sorted((spots[parting.parent], spots[parting.child]), key=lambda box: box.y)
        reach = 13 * plan.scale
        x = min(one.x, other.x) - reach
        box = Box(x, one.centre[1], reach, max(2.0, other.centre[1] - one.centre[1]))
        found.append(Part("parting", box, (parting,), solid=False))
    kinds = {LegionView: "legion", Gain: "gain", Loss: "loss", Arrival: "arrival", Goal: "aim"}
    found += [Part(kinds[type(entry)], box, (entry,)) for _, entry, box in placed]
    size = SWORDS * plan.scale
    for arrival in (arrival for arrival in deeds.arrivals(view) if arrival.legion and arrival.land in there):
        x, y = plan.herald(view.rules.board.lands[arrival.land])
        x += size * any(engagement.land == arrival.land for engagement in engagements)
        found.append(Part("loop", Box(x - size / 2, y - size / 2, size, size), (arrival,)))
    for engagement in engagements:
        x, y = plan.herald(view.rules.board.lands[engagement.land])
        now = view.engaged is not None and engagement.land == view.engaged.land
        found.append(Part("swords", Box(x - size / 2, y - size / 2, size, size), (engagement.land, now)))
    return tuple(found)


LEAST_EMBLEM = 12
"""An emblem is never smaller; in the narrowest places for newcomers some are left out, but no rules lead there."""

NUMBER = 26
"""In how large a type the numbers of lands are."""

LINE = 30
"""How high a line of the legend is."""
SWATCH = 40
"""How wide its signs and pictures are."""

SWORDS = 34
"""How large an engagement's sign is."""


# --- what never changes ---


@lru_cache(maxsize=8)
def bare(board: Board, theme: Theme) -> Image.Image:
    """The board without a legion and without words."""
    return ground(whole(board), board.lands.values(), (WIDTH, HEIGHT), theme).finished()


def ground(plan: Plan, shown: Iterable[Land], size: tuple[int, int], theme: Theme) -> Canvas:
    """A canvas with lands, their numbers and their signs."""
    shown = tuple(shown)
    signs = Canvas(*size, theme.ground, theme.scale, paired=True)
    for land in shown:
        for gate in land.gates:
            if gate.out:
                sign(signs, gate.out, *plan.sign(land, gate), theme, plan.scale)
    canvas = Canvas.over(signs.finished())
    for land in shown:
        box = plan.bounds(land.label)
        image = lands.picture(plan.board, land.terrain, land.inverted, land.label_side, plan.unit, theme)
        canvas.paste(image, (box.x, box.y))
    for land in shown:
        _number(canvas, plan, land, theme)
    return canvas


@lru_cache(maxsize=16)
def palette(rules: Rules, captions: Captions, theme: Theme) -> Palette:
    """The colours of the board with its words, of all counters on it, of kinds, and of their edges."""
    paints = [theme.ground, theme.panel, theme.ink, theme.faint, theme.light, theme.dark, theme.active, theme.danger]
    for terrain in rules.board.terrains.values():
        found = lands.tones(terrain, theme)
        paints += [found.fill, found.shade, found.deep, found.gleam, found.mark]
    paints += [pieces.livery(rules, colour, theme).paint for colour in rules.colours]
    paints += [theme.paint(kind.name, kind.paint) for kind in rules.kinds.values()]
    base = Canvas.over(bare(rules.board, theme))
    _legend(base, whole(rules.board), captions, theme)
    samples = [base.image.resize((WIDTH // 3, HEIGHT // 3), Image.Resampling.NEAREST)]
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
def labels(plan: Plan) -> Scene:
    """The number and the glyph of every land."""
    return tuple(
        part
        for label, land in plan.board.lands.items()
        for part in (
            Part("number", plan.number_box(label), (label,)),
            Part("terrain", plan.glyph_box(label), (label, land.terrain)),
        )
    )


def _number(canvas: Canvas, plan: Plan, land: Land, theme: Theme) -> None:
    """A land's number, on a plate of the land's colour, for an arrow may run below it."""
    box, tones = plan.number_box(land.label), lands.tones(plan.board.terrains[land.terrain], theme)
    sprite = _numeral(str(land.label), round(box.width), round(box.height), _face(plan, theme), tones.ink, tones.fill)
    canvas.paste(sprite, (box.x, box.y))


@lru_cache(maxsize=512)
def _numeral(text: str, width: int, height: int, face: Type, ink: Colour, plate: Colour) -> Image.Image:
    canvas = Canvas(width, height, None, 2, paired=True)
    wide = min(width, round(face.width(text)) + 2)
    canvas.box(Box((width - wide) / 2, 0, wide, height), plate, radius=height / 4)
    canvas.fitted(text, Box(0, 0, width, height), face, ink)
    return canvas.finished()


def _face(plan: Plan, theme: Theme) -> Type:
    """In which type the numbers of lands are written, if they have room."""
    return theme.small.sized(round(NUMBER * plan.scale))


def legend(plan: Plan) -> Scene:
    """What signs mean and what terrains look like: four lines in each corner of the board, beside the panels."""
    found = [("sign", kind) for kind in EXPLAINED]
    found += [("swatch", terrain) for terrain in plan.board.terrains]
    return tuple(Part(sort, box, (key,)) for (sort, key), box in zip(found, _lines(plan), strict=False))


def wiped_out(view: View, plan: Plan) -> Scene:
    """In a game that ends by agreement the last line of the legend: what the sign on the players' cards means."""
    return (Part("wiped-out", _lines(plan)[-1], ()),) if view.ends else ()


def _lines(plan: Plan) -> tuple[Box, ...]:
    """The lines of the legend."""
    upper = margin.headline_cell(plan).bottom + 10
    lower = HEIGHT - upper - 4 * LINE
    rows = [(right, upper, line) for right in (False, True) for line in range(4)]
    rows += [(right, lower, 3 - line) for right in (False, True) for line in range(4)]
    return tuple(margin.Cell(plan, right, top, top + 4 * LINE).row(line * LINE, LINE - 4) for right, top, line in rows)


def _wiped_out(canvas: Canvas, view: View, plan: Plan, captions: Captions, theme: Theme) -> None:
    for part in wiped_out(view, plan):
        size = round(part.box.height)
        sprite = pieces.loop(size, theme.faint, theme.dark, theme)
        canvas.paste(sprite, (part.box.right - size, part.box.y))
        text = Box(part.box.x, part.box.y, part.box.width - size - 7, size)
        canvas.fitted(captions.told("sign.loop"), text, theme.small, theme.faint, "r")


def _legend(canvas: Canvas, plan: Plan, captions: Captions, theme: Theme) -> None:
    for part in legend(plan):
        canvas.paste(_explained(plan.board, part, captions, theme), (part.box.x, part.box.y))


@lru_cache(maxsize=256)
def _explained(board: Board, part: Part, captions: Captions, theme: Theme) -> Image.Image:
    """A line of the legend: a sign and what it says of a move, or a terrain and its name."""
    key, right = part.facts[0], part.box.x > WIDTH / 2
    width, height = round(part.box.width), round(part.box.height)
    line = Canvas(width, height, theme.ground, theme.scale, paired=True)
    x = width - SWATCH if right else 0
    if part.sort == "sign":
        said = captions.told(f"sign.{key}")
        foot = (x + SWATCH / 2, 20.0)
        sign(line, key, foot, (foot[0] + 1, foot[1]), (foot[0], foot[1] - 1), theme, 0.8)
    else:
        said = captions.terrain_within(key, theme.small, width - SWATCH - 7)
        terrain = board.terrains[key]
        line.paste_large(lands.swatch(terrain, SWATCH * theme.scale, height * theme.scale, theme), (x, 0))
    text = Box(0 if right else SWATCH + 7, 0, width - SWATCH - 7, height)
    line.fitted(said, text, theme.small, theme.faint, "r" if right else "l")
    return line.finished()


# --- what the game changes ---


def paint(canvas: Canvas, shown: Scene, view: View, plan: Plan, theme: Theme) -> None:
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
                _walk(canvas, part.box, view, walk, line, plan.scale, theme)
                crossed |= _crossed(plan, line)
            case _:
                pass
    for land in crossed:
        _number(canvas, plan, view.rules.board.lands[land], theme)
    for part in shown:
        box = part.box
        match part.sort:
            case "parting":
                _parting(canvas, box, plan.scale, theme)
            case "legion":
                sprite = pieces.counter(view, part.facts[0], round(box.width), round(box.height), theme)
                canvas.paste(sprite, (box.x, box.y))
            case "gain":
                _gain(canvas, box, view.rules, part.facts[0].codes, theme)
            case "loss":
                _loss(canvas, box, view, part.facts[0].legion, theme)
            case "arrival":
                canvas.paste(_arrival(_livery(view, part.facts[0], theme), box, theme), (box.x, box.y))
            case "loop":
                livery = _livery(view, part.facts[0], theme)
                canvas.paste(pieces.loop(round(box.width), livery.paint, livery.text, theme), (box.x, box.y))
            case "aim":
                _aim(canvas, box, view.rules, part.facts[0], theme)
            case "swords":
                disc = theme.danger if part.facts[1] else theme.alarm
                canvas.paste(pieces.swords(round(box.width), disc, theme), (box.x, box.y))
            case _:
                pass


def _outline(plan: Plan, land: int) -> list[Point]:
    """Where a rim runs around a land, leaving its number and its signs to be seen."""
    centre = plan.centre(land)
    return [between(centre, point, 0.998) for point in plan.surface(land)]


def _rim(canvas: Canvas, plan: Plan, land: int, view: View, theme: Theme) -> None:
    """The rim of an engagement; the one being settled is lighter."""
    points = _outline(plan, land)
    now = view.engaged is not None and land == view.engaged.land
    canvas.polygon(points, None, theme.dark, 9 * plan.scale)
    canvas.polygon(points, None, theme.light if now else theme.alarm, 5 * plan.scale)
    _number(canvas, plan, view.rules.board.lands[land], theme)


def _goal(canvas: Canvas, plan: Plan, goal: Goal, theme: Theme) -> None:
    """The rim of a land that may be gone to, in pieces if by teleporting; and the sides of an attack."""
    points, scale = _outline(plan, goal.land), plan.scale
    canvas.polygon(points, None, theme.dark, 9 * scale)
    for side in range(6):
        start, end = points[side], points[(side + 1) % 6]
        shares = ((0.0, 0.3), (0.7, 1.0)) if goal.teleport else ((0.0, 1.0),)
        for share in shares:
            canvas.line((between(start, end, share[0]), between(start, end, share[1])), theme.active, 5 * scale)
    land = plan.board.lands[goal.land]
    _number(canvas, plan, land, theme)
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


def _walk(
    canvas: Canvas, box: Box, view: View, walk: Walk, line: tuple[Point, ...], scale: float, theme: Theme
) -> None:
    livery = pieces.livery(view.rules, pieces.player_of(view, walk.seat).colour, theme)
    for sprite, (x, y) in deeds.arrow(line, livery.paint, livery.text, walk.teleport, scale, theme.scale):
        canvas.paste(sprite, (box.x + x, box.y + y))


@lru_cache(maxsize=256)
def _crossed(plan: Plan, line: tuple[Point, ...]) -> frozenset[int]:
    """The lands whose numbers an arrow comes near."""
    points = [between(a, b, share / 2) for a, b in pairwise(line) for share in range(2)]
    points.append(line[-1])
    reach = deeds.bounds(line, plan.scale)
    return frozenset(
        land
        for land, box in _numbers(plan)
        if box.overlaps(reach) and any(box.x < x < box.right and box.y < y < box.bottom for x, y in points)
    )


@lru_cache(maxsize=8)
def _numbers(plan: Plan) -> tuple[tuple[int, Box], ...]:
    """The lands, and what is so near their numbers that an arrow through it touches them."""
    return tuple((land, plan.number_box(land).shrunk(-12 * plan.scale)) for land in plan.board.lands)


def _parting(canvas: Canvas, box: Box, scale: float, theme: Theme) -> None:
    """A bracket from one part of a split to the other."""
    x, y = box.x + 4 * scale, box.y
    line = ((box.right, y), (x, y), (x, box.bottom), (box.right, box.bottom))
    canvas.line(line, theme.dark, 9 * scale)
    canvas.line(line, theme.active, 5 * scale)


def _gain(canvas: Canvas, box: Box, rules: Rules, codes: Creatures, theme: Theme) -> None:
    """A plate with a plus and the newcomers."""
    canvas.box(box, theme.panel, theme.active, 2, 6)
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
        canvas.text(name, (x + 2, pieces.middle_line(box, text.size)), text, theme.ink)


def _loss(canvas: Canvas, box: Box, view: View, marker: str, theme: Theme) -> None:
    """Where a legion was: its marker on an empty plate, struck through."""
    livery = pieces.livery_of_marker(view.rules, marker, theme)
    canvas.box(box, theme.panel, livery.paint, 3, 6)
    canvas.fitted(marker, box.shrunk(4), theme.strong.sized(round(min(30.0, box.height * 0.8))), theme.ink)
    inner = box.shrunk(7)
    for paint, width in ((theme.panel, 8), (theme.danger, 5)):
        canvas.line(((inner.x, inner.bottom), (inner.right, inner.y)), paint, width)


def _livery(view: View, arrival: Arrival, theme: Theme) -> pieces.Livery:
    return pieces.livery(view.rules, pieces.player_of(view, arrival.seat).colour, theme)


def _return(canvas: Canvas, plan: Plan, arrival: Arrival, view: View, theme: Theme) -> None:
    """The rim of the Tower that was drawn for a player who comes back, in his colour; inside that of an engagement."""
    livery, centre = _livery(view, arrival, theme), plan.centre(arrival.land)
    points = [between(centre, point, 0.9) for point in plan.surface(arrival.land)]
    canvas.polygon(points, None, livery.text, 9 * plan.scale)
    canvas.polygon(points, None, livery.paint, 5 * plan.scale)
    _number(canvas, plan, view.rules.board.lands[arrival.land], theme)


def _arrival(livery: pieces.Livery, box: Box, theme: Theme) -> Image.Image:
    """Where a legion is about to come: its owner's plate with the sign of coming back, and his code if it fits."""
    width, height = round(box.width), round(box.height)
    canvas = Canvas(width, height, None, theme.scale, paired=True)
    pieces.plate(canvas, Box(0, 0, width, height), livery)
    size = min(height - 16, round(0.46 * width))
    x = 0.27 * width - size / 2
    canvas.paste_large(pieces.loop(size * canvas.scale, livery.paint, livery.text, theme), (x, (height - size) / 2))
    code = Box(0.5 * width, 0, 0.44 * width, height)
    canvas.fitted(livery.code, code, theme.strong.sized(round(0.7 * height)), livery.text, least=14)
    return canvas.finished()


def _aim(canvas: Canvas, box: Box, rules: Rules, goal: Goal, theme: Theme) -> None:
    """What a legion could muster in a land; if none is asked after or it is nothing, which of them may come."""
    if goal.recruits:
        _recruits(canvas, box, rules, goal.recruits, theme)
        return
    texts = [marker[2:] for marker in goal.legions]
    size = max(22.0, box.width / 3.6)
    across = max(1, min(len(texts), int(box.width / (size * 1.05))))
    rows = -(-len(texts) // across)
    step = min(box.height / rows, size * 1.1)
    y = box.centre[1]
    pill = Box(box.x, y - rows * step / 2, box.width, rows * step)
    canvas.box(pill, theme.panel, theme.active, 2, 8)
    for row in range(rows):
        line = Box(box.x, pill.y + row * step, box.width, step)
        words = "  ".join(texts[row * across : (row + 1) * across])
        canvas.fitted(words, line.shrunk(3), theme.strong.sized(round(min(size, step * 0.9))), theme.active, least=14)


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
