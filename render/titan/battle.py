"""The battle map: the battleland, who fights where, and beside it who waits, who fell and what the signs mean."""

from __future__ import annotations

from collections import Counter

from PIL import Image

from engine.titan.battle.turn import ROUNDS
from engine.titan.rules import Rules
from engine.titan.view import BattleView, FighterView, View
from render.canvas import Box, Canvas, png
from render.theme import DARK, Theme
from render.titan import battleland, characters, pieces
from render.titan.captions import HAZARDS, NOBODY, SIDES, STEPS, Names, called
from render.titan.pieces import Livery

PANEL = Box(battleland.WIDTH + 20, 92, 1600 - battleland.WIDTH - 45, battleland.HEIGHT - 92)
LINE = 30


def battle(view: View, theme: Theme = DARK, names: Names = NOBODY) -> bytes:
    """The battle that is being fought, as a PNG. The view must have one."""
    fought = view.battle
    assert fought is not None
    colours = _liveries(view, fought, theme)
    ground = view.rules.grounds[fought.terrain]
    terrain = view.rules.board.terrains[fought.terrain]
    height = round(battleland.HEIGHT)
    paints = colours[0].paint, colours[1].paint
    canvas = Canvas.over(battleland.bare(ground, terrain, fought.side, paints, height, theme))
    for fighter, box in places(fought):
        canvas.paste(_counter(view.rules, fighter, colours[fighter.side], theme), (box.x, box.y))
    _header(canvas, view, fought, colours, theme, names)
    y = PANEL.y + 4
    for side in (0, 1):
        y = _side(canvas, view, fought, side, colours[side], y, theme, names)
    _legend(canvas, view, fought, y, theme)
    return png(canvas.finished())


def places(fought: BattleView) -> tuple[tuple[FighterView, Box], ...]:
    """Every character on the map with the rectangle of its counter."""
    return tuple((fighter, battleland.counter_box(fighter.hex)) for fighter in fought.fighters if fighter.hex)


def figures(power: int, skill: int) -> str:
    """Power and skill, as printed on counters."""
    return f"{power}-{skill}"


def _liveries(view: View, fought: BattleView, theme: Theme) -> tuple[Livery, Livery]:
    first, second = (pieces.livery(view.rules, pieces.player_of(view, seat).colour, theme) for seat in fought.seats)
    return first, second


def _counter(rules: Rules, fighter: FighterView, colours: Livery, theme: Theme) -> Image.Image:
    return characters.counter(
        fighter.creature,
        rules.kinds[fighter.creature].name,
        figures(fighter.power, fighter.skill),
        colours,
        theme,
        fighter.side,
        fighter.hits,
        fighter.slain,
        fighter.struck,
    )


def _header(
    canvas: Canvas, view: View, fought: BattleView, colours: tuple[Livery, Livery], theme: Theme, names: Names
) -> None:
    """Where, which round, and who does what."""
    box = Box(0, 0, theme.width, 76)
    canvas.box(box, theme.panel)
    place = f"Battle in {fought.land} {fought.terrain}   Round {fought.round} of {ROUNDS}"
    end = theme.margin + canvas.text(
        place, (theme.margin, pieces.middle_line(box, 40)), theme.title.sized(40), theme.ink
    )
    acting = _acting(view, fought)
    tag = Box(end + 40, 14, 56, 48)
    canvas.box(tag, colours[acting].paint, theme.light, 2, 8)
    canvas.fitted(colours[acting].code, tag.shrunk(4), theme.strong, colours[acting].text)
    deed = f"{SIDES[acting]} {STEPS[fought.step]}: {called(pieces.player_of(view, fought.seats[acting]), names)}"
    room = Box(tag.right + 14, 0, theme.width - theme.margin - tag.right - 14, 76)
    canvas.fitted(deed, room, theme.plain.sized(32), theme.ink, "l", 24)


def _acting(view: View, fought: BattleView) -> int:
    """The side whose decision it is: excess hits may be either's."""
    deciding = [side for side in (0, 1) if fought.seats[side] in view.waiting]
    if fought.step == "carry" and len(deciding) == 1:
        return deciding[0]
    return 1 - fought.mover if fought.step == "strike-back" else fought.mover


