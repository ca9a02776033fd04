"""After an engagement: points, eliminated players, the winner's additions; and additions in battle."""

from __future__ import annotations

from collections import Counter
from math import floor
from typing import TYPE_CHECKING

from engine.core import Seat
from engine.titan.actions import Acquire, Reinforce, Resign, Summon
from engine.titan.events import Acquired, BattleEnded, Eliminated, Reinforced, Scored, Summoned
from engine.titan.phases.muster import musters
from engine.titan.phases.settlement import donors, thresholds
from engine.titan.rules import rules_for
from engine.titan.state import Engagement, Fighting, Gathering
from engine.values import replace as exchanged
from tests.conformance.door import Lost
from tests.conformance.record import Event

if TYPE_CHECKING:
    from tests.conformance.replay import Replay

AFTER_AWARD = ("dies", "points", "eliminated")


class Additions:
    """Handlers of points, eliminations and offers."""

    def __init__(self, replay: Replay) -> None:
        self.replay = replay
        self.forget()

    def forget(self) -> None:
        """A new engagement begins."""
        self.award: Event | None = None
        self.awarded = False
        self.crossed: tuple[int, ...] = ()
        """The multiples of 100 that the award reached (R18.6)."""
        self.halves: dict[str, float] = {}
        self.died: list[Event] = []
        self.offers: set[str] = set()
        self.asked: dict[str, bool] = {}
        """The offers that wait for an answer, and whether they were made in battle."""
        self.due: list[Event] = []
        self.answered = 0
        self.reinforced: Reinforced | None = None
        self.taken: Counter[str] = Counter()

    # --- points ---

    def on_award(self, event: Event) -> None:
        """Points for the engagement (R18.3), and the legion that may acquire."""
        replay = self.replay
        self.award, self.awarded = event, False
        legion = replay.state.legions.get(event["legion"])
        replay.same("winning legion", event["legion"], legion.marker if legion else None)
        replay.same("its player", replay.seats[event["player"]], legion.owner if legion else None)
        replay.same("its height", event["height"], legion.height if legion else None)
        replay.same("from a flight", event["from_flight"], replay.parley.fled is not None)

    def on_points(self, event: Event) -> None:
        """Those of the award; later ones are halves for an eliminated player, summed before they are compared."""
        replay, seat = self.replay, self.replay.seats[event["player"]]
        replay.same("sum", event["before"] + event["points"], event["after"])
        if self.award is not None and not self.awarded:
            self.awarded = True
            replay.same("points", self.award["points"], event["points"])
            replay.same("player", self.award["player"], event["player"])
            replay.same("half for a flight", self.award["from_flight"], event["half"])
            scored = replay.need(replay.door.take(Scored, seat=seat), "the points")
            replay.same("points", (event["points"], event["after"]), (scored.points, scored.score))
            self.crossed = thresholds(scored.score - scored.points, scored.score)
            whys = ["flight"] if self.award["from_flight"] else ["battle", "concession", "agreement"]
            replay.same("kind of points", True, scored.why in whys)
            return
        replay.same("half-points", True, event["half"] and bool(self.died))
        self.halves[event["player"]] = self.halves.get(event["player"], 0) + event["points"]

    def on_dies(self, event: Event) -> None:
        """A player is out, with all his legions (R19.2)."""
        replay, seat = self.replay, self.replay.seats[event["player"]]
        slayer = replay.seats[event["slayer"]] if event["slayer"] is not None else None
        if replay.door.peek(Eliminated, seat=seat) is None:
            replay.decide(seat, Resign())  # nothing took him out: he withdraws (R19.9)
        out = replay.need(replay.door.take(Eliminated, seat=seat), f"the elimination of {event['player']}")
        self.died.append(event)
        replay.same("slayer", slayer, out.slayer)
        record = {leg["legion"]: (leg["hex"], sorted(leg["c"])) for leg in event["legions"] if leg["c"]}
        ours = {marker: (str(land), replay.names.listed(codes)) for marker, land, codes in out.legions}
        replay.same("legions that go with him", record, ours)
        rules, score = replay.state.rules, replay.state.players[seat].score
        for legion in event["legions"]:
            codes = [code for code in replay.names.codes(legion["c"]) if code != "TTN"]
            replay.same(
                f"value of {legion['legion']}", legion["value"], sum(rules.value(code, score) for code in codes)
            )
            self._foreign(event, legion)
        shown = replay.door.seen(out, None)
        replay.same("shown to all", out.legions, shown.legions if shown else None)
        if ours:
            replay.tally.departure("K5")
        for _, _, codes in out.legions:
            replay.books.lost(codes)
        if event["slayer"] is not None:
            replay.books.slew.setdefault(event["slayer"], []).append(event["player"])

    def _foreign(self, event: Event, legion: Event) -> None:
        """Whether another's legion stands in the land, and who scores half (R19.3)."""
        replay, land = self.replay, int(legion["hex"])
        if replay.parley.is_open and land == replay.parley.land:
            replay.same("legion of the engagement", True, legion["legion"] in replay.parley.legions)
            return
        if len(self.died) > 1 or replay.door.peek(Eliminated) is not None:
            return  # two are out together: the other's legions are gone in our game
        owners = {leg.owner for leg in replay.state.legions.values() if leg.land == land}
        replay.same(f"{legion['legion']} engaged", legion["engaged"], bool(owners))
        gainer = replay.ids[owners.pop()] if owners else event["slayer"]
        replay.same(f"who scores half of {legion['legion']}", legion["half_to"], gainer)

    def on_eliminated(self, event: Event) -> None:
        """The end of it. Scores are compared when nobody else is out at the same time."""
        replay, state = self.replay, self.replay.state
        last = self.died[-1] if self.died else {}
        replay.same("player and slayer", (last.get("player"), last.get("slayer")), (event["player"], event["slayer"]))
        if event["slayer"] is not None:
            markers = replay.books.markers_kept(state.players[replay.seats[event["slayer"]]].markers)
            replay.same("markers of the slayer", event["slayer_markers"], markers)
        else:
            replay.same("markers of the slayer", event["slayer_markers"], None)
        if not replay.follows(*AFTER_AWARD):
            self._halves(event)

    def _halves(self, event: Event) -> None:
        """Half-points, summed and halved once for each who scores (R19.3)."""
        replay = self.replay
        due: dict[str, float] = {}
        for dead in self.died:
            for legion in dead["legions"]:
                if legion["half_to"] is not None and legion["value"]:
                    due[legion["half_to"]] = due.get(legion["half_to"], 0) + legion["value"] / 2
        replay.same("half-points by legion", due, self.halves)
        gone = {dead["player"] for dead in self.died}
        for player, points in self.halves.items():
            if player in gone and all(dead["slayer"] is None for dead in self.died):
                replay.books.gifts[player] += floor(points)
                replay.tally.departure("K4")
                continue
            scored = replay.door.take(Scored, seat=replay.seats[player], why="half")
            replay.same(f"half-points of {player}", floor(points), scored.points if scored else 0)
        replay.same("players", sorted(replay.ids), sorted(event["scores"]))
        for player, record in event["scores"].items():
            ours = replay.state.players[replay.seats[player]].score + replay.books.gifts[player]
            replay.same(f"score of {player}", record, ours)
        self.died, self.halves = [], {}

    # --- acquiring ---

    def _gathering(self) -> Gathering | None:
        phase = self.replay.state.phase
        return phase if isinstance(phase, Gathering) and phase.engagement.land == self.replay.parley.land else None

    def on_acquire_offer(self, event: Event) -> None:
        """The angels due (R18.6, R18.7)."""
        replay, seat = self.replay, self.replay.seats[event["player"]]
        self.due, self.answered = event["thresholds"], 0
        self.offers.add("acquire")
        replay.same("offered to the winner", (self.award or {}).get("legion"), event["legion"])
        if replay.books.over:
            replay.same("multiples reached", [threshold["at"] for threshold in self.due], list(self.crossed))
            self._too_late(bool(self.due))
            return
        phase = self._gathering()
        options = {threshold["at"]: {*replay.names.codes(threshold["options"])} for threshold in self.due}
        if options or (phase and phase.due):
            replay.same("multiples reached", sorted(options), sorted(phase.due) if phase else [])
        ours = {way.creature for way in replay.door.legal(seat) if isinstance(way, Acquire)} if phase else set()
        great = {code for code, kind in replay.state.rules.kinds.items() if kind.acquire_every == 500}
        for at, codes in options.items():
            if at % 500 == 0 and len(codes) > 1 and replay.state.rules.archangel_choice == "strict":
                replay.tally.departure("K16")
                options[at] = codes & great
        replay.same("angels due", set().union(*options.values()), ours)
        for at, codes in options.items():
            fitting = {code for code in ours if at % 500 == 0 or code not in great}
            replay.same(f"angels due for {at}", codes, fitting - (ours - great if codes <= great else set()))

    def on_acquire(self, event: Event) -> None:
        """An answer to the offer, threshold by threshold."""
        replay, seat = self.replay, self.replay.seats[event["player"]]
        if self.answered >= len(self.due):
            raise Lost("no angel is due any more")
        threshold = self.due[self.answered]
        self.answered += 1
        if event["creature"] is None:
            return
        replay.same("was offered", True, event["creature"] in threshold["options"])
        code = replay.names.code[event["creature"]]
        late = replay.books.late
        height = replay.state.legions[event["legion"]].height + sum(add[0] == event["legion"] for add in late)
        if not event["ok"]:
            replay.tally.departure("K6")
            replay.same("full", replay.state.rules.max_height, height)
            replay.same("may acquire", False, self._may(seat, Acquire))
        elif replay.books.over:
            replay.tally.departure("K10")
            late.append((event["legion"], event["creature"], ""))
            height += 1
        else:
            self._acquire(seat, code)
            replay.need(replay.door.take(Acquired, legion=event["legion"], creature=code), "the acquisition")
            height = replay.state.legions[event["legion"]].height
        replay.same("height", event["height"], height)

    def _acquire(self, seat: Seat, code: str) -> None:
        """As our player decides; an Angel in the place of an Archangel by the option that has it (K16)."""
        replay, action = self.replay, Acquire(code)
        if replay.door.may(seat, action) or replay.state.rules.archangel_choice != "strict":
            replay.decide(seat, action)
            return
        rules, lenient = replay.state.rules, rules_for({**replay.options, "archangel_choice": "may_take_angel"})
        replay.door.lay_out(exchanged(replay.state, rules=lenient))
        replay.decide(seat, action)
        replay.door.lay_out(exchanged(replay.state, rules=rules))

    def _too_late(self, anything: bool) -> None:
        """K10: the game is over, and additions are offered all the same."""
        if anything:
            self.replay.tally.departure("K10")

    def _may(self, seat: Seat, kind: type) -> bool:
        return any(isinstance(action, kind) for action in self.replay.door.legal(seat))

    # --- summoning ---

    def on_summon_offer(self, event: Event) -> None:
        """Whom the attacker may summon, and from where (R16)."""
        replay, seat = self.replay, self.replay.seats[event["player"]]
        self.offers.add("summon")
        self.asked["summon"] = event["in_battle"]
        if replay.books.over:
            self._too_late(bool(event["options"]))
        else:
            self._place(event)
        record = {(donor, code) for donor, names in event["options"].items() for code in replay.names.codes(names)}
        ours = {(way.donor, way.creature) for way in replay.door.legal(seat) if isinstance(way, Summon)}
        if replay.books.over:
            parley = replay.parley
            ours = set(donors(replay.state, Engagement(parley.land, parley.legions, parley.seats, False)))
        replay.same("summoning", record, ours)

    def _place(self, event: Event) -> None:
        replay, state = self.replay, self.replay.state
        legion = state.legions.get(event["legion"])
        replay.same("legion's player", replay.seats[event["player"]], legion.owner if legion else None)
        replay.same("in battle", event["in_battle"], isinstance(state.phase, Fighting))

    def on_summon(self, event: Event) -> None:
        """A character is summoned, or nobody is."""
        replay = self.replay
        replay.same("was offered, and where", event["in_battle"], self.asked.pop("summon", None))
        if event["creature"] is None:
            replay.same("declined", (None, None), (event["legion"], event["donor"]))
            return
        code, seat = replay.names.code[event["creature"]], replay.parley.seats[0]
        replay.same("summoned into", event["legion"], replay.parley.legions[0])
        if replay.books.over:
            replay.tally.departure("K10")
            replay.books.late.append((event["legion"], event["creature"], event["donor"]))
            return
        replay.decide(seat, Summon(event["donor"], code))
        summoned = replay.need(replay.door.take(Summoned, donor=event["donor"], creature=code), "the summoning")
        replay.same("summoned into", event["legion"], summoned.legion)
        replay.same("donor emptied", event["donor"] not in replay.state.legions, summoned.emptied)
        if summoned.emptied:
            replay.tally.departure("K7")
            replay.books.emptied.add(event["donor"])

    def on_note(self, event: Event) -> None:
        """K6: a summoning after the legion had become full."""
        self._refused("summon", Summon, self.replay.parley.seats[0])

    def on_rejected(self, event: Event) -> None:
        """K6: a reinforcement after the legion had become full."""
        self.replay.same("who asked", self.replay.seats[event["player"]], self.replay.parley.seats[1])
        self._refused("reinforce", Reinforce, self.replay.parley.seats[1])

    def _refused(self, offer: str, kind: type, seat: Seat) -> None:
        replay = self.replay
        replay.tally.departure("K6")
        replay.same("was offered", True, offer in self.offers)
        replay.same("may still", False, self._may(seat, kind))
        winner = replay.state.legions[replay.parley.legions[replay.parley.seats.index(seat)]]
        late = sum(late[0] == winner.marker for late in replay.books.late)
        replay.same("full", replay.state.rules.max_height, winner.height + late)

    # --- reinforcing ---

    def on_reinforce_offer(self, event: Event) -> None:
        """What the defender may muster (R17)."""
        replay, seat = self.replay, self.replay.seats[event["player"]]
        self.offers.add("reinforce")
        self.asked["reinforce"] = event["in_battle"]
        if replay.books.over:
            self._too_late(bool(event["options"]))
        else:
            self._place(event)
        terrain = replay.state.rules.board.lands[replay.parley.land].terrain
        replay.same("terrain", event["terrain"], terrain)
        ours = {(way.recruit, way.shown) for way in replay.door.legal(seat) if isinstance(way, Reinforce)}
        if replay.books.over:
            ours = set(musters(replay.state, replay.state.legions[event["legion"]]))
        replay.same("reinforcements", replay.names.options(event["options"]), ours)

    def reinforce(self, event: Event) -> None:
        """A `recruit` that is a reinforcement."""
        replay, seat = self.replay, self.replay.seats[event["player"]]
        shown = (replay.names.code[event["by"]],) * event["count"] if event["by"] is not None else ()
        replay.same("recruiters", (event["count"], event["by"] is None), (len(shown), not shown))
        replay.same("land", event["hex"], str(replay.parley.land))
        if replay.books.over:
            replay.tally.departure("K10")
            replay.books.late.append((event["legion"], event["recruit"], ""))
            return
        legion = replay.state.legions[event["legion"]]
        replay.decide(seat, Reinforce(replay.names.code[event["recruit"]], shown))
        self.reinforced = replay.need(replay.door.take(Reinforced, legion=event["legion"]), "the reinforcement")
        # ours may have gone back already, if nobody could maneuver: what was there before tells
        after = sorted([*replay.names.listed(legion.creatures), event["recruit"]])
        replay.same("contents after", sorted(event["after"]), after)

    def on_reinforce_done(self, event: Event) -> None:
        """The end of the question: nothing of its own."""
        self.replay.same("was offered, and where", event["in_battle"], self.asked.pop("reinforce", None))

    # --- the end ---

    def on_engagement_result(self, event: Event) -> None:
        """The engagement is settled; what was not offered may not have been open."""
        replay, parley = self.replay, self.replay.parley
        replay.same("an engagement is open", True, parley.is_open)
        parley.is_open = False
        replay.same("angels answered for", len(self.due), self.answered)
        phase = self._gathering()
        if phase is not None:
            seat = phase.engagement.seats[phase.side]
            for offer, kind in (("summon", Summon), ("reinforce", Reinforce), ("acquire", Acquire)):
                if offer in self.offers or not self._may(seat, kind):
                    continue
                if offer == "reinforce" and replay.battle.conceded_at_first(parley.legions[0]):
                    replay.tally.departure("K3")
                else:
                    replay.wrong(f"{offer}: open in our game, not offered in the record")
            replay.finish(seat)
        replay.same("land", int(event["hex"]), parley.land)
        methods = {"flee": parley.fled, "negotiate": parley.agreed}
        concession = parley.conceded is not None and not parley.conceded.in_battle
        ours = next((name for name, happened in methods.items() if happened), "concede" if concession else "fight")
        replay.same("method", event["method"], ours)
        legion = replay.state.legions.get(event["winner"]) if event["winner"] is not None else None
        owner = replay.ids[legion.owner] if legion else None
        late = [creature for marker, creature, _ in replay.books.late if marker == event["winner"]]
        contents = sorted(replay.names.listed(legion.creatures) + late) if legion else None
        said = sorted(event["winner_creatures"]) if event["winner_creatures"] is not None else None
        replay.same("winner", (event["winner"], event["winner_player"]), (legion.marker if legion else None, owner))
        replay.same("winner's creatures", said, contents)
        if event["winner"] is None:
            left = [marker for marker in parley.legions if marker in replay.state.legions]
            replay.same("both legions are gone", [], left)
        replay.same("points", event["points"], self.award["points"] if self.award else 0)
        replay.same("round", event["battle_turn"], replay.battle.ended_at if ours == "fight" else 0)
        replay.same("battle told to end", None, replay.door.take(BattleEnded))
        replay.battle.leave()
        self.forget()
