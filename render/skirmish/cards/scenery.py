"""What is drawn on cards: a unit before the land of its side, and what happens where a card is played.

All of it lies in one evening light: a sky in the paint of the side, a low sun, hills, and figures that cast shadows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from math import cos, pi, sin
from types import MappingProxyType

from PIL import Image, ImageDraw, ImageFilter

from engine.skirmish.tables import CommandCard, LoreCard
from render.assets import sheet
from render.canvas import Box, Canvas, Colour, Point, mixed
from render.drawing import Drawing, stamp
from render.skirmish.pieces import marks
from render.skirmish.pieces.counters import BEHIND, PAGE
from render.skirmish.pieces.effect_signs import SIGNS, sign_of
from render.skirmish.pieces.emblems import EMBLEMS, emblem, paint_of
from render.skirmish.pieces.lands import EVENING, LAMP
from render.skirmish.pieces.sections import orders
from render.skirmish.pieces.sprites import plain
from render.theme import Theme
from render.tones import tones

SCALE = 2
"""Scenes are drawn so many times larger."""

STEEL: Colour = "#8E9BA8"
"""The paint of figures that belong to neither side."""

PEAKS = "M 0 100 V 58 L 18 26 L 30 46 L 38 36 L 52 66 L 66 30 L 76 48 L 86 20 L 100 50 V 100 Z"
"""What stands against the sky behind whoever has no faction."""


def _sky(canvas: Canvas, paint: Colour, sun: Point, reach: float, theme: Theme, behind: str = "") -> None:
    """The sky from top to bottom, the sun in it, and land below."""
    wide, high = canvas.image.width / canvas.scale, canvas.image.height / canvas.scale
    if plain(theme):
        canvas.box(Box(0, 0, wide, high), mixed(PAGE, paint, 0.22))
        return
    evening = theme.depth >= EVENING
    top = mixed(paint, theme.shade, 0.5) if evening else mixed(paint, "#FFFFFF", 0.3)
    low = mixed(paint, LAMP, 0.5) if evening else mixed(paint, PAGE, 0.8)
    bands = 9
    for band in range(bands):
        canvas.box(Box(0, high * band / bands, wide, high / bands + 1), mixed(top, low, band / (bands - 1)))
    for ray in range(12):
        angle = 2 * pi * (ray + 0.3) / 12
        ends = [(sun[0] + 3 * wide * cos(a), sun[1] + 3 * wide * sin(a)) for a in (angle - 0.1, angle + 0.1)]
        canvas.polygon((sun, *ends), mixed(low, paint, 0.35))
    for share, light in ((1.0, 0.2), (0.84, 0.6), (0.68, 1.0)):
        canvas.disc(sun, reach * share, mixed(LAMP, PAGE, light))
    far = mixed(paint, theme.shade, 0.42 if evening else 0.2)
    if behind:
        many = max(1, round(wide / high))
        for place in range(many):
            _shape(canvas, behind, Box(place * wide / many, high * 0.2, wide / many, high * 0.8), far)
    land = mixed(far, "#6B5A34", 0.55) if evening else mixed("#C9B98A", paint, 0.2)
    hill = [(0.0, high * 0.86), (wide * 0.3, high * 0.76), (wide * 0.62, high * 0.82), (wide, high * 0.74)]
    canvas.polygon((*hill, (wide, high), (0.0, high)), mixed(land, theme.shade, 0.25))
    canvas.polygon(((0, high * 0.88), (wide * 0.5, high * 0.82), (wide, high * 0.87), (wide, high), (0, high)), land)


def _shape(canvas: Canvas, path: str, box: Box, paint: Colour) -> None:
    """A path of a square of 100 by 100, filled, stretched to a rectangle."""
    drawn = stamp((("all", path),), 200, {"all": paint})
    size = round(box.width * canvas.scale), round(box.height * canvas.scale)
    canvas.paste_large(drawn.resize(size, Image.Resampling.BOX), (box.x, box.y))


def _stood(canvas: Canvas, image: Image.Image, x: float, foot: float, theme: Theme) -> None:
    """A figure with its shadow: `image` is as large as the canvas is drawn."""
    wide, high = image.width / canvas.scale, image.height / canvas.scale
    if not plain(theme):
        scale, edge = canvas.scale, 8 * canvas.scale
        size = round(wide * 0.92) * scale, round(high * 0.13) * scale
        mask = Image.new("L", (size[0] + 2 * edge, size[1] + 2 * edge))
        ImageDraw.Draw(mask).ellipse((edge, edge, edge + size[0], edge + size[1]), fill=150)
        at = round((x - wide * 0.3) * scale) - edge, round((foot - high * 0.08) * scale) - edge
        canvas.image.paste(theme.shade, at, mask.filter(ImageFilter.GaussianBlur(3 * scale)))
    canvas.paste_large(image, (x - wide / 2, foot - high))


def _shining(canvas: Canvas, drawing: Drawing, middle: Point, size: float, theme: Theme) -> None:
    """A sign in gold with a dark rim."""
    large = round(size * canvas.scale)
    drawn = stamp(drawing, large, {"pale": marks.FLAME, "dark": mixed(marks.FLAME, theme.dark, 0.82)})
    around = round(3.2 * canvas.scale)
    page = Image.new("L", (large + 2 * around, large + 2 * around))
    page.paste(drawn.getchannel("A"), (around, around))
    rim = Image.new("RGBA", page.size, theme.dark)
    rim.putalpha(page.filter(ImageFilter.MaxFilter(2 * around - 1)))
    at = middle[0] - size / 2, middle[1] - size / 2
    canvas.paste_large(rim, (at[0] - around / canvas.scale, at[1] - around / canvas.scale))
    canvas.paste_large(drawn, at)


def _rounded(image: Image.Image, radius: float) -> Image.Image:
    """The picture with round corners."""
    mask = Canvas(image.width, image.height, None, 4)
    mask.box(Box(0, 0, image.width, image.height), "#FFFFFF", radius=radius)
    found = image.convert("RGBA")
    found.putalpha(mask.finished().getchannel("A"))
    return found


@lru_cache(maxsize=64)
def portrait(kind: str, faction: str, paint: Colour, size: int, theme: Theme) -> Image.Image:
    """A unit in the evening before the land of its side."""
    canvas = Canvas(size, size, mixed(PAGE, paint, 0.2), SCALE)
    _sky(canvas, paint, (size / 2, size * 0.45), size * 0.47, theme, BEHIND.get(faction, PEAKS))
    _stood(canvas, emblem(kind, round(size * 0.84) * SCALE, theme), size / 2, size * 0.955, theme)
    return _rounded(canvas.finished(), 18)


@lru_cache(maxsize=128)
def scene(card: CommandCard | LoreCard, paint: Colour, wide: int, high: int, theme: Theme) -> Image.Image:
    """What a card does, as something that happens."""
    canvas = Canvas(wide, high, mixed(PAGE, paint, 0.2), SCALE)
    if isinstance(card, LoreCard):
        _lore(canvas, card, paint, theme)
    elif card.orders:
        _sections(canvas, card, paint, theme)
    else:
        _tactic(canvas, card, paint, theme)
    return _rounded(canvas.finished(), high * 0.06 + 3)


# --- command cards ---

_COMMANDS = sheet("skirmish/command_cards")

CLASSES: Mapping[str, Sequence[str]] = MappingProxyType(_COMMANDS["figures"])
"""Who stands for a class."""

ADDED: Mapping[str, str] = MappingProxyType(_COMMANDS["signs"])
"""The sign of what a command card adds, where it is not called like that."""


def _added(card: CommandCard) -> Iterator[str]:
    """The signs of what a command card adds."""
    for what in card.does:
        name = ADDED.get(what, what)
        if name in SIGNS:
            yield name


def _figure(kind: str, size: float, theme: Theme, paint: Colour = "", foe: bool = False) -> Image.Image:
    """A figure as a card has it, in a paint or in its own; it looks to the right, a foe to the left."""
    mirrored = foe != (kind == "yeoman_archers")
    return stamp(EMBLEMS[kind], round(size * SCALE), tones(paint or paint_of(kind, theme), theme), mirrored)


def _tactic(canvas: Canvas, card: CommandCard, paint: Colour, theme: Theme) -> None:
    """Those who are ordered, as many as there may be, and what they have of it."""
    wide, high = canvas.image.width / SCALE, canvas.image.height / SCALE
    added = [*_added(card)][:2]
    sun = (wide * 0.8, high * 0.42)
    _sky(canvas, paint, sun, high * 0.46, theme, PEAKS)
    size, step = high * 0.8, min(high * 0.62, wide * 0.2) if card.most > 2 else min(high * 0.8, wide * 0.29)
    who = CLASSES.get(card.select, CLASSES["any"])
    left = wide * 0.34 - step * (card.most - 1) / 2
    for place in reversed(range(card.most)):
        foot = high * (0.95 - 0.03 * (card.most - 1 - place))
        _stood(canvas, _figure(who[place % len(who)], size, theme, STEEL), left + place * step, foot, theme)
    if len(added) < 2:
        _shining(canvas, SIGNS[added[0] if added else "order"], sun, high * 0.56, theme)
    else:
        _shining(canvas, SIGNS[added[0]], (sun[0] - high * 0.16, sun[1] - high * 0.08), high * 0.48, theme)
        beside = min(sun[0] + high * 0.26, wide - high * 0.24)
        _shining(canvas, SIGNS[added[1]], (beside, sun[1] + high * 0.2), high * 0.38, theme)


def _sections(canvas: Canvas, card: CommandCard, paint: Colour, theme: Theme) -> None:
    """The field from where one sits, its three sections; units with a flag in those in which they are ordered."""
    wide, high = canvas.image.width / SCALE, canvas.image.height / SCALE
    _sky(canvas, paint, (wide / 2, high * 0.3), high * 0.34, theme, PEAKS)
    top, foot = high * 0.42, high * 0.96
    far, near = (wide * 0.2, wide * 0.8), (wide * 0.02, wide * 0.98)
    told = orders(card, "")
    for place, figure in enumerate(told):
        shown = bool(figure) and figure != "0"
        shape = [
            (far[0] + (far[1] - far[0]) * place / 3 + 1, top), (far[0] + (far[1] - far[0]) * (place + 1) / 3 - 1, top),
            (near[0] + (near[1] - near[0]) * (place + 1) / 3 - 1.5, foot),
            (near[0] + (near[1] - near[0]) * place / 3 + 1.5, foot),
        ]  # fmt: skip
        tone = mixed("#B0A47C", LAMP, 0.35) if shown else mixed("#B0A47C", theme.shade, 0.55)
        canvas.polygon(shape, tone, theme.dark, 2)
    chosen = "chosen" in card.orders
    if chosen:
        y, reach = high * 0.9, high * 0.065
        for rim, tone in ((2.0, theme.dark), (0.0, marks.FLAME)):
            canvas.line(((wide * 0.16, y), (wide * 0.84, y)), tone, high * 0.04 + 2 * rim)
            for x, aim in ((wide * 0.14, -1), (wide * 0.86, 1)):
                points = ((x, y - reach), (x + 1.5 * reach * aim, y), (x, y + reach))
                canvas.polygon(points, tone, tone, 2 * rim)
    foot -= high * (0.1 if chosen else 0.01)
    for place, figure in enumerate(told):
        if not figure or figure == "0":
            continue
        x = near[0] + (near[1] - near[0]) * (place + 0.5) / 3
        middle = wide / 2 + (x - wide / 2) * 0.9
        many, size = int(figure), min(high * 0.5, wide / 6.4)
        _flag(canvas, figure, (middle, high * 0.05), min(high * 0.4, wide * 0.2), foot - high * 0.12, theme)
        for one in range(many):
            along = (one - (many - 1) / 2) * size * 0.62
            image = _figure("citadel_guard", size, theme, STEEL)
            _stood(canvas, image, middle + along, foot - high * (0.06 if one % 2 else 0), theme)


def _flag(canvas: Canvas, said: str, at: Point, high: float, foot: float, theme: Theme) -> None:
    """A flag with a number that may be read from afar, its staff in the ground."""
    wide, top = high * 1.05, at[1]
    left = at[0] - wide * 0.56
    canvas.line(((left, top), (left, foot)), theme.dark, high * 0.1)
    shape = [
        (left, top), (left + wide * 1.16, top), (left + wide, top + high / 2), (left + wide * 1.16, top + high),
        (left, top + high),
    ]  # fmt: skip
    canvas.polygon(shape, theme.dark, theme.dark, 4)
    canvas.polygon(shape, theme.active)
    room = Box(left, top, wide, high)
    canvas.fitted(said, room, theme.strong.sized(round(high * 1.06)), theme.on(theme.active), least=10)


# --- lore cards ---

ARMIES: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {faction: row["figures"] for faction, row in sheet("skirmish/factions").items()}
)
"""Who of a side stands for whom a card is for."""

OTHER = MappingProxyType({"daqan": "uthuk", "uthuk": "daqan"})

HURTFUL = frozenset(
    {"might", "barrage", "poison", "rot", "drain", "lore_hits", "no_ignoring", "dice", "fewer_dice", "blood_price",
     "ferocity", "ignore_damage", "immovable"}
)  # fmt: skip
"""What is done to somebody, or against him."""


def _lore(canvas: Canvas, card: LoreCard, paint: Colour, theme: Theme) -> None:
    """Who plays it, what it does, and whom he faces if there is somebody."""
    wide, high = canvas.image.width / SCALE, canvas.image.height / SCALE
    faction = card.deck.partition("_")[0]
    faced = card.does in HURTFUL
    middle = (wide * (0.5 if faced else 0.58), high * 0.46)
    _sky(canvas, paint, middle, high * 0.5, theme, BEHIND.get(faction, PEAKS))
    army = ARMIES.get(faction, {})
    own = army.get(card.select, army.get("any", "mountain_giant"))
    size = min(high * 0.84, wide * 0.36)
    away = min(wide * 0.33, high * 1.0)
    _stood(canvas, _figure(own, size, theme), middle[0] - away, high * 0.96, theme)
    if faced:
        foe = ARMIES.get(OTHER.get(faction, ""), ARMIES["daqan"])["any"]
        dark = mixed(mixed(paint_of(foe, theme), paint, 0.3), theme.dark, 0.25)
        _stood(canvas, _figure(foe, size, theme, dark, foe=True), middle[0] + away, high * 0.96, theme)
    _shining(canvas, SIGNS.get(sign_of(card), SIGNS["any"]), middle, high * 0.62, theme)
