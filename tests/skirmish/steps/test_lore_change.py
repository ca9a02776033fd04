"""Changing the lore deck in secret (B15.11, B16, B13.7)."""

from __future__ import annotations

from dataclasses import fields

import pytest

from engine.skirmish.events import LoreReady
from engine.skirmish.ruleset import SKIRMISH
from engine.skirmish.sheets import tables
from engine.skirmish.view import View
from tests.skirmish.field import DAQAN, UTHUK, Table, opened

GIANT = "mountain_giant"
PACK = ("shortcut", "crushing_force", "brute_strength")


def changing(giants: int = 0) -> Table:
    """Free play: the Daqan player, with so many giants, is about to change his deck."""
    table = opened(scenario="free", packs="2").shuffled()
    table.does(DAQAN, "half daqan_river_watch").does(UTHUK, "half uthuk_black_wood")
    table.does(UTHUK, "pass now").does(DAQAN, f"draft {','.join([GIANT] * giants)}" if giants else "pass now")
    while table.awaited != {DAQAN, UTHUK}:
        table.does(min(table.awaited), "pass now")
    return table.does(DAQAN, "buy citadel_guard", "done").does(UTHUK, "buy viper_legion", "done")


def deck(table: Table) -> tuple[str, ...]:
    own = table.view(DAQAN).own
    assert own is not None
    return own.deck


def shown(view: View) -> str:
    """All that a view says, the tables aside."""
    return repr([getattr(view, part.name) for part in fields(view) if part.name != "rules"])


def test_scenario_065_three_out_and_the_giants_three_in() -> None:
    table = changing(giants=1)

    table.does(DAQAN, "swap keen_eyes shortcut", "swap portal crushing_force", "swap rune_blade brute_strength")

    assert len(deck(table)) == 20
    assert set(PACK) <= set(deck(table))
    assert (deck(table).count("keen_eyes"), deck(table).count("portal"), deck(table).count("rune_blade")) == (1, 0, 1)


def test_scenario_066_five_and_no_more() -> None:
    table = changing(giants=1)
    ins = ("bodyguard", "hold_the_gate", "fleet_of_foot", "dispel", "shortcut")
    outs = ("keen_eyes", "keen_eyes", "portal", "rune_blade", "rune_blade")
    table.does(DAQAN, *(f"swap {out} {into}" for out, into in zip(outs, ins, strict=True)))
    before = deck(table)

    refused = table.refused(DAQAN, "swap counterstroke brute_strength")

    assert (refused.code, refused.facts) == ("swaps-most", {"most": 5})
    assert deck(table) == before
    assert table.can(DAQAN, "swap") == set()


def test_scenario_067_as_many_come_in_as_leave() -> None:
    table = changing()

    assert all(len(line.split()) == 3 for line in table.can(DAQAN, "swap"))
    table.does(DAQAN, "swap keen_eyes dispel", "swap portal bodyguard")
    assert len(deck(table)) == 20


def test_scenario_068_the_giants_cards_without_a_giant() -> None:
    refused = changing().refused(DAQAN, "swap keen_eyes brute_strength")

    assert refused.code == "swap-not-available"
    assert refused.facts["card"] == "brute_strength"
    assert refused.facts["possible"] == ("bodyguard", "hold_the_gate", "fleet_of_foot", "dispel")


def test_scenario_069_never_a_third_of_one_name() -> None:
    table = changing()

    refused = table.refused(DAQAN, "swap keen_eyes rune_blade")

    assert (refused.code, refused.facts) == ("swap-alike", {"card": "rune_blade", "most": 2})


def test_scenario_070_two_giants_bring_two_of_each() -> None:
    table = changing(giants=2)

    table.does(DAQAN, "swap keen_eyes shortcut", "swap keen_eyes shortcut", "swap portal crushing_force")

    assert deck(table).count("shortcut") == 2
    assert table.refused(DAQAN, "swap rune_blade shortcut").code == "swap-alike"


@pytest.mark.parametrize("giants", [0, 1, 2])
def test_scenario_177_no_way_leads_to_three_of_one_name(giants: int) -> None:
    """Whatever is taken first, and whatever next: two at most of each name, from what is there."""
    start = changing(giants).state
    for line in sorted(one for one in Table(start).can(DAQAN, "swap") if one.startswith("swap portal")):
        table, more = Table(start), [line]
        while more:
            table.does(DAQAN, more[0])
            alike = [one for one in table.can(DAQAN, "swap") if one.split()[2] == line.split()[2]]
            more = sorted(alike) or sorted(table.can(DAQAN, "swap"))
        assert max(map(deck(table).count, deck(table))) <= tables().most_alike
        assert len(deck(table)) == 20


def test_scenario_071_others_hear_the_same_two_lines_whatever_was_changed() -> None:
    table = changing(giants=1)
    table.does(DAQAN, "swap keen_eyes shortcut", "swap portal dispel", "swap rune_blade bodyguard", "done")
    table.does(DAQAN, f"place {GIANT} A5", "place citadel_guard A6", "done")
    table.does(UTHUK, "done", "place viper_legion I5", "done")

    told = [SKIRMISH.seen(event, None) for event in table.events]

    assert [event for event in told if isinstance(event, LoreReady)] == [LoreReady(DAQAN), LoreReady(UTHUK)]
    assert not any(card in str(told) for card in ("keen_eyes", "shortcut", "dispel", "bodyguard"))


def test_scenario_147_the_deck_is_shuffled_and_what_left_it_is_seen_no_more() -> None:
    table = changing().does(DAQAN, "swap portal dispel", "done", "place citadel_guard A6", "done")
    table.does(UTHUK, "done", "place viper_legion I5", "done")

    table.draws(*range(1, 37))
    draw = SKIRMISH.wants(table.state)
    assert draw is not None
    assert (draw.count, draw.sides, draw.distinct) == (20, 20, True)
    table.draws(*range(20, 0, -1)).shuffled()

    side = table.state.side(DAQAN)
    assert side.hand[0] == "dispel"
    for viewer in (None, DAQAN, UTHUK):
        assert "'portal'" not in shown(table.view(viewer))


def test_a_change_is_undone_by_its_opposite() -> None:
    table = changing()
    before = deck(table)
    table.does(DAQAN, "swap keen_eyes dispel")
    assert table.refused(DAQAN, "unswap portal dispel").code == "not-swapped"

    table.does(DAQAN, "unswap keen_eyes dispel")

    assert deck(table) == before
    assert table.state.side(DAQAN).swaps == ()


def test_what_came_in_cannot_leave_and_what_is_away_cannot_leave_again() -> None:
    table = changing().does(DAQAN, "swap portal dispel")

    assert table.refused(DAQAN, "swap dispel bodyguard").code == "swap-not-in-deck"
    assert table.refused(DAQAN, "swap portal bodyguard").code == "swap-not-in-deck"
    assert table.refused(DAQAN, "swap keen_eyes dispel").code == "swap-not-available"
    assert table.refused(DAQAN, "swap keen_eyes fireball").code == "card-unknown"


def test_uthuk_may_use_the_giants_cards_in_thunderclap_and_daqan_may_not() -> None:
    """B23.6, B23.7, B16.2."""
    table = opened(scenario="thunderclap").shuffled().does(DAQAN, "buy citadel_guard", "done")
    assert table.refused(DAQAN, "swap keen_eyes shortcut").code == "swap-not-available"

    table.does(DAQAN, "done", "place citadel_guard A4", "done")

    cards = {card for card in PACK if f"swap demon_gate {card}" in table.can(UTHUK)}
    assert cards == {"shortcut", "brute_strength"}, "Crushing Force comes on top by itself"
