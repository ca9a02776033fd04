"""The engine's tables of the board and the battlelands against the sentences of the rules, everywhere."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from random import Random

import pytest

from engine.hexes import bits, mask_of
from engine.titan.battle.ground import HEXES, INDEX
from engine.titan.phases.muster import ways
from engine.titan.rules import rules_for
from tests.counts import board, chances, field, gains, strikes
from tests.counts.figures import CREATURES, LANDS, MAPS, MOST, native, power
from tests.counts.strikes import Stander
from tests.deep import deep_but

RULES = rules_for({})
SEEN_BY_ALL = rules_for({"los_any_character_blocks": "on"})


def mask(labels: Sequence[str]) -> int:
    return mask_of(INDEX[label] for label in labels)


def crowd(random: Random, *left_free: str) -> list[str]:
    """Some hexes with anybody on them."""
    others = [label for label in HEXES if label not in left_free]
    return random.sample(others, random.choice((0, 1, 3, 6, 10, 13)))


# --- the masterboard ---


def walked(start: int, roll: int, enemies: set[int], own: set[int]) -> bool:
    return set(RULES.board.reach(start, roll, enemies, own)) == board.steps(start, roll, enemies, own)


def test_every_walk_on_an_empty_board() -> None:
    """R6"""
    assert all(walked(start, roll, set(), set()) for start in LANDS for roll in range(1, 7))


def crowded_walks(random: Random, times: int) -> None:
    for start in LANDS:
        for roll in range(1, 7):
            for _ in range(times):
                number = random.choice((3, 10, 30))
                enemies, own = set(random.sample(list(LANDS), number)), set(random.sample(list(LANDS), number))
                near = {start} | {side["to"] for side in LANDS[start]["sides"]}
                enemies -= random.choice((set(), near)) | {start}
                assert walked(start, roll, enemies, own), (start, roll, enemies, own)


def test_walks_on_a_crowded_board() -> None:
    crowded_walks(Random("walks"), 8)


def test_every_tower_teleport() -> None:
    """R7.2"""
    for tower in board.TOWERS:
        assert RULES.board.teleports(tower) == board.around(tower)


# --- battle ---


@pytest.mark.parametrize("terrain", MAPS)
def test_every_contact(terrain: str) -> None:
    """R12.2"""
    ground = RULES.grounds[terrain]
    for a in HEXES:
        touching = {HEXES[at] for at in bits(ground.contacts[INDEX[a]])}
        assert touching == {b for b in HEXES if field.in_contact(terrain, a, b)}, a


def crowded_maneuvers(terrain: str, random: Random, times: int) -> None:
    """Every kind from every hex and over every edge, first with nobody else there."""
    ground = RULES.grounds[terrain]
    for code, kind in RULES.kinds.items():
        for start in HEXES:
            for number in range(times + 1):
                standing = [start, *(crowd(random, start) if number else [])]
                found = {HEXES[at] for at in bits(ground.reach(kind, INDEX[start], mask(standing)))}
                assert found == field.maneuvers(terrain, code, start, (), standing), (code, start, standing)
        for side, edges in field.ENTRIES.items():
            for which, labels in enumerate(edges):
                standing = crowd(random)
                entries = ground.entries[side][which]
                assert sorted(HEXES[at] for at in entries) == sorted(labels.split())
                found = {HEXES[at] for at in bits(ground.arrivals(kind, entries, mask(standing)))}
                assert found == field.maneuvers(terrain, code, None, labels.split(), standing), (code, side, standing)


@pytest.mark.parametrize("terrain", MAPS)
def test_every_maneuver(terrain: str) -> None:
    """R12.4-R12.8"""
    crowded_maneuvers(terrain, Random(terrain), 1)


@pytest.mark.parametrize("option", ["cumulative_slow", "one_hex_always"])
@pytest.mark.parametrize("terrain", deep_but(MAPS, "Brush", "Tower"))
def test_the_two_options_on_slowing_change_nothing_on_the_standard_maps(terrain: str, option: str) -> None:
    """R12.10"""
    for code in CREATURES:
        for start in HEXES:
            plain = field.maneuvers(terrain, code, start, (), (start,))
            cumulative, one_hex = option == "cumulative_slow", option == "one_hex_always"
            assert plain == field.maneuvers(terrain, code, start, (), (start,), cumulative, one_hex)


def seen(terrain: str, a: str, b: str, standing: list[str]) -> None:
    """Compares with and without the option that any character blocks; both must hold both ways."""
    for rules, anybody in ((RULES, False), (SEEN_BY_ALL, True)):
        fewest = min(strikes.sight(terrain, a, b, standing, anybody), default=None)
        assert rules.grounds[terrain].sight(INDEX[a], INDEX[b], mask(standing)) == fewest, (a, b, standing)


@pytest.mark.parametrize("terrain", MAPS)
def test_every_line_of_sight(terrain: str) -> None:
    """R15.8: each pair with nobody between, with anybody between, and in a crowd."""
    random = Random(terrain)
    for a, b in permutations(HEXES, 2):
        if field.range_of(a, b) in (3, 4):
            between = sorted({label for path in strikes.paths(a, b) for label in path[1:-1]})
            for standing in ([], *([label] for label in between), between, crowd(random), crowd(random)):
                seen(terrain, a, b, [a, b, *standing])


def struck(terrain: str, striker: str, target: str, a: str, b: str, score: int) -> None:
    mine, theirs = Stander(striker, a, 0, power(striker, score), 0), Stander(target, b, 1, 6, 0)
    kinds, ground = RULES.kinds, RULES.grounds[terrain]
    due = ground.melee(kinds[striker], mine.power, INDEX[a], kinds[target], INDEX[b])
    assert due == strikes.melee(terrain, mine, theirs), (striker, target, a, b)


def shot(terrain: str, striker: str, target: str, a: str, b: str, standing: list[str]) -> None:
    mine, theirs = Stander(striker, a, 0, power(striker, 0), 0), Stander(target, b, 1, 6, 0)
    kinds, ground = RULES.kinds, RULES.grounds[terrain]
    if kinds[striker].rangestrikes:
        due = ground.rangestrike(kinds[striker], mine.power, INDEX[a], kinds[target], INDEX[b], mask([a, b, *standing]))
        assert due == strikes.rangestrike(terrain, mine, theirs, [a, b, *standing], False), (striker, target, a, b)


def every_blow(terrain: str, random: Random, targets: int) -> None:
    for a, b in permutations(HEXES, 2):
        touching = field.in_contact(terrain, a, b)
        for striker in CREATURES:
            for target in random.sample(list(CREATURES), targets):
                if not (chances.stands(terrain, striker, a) and chances.stands(terrain, target, b)):
                    continue
                if touching:
                    struck(terrain, striker, target, a, b, random.choice((0, 310)))
                else:
                    shot(terrain, striker, target, a, b, crowd(random, a, b))


@pytest.mark.parametrize("terrain", MAPS)
def test_every_strike_and_rangestrike(terrain: str) -> None:
    """R13.5-R13.8, R15: each striker at each hex from each other one."""
    every_blow(terrain, Random(terrain), 2)


@pytest.mark.deep
@pytest.mark.parametrize("terrain", MAPS)
def test_every_maneuver_and_every_blow_in_many_crowds(terrain: str) -> None:
    crowded_maneuvers(terrain, Random(f"deep {terrain}"), 20)
    every_blow(terrain, Random(f"deep {terrain}"), len(CREATURES))


@pytest.mark.deep
def test_walks_on_many_crowded_boards() -> None:
    crowded_walks(Random("deep walks"), 300)


@pytest.mark.parametrize("terrain", MAPS)
def test_drift_hurts_all_but_its_natives(terrain: str) -> None:
    """R15.9"""
    for code, kind in RULES.kinds.items():
        for label in HEXES:
            hurt = MAPS[terrain][label]["terrain"] == "drift" and not native(code, "drift")
            assert RULES.grounds[terrain].drift_hits(kind, INDEX[label]) == int(hurt)


# --- mustering ---


def legions(random: Random, times: int) -> list[tuple[str, ...]]:
    few = (random.sample(list(CREATURES), random.randint(1, 4)) for _ in range(times))
    return [RULES.arranged(random.choices(kinds, k=random.randint(1, MOST))) for kinds in few]


@pytest.mark.parametrize("terrain", MAPS)
@pytest.mark.parametrize("self_muster", ["on", "off"])
def test_every_way_to_muster(terrain: str, self_muster: str) -> None:
    """R8.3-R8.7: for one to seven of each kind, and for legions by chance."""
    rules = rules_for({"demilord_self_muster": self_muster})
    alike: list[tuple[str, ...]] = [(code,) * number for code in CREATURES for number in range(1, MOST + 1)]
    for creatures in alike + legions(Random(terrain), 300):
        found = ways(rules, terrain, creatures)
        named = {(recruit, ",".join(shown) or "-") for recruit, shown in found}
        assert len(found) == len(named)
        assert named == gains.justified(creatures, terrain, self_muster == "on"), creatures
