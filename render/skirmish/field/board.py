"""The field: hexes with their terrain, units, what was done last, and around it the two sides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

from PIL import Image, ImageFilter

from engine.skirmish.actions import Advance, Attack, Cast, May, Move, Order, Peek, Place, Pursue, Reveal
from engine.skirmish.board import HEXES, row
from engine.skirmish.effects import PLAINS, RUINS
from engine.skirmish.outlook import prospect
from engine.skirmish.units import Unit
from engine.skirmish.view import View
from render.canvas import Canvas, mixed
from render.parts import Part, Parts
from render.skirmish.cards.palette import palette
from render.skirmish.field import legend, margin
from render.skirmish.field.painting import PAINTERS, dimness
from render.skirmish.field.turn_marks import (
    ArrivalMark,
    AttackMark,
    CardMark,
    DamageMark,
    FallMark,
    RuinMark,
    WalkMark,
    deeds,
)
from render.skirmish.pieces import counters, lands, marks
from render.skirmish.pieces.captions import NOBODY, Captions, Names
from render.skirmish.pieces.geometry import BAND, FULL, HEIGHT, TALL, WIDTH, Grid, around, corners
from render.skirmish.pieces.sprites import centred, plain
from render.theme import DARK, Theme


def board(
    view: View,
    captions: Captions,
    theme: Theme = DARK,
    names: Names = NOBODY,
    focus: str = "",
    actions: Iterable[May] = (),
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
    actions: Iterable[May] = (),
) -> Image.Image:
    """The field in full colours."""
    canvas = Canvas.over(bare(lands_of(view), margin.banners(view), theme))
    paint(canvas, scene(view, focus, actions), view, captions, theme, names, FULL)
    return canvas.finished()


def paint(canvas: Canvas, parts: Parts, view: View, captions: Captions, theme: Theme, names: Names, grid: Grid) -> None:
    """Draws all parts."""
    for part in parts:
        painter = PAINTERS.get(part.sort)
        if painter is None:
            margin.paint(canvas, part, view, captions, theme, names)
        else:
            painter(canvas, part, view, theme, grid)


def scene(view: View, focus: str = "", actions: Iterable[May] = ()) -> Parts:
    """Everything on the picture, with what it tells, from the lowest to the uppermost."""
    on_field = field(view, focus, actions)
    return (*margin.parts(view), *on_field, *legend.parts(on_field))


def field(view: View, focus: str = "", actions: Iterable[May] = (), grid: Grid = FULL) -> Parts:
    """What stands on the field, with the names of its hexes: terrain, rings, ways, units, attacks, figures, names."""
    actions, here = tuple(actions), frozenset(grid.hexes)
    told, shown = deeds(view), aims(view, focus, actions)
    aimed, hurt = targets(view, focus, actions), [deed for deed in told if isinstance(deed, DamageMark)]
    stood = frozenset(unit.hex for unit in view.units)
    taken = stood | {at for _, at in _placed(view)}
    dead = {deed.hex for deed in told if isinstance(deed, FallMark) and deed.hex in stood} | {at for at, _ in aimed}

    def over(sort: str, at: str, *facts: Any) -> Part:
        return Part(sort, grid.bounds(at), facts or (at,), solid=False)

    def there(sort: str, slot: str, at: str, *facts: Any) -> Part:
        return Part(sort, grid.slot(at, slot), facts, solid=False)

    found = [over("terrain", at, at, view.terrain(at)) for at in HEXES]
    found += [over("crown", at, at, view.terrain(at)) for at in sorted(taken)]
    found += [over("banner", at) for at in margin.banners(view) if at not in taken]
    found += [over(sort, at) for sort, at in shown]
    found += [over("target", at) for at, _ in aimed]
    found += [over("new", d.hex) for d in told if isinstance(d, ArrivalMark | RuinMark)]
    found += [over("new", at) for at in asked(view)]
    found += [there("hidden", "alone", at, at, kind) for at, kind in view.hidden if at not in taken]
    found += [_line("walk", d.path, 14, d, grid) for d in told if isinstance(d, WalkMark)]
    found += [over("grave", d.hex, d, d.hex in stood) for d in told if isinstance(d, FallMark)]
    found += [_unit(view, unit, bool(shown), grid) for unit in view.units]
    found += [there("placed", "counter", at, kind, at) for kind, at in _placed(view)]
    found += [_line("blow", (d.start, d.aim), 10, d, grid) for d in told if isinstance(d, AttackMark)]
    found += _figures(view, grid)
    found += [there("mark", "banner", at, "banner", at) for at in margin.banners(view) if at in taken]
    found += [there("hidden", "card", at, at, kind) for at, kind in view.hidden if at in taken]
    found += [
        there("spell", "crown", at, d.card, at)
        for d in told if isinstance(d, CardMark) for at in d.hexes if at not in dead
    ]  # fmt: skip
    found += [there("hurt", "hurt", d.hex, d) for d in hurt]
    found += [there("dice", "dice", at, at, many) for at, many in aimed]
    found += [Part("name", grid.slot(at, "name"), (at,)) for at in grid.hexes]
    return tuple(part for part in found if _seen(part, here)) if here != frozenset(HEXES) else tuple(found)


def _line(sort: str, hexes: Iterable[str], wide: float, deed: WalkMark | AttackMark, grid: Grid) -> Part:
    """A line through hexes, so many units of the grid wide."""
    return Part(sort, around(map(grid.middle, hexes), wide * grid.share), (deed,), solid=False)


def _figures(view: View, grid: Grid) -> Iterator[Part]:
    """What is written beside the units: their health, and the marks of what works on them."""
    for unit in view.units:
        weak = counters.plight(view, unit).weak
        health = unit.hex, unit.owner, unit.health, weak
        yield Part("health", grid.slot(unit.hex, "health"), health, solid=False)
        for name in counters.signs(unit, view.active == unit.owner):
            yield Part("mark", grid.slot(unit.hex, SLOT.get(name, name)), (name, unit.hex), solid=False)


SLOT = {"ordered": "order", "attacked": "order"}
"""The places of marks that have not one of their own name."""


def _seen(part: Part, here: frozenset[str]) -> bool:
    """Whether a part lies on hexes that are on the picture; ways and attacks run through others."""
    hexes = [fact for fact in part.facts if fact in HEXES]
    return part.sort in ("walk", "blow", "grave", "hurt") or all(at in here for at in hexes)


def aims(view: View, focus: str, actions: Iterable[May]) -> tuple[tuple[str, str], ...]:
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


def lands_of(view: View) -> tuple[tuple[str, str], ...]:
    """The terrain of each hex that is not plains, as it is now."""
    found = dict(view.land) | dict.fromkeys(view.ruins, RUINS)
    return tuple(sorted(found.items()))


def _unit(view: View, unit: Unit, aimed: bool, grid: Grid) -> Part:
    """A unit on its hex. If the picture is `aimed`, rings are for what may be done, else for who has an order."""
    told = counters.plight(view, unit)
    signs = counters.signs(unit, view.active == unit.owner)
    facts = (unit.number, unit.kind, unit.owner, unit.hex, told, signs, aimed)
    return Part("unit", grid.slot(unit.hex, "counter"), facts)


def targets(view: View, focus: str, actions: Iterable[May]) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """Whom the unit on a hex may attack, each with how many dice; with several if there are several ways."""
    found: dict[str, list[int]] = {}
    for action in actions:
        if isinstance(action, Attack) and action.unit == focus:
            found.setdefault(action.target, []).append(prospect(view, action).dice)
    return tuple((at, tuple(sorted(set(dice), reverse=True))) for at, dice in found.items())


def _placed(view: View) -> tuple[tuple[str, str], ...]:
    """What the viewer has deployed in secret, as long as his army is not open yet: he alone sees it (B4.6)."""
    return view.own.placed if view.phase == "preparing" and view.own is not None else ()


def asked(view: View) -> tuple[str, ...]:
    """The hexes that something is to be decided about: whose card comes next, where a unit comes from."""
    return view.reveal or (() if view.placing is None else view.placing[1:])


# --- what never changes in a game, but for ruins ---


@lru_cache(maxsize=16)
def bare(
    known: tuple[tuple[str, str], ...], banners: tuple[str, ...], theme: Theme, grid: Grid = FULL,
    size: tuple[int, int] = (WIDTH, HEIGHT),
) -> Image.Image:  # fmt: skip
    """The hexes with their terrain, without a name, a unit or a word: tiles on a dark cloth, in a thin frame."""
    canvas = Canvas(*size, theme.ground)
    found, share = dict(known), grid.share
    _shade(canvas, grid, theme)
    for at in grid.hexes:
        land = found.get(at, PLAINS)
        bare_plains = land == PLAINS and (grid.calm or (int(at[1:]) + 2 * row(at)) % 3 == 0)
        centred(canvas, lands.tile(land, theme, share, bare_plains, dimness(at, grid)), grid.middle(at))
    for line in () if grid.calm else (0, 1):
        (x, top), (_, bottom) = grid.boundary(line)
        y = top - BAND / 2
        while y < bottom + BAND / 2:
            end = min(y + 10, bottom + BAND / 2)
            canvas.line(((x, y), (x, end)), mixed(theme.dark, theme.light, 0.1), 3)
            canvas.line(((x, y), (x, end)), mixed(theme.dark, theme.light, 0.8), 1)
            y += 20
    for at in banners:
        if at in grid.hexes:
            centred(
                canvas, marks.mark("banner", round(34 * share), marks.paint_of("banner", theme), theme), grid.middle(at)
            )
    return canvas.finished()


def _shade(canvas: Canvas, grid: Grid, theme: Theme) -> None:
    """The shadow that the tiles cast on the cloth."""
    if plain(theme):
        return
    share = grid.share
    mask = Canvas(canvas.image.width, canvas.image.height, "#000000")
    for at in grid.hexes:
        x, y = grid.middle(at)
        mask.polygon(corners((x + 6 * share, y + 8 * share), 0, TALL / 2 * share), "#FFFFFF")
    soft = (
        mask.image.convert("L")
        .filter(ImageFilter.GaussianBlur(5 * share))
        .point([level * 3 // 4 for level in range(256)])
    )
    canvas.image.paste(mixed(theme.ground, theme.shade, theme.depth), (0, 0), soft)
