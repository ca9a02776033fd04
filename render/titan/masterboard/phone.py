"""The masterboard for a phone: 800 pixels wide, made to be read at 400.

It shows the part of the board on which something stands, drawn out in height, as a phone is. Lands are plain, markers
as large as their lands; there is no legend. A line above says the turn and who acts, one below it how everybody stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from math import ceil

from PIL import Image

from engine.titan.actions import May
from engine.titan.board import Board
from engine.titan.outlook import Goal, goals
from engine.titan.rules import Rules
from engine.titan.view import LegionView, PlayerView, View
from render.canvas import Box, Canvas, Palette, Point, mixed
from render.parts import Part, Parts
from render.theme import DARK, Theme
from render.titan.masterboard import lands, turn_marks
from render.titan.masterboard.bare_board import PALE, numeral
from render.titan.masterboard.board import paints, sample
from render.titan.masterboard.geometry import BoardPlan
from render.titan.masterboard.margin import CROWN, leaders
from render.titan.masterboard.painting import beside, walked
from render.titan.masterboard.placement import SORTS, LandItem, standing
from render.titan.pieces import light, tokens
from render.titan.pieces.captions import NOBODY, Captions, Names, called, phase_line, turn_line
from render.titan.pieces.markers import emblem_of

WIDTH = 800
HEAD = 64
"""The line that says the turn and who acts."""
ROW = 56
"""The line of players."""
EDGE = 8
TALL = 880
"""At most so high is the board."""
DRAWN_OUT = 2.42
"""A land is at most so much higher than on the whole board: `row` of its plan."""
LEVEL = 9
"""How hard the PNG is compressed: it is small, and what it weighs is what a phone has to load."""
COLOURS = 88
"""So many colours are enough for it."""
LEAST = 22
"""The smallest type."""
NUMBER = 24
"""In how large a type the numbers of lands are, at the least."""
AROUND = 2.6
"""How much is shown around the lands on which something stands, in units of the board."""


def board_phone(
    view: View,
    captions: Captions,
    theme: Theme = DARK,
    names: Names = NOBODY,
    focus: str = "",
    actions: Iterable[May] = (),
) -> bytes:
    """The masterboard as a PNG for a phone, of the same view and with the same arguments as `board`.

    It is 800 pixels wide and at most 60 KB: no side panels, no legend, larger markers; one line above says the turn and
    who acts.
    """
    return board_colours(view.rules, theme).png(draw(view, captions, theme, names, focus, actions), LEVEL)


def draw(
    view: View,
    captions: Captions,
    theme: Theme = DARK,
    names: Names = NOBODY,
    focus: str = "",
    actions: Iterable[May] = (),
    tallest: int = TALL,
) -> Image.Image:
    """The masterboard for a phone in full colours, at most so high."""
    actions = tuple(actions)
    plan, bottom = framed(view, goals(view, actions, focus), tallest)
    canvas = Canvas.over(_ground(plan, bottom, theme))
    shown = scene(view, focus, actions, tallest)
    for part in shown:
        _under(canvas, part, view, plan, theme)
    for part in shown:
        _standing(canvas, part, view, plan, theme)
    for part in shown:
        if part.sort == "number":
            _number(canvas, part, theme)
    _head(canvas, view, captions, theme, names)
    for part in shown:
        if part.sort == "player":
            _player(canvas, part, view, theme)
    return canvas.finished()


# --- what is where ---


def tall(view: View, focus: str = "", actions: Iterable[May] = (), tallest: int = TALL) -> int:
    """How high the picture is."""
    return framed(view, goals(view, tuple(actions), focus), tallest)[1]


def framed(view: View, aims: tuple[Goal, ...] = (), tallest: int = TALL) -> tuple[BoardPlan, int]:
    """Where the board lies so that all lands on which something stands are seen, and where the picture ends."""
    board = view.rules.board
    kept = set(standing(view, aims))
    kept |= {land for walk in turn_marks.walks(view) for land in (walk.start, walk.land)}
    kept |= {engagement.land for engagement in view.engagements}
    return _framed(board, frozenset(kept or board.lands), tallest)


@lru_cache(maxsize=64)
def _framed(board: Board, kept: frozenset[int], tallest: int = TALL) -> tuple[BoardPlan, int]:
    flat = BoardPlan(board, 1, 0, 0, row=1)
    points = [point for land in kept for point in flat.corners(land)]
    every = [point for land in board.lands for point in flat.corners(land)]
    sides = [(min(p[i] for p in every), max(p[i] for p in every)) for i in (0, 1)]
    near = [(min(p[i] for p in points), max(p[i] for p in points)) for i in (0, 1)]
    grown = (AROUND, AROUND / 2)
    (left, right), (top, bottom) = (
        (max(low, a - more), min(high, b + more)) for (low, high), (a, b), more in zip(sides, near, grown, strict=True)
    )
    unit = int((WIDTH - 2 * EDGE) / max(right - left, 24))
    step = int(min(DRAWN_OUT * unit, (tallest - 2 * EDGE) / (bottom - top))) // 2 * 2
    spare = (WIDTH - unit * (right - left)) / 2
    upper = HEAD + ROW + EDGE
    end = round(upper + (bottom - top) * step + EDGE)
    at = round(spare - left * unit), round((upper - top * step) / 2) * 2
    plan = BoardPlan(board, unit, *at, step / unit)
    end += end % 2
    ends = [plan.bounds(land) for land in _inside(plan, end)]
    first, last = min(bounds.x for bounds in ends), max(bounds.right for bounds in ends)
    if last - first <= WIDTH:
        plan = replace(plan, left=round(plan.left + (WIDTH - first - last) / 2))
    raised = max(0, int(min(bounds.y for bounds in ends) - upper) // 2 * 2)
    end = min(end, ceil(max(bounds.bottom for bounds in ends) / 2) * 2 + EDGE)
    return replace(plan, top=plan.top - raised), end - raised


def _box(plan: BoardPlan, land: int, start: float, end: float, width: float) -> Box:
    """A rectangle in a land between two distances from its narrow end, which are shares of its height."""
    bounds = plan.bounds(land)
    top = 1 - end if plan.board.lands[land].inverted else start
    y = round((bounds.y + top * bounds.height) / 2) * 2
    return Box(round(bounds.centre[0] - width / 2), y, round(width), round((end - start) * bounds.height / 2) * 2)


def number_box(plan: BoardPlan, land: int) -> Box:
    """Where a land's number stands."""
    size = max(NUMBER, round(0.27 * plan.bounds(land).height))
    return _box(plan, land, 0.02, 0.02 + size / plan.bounds(land).height, 0.6 * plan.land_size[0])


