"""What the engine is asked most often, on positions of the kind it is asked about, with the time it may take.

A row is a question: the figure is the time of one, in the mean over all of its positions. Each is laid out
beforehand, as the engine meets it; gathering who stands where is part of the question,
but for single strikers. Besides the positions here
those of the conformance vectors are asked, where they are at hand.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from engine import log
from engine.core import CHANCE, Seat
from engine.hexes import distance
from engine.ruleset import play
from engine.titan.battle import maneuver, strike
from engine.titan.battle.field import Battlefield
from engine.titan.battle.frame import PLACES
from engine.titan.battle.ground import HEXES, INDEX
from engine.titan.board import ROLLS
from engine.titan.bots import LEVELS
from engine.titan.phases import move
from engine.titan.phases.muster import musters
from engine.titan.rules import rules_for
from engine.titan.ruleset import TITAN
from engine.titan.state import Fighter, Fighting, Maneuvering, Moving, Mustering, Splitting, State, Striking
from tests.conformance.names import Names
from tests.engine.positions import battle, battling, position
from tests.selfplay import answer, selfplay

VECTORS = Path(__file__).parents[2] / "shared" / "conformance" / "vectors"
RULES = rules_for({})
NAMES = Names(RULES)
LEVEL = "steady"
TURNS = 200
"""Player turns of the game that is loaded."""


@dataclass(frozen=True, slots=True)
class Goal:
    """A row: `ask` answers `questions` of them, each in `us` microseconds at most. `asks` are taken in turn."""

    what: str
    us: float
    questions: int
    asks: tuple[Callable[[], object], ...]


def goals() -> Iterator[Goal]:
    """Every row but the table's, in the order of the list."""
    moving, fights = tuple(_moving()), tuple(_battles())
    yield _each("all moves of one legion for a roll, teleports included", 7, _moves(moving, move.moves))
    yield _each("ordinary moves of one legion", 3.5, _moves(moving, _walks))
    yield _each("maneuvers of one creature", 10, _maneuvers(fights))
    yield _each("strike targets of one creature with dice and number", 1.5, _targets(fights))
    yield _each("every strike option of one side, penalties and carries", 50, _strikes(fights))
    yield _each("musters of one legion", 2, _musters())
    yield _each("a line of sight, terrain only", 0.5, _sights())
    yield Goal("a battle of 7 v 7 between two steady seats", 100_000, 1, tuple(_fought()))
    yield Goal("a whole game of two steady seats", 1_000_000, 1, _games(2, 7))
    yield Goal("a whole game of four steady seats", 3_000_000, 1, _games(4, 5))
    lines, turns = _long_game()
    yield Goal(f"loading a game of {turns} player turns, {len(lines)} entries", 150_000, 1, (lambda: _load(lines),) * 7)
    yield Goal("legal: the largest opening split", 1000, 1, (_legal(_opening()),))
    yield Goal("legal: 12 legions to move", 1000, 6, (_asked([_legal(state) for state in _crowds()]),))
    yield Goal("legal: 7 creatures in battle, maneuvers", 1000, 1, (_legal(_melee("maneuver")),))
    yield Goal("legal: 7 creatures in battle, strikes", 1000, 1, (_legal(_melee("strike")),))


# --- questions ---


Ask = tuple[int, Callable[[], object]]
"""How many questions it answers."""


def _each(what: str, us: float, asks: Iterable[Ask]) -> Goal:
    found = tuple(asks)
    return Goal(what, us, sum(number for number, _ in found), (_asked([ask for _, ask in found]),))


def _asked(asks: list[Callable[[], object]]) -> Callable[[], object]:
    def ask() -> None:
        for one in asks:
            one()

    return ask


def _listed(of: Callable[..., Iterable[Any]], *asked: object) -> None:
    list(of(*asked))


def _moves(states: Iterable[State], of: Callable[..., Iterable[Any]]) -> Iterator[Ask]:
    """Of all legions of the mover that have not moved."""
    for state in states:
        legions = [legion for legion in state.own(state.active) if not legion.moved]

        def ask(state: State = state, legions: Any = legions) -> None:
            lands = move.Occupied(state)
            for legion in legions:
                list(of(state, state.phase, legion, lands))

        yield len(legions), ask


def _walks(state: State, phase: Moving, legion: Any, lands: move.Occupied) -> Iterable[Any]:
    return lands.walks(legion, phase.roll)


def _maneuvers(states: Iterable[State]) -> Iterator[Ask]:
    """Of all characters of the mover."""
    for state in states:
        phase = battling(state)
        if isinstance(phase.battle.step, Maneuvering):
            asked = sum(f.side == phase.battle.mover for f in phase.battle.fighters)
            yield asked, partial(_listed, maneuver.maneuvers, state, phase)


