"""Who is ahead, and in the end who has won: every player with his place, his score, and what he has on the board.

Of a game that ends by agreement each row tells more below: whom a player has killed, how often he was wiped out, and in
the end of what his total is made up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from PIL import Image

from engine.core import Seat
from engine.titan.kinds import Kind
from engine.titan.outlook import is_wiped_out, placed
from engine.titan.rules import TITAN
from engine.titan.view import PlayerView, View
from render.canvas import Box, Canvas, Colour, mixed
from render.scene import Part, Scene
from render.theme import DARK, Theme
from render.titan import pieces, tiles
from render.titan.captions import NOBODY, Captions, Names, called, headline, held, standing_note
from render.titan.emblems import emblem
from render.titan.markers import emblem_of

WIDTH = 1200
TOP = 92
ROW = 124
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
class Place:
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
class Record:
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
    return tiles.palette(view.rules, theme).png(draw(view, captions, theme, names))


def draw(view: View, captions: Captions, theme: Theme = DARK, names: Names = NOBODY) -> Image.Image:
    """The players by their places, in full colours."""
    canvas = Canvas(WIDTH, tall(view), theme.ground)
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


def tall(view: View) -> int:
    """How high the picture is."""
    return TOP + sum(ROW + _below(view, player) for player in view.players) + 4


def scene(view: View) -> Scene:
    """The title, a row for each player from the first to the last, and in it his legions."""
    parts = [Part("title", Box(0, 0, WIDTH, TOP - 8), (view.phase == "over", view.turn))]
    top = TOP
    for place, player in placed(view):
        more = _below(view, player)
        box = Box(LEFT, top, WIDTH - 2 * LEFT, ROW - 8)
        facts = Place(
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
        top += ROW + more
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
    yield Part("record", room, (Record(player.seat, player.score, total, *wiped, trophies),), solid=False)
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


def _record(canvas: Canvas, room: Box, facts: Record, captions: Captions, theme: Theme) -> None:
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
        sprite = pieces.loop(30, theme.danger if facts.away else theme.faint, theme.dark, theme)
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
    title = captions.told("final" if over else "scores")
    inner = Box(LEFT + 12, box.y, WIDTH / 2, box.height)
    canvas.fitted(title, inner, theme.title.sized(48), theme.ink, "l")
    line = captions.told("ended", turn=view.turn) if over else headline(view, captions)
    canvas.fitted(line, Box(WIDTH / 2, box.y, WIDTH / 2 - LEFT - 12, box.height), theme.strong, theme.faint, "r", LEAST)


def _row(canvas: Canvas, box: Box, view: View, facts: Place, captions: Captions, theme: Theme, names: Names) -> None:
    """A player: place, plate, name, score with a bar beside the best, Titan, what he holds."""
    player = pieces.player_of(view, facts.seat)
    colours = pieces.livery(view.rules, player.colour, theme)
    ink = theme.faint if facts.out and not facts.winner else theme.ink
    canvas.box(box, theme.panel, theme.active if facts.winner else None, 4, 12)
    box = replace(box, height=ROW - 8)  # what is told below has its own parts
    _place(canvas, Box(box.x + 6, box.y, 84, box.height), facts, theme, ink)
    plate = Box(box.x + 96, box.y + 14, 96, 88)
    canvas.paste(pieces.sign(colours, 96, 88, theme), (plate.x, plate.y))
    x = plate.right + 20
    name = Box(x, box.y + 8, 400, 42)
    canvas.fitted(called(player, names, captions), name, theme.plain.sized(36), ink, "l", 22)
    _bar(canvas, Box(x, box.y + 54, 400, 18), view, facts, colours.paint, theme)
    note, marked = standing_note(view, player, captions)
    below = Box(x, box.y + 78, 400, 30)
    canvas.fitted(note, below, theme.strong.sized(26), theme.active if marked else theme.faint, "l", LEAST)
    score = Box(x + 410, box.y + 10, 120, 62)
    canvas.fitted(str(facts.score if facts.total is None else facts.total), score, theme.title.sized(58), ink, least=30)
    unit = captions.told("points" if facts.total is None else "total")
    canvas.fitted(unit, Box(score.x, below.y, 120, 30), theme.small.sized(24), theme.faint, least=LEAST)
    if facts.out:
        return
    titan = Box(score.right + 14, box.y + 10, 62, 62)
    canvas.paste(emblem(TITAN, 62, colours.paint, theme), (titan.x, titan.y))
    canvas.fitted(str(facts.power), Box(titan.right + 4, titan.y, 54, 62), theme.title.sized(46), ink, "l")
    canvas.fitted(
        captions.told("titan"), Box(titan.x, below.y, 100, 30), theme.small.sized(24), theme.faint, "l", LEAST
    )
    canvas.fitted(held(player, captions), _room(box), theme.small.sized(24), theme.faint, "l", LEAST)


def _place(canvas: Canvas, box: Box, facts: Place, theme: Theme, ink: Colour) -> None:
    """The number of the place; the winner's is crowned."""
    number = Box(box.x, box.y + box.height / 2 - 32, box.width, 64)
    if facts.winner:
        crown = emblem_of(CROWN, 56, theme.alarm, theme.panel)
        canvas.paste(crown, (box.x + box.width / 2 - 28, box.y + 6))
        number = number.moved(0, 26)
    canvas.fitted(str(facts.place), number, theme.title.sized(52), ink)


def _bar(canvas: Canvas, box: Box, view: View, facts: Place, paint: Colour, theme: Theme) -> None:
    """How far the score is on the way to the best; in a total, it is followed by the half of those alive."""
    best = max(player.score if facts.total is None else player.total or 0 for player in view.players)
    canvas.box(box, mixed(theme.panel, theme.ink, 0.12), radius=4)
    if best and facts.total:
        whole = Box(box.x, box.y, max(10, box.width * facts.total / best), box.height)
        canvas.box(whole, mixed(paint, theme.panel, 0.6), theme.ink, 1, 4)
    if best and facts.score:
        canvas.box(Box(box.x, box.y, max(10, box.width * facts.score / best), box.height), paint, theme.ink, 1, 4)


def _legion(canvas: Canvas, box: Box, view: View, marker: str, theme: Theme) -> None:
    """The emblem of a marker, on its colour."""
    colours = pieces.livery_of_marker(view.rules, marker, theme)
    canvas.box(box, colours.paint, colours.text, 1, 4)
    side = round(0.84 * box.width)
    sprite = emblem_of(marker, side, colours.text, colours.paint)
    canvas.paste(sprite, (box.centre[0] - side / 2, box.centre[1] - side / 2))
