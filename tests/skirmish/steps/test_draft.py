"""The draft of neutral units (B15), and the rings that tell whose they are (B18.1)."""

from __future__ import annotations

import pytest

from engine.core import Illegal, Seat
from engine.skirmish.events import Drafted
from engine.skirmish.rules import rules_for
from engine.skirmish.ruleset import SKIRMISH
from engine.skirmish.state import Drafting, Preparing
from engine.values import replace
from tests.skirmish.field import DAQAN, UTHUK, Table, opened

GIANT = "mountain_giant"


def drafting(packs: int = 1) -> Table:
    """The draft, which the Daqan player begins."""
    table = opened(scenario="free", packs=str(packs)).shuffled()
    table.does(DAQAN, "half daqan_high_ground").does(UTHUK, "half uthuk_black_wood")
    assert table.state.phase == Drafting(DAQAN)
    return table


def points(table: Table) -> tuple[int, int]:
    return table.state.side(DAQAN).points, table.state.side(UTHUK).points


def over(table: Table) -> bool:
    return isinstance(table.state.phase, Preparing)


def test_scenario_057_one_giant_and_the_empty_pool_ends_the_draft() -> None:
    table = drafting().does(DAQAN, f"draft {GIANT}")

    assert over(table)
    assert points(table) == (42, 50)
    assert table.told(Drafted) == [Drafted(DAQAN, (GIANT,), 42), Drafted(UTHUK, (), 50), Drafted(DAQAN, (), 42)]


def test_scenario_058_the_second_player_takes_both() -> None:
    table = drafting(2).does(DAQAN, "pass now").does(UTHUK, f"draft {GIANT},{GIANT}")

    assert over(table)
    assert points(table) == (50, 34)
    assert [event.units for event in table.told(Drafted)] == [(), (GIANT, GIANT), (), ()]


def test_scenario_059_a_single_pass_bars_nobody() -> None:
    table = drafting(2).does(DAQAN, "pass now").does(UTHUK, f"draft {GIANT}")
    assert table.state.phase == Drafting(DAQAN, 3, False)

    table.does(DAQAN, f"draft {GIANT}")

    assert over(table)
    assert points(table) == (42, 42)


def test_scenario_060_a_pass_right_after_a_pass_ends_it() -> None:
    table = drafting().does(DAQAN, "pass now")
    assert not over(table)

    table.does(UTHUK, "pass now")

    assert over(table)
    assert points(table) == (50, 50)


def test_scenario_061_two_only_in_the_second_turn() -> None:
    table = drafting(2)
    table.state = replace(table.state, pool=(GIANT,) * 4)
    refused = table.refused(DAQAN, f"draft {GIANT},{GIANT}")
    assert (refused.code, refused.facts) == ("draft-most", {"asked": 2, "most": 1})

    table.does(DAQAN, "pass now")
    assert f"draft {GIANT},{GIANT}" in table.can(UTHUK)
    assert table.refused(UTHUK, f"draft {GIANT},{GIANT},{GIANT}").facts["most"] == 2
    table.does(UTHUK, f"draft {GIANT}").does(DAQAN, "pass now")

    assert table.can(UTHUK, "draft") == {f"draft {GIANT}"}
    assert table.refused(UTHUK, f"draft {GIANT},{GIANT}").facts["most"] == 1


def test_scenario_062_who_cannot_pay_can_only_pass() -> None:
    table = drafting()
    table.state = table.state.with_side(DAQAN, replace(table.state.side(DAQAN), points=7))

    assert table.can(DAQAN) == {"pass now", "concede"}
    refused = table.refused(DAQAN, f"draft {GIANT}")
    assert (refused.code, refused.facts) == ("draft-points", {"cost": 8, "points": 7})


def test_all_of_the_points_may_go_to_the_draft() -> None:
    """B15.3: a giant costs 8."""
    table = drafting()
    table.state = table.state.with_side(DAQAN, replace(table.state.side(DAQAN), points=8))

    assert table.can(DAQAN, "draft") == {f"draft {GIANT}"}
    assert points(table.does(DAQAN, f"draft {GIANT}")) == (0, 50)


def test_scenario_063_what_is_left_buys_as_usual() -> None:
    table = drafting().does(DAQAN, f"draft {GIANT}")

    table.does(DAQAN, *["buy citadel_guard"] * 5, *["buy yeoman_archers"] * 4)

    assert table.state.side(DAQAN).points == 1
    assert table.refused(DAQAN, "buy citadel_guard").code == "supply"


def test_scenario_142_both_armies_may_have_a_giant_and_then_wear_rings() -> None:
    table = drafting(2).does(DAQAN, f"draft {GIANT}").does(UTHUK, f"draft {GIANT}")
    table.does(DAQAN, "done", "done", f"place {GIANT} A5", "done")
    assert not table.view().ringed

    table.does(UTHUK, "done", "done", f"place {GIANT} I5", "done").shuffled()

    assert {(unit.kind, unit.owner) for unit in table.state.units} == {(GIANT, DAQAN), (GIANT, UTHUK)}
    assert table.view().ringed
    assert table.awaited == {DAQAN, UTHUK}


def test_scenario_140_one_giant_wears_no_ring() -> None:
    table = drafting().does(DAQAN, f"draft {GIANT}", "done", "done", f"place {GIANT} A5", "done")
    table.does(UTHUK, "buy viper_legion", "done", "done", "place viper_legion I5", "done")

    assert not table.view().ringed


@pytest.mark.parametrize("packs", [1, 2])
def test_scenario_143_the_pool_has_a_card_from_each_pack(packs: int) -> None:
    assert drafting(packs).view().pool == (GIANT,) * packs


def test_scenario_143_there_are_two_packs_at_most() -> None:
    with pytest.raises(Illegal) as refused:
        rules_for({"packs": "3"})

    assert refused.value.code == "option-value"
    assert refused.value.facts["values"] == ("1", "2")


def test_scenario_144_the_draft_is_paid_before_anything_is_bought() -> None:
    table = drafting(2)
    assert table.refused(DAQAN, "buy citadel_guard").facts["verbs"] == ("draft", "pass")

    table.does(DAQAN, f"draft {GIANT}")

    assert table.state.side(DAQAN).points == 42
    assert table.state.side(DAQAN).bought == ()


def test_scenario_145_the_last_card_ends_the_draft() -> None:
    table = drafting()
    table.state = replace(table.state, pool=(GIANT,) * 3)

    table.does(DAQAN, f"draft {GIANT}").does(UTHUK, f"draft {GIANT}").does(DAQAN, f"draft {GIANT}")

    assert over(table)
    assert [len(event.units) for event in table.told(Drafted)] == [1, 1, 1, 0, 0]


def test_scenario_146_a_pick_is_seen_by_everybody_at_once() -> None:
    table = drafting(2).does(DAQAN, f"draft {GIANT}")
    event = table.events[-1]

    for viewer in (None, DAQAN, UTHUK):
        assert SKIRMISH.seen(event, viewer) == Drafted(DAQAN, (GIANT,), 42)
        assert table.view(viewer).side(DAQAN).drafted == (GIANT,)
        assert table.view(viewer).pool == (GIANT,)


def test_what_is_not_in_the_pool_is_not_to_be_had() -> None:
    refused = drafting().refused(DAQAN, "draft citadel_guard")

    assert (refused.code, refused.facts["pool"]) == ("draft-pool", (GIANT,))


def test_who_waits_for_the_other_is_told_so() -> None:
    refused = drafting().refused(UTHUK, f"draft {GIANT}")

    assert (refused.code, refused.facts["waiting"]) == ("not-your-turn", (Seat(0),))
