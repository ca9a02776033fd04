"""The words and figures of a battle's full picture: the line above, and the panel with the sides and their strikes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from PIL import Image

from engine.titan.battle.turn import ROUNDS
from render.canvas import Box, Canvas, Point, mixed
from render.parts import Part
from render.theme import Theme
from render.titan.battles.easel import Easel, Paint, plate_of
from render.titan.battles.layout import acting, ended, measure_of
from render.titan.pieces import characters, dice


def _paint_place(canvas: Canvas, part: Part, stage: Easel) -> None:
    said = stage.captions.told("battle", land=stage.captions.land(*part.facts))
    canvas.fitted(said, part.box, stage.theme.title.sized(30), stage.theme.ink, "l", 20)


def _paint_round(canvas: Canvas, part: Part, stage: Easel) -> None:
    theme, (now,) = stage.theme, part.facts
    upper = Box(part.box.x, part.box.y, part.box.width, 26)
    said = stage.captions.told("round", round=now, rounds=ROUNDS)
    canvas.fitted(said, upper, theme.strong.sized(22), theme.ink, "l", 16)
    for place in range(ROUNDS):
        box = Box(part.box.x + place * 18, part.box.y + 31, 15, 8)
        canvas.box(box, theme.active if place < now else mixed(theme.panel, theme.ink, 0.2), radius=3)


def _paint_acting(canvas: Canvas, part: Part, stage: Easel) -> None:
    theme, (side, _, step) = stage.theme, part.facts
    plate = Box(part.box.x, part.box.y, 48, 48)
    canvas.paste(plate_of(stage, stage.fought.markers[side], 48, side), (plate.x, plate.y))
    room = Box(plate.right + 10, part.box.y, part.box.right - plate.right - 10, 26)
    striking = "strike" if step == "carry" else step
    said = stage.captions.say(f"alt.battle-{striking}", side=stage.captions.side(side))
    canvas.fitted(said, room, theme.strong.sized(24), theme.ink, "l", 18)
    canvas.fitted(stage.player(side), room.moved(0, 25), theme.plain.sized(22), theme.ink, "l", 16)


def _paint_player(canvas: Canvas, part: Part, stage: Easel) -> None:
    theme, (side, _, marker) = stage.theme, part.facts
    active = theme.active if ended(stage.view) is None and acting(stage.view, stage.fought) == side else None
    canvas.box(part.box, theme.panel, active, 2, 8)
    plate = Box(part.box.x + 3, part.box.y + 3, 52, 52)
    canvas.paste(plate_of(stage, marker, 52, side), (plate.x, plate.y))
    room = Box(plate.right + 8, part.box.y + 4, part.box.right - plate.right - 12, 26)
    name, words = named(stage.player(side), room.width, theme), stage.captions.marker(marker)
    if len(name) == 1:
        canvas.fitted(*name, room, theme.plain.sized(19), theme.ink, "l", LEAST)
        canvas.fitted(words, room.moved(0, 25), theme.small.sized(17), theme.faint, "l", 14)
    else:
        row = Box(room.x, part.box.y + 2, room.width, 18)
        for place, line in enumerate(name):
            canvas.fitted(line, row.moved(0, place * row.height), theme.plain.sized(18), theme.ink, "l", LEAST)
        canvas.fitted(words, row.moved(0, 2 * row.height), theme.small.sized(16), theme.faint, "l", 14)


LEAST = 16
"""The smallest size of a player's name."""


