"""Engagements before the battle: their order, flight, concession and agreement."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core import Seat
from engine.titan.actions import Accept, Concede, Engage, Fight, Flee, Offer, Waive, Withdraw
from engine.titan.events import Agreed, BattleBegan, Conceded, Engaged, Fled
from engine.titan.state import Engaging, Fighting, Parleying, Proposal
from tests.conformance.door import Lost
from tests.conformance.names import SIDES
from tests.conformance.record import Event

if TYPE_CHECKING:
    from tests.conformance.replay import Replay

BOTH = "both"
SIDE_NAMES = ("attacker", "defender")


class Parley:
    """Handlers of the exchange before a battle, and the engagement at hand."""

    def __init__(self, replay: Replay) -> None:
        self.replay = replay
        self.land = 0
        self.legions: tuple[str, str] = ("", "")
        """Attacker and defender of the engagement at hand."""
        self.seats: tuple[Seat, Seat] = (Seat(0), Seat(0))
        self.is_open = False
        self.listed: set[int] = set()
        """Lands of the engagements that the record has listed and not yet opened."""
        self.fled: Fled | None = None
        self.conceded: Conceded | None = None
        self.agreed: Agreed | None = None

    def on_engagements(self, event: Event) -> None:
        """All engagements of the turn (R9.1)."""
        replay, state = self.replay, self.replay.state
        replay.same("player to move", replay.seats[event["player"]], state.active)
        mine = {legion.land: legion.marker for legion in state.own(state.active)}
        ours = {
            (str(legion.land), mine[legion.land], legion.marker)
            for legion in state.legions.values()
            if legion.owner != state.active and legion.land in mine
        }
        record = {(fight["hex"], fight["attacker"], fight["defender"]) for fight in event["list"]}
        replay.same("engagements", record, ours)
        self.listed = {int(fight["hex"]) for fight in event["list"]}
        if isinstance(state.phase, Engaging):
            may = {action.land for action in replay.door.legal(state.active) if isinstance(action, Engage)}
            replay.same("engagements that may be opened", self.listed, may)

    def on_engage(self, event: Event) -> None:
        """An engagement is opened (R9.2); the only one opens by itself."""
        replay, land = self.replay, int(event["hex"])
        if replay.door.peek(Engaged) is None:
            replay.decide(replay.state.active, Engage(land))
        engaged = replay.need(replay.door.take(Engaged), "the engagement")
        replay.same("was listed", True, land in self.listed)
        self.listed.discard(land)
        state, phase = replay.state, replay.state.phase
        if not isinstance(phase, Parleying):
            raise Lost(f"no exchange before a battle, but {phase}")
        replay.same("the last engagement is settled", False, self.is_open)
        self.is_open = True
        self.land, self.fled, self.conceded, self.agreed = land, None, None, None
        self.legions, self.seats = (event["attacker"], event["defender"]), engaged.seats
        replay.additions.forget()
        said = (land, event["attacker"], event["defender"])
        replay.same("engagement", said, (engaged.land, engaged.attacker, engaged.defender))
        for side in SIDE_NAMES:
            legion = state.legions[event[side]]
            replay.same(f"{side}", replay.seats[event[f"{side}_player"]], legion.owner)
            replay.same(
                f"{side}'s creatures", sorted(event[f"{side}_creatures"]), replay.names.listed(legion.creatures)
            )
        replay.same("terrain", event["terrain"], state.rules.board.lands[land].terrain)
        replay.same("attacker's side", SIDES[event["attacker_side"]], state.legions[event["attacker"]].side)
        if not replay.events[0]["loaded"]:
            teleported = event["attacker"] in replay.lands.teleported
            if event["attacker_teleported"] and not teleported:
                replay.tally.departure("K12")
            else:
                replay.same("teleported", event["attacker_teleported"], teleported)
        replay.same("may flee", event["can_flee"], replay.door.may(self.seats[1], Flee()))

    def on_flee(self, event: Event) -> None:
        """The defender flees, or gives up his right to (R9.4, R9.5)."""
        replay = self.replay
        seat = self._own(event, 1)
        if not event["choice"]:
            replay.decide(seat, Waive())
            return
        replay.decide(seat, Flee())
        self.fled = replay.need(replay.door.take(Fled, legion=event["legion"]), "the flight")
        replay.books.lost(self.fled.creatures)

    def on_concede(self, event: Event) -> None:
        """A player concedes, or is asked to and does not (R9.9)."""
        replay = self.replay
        replay.same("in battle", event["when"] == "battle", isinstance(replay.state.phase, Fighting))
        if event["when"] == "battle":
            replay.battle.concede(event)
            return
        seat = self._own(event, self.legions.index(event["legion"]))
        replay.same("may concede", True, replay.door.may(seat, Concede()))
        if event["choice"]:
            replay.decide(seat, Concede())
            self.conceded = replay.need(replay.door.take(Conceded, legion=event["legion"]), "the concession")
            replay.books.lost(self.conceded.creatures)

    def _own(self, event: Event, side: int) -> Seat:
        self.replay.same("legion", event["legion"], self.legions[side])
        self.replay.same("its player", self.replay.seats[event["player"]], self.seats[side])
        return self.seats[side]

    def on_proposal(self, event: Event) -> None:
        """Battle, or a settlement; two equal settlements are an agreement (R9.6, R9.12)."""
        replay, seat = self.replay, self.replay.seats[event["by"]]
        phase = replay.state.phase
        if not isinstance(phase, Parleying) or seat not in self.seats:
            raise Lost(f"nothing to be proposed by {event['by']} in {phase}")
        side = self.seats.index(seat)
        if event["fight"]:
            terms = (event["mutual"], event["winner"], event["losses"])
            replay.same("terms of a battle", (False, None, None), terms)
            replay.decide(seat, Fight())
            return
        offer = self._offer(event)
        proposal = Proposal(offer.lost, offer.losses)
        if phase.offers[1 - side] == proposal:
            replay.decide(seat, Accept(offer.lost, offer.losses))
            return
        if phase.offers[side] == proposal:
            replay.decide(seat, Withdraw())
        replay.decide(seat, offer)

    def _offer(self, event: Event) -> Offer:
        if event["mutual"]:
            self.replay.same(
                "winner and losses of a mutual elimination", (None, None), (event["winner"], event["losses"])
            )
            return Offer(BOTH)
        loser = 1 - self.legions.index(event["winner"])
        return Offer(SIDE_NAMES[loser], self.replay.names.codes(event["losses"] or ()))

    def on_negotiated(self, event: Event) -> None:
        """The agreement (R9.8). What it eliminates is shown to all (R3.4), which the record lacks (K5)."""
        replay = self.replay
        self.agreed = replay.need(replay.door.take(Agreed, land=self.land), "the agreement")
        offer = self._offer(event)
        lost = self.legions if offer.lost == BOTH else (self.legions[SIDE_NAMES.index(offer.lost)],)
        replay.same("legions lost", set(lost), {marker for marker, _ in self.agreed.lost})
        replay.same("survivor", event["winner"] or "", self.agreed.survivor)
        replay.same("losses of the survivor", offer.losses, self.agreed.losses)
        shown = replay.door.seen(self.agreed, None)
        replay.same("shown to all", self.agreed.lost, shown.lost if shown else None)
        for _, codes in self.agreed.lost:
            replay.tally.departure("K5")
            replay.books.lost(codes)
        kinds = replay.state.rules.kinds
        if any(kinds[code].returns for code in offer.losses):
            replay.tally.departure("K8")

    def fight(self) -> None:
        """A set-up file goes straight to battle: the defender stays, and fights."""
        replay, state = self.replay, self.replay.state
        if not isinstance(state.phase, Parleying) or not replay.events[0]["loaded"]:
            return
        if replay.door.may(self.seats[1], Waive()):
            replay.decide(self.seats[1], Waive())
        replay.decide(self.seats[1], Fight())
        replay.need(replay.door.peek(BattleBegan), "the battle")
