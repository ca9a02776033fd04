"""What is secret from whom: T-479 to T-494, as far as the engine decides it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from engine.core import Seat
from engine.titan.events import Event, Moved, Mustered, Parted, Rolled
from engine.titan.ruleset import TITAN
from engine.titan.sides import ATTACKER
from engine.titan.state import Moving, Mustering, Splitting, State
from engine.titan.view import View
from tests.engine.positions import battle, do, lines, position, refused, told

HOME = "Rd09@20 TTN OGR"
BLUE = "Blue: Bu09@30 TTN OGR"
GREEN = "Green: Gr01@31 TTN OGR"


def seen(events: Sequence[Event], viewer: int | None) -> list[Event]:
    """What a viewer learns of these events."""
    seat = None if viewer is None else Seat(viewer)
    return [event for event in (TITAN.seen(event, seat) for event in events) if event is not None]


def view(state: State, viewer: int | None) -> View:
    return TITAN.view(state, None if viewer is None else Seat(viewer))


def known(state: State, viewer: int | None) -> dict[str, str]:
    """What a viewer is certain of in each legion."""
    return {legion.marker: " ".join(legion.creatures) for legion in view(state, viewer).legions}


def test_t479_a_turn_tells_no_contents_but_recruits_and_recruiters() -> None:
    """R3.2-R3.4"""
    start = position("Red: Rd01@200 TTN OGR OGR OGR", BLUE, phase=Splitting())

    said = ("split Rd01 Rd05 OGR,OGR", "roll", "draw 2", "move Rd05 107 1", "move Rd01 11 5", "done")
    _, events = told(start, *said)

    assert seen(events, None) == [
        Parted(Seat(0), "Rd01", "Rd05", 2, 2, ()),
        Rolled(Seat(0), 2, again=False),
        Moved(Seat(0), "Rd05", 200, 107, 0, "", ""),
        Moved(Seat(0), "Rd01", 200, 11, 0, "", ""),
    ]


def test_t479_a_muster_tells_the_recruit_and_its_recruiters() -> None:
    """R3.4"""
    start = position("Red: Rd01@8>3 OGR OGR LIO TTN", BLUE, phase=Mustering())

    state, events = told(start, "muster Rd01 TRO OGR,OGR")

    assert seen(events, None) == [Mustered(Seat(0), "Rd01", 8, "TRO", ("OGR", "OGR"))]
    assert known(state, 1)["Rd01"] == "OGR OGR TRO"


def test_t480_others_know_of_a_legion_what_it_has_shown() -> None:
    """R3.7"""
    start = position("Red: Rd01@8>3 OGR OGR LIO; Rd02@20 LIO LIO", BLUE, GREEN, phase=Mustering())

    state = do(start, "muster Rd01 OGR OGR")

    assert known(state, 2) == {"Bu09": "", "Gr01": "TTN OGR", "Rd01": "OGR OGR", "Rd02": ""}
    assert {leg.marker: leg.height for leg in view(state, 2).legions}["Rd02"] == 2


def cyclopes(height: int) -> State:
    """A legion of this height has mustered a Behemoth for three Cyclopes, and its owner's next turn has begun."""
    rest = " ".join(["OGR"] * (height - 4))
    start = position(f"Red: Rd01@5>3 CYC CYC CYC {rest}".rstrip(), BLUE, phase=Mustering())
    return replace(do(start, "muster Rd01 BEH CYC,CYC,CYC", "done"), active=Seat(0))


def test_t482_a_split_makes_the_place_of_the_shown_uncertain() -> None:
    """R3.7: all three, and the Behemoth, may be on either side."""
    state = do(cyclopes(7), "split Rd01 Rd05 CYC,CYC,CYC,BEH")

    assert known(state, 1)["Rd01"] == known(state, 1)["Rd05"] == ""
    assert known(state, 0)["Rd05"] == "CYC CYC CYC BEH"


def test_t482_counting_may_settle_it() -> None:
    """R3.7: of three Cyclopes in two pairs each pair has one; who sees the one knows the other."""
    state = do(cyclopes(4), "split Rd01 Rd05 CYC,CYC")

    assert known(state, 1)["Rd01"] == known(state, 1)["Rd05"] == "CYC"


