"""The counters of characters in battle: emblem, name, power and skill, whose they are, and what has befallen them.

A counter is a thick piece: paper in a tint of its kind's paint, sunk into a frame of its player's livery. The frame is
pointed at the side that the player came from, with his pattern in it, and the emblem looks away from there: so the two
sides are told apart by where they turn their backs. At the lower corners stand power, white on a dark square like a
die, for so many are thrown, and skill, dark on a white disc.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageDraw, ImageFilter

from engine.titan.kinds import Kind
from engine.titan.rules import TITAN
from render.canvas import Box, Canvas, Colour, Point, contrast, mixed
from render.theme import Theme
from render.titan.pieces import plates
from render.titan.pieces.emblems import emblem
from render.titan.pieces.glyphs import glyph
from render.titan.pieces.tokens import Livery


@dataclass(frozen=True, slots=True)
class Cut:
    """How large a counter and what is on it are, in pixels of the full map; `body` from the middle of its hex.

    `die` and `swords` are half of the sides of what lies between counters: the hits of a strike, and a contact, that
    as large as there is room.
    """

    body: Box
    name: int
    least: int
    figure: int
    gem: Box
    emblem: int
    mark: int
    hits: int
    die: int
    swords: tuple[int, ...]

    @property
    def band(self) -> int:
        """How high the band with the name is."""
        return self.name + 3

    @property
    def room(self) -> float:
        """The room for a name."""
        return self.body.width - 2 * FRAME - 4

    @property
    def tick(self) -> Box:
        """Where, from the middle of its hex, the mark of having struck is: always at the upper right corner."""
        radius = self.mark * 0.46 + 1.4
        return Box(self.body.right - 5 - radius, self.body.y + 5 - radius, 2 * radius, 2 * radius)

    @property
    def drop(self) -> Box:
        """Where the hits it took stand, from the middle of its hex: on its lower edge, beside the name of the hex."""
        high = round(self.hits * 1.35)
        return Box(7, self.body.bottom - FRAME + 2, round(self.hits * 1.9), high)


FULL = Cut(Box(-50, -45, 100, 81), 17, 14, 27, Box(0, 0, 24, 29), 54, 19, 20, 13, (18, 15, 12))
LARGE = Cut(Box(-54, -57, 108, 94), 21, 21, 39, Box(0, 0, 32, 38), 62, 24, 23, 11, (15, 13, 10))
"""On the full map, and where a phone shows it."""

BODY = FULL.body
"""A counter on the full map, from the middle of its hex. Its back reaches beyond."""

TIP = 9
"""How far the point at the back reaches beyond the body."""

FRAME = 7
"""How broad the frame is, all round."""

PAD = 16
"""Room at both ends of the body in a counter's picture."""

ABOVE, BELOW = 8, 26
"""Room above and below it there, for its shadow and the hits it took."""

LIST = (104, 40)
"""Width and height of a character in a list."""

LEAST = 14
"""The smallest type of a name."""

BANDED, LISTED = FULL.room, LIST[0] - (LIST[1] - 4) - 10
"""The room for a name on a counter and in a list."""

PAPER = 0.16
"""How much of its kind's paint the paper of a counter has."""

SMOOTHING = 3
"""Counters are drawn so many times larger and reduced; their emblems are smooth already."""

READABLE = 4.5
"""The least contrast of letters and what they are written on, as WCAG has it."""

LEFT, RIGHT = -1, 1
"""The side of a counter that its back is at."""


@dataclass(frozen=True, slots=True)
class Plight:
    """What has befallen a character in battle."""

    hits: int = 0
    slain: bool = False
    struck: bool = False


UNHURT = Plight()


def paint_of(kind: Kind, colours: Livery, theme: Theme) -> Colour:
    """The colour of a kind; a Titan's is its player's."""
    return colours.paint if kind.code == TITAN else theme.paint(kind.name, kind.paint)


