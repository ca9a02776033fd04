"""The masterboard: lands and signs once, then what moves on them."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from engine.titan.board import Board, Land
from engine.titan.view import EngagementView, LegionView, PlayerView, View
from render.canvas import Box, Canvas, Point, between, png
from render.theme import DARK, Theme
from render.titan import geometry, pieces
from render.titan.captions import NOBODY, SHORT, Names, called, headline, standing

CARD = Box(0, 0, 769, 92)
GAP = 12
LEGEND = 46


def board(view: View, theme: Theme = DARK, names: Names = NOBODY) -> bytes:
    """The masterboard with everything public on it, as a PNG."""
    canvas = Canvas.over(bare(view.rules.board, len(view.players), theme))
    _engagements(canvas, view, theme)
    for legion, box in places(view):
        canvas.paste(pieces.counter(view, legion, round(box.width), round(box.height), theme), (box.x, box.y))
    _header(canvas, view, theme, names)
    for player, box in zip(view.players, cards(view), strict=True):
        _card(canvas, view, player, box, theme, names)
    return png(canvas.finished())


def places(view: View) -> tuple[tuple[LegionView, Box], ...]:
    """Every legion with the rectangle of its counter; in a land the owner of the turn comes last."""
    found: list[tuple[LegionView, Box]] = []
    for land in sorted({legion.land for legion in view.legions}):
        here = [legion for legion in view.legions if legion.land == land]
        here.sort(key=lambda legion: (legion.owner == view.active, legion.owner, legion.marker))
        found += zip(here, geometry.slots(view.rules.board, land, len(here)), strict=True)
    return tuple(found)


def cards(view: View) -> tuple[Box, ...]:
    """Where each player's figures stand: two columns below the board."""
    top = geometry.bottom(view.rules.board) + LEGEND + GAP
    return tuple(
        CARD.moved(geometry.LEFT + place % 2 * (CARD.width + GAP), top + place // 2 * (CARD.height + GAP))
        for place in range(len(view.players))
    )


# --- what never changes ---


@lru_cache(maxsize=8)
def bare(board: Board, players: int, theme: Theme) -> Image.Image:
    """The board without a legion, with room below for so many players."""
    rows = (players + 1) // 2
    height = round(geometry.bottom(board) + LEGEND + GAP + rows * (CARD.height + GAP) + GAP)
    canvas = Canvas(theme.width, height, theme.ground, theme.scale)
    for land in board.lands.values():
        _land(canvas, board, land, theme)
    for land in board.lands.values():
        for gate in land.gates:
            if gate.out:
                _sign(canvas, gate.out, *geometry.sign(board, land, gate), theme)
    _legend(canvas, board, theme)
    return canvas.finished()


def _land(canvas: Canvas, board: Board, land: Land, theme: Theme) -> None:
    terrain = board.terrains[land.terrain]
    points = geometry.surface(board, land.label)
    canvas.polygon(points, terrain.paint, theme.dark, 1.5)
    canvas.line((points[land.label_side], points[(land.label_side + 1) % 6]), theme.light, 6)
    _words(canvas, board, land, theme)


def _words(canvas: Canvas, board: Board, land: Land, theme: Theme) -> None:
    """A land's number and the name of its terrain."""
    paint = board.terrains[land.terrain].text
    canvas.fitted(str(land.label), geometry.number_box(board, land.label), theme.small, paint)
    name = SHORT.get(land.terrain, land.terrain)
    canvas.fitted(name, geometry.word_box(board, land.label), theme.small, paint)


def _sign(canvas: Canvas, kind: str, foot: Point, along: Point, out: Point, theme: Theme) -> None:
    """A sign that grows out of a land: block, arch, one arrow or three."""

    def at(sideways: float, outwards: float) -> Point:
        return (
            foot[0] + (along[0] - foot[0]) * sideways + (out[0] - foot[0]) * outwards,
            foot[1] + (along[1] - foot[1]) * sideways + (out[1] - foot[1]) * outwards,
        )

    long = 2 * geometry.GUTTER - 1
    match kind:
        case "block":
            canvas.polygon((at(-11, -1), at(11, -1), at(11, long - 4), at(-11, long - 4)), theme.light, theme.dark, 1)
        case "arch":
            steps = [
                (-12.0, -1.0),
                *_arc(12, long - 2),
                (12.0, -1.0),
                (6.0, -1.0),
                *_arc(6, long - 8)[::-1],
                (-6.0, -1.0),
            ]
            canvas.polygon([at(*step) for step in steps], theme.light, theme.dark, 1)
        case _:
            for shift in (-16, 0, 16) if kind == "arrows" else (0,):
                half = 7 if kind == "arrows" else 10
                points = (at(shift - half, -1), at(shift + half, -1), at(shift, long))
                canvas.polygon(points, theme.light, theme.dark, 1)


def _arc(reach: float, height: float) -> list[Point]:
    """A half oval over the foot, from one end to the other."""
    shares = [step / 8 for step in range(-8, 9)]
    return [(reach * share, height * (1 - share * share) ** 0.5) for share in shares]


def _legend(canvas: Canvas, board: Board, theme: Theme) -> None:
    """What the signs mean, below the board."""
    y = geometry.bottom(board) + LEGEND / 2 + 4
    x = float(geometry.LEFT)
    entries = (
        ("block", "block: leave here"),
        ("arch", "arch: only as first step"),
        ("arrow", "arrow"),
        ("arrows", "three arrows"),
    )
    base = y + 8
    for kind, text in entries:
        x += 26
        _sign(canvas, kind, (x, base - 2), (x + 1, base - 2), (x, base - 3), theme)
        x += 32
        x += canvas.text(text, (x, base), theme.small, theme.faint) + 24
    canvas.line(((x, y), (x + 40, y)), theme.light, 6)
    x += 52
    x += canvas.text("top of the battle map", (x, base), theme.small, theme.faint) + 24
    canvas.box(Box(x, y - 13, 24, 26), theme.light, radius=3)
    canvas.fitted("7", Box(x, y - 13, 24, 26), theme.small, theme.dark)
    x += 34
    x += canvas.text("characters", (x, base), theme.small, theme.faint) + 24
    canvas.polygon(((x, y - 8), (x + 16, y - 8), (x + 16, y + 8)), theme.light, theme.dark, 1)
    x += 26
    canvas.text("has moved", (x, base), theme.small, theme.faint)


# --- what the game changes ---


def _engagements(canvas: Canvas, view: View, theme: Theme) -> None:
    for engagement in view.engagements:
        if view.engaged is None or engagement.land != view.engaged.land:
            _engagement(canvas, view.rules.board, engagement, theme.alarm, theme.alarm, theme)
    if view.engaged is not None:
        _engagement(canvas, view.rules.board, view.engaged, theme.light, theme.danger, theme)


def _engagement(canvas: Canvas, board: Board, engagement: EngagementView, rim: str, disc: str, theme: Theme) -> None:
    """A rim around the land that leaves its number and its signs to be seen, and swords at its narrow end."""
    land = board.lands[engagement.land]
    centre = geometry.centre(board, land.label)
    points = [between(centre, point, 0.985) for point in geometry.surface(board, land.label)]
    canvas.polygon(points, None, theme.dark, 7)
    canvas.polygon(points, None, rim, 4)
    _words(canvas, board, land, theme)
    x, y = geometry.herald(board, land)
    canvas.paste(pieces.swords(30, disc, theme), (x - 15, y - 15))


def _header(canvas: Canvas, view: View, theme: Theme, names: Names) -> None:
    """Turn, phase, whose turn it is, and the roll."""
    box = Box(0, 0, theme.width, 76)
    canvas.box(box, theme.panel)
    right = theme.width - float(theme.margin)
    if view.roll:
        right -= 56
        canvas.paste(pieces.die(view.roll, 56, theme), (right, 10))
        right -= 12
        right -= canvas.text("Roll", (right, pieces.middle_line(box, 30)), theme.strong, theme.faint, "r") + 30
    line = headline(view)
    canvas.text(line, (theme.margin, pieces.middle_line(box, 44)), theme.title, theme.ink)
    left = theme.margin + theme.title.width(line) + 40
    seats = view.winners if view.phase == "over" else (view.active,) if view.turn else ()
    if not seats:
        return
    room = (right - left) / len(seats)
    for place, seat in enumerate(seats):
        player = pieces.player_of(view, seat)
        colours = pieces.livery(view.rules, player.colour, theme)
        tag = Box(left + place * room, 14, 56, 48)
        canvas.box(tag, colours.paint, theme.light, 2, 8)
        canvas.fitted(colours.code, tag.shrunk(4), theme.strong, colours.text)
        canvas.fitted(
            called(player, names), Box(tag.right + 12, 0, room - 56 - 24, 76), theme.plain.sized(32), theme.ink, "l", 24
        )


def _card(canvas: Canvas, view: View, player: PlayerView, box: Box, theme: Theme, names: Names) -> None:
    """A player's figures."""
    active = player.seat == view.active and view.turn and view.phase != "over"
    won = player.seat in view.winners
    canvas.box(box, theme.panel, theme.active if active or won else None, 4, 10)
    colours = pieces.livery(view.rules, player.colour, theme)
    tag = Box(box.x + 14, box.y + 14, 72, 64)
    canvas.box(tag, colours.paint, theme.light, 2, 8)
    canvas.fitted(colours.code, tag.shrunk(4), theme.title.sized(40), colours.text)
    x = tag.right + 16
    right = box.right - 16
    note = "Winner" if won else "Turn" if active else "To decide" if player.seat in view.waiting else ""
    if note:
        right -= canvas.text(note, (right, box.y + 38), theme.small.sized(26), theme.active, "r") + 16
    elif player.tower:
        right -= canvas.text(f"Tower {player.tower}", (right, box.y + 38), theme.small, theme.faint, "r") + 16
    name = Box(x, box.y + 10, right - x, 40)
    canvas.fitted(called(player, names), name, theme.plain.sized(32), theme.faint if player.out else theme.ink, "l", 24)
    if player.out:
        end = min(right, x + theme.plain.sized(32).width(called(player, names)))
        canvas.line(((x, box.y + 32), (end, box.y + 32)), theme.faint, 2)
    canvas.text(standing(player), (x, box.y + 76), theme.plain, theme.faint, "l", box.right - 16 - x)