def written(box: Box) -> Box:
    """The part of a number's rectangle that its figures take."""
    return Box(box.x + 2, box.centre[1] - 0.36 * box.height, box.width - 4, 0.72 * box.height)


def figure(box: Box) -> Box:
    """The part of a piece's rectangle that nothing may cover: all but its rim."""
    return box.shrunk(tokens.RIM)


def _beside(plan: BoardPlan, land: int, taken: Sequence[Box]) -> Box | None:
    """Where a land's number stands between what is around it: a little aside or smaller if need be, or nowhere."""
    usual = number_box(plan, land)
    (x, y), near = usual.centre, [box for box in taken if box.overlaps(usual.shrunk(-FAR))]
    out = 1 if plan.board.lands[land].inverted else -1
    for size in range(round(usual.height), LEAST - 1, -1) if near else (round(usual.height),):
        wide = min(usual.width, round(DARK.small.sized(size).width(str(land))) + 4)
        for across, beyond in SHIFTS:
            box = Box(round(x + across - wide / 2), usual.y + out * beyond, wide, usual.height)
            ink = written(Box(box.x, y + out * beyond - size / 2, wide, size))
            if not any(ink.overlaps(other) for other in near):
                return box
    return None


FAR = 16
"""How far aside a number may stand."""
BEYOND = (0, 2, 4, 6, 8)
"""How far out of its land's narrow end, where nothing lies between lands."""
SHIFTS = sorted(
    ((side * across, beyond) for across in range(0, FAR + 1, 2) for side in (1, -1) for beyond in BEYOND),
    key=lambda shift: abs(shift[0]) + shift[1],
)
"""Where a number may stand besides, from the nearest."""

