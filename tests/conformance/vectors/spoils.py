"""Vectors of what an engagement brings: summoning, points, angels acquired."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.core import Seat
from engine.titan.actions import Acquire, Action, Concede, Done, Flee, Summon
from engine.titan.battle.ground import HEXES
from engine.titan.phases.settlement import Outcome, settle
from engine.titan.ruleset import TITAN
from engine.titan.sides import ATTACKER, DEFENDER
from engine.titan.state import Battle, Engagement, Fighter, Fighting, Gathering, Parleying, Phase, State, Striking
from tests.conformance.vectors.forms import RULES
from tests.conformance.vectors.stage import (
    NAMES,
    Answers,
    Host,
    Senseless,
    Vector,
    host,
    land_of,
    legal,
    marker,
    stacks,
    stage,
)

BOTTOM = 3
LAST_ROUND = 7
OGRE, GREAT = "OGR", "ARC"
FIELD = "Plains"
"""Where it is of no matter."""


@dataclass(frozen=True, slots=True)
class Clash:
    """Two legions in a land, the attacker's first, and those of both who are slain."""

    hosts: tuple[Host, Host]
    slain: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())

    def engagement(self, seats: tuple[Seat, Seat], summoned: bool = False) -> Engagement:
        """The same for the engine."""
        return Engagement(self.hosts[0].land, (self.hosts[0].marker, self.hosts[1].marker), seats, summoned)

    def strikes(self, engagement: Engagement, scores: Mapping[str, int], round_: int, mover: int) -> Fighting:
        """The end of a Strike Phase: all have struck, and the slain are still there. Sides stand far apart."""
        men: list[Fighter] = []
        for side, each in enumerate(self.hosts):
            gone = list(self.slain[side])
            for at, code in enumerate(each.creatures):
                hits = 0
                if code in gone:
                    gone.remove(code)
                    hits = RULES.power(code, scores[each.colour])
                hex_ = at if side == ATTACKER else len(HEXES) - 1 - at
                men.append(Fighter(side, code, hex_, hits, struck=True))
        terrain = RULES.board.lands[engagement.land].terrain
        step = Striking(responding=True)
        return Fighting(engagement, Battle(terrain, BOTTOM, round_, mover, step, tuple(men)))


def after(state: State, seat: Seat, action: Action) -> State:
    """The state after a decision. Raises Senseless if it may not be made."""
    if action not in legal(state, seat):
        raise Senseless(f"{action} may not be done")
    return TITAN.apply(state, seat, action)[0]


# --- summoning ---


def summon_said(vector: Vector) -> Answers:
    """The donors, and whom each could give."""
    answers: Answers = {("can_summon",): vector["expected"]["can_summon"]}
    return answers | {("donors", donor): set(kinds) for donor, kinds in vector["expected"]["donors"].items()}


def summon(vector: Vector) -> Answers:
    """The same from what the attacker may do in the Maneuver Phase after a defender, added to them, is slain (R16)."""
    colour, forces = vector["player"]["color"], [vector["player"], *vector["enemies"]]
    if len({force["color"] for force in forces}) < len(forces):
        raise Senseless("two players of one colour")
    own, others = _own(vector, colour)
    if not own.creatures:
        return {("can_summon",): False}  # the legion is lost (R18.1)
    enemies = [host(legion, force["color"]) for force in vector["enemies"] for legion in force["legions"]]
    here = [each for each in enemies if each.land == own.land]
    if len(here) != 1:
        raise Senseless(f"{own.marker} stands against {len(here)} legions")
    foe = Host(here[0].marker, here[0].colour, own.land, RULES.arranged((*here[0].creatures, OGRE)))
    clash = Clash((own, foe), ((), (OGRE,)))
    scores = {force["color"]: 0 for force in forces}
    seats = tuple(scores)
    engagement = clash.engagement((Seat(0), Seat(seats.index(foe.colour))), vector["already_summoned"])
    hosts = [*others, own, foe, *(each for each in enemies if each not in here)]
    state = stage(scores, hosts, clash.strikes(engagement, scores, 2, DEFENDER), colour)
    state = after(state, Seat(0), Done())
    ways = [action for action in legal(state, Seat(0)) if isinstance(action, Summon)]
    answers: Answers = {("can_summon",): bool(ways)}
    for donor in {way.donor for way in ways}:
        answers["donors", donor] = {NAMES.name[way.creature] for way in ways if way.donor == donor}
    return answers


def _own(vector: Vector, colour: str) -> tuple[Host, list[Host]]:
    """The legion in the engagement without its slain, and the player's other ones."""
    own: Host | None = None
    others: list[Host] = []
    for legion in vector["player"]["legions"]:
        slain = legion.get("slain", [])
        if any(at not in range(len(legion["creatures"])) for at in slain):
            raise Senseless(f"{legion['id']} has nobody there to be slain")
        living = [name for at, name in enumerate(legion["creatures"]) if at not in slain]
        each = Host(legion["id"], colour, legion["land"], NAMES.codes(living))
        if each.marker == vector["legion"] and own is None:
            own = each
        else:
            others.append(each)
    if own is None:
        raise Senseless(f"{vector['legion']} is not there")
    return own, others


# --- acquiring ---


