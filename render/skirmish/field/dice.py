"""The dice of the latest combat, large: who against whom, what was rolled, what counted, and what came of it."""

from __future__ import annotations

from collections.abc import Iterator

from PIL import Image

from engine.core import Seat
from engine.skirmish.view import View
from render.canvas import Box, Canvas, Colour
from render.parts import Part, Parts
from render.skirmish.cards.palette import palette
from render.skirmish.field import painting
from render.skirmish.field.rolls import ShownRoll, rolls
from render.skirmish.pieces import counters, die_faces, marks
from render.skirmish.pieces.captions import NOBODY, Captions, Names, called
from render.skirmish.pieces.effect_signs import sign, sign_of
from render.theme import DARK, Theme

WIDTH = 1000
HEAD = 60
ROW = 202
"""How high a roll is that has one row of dice; every further row adds to it."""

CHIP = 104
DIE, STEP = 74, 92
TALL = 106
DICE = 6
"""How large dice are with their names, and how many stand in a row."""

LEFT = 290
"""Where dice begin."""


def dice(view: View, captions: Captions, theme: Theme = DARK, names: Names = NOBODY) -> bytes:
    """The latest rolls, as a PNG. There must be one."""
    return palette(theme).png(draw(view, captions, theme, names))


def draw(view: View, captions: Captions, theme: Theme = DARK, names: Names = NOBODY) -> Image.Image:
    """The latest rolls, in full colours."""
    parts = scene(view)
    canvas = Canvas(WIDTH, round(parts[-1].box.bottom) + 12, theme.ground)
    for part in parts:
        if part.sort == "roller":
            _head(canvas, part.box, part.facts[0], view, captions, theme, names)
        else:
            _roll(canvas, part.box, part.facts[0], view, captions, theme)
    return canvas.finished()


def scene(view: View) -> Parts:
    """All that the picture shows."""
    return tuple(_parts(view))