def paper_of(paint: Colour, theme: Theme) -> Colour:
    """What an emblem of a paint is drawn upon."""
    return mixed(theme.light, paint, PAPER)


@lru_cache(maxsize=256)
def written_on(paint: Colour, theme: Theme) -> Colour:
    """The paint, or the nearest to it on which the theme's letters can be read."""
    away = theme.dark if theme.on(paint) == theme.light else theme.light
    shares = (step / 50 for step in range(51))
    found = (mixed(paint, away, share) for share in shares)
    return next(ground for ground in found if contrast(theme.on(ground), ground) >= READABLE)


def marks(kind: Kind) -> tuple[str, ...]:
    """What a kind can do beside striking, as names of glyphs."""
    shot = "magic" if kind.magic else "rangestrike" if kind.rangestrikes else ""
    return tuple(name for name in ("flight" if kind.flies else "", shot) if name)


@lru_cache(maxsize=1024)
def counter(
    kind: Kind,
    name: str,
    power: int,
    colours: Livery,
    back: int,
    theme: Theme,
    plight: Plight = UNHURT,
    cut: Cut = FULL,
    zoom: float = 1.0,
) -> Image.Image:
    """A character on the map with its name and present power, `zoom` times as large as it is cut.

    The upper left corner of the body is at (`PAD`, `ABOVE`).
    """
    body = cut.body
    width, height = round(body.width) + 2 * PAD, round(body.height) + ABOVE + BELOW
    canvas = Canvas(width, height, None, SMOOTHING)
    box = Box(PAD, ABOVE, body.width, body.height)
    outline = _outline(box, back)
    _frame(canvas, outline, box, colours, back, theme, lying=plight.slain)
    paint = paint_of(kind, colours, theme)
    paper = paper_of(paint, theme)
    if plight.slain:
        paint, paper = ASHES, ASH
    inner = box.shrunk(FRAME)
    _paper(canvas, inner, paper, theme)
    _banded(canvas, inner, name, CHARRED if plight.slain else written_on(paint, theme), cut, theme)
    room = Box(inner.x, inner.y, inner.width, inner.height - cut.band)
    side = cut.emblem
    looks = emblem(kind.code, side * SMOOTHING, paint, theme, mirrored=back == RIGHT)
    canvas.paste_large(looks, (room.x + (room.width - side) / 2, room.y + (room.height - side) / 2 - 1))
    if plight.slain:
        _cracked(canvas, Box(inner.x, box.y, inner.width, room.bottom - box.y), theme)
    _able(canvas, room, kind, power, cut, theme, 9 if plight.struck and not plight.slain else 0)
    _suffered(canvas, box, plight, cut, theme)
    drawn = shrunk(canvas, zoom)
    return drawn if plight.slain else _standing(drawn, outline, zoom, theme)


def _paper(canvas: Canvas, inner: Box, paper: Colour, theme: Theme) -> None:
    """The ground within the frame, with the shade of its upper left edge."""
    canvas.box(inner, mixed(paper, theme.dark, 0.3), radius=5)
    canvas.box(Box(inner.x + 1, inner.y + 1.6, inner.width - 1, inner.height - 1.6), paper, radius=5)


def _banded(canvas: Canvas, inner: Box, name: str, ground: Colour, cut: Cut, theme: Theme) -> None:
    """The band at the foot, with the name on it."""
    band = Box(inner.x, inner.bottom - cut.band, inner.width, cut.band)
    canvas.box(band, ground, radius=5)
    canvas.box(Box(band.x, band.y, band.width, 6), ground)
    canvas.fitted(name, band.shrunk(1), theme.small.sized(cut.name), theme.on(ground), least=cut.least)


