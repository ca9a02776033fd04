"""The card of a terrain: its lands, its recruits, its battleland, and what the hazards there do."""

from __future__ import annotations

from functools import lru_cache

from engine.titan.battle.effects import effects, hazards_of
from engine.titan.board import TOWER
from engine.titan.rules import Rules
from render.canvas import Box, Canvas, Palette
from render.lettering import wrapped
from render.parts import Part, Parts
from render.theme import DARK, Theme
from render.titan.battles import battleland
from render.titan.cards import chains
from render.titan.pieces import tiles
from render.titan.pieces.captions import Captions

WIDTH = 1600
TOP = 78
MARGIN = 8

MAP = Box(battleland.LEFT - 6, battleland.TOP - 6, battleland.RIGHT - battleland.LEFT + 12,
          battleland.BOTTOM - battleland.TOP + 12)  # fmt: skip
"""What the card shows of the picture of a battle: the land alone."""

WORDS = Box(MAP.width + 32, 0, WIDTH - MAP.width - 52, 0)
"""Where the hazards are told, beside the map."""

LINE = 38
NAME = 48
NATIVE = 64
SIZE = 29
"""The type in which effects are told."""
LEAST = 22


@lru_cache(maxsize=24)
def terrain(rules: Rules, name: str, captions: Captions, theme: Theme = DARK) -> bytes:
    """The card of a terrain as a PNG."""
    parts = scene(rules, name, captions, theme)
    canvas = Canvas(WIDTH, tall(parts), theme.ground)
    for part in parts:
        _paint(canvas, part, rules, captions, theme)
    image = canvas.finished()
    kept = (theme.ground, theme.panel, theme.ink, theme.faint, theme.dark, theme.light)
    return Palette(kept, (image.reduce(2),)).png(image)


def tall(parts: Parts) -> int:
    """How high the card is."""
    return round(max(part.box.bottom for part in parts)) + 12


def scene(rules: Rules, name: str, captions: Captions, theme: Theme = DARK) -> Parts:
    """Title, recruits and lands above; below them the map, and beside it the hazards with their natives."""
    lands = tuple(sorted(label for label, land in rules.board.lands.items() if land.terrain == name))
    parts = [Part("title", Box(0, 0, WIDTH, TOP - 10), (name,)), *chains.row(rules, name, MARGIN, TOP)]
    y = TOP + chains.ROW
    if name == TOWER:
        parts.append(Part("lands", Box(MARGIN, y, WIDTH - 2 * MARGIN, 56), lands))
        y += 62
    else:
        left = MARGIN + chains.COLUMN + 8
        parts.append(Part("lands", Box(left, TOP, WIDTH - left - MARGIN, chains.ROW - 6), lands))
    parts.append(Part("map", Box(14, y + 6, MAP.width, MAP.height), (name,)))
    y += 12
    ground = rules.grounds[name]
    for hazard in hazards_of(ground):
        told = effects(ground, hazard)
        said = (_begun(captions.effect(effect)) for effect in told)
        lines = tuple(line for one in said for line in wrapped(one, theme.plain.file, SIZE, WORDS.width - 24))
        natives = tuple(code for code, kind in rules.kinds.items() if hazard in kind.natives)
        high = NAME + 12 + LINE * len(lines) + (NATIVE + 8 if natives else 0) + 14
        parts.append(Part("hazard", Box(WORDS.x, y, WORDS.width, high), (hazard, told, lines, name), solid=False))
        for place, code in enumerate(natives):
            box = Box(WORDS.x + 130 + place * (NATIVE + 6), y + high - NATIVE - 10, NATIVE, NATIVE)
            parts.append(Part("native", box, (hazard, code)))
        y += high + 10
    if not hazards_of(ground):
        parts.append(Part("level", Box(WORDS.x, y, WORDS.width, 60)))
    return tuple(parts)


def _begun(said: str) -> str:
    """A piece of a sentence as a line of its own."""
    return said[:1].upper() + said[1:]


def _paint(canvas: Canvas, part: Part, rules: Rules, captions: Captions, theme: Theme) -> None:
    box = part.box
    match part.sort:
        case "title":
            canvas.box(box, theme.panel)
            canvas.fitted(captions.terrain(part.facts[0]), box.shrunk(14), theme.plain.sized(44), theme.ink, "l")
        case "lands":
            canvas.box(box, theme.panel, radius=10)
            told = captions.told("lands", number=len(part.facts), lands=", ".join(map(str, part.facts)))
            for place, line in enumerate(wrapped(told, theme.plain.file, 27, box.width - 28)):
                canvas.text(line, (box.x + 14, box.y + 37 + 33 * place), theme.plain.sized(27), theme.ink)
        case "map":
            land = battleland.land(rules.grounds[part.facts[0]], rules.board.terrains[part.facts[0]], theme)
            found = land.crop((round(MAP.x), round(MAP.y), round(MAP.right), round(MAP.bottom)))
            canvas.paste(found, (box.x, box.y))
        case "hazard":
            hazard, _, lines, terrain_of = part.facts
            canvas.box(box, theme.panel, radius=10)
            swatch = battleland.swatch(hazard, rules.board.terrains[terrain_of], theme).reduce(battleland.SMOOTHING)
            canvas.paste(swatch, (box.x + 12, box.y + 8))
            name = Box(box.x + 80, box.y + 8, 400, NAME)
            canvas.fitted(captions.hazard(hazard), name, theme.strong.sized(38), theme.ink, "l", LEAST)
            for place, line in enumerate(lines):
                at = (box.x + 12, box.y + NAME + 34 + LINE * place)
                canvas.text(line, at, theme.plain.sized(SIZE), theme.ink)
            if any(hazard in kind.natives for kind in rules.kinds.values()):
                room = Box(box.x + 12, box.bottom - NATIVE - 10, 110, NATIVE)
                canvas.fitted(captions.told("natives"), room, theme.plain.sized(SIZE), theme.faint, "l", LEAST)
        case "native":
            kind = rules.kinds[part.facts[1]]
            canvas.paste(tiles.plate(kind, round(box.width), theme, theme.panel), (box.x, box.y))
        case "level":
            canvas.fitted(captions.told("level"), box, theme.plain.sized(32), theme.ink, "l", LEAST)
        case _:
            chains.paint(canvas, part, rules, captions, theme)
