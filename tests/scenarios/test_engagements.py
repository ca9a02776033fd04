"""Engagements before battle: T-148 to T-172."""

from __future__ import annotations

import pytest

from engine.core import Seat
from engine.titan.events import Agreed, Fled, Scored
from engine.titan.ruleset import TITAN
from engine.titan.state import Gathering, Mustering, State
from tests.engine.positions import battle, contents, do, lines, position, refused, told

GREEN = "Green: Gr01@30 TTN OGR"
ELSEWHERE = "Bu09@20 TTN OGR"


def met(attacker: str, defender: str, red: str = "", score: int = 0) -> State:
    """Rd01 has opened the engagement with Bu02 in 7; Red's Titan is elsewhere unless he is in it."""
    mine = "; ".join(filter(None, (f"Rd01@7>3 {attacker}", red)))
    return do(position(f"Red {score}: {mine}", f"Blue: Bu02@7 {defender}; {ELSEWHERE}", GREEN), "done")


def known(state: State, marker: str, viewer: int | None) -> str:
    """What a viewer is certain of in a legion."""
    seat = None if viewer is None else Seat(viewer)
    return next(" ".join(leg.creatures) for leg in TITAN.view(state, seat).legions if leg.marker == marker)


def two_engagements() -> State:
    red = "Red: Rd01@7>3 OGR OGR; Rd02@41>3 OGR TRO"
    return do(position(red, f"Blue: Bu02@7 LIO LIO; Bu03@41 OGR OGR; {ELSEWHERE}"), "done")


def test_t148_one_engagement_is_settled_before_the_next() -> None:
    """R9.2"""
    state = two_engagements()
    assert {"engage 7", "engage 41"} <= set(lines(state))

    state = do(state, "engage 41")

    assert refused(state, "engage 7") == "phase-other"
    assert not any(line.startswith("engage") for line in lines(state))


def test_the_mover_alone_chooses_which_engagement_comes_next() -> None:
    """R9.2"""
    assert lines(two_engagements(), 1) == ["resign"]
    assert refused(two_engagements(), "engage 7", seat=1) == "not-your-turn"


def test_t149_nobody_musters_before_all_engagements_are_settled() -> None:
    """R9.2"""
    state = two_engagements()

    assert refused(state, "done") == "phase-other"
    assert refused(state, "muster Rd02 TRO OGR,OGR") == "phase-other"
    state = do(state, "engage 41", "1: flee")
    assert not isinstance(state.phase, Mustering)
    assert isinstance(do(state, "1: flee").phase, Mustering)


def test_t150_only_the_engaged_two_see_the_legions() -> None:
    """R9.3, R3.5"""
    state = met("OGR TRO", "LIO RAN")

    assert (known(state, "Bu02", 0), known(state, "Rd01", 1)) == ("LIO RAN", "OGR TRO")
    for viewer in (2, None):
        assert (known(state, "Bu02", viewer), known(state, "Rd01", viewer)) == ("", "")


def test_t151_a_legion_that_flees_gives_half_its_value_and_no_summons() -> None:
    """R9.4, R18.3"""
    start = met("OGR TRO", "OGR OGR LIO", red="Rd03@1 ANG LIO")

    state, events = told(start, "1: flee")

    assert state.players[0].score == 19
    assert (state.dead["OGR"], state.dead["LIO"]) == (2, 1)
    assert TITAN.seen(events[0], None) == Fled(7, Seat(1), "Bu02", ("OGR", "OGR", "LIO"))
    assert contents(state, "Rd01") == "OGR TRO"
    assert isinstance(state.phase, Mustering)


@pytest.mark.parametrize(
    ("fled", "points"),
    [pytest.param("LIO", 7, id="T-152"), pytest.param("LIO RAN CYC", 24, id="T-153")],
)
def test_half_points_are_rounded_down(fled: str, points: int) -> None:
    """R18.3"""
    assert do(met("OGR TRO", fled), "1: flee").players[0].score == points


def test_t154_a_legion_with_a_lord_may_not_flee() -> None:
    """R9.4"""
    assert refused(met("OGR TRO", "ANG OGR"), "flee", seat=1) == "may-not-flee-lord"


def test_t155_demi_lords_may_flee_and_return_to_their_stacks() -> None:
    """R9.4, R20.2"""
    start = met("OGR TRO", "GUA WLK")
    assert (start.bank["GUA"], start.bank["WLK"]) == (5, 5)

    state = do(start, "1: flee")

    assert state.players[0].score == 22
    assert (state.bank["GUA"], state.bank["WLK"]) == (6, 6)


