"""What stands in the four corners that a masterboard leaves free: the headline and the players.

Everything is anchored at the picture's side and ends at a slant that runs along the board.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from PIL import Image

from engine.core import Seat
from engine.titan.outlook import is_wiped_out
from engine.titan.view import View
from render.canvas import Box, Canvas, Point
from render.scene import Part, Scene
from render.theme import Theme
from render.titan import pieces
from render.titan.captions import Captions, Names, called, held, phase_line, score, standing_note, turn_line
from render.titan.geometry import Plan
from render.titan.pieces import Livery

WIDTH, HEIGHT = 1600, 1400
MARGIN = 10.0
"""From the picture's edge to a panel."""
GAP = 16.0
"""From a panel to the board."""
PADDING = 12.0

CARD = 144.0
HEADLINE = 296.0


@dataclass(frozen=True, slots=True)
class Cell:
    """A panel between the left or the right side of the picture and the board, from one height to another."""

    plan: Plan
    right: bool
    top: float
    bottom: float

    def row(self, top: float, height: float) -> Box:
        """A line of the panel at so much below its upper end, as wide as the slant lets it be."""
        y = self.top + top
        room = min(self._reach(y), self._reach(y + height)) - PADDING - MARGIN - PADDING
        return Box(WIDTH - MARGIN - PADDING - room if self.right else MARGIN + PADDING, y, room, height)

    @property
    def corners(self) -> tuple[Point, Point, Point, Point]:
        """The panel's outline, clockwise from the upper left."""
        upper, lower = self._reach(self.top), self._reach(self.bottom)
        if not self.right:
            return (MARGIN, self.top), (upper, self.top), (lower, self.bottom), (MARGIN, self.bottom)
        edge = WIDTH - MARGIN
        return (WIDTH - upper, self.top), (edge, self.top), (edge, self.bottom), (WIDTH - lower, self.bottom)

    @property
    def box(self) -> Box:
        """The rectangle around the panel."""
        x = [x for x, _ in self.corners]
        return Box(min(x), self.top, max(x) - min(x), self.bottom - self.top)

    def _reach(self, y: float) -> float:
        """From the picture's side to the slant."""
        return self.plan.left + self.plan.beside(y) - GAP


def headline_cell(plan: Plan) -> Cell:
    """Where the turn stands: in the upper left corner."""
    return Cell(plan, False, MARGIN, MARGIN + HEADLINE)


def card_cells(plan: Plan, players: int) -> tuple[Cell, ...]:
    """Where the players stand, in the order of their seats: clockwise from the upper right corner."""
    first, second = MARGIN, MARGIN + CARD + MARGIN
    low, lower = HEIGHT - second - CARD, HEIGHT - first - CARD
    ring = tuple(
        Cell(plan, right, top, top + CARD)
        for right, top in ((True, first), (True, second), (True, low), (True, lower), (False, lower), (False, low))
    )
    return tuple(ring[place] for place in SEATED[players])


SEATED: Mapping[int, tuple[int, ...]] = MappingProxyType(
    {2: (0, 3), 3: (0, 3, 4), 4: (0, 1, 3, 4), 5: (0, 1, 2, 3, 4), 6: (0, 1, 2, 3, 4, 5)}
)
"""Which of the six places are taken, by the number of players."""


@dataclass(frozen=True, slots=True)
class Card:
    """What is written about a player; `note` is what he is in this moment, and `marked` if it is of weight.

    `wiped` is how often he was wiped out, `away` whether he is now.
    """

    livery: Livery
    name: str
    lines: tuple[str, str]
    note: str
    marked: bool
    out: bool
    wiped: int
    away: bool


@dataclass(frozen=True, slots=True)
class Headline:
    """What is written of the turn and of the roll, and whose it is; `roll` is 0 if there is none."""

    lines: tuple[str, str, str]
    whose: tuple[tuple[Livery, str], ...]
    roll: int


