"""Silence explained: why faces miss, and why a unit with an order attacks nobody."""

from __future__ import annotations

import pytest

from cogs.house.words.words import Words, languages
from cogs.skirmish.screens.screens import screen
from cogs.skirmish.words.event_sentences import news
from cogs.skirmish.words.terms import Terms
from engine.skirmish.combat.reach import silence, silent
from engine.skirmish.events import Declined, DiceRolled
from engine.skirmish.state import Attacking, Moving
from engine.skirmish.units import Effect, Turn
from tests.skirmish.field import DAQAN, UTHUK, Table, field
from tests.skirmish.fights import battle
from tests.skirmish.screens.test_panel import NAMES, sight

TERMS = Terms(Words("en"))
FAR = "obscenes@I1 "


def rolled(units: str, attack: str, dice: str) -> DiceRolled:
    """What is told of the dice of an attack of Daqan's."""
    return battle(units).does(DAQAN, attack).rolls(dice).told(DiceRolled)[-1]


# Faces that miss


def test_that_a_weak_unit_misses_with_cleaves_is_said_with_its_dice() -> None:
    """B1.5: the last of several figures."""
    weak = rolled("citadel_guard@E6:1* obscenes@E7", "attack E6 E7 strike", "CCP")
    whole = rolled("citadel_guard@E6* obscenes@E7", "attack E6 E7 strike", "CCP")

    assert (weak.misses, whole.misses) == ("weak", "")
    assert news(TERMS, weak, NAMES) == "↳ Dice: Cleave, Cleave, Pierce. Weak: Cleave misses."
    assert news(TERMS, whole, NAMES) == "↳ Dice: Cleave, Cleave, Pierce."


def test_of_a_weak_unit_without_a_cleave_nothing_is_said() -> None:
    assert rolled("citadel_guard@E6:1* obscenes@E7", "attack E6 E7 strike", "SPP").misses == ""


@pytest.mark.parametrize(("dice", "misses"), [("SC", "ranged"), ("SP", ""), ("MM", "")])
def test_that_shots_hit_with_pierce_alone_is_said_where_all_miss(dice: str, misses: str) -> None:
    told = rolled("yeoman_archers@E6* obscenes@E8", "attack E6 E8 ranged", dice)

    assert told.misses == misses
    assert ("Shots hit only with Pierce." in news(TERMS, told, NAMES)) == bool(misses)


def test_it_is_said_of_a_counter_and_in_the_panel_of_a_combat_as_well() -> None:
    table = battle("citadel_guard@E6:1* obscenes@E7").does(DAQAN, "attack E6 E7 strike").rolls("CCP")
    shown = screen(TERMS, sight(TERMS, table.state, UTHUK))
    assert shown is not None

    assert "Rolled: Cleave, Cleave, Pierce. Weak: Cleave misses." in shown.text


# Who attacks nobody


@pytest.mark.parametrize(
    ("units", "hex_", "why"),
    [
        ("citadel_guard@E5,ordered obscenes@E7", "E5", "reach"),
        ("citadel_guard@E6,ordered obscenes@E7", "E6", ""),
        ("citadel_guard@E5 obscenes@E7", "E5", ""),
        ("citadel_guard@E6,ordered,stunned obscenes@E7", "E6", "stunned"),
        ("citadel_guard@E6,ordered,attacks=1 obscenes@E7", "E6", ""),
        ("yeoman_archers@E5,ordered citadel_guard@E6 obscenes@E7", "E5", "sight"),
        ("yeoman_archers@E1,ordered obscenes@E7", "E1", "reach"),
    ],
)
def test_why_a_unit_with_an_order_attacks_nobody(units: str, hex_: str, why: str) -> None:
    state = field(units, Attacking())
    unit = state.at(hex_)
    assert unit is not None

    assert silence(state, unit) == silent(state, DAQAN) == why


def test_a_card_that_forbids_to_attack_is_the_reason() -> None:
    turn = Turn("regroup", "text", effects=(Effect("no_attack", 0, 1, "regroup"),))
    state = field("citadel_guard@E6,ordered obscenes@E7", Attacking(), turn=turn)

    assert silent(state, DAQAN) == "barred"


def test_the_attack_step_that_closes_by_itself_says_that_archers_see_nobody() -> None:
    units = FAR + "yeoman_archers@E5,ordered citadel_guard@E6 obscenes@E7"
    table = Table(field(units, Moving(), lore=(0, 0))).does(DAQAN, "done")

    (told,) = table.told(Declined)
    assert told == Declined(DAQAN, "sight")
    assert news(TERMS, told, NAMES) == "Ann can attack nobody: no enemy in reach is in sight."


def test_where_everybody_is_too_far_away_or_somebody_attacked_it_says_nothing() -> None:
    table = Table(field(FAR + "citadel_guard@E5,ordered", Moving())).does(DAQAN, "done")
    assert table.told(Declined) == []

    units = FAR + "citadel_guard@E6,ordered,attacks=1 yeoman_archers@E5,ordered obscenes@E7"
    assert Table(field(units, Moving())).does(DAQAN, "done").told(Declined) == []


def test_the_panel_of_attacks_names_those_who_attack_nobody_and_why() -> None:
    units = "citadel_guard@E6* yeoman_archers@E5* citadel_guard@A6* obscenes@E7"
    shown = screen(TERMS, sight(TERMS, battle(units).state, DAQAN))
    assert shown is not None

    assert "No attack: Archers E5 (nobody in sight), Guard A6 (nobody in reach)." in shown.text


def test_with_nobody_left_to_move_the_panel_says_why_nobody_will_attack() -> None:
    units = FAR + "citadel_guard@A6,ordered,moved=2"
    table = Table(field(units, Moving(), lore=(8, 0), hands=("portal", "")))
    shown = screen(TERMS, sight(TERMS, table.state, DAQAN))
    assert shown is not None

    assert "No attack: Guard A6 (nobody in reach)." in shown.text


@pytest.mark.parametrize("language", languages())
def test_every_reason_has_its_words(language: str) -> None:
    terms = Terms(Words(language))
    for why in ("reach", "sight", "barred", "stunned"):
        assert terms.say(f"silent.{why}")
    for what in ("sight", "barred"):
        assert news(terms, Declined(DAQAN, what), NAMES)
    assert all(terms.missed(why) for why in ("weak", "ranged"))
    assert terms.missed("") == ""