SHARES: Mapping[int, float] = {1: 0.86, 2: 0.45, 3: 0.31, 4: 0.24, 5: 0.22}
"""How much of the width of a land a piece takes, by how many stand there."""
PIECES = (0.33, 0.99)
"""From where to where pieces stand, counted from the narrow end of a land."""
STACKED = 50
"""So high pieces have room for a code above the height; on lower ones it stands beside it."""
NARROW = (30, 55)
"""How wide pieces are at the least for that, above and beside, if there is room."""
APART = 4 / 3
"""How far apart the pieces of two lands are, in widths of a land."""


def slots(plan: BoardPlan, land: int, many: int) -> tuple[Box, ...]:
    """Where so many pieces stand in a land."""
    high = _box(plan, land, *PIECES, 0).height
    wide = max(
        SHARES[many] * plan.land_size[0],
        min(NARROW[high < STACKED], APART * plan.land_size[0] / many),
    )
    row = _box(plan, land, *PIECES, many * wide)
    return tuple(Box(round(row.x + place * wide), row.y, round(wide) - 1, row.height) for place in range(many))


def scene(view: View, focus: str = "", actions: Iterable[May] = (), tallest: int = TALL) -> Parts:
    """Everything on the picture, with what it tells."""
    aims = goals(view, tuple(actions), focus)
    plan, bottom = framed(view, aims, tallest)
    found = [Part("head", Box(0, 0, WIDTH, HEAD), (view.turn, view.phase, view.active))]
    wide = (WIDTH - 2 * EDGE) / len(view.players)
    for place, player in enumerate(view.players):
        facts = player.seat, player.score, player.out, player.seat in leaders(view)
        found.append(Part("player", Box(EDGE + place * wide, HEAD + 2, wide - 4, ROW - 6), facts))
    inside = _inside(plan, bottom)
    found += [Part("goal", plan.bounds(goal.land), (goal,), False) for goal in aims]
    found += [Part("engaged", plan.bounds(one.land), (one.land, *one.markers), False) for one in view.engagements]
    placed = _entries(view, plan, aims)
    boxes = {land: slots(plan, land, len(entries)) for land, entries in placed.items()}
    covered = [
        figure(box) if isinstance(entry, LegionView) else box
        for land, here in placed.items()
        for entry, box in zip(here, boxes[land], strict=True)
    ]
    for land in sorted(inside, key=lambda land: (land not in placed, land)):
        number = _beside(plan, land, covered)
        if number is not None:
            covered.append(written(number))
            found.append(Part("number", number, (land,)))
    found += turn_marks.drawn(plan, turn_marks.walks(view), boxes, _thick(plan))
    for land, entries in placed.items():
        found += [Part(SORTS[type(entry)], box, (entry,)) for entry, box in zip(entries, boxes[land], strict=True)]
    return (*found, *_swords(view, plan))


def _entries(view: View, plan: BoardPlan, aims: tuple[Goal, ...]) -> dict[int, list[LandItem]]:
    """What stands where, as far as there is room for it."""
    placed = standing(view, aims)
    if slots(plan, min(plan.board.lands), 1)[0].height < STACKED:  # codes of legions need the room, rims tell of goals
        placed = {land: [each for each in here if not _crowded_out(each, here)] for land, here in placed.items()}
    return placed


def _swords(view: View, plan: BoardPlan) -> Iterator[Part]:
    """Where legions have met, on the edge of the land."""
    for one in view.engagements:
        size = round(0.36 * plan.land_size[1])
        bounds = plan.bounds(one.land)
        y = bounds.bottom if view.rules.board.lands[one.land].inverted else bounds.y
        now = view.engaged is not None and one.land == view.engaged.land
        box = Box(round(bounds.centre[0] - size / 2), round(y - size / 2 + (6 if y > bounds.y else -6)), size, size)
        yield Part("swords", box, (one.land, now), False)


def _crowded_out(entry: LandItem, here: Sequence[LandItem]) -> bool:
    """Whether this is the plate of a goal where two legions or more stand."""
    return isinstance(entry, Goal) and sum(isinstance(each, LegionView) for each in here) > 1


