"""What editions and programs differ in: presets and their options, and what was the default before (RULES 21, 22)."""

from __future__ import annotations

import pytest

from engine.core import Illegal
from engine.titan.battle.field import Battlefield
from engine.titan.battle.frame import HEXES
from engine.titan.battle.strike import blows, strikers
from engine.titan.options import PRESETS
from engine.titan.points import Consoling
from engine.titan.rules import rules_for
from engine.titan.sides import ATTACKER, DEFENDER
from engine.titan.state import State, Striking
from tests.engine.positions import battle, battling, do, lines, position

HOME = "Rd09@20 TTN OGR"
THEIRS = "Bu09@30 TTN OGR"


def test_a_preset_is_nothing_but_its_options_and_single_ones_go_on_top() -> None:
    """RULES 21: `preset`."""
    assert tuple(PRESETS) == ("law", "valley", "colossus")
    assert rules_for({"preset": "law"}) is rules_for({})
    for preset, options in PRESETS.items():
        assert rules_for({"preset": preset}) is rules_for(options)
        assert rules_for({"preset": preset, "mulligan": "none"}) is rules_for({**options, "mulligan": "none"})
        assert rules_for({"preset": preset, "variant": "battle_titan"}).carry_needs_benefit == (preset == "valley")
    valley = rules_for({"preset": "valley"})
    assert (valley.los_any_character_blocks, valley.rangestrike_nonadjacent, valley.carry_needs_benefit) == (True,) * 3
    assert (valley.mutual_titan_exception, valley.archangel_choice) == (False, "strict")
    colossus = rules_for({"preset": "colossus"})
    assert (colossus.archangel_choice, colossus.raise_strike_number) == ("may_take_angel", "one_further")
    assert rules_for({"preset": "valley", "carry_needs_benefit": "off"}).rangestrike_nonadjacent
    with pytest.raises(Illegal) as refusal:
        rules_for({"preset": "warlord"})
    assert refusal.value.code == "option-value"


@pytest.mark.parametrize("version", [1, 2])
def test_a_game_of_before_has_the_defaults_of_then(version: int) -> None:
    """Said or not, and by the names of then or of now."""
    then = rules_for({}, version)
    assert (then.archangel_choice, then.raise_strike_number) == ("may_take_angel", "one_further")
    assert then is rules_for({"archangel_choice": "may_take_angel", "raise_strike_number": "one_further"}, version)
    assert then is rules_for({"raise_strike_number": "useful_only", "tower_round_order": "defender_first"}, version)
    assert rules_for({"archangel_choice": "strict", "raise_strike_number": "any"}, version).archangel_choice == "strict"

    battle_titan = {"variant": "battle_titan"}
    points = rules_for(battle_titan, version).points
    assert isinstance(points, Consoling)
    assert (points.offboard_scores, rules_for(battle_titan, version).fled_returns) == (False, "none")
    assert rules_for(battle_titan, version) is rules_for(battle_titan | {"fled_returns": "off"}, version)
    assert rules_for(battle_titan | {"fled_returns": "on"}, version).fled_returns == "fled_and_agreed"
    with pytest.raises(Illegal):
        rules_for(battle_titan | {"fled_returns": "on"})


# --- rangestrikes beside an enemy (R15.2, R15.7) ---


@pytest.mark.parametrize("option", ["off", "on"])
@pytest.mark.parametrize("slain", [False, True])
def test_who_stands_beside_an_enemy_across_a_cliff_shoots_unless_so_chosen(option: str, slain: bool) -> None:
    """R15.2, R15.7: `rangestrike_nonadjacent`; Desert, a cliff between B1 and B2. A slain enemy bars it as well."""
    hurt = "(6)" if slain else ""
    warlock, hydra = (
        battle(
            "Desert", f"{shooter} B2", f"OGR B1{hurt}, {other} C4", red=HOME, blue=THEIRS, mover=ATTACKER,
            step="strike", options={"rangestrike_nonadjacent": option},
        )
        for shooter, other in (("WLK", "LIO"), ("HYD", "OGR"))
    )  # fmt: skip

    shots = {line for line in lines(warlock) if line.startswith("strike B2")}
    assert ("strike B2 B1 2 2" in shots) == (option == "off" and not slain)
    assert bool(shots) == (option == "off")
    assert ("strike B2 C4 5 3" in lines(hydra)) == (option == "off")


