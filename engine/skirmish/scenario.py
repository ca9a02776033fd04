"""Ruins, the cards hidden under buildings, and the wins that a scenario has of its own (B17, B23)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core import Illegal, Seat
from engine.phases import Handler, current
from engine.skirmish.actions import Action, Place, Reveal
from engine.skirmish.board import HEXES, distance, neighbours
from engine.skirmish.events import BuildingRuined, CardRevealed, GameOver, NotPlaced, Placed
from engine.skirmish.handler import Handlers, Step
from engine.skirmish.state import Over, Phase, Placing, Revealing, State
from engine.skirmish.tables import Special
from engine.skirmish.units import Unit
from engine.values import replace


def ruined(state: State, hex_: str) -> Step:
    """A building becomes ruins; there are always enough of them (B17.1, B17.8)."""
    return replace(state, ruins=state.ruins | {hex_}), (BuildingRuined(hex_),)


def ruins_reveal(state: State, hex_: str, after: Phase) -> Step:
    """The card under a building that has become ruins is shown, if the scenario says so (B23.9); then `after`."""
    scenario = state.rules.scenario
    if scenario is None or not scenario.special.reveal_on_ruins:
        return replace(state, phase=after), ()
    return revealed(state, hex_, after)


def revealed(state: State, hex_: str, after: Phase) -> Step:
    """The card on a hex is shown and leaves the field; it may win the game or bring a unit (B23.10-B23.15).

    Nothing if there is none any more (B23.13). Then comes `after`.
    """
    state = replace(state, phase=after)
    kind = dict(state.hidden).get(hex_)
    if kind is None:
        return state, ()
    hidden = tuple(card for card in state.hidden if card[0] != hex_)
    state = replace(state, hidden=hidden, shown=(*state.shown, kind), learnt=state.learnt + 1)
    shown = CardRevealed(hex_, kind)
    for faction, cards in _special(state).wins_by_cards.items():
        if kind in cards and state.shown.count(kind) >= cards[kind]:
            winner = state.seat_of(faction)
            return replace(state, phase=Over(winner, "cards")), (shown, GameOver(winner, "cards"))
    seat = state.seat_of(_special(state).places[kind])
    if why := _not_placed(state, kind, hex_):
        return state, (shown, NotPlaced(seat, kind, why))
    return replace(state, phase=Placing(seat, kind, hex_, after)), (shown,)


def stormed(state: State, seat: Seat) -> tuple[str, ...]:
    """The buildings whose card a side shows in its Victory Point Step: it stands there with a unit beside (B23.13)."""
    scenario = state.rules.scenario
    if scenario is None or scenario.special.storms != state.sides[seat].faction:
        return ()
    held = {unit.hex for unit in state.own(seat)}
    return tuple(at for at, _ in state.hidden if at in held and held.intersection(neighbours(at)))


def spots(state: State, around: str) -> tuple[str, ...]:
    """The empty hexes nearest to one, itself left out, on which a unit can stand (B23.10, B23.16)."""
    taken = {unit.hex for unit in state.units}
    free = [at for at in HEXES if at != around and at not in taken and state.terrain(at).passable]
    nearest = min((distance(around, at) for at in free), default=0)
    return tuple(at for at in free if distance(around, at) == nearest)


def won(state: State, seat: Seat) -> tuple[Seat, str] | None:
    """Who has won as the turn of a side starts, and the reason (B14.1, B23.14)."""
    scenario = state.rules.scenario
    if scenario is not None:
        enough = scenario.special.wins_at.get(state.sides[seat].faction)
        return (seat, "points") if enough is not None and state.sides[seat].victory >= enough else None
    if seat != state.first:
        return None
    one, two = (side.victory for side in state.sides)
    if one == two or max(one, two) < state.rules.tables.field.victory_points:
        return None
    return Seat(0 if one > two else 1), "points"


def _special(state: State) -> Special:
    assert state.rules.scenario is not None, "only a scenario hides cards"
    return state.rules.scenario.special


def _not_placed(state: State, kind: str, around: str) -> str:
    """Why a card brings no unit; empty if it does (B23.11, B23.16)."""
    standing = sum(unit.kind == kind for unit in state.units)
    fewer = _special(state).places_if_fewer.get(kind)
    if fewer is not None and standing >= fewer:
        return "limit"
    if standing >= state.rules.tables.kinds[kind].supply:
        return "supply"
    return "" if spots(state, around) else "room"


# A unit that a card shows is put down


def _places(state: State, seat: Seat) -> Iterator[Action]:
    placing = current(state.phase, Placing)
    for at in spots(state, placing.around):
        yield Place(placing.kind, at)


def _place(state: State, seat: Seat, action: Place) -> Step:
    """A unit that is placed has not moved: it suffers nothing in ruins (B17.9) and has no order (B23.16)."""
    number = state.next_number
    unit = Unit(number, action.unit, seat, action.hex, state.rules.tables.kinds[action.unit].full)
    state = replace(
        state, units=(*state.units, unit), next_number=number + 1, phase=current(state.phase, Placing).after
    )
    return state, (Placed(seat, number, action.unit, action.hex),)


def _no_place(state: State, seat: Seat, action: Place) -> Illegal | None:
    placing = current(state.phase, Placing)
    if action.unit != placing.kind:
        return Illegal("place-other-unit", unit=action.unit, kind=placing.kind)
    return Illegal("place-not-nearest", hex=action.hex, around=placing.around, hexes=spots(state, placing.around))


# Several cards at once


def _reveals(state: State, seat: Seat) -> Iterator[Action]:
    for at in current(state.phase, Revealing).hexes:
        yield Reveal(at)


def _reveal(state: State, seat: Seat, action: Reveal) -> Step:
    phase = current(state.phase, Revealing)
    left = tuple(at for at in phase.hexes if at != action.hex)
    return revealed(state, action.hex, replace(phase, hexes=left))


def _no_reveal(state: State, seat: Seat, action: Reveal) -> Illegal | None:
    return Illegal("reveal-not-stormed", hex=action.hex, hexes=current(state.phase, Revealing).hexes)


def _last(state: State) -> Step | None:
    """One card needs no choice; after the last comes what was to come."""
    phase = current(state.phase, Revealing)
    if not phase.hexes:
        return replace(state, phase=phase.after), ()
    return _reveal(state, phase.seat, Reveal(phase.hexes[0])) if len(phase.hexes) == 1 else None


HANDLERS: Handlers = {
    Placing: Handler(
        "placing", (Place,), lambda state: (current(state.phase, Placing).seat,), _places, _place, _no_place
    ),
    Revealing: Handler(
        "revealing",
        (Reveal,),
        lambda state: (current(state.phase, Revealing).seat,),
        _reveals,
        _reveal,
        _no_reveal,
        onward=_last,
    ),
}
