"""What has a place in the lands of the masterboard, and where: legions with what befell them, and what may come."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from types import MappingProxyType

from engine.titan.events import Creatures
from engine.titan.outlook import Goal
from engine.titan.view import LegionView, View
from render.canvas import Box
from render.parts import Part, Parts
from render.titan.masterboard import turn_marks
from render.titan.masterboard.geometry import SLOTS, BoardPlan, whole
from render.titan.masterboard.turn_marks import ArrivalMark, LossMark

SWORDS = 34
"""How large an engagement's sign is."""


@dataclass(frozen=True, slots=True)
class Gain:
    """Characters that joined a legion in this part of the turn."""

    legion: str
    codes: Creatures


LandItem = LegionView | Gain | LossMark | ArrivalMark | Goal

SORTS: Mapping[type[LandItem], str] = MappingProxyType(
    {LegionView: "legion", Gain: "gain", LossMark: "loss", ArrivalMark: "arrival", Goal: "aim"}
)
"""Of which sort the part of an entry is."""


def standing(view: View, aims: Iterable[Goal] = ()) -> dict[int, list[LandItem]]:
    """What has a place in each land, from its upper end: legions with their newcomers, the lost, what may be mustered.

    The owner of the turn comes last. Legions are never left out; what has no room beside them is.
    """
    joined, legions = turn_marks.newcomers(view), dict[int, list[LegionView]]()
    for legion in sorted(view.legions, key=lambda one: (one.owner == view.active, one.owner, one.marker)):
        legions.setdefault(legion.land, []).append(legion)
    entries: dict[int, list[LandItem]] = {}
    for land, here in legions.items():
        room = SLOTS - len(here)
        found = entries[land] = []
        for legion in here:
            found.append(legion)
            if room and legion.marker in joined:
                found.append(Gain(legion.marker, joined[legion.marker]))
                room -= 1
    for loss in turn_marks.losses(view):
        if len(entries.setdefault(loss.land, [])) < SLOTS:
            entries[loss.land].append(loss)
    for arrival in turn_marks.arrivals(view):
        if not arrival.legion and len(entries.setdefault(arrival.land, [])) < SLOTS:
            entries[arrival.land].append(arrival)
    for goal in aims:
        if len(entries.setdefault(goal.land, [])) < SLOTS:
            entries[goal.land].append(goal)
    return dict(sorted(entries.items()))


def layout(view: View, plan: BoardPlan, aims: Iterable[Goal] = ()) -> tuple[tuple[int, LandItem, Box], ...]:
    """What has a place in each land, land by land, with the rectangle of each."""
    return tuple(
        (land, entry, box)
        for land, here in standing(view, aims).items()
        for entry, box in zip(here, plan.slots(land, len(here)), strict=True)
    )


def places(view: View) -> tuple[tuple[LegionView, Box], ...]:
    """Every legion with the rectangle of its counter."""
    found = layout(view, whole(view.rules.board))
    return tuple((entry, box) for _, entry, box in found if isinstance(entry, LegionView))


def parts(view: View, plan: BoardPlan, aims: tuple[Goal, ...] = (), shown: AbstractSet[int] = frozenset()) -> Parts:
    """What the game has put on the board, from the lowest to the uppermost; on all of it, or on the lands `shown`."""
    there = shown or view.rules.board.lands
    aims = tuple(goal for goal in aims if goal.land in there)
    engagements = [engagement for engagement in view.engagements if engagement.land in there]
    placed = [entry for entry in layout(view, plan, aims) if entry[0] in there]
    boxes: dict[int, list[Box]] = {}
    spots: dict[str, Box] = {}
    for land, entry, box in placed:
        boxes.setdefault(land, []).append(box)
        if isinstance(entry, LegionView):
            spots[entry.marker] = box
    found = [Part("goal", plan.bounds(goal.land), (goal,), solid=False) for goal in aims]
    found += [
        Part("return", plan.bounds(arrival.land), (arrival,), solid=False)
        for arrival in turn_marks.arrivals(view)
        if arrival.land in there
    ]
    found += [
        Part("engaged", plan.bounds(engagement.land), (engagement.land, *engagement.markers), solid=False)
        for engagement in engagements
    ]
    walks = [walk for walk in turn_marks.walks(view) if walk.start in there and walk.land in there]
    found += turn_marks.drawn(plan, walks, boxes, plan.scale)
    found += _partings(view, plan, there, spots)
    found += [Part(SORTS[type(entry)], box, (entry,)) for _, entry, box in placed]
    size = SWORDS * plan.scale
    for arrival in (arrival for arrival in turn_marks.arrivals(view) if arrival.legion and arrival.land in there):
        x, y = plan.herald(view.rules.board.lands[arrival.land])
        x += size * any(engagement.land == arrival.land for engagement in engagements)
        found.append(Part("loop", Box(x - size / 2, y - size / 2, size, size), (arrival,)))
    for engagement in engagements:
        x, y = plan.herald(view.rules.board.lands[engagement.land])
        now = view.engaged is not None and engagement.land == view.engaged.land
        found.append(Part("swords", Box(x - size / 2, y - size / 2, size, size), (engagement.land, now)))
    return tuple(found)


def _partings(view: View, plan: BoardPlan, there: Collection[int], spots: Mapping[str, Box]) -> Iterator[Part]:
    """A bracket between the two legions of a split, which stand in their `spots`."""
    for parting in (parting for parting in turn_marks.partings(view) if parting.land in there):
        one, other = sorted((spots[parting.parent], spots[parting.child]), key=lambda box: box.x)
        reach = 9 * plan.scale
        y = one.y - reach if view.rules.board.lands[parting.land].inverted else one.bottom
        yield Part("parting", Box(one.centre[0], y, other.centre[0] - one.centre[0], reach), (parting,), False)
