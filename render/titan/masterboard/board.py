"""The masterboard: lands and signs once, then what moves on them, and the players in the corners."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from PIL import Image

from engine.titan.actions import May
from engine.titan.board import Board, Land
from engine.titan.events import Creatures
from engine.titan.outlook import Goal, goals
from engine.titan.rules import Rules
from engine.titan.view import LegionView, View
from render.canvas import CAPITAL, Box, Canvas, Colour, Palette, Point, Type, between, mixed, polar
from render.parts import Part, Parts
from render.theme import DARK, Theme
from render.titan.masterboard import agreed, lands, margin, turn_marks
from render.titan.masterboard.geometry import SLOTS, BoardPlan
from render.titan.masterboard.margin import HEIGHT, WIDTH
from render.titan.masterboard.signs import EXPLAINED, sign
from render.titan.masterboard.turn_marks import ArrivalMark, LossMark, WalkMark
from render.titan.pieces import light, tiles, tokens
from render.titan.pieces.captions import NOBODY, Captions, Names


def board(
    view: View,
    captions: Captions,
    theme: Theme = DARK,
    names: Names = NOBODY,
    focus: str = "",
    actions: Iterable[May] = (),
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
    actions: Iterable[May] = (),
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
    view: View, theme: Theme = DARK, names: Names = NOBODY, focus: str = "", actions: Iterable[May] = ()
) -> Parts:
    """Everything on the picture, with what it tells."""
    plan = whole(view.rules.board)
    told = (*labels(plan), *legend(plan), *wiped_out(view, plan), *margin.parts(view, plan), *agreed.parts(view))
    return (*told, *parts(view, plan, goals(view, actions, focus)))


@lru_cache(maxsize=8)
def whole(board: Board) -> BoardPlan:
    """Where the lands lie in the picture of the whole board."""
    return BoardPlan(board)


# --- what stands in the lands ---


@dataclass(frozen=True, slots=True)
class Gain:
    """Characters that joined a legion in this part of the turn."""

    legion: str
    codes: Creatures


LegendItem = LegionView | Gain | LossMark | ArrivalMark | Goal


def layout(view: View, plan: BoardPlan, aims: Iterable[Goal] = ()) -> tuple[tuple[int, LegendItem, Box], ...]:
    """What has a place in each land, from its upper end: legions with their newcomers, the lost, what may be mustered.

    The owner of the turn comes last. Legions are never left out; what has no room beside them is.
    """
    joined, standing = turn_marks.newcomers(view), dict[int, list[LegionView]]()
    for legion in sorted(view.legions, key=lambda one: (one.owner == view.active, one.owner, one.marker)):
        standing.setdefault(legion.land, []).append(legion)
    entries: dict[int, list[LegendItem]] = {}
    for land, here in standing.items():
        room = SLOTS - len(here)
        found = entries[land] = []
        for legion in here:
            found.append(legion)
            if room and legion.marker in joined:
                found.append(Gain(legion.marker, joined[legion.marker]))
                room -= 1
    for loss in turn_marks.losses(view):
        if len(entries.setdefault(loss.land, [])) < SLOTS:
            entries[loss.land].append(loss)
    for arrival in turn_marks.arrivals(view):
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


def parts(view: View, plan: BoardPlan, aims: tuple[Goal, ...] = (), shown: AbstractSet[int] = frozenset()) -> Parts:
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
        for arrival in turn_marks.arrivals(view)
        if arrival.land in there
    ]
    found += [
        Part("engaged", plan.bounds(engagement.land), (engagement.land, *engagement.markers), solid=False)
        for engagement in engagements
    ]
    walks = [walk for walk in turn_marks.walks(view) if walk.start in there and walk.land in there]
    found += turn_marks.drawn(plan, walks, standing, plan.scale)
    found += _partings(view, plan, there, spots)
    kinds = {LegionView: "legion", Gain: "gain", LossMark: "loss", ArrivalMark: "arrival", Goal: "aim"}
    found += [Part(kinds[type(entry)], box, (entry,)) for _, entry, box in placed]
    size = SWORDS * plan.scale
    for arrival in (arrival for arrival in turn_marks.arrivals(view) if arrival.legion and arrival.land in there):
        x, y = plan.herald(view.rules.board.lands[arrival.land])
        x += size * any(engagement.land == arrival.land for engagement in engagements)
        found.append(Part("loop", Box(x - size / 2, y - size / 2, size, size), (arrival,)))
    for engagement in engagements:
        x, y = plan.herald(view.rules.board.lands[engagement.land])
        now = view.engaged is not None and engagement.land == view.engaged.land
        found.append(Part("swords", Box(x - size / 2, y - size / 2, size, size), (engagement.land, now)))
    return tuple(found)


def _partings(view: View, plan: BoardPlan, there: Collection[int], spots: Mapping[str, Box]) -> Iterator[Part]:
    """A bracket between the two legions of a split, which stand in their `spots`."""
    for parting in (parting for parting in turn_marks.partings(view) if parting.land in there):
        one, other = sorted((spots[parting.parent], spots[parting.child]), key=lambda box: box.x)
        reach = 9 * plan.scale
        y = one.y - reach if view.rules.board.lands[parting.land].inverted else one.bottom
        yield Part("parting", Box(one.centre[0], y, other.centre[0] - one.centre[0], reach), (parting,), False)


LEAST_EMBLEM = 12
"""An emblem is never smaller; in the narrowest places for newcomers some are left out, but no rules lead there."""

NUMBER = 29
"""In how large a type the numbers of lands are."""
PALE = "#F3EEE2"
"""What they are written with."""
HALO = 2.6
"""How thick the dark halo around them is."""

LINE = 42
"""How high a line of the legend is."""
LEGEND, LEGEND_TOP, LEGEND_EDGE = 6, 8, 28
"""How many stand in a line, and how far below the board and from the sides."""
LEGEND_SIZE, LEGEND_LEAST = 34, 32
"""In how large a type it is written."""
SWATCH = 54
"""How wide its signs and pictures are."""

SWORDS = 34
"""How large an engagement's sign is."""


