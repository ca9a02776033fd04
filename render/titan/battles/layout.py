"""What the picture of a battle shows: every part of it with its place and what it tells.

With a focus and the actions that its player has, it is where that character may go or whom it may strike.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from math import hypot
from typing import Any

from engine.core import Seat
from engine.titan.actions import Maneuver, May, Strike
from engine.titan.battle.frame import HEXES, INDEX
from engine.titan.battle.ground import Ground
from engine.titan.board import LandPaint
from engine.titan.events import BattleEnded, Carried, Drifted, Event, Maneuvered, Scored, Struck
from engine.titan.kinds import Kind
from engine.titan.phases.settlement import thresholds
from engine.titan.view import BattleView, View
from render.canvas import Box, Point, between
from render.parts import Part, Parts
from render.titan.battles import battleland
from render.titan.battles.battleland import PANEL, WIDTH
from render.titan.pieces import characters
from render.titan.pieces.characters import LIST, Cut

HEAD = 58
"""How high the head of a side is."""

GAIN = 34
"""How high the points of a victory are told."""

CHIP = 42
"""The side of an emblem in a list."""

SMALL_CHIP = 36
"""The same where many wait off the map, or strikes are told below."""


@dataclass(frozen=True, slots=True)
class Stage:
    """The battle that is shown, and how large its characters are."""

    view: View
    cut: Cut = field(default=characters.FULL, kw_only=True)

    @property
    def fought(self) -> BattleView:
        """The battle of the view, which must have one."""
        assert self.view.battle is not None, "a battle is drawn while there is one"
        return self.view.battle

    @property
    def ground(self) -> Ground:
        return self.view.rules.grounds[self.fought.terrain]

    @property
    def terrain(self) -> LandPaint:
        return self.view.rules.board.terrains[self.fought.terrain]

    def kind(self, code: str) -> Kind:
        return self.view.rules.kinds[code]

    def side_of(self, seat: Seat) -> int:
        return self.fought.seats.index(seat)

    def back(self, side: int) -> int:
        """Where a side's characters turn their backs: to where it came from (R10.2)."""
        came_from_right = (self.fought.side == 1) == (side == 0)
        return characters.RIGHT if came_from_right else characters.LEFT


def scene(view: View, focus: str = "", actions: Sequence[May] = ()) -> Parts:
    """All that the picture shows of a battle. The view must have one."""
    stage = Stage(view)
    deeds = () if focus else done(view)
    parts = [*_header(stage), *on_map(stage, focus, actions)]
    y = PANEL.y
    for side in (0, 1):
        found = list(_side(stage, side, y))
        parts += found
        y = max(part.box.bottom for part in found) + 10
    legend = [Part("legend", box, (hazard,)) for hazard, box in battleland.legend(stage.ground)]
    parts += legend
    parts += _told(stage, deeds, y, min((part.box.y for part in legend), default=PANEL.bottom) - 8)
    return tuple(parts)


def on_map(stage: Stage, focus: str, actions: Sequence[May]) -> Parts:
    """What of the battle is on the map; with a focus, where that may go or whom it may strike, else what was done."""
    parts = [*_ground(stage), *_fighters(stage)]
    if focus:
        return *parts, *_options(stage, focus, actions)
    parts += _done_there(stage, done(stage.view))
    parts += _contacts(stage, parts)
    return *parts, *_onward(stage)


def done(view: View) -> tuple[Event, ...]:
    """The moves, strikes, carried hits and hits by drift of this part of the battle, or of the part before."""
    if view.battle is None:
        return ()
    return tuple(deed for deed in view.deeds if isinstance(deed, Maneuvered | Struck | Carried | Drifted))


def acting(view: View, fought: BattleView) -> int:
    """The side whose decision it is: excess hits may be either's."""
    deciding = [side for side in (0, 1) if fought.seats[side] in view.waiting]
    if fought.step == "carry" and len(deciding) == 1:
        return deciding[0]
    return 1 - fought.mover if fought.step == "strike-back" else fought.mover


# --- the parts ---