def parleys(one: str, other: str) -> list[State]:
    """The same engagement opened twice: Blue defends with the one of his legions or with the other."""
    return [
        do(
            position(f"Red: Rd01@1>3 OGR TRO; {HOME}", f"Blue: Bu01@1 {here}; Bu02@41 {there}; Bu09@30 TTN", GREEN),
            "done",
        )
        for here, there in ((one, other), (other, one))
    ]


@pytest.mark.parametrize("viewer", [2, None])
def test_t483_others_see_no_difference_before_a_battle(viewer: int | None) -> None:
    """R9.3: whether there may be a flight, was a waiver or stands an offer."""
    may, may_not = parleys("OGR LIO", "ANG LIO")
    states = [may, may_not, do(may, "1: waive"), do(may, "0: offer defender -"), do(may, "0: fight")]

    assert ("flee" in lines(may, 1), "flee" in lines(may_not, 1)) == (True, False)
    assert all(view(state, viewer) == view(may, viewer) for state in states)
    for said in ("1: waive", "0: offer defender -", "0: fight"):
        assert seen(told(may, said)[1], viewer) == []


def chance_to_summon(mine: str, greens: str) -> State:
    """Red's maneuver after the first of Blue was slain; what is in Rd03 and Gr02 is secret."""
    state = battle(
        "Plains",
        "LIO C3, LIO A1",
        "OGR C4(5), OGR F4",
        f"{GREEN}; Gr02@9 {greens}",
        red=f"Rd03@3 {mine}; {HOME}",
        blue="Bu09@30 TTN OGR",
        step="strike",
    )
    return do(state, "1: strike C4 C3 6 5", "draw 1,1,1,1,1,1", "strike C3 C4 5 3", "draw 6,1,1,1,1")


@pytest.mark.parametrize("viewer", [1, None])
def test_t485_t486_others_cannot_tell_whether_somebody_may_be_summoned(viewer: int | None) -> None:
    """R16.3, R3.3: the maneuver is the same, with an angel or without any."""
    able, unable = chance_to_summon("ANG LIO", "OGR LIO"), chance_to_summon("OGR LIO", "ANG LIO")

    summons = [[line for line in lines(state) if line.startswith("summon")] for state in (able, unable)]
    assert summons == [["summon Rd03 ANG"], []]
    assert view(able, viewer) == view(unable, viewer)
    assert [TITAN.awaiting(state) for state in (able, unable)] == [{0}, {0}]
    assert seen(told(able, "done")[1], viewer) == seen(told(unable, "done")[1], viewer)


def test_t487_others_cannot_tell_whether_a_winner_may_be_reinforced() -> None:
    """R17.4: in Plains two Lions may, two Ogres may not; each time Blue is waited for."""
    able, unable = [
        do(state, "1: waive", "0: offer attacker -", "1: accept attacker -") for state in parleys("LIO LIO", "OGR OGR")
    ]

    assert any(line.startswith("reinforce") for line in lines(able, 1))
    assert not any(line.startswith("reinforce") for line in lines(unable, 1))
    for viewer in (2, None):
        assert view(able, viewer) == view(unable, viewer)
    assert [TITAN.awaiting(state) for state in (able, unable)] == [{1}, {1}]


def test_t488_enlistment_ends_with_its_owners_word() -> None:
    """R2.5: even if nobody can muster."""
    state = position("Red: Rd01@1>3 TTN TRO", BLUE, phase=Mustering())

    assert lines(state) == ["done", "resign"]
    assert TITAN.awaiting(state) == {0}
    assert do(state, "done").active == 1


def test_t490_titans_see_all_enemies_and_no_contents() -> None:
    """R7.3"""
    reds = "Red 400: Rd01@6 TTN OGR"
    one = position(reds, "Blue: Bu01@118 TTN OGR; Bu02@20 LIO", phase=Moving(6))
    other = position(reds, "Blue: Bu01@118 LIO LIO; Bu02@20 TTN", phase=Moving(6))

    listed = [line for line in lines(one) if line.startswith("teleport")]
    assert {int(line.split()[2]) for line in listed} == {118, 20}
    assert lines(one) == lines(other)