def test_ones_own_beside_one_bar_no_rangestrike() -> None:
    state = battle(
        "Desert", "WLK B2, OGR B1", "LIO C4", red=HOME, blue=THEIRS, mover=ATTACKER, step="strike",
        options={"rangestrike_nonadjacent": "on"},
    )  # fmt: skip

    assert any(line.startswith("strike B2 C4") for line in lines(state))


# --- pairs for carrying (R14.2, R14.4) ---


def ways(state: State, striker: str, target: str) -> dict[tuple[int, int], str]:
    """The pairs of a strike with those whom excess hits may go on to."""
    phase = battling(state)
    field, step = Battlefield(state, phase), phase.battle.step
    assert isinstance(step, Striking)
    fighter = next(f for f in strikers(field, step) if HEXES[f.hex] == striker)
    found = (blow for blow in blows(field, fighter, step) if HEXES[blow.target] == target)
    return {(blow.dice, blow.number): " ".join(HEXES[at] for at in blow.carries) for blow in found}


def down_slope(options: dict[str, str], hits: int = 5) -> State:
    return battle(
        "Mountains", "LIO C4", f"OGR C3({hits}), OGR D5, CEN B3", red=HOME, blue=THEIRS, mover=ATTACKER, step="strike",
        options=options,
    )  # fmt: skip


def test_t580_a_pair_may_serve_two_further_enemies() -> None:
    """R14.4: by `raise_strike_number one_further` it is made for one at a time."""
    assert ways(down_slope({}), "C4", "C3") == {(6, 3): "", (6, 5): "B3", (5, 3): "D5", (5, 5): "B3 D5"}
    alone = ways(down_slope({"raise_strike_number": "one_further"}), "C4", "C3")
    assert alone == {(6, 3): "", (6, 5): "B3", (5, 3): "D5"}


def test_a_pair_is_offered_only_if_there_may_be_excess() -> None:
    """R14.4: five dice for five hits leave none."""
    assert ways(down_slope({}, hits=1), "C4", "C3") == {(6, 3): "", (6, 5): "B3"}


def test_excess_of_such_a_pair_goes_on_to_both() -> None:
    """R14.5"""
    state = do(down_slope({}), "strike C4 C3 5 5", "draw 6,6,6,6,6", "carry B3")

    assert "carry D5" in lines(state)


def on_the_wall(attackers: str, benefit: str = "on", raised: str = "useful_only") -> State:
    """A Lion on the Wall of a Tower, which strikes."""
    return battle(
        "Tower", attackers, "LIO C3", red=HOME, blue=THEIRS, mover=DEFENDER, step="strike",
        options={"carry_needs_benefit": benefit, "raise_strike_number": raised},
    )  # fmt: skip


def test_t581_a_walls_gain_is_forgone_to_carry_on_to_somebody_level() -> None:
    """R14.4, section 22: `carry_needs_benefit`."""
    assert ways(on_the_wall("LIO C2(3), OGR D3"), "C3", "C2") == {(5, 3): "", (5, 4): "D3"}
    assert ways(on_the_wall("LIO C2(3), OGR D3", benefit="off"), "C3", "C2") == {(5, 3): "D3"}


def test_a_walls_gain_goes_on_to_whom_it_holds_for_as_well() -> None:
    """Two stand below the Wall; for the third there is a pair without what it gives."""
    assert ways(on_the_wall("LIO C2(3), OGR B2, OGR D3"), "C3", "C2") == {(5, 3): "B2", (5, 4): "B2 D3"}


