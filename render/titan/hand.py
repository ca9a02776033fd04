"""A player's own legions with all they hold: for his eyes alone."""

from __future__ import annotations

from engine.titan.rules import TITAN
from engine.titan.view import LegionView, PlayerView, View
from render.canvas import Box, Canvas, png
from render.theme import DARK, Theme
from render.titan import characters, pieces
from render.titan.battle import figures
from render.titan.captions import NOBODY, SHORT, Names, called, legions

TOP = 140
ROW = 124
FIRST = 400
"""Where the characters of a legion begin."""

UNKNOWN = "???"


def hand(view: View, theme: Theme = DARK, names: Names = NOBODY) -> bytes:
    """The viewer's legions, as a PNG. The view must be a seat's."""
    assert view.viewer is not None
    player = pieces.player_of(view, view.viewer)
    own = own_legions(view)
    canvas = Canvas(theme.width, TOP + ROW * max(1, len(own)) + 12, theme.ground)
    _header(canvas, view, player, theme, names)
    if not own:
        canvas.text("No legions", (theme.margin, TOP + 60), theme.title, theme.faint)
    for place, legion in enumerate(own):
        _legion(canvas, view, player, legion, place, theme)
    return png(canvas.finished())


def own_legions(view: View) -> tuple[LegionView, ...]:
    """The viewer's legions in the order of their markers."""
    return tuple(sorted((legion for legion in view.legions if legion.owner == view.viewer), key=lambda x: x.marker))


def places(row: int, height: int) -> tuple[Box, ...]:
    """Where the characters of a legion stand in its row."""
    width, tall = characters.COUNTER
    return tuple(Box(FIRST + i * (width + 9), TOP + row * ROW + 9, width, tall) for i in range(height))


def _header(canvas: Canvas, view: View, player: PlayerView, theme: Theme, names: Names) -> None:
    """Whose legions, and his figures."""
    canvas.box(Box(0, 0, theme.width, TOP - 12), theme.panel)
    colours = pieces.livery(view.rules, player.colour, theme)
    tag = Box(theme.margin, 18, 92, 92)
    canvas.box(tag, colours.paint, theme.light, 2, 10)
    canvas.fitted(colours.code, tag.shrunk(4), theme.title, colours.text)
    room = Box(tag.right + 20, 10, 900, 56)
    canvas.fitted(called(player, names), room, theme.plain.sized(40), theme.ink, "l", 26)
    right = theme.width - float(theme.margin)
    canvas.text(f"Turn {view.turn}, for your eyes only", (right, 50), theme.small.sized(28), theme.active, "r")
    line = f"Score {player.score}   Titan {player.titan_power}   {legions(player.legions)}   Markers left: "
    x = room.x + canvas.text(line, (room.x, 104), theme.plain.sized(26), theme.faint)
    free = " ".join(player.markers) or "none"
    size = 26
    while size > 22 and theme.small.sized(size).width(free) > right - x:
        size -= 1
    canvas.text(free, (x, 104), theme.small.sized(size), theme.ink, "l", right - x)


def _legion(canvas: Canvas, view: View, player: PlayerView, legion: LegionView, row: int, theme: Theme) -> None:
    """A legion: its marker and the picture on it, where it is, and its characters."""
    y = float(TOP + row * ROW)
    canvas.box(Box(12, y + 2, theme.width - 24, ROW - 4), theme.panel, radius=10)
    canvas.paste(pieces.counter(view, legion, 104, 104, theme), (theme.margin, y + 10))
    x = theme.margin + 104 + 14
    name = Box(x, y + 12, FIRST - x - 12, 44)
    canvas.fitted(pieces.picture_name(view.rules, legion.marker), name, theme.strong, theme.ink, "l")
    land = view.rules.board.lands[legion.land]
    terrain = view.rules.board.terrains[land.terrain]
    plate = Box(x, y + 62, FIRST - x - 14, 48)
    canvas.box(plate, terrain.paint, theme.light, 2, 8)
    where = f"{land.label} {SHORT.get(land.terrain, land.terrain)}"
    canvas.fitted(where, plate.shrunk(6), theme.strong, terrain.text)
    colours = pieces.livery(view.rules, player.colour, theme)
    known = view.rules.arranged(legion.creatures)
    for box, code in zip(places(row, legion.height), (*known, *[UNKNOWN] * legion.height), strict=False):
        if code == UNKNOWN:
            sprite = characters.counter(UNKNOWN, "Unknown", "", colours, theme)
        else:
            kind = view.rules.kinds[code]
            power = player.titan_power if code == TITAN else kind.power
            sprite = characters.counter(code, kind.name, figures(power, kind.skill), colours, theme)
        canvas.paste(sprite, (box.x, box.y))
