"""Units of no faction in the army that drafted them: theirs to the end, and marked as theirs (B15.10, B18)."""

from __future__ import annotations

from engine.skirmish.events import Destroyed, Scored
from engine.skirmish.state import Moving
from engine.skirmish.steps import lore
from engine.values import replace
from render.skirmish.pieces.counters import ring_of
from tests.skirmish.field import DAQAN, UTHUK, Table
from tests.skirmish.fights import battle


def rings(table: Table) -> dict[str, str]:
    """The ring of each unit that wears one, as everybody sees the field."""
    view = table.view()
    return {unit.hex: ring for unit in view.units if (ring := ring_of(view, unit))}


def test_scenario_064_a_drafted_giant_is_one_of_its_owners_units_and_an_enemy_to_the_other() -> None:
    table = battle("uthuk/mountain_giant@E7:1 blood_harvesters@G7 citadel_guard@E6*")
    healed = {at for targets in lore.targets(table.state, UTHUK, "dark_mending") for at in targets}
    assert healed == {"E7"}
    assert not [*lore.targets(table.state, DAQAN, "healing_light")]
    table.does(DAQAN, "attack E6 E7 strike").rolls("SPP")
    assert [(event.kind, event.owner, event.by) for event in table.told(Destroyed)] == [
        ("mountain_giant", UTHUK, DAQAN)
    ]
    assert table.told(Scored) == [Scored(DAQAN, 2, 2, "kill")]


def test_scenario_150_a_ring_goes_with_its_giant_and_is_gone_with_it() -> None:
    units = "uthuk/mountain_giant@E9 daqan/mountain_giant@A5 citadel_guard@E5 yeoman_archers@A9"
    table = battle(units, active=UTHUK)
    table.state = replace(table.state, ringed=True, first=UTHUK)
    assert rings(table) == {"E9": "white", "A5": "black"}
    for start, to in (("E9", "E8"), ("E8", "E7"), ("E7", "E6")):
        ordered = tuple(
            replace(unit, ordered=unit.hex == start, moved=0, attacks=0, health=1 if unit.hex == start else unit.health)
            for unit in table.state.units
        )
        table.state = replace(table.state, phase=Moving(), active=UTHUK, units=ordered)
        table.does(UTHUK, f"move {start} {to}")
        assert rings(table) == {to: "white", "A5": "black"}
    table.state = replace(table.state, phase=Moving())
    table.does(UTHUK, "done", "attack E6 E5 strike").rolls("PPPP").does(DAQAN, "counter").rolls("SPP")
    assert rings(table) == {"A5": "black"}
