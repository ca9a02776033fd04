"""A player's own legions with all they hold: for his eyes alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

from engine.titan.events import Creatures
from engine.titan.outlook import enlists, is_wiped_out, worth
from engine.titan.rules import TITAN, Rules
from engine.titan.view import LegionView, PlayerView, View
from render.canvas import Box, Canvas
from render.parts import Part, Parts
from render.theme import DARK, Theme
from render.titan.cards import forming
from render.titan.pieces import tiles, tokens
from render.titan.pieces.captions import NOBODY, Captions, Names, called, headline, standing
from render.titan.pieces.rows import CHIP, FIRST, LEAST, MARKER, ROW, STEP, TOP, WIDTH, chip, land_plate, tag

MOST_CHIPS = 11
"""So many of the markers that are left are shown."""


def hand(view: View, captions: Captions, theme: Theme = DARK, names: Names = NOBODY) -> bytes:
    """The viewer's legions, and the one that forms if he comes back, as a PNG. The view must be a seat's."""
    parts = scene(view)
    canvas = Canvas(WIDTH, tall(view), theme.ground)
    for part in parts:
        paint(canvas, part, view, captions, theme, names)
    if not own_legions(view) and not view.spawning:
        away = is_wiped_out(view, parts[0].facts[0].seat) and view.phase != "over"
        said = captions.told("no-legions-yet" if away else "no-legions")
        face = theme.title.sized(36) if away else theme.title
        canvas.text(said, (theme.margin, TOP + 66), face, theme.faint)
    return tiles.palette(view.rules, theme).png(canvas.finished())


def tall(view: View) -> int:
    """How high the picture is."""
    rows = len(own_legions(view))
    return TOP + (forming.HEIGHT if view.spawning else 0) + ROW * (rows if view.spawning else max(1, rows)) + 6


def own_legions(view: View) -> tuple[LegionView, ...]:
    """The viewer's legions in the order of their markers."""
    return tuple(sorted((legion for legion in view.legions if legion.owner == view.viewer), key=lambda x: x.marker))


def legion_of(view: View, marker: str) -> LegionView:
    """The legion under a marker. Raises KeyError if there is none."""
    return {legion.marker: legion for legion in view.legions}[marker]


def owner_of(view: View, marker: str) -> PlayerView:
    """Whose legion stands under a marker."""
    return tokens.player_of(view, legion_of(view, marker).owner)


@dataclass(frozen=True, slots=True)
class Holding:
    """What a row tells of a legion: `worth` in points, and what it may muster where it stands now."""

    marker: str
    land: int
    height: int
    creatures: Creatures
    worth: int
    moved: bool
    enlists: Creatures


def holding(view: View, legion: LegionView) -> Holding:
    """What the viewer can be told of a legion."""
    return Holding(
        marker=legion.marker,
        land=legion.land,
        height=legion.height,
        creatures=view.rules.arranged(legion.creatures),
        worth=worth(view, legion),
        moved=legion.moved,
        enlists=enlists(view, legion),
    )


def scene(view: View) -> Parts:
    """The viewer's figures, a new legion that forms, and a row for each that he has. The view must be a seat's."""
    assert view.viewer is not None
    player = tokens.player_of(view, view.viewer)
    parts = [Part("player", Box(0, 0, WIDTH, TOP - 8), (player,), solid=False)]
    top = TOP
    if not view.spawning:
        parts += _free(player.markers)
    else:
        parts += forming.parts(view, player, float(top))
        top += forming.HEIGHT
    for place, legion in enumerate(own_legions(view)):
        parts += row(holding(view, legion), float(top + place * ROW))
    return tuple(parts)


def _free(markers: tuple[str, ...]) -> Iterator[Part]:
    """The markers that a player has left, from the right; how many more there are if they are captured by the dozen."""
    wide, high = CHIP
    right, top = WIDTH - 12.0, 55.0
    listed = markers[:MOST_CHIPS]
    if len(markers) > MOST_CHIPS:
        yield Part("more", Box(right - wide, top, wide, high), (len(markers) - MOST_CHIPS,))
        right -= wide + 3
    for marker in reversed(listed):
        yield Part("free", Box(right - wide, top, wide, high), (marker,))
        right -= wide + 3


def row(held: Holding, y: float) -> list[Part]:
    """A legion: its marker, where it is, its characters, and what it could muster."""
    parts = [
        Part("legion", Box(6, y, WIDTH - 12, ROW - 5), (held,), solid=False),
        Part("marker", Box(12, y + 6, MARKER, MARKER), (held.marker, held.height)),
        Part("place", Box(118, y + 3, FIRST - 122, ROW - 11), (held,)),
    ]
    shown = (*held.creatures, *(tiles.UNKNOWN,) * (held.height - len(held.creatures)))
    for place, code in enumerate(shown):
        box = Box(FIRST + place * STEP, y + 4, tiles.WIDTH, tiles.HEIGHT)
        parts.append(Part("character", box, (held.marker, code)))
    if held.enlists:
        room = Box(FIRST + held.height * STEP + 6, y + 4, 2 * STEP - 12, ROW - 15)
        parts.append(Part("enlists", Box(room.x, room.y, room.width, 21)))
        parts += [Part("recruit", box, (held.marker, code)) for code, box in _offered(held.enlists, room)]
    return parts