def test_raised_to_the_number_that_would_be_due_without_it_a_walls_gain_is_not_used() -> None:
    """A higher number by choice is none the better for the Wall."""
    found = ways(on_the_wall("LIO C2(3), OGR D3", raised="any"), "C3", "C2")

    assert found == {(5, 3): "", (5, 4): "D3", (5, 5): "D3", (5, 6): "D3"}


def test_a_slopes_die_is_given_up_with_the_pair_for_whoever_has_it_not() -> None:
    """T-580 under `carry_needs_benefit`: the Centaur stands below the slope too, the Ogre on D5 does not."""
    found = ways(down_slope({"carry_needs_benefit": "on"}), "C4", "C3")

    assert found == {(6, 3): "", (6, 5): "B3", (5, 3): "D5", (5, 5): "B3 D5"}


def gaining(terrain: str, striker: str, targets: str) -> State:
    """A strike down a slope, by the option that its die is a benefit."""
    return battle(
        terrain, striker, targets, red=HOME, blue=THEIRS, mover=ATTACKER, step="strike",
        options={"carry_needs_benefit": "on"},
    )  # fmt: skip


def test_a_gain_is_not_forgone_where_a_better_pair_reaches_the_same() -> None:
    """Section 22: offered where somebody becomes eligible by it."""
    hills = gaining("Hills", "LIO E3", "LIO D3(4), CEN F3, CEN D4")
    assert ways(hills, "E3", "D3") == {(6, 4): "", (6, 5): "D4 F3"}
    mountains = gaining("Mountains", "COL B1", "LIO B2(4), CEN A1")
    assert ways(mountains, "B1", "B2") == {(11, 3): "", (11, 4): "A1"}


# --- a Titan lost with the legion that slew it (R19.6) ---


@pytest.mark.parametrize("option", ["on", "off"])
def test_a_titan_lost_together_with_the_enemy_legion_by_option_gives_nothing(option: str) -> None:
    """R19.6: `mutual_titan_exception`; third players keep theirs, markers leave the game."""
    state = battle(
        "Plains", "LIO C3(4)", "TTN C4(5)", "Green: Gr01@41 OGR; Gr09@32 TTN", red=HOME,
        blue="Bu03@41 LIO; Bu02@7 OGR OGR", mover=ATTACKER, step="strike", options={"mutual_titan_exception": option},
    )  # fmt: skip

    state = do(state, "strike C3 C4 5 5", "draw 6,6,6,6,6", "1: strike C4 C3 6 3", "draw 6,6,6,6,6,6")

    assert state.players[1].out
    assert [player.score for player in state.players] == [12 if option == "on" else 0, 0, 7]
    assert ("Bu05" in state.players[0].markers) == (option == "on")
    assert not any("Bu05" in player.markers for player in state.players[1:])


@pytest.mark.parametrize("option", ["on", "off"])
def test_by_agreement_and_by_resigning_it_is_the_same(option: str) -> None:
    """R19.6: `mutual_titan_exception`"""
    options = {"mutual_titan_exception": option}
    agreed = position(
        f"Red: Rd01@1>3 LIO; {HOME}", "Blue: Bu01@1 TTN; Bu02@7 OGR OGR", "Green: Gr09@32 TTN", options=options
    )
    fought = battle(
        "Plains", "LIO C3(4)", "TTN C4(5)", "Green: Gr09@32 TTN", red=HOME, blue="Bu02@7 OGR OGR", mover=DEFENDER,
        step="strike", options=options,
    )  # fmt: skip

    agreed = do(agreed, "done", "offer both -", "1: accept both -")
    fought = do(fought, "1: strike C4 C3 6 3", "draw 6,6,6,6,6,6", "1: resign")

    for after in (agreed, fought):
        assert after.players[1].out
        assert after.players[0].score == (12 if option == "on" else 0)
        assert ("Bu05" in after.players[0].markers) == (option == "on")