# --- what never changes ---


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
        _number(canvas, plan, land, theme)
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


@lru_cache(maxsize=16)
def palette(rules: Rules, captions: Captions, theme: Theme) -> Palette:
    """The colours of the board with its words, of all counters on it, of kinds, and of their edges."""
    paints = [theme.ground, theme.panel, theme.ink, theme.faint, theme.light, theme.dark, theme.active, theme.danger]
    paints += [light.slate(theme), light.brass(theme), light.table(theme), PALE]
    for terrain in rules.board.terrains.values():
        found = lands.tones(terrain, theme)
        paints += [found.fill, found.shade, found.deep, found.gleam, found.mark]
    paints += [tokens.livery(rules, colour, theme).paint for colour in rules.colours]
    paints += [theme.paint(kind.name, kind.paint) for kind in rules.kinds.values()]
    base = Canvas.over(bare(rules.board, theme))
    _legend(base, whole(rules.board), captions, theme)
    samples = [base.image.resize((WIDTH // 3, HEIGHT // 3), Image.Resampling.NEAREST)]
    samples += [sample(rules, colour, theme) for colour in rules.colours]
    return Palette(paints, samples)


def sample(rules: Rules, colour: str, theme: Theme) -> Image.Image:
    """A plate of a colour on a panel, with the edges that it has."""
    canvas = Canvas(120, 400, theme.panel, theme.scale)
    livery = tokens.livery(rules, colour, theme)
    for row in range(4):
        tokens.plate(canvas, Box(10, 10 + 90 * row, 100, 80), livery, rim=3)
        canvas.fitted(livery.code, Box(20, 20 + 90 * row, 80, 60), theme.title, livery.text)
    return canvas.finished()


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


def _number(canvas: Canvas, plan: BoardPlan, land: Land, theme: Theme) -> None:
    """A land's number, on a plate of the land's colour, for an arrow may run below it."""
    box, tones = plan.number_box(land.label), lands.tones(plan.board.terrains[land.terrain], theme)
    sprite = numeral(str(land.label), round(box.width), round(box.height), _face(plan, theme), theme, tones.fill)
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


def _face(plan: BoardPlan, theme: Theme) -> Type:
    """In which type the numbers of lands are written, if they have room."""
    return theme.small.sized(round(NUMBER * plan.scale))


def legend(plan: BoardPlan) -> Parts:
    """What signs and marks mean and what terrains look like: all in one place, below the board."""
    found: list[tuple[str, tuple[str, ...]]] = [("sign", kinds) for kinds in EXPLAINED]
    found += [("swatch", (terrain,)) for terrain in plan.board.terrains]
    found += [("mark", (kind,)) for kind in MARKS]
    return tuple(Part(sort, box, keys) for (sort, keys), box in zip(found, _lines(), strict=False))


def wiped_out(view: View, plan: BoardPlan) -> Parts:
    """In a game that ends by agreement the last of the legend: what the sign on the players' cards means."""
    return (Part("wiped-out", _lines()[-1], ()),) if view.ends else ()


MARKS = ("height", "moved")
"""What a figure on a legion's marker is, and how it stands where the legion has moved."""


@lru_cache(maxsize=1)
def _lines() -> tuple[Box, ...]:
    """The places of the legend, in lines from left to right."""
    wide, top = (WIDTH - 2 * LEGEND_EDGE) / LEGEND, margin.BOARD + LEGEND_TOP
    return tuple(
        Box(round(LEGEND_EDGE + place % LEGEND * wide) + 6, top + place // LEGEND * LINE, round(wide) - 16, LINE - 6)
        for place in range(3 * LEGEND)
    )


def _wiped_out(canvas: Canvas, view: View, plan: BoardPlan, captions: Captions, theme: Theme) -> None:
    for part in wiped_out(view, plan):
        size = round(part.box.height)
        sprite = tokens.loop(size - 4, theme.faint, theme.dark, theme)
        canvas.paste(sprite, (part.box.x + (SWATCH - size) / 2 + 2, part.box.y + 2))
        text = Box(part.box.x + SWATCH + 10, part.box.y, part.box.width - SWATCH - 10, size)
        canvas.fitted(captions.told("sign.loop"), text, _legend_face(theme), theme.faint, "l")


def _legend(canvas: Canvas, plan: BoardPlan, captions: Captions, theme: Theme) -> None:
    """It lies on the cloth without a panel: nothing of it is louder than the board."""
    for part in legend(plan):
        canvas.paste(_explained(plan.board, part, captions, theme), (part.box.x, part.box.y))


def _legend_face(theme: Theme) -> Type:
    return theme.small.sized(LEGEND_SIZE)


@lru_cache(maxsize=256)
def _explained(board: Board, part: Part, captions: Captions, theme: Theme) -> Image.Image:
    """A piece of the legend: a sign or a mark and what it says, or a terrain and its name."""
    key = part.facts[0]
    width, height = round(part.box.width), round(part.box.height)
    line = Canvas(width, height, None, theme.scale, paired=True)
    face, left = _legend_face(theme), words_left(part)
    room = width - left
    match part.sort:
        case "sign":
            said = captions.told(f"sign.{key}")
            last = left - 10 - SWATCH / 2
            for kind, x in zip(part.facts, (last,) if len(part.facts) == 1 else (SWATCH / 6, last), strict=True):
                foot = (x, 0.5 * height + 9.0)
                sign(line, kind, foot, (x + 1, foot[1]), (x, foot[1] - 1), theme, 1.15)
        case "mark":
            said = captions.told(f"sign.{key}")
            tokens.figure(line, Box(SWATCH / 2 - 22, 0, 44, height), key == "moved", theme)
        case _:
            said = captions.terrain_within(key, face.sized(LEGEND_LEAST), room)
            terrain = board.terrains[key]
            line.paste_large(lands.swatch(terrain, SWATCH * theme.scale, (height - 4) * theme.scale, theme), (0, 2))
    line.fitted(said, Box(left, 0, room, height), face, theme.faint, "l", LEGEND_LEAST)
    return line.finished()


def words_left(part: Part) -> float:
    """Where in a piece of the legend its words begin; a second sign takes two thirds of the room of the first."""
    return SWATCH + 10 + (len(part.facts) - 1) * SWATCH * 2 / 3


# --- what the game changes ---


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
        _number(canvas, plan, view.rules.board.lands[land], theme)
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
    _number(canvas, plan, view.rules.board.lands[land], theme)


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
    _number(canvas, plan, view.rules.board.lands[arrival.land], theme)


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
