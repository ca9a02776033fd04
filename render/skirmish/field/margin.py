"""Above and below the field: the two sides, the step of the turn, the card that was played, and the legend's words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from engine.core import Seat
from engine.skirmish.board import SECTIONS
from engine.skirmish.rules import FREE
from engine.skirmish.view import View
from render.canvas import Box, Canvas
from render.parts import Part
from render.skirmish.field import legend
from render.skirmish.field.turn_marks import CardMark, deeds
from render.skirmish.pieces import counters, marks
from render.skirmish.pieces.captions import Captions, Names, called, goal, headline, phase_line
from render.skirmish.pieces.geometry import BAND, FIELD, FULL, HEAD, WIDTH
from render.skirmish.pieces.sections import mapped
from render.theme import Theme

EDGE = 8
PANEL = 812
"""How wide the panel of a side is; beside it stands what is told of the turn."""

COLUMN = 98
"""How wide a figure of a side is."""


def seats(view: View) -> tuple[Seat, Seat]:
    """Who sits in the north and who in the south."""
    south = next((side.seat for side in view.sides if side.faction == view.rules.south), Seat(0))
    return Seat(1 - south), south


def parts(view: View) -> Iterator[Part]:
    """All that stands around the field."""
    north, south = seats(view)
    lower = FIELD.bottom + BAND + 4
    yield Part("side", Box(EDGE, EDGE, PANEL, HEAD), figures(view, north))
    yield Part("side", Box(EDGE, lower, PANEL, HEAD), figures(view, south))
    aside = EDGE + PANEL + EDGE
    spells = [deed.card for deed in deeds(view) if isinstance(deed, CardMark)]
    yield Part("turn", Box(aside, EDGE, WIDTH - aside - EDGE, HEAD), (view.round, view.phase, view.step))
    yield Part("played", Box(aside, lower, WIDTH - aside - EDGE, HEAD), (view.turn.card, view.turn.how, *spells))
    edges = [FIELD.x, FULL.boundary(0)[0][0], FULL.boundary(1)[0][0], FIELD.right]
    for place, section in enumerate(SECTIONS):
        band = Box(edges[place] + 30, 0, edges[place + 1] - edges[place] - 60, 18)
        yield Part("section", band.moved(0, EDGE + HEAD + 2), (section, False))
        yield Part("section", band.moved(0, FIELD.bottom + 4), (section, True))


def figures(view: View, seat: Seat) -> tuple[int, ...]:
    """What a panel tells of a seat: the seat, what it has of its goal and how much that is, lore, and counts."""
    side, (has, wanted, _) = view.side(seat), goal(view, seat)
    return seat, has, wanted, side.lore, side.commands, side.hand, side.deck


def banners(view: View) -> tuple[str, ...]:
    """The hexes that earn points for being held."""
    return view.rules.tables.field.banners if view.rules.scenario is None else view.rules.scenario.banners


def paint(canvas: Canvas, part: Part, view: View, captions: Captions, theme: Theme, names: Names) -> None:
    """Draws a part."""
    PAINTERS[part.sort](canvas, part, view, captions, theme, names)


def _side(canvas: Canvas, part: Part, view: View, captions: Captions, theme: Theme, names: Names) -> None:
    seat, has, wanted, lore, commands, hand, deck = part.facts
    box, acts = part.box, view.round > 0 and view.active == seat and view.phase != "over"
    colours = counters.livery(view, seat, theme)
    canvas.box(box, theme.panel, theme.active if acts or view.winner == seat else None, 3, 10)
    canvas.paste(counters.plate(colours, HEAD - 16, theme, colours.faction), (box.x + 10, box.y + 8))
    x = box.x + HEAD + 4
    room = Box(x, box.y + 7, box.width - HEAD - 5 * COLUMN - 12, 34)
    canvas.fitted(called(view, seat, names, captions), room, theme.plain.sized(27), theme.ink, "l", 18)
    place = captions.told("south" if colours.south else "north")
    below = captions.told("place", faction=captions.faction(colours.faction), place=place)
    if view.side(seat).half:
        below = captions.told("with-half", side=below, half=captions.say(f"half.{view.side(seat).half}"))
    if view.winner == seat:
        below = captions.told("winner")
    elif seat in view.waiting and not acts:
        below = captions.told("deciding")
    elif view.side(seat).ready:
        below = captions.told("ready")
    marked = view.winner == seat or seat in view.waiting
    canvas.fitted(below, room.moved(0, 34), theme.small.sized(21), theme.active if marked else theme.faint, "l", 16)
    _, _, what = goal(view, seat)
    columns = (
        (what, f"{has}/{wanted}" if wanted else str(has)), ("lore", str(lore)), ("commands", str(commands)),
        ("lore-cards", str(hand)), ("deck", str(deck)),
    )  # fmt: skip
    left = box.right - len(columns) * COLUMN - 4
    for column, (key, figure) in enumerate(columns):
        cell = Box(left + column * COLUMN + 2, box.y + 5, COLUMN - 4, 42)
        canvas.fitted(figure, cell, theme.title.sized(37), theme.ink, least=24)
        said = captions.told(key)
        canvas.fitted(said, Box(cell.x, box.y + 48, cell.width, 24), theme.small.sized(19), theme.faint, least=14)


def _turn(canvas: Canvas, part: Part, view: View, captions: Captions, theme: Theme, names: Names) -> None:
    box = part.box
    canvas.box(box, theme.panel, radius=10)
    room = Box(box.x + 14, box.y + 6, box.width - 28, 36)
    canvas.fitted(headline(view, captions), room, theme.title.sized(34), theme.ink, "l", 22)
    canvas.fitted(phase_line(view, captions), room.moved(0, 34), theme.strong.sized(25), theme.active, "l", 17)


def _played(canvas: Canvas, part: Part, view: View, captions: Captions, theme: Theme, names: Names) -> None:
    """The command card of the turn, with the sections that it orders in; below, the lore cards played last."""
    box, (card, how, *spells) = part.box, part.facts
    canvas.box(box, theme.panel, radius=10)
    room = Box(box.x + 14, box.y + 6, box.width - 28, 34)
    lower = room.moved(0, 36)
    if spells:
        said = " + ".join(captions.named(spell) for spell in spells)
        canvas.paste(marks.mark("flame", 26, marks.paint_of("flame", theme), theme), (lower.x, lower.y + 4))
        named = Box(lower.x + 34, lower.y, lower.width - 34, lower.height)
        canvas.fitted(said, named, theme.strong.sized(22), theme.active, "l", 14)
    elif view.hidden_left:
        said = captions.told("hidden")
        kinds = ", ".join(
            captions.told("several", number=n, unit=captions.told(f"unit.{k}")) for k, n in view.hidden_left
        )
        canvas.fitted(f"{said}: {kinds}", lower, theme.small.sized(19), theme.faint, "l", 14)
    else:
        room = room.moved(0, 16)
    if not card:
        scenario = view.rules.scenario.id if view.rules.scenario else FREE
        said = captions.told("no-card") if view.round else captions.say(f"scenario.{scenario}")
        canvas.fitted(said, room, theme.small.sized(22), theme.faint, "l", 15)
        return
    found = view.rules.tables.commands[card]
    if how == "one":
        said = captions.told("one-unit", card=captions.named(card))
    elif how in ("left", "center", "right"):
        said = captions.told("in-section", card=captions.named(card), section=captions.told(how))
    else:
        said = captions.named(card)
    wide = 0
    if found.orders and how != "one":
        sprite = mapped(found, how, 84, theme)
        wide = sprite.width + 8
        canvas.paste(sprite, (box.right - sprite.width - 10, room.y))
    canvas.fitted(said, Box(room.x, room.y, room.width - wide, 32), theme.strong.sized(25), theme.ink, "l", 16)


def _section(canvas: Canvas, part: Part, view: View, captions: Captions, theme: Theme, names: Names) -> None:
    """What a side calls a section: the south's words below the field, the north's above (B2.5)."""
    section, south = part.facts
    key = {"west": "left", "center": "center", "east": "right"}[section]
    if not south:
        key = {"left": "right", "right": "left"}.get(key, key)
    canvas.fitted(captions.told(key), part.box, theme.small.sized(19), theme.faint, least=17)


def _entry(canvas: Canvas, part: Part, view: View, captions: Captions, theme: Theme, names: Names) -> None:
    sort, name = part.facts
    box = part.box
    sprite = legend.sprite(sort, name, counters.livery(view, seats(view)[1], theme), theme)
    canvas.paste(sprite, (box.x + 23 - sprite.width / 2, box.centre[1] - sprite.height / 2))
    room = Box(box.x + 50, box.y, box.width - 50, box.height)
    said = captions.terrain(name) if sort == "land" else captions.told(f"mark.{name}")
    canvas.fitted(said, room, theme.small.sized(21), theme.ink, "l", 15)


MarginPainter = Callable[[Canvas, Part, View, Captions, Theme, Names], None]

PAINTERS: Mapping[str, MarginPainter] = MappingProxyType(
    {"side": _side, "turn": _turn, "played": _played, "section": _section, "entry": _entry}
)
"""What draws a part of each sort."""
