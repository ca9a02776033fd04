"""What a viewer may know of a game (B13.1, B16.5, B23.17): the only way out of the state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from dataclasses import dataclass

from engine import core
from engine.core import Public, Seat
from engine.skirmish import ground
from engine.skirmish.events import (
    Answered,
    Bought,
    CardDrawn,
    CardsSeen,
    Dealt,
    Event,
    HalfChosen,
    HalvesDrawn,
    LoreSwapped,
    Peeked,
    PutAway,
    SetDown,
    StageReached,
)
from engine.skirmish.phases import PHASES
from engine.skirmish.rules import Rules
from engine.skirmish.state import (
    Choosing,
    Combat,
    Discarding,
    Learning,
    Over,
    Placing,
    Preparing,
    Revealing,
    State,
    Window,
    fighting,
)
from engine.skirmish.units import Turn, Unit
from engine.values import replace

Cards = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SideView:
    """A side as everybody knows it: how many cards, not which. `half` is empty until both are open.

    Of what was put away unplayed nobody else learns which it was, so piles are counts. `drafted` are public (B15.12).
    `ready`: it has done what its phase asks of both sides at once.
    """

    seat: Seat
    faction: str
    victory: int
    lore: int
    commands: int
    hand: int
    deck: int
    discard: int
    half: str
    drafted: Cards
    ready: bool


@dataclass(frozen=True, slots=True)
class Own:
    """What a seat alone knows. Of the lore deck it knows what is in it, in the order of the tables, not in which order.

    `drawn` are two cards of which it keeps one; `peeked` hidden cards, hex and kind; `passes` its standing answers.
    """

    commands: Cards
    hand: Cards
    deck: Cards
    halves: Cards
    half: str
    points: int
    bought: Cards
    swaps: tuple[tuple[str, str], ...]
    placed: tuple[tuple[str, str], ...]
    stage: str
    drawn: Cards
    peeked: tuple[tuple[str, str], ...]
    passes: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class WindowView:
    """A window for lore cards: the timings of the active side and of the other, whose word is due."""

    timings: Cards
    mover: Seat


@dataclass(frozen=True, slots=True)
class View(core.View):
    """The game as `viewer` knows it, None being the channel.

    `phase` is the name of its handler; `step` that of the combat's step, empty outside of one. `hidden` are the cards
    under the buildings: hex, and kind if the viewer has looked at it, else empty; `hidden_left` how many there are of
    each kind. `combat` is without a defender's word that is not the viewer's. `reveal` are hexes whose order is
    chosen, `placing` is kind and hex of a unit that is put down. `deeds` and `before` are as the viewer saw them.
    """

    viewer: Seat | None
    rules: Rules
    phase: str
    step: str
    round: int
    first: Seat
    active: Seat
    waiting: tuple[Seat, ...]
    sides: tuple[SideView, SideView]
    units: tuple[Unit, ...]
    land: tuple[tuple[str, str], ...]
    ruins: frozenset[str]
    hidden: tuple[tuple[str, str], ...]
    hidden_left: tuple[tuple[str, int], ...]
    shown: Cards
    pool: Cards
    command_deck: int
    command_discard: int
    turn: Turn
    combat: Combat | None
    window: WindowView | None
    reveal: Cards
    placing: tuple[str, str] | None
    ringed: bool
    own: Own | None
    deeds: tuple[Event, ...]
    before: tuple[Event, ...]
    winner: Seat | None
    reason: str

    def at(self, hex_: str) -> Unit | None:
        """The unit on a hex."""
        return next((unit for unit in self.units if unit.hex == hex_), None)

    def side(self, seat: Seat) -> SideView:
        return self.sides[seat]

    def terrain(self, hex_: str) -> str:
        """The id of the terrain of a hex as it is now."""
        return ground.terrain(self, hex_).id


def view(state: State, viewer: Seat | None) -> View:
    """What `viewer` may see; None is the channel."""
    return _view(state, viewer, frozenset() if viewer is None else frozenset({viewer}))


def opened(state: State) -> View:
    """The channel's view with every hidden card and half open. Hands are nobody's to look back on but their owner's."""
    return _view(state, None, frozenset({Seat(0), Seat(1)}))


