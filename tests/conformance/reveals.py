"""What was shown to whom (R3.3-R3.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.core import Seat
from engine.titan.events import BattleBegan, Examined
from tests.conformance.door import Lost
from tests.conformance.record import Event

if TYPE_CHECKING:
    from tests.conformance.replay import Replay


class Reveals:
    """The handler of `reveal`: our events must show the same to the same people."""

    def __init__(self, replay: Replay) -> None:
        self.replay = replay

    def on_reveal(self, event: Event) -> None:
        """By its reason."""
        audience = {"Split": 1, "Engaged": 1, "Negotiated": 1}.get(event["why"], "all")
        to = event["to"] if event["to"] == "all" else len(event["to"])
        self.replay.same("how many are shown it", audience, to)
        getattr(self, f"_{event['why'].lower()}")(event)

    def _contents(self, event: Event) -> None:
        """The record shows a whole legion."""
        legion = self.replay.state.legions.get(event["legion"])
        late = [creature for marker, creature, _ in self.replay.books.late if marker == event["legion"]]
        ours = sorted(self.replay.names.listed(legion.creatures) + late) if legion else None
        self.replay.same(f"contents of {event['legion']}", sorted(event["creatures"]), ours)

    def _seen(self, told: Any, field: str, to: set[Seat | None]) -> None:
        """Exactly these people see a field of our event."""
        replay = self.replay
        everybody: list[Seat | None] = [None, *replay.seats.values()]
        shown = set()
        for viewer in everybody:
            seen = replay.door.seen(told, viewer)
            if seen is not None and getattr(seen, field):
                shown.add(viewer)
        replay.same("who sees it", to, shown)

    def _all(self) -> set[Seat | None]:
        return {None, *self.replay.seats.values()}

    def _split(self, event: Event) -> None:
        parted = self.replay.lands.parted
        if parted is None or event["legion"] not in (parted.parent, parted.child):
            raise Lost("no such split")
        self._contents(event)
        owner = self.replay.seats[event["to"][0]]
        self._seen(parted, "creatures", {owner})

    def _recruiter(self, event: Event) -> None:
        replay = self.replay
        told = next(
            (t for t in (replay.additions.reinforced, replay.lands.mustered) if t and t.legion == event["legion"]), None
        )
        if told is None and replay.books.over:
            return  # a reinforcement after the end, counted with it
        if told is None:
            raise Lost("no such muster")
        replay.same("recruiters shown", replay.names.codes(event["creatures"]), told.shown)
        self._seen(told, "shown", self._all())

    def _teleport(self, event: Event) -> None:
        if not self.replay.follows("move"):
            raise Lost("no teleport follows")
        self.replay.lands.shown = (event["legion"], self.replay.names.codes(event["creatures"]))

    def _engaged(self, event: Event) -> None:
        replay, to = self.replay, self.replay.seats[event["to"][0]]
        told = replay.need(replay.door.take(Examined, legion=event["legion"]), "the examination")
        replay.same("who examines", to, told.to)
        replay.same("what is examined", replay.names.codes(event["creatures"]), told.creatures)
        self._seen(told, "creatures", {to})

    def _battlestarts(self, event: Event) -> None:
        replay = self.replay
        replay.parley.fight()
        told = replay.need(replay.door.peek(BattleBegan), "the battle")
        side = (told.attacker, told.defender).index(event["legion"])
        field = ("attackers", "defenders")[side]
        replay.same("legion laid open", replay.names.codes(event["creatures"]), getattr(told, field))
        self._seen(told, field, self._all())

    def _winner(self, event: Event) -> None:
        self.replay.same("winner shown", event["legion"], (self.replay.battle.ended or {}).get("winner"))
        self._contents(event)

    def _fled(self, event: Event) -> None:
        self._given_up(event, self.replay.parley.fled)

    def _concession(self, event: Event) -> None:
        self._given_up(event, self.replay.parley.conceded)

    def _given_up(self, event: Event, told: Any) -> None:
        if told is None or told.legion != event["legion"]:
            raise Lost("this legion was not given up")
        self.replay.same("legion given up", self.replay.names.codes(event["creatures"]), told.creatures)
        self._seen(told, "creatures", self._all())

    def _negotiated(self, event: Event) -> None:
        agreed = self.replay.parley.agreed
        self.replay.same("survivor", event["legion"], agreed.survivor if agreed else None)
        self.replay.same("one of the two", True, self.replay.seats[event["to"][0]] in self.replay.parley.seats)
        self._contents(event)

    def _gameover(self, event: Event) -> None:
        self.replay.same("after the end", True, self.replay.over)
        self._contents(event)