def ended(view: View) -> BattleEnded | None:
    """How the battle in the view ended, if it is the one that has just ended."""
    if view.aftermath is None or view.battle != view.aftermath:
        return None
    return next((deed for deed in reversed(view.deeds) if isinstance(deed, BattleEnded)), None)


def lost(view: View, fought: BattleView, side: int) -> tuple[str, ...]:
    """The characters that a side has lost; after the end those too who lie slain on the map, and all of the loser's."""
    end = ended(view)
    if end is None:
        return fought.fallen[side]
    beaten = end.winner != fought.markers[side]
    return (*fought.fallen[side], *(f.creature for f in fought.fighters if f.side == side and (f.slain or beaten)))


def gain(view: View) -> tuple[Seat, int, int, tuple[int, ...]] | None:
    """Who scored how much in the battle that has just ended, what he has now, and the hundreds he has passed."""
    scored = [deed for deed in view.deeds if isinstance(deed, Scored) and deed.why in ("battle", "concession")]
    if ended(view) is None or not scored:
        return None
    last = scored[-1]
    return last.seat, last.points, last.score, thresholds(last.score - last.points, last.score)


def _header(stage: Stage) -> Iterator[Part]:
    fought, end = stage.fought, ended(stage.view)
    yield Part("place", Box(22, 6, 350, 44), (fought.land, fought.terrain))
    yield Part("round", Box(384, 6, 150, 44), (fought.round,))
    box = Box(548, 4, WIDTH - 548 - 12, 48)
    if end is not None:
        yield Part("result", box, (end.winner, end.how))
        return
    side = acting(stage.view, fought)
    yield Part("acting", box, (side, fought.seats[side], fought.step))


def _ground(stage: Stage) -> Iterator[Part]:
    """What is on the ready picture of the land."""
    for at, label in enumerate(HEXES):
        told = (label, stage.ground.hazards[at], stage.ground.elevation[at])
        yield Part("hex", battleland.tag_box(label), told)
    for side in (0, 1):
        for notch in battleland.coins(stage.ground, stage.fought.side, side):
            yield Part("entry", _round(notch, battleland.COIN), (side,))


def _fighters(stage: Stage) -> Iterator[Part]:
    for f in stage.fought.fighters:
        if f.hex:
            told = (f.side, f.creature, f.power, f.hex, f.hits, f.slain, f.struck)
            yield Part("fighter", counter_box(f.hex, stage.cut), told)


def counter_box(label: str, cut: Cut = characters.FULL) -> Box:
    """Where a character stands in a hex."""
    return cut.body.moved(*battleland.centre(label))


def _done_there(stage: Stage, deeds: Iterable[Event]) -> Iterator[Part]:
    """The arrows of moves and strikes, with a die for the hits."""
    taken = [*kept_free(stage)]
    for deed in deeds:
        match deed:
            case Maneuvered(seat, creature, start, hex_):
                yield Part("move", _around(way(stage, deed)), (stage.side_of(seat), creature, start, hex_), False)
            case Struck():
                side = stage.side_of(deed.seat)
                told = (side, deed.striker, deed.hex, deed.target, deed.target_hex, deed.dealt, deed.slain, "strike")
                yield from _blow(told, stage.cut.die, taken)
            case Carried(seat, target, hex_, dealt, _, slain):
                last = next(d for d in reversed(stage.view.deeds) if isinstance(d, Struck))
                told = (stage.side_of(seat), last.striker, last.hex, target, hex_, dealt, slain, "carry")
                yield from _blow(told, stage.cut.die, taken)
            case Drifted(seat, creature, hex_, hits, slain):
                x, y = battleland.centre(hex_)
                yield Part(
                    "drifted", Box(x - 66, y + 2, 20, 20), (stage.side_of(seat), creature, hex_, hits, slain), False
                )


def overlaid(stage: Stage, parts: Sequence[Part]) -> frozenset[str]:
    """The hexes over whose names an arrow runs, or a shadow falls."""
    ways: list[tuple[Point, Point]] = [
        (battleland.centre(part.facts[2]), battleland.centre(part.facts[4])) for part in parts if part.sort == "arrow"
    ]
    ways += [
        way(stage, Maneuvered(stage.fought.seats[side], *moved))
        for side, *moved in (part.facts for part in parts if part.sort == "move")
    ]
    found = {part.facts[3] for part in parts if part.sort == "fighter"}
    for part in parts:
        if part.sort == "hex" and part.facts[0] not in found:
            room = part.box.shrunk(-8)
            if any(_crosses(start, end, room) for start, end in ways):
                found.add(part.facts[0])
    return frozenset(found)


