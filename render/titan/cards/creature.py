"""The card of a kind: what it is, what it can do, where it is mustered from what, and what it musters."""

from __future__ import annotations

from functools import lru_cache

from engine.titan.rules import Rules
from engine.titan.traits import traits
from render.canvas import Box, Canvas, mixed
from render.lettering import wrapped
from render.parts import Part, Parts
from render.theme import DARK, Theme
from render.titan.cards import chains
from render.titan.pieces import tiles
from render.titan.pieces.captions import Captions
from render.titan.pieces.characters import paint_of, paper_of, powered, skilled, written_on
from render.titan.pieces.emblems import emblem
from render.titan.pieces.glyphs import glyph
from render.titan.pieces.tokens import NEUTRAL

WIDTH = 1140
LEFT = Box(16, 16, 300, 300)
"""The emblem."""
COLUMN = Box(336, 0, WIDTH - 352, 0)
"""Where the words stand."""
LINE = 36
LEAST = 18

Stack = tuple[int, int]
"""How many of a kind are left with the caretaker, and how many are dead."""

MARKS = {
    "flies": "flight", "rangestrikes": "rangestrike", "magic": "magic", "lead": "lord", "acquired": "stack",
    "returns": "stack", "gone": "dead",
}  # fmt: skip
"""The glyphs before traits; others have a point."""


@lru_cache(maxsize=48)
def creature(rules: Rules, code: str, captions: Captions, theme: Theme = DARK, stack: Stack | None = None) -> bytes:
    """The card of a kind as a PNG; with its stack in a game, if that is given."""
    parts = scene(rules, code, captions, theme, stack)
    canvas = Canvas(WIDTH, tall(parts), theme.ground)
    for part in parts:
        _paint(canvas, part, rules, captions, theme)
    return tiles.palette(rules, theme).png(canvas.finished())


def tall(parts: Parts) -> int:
    """How high the card is."""
    return round(max(part.box.bottom for part in parts)) + 16


def scene(rules: Rules, code: str, captions: Captions, theme: Theme = DARK, stack: Stack | None = None) -> Parts:
    """The emblem with the figures at the left; at the right the name, the traits and the chains."""
    kind = rules.kinds[code]
    third = (LEFT.width - 16) / 3
    parts = [Part("emblem", LEFT, (code,))]
    for place, figure in enumerate((("power", kind.power), ("skill", kind.skill), ("value", kind.value))):
        parts.append(Part("figure", Box(LEFT.x + place * (third + 8), LEFT.bottom + 12, third, 88), figure))
    if stack is not None:
        half, top = (LEFT.width - 8) / 2, LEFT.bottom + 112
        parts.append(Part("left", Box(LEFT.x, top, half, 66), (stack[0],)))
        parts.append(Part("dead", Box(LEFT.x + half + 8, top, half, 66), (stack[1],)))
    parts.append(Part("name", Box(COLUMN.x, 14, COLUMN.width, 60), (code,)))
    parts.append(Part("rank", Box(COLUMN.x, 74, COLUMN.width, 34), (kind.rank, *sorted(kind.natives))))
    y = 118.0
    for trait in traits(rules, code):
        lines = wrapped(captions.trait(code, trait), theme.plain.file, 25, COLUMN.width - 44)
        parts.append(Part("trait", Box(COLUMN.x, y, COLUMN.width, LINE * len(lines)), (trait, lines)))
        y += LINE * len(lines)
    y += 12
    for terrain, chain in rules.chains.items():
        if code in chain.order:
            parts += chains.row(rules, terrain, COLUMN.x, y, code)
            y += chains.ROW
    return tuple(parts)


def _paint(canvas: Canvas, part: Part, rules: Rules, captions: Captions, theme: Theme) -> None:
    box = part.box
    match part.sort:
        case "emblem":
            kind = rules.kinds[part.facts[0]]
            paint = paint_of(kind, NEUTRAL, theme)
            canvas.box(box, paper_of(paint, theme), written_on(paint, theme), 8, 22)
            side = round(box.width) - 40
            canvas.paste(emblem(kind.code, side, paint, theme), (box.x + 20, box.y + 20))
        case "figure":
            _figure(canvas, part, captions, theme)
        case "left" | "dead":
            _stack(canvas, part, captions, theme)
        case "name":
            canvas.fitted(captions.kind(part.facts[0]), box, theme.plain.sized(54), theme.ink, "l")
        case "rank":
            rank, *natives = part.facts
            grounds = ", ".join(captions.told(f"native.{hazard}") for hazard in natives or ("none",))
            told = captions.told("rank", rank=captions.say(f"rank.{rank}"), natives=grounds)
            canvas.fitted(told, box, theme.plain.sized(28), theme.active, "l", LEAST)
        case "trait":
            trait, lines = part.facts
            ink = mixed(theme.ink, theme.faint, 0.3)
            if trait.what in MARKS:
                canvas.paste(glyph(MARKS[trait.what], 28, theme.ground, theme.ink), (box.x, box.y + 4))
            else:
                canvas.disc((box.x + 14, box.y + LINE / 2), 5, theme.faint)
            for place, line in enumerate(lines):
                canvas.text(line, (box.x + 42, box.y + LINE * place + 27), theme.plain.sized(25), ink)
        case _:
            chains.paint(canvas, part, rules, captions, theme)


def _figure(canvas: Canvas, part: Part, captions: Captions, theme: Theme) -> None:
    box, (what, number) = part.box, part.facts
    canvas.box(box, theme.panel, radius=10)
    word = Box(box.x, box.y + 6, box.width, 26)
    canvas.fitted(captions.told(what), word, theme.small.sized(24), theme.faint)
    room = Box(box.centre[0] - 27, box.y + 33, 54, 50)
    if what == "power":
        powered(canvas, room, number, 46, theme)
    elif what == "skill":
        skilled(canvas, room, number, 46, theme)
    else:
        canvas.fitted(str(number), Box(box.x, room.y, box.width, 50), theme.strong.sized(50), theme.ink)


def _stack(canvas: Canvas, part: Part, captions: Captions, theme: Theme) -> None:
    """How many are left or dead; that there is none left is plain to see."""
    box, (number,) = part.box, part.facts
    sold_out = part.sort == "left" and not number
    ground = theme.danger if sold_out else theme.panel
    ink = theme.on(ground) if sold_out else theme.ink
    canvas.box(box, ground, radius=10)
    canvas.paste(glyph("stack" if part.sort == "left" else "dead", 34, ground, ink), (box.x + 8, box.y + 16))
    room = Box(box.x + 46, box.y, box.width - 52, box.height)
    said = captions.told(f"number-{part.sort}", number=number) if number else captions.told(f"none-{part.sort}")
    canvas.fitted(said, room, theme.strong.sized(32), ink, "l", LEAST)