def parts(view: View, plan: Plan) -> Scene:
    """The panels, each with what it tells of the game."""
    cell = headline_cell(plan)
    found = [
        Part(
            "headline",
            cell.box,
            (view.turn, view.phase, view.engaged.land if view.engaged else 0, *_whose(view)),
            solid=False,
        )
    ]
    if view.roll:
        found.append(Part("roll", _die_box(cell), (view.roll,)))
    for player, place in zip(view.players, card_cells(plan, len(view.players)), strict=True):
        facts = (
            player.seat,
            player.score,
            player.titan_power,
            player.legions,
            len(player.markers),
            player.out,
            player.seat in view.waiting,
        )
        found.append(Part("player", place.box, facts, solid=False))
        if view.ends:
            wiped = player.wipeouts, is_wiped_out(view, player.seat)
            record = (player.seat, *wiped, player.place, player.total if player.place else None)
            found.append(Part("record", place.box, record, solid=False))
    return tuple(found)


def paint(canvas: Canvas, view: View, plan: Plan, captions: Captions, theme: Theme, names: Names) -> None:
    """The headline and the players' cards."""
    cell = headline_cell(plan)
    whose = tuple(
        (pieces.livery(view.rules, player.colour, theme), called(player, names, captions))
        for player in (pieces.player_of(view, seat) for seat in _whose(view))
    )
    lines = (turn_line(view, captions), phase_line(view, captions), captions.told("roll", roll=view.roll))
    headline = Headline(lines, whose, view.roll)
    canvas.paste(_headline(cell, headline, theme), (cell.box.x, cell.box.y))
    for player, place in zip(view.players, card_cells(plan, len(view.players)), strict=True):
        note, marked = standing_note(view, player, captions)
        card = Card(
            pieces.livery(view.rules, player.colour, theme),
            called(player, names, captions),
            (score(player, captions), held(player, captions)),
            note,
            marked,
            bool(player.out),
            player.wipeouts,
            is_wiped_out(view, player.seat),
        )
        canvas.paste(_card(place, card, theme), (place.box.x, place.box.y))


def _whose(view: View) -> tuple[Seat, ...]:
    """Whose turn it is, or who has won."""
    return view.winners if view.phase == "over" else (view.active,) if view.turn else ()


def _die_box(cell: Cell) -> Box:
    row = cell.row(206, 76)
    return Box(row.x, row.y, 76, 76)


