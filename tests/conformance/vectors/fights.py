"""Vectors of the battleland: maneuvers, strikes with their carries, rangestrikes, lines of sight."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from engine.core import CHANCE, Drawn, Seat
from engine.hexes import bits, distance
from engine.titan.actions import Done, Maneuver, Strike
from engine.titan.battle.field import Battlefield
from engine.titan.battle.frame import PLACES
from engine.titan.battle.ground import HEXES, INDEX
from engine.titan.ruleset import TITAN
from engine.titan.sides import ATTACKER, DEFENDER
from engine.titan.state import OFF, Aimed, Battle, Carrying, Engagement, Fighter, Fighting, Maneuvering, State, Striking
from tests.conformance.vectors.forms import ENTRANCE, RULES
from tests.conformance.vectors.stage import NAMES, Answers, Host, Senseless, Vector, land_of, legal, marker, stage

SIDES = ("attacker", "defender")
COLOURS = ("Red", "Blue")
BOTTOM = 3
BEST = 6
"""What a die shows that always hits."""
ENDS = 2
"""A range counts both of its ends (R15.3)."""

Pair = tuple[int, int]


def battle_said(vector: Vector) -> Answers:
    """Entry hexes, and for each character that is asked about whatever its phase has."""
    expected = vector["expected"]
    answers: Answers = {(side, "entry_hexes"): set(hexes) for side, hexes in expected["entry_hexes"].items()}
    for man in vector["characters"]:
        answers[man["id"], "power and skill"] = (man["power"], man["skill"])
    for name, claims in expected["characters"].items():
        for key in ("contact", "slain_adjacent", "moves"):
            if key in claims:
                answers[name, key] = set(claims[key])
        if "must_strike" in claims:
            answers[name, "must_strike"] = claims["must_strike"]
        answers |= _strikes_said(name, claims)
    return answers


def _strikes_said(name: str, claims: Mapping[str, Any]) -> Answers:
    answers: Answers = {}
    for hex_, claim in claims.get("strikes", {}).items():
        answers[name, "strikes", hex_] = _pair(claim)
        choices = {_pair(choice): frozenset(choice["carry_to"]) for choice in claim["choices"]}
        if len(choices) < len(claim["choices"]):
            raise Senseless(f"{name} at {hex_}: one choice stands twice")
        answers[name, "choices", hex_] = choices
    for hex_, claim in claims.get("rangestrikes", {}).items():
        answers[name, "rangestrikes", hex_] = _pair(claim)
    return answers


def _pair(claim: Mapping[str, int]) -> Pair:
    return claim["dice"], claim["number"]


def battle(vector: Vector) -> Answers:
    """The same from what the side may do (R12-R15)."""
    acting = SIDES.index(vector["active"])
    men = [_fighter(man) for man in vector["characters"]]
    _sensible(vector["characters"], men)
    scores = _scores(vector)
    state = battle_of(vector)
    entries = RULES.grounds[vector["terrain"]].entries[vector["entry_side"]]
    answers: Answers = {(side, "entry_hexes"): {HEXES[hex_] for hex_ in entries[at]} for at, side in enumerate(SIDES)}
    for man, fighter in zip(vector["characters"], men, strict=True):
        power = RULES.power(fighter.creature, scores[fighter.side])
        answers[man["id"], "power and skill"] = (power, RULES.kinds[fighter.creature].skill)
    named = zip(vector["characters"], men, strict=True)
    mine = {man["id"]: fighter for man, fighter in named if fighter.side == acting}
    if vector["phase"] == "maneuver":
        return answers | _maneuvers(state, mine)
    return answers | _strikes(state, {name: fighter for name, fighter in mine.items() if fighter.hex != OFF})


def battle_of(vector: Vector) -> State:
    """The position that a vector is about."""
    acting, phase = SIDES.index(vector["active"]), vector["phase"]
    back = phase == "strikeback"
    step = Maneuvering() if phase == "maneuver" else Striking(responding=back)
    men = [_fighter(man) for man in vector["characters"]]
    mover = 1 - acting if back else acting
    return fight(vector["terrain"], men, vector["entry_side"], mover, step, _scores(vector), vector["round"])


def _scores(vector: Vector) -> tuple[int, int]:
    return vector["scores"]["attacker"], vector["scores"]["defender"]


def _fighter(man: Mapping[str, Any]) -> Fighter:
    hex_ = OFF if man["hex"] == ENTRANCE else INDEX[man["hex"]]
    code = NAMES.code[man["type"]]
    return Fighter(SIDES.index(man["side"]), code, hex_, man["hits"], man["moved"], man["struck"])


def _sensible(characters: list[Mapping[str, Any]], men: list[Fighter]) -> None:
    """Raises Senseless if two are called the same, or share a hex."""
    if len({man["id"] for man in characters}) < len(characters):
        raise Senseless("two characters share a name")
    hexes = [fighter.hex for fighter in men if fighter.hex != OFF]
    if len(set(hexes)) < len(hexes):
        raise Senseless("two characters share a hex")


def fight(
    terrain: str,
    men: list[Fighter],
    side: int,
    mover: int,
    step: Maneuvering | Striking,
    scores: tuple[int, int] = (0, 0),
    round_: int = 2,
) -> State:
    """A battle of Red, who attacks, against Blue in a land of this terrain."""
    land = land_of(terrain)
    sides = [RULES.arranged(man.creature for man in men if man.side == side) for side in (ATTACKER, DEFENDER)]
    hosts = [Host(marker(colour), colour, land, codes) for colour, codes in zip(COLOURS, sides, strict=True)]
    engagement = Engagement(land, (hosts[0].marker, hosts[1].marker), (Seat(0), Seat(1)), summoned=False)
    fighting = Fighting(engagement, Battle(terrain, side, round_, mover, step, tuple(men)))
    return stage(dict(zip(COLOURS, scores, strict=True)), hosts, fighting, COLOURS[ATTACKER])


def field(state: State) -> Battlefield:
    """Who stands where."""
    assert isinstance(state.phase, Fighting), "a battle is asked about"
    return Battlefield(state, state.phase)


def _contacts(state: State, fighter: Fighter) -> tuple[set[str], set[str]]:
    """The hexes of living and of slain enemies in contact."""
    ground = field(state)
    hexes = list(bits(ground.contacts(fighter)))
    slain = {HEXES[hex_] for hex_ in hexes if ground.slain(ground.at[hex_])}
    return {HEXES[hex_] for hex_ in hexes} - slain, slain


def _maneuvers(state: State, mine: Mapping[str, Fighter]) -> Answers:
    ways = [action for action in legal(state, _acting(state)) if isinstance(action, Maneuver)]
    answers: Answers = {}
    for name, fighter in mine.items():
        called = fighter.creature if fighter.hex == OFF else HEXES[fighter.hex]
        answers[name, "contact"] = _contacts(state, fighter)[0]
        answers[name, "moves"] = {way.hex for way in ways if way.character == called}
    return answers


def _acting(state: State) -> Seat:
    """Whose decisions are asked about: the moving player's, or those of the one who strikes back."""
    phase = state.phase
    assert isinstance(phase, Fighting), "a battle is asked about"
    step = phase.battle.step
    back = isinstance(step, Striking) and step.responding
    return phase.engagement.seats[1 - phase.battle.mover if back else phase.battle.mover]


