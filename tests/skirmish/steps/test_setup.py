"""Setting up: halves, preparations in secret, Thunderclap, hands (B4, B18, B22, B23.1-B23.7)."""

from __future__ import annotations

from collections import Counter

import pytest

from engine import chance
from engine.core import Illegal, Seat
from engine.skirmish.board import turned
from engine.skirmish.events import (
    CardsHidden,
    Dealt,
    Deployed,
    HalfChosen,
    HalvesDrawn,
    LoreReady,
    MapJoined,
    Opened,
    PutAway,
    Ready,
)
from engine.skirmish.ruleset import SKIRMISH
from engine.skirmish.sheets import tables
from engine.skirmish.state import Discarding, Drafting, Preparing, Shuffling
from engine.values import replace
from tests.skirmish.field import DAQAN, FACTIONS, THUNDERCLAP, UTHUK, Table, opened

GUARDS = ("buy citadel_guard",) * 3 + ("buy riverwatch_riders",)
"""A muster of 20 points."""


def thunderclap(**options: str) -> Table:
    """Thunderclap with its cards hidden: Daqan prepares."""
    return opened(scenario=THUNDERCLAP, **options).shuffled()


def free(**options: str) -> Table:
    """Free play with both halves drawn."""
    return opened(scenario="free", **options).shuffled()


def drafted(daqan: str = "daqan_high_ground", uthuk: str = "uthuk_black_wood", **options: str) -> Table:
    """Free play after a draft in which nobody took anything."""
    table = free(**options).does(DAQAN, f"half {daqan}").does(UTHUK, f"half {uthuk}")
    first = table.state.first
    return table.does(first, "pass now").does(Seat(1 - first), "pass now")


def ready(table: Table) -> Table:
    """Thunderclap up to the hands: Daqan on its southern line, the giant on H5."""
    places = ("place citadel_guard A4", "place citadel_guard A6", "place citadel_guard A8")
    table.does(DAQAN, *GUARDS, "done", "done", *places, "place riverwatch_riders A10", "done")
    return table.does(UTHUK, "done", "place mountain_giant H5", "done").shuffled()


# Options


def test_a_game_has_two_seats() -> None:
    with pytest.raises(Illegal) as refused:
        SKIRMISH.new_game(3, {})

    assert (refused.value.code, refused.value.facts) == ("seats", {"seats": 3, "possible": (2,)})


@pytest.mark.parametrize("faction", FACTIONS)
def test_who_opens_the_game_plays_the_faction_that_he_chose(faction: str) -> None:
    state = SKIRMISH.new_game(2, {"first_seat": faction})

    assert state.side(Seat(0)).faction == faction
    assert {side.faction for side in state.sides} == set(FACTIONS)


@pytest.mark.parametrize(("value", "faction"), [(1, "daqan"), (2, "uthuk")])
@pytest.mark.parametrize("scenario", [THUNDERCLAP, "free"])
def test_the_factions_can_be_left_to_chance(scenario: str, value: int, faction: str) -> None:
    table = opened(scenario=scenario, first_seat="drawn").draws(value)

    assert table.state.side(Seat(0)).faction == faction
    assert table.told(Opened)[0].factions[0] == faction
    assert len(table.told(Opened)) == 1


def test_the_same_map_and_rules_whoever_opened_the_game() -> None:
    one, other = thunderclap(first_seat="daqan"), thunderclap(first_seat="uthuk")

    assert (one.state.land, one.state.hidden) == (other.state.land, other.state.hidden)
    assert {unit.owner for unit in one.state.units} == {UTHUK}
    assert {unit.owner for unit in other.state.units} == {Seat(0)}
    assert (set(one.awaited), set(other.awaited)) == ({DAQAN}, {Seat(1)})


# Free play


def test_scenario_163_the_higher_initiative_begins_and_the_north_half_is_turned() -> None:
    table = opened(scenario="free", south="uthuk")
    table.draws(2, 1, 3).draws(3, 2, 1)
    assert table.told(HalvesDrawn)[0].halves[0] == "daqan_high_ground"
    assert table.view().phase == "choosing"

    table.does(UTHUK, "half uthuk_ash_hills")
    assert table.told(MapJoined) == []
    assert table.view(DAQAN).side(UTHUK).half == ""
    assert table.view(DAQAN).side(UTHUK).ready
    table.does(DAQAN, "half daqan_village_line")

    assert table.told(MapJoined) == [MapJoined(("daqan_village_line", "uthuk_ash_hills"), UTHUK)]
    land = dict(table.state.land)
    assert land["G10"] == "building"
    assert "C4" not in land
    assert (land["C7"], land["C3"]) == ("building", "hill")
    assert table.state.phase == Drafting(UTHUK)