def _targets(states: Iterable[State]) -> Iterator[Ask]:
    """Of all characters of a side that have not struck, with who stands where gathered before."""
    for state in states:
        phase = battling(state)
        if isinstance(phase.battle.step, Striking):
            step, field = phase.battle.step, Battlefield(state, phase)
            strikers = list(strike.strikers(field, step))

            def ask(field: Battlefield = field, strikers: list[Fighter] = strikers, step: Striking = step) -> None:
                for fighter in strikers:
                    strike.targets(field, fighter, step)

            yield len(strikers), ask


def _strikes(states: Iterable[State]) -> Iterator[Ask]:
    """With the pairs to choose from and whom excess hits could go on to."""
    for state in states:
        phase = battling(state)
        if isinstance(phase.battle.step, Striking):
            step = phase.battle.step

            def ask(state: State = state, phase: Fighting = phase, step: Striking = step) -> None:
                field = Battlefield(state, phase)
                for fighter in strike.strikers(field, step):
                    list(strike.blows(field, fighter, step))

            yield 1, ask


def _musters() -> Iterator[Ask]:
    for state in _mustering():
        for legion in state.own(state.active):
            yield 1, partial(_listed, musters, state, legion)


def _sights() -> Iterator[Ask]:
    """Every pair of hexes at range 3 or 4, on every map."""
    far = [
        (a, b)
        for a in range(len(HEXES))
        for b in range(len(HEXES))
        if distance(PLACES[HEXES[a]], PLACES[HEXES[b]]) in (2, 3)
    ]
    for ground in RULES.grounds.values():

        def ask(sight: Callable[[int, int, int], object] = ground.sight) -> None:
            for a, b in far:
                sight(a, b, 0)

        yield len(far), ask


def _legal(state: State) -> Callable[[], object]:
    seat = min(TITAN.awaiting(state))
    return partial(_listed, TITAN.legal, state, seat)


def _fought() -> Iterator[Callable[[], object]]:
    """Seven against seven, from the first maneuver until the battle is over, on several maps."""
    for seed, terrain in enumerate(RULES.grounds):
        state = battle(
            terrain,
            "TTN, ANG, LIO, LIO, RAN, TRO, TRO",
            "TTN, WLK, CYC, CYC, GOR, GOR, OGR",
            red="Rd02@100 ANG OGR OGR",
            blue="Bu02@200 ANG OGR OGR",
            in_round=1,
        )
        yield partial(_fight_out, state, seed)


def _fight_out(state: State, seed: int) -> None:
    dice = Random(seed)
    while isinstance(state.phase, Fighting):
        if draw := TITAN.wants(state):
            state, _ = TITAN.apply(state, CHANCE, answer(draw, dice))
            continue
        seat = min(TITAN.awaiting(state))
        choice = LEVELS[LEVEL](TITAN.view(state, seat), tuple(TITAN.legal(state, seat)), dice)
        state, _ = play(TITAN, state, seat, choice)


def _games(seats: int, number: int) -> tuple[Callable[[], object], ...]:
    return tuple(partial(selfplay, (LEVEL,) * seats, seed) for seed in range(number))


def _long_game() -> tuple[tuple[tuple[Seat, str], ...], int]:
    """The lines of a finished game of at least `TURNS` player turns, and how many it has."""
    seed = 0
    while True:
        lines = selfplay((LEVEL,) * 6, seed).lines
        turns = sum(line == "roll" for _, line in lines)
        if TURNS <= turns <= 1.1 * TURNS:
            return lines, turns
        seed += 1


def _load(lines: Iterable[tuple[Seat, str]]) -> None:
    """As a table does it: from text, with what each entry tells."""
    timeline = log.opening(TITAN, 6, {})
    for seat, line in lines:
        timeline, _ = log.step(TITAN, timeline, seat, TITAN.notation.parse(line))


# --- positions ---


MINE = (
    "Rd01@100 TTN ANG LIO LIO; Rd02@41 OGR OGR MIN; Rd03@3 CEN CEN LIO; Rd04@122 GAR GAR CYC CYC; "
    "Rd05@1000 ARC TRO TRO RAN; Rd06@118 ANG GIA UNI; Rd07@200 WLK GOR GOR; Rd08@7 OGR OGR; Rd09@131 CYC CYC BEH; "
    "Rd10@4000 COL GRI GRI; Rd11@28 SER SER HYD; Rd12@28 GAR GAR"
)
THEIRS = (
    "Blue 310: Bu01@500 TTN ANG WLK; Bu02@37 LIO LIO LIO; Bu03@103 TRO TRO; Bu04@2000 CYC CYC GAR",
    "Green 120: Gr01@300 TTN OGR OGR; Gr02@9 CEN CEN; Gr03@142 GAR GAR GAR",
)


def _crowds() -> Iterator[State]:
    """Twelve legions that may walk and teleport, by roll."""
    for roll in ROLLS:
        yield position(f"Red 520: {MINE}", *THEIRS, phase=Moving(roll), turn=20)


