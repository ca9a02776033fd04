"""The dice of the latest strikes, large: who struck whom, what was needed, what was thrown, and what came of it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from PIL import Image

from engine.titan.events import Carried, Struck
from engine.titan.view import View
from render.canvas import Box, Canvas, png
from render.parts import Part, Parts
from render.theme import DARK, Theme
from render.titan.battles.layout import done
from render.titan.pieces import characters, dice, tokens
from render.titan.pieces.captions import NOBODY, Captions, Names, called

WIDTH = 1000
HEAD = 64
ROW = 126
"""How high a strike is that has one row of dice; every further row adds to it."""

MOST = 4
"""So many strikes are told, the latest."""

CHIP = 84
DIE = 46
STEP = 52
DICE = 11
"""How large dice are, and how many stand in a row."""


def strikes(view: View, captions: Captions, theme: Theme = DARK, names: Names = NOBODY) -> bytes:
    """The latest strikes of the battle, as a PNG. There must be one."""
    return png(draw(view, captions, theme, names))


def latest(view: View) -> tuple[Struck, ...]:
    """The strikes that are shown: the latest in this part of the battle, or in the part before it."""
    return tuple(deed for deed in done(view) if isinstance(deed, Struck))[-MOST:]


def height(view: View) -> int:
    """How high the picture is."""
    return HEAD + sum(map(_tall, latest(view))) + 12


def _tall(struck: Struck) -> int:
    return ROW + max(0, -(-len(struck.rolls) // DICE) - 2) * STEP + (24 if len(struck.rolls) > DICE else 0)


def scene(view: View) -> Parts:
    """All that the picture shows."""
    return tuple(_parts(view))


def _parts(view: View) -> Iterator[Part]:
    shown = latest(view)
    fought = view.battle
    assert shown, "dice are shown when there are some"
    assert fought is not None, "strikes belong to a battle"
    yield Part("striker", Box(20, 8, WIDTH - 40, HEAD - 16), (shown[0].seat, fought.round))
    y = HEAD
    for deed in shown:
        told = (
            deed.seat, deed.striker, deed.hex, deed.target, deed.target_hex, deed.number, deed.rolls, deed.dealt,
            deed.slain, deed.ranged, *((carried.target, carried.hex, carried.dealt) for carried in after(view, deed)),
        )  # fmt: skip
        yield Part("strike", Box(12, y, WIDTH - 24, _tall(deed) - 10), told)
        y += _tall(deed)


def after(view: View, struck: Struck) -> tuple[Carried, ...]:
    """Where the excess hits of a strike went."""
    deeds = [deed for deed in done(view) if isinstance(deed, Struck | Carried)]
    found: list[Carried] = []
    for deed in deeds[deeds.index(struck) + 1 :]:
        if not isinstance(deed, Carried):
            break
        found.append(deed)
    return tuple(found)


def draw(view: View, captions: Captions, theme: Theme = DARK, names: Names = NOBODY) -> Image.Image:
    """The latest strikes of the battle, in full colours."""
    canvas = Canvas(WIDTH, height(view), theme.ground)
    for part in scene(view):
        if part.sort == "striker":
            seat, now = part.facts
            player = tokens.player_of(view, seat)
            colours = tokens.livery(view.rules, player.colour, theme)
            sprite = Canvas(48, 48, None, 2)
            tokens.plate(sprite, Box(0, 0, 48, 48), colours, 10, 1.5)
            canvas.paste(sprite.finished(), (part.box.x, part.box.y))
            room = Box(part.box.x + 62, part.box.y, part.box.width - 62, part.box.height)
            said = captions.told("strikes", player=called(player, names, captions), round=now)
            canvas.fitted(said, room, theme.plain.sized(30), theme.ink, "l", 22)
        else:
            _strike(canvas, part, view, captions, theme)
    return canvas.finished()


@lru_cache(maxsize=32)
def _burst(hits: int, side: int, theme: Theme) -> Image.Image:
    """The hits of a strike, as on the map."""
    canvas = Canvas(side, side, None, 3)
    dice.told(canvas, (side / 2, side / 2), side / 2 - 2, hits, round(0.66 * side), theme)
    return canvas.finished()


def _strike(canvas: Canvas, part: Part, view: View, captions: Captions, theme: Theme) -> None:
    seat, striker, hex_, target, to, number, rolls, dealt, slain, ranged, *carried = part.facts
    box = part.box
    canvas.box(box, theme.panel, radius=10)
    fought = view.battle
    assert fought is not None, "strikes belong to a battle"
    side = fought.seats.index(seat)
    for x, which, code, place, dead in (
        (box.x + 12, side, striker, hex_, False),
        (box.x + 152, 1 - side, target, to, slain),
    ):
        colours = tokens.livery(view.rules, tokens.player_of(view, fought.seats[which]).colour, theme)
        kind = view.rules.kinds[code]
        canvas.paste(characters.chip(kind, CHIP, colours, theme, dead), (x, box.y + 10))
        room = Box(x - 10, box.y + CHIP + 12, CHIP + 20, 32)
        least = theme.small.sized(14)
        name = captions.kind_within(code, least, room.width - least.width(f" {place}"))
        canvas.fitted(f"{name} {place}", room, theme.small.sized(20), theme.ink, least=least.size)
    x, y = box.x + 124, box.y + 10 + CHIP / 2
    canvas.polygon(((x - 12, y - 14), (x + 14, y), (x - 12, y + 14)), theme.faint)
    left = box.x + 262
    needed = captions.told("every-hits") if number <= 1 else captions.told("hits-at", number=number)
    said = captions.told("dice-afar" if ranged else "dice", number=len(rolls), needed=needed)
    for code, there, count in carried:
        said += captions.told("carried-to", number=count, kind=captions.kind(code), hex=there)
    canvas.fitted(said, Box(left, box.y + 4, box.right - 132 - left, 28), theme.small.sized(21), theme.faint, "l", 15)
    for place, value in enumerate(sorted(rolls, reverse=True)):
        at = (left + place % DICE * STEP, box.y + 34 + place // DICE * (STEP - 1))
        canvas.paste(dice.die(value, DIE, value >= number, theme), at)
    plaque = Box(box.right - 102, box.y + 8, 68, 68)
    canvas.paste(_burst(dealt, round(plaque.width), theme), (plaque.x, plaque.y))
    if slain:
        lower = Box(box.right - 124, plaque.bottom + 4, 112, 28)
        canvas.fitted(captions.told("slain"), lower, theme.strong.sized(22), theme.ink, least=16)
