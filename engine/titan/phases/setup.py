"""Setting up: towers, colours, first markers, starting legions (R1)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core import Draw, Drawn, Illegal, Options, Seat
from engine.phases import Handler, current
from engine.titan.actions import Action, Colour, FirstMarker
from engine.titan.events import Coloured, Event, MarkerChosen, TowersDrawn
from engine.titan.facts import Formed
from engine.titan.handler import Handlers, Step
from engine.titan.phases.turn import begin_turn
from engine.titan.rules import VERSION, rules_for
from engine.titan.state import Choosing, Legion, Player, Splitting, State, TowersDrawing
from engine.values import replace

SEATS = range(2, 7)
"""How many may play (R1.1)."""


def new_game(seats: int, options: Options, version: int | None = None) -> State:
    """A game before its towers are drawn, by the rules of a version, of now if None.

    Raises Illegal `seats-number`, `option-unknown`, `option-value`.
    """
    if seats not in SEATS:
        raise Illegal("seats-number", seats=seats, least=SEATS[0], most=SEATS[-1])
    rules = rules_for(options, VERSION if version is None else version)
    return State(
        rules=rules,
        players=tuple(Player() for _ in range(seats)),
        legions={},
        bank={code: kind.stack for code, kind in rules.kinds.items()},
        dead=dict.fromkeys(rules.kinds, 0),
        turn=0,
        active=Seat(0),
        phase=TowersDrawing(),
    )


def wants(state: State) -> Draw:
    """One tower a seat, each different; balanced, the first tower and then who sits how far from it (R1.2)."""
    phase, seats, towers = current(state.phase, TowersDrawing), len(state.players), len(state.rules.board.towers)
    if state.rules.tower_assignment == "random":
        return Draw("towers", seats, towers, distinct=True)
    return Draw("places", seats, seats, distinct=True) if phase.start else Draw("first tower", 1, towers)


def place(state: State, drawn: Drawn) -> Step:
    """The towers were drawn: 1 names the Tower 100, 6 the Tower 600. The lowest chooses its colour first (R1.4)."""
    phase, values = current(state.phase, TowersDrawing), drawn.values
    if state.rules.tower_assignment == "balanced":
        if not phase.start:
            return replace(state, phase=TowersDrawing(values[0])), ()
        values = spread(phase.start, values, len(state.rules.board.towers))
    towers = tuple(state.rules.board.towers[value - 1] for value in values)
    players = tuple(replace(player, tower=tower) for player, tower in zip(state.players, towers, strict=True))
    state = replace(state, players=players)
    queue = tuple(reversed(state.order))
    return replace(state, phase=Choosing(queue), active=queue[0]), (TowersDrawn(towers),)


def spread(start: int, places: tuple[int, ...], towers: int) -> tuple[int, ...]:
    """The numbers of the towers for seats at these places, as evenly round the board as can be."""
    return tuple((start - 1 + (place - 1) * towers // len(places)) % towers + 1 for place in places)


def _waiting(state: State) -> tuple[Seat, ...]:
    return current(state.phase, Choosing).queue[:1]


def legal(state: State, seat: Seat) -> Iterator[Action]:
    """The colours that are free, then the markers of one's colour."""
    player = state.players[seat]
    if player.colour:
        yield from (FirstMarker(marker) for marker in player.markers)
    else:
        yield from (Colour(colour) for colour in free_colours(state))


def free_colours(state: State) -> tuple[str, ...]:
    """The colours nobody has chosen yet."""
    taken = {player.colour for player in state.players}
    return tuple(colour for colour in state.rules.colours if colour not in taken)


def apply(state: State, seat: Seat, action: Colour | FirstMarker) -> Step:
    """The state after a choice; the last one begins the first turn."""
    if isinstance(action, Colour):
        markers = state.rules.colours[action.colour].markers
        mulligans = 0 if state.rules.mulligan == "none" else 1
        state = state.with_player(seat, colour=action.colour, markers=markers, mulligans=mulligans)
        return state, (Coloured(seat, action.colour),)
    player, start = state.players[seat], state.rules.start
    bank = {code: left - start.count(code) for code, left in state.bank.items()}
    state = replace(state.put(Legion(action.marker, seat, player.tower, start)), bank=bank)
    state = state.with_player(seat, markers=tuple(m for m in player.markers if m != action.marker))
    state = state.note(Formed(action.marker, start))
    events: tuple[Event, ...] = (MarkerChosen(seat, action.marker, player.tower),)
    queue = current(state.phase, Choosing).queue[1:]
    if queue:
        return replace(state, phase=Choosing(queue), active=queue[0]), events
    state, begun = begin_turn(replace(state, phase=Splitting(), turn=1), state.order[0])
    return state, events + begun


def refusal(state: State, seat: Seat, action: Action) -> Illegal:
    """Why not, for the seat whose choice it is: first the colour, then the marker."""
    player = state.players[seat]
    match action:
        case Colour() if not player.colour:
            return Illegal("colour-taken", colour=action.colour, free=free_colours(state))
        case FirstMarker() if player.colour:
            return Illegal("marker-not-yours", marker=action.marker, free=player.markers)
        case _:
            return Illegal("phase-other", phase="setup", verbs=("marker",) if player.colour else ("colour",))


HANDLERS: Handlers = {
    TowersDrawing: Handler("setup", wants=wants, drawn=place),
    Choosing: Handler("setup", (Colour, FirstMarker), _waiting, legal, apply, refusal),
}
