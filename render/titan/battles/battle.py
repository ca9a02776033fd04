"""The battle map: the battleland, who fights where, what was done in this part of the round, and beside it the sides.

What is on it and where is `layout`; here it is painted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from PIL import Image

from engine.titan.actions import May
from engine.titan.battle.frame import HEXES
from engine.titan.battle.ground import Ground
from engine.titan.board import LandPaint
from engine.titan.rules import TITAN, Rules
from engine.titan.view import View
from render.canvas import Canvas, Palette
from render.theme import DARK, Theme
from render.titan.battles import battleland, hazards, map_painting, panel_painting, soil
from render.titan.battles.easel import Easel, paint
from render.titan.battles.layout import overlaid, scene
from render.titan.pieces import characters, dice, tokens
from render.titan.pieces.captions import NOBODY, Captions, Names
from render.titan.pieces.characters import Plight

COLOURS = 112
"""So many colours are enough for a land and whoever fights there."""

LEVEL = 5
"""How hard the PNG is compressed: a fifth more time than usual, and a twentieth less room."""


def battle(
    view: View,
    captions: Captions,
    theme: Theme = DARK,
    names: Names = NOBODY,
    focus: str = "",
    actions: Sequence[May] = (),
) -> bytes:
    """The battle that is being fought, as a PNG. The view must have one."""
    stage = Easel(view, theme, names, captions)
    colours = palette(view.rules, stage.ground, stage.terrain, theme)
    return colours.png(draw(view, captions, theme, names, focus, actions), LEVEL)


def draw(
    view: View,
    captions: Captions,
    theme: Theme = DARK,
    names: Names = NOBODY,
    focus: str = "",
    actions: Sequence[May] = (),
) -> Image.Image:
    """The battle that is being fought, in full colours. The view must have one."""
    stage = Easel(view, theme, names, captions)
    liveries = (stage.livery(0), stage.livery(1))
    base = battleland.staged(stage.ground, stage.terrain, stage.fought.side, liveries, captions, theme)
    canvas = Canvas.over(base)
    parts = scene(view, focus, actions)
    paint(canvas, parts, stage, panel_painting.PAINTERS)
    paint(canvas, parts, replace(stage, overlaid=overlaid(stage, parts)), map_painting.PAINTERS)
    return canvas.finished()


@lru_cache(maxsize=48)
def palette(rules: Rules, ground: Ground, terrain: LandPaint, theme: Theme, most: int = COLOURS) -> Palette:
    """The colours of all battles in a land."""
    liveries = [tokens.livery(rules, colour, theme) for colour in rules.colours]
    exact = [
        theme.ground, theme.panel, theme.ink, theme.faint, theme.dark, theme.light, theme.active, theme.danger,
        theme.blood, *(livery.paint for livery in liveries),
    ]  # fmt: skip
    painted = [battleland.floor(ground, terrain, theme, label) for label in HEXES]
    floors = list(dict.fromkeys(painted))
    open_ = dict.fromkeys(paint for paint, hazard in zip(painted, ground.hazards, strict=True) if hazard == "plain")
    exact += [*floors, *(tone for paint in open_ for tone in soil.tones(terrain.name, paint))]
    exact += [characters.written_on(theme.paint(kind.name, kind.paint), theme) for kind in rules.kinds.values()]
    exact += [characters.ASH, characters.ASHES, characters.CHARRED, dice.missed(theme), *hazards.tones(ground)]
    sheet = battleland.land(ground, terrain, theme).crop((20, 60, 770, 890)).reduce(2)
    floor = floors[len(floors) // 2]
    fallen, titan = Plight(1, slain=True, struck=True), rules.kinds[TITAN]
    drawn = [
        *(characters.counter(k, k.name, k.power, liveries[0], characters.LEFT, theme) for k in rules.kinds.values()),
        *(characters.counter(titan, titan.name, 6, own, characters.RIGHT, theme, fallen) for own in liveries),
    ]
    wide, high = drawn[0].size
    others = Image.new("RGB", (6 * wide, -(-len(drawn) // 6) * high), floor)
    for place, sprite in enumerate(drawn):
        others.paste(sprite, (place % 6 * wide, place // 6 * high), sprite)
    return Palette(exact, (sheet, others), most)