def _able(canvas: Canvas, room: Box, kind: Kind, power: int, cut: Cut, theme: Theme, beside: float) -> None:
    """Power, skill and the marks of what the kind can do; `beside` leaves the right corner that free."""
    wide, tall = cut.gem.width, cut.gem.height
    at = Box(room.x - 2, room.bottom - tall + 1, wide, tall)
    powered(canvas, at, power, cut.figure, theme)
    skilled(canvas, Box(room.right + 2 - wide, at.y, wide, tall), kind.skill, cut.figure, theme)
    for ability in marks(kind):
        mark = glyph(ability, cut.mark * SMOOTHING, theme.dark, theme.light)
        aside = 0 if ability == "flight" else beside
        x = room.x if ability == "flight" else room.right - cut.mark - aside
        canvas.paste_large(mark, (x, room.y + aside / 3))


def _suffered(canvas: Canvas, box: Box, plight: Plight, cut: Cut, theme: Theme) -> None:
    """Beside the body in its `box`: hits or death, and that the character has struck."""
    drop = cut.drop.moved(box.centre[0], ABOVE - cut.body.y)
    if plight.slain:
        killed(canvas, drop, theme)
    elif plight.hits:
        wounded(canvas, drop, plight.hits, cut.hits, theme)
    if plight.struck and not plight.slain:
        x, y = cut.tick.centre
        spent(canvas, (box.centre[0] + x, box.y - cut.body.y + y), cut.tick.width / 2, theme)


ASH, ASHES, CHARRED = "#B9BDC2", "#6C7177", "#23272B"
"""The slain have no colours left: their paper, their emblem, and what their name is written on."""


def shrunk(canvas: Canvas, zoom: float) -> Image.Image:
    """What is on a canvas that is larger by its scale, in its own size or so many times larger."""
    drawn = canvas.image.convert("RGBa")
    if zoom == 1:
        return drawn.reduce(canvas.scale).convert("RGBA")
    size = round(drawn.width / canvas.scale * zoom), round(drawn.height / canvas.scale * zoom)
    return drawn.resize(size, Image.Resampling.HAMMING).convert("RGBA")


def _outline(box: Box, back: int) -> tuple[Point, ...]:
    """The outline of a counter: round at the corners, pointed at the back."""
    x, front = (box.x, box.right) if back == LEFT else (box.right, box.x)
    turn, soft = (1 if back == LEFT else -1), 7
    return (
        (x + 2 * turn, box.y), (front - soft * turn, box.y), (front - 2 * turn, box.y + 2), (front, box.y + soft),
        (front, box.bottom - soft), (front - 2 * turn, box.bottom - 2), (front - soft * turn, box.bottom),
        (x + 2 * turn, box.bottom), (x - TIP * turn, box.y + box.height / 2),
    )  # fmt: skip


def _frame(
    canvas: Canvas, outline: tuple[Point, ...], box: Box, colours: Livery, back: int, theme: Theme, lying: bool
) -> None:
    """The frame: thick, lit at the upper left, with the pattern at the back, and a dark and a bright line round it.

    That of whoever lies slain is flat.
    """
    scale = canvas.scale
    if not lying:
        thick = [(px, py + 5) for px, py in outline]
        canvas.polygon(thick, mixed(colours.paint, "#05070A", 0.62), theme.dark, 2.6)
    canvas.polygon(outline, colours.paint, theme.dark, 2.6)
    field = Image.new("1", canvas.image.size)
    ImageDraw.Draw(field).polygon([(px * scale, py * scale) for px, py in outline], fill=1)
    drawn = Image.new("1", canvas.image.size)
    draw = ImageDraw.Draw(drawn)
    turn = 1 if back == LEFT else -1
    x = box.x if back == LEFT else box.right
    for mark in plates.PATTERNS[colours.pattern](box.height - 8, FRAME + 1):
        points = ((x + (across - 2.5) * turn, box.y + 4 + along) for along, across in mark)
        draw.polygon([(px * scale, py * scale) for px, py in points], fill=1)
    inked = Image.new("1", canvas.image.size)
    inked.paste(drawn, (0, 0), field)
    canvas.image.paste(colours.text, (0, 0), inked)
    if not lying:
        glow = mixed(colours.paint, "#FFFFFF", 0.5)
        canvas.line(((box.x + 6, box.y + 1.8), (box.right - 7, box.y + 1.8)), glow, 1.6)
    canvas.polygon(outline, None, theme.light, 1.2)
    canvas.polygon(outline, None, theme.dark, 0.4)