def _parts(view: View) -> Iterator[Part]:
    shown = rolls(view)
    assert shown, "dice are shown when there are some"
    yield Part("roller", Box(16, 6, WIDTH - 32, HEAD - 12), (shown[0].seat,))
    y = float(HEAD)
    for roll in shown:
        tall = ROW + max(0, -(-len(roll.faces) // DICE) - 1) * TALL
        yield Part("roll", Box(10, y, WIDTH - 20, tall - 8), (roll,))
        y += tall


def _head(canvas: Canvas, box: Box, seat: Seat, view: View, captions: Captions, theme: Theme, names: Names) -> None:
    colours = counters.livery(view, seat, theme)
    canvas.paste(counters.plate(colours, 46, theme, colours.faction), (box.x, box.y))
    said = captions.told("rolls", player=called(view, seat, names, captions), round=view.round)
    canvas.fitted(said, Box(box.x + 58, box.y, box.width - 58, box.height), theme.plain.sized(28), theme.ink, "l", 19)


def _roll(canvas: Canvas, box: Box, roll: ShownRoll, view: View, captions: Captions, theme: Theme) -> None:
    canvas.box(box, theme.panel, radius=10)
    if roll.unit is not None:
        _unit(canvas, Box(box.x + 14, box.y + 8, CHIP, CHIP), roll.unit, False, view, captions, theme)
    else:
        _card(canvas, Box(box.x + 14, box.y + 8, CHIP, CHIP), roll, view, captions, theme)
    if roll.target is not None:
        x, y = box.x + 134, box.y + 8 + CHIP / 2
        canvas.polygon(((x - 9, y - 15), (x + 13, y), (x - 9, y + 15)), theme.faint)
        _unit(canvas, Box(box.x + 162, box.y + 8, CHIP, CHIP), roll.target, roll.destroyed, view, captions, theme)
    left = box.x + LEFT
    key = "counter" if roll.counter else roll.how
    said = captions.named(roll.card) if roll.card else captions.told(f"how.{key}", number=len(roll.faces))
    canvas.fitted(said, Box(left, box.y + 6, box.right - 150 - left, 28), theme.strong.sized(26), theme.faint, "l", 18)
    for place, (face, counts) in enumerate(roll.faces):
        at = (left + place % DICE * STEP, box.y + 38 + place // DICE * TALL)
        canvas.paste(die_faces.die(face, DIE, counts, theme), at)
        name = Box(at[0] - 7, at[1] + DIE + 2, DIE + 14, 24)
        paint = theme.ink if counts else theme.faint
        canvas.fitted(captions.say(f"face.{face}"), name, theme.small.sized(23), paint, least=14)
    plaque = Box(box.right - 132, box.y + 12, 118, 70)
    dealt = roll.damage if roll.target else roll.own
    canvas.box(plaque, theme.blood if dealt else theme.ground, radius=10)
    paint = theme.light if dealt else theme.ink
    said = f"−{dealt}" if dealt else "0"
    canvas.fitted(said, plaque, theme.strong.sized(56), paint)
    if roll.destroyed or roll.pending:
        lower = Box(plaque.x - 6, plaque.bottom + 4, plaque.width + 12, 30)
        below = captions.told("destroyed" if roll.destroyed else "open")
        canvas.fitted(below, lower, theme.strong.sized(24), theme.ink, least=15)
    _others(canvas, Box(plaque.x - 24, plaque.bottom + 36, plaque.width + 30, 50), roll, view, theme)
    _came_of_it(canvas, Box(left, box.bottom - 42, box.right - 16 - left, 34), tuple(_told(roll, captions)), theme)


def _others(canvas: Canvas, room: Box, roll: ShownRoll, view: View, theme: Theme) -> None:
    """Whom else the roll has hurt, each with its damage."""
    size = room.height
    for place, (kind, owner, at, damage, dead) in enumerate(roll.others):
        x = room.right - (len(roll.others) - place) * (size + 58)
        canvas.paste(counters.plate(counters.livery(view, owner, theme), round(size), theme, kind), (x, room.y))
        canvas.paste(painting.loss(damage, theme, 1.3), (x + size - 10, room.y))
        canvas.fitted(at, Box(x + size - 6, room.y + 34, 44, 22), theme.small.sized(22), theme.ink, least=14)
        if dead:
            canvas.paste(marks.mark("dead", 24, theme.dark, theme), (x - 4, room.y + 28))


def _told(roll: ShownRoll, captions: Captions) -> Iterator[str]:
    """What came of a roll beside the damage, a few words each."""
    ignored, stood = roll.ignored
    for key, number in (
        ("ignored-damage", ignored), ("retreats", roll.retreats), ("ignored-retreats", stood),
        ("gained", roll.lore), ("own", roll.own if roll.target else 0),
    ):  # fmt: skip
        if number:
            yield captions.told(key, number=number)
    for use in dict.fromkeys(roll.spent):
        name = captions.say(f"ability.{use}", number="").strip()
        number = roll.spent.count(use)
        yield name if number == 1 else captions.told("several", number=number, unit=name)


def _came_of_it(canvas: Canvas, room: Box, told: tuple[str, ...], theme: Theme) -> None:
    face = theme.small.sized(24)
    x = room.x
    for said in told:
        wide = min(face.width(said) + 20, room.right - x)
        if wide < 40:
            return
        chip = Box(x, room.y, wide, room.height)
        canvas.box(chip, theme.ground, theme.faint, 1.5, 8)
        canvas.fitted(said, chip.shrunk(6), face, theme.ink, least=15)
        x += wide + 8


def _unit(
    canvas: Canvas, box: Box, told: tuple[str, Seat, str], dead: bool, view: View, captions: Captions, theme: Theme
) -> None:
    kind, owner, at = told
    canvas.paste(counters.plate(counters.livery(view, owner, theme), CHIP, theme, kind), (box.x, box.y))
    if dead:
        canvas.paste(marks.mark("dead", 36, theme.dark, theme), (box.right - 34, box.bottom - 36))
    room = Box(box.x - 9, box.bottom + 4, box.width + 18, 30)
    least = theme.small.sized(20)
    name = captions.unit_within(kind, least, room.width)
    canvas.fitted(name, room, theme.small.sized(24), theme.ink, least=least.size)
    canvas.fitted(at, room.moved(0, 28), theme.small.sized(24), theme.ink)


def _card(canvas: Canvas, box: Box, roll: ShownRoll, view: View, captions: Captions, theme: Theme) -> None:
    """In place of a unit: the sign of the card that rolls."""
    colours = counters.livery(view, roll.seat, theme)
    canvas.box(box, colours.paint, theme.light, 2, 12)
    size = round(box.width * 0.7)
    paint: Colour = colours.text
    drawn = sign(sign_of(view.rules.tables.lore[roll.card]), size, paint, colours.paint)
    canvas.paste(drawn, (box.centre[0] - size / 2, box.centre[1] - size / 2))
