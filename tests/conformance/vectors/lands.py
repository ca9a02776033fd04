"""Vectors of the masterboard: moves, musters, splits, and a Titan's figures."""

from __future__ import annotations

from engine.core import Seat
from engine.titan.actions import Move, Muster, Split, Teleport
from engine.titan.state import Moving, Mustering, Splitting
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

TITAN = "TTN"
TELEPORT_ROLL = 6
HERE, THERE = 100, 200
"""Two Towers."""


def moves_said(vector: Vector) -> Answers:
    """Per legion that has not moved: walks, Tower Teleportations, Titan Teleportations."""
    answers: Answers = {}
    for legion, ways in vector["expected"].items():
        answers[legion, "normal"] = {tuple(arrival) for arrival in ways["normal"]}
        answers[legion, "tower_teleport"] = set(ways["tower_teleport"])
        answers[legion, "titan_teleport"] = {(land, side) for land, sides in ways["titan_teleport"] for side in sides}
    return answers


def moves(vector: Vector) -> Answers:
    """The same from what the mover may do (R6, R7). Who teleports onto an enemy, does so as a Titan."""
    scores = {player["color"]: player["score"] for player in vector["players"]}
    if len(scores) < len(vector["players"]):
        raise Senseless("two players of one colour")
    hosts = [host(legion, player["color"]) for player in vector["players"] for legion in player["legions"]]
    state = stage(scores, hosts, Moving(vector["roll"], vector["teleport_used"]), vector["active"])
    mine = {each.marker for each in hosts if each.colour == vector["active"] and not each.moved}
    enemies = {each.land for each in hosts if each.colour != vector["active"]}
    walks: dict[str, set[object]] = {legion: set() for legion in mine}
    lands: dict[str, set[object]] = {legion: set() for legion in mine}
    attacks: dict[str, set[object]] = {legion: set() for legion in mine}
    for action in legal(state):
        match action:
            case Move(legion, land, side):
                walks[legion].add((land, side))
            case Teleport(legion, land, side) if land in enemies:
                attacks[legion].add((land, side))
            case Teleport(legion, land):
                lands[legion].add(land)
            case _:
                pass
    answers: Answers = {}
    for legion in mine:
        answers[legion, "normal"] = walks[legion]
        answers[legion, "tower_teleport"] = lands[legion]
        answers[legion, "titan_teleport"] = attacks[legion]
    return answers


def musters_said(vector: Vector) -> Answers:
    """Recruits with what is shown for them."""
    expected = vector["expected"]
    options = {(option["recruit"], tuple(sorted(option["recruiters"]))) for option in expected["options"]}
    return {("can_muster",): expected["can_muster"], ("options",): options}


def musters(vector: Vector) -> Answers:
    """The same from what the mover may muster in Enlistment (R8)."""
    colour = "Red"
    here = Host(marker(colour), colour, land_of(vector["terrain"]), NAMES.codes(vector["legion"]), moved=True)
    state = stage({colour: 0, "Blue": 0}, [here], Mustering(), colour, bank=stacks(vector["caretaker"]))
    ways = [action for action in legal(state) if isinstance(action, Muster)]
    options = {(NAMES.name[way.recruit], tuple(NAMES.listed(way.shown))) for way in ways}
    return {("can_muster",): bool(ways), ("options",): options}


def split_said(vector: Vector) -> Answers:
    """Whether the division is legal."""
    return {("legal",): vector["expected"]["legal"]}


def split(vector: Vector) -> Answers:
    """The same from what the mover may do in Commencement (R4); the two parts must be the parent."""
    colour = "Red"
    parent, stays, leaves = (NAMES.codes(vector[key]) for key in ("parent", "stays", "leaves"))
    if vector["turn"] < 1:
        raise Senseless(f"turn {vector['turn']}")
    here = Host(marker(colour), colour, HERE, parent)
    state = stage({colour: 0, "Blue": 0}, [here], Splitting(), colour, turn=vector["turn"])
    whole = RULES.arranged(stays + leaves) == parent
    return {("legal",): whole and Split(here.marker, marker(colour, 2), leaves) in legal(state)}


def titan_said(vector: Vector) -> Answers:
    """A Titan's figures, and whether it may teleport."""
    return {(key,): value for key, value in vector["expected"].items()}


def titan(vector: Vector) -> Answers:
    """The same by the rules, and from what the mover may do on a six with an enemy elsewhere (R7.3, R19.1)."""
    score = vector["score"]
    hosts = [Host(marker("Red"), "Red", HERE, (TITAN,)), Host(marker("Blue"), "Blue", THERE, (TITAN,))]
    state = stage({"Red": score, "Blue": 0}, hosts, Moving(TELEPORT_ROLL), "Red")
    teleports = [action for action in legal(state, Seat(0)) if isinstance(action, Teleport)]
    return {
        ("power",): RULES.power(TITAN, score),
        ("skill",): RULES.kinds[TITAN].skill,
        ("value",): RULES.value(TITAN, score),
        ("may_titan_teleport",): any(action.land == THERE for action in teleports),
    }