def test_t491_a_battle_is_fought_in_the_open() -> None:
    """R3.4"""
    start = battle("Plains", "LIO C3, OGR A1", "OGR C4(2), CEN F4", GREEN, red=HOME, mover=ATTACKER, step="strike")

    state, events = told(start, "strike C3 C4 5 3", "draw 6,5,1,1,1")

    for viewer in (2, None):
        assert (known(state, viewer)["Rd01"], known(state, viewer)["Bu01"]) == ("OGR LIO", "CEN OGR")
        fight = view(state, viewer).battle
        assert fight is not None
        assert [(f.creature, f.hex, f.hits) for f in fight.fighters if f.side == 1] == [
            ("OGR", "C4", 4),
            ("CEN", "F4", 0),
        ]
        assert seen(events, viewer) == list(events)


def test_t492_a_spectator_sees_what_is_public() -> None:
    """R3.2, R3.3"""
    state = do(
        position("Red: Rd01@8>3 OGR OGR LIO; Rd02@20 LIO LIO", BLUE, GREEN, phase=Mustering()), "muster Rd01 OGR OGR"
    )

    assert known(state, None) == {"Bu09": "", "Gr01": "", "Rd01": "OGR OGR", "Rd02": ""}
    public = view(state, None)
    assert (public.parley, public.gathering) == (None, None)


def test_t493_an_eliminated_player_sees_what_is_public() -> None:
    """R3.3"""
    start = position("Red: Rd01@8>3 OGR OGR LIO; Rd02@20 LIO LIO", BLUE, GREEN, phase=Mustering())

    state = do(start, "1: resign", "muster Rd01 OGR OGR")

    assert replace(view(state, 1), viewer=None) == view(state, None)
    assert refused(state, "done", seat=1) == "eliminated"


def test_t494_at_the_end_everything_is_opened() -> None:
    """ASYNC_PLAY A3.11: all contents, to everybody; not a moment before."""
    start = position("Red: Rd01@8>3 TTN OGR LIO; Rd02@20 LIO CEN", BLUE, phase=Mustering())
    assert known(start, None) == known(start, 1) | {"Bu09": ""} == {"Bu09": "", "Rd01": "", "Rd02": ""}

    state = do(start, "1: resign")

    for viewer in (None, 0, 1):
        assert known(state, viewer) == {"Rd01": "TTN OGR LIO", "Rd02": "CEN LIO"}


def test_a_view_has_the_deeds_of_the_part_of_the_turn() -> None:
    """What a picture shows of a phase: until something happens in the next, and as its viewer saw it (R3.3)."""
    start = position("Red: Rd01@200 TTN OGR OGR OGR", BLUE, phase=Splitting())

    split = do(start, "split Rd01 Rd05 OGR,OGR")
    assert view(split, 0).deeds == (Parted(Seat(0), "Rd01", "Rd05", 2, 2, ("OGR", "OGR")),)
    assert view(split, None).deeds == (Parted(Seat(0), "Rd01", "Rd05", 2, 2, ()),)

    moved = do(split, "roll", "draw 2", "move Rd05 107 1", "move Rd01 11 5")
    walks = (Moved(Seat(0), "Rd05", 200, 107, 0, "", ""), Moved(Seat(0), "Rd01", 200, 11, 0, "", ""))
    assert view(moved, None).deeds == walks
    assert view(do(moved, "done"), None).deeds == walks


@pytest.mark.parametrize("viewer", [2, None])
def test_the_deeds_of_an_exchange_are_the_two_players_own(viewer: int | None) -> None:
    """A3.1"""
    may, _ = parleys("OGR LIO", "ANG LIO")

    for said in ("1: waive", "0: offer defender -", "0: fight"):
        assert view(do(may, said), viewer).deeds == view(may, viewer).deeds
    assert view(do(may, "1: waive"), 1).deeds != view(may, 1).deeds