def _crosses(start: Point, end: Point, box: Box) -> bool:
    """Whether a way goes over a rectangle."""
    if not _around((start, end)).overlaps(box):
        return False
    dx, dy = end[0] - start[0], end[1] - start[1]
    sides = [(x - start[0]) * dy - (y - start[1]) * dx for x, y in box.corners]
    return min(sides) <= 0 <= max(sides)


def kept_free(stage: Stage) -> Iterator[Box]:
    """What no mark on the map may hide: names of hexes, what is written on counters, and the hits they took."""
    for at, label in enumerate(HEXES):
        yield battleland.name_box(label, stage.ground.elevation[at])
    for f in stage.fought.fighters:
        if f.hex:
            yield counter_box(f.hex, stage.cut).shrunk(characters.FRAME)
            if f.struck and not f.slain:
                yield stage.cut.tick.moved(*battleland.centre(f.hex))
            if f.hits or f.slain:
                yield stage.cut.drop.moved(*battleland.centre(f.hex))


def _blow(told: tuple[Any, ...], radius: float, taken: list[Box]) -> Iterator[Part]:
    """An arrow from striker to target, and the die on which its hits are told: on the way, clear of all else."""
    start: Point = battleland.centre(told[2])
    end: Point = battleland.centre(told[4])
    length = hypot(end[0] - start[0], end[1] - start[1])
    yield Part("arrow", _around((start, end)), told, False)
    before = 1 - battleland.RISE / length
    box = _free(start, end, (before, *(0.2 + 0.05 * step for step in range(13))), radius, taken)
    taken.append(box)
    yield Part("hits", box, told, False)


def _free(start: Point, end: Point, shares: Sequence[float], radius: float, taken: Sequence[Box]) -> Box:
    """The place for a mark on or beside a way that hides nothing, or the least."""
    length = hypot(end[0] - start[0], end[1] - start[1])
    aside = -(end[1] - start[1]) / length, (end[0] - start[0]) / length
    around = _around((start, end))
    wide = Box(around.x - 45, around.y - 45, around.width + 90, around.height + 90)
    near = [box for box in taken if box.overlaps(wide)]
    best, least = _round(between(start, end, shares[0]), radius), float("inf")
    for x, y in _spots(start, end, shares, aside):
        spot = _round((x, y), radius)
        hidden = sum(_shared(spot, box) for box in near)
        if not hidden:
            return spot
        if hidden < least:
            best, least = spot, hidden
    return best


def _spots(start: Point, end: Point, shares: Sequence[float], aside: Point) -> Iterator[Point]:
    """Where a mark might lie, the best first."""
    for share in shares:
        x, y = between(start, end, share)
        for step in ASIDE:
            for along in (0, 5, -5):
                yield x + aside[0] * step + aside[1] * along, y + aside[1] * step - aside[0] * along
    for share in (0.5, 0.4, 0.6):
        x, y = between(start, end, share)
        yield from ((x + dx, y + dy) for dx, dy in AROUND)


ASIDE = (0, 9, -9, 18, -18, 26, -26, 33, -33)
"""How far beside a way a mark may lie, the best first."""

ALONG = (0, 6, -6, 11, -11)
"""How far from the middle of a way crossed swords may lie, the best first."""

AROUND = tuple(
    sorted(
        ((dx, dy) for dx in range(-38, 39, 2) for dy in range(-38, 39, 2) if dx * dx + dy * dy <= 38 * 38),
        key=lambda at: (at[0] * at[0] + at[1] * at[1], at),
    )
)
"""How far from the middle of a way a mark may lie where there is no place for it beside the way."""


def _shared(one: Box, other: Box) -> float:
    """The area that two boxes share."""
    wide = min(one.right, other.right) - max(one.x, other.x)
    high = min(one.bottom, other.bottom) - max(one.y, other.y)
    return wide * high if wide > 0 and high > 0 else 0


