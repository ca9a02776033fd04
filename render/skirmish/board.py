"""The field: hexes with their terrain, units, what was done last, and around it the two sides."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from PIL import Image

from engine.skirmish.actions import Advance, Attack, Cast, Move, Order, Peek, Place, Pursue, Reveal
from engine.skirmish.board import HEXES
from engine.skirmish.effects import PLAINS, RUINS
from engine.skirmish.outlook import prospect
from engine.skirmish.state import Unit
from engine.skirmish.view import View
from render.canvas import Box, Canvas, mixed
from render.scene import Part, Scene
from render.skirmish import counters, lands, margin, marks
from render.skirmish.captions import NOBODY, Captions, Names
from render.skirmish.counters import FOOT, HIGH, WIDE
from render.skirmish.deeds import Blow, Grave, Hurt, Newcomer, Ruin, Spell, Walk, deeds
from render.skirmish.geometry import (
    BAND,
    HEIGHT,
    WIDTH,
    around,
    boundary,
    bounds,
    label_box,
    middle_of,
)
from render.skirmish.painting import PAINTERS
from render.skirmish.palette import palette
from render.theme import DARK, Theme


def board(
    view: View,
    captions: Captions,
    theme: Theme = DARK,
    names: Names = NOBODY,
    focus: str = "",
    actions: Iterable[Any] = (),
) -> bytes:
    """The field with everything that the view holds on it, as a PNG.

    `actions` are those of the viewer: with a hex as `focus` only those of the unit there; without one what could be
    ordered, looked at or deployed is marked.
    """
    return palette(theme).png(draw(view, captions, theme, names, focus, actions))


def draw(
    view: View,
    captions: Captions,
    theme: Theme = DARK,
    names: Names = NOBODY,
    focus: str = "",
    actions: Iterable[Any] = (),
) -> Image.Image:
    """The field in full colours."""
    canvas = Canvas.over(bare(_lands(view), margin.banners(view), theme))
    for part in scene(view, focus, actions):
        painter = PAINTERS.get(part.sort)
        if painter is None:
            margin.paint(canvas, part, view, captions, theme, names)
        else:
            painter(canvas, part, view, theme)
    return canvas.finished()


def scene(view: View, focus: str = "", actions: Iterable[Any] = ()) -> Scene:
    """Everything on the picture, with what it tells, from the lowest to the uppermost."""
    found = [*margin.parts(view)]
    found += [Part("terrain", bounds(at), (at, view.terrain(at)), solid=False) for at in HEXES]
    actions = tuple(actions)
    told, shown = deeds(view), aims(view, focus, actions)
    found += [Part(sort, bounds(at), (at,), solid=False) for sort, at in shown]
    covers = [_hidden(view, at, kind) for at, kind in view.hidden]
    found += [part for part in covers if view.at(part.facts[0]) is None]
    found += [_walk(deed) for deed in told if isinstance(deed, Walk)]
    stood = {unit.hex for unit in view.units}
    found += [Part("grave", bounds(d.hex), (d, d.hex in stood), solid=False) for d in told if isinstance(d, Grave)]
    found += [_unit(view, unit, bool(shown)) for unit in view.units]
    found += [_placed(view, kind, at) for kind, at in view.own.placed] if _deploys(view) and view.own else []
    found += [Part("banner", _corner(at), (at,), solid=False) for at in margin.banners(view)]
    found += [part for part in covers if view.at(part.facts[0]) is not None]
    found += [_blow(deed) for deed in told if isinstance(deed, Blow)]
    found += [Part("new", bounds(d.hex), (d.hex,), solid=False) for d in told if isinstance(d, Newcomer | Ruin)]
    found += [Part("new", bounds(at), (at,), solid=False) for at in asked(view)]
    found += [
        Part("spell", _crown(at), (d.card, at), solid=False) for d in told if isinstance(d, Spell) for at in d.hexes
    ]
    found += [Part("hurt", _corner(d.hex), (d,), solid=False) for d in told if isinstance(d, Hurt)]
    found += [Part("target", bounds(at), (at, many), solid=False) for at, many in targets(view, focus, actions)]
    found += [Part("name", label_box(at), (at,)) for at in HEXES]
    return tuple(found)


def aims(view: View, focus: str, actions: Iterable[Any]) -> tuple[tuple[str, str], ...]:
    """The hexes of actions: `focus`, and `legal` ones to go to or choose. Who may be attacked is in `targets`.

    Of what a card can be played on the first is marked; with a `focus`, which was chosen before, all the others.
    """
    found: dict[tuple[str, str], None] = {("focus", focus): None} if focus in HEXES else {}
    for action in actions:
        match action:
            case Move(unit, to) if focus in ("", unit):
                found["legal", to if focus else unit] = None
            case Attack(unit) if not focus:
                found["legal", unit] = None
            case Order(unit):
                found["legal", unit] = None
            case Place(_, at) | Peek(at) | Reveal(at) | Pursue(at):
                found["legal", at] = None
            case Advance() if view.combat is not None:
                found["legal", view.combat.aim] = None
            case Cast(_, marked):
                found |= {("legal", at): None for at in (marked if focus else marked[:1]) if at != focus}
            case _:
                pass
    return tuple(found)


def _lands(view: View) -> tuple[tuple[str, str], ...]:
    """The terrain of each hex that is not plains, as it is now."""
    found = dict(view.land) | dict.fromkeys(view.ruins, RUINS)
    return tuple(sorted(found.items()))


def _unit(view: View, unit: Unit, aimed: bool) -> Part:
    """A unit on its hex. If the picture is `aimed`, rings are for what may be done, else for who has an order."""
    x, y = middle_of(unit.hex)
    told = counters.plight(view, unit)
    signs = counters.signs(unit, view.active == unit.owner, told.weak)
    facts = (unit.number, unit.kind, unit.owner, unit.hex, told, signs, aimed)
    return Part("unit", Box(x - WIDE / 2 + 4, y - HIGH / 2 + FOOT + 6, WIDE - 8, HIGH - 8), facts)


def targets(view: View, focus: str, actions: Iterable[Any]) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """Whom the unit on a hex may attack, each with how many dice; with several if there are several ways."""
    found: dict[str, list[int]] = {}
    for action in actions:
        if isinstance(action, Attack) and action.unit == focus:
            found.setdefault(action.target, []).append(prospect(view, action).dice)
    return tuple((at, tuple(sorted(set(dice), reverse=True))) for at, dice in found.items())


def _deploys(view: View) -> bool:
    """Whether the viewer's army is not open yet, so that he alone sees what he has deployed (B4.6)."""
    return view.phase == "preparing" and view.own is not None


