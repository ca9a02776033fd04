"""One recorded file, played through the engine from its first event to its last."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any

from engine.core import Illegal, Seat
from engine.titan.actions import Action, Done
from engine.titan.events import TurnBegan
from engine.titan.state import Over, State
from tests.conformance.additions import Additions
from tests.conformance.battle import Battles
from tests.conformance.books import Books
from tests.conformance.door import Door, Lost
from tests.conformance.lands import Lands
from tests.conformance.names import Names
from tests.conformance.opening import dealt, opened
from tests.conformance.parley import Parley
from tests.conformance.record import Event
from tests.conformance.reveals import Reveals
from tests.conformance.shapes import SHAPES, flaws
from tests.conformance.tally import Tally

LAST = ("game_over", "end")


class Replay:
    """A record and the game that it is compared with. The handlers of the kinds of events are in its parts."""

    def __init__(
        self, file: str, events: list[Event], tally: Tally, options: Mapping[str, str] = MappingProxyType({})
    ) -> None:
        self.file, self.events, self.tally, self.options = file, events, tally, options
        self.index = 0
        self.seats: dict[str, Seat] = {}
        self.ids: tuple[str, ...] = ()
        self.over = False
        self.turn: Event | None = None
        """The `turn` that goes on."""
        self.door: Door
        self.names: Names
        self.books = Books(self)
        self.lands = Lands(self)
        self.parley = Parley(self)
        self.battle = Battles(self)
        self.additions = Additions(self)
        self.reveals = Reveals(self)
        battle: tuple[object, ...] = (self.battle, self.battle.maneuvers, self.battle.strikes)
        parts = (self, self.lands, self.parley, *battle, self.additions, self.reveals)
        self.handlers: Mapping[str, Callable[[Event], None]] = {
            kind: getattr(part, f"on_{kind}") for part in parts for kind in SHAPES if hasattr(part, f"on_{kind}")
        }

    # --- what the parts use ---

    @property
    def event(self) -> Event:
        """The event at hand."""
        return self.events[self.index]

    @property
    def state(self) -> State:
        """Our game as it stands."""
        return self.door.state

    def ahead(self, kinds: Iterable[str]) -> list[Event]:
        """The unbroken run of events of these kinds from the one at hand on."""
        run = []
        for event in self.events[self.index :]:
            if event["e"] not in kinds:
                break
            run.append(event)
        return run

    def follows(self, *kinds: str) -> bool:
        """Whether the next event is of one of these kinds."""
        return self.index + 1 < len(self.events) and self.events[self.index + 1]["e"] in kinds

    def same(self, what: str, record: object, ours: object) -> bool:
        """One comparison, told with file, line and position if it fails."""
        return self.tally.compare(self.where, what, record, ours)

    def wrong(self, what: str) -> None:
        """A comparison that failed and has only one side."""
        self.tally.fail(self.where(), what)

    def need(self, found: Any, what: str) -> Any:
        """What the record says must have happened. Raises Lost if it is None."""
        if found is None:
            raise Lost(f"{what} did not happen in the engine; it told {self.door.told}")
        self.tally.passed += 1
        return found

    def decide(self, seat: Seat, action: Action) -> None:
        """A recorded decision, which must be legal. Raises Lost if it is not."""
        self.door.submit(seat, action)
        self.tally.passed += 1

    def finish(self, seat: Seat) -> None:
        """`done`, which ends a phase whose end the record says."""
        self.decide(seat, Done())

    def where(self) -> str:
        """File, line and position."""
        return f"{self.file}:{self.event['n']} {self.event['e']} [{self.position()}]"

    def position(self) -> str:
        """The position at hand, in short."""
        if not hasattr(self, "door"):
            return "before the start"
        state = self.state
        parts = [f"turn {state.turn}", f"{self.ids[state.active]} to move", type(state.phase).__name__]
        if self.battle.men:
            parts.append(self.battle.layout())
        else:
            named = {str(self.event.get(key)) for key in ("legion", "parent", "child", "donor", "attacker", "defender")}
            for marker in sorted(named & set(state.legions)):
                legion = state.legions[marker]
                parts.append(f"{marker} in {legion.land}: {', '.join(self.names.listed(legion.creatures))}")
        return "; ".join(parts)

    # --- the run ---

    def run(self) -> None:
        """Plays the whole record."""
        wrong = [(event["n"], flaw) for event in self.events for flaw in flaws(event)]
        for n, flaw in wrong:
            self.tally.fail(f"{self.file}:{n}", f"refused: {flaw}")
        if wrong:
            return
        if self.events[0]["e"] != "game" or any(event["e"] == "game" for event in self.events[1:]):
            self.wrong("the first event, and no other, must be `game`")
            return
        if not any(event["e"] in LAST for event in self.events):
            self.wrong("the record has no end")
        while self.index < len(self.events):
            try:
                self.handlers[self.event["e"]](self.event)
            except Lost as lost:
                self._lose(str(lost))
            except Illegal as illegal:
                self._lose(f"the engine refused: {illegal.code} {illegal.facts}")
            except Exception as error:  # noqa: BLE001 (whatever a record makes the engine or us trip over is its failure)
                self._lose(f"{type(error).__name__}: {error}")
            self.index += 1

    def _lose(self, why: str) -> None:
        """The games have parted: on to the next whole position the record gives, all up to it counted as failed."""
        here = self.index
        self.wrong(why)
        self.battle.leave()
        self.parley.is_open = False
        resumed = len(self.events) - 1
        for at in range(here, len(self.events) - 1):
            if here and [event["e"] for event in self.events[at : at + 2]] == ["turn_end", "turn"] and self._resume(at):
                resumed = at
                break
        if resumed > here:
            self.tally.fail(f"{self.file}:{here + 1}-{resumed}", "not compared", resumed - here)
        self.index = resumed

    def _resume(self, at: int) -> bool:
        """Whether the position of a `turn_end` can be laid out, to go on from there."""
        try:
            self.door = Door(dealt(self, self.events[at], self.events[at + 1]))
            self.books.resume(self.events[at])
        except (LookupError, ValueError):  # the position itself is not what a record should have
            return False
        self.lands.restart()
        self.additions.forget()
        return True

    def on_game(self, event: Event) -> None:
        """The start: towers, colours and first markers through the door; a set-up position is laid out."""
        if len({player["id"] for player in event["players"]}) != len(event["players"]):
            raise Lost("two players share an id")
        self.ids = tuple(player["id"] for player in event["players"])
        self.seats = {player: Seat(at) for at, player in enumerate(self.ids)}
        opened(self)
        self.books.compare(event)

    def on_turn(self, event: Event) -> None:
        """A turn begins."""
        state, seat = self.state, self.seats[event["player"]]
        began = self.door.take(TurnBegan)
        if not self.lands.fresh:
            self.need(began, "a new turn")
            self.same("whose turn, and which", (seat, event["turn"]), (began.seat, began.turn) if began else None)
        self.lands.fresh, self.turn = False, event
        self.same("player to move", seat, state.active)
        self.same("game turn", event["turn"], state.turn)
        player = state.players[seat]
        self.same("score", event["score"], player.score)
        self.same("mulligans", event["mulligans"], player.mulligans)
        self.same("free markers", event["markers"], sorted(player.markers))

    def on_turn_end(self, event: Event) -> None:
        """The turn is over: the whole position is compared, and nothing may be left that the record does not tell."""
        self.lands.end_turn(event)
        began, self.turn = self.turn or {}, None
        self.same("turn and player", (began.get("turn"), began.get("player")), (event["turn"], event["player"]))
        self.books.compare(event)
        self.settled()

    def on_game_over(self, event: Event) -> None:
        """The end, with its winner."""
        over = self.state.phase
        if not isinstance(over, Over):
            raise Lost(f"the game is not over, but in {over}")
        winners = {self.ids[seat] for seat in over.winners}
        self.same("draw", event["message"] == "Draw", len(winners) > 1)
        self.same("winner", event["winner"], next(iter(winners)) if len(winners) == 1 else None)
        self.same("active player", event["active"], self.ids[self.state.active])
        self.same("game turn", event["turn"], self.state.turn)
        self.over = True
        self.books.compare(event)
        self.settled()

    def on_end(self, event: Event) -> None:
        """All engagements of a set-up file are settled."""
        self.settled()
        self.same("events after the end", 0, len(self.events) - 1 - self.index)

    def settled(self) -> None:
        """Everything the engine told must have been called for by now."""
        quiet = self.lands.quiet
        self.same("engagements that are not settled", False, self.parley.is_open)
        left = [event for event in self.door.told if not isinstance(event, quiet)]
        self.door.told = [event for event in self.door.told if isinstance(event, TurnBegan)]
        self.same("told by the engine alone", [], left)