def _contacts(stage: Stage, parts: Sequence[Part]) -> Iterator[Part]:
    """Crossed swords between any two enemies in contact, but where a strike is told already."""
    told = {frozenset((part.facts[2], part.facts[4])) for part in parts if part.sort == "hits"}
    taken = [*kept_free(stage), *(part.box for part in parts if part.sort == "hits")]
    for one, other in touching(stage):
        if frozenset((one, other)) in told:
            continue
        box = _largest(battleland.centre(one), battleland.centre(other), stage.cut.swords, taken)
        taken.append(box)
        yield Part("contact", box, (one, other), False)


def _largest(start: Point, end: Point, sizes: Sequence[float], taken: Sequence[Box]) -> Box:
    """The place for crossed swords midway, as large as hide nothing there."""
    *larger, least = sizes
    length = hypot(end[0] - start[0], end[1] - start[1])
    aside = -(end[1] - start[1]) / length, (end[0] - start[0]) / length
    near = [box for box in taken if box.overlaps(_round(between(start, end, 0.5), 60))]
    for radius in larger:
        for along in ALONG:
            x, y = between(start, end, 0.5 + along / length)
            for step in ASIDE:
                spot = _round((x + aside[0] * step, y + aside[1] * step), radius)
                if not any(spot.overlaps(box) for box in near):
                    return spot
    return _free(start, end, (0.5,), least, taken)


def touching(stage: Stage) -> Iterator[tuple[str, str]]:
    """The hexes of any two enemies in contact: side by side without a cliff between (R12.2), the attacker's first."""
    alive = [f for f in stage.fought.fighters if f.hex and not f.slain]
    for one in alive:
        for other in alive:
            if one.side == 0 and other.side == 1 and stage.ground.contacts[INDEX[one.hex]] >> INDEX[other.hex] & 1:
                yield one.hex, other.hex


def _options(stage: Stage, focus: str, actions: Sequence[May]) -> Iterator[Part]:
    """Where a character may go, or whom it may strike and how."""
    if focus in INDEX:
        yield Part("focus", counter_box(focus, stage.cut), (focus,), False)
    for action in actions:
        if isinstance(action, Maneuver) and action.character == focus:
            yield Part("legal", battleland.tag_box(action.hex), (action.hex,), False)
    ways: dict[str, list[tuple[int, int]]] = {}
    for action in actions:
        if isinstance(action, Strike) and action.striker == focus:
            ways.setdefault(action.target, []).append((action.dice, action.number))
    for target, found in ways.items():
        best = sorted(found, key=lambda way: (-way[0], way[1]))
        yield Part("target", _above(target, stage.cut), (target, *best))


def _onward(stage: Stage) -> Iterator[Part]:
    """Where excess hits may be carried."""
    for label in stage.fought.carry:
        yield Part("onward", _above(label, stage.cut), (label, stage.fought.excess), False)


def _above(label: str, cut: Cut) -> Box:
    """Where something is written above a character, at most on its rim."""
    x, y = battleland.centre(label)
    return Box(x - 44, y + cut.body.y + (0 if cut is characters.FULL else characters.FRAME) - ABOVE, 88, ABOVE)


ABOVE = 20
"""How high that is: the name and the hits of whoever stands above begin there."""


