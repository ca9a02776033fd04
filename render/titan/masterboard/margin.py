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
from engine.titan.rules import TITAN
from engine.titan.view import PlayerView, View
from render.canvas import Box, Canvas, Colour, Point, mixed
from render.parts import Part, Parts
from render.theme import Theme
from render.titan.masterboard.geometry import BoardPlan
from render.titan.pieces import tokens
from render.titan.pieces.captions import Captions, Names, called, held, phase_line, score, standing_note, turn_line
from render.titan.pieces.markers import emblem_of
from render.titan.pieces.tokens import Livery

WIDTH, HEIGHT = 1600, 1524
"""The picture, with the legend below."""
BOARD = 1384
"""As high is what lies beside the board."""
MARGIN = 10.0
"""From the picture's edge to a panel."""
GAP = 30.0
"""From a panel to the board."""
PADDING = 12.0

CROWN = "Gd04"
"""The marker that has a crown on it: it stands at the points of who leads."""

ALONE, LEAST = 28, 24
"""A name that has no room on one line in type so large takes two, and none is smaller than the other."""

UPPER = (6.0, 54.0), (62.0, 34.0), (98.0, 25.0), (124.0, 27.0)
LOWER = (95.0, 54.0), (33.0, 34.0), (69.0, 25.0), (5.0, 25.0)
"""How far below a card's upper end its lines begin and how high they are: name, score, what is held, the note."""

CARD = 156.0
HEADLINE = 296.0


@dataclass(frozen=True, slots=True)
class MarginCell:
    """A panel between the left or the right side of the picture and the board, from one height to another."""

    plan: BoardPlan
    right: bool
    top: float
    bottom: float

    def row(self, top: float, height: float) -> Box:
        """A line of the panel at so much below its upper end, as wide as the slant lets it be."""
        y = self.top + top
        room = min(self._reach(y), self._reach(y + height)) - PADDING - MARGIN - PADDING
        return Box(WIDTH - MARGIN - PADDING - room if self.right else MARGIN + PADDING, y, room, height)

    @property
    def widening(self) -> bool:
        """Whether it is wider below: what needs most room stands there."""
        return self._reach(self.bottom) > self._reach(self.top)

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


def headline_cell(plan: BoardPlan) -> MarginCell:
    """Where the turn stands: in the upper left corner."""
    return MarginCell(plan, False, MARGIN, MARGIN + HEADLINE)


def card_cells(plan: BoardPlan, players: int) -> tuple[MarginCell, ...]:
    """Where the players stand, in the order of their seats: clockwise from the upper right corner."""
    first, second = MARGIN, MARGIN + CARD + MARGIN
    low, lower = BOARD - second - CARD, BOARD - first - CARD
    ring = tuple(
        MarginCell(plan, right, top, top + CARD)
        for right, top in ((True, first), (True, second), (True, low), (True, lower), (False, lower), (False, low))
    )
    return tuple(ring[place] for place in SEATED[players])


SEATED: Mapping[int, tuple[int, ...]] = MappingProxyType(
    {2: (0, 3), 3: (0, 3, 4), 4: (0, 1, 3, 4), 5: (0, 1, 2, 3, 4), 6: (0, 1, 2, 3, 4, 5)}
)
"""Which of the six places are taken, by the number of players."""


@dataclass(frozen=True, slots=True)
class PlayerCard:
    """What is written about a player; `note` is what he is in this moment, and `marked` if it is of weight.

    `wiped` is how often he was wiped out, `away` whether he is now; `leads` whether nobody has more points.
    """

    livery: Livery
    name: str
    lines: tuple[str, str]
    note: str
    marked: bool
    out: bool
    wiped: int
    away: bool
    leads: bool


@dataclass(frozen=True, slots=True)
class Headline:
    """What is written of the turn and of the roll, and whose it is; `roll` is 0 if there is none."""

    lines: tuple[str, str, str]
    whose: tuple[tuple[Livery, str], ...]
    roll: int


def parts(view: View, plan: BoardPlan) -> Parts:
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