def test_a_half_that_was_chosen_is_its_owners_secret_until_both_are() -> None:
    table = free().does(DAQAN, "half daqan_river_watch")

    told = [SKIRMISH.seen(event, UTHUK) for event in table.events]

    assert HalfChosen(DAQAN, "") in told
    assert "river_watch" not in str(told)
    assert table.view(UTHUK).side(DAQAN).half == table.view().side(DAQAN).half == ""
    assert table.refused(UTHUK, "half daqan_river_watch").code == "half-not-drawn"


@pytest.mark.parametrize("daqan", [half for half in tables().halves if half.startswith("daqan")])
@pytest.mark.parametrize("uthuk", [half for half in tables().halves if half.startswith("uthuk")])
@pytest.mark.parametrize("south", FACTIONS)
def test_every_pair_of_halves_makes_a_field_with_room_for_both_armies(daqan: str, uthuk: str, south: str) -> None:
    table = drafted(daqan, uthuk, south=south)

    halves = tables().halves[daqan], tables().halves[uthuk]
    assert len(table.state.land) == sum(len(half.terrain) for half in halves)
    for half in halves:
        where = {at if half.faction == south else turned(at) for at in half.terrain}
        assert where <= set(dict(table.state.land))
    assert table.state.first == (DAQAN if halves[0].initiative > halves[1].initiative else UTHUK)
    for seat, cheap in ((DAQAN, "yeoman_archers"), (UTHUK, "viper_legion")):
        table.does(seat, f"buy {cheap}", "done", "done")
        rows = {line.split()[2][0] for line in table.can(seat, "place")}
        assert rows == (set("AB") if FACTIONS[seat] == south else set("HI"))


def test_scenario_164_fifty_points_and_no_more_of_a_kind_than_there_are() -> None:
    table = drafted()
    assert table.state.side(UTHUK).points == 50

    table.does(UTHUK, "buy chaos_lord")
    refused = table.refused(UTHUK, "buy chaos_lord")
    assert (refused.code, refused.facts["unit"], refused.facts["had"]) == ("supply", "chaos_lord", 1)

    table.does(UTHUK, *["buy obscenes"] * 3, *["buy flesh_ripper_brutes"] * 3, *["buy viper_legion"] * 3)
    assert table.state.side(UTHUK).points == 1
    refused = table.refused(UTHUK, "buy viper_legion")
    assert (refused.code, refused.facts["cost"], refused.facts["points"]) == ("muster-points", 4, 1)
    assert refused.facts["possible"] == ()

    table.does(UTHUK, "done")
    assert table.state.side(UTHUK).stage == "lore"


def test_a_unit_can_be_given_back_until_the_muster_is_closed() -> None:
    table = drafted().does(DAQAN, "buy roc_warrior", "buy rune_golems", "sell roc_warrior")

    assert (table.state.side(DAQAN).bought, table.state.side(DAQAN).points) == (("rune_golems",), 45)
    assert table.refused(DAQAN, "sell roc_warrior").code == "not-bought"
    table.does(DAQAN, "done")
    refused = table.refused(DAQAN, "sell rune_golems")
    assert (refused.code, refused.facts["verbs"]) == ("stage-other", ("swap", "unswap", "back", "done"))
    table.does(DAQAN, "back", "sell rune_golems")
    assert table.state.side(DAQAN).points == 50


def test_an_army_has_a_unit() -> None:
    table = drafted()

    assert table.refused(DAQAN, "done").code == "muster-empty"
    assert table.refused(DAQAN, "back").code == "first-stage"


def test_each_faction_musters_its_own() -> None:
    table = drafted()

    assert table.refused(DAQAN, "buy obscenes").code == "unit-of-the-other"
    assert table.refused(DAQAN, "buy mountain_giant").code == "unit-neutral"
    assert table.refused(DAQAN, "buy catapult").code == "unit-unknown"


