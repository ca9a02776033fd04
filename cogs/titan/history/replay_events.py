"""What happened in a game of Titan as a replay takes it up: deed by deed, on the board or on a map. Pure.

Nothing is looked up but a moment's events and its view, which are what everybody saw.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from cogs.face.overview import Chapter
from cogs.house.game.public_history import Moment
from engine.titan.events import BattleBegan, BattleEnded, Carried, Event, Scored, Struck, TurnBegan
from engine.titan.view import BattleView, View


@dataclass(frozen=True, slots=True)
class ReplayEvent:
    """An event, and the moment that it is of."""

    event: Event
    moment: Moment


def every(moments: Sequence[Moment]) -> Iterator[tuple[int, Event]]:
    """Every event with the place of its moment."""
    return ((place, event) for place, moment in enumerate(moments) for event in moment.events)


def within(moments: Sequence[Moment], chapter: Chapter) -> Sequence[Moment]:
    """The moments of a chapter."""
    return moments[chapter.first : chapter.last + 1]


def of(moments: Iterable[Moment]) -> tuple[ReplayEvent, ...]:
    """Every deed of these moments."""
    return tuple(ReplayEvent(event, moment) for moment in moments for event in moment.events)


def of_turn(moments: Sequence[Moment], turn: Chapter) -> Iterator[ReplayEvent]:
    """The deeds of a turn: what follows its beginning, up to the next one's."""
    begun = False
    for moment in within(moments, turn):
        for event in moment.events:
            if isinstance(event, TurnBegan):
                if begun:
                    return
                begun = True
            elif begun:
                yield ReplayEvent(event, moment)


def runs(deeds: Sequence[ReplayEvent]) -> Iterator[tuple[type, tuple[ReplayEvent, ...]]]:
    """Deeds of one sort that follow each other, together."""
    for kind, group in groupby(deeds, key=lambda deed: type(deed.event)):
        yield kind, tuple(group)


def gains(settled: ReplayEvent) -> tuple[ReplayEvent, ...]:
    """What was scored when an engagement ended."""
    return tuple(ReplayEvent(event, settled.moment) for event in settled.moment.events if isinstance(event, Scored))


def struck(before: BattleView, blow: ReplayEvent) -> View:
    """The battle right after a strike or carried hits.

    The last ones of a player end his strikes, and with them the slain have left the map; here they are still on it.
    """
    event: Event = blow.event
    view: View = blow.moment.view
    assert isinstance(event, Struck | Carried), "nothing else hits"
    step = "strike" if event.seat == before.seats[before.mover] else "strike-back"
    after = view.aftermath or view.battle
    assert after is not None, "the battle is there, or has just ended"
    same = (after.round, after.mover) == (before.round, before.mover) and after.step in (step, "carry")
    if view.aftermath or same:
        return replace(view, battle=after)
    target = event.target_hex if isinstance(event, Struck) else event.hex
    fighters = (
        replace(one, hits=event.hits, slain=event.slain)
        if one.hex == target
        else replace(one, struck=one.struck or (isinstance(event, Struck) and one.hex == event.hex))
        for one in before.fighters
    )
    return replace(view, battle=replace(before, step=step, fighters=tuple(fighters)))


def on_board(view: View, deeds: tuple[Event, ...] = ()) -> View:
    """The view as a picture of the board with these deeds alone."""
    return replace(view, battle=None, aftermath=None, deeds=deeds)


def on_map(view: View, deeds: tuple[Event, ...]) -> View:
    """The view as a picture of its battle, or of that which has just ended, with these deeds alone."""
    return replace(view, battle=view.aftermath or view.battle, phase="battle", deeds=deeds)


def fought_apart(deeds: Iterable[ReplayEvent], fighting: bool) -> Iterator[tuple[bool, tuple[ReplayEvent, ...]]]:
    """Deeds of battles, each battle by itself, and those of the masterboard between them, in order.

    `fighting`: the first of them are of a battle that has begun before.
    """
    group: list[ReplayEvent] = []
    for deed in deeds:
        if isinstance(deed.event, BattleBegan) and group:
            yield fighting, tuple(group)
            group = []
        fighting = fighting or isinstance(deed.event, BattleBegan)
        group.append(deed)
        if isinstance(deed.event, BattleEnded):
            yield fighting, tuple(group)
            group, fighting = [], False
    if group:
        yield fighting, tuple(group)
