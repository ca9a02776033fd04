"""Teleportation: T-076 to T-093."""

from __future__ import annotations

import pytest

from engine.core import Seat
from engine.titan.events import Moved
from engine.titan.rules import rules_for
from engine.titan.ruleset import TITAN
from engine.titan.state import Moving, State
from tests.engine.positions import do, lines, position, refused, told
from tests.scenarios.tables import scenarios

FROM_100 = "1-10 14 30 34-42 101-108 136-142 200 300 400 500 1000 2000 3000 5000 6000"
FROM_200 = "1-17 21 37 41 42 100-115 300 400 500 1000 2000 3000 4000 6000"

DESTINATIONS = """
T-076 | 100 | 6 | TTN OGR | 0   | 600     |     | from 100
T-077 | 200 | 6 | ANG OGR | 0   | 600     |     | from 200
T-078 | 100 | 6 | OGR OGR | 0   | 600     |     |
T-079 | 100 | 5 | ANG OGR | 0   | 600     |     |
T-080 | 6   | 6 | TTN OGR | 400 | 600 118 |     | 118 600
T-081 | 6   | 6 | TTN OGR | 399 | 600 118 |     |
T-082 | 6   | 6 | TTN OGR | 400 | 600 118 | 118 | 600
T-083 | 100 | 6 | TTN OGR | 400 | 600 118 |     | from 100 118 600
"""


def teleporting(legion: str, *others: str, score: int = 0, roll: int = 6) -> State:
    return position(f"Red {score}: {legion}", *others, phase=Moving(roll))


def teleports(state: State, marker: str) -> set[int]:
    return {int(line.split()[2]) for line in lines(state) if line.startswith(f"teleport {marker}")}


def numbers(text: str) -> set[int]:
    """The lands of `1-3 7`, and of the two long lists."""
    found: set[int] = set()
    for part in text.replace("from 100", FROM_100).replace("from 200", FROM_200).split():
        first, _, last = part.partition("-")
        found |= set(range(int(first), int(last or first) + 1))
    return found


@pytest.mark.parametrize(
    ("start", "roll", "legion", "score", "enemies", "own", "destinations"), scenarios(DESTINATIONS)
)
def test_a_teleport_leads_to_these_lands(
    start: str, roll: str, legion: str, score: str, enemies: str, own: str, destinations: str
) -> None:
    """R7.1-R7.3: 45 free lands from the tower 100 or 200; with a score of 400 any enemy's."""
    red = "; ".join([f"Rd01@{start} {legion}", *(f"Rd02@{land} OGR OGR" for land in own.split())])
    blue = "; ".join(f"Bu{n:02}@{land} OGR OGR" for n, land in enumerate(enemies.split(), 1))
    state = teleporting(red, f"Blue: {blue}", score=int(score), roll=int(roll))

    assert teleports(state, "Rd01") == numbers(destinations)


def test_the_two_long_lists_have_45_lands_each() -> None:
    assert (len(numbers(FROM_100)), len(numbers(FROM_200))) == (45, 45)


def test_t084_one_legion_teleports_a_turn() -> None:
    """R7.1"""
    state = teleporting("Rd01@100 ANG OGR; Rd02@6 TTN OGR", "Blue: Bu01@118 OGR OGR", score=400)
    assert "teleport Rd02 118 1 TTN" in lines(state)

    state = do(state, "teleport Rd01 35 3 ANG")

    assert refused(state, "teleport Rd02 118 1 TTN") == "teleport-once"


def test_t085_a_land_in_reach_of_both_is_walked_or_teleported_to() -> None:
    """R7.6"""
    state = teleporting("Rd01@200 ANG OGR; Rd02@100 ANG OGR", "Blue: Bu01@20 TTN OGR")

    walked, events = told(state, "move Rd01 11 5")
    assert events == (Moved(Seat(0), "Rd01", 200, 11, 0, "", ""),)
    assert "teleport Rd02 35 3 ANG" in lines(walked)
    assert known(walked, "Rd01") == ()

    teleported, events = told(state, "teleport Rd01 11 3 ANG")
    assert events == (Moved(Seat(0), "Rd01", 200, 11, 0, "ANG", ""),)
    assert refused(teleported, "teleport Rd02 35 3 ANG") == "teleport-once"
    assert known(teleported, "Rd01") == ("ANG",)