def _inside(plan: BoardPlan, bottom: int) -> frozenset[int]:
    """The lands that are seen: those whose number is, most of them whole."""
    found = set()
    for land in plan.board.lands:
        (x, y), number = plan.centre(land), number_box(plan, land)
        if 0 <= x <= WIDTH and HEAD + ROW <= y <= bottom and number.y >= HEAD + ROW and number.bottom <= bottom:
            found.add(land)
    return frozenset(land for land in found if number_box(plan, land).x >= 0 and number_box(plan, land).right <= WIDTH)


def _thick(plan: BoardPlan) -> float:
    """How thick arrows are, beside those of the whole board."""
    return max(0.75, plan.scale)


# --- painting ---


@lru_cache(maxsize=24)
def _ground(plan: BoardPlan, bottom: int, theme: Theme) -> Image.Image:
    """The lands, their edges lit and in shade, with what grows there."""
    canvas = Canvas(WIDTH, bottom, light.slate(theme), theme.scale, paired=True)
    for label in sorted(_inside(plan, bottom)):  # of others, slivers would tell nothing
        land, bounds = plan.board.lands[label], plan.bounds(label)
        tones = lands.tones(plan.board.terrains[land.terrain], theme)
        outline = _surface(plan, label)
        canvas.polygon(outline, tones.fill)
        size = 0.62 * plan.land_size[0]
        motif = lands.SCENES[land.terrain].motif
        foot = bounds.y + (0.62 if land.inverted else 0.86) * bounds.height
        lands.put(canvas, motif, (bounds.centre[0], foot), size / 62, tones, flat=True)
        for side, start in enumerate(outline):
            end = outline[(side + 1) % 6]
            level = abs(start[1] - end[1]) < 1
            lit = end[0] > start[0] if level else start[0] + end[0] < 2 * bounds.centre[0]
            canvas.line((start, end), tones.gleam if lit else tones.deep, 3)
    return canvas.finished()


def _surface(plan: BoardPlan, land: int) -> list[Point]:
    """A land as it is painted, a little smaller than its outline. Whole pixels take less room in a file."""
    across, down = plan.centre(land)
    return [
        (x - 2 * (x > across) + 2 * (x < across), y - 2 * (y > down) + 2 * (y < down)) for x, y in plan.corners(land)
    ]


@lru_cache(maxsize=16)
def board_colours(rules: Rules, theme: Theme) -> Palette:
    """The colours of the picture."""
    return palette(rules, theme, COLOURS)


def palette(rules: Rules, theme: Theme, most: int, *others: Image.Image) -> Palette:
    """The colours of the picture, and of what else is on one with it."""
    plan, bottom = _framed(rules.board, frozenset(rules.board.lands))
    samples = [_ground(plan, bottom, theme).reduce(2)]
    samples += [sample(rules, colour, theme) for colour in rules.colours]
    return Palette(paints(rules, theme, theme.alarm, light.slate(theme)), [*samples, *others], most)


def _under(canvas: Canvas, part: Part, view: View, plan: BoardPlan, theme: Theme) -> None:
    """What lies on the lands below all pieces."""
    match part.sort:
        case "goal" | "engaged":
            land = part.facts[0].land if part.sort == "goal" else part.facts[0]
            now = view.engaged is not None and land == view.engaged.land
            paint = theme.active if part.sort == "goal" else theme.danger if now else theme.alarm
            outline = _surface(plan, land)
            canvas.polygon(outline, None, theme.dark, 8)
            canvas.polygon(outline, None, paint, 5)
        case "walk":
            walk, line = part.facts
            walked(canvas, part.box, view, walk, line, _thick(plan), theme)
        case _:
            pass


def _standing(canvas: Canvas, part: Part, view: View, plan: BoardPlan, theme: Theme) -> None:
    """Pieces and what has happened to them."""
    box = part.box
    match part.sort:
        case "legion":
            sprite = tokens.bold(view, part.facts[0], round(box.width), round(box.height), theme)
            canvas.paste(sprite, (box.x, box.y))
        case "swords":
            disc = theme.danger if part.facts[1] else theme.alarm
            canvas.paste(tokens.swords(round(box.width), disc, theme), (box.x, box.y))
        case "gain" | "loss" | "arrival" | "aim":
            beside(canvas, part, view, theme)
        case _:
            pass


