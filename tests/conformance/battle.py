"""Battles: maneuvers, drift, the removal of the slain, and the end. The strikes are in `strikes`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from engine.core import Seat
from engine.titan.actions import Concede, Maneuver, Reinforce, Summon
from engine.titan.battle.ground import HEXES, INDEX
from engine.titan.events import (
    BattleBegan,
    BattleEnded,
    Conceded,
    Drifted,
    ManeuverBegan,
    Maneuvered,
    NotEntered,
    Slain,
    TurnedBack,
)
from engine.titan.state import OFF as NOWHERE
from engine.titan.state import Aimed, Battle, Carrying, Fighting, Maneuvering, State, Striking
from tests.conformance.door import Lost
from tests.conformance.names import OFF, SIDES
from tests.conformance.record import Event
from tests.conformance.soldiers import Man, Men, fighters, roll_call
from tests.conformance.strikes import Strikes

if TYPE_CHECKING:
    from tests.conformance.replay import Replay

LETTERS = ("a", "d")
WHYS: Mapping[str, tuple[set[str], int | None]] = {
    "attacker_eliminated": ({"battle", "titan"}, 1),
    "defender_eliminated": ({"battle", "titan"}, 0),
    "mutual": ({"battle", "titan"}, None),
    "time_loss": ({"time"}, 1),
}
"""How our battle ends where the record's does so, and which side wins."""


def _trace(man: Man) -> tuple[int, str, int]:
    return man.fighter.hex, man.creature, man.hits


When = tuple[int, int, int]
"""Round; the mover, the defender first; maneuver, strikes, strikes back. It only rises."""


def when(battle: Battle) -> When:
    """How far a battle is."""
    half = 0 if isinstance(battle.step, Maneuvering) else 2 if battle.step.responding else 1
    return battle.round, 1 - battle.mover, half


