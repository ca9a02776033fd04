"""Strikes: the tables of targets, the dice, and what is carried on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from engine.core import CHANCE, Drawn, Seat
from engine.titan.actions import Carry, Done, Strike
from engine.titan.events import Carried, Struck
from engine.titan.state import Aimed, Carrying, Fighting, State
from tests.conformance.apart import Aim, Aims, Apart, Pair, merged, selections, together
from tests.conformance.door import Lost
from tests.conformance.record import Event
from tests.conformance.soldiers import LETTERS, Man, Men, on, sharing, when

if TYPE_CHECKING:
    from tests.conformance.battle import Battles

BEST = 6
"""What a die shows that always hits."""


class Strikes:
    """Handlers of the strike phases of a battle."""

    def __init__(self, battle: Battles) -> None:
        self.battle = battle
        self.replay = battle.replay
        self.side = 0
        self.table: dict[str, list[Event]] = {}
        self.forced: list[str] = []
        self.ours: Aims = {}
        self.apart: Apart | None = None
        """How the phase is followed while two share a hex."""
        self.compared = False
        self.unsaid = False
        """Excess is left that the record carries to nobody and does not speak of."""
        self.chosen: tuple[str, str, Pair] = ("", "", (0, 0))

    # --- the tables ---

    def on_strikes(self, event: Event) -> None:
        """Half of a Strike Phase begins (R13.1)."""
        battle, self.side = self.battle, LETTERS.index(event["s"])
        back = event["phase"] == "strikeback"
        mover = 1 - self.side if back else self.side
        battle.reach((event["t"], 1 - mover, 2 if back else 1))
        for man in battle.men.values():
            man.struck = False
        live = battle.live
        here = live is not None and when(live) == battle.now
        if here and any(sharing(battle.men, man) for man in battle.men.values()):
            self.apart = Apart()
            self.replay.tally.departure("K11")
        battle.everybody(event["state"])
        self.table, self.forced = dict(event["targets"]), event["forced"]
        self._compare()

    def on_strikes_delta(self, event: Event) -> None:
        """What has changed after a strike."""
        self.battle.settle_carry()
        self.table.update(event["targets"])
        self.forced = event["forced"]
        self._compare()

    def _compare(self) -> None:
        """Every target of every striker, with dice, numbers, carries and pairs; and who must strike."""
        replay = self.replay
        self.ours, may_close = self._answers()
        record = {name: entries for name, entries in self.table.items() if entries}
        for name in sorted(record.keys() | self.ours.keys()):
            entries, aims = record.get(name, []), self.ours.get(name, {})
            replay.same(f"targets of {name}", sorted(entry["t"] for entry in entries), sorted(aims))
            for entry in entries:
                if entry["t"] in aims:
                    self._entry(name, entry, aims)
        must = sorted(name for name, aims in self.ours.items() if any(not aim.ranged for aim in aims.values()))
        replay.same("forced", sorted(self.forced), must)
        replay.same("may close the phase", not self.forced, may_close)
        self.compared = True

    def _answers(self) -> tuple[Aims, bool]:
        """What our side may strike at now, and whether the phase may be closed."""
        battle, rules = self.battle, self.replay.door.rules
        parts, may_close = [], True
        choices = list(selections(battle.men))
        for men in choices:
            state = battle.question(men if len(choices) > 1 else None)
            actions = tuple(rules.legal(state, battle.seats[self.side]))
            parts.append(self._aims(state, [action for action in actions if isinstance(action, Strike)], men))
            may_close = may_close and Done() in actions
        whole = merged(parts)
        if len(choices) > 1:
            phase = battle.question().phase
            assert isinstance(phase, Fighting), "a battle is asked about"
            together(whole, battle.men, self.replay.state.rules.grounds[phase.battle.terrain])
        return whole, may_close

    def _entry(self, name: str, entry: Event, aims: Mapping[str, Aim]) -> None:
        replay, aim = self.replay, aims[entry["t"]]
        what = f"strike of {name} at {entry['t']}"
        due = (entry["d"], entry["s"])
        replay.same(f"{what}: dice and number", due, aim.due)
        replay.same(f"{what}: ranged", entry.get("r", False), aim.ranged)
        pairs = {(pair["d"], pair["s"]): frozenset(pair["c"]) for pair in entry.get("p", ())}
        order = [(pair["d"], -pair["s"]) for pair in entry.get("p", ())]
        replay.same(f"{what}: pairs in order", sorted(order), order)
        if pairs:
            replay.same(f"{what}: carries of the due pair", frozenset(entry.get("c", ())), pairs.get(due))
        else:
            pairs = {due: frozenset(entry.get("c", ()))}
        further = self._further(aims, entry["t"], aim.carries.keys() - pairs.keys())
        if further:
            replay.tally.departure("K13")
        replay.same(f"{what}: pairs", sorted(pairs), sorted(aim.carries.keys() - further))
        for pair in sorted(pairs.keys() & aim.carries.keys()):
            self._carries(f"{what} with {pair}: carries", pairs[pair], aim.carries[pair], (name, entry["t"], pair))

    def _carries(self, what: str, record: frozenset[str], ours: frozenset[str], chosen: tuple[str, str, Pair]) -> None:
        """Enemies that excess may go on to. With a worse pair the record leaves some out (K2)."""
        name, target, pair = chosen
        aims = self.ours.get(name, {})
        if record != ours and target in aims and pair != aims[target].due:
            exact = {pair, aims[target].due}
            narrow = frozenset(other for other in ours if self._together(aims, target, other) in exact)
            if self.replay.same(f"{what}, as the record narrows them", record, narrow):
                self.replay.tally.departure("K2")
            return
        self.replay.same(what, record, ours)

    def _further(self, aims: Mapping[str, Aim], target: str, more: set[Pair]) -> set[Pair]:
        """The pairs that are ours alone, if each serves two others or more, and none of them as the record makes them
        (K13)."""
        if self.replay.state.rules.raise_strike_number != "useful_only":
            return set()
        singly = {self._together(aims, target, other) for other in aims if other != target}
        return {pair for pair in more if pair not in singly and len(aims[target].carries[pair]) > 1}

    @staticmethod
    def _together(aims: Mapping[str, Aim], target: str, other: str) -> Pair:
        """The pair that a target and another enemy have in common (R14.4)."""
        (dice, number), (their_dice, their_number) = aims[target].due, aims[other].due
        return min(dice, their_dice), max(number, their_number)

    def _aims(self, state: State, actions: list[Strike], men: Men) -> Aims:
        """Our answers, by the record's names."""
        found: Aims = {}
        for action in actions:
            striker, target = on(men, action.striker), on(men, action.target)
            if striker is None or target is None:
                raise Lost(f"{action} is of nobody")
            pair = (action.dice, action.number)
            ranged, carries = self._outcome(state, action, target.power - target.hits, men)
            aim = found.setdefault(striker.id, {}).setdefault(target.id, Aim(pair, ranged, {}))
            aim.due = (max(aim.due[0], pair[0]), min(aim.due[1], pair[1]))
            aim.carries[pair] = carries
        return found

    def _outcome(self, state: State, action: Strike, need: int, men: Men) -> tuple[bool, frozenset[str]]:
        """Whether a strike is ranged, and whom its excess could go on to if all its dice hit."""
        rules, seat = self.replay.door.rules, self.battle.seats[self.side]
        aimed, _ = rules.apply(state, seat, action)
        phase = aimed.phase
        if not isinstance(phase, Fighting) or not isinstance(phase.battle.step, Aimed):
            raise Lost(f"{action} wants no dice")
        ranged = phase.battle.step.ranged
        if ranged or action.dice <= need:
            return ranged, frozenset()
        struck, _ = rules.apply(aimed, CHANCE, Drawn((BEST,) * action.dice))
        phase = struck.phase
        if isinstance(phase, Fighting) and isinstance(phase.battle.step, Carrying):
            return ranged, self._named(phase.battle.step.targets, men)
        return ranged, frozenset()

    @staticmethod
    def _named(hexes: tuple[int, ...], men: Men) -> frozenset[str]:
        return frozenset(man.id for hex_ in hexes if (man := on(men, hex_)) is not None)

    # --- striking ---

    def on_penalty_offer(self, event: Event) -> None:
        """The pairs to choose from, once striker and target are named (R14.4)."""
        entries = [entry for entry in self.table.get(event["by"], ()) if entry["t"] == event["at"]]
        pairs: Any = entries[0].get("p") if entries else None
        self.replay.same("pairs offered", event["options"], pairs)
        if not self.replay.follows("strike"):
            raise Lost("no strike follows")

    def on_strike(self, event: Event) -> None:
        """A strike with its dice (R13.4-R13.7)."""
        replay, battle = self.replay, self.battle
        battle.settle_carry()
        if not self.compared:
            self._compare()
        striker, target = battle.man(event["by"]), battle.man(event["at"])
        replay.same("side that strikes", self.side, striker.side)
        told = self._strike(event, striker, target)
        replay.same("struck", (striker.creature, target.creature), (told.striker, told.target))
        replay.same("hexes", (striker.hex, target.hex), (told.hex, told.target_hex))
        replay.same("dice and number", (event["d"], event["s"]), (told.dice, told.number))
        replay.same("rolls", tuple(event["rolls"]), told.rolls)
        replay.same("hits", event["hits"], sum(roll >= told.number for roll in told.rolls))
        replay.same("hits taken", (event["dealt"], event["target_hits"]), (told.dealt, told.hits))
        replay.same("slain", event["dead"], told.slain)
        target.hits, striker.struck = told.hits, True
        self.chosen = (striker.id, target.id, (event["d"], event["s"]))
        self._left(event["carry"], event["carry_to"], rolled=event["hits"] - event["dealt"])
        self.table.pop(striker.id, None)
        self.forced = [name for name in self.forced if name != striker.id]
        self._drop(target.id)
        self.compared = False

    def _strike(self, event: Event, striker: Man, target: Man) -> Struck:
        """The strike in our battle."""
        replay, seat = self.replay, self.battle.seats[self.side]
        action = Strike(striker.hex, target.hex, event["d"], event["s"])
        if self.apart is not None:
            aim = self.ours.get(striker.id, {}).get(target.id)
            return self.apart.strike(striker, target, (event["d"], event["s"]), event["rolls"], aim, seat)
        replay.decide(seat, action)
        replay.door.draw(*event["rolls"])
        struck: Struck = replay.need(replay.door.take(Struck, hex=striker.hex), "the strike")
        return struck

    def _drop(self, name: str) -> None:
        """A slain target leaves the tables at once."""
        if self.battle.man(name).slain:
            self.table = {
                striker: [entry for entry in entries if entry["t"] != name] for striker, entries in self.table.items()
            }

    def _left(self, carry: int, to: list[str], rolled: int | None = None) -> None:
        """The excess, and whom it may go on to."""
        replay, (excess, ours) = self.replay, self._excess()
        self._carries("excess may go on to", frozenset(to), ours, self.chosen)
        if to:
            replay.same("excess", carry, excess)
        elif carry and rolled is not None:  # rare: excess is named, and goes to nobody
            replay.same("excess for nobody", carry, rolled)
        self.unsaid = not to

    def _excess(self) -> tuple[int, frozenset[str]]:
        """Hits that may be carried now, and to whom."""
        if self.apart is not None:
            return self.apart.excess, self.apart.open
        live = self.battle.live
        step = live.step if live is not None else None
        return (
            (step.excess, self._named(step.targets, self.battle.men))
            if isinstance(step, Carrying)
            else (0, frozenset())
        )

    def on_carry(self, event: Event) -> None:
        """Excess goes on to another (R14.5)."""
        replay, battle = self.replay, self.battle
        target = battle.man(event["at"])
        seat = battle.seats[self.side]
        if self.apart is not None:
            told = self.apart.carry(target, seat)
        else:
            replay.decide(seat, Carry(target.hex))
            told = replay.need(replay.door.take(Carried, hex=target.hex), "the carry")
        said = (target.creature, event["dealt"], event["target_hits"], event["dead"])
        replay.same("carried", said, (told.target, told.dealt, told.hits, told.slain))
        target.hits = told.hits
        named = event["carry_to"] or event["left"]  # the record calls excess that can go to nobody none
        replay.same("left", event["left"], told.left if named else 0)
        self._left(event["left"], event["carry_to"])
        self._drop(target.id)

    def on_carry_skip(self, event: Event) -> None:
        """The excess is let go (R14.5)."""
        excess, to = self._excess()
        if not to:
            raise Lost("no excess to let go")
        self.replay.same("left", event["left"], excess)
        if self.apart is not None:
            self.apart.let_go()
        else:
            self.replay.finish(self.battle.seats[self.side])

    def on_strikes_end(self, event: Event) -> None:
        """Half of a Strike Phase is closed, unless it has closed by itself."""
        side = LETTERS.index(event["s"])
        self.replay.same("side that strikes", side, self.side)
        self.battle.settle_carry()
        self.battle.is_now((event["t"], *self.battle.now[1:]))
        battle = self.battle.live
        if self.apart is not None:
            self._rejoin(self.battle.seats[side])
        elif battle is not None and when(battle) == self.battle.now:
            self.replay.finish(self.battle.seats[side])
        self.battle.live  # noqa: B018 (the state is kept if the battle goes on)

    def _rejoin(self, seat: Seat) -> None:
        """After both halves the position is laid out for the engine, which removes the slain and goes on."""
        if self.battle.now[2] == 1:
            return
        for man in self.battle.men.values():
            man.struck = True
        self.replay.door.lay_out(self.battle.question())
        self.apart = None
        self.replay.finish(seat)
