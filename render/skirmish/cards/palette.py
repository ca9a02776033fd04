"""The colours that all of skirmish's pictures share, so that bringing one to them is a matter of milliseconds."""

from __future__ import annotations

from functools import lru_cache

from engine.skirmish.sheets import tables
from render.canvas import Box, Canvas, Palette, mixed
from render.skirmish.cards import cards, scenery
from render.skirmish.pieces import counters, lands, marks
from render.skirmish.pieces.counters import ROOM
from render.skirmish.pieces.emblems import EMBLEMS, paint_of
from render.theme import Theme


@lru_cache(maxsize=8)
def palette(theme: Theme) -> Palette:
    """The colours of terrain, counters, marks and cards, and of their edges."""
    liveries = [counters.livery_of(faction, place == 0, theme) for place, faction in enumerate(counters.PAINTS)]
    papers = (cards.STEEL, cards.EARTH, *(each.paint for each in liveries))
    idle = mixed(theme.panel, theme.ink, 0.1)  # a die that does not count
    exact = [
        theme.ground, theme.panel, theme.ink, theme.faint, theme.light, theme.dark, theme.active, theme.danger, idle,
        theme.blood, theme.alarm, cards.PAPER, cards.FLAME, counters.PAGE, *papers,
        *(paint_of(kind, theme) for kind in EMBLEMS),
        *(tone for name in lands.DRAWINGS for tone in lands.used(name, theme)),
    ]  # fmt: skip
    sheet = Canvas(1200, 660, lands.fill("plains", theme))
    for row, colours in enumerate(liveries):
        for column, kind in enumerate(EMBLEMS):
            sheet.paste(counters.piece(kind, colours, counters.Plight(2, 3), theme), (column * ROOM, row * ROOM))
    for column, name in enumerate(lands.DRAWINGS):
        sheet.paste(lands.tile(name, theme), (column * 96, 180))
        sheet.paste(lands.tile(name, theme, 1.0, True, 1), (column * 96, 550))
    for column, name in enumerate(marks.MARKS):
        sheet.paste(marks.mark(name, 40, marks.paint_of(name, theme), theme), (800 + column % 8 * 48, 180))
    for column, paint in enumerate((theme.panel, cards.PAPER, cards.STEEL, cards.EARTH, theme.active)):
        _sample(sheet, Box(column * 190, 320, 180, 40), paint, theme.on(paint), theme)
    for column, paint in enumerate((theme.ink, theme.faint, theme.active)):
        _sample(sheet, Box(column * 190, 370, 180, 40), theme.panel, paint, theme)
    for column, colours in enumerate(liveries):
        _sample(sheet, Box(column * 190, 420, 180, 40), colours.paint, colours.text, theme)
    return Palette(exact, (sheet.image,), near=APART)


APART = 40
"""How far colours of the field are apart that are not kept as they are: a phone's picture has little room."""


@lru_cache(maxsize=8)
def printed(theme: Theme) -> Palette:
    """The colours of cards with their pictures, and of what stands beside them."""
    paints = (cards.STEEL, cards.EARTH, *(counters.livery_of(name, True, theme).paint for name in counters.PAINTS))
    exact = [
        theme.ground, theme.panel, theme.ink, theme.faint, theme.light, theme.dark, theme.active, theme.shade,
        cards.PAPER, cards.FLAME, counters.PAGE, *paints,
    ]  # fmt: skip
    sheet = Canvas(1200, 900, theme.panel)
    known = tables()
    for column, kind in enumerate(known.kinds.values()):
        paint = counters.livery_of(kind.faction, True, theme).paint
        image = scenery.portrait(kind.id, kind.faction, paint, 190, theme)
        sheet.paste(image, (column % 6 * 200, column // 6 * 200))
    for column, name in enumerate(("onslaught", "main_thrust", "rune_blade", "frenzy", "crushing_force", "hellfire")):
        if name in known.commands or name in known.lore:
            told = cards.found(name, known)
            sheet.paste(scenery.scene(told, cards.paint_of(told, theme), 190, 90, theme), (column * 200, 410))
    for column, paint in enumerate((theme.panel, cards.PAPER, *paints, theme.active)):
        _sample(sheet, Box(column % 6 * 190, 520 + column // 6 * 50, 180, 40), paint, theme.on(paint), theme)
    for column, paint in enumerate((theme.ink, theme.faint, theme.active)):
        _sample(sheet, Box(column * 190, 620, 180, 40), theme.panel, paint, theme)
    for row, name in enumerate(counters.PAINTS):
        colours = counters.livery_of(name, row == 0, theme)
        for column, kind_ in enumerate(EMBLEMS):
            sheet.paste(counters.piece(kind_, colours, counters.Plight(2, 3), theme), (column * ROOM, 680 + row * ROOM))
    return Palette(exact, (sheet.image,))


def _sample(sheet: Canvas, box: Box, ground: str, ink: str, theme: Theme) -> None:
    """Words on a ground, with the edges of both."""
    canvas = Canvas(round(box.width), round(box.height), theme.panel, theme.scale)
    canvas.box(Box(2, 2, box.width - 4, box.height - 4), ground, radius=8)
    canvas.fitted("Aag 12345", Box(0, 0, box.width, box.height), theme.title, ink)
    sheet.paste(canvas.finished(), (box.x, box.y))
