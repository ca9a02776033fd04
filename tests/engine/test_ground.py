"""Battlelands: costs, contact, strikes, rangestrikes and line of sight."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.hexes import bits, mask_of
from engine.titan.battle.frame import ACROSS, EVERYWHERE
from engine.titan.battle.ground import HEXES, INDEX, Ground
from engine.titan.battle.movement import gait
from engine.titan.kinds import Kind
from engine.titan.rules import rules_for
from tests.engine.sheets import expected

RULES = rules_for({})
NAMED = {kind.name: kind for kind in RULES.kinds.values()}


def at(label: str) -> int:
    return INDEX[label]


def occupied(labels: str = "") -> int:
    """The set of these hexes."""
    return mask_of(INDEX[label] for label in labels.split())


def labels(mask: int) -> str:
    return " ".join(HEXES[index] for index in bits(mask))


def ground(terrain: str) -> Ground:
    return RULES.grounds[terrain]


def reach(terrain: str, code: str, start: str, standing: str = "") -> set[str]:
    return set(labels(ground(terrain).reach(RULES.kinds[code], at(start), occupied(standing))).split())


def arrivals(terrain: str, code: str, side: int, standing: str = "") -> set[str]:
    """Those of the attacker from an entry side."""
    entries = ground(terrain).entries[side][0]
    return set(labels(ground(terrain).arrivals(RULES.kinds[code], entries, occupied(standing))).split())


def melee(terrain: str, striker: str, a: str, target: str, b: str) -> tuple[int, int]:
    kinds = RULES.kinds
    return ground(terrain).melee(kinds[striker], kinds[striker].power, at(a), kinds[target], at(b))


def rangestrike(terrain: str, striker: str, a: str, target: str, b: str, standing: str = "") -> tuple[int, int] | None:
    kinds, between = RULES.kinds, occupied(f"{a} {b} {standing}")
    return ground(terrain).rangestrike(kinds[striker], kinds[striker].power, at(a), kinds[target], at(b), between)


def test_the_frame_has_27_hexes_in_order() -> None:
    assert HEXES[:4] == ("A1", "A2", "A3", "B1")
    assert HEXES[-1] == "F4"
    assert len(HEXES) == 27


@pytest.mark.parametrize(
    ("side", "attacker", "defender"),
    [(1, "F1 F2 F3 F4", "A1 A2 A3"), (3, "A1 B1 C1 D1", "D6 E5 F4"), (5, "A3 B4 C5 D6", "D1 E1 F1")],
)
def test_the_sides_enter_over_opposite_edges(side: int, attacker: str, defender: str) -> None:
    """R10.2"""
    for terrain in RULES.grounds.values():
        entries = terrain.entries[side]
        assert tuple(" ".join(HEXES[index] for index in row) for row in entries) == (attacker, defender)


def test_only_a_tower_has_hexes_to_be_set_up_on() -> None:
    """R10.4"""
    starts = {name: terrain.start_hexes for name, terrain in RULES.grounds.items() if terrain.start_hexes}

    assert starts == {"Tower": tuple(at(label) for label in ["C3", "C4", "D3", "D4", "D5", "E3", "E4"])}


# --- moving ---


def test_those_on_foot_go_around_an_occupied_hex() -> None:
    """R12.5: three hexes around A1 are taken."""
    assert reach("Plains", "CEN", "A1", "A2 B1 B2") == set()
    assert reach("Plains", "OGR", "A1", "A2 B1") == {"B2", "B3", "C2", "C3"}


def test_flyers_pass_over_everybody_and_land_on_nobody() -> None:
    """R12.6"""
    over = reach("Plains", "GAR", "A1", "A2 B1 B2")

    assert over == reach("Plains", "GAR", "A1") - {"A2", "B1", "B2"}
    assert "D4" in over


def test_nobody_ends_a_move_in_a_tree() -> None:
    """R12.7"""
    trees = {HEXES[index] for index, hazard in enumerate(ground("Woods").hazards) if hazard == "tree"}

    for code in RULES.kinds:
        for start in set(HEXES) - trees:
            assert not reach("Woods", code, start) & trees


def test_only_natives_enter_a_bog() -> None:
    """R12.7: flyers who are not native pass over, and do not land."""
    bogs = {HEXES[index] for index, hazard in enumerate(ground("Marsh").hazards) if hazard == "bog"}

    for side in (1, 3, 5):
        assert not arrivals("Marsh", "CEN", side) & bogs
        assert not arrivals("Marsh", "ANG", side) & bogs
    assert any(arrivals("Marsh", "RAN", side) & bogs for side in (1, 3, 5))
    assert any(arrivals("Marsh", "OGR", side) & bogs for side in (1, 3, 5))


def test_only_dragons_enter_or_cross_the_volcano() -> None:
    """R12.7"""
    volcano = {HEXES[index] for index, hazard in enumerate(ground("Mountains").hazards) if hazard == "volcano"}

    assert volcano == {"D4"}
    for code in RULES.kinds:
        entered = {start for start in HEXES if "D4" in reach("Mountains", code, start)}
        assert bool(entered) == (code == "DRA"), code


def test_a_wall_costs_two_on_the_way_up_and_one_down() -> None:
    """R12.7: an Ogre at the foot has just enough; natives there are none."""
    assert "C3" in reach("Tower", "OGR", "C2")
    assert "D4" not in reach("Tower", "CYC", "C2")
    assert reach("Tower", "OGR", "D4") >= {"C3", "D3", "C2", "D2"}


def test_sand_slows_those_on_foot_and_no_flyer() -> None:
    """R12.7"""
    sands = occupied(" ".join(HEXES[i] for i, hazard in enumerate(ground("Desert").hazards) if hazard == "sand"))
    assert sands & occupied("A1")

    assert len(arrivals("Desert", "LIO", 3)) > len(arrivals("Desert", "WBR", 3))
    assert arrivals("Desert", "GAR", 3) == arrivals("Plains", "GAR", 3)


def test_the_first_hex_is_paid_for() -> None:
    """R12.4: with Skill 2 one gets into the second row and no further."""
    assert arrivals("Plains", "OGR", 3) == {"A1", "B1", "C1", "D1", "A2", "B2", "C2", "D2", "E1"}


def test_an_entry_hex_that_is_taken_cannot_be_passed_on_foot() -> None:
    assert arrivals("Plains", "OGR", 3, "A1 B1 C1") == {"D1", "D2", "E1"}
    assert arrivals("Plains", "OGR", 3, "A1 B1 C1 D1") == set()
    assert arrivals("Plains", "GAR", 3, "A1 B1 C1 D1") != set()


def test_drift_hurts_those_who_are_not_native() -> None:
    """R15.9"""
    tundra = ground("Tundra")
    drift = bits(tundra.drift)[0]

    assert tundra.hazards[drift] == "drift"
    assert tundra.drift_hits(RULES.kinds["OGR"], drift) == 1
    assert tundra.drift_hits(RULES.kinds["TRO"], drift) == 0
    assert all(not terrain.drift for name, terrain in RULES.grounds.items() if name != "Tundra")


def test_no_step_is_slowed_twice_and_everybody_can_pay_for_any() -> None:
    """R12.7, R12.10: so the options `cumulative_slow` and `one_hex_always` change nothing on these maps."""
    slow = {"bramble", "drift", "sand"}
    for terrain in RULES.grounds.values():
        for _, b, crossing in terrain.relief.steps():
            assert not (
                terrain.hazards[b] in slow and crossing and crossing.up and crossing.hazard in ("slope", "wall")
            )
    assert min(kind.skill for kind in RULES.kinds.values()) == 2


def test_hexsides_stand_between_the_heights_they_lead_over() -> None:
    """R15.5: the walls of a Tower are counted by the heights of its hexes."""
    for name in ("Tower", "Mountains"):
        heights = ground(name).elevation
        for a, b, crossing in ground(name).relief.steps():
            if crossing:
                assert abs(heights[a] - heights[b]) == (2 if crossing.hazard == "cliff" else 1)
                assert (heights[b] > heights[a]) == crossing.up


# --- contact and strikes ---


def test_contact_is_mutual_and_ends_at_a_cliff() -> None:
    """R12.2"""
    for terrain in RULES.grounds.values():
        for a in range(27):
            assert all(terrain.contacts[b] >> a & 1 for b in bits(terrain.contacts[a]))
    apart = {name: sum((n & ~c).bit_count() for n, c in zip(t.neighbours, t.contacts, strict=True)) // 2
             for name, t in RULES.grounds.items()}  # fmt: skip
    assert {name: cliffs for name, cliffs in apart.items() if cliffs} == {"Desert": 4, "Mountains": 3}


@pytest.mark.parametrize(
    ("striker", "target", "number"),
    [("OGR", "OGR", 4), ("OGR", "ANG", 6), ("LIO", "ANG", 5), ("ANG", "OGR", 2), ("ANG", "ANG", 4), ("GAR", "TRO", 3)],
)
def test_the_strike_number_is_that_of_the_chart(striker: str, target: str, number: int) -> None:
    """R13.6"""
    assert melee("Plains", striker, "D3", target, "D4") == (RULES.kinds[striker].power, number)


def test_the_dice_of_a_grown_titan_are_its_power() -> None:
    """R13.5, R19.1"""
    kinds = RULES.kinds

    assert ground("Plains").melee(kinds["TTN"], 11, at("D3"), kinds["OGR"], at("D4")) == (11, 2)


def test_striking_down_a_wall_may_hit_with_every_die() -> None:
    """R13.6, R13.8"""
    assert melee("Tower", "ANG", "C3", "OGR", "C2") == (6, 1)
    assert melee("Tower", "OGR", "C2", "ANG", "C3") == (6, 6)
    assert melee("Tower", "ANG", "C2", "ANG", "C3") == (6, 5)


def test_a_dragon_in_the_volcano_strikes_with_twelve_dice() -> None:
    """R13.8"""
    around = labels(ground("Mountains").contacts[at("D4")]).split()

    assert around
    for target in around:
        assert melee("Mountains", "DRA", "D4", "OGR", target)[0] == 12


def test_brambles_hinder_those_who_are_not_native() -> None:
    """R13.8: less Skill from within, and a harder target if that is at home there."""
    brambles = {HEXES[index] for index, hazard in enumerate(ground("Brush").hazards) if hazard == "bramble"}
    inside, outside = next(
        (a, HEXES[b])
        for a in sorted(brambles)
        for b in bits(ground("Brush").contacts[at(a)])
        if HEXES[b] not in brambles
    )

    assert melee("Brush", "OGR", inside, "OGR", outside) == (6, 5)
    assert melee("Brush", "CYC", inside, "OGR", outside) == (9, 4)
    assert melee("Brush", "OGR", outside, "CYC", inside) == (6, 5)
    assert melee("Brush", "OGR", outside, "OGR", inside) == (6, 4)


def test_dunes_favour_natives_above_and_hinder_others_below() -> None:
    """R13.8"""
    desert = ground("Desert")
    below, above = next(pair for pair in sorted(desert.dunes))

    assert desert.climbs_dune(below, above)
    assert not desert.climbs_dune(above, below)
    assert melee("Desert", "LIO", HEXES[above], "OGR", HEXES[below])[0] == 5 + 2
    assert melee("Desert", "OGR", HEXES[above], "OGR", HEXES[below])[0] == 6
    assert melee("Desert", "OGR", HEXES[below], "LIO", HEXES[above])[0] == 6 - 1
    assert melee("Desert", "LIO", HEXES[below], "OGR", HEXES[above])[0] == 5


# --- rangestrikes ---


def test_a_rangestrike_has_half_the_power_in_dice() -> None:
    """R15.4"""
    assert rangestrike("Plains", "HYD", "D3", "OGR", "D1") == (5, 3)
    assert rangestrike("Plains", "GIA", "D3", "OGR", "D1") == (3, 2)


def test_range_four_costs_skill_and_needs_skill_four() -> None:
    """R15.3, R15.5"""
    assert rangestrike("Plains", "GIA", "D4", "OGR", "D1") == (3, 3)
    assert rangestrike("Plains", "HYD", "D4", "OGR", "D1") is None
    assert rangestrike("Plains", "GIA", "D6", "OGR", "D2") is None


def test_those_without_missiles_and_neighbours_are_left_out() -> None:
    """R15.1, R15.3"""
    assert rangestrike("Plains", "OGR", "D3", "OGR", "D1") is None
    assert rangestrike("Plains", "GIA", "D3", "OGR", "D2") is None
    assert rangestrike("Plains", "WLK", "D3", "OGR", "D2") is None


def test_lords_fear_warlocks_only() -> None:
    """R15.6, R15.7"""
    assert rangestrike("Plains", "GIA", "D3", "TTN", "D1") is None
    assert rangestrike("Plains", "WLK", "D3", "TTN", "D1") == (2, 4)
    assert rangestrike("Plains", "WLK", "D4", "TTN", "D1", "D2 D3") == (2, 4)


def test_a_character_on_a_straight_line_blocks_it() -> None:
    """R15.8.4"""
    assert rangestrike("Plains", "GIA", "D3", "OGR", "D1", "D2") is None


def test_of_two_paths_one_may_be_blocked() -> None:
    """R15.8.1: from D3 to E1 the paths lead over D2 and E2."""
    assert rangestrike("Plains", "GIA", "D3", "OGR", "E1", "D2") == (3, 2)
    assert rangestrike("Plains", "GIA", "D3", "OGR", "E1", "E2") == (3, 2)
    assert rangestrike("Plains", "GIA", "D3", "OGR", "E1", "D2 E2") is None


def test_the_top_of_the_tower_sees_the_ground_at_range_four_only() -> None:
    """R15.8"""
    tower = ground("Tower")

    for target in ["D2", "C2", "B2", "B3", "B4"]:
        assert tower.sight(at("D4"), at(target), 0) is None
    for target in ["A1", "A3", "E1"]:
        assert tower.sight(at("D4"), at(target), 0) == 0
        assert tower.sight(at(target), at("D4"), 0) == 0
    assert tower.sight(at("D3"), at("D5"), 0) is None


def test_shooting_up_the_tower_costs_skill_for_each_wall() -> None:
    """R15.5: two walls and range 4 on the way up, range 4 alone on the way down."""
    assert rangestrike("Tower", "GIA", "A1", "OGR", "D4") == (3, 5)
    assert rangestrike("Tower", "GIA", "D4", "OGR", "A1") == (3, 3)


def test_a_character_at_the_foot_of_a_cliff_hides_nobody_from_its_top() -> None:
    """R15.8.4: D4 stands on a cliff above D3, and on none above D2."""
    assert ground("Desert").sight(at("D4"), at("D2"), occupied("D3")) == 0
    assert ground("Desert").sight(at("D4"), at("D1"), occupied("D3")) == 0
    assert ground("Desert").sight(at("D4"), at("D1"), occupied("D2")) is None


def test_brambles_between_cost_skill_unless_one_is_native() -> None:
    """R15.5"""
    assert ground("Brush").hazards[at("B2")] == "bramble"
    assert rangestrike("Brush", "GIA", "A1", "OGR", "C3") == (3, 3)
    assert rangestrike("Brush", "GOR", "A1", "OGR", "C3") == (3, 3)
    assert rangestrike("Plains", "GIA", "A1", "OGR", "C3") == (3, 2)


def test_of_two_paths_the_one_with_fewer_brambles_is_taken_while_it_is_clear() -> None:
    """R15.8.1: over A2, or through the brambles of B2."""
    for a, b in (("A1", "B3"), ("B3", "A1")):
        assert rangestrike("Brush", "GIA", a, "OGR", b) == (3, 2)
        assert rangestrike("Brush", "GIA", a, "OGR", b, "A2") == (3, 3)


@pytest.mark.parametrize(
    ("terrain", "open_lines"),
    [
        ("Plains", 372),
        ("Woods", 290),
        ("Brush", 372),
        ("Hills", 206),
        ("Jungle", 314),
        ("Desert", 258),
        ("Marsh", 372),
        ("Swamp", 276),
        ("Mountains", 250),
        ("Tundra", 372),
        ("Tower", 198),
    ],
)
def test_as_many_lines_of_sight_are_open_as_were_counted(terrain: str, open_lines: int) -> None:
    """R15.8: of the 372 ordered pairs at range 3 or 4, on an empty map."""
    pairs = [(a, b) for a in range(27) for b in range(27)]

    assert sum(ground(terrain).sight(a, b, 0) is not None for a, b in pairs) == open_lines


def test_a_warlock_strikes_across_a_cliff() -> None:
    """R15.7"""
    desert = ground("Desert")
    a, b = next((a, b) for a in range(27) for b in bits(desert.neighbours[a] & ~desert.contacts[a]))

    assert rangestrike("Desert", "WLK", HEXES[a], "OGR", HEXES[b]) == (2, 2)
    assert rangestrike("Desert", "GIA", HEXES[a], "OGR", HEXES[b]) is None


def test_a_dragon_in_the_volcano_rangestrikes_with_six_dice_and_is_harder_to_hit() -> None:
    """R15.4, R15.5"""
    seen = [b for b in range(27) if ground("Mountains").sight(at("D4"), b, 0) is not None]
    targets = [HEXES[b] for b in seen if rangestrike("Mountains", "DRA", "D4", "OGR", HEXES[b])]

    assert targets
    for target in targets:
        assert rangestrike("Mountains", "DRA", "D4", "OGR", target) == (6, 3)
        back = rangestrike("Mountains", "DRA", target, "DRA", "D4")
        assert back is None or back == (4, 5)


def test_the_option_lets_any_character_block() -> None:
    """R15.8: somebody lower than both does not block, unless the option says so."""
    strict = rules_for({"los_any_character_blocks": "on"}).grounds
    mountains = ground("Mountains")
    low = mask_of(index for index, height in enumerate(mountains.elevation) if height == 0)
    tops = [index for index, height in enumerate(mountains.elevation) if height]
    seen = [(a, b) for a in tops for b in tops if mountains.sight(a, b, 0) is not None]
    over = [(a, b) for a, b in seen if strict["Mountains"].sight(a, b, low) is None]

    assert over
    assert all(mountains.sight(a, b, low) is not None for a, b in seen)


# --- a second opinion ---


def slowly(terrain: Ground, kind: Kind, start: int, standing: int) -> set[int]:
    """R12.5-R12.8 by trying every way, with the costs of the table written out."""
    relief, ends = terrain.relief, set[int]()

    def cost(a: int, side: int, b: int) -> int:
        hazard, native = relief.hazards[b], relief.hazards[b] in kind.natives
        crossing = relief.crossing(a, side)
        points = 2 if hazard in ("bramble", "drift", "sand") and not native else 1
        if hazard == "tree" or (hazard in ("bog", "volcano") and not native):
            return 99
        if kind.flies:
            return 1 if hazard == "sand" else points
        if crossing and crossing.hazard == "cliff":
            return 99
        if crossing and crossing.up and (
            crossing.hazard == "wall" or (crossing.hazard == "slope" and "slope" not in kind.natives)
        ):  # fmt: skip
            points = 2
        return points

    def go(here: int, left: int) -> None:
        for side, there in enumerate(ACROSS[here]):
            if there is None:
                continue
            points, taken = cost(here, side, there), standing >> there & 1
            if points <= left and not taken:
                ends.add(there)
            if kind.flies:
                if left > 1 and (relief.hazards[there] != "volcano" or "volcano" in kind.natives):
                    go(there, left - 1)
            elif points < left and not taken:
                go(there, left - points)

    go(start, kind.skill)
    return ends - {start}


@settings(deadline=None, max_examples=300)
@given(
    st.sampled_from(sorted(RULES.grounds)),
    st.sampled_from(sorted(RULES.kinds)),
    st.sampled_from(range(27)),
    st.frozensets(st.sampled_from(range(27)), max_size=14),
)
def test_reach_is_what_trying_every_way_gives(terrain: str, code: str, start: int, standing: frozenset[int]) -> None:
    map_, kind, mask = ground(terrain), RULES.kinds[code], mask_of(standing | {start})

    assert set(bits(map_.reach(kind, start, mask))) == slowly(map_, kind, start, mask)


# --- the fact sheet ---


def test_reach_is_that_of_the_fact_sheet() -> None:
    for terrain, by_name in expected("reach")["reach"].items():
        edges = ground(terrain).entries
        entries = {f"e{side}": attacker for side, (attacker, _) in edges.items()}
        entries |= {f"e{(side + 3) % 6}": defender for side, (_, defender) in edges.items()}
        for name, by_start in by_name.items():
            for start, wanted in by_start.items():
                if start in entries:
                    found = ground(terrain).arrivals(NAMED[name], entries[start], 0)
                else:
                    found = ground(terrain).reach(NAMED[name], at(start), 1 << at(start))
                assert labels(found) == wanted, (terrain, name, start)


def test_line_of_sight_is_that_of_the_fact_sheet() -> None:
    for terrain, pairs in expected("los").items():
        if terrain == "about":
            continue
        map_ = ground(terrain)
        for pair, row in pairs.items():
            a, b = (at(label) for label in pair.split("-"))
            assert map_.sight(a, b, 0) == row.get("brambles"), (terrain, pair)
            if row["clear"]:
                alone = [label for label in HEXES if map_.sight(a, b, occupied(label)) is None]
                assert alone == row["blocked_if_occupied"], (terrain, pair)
                if terrain == "Tower":
                    assert max(0, map_.elevation[b] - map_.elevation[a]) == row["walls_up"], pair


def test_strikes_are_those_of_the_fact_sheet() -> None:
    for terrain, a, b, striker, target, way, dice, number in expected("strikes")["strikes"]:
        assert strike(terrain, a, b, striker, target) == (way, dice, number), (terrain, a, b, striker, target)


def test_what_the_fact_sheet_forbids_cannot_strike() -> None:
    for terrain, a, b, striker, target in expected("strikes")["not_allowed"]:
        assert strike(terrain, a, b, striker, target) is None, (terrain, a, b, striker, target)


def test_disputed_strikes_follow_the_pick_of_the_fact_sheet() -> None:
    """Brambles on two paths (R15.8.1), Warlocks at natives (R15.7): where other programs differ."""
    for terrain, a, b, striker, target, way, dice, number, *_ in expected("strikes")["disputed"]:
        assert strike(terrain, a, b, striker, target) == (way, dice, number), (terrain, a, b, striker, target)


def strike(terrain: str, a: str, b: str, striker: str, target: str) -> tuple[str, int, int] | None:
    """A lone strike by names: `M` for melee or `R`, dice, number."""
    map_, who, whom = ground(terrain), NAMED[striker], NAMED[target]
    if map_.contacts[at(a)] >> at(b) & 1:
        return ("M", *map_.melee(who, who.power, at(a), whom, at(b)))
    ranged = map_.rangestrike(who, who.power, at(a), whom, at(b), occupied(f"{a} {b}"))
    return ranged and ("R", *ranged)


def test_hazards_between_neighbours_are_those_of_the_fact_sheet() -> None:
    for terrain, notes in expected("battle")["adjacent_hazards"].items():
        map_ = ground(terrain)
        found = {}
        for a, b, crossing in map_.relief.steps():
            note: dict[str, object] = {}
            if map_.hazards[a] in ("bramble", "volcano"):
                note["from"] = map_.hazards[a]
            if map_.hazards[b] in ("bramble", "volcano"):
                note["into"] = map_.hazards[b]
            if crossing:
                note["side"] = f"{crossing.hazard} {'up' if crossing.up else 'down'}"
            if not map_.contacts[a] >> b & 1:
                note["contact"] = False
            if note:
                found[f"{HEXES[a]}>{HEXES[b]}"] = note
        assert found == notes, terrain


def test_costs_are_those_of_the_fact_sheet() -> None:
    """Each step by someone with the points for it alone, and natives of everything or of nothing."""
    everything = frozenset({"bramble", "bog", "sand", "dune", "drift", "slope", "volcano"})
    for terrain, rows in expected("battle")["enter"].items():
        map_ = ground(terrain)
        for a, b, _ in map_.relief.steps():
            row = rows.get(f"{HEXES[a]}>{HEXES[b]}", {})
            for flies, way in ((False, "ground"), (True, "fly")):
                for natives, who in ((everything, "native"), (frozenset[str](), "other")):
                    assert step_cost(map_, a, b, flies, natives) == row.get(f"{way}_{who}", 1), (
                        terrain,
                        a,
                        b,
                        way,
                        who,
                    )


def step_cost(map_: Ground, a: int, b: int, flies: bool, natives: frozenset[str]) -> int:
    """The points with which one first gets from `a` into its neighbour `b` if all else is taken; 0 for never."""
    found = gait(map_.relief, flies, natives)
    return next((points for points in (1, 2) if found.reach(a, points, EVERYWHERE & ~(1 << b)) >> b & 1), 0)
