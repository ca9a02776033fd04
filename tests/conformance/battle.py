"""Battles: their start, drift, the removal of the slain, and the end. `maneuvers` and `strikes` have the phases."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from engine.core import Seat
from engine.titan.actions import Concede
from engine.titan.battle.ground import HEXES
from engine.titan.events import (
    BattleBegan,
    BattleEnded,
    Conceded,
    Drifted,
    Maneuvered,
    NotEntered,
    Slain,
    TurnedBack,
)
from engine.titan.state import Battle, Carrying, Fighting, Maneuvering, State, Striking
from tests.conformance.door import Lost
from tests.conformance.maneuvers import Maneuvers
from tests.conformance.names import OFF, SIDES
from tests.conformance.record import Event
from tests.conformance.soldiers import LETTERS, Man, Men, When, fighters, roll_call, when
from tests.conformance.strikes import Strikes

if TYPE_CHECKING:
    from tests.conformance.replay import Replay

WHYS: Mapping[str, tuple[set[str], int | None]] = {
    "attacker_eliminated": ({"battle", "titan"}, 1),
    "defender_eliminated": ({"battle", "titan"}, 0),
    "mutual": ({"battle", "titan"}, None),
    "time_loss": ({"time"}, 1),
}
"""How our battle ends where the record's does so, and which side wins."""


