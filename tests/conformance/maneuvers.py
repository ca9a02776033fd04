"""Maneuver Phases of a recorded battle, and what the record's way of taking back can leave behind."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from engine.titan.actions import Maneuver, Reinforce, Summon
from engine.titan.battle.ground import INDEX
from engine.titan.events import ManeuverBegan, Maneuvered
from engine.titan.state import OFF as NOWHERE
from engine.titan.state import Fighting, State
from tests.conformance.door import Lost
from tests.conformance.names import OFF
from tests.conformance.record import Event
from tests.conformance.soldiers import LETTERS, Man, fighters, roll_call, sharing, when

if TYPE_CHECKING:
    from tests.conformance.battle import Battles


def _trace(man: Man) -> tuple[int, str, int]:
    return man.fighter.hex, man.creature, man.hits


class Maneuvers:
    """Handlers of the Maneuver Phases."""

    def __init__(self, battle: Battles) -> None:
        self.battle = battle
        self.replay = battle.replay
        self.moves: dict[str, list[str]] = {}
        self.laid_out = False
        """Something was taken back in this phase that the engine would not take back (K11)."""

    def on_maneuver(self, event: Event) -> None:
        """A Maneuver Phase begins (R12)."""
        replay, side = self.replay, LETTERS.index(event["s"])
        self.battle.reach((event["t"], 1 - side, 0))
        began = replay.need(replay.door.take(ManeuverBegan), "the Maneuver Phase")
        replay.same("round and side", (event["t"], self.battle.seats[side]), (began.round, began.seat))
        self.battle.everybody(event["state"])
        self.moves, self.laid_out = dict(event["moves"]), False
        movers = {man.id for man in self.battle.men.values() if man.side == side}
        replay.same("who may be asked", sorted(self.moves), sorted(movers))
        actions = self._compare_moves()
        for offer, kind in (("summon", Summon), ("reinforce", Reinforce)):
            if offer not in replay.additions.offers and any(isinstance(action, kind) for action in actions):
                replay.wrong(f"{offer}: open in our game, not offered in the record")
        replay.additions.offers -= {"summon", "reinforce"}

    def on_maneuver_delta(self, event: Event) -> None:
        """What has changed after a maneuver."""
        self.moves.update(event["moves"])
        self._compare_moves()

    def _compare_moves(self) -> tuple[Any, ...]:
        replay, side = self.replay, 1 - self.battle.now[1]
        actions = tuple(replay.door.rules.legal(self.battle.question(), self.battle.seats[side]))
        ours: dict[str, set[str]] = {}
        for action in actions:
            if isinstance(action, Maneuver):
                ours.setdefault(action.character, set()).add(action.hex)
        names = set()
        for name, record in sorted(self.moves.items()):
            man = self.battle.man(name)
            names.add(man.name)
            possible = ours.get(man.name, set())
            if sharing(self.battle.men, man):
                alone = replay.door.rules.legal(self._alone(self.battle.question(), man), self.battle.seats[side])
                possible = {way.hex for way in alone if isinstance(way, Maneuver) and way.character == man.name}
            replay.same(f"maneuvers of {name}", set(record), possible)
        replay.same("others that may maneuver", set(), ours.keys() - names)
        return actions

    def on_bmove(self, event: Event) -> None:
        """A character moves."""
        replay, man = self.replay, self.battle.man(event["id"])
        replay.same("from", event["from"], man.hex)
        self._first(man)
        replay.decide(self.battle.seats[man.side], Maneuver(man.name, event["to"]))
        told = replay.need(replay.door.take(Maneuvered, hex=event["to"]), "the maneuver")
        start = "" if man.hex == OFF else man.hex
        replay.same(
            "maneuver", (man.creature, start, self.battle.seats[man.side]), (told.creature, told.start, told.seat)
        )
        man.hex = event["to"]
        self.moves.pop(man.id, None)

    def on_bunmove(self, event: Event) -> None:
        """A maneuver is taken back."""
        replay, man = self.replay, self.battle.man(event["id"])
        replay.same("from", event["from"], man.hex)
        seat = self.battle.seats[man.side]
        at = next((seq for seq, way in replay.door.steps(seat, Maneuver) if way.hex == man.hex), None)
        if at is None and not self.laid_out:
            raise Lost(f"no maneuver of {man.id} can be taken back")
        if at is None or not replay.door.undo(seat, at):
            self._lay_back(man, event["to"])
        man.hex = event["to"]
        battle = self.battle.live
        ours = fighters(battle.fighters) if battle else Counter()
        replay.same("places after taking back", roll_call(self.battle.men), ours)

    def _lay_back(self, man: Man, to: str) -> None:
        """K11: back it goes, and all others stay where they are."""
        self.replay.tally.departure("K11")
        self.laid_out = True
        phase = self.replay.state.phase
        if not isinstance(phase, Fighting):
            raise Lost(f"nobody maneuvers in {phase}")
        hex_ = NOWHERE if to == OFF else INDEX[to]
        back = tuple(
            replace(fighter, hex=hex_, moved=False)
            if (fighter.hex, fighter.creature, fighter.hits) == _trace(man)
            else fighter
            for fighter in phase.battle.fighters
        )
        battle = replace(phase.battle, fighters=back)
        self.replay.door.lay_out(replace(self.replay.state, phase=replace(phase, battle=battle)))

    def on_maneuver_end(self, event: Event) -> None:
        """The Maneuver Phase is closed, unless nobody could move in it."""
        side = LETTERS.index(event["s"])
        self.battle.is_now((event["t"], 1 - side, 0))
        battle = self.battle.live
        if battle is not None and when(battle) == self.battle.now:
            self.replay.finish(self.battle.seats[side])
            self.battle.live  # noqa: B018 (the state is kept if the battle goes on)
        if side == 0:
            self.battle.entered = True

    # --- two on one hex ---

    def _first(self, man: Man) -> None:
        """Where two share a hex, ours is made to mean this one."""
        phase = self.replay.state.phase
        if sharing(self.battle.men, man) and isinstance(phase, Fighting):
            them = [f for f in phase.battle.fighters if (f.hex, f.creature, f.hits) == _trace(man)]
            rest = tuple(f for f in phase.battle.fighters if f is not them[0])
            battle = replace(phase.battle, fighters=(them[0], *rest))
            self.replay.door.lay_out(replace(self.replay.state, phase=replace(phase, battle=battle)))

    def _alone(self, state: State, man: Man) -> State:
        """The question put for one of those who share a hex."""
        phase, gone = state.phase, [_trace(other) for other in sharing(self.battle.men, man)]
        assert isinstance(phase, Fighting), "questions of a battle"
        left = tuple(f for f in phase.battle.fighters if (f.hex, f.creature, f.hits) not in gone or _trace(man) in gone)
        return replace(state, phase=replace(phase, battle=replace(phase.battle, fighters=left)))