def known(state: State, marker: str) -> tuple[str, ...]:
    """The characters that the channel knows to be in a legion."""
    return next(legion.creatures for legion in TITAN.view(state, None).legions if legion.marker == marker)


def test_t086_the_owner_chooses_which_lord_a_teleport_shows() -> None:
    """R7.5"""
    state = teleporting("Rd01@100 TTN ANG OGR", "Blue: Bu01@20 TTN OGR")
    assert {"teleport Rd01 35 3 TTN", "teleport Rd01 35 3 ANG"} <= set(lines(state))

    state = do(state, "teleport Rd01 35 3 ANG")

    assert known(state, "Rd01") == ("ANG",)


@pytest.mark.parametrize(
    ("land", "sides"), [pytest.param(118, {"1", "3", "5"}, id="T-087"), pytest.param(600, {"3"}, id="T-088")]
)
def test_a_titan_chooses_its_side_but_for_a_tower(land: int, sides: set[str]) -> None:
    """R7.4"""
    state = teleporting("Rd01@6 TTN OGR", f"Blue: Bu01@{land} OGR OGR", score=400)

    ways = [line.split() for line in lines(state) if line.startswith(f"teleport Rd01 {land} ")]
    assert {way[3] for way in ways} == sides
    assert {way[4] for way in ways} == {"TTN"}


def test_t089_a_titan_that_teleports_is_shown_at_once() -> None:
    """R7.5"""
    state = teleporting("Rd01@6 TTN ANG OGR", "Blue: Bu01@118 OGR OGR", "Green: Gr01@20 TTN OGR", score=400)
    assert refused(state, "teleport Rd01 118 1 ANG") == "teleport-lord-shown"

    state, events = told(state, "teleport Rd01 118 1 TTN")

    assert known(state, "Rd01") == ("TTN",)
    assert TITAN.seen(events[0], Seat(2)) == Moved(Seat(0), "Rd01", 6, 118, 1, "TTN", "Bu01")


def test_t090_a_teleport_is_a_move() -> None:
    """R7.7"""
    state = teleporting("Rd01@100 ANG CYC CYC", "Blue: Bu01@20 TTN OGR")

    state = do(state, "teleport Rd01 102 3 ANG", "done")

    assert "muster Rd01 GOR CYC,CYC" in lines(state)


def test_t091_demi_lords_are_no_lords() -> None:
    """R7.2"""
    state = teleporting("Rd01@100 GUA WLK", "Blue: Bu01@20 TTN OGR")

    assert teleports(state, "Rd01") == set()
    assert refused(state, "teleport Rd01 35 3 GUA") == "teleport-no-lord"


def test_t092_who_has_come_into_a_tower_goes_no_further() -> None:
    """R6.1"""
    state = do(teleporting("Rd01@200 TTN OGR", "Blue: Bu01@20 TTN OGR"), "teleport Rd01 100 3 TTN")

    assert refused(state, "teleport Rd01 35 3 TTN") == "already-moved"


def test_t093_a_tower_teleport_never_attacks() -> None:
    """R7.2: with every land of the list taken by others there is none."""
    lands = sorted(rules_for({}).board.teleports(100))
    markers = [f"{colour}{n:02}" for colour in ("Bu", "Gr", "Bk", "Br") for n in range(1, 13)]
    blue = "; ".join(f"{marker}@{land} OGR OGR" for marker, land in zip(markers, lands, strict=False))
    assert len(lands) == 46

    state = teleporting("Rd01@100 ANG OGR", f"Blue: {blue}")

    assert teleports(state, "Rd01") == set()