def test_t156_points_for_a_flight_may_bring_an_angel() -> None:
    """R18.6, R18.8"""
    state = do(met("OGR OGR OGR OGR OGR OGR", "LIO", score=95), "1: flee", "acquire ANG")

    assert state.players[0].score == 102
    assert state.legions["Rd01"].height == 7
    assert contents(state, "Rd01").startswith("ANG ")


def test_t157_the_attacker_never_flees() -> None:
    """R9.4"""
    assert refused(met("OGR TRO", "LIO RAN"), "flee") == "may-not-flee-attacker"


def test_t158_who_proposes_may_no_longer_flee() -> None:
    """R9.5"""
    state = do(met("OGR TRO", "LIO RAN"), "1: offer both -", "0: refuse")

    assert refused(state, "flee", seat=1) == "may-not-flee-waived"
    assert {"concede", "fight"} <= set(lines(state, 1))


def test_t159_an_offer_of_the_attacker_leaves_the_right_to_flee() -> None:
    """R9.5"""
    state = do(met("OGR TRO", "LIO RAN"), "0: offer defender OGR", "1: flee")

    assert state.players[0].score == 31 // 2


def test_t160_who_chose_battle_may_no_longer_flee() -> None:
    """R9.5"""
    state = do(met("OGR TRO", "LIO RAN"), "1: fight")

    assert refused(state, "flee", seat=1) == "phase-other"


def test_t161_a_concession_gives_full_points_and_lets_the_attacker_summon() -> None:
    """R9.9, R9.11"""
    state = met("OGR TRO", "OGR OGR LIO", red="Rd03@1 ANG LIO")
    assert refused(state, "concede", seat=1) == "concede-flight-open"

    state = do(state, "1: waive", "1: concede")

    assert state.players[0].score == 39
    assert "summon Rd03 ANG" in lines(state)


def test_t162_an_attacker_who_concedes_at_once_brings_no_reinforcement() -> None:
    """R9.11"""
    state = met("TRO TRO TRO", "LIO LIO")
    assert refused(state, "concede") == "concede-flight-open"

    state = do(state, "1: waive", "0: concede")

    assert state.players[1].score == 48
    assert isinstance(state.phase, Mustering)
    assert contents(state, "Bu02") == "LIO LIO"


def test_t162_the_defender_may_acquire_for_a_concession() -> None:
    """R9.11, R18.6"""
    start = met("TRO TRO TRO", "LIO LIO").with_player(Seat(1), score=60)

    state = do(start, "1: waive", "0: concede", "1: acquire ANG")

    assert contents(state, "Bu02") == "ANG LIO LIO"


def test_t163_an_attacker_who_concedes_on_the_map_leaves_a_reinforcement() -> None:
    """R9.11"""
    state = do(battle("Plains", "OGR, CEN", "LIO D6, LIO E5", in_round=1, mover=0), "maneuver OGR A1", "concede")

    assert state.players[1].score == 24
    assert "reinforce RAN LIO,LIO" in lines(state, 1)


def test_t163_nobody_on_the_map_no_reinforcement() -> None:
    """R9.11: what matters is whether an attacker had entered."""
    state = do(battle("Plains", "OGR, CEN", "LIO D6, LIO E5", in_round=1, mover=0), "concede")

    assert state.players[1].score == 24
    assert isinstance(state.phase, Mustering)


def test_t164_an_agreement_costs_at_least_one_legion() -> None:
    """R9.6"""
    state = met("OGR TRO", "LIO RAN")

    assert refused(state, "offer none -") == "offer-lost"
    offers = [line.split()[1] for line in lines(state) if line.startswith("offer")]
    assert set(offers) == {"attacker", "defender", "both"}


def test_t165_a_survivor_keeps_somebody() -> None:
    """R9.7"""
    assert refused(met("OGR TRO", "LIO RAN"), "offer defender OGR,TRO") == "offer-nobody-left"


def test_t166_a_survivor_keeps_its_titan() -> None:
    """R9.7"""
    assert refused(met("TTN TRO", "LIO RAN"), "offer defender TTN") == "offer-titan"


def test_t167_an_agreement_shows_the_losses_and_nothing_else() -> None:
    """R9.6, R9.8, R9.11, R3.6"""
    start = met("OGR TRO", "OGR OGR LIO", red="Rd03@1 ANG LIO")

    state, events = told(start, "0: offer defender OGR", "1: accept defender OGR")

    assert state.players[0].score == 39
    assert Agreed(7, (("Bu02", ("OGR", "OGR", "LIO")),), "Rd01", ("OGR",)) in [
        TITAN.seen(event, Seat(2)) for event in events
    ]
    assert (state.dead["OGR"], state.dead["LIO"]) == (3, 1)
    assert known(state, "Rd01", 2) == ""
    assert contents(state, "Rd01") == "TRO"
    assert "summon Rd03 ANG" in lines(state)


