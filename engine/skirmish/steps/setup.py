"""Setting up: the game before the first decision, what chance decides for it, and the halves of the map (B4, B22, B23).

The order is: factions; hidden cards or scenario halves; the draft; the preparations; the decks, hands, the first turn.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.core import Draw, Drawn, Illegal, Options, Seat
from engine.phases import Handler, current
from engine.skirmish.actions import ChooseHalf
from engine.skirmish.board import turned
from engine.skirmish.events import CardsHidden, HalfChosen, HalvesDrawn, MapJoined, Opened
from engine.skirmish.handler import Handlers, Step
from engine.skirmish.rules import DRAWN, VERSION, Rules, rules_for
from engine.skirmish.state import DECKS, OPENING, Choosing, Shuffling, Side, State
from engine.skirmish.steps import draft, hands, prepare
from engine.skirmish.tables import Scenario
from engine.skirmish.units import Unit
from engine.values import replace

SEATS = 2


def new_game(seats: int, options: Options, version: int | None = None) -> State:
    """The state before the first decision, by the rules of a version, of now if None.

    Raises Illegal `seats`, `option-unknown` or `option-value`.

    Chance is wanted first, whatever was chosen. Which faction a seat has is not settled before it has spoken if
    the seats are drawn.
    """
    if seats != SEATS:
        raise Illegal("seats", seats=seats, possible=(SEATS,))
    rules = rules_for(options, VERSION if version is None else version)
    factions = rules.tables.factions
    state = State(
        rules=rules,
        sides=(Side(factions[0]), Side(factions[1])),
        phase=Shuffling(_opening(rules)),
        command_deck=rules.tables.command_deck,
    )
    return state if rules.first_seat == DRAWN else _seated(state, rules.first_seat)


def _opening(rules: Rules) -> tuple[str, ...]:
    """What chance decides before anybody does in a game of these rules."""
    factions = OPENING[:1] if rules.first_seat == DRAWN else ()
    return factions + (OPENING[2:] if rules.scenario is None else OPENING[1:2])


def _seated(state: State, first: str) -> State:
    """The state with this faction on seat 0, the other on seat 1, and what its scenario has on the field already."""
    tables, scenario = state.rules.tables, state.rules.scenario
    order = (first, *(faction for faction in tables.factions if faction != first))
    sides = tuple(Side(faction, deck=tables.core(faction)) for faction in order)
    state = replace(state, sides=(sides[0], sides[1]))
    return state if scenario is None else _laid(state, scenario)


def _laid(state: State, scenario: Scenario) -> State:
    """The state with the map of its scenario, the sides' points, and the units that stand there already (B22.3)."""
    kinds = state.rules.tables.kinds
    for faction, host in scenario.hosts.items():
        seat = state.seat_of(faction)
        units = tuple(
            Unit(number, kind, seat, at, kinds[kind].full)
            for number, (kind, at) in enumerate(host.preset, state.next_number)
        )
        state = state.with_side(seat, replace(state.side(seat), points=host.muster))
        state = replace(state, units=state.units + units, next_number=state.next_number + len(units))
    first = state.seat_of(scenario.first)
    return replace(state, land=tuple(scenario.terrain.items()), first=first, active=first)


# What chance decides


def _wants(state: State) -> Draw | None:
    what, _, seat = _next(state)
    tables, scenario = state.rules.tables, state.rules.scenario
    match what:
        case "factions":
            return Draw("factions", 1, SEATS)
        case "hidden":
            assert scenario is not None
            return _shuffle("hidden cards", len(_hidden(scenario)))
        case "halves":
            return Draw("halves", tables.field.draw_halves, len(_halves(state, Seat(int(seat)))), distinct=True)
        case "commands":
            return _shuffle("command deck", len(state.command_deck))
        case _:
            return _shuffle("lore deck", len(state.side(Seat(int(seat))).deck))


def _next(state: State) -> tuple[str, str, str]:
    return current(state.phase, Shuffling).what[0].partition(":")


def _shuffle(purpose: str, cards: int) -> Draw:
    return Draw(purpose, cards, cards, distinct=True)