def test_scenario_165_the_other_sees_ready_and_both_armies_are_open_at_once() -> None:
    table = drafted().does(DAQAN, "buy citadel_guard", "buy roc_warrior", "done", "done")
    table.does(DAQAN, "place roc_warrior B6", "place citadel_guard A7")
    before = table.view(UTHUK)
    assert not before.side(DAQAN).ready

    table.does(DAQAN, "done")

    after = table.view(UTHUK)
    assert after.side(DAQAN).ready
    assert after.units == ()
    assert replace(before.side(DAQAN), ready=True) == after.side(DAQAN)
    told = [SKIRMISH.seen(event, UTHUK) for event in table.events]
    assert "roc_warrior" not in str(told)
    assert table.told(Deployed) == []
    assert table.awaited == {UTHUK}

    table.does(UTHUK, "buy viper_legion", "done", "done", "place viper_legion H5", "done")

    units = (("citadel_guard", "A7"), ("roc_warrior", "B6"))
    assert table.told(Deployed) == [Deployed(DAQAN, units, 0), Deployed(UTHUK, (("viper_legion", "H5"),), 0)]
    assert {(unit.kind, unit.hex, unit.owner, unit.health) for unit in table.state.units} == {
        ("citadel_guard", "A7", DAQAN, 3),
        ("roc_warrior", "B6", DAQAN, 6),
        ("viper_legion", "H5", UTHUK, 3),
    }
    assert (table.state.side(DAQAN).lore, table.state.side(UTHUK).lore) == (0, 0)


def test_every_unit_is_deployed_on_a_hex_of_its_own_which_can_be_thought_over() -> None:
    table = drafted().does(DAQAN, "buy citadel_guard", "buy citadel_guard", "done", "done", "place citadel_guard A7")

    taken = table.refused(DAQAN, "place citadel_guard A7")
    assert (taken.code, taken.facts["hex"]) == ("position-taken", "A7")
    assert "A7" not in taken.facts["possible"]  # type: ignore[operator]
    assert table.refused(DAQAN, "place citadel_guard C7").code == "not-a-position"
    assert table.refused(DAQAN, "place citadel_guard H7").code == "not-a-position"
    assert table.refused(DAQAN, "place roc_warrior A5").code == "no-such-unit-left"
    assert table.refused(DAQAN, "lift A8").code == "not-placed"
    left = table.refused(DAQAN, "done")
    assert (left.code, left.facts["units"]) == ("deploy-left", ("citadel_guard",))

    table.does(DAQAN, "lift A7", "place citadel_guard A5", "place citadel_guard A6", "done")

    assert table.state.side(DAQAN).placed == (("citadel_guard", "A5"), ("citadel_guard", "A6"))


def test_nobody_is_deployed_where_nobody_can_stand() -> None:
    """B7.4."""
    table = drafted().does(DAQAN, "buy citadel_guard", "done", "done")
    table.state = replace(table.state, land=(*table.state.land, ("A7", "water")))

    assert table.can(DAQAN, "place") == {f"place citadel_guard {at}" for at in tables().field.deploy if at != "A7"}
    assert table.refused(DAQAN, "place citadel_guard A7").code == "not-a-position"


def test_going_back_to_the_muster_lifts_what_was_deployed() -> None:
    table = drafted().does(DAQAN, "buy citadel_guard", "done", "swap keen_eyes bodyguard", "done")
    table.does(DAQAN, "place citadel_guard A5", "back")
    assert table.state.side(DAQAN).placed == (("citadel_guard", "A5"),)

    table.does(DAQAN, "back", "sell citadel_guard", "buy yeoman_archers", "done", "done")

    side = table.state.side(DAQAN)
    assert (side.placed, side.swaps) == ((), (("keen_eyes", "bodyguard"),))
    assert table.can(DAQAN, "place") == {f"place yeoman_archers {at}" for at in tables().field.deploy}


# Thunderclap


def test_scenario_107_a_scenario_has_no_halves_and_no_tents() -> None:
    table = thunderclap()

    assert table.told(HalvesDrawn) == []
    assert isinstance(table.state.phase, Preparing)
    offered = {line.split()[1] for line in table.can(DAQAN, "buy")}
    assert offered == {kind.id for kind in tables().kinds.values() if kind.faction == "daqan"}