def _side(stage: Stage, side: int, y: float) -> Iterator[Part]:
    """A player's part of the panel: who waits off the map, and who fell."""
    fought = stage.fought
    yield Part("player", Box(PANEL.x, y, PANEL.width, HEAD), (side, fought.seats[side], fought.markers[side]))
    y += HEAD + 6
    waiting = [f for f in fought.fighters if f.side == side and not f.hex]
    width, height = LIST
    if waiting:
        yield Part("off", Box(PANEL.x, y, PANEL.width, 18), (side,))
        y += 20
    for place, f in enumerate(waiting):
        box = Box(PANEL.x + place % 2 * (width + 8), y + place // 2 * (height + 4), width, height)
        yield Part("waiting", box, (side, f.creature, f.power))
    y += (len(waiting) + 1) // 2 * (height + 4)
    points = gain(stage.view)
    if points is not None and points[0] == fought.seats[side]:
        yield Part("points", Box(PANEL.x, y, PANEL.width, GAIN), points)
        y += GAIN + 6
    fallen = stage.view.rules.arranged(lost(stage.view, fought, side))
    off = len([f for f in fought.fighters if not f.hex])
    chip = SMALL_CHIP if off > FEW or any(isinstance(deed, Struck) for deed in done(stage.view)) else CHIP
    row = int((PANEL.width + 1) // (chip + 1))
    for place, code in enumerate(fallen):
        box = Box(PANEL.x + place % row * (chip + 1), y + place // row * (chip + 2), chip, chip)
        yield Part("fallen", box, (side, code, place))


FEW = 4
"""So many may wait before the fallen are shown small."""


@dataclass(frozen=True, slots=True)
class Measure:
    """How large strikes are told in the panel: emblems, dice and how many of these are in a row."""

    chip: int
    die: int
    row: int

    def height(self, rolls: int) -> float:
        """The height of a strike with so many dice; of a carried hit with none."""
        return self.chip + 3 + -(-rolls // self.row) * (self.die + 3)


MEASURES = (Measure(38, 32, 6), Measure(38, 27, 7), Measure(34, 21, 9), Measure(26, 15, 12))
"""As large as there is room."""


def _told(stage: Stage, deeds: Iterable[Event], top: float, bottom: float) -> Iterator[Part]:
    """The strikes in lines with their dice; if there is not room for all even in small, the latest."""
    lines: list[tuple[str, tuple[Any, ...], int]] = []
    for deed in deeds:
        match deed:
            case Struck():
                told = (
                    stage.side_of(deed.seat), deed.striker, deed.hex, deed.target, deed.target_hex,
                    deed.dice, deed.number, deed.rolls, deed.dealt, deed.slain,
                )  # fmt: skip
                lines.append(("struck", told, len(deed.rolls)))
            case Carried(seat, target, hex_, dealt, _, slain):
                lines.append(("carried", (stage.side_of(seat), target, hex_, dealt, slain), 0))
    gap, note = 5, 22
    room = bottom - top
    measure = next((m for m in MEASURES if sum(m.height(n) + gap for *_, n in lines) <= room), MEASURES[-1])
    if lines and sum(measure.height(n) + gap for *_, n in lines) > room:
        room -= note
        kept = len(lines)
        while kept and sum(measure.height(n) + gap for *_, n in lines[-kept:]) > room:
            kept -= 1
        yield Part("before", Box(PANEL.x, top, PANEL.width, note - 4), (len(lines) - kept,))
        lines = lines[len(lines) - kept :]
        top += note
    for sort, told, rolls in lines:
        tall = measure.height(rolls)
        yield Part(sort, Box(PANEL.x, top, PANEL.width, tall), told)
        top += tall + gap


def measure_of(box: Box, rolls: int) -> Measure:
    """How large a strike was laid out."""
    return next(measure for measure in MEASURES if measure.height(rolls) == box.height)


def way(stage: Stage, deed: Maneuvered) -> tuple[Point, Point]:
    """From and to where a character moved; one that came onto the map from outside its nearest entry.

    One that was set up inside the walls of a Tower came from nowhere (R10.4).
    """
    end = battleland.centre(deed.hex)
    if deed.start:
        return battleland.centre(deed.start), end
    side = stage.side_of(deed.seat)
    if side == 1 and stage.fought.round == 1 and INDEX[deed.hex] in stage.ground.start_hexes:
        return end, end
    entries = stage.ground.entries[stage.fought.side][side]
    posts = [battleland.post(stage.fought.side, side, HEXES[at]) for at in entries]
    return min(posts, key=lambda at: hypot(at[0] - end[0], at[1] - end[1])), end


def _around(points: Sequence[Point]) -> Box:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return Box(min(xs) - 5, min(ys) - 5, max(xs) - min(xs) + 10, max(ys) - min(ys) + 10)


def _round(at: Point, radius: float) -> Box:
    return Box(at[0] - radius, at[1] - radius, 2 * radius, 2 * radius)
