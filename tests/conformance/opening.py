"""Beginning: a game from its towers on, or a whole position that a record gives."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from engine.core import Seat
from engine.titan.actions import Colour, FirstMarker
from engine.titan.events import Coloured, MarkerChosen, TowersDrawn
from engine.titan.facts import Formed
from engine.titan.shown_facts import History
from engine.titan.state import Choosing, Engaging, Legion, Player, Splitting, State
from tests.conformance.door import Door, Lost
from tests.conformance.names import SIDES, Names
from tests.conformance.record import Event

if TYPE_CHECKING:
    from tests.conformance.replay import Replay


def opened(replay: Replay) -> None:
    """The game of `replay` with its set-up done. Raises Lost if the engine does not follow."""
    event, players = replay.event, replay.event["players"]
    new = Door.new(len(players), replay.options)
    replay.door, replay.names = new, Names(new.state.rules)
    if event["loaded"] != (event["kind"] == "battles"):
        raise Lost("a record of battles is loaded, and no other")
    if event["loaded"]:
        replay.door = Door(_laid_out(replay))
        replay.lands.fresh = True
        return
    towers = [int(player["tower"]) for player in players]
    new.draw(*(new.state.rules.board.towers.index(tower) + 1 for tower in towers))
    drawn = replay.need(new.take(TowersDrawn), "the draw of towers")
    replay.same("towers", tuple(towers), drawn.towers)
    replay.same("order of turns", tuple(range(len(players))), tuple(int(seat) for seat in new.state.order))
    while isinstance(new.state.phase, Choosing):
        (seat,) = new.rules.awaiting(new.state)
        player = players[seat]
        colour = replay.need(new.state.rules.colours.get(player["color"]), f"colour {player['color']}")
        replay.same("colour's letters", player["id"], colour.code)
        replay.decide(seat, Colour(colour.name))
        replay.need(new.take(Coloured, seat=seat, colour=colour.name), "the choice of a colour")
        replay.decide(seat, FirstMarker(player["marker"]))
        replay.need(new.take(MarkerChosen, seat=seat, marker=player["marker"]), "the choice of a marker")


def _laid_out(replay: Replay) -> State:
    """A set-up position, before its first engagement is opened."""
    event = replay.event
    replay.same("first markers", {None}, {player["marker"] for player in event["players"]})
    turns = [later for later in replay.events if later["e"] == "turn"]
    sides = {later["attacker"]: SIDES[later["attacker_side"]] for later in replay.events if later["e"] == "engage"}
    if len(turns) != 1 or not sides:
        raise Lost("a record of battles has one turn and some engagements")
    figures = {
        player["id"]: {"score": event["scores"][player["id"]], "dead": False, "mulligans": 0, "markers": ()}
        for player in event["players"]
    }
    used = set(event["legions"])
    for player in event["players"]:
        colour = replay.door.state.rules.colours[player["color"]]
        figures[player["id"]]["markers"] = [marker for marker in colour.markers if marker not in used]
    state = _state(replay, figures, event)
    for marker, side in sides.items():
        state = state.put(replace(state.legions[marker], moved=True, side=side))
    return _at(state, replay.seats[turns[0]["player"]], turns[0]["turn"], Engaging())


def dealt(replay: Replay, event: Event, turn: Event) -> State:
    """The position of a `turn_end`, at the beginning of the next turn."""
    state = _state(replay, event["players"], event)
    return _at(state, replay.seats[turn["player"]], turn["turn"], Splitting())


def _at(state: State, active: Seat, turn: int, phase: Engaging | Splitting) -> State:
    return replace(state, active=active, turn=turn, phase=phase)


def _state(replay: Replay, figures: Mapping[str, Any], event: Event) -> State:
    """Players, legions and stacks as an event gives them; every legion counts as seen."""
    base, names = Door.new(len(replay.ids), replay.options).state, replay.names
    setup = {player["id"]: player for player in replay.events[0]["players"]}
    dead = [player for player in replay.ids if figures[player]["dead"]]
    players = tuple(
        Player(
            tower=int(setup[player]["tower"]),
            colour=setup[player]["color"],
            score=figures[player]["score"],
            markers=() if player in dead else tuple(figures[player]["markers"]),
            mulligans=figures[player]["mulligans"],
            out=dead.index(player) + 1 if player in dead else 0,
        )
        for player in replay.ids
    )
    legions = {
        marker: Legion(marker, replay.seats[legion["p"]], int(legion["hex"]), names.codes(legion["c"]))
        for marker, legion in event["legions"].items()
    }
    stacks = {names.code[name]: pair for name, pair in event["caretaker"].items()}
    returns = {code: kind.returns for code, kind in base.rules.kinds.items()}
    bank = {code: stacks[code][0] + (stacks[code][1] if returns[code] else 0) for code in base.bank}
    pile = {code: 0 if returns[code] else stacks[code][1] for code in base.bank}
    bank["TTN"] = base.bank["TTN"] - len(players)
    seen = History().after(*(Formed(marker, legion.creatures) for marker, legion in legions.items()))
    return replace(base, players=players, legions=legions, bank=bank, dead=pile, history=seen)