def _strikes(state: State, mine: Mapping[str, Fighter]) -> Answers:
    actions = legal(state, _acting(state))
    answers: Answers = {}
    forced = False
    for name, fighter in mine.items():
        living, slain = _contacts(state, fighter)
        ways = [way for way in actions if isinstance(way, Strike) and way.striker == HEXES[fighter.hex]]
        melee: dict[str, dict[Pair, frozenset[str]]] = {}
        for way in ways:
            if _aimed(state, way).ranged:
                answers[name, "rangestrikes", way.target] = (way.dice, way.number)
            else:
                melee.setdefault(way.target, {})[way.dice, way.number] = _carries(state, way)
        for hex_, choices in melee.items():
            answers[name, "strikes", hex_] = (max(dice for dice, _ in choices), min(number for _, number in choices))
            answers[name, "choices", hex_] = choices
        answers[name, "contact"], answers[name, "slain_adjacent"] = living, slain
        answers[name, "must_strike"] = bool(melee)
        forced = forced or bool(melee)
    if forced == (Done() in actions):
        answers["", "the phase may be closed while somebody must strike, or not though nobody must"] = True
    return answers


def _aimed(state: State, way: Strike) -> Aimed:
    """A strike once it is announced."""
    aimed, _ = TITAN.apply(state, _acting(state), way)
    phase = aimed.phase
    assert isinstance(phase, Fighting), "a strike is part of a battle"
    assert isinstance(phase.battle.step, Aimed), "a strike waits for its dice"
    return phase.battle.step


def _carries(state: State, way: Strike) -> frozenset[str]:
    """Whom excess hits could go on to: asked of a target that a single hit will slay, with all dice hitting."""
    phase = state.phase
    assert isinstance(phase, Fighting), "a battle is asked about"
    ground, hex_ = field(state), INDEX[way.target]
    weak = tuple(replace(man, hits=ground.power(man) - 1) if man.hex == hex_ else man for man in phase.battle.fighters)
    state = replace(state, phase=replace(phase, battle=replace(phase.battle, fighters=weak)))
    aimed, _ = TITAN.apply(state, _acting(state), way)
    struck, _ = TITAN.apply(aimed, CHANCE, Drawn((BEST,) * way.dice))
    after = struck.phase
    if isinstance(after, Fighting) and isinstance(after.battle.step, Carrying):
        return frozenset(HEXES[target] for target in after.battle.step.targets)
    return frozenset()


# --- lines of sight ---


def sight_said(vector: Vector) -> Answers:
    """Range, whether the line is blocked, and the Brambles on it where they are told."""
    return {(key,): value for key, value in vector["expected"].items()}


def sight(vector: Vector) -> Answers:
    """The same from the map; whether it is blocked, also from what a Ranger there may shoot at, either way (R15.8)."""
    start, end = vector["from"], vector["to"]
    if start == end:
        raise Senseless("from a hex to itself")
    brambles = RULES.grounds[vector["terrain"]].sight(INDEX[start], INDEX[end], 0)
    blocked = brambles is None
    shots = {_blocked(vector["terrain"], a, b) for a, b in ((start, end), (end, start))}
    answers: Answers = {
        ("range",): distance(PLACES[start], PLACES[end]) + ENDS - 1,
        ("blocked",): blocked if shots == {blocked} else f"{blocked} by the map, {shots} by what a Ranger may do",
    }
    if "brambles_between" in vector["expected"]:
        answers["brambles_between",] = brambles
    return answers


def _blocked(terrain: str, start: str, end: str) -> bool:
    men = [Fighter(ATTACKER, "RAN", INDEX[start]), Fighter(DEFENDER, "OGR", INDEX[end])]
    state = fight(terrain, men, BOTTOM, ATTACKER, Striking())
    return not any(isinstance(action, Strike) for action in legal(state, Seat(0)))