def shuffled(cards: tuple[str, ...], drawn: Drawn) -> tuple[str, ...]:
    """The cards in the order that chance gave them: the first value is the place of the one on top."""
    return tuple(cards[value - 1] for value in drawn.values)


def _hidden(scenario: Scenario) -> tuple[str, ...]:
    """The hidden cards by kind, not shuffled (B23.2)."""
    return tuple(kind for kind, count in scenario.hidden.items() for _ in range(count))


def _halves(state: State, seat: Seat) -> tuple[str, ...]:
    halves = state.rules.tables.halves.values()
    return tuple(half.id for half in halves if half.faction == state.side(seat).faction)


def _drawn(state: State, drawn: Drawn) -> Step:
    """What chance has said takes its place; the next follows, or what the game goes on with."""
    what, *rest = current(state.phase, Shuffling).what
    state, events = _settled(state, what, drawn)
    if what == _opening(state.rules)[0]:
        factions = state.sides[0].faction, state.sides[1].faction
        events = (Opened("" if state.rules.scenario is None else state.rules.scenario.id, factions), *events)
    if rest:
        return replace(state, phase=Shuffling(tuple(rest))), events
    if what in DECKS:
        state, dealt = hands.dealt(state)
        return state, events + dealt
    return prepare.began(state) if state.rules.scenario is not None else replace(state, phase=Choosing()), events


def _settled(state: State, what: str, drawn: Drawn) -> Step:
    name, _, number = what.partition(":")
    if name == "factions":
        return _seated(state, state.rules.tables.factions[drawn.values[0] - 1]), ()
    if name == "hidden":
        assert state.rules.scenario is not None
        cards = shuffled(_hidden(state.rules.scenario), drawn)
        hexes = tuple(at for at, terrain in state.land if terrain == state.rules.scenario.hidden_on)
        return replace(state, hidden=tuple(zip(hexes, cards, strict=True))), (CardsHidden(hexes),)
    if name == "commands":
        return replace(state, command_deck=shuffled(state.command_deck, drawn)), ()
    seat = Seat(int(number))
    side = state.side(seat)
    if name == "lore":
        return state.with_side(seat, replace(side, deck=shuffled(side.deck, drawn))), ()
    halves = shuffled(_halves(state, seat), drawn)
    return state.with_side(seat, replace(side, halves=halves)), (HalvesDrawn(seat, halves),)


# The halves of the map


def _choosing(state: State) -> tuple[Seat, ...]:
    return tuple(Seat(seat) for seat, side in enumerate(state.sides) if not side.half)


def _legal(state: State, seat: Seat) -> Iterator[ChooseHalf]:
    return map(ChooseHalf, state.side(seat).halves)


def _refusal(state: State, seat: Seat, action: ChooseHalf) -> Illegal | None:
    return Illegal("half-not-drawn", half=action.half, possible=state.side(seat).halves)


def _chosen(state: State, seat: Seat, action: ChooseHalf) -> Step:
    side = replace(state.side(seat), half=action.half)
    return state.with_side(seat, side), (HalfChosen(seat, action.half),)


def _joined(state: State) -> Step | None:
    """Both halves are open: the north one is turned, the higher initiative begins, the draft opens (B4.2, B4.3)."""
    if _choosing(state):
        return None
    tables = state.rules.tables
    halves = [tables.halves[side.half] for side in state.sides]
    land: dict[str, str] = {}
    for half in halves:
        for at, terrain in half.terrain.items():
            land[at if half.faction == state.rules.south else turned(at)] = terrain
    first = Seat(0) if halves[0].initiative > halves[1].initiative else Seat(1)
    for seat in (Seat(0), Seat(1)):
        state = state.with_side(seat, replace(state.side(seat), points=tables.field.muster))
    pool = tables.field.pool * state.rules.packs
    state = replace(state, land=tuple(land.items()), first=first, active=first, pool=pool)
    return draft.began(state), (MapJoined((halves[0].id, halves[1].id), first),)


HANDLERS: Handlers = {
    Shuffling: Handler("shuffling", wants=_wants, drawn=_drawn),
    Choosing: Handler("choosing", (ChooseHalf,), _choosing, _legal, _chosen, _refusal, onward=_joined),
}
