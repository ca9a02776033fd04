"""What a record's events look like: every kind, every key, every value's type. Anything else is refused."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

Shape = Any
"""A type; a set of literals; a tuple of alternatives; `[shape]`; `{key: shape}`, all its keys; `Map`; `Distinct`."""


@dataclass(frozen=True, slots=True)
class Map:
    """A mapping from any names to values of one shape."""

    of: Shape


@dataclass(frozen=True, slots=True)
class Or:
    """A key that may be missing."""

    of: Shape


@dataclass(frozen=True, slots=True)
class Distinct:
    """A list that is a set: nothing stands in it twice."""

    of: Shape


TEXT = (str, None)
COUNT = int
POINTS = (int, float)
NAMES = [str]
SET = Distinct(str)
SIDE = frozenset({"Right", "Bottom", "Left"})
BATTLE_SIDE = frozenset({"a", "d"})
TERRAIN = frozenset(
    "Brush Desert Hills Jungle Marsh Mountains Plains Swamp Tower Tundra Woods".split()  # noqa: SIM905
)

FIGURES = Map(
    {"score": COUNT, "dead": bool, "titan_power": COUNT, "mulligans": COUNT, "elim": str, "markers": SET},
)
LEGIONS = Map({"p": str, "hex": str, "c": NAMES})
CARETAKER = Map([COUNT])
OPTIONS = Distinct({"r": str, "by": Map(COUNT), "anon": bool})
SOLDIERS = {
    "legion": str,
    "player": str,
    "critters": Distinct({"id": str, "c": str, "power": COUNT, "skill": COUNT}),
    "entry": SET,
}
PAIR = {"d": COUNT, "s": COUNT, "c": SET}
TARGETS = Map(Distinct({"t": str, "d": COUNT, "s": COUNT, "r": Or(bool), "c": Or(SET), "p": Or(Distinct(PAIR))}))
STATE = Map([(str, int)])

SHAPES: Mapping[str, Mapping[str, Shape]] = {
    "game": {
        "format": frozenset({"titan-record v1"}), "engine": str, "variant": frozenset({"Default"}), "file": str,
        "kind": frozenset({"game", "battles"}), "loaded": bool, "options": Map(frozenset({False})),
        "players": [{"id": str, "color": str, "name": str, "ai": str, "tower": str, "marker": TEXT}],
        "scores": Or(Map(COUNT)), "legions": LEGIONS, "caretaker": CARETAKER,
    },
    "turn": {"turn": COUNT, "player": str, "score": COUNT, "mulligans": COUNT, "markers": SET},
    "turn_end": {"turn": COUNT, "player": str, "players": FIGURES, "legions": LEGIONS, "caretaker": CARETAKER},
    "game_over": {
        "message": frozenset({"win", "Draw"}), "winner": TEXT, "turn": COUNT, "active": str, "players": FIGURES,
        "legions": LEGIONS, "caretaker": CARETAKER,
    },
    "end": {},
    "split": {"player": str, "hex": str, "parent": str, "child": str, "creatures": NAMES, "parent_after": NAMES},
    "unsplit": {
        "child": str, "into": str, "creatures": NAMES, "into_after": NAMES, "during": frozenset({"Split", "Move"}),
    },
    "roll": {"player": str, "die": COUNT, "why": frozenset({"normal", "mulligan"}), "mulligans_left": COUNT},
    "moves": {
        "full": bool, "may_end": bool,
        "legions": Map({"from": str, "n": Map(Distinct(SIDE)), "t": Or(Map({"s": Distinct(SIDE), "l": SET}))}),
    },
    "move": {
        "player": str, "legion": str, "from": str, "to": str, "side": SIDE, "teleport": bool, "lord": TEXT,
    },
    "unmove": {"player": str, "legion": str, "from": str, "to": str},
    "move_end": {"player": str, "moved": SET},
    "engagements": {"player": str, "list": Distinct({"hex": str, "attacker": str, "defender": str})},
    "engage": {
        "hex": str, "terrain": TERRAIN, "attacker": str, "attacker_player": str, "attacker_creatures": NAMES,
        "defender": str, "defender_player": str, "defender_creatures": NAMES, "attacker_side": SIDE,
        "attacker_teleported": bool, "can_flee": bool,
    },
    "flee": {"legion": str, "player": str, "choice": bool, "when": frozenset({"pre"})},
    "concede": {"legion": str, "player": str, "choice": bool, "when": frozenset({"pre", "battle"})},
    "proposal": {"by": str, "fight": bool, "mutual": bool, "winner": TEXT, "losses": (NAMES, None)},
    "negotiated": {"mutual": bool, "winner": TEXT, "losses": (NAMES, None)},
    "award": {"player": str, "points": COUNT, "legion": str, "from_flight": bool, "height": COUNT},
    "points": {"player": str, "points": POINTS, "before": POINTS, "after": POINTS, "half": bool},
    "acquire_offer": {"legion": str, "player": str, "thresholds": Distinct({"at": COUNT, "options": SET})},
    "acquire": {"legion": str, "player": str, "creature": TEXT, "ok": bool, "height": COUNT},
    "dies": {
        "player": str, "slayer": TEXT,
        "legions": Distinct({"legion": str, "hex": str, "c": NAMES, "value": COUNT, "half_to": TEXT, "engaged": bool}),
    },
    "eliminated": {"player": str, "slayer": TEXT, "scores": Map(COUNT), "slayer_markers": (SET, None)},
    "summon_offer": {"legion": str, "player": str, "in_battle": bool, "options": Map(SET)},
    "summon": {"legion": TEXT, "donor": TEXT, "creature": TEXT, "in_battle": bool},
    "reinforce_offer": {
        "legion": str, "player": str, "in_battle": bool, "terrain": TERRAIN, "options": OPTIONS,
    },
    "reinforce_done": {"in_battle": bool},
    "engagement_result": {
        "hex": str, "method": frozenset({"fight", "flee", "concede", "negotiate"}), "winner": TEXT,
        "winner_player": TEXT, "winner_creatures": (NAMES, None), "points": COUNT, "battle_turn": COUNT,
    },
    "recruits": {"full": bool, "legions": Map({"hex": str, "terrain": TERRAIN, "options": OPTIONS})},
    "recruit": {
        "player": str, "legion": str, "hex": str, "recruit": str, "by": TEXT, "count": COUNT, "after": NAMES,
        "reinforce": bool,
    },
    "unrecruit": {"player": str, "legion": str, "recruit": str, "reinforce": bool},
    "battle": {
        "hex": str, "terrain": TERRAIN, "attacker_side": SIDE, "attacker": SOLDIERS, "defender": SOLDIERS,
        "startlist": (SET, None),
    },
    "maneuver": {"t": COUNT, "s": BATTLE_SIDE, "state": STATE, "moves": Map(SET)},
    "maneuver_delta": {"moves": Map(SET)},
    "bmove": {"id": str, "from": str, "to": str},
    "bunmove": {"id": str, "from": str, "to": str},
    "maneuver_end": {"t": COUNT, "s": BATTLE_SIDE},
    "hazard": {"id": str, "damage": COUNT, "hits": COUNT, "dead": bool},
    "strikes": {
        "t": COUNT, "phase": frozenset({"strike", "strikeback"}), "s": BATTLE_SIDE, "state": STATE, "targets": TARGETS,
        "forced": SET,
    },
    "strikes_delta": {"targets": TARGETS, "forced": SET},
    "penalty_offer": {"by": str, "at": str, "options": Distinct(PAIR)},
    "strike": {
        "by": str, "at": str, "d": COUNT, "s": COUNT, "rolls": [COUNT], "hits": COUNT, "dealt": COUNT,
        "target_hits": COUNT, "dead": bool, "carry": COUNT, "carry_to": SET,
    },
    "carry": {"at": str, "dealt": COUNT, "target_hits": COUNT, "dead": bool, "left": COUNT, "carry_to": SET},
    "carry_skip": {"left": COUNT},
    "strikes_end": {"t": COUNT, "s": BATTLE_SIDE},
    "slain": {"id": str, "c": str, "legion": str, "points": COUNT, "how": str},
    "arrives": {
        "id": str, "c": str, "power": COUNT, "skill": COUNT, "why": frozenset({"summoned", "recruited"}),
    },
    "battle_end": {
        "hex": str, "t": COUNT, "points": COUNT, "attacker_entered": bool,
        "why": frozenset({"attacker_eliminated", "defender_eliminated", "mutual", "concession", "time_loss"}),
    },
    "reveal": {
        "legion": str, "creatures": NAMES, "to": (frozenset({"all"}), NAMES),
        "why": frozenset(
            {
                "Split", "Recruiter", "Teleport", "Engaged", "BattleStarts", "Winner", "Fled", "Concession",
                "Negotiated", "GameOver",
            }
        ),
    },
    "note": {"what": frozenset({"summon refused"})},
    "rejected": {
        "player": str, "action": frozenset({"doRecruit"}), "reason": frozenset({"legion is full"}),
    },
}  # fmt: skip
"""The kinds of section 4, with their keys beside `n` and `e`."""


def flaws(event: Mapping[str, Any]) -> Iterator[str]:
    """What is wrong with the shape of an event, in words; nothing if it may be read."""
    kind = event.get("e")
    if not isinstance(kind, str) or kind not in SHAPES:
        yield f"unknown kind {kind!r}"
        return
    body = {key: value for key, value in event.items() if key not in ("n", "e")}
    yield from misfits(SHAPES[kind], body, kind)


def misfits(shape: Shape, value: object, path: str) -> Iterator[str]:
    """What is wrong with a value that should have this shape, in words that begin with where it stands."""
    match shape:
        case Map(of):
            if not isinstance(value, dict):
                yield f"{path} is no mapping"
                return
            for key, part in value.items():
                yield from misfits(of, part, f"{path}.{key}")
        case dict():
            if not isinstance(value, dict):
                yield f"{path} is no mapping"
                return
            for key in value:
                if key not in shape:
                    yield f"unknown key {path}.{key}"
            for key, of in shape.items():
                if key in value:
                    yield from misfits(of.of if isinstance(of, Or) else of, value[key], f"{path}.{key}")
                elif not isinstance(of, Or):
                    yield f"missing key {path}.{key}"
        case Distinct(of):
            yield from misfits([of], value, path)
            if isinstance(value, list) and any(part in value[:at] for at, part in enumerate(value)):
                yield f"{path} names something twice"
        case list():
            if not isinstance(value, list):
                yield f"{path} is no list"
                return
            for at, part in enumerate(value):
                yield from misfits(shape[0], part, f"{path}[{at}]")
        case _:
            if not _fits(shape, value):
                yield f"{path} is {value!r}"


def _fits(shape: Shape, value: object) -> bool:
    """Whether a value is of one of the alternatives. A bool is no number."""
    if isinstance(shape, tuple):
        return any(not tuple(misfits(of, value, "")) for of in shape)
    if isinstance(shape, frozenset):
        return any(type(value) is type(of) and value == of for of in shape)
    return value is None if shape is None else type(value) is shape