def _view(state: State, viewer: Seat | None, sees: frozenset[Seat]) -> View:
    fight, phase = fighting(state.phase), state.phase
    combat = None if fight is None else _combat(state, fight.combat, sees)
    peeked = (
        dict(state.hidden) if len(sees) > 1 else {at: kind for seat in sees for at, kind in state.sides[seat].peeked}
    )
    return View(
        viewer=viewer,
        rules=state.rules,
        phase=PHASES.of(state).name,
        step="" if combat is None else combat.step,
        round=state.round,
        first=state.first,
        active=state.active,
        waiting=PHASES.waiting(state),
        sides=(_side(state, Seat(0)), _side(state, Seat(1))),
        units=state.units,
        land=state.land,
        ruins=state.ruins,
        hidden=tuple((at, peeked.get(at, "")) for at, _ in state.hidden),
        hidden_left=tuple(sorted(Counter(kind for _, kind in state.hidden).items())),
        shown=state.shown,
        pool=state.pool,
        command_deck=len(state.command_deck),
        command_discard=len(state.command_discard),
        turn=state.turn,
        combat=combat,
        window=WindowView(phase.timings, phase.mover) if isinstance(phase, Window) else None,
        reveal=phase.hexes if isinstance(phase, Revealing) else (),
        placing=(phase.kind, phase.around) if isinstance(phase, Placing) else None,
        ringed=state.ringed,
        own=None if viewer is None else _own(state, viewer),
        deeds=_seen(state.deeds, viewer),
        before=_seen(state.before, viewer),
        winner=phase.winner if isinstance(phase, Over) else None,
        reason=phase.reason if isinstance(phase, Over) else "",
    )


def _side(state: State, seat: Seat) -> SideView:
    side = state.sides[seat]
    return SideView(
        seat=seat,
        faction=side.faction,
        victory=side.victory,
        lore=side.lore,
        commands=len(side.commands),
        hand=len(side.hand),
        deck=len(side.deck),
        discard=len(side.discard),
        half=side.half if state.land else "",
        drafted=side.drafted,
        ready=_ready(state, seat),
    )


def _ready(state: State, seat: Seat) -> bool:
    side = state.sides[seat]
    match state.phase:
        case Choosing():
            return bool(side.half)
        case Preparing():
            return side.stage == "ready"
        case Discarding():
            return side.discarded
        case _:
            return False


def _own(state: State, seat: Seat) -> Own:
    side = state.sides[seat]
    order = list(state.rules.tables.lore)
    return Own(
        commands=side.commands,
        hand=side.hand,
        deck=tuple(sorted(side.deck, key=order.index)),
        halves=side.halves,
        half=side.half,
        points=side.points,
        bought=side.bought,
        swaps=side.swaps,
        placed=side.placed,
        stage=side.stage,
        drawn=_drawn(state, seat),
        peeked=side.peeked,
        passes=side.passes,
    )


def _drawn(state: State, seat: Seat) -> Cards:
    """The lore cards of which a seat is about to keep one (B5.5)."""
    return state.phase.drawn if isinstance(state.phase, Learning) and seat == state.active else ()


def _combat(state: State, combat: Combat, sees: frozenset[Seat]) -> Combat:
    """The combat without what a defender who is not looking has said of the time after the roll, an outer one too."""
    defender = next((unit.owner for unit in state.units if unit.number == combat.target), None)
    outer = None if combat.outer is None else _combat(state, combat.outer, sees)
    if defender in sees:
        return replace(combat, outer=outer)
    return replace(combat, instructions=(), wants_word=False, outer=outer)


def _seen(events: tuple[Event, ...], viewer: Seat | None) -> tuple[Event, ...]:
    return tuple(told for event in events if (told := seen(event, viewer)) is not None)


def seen(event: Event, viewer: Seat | None) -> Event | None:
    """The event as `viewer` may learn of it; None if it is not for them.

    What is told of a secret is put together field by field, and what has no case here is told to nobody.
    """
    match event:
        case Public():
            return event
        case HalvesDrawn() | Bought() | LoreSwapped() | StageReached() | SetDown() | Dealt():
            return event if viewer == event.seat else None
        case HalfChosen(seat):
            return event if viewer == seat else HalfChosen(seat, half="")
        case PutAway(seat):
            return event if viewer == seat else PutAway(seat, commands=(), lore=())
        case Answered(seat, until):
            return event if viewer == seat else Answered(seat, until, instruction="")
        case CardsSeen(seat):
            return event if viewer == seat else CardsSeen(seat, cards=())
        case Peeked(seat, at, cost):
            return event if viewer == seat else Peeked(seat, at, cost, kind="")
        case CardDrawn(seat, deck, _, count):
            return event if viewer == seat else CardDrawn(seat, deck, cards=(), count=count)


def hand(state: State, seat: Seat) -> Hashable:
    """What `seat` alone sees: equal as long as nothing of it has changed; false while it is empty."""
    side = state.sides[seat]
    return (side.commands, side.hand, _drawn(state, seat), side.peeked) if side.commands or side.hand else ()