def test_scenario_108_five_cards_one_on_each_building_by_a_recorded_draw() -> None:
    table = opened(scenario=THUNDERCLAP)
    draw = SKIRMISH.wants(table.state)
    assert draw is not None
    assert (draw.count, draw.sides, draw.distinct) == (5, 5, True)

    table.draws(3, 1, 4, 2, 5)

    guard, harvesters = "citadel_guard", "blood_harvesters"
    hidden = (("D3", harvesters), ("C11", guard), ("C7", harvesters), ("B5", guard), ("B8", harvesters))
    assert table.state.hidden == hidden
    assert table.told(CardsHidden) == [CardsHidden(("D3", "C11", "C7", "B5", "B8"))]
    for viewer in (None, DAQAN, UTHUK):
        view = table.view(viewer)
        assert view.hidden == tuple((at, "") for at, _ in hidden)
        assert view.hidden_left == ((harvesters, 3), (guard, 2))


def test_scenario_109_every_building_is_as_likely_to_hide_a_guard() -> None:
    """Where the values put the cards is what scenario 108 shows."""
    draw = SKIRMISH.wants(SKIRMISH.new_game(2, {"scenario": THUNDERCLAP}))
    assert draw is not None
    cards = ["citadel_guard"] * 2 + ["blood_harvesters"] * 3
    guards: Counter[str] = Counter()

    for game in range(10_000):
        values = chance.answer(b"thunder", (), game, 1, draw).values
        hidden = zip(("D3", "C11", "C7", "B5", "B8"), values, strict=True)
        guards.update(at for at, value in hidden if cards[value - 1] == "citadel_guard")

    assert set(guards) == {"D3", "C11", "C7", "B5", "B8"}
    assert all(3_800 <= count <= 4_200 for count in guards.values()), guards


def test_scenario_110_each_limit_of_the_muster_has_its_own_reason() -> None:
    table = thunderclap().does(DAQAN, *["buy citadel_guard"] * 3)
    fourth = table.refused(DAQAN, "buy citadel_guard")
    assert (fourth.code, fourth.facts["had"]) == ("supply", 3)
    giant = table.refused(DAQAN, "buy mountain_giant")
    assert giant.code == "unit-neutral"

    table.does(DAQAN, "buy yeoman_archers", "buy yeoman_archers")
    dear = table.refused(DAQAN, "buy yeoman_archers")
    assert (dear.code, dear.facts["cost"], dear.facts["points"]) == ("muster-points", 4, 3)

    table.does(DAQAN, "done", "done")
    elsewhere = table.refused(DAQAN, "place yeoman_archers A5")
    assert (elsewhere.code, elsewhere.facts["hex"]) == ("not-a-position", "A5")
    blue = tables().scenarios[THUNDERCLAP].hosts["daqan"].positions
    assert sorted(elsewhere.facts["possible"]) == sorted(blue)  # type: ignore[call-overload]  # facts are objects


@pytest.mark.parametrize(
    ("army", "lore"),
    [
        ("citadel_guard citadel_guard citadel_guard rune_golems yeoman_archers", 2),
        ("citadel_guard citadel_guard", 5),
        ("yeoman_archers rune_golems rune_golems rune_golems roc_warrior", 0),
    ],
)
def test_scenario_111_lore_for_unspent_points_five_at_most(army: str, lore: int) -> None:
    kinds = army.split()
    table = thunderclap().does(DAQAN, *(f"buy {kind}" for kind in kinds), "done", "done")
    hexes = ("A4", "A6", "A8", "A10", "B3")

    for kind, at in zip(kinds, hexes, strict=False):
        table.does(DAQAN, f"place {kind} {at}")
    table.does(DAQAN, "done")

    assert table.state.side(DAQAN).lore == lore
    assert table.told(Deployed)[0].lore == lore
    assert table.state.side(DAQAN).points == 0


def test_what_a_point_is_worth_in_lore_is_said_by_the_scenario() -> None:
    table = thunderclap()
    rules = table.state.rules
    assert rules.scenario is not None
    hosts = rules.scenario.hosts
    host = replace(hosts["daqan"], lore_per_point=2)
    scenario = replace(rules.scenario, hosts={**hosts, "daqan": host})
    table.state = replace(table.state, rules=replace(rules, scenario=scenario))

    table.does(DAQAN, *GUARDS, "buy yeoman_archers", "done", "done")
    for kind, at in zip(table.state.side(DAQAN).bought, ("A4", "A6", "A8", "A10", "B3"), strict=True):
        table.does(DAQAN, f"place {kind} {at}")

    assert table.does(DAQAN, "done").state.side(DAQAN).lore == 4, "two points are left of 26"