def _offered(codes: Creatures, room: Box) -> Iterator[tuple[str, Box]]:
    """Where what may be mustered stands in the room of two characters: in two columns below a heading."""
    rows = max(2, (len(codes) + 1) // 2)
    wide, high = room.width / 2, (room.height - 24) / rows
    for place, code in enumerate(codes):
        yield code, Box(room.x + place % 2 * wide, room.y + 24 + place // 2 * high, wide - 2, high - 2)


def paint(canvas: Canvas, part: Part, view: View, captions: Captions, theme: Theme, names: Names) -> None:
    """Draws one part."""
    box = part.box
    if part.sort in forming.SORTS:
        assert view.viewer is not None, "only its owner sees a new legion form"
        forming.paint(canvas, part, view, tokens.player_of(view, view.viewer), captions, theme)
        return
    match part.sort:
        case "player":
            _header(canvas, box, view, part.facts[0], captions, theme, names)
        case "free":
            colours = tokens.livery_of_marker(view.rules, part.facts[0], theme)
            canvas.paste(chip(part.facts[0], colours, theme), (box.x, box.y))
        case "more":
            canvas.fitted(f"+{part.facts[0]}", box, theme.small.sized(24), theme.ink, least=LEAST)
        case "legion":
            canvas.box(box, theme.panel, radius=10)
        case "marker":
            legion = legion_of(view, part.facts[0])
            canvas.paste(tokens.counter(view, legion, MARKER, MARKER, theme), (box.x, box.y))
        case "place":
            size = (round(box.width), round(box.height))
            canvas.paste(_place(view.rules, part.facts[0], captions, theme, size), (box.x, box.y))
        case "character":
            _character(canvas, box, view, owner_of(view, part.facts[0]), part.facts[1], captions, theme)
        case "enlists":
            canvas.fitted(captions.told("may-muster"), box, theme.small.sized(20), theme.active, "l", LEAST)
        case "recruit":
            _recruit(canvas, box, view, part.facts[1], captions, theme)
        case sort:
            raise AssertionError(sort)


def _header(
    canvas: Canvas, box: Box, view: View, player: PlayerView, captions: Captions, theme: Theme, names: Names
) -> None:
    """Whose legions, and his figures."""
    canvas.box(box, theme.panel)
    colours = tokens.livery(view.rules, player.colour, theme)
    canvas.paste(tag(colours, 74, theme), (12, 11))
    left = 102.0
    canvas.fitted(called(player, names, captions), Box(left, 6, 560, 44), theme.plain.sized(34), theme.ink, "l", 22)
    canvas.fitted(headline(view, captions), Box(WIDTH - 500, 8, 486, 40), theme.strong.sized(28), theme.active, "r", 20)
    chips = 0 if view.spawning else min(len(player.markers), MOST_CHIPS + 1)
    room = Box(left, 56, WIDTH - left - 20 - chips * (CHIP[0] + 3), 34)
    canvas.fitted(standing(view, player, captions), room, theme.small.sized(25), theme.faint, "l", LEAST)


@lru_cache(maxsize=256)
def _place(rules: Rules, held: Holding, captions: Captions, theme: Theme, size: tuple[int, int]) -> Image.Image:
    """Beside a marker: the name of its picture, where the legion is, what it is worth, and whether it has moved."""
    width, high = size
    canvas = Canvas(width, high, theme.panel)
    name = Box(2, 1, width - 4, 28)
    canvas.fitted(captions.picture(held.marker), name, theme.strong.sized(25), theme.ink, "l", LEAST)
    land_plate(canvas, Box(0, 32, width - 4, 38), rules, held.land, captions, theme)
    points = captions.told("worth" if len(held.creatures) == held.height else "worth-least", number=held.worth)
    canvas.fitted(points, Box(2, 74, 74, high - 74), theme.small.sized(22), theme.faint, "l", LEAST)
    if held.moved:
        chip = Box(width - 66, 77, 62, 26)
        canvas.box(chip, None, theme.active, 2, 7)
        canvas.fitted(captions.told("moved"), chip.shrunk(3), theme.small.sized(20), theme.active, least=LEAST)
    return canvas.finished()


def _character(
    canvas: Canvas, box: Box, view: View, owner: PlayerView, code: str, captions: Captions, theme: Theme
) -> None:
    """A character with its present power, or one that the viewer is not certain of."""
    if code == tiles.UNKNOWN:
        canvas.paste(tiles.unknown(captions.told("unseen"), theme, theme.panel), (box.x, box.y))
        return
    kind = view.rules.kinds[code]
    power = owner.titan_power if code == TITAN else kind.power
    colours = tokens.livery(view.rules, owner.colour, theme)
    sprite = tiles.tile(kind, tiles.named(code, captions, theme), power, theme, theme.panel, colours)
    canvas.paste(sprite, (box.x, box.y))


def _recruit(canvas: Canvas, box: Box, view: View, code: str, captions: Captions, theme: Theme) -> None:
    """One that could be mustered: its emblem on a plate, and its name."""
    kind = view.rules.kinds[code]
    canvas.paste(tiles.plate(kind, round(box.height), theme, theme.panel), (box.x, box.y))
    label = Box(box.x + box.height + 4, box.y, box.width - box.height - 4, box.height)
    name = captions.kind_within(code, theme.small.sized(LEAST), label.width)
    canvas.fitted(name, label, theme.small.sized(20), theme.ink, "l", LEAST)