def _placed(view: View, kind: str, at: str) -> Part:
    """A unit that is deployed in secret."""
    x, y = middle_of(at)
    return Part("placed", Box(x - WIDE / 2 + 4, y - HIGH / 2 + FOOT + 6, WIDE - 8, HIGH - 8), (kind, at), solid=False)


CARD_HIGH = 30
"""A hidden card beside a unit."""


def _hidden(view: View, at: str, kind: str) -> Part:
    """A card under a building: in the middle of an empty hex, else beside the unit."""
    x, y = middle_of(at)
    if view.at(at) is None:
        return Part("hidden", Box(x - 17, y - 14, 34, 44), (at, kind), solid=False)
    return Part("hidden", Box(x + 23, y - 19, 23, CARD_HIGH), (at, kind), solid=False)


def _walk(deed: Walk) -> Part:
    return Part("walk", around(map(middle_of, deed.path), 14), (deed,), solid=False)


def _blow(deed: Blow) -> Part:
    return Part("blow", around((middle_of(deed.start), middle_of(deed.aim)), 10), (deed,), solid=False)


def asked(view: View) -> tuple[str, ...]:
    """The hexes that something is to be decided about: whose card comes next, where a unit comes from."""
    return view.reveal or (() if view.placing is None else view.placing[1:])


def _crown(at: str) -> Box:
    """The upper end of a counter."""
    x, y = middle_of(at)
    return Box(x - 15, y - 29, 30, 30)


def _corner(at: str) -> Box:
    x, y = middle_of(at)
    return Box(x + 10, y - 27, 34, 22)


# --- what never changes in a game, but for ruins ---


@lru_cache(maxsize=8)
def bare(known: tuple[tuple[str, str], ...], banners: tuple[str, ...], theme: Theme) -> Image.Image:
    """The hexes with their terrain, without a name, a unit or a word."""
    canvas = Canvas(WIDTH, HEIGHT, theme.ground)
    found, (dx, dy) = dict(known), lands.shift()
    for at in HEXES:
        x, y = middle_of(at)
        canvas.paste(lands.picture(found.get(at, PLAINS), theme), (x + dx, y + dy))
    for line in (0, 1):
        (x, top), (_, bottom) = boundary(line)
        y = top - BAND / 2
        while y < bottom + BAND / 2:
            canvas.line(((x, y), (x, min(y + 10, bottom + BAND / 2))), mixed(theme.dark, theme.light, 0.25), 2.4)
            canvas.line(((x, y), (x, min(y + 10, bottom + BAND / 2))), theme.light, 1)
            y += 20
    for at in banners:
        x, y = middle_of(at)
        paint = marks.paint_of("banner", theme)
        canvas.paste(marks.sign("banner", 40, paint, paint), (x - 17, y - 14))
    return canvas.finished()
