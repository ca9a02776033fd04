"""The masterboard: splits, the roll, moves and musters."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from engine.core import Seat
from engine.titan.actions import Action, Done, Move, Mulligan, Muster, Roll, Split, Teleport
from engine.titan.events import (
    Event as Told,
)
from engine.titan.events import (
    GameEnded,
    Moved,
    Mustered,
    Parted,
    Rejoined,
    Rolled,
    Talked,
    TurnBegan,
)
from engine.titan.state import Moving, Mustering, Over, Splitting
from tests.conformance.door import Lost
from tests.conformance.names import SIDES
from tests.conformance.record import Event

if TYPE_CHECKING:
    from tests.conformance.replay import Replay

NAMED = {side: name for name, side in SIDES.items()}


class Lands:
    """Handlers of a turn's events outside of engagements."""

    quiet: tuple[type[Told], ...] = (TurnBegan, GameEnded, Talked)
    """What the record has no line for."""

    def __init__(self, replay: Replay) -> None:
        self.replay = replay
        self.fresh = False
        """The position was laid out, so that no turn was told to begin."""
        self.moves: dict[str, Any] = {}
        self.full = True
        """The next set must be a whole one."""
        self.teleported: set[str] = set()
        """Legions that teleported in this turn."""
        self.went: dict[str, tuple[int, bool]] = {}
        """Where each legion that has moved in this phase came from, and whether by teleport."""
        self.musters: dict[str, Any] = {}
        self.joins: list[Event] = []
        self.parted: Parted | None = None
        self.shown: tuple[str, tuple[str, ...]] | None = None
        """The lord that a teleport is about to show, with its legion."""
        self.mustered: Mustered | None = None

    def restart(self) -> None:
        """The position was laid out at the beginning of a turn."""
        self.fresh, self.full, self.shown, self.joins = True, True, None, []
        self.moves, self.musters, self.went, self.teleported = {}, {}, {}, set()

    def _mover(self, event: Event) -> Seat:
        seat = self.replay.seats[event["player"]]
        self.replay.same("player to move", seat, self.replay.state.active)
        return seat

    # --- Commencement ---

    def on_split(self, event: Event) -> None:
        """A legion is split (R4)."""
        replay, seat = self.replay, self._mover(event)
        split = Split(event["parent"], event["child"], replay.names.codes(event["creatures"]))
        parent = replay.state.legions.get(event["parent"])
        replay.same("land of the split", event["hex"], str(parent.land) if parent else None)
        replay.decide(seat, split)
        self.parted = replay.need(replay.door.take(Parted, parent=split.legion, child=split.marker), "the split")
        left = replay.state.legions[event["parent"]]
        replay.same("left in the parent", sorted(event["parent_after"]), replay.names.listed(left.creatures))
        replay.same(
            "heights", (len(event["parent_after"]), len(event["creatures"])), (self.parted.kept, self.parted.left)
        )

    def on_unsplit(self, event: Event) -> None:
        """A split is taken back (R4.5); during Movement two parts come together by themselves (R6.9)."""
        replay = self.replay
        if event["during"] == "Move":
            self.joins.append(event)
            if not replay.follows("unsplit", "move_end"):
                raise Lost("legions recombine at the end of Movement only")
            return
        seat = replay.state.active
        steps = [(seq, split) for seq, split in replay.door.steps(seat, Split)]
        at = next((seq for seq, split in steps if split.marker == event["child"]), None)
        if at is None:
            raise Lost(f"no split to {event['child']} can be taken back")
        child = replay.state.legions[event["child"]]
        replay.same("what goes back", sorted(event["creatures"]), replay.names.listed(child.creatures))
        later = [split for seq, split in reversed(steps) if seq > at]
        if any(event["child"] in (split.legion, split.marker) for split in later):
            # what was split on from the child stays where it is: take back all since, and part it from the parent
            self._undone(seat, *(seq for seq, _ in reversed(steps) if seq >= at))
            for split in later:
                parent = event["into"] if split.legion == event["child"] else split.legion
                replay.decide(seat, Split(parent, split.marker, split.creatures))
                replay.need(replay.door.take(Parted, child=split.marker), "the split")
        else:
            self._undone(seat, at)
        self._gone(event)

    def _undone(self, seat: Seat, *entries: int) -> None:
        if not self.replay.door.undo(seat, *entries):
            raise Lost(f"others rest on {entries}")

    def _gone(self, event: Event) -> None:
        replay = self.replay
        replay.same(f"{event['child']} is gone", False, event["child"] in replay.state.legions)
        into = replay.state.legions.get(event["into"])
        after = replay.names.listed(into.creatures) if into else None
        replay.same(f"contents of {event['into']}", sorted(event["into_after"]), after)

    # --- Movement ---

    def on_roll(self, event: Event) -> None:
        """The movement die, or a mulligan, which in the record takes back moves (R5, K9)."""
        replay, seat = self.replay, self._mover(event)
        again = event["why"] == "mulligan"
        if again:
            self._all_back(seat)
        replay.decide(seat, Mulligan() if again else Roll())
        replay.door.draw(event["die"])
        rolled = replay.need(replay.door.take(Rolled), "the roll")
        replay.same("roll", (seat, event["die"], again), (rolled.seat, rolled.roll, rolled.again))
        self.full, self.teleported = True, set()
        replay.same("mulligans left", event["mulligans_left"], replay.state.players[seat].mulligans)

    def on_moves(self, event: Event) -> None:
        """Where every legion may go (R6, R7), and whether the phase may end (R6.2, R6.9)."""
        replay, state = self.replay, self.replay.state
        replay.same("whole set", event["full"], self.full)
        self.full = False
        self.moves = dict(event["legions"]) if event["full"] else {**self.moves, **event["legions"]}
        if not isinstance(state.phase, Moving):
            raise Lost(f"not in Movement, but in {state.phase}")
        actions = replay.door.legal(state.active)
        walks: dict[str, dict[str, list[str]]] = {}
        flights: dict[str, dict[str, dict[str, list[str]]]] = {}
        enemies = {legion.land for legion in state.legions.values() if legion.owner != state.active}
        for action in actions:
            if isinstance(action, Move):
                walks.setdefault(action.legion, {}).setdefault(str(action.land), []).append(NAMED[action.side])
            elif isinstance(action, Teleport):
                way = flights.setdefault(action.legion, {}).setdefault(str(action.land), {"s": [], "l": []})
                side, lord = NAMED[action.side], replay.names.name[action.lord]
                way["s"] += [] if side in way["s"] or action.land not in enemies else [side]
                way["l"] += [] if lord in way["l"] else [lord]
        for marker in sorted(self.moves.keys() | walks.keys() | flights.keys()):
            entry = self.moves.get(marker)
            if entry is None:
                replay.wrong(
                    f"{marker} may move in our game, and is not listed: {walks.get(marker)}, {flights.get(marker)}"
                )
                continue
            legion = state.legions.get(marker)
            replay.same(f"land of {marker}", entry["from"], str(legion.land) if legion else None)
            said: Any = {land: sorted(sides) for land, sides in entry["n"].items()}
            ours: Any = {land: sorted(sides) for land, sides in walks.get(marker, {}).items()}
            replay.same(f"walks of {marker}", said, ours)
            for land, way in entry.get("t", {}).items():
                if int(land) not in enemies:
                    replay.same(f"sides of the empty land {land}", 1, len(way["s"]))
            said = {
                land: (sorted(way["s"]) if int(land) in enemies else [], sorted(way["l"]))
                for land, way in entry.get("t", {}).items()
            }
            ours = {land: (sorted(way["s"]), sorted(way["l"])) for land, way in flights.get(marker, {}).items()}
            replay.same(f"teleports of {marker}", said, ours)
        replay.same("may end", event["may_end"], Done() in actions)

    def on_move(self, event: Event) -> None:
        """A legion walks or teleports."""
        replay, seat, marker = self.replay, self._mover(event), event["legion"]
        legion, land, side = replay.state.legions.get(marker), int(event["to"]), SIDES[event["side"]]
        replay.same("start of the move", event["from"], str(legion.land) if legion else None)
        action: Action = Move(marker, land, side)
        if event["teleport"]:
            lord = replay.names.code[event["lord"]]
            action = Teleport(marker, land, side, lord)
            if all(leg.land != land for leg in replay.state.legions.values()):  # the side does not matter there
                ways = [way for way in replay.door.legal(seat) if isinstance(way, Teleport) and way.legion == marker]
                action = next((way for way in ways if (way.land, way.lord) == (land, lord)), action)
            replay.same("shown for the teleport", (marker, (lord,)), self.shown)
        else:
            replay.same("lord shown for a walk", None, event["lord"])
        replay.decide(seat, action)
        moved = replay.need(replay.door.take(Moved, legion=marker), "the move")
        replay.same("move", (event["from"], event["to"]), (str(moved.start), str(moved.land)))
        shown = replay.door.seen(moved, None)
        said = replay.names.code[event["lord"]] if event["teleport"] else ""
        replay.same("lord seen by all", said, shown.lord if shown else "")
        self.shown = None
        if event["teleport"]:
            self.teleported.add(marker)
        self.went[marker] = (moved.start, event["teleport"])
        self.moves.pop(marker, None)

    def _all_back(self, seat: Seat) -> None:
        """K9: a mulligan takes back all moves."""
        if not self.went:
            return
        self.replay.tally.departure("K9")
        steps = sorted(seq for seq, _ in self._moved(seat))
        if len(steps) == len(self.went):
            self.replay.door.undo(seat, *steps)
        else:
            for marker in tuple(self.went):
                self._lay_back(marker)
        self.went = {}

    def on_unmove(self, event: Event) -> None:
        """A move is taken back."""
        replay, seat, marker = self.replay, self._mover(event), event["legion"]
        if marker not in self.went:
            raise Lost(f"{marker} has not moved")
        replay.same("from where it goes back", event["from"], str(replay.state.legions[marker].land))
        at = next((seq for seq, way in self._moved(seat) if way.legion == marker), None)
        if at is None or not replay.door.undo(seat, at):
            replay.tally.departure("K11")
            self._lay_back(marker)
        self.went.pop(marker, None)
        self.teleported.discard(marker)
        replay.same("to where it goes back", event["to"], str(replay.state.legions[marker].land))

    def _lay_back(self, marker: str) -> None:
        """Back it goes, and all others stay where they are (K11)."""
        state, (land, teleport) = self.replay.state, self.went[marker]
        if not isinstance(state.phase, Moving):
            raise Lost(f"nobody moves in {state.phase}")
        phase = replace(state.phase, teleported=state.phase.teleported and not teleport)
        legion = replace(state.legions[marker], land=land, moved=False, side=0)
        self.replay.door.lay_out(replace(state.put(legion), phase=phase))

    def _moved(self, seat: Seat) -> list[tuple[int, Move | Teleport]]:
        walks: list[tuple[int, Move | Teleport]] = [*self.replay.door.steps(seat, Move)]
        return sorted([*walks, *self.replay.door.steps(seat, Teleport)], key=lambda pair: -pair[0])

    def on_move_end(self, event: Event) -> None:
        """Movement is over; parts of a split that could not leave each other are one again (R6.9)."""
        replay, seat = self.replay, self._mover(event)
        replay.finish(seat)
        for join in self.joins:
            child, into = join["child"], join["into"]
            replay.need(replay.door.take(Rejoined, child=child, into=into), f"{child} recombined with {into}")
            self._gone(join)
        self.joins, self.moves, self.went, self.full = [], {}, {}, True
        replay.same("recombined by the engine alone", None, replay.door.take(Rejoined))
        moved = sorted(legion.marker for legion in replay.state.own(seat) if legion.moved)
        replay.same("legions that moved", sorted(event["moved"]), moved)

    # --- Enlistment ---

    def on_recruits(self, event: Event) -> None:
        """What every legion that moved may muster, with recruiters and their numbers (R8)."""
        replay, state = self.replay, self.replay.state
        if not isinstance(state.phase, Mustering):
            raise Lost(f"not in Enlistment, but in {state.phase}")
        replay.books.emptied.clear()
        replay.same("whole set", event["full"], self.full)
        self.full = False
        self.musters = dict(event["legions"]) if event["full"] else {**self.musters, **event["legions"]}
        ours: dict[str, set[tuple[str, tuple[str, ...]]]] = {}
        for action in replay.door.legal(state.active):
            if isinstance(action, Muster):
                ours.setdefault(action.legion, set()).add((action.recruit, action.shown))
        moved = {legion.marker for legion in state.own(state.active) if legion.moved}
        replay.same("legions that may be asked", sorted(self.musters), sorted(moved))
        for marker in sorted(self.musters.keys() | ours.keys()):
            entry = self.musters.get(marker)
            if entry is None:
                continue  # it is told above, since only legions that moved may muster
            legion = state.legions.get(marker)
            place = (str(legion.land), state.rules.board.lands[legion.land].terrain) if legion else None
            replay.same(f"land of {marker}", (entry["hex"], entry["terrain"]), place)
            replay.same(f"musters of {marker}", replay.names.options(entry["options"]), ours.get(marker, set()))

    def on_recruit(self, event: Event) -> None:
        """A muster in Enlistment; a reinforcement is an engagement's."""
        replay = self.replay
        if event["reinforce"]:
            replay.additions.reinforce(event)
            return
        seat = self._mover(event)
        shown = (replay.names.code[event["by"]],) * event["count"] if event["by"] is not None else ()
        replay.same("recruiters", (event["count"], event["by"] is None), (len(shown), not shown))
        replay.decide(seat, Muster(event["legion"], replay.names.code[event["recruit"]], shown))
        self.mustered = replay.need(replay.door.take(Mustered, legion=event["legion"]), "the muster")
        replay.same("land of the muster", event["hex"], str(self.mustered.land))
        legion = replay.state.legions[event["legion"]]
        replay.same("contents after", sorted(event["after"]), replay.names.listed(legion.creatures))

    def on_unrecruit(self, event: Event) -> None:
        """A muster is taken back (R8.10); a reinforcement that did not enter goes back by itself (R17.3)."""
        replay = self.replay
        if event["reinforce"]:
            replay.battle.turned_back(event)
            return
        seat, code = self._mover(event), replay.names.code[event["recruit"]]
        steps = replay.door.steps(seat, Muster)
        at = next((seq for seq, way in steps if (way.legion, way.recruit) == (event["legion"], code)), None)
        if at is None:
            raise Lost("no such muster can be taken back")
        self._undone(seat, at)

    def end_turn(self, event: Event) -> None:
        """The mover closes his turn, unless it has ended with him (R2.4)."""
        replay, seat = self.replay, self.replay.seats[event["player"]]
        phase = replay.state.phase
        if isinstance(phase, Mustering) and replay.state.active == seat:
            moved = any(legion.moved for legion in replay.state.own(seat))
            if moved and not replay.events[0]["loaded"]:
                replay.same("musters were listed", True, not self.full)
            replay.finish(seat)
        elif not isinstance(replay.state.phase, (Splitting, Over)) or replay.door.peek(TurnBegan) is None:
            raise Lost(f"the turn can't end in {phase}")
        self.musters, self.full = {}, True
        replay.books.emptied.clear()