def acquire_said(vector: Vector) -> Answers:
    """Score, multiples reached, and what may be taken at once."""
    expected = vector["expected"]
    answers: Answers = {(key,): expected[key] for key in ("score_after", "thresholds_100", "thresholds_500")}
    for request in expected["requests"]:
        answers["request", _request(request)] = request["allowed"]
    return answers


def _request(request: Mapping[str, Any]) -> str:
    return f"{request['archangels']} Archangels, {request['angels']} Angels"


def acquire(vector: Vector) -> Answers:
    """The same from the points of a won engagement, and from what the winner may then do (R18.6, R18.7)."""
    land = land_of(FIELD)
    if vector["height"] < 1:
        raise Senseless("a legion of nobody")
    own = Host(marker("Red"), "Red", land, (OGRE,) * vector["height"])
    clash = Clash((own, Host(marker("Blue"), "Blue", land, (OGRE,))))
    engagement = clash.engagement((Seat(0), Seat(1)))
    scores = {"Red": vector["score_before"], "Blue": 0}
    phase = Parleying(engagement, may_flee=False)
    state = stage(scores, clash.hosts, phase, "Red", bank=stacks(vector["caretaker"]))
    given = dataclasses.replace(state.rules, points=lambda _: (vector["points"], 0))  # a vector names points alone
    won = Outcome("battle", (False, True), ((), (OGRE,)), fought=True)
    state, _ = settle(dataclasses.replace(state, rules=given), engagement, won)
    due = state.phase.due if isinstance(state.phase, Gathering) else ()
    answers: Answers = {
        ("score_after",): state.players[0].score,
        ("thresholds_100",): len(due),
        ("thresholds_500",): sum(multiple % RULES.kinds[GREAT].acquire_every == 0 for multiple in due),
    }
    for request in vector["expected"]["requests"]:
        answers["request", _request(request)] = allowed(state, request["archangels"], request["angels"])
    return answers


def allowed(state: State, archangels: int, angels: int) -> bool:
    """Whether so many may be taken one by one, in some order."""
    if not archangels and not angels:
        return True
    for action in legal(state, Seat(0)):
        if isinstance(action, Acquire) and (archangels if action.creature == GREAT else angels):
            left = (archangels - 1, angels) if action.creature == GREAT else (archangels, angels - 1)
            if allowed(TITAN.apply(state, Seat(0), action)[0], *left):
                return True
    return False


# --- points ---


def scoring_said(vector: Vector) -> Answers:
    """The scores of everybody but the loser."""
    return {(colour, "score"): score for colour, score in vector["expected"]["scores_after"].items()}


def scoring(vector: Vector) -> Answers:
    """The same from an engagement that ends in the way said (R9.4, R9.9, R11.3, R18, R19)."""
    winner, loser, outcome = vector["winner"], vector["loser"], vector["outcome"]
    if winner == loser:
        raise Senseless("nobody wins against himself")
    if outcome == "titan" and "Titan" not in vector["losing_legion"]:
        raise Senseless("no Titan is in the losing legion")
    others = _others(vector)
    attacks = outcome == "timeloss" or any(each.colour != loser for each in others)
    order = (loser, winner) if attacks else (winner, loser)
    if not {winner, loser} <= vector["scores"].keys():
        raise Senseless("a player without a score")
    scores = {colour: vector["scores"][colour] for colour in (*order, *vector["scores"])}
    land = land_of(FIELD)
    codes = {winner: NAMES.codes(vector["winning_legion"]), loser: NAMES.codes(vector["losing_legion"])}
    hosts = (
        Host(marker(order[0]), order[0], land, codes[order[0]]),
        Host(marker(order[1]), order[1], land, codes[order[1]]),
    )
    dead = {"battle": {loser}, "titan": {loser}, "mutual": {winner, loser}}.get(outcome, set())
    slain = tuple(codes[colour] if colour in dead else () for colour in order)
    clash = Clash(hosts, (slain[0], slain[1]))
    engagement = clash.engagement((Seat(0), Seat(1)))
    seat, phase, action = _ending(outcome, clash, engagement, scores, Seat(order.index(loser)))
    state = after(stage(scores, (*hosts, *others), phase, order[0]), seat, action)
    return {(player.colour, "score"): player.score for player in state.players if player.colour != loser}


def _others(vector: Vector) -> list[Host]:
    """The loser's other legions, each in a land of its own, and whoever they are engaged with there."""
    lands = [land for land in RULES.board.lands if land != land_of(FIELD)]
    found: list[Host] = []
    for at, legion in enumerate(vector.get("loser_other_legions", ())):
        label = marker(vector["loser"], at + 2)
        found.append(Host(label, vector["loser"], lands[at], NAMES.codes(legion["creatures"])))
        third = legion.get("engaged_with")
        if third is not None:
            found.append(Host(marker(third, at + 2), third, lands[at], (OGRE,)))
    return found


def _ending(
    outcome: str, clash: Clash, engagement: Engagement, scores: Mapping[str, int], loser: Seat
) -> tuple[Seat, Phase, Action]:
    """What is about to end an engagement, and the decision that does, with its seat."""
    match outcome:
        case "flee":
            return loser, Parleying(engagement, may_flee=True), Flee()
        case "concede":
            return loser, Parleying(engagement, may_flee=False), Concede()
        case _:
            round_ = LAST_ROUND if outcome == "timeloss" else 2
            return Seat(DEFENDER), clash.strikes(engagement, scores, round_, ATTACKER), Done()