def paint(canvas: Canvas, view: View, plan: BoardPlan, captions: Captions, theme: Theme, names: Names) -> None:
    """The headline and the players' cards."""
    cell = headline_cell(plan)
    whose = tuple(
        (tokens.livery(view.rules, player.colour, theme), called(player, names, captions))
        for player in (tokens.player_of(view, seat) for seat in _whose(view))
    )
    lines = (turn_line(view, captions), phase_line(view, captions), captions.told("roll", roll=view.roll))
    headline = Headline(lines, whose, view.roll)
    canvas.paste(_headline(cell, headline, theme), (cell.box.x, cell.box.y))
    for player, place in zip(view.players, card_cells(plan, len(view.players)), strict=True):
        note, marked = standing_note(view, player, captions)
        if player.seat == following(view) and not marked:
            note = captions.told("next-turn")
        card = PlayerCard(
            tokens.livery(view.rules, player.colour, theme),
            called(player, names, captions),
            (_figures(view, player, captions), _held(player, captions)),
            note,
            marked,
            bool(player.out),
            player.wipeouts,
            is_wiped_out(view, player.seat),
            player.seat in leaders(view),
        )
        canvas.paste(_card(place, card, theme), (place.box.x, place.box.y))


def leaders(view: View) -> tuple[Seat, ...]:
    """Who has the most points of those who are not out; nobody while nobody has any."""
    playing = [player for player in view.players if not player.out or player.seat in view.winners]
    most = max((player.total if player.place else player.score) or 0 for player in playing) if playing else 0
    here = (player.seat for player in playing if ((player.total if player.place else player.score) or 0) == most)
    return tuple(here) if most else ()


def following(view: View) -> Seat | None:
    """Whose turn comes next, by descending Towers (R1.3); nobody's before the first turn and after the last."""
    if not view.turn or view.phase == "over":
        return None
    order = sorted(view.players, key=lambda player: -player.tower)
    at = next(place for place, player in enumerate(order) if player.seat == view.active)
    return next((player.seat for player in (*order[at + 1 :], *order[:at]) if not player.out), None)


def _figures(view: View, player: PlayerView, captions: Captions) -> str:
    """A player's score, and how strong his Titan is if that is more than at the start; his total when there is one."""
    if player.place:
        return captions.told("total-plain", total=player.total)
    if player.titan_power != view.rules.kinds[TITAN].power:
        return score(player, captions)
    return captions.told("score-plain", score=player.score)


def _held(player: PlayerView, captions: Captions) -> str:
    """A player's legions and markers; below a total his score, which is a part of it."""
    return captions.told("score-plain", score=player.score) if player.place else held(player, captions)


def _whose(view: View) -> tuple[Seat, ...]:
    """Whose turn it is, or who has won."""
    return view.winners if view.phase == "over" else (view.active,) if view.turn else ()


def _die_box(cell: MarginCell) -> Box:
    row = cell.row(206, 76)
    return Box(row.x, row.y, 76, 76)


