"""What vectors look like, kind by kind: every key, and every value's type."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.titan.battle.ground import HEXES
from engine.titan.rules import rules_for
from tests.conformance.shapes import COUNT, TERRAIN, Distinct, Map, Or, Shape, misfits

RULES = rules_for({})
"""The rules that the vectors speak of: every option at its default."""

CREATURE = frozenset(kind.name for kind in RULES.kinds.values())
COLOUR = frozenset(RULES.colours)
LAND = frozenset(RULES.board.lands)
HEX = frozenset(HEXES)
ENTRANCE = "entrance"
SIDE = frozenset({1, 3, 5})
ARMY = frozenset({"attacker", "defender"})
CREATURES = [CREATURE]
LANDS = Distinct(LAND)
HEXSET = Distinct(HEX)
NO = (frozenset({False}), None)

PAIR = {"dice": COUNT, "number": COUNT}
CHOICES = Distinct({**PAIR, "carry_to": HEXSET})
MANEUVERING = {"contact": HEXSET, "moves": HEXSET}
STRIKING = {
    "contact": HEXSET, "slain_adjacent": HEXSET, "must_strike": bool, "strikes": Map({**PAIR, "choices": CHOICES}),
    "rangestrikes": Map(PAIR),
}  # fmt: skip
PHASES: Mapping[str, Shape] = {"maneuver": MANEUVERING, "strike": STRIKING, "strikeback": STRIKING}

HOST = {"id": str, "land": LAND, "creatures": CREATURES}

FORMS: Mapping[str, tuple[Mapping[str, Shape], Shape]] = {
    "masterboard": (
        {
            "active": COLOUR, "roll": frozenset(range(1, 7)), "teleport_used": bool,
            "players": [
                {"color": COLOUR, "score": COUNT, "legions": [{**HOST, "moved": bool, "teleported": Or(bool)}]}
            ],
        },
        Map(
            {
                "normal": Distinct([COUNT]), "tower_teleport": LANDS,
                "titan_teleport": Distinct([(LAND, Distinct(SIDE))]),
            }
        ),
    ),
    "muster": (
        {"terrain": TERRAIN, "legion": CREATURES, "caretaker": Map(COUNT)},
        {"can_muster": bool, "options": Distinct({"recruit": CREATURE, "recruiters": CREATURES})},
    ),
    "battle": (
        {
            "terrain": TERRAIN, "entry_side": SIDE, "round": frozenset(range(1, 8)), "phase": frozenset(PHASES),
            "active": ARMY, "scores": {"attacker": COUNT, "defender": COUNT},
            "characters": [
                {
                    "id": str, "side": ARMY, "type": CREATURE, "hex": HEX | {ENTRANCE}, "hits": COUNT, "power": COUNT,
                    "skill": COUNT, "moved": bool, "struck": bool,
                }
            ],
        },
        {"entry_hexes": {"attacker": HEXSET, "defender": HEXSET}, "characters": Map({})},
    ),
    "los": (
        {"terrain": TERRAIN, "from": HEX, "to": HEX},
        {"range": COUNT, "blocked": bool, "brambles_between": Or(COUNT)},
    ),
    "split": (
        {"turn": COUNT, "parent": CREATURES, "stays": CREATURES, "leaves": CREATURES},
        {"legal": bool},
    ),
    "summon": (
        {
            "player": {"color": COLOUR, "legions": [{**HOST, "slain": Or(Distinct(COUNT))}]},
            "enemies": [{"color": COLOUR, "legions": [HOST]}], "already_summoned": bool, "legion": str,
        },
        {"can_summon": bool, "donors": Map(Distinct(CREATURE))},
    ),
    "acquire": (
        {"score_before": COUNT, "points": COUNT, "height": COUNT, "caretaker": Map(COUNT)},
        {
            "score_after": COUNT, "thresholds_100": COUNT, "thresholds_500": COUNT,
            "requests": Distinct({"archangels": COUNT, "angels": COUNT, "allowed": bool}),
        },
    ),
    "scoring": (
        {
            "outcome": frozenset({"battle", "flee", "concede", "timeloss", "mutual", "titan"}), "scores": Map(COUNT),
            "winner": COLOUR, "loser": COLOUR, "winning_legion": CREATURES, "losing_legion": CREATURES,
            "loser_other_legions": Or([{"creatures": CREATURES, "engaged_with": Or((COLOUR, None))}]),
        },
        {"scores_after": Map(COUNT)},
    ),
    "titan_power": (
        {"score": COUNT},
        {"power": COUNT, "skill": COUNT, "value": COUNT, "may_titan_teleport": bool},
    ),
}  # fmt: skip
"""The position of each kind, and its answer; a battle's answer goes on by its phase."""

DISPUTED = [
    {
        "character": str, "field": frozenset({"moves", "choices", "rangestrikes"}), "hex": HEX,
        "reason": frozenset({"cliff-descent", "combined-penalty-missing", "warlock-terrain", "bramble-hexspine"}),
    }
]  # fmt: skip

CLAIMS = ("expected", "believed", "disputed")
"""The keys of answers; whatever they hold is compared, or the vector fails."""


def form(vector: Mapping[str, Any]) -> Shape:
    """The whole form of a vector of a known kind."""
    position, answer = FORMS[vector["kind"]]
    whole = {"id": str, "kind": str, **position, "expected": answer}
    if vector["kind"] == "battle":
        phase = vector.get("phase")
        if isinstance(phase, str) and phase in PHASES:
            whole["expected"] = {**answer, "characters": Map(PHASES[phase])}
        if "disputed" in vector or "believed" in vector:
            whole |= {"disputed": DISPUTED, "believed": whole["expected"]}
    return whole


def flaws(vector: Mapping[str, Any]) -> Iterator[str]:
    """What is wrong with a vector's shape, in words; of a position's unknown extra fields `extras` tells."""
    if not isinstance(vector.get("kind"), str) or vector["kind"] not in FORMS:
        yield f"unknown kind {vector.get('kind')!r}"
        return
    yield from (flaw for flaw in misfits(form(vector), dict(vector), "") if not _extra(flaw))


def extras(vector: Mapping[str, Any]) -> Iterator[str]:
    """The unknown extra fields of a position of a known kind, which are to be ignored."""
    for flaw in misfits(form(vector), dict(vector), ""):
        if _extra(flaw):
            yield flaw.removeprefix("unknown key .")


def _extra(flaw: str) -> bool:
    """Whether a flaw is an unknown key in a position, and not in an answer."""
    key = flaw.removeprefix("unknown key .")
    return key != flaw and key.replace("[", ".").split(".")[0] not in CLAIMS