class Battles:
    """Handlers of battle events, and the battle at hand as the record names it."""

    def __init__(self, replay: Replay) -> None:
        self.replay = replay
        self.strikes = Strikes(self)
        self.men: Men = {}
        self.moves: dict[str, list[str]] = {}
        self.now: When = (0, 0, 0)
        self.last: State | None = None
        """The latest state in which the battle was not over."""
        self.laid_out = False
        self.entered = False
        self.ended: Event | None = None
        self.ended_at = 0

    def __getattr__(self, name: str) -> Any:
        """The handlers of strikes are this part's, too."""
        if name.startswith("on_"):
            return getattr(self.strikes, name)
        raise AttributeError(name)

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
        self.men, self.moves, self.now, self.last = {}, {}, (0, 0, 0), None
        self.ended, self.ended_at, self.entered = None, 0, False

    def reach(self, at: When) -> None:
        """The record is at `at`; so must we be, or past it. Raises Lost if we are not."""
        if at <= self.now:
            raise Lost(f"{at} after {self.now}")
        self.now = at
        battle = self.live
        if battle is not None and when(battle) < at:
            raise Lost(f"our battle is still at {when(battle)}: {battle.step}")

    def sharing(self, man: Man) -> list[Man]:
        """Others on the same hex: after K11 the record may have two there, which the rules never have."""
        return [other for other in self.men.values() if other is not man and other.hex == man.hex != OFF]

    def _first(self, man: Man) -> None:
        """Where two share a hex, ours is made to mean this one."""
        phase = self.replay.state.phase
        if self.sharing(man) and isinstance(phase, Fighting):
            them = [f for f in phase.battle.fighters if (f.hex, f.creature, f.hits) == _trace(man)]
            rest = tuple(f for f in phase.battle.fighters if f is not them[0])
            battle = replace(phase.battle, fighters=(them[0], *rest))
            self.replay.door.lay_out(replace(self.replay.state, phase=replace(phase, battle=battle)))

    def _alone(self, state: State, man: Man) -> State:
        """The question put for one of those who share a hex."""
        phase, gone = state.phase, [_trace(other) for other in self.sharing(man)]
        assert isinstance(phase, Fighting), "questions of a battle"
        left = tuple(f for f in phase.battle.fighters if (f.hex, f.creature, f.hits) not in gone or _trace(man) in gone)
        return replace(state, phase=replace(phase, battle=replace(phase.battle, fighters=left)))

    def question(self) -> State:
        """The state to ask about now: ours if it waits here, else the same position before it ran on by itself."""
        battle = self.live
        step = Maneuvering() if self.now[2] == 0 else Striking(self.now[2] == 2)
        if battle is not None and when(battle) == self.now and isinstance(battle.step, type(step)):
            return self.replay.state
        if self.last is None:
            raise Lost("no battle")
        phase = self.last.phase
        assert isinstance(phase, Fighting), "the state of a battle is kept"
        if battle is not None and when(battle) == self.now and isinstance(battle.step, Aimed):
            return replace(self.last, phase=replace(phase, battle=replace(battle, step=step)))
        asked = replace(
            phase.battle,
            round=self.now[0],
            mover=1 - self.now[1],
            step=step,
            fighters=tuple(man.fighter for man in self.men.values()),
            window=False,
        )
        return replace(self.last, phase=replace(phase, battle=asked))

    def everybody(self, record: dict[str, list[Any]]) -> None:
        """Where all are, with their hits: as the record says, and as in our battle if it waits here."""
        ours = {man.id: [man.hex, man.hits] for man in self.men.values()}
        self.replay.same("places and hits", record, ours)
        battle = self.live
        if battle is not None and when(battle) == self.now:
            self.replay.same("places and hits in our battle", roll_call(self.men), fighters(battle.fighters))

    def settle_carry(self) -> None:
        """Excess that the record lets go without a word, since it goes to nobody there (K2)."""
        battle = self.live
        if battle is not None and isinstance(battle.step, Carrying):
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

    # --- maneuvers ---

    def on_maneuver(self, event: Event) -> None:
        """A Maneuver Phase begins (R12)."""
        replay, side = self.replay, LETTERS.index(event["s"])
        self.reach((event["t"], 1 - side, 0))
        began = replay.need(replay.door.take(ManeuverBegan), "the Maneuver Phase")
        replay.same("round and side", (event["t"], self.seats[side]), (began.round, began.seat))
        self.everybody(event["state"])
        self.moves, self.laid_out = dict(event["moves"]), False
        movers = {man.id for man in self.men.values() if man.side == side}
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
        replay, side = self.replay, 1 - self.now[1]
        actions = tuple(replay.door.rules.legal(self.question(), self.seats[side]))
        ours: dict[str, set[str]] = {}
        for action in actions:
            if isinstance(action, Maneuver):
                ours.setdefault(action.character, set()).add(action.hex)
        names = set()
        for name, record in sorted(self.moves.items()):
            man = self.man(name)
            names.add(man.name)
            possible = ours.get(man.name, set())
            if self.sharing(man):
                alone = replay.door.rules.legal(self._alone(self.question(), man), self.seats[side])
                possible = {way.hex for way in alone if isinstance(way, Maneuver) and way.character == man.name}
            replay.same(f"maneuvers of {name}", set(record), possible)
        replay.same("others that may maneuver", set(), ours.keys() - names)
        return actions

    def on_bmove(self, event: Event) -> None:
        """A character moves."""
        replay, man = self.replay, self.man(event["id"])
        replay.same("from", event["from"], man.hex)
        self._first(man)
        replay.decide(self.seats[man.side], Maneuver(man.name, event["to"]))
        told = replay.need(replay.door.take(Maneuvered, hex=event["to"]), "the maneuver")
        start = "" if man.hex == OFF else man.hex
        replay.same("maneuver", (man.creature, start, self.seats[man.side]), (told.creature, told.start, told.seat))
        man.hex = event["to"]
        self.moves.pop(man.id, None)

    def on_bunmove(self, event: Event) -> None:
        """A maneuver is taken back."""
        replay, man = self.replay, self.man(event["id"])
        replay.same("from", event["from"], man.hex)
        seat = self.seats[man.side]
        at = next((seq for seq, way in replay.door.steps(seat, Maneuver) if way.hex == man.hex), None)
        if at is None and not self.laid_out:
            raise Lost(f"no maneuver of {man.id} can be taken back")
        if at is None or not replay.door.undo(seat, at):
            self._lay_back(man, event["to"])
        man.hex = event["to"]
        battle = self.live
        ours = fighters(battle.fighters) if battle else Counter()
        replay.same("places after taking back", roll_call(self.men), ours)

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
        self._is_now((event["t"], 1 - side, 0))
        battle = self.live
        if battle is not None and when(battle) == self.now:
            self.replay.finish(self.seats[side])
            self.live  # noqa: B018 (the state is kept if the battle goes on)
        if side == 0:
            self.entered = True

    def _is_now(self, at: When) -> None:
        if at != self.now:
            raise Lost(f"the end of {at} at {self.now}")

    def on_strikes_end(self, event: Event) -> None:
        """Half of a Strike Phase is closed, unless it has closed by itself."""
        side = LETTERS.index(event["s"])
        self.replay.same("side that strikes", side, self.strikes.side)
        self.settle_carry()
        self._is_now((event["t"], *self.now[1:]))
        battle = self.live
        if battle is not None and when(battle) == self.now:
            if isinstance(battle.step, Aimed):
                raise Lost(f"somebody must still strike in our game: {battle.step}")
            self.replay.finish(self.seats[side])
        self.live  # noqa: B018 (the state is kept if the battle goes on)

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
        replay.decide(self.seats[side], Concede())
        told = replay.need(replay.door.take(Conceded, legion=event["legion"]), "the concession")
        replay.same("in battle", True, told.in_battle)
        replay.parley.conceded = told

    def conceded_at_first(self, attacker: str) -> bool:
        """K3: the attacker conceded in his first Maneuver Phase, with characters on the map."""
        conceded = self.replay.parley.conceded
        on_map = any(man.side == 0 and man.hex != OFF for man in self.fallen_at_concession)
        return conceded is not None and conceded.legion == attacker and not self.entered and on_map

    @property
    def fallen_at_concession(self) -> list[Man]:
        """Everybody as it was when a concession came."""
        phase = self.last.phase if self.last is not None else None
        if not isinstance(phase, Fighting):
            return []
        return [
            Man("", fighter.side, fighter.creature, 0, OFF if fighter.hex < 0 else HEXES[fighter.hex])
            for fighter in phase.battle.fighters
        ]

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