def _side(
    canvas: Canvas, view: View, fought: BattleView, side: int, colours: Livery, y: float, theme: Theme, names: Names
) -> float:
    """A player's part of the panel; where it ends is returned."""
    player = pieces.player_of(view, fought.seats[side])
    head = Box(PANEL.x, y, PANEL.width, 84)
    canvas.box(head, theme.panel, radius=8)
    canvas.box(Box(head.x, head.y, 68, 84), colours.paint, theme.light, 2, 8)
    characters.badge(canvas, (head.x + 34, head.y + 42), 22, side, theme)
    room = Box(head.x + 82, head.y + 6, head.width - 94, 36)
    canvas.fitted(called(player, names), room, theme.plain.sized(30), theme.ink, "l", 24)
    marker = fought.markers[side]
    note = f"{SIDES[side]}: {marker} {pieces.picture_name(view.rules, marker)}"
    canvas.fitted(note, room.moved(0, 36), theme.small.sized(26), theme.faint, "l")
    y = head.bottom + 8
    waiting = [fighter for fighter in fought.fighters if fighter.side == side and not fighter.hex]
    if waiting:
        canvas.text("Off the map", (PANEL.x, y + 22), theme.small.sized(24), theme.ink)
        y += LINE
        width, height = characters.BAR
        for place, fighter in enumerate(waiting):
            kind = view.rules.kinds[fighter.creature]
            sprite = characters.bar(kind.code, kind.name, figures(fighter.power, fighter.skill), colours, theme)
            canvas.paste(sprite, (PANEL.x + place % 2 * (width + 8), y + place // 2 * (height + 4)))
        y += (len(waiting) + 1) // 2 * (height + 4) + 4
    for line in fallen_lines(view.rules, fought.fallen[side], PANEL.width, theme):
        canvas.text(line, (PANEL.x, y + 22), theme.small.sized(24), theme.faint)
        y += LINE
    return y + 12


def fallen_lines(rules: Rules, fallen: tuple[str, ...], room: float, theme: Theme) -> list[str]:
    """The characters lost, as lines that fit."""
    if not fallen:
        return ["Fallen: none"]
    counts = Counter(rules.arranged(fallen))
    words = [rules.kinds[code].name if n == 1 else f"{n} {rules.kinds[code].plural}" for code, n in counts.items()]
    lines, line = [], "Fallen: "
    for place, word in enumerate(words):
        piece = word + (", " if place + 1 < len(words) else "")
        if theme.small.sized(24).width(line + piece) > room:
            lines.append(line.rstrip())
            line = ""
        line += piece
    return [*lines, line]


def _legend(canvas: Canvas, view: View, fought: BattleView, y: float, theme: Theme) -> None:
    """The hazards of this land and the marks on counters, at the foot of the panel in two columns."""
    terrain = view.rules.board.terrains[fought.terrain]
    entries = [*battleland.hazards(view.rules.grounds[fought.terrain]), "elevation", "hits", "slain", "struck"]
    rows = (len(entries) + 1) // 2
    top = max(y, PANEL.bottom - rows * 54 - 16)
    for place, entry in enumerate(entries):
        x, line = PANEL.x + place % 2 * (PANEL.width / 2), top + place // 2 * 54
        box = Box(x, line, 64, 46)
        match entry:
            case "elevation":
                canvas.box(Box(x + 11, line + 10, 42, 26), theme.light, radius=6)
                battleland.altitude(canvas, Box(x + 13, line + 12, 38, 22), 1, theme)
                word = "Elevation"
            case "hits":
                canvas.box(Box(x + 8, line + 6, 48, 34), theme.blood, theme.light, 2, 6)
                canvas.fitted("−2", Box(x + 8, line + 6, 48, 34), theme.strong.sized(24), theme.light)
                word = "Hits taken"
            case "slain":
                for stroke in (((x + 12, line + 6), (x + 52, line + 40)), ((x + 52, line + 6), (x + 12, line + 40))):
                    canvas.line(stroke, theme.light, 9)
                    canvas.line(stroke, theme.blood, 5)
                word = "Slain"
            case "struck":
                canvas.paste(pieces.swords(32, theme.light, theme), (x + 16, line + 7))
                word = "Has struck"
            case _:
                battleland.swatch(canvas, entry, box, terrain, theme)
                word = HAZARDS[entry]
        canvas.fitted(word, Box(x + 76, line, PANEL.width / 2 - 80, 46), theme.small.sized(26), theme.ink, "l")