@lru_cache(maxsize=64)
def _headline(cell: MarginCell, headline: Headline, theme: Theme) -> Image.Image:
    """The panel with turn, phase, whose turn it is, and the roll."""
    canvas, shift = _panel(cell, theme.panel, None, theme)
    canvas.fitted(headline.lines[0], _moved(cell.row(6, 58), shift), theme.title.sized(58), theme.ink, "l", 30)
    canvas.fitted(headline.lines[1], _moved(cell.row(64, 44), shift), theme.title.sized(42), theme.ink, "l", 26)
    if len(headline.whose) == 1:
        colours, name = headline.whose[0]
        row = _moved(cell.row(114, 78), shift)
        plate = Box(row.x, row.y, 84, 78)
        tokens.plate(canvas, plate, colours, rim=3)
        canvas.fitted(colours.code, plate.shrunk(14), theme.title.sized(46), colours.text)
        _name(canvas, name, Box(plate.right + 12, row.y, row.width - 96, row.height), theme)
    else:
        for place, (colours, _) in enumerate(headline.whose):
            row = _moved(cell.row(114 + place // 3 * 62, 56), shift)
            plate = Box(row.x + place % 3 * 66, row.y, 60, 54)
            tokens.plate(canvas, plate, colours, rim=3)
            canvas.fitted(colours.code, plate.shrunk(10), theme.strong, colours.text)
    if headline.roll:
        box = _moved(_die_box(cell), shift)
        sprite = tokens.die(headline.roll, round(box.width) * canvas.scale, theme)
        canvas.paste_large(sprite, (box.x, box.y))
        row = _moved(cell.row(206, 76), shift)
        words = Box(box.right + 14, row.y, row.width - box.width - 14, row.height)
        canvas.fitted(headline.lines[2], words, theme.title.sized(38), theme.ink, "l")
    return canvas.finished()


def _name(
    canvas: Canvas, name: str, box: Box, theme: Theme, side: str = "l", paint: Colour = "", struck: bool = False
) -> None:
    """A name as large as it can be, on two lines if it has two words and does not fit on one."""
    face, paint = theme.plain.sized(40), paint or theme.ink
    first, _, rest = name.partition(" ")
    whole = not rest or face.sized(ALONE).width(name) <= box.width
    for place, part in enumerate((name,) if whole else (first, rest)):
        high = box.height / (1 if whole else 2)
        line = Box(box.x, box.y + place * high, box.width, high)
        size = 38 if whole else round(min(32.0, high))
        while size > LEAST and face.sized(size).width(part) > box.width:
            size -= 1
        canvas.fitted(part, line, face.sized(size), paint, side, LEAST)
        if struck:
            wide = min(line.width, face.sized(size).width(part))
            start = line.right - wide if side == "r" else line.x
            canvas.line(((start, line.centre[1] + 2), (start + wide, line.centre[1] + 2)), paint, 2)


@lru_cache(maxsize=256)
def _card(cell: MarginCell, card: PlayerCard, theme: Theme) -> Image.Image:
    """The panel with a player's figures. Plate and name stand where it is widest: above, or on the last line."""
    canvas, shift = _panel(cell, theme.panel, theme.active if card.marked else None, theme)
    side = "r" if cell.right else "l"
    named, scored, holds, noted = LOWER if cell.widening else UPPER
    row = _moved(cell.row(*named), shift)
    plate = Box(row.right - 60 if cell.right else row.x, row.y, 60, 52)
    tokens.plate(canvas, plate, card.livery)
    canvas.fitted(card.livery.code, plate.shrunk(8), theme.strong.sized(36), card.livery.text)
    name = Box(row.x if cell.right else plate.right + 10, row.y, row.width - 70, row.height)
    _name(canvas, card.name, name, theme, side, theme.faint if card.out else theme.ink, card.out)
    paint = theme.faint if card.out else theme.ink
    row = _moved(cell.row(*scored), shift)
    if card.leads:
        size = 34
        crown = emblem_of(CROWN, size * canvas.scale, theme.alarm, theme.panel)
        canvas.paste_large(crown, (row.right - size if side == "r" else row.x, row.y - 2))
        row = Box(row.x if side == "r" else row.x + size + 6, row.y, row.width - size - 6, row.height)
    canvas.fitted(card.lines[0], row, theme.strong.sized(36), paint, side)
    canvas.fitted(card.lines[1], _moved(cell.row(*holds), shift), theme.small.sized(25), theme.faint, side)
    note = theme.active if card.marked else theme.faint
    row = _moved(cell.row(*noted), shift)
    if card.wiped:
        row = _wiped(canvas, row, card, side, theme)
    canvas.fitted(card.note, row, theme.small.sized(28), note, side)
    return canvas.finished()


def _wiped(canvas: Canvas, row: Box, card: PlayerCard, side: str, theme: Theme) -> Box:
    """The sign of who comes back, alarming while he is away, and how often; gives the room beside it."""
    face, size = theme.strong.sized(26), 28
    number = f"\N{MULTIPLICATION SIGN}{card.wiped}"
    wide = size + 4 + face.width(number)
    at = Box(row.right - wide if side == "r" else row.x, row.y, wide, row.height)
    sprite = tokens.loop(size * canvas.scale, theme.danger if card.away else theme.faint, theme.dark, theme)
    canvas.paste_large(sprite, (at.x, row.centre[1] - size / 2))
    words = Box(at.x + size + 4, row.y, wide - size - 4, row.height)
    canvas.fitted(number, words, face, theme.ink if card.away else theme.faint, "l")
    x = row.x if side == "r" else at.right + 10
    return Box(x, row.y, row.width - wide - 10, row.height)


def _panel(cell: MarginCell, paint: str, edge: str | None, theme: Theme) -> tuple[Canvas, Point]:
    """A canvas of the size of a panel, see-through beyond the slant, and where it begins."""
    box = cell.box
    canvas = Canvas(round(box.width), round(box.height), None, theme.scale, paired=True)
    outline = [(x - box.x, y - box.y) for x, y in cell.corners]
    inner = [(min(max(x, 6), box.width - 6), min(max(y, 6), box.height - 6)) for x, y in outline]
    canvas.polygon(inner, mixed(paint, theme.light, 0.22), mixed(paint, theme.light, 0.22), 12)
    canvas.polygon([(x + 1.5 * (x < box.width / 2), y + 2 * (y < box.height / 2)) for x, y in inner], paint, paint, 9)
    if edge is not None:
        canvas.polygon(
            [(min(max(x, 2.5), box.width - 2.5), min(max(y, 2.5), box.height - 2.5)) for x, y in outline], None, edge, 5
        )
    return canvas, (box.x, box.y)


def _moved(box: Box, shift: Point) -> Box:
    return box.moved(-shift[0], -shift[1])