SHADE = (7, 8)
"""How far a counter throws its shadow."""


def _standing(piece: Image.Image, outline: tuple[Point, ...], zoom: float, theme: Theme) -> Image.Image:
    """The piece above the soft shadow that it throws to the lower right; in the theme of contrast without."""
    if theme.name == "contrast":
        return piece
    mask = Image.new("L", (piece.width, -(-piece.height // 2)))
    moved = [((x + SHADE[0]) * zoom, (y + SHADE[1]) * zoom / 2) for x, y in outline]
    ImageDraw.Draw(mask).polygon(moved, fill=DEEP)
    soft = mask.filter(ImageFilter.GaussianBlur((2.4 * zoom, 1.2 * zoom)))
    # in pairs of rows and few steps, which take little room in a file
    stepped = soft.point([round(round(v / DEEP * STEPS) / STEPS * DEEP) for v in range(256)])
    image = Image.new("RGBA", piece.size, SHADOW)
    image.putalpha(stepped.resize((mask.width, 2 * mask.height), Image.Resampling.NEAREST).crop((0, 0, *piece.size)))
    image.alpha_composite(piece)
    return image


DEEP, STEPS = 150, 3
"""How dark that shadow is, of 255, and of how many shades."""

SHADOW = (6, 10, 22, 0)
"""The colour of a counter's shadow."""


def powered(canvas: Canvas, box: Box, power: int, size: int, theme: Theme) -> None:
    """Power: so many dice, white on a dark square."""
    canvas.box(box, theme.dark, mixed(theme.dark, theme.light, 0.6), 1.3, 5)
    canvas.fitted(str(power), box.shrunk(1), theme.title.sized(size), theme.light, least=size // 2)


def skilled(canvas: Canvas, box: Box, skill: int, size: int, theme: Theme) -> None:
    """Skill: dark on a pale disc with a ring, like a target."""
    x, y = box.centre
    radius = min(box.width, box.height) / 2 + 1.4
    canvas.disc((x, y + 1), radius, SKILL, theme.dark, 1.6)
    canvas.fitted(str(skill), Box(x - radius, y + 1 - radius, 2 * radius, 2 * radius),
                  theme.title.sized(round(size * 0.9)), theme.dark, least=size // 2)  # fmt: skip


SKILL: Colour = "#FFFFFF"
"""What skill is written on."""


def wounded(canvas: Canvas, box: Box, hits: int, size: int, theme: Theme) -> None:
    """The hits taken: white on a red drop, which hangs at the lower edge."""
    _drop(canvas, box, theme)
    canvas.fitted(f"\N{MINUS SIGN}{hits}", box, theme.title.sized(size), theme.light, least=size - 6)


def killed(canvas: Canvas, box: Box, theme: Theme) -> None:
    """More hits than anybody bears: a white skull on the red drop."""
    _drop(canvas, box, theme)
    side = round(box.height + 1)
    (x, y), skull = box.centre, glyph("dead", side * SMOOTHING, theme.blood, theme.light)
    canvas.paste_large(skull, (x - side / 2, y - side / 2))


def _drop(canvas: Canvas, box: Box, theme: Theme) -> None:
    x = box.centre[0]
    canvas.polygon(((x - 7, box.y + 5), (x, box.y - 5), (x + 7, box.y + 5)), theme.light, theme.light, 3)
    canvas.box(Box(box.x - 1.5, box.y - 1.5, box.width + 3, box.height + 3), theme.light, radius=9)
    canvas.polygon(((x - 7, box.y + 4), (x, box.y - 4), (x + 7, box.y + 4)), theme.blood)
    canvas.box(box, theme.blood, radius=8)


def spent(canvas: Canvas, at: Point, radius: float, theme: Theme) -> None:
    """A tick on a dark disc: has struck."""
    x, y = at
    canvas.disc(at, radius, theme.light)
    canvas.disc(at, radius - 1.4, theme.dark)
    tick = ((x - radius * 0.5, y), (x - radius * 0.12, y + radius * 0.42), (x + radius * 0.52, y - radius * 0.42))
    canvas.line(tick, theme.light, radius * 0.3)


def _cracked(canvas: Canvas, box: Box, theme: Theme) -> None:
    """A crack through the piece of the slain from its upper edge, beside whom it was."""
    shares = ((0.7, 0), (0.62, 0.2), (0.7, 0.34), (0.6, 0.55), (0.68, 0.74), (0.61, 1))
    crack = [(box.x + box.width * x, box.y + box.height * y) for x, y in shares]
    canvas.line([(x + 1.8, y) for x, y in crack], theme.light, 2)
    canvas.line(crack, theme.dark, 3)


@lru_cache(maxsize=512)
def listed(kind: Kind, name: str, power: int, colours: Livery, theme: Theme) -> Image.Image:
    """A character as one of a list: emblem, name, power and skill."""
    width, height = LIST
    canvas = Canvas(width, height, None, SMOOTHING)
    paint = paint_of(kind, colours, theme)
    canvas.box(Box(0, 0, width, height), paper_of(paint, theme), colours.paint, 3.4, 7)
    side = height - 8
    canvas.paste_large(emblem(kind.code, side * SMOOTHING, paint, theme), (4, 4))
    room = Box(side + 7, 3, LISTED, 16)
    canvas.fitted(name, room, theme.small.sized(16), theme.dark, "l", least=LEAST)
    powered(canvas, Box(room.x, 19, 19, 18), power, 17, theme)
    skilled(canvas, Box(room.x + 22, 19, 16, 16), kind.skill, 17, theme)
    for place, ability in enumerate(marks(kind)):
        mark = glyph(ability, 15 * SMOOTHING, theme.dark, theme.light)
        canvas.paste_large(mark, (width - 20, 18 + 6 * place))
    return canvas.image.convert("RGBa").reduce(SMOOTHING).convert("RGBA")


@lru_cache(maxsize=512)
def chip(kind: Kind, size: int, colours: Livery, theme: Theme, slain: bool = False) -> Image.Image:
    """A character by its emblem alone; a slain one as ash, with a skull on red at its corner."""
    canvas = Canvas(size, size, None, SMOOTHING)
    paint = paint_of(kind, colours, theme)
    paper = paper_of(paint, theme)
    if slain:
        paint, paper = ASHES, ASH
    rim = max(2.0, size * 0.075)
    canvas.box(Box(0, 0, size, size), paper, colours.paint, rim, size / 6)
    side = round(size - 2 * rim)
    canvas.paste_large(emblem(kind.code, side * SMOOTHING, paint, theme), (rim, rim))
    if slain:
        mark = round(size * 0.46)
        corner = Box(size - mark, size - mark, mark, mark)
        canvas.box(corner, theme.blood, radius=size / 9)
        canvas.paste_large(glyph("dead", mark * SMOOTHING, theme.blood, theme.light), (corner.x, corner.y))
    return canvas.image.convert("RGBa").reduce(SMOOTHING).convert("RGBA")


def badge(canvas: Canvas, at: Point, radius: float, side: int, letter: str, theme: Theme) -> None:
    """The letter of a side, A or D: the attacker's on a pointed tile, the defender's on a round one."""
    x, y = at
    if side == 0:
        reach = radius * 1.3
        canvas.polygon(((x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y)), theme.light, theme.dark, 1)
    else:
        canvas.disc(at, radius * 1.05, theme.light, theme.dark, 1)
    size = max(14, round(radius * 1.7))
    wide = theme.strong.sized(size).width(letter)
    size = min(size, round(size * 1.5 * radius / wide))
    canvas.text(letter, (x, y + size * 0.36), theme.strong.sized(size), theme.dark, "m")
