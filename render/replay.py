"""Replays: what happened, shot by shot, as one animated picture with a line of words below. It knows no game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from PIL import Image

from render import lettering
from render.animation import SHARED, Encoded, Film, fitting, gif, webp
from render.canvas import Box, Canvas, Colour, Palette, Type
from render.theme import DARK, Theme

View = Any
"""A view of some game."""

WIDTH = 800
"""Of the animation. Phones show 400 points of two or three pixels each."""

BAR = 100
"""The height of the bar below the picture, with the caption and how far the replay is."""

MOST_SHOTS = 240
"""Of a longer replay only so many are shown. They take some 15 seconds to draw and 25 MB to keep until the end."""

SAMPLES = 6
"""So many shots, evenly spread, say which colours the animation has."""

FINE = 8
"""How near colours of the animation may be to those that it keeps: it has one palette for all there is."""

FORMATS: Mapping[str, Encoded] = MappingProxyType({"webp": webp, "gif": gif})


@dataclass(frozen=True, slots=True)
class Shot:
    """What is shown for a while. A `title` stands across the picture; what is `kept` is left out of no replay.

    `standing`: of the view the players by their places.
    """

    view: View
    caption: str
    milliseconds: int
    title: str = ""
    kept: bool = False
    standing: bool = False


ShotPainter = Callable[[Shot], Image.Image]
"""What a shot shows, in full colours."""


def go_on() -> None:
    """Lets a replay be drawn to its end."""


def filmed(
    shots: Sequence[Shot],
    form: str,
    most: int,
    picture: ShotPainter,
    largest: Iterable[Image.Image],
    paints: Iterable[Colour],
    theme: Theme,
    check: Callable[[], None] = go_on,
) -> bytes:
    """The shots as an animated picture in a form of FORMATS, of at most `most` bytes.

    The stage has room for the `largest` pictures, and neither colours of the theme nor `paints` are lost. `check` is
    called before each shot; what it raises ends the drawing.
    """
    height = max(round(drawn.height * WIDTH / drawn.width) for drawn in largest)
    stage = Box(0, 0, WIDTH, height)

    def frames(places: Sequence[int]) -> Iterator[tuple[Image.Image, int]]:
        for place in places:
            check()
            shot = shots[place]
            yield framed(picture(shot), shot, place + 1, len(shots), stage, theme), shot.milliseconds

    every = range(len(shots))
    samples = [drawn.reduce(4) for drawn, _ in frames(every[:: max(1, len(shots) // SAMPLES)])]
    own = [theme.ground, theme.panel, theme.ink, theme.faint, theme.dark, theme.light]
    own += [theme.alarm, theme.danger, theme.active, theme.blood]
    palette = Palette((*own, *paints), samples, SHARED, FINE, kmeans=1)

    def checked(film: Film) -> bytes:
        check()
        return FORMATS[form](film)

    return fitting(Film.of(frames(every), palette), checked, most)


def thinned(shots: Sequence[Shot], most: int) -> tuple[Shot, ...]:
    """At most so many of the shots: the first, the last and those to be kept, and of the others evenly many."""
    if len(shots) <= most:
        return tuple(shots)
    ends = (0, len(shots) - 1)
    kept = [place for place, shot in enumerate(shots) if shot.kept or place in ends]
    if len(kept) > most:
        return tuple(shots[kept[i * (len(kept) - 1) // (most - 1)]] for i in range(most))
    others = [place for place in range(len(shots)) if place not in frozenset(kept)]
    room = most - len(kept)
    chosen = [others[i * len(others) // room] for i in range(room)]
    return tuple(shots[place] for place in sorted((*kept, *chosen)))


def framed(drawn: Image.Image, shot: Shot, number: int, of: int, stage: Box, theme: Theme) -> Image.Image:
    """One picture of the animation: what was drawn on the stage, and the bar below it."""
    whole = Image.new("RGB", (round(stage.width), round(stage.height) + BAR), theme.ground)
    drawn = _within(drawn, stage)
    whole.paste(drawn, (round(stage.width - drawn.width) // 2, round(stage.height - drawn.height) // 2))
    if shot.title:
        behind = whole.crop((0, 0, round(stage.width), round(stage.height)))
        whole.paste(_titled(behind, shot.title, number == 1, theme), (0, 0))
    whole.paste(bar(shot.caption, number, of, theme), (0, round(stage.height)))
    return whole


def bar(caption: str, number: int, of: int, theme: Theme) -> Image.Image:
    """The bar: a strip as long as the replay that fills, the caption in one or two lines, and which shot it is."""
    canvas = Canvas(WIDTH, BAR, theme.panel, theme.scale)
    canvas.box(Box(0, 0, WIDTH, STRIP), theme.ground)
    canvas.box(Box(0, 0, WIDTH * number / of, STRIP), theme.active)
    count = f"{number}/{of}"
    right = WIDTH - EDGE - COUNT.width(count)
    canvas.text(count, (WIDTH - EDGE, 44), COUNT, theme.faint, "r")
    face, lines = wrapped(caption, right - 2 * EDGE)
    for line, y in zip(lines, (44, 84) if len(lines) == 2 else (64,), strict=False):
        canvas.text(line, (EDGE, y), face, theme.ink, "l", right - 2 * EDGE)
    return canvas.finished()


STRIP = 8
EDGE = 20
COUNT = Type(DARK.strong.file, 26)
CAPTIONS = (Type(DARK.plain.file, 30), Type(DARK.plain.file, 26))
"""The types of a caption: the smaller one if it does not fit else. On a phone that is 13 points."""

TITLE = Type(DARK.title.file, 72)
LEAST = 36
"""The smallest size of a title in one line."""


def wrapped(caption: str, room: float) -> tuple[Type, tuple[str, ...]]:
    """The type and the one or two lines of a caption; the last line may be too long, to be cut."""
    for face in CAPTIONS:
        lines = lettering.wrapped(caption, face.file, face.size, room)
        if len(lines) <= 2:
            return face, lines
    return face, (lines[0], " ".join(lines[1:]))


def _titled(stage: Image.Image, title: str, begins: bool, theme: Theme) -> Image.Image:
    """The stage dimmed, with the title on a panel and, where it begins, the sign that says that it moves."""
    canvas = Canvas.over(Image.blend(stage, Image.new("RGB", stage.size, theme.ground), DIMMED))
    panel = Canvas(WIDTH - 2 * PANEL, CARD, theme.panel, theme.scale)
    panel.box(Box(0, 0, WIDTH - 2 * PANEL, CARD), theme.panel, theme.active, 4)
    room = Box(30, 0, WIDTH - 2 * PANEL - 60, CARD)
    if begins:
        panel.polygon(((40, 44), (40, CARD - 44), (100, CARD / 2)), theme.active)
        room = Box(130, 0, room.right - 130, CARD)
    anchor = "l" if begins else "m"
    lines = (title,) if TITLE.sized(LEAST).width(title) <= room.width else _in_two(title, room.width)
    tall = CARD if len(lines) == 1 else 0.4 * CARD
    for place, line in enumerate(lines):
        at = Box(room.x, (CARD - tall * len(lines)) / 2 + place * tall, room.width, tall)
        panel.fitted(line, at, TITLE if len(lines) == 1 else TITLE.sized(48), theme.ink, anchor, LEAST)
    canvas.paste(panel.finished(), (PANEL, (stage.height - CARD) / 2))
    return canvas.image


def _in_two(title: str, room: float) -> tuple[str, str]:
    """A title that is too long for a line; the second one may still be, to be cut."""
    first, *rest = lettering.wrapped(title, TITLE.file, LEAST, room)
    return first, " ".join(rest)


PANEL, CARD, DIMMED = 40, 160, 0.5
"""The margin beside the panel of a title, its height, and how much of the picture behind it is lost."""


def _within(drawn: Image.Image, stage: Box) -> Image.Image:
    """A picture as large as the stage allows."""
    if drawn.width % WIDTH == 0 and drawn.height * WIDTH <= stage.height * drawn.width:
        return drawn.reduce(drawn.width // WIDTH)  # exactly, and in half the time
    share = min(stage.width / drawn.width, stage.height / drawn.height)
    return drawn.resize((round(drawn.width * share), round(drawn.height * share)), Image.Resampling.LANCZOS)