def test_scenario_112_crushing_force_is_in_the_opening_hand() -> None:
    table = ready(thunderclap())

    side = table.state.side(UTHUK)
    assert side.hand[0] == "crushing_force"
    assert len(side.hand) + len(side.deck) == 21


def learning(version: int | None = None) -> Table:
    """Thunderclap, where Uthuk may change the lore deck."""
    table = Table(SKIRMISH.new_game(2, {"scenario": THUNDERCLAP}, version)).shuffled()
    table.does(DAQAN, *GUARDS, "done", "done")
    places = ("place citadel_guard A4", "place citadel_guard A6", "place citadel_guard A8")
    return table.does(DAQAN, *places, "place riverwatch_riders A10", "done")


def test_scenario_112_crushing_force_is_not_among_the_cards_that_can_come_in() -> None:
    table = learning()

    refused = table.refused(UTHUK, "swap demon_gate crushing_force")

    assert (refused.code, refused.facts) == ("swap-set-apart", {"card": "crushing_force"})
    assert not [line for line in table.can(UTHUK, "swap") if "crushing_force" in line]
    assert {line.split()[2] for line in table.can(UTHUK, "swap")} >= {"shortcut", "brute_strength"}


@pytest.mark.parametrize(
    "swaps",
    [
        (),
        ("swap demon_gate shortcut",),
        ("swap demon_gate shortcut", "swap howl_of_dread brute_strength"),
        ("swap demon_gate shortcut", "swap howl_of_dread brute_strength", "unswap demon_gate shortcut"),
    ],
)
def test_scenario_112_hand_and_deck_are_equally_large_whatever_was_swapped(swaps: tuple[str, ...]) -> None:
    table = learning().does(UTHUK, *swaps, "done", "place mountain_giant H5", "done").shuffled()

    side, seen = table.state.side(UTHUK), table.view(None).side(UTHUK)
    assert (side.hand[0], (side.hand + side.deck).count("crushing_force")) == ("crushing_force", 1)
    assert (seen.hand, seen.deck, seen.discard) == (3, 18, 0)


@pytest.mark.parametrize(("swaps", "cards"), [((), 21), (("swap demon_gate crushing_force",), 20)])
def test_in_games_of_version_1_crushing_force_could_come_in_and_there_is_one_of_it(
    swaps: tuple[str, ...], cards: int
) -> None:
    table = learning(1).does(UTHUK, *swaps, "done", "place mountain_giant H5", "done").shuffled()

    side = table.state.side(UTHUK)
    found = side.hand + side.deck
    assert (found[0], found.count("crushing_force"), len(found)) == ("crushing_force", 1, cards)


def test_scenario_113_the_giant_on_a_red_hex_and_one_lore() -> None:
    table = thunderclap().does(DAQAN, *GUARDS, "done", "done")
    places = ("place citadel_guard A4", "place citadel_guard A6", "place citadel_guard A8")
    table.does(DAQAN, *places, "place riverwatch_riders A10", "done")
    assert table.awaited == {UTHUK}
    assert table.state.side(UTHUK).stage == "lore"
    assert len([unit for unit in table.view(UTHUK).units if unit.owner == DAQAN]) == 4

    table.does(UTHUK, "done")
    assert table.refused(UTHUK, "place mountain_giant D5").code == "not-a-position"
    assert {line.split()[2] for line in table.can(UTHUK, "place")} == {"H5", "H8", "I6", "I8"}
    assert table.refused(UTHUK, "done").code == "deploy-left"
    table.does(UTHUK, "place mountain_giant H5", "done")

    assert table.told(Deployed)[1] == Deployed(UTHUK, (("mountain_giant", "H5"),), 1)
    assert table.state.side(UTHUK).lore == 1
    assert table.at("H5").owner == UTHUK


def test_scenario_114_the_first_turn_is_uthuks() -> None:
    table = ready(thunderclap())

    assert table.state.first == UTHUK
    assert not table.state.ringed


