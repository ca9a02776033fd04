"""Questions on a battle map's form for phones."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from random import Random

from cogs.titan.kit import titan_face
from engine.titan.battle.frame import HEXES, INDEX, NEIGHBOURS
from engine.titan.events import Struck
from engine.titan.view import BattleView, FighterView, View
from tests.eyes.asking import NAMES, PICTURES, Asked, Question, drawn
from tests.eyes.masterboard import LOOK
from tests.gallery import played

KEY = """Each picture shows a battle on hexes with names like C3. Counters are creatures of two players: the frame's
color says whose. At the lower corners of the picture on a counter stand power (dark square) and skill (white disc). A
red badge with a minus is the damage that a creature has taken. A small black badge with a figure lies between two
counters, points at the one that was struck, and says with how many hits. A white check: it has struck or moved. Two
crossed swords between counters: contact without a strike yet. A skull on a counter: slain in this phase, it no longer
counts. Hexes: plain ground, tree, bramble (bushes), sand, bog, drift (snow), volcano, stone (a Tower's floor); a small
triangle beside a hex's name means that it is higher."""


def asked(chance: Random) -> Iterator[Asked]:
    """Battles in as many kinds of land as can be, each in its second round or later, with ten questions on each."""
    kit, met, given = titan_face("en").kit, set[str](), 0
    while given < PICTURES:
        views = [m.public for m in played(4, chance.randrange(10_000), 900) if m.public.battle is not None]
        for view in chance.sample(views, len(views)):
            fought = view.battle
            assert fought is not None, "only battles were kept"
            standing = [one for one in fought.fighters if one.hex and not one.slain]
            if fought.round < 2 or len(standing) < 6 or fought.terrain in met or given == PICTURES:
                continue
            met.add(fought.terrain)
            given += 1
            yield Asked(kit.pictures.draw("battle", view, NAMES, LOOK), drawn(_questions(view, standing), chance))


def _questions(view: View, standing: list[FighterView]) -> dict[str, list[Question]]:
    fought = view.battle
    assert fought is not None, "only battles are asked about"
    kinds, ground = view.rules.kinds, view.rules.grounds[fought.terrain]
    at = {INDEX[one.hex]: one for one in standing if one.hex in INDEX}
    fighters = [one for one in standing if one.hex in INDEX]
    found: dict[str, list[Question]] = {
        "round": [("Which round is it?", str(fought.round))],
        "side": [("Who acts now, the attacker or the defender?", ("attacker", "defender")[_acting(fought)])],
        "who": [(f"Which creature is on {one.hex}?", kinds[one.creature].name) for one in fighters],
        "power": [(f"What is the power of the creature on {one.hex}?", str(one.power)) for one in fighters],
        "skill": [(f"What is the skill of the creature on {one.hex}?", str(one.skill)) for one in fighters],
        "damage": [(f"How much damage has the creature on {one.hex} taken?", str(one.hits)) for one in fighters],
        "mates": [
            (f"Do the creatures on {one.hex} and {other.hex} belong to the same player?", _yes(one.side == other.side))
            for one, other in pairwise(sorted(fighters, key=lambda one: one.hex))
        ],
        "beside": [
            (
                f"On which hexes do enemies stand next to the creature on {one.hex}?",
                ", ".join(sorted(_enemies(at, one))) or "none",
            )
            for one in fighters
        ],
    }
    shown = {near for place in at for near in range(len(HEXES)) if NEIGHBOURS[place] >> near & 1} - set(at)
    found["ground"] = [
        (f"What is in hex {HEXES[place]} (plain ground, or what else)?", ground.hazards[place])
        for place in sorted(shown)
    ]
    most = max(one.hits for one in fighters)
    if most and sum(one.hits == most for one in fighters) == 1:
        worst = next(one for one in fighters if one.hits == most)
        found["worst"] = [("On which hex is the creature with the most damage, and how much?", f"{worst.hex}, {most}")]
    found["counted"] = [
        (f"How many creatures has the player of the creature on {one.hex} on the map?", str(_count(fighters, one)))
        for one in fighters[:2]
    ]
    found["struck"] = [
        (f"With how many hits was the creature on {one.target_hex} struck from {one.hex}?", str(one.dealt + one.excess))
        for one in view.deeds
        if isinstance(one, Struck) and one.target_hex in {each.hex for each in fighters}
    ]
    return found


def _acting(fought: BattleView) -> int:
    """0 for the attacker, 1 for the defender: the mover, or their enemy, who strikes back."""
    return fought.mover if fought.step in ("maneuver", "strike") else 1 - fought.mover


def _yes(truth: bool) -> str:
    return "yes" if truth else "no"


def _enemies(at: dict[int, FighterView], one: FighterView) -> Iterator[str]:
    for place, other in at.items():
        if other.side != one.side and NEIGHBOURS[INDEX[one.hex]] >> place & 1:
            yield other.hex


def _count(fighters: list[FighterView], one: FighterView) -> int:
    return sum(other.side == one.side for other in fighters)
