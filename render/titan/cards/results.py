"""Who is ahead, and in the end who has won: every player with his place, his score, and what he has on the board.

Of a game that ends by agreement each row tells more below: whom a player has killed, how often he was wiped out, and in
the end of what his total is made up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from PIL import Image

from engine.core import Seat
from engine.titan.kinds import Kind
from engine.titan.outlook import is_wiped_out, placed
from engine.titan.rules import TITAN, Rules
from engine.titan.view import PlayerView, View
from render.canvas import Box, Canvas, Colour, Palette, mixed, polar
from render.drawing import Drawing, layers, stamp, turned
from render.parts import Part, Parts
from render.theme import DARK, Theme
from render.titan.pieces import light, tiles, tokens
from render.titan.pieces.captions import NOBODY, Captions, Names, called, headline, held, standing_note
from render.titan.pieces.emblems import emblem
from render.titan.pieces.markers import emblem_of

WIDTH = 1200
TOP = 92
ROW = 124
TRIUMPH = 52
"""How much higher the row of who has won is."""
LEFT = 12
LEAST = 17
"""The smallest type in a picture of this width."""

LINE = 40
"""How high the line is that makes up a total."""
TROPHY = (76, 44)
"""The width and the height of a kind that was killed, with how many."""
WORDS = 264
"""Where the trophies begin: to their left is told how many they are."""
TROPHIES = 8
"""So many of them stand side by side; to their right is told how often a player was wiped out."""

CROWN = "Gd04"
"""The marker that has a crown on it."""

MOST = 38
"""The largest that a marker is drawn."""


@dataclass(frozen=True, slots=True)
class ResultRow:
    """What a row tells of a player. What he holds is nothing once he is out."""

    place: int
    seat: Seat
    winner: bool
    score: int
    power: int
    legions: int
    markers: int
    out: int
    total: int | None = None


@dataclass(frozen=True, slots=True)
class ResultDetails:
    """What a row tells below of a player in a game that ends by agreement.

    `total` is None until the end. `away` if nobody is left to him now. `trophies` are (kind, how many) of those he has
    killed (V5.6).
    """

    seat: Seat
    score: int
    total: int | None
    wipeouts: int
    away: bool
    trophies: tuple[tuple[str, int], ...]


def standing(view: View, captions: Captions, theme: Theme = DARK, names: Names = NOBODY) -> bytes:
    """The players by their places, as a PNG. What is here is public (R3.2)."""
    return palette(view.rules, theme).png(draw(view, captions, theme, names))


def draw(view: View, captions: Captions, theme: Theme = DARK, names: Names = NOBODY) -> Image.Image:
    """The players by their places, in full colours."""
    canvas = Canvas(WIDTH, tall(view), light.table(theme))
    for part in scene(view):
        match part.sort:
            case "title":
                _title(canvas, part.box, view, captions, theme)
            case "player":
                _row(canvas, part.box, view, part.facts[0], captions, theme, names)
            case "legion":
                _legion(canvas, part.box, view, part.facts[0], theme)
            case "record":
                _record(canvas, part.box, part.facts[0], captions, theme)
            case "trophy":
                code, number = part.facts
                _trophy(canvas, part.box, view.rules.kinds[code], number, theme)
            case sort:
                raise AssertionError(sort)
    return canvas.finished()


@lru_cache(maxsize=8)
def palette(rules: Rules, theme: Theme) -> Palette:
    """The colours of the picture: tiles, players with their Titans and bars, and the light on who has won."""
    sheet = Canvas(600, 90 * len(rules.colours), theme.panel)
    for at, colour in enumerate(rules.colours):
        livery, top = tokens.livery(rules, colour, theme), 90 * at
        _lit(sheet, Box(0, top, 600, 90), theme, at % 2 == 0)
        sheet.paste(tokens.sign(livery, 88, 80, theme), (4, top + 4))
        sheet.paste(emblem(TITAN, 80, livery.paint, theme), (100, top + 4))
        for row, part in enumerate((False, True)):
            _filled(sheet, Box(200, top + 8 + 36 * row, 240, 26), livery.paint, theme, part)
        sheet.paste(wreath(84, theme), (500, top + 3))
    samples = [tiles.plate(kind, TROPHY[1] - 4, theme, theme.panel) for kind in rules.kinds.values()]
    plain = (theme.ground, theme.panel, theme.ink, theme.faint, theme.dark, theme.light, theme.active, theme.danger)
    players = (theme.paint(colour.name, colour.paint) for colour in rules.colours.values())
    rays = (_ray(theme, step) for step in range(FADES)) if light.depth(theme) else ()
    others = theme.alarm, light.table(theme), glory(theme), mixed(theme.panel, theme.ink, 0.12)
    return Palette((*plain, *others, *players, *rays), [sheet.finished(), *samples])


def tall(view: View) -> int:
    """How high the picture is."""
    return TOP + sum(_high(view, player) + _below(view, player) for player in view.players) + 4


def _high(view: View, player: PlayerView) -> int:
    """How high a row is without what it tells below: that of who has won is higher."""
    return ROW + (TRIUMPH if player.seat in view.winners else 0)


def scene(view: View) -> Parts:
    """The title, a row for each player from the first to the last, and in it his legions."""
    parts = [Part("title", Box(0, 0, WIDTH, TOP - 8), (view.phase == "over", view.turn))]
    top = TOP
    for place, player in placed(view):
        more = _below(view, player)
        box = Box(LEFT, top, WIDTH - 2 * LEFT, _high(view, player) - 8)
        facts = ResultRow(
            place,
            player.seat,
            player.seat in view.winners,
            player.score,
            player.titan_power,
            player.legions,
            len(player.markers),
            player.out,
            player.total if player.place else None,
        )
        parts.append(Part("player", replace(box, height=box.height + more), (facts,), solid=False))
        parts += _legions(view, player, box)
        if more:
            parts += _records(view, player, Box(box.x, box.bottom, box.width, more))
        top += _high(view, player) + more
    return tuple(parts)


def _below(view: View, player: PlayerView) -> int:
    """How much higher a row is by what it tells below."""
    if not view.ends:
        return 0
    rows = -(-len(set(player.trophies)) // TROPHIES)
    return (LINE if player.place else 0) + max(1, rows) * TROPHY[1] + 10


def _records(view: View, player: PlayerView, room: Box) -> Iterator[Part]:
    """What is told of a player below his row."""
    taken = Counter(player.trophies)
    trophies = tuple((code, taken[code]) for code in view.rules.kinds if taken[code])
    total = player.total if player.place else None
    wiped = player.wipeouts, is_wiped_out(view, player.seat)
    yield Part("record", room, (ResultDetails(player.seat, player.score, total, *wiped, trophies),), solid=False)
    top = room.y + (LINE if player.place else 0)
    wide, high = TROPHY
    for place, (code, number) in enumerate(trophies):
        at = Box(room.x + WORDS + place % TROPHIES * wide, top + place // TROPHIES * high, wide, high)
        yield Part("trophy", at.shrunk(2), (code, number))


def _legions(view: View, player: PlayerView, row: Box) -> Iterator[Part]:
    """Where the markers of a player's legions are, at the end of his row: as large as so many can be."""
    own = [legion.marker for legion in view.legions if legion.owner == player.seat]
    room = _room(row)
    room = Box(room.x, row.y + 36, room.width, row.height - 42)
    cell, across = max(
        ((min(room.width / n, room.height / -(-len(own) // n), MOST), n) for n in range(1, len(own) + 1)),
        default=(0, 1),
    )
    for place, marker in enumerate(own):
        at = Box(room.x + place % across * cell, room.y + place // across * cell, cell, cell)
        yield Part("legion", at.shrunk(1), (marker,))


def _room(row: Box) -> Box:
    """The end of a row, where it tells what a player holds."""
    return Box(row.right - 250, row.y + 6, 240, 28)


def _record(canvas: Canvas, room: Box, facts: ResultDetails, captions: Captions, theme: Theme) -> None:
    """Of what the total is made up, how many were killed, and how often all were lost."""
    line = Box(room.x + 96, room.y, room.width - 116, LINE)
    if facts.total is not None:
        made = captions.told("made-up", score=facts.score, half=facts.total - facts.score, total=facts.total)
        canvas.fitted(made, line, theme.strong.sized(30), theme.ink, "l", LEAST)
        line = line.moved(0, LINE)
    killed = sum(number for _, number in facts.trophies)
    words = Box(line.x, line.y, WORDS - 106, TROPHY[1])
    said = captions.told("killed", number=killed) if killed else captions.told("killed-none")
    canvas.fitted(said, words, theme.small.sized(26), theme.faint, "l", LEAST)
    if facts.wipeouts:
        said = captions.told("wiped", number=facts.wipeouts)
        face = theme.small.sized(26)
        at = Box(room.right - 270, line.y, 250, TROPHY[1])
        canvas.fitted(said, at, face, theme.ink, "r", LEAST)
        sprite = tokens.loop(30, theme.danger if facts.away else theme.faint, theme.dark, theme)
        canvas.paste(sprite, (at.right - min(at.width, face.width(said)) - 38, at.centre[1] - 15))


def _trophy(canvas: Canvas, box: Box, kind: Kind, number: int, theme: Theme) -> None:
    """A kind, and how many of it a player has killed."""
    side = round(box.height)
    canvas.paste(tiles.plate(kind, side, theme, theme.panel), (box.x, box.y))
    words = Box(box.x + side + 5, box.y, box.width - side - 5, box.height)
    canvas.fitted(str(number), words, theme.strong.sized(28), theme.ink, "l", LEAST)


def _title(canvas: Canvas, box: Box, view: View, captions: Captions, theme: Theme) -> None:
    """What the picture is of, and when."""
    over = view.phase == "over"
    canvas.box(box, theme.panel)
    canvas.box(Box(box.x, box.bottom - 3, box.width, 3), light.brass(theme))
    title = captions.told("final" if over else "scores")
    inner = Box(LEFT + 12, box.y, WIDTH / 2, box.height)
    canvas.fitted(title, inner, theme.title.sized(48), theme.ink, "l")
    line = captions.told("ended", turn=view.turn) if over else headline(view, captions)
    canvas.fitted(line, Box(WIDTH / 2, box.y, WIDTH / 2 - LEFT - 12, box.height), theme.strong, theme.faint, "r", LEAST)


def _row(
    canvas: Canvas, box: Box, view: View, facts: ResultRow, captions: Captions, theme: Theme, names: Names
) -> None:
    """A player: place, plate, name, score with a bar beside the best, Titan, what he holds.

    Who has won stands in the light, with all of it larger.
    """
    player = tokens.player_of(view, facts.seat)
    colours = tokens.livery(view.rules, player.colour, theme)
    ink = theme.faint if facts.out and not facts.winner else theme.ink
    _lit(canvas, box, theme, facts.winner)
    box = replace(box, height=_high(view, player) - 8)  # what is told below has its own parts
    k = box.height / (ROW - 8)
    _place(canvas, Box(box.x + 6, box.y, 84 if not facts.winner else 122, box.height), facts, theme, ink)
    wide, high = round(96 * min(k, 1.2)), round(88 * k)
    plate = Box(box.x + (96 if not facts.winner else 134), box.y + (box.height - high) / 2, wide, high)
    canvas.paste(tokens.sign(colours, wide, high, theme), (plate.x, plate.y))
    x = plate.right + 20
    room = box.x + 606 - x
    name = Box(x, box.y + 8 * k, room, 42 * k)
    canvas.fitted(called(player, names, captions), name, theme.plain.sized(round(36 * k)), ink, "l", 22)
    _bar(canvas, Box(x, box.y + 54 * k, room, 18 * k), view, facts, colours.paint, theme)
    note, marked = standing_note(view, player, captions)
    below = Box(x, box.y + 78 * k, room, 30 * k)
    said = theme.alarm if facts.winner else theme.active if marked else theme.faint
    canvas.fitted(note, below, theme.strong.sized(round(26 * k)), said, "l", LEAST)
    score = Box(box.x + 616, box.y, 132, box.height)
    _score(canvas, score, facts, captions, theme, ink)
    if facts.out:
        return
    size = round(74 * min(k, 1.25))
    titan = Box(score.right + 14, box.y + 5 * k, size, size)
    canvas.paste(emblem(TITAN, size, colours.paint, theme), (titan.x, titan.y))
    power = Box(titan.right + 6, titan.y, _room(box).x - titan.right - 12, size)
    canvas.fitted(str(facts.power), power, theme.title.sized(46), ink, "l")
    words = Box(titan.x, max(below.y, titan.bottom), 110, 30 * min(k, 1.2))
    canvas.fitted(captions.told("titan"), words, theme.small.sized(24), theme.faint, "l", LEAST)
    canvas.fitted(held(player, captions), _room(box), theme.small.sized(24), theme.faint, "l", LEAST)


def _score(canvas: Canvas, column: Box, facts: ResultRow, captions: Captions, theme: Theme, ink: Colour) -> None:
    """The score of a player, or the total in which it is counted, and below it which of both."""
    k = column.height / (ROW - 8)
    figure = Box(column.x, column.y + 10 * k, column.width, 62 * k)
    face = theme.title.sized(round(58 * min(k, 1.25)))
    canvas.fitted(str(facts.score if facts.total is None else facts.total), figure, face, ink, least=30)
    unit = captions.told("points" if facts.total is None else "total")
    below = Box(column.x, column.y + 78 * k, column.width, 30 * k)
    canvas.fitted(unit, below, theme.small.sized(24), theme.faint, least=LEAST)


def glory(theme: Theme) -> Colour:
    """What lies in the light that falls on who has won."""
    warm = mixed(theme.panel, theme.dark, 0.35) if theme.on(theme.panel) == theme.light else theme.panel
    return mixed(warm, theme.alarm, 0.13)


def _ray(theme: Theme, step: int) -> Colour:
    """The light itself, a step brighter than a step further out; the outermost reaches the edge of the row."""
    return mixed(glory(theme), theme.alarm, 0.03 * (step + 1))


RAYS = ((-64, -46), (-30, -16), (0, 12), (28, 42), (60, 78))
"""Between which angles the light falls that comes from the place of who has won."""
FADES = 10
"""In so many steps it fades."""


def _lit(canvas: Canvas, box: Box, theme: Theme, won: bool) -> None:
    """A panel with a lit edge; that of who has won lies in a light of its own, in a golden frame."""
    if not won:
        canvas.box(box, theme.lit(theme.panel, 0.16), radius=12)
        canvas.box(Box(box.x, box.y + 2, box.width, box.height - 2), theme.panel, radius=12)
        return
    canvas.paste(_glow(round(box.width), round(box.height), theme), (round(box.x), round(box.y)))
    canvas.box(box, None, theme.alarm, 4, 12)


@lru_cache(maxsize=16)
def _glow(width: int, high: int, theme: Theme) -> Image.Image:
    """The light on the row of who has won."""
    glow = Canvas(width, high, glory(theme))
    if light.depth(theme):
        at = (67.0, min(high, ROW + TRIUMPH) / 2)
        for step in range(FADES):
            reach = 1.1 * width * (1 - step / FADES) ** 1.5
            for start, end in RAYS:
                ends = (polar(at, reach, start + (end - start) * part / 4) for part in range(5))
                glow.polygon((at, *ends), _ray(theme, step))
    mask = Canvas(glow.image.width, glow.image.height, "#000000")
    mask.box(Box(0, 0, *glow.image.size), "#FFFFFF", radius=12)
    shown = glow.finished().convert("RGBA")
    shown.putalpha(mask.finished().convert("L"))
    return shown


def _place(canvas: Canvas, box: Box, facts: ResultRow, theme: Theme, ink: Colour) -> None:
    """The number of the place; the winner's has a crown in a wreath."""
    number = Box(box.x, box.y + box.height / 2 - 32, box.width, 64)
    if facts.winner:
        size = round(min(box.width, box.height - 14))
        x, y = box.centre[0] - size / 2, box.centre[1] - size / 2
        canvas.paste(wreath(size, theme), (x, y))
        crown = emblem_of(CROWN, round(0.4 * size), theme.alarm, glory(theme))
        canvas.paste(crown, (box.centre[0] - 0.2 * size, y + 0.04 * size))
        number = Box(x, y + 0.48 * size, size, 0.36 * size)
    canvas.fitted(str(facts.place), number, theme.title.sized(52 if not facts.winner else 56), ink)


LEAF = "M 7 60 C -1 52 1 43 9 37 C 16 44 15 54 7 60 Z"


def _leaves() -> Drawing:
    """A wreath of laurel, open above."""
    found: list[tuple[str, str]] = []
    for angle in range(-78, 40, 19):
        leaf = turned(LEAF, angle)
        found += [*layers("ink/4", leaf, both=True), *layers("paint", leaf, both=True)]
    return tuple(found)


@lru_cache(maxsize=32)
def wreath(size: int, theme: Theme) -> Image.Image:
    """The wreath of who has won."""
    return stamp(_leaves(), size, {"ink": mixed(theme.alarm, theme.dark, 0.75), "paint": theme.alarm})


def _bar(canvas: Canvas, box: Box, view: View, facts: ResultRow, paint: Colour, theme: Theme) -> None:
    """How far the score is on the way to the best; in a total the half of those alive follows it, in stripes."""
    best = max(player.score if facts.total is None else player.total or 0 for player in view.players)
    canvas.box(box, mixed(theme.panel, theme.ink, 0.12), radius=4)
    if best and facts.total:
        _filled(canvas, Box(box.x, box.y, max(10, box.width * facts.total / best), box.height), paint, theme, True)
    if best and facts.score:
        _filled(canvas, Box(box.x, box.y, max(10, box.width * facts.score / best), box.height), paint, theme, False)


def _filled(canvas: Canvas, box: Box, paint: Colour, theme: Theme, striped: bool) -> None:
    """A piece of a bar, lit from above, or in stripes of its paint."""
    width, high = round(box.width), round(box.height)
    bar = Canvas(width, high, paint)
    if striped:
        for x in range(-high, width, STRIPE):
            line = ((x, high), (x + high, 0), (x + high + STRIPE / 2, 0), (x + STRIPE / 2, high))
            bar.polygon(line, mixed(theme.panel, theme.ink, 0.12))
    elif light.depth(theme):
        bar.box(Box(0, 0, width, max(3, round(0.36 * high))), theme.lit(paint))
    bar.box(Box(0, 0, width, high), None, theme.ink, 1)
    canvas.paste(bar.finished(), (box.x, box.y))


STRIPE = 16
"""How far the stripes of a bar are apart."""


def _legion(canvas: Canvas, box: Box, view: View, marker: str, theme: Theme) -> None:
    """The emblem of a marker, on its colour."""
    colours = tokens.livery_of_marker(view.rules, marker, theme)
    canvas.box(box, colours.paint, colours.text, 1, 4)
    side = round(0.84 * box.width)
    sprite = emblem_of(marker, side, colours.text, colours.paint)
    canvas.paste(sprite, (box.centre[0] - side / 2, box.centre[1] - side / 2))