def _moving() -> Iterator[State]:
    yield from _crowds()
    for roll in ROLLS:
        yield position(
            "Red: Rd01@500 TTN OGR OGR GAR; Rd02@500 ANG CEN CEN GAR",
            "Blue: Bu01@200 TTN OGR OGR GAR; Bu02@38 ANG CEN CEN LIO",
            phase=Moving(roll),
        )
    for vector in _vectors("masterboard"):
        yield _staged(vector, Moving(vector["roll"], vector["teleport_used"]))


def _mustering() -> Iterator[State]:
    yield position(f"Red 520: {MINE}", *THEIRS, phase=Mustering(), turn=20)
    lands = {RULES.board.lands[label].terrain: label for label in sorted(RULES.board.lands)}
    for vector in _vectors("muster"):
        creatures = " ".join(NAMES.codes(vector["legion"]))
        state = position(f"Red: Rd01@{lands[vector['terrain']]}>3 {creatures}", phase=Mustering())
        stacks = {NAMES.code[name]: left for name, left in vector["caretaker"].items()}
        yield replace(state, bank={**state.bank, **stacks})


def _opening() -> State:
    """Eight to be split in two, with all markers to choose from."""
    start = " ".join(RULES.start)
    return position(f"Red: Rd01@500 {start}", "Blue: Bu01@200 OGR OGR", phase=Splitting(), turn=1)


def _melee(step: str) -> State:
    """Seven against seven, on the map; they strike in one line, or stand apart."""
    mine = ("TTN C2", "ANG D3", "LIO B2", "RAN D1", "GOR B1", "WLK C1", "TRO E2")
    hexes = (
        ("C3", "D4", "B3", "E3", "D5", "C4", "F2") if step == "strike" else ("C5", "D6", "B4", "E5", "D5", "A3", "F4")
    )
    other = ("TTN", "ANG", "OGR", "CYC", "LIO", "RAN", "TRO")
    theirs = (f"{creature} {hex_}" for creature, hex_ in zip(other, hexes, strict=True))
    return battle("Plains", ", ".join(mine), ", ".join(theirs), mover=0, step=step)


def _battles() -> Iterator[State]:
    """Maneuvers and strikes, on every map."""
    for terrain in RULES.grounds:
        for step in ("maneuver", "strike", "strike-back"):
            for mover in (0, 1):
                yield battle(
                    terrain,
                    "TTN C2, ANG D3(1), LIO B2, RAN D1, GOR A1(2), OGR",
                    "WLK C4, CYC D4, CYC E3(3), GAR B3, DRA D6, MIN F2",
                    mover=mover,
                    step=step,
                )
    for vector in _vectors("battle"):
        yield _fielded(vector)


# --- those of the conformance vectors ---


def _vectors(kind: str) -> Iterator[Mapping[str, Any]]:
    path = VECTORS / f"{kind}.jsonl"
    if path.exists():
        yield from map(json.loads, path.read_text(encoding="utf-8").splitlines())


def _staged(vector: Mapping[str, Any], phase: Moving) -> State:
    """The mover first; `active` is seat 0."""
    players = sorted(vector["players"], key=lambda player: player["color"] != vector["active"])
    texts = []
    for player in players:
        hosts = (
            f"{host['id']}@{host['land']}{'>3' * host['moved']} {' '.join(NAMES.codes(host['creatures']))}"
            for host in player["legions"]
        )
        texts.append(f"{player['color']} {player['score']}: {'; '.join(hosts)}")
    return position(*texts, phase=phase)


def _fielded(vector: Mapping[str, Any]) -> State:
    """As `battle` lays it out, with those who have moved or struck."""
    acting = ("attacker", "defender").index(vector["active"])
    step = {"maneuver": "maneuver", "strike": "strike", "strikeback": "strike-back"}[vector["phase"]]
    sides: tuple[list[str], list[str]] = ([], [])
    for man in vector["characters"]:
        hex_ = "" if man["hex"] == "entrance" else f" {man['hex']}"
        sides[man["side"] == "defender"].append(f"{NAMES.code[man['type']]}{hex_}({man['hits']})")
    state = battle(
        vector["terrain"],
        ", ".join(sides[0]),
        ", ".join(sides[1]),
        scores=(vector["scores"]["attacker"], vector["scores"]["defender"]),
        side=vector["entry_side"],
        in_round=vector["round"],
        mover=1 - acting if step == "strike-back" else acting,
        step=step,
    )
    phase = battling(state)
    done = {INDEX[m["hex"]]: (m["moved"], m["struck"]) for m in vector["characters"] if m["hex"] in INDEX}
    fighters = tuple(
        replace(f, moved=done[f.hex][0], struck=done[f.hex][1]) if f.hex in done else f for f in phase.battle.fighters
    )
    return replace(state, phase=replace(phase, battle=replace(phase.battle, fighters=fighters)))