def named(name: str, room: float, theme: Theme) -> tuple[str, ...]:
    """A player's name, on two lines as even as can be if it has more words than there is room for on one."""
    face, words = theme.plain.sized(LEAST), name.split()
    if face.width(name) <= room or len(words) < 2:
        return (name,)
    parted = ((" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words)))
    return min(parted, key=lambda lines: max(map(face.width, lines)))


def _paint_result(canvas: Canvas, part: Part, stage: Easel) -> None:
    """Who has won, and how."""
    theme, captions, (winner, how) = stage.theme, stage.captions, part.facts
    room = Box(part.box.x, part.box.y, part.box.width, 26)
    if winner:
        side = stage.fought.markers.index(winner)
        canvas.paste(plate_of(stage, winner, 48, side), (part.box.x, part.box.y))
        room = Box(room.x + 58, room.y, room.width - 58, room.height)
        said = captions.told("wins", side=captions.side(side), player=stage.player(side))
        canvas.fitted(said, room, theme.strong.sized(24), theme.ink, "l", 18)
        canvas.fitted(
            captions.say(f"alt.battle-won-{how}"), room.moved(0, 25), theme.plain.sized(18), theme.faint, "l", 15
        )
    else:
        canvas.fitted(captions.say("alt.battle-both-lost"), room, theme.strong.sized(24), theme.ink, "l", 18)


def _paint_points(canvas: Canvas, part: Part, stage: Easel) -> None:
    """What the victory brought: points, and the angels of the hundreds that were passed."""
    theme, (_, points, score, passed) = stage.theme, part.facts
    canvas.box(part.box, theme.panel, theme.active, 2, 8)
    room = part.box.shrunk(4)
    canvas.fitted(f"+{points}", Box(room.x + 4, room.y, 62, room.height), theme.strong.sized(24), theme.ink, "l", 16)
    now = stage.captions.told("now", score=score)
    canvas.fitted(now, Box(room.x + 68, room.y, 62, room.height), theme.small.sized(18), theme.faint, "l", 14)
    if passed:
        archangels = stage.kind("ARC").acquire_every
        kind = stage.kind("ARC" if any(hundred % archangels == 0 for hundred in passed) else "ANG")
        sprite = characters.chip(kind, WON, stage.livery(stage.side_of(part.facts[0])), theme)
        canvas.paste(sprite, (room.right - WON, room.y))
        hundreds = f"{passed[0]}" if len(passed) == 1 else f"{passed[0]}–{passed[-1]}"
        aside = Box(room.x + 132, room.y, room.width - 132 - WON - 4, room.height)
        canvas.fitted(hundreds, aside, theme.small.sized(18), theme.ink, "r", 14)


WON = 26
"""The emblem of an angel that a victory brought."""


def _paint_off(canvas: Canvas, part: Part, stage: Easel) -> None:
    canvas.fitted(stage.captions.told("off"), part.box, stage.theme.small.sized(16), stage.theme.faint, "l", 14)


def _paint_waiting(canvas: Canvas, part: Part, stage: Easel) -> None:
    side, code, power = part.facts
    name = stage.captions.kind_within(code, stage.theme.small.sized(characters.LEAST), characters.LISTED)
    sprite = characters.listed(stage.kind(code), name, power, stage.livery(side), stage.theme)
    canvas.paste(sprite, (part.box.x, part.box.y))


def _paint_fallen(canvas: Canvas, part: Part, stage: Easel) -> None:
    side, code, _ = part.facts
    sprite = characters.chip(stage.kind(code), round(part.box.width), stage.livery(side), stage.theme, slain=True)
    canvas.paste(sprite, (part.box.x, part.box.y))


def _paint_struck(canvas: Canvas, part: Part, stage: Easel) -> None:
    """A strike: who whom, with which dice."""
    theme = stage.theme
    side, striker, _, target, _, count, number, rolls, dealt, slain = part.facts
    (x, y), measure = (part.box.x, part.box.y), measure_of(part.box, len(rolls))
    chip, size = measure.chip, measure.die
    canvas.paste(characters.chip(stage.kind(striker), chip, stage.livery(side), theme), (x, y))
    _little_arrow(canvas, (x + chip + 9, y + chip / 2), theme)
    _victim(canvas, stage, (x + chip + 18, y), chip, 1 - side, target, slain)
    wide = round(part.box.width) - 2 * chip - 26 - PLAQUE - 4
    needed = stage.captions.told("pool", number=count, least=number)
    canvas.paste(_pool(needed, wide, chip, theme), (x + 2 * chip + 26, y))
    _plaque(canvas, part.box, chip, dealt, theme)
    for place, value in enumerate(sorted(rolls, reverse=True)):
        at = (x + place % measure.row * (size + 3), y + chip + 3 + place // measure.row * (size + 3))
        canvas.paste(dice.die(value, size, value >= number, theme), at)


def _paint_carried(canvas: Canvas, part: Part, stage: Easel) -> None:
    """Excess hits that went on to another."""
    theme, (side, target, _, dealt, slain) = stage.theme, part.facts
    (x, y), chip = (part.box.x, part.box.y), measure_of(part.box, 0).chip
    canvas.fitted(
        stage.captions.told("carried"), Box(x, y, 2 * chip - 6, chip), theme.small.sized(17), theme.faint, "r", 14
    )
    _little_arrow(canvas, (x + 2 * chip + 6, y + chip / 2), theme)
    _victim(canvas, stage, (x + 2 * chip + 18, y), chip, 1 - side, target, slain)
    _plaque(canvas, part.box, chip, dealt, theme)


PLAQUE = 40
"""How wide the hits of a strike are told in the panel."""


def _victim(canvas: Canvas, stage: Easel, at: Point, chip: int, side: int, code: str, slain: bool) -> None:
    canvas.paste(characters.chip(stage.kind(code), chip, stage.livery(side), stage.theme, slain), at)


def _plaque(canvas: Canvas, box: Box, height: int, dealt: int, theme: Theme) -> None:
    canvas.paste(_plaque_of(dealt, height + 2, theme), (box.right - PLAQUE, box.y - 1))


@lru_cache(maxsize=64)
def _plaque_of(dealt: int, height: int, theme: Theme) -> Image.Image:
    """The hits of a strike, as on the map."""
    canvas = Canvas(PLAQUE, height, theme.ground, 2)
    radius = min(PLAQUE, height) / 2 - 1.5
    dice.told(canvas, (PLAQUE - radius - 1.5, height / 2), radius, dealt, round(radius * 1.45), theme)
    return canvas.finished()


@lru_cache(maxsize=256)
def _pool(needed: str, width: int, height: int, theme: Theme) -> Image.Image:
    """With how many dice a strike was made, and what hits."""
    canvas = Canvas(width, height, theme.ground)
    canvas.fitted(needed, Box(0, 0, width, height), theme.small.sized(18), theme.ink, "l", 14)
    return canvas.finished()


def _little_arrow(canvas: Canvas, at: Point, theme: Theme) -> None:
    x, y = at
    canvas.polygon(((x - 6, y - 7), (x + 7, y), (x - 6, y + 7)), theme.faint)


def _paint_before(canvas: Canvas, part: Part, stage: Easel) -> None:
    (number,) = part.facts
    canvas.fitted(
        stage.captions.told("before", number=number), part.box, stage.theme.small.sized(15), stage.theme.faint, "l", 14
    )


PAINTERS: Mapping[str, Paint] = MappingProxyType(
    {
        "place": _paint_place,
        "round": _paint_round,
        "acting": _paint_acting,
        "result": _paint_result,
        "player": _paint_player,
        "points": _paint_points,
        "off": _paint_off,
        "waiting": _paint_waiting,
        "fallen": _paint_fallen,
        "before": _paint_before,
        "struck": _paint_struck,
        "carried": _paint_carried,
    }
)
"""What paints a part of each sort. Entry sides and legend are on the ready picture of the land."""