class Battles:
    """Handlers of battle events, and the battle at hand as the record names it."""

    def __init__(self, replay: Replay) -> None:
        self.replay = replay
        self.men: Men = {}
        self.now: When = (0, 0, 0)
        self.last: State | None = None
        """The latest state in which the battle was not over."""
        self.entered = False
        """The attacker has finished a Maneuver Phase."""
        self.on_map = False
        """An attacker was on the map when a concession came."""
        self.ended: Event | None = None
        self.ended_at = 0
        self.strikes = Strikes(self)
        self.maneuvers = Maneuvers(self)

    # --- what the handlers share ---

    @property
    def seats(self) -> tuple[Seat, Seat]:
        """The seats of attacker and defender."""
        return self.replay.parley.seats

    @property
    def live(self) -> Battle | None:
        """Our battle, unless it is over."""
        phase = self.replay.state.phase
        if isinstance(phase, Fighting) and phase.engagement.land == self.replay.parley.land:
            self.last = self.replay.state
            return phase.battle
        return None

    def man(self, name: str) -> Man:
        """A character by the record's name. Raises Lost if there is none."""
        if name not in self.men:
            raise Lost(f"nobody is called {name}")
        return self.men[name]

    def layout(self) -> str:
        """Round and everybody's place, in short."""
        round_, second, half = self.now
        places = " ".join(f"{m.id}:{m.creature}@{m.hex}({m.hits}/{m.power})" for m in self.men.values())
        return f"{self.replay.parley.legions}, round {round_}.{second}.{half}: {places}"

    def leave(self) -> None:
        """The engagement is over."""
        self.men, self.now, self.last, self.on_map = {}, (0, 0, 0), None, False
        self.ended, self.ended_at, self.entered = None, 0, False
        self.strikes.apart = None

    def reach(self, at: When) -> None:
        """The record is at `at`; so must we be, or past it. Raises Lost if we are not."""
        if at <= self.now:
            raise Lost(f"{at} after {self.now}")
        self.now = at
        battle = self.live
        if battle is not None and when(battle) < at and self.strikes.apart is None:
            raise Lost(f"our battle is still at {when(battle)}: {battle.step}")

    def question(self, men: Men | None = None) -> State:
        """The state to ask about now: ours if it waits here, else the same position before it ran on by itself.

        With `men`, the position with just these characters.
        """
        battle = self.live
        step = Maneuvering() if self.now[2] == 0 else Striking(self.now[2] == 2)
        ours = men is None and self.strikes.apart is None and battle is not None and when(battle) == self.now
        if ours and battle is not None and isinstance(battle.step, type(step)):
            return self.replay.state
        if self.last is None:
            raise Lost("no battle")
        phase = self.last.phase
        assert isinstance(phase, Fighting), "the state of a battle is kept"
        asked = replace(
            phase.battle,
            round=self.now[0],
            mover=1 - self.now[1],
            step=step,
            fighters=tuple(man.fighter for man in (self.men if men is None else men).values()),
            window=False,
        )
        return replace(self.last, phase=replace(phase, battle=asked))

    def everybody(self, record: dict[str, list[Any]]) -> None:
        """Where all are, with their hits: as the record says, and as in our battle if it waits here."""
        ours = {man.id: [man.hex, man.hits] for man in self.men.values()}
        self.replay.same("places and hits", record, ours)
        battle = self.live
        if battle is not None and when(battle) == self.now and self.strikes.apart is None:
            self.replay.same("places and hits in our battle", roll_call(self.men), fighters(battle.fighters))

    def settle_carry(self) -> None:
        """Excess that the record lets go without a word, since it goes to nobody there (K2)."""
        battle, apart = self.live, self.strikes.apart
        if apart is not None and apart.open:
            if not self.strikes.unsaid:
                raise Lost("excess hits are still to be carried or let go")
            apart.let_go()
        elif battle is not None and isinstance(battle.step, Carrying):
            if not self.strikes.unsaid:
                raise Lost("excess hits are still to be carried or let go")
            self.replay.finish(self.seats[self.strikes.side])

    # --- the start ---

    def on_battle(self, event: Event) -> None:
        """Both legions are laid open, all off the map (R10)."""
        replay, parley = self.replay, self.replay.parley
        parley.fight()
        began = replay.need(replay.door.take(BattleBegan), "the battle")
        self.leave()
        battle = self.live
        if battle is None:
            raise Lost(f"no battle, but {replay.state.phase}")
        said = (int(event["hex"]), event["terrain"], SIDES[event["attacker_side"]])
        replay.same("land, terrain and side", said, (began.land, began.terrain, began.side))
        replay.same("terrain of our battle", event["terrain"], battle.terrain)
        ground = replay.state.rules.grounds[battle.terrain]
        edges = ground.entries[battle.side]
        for side, key in enumerate(("attacker", "defender")):
            force = event[key]
            marker = (began.attacker, began.defender)[side]
            replay.same(f"{key}'s legion", (force["legion"], replay.seats[force["player"]]), (marker, self.seats[side]))
            codes = replay.names.codes(critter["c"] for critter in force["critters"])
            replay.same(f"{key}'s characters", codes, (began.attackers, began.defenders)[side])
            replay.same(f"{key}'s entry", set(force["entry"]), {HEXES[hex_] for hex_ in edges[side]})
            for critter in force["critters"]:
                self._enlist(critter, side, "")
        start = {HEXES[hex_] for hex_ in ground.start_hexes}
        replay.same("start list", set(event["startlist"] or ()), start)

    def _enlist(self, critter: Event, side: int, came: str) -> None:
        replay, code = self.replay, self.replay.names.code[critter["c"]]
        number = sum(1 for name in self.men if name.startswith(LETTERS[side]))
        if critter["id"] in self.men or not critter["id"].startswith(LETTERS[side]):
            raise Lost(f"{critter['id']} can't be the next of side {LETTERS[side]} after {number}")
        rules, score = replay.state.rules, replay.state.players[self.seats[side]].score
        ours = (rules.power(code, score), rules.kinds[code].skill)
        replay.same(f"power and skill of {critter['id']}", (critter["power"], critter["skill"]), ours)
        view = replay.door.rules.view(replay.state, None).battle
        seen = {(f.power, f.skill) for f in view.fighters if (f.side, f.creature) == (side, code)} if view else set()
        replay.same("power and skill in the view", True, seen <= {ours})
        self.men[critter["id"]] = Man(critter["id"], side, code, critter["power"], came=came)

    def on_arrives(self, event: Event) -> None:
        """Somebody was summoned or mustered into the battle, and waits off the map."""
        came = {"summoned": (0, "summoned"), "recruited": (1, "mustered")}[event["why"]]
        self._enlist(event, *came)

    def is_now(self, at: When) -> None:
        """Raises Lost unless this is the phase at hand."""
        if at != self.now:
            raise Lost(f"the end of {at} at {self.now}")

    # --- losses ---

    def on_hazard(self, event: Event) -> None:
        """Drift hurts somebody (R15.9)."""
        replay, man = self.replay, self.man(event["id"])
        told = replay.need(replay.door.take(Drifted, hex=man.hex), f"drift on {man.id}")
        replay.same("damage", event["damage"], told.hits - man.hits)
        man.hits = told.hits
        replay.same("drift", (man.creature, event["hits"], event["dead"]), (told.creature, told.hits, told.slain))

    def on_slain(self, event: Event) -> None:
        """Characters leave; all that leave at once are compared together, when the first is named."""
        replay, man = self.replay, self.man(event["id"])
        side = man.side
        replay.same(
            "character", (event["c"], event["legion"]), (replay.names.name[man.creature], replay.parley.legions[side])
        )
        score = replay.state.players[self.seats[side]].score
        replay.same("points", event["points"], replay.state.rules.value(man.creature, score))
        conceded = replay.parley.conceded
        if conceded is None or conceded.legion != event["legion"]:
            ways = {"killed": (True, man.slain and man.hex != OFF), "offboard": (True, man.hex == OFF and not man.came)}
            if event["how"] in ways:
                replay.same(f"{event['how']}", *ways[event["how"]])
        if replay.events[replay.index - 1]["e"] not in ("slain", "unrecruit"):
            self._losses(replay.ahead(("slain", "unrecruit")))
        del self.men[event["id"]]

    def _losses(self, run: list[Event]) -> None:
        """The characters that leave together, by legion and by how."""
        replay, conceded = self.replay, self.replay.parley.conceded
        record: dict[tuple[str, str], Counter[str]] = {}
        for event in run:
            if event["e"] == "unrecruit":
                continue
            how = event["how"]
            if how not in ("killed", "offboard", "unrecruited") and not how.startswith("unsummoned to "):
                raise Lost(f"left in an unknown way: {how}")
            if conceded is not None and conceded.legion == event["legion"]:
                how = "conceded"
            record.setdefault((event["legion"], how), Counter())[replay.names.code[event["c"]]] += 1
        ours: dict[tuple[str, str], Counter[str]] = {}
        if conceded is not None:
            ours[conceded.legion, "conceded"] = Counter(conceded.creatures)
        while told := replay.door.take(Slain):
            ours.setdefault((told.legion, "killed"), Counter()).update(told.creatures)
        while gone := replay.door.take(NotEntered):
            ours.setdefault((gone.legion, "offboard"), Counter()).update(gone.creatures)
        while back := replay.door.take(TurnedBack):
            legion = replay.parley.legions[self.seats.index(back.seat)]
            how = f"unsummoned to {back.donor}" if back.donor else "unrecruited"
            ours.setdefault((legion, how), Counter())[back.creature] += 1
            replay.books.emptied.discard(back.donor)
        replay.same("who leaves", record, {key: codes for key, codes in ours.items() if codes})

    def turned_back(self, event: Event) -> None:
        """An `unrecruit` of a reinforcement: its `slain` follows, and is compared there."""
        self.replay.same("defender's legion", event["legion"], self.replay.parley.legions[1])
        if not self.replay.follows("slain"):
            raise Lost("nobody leaves who was mustered")
        self._losses(self.replay.ahead(("slain", "unrecruit")))

    # --- the end ---

    def concede(self, event: Event) -> None:
        """A concession in battle (R9.9, R9.10)."""
        replay, side = self.replay, self.replay.parley.legions.index(event["legion"])
        replay.same("player", replay.seats[event["player"]], self.seats[side])
        if not event["choice"]:
            replay.same("may concede", True, replay.door.may(self.seats[side], Concede()))
            return
        self.on_map = any(man.side == 0 and man.hex != OFF for man in self.men.values())
        replay.decide(self.seats[side], Concede())
        told = replay.need(replay.door.take(Conceded, legion=event["legion"]), "the concession")
        replay.same("in battle", True, told.in_battle)
        replay.parley.conceded = told

    def conceded_at_first(self, attacker: str) -> bool:
        """K3: the attacker conceded in his first Maneuver Phase, with characters on the map."""
        conceded = self.replay.parley.conceded
        return conceded is not None and conceded.legion == attacker and not self.entered and self.on_map

    def on_battle_end(self, event: Event) -> None:
        """The battle is over, how and when (R18.1)."""
        replay, parley = self.replay, self.replay.parley
        told = replay.need(replay.door.take(BattleEnded), "the end of the battle")
        if event["why"] == "concession":
            conceded = parley.conceded
            loser = parley.legions.index(conceded.legion) if conceded else 0
            hows: set[str] = {"concession"}
            winner: int | None = 1 - loser
        else:
            hows, winner = WHYS[event["why"]]
        replay.same("how it ended", True, told.how in hows)
        replay.same("winner", parley.legions[winner] if winner is not None else "", told.winner)
        replay.same("land", int(event["hex"]), told.land)
        self.ended_at = event["t"]
        time = event["why"] == "time_loss"  # the record says 8, in whose first phase time was found to be up (R11.3)
        replay.same("round", event["t"] - 1 if time else event["t"], told.round)
        replay.same("points", event["points"], replay.additions.award["points"] if replay.additions.award else 0)
        replay.same("attacker entered", event["attacker_entered"], self.entered)
        replay.books.battle_over()
        self.ended = {"winner": told.winner}
        replay.same("the battle is over", None, self.live)
        left = [t for t in replay.door.told if isinstance(t, (Drifted, Slain, NotEntered, TurnedBack, Maneuvered))]
        replay.same("told of the battle by the engine alone", [], left)