def _number(canvas: Canvas, part: Part, theme: Theme) -> None:
    box = part.box
    canvas.paste(_numeral(str(part.facts[0]), round(box.width), round(box.height), theme), (box.x, box.y))


@lru_cache(maxsize=512)
def _numeral(text: str, width: int, height: int, theme: Theme) -> Image.Image:
    """A land's number in three tones, not smoothed against the land: a fifth of the PNG less.

    A phone shows it at half of its size, and so smooths it again.
    """
    fine = numeral(text, width, height, theme.small.sized(height), theme, None)
    grey, alpha = fine.convert("RGB").convert("L"), fine.getchannel("A")
    image = Image.new("RGB", fine.size, theme.dark)
    for least, paint in ((90, mixed(theme.dark, PALE, 0.5)), (180, PALE)):
        image.paste(paint, (0, 0), grey.point([255 * (v >= least) for v in range(256)]))
    image.putalpha(alpha.point([255 * (v >= 110) for v in range(256)]))
    return image


def _head(canvas: Canvas, view: View, captions: Captions, theme: Theme, names: Names) -> None:
    """The turn, the phase, and who acts, with the roll."""
    line = Canvas(WIDTH, HEAD + ROW, theme.panel, theme.scale, paired=True)
    face = theme.title.sized(40)
    turn, phase = turn_line(view, captions), phase_line(view, captions)
    x, end = float(EDGE + 4), float(WIDTH - EDGE)
    if view.roll:
        line.paste_large(tokens.die(view.roll, 48 * line.scale, theme), (end - 48, 8))
        end -= 60
    whose = view.winners if view.phase == "over" else (view.active,) if view.turn else ()
    room = Box(x, 0, 0.56 * end, HEAD)
    said = f"{turn}  {phase}".strip()
    line.fitted(said, room, face, theme.ink, "l", 26)
    x = min(room.right, room.x + face.width(said)) + 18
    for seat in whose:
        player = tokens.player_of(view, seat)
        livery = tokens.livery(view.rules, player.colour, theme)
        plate = Box(round(x), 8, 56, 48)
        tokens.plate(line, plate, livery)
        line.fitted(livery.code, plate.shrunk(8), theme.strong.sized(32), livery.text)
        x = plate.right + 10
        if len(whose) == 1:
            name = Box(x, 0, end - x, HEAD)
            line.fitted(called(player, names, captions), name, theme.plain.sized(34), theme.ink, "l", LEAST)
    canvas.paste(line.finished(), (0, 0))


def _player(canvas: Canvas, part: Part, view: View, theme: Theme) -> None:
    """A player's plate and points, crowned if nobody has more; struck through if out."""
    player: PlayerView = tokens.player_of(view, part.facts[0])
    livery = tokens.livery(view.rules, player.colour, theme)
    box = part.box
    width, height = round(box.width), round(box.height)
    active = bool(view.turn) and player.seat == view.active and view.phase != "over"
    cell = Canvas(width, height, theme.ground, theme.scale, paired=True)
    cell.box(Box(0, 0, width, height), theme.ground, theme.active if active else None, 3, 6)
    plate = Box(5, 6, 42, height - 12)
    tokens.plate(cell, plate, livery)
    cell.fitted(livery.code, plate.shrunk(5), theme.strong.sized(26), livery.text)
    x = plate.right + 6
    if part.facts[3]:
        cell.paste_large(emblem_of(CROWN, 26 * cell.scale, theme.alarm, theme.ground), (x, (height - 26) / 2))
        x += 28
    points = player.total if player.place and player.total is not None else player.score
    text = Box(x, 0, width - x - 4, height)
    ink = theme.faint if player.out else theme.ink
    cell.fitted(str(points), text, theme.strong.sized(34), ink, "l", LEAST)
    if player.out:
        cell.line(((6, height / 2), (width - 8, height / 2)), theme.danger, 4)
    canvas.paste(cell.finished(), (box.x, box.y))
