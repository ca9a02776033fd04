"""What befalls a unit, and what it is worth (B1.3, B1.4, B11.13, B11.16, B14.2, B14.4)."""

from __future__ import annotations

import pytest

from engine.core import Seat
from engine.skirmish import harm
from engine.skirmish.events import Cured, Damaged, Destroyed, GotPoisoned, Healed, Scored, Stunned
from engine.skirmish.state import Over
from engine.skirmish.units import LAST_TURN, STUNNED
from engine.values import replace
from tests.skirmish.field import DAQAN, UTHUK, field

GUARD = "citadel_guard@E6 viper_legion@E7:2"


def test_damage_takes_health_and_says_what_is_left() -> None:
    state, events = harm.suffer(field(GUARD), 1, 2, "hit", UTHUK)
    assert state.units[0].health == 1
    assert events == (Damaged(1, "citadel_guard", DAQAN, "E6", 2, 1, "hit"),)


def test_who_has_no_health_left_is_gone_and_scores_for_who_did_it() -> None:
    state, events = harm.suffer(field(GUARD), 2, 5, "hit", DAQAN)
    assert state.unit(2) is None
    assert events == (
        Damaged(2, "viper_legion", UTHUK, "E7", 2, 0, "hit"),
        Destroyed(2, "viper_legion", UTHUK, "E7", DAQAN),
        Scored(DAQAN, 1, 1, "kill"),
    )


@pytest.mark.parametrize("by", [None, UTHUK])
def test_what_its_own_side_does_scores_for_nobody(by: Seat | None) -> None:
    state, events = harm.suffer(field(GUARD), 2, 2, "frenzy", by)
    assert events[-1] == Destroyed(2, "viper_legion", UTHUK, "E7", None)
    assert (state.side(DAQAN).victory, state.side(UTHUK).victory) == (0, 0)
    assert not state.turn.killed


def test_a_kill_of_the_turn_is_that_of_whose_turn_it_is() -> None:
    assert harm.suffer(field(GUARD, active=DAQAN), 2, 2, "hit", DAQAN)[0].turn.killed
    assert not harm.suffer(field(GUARD, active=UTHUK), 2, 2, "hit", DAQAN)[0].turn.killed


def test_no_damage_and_nobody_are_nothing() -> None:
    state = field(GUARD)
    assert harm.suffer(state, 1, 0, "hit", UTHUK) == (state, ())
    assert harm.suffer(state, 9, 1, "hit", UTHUK) == (state, ())
    for step in (harm.stun(state, 9), harm.poison(state, 9), harm.heal(state, 9, 1), harm.cure(state, 9, "stun")):
        assert step == (state, ())


def test_in_a_scenario_only_the_side_that_it_names_scores() -> None:
    state = field("citadel_guard@E6:1 uthuk/mountain_giant@E7:1 viper_legion@E8:1", scenario="thunderclap")
    assert harm.kill_points(state, state.units[0], UTHUK) == 0
    assert harm.kill_points(state, state.units[1], DAQAN) == 2
    assert harm.kill_points(state, state.units[2], DAQAN) == 1


def test_stun_and_poison_come_once() -> None:
    state, events = harm.stun(field(GUARD), 1)
    assert (state.units[0].stunned, events) == (STUNNED, (Stunned(1, "citadel_guard", DAQAN, "E6"),))
    going = state.with_unit(replace(state.units[0], stunned=LAST_TURN))
    assert harm.stun(going, 1) == (going, ())
    state, events = harm.poison(state, 1)
    assert (state.units[0].poisoned, events) == (True, (GotPoisoned(1, "citadel_guard", DAQAN, "E6"),))
    assert harm.poison(state, 1) == (state, ())


def test_nobody_is_healed_beyond_his_health() -> None:
    state, events = harm.heal(field(GUARD), 2, 3)
    assert (state.units[1].health, events) == (3, (Healed(2, "viper_legion", UTHUK, "E7", 1),))
    assert harm.heal(state, 2, 1) == (state, ())


def test_a_cure_is_for_one_thing() -> None:
    state = field("citadel_guard@E6,stunned,poisoned viper_legion@E7")
    well, events = harm.cure(state, 1, "stun")
    assert (well.units[0].stunned, well.units[0].poisoned) == (0, True)
    assert events == (Cured(1, "citadel_guard", DAQAN, "E6", "stun"),)
    assert not harm.cure(state, 1, "poison")[0].units[0].poisoned
    assert harm.cure(well, 1, "stun") == (well, ())


def test_the_game_ends_for_who_has_no_unit() -> None:
    assert harm.ended(field(GUARD)) is None
    lost = harm.ended(field("citadel_guard@E6"))
    assert lost is not None
    assert lost[0].phase == Over(DAQAN, "destroyed")
    assert harm.ended(lost[0]) is None


@pytest.mark.parametrize("active", [DAQAN, UTHUK])
def test_if_nobody_has_any_the_side_whose_turn_it_is_has_lost(active: Seat) -> None:
    over = harm.ended(replace(field(GUARD, active=active), units=()))
    assert over is not None
    assert over[0].phase == Over(Seat(1 - active), "destroyed")
