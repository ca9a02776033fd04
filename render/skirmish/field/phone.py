"""The field for a phone: 800 pixels wide, the lines in which somebody stands, as large as they can be.

One line above, no panels and no legend. Rows and columns at the edge in which nothing is are left out.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from PIL import Image

from engine.skirmish.actions import May
from engine.skirmish.board import HEXES, row
from engine.skirmish.view import View
from engine.values import replace
from render.canvas import Box, Canvas
from render.parts import Part, Parts
from render.skirmish.cards.palette import palette
from render.skirmish.field import margin
from render.skirmish.field.board import bare, field, lands_of, paint
from render.skirmish.field.turn_marks import WalkMark, deeds
from render.skirmish.pieces import counters
from render.skirmish.pieces.captions import NOBODY, Captions, Names, called, headline, phase_line
from render.skirmish.pieces.geometry import Grid
from render.theme import DARK, Theme

WIDTH = 800
HEAD = 64
"""How high the line above the field is."""

EDGE = 4
LEVEL = 8
"""How hard the file is compressed: it is half as large as the full picture, so that there is time for it."""

HIGHER, ASIDE = 8, 12
"""How far a name is moved into its hex, as in the full picture."""

LEAST = 6
"""So many columns and rows are there at least: what is larger would be larger than a phone needs."""


def phone(
    view: View,
    captions: Captions,
    theme: Theme = DARK,
    names: Names = NOBODY,
    focus: str = "",
    actions: Iterable[May] = (),
) -> bytes:
    """The field as `board` shows it, in its phone form, as a PNG: it takes what `board` takes.

    One line above says the round, the step and who acts; legends and panels are left to the full form.
    """
    return palette(theme).png(draw(view, captions, theme, names, focus, actions), LEVEL)


def draw(
    view: View,
    captions: Captions,
    theme: Theme = DARK,
    names: Names = NOBODY,
    focus: str = "",
    actions: Iterable[May] = (),
) -> Image.Image:
    """The phone form in full colours."""
    actions = tuple(actions)
    grid = cropped(view, focus, actions)
    canvas = Canvas.over(_ground(lands_of(view), margin.banners(view), theme, grid))
    for part in scene(view, focus, actions):
        if part.sort == "head":
            _head(canvas, part.box, view, captions, theme, names)
        else:
            paint(canvas, (part,), view, captions, theme, names, grid)
    return canvas.finished()


@lru_cache(maxsize=16)
def _ground(known: tuple[tuple[str, str], ...], banners: tuple[str, ...], theme: Theme, grid: Grid) -> Image.Image:
    """The ground, each two rows of pixels the same: it takes half the room then, and is seen half as large."""
    high = tall(grid)
    ground = bare(known, banners, theme, grid, (WIDTH, high))
    return ground.resize((WIDTH, high // 2), Image.Resampling.BOX).resize((WIDTH, high), Image.Resampling.NEAREST)


def scene(view: View, focus: str = "", actions: Iterable[May] = ()) -> Parts:
    """Everything on the picture, with what it tells."""
    actions = tuple(actions)
    grid, named = cropped(view, focus, actions), busy(view, focus, actions)
    shown = [
        part for part in field(view, focus, actions, grid)
        if part.sort != "name" or part.facts[0] in named or _outermost(part.facts[0], grid)
    ]  # fmt: skip
    moved = [replace(part, box=_inside(part, shown, grid)) if part.sort == "name" else part for part in shown]
    return (*moved, Part("head", Box(0, 0, WIDTH, HEAD), (view.round, view.phase, view.step)))


PIECES = frozenset({"unit", "placed", "health", "mark", "hidden", "grave", "hurt", "spell", "dice"})
"""What a name must not cover."""


def _inside(part: Part, shown: Iterable[Part], grid: Grid) -> Box:
    """Where a name is: at the lower corner of its hex. Where a hex is missing beside that, no part of it is outside.

    It is higher there, or if somebody stands in the hex further to the side on which there is one.
    """
    x, y = grid.middle(part.facts[0])
    there = set(map(grid.middle, grid.hexes))
    west, east = ((x + side * grid.across / 2, y + grid.rise) in there for side in (-1, 1))
    if west and east:
        return part.box
    pieces = [other.box for other in shown if other.sort in PIECES]
    for dx, dy in ((0, -HIGHER), ((east - west) * ASIDE, 0)):
        moved = part.box.moved(dx * grid.share, dy * grid.share)
        if not any(box.overlaps(moved) for box in pieces):
            return moved
    return part.box


def _outermost(at: str, grid: Grid) -> bool:
    """Whether a hex is the first or the last of its row on the picture: those have their names whoever stands there."""
    return any(f"{at[0]}{int(at[1:]) + step}" not in grid.hexes for step in (-1, 1))


def tall(grid: Grid) -> int:
    """How high the picture is."""
    return (round(max(grid.bounds(at).bottom for at in grid.hexes)) + EDGE + 4) // 2 * 2


def busy(view: View, focus: str, actions: Iterable[May]) -> frozenset[str]:
    """The hexes of which the picture tells something: units, cards, ways, and what may be chosen."""
    found = {unit.hex for unit in view.units} | {at for at, _ in view.hidden}
    for part in field(view, focus, actions):
        if part.sort in ("legal", "focus", "target", "new", "placed", "spell", "dice"):
            found |= {fact for fact in part.facts if fact in HEXES}
    for deed in deeds(view):
        found |= set(deed.path if isinstance(deed, WalkMark) else ()) | {getattr(deed, "hex", "")}
    return frozenset(found & set(HEXES)) or frozenset(HEXES)


def cropped(view: View, focus: str = "", actions: Iterable[May] = ()) -> Grid:
    """The part of the field that is shown: the columns and rows from the first to the last that something is in."""
    found = busy(view, focus, actions)
    west, east = _widened(min(map(_half, found)), max(map(_half, found)), 2 * LEAST - 2, 25)
    south, north = _widened(min(map(row, found)), max(map(row, found)), LEAST - 1, 8)
    shown = tuple(at for at in HEXES if south <= row(at) <= north and west - 1 <= _half(at) <= east + 1)
    columns = (max(map(_half, shown)) - min(map(_half, shown))) / 2 + 1
    across = int((WIDTH - 2 * EDGE) / columns) // 2 * 2
    whole = Grid(across, 0, 0)
    left = min(whole.bounds(at).x for at in shown)
    top = min(whole.bounds(at).y for at in shown)
    return Grid(across, round((WIDTH - columns * across) / 2 - left), round(HEAD + EDGE + 2 - top), shown, calm=True)


def _half(at: str) -> int:
    """How far a hex lies from the western edge, in halves of a hex."""
    return 2 * (int(at[1:]) - 1) + row(at) % 2


def _widened(low: int, high: int, least: int, most: int) -> tuple[int, int]:
    """A span that is at least so long and lies between 0 and `most`."""
    lacking = max(0, least - (high - low))
    low = max(0, min(low - lacking // 2, most - max(least, high - low)))
    return low, min(most, max(high, low + least))


def _head(canvas: Canvas, box: Box, view: View, captions: Captions, theme: Theme, names: Names) -> None:
    """Who acts, and the round with the step of the turn."""
    canvas.box(box, theme.panel)
    said = phase_line(view, captions)
    if view.round:
        said = captions.told("headline", round=headline(view, captions), phase=said)
    seat = view.winner if view.winner is not None else view.active
    left = box.x + 14
    if view.round or view.winner is not None:
        colours = counters.livery(view, seat, theme)
        canvas.paste(counters.plate(colours, 52, theme, colours.faction), (box.x + 10, box.y + 6))
        left += 58
        wide = (box.right - left) * 0.42
        canvas.fitted(
            called(view, seat, names, captions),
            Box(left, box.y, wide, box.height),
            theme.plain.sized(32),
            theme.ink,
            "l",
        )
        left += wide + 10
    room = Box(left, box.y, box.right - left - 14, box.height)
    canvas.fitted(said, room, theme.strong.sized(34), theme.active, "r" if view.round else "l")