def test_scenario_154_map_preset_army_and_positions_are_those_of_the_file() -> None:
    table = thunderclap()
    scenario = tables().scenarios[THUNDERCLAP]

    assert dict(table.state.land) == scenario.terrain
    assert {(unit.kind, unit.hex) for unit in table.state.units} == set(scenario.hosts["uthuk"].preset)
    assert {unit.owner for unit in table.state.units} == {UTHUK}
    table.does(DAQAN, "buy citadel_guard", "done", "done")
    assert {line.split()[2] for line in table.can(DAQAN, "place")} == set(scenario.hosts["daqan"].positions)


def test_scenario_156_two_packs_open_no_draft_in_a_scenario() -> None:
    table = ready(thunderclap(packs="2"))

    assert table.state.pool == ()
    assert Counter(unit.kind for unit in table.state.units)["mountain_giant"] == 1


# Hands


def test_scenario_018_both_put_opening_cards_away_and_neither_sees_the_others() -> None:
    table = ready(thunderclap())
    assert isinstance(table.state.phase, Discarding)
    for seat in (DAQAN, UTHUK):
        side = table.state.side(seat)
        assert (len(side.commands), len(side.hand)) == (6, 3)
    assert len(table.state.command_deck) == 36 - 12
    assert table.awaited == {DAQAN, UTHUK}

    side = table.state.side(DAQAN)
    assert table.refused(DAQAN, f"discard {side.commands[0]} {side.hand[0]}").facts == {"commands": 2, "lore": 1}
    missing = "brute_strength"
    assert table.refused(DAQAN, f"discard {','.join(side.commands[:2])} {missing}").code == "card-not-held"
    table.does(DAQAN, f"discard {','.join(side.commands[:2])} {side.hand[0]}")

    assert table.awaited == {UTHUK}
    after = table.state.side(DAQAN)
    assert (after.commands, after.hand, after.discard) == (side.commands[2:], side.hand[1:], side.hand[:1])
    assert table.state.command_discard == side.commands[:2]
    told = [SKIRMISH.seen(event, UTHUK) for event in table.events]
    assert PutAway(DAQAN, (), ()) in told
    assert not any(isinstance(event, Dealt) and event.seat == DAQAN for event in told)
    assert table.view(UTHUK).side(DAQAN).discard == 1
    assert table.view(UTHUK).command_discard == 2
    assert table.refused(DAQAN, f"discard {','.join(side.commands[:2])} {side.hand[0]}").code == "not-your-turn"


def test_hands_are_dealt_from_the_top_of_the_shuffled_decks_the_first_player_first() -> None:
    table = drafted().does(DAQAN, "buy citadel_guard", "done", "done", "place citadel_guard A5", "done")
    table.does(UTHUK, "buy viper_legion", "done", "done", "place viper_legion I5", "done")
    assert table.state.phase == Shuffling(("commands", "lore:0", "lore:1"))
    deck, first = tables().command_deck, table.state.first

    table.draws(*range(36, 0, -1)).draws(*range(20, 0, -1)).shuffled()

    assert table.state.side(first).commands == tuple(reversed(deck))[:6]
    assert table.state.side(Seat(1 - first)).commands == tuple(reversed(deck))[6:12]
    assert table.state.side(DAQAN).hand == tuple(reversed(tables().core("daqan")))[:3]
    assert table.state.side(UTHUK).hand == tables().core("uthuk")[:3]


def test_what_others_hear_of_preparations_is_that_they_are_done() -> None:
    """B16.5: neither what was thought over, nor how often."""
    plain, fickle = drafted(), drafted()
    lines = ("buy citadel_guard", "done", "done", "place citadel_guard A5", "done")
    plain.does(DAQAN, *lines)
    turns = ("buy roc_warrior", "sell roc_warrior", "buy citadel_guard", "done", "swap portal dispel", "back", "done")
    back = ("unswap portal dispel", "swap keen_eyes dispel", "done", "place citadel_guard A6", "lift A6", "back")
    fickle.does(DAQAN, *turns, *back, *lines[2:])

    def told(table: Table) -> list[object]:
        return [seen for event in table.events if (seen := SKIRMISH.seen(event, UTHUK)) is not None]

    assert told(plain) == told(fickle)
    assert told(plain)[-2:] == [LoreReady(DAQAN), Ready(DAQAN)]
    assert plain.view(UTHUK) == fickle.view(UTHUK)
    assert plain.view() == fickle.view()
