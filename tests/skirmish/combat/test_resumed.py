"""A combat that is broken off and taken up again, and what comes too late (DESIGN 2.1)."""

from __future__ import annotations

import pytest

from engine import ruleset
from engine.core import CHANCE, Drawn, Illegal
from engine.skirmish.ruleset import SKIRMISH
from engine.skirmish.state import fighting
from tests.skirmish.field import UTHUK, Table
from tests.skirmish.fights import battle


def test_scenario_131_after_a_restart_the_dice_lie_as_they_fell_and_the_heroic_ones_are_still_to_be_put() -> None:
    start = battle("viper_legion@E6* citadel_guard@E8", active=UTHUK)
    played = Table(start.state).does(UTHUK, "attack E6 E8 ranged").rolls("HP")
    lines = ("attack E6 E8 ranged", "draw 5,3")
    entries = [(seat, SKIRMISH.notation.parse(line)) for seat, line in zip((UTHUK, CHANCE), lines, strict=True)]
    again = Table(ruleset.replay(SKIRMISH, start.state, entries))
    assert again.state == played.state
    fight = fighting(again.state.phase)
    assert fight is not None
    assert fight.combat.dice == ("heroic", "pierce")
    assert again.can(UTHUK) >= {"commit poison -", "done"}
    assert again.wanted == 0


def test_scenario_133_of_two_clicks_on_an_attack_one_counts() -> None:
    table = battle("citadel_guard@E6* blood_harvesters@E7")
    seat = table.state.active
    table.does(seat, "attack E6 E7 strike")
    before = table.state
    assert table.refused(seat, "attack E6 E7 strike").code == "not-your-turn"
    assert table.state is before
    table.rolls("PPP").does(UTHUK, "stay")
    with pytest.raises(Illegal):
        table.does(seat, "attack E6 E7 strike")


def test_dice_are_wanted_once() -> None:
    table = battle("citadel_guard@E6* blood_harvesters@E7")
    table.does(table.state.active, "attack E6 E7 strike")
    state, _ = SKIRMISH.apply(table.state, CHANCE, Drawn((3, 3, 3)))
    assert SKIRMISH.wants(state) is None