def test_t168_for_two_legions_traded_nobody_scores() -> None:
    """R9.8"""
    state, events = told(met("OGR TRO", "LIO RAN"), "0: offer both -", "1: accept both -")

    assert [player.score for player in state.players] == [0, 0, 0]
    assert not any(isinstance(event, Scored) for event in events)
    assert "Rd01" in state.players[0].markers
    assert "Bu02" in state.players[1].markers


def test_t169_a_defender_who_wins_by_agreement_may_be_reinforced() -> None:
    """R9.11: judged by his survivors; 7 is Desert."""
    state = met("OGR TRO", "LIO LIO LIO LIO")

    state = do(state, "0: offer attacker LIO", "1: accept attacker LIO")

    assert state.players[1].score == 28
    assert "reinforce GRI LIO,LIO,LIO" in lines(state, 1)

    fewer = do(met("OGR TRO", "LIO LIO LIO LIO"), "0: offer attacker LIO,LIO", "1: accept attacker LIO,LIO")
    assert [line for line in lines(fewer, 1) if line.startswith("reinforce")] == ["reinforce LIO LIO"]


def test_t170_the_first_concession_counts() -> None:
    """R9.9"""
    state = do(met("OGR TRO", "LIO RAN"), "1: waive", "1: concede")

    assert refused(state, "concede") == "phase-other"
    assert state.players[0].score == 31


def test_t171_an_offer_that_was_withdrawn_cannot_be_accepted() -> None:
    """R9.6"""
    state = do(met("OGR TRO", "LIO RAN"), "0: offer defender OGR", "0: withdraw")

    assert refused(state, "accept defender OGR", seat=1) == "no-offer"


def test_an_offer_that_was_refused_cannot_be_accepted() -> None:
    """R9.6"""
    state = do(met("OGR TRO", "LIO RAN"), "0: offer defender OGR", "1: refuse")

    assert refused(state, "accept defender OGR", seat=1) == "no-offer"
    assert refused(state, "refuse", seat=1) == "no-offer"
    assert not any(line.startswith(("accept", "withdraw")) for seat in (0, 1) for line in lines(state, seat))


def test_an_attacker_insists_on_battle_once() -> None:
    """R9.5, R9.12: after that it is for the defender to flee or to fight."""
    state = do(met("OGR TRO", "LIO RAN"), "0: fight")

    assert "fight" not in lines(state)
    assert refused(state, "fight") == "insists-already"
    assert {"flee", "fight"} <= set(lines(state, 1))


def test_an_offer_that_stands_is_not_made_again() -> None:
    """R9.6: another replaces it; once it is withdrawn it may be made anew."""
    state = do(met("OGR TRO", "LIO RAN"), "0: offer defender OGR")

    assert "offer defender OGR" not in lines(state)
    assert refused(state, "offer defender OGR") == "offer-same"
    assert "offer defender -" in lines(state)
    assert "offer defender OGR" in lines(do(state, "0: withdraw"))


def test_each_side_may_make_three_offers() -> None:
    """R9.6: the fourth is refused, whatever became of the others; the other's are counted apart."""
    state = met("OGR TRO", "LIO RAN")
    for nth, said in enumerate(("offer both -", "offer defender -", "offer defender OGR")):
        assert any(line.startswith("offer") for line in lines(state)), nth
        state = do(state, f"0: {said}", "0: withdraw")

    assert refused(state, "offer both -") == "offers-spent"
    assert not any(line.startswith("offer") for line in lines(state))
    state = do(state, "1: offer both -", "0: refuse", "1: offer both -", "0: refuse", "1: offer both -", "0: refuse")
    assert refused(state, "offer both -", seat=1) == "offers-spent"


def test_t172_nobody_is_summoned_out_of_an_unsettled_engagement() -> None:
    """R16.2"""
    red = "Red: Rd01@7>3 OGR TRO; Rd03@41>3 ANG OGR; Rd04@1 ANG LIO"
    state = do(position(red, "Blue: Bu02@7 LIO; Bu09@20 TTN", "Green: Gr01@41 OGR; Gr02@30 TTN"), "done", "engage 7")

    state = do(state, "1: waive", "1: concede")

    assert isinstance(state.phase, Gathering)
    assert [line for line in lines(state) if line.startswith("summon")] == ["summon Rd04 ANG"]
    assert refused(state, "summon Rd03 ANG") == "summon-donor"