@lru_cache(maxsize=64)
def _headline(cell: Cell, headline: Headline, theme: Theme) -> Image.Image:
    """The panel with turn, phase, whose turn it is, and the roll."""
    canvas, shift = _panel(cell, theme.panel, None, theme)
    canvas.fitted(headline.lines[0], _moved(cell.row(8, 52), shift), theme.title.sized(50), theme.ink, "l", 30)
    canvas.fitted(headline.lines[1], _moved(cell.row(60, 42), shift), theme.title.sized(38), theme.ink, "l", 26)
    if len(headline.whose) == 1:
        colours, name = headline.whose[0]
        row = _moved(cell.row(114, 78), shift)
        plate = Box(row.x, row.y, 84, 78)
        pieces.plate(canvas, plate, colours, rim=3)
        canvas.fitted(colours.code, plate.shrunk(14), theme.title.sized(46), colours.text)
        _name(canvas, name, Box(plate.right + 12, row.y, row.width - 96, row.height), theme)
    else:
        for place, (colours, _) in enumerate(headline.whose):
            row = _moved(cell.row(114 + place // 3 * 62, 56), shift)
            plate = Box(row.x + place % 3 * 66, row.y, 60, 54)
            pieces.plate(canvas, plate, colours, rim=3)
            canvas.fitted(colours.code, plate.shrunk(10), theme.strong, colours.text)
    if headline.roll:
        box = _moved(_die_box(cell), shift)
        sprite = pieces.die(headline.roll, round(box.width) * canvas.scale, theme)
        canvas.paste_large(sprite, (box.x, box.y))
        row = _moved(cell.row(206, 76), shift)
        words = Box(box.right + 14, row.y, row.width - box.width - 14, row.height)
        canvas.fitted(headline.lines[2], words, theme.title.sized(38), theme.ink, "l")
    return canvas.finished()


def _name(canvas: Canvas, name: str, box: Box, theme: Theme) -> None:
    """A name as large as it can be, on two lines if it has two words and does not fit on one."""
    face = theme.plain.sized(40)
    first, _, rest = name.partition(" ")
    if not rest or face.sized(30).width(name) <= box.width:
        canvas.fitted(name, box, face, theme.ink, "l", 24)
        return
    for place, part in enumerate((first, rest)):
        line = Box(box.x, box.y + place * box.height / 2, box.width, box.height / 2)
        canvas.fitted(part, line, face.sized(32), theme.ink, "l", 24)


@lru_cache(maxsize=256)
def _card(cell: Cell, card: Card, theme: Theme) -> Image.Image:
    """The panel with a player's figures."""
    canvas, shift = _panel(cell, theme.panel, theme.active if card.marked else None, theme)
    side = "r" if cell.right else "l"
    row = _moved(cell.row(9, 48), shift)
    plate = Box(row.right - 56 if cell.right else row.x, row.y, 56, 48)
    pieces.plate(canvas, plate, card.livery)
    canvas.fitted(card.livery.code, plate.shrunk(9), theme.strong, card.livery.text)
    name = Box(row.x if cell.right else plate.right + 10, row.y, row.width - 66, row.height)
    face = theme.plain.sized(32)
    canvas.fitted(card.name, name, face, theme.faint if card.out else theme.ink, side, 22)
    if card.out:
        y, width = name.centre[1], min(name.width, face.width(card.name))
        start = name.right - width if cell.right else name.x
        canvas.line(((start, y + 2), (start + width, y + 2)), theme.faint, 2)
    paint = theme.faint if card.out else theme.ink
    canvas.fitted(card.lines[0], _moved(cell.row(60, 28), shift), theme.strong, paint, side)
    canvas.fitted(card.lines[1], _moved(cell.row(89, 24), shift), theme.small.sized(24), theme.faint, side)
    note = theme.active if card.marked else theme.faint
    row = _moved(cell.row(114, 24), shift)
    if card.wiped:
        row = _wiped(canvas, row, card, side, theme)
    canvas.fitted(card.note, row, theme.small.sized(26), note, side)
    return canvas.finished()


def _wiped(canvas: Canvas, row: Box, card: Card, side: str, theme: Theme) -> Box:
    """The sign of who comes back, alarming while he is away, and how often; gives the room beside it."""
    face, size = theme.strong.sized(26), 28
    number = f"\N{MULTIPLICATION SIGN}{card.wiped}"
    wide = size + 4 + face.width(number)
    at = Box(row.right - wide if side == "r" else row.x, row.y, wide, row.height)
    sprite = pieces.loop(size * canvas.scale, theme.danger if card.away else theme.faint, theme.dark, theme)
    canvas.paste_large(sprite, (at.x, row.centre[1] - size / 2))
    words = Box(at.x + size + 4, row.y, wide - size - 4, row.height)
    canvas.fitted(number, words, face, theme.ink if card.away else theme.faint, "l")
    x = row.x if side == "r" else at.right + 10
    return Box(x, row.y, row.width - wide - 10, row.height)


def _panel(cell: Cell, paint: str, edge: str | None, theme: Theme) -> tuple[Canvas, Point]:
    """A canvas of the size of a panel, see-through beyond the slant, and where it begins."""
    box = cell.box
    canvas = Canvas(round(box.width), round(box.height), None, theme.scale, paired=True)
    outline = [(x - box.x, y - box.y) for x, y in cell.corners]
    inner = [(min(max(x, 6), box.width - 6), min(max(y, 6), box.height - 6)) for x, y in outline]
    canvas.polygon(inner, paint, paint, 12)
    if edge is not None:
        canvas.polygon(
            [(min(max(x, 2.5), box.width - 2.5), min(max(y, 2.5), box.height - 2.5)) for x, y in outline], None, edge, 5
        )
    return canvas, (box.x, box.y)


def _moved(box: Box, shift: Point) -> Box:
    return box.moved(-shift[0], -shift[1])
