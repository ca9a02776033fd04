"""What a legion may muster where, and what it shows: a table by hand, and the fact sheet (R8)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.titan.phases.muster import ways
from engine.titan.rules import rules_for
from tests.engine.sheets import expected

RULES = rules_for({})
CODES = {kind.name: code for code, kind in RULES.kinds.items()}
NUMBERS = range(1, 5)
FREE = "CEN, GAR, OGR"


def told(terrain: str, legion: str, **options: str) -> set[str]:
    """Each way as text: the recruit, and how many of whom are shown for it."""
    rules = rules_for(options)
    found = ways(rules, terrain, rules.arranged(legion.split()))
    assert len(found) == len(set(found)), "a way is listed once"
    assert all(len(set(shown)) <= 1 for _, shown in found), "all recruiters are of a kind"
    return {f"{recruit} for {len(shown)} {shown[0]}" if shown else recruit for recruit, shown in found}


def listed(text: str) -> set[str]:
    return {way.strip() for way in text.split(",") if way.strip()}


@pytest.mark.parametrize(
    ("terrain", "legion", "may"),
    [
        # each step of each chain with as many as it needs, and with one less
        ("Brush", "GAR", "GAR for 1 GAR"),
        ("Brush", "GAR GAR", "GAR for 1 GAR, CYC for 2 GAR"),
        ("Brush", "CYC", "GAR for 1 CYC, CYC for 1 CYC"),
        ("Brush", "CYC CYC", "GAR for 1 CYC, CYC for 1 CYC, GOR for 2 CYC"),
        ("Brush", "GOR", "GAR for 1 GOR, CYC for 1 GOR, GOR for 1 GOR"),
        ("Jungle", "GAR", "GAR for 1 GAR"),
        ("Jungle", "GAR GAR GAR", "GAR for 1 GAR, CYC for 2 GAR"),
        ("Jungle", "CYC CYC", "GAR for 1 CYC, CYC for 1 CYC"),
        ("Jungle", "CYC CYC CYC", "GAR for 1 CYC, CYC for 1 CYC, BEH for 3 CYC"),
        ("Jungle", "BEH", "GAR for 1 BEH, CYC for 1 BEH, BEH for 1 BEH"),
        ("Jungle", "BEH BEH", "GAR for 1 BEH, CYC for 1 BEH, BEH for 1 BEH, SER for 2 BEH"),
        ("Jungle", "SER", "GAR for 1 SER, CYC for 1 SER, BEH for 1 SER, SER for 1 SER"),
        ("Plains", "CEN", "CEN for 1 CEN"),
        ("Plains", "CEN CEN", "CEN for 1 CEN, LIO for 2 CEN"),
        ("Plains", "LIO", "CEN for 1 LIO, LIO for 1 LIO"),
        ("Plains", "LIO LIO", "CEN for 1 LIO, LIO for 1 LIO, RAN for 2 LIO"),
        ("Plains", "RAN", "CEN for 1 RAN, LIO for 1 RAN, RAN for 1 RAN"),
        ("Woods", "CEN CEN", "CEN for 1 CEN"),
        ("Woods", "CEN CEN CEN", "CEN for 1 CEN, WBR for 3 CEN"),
        ("Woods", "WBR WBR", "CEN for 1 WBR, WBR for 1 WBR, UNI for 2 WBR"),
        ("Woods", "UNI", "CEN for 1 UNI, WBR for 1 UNI, UNI for 1 UNI"),
        ("Desert", "LIO LIO", "LIO for 1 LIO"),
        ("Desert", "LIO LIO LIO", "LIO for 1 LIO, GRI for 3 LIO"),
        ("Desert", "GRI GRI", "LIO for 1 GRI, GRI for 1 GRI, HYD for 2 GRI"),
        ("Desert", "HYD", "LIO for 1 HYD, GRI for 1 HYD, HYD for 1 HYD"),
        ("Mountains", "LIO LIO", "LIO for 1 LIO, MIN for 2 LIO"),
        ("Mountains", "MIN MIN", "LIO for 1 MIN, MIN for 1 MIN, DRA for 2 MIN"),
        ("Mountains", "DRA DRA", "LIO for 1 DRA, MIN for 1 DRA, DRA for 1 DRA, COL for 2 DRA"),
        ("Mountains", "COL", "LIO for 1 COL, MIN for 1 COL, DRA for 1 COL, COL for 1 COL"),
        ("Marsh", "OGR OGR", "OGR for 1 OGR, TRO for 2 OGR"),
        ("Marsh", "TRO TRO", "OGR for 1 TRO, TRO for 1 TRO, RAN for 2 TRO"),
        ("Hills", "OGR OGR", "OGR for 1 OGR"),
        ("Hills", "OGR OGR OGR", "OGR for 1 OGR, MIN for 3 OGR"),
        ("Hills", "MIN MIN", "OGR for 1 MIN, MIN for 1 MIN, UNI for 2 MIN"),
        ("Swamp", "TRO TRO", "TRO for 1 TRO"),
        ("Swamp", "TRO TRO TRO", "TRO for 1 TRO, WYV for 3 TRO"),
        ("Swamp", "WYV WYV", "TRO for 1 WYV, WYV for 1 WYV, HYD for 2 WYV"),
        ("Tundra", "TRO TRO", "TRO for 1 TRO, WBR for 2 TRO"),
        ("Tundra", "WBR WBR", "TRO for 1 WBR, WBR for 1 WBR, GIA for 2 WBR"),
        ("Tundra", "GIA GIA", "TRO for 1 GIA, WBR for 1 GIA, GIA for 1 GIA, COL for 2 GIA"),
        # several ways for one recruit (R8.4)
        ("Plains", "CEN CEN LIO LIO RAN", "CEN for 1 CEN, CEN for 1 LIO, CEN for 1 RAN, LIO for 2 CEN, LIO for 1 LIO,"
         "LIO for 1 RAN, RAN for 2 LIO, RAN for 1 RAN"),
        # a step is not skipped, and chains do not mix
        ("Brush", "GAR GAR GAR GAR", "GAR for 1 GAR, CYC for 2 GAR"),
        ("Mountains", "LIO LIO DRA", "LIO for 1 LIO, LIO for 1 DRA, MIN for 2 LIO, MIN for 1 DRA, DRA for 1 DRA"),
        ("Swamp", "OGR OGR OGR", ""),
        ("Woods", "LIO LIO RAN GOR", ""),
        ("Desert", "TTN ANG ARC GUA WLK", ""),
        # Towers (R8.5-R8.7)
        ("Tower", "LIO", FREE),
        ("Tower", "LIO LIO OGR", FREE),
        ("Tower", "LIO LIO LIO", f"{FREE}, GUA for 3 LIO"),
        ("Tower", "LIO LIO LIO TRO TRO TRO", f"{FREE}, GUA for 3 LIO, GUA for 3 TRO"),
        ("Tower", "ANG ANG ANG", FREE),
        ("Tower", "WLK WLK WLK", f"{FREE}, WLK for 1 WLK"),
        ("Tower", "GUA", f"{FREE}, GUA for 1 GUA"),
        ("Tower", "TTN", f"{FREE}, WLK for 1 TTN"),
        ("Tower", "TTN WLK GUA OGR OGR OGR", f"{FREE}, WLK for 1 TTN, WLK for 1 WLK, GUA for 1 GUA, GUA for 3 OGR"),
    ],
)  # fmt: skip
def test_a_legion_may_muster_this_and_shows_that(terrain: str, legion: str, may: str) -> None:
    """R8.3-R8.7"""
    assert told(terrain, legion) == listed(may)


def test_by_option_demi_lords_do_not_bring_their_own_kind() -> None:
    """R8.6, R8.7"""
    assert told("Tower", "GUA WLK", demilord_self_muster="off") == listed(FREE)
    assert told("Tower", "TTN OGR OGR OGR", demilord_self_muster="off") == listed(
        f"{FREE}, WLK for 1 TTN, GUA for 3 OGR"
    )


def test_lords_are_mustered_nowhere() -> None:
    """R8.8"""
    for terrain in RULES.grounds:
        for code in RULES.kinds:
            for number in range(1, 8):
                recruits = {recruit for recruit, _ in ways(RULES, terrain, (code,) * number)}
                assert not any(RULES.kinds[recruit].lord for recruit in recruits)


def cases() -> Iterator[tuple[str, list[str], set[str]]]:
    """Every case of the sheet: terrain, legion, recruits. Kinds it does not list get what anybody does."""
    sheet = expected("recruits")
    for terrain, by_legion in sheet["single_kind"].items():
        for name in CODES:
            for number in NUMBERS:
                anybody = ["Centaur", "Gargoyle", "Ogre"] if terrain == "Tower" else []
                yield terrain, [name] * number, set(by_legion.get(f"{name}*{number}", anybody))
    for terrain, legion, may in sheet["legions"]:
        yield terrain, legion, set(may)


def test_every_case_of_the_sheet_agrees() -> None:
    """R8.3-R8.7: each number of each kind in each terrain, and legions at random."""
    tried = 0

    for terrain, legion, may in cases():
        creatures = RULES.arranged(CODES[name] for name in legion)
        assert {RULES.kinds[recruit].name for recruit, _ in ways(RULES, terrain, creatures)} == may, (terrain, legion)
        tried += 1

    assert tried == len(RULES.grounds) * len(CODES) * len(NUMBERS) + 440


def test_the_sheet_names_no_kind_or_number_that_is_not_asked() -> None:
    """Otherwise a case of it would be left out in silence."""
    for terrain, by_legion in expected("recruits")["single_kind"].items():
        assert terrain in RULES.grounds
        assert by_legion.keys() <= {f"{name}*{number}" for name in CODES for number in NUMBERS}
