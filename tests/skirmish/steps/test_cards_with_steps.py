"""Cards of one's own steps and rolls are played with these, and not in windows (B13.4, B13.5, DESIGN 2.3).

`docs/skirmish/windows.md` says why nobody learns anything of that. What a card does is what it did in a window, which
games of version 2 still have.
"""

from __future__ import annotations

from statistics import median

import pytest

from engine.core import Seat
from engine.skirmish.actions import Attack, Cast
from engine.skirmish.events import Answered, AttackDeclared, LorePlayed
from engine.skirmish.orders import filed, fire, proposed
from engine.skirmish.rules import rules_for
from engine.skirmish.ruleset import SKIRMISH
from engine.skirmish.sheets import tables
from engine.skirmish.state import Attacking, Moving, Ordering, Phase, State, fighting
from engine.skirmish.units import Effect, Turn
from engine.values import replace
from tests.skirmish.field import DAQAN, THUNDERCLAP, UTHUK, Table, field
from tests.skirmish.fights import battle
from tests.skirmish.questions import asked

CARDS = tables().lore
FAR = "citadel_guard@A1 viper_legion@I1 "
CROWD = FAR + (
    "citadel_guard@C6:2,ordered,poisoned yeoman_archers@C4:2,ordered riverwatch_riders@A5 "
    "uthuk/mountain_giant@D5,ordered viper_legion@E7:2,ordered,poisoned blood_harvesters@D6:2,ordered obscenes@F7"
)
"""Units of both sides near each other, hurt and well, with orders and without."""

OWNERS = {"daqan_core": DAQAN, "daqan_reserve": DAQAN}


def owner(card: str) -> Seat:
    return OWNERS.get(CARDS[card].deck, UTHUK)


def crowd(card: str, phase: Phase, version: int) -> State:
    """The side whose card it is has its turn, holds it alone, and has lore for it; the other holds nothing."""
    seat = owner(card)
    hands = (card, "") if seat == DAQAN else ("", card)
    state = field(
        CROWD, phase, active=seat, scenario=THUNDERCLAP, lore=(6, 6), hands=hands, turn=Turn("patrol_center", "text")
    )
    return replace(state, rules=rules_for({"scenario": THUNDERCLAP}, version))


def left(table: Table) -> object:
    """What a card has left behind."""
    state = table.state
    return state.units, state.sides, state.ruins, state.hidden, state.turn, state.shown, table.wanted


def casts(table: Table, seat: Seat) -> list[Cast]:
    return [action for action in SKIRMISH.legal(table.state, seat) if isinstance(action, Cast)]


@pytest.mark.parametrize("card", [card.id for card in CARDS.values() if card.timing.endswith(("_order", "_move"))])
def test_a_card_of_a_step_can_be_played_on_the_same_and_does_the_same_as_in_its_window(card: str) -> None:
    seat, before = owner(card), CARDS[card].timing == "own_after_order"
    step: Phase = Ordering() if before else Moving()
    then = Table(crowd(card, step, 2)).does(seat, "done")
    now = Table(crowd(card, step, 3))
    if before:
        now.does(seat, "done")

    assert casts(now, seat) == casts(then, seat)
    for cast in casts(now, seat)[:4]:
        line = SKIRMISH.notation.line(cast)
        one, other = Table(then.state).does(seat, line), Table(now.state).does(seat, line)
        assert left(one) == left(other), line
        assert one.told(LorePlayed) == other.told(LorePlayed)


@pytest.mark.parametrize("card", [card.id for card in CARDS.values() if card.timing == "own_before_roll"])
def test_a_card_of_a_roll_does_the_same_named_with_the_attack(card: str) -> None:
    """B13.5: named with it, it is played before the other has his word."""
    seat = owner(card)
    worlds = []
    for version in (2, 3):
        state = crowd(card, Attacking(), version)
        for attack in SKIRMISH.legal(state, seat):
            if not isinstance(attack, Attack) or (attack.how == "ranged") != (CARDS[card].when == "ranged"):
                continue
            line = f"{attack.unit},{attack.target}" + (",boulder" if attack.how == "boulder" else "")
            table = Table(state)
            if version == 2:
                table.does(seat, SKIRMISH.notation.line(attack), f"cast {card} -")
            else:
                table.does(seat, f"cast {card} {line}")
            worlds.append((version, line, table))
            break
    (_, one, then), (_, other, now) = worlds
    assert one == other
    assert then.told(AttackDeclared) == now.told(AttackDeclared)
    fights = [fighting(table.state.phase) for table in (then, now)]
    assert fights[0] is not None
    assert fights[0] == fights[1]
    assert left(then) == left(now)


@pytest.mark.parametrize(
    ("target", "dice", "played"),
    [
        ("citadel_guard@E7", "MPP", False),
        ("citadel_guard@E7", "MMP", True),
        ("riverwatch_riders@E7", "MPP", True),
        ("riverwatch_riders@E7,unshaken", "MMP", False),
    ],
)
def test_the_proposed_word_for_a_counterstroke_is_kept_where_a_retreat_is_due(
    target: str, dice: str, played: bool
) -> None:
    """B11.12: who ignores the retreat would pay for nothing."""
    table = battle(f"blood_harvesters@E6* {target}", active=UTHUK, lore=(4, 0), hands=("counterstroke", ""))
    table.does(UTHUK, "attack E6 E7 strike")
    view = table.view(DAQAN)
    plans = tuple(filed(order, number, view) for number, order in enumerate(proposed(view), 1))
    fired = fire(plans, view, tuple(SKIRMISH.legal(table.state, DAQAN)))
    assert fired is not None
    assert fired.action is not None
    assert SKIRMISH.notation.line(fired.action) == "instruct counterstroke 0 -"

    table.does(DAQAN, "instruct counterstroke 0 -").rolls(dice)

    assert [event.card for event in table.told(LorePlayed)] == ["counterstroke"] * played
    assert table.state.sides[DAQAN].lore == 4 - 2 * played


@pytest.mark.parametrize(
    ("units", "card", "other", "asked"),
    [
        ("blood_harvesters@E6* citadel_guard@E7", "steady_the_line", "", True),
        ("blood_harvesters@E6* citadel_guard@E7", "steady_the_line", "howl_of_dread", False),
        ("blood_harvesters@E6* citadel_guard@E7,unshaken", "steady_the_line", "", False),
        ("blood_harvesters@E6* citadel_guard@E7", "hold_the_gate", "", True),
        ("blood_harvesters@E6* roc_warrior@E7", "hold_the_gate", "", False),
    ],
)
def test_a_card_under_attack_is_offered_only_where_it_could_do_anything(
    units: str, card: str, other: str, asked: bool
) -> None:
    """DESIGN 2.3: fewer dice than one are never rolled; who may ignore no retreat has no use for ignoring more."""
    land = {"E6": "forest", "E7": "building"}
    table = battle(units, active=UTHUK, lore=(4, 4), hands=(card, other), land=land)
    table.does(UTHUK, f"cast {other} E6,E7" if other else "attack E6 E7 strike")
    assert bool(table.can(DAQAN, "cast")) is asked


def test_a_second_card_under_attack_is_offered_only_where_it_adds_to_the_first() -> None:
    hands = ("steady_the_line steady_the_line hold_the_gate hold_the_gate", "")
    land = {"E6": "forest", "E7": "building"}
    table = battle("blood_harvesters@E6* citadel_guard@E7", active=UTHUK, lore=(8, 0), hands=hands, land=land)
    table.does(UTHUK, "attack E6 E7 strike").does(DAQAN, "cast steady_the_line -", "cast hold_the_gate -")
    assert table.can(DAQAN, "cast") == set()


@pytest.mark.parametrize(
    ("units", "dice", "offered"),
    [
        ("obscenes@E6:3* yeoman_archers@E7", "PPPL", False),
        ("obscenes@E6:3* yeoman_archers@E7", "SPPP", True),
        ("obscenes@E6:3* yeoman_archers@E7", "MPPP", True),
        ("blood_harvesters@E6:2* yeoman_archers@E7", "HPPP", True),
        ("obscenes@E6* yeoman_archers@E7", "SPPP", False),
    ],
)
def test_a_drain_is_offered_where_damage_may_yet_be_dealt_and_healed(units: str, dice: str, offered: bool) -> None:
    """By the dice, by a retreat that is blocked, by what heroic dice are put to."""
    table = battle(units, active=UTHUK, lore=(0, 3), hands=("", "marrow_drain"))
    table.does(UTHUK, "attack E6 E7 strike").rolls(dice)

    assert bool(table.can(UTHUK, "cast")) is offered


# Steps


def ordered(units: str, **more: object) -> Table:
    state = field(FAR + units, Ordering(), turn=Turn("patrol_center", "text"), **more)  # type: ignore[arg-type]
    return Table(state).does(DAQAN, "done")


def test_a_card_of_after_the_orders_is_played_until_a_unit_moves() -> None:
    table = ordered("citadel_guard@C6,ordered", lore=(8, 0), hands=("forced_march portal", ""))
    assert table.view().phase == "moving"
    assert "cast forced_march C6" in table.can(DAQAN)

    moved = Table(table.state).does(DAQAN, "move C6 C7 0")
    assert not moved.can(DAQAN, "cast")
    assert moved.refused(DAQAN, "cast forced_march C7").code == "card-timing"

    table.does(DAQAN, "cast forced_march C6")
    assert "cast portal C6,C7" in table.can(DAQAN), "another one, as long as nobody has moved"
    assert "move C6 C9 0" in table.can(DAQAN), "a guard has two hexes, and one more"


def test_a_card_of_after_the_moves_closes_the_step_and_closing_it_is_the_pass() -> None:
    units = FAR + "citadel_guard@C6:2,ordered viper_legion@C7"
    state = field(units, Moving(), lore=(4, 0), hands=("healing_light healing_light", ""))

    healed = Table(state).does(DAQAN, "cast healing_light C6")
    assert healed.at("C6").health == 3
    assert healed.view().phase == "attacking", "nobody is hurt any more: no card could do anything"

    assert Table(state).does(DAQAN, "done").view().phase == "attacking"


def giants(active: Seat) -> Table:
    """Both sides have a Giant by a building, and cards for it."""
    units = FAR + "daqan/mountain_giant@C4 uthuk/mountain_giant@E6"
    land = {"D5": "building", "C5": "building", "E7": "building", "D6": "building"}
    hands = ("crushing_force crushing_force", "crushing_force crushing_force")
    return Table(field(units, Moving(), land=land, lore=(8, 8), hands=hands, active=active))


def test_scenario_176_the_active_side_first_then_the_other_until_both_pass_in_turn() -> None:
    table = giants(UTHUK).does(UTHUK, "cast crushing_force E7")
    assert table.awaited == {DAQAN}
    table.does(DAQAN, "pass now")
    assert table.awaited == {UTHUK}
    table.does(UTHUK, "pass now")
    assert table.view().window is None


def test_scenario_176_a_card_after_the_step_was_closed_gives_its_side_the_word_again() -> None:
    table = giants(UTHUK).does(UTHUK, "done")
    assert table.awaited == {DAQAN}
    table.does(DAQAN, "cast crushing_force C5")
    assert table.awaited == {UTHUK}
    table.does(UTHUK, "pass now")
    assert table.awaited == {DAQAN}
    assert table.does(DAQAN, "pass now").view().window is None


def test_the_other_side_is_not_asked_twice_after_a_pass_of_both() -> None:
    table = giants(UTHUK).does(UTHUK, "done").does(DAQAN, "pass now")

    assert table.view().window is None
    assert table.told(Answered) == [Answered(DAQAN, "now")]


# Rolls


def attacked(hands: tuple[str, str] = ("rune_blade", "unnatural_vigor")) -> Table:
    units = FAR + "citadel_guard@D7,ordered viper_legion@E7"
    return Table(field(units, Attacking(), lore=(4, 4), hands=hands))


def test_who_attacks_without_a_card_has_passed_and_the_other_is_asked() -> None:
    table = attacked().does(DAQAN, "attack D7 E7 strike")

    assert table.awaited == {UTHUK}
    assert table.does(UTHUK, "pass now").wanted == 3


def test_a_card_is_offered_with_each_attack_that_it_could_help() -> None:
    """Keen eyes are for shots alone, and a rune blade is not."""
    assert attacked().can(DAQAN, "cast") == {"cast rune_blade D7,E7"}
    assert not attacked(("keen_eyes", "")).can(DAQAN, "cast")
    assert attacked(("keen_eyes", "")).refused(DAQAN, "cast keen_eyes D7,E7").code == "card-no-target"
    assert attacked(("", "")).refused(DAQAN, "cast rune_blade D7,E7").code == "card-not-held"


def test_a_boulder_says_that_it_is_one() -> None:
    table = battle("uthuk/mountain_giant@D7* yeoman_archers@E7", active=UTHUK, lore=(0, 3), hands=("", "blood_price"))
    assert table.can(UTHUK, "cast") == {"cast blood_price D7,E7", "cast blood_price D7,E7,boulder"}

    assert table.does(UTHUK, "cast blood_price D7,E7,boulder").wanted == 4
    assert table.at("D7").health == 5


def test_a_counter_has_its_card_too() -> None:
    table = attacked(("", "blood_price")).does(DAQAN, "attack D7 E7 strike").does(UTHUK, "pass now").rolls("PPP")
    assert table.can(UTHUK) >= {"counter", "cast blood_price -", "stay"}

    table.does(UTHUK, "cast blood_price -")

    assert [event.counter for event in table.told(AttackDeclared)] == [False, True]
    assert table.at("E7").health == 2
    assert table.wanted == 4


# Shortcut, pursuit


def overrunning(land: str, shortcut: bool) -> Table:
    """Brutes that may pursue two hexes have destroyed who stood on such land."""
    effects = [Effect("pursue", 1, 1, "overrun")] + [Effect("forest_march", 1, 0, "shortcut")] * shortcut
    table = battle(
        "flesh_ripper_brutes@E6* yeoman_archers@E7:1",
        active=UTHUK,
        land={"E7": land},
        turn=Turn("overrun", "text", effects=tuple(effects)),
    )
    table.does(UTHUK, "attack E6 E7 strike")
    return table.rolls("S" * table.wanted)


@pytest.mark.parametrize(
    ("land", "shortcut", "on"),
    [("forest", True, True), ("forest", False, False), ("building", True, False), ("plains", False, True)],
)
def test_scenario_192_with_shortcut_a_pursuit_goes_on_through_forest(land: str, shortcut: bool, on: bool) -> None:
    """B21.2: through forest alone; whatever else stops movement ends it (B11.10)."""
    table = overrunning(land, shortcut)

    assert ("pursue E8" in table.can(UTHUK)) is on
    assert "pursue E7" in table.can(UTHUK)


@pytest.mark.usefixtures("windows_of_their_own")
def test_in_games_of_before_shortcut_does_nothing_for_a_pursuit() -> None:
    table = overrunning("forest", True)

    assert table.can(UTHUK, "pursue") == {"pursue E7"}


def test_where_a_unit_may_pursue_the_hex_is_offered_once() -> None:
    """B11.10: a pursuit of one hex is the advance with one attack more, which need not be made."""
    table = battle("flesh_ripper_brutes@E6* yeoman_archers@E7:1", active=UTHUK).does(UTHUK, "attack E6 E7 strike")
    table.rolls("S" * table.wanted)

    assert table.can(UTHUK) >= {"pursue E7", "stay"}
    assert "advance" not in table.can(UTHUK)


# Plans that the set-up proposes


@pytest.mark.parametrize("seat", [DAQAN, UTHUK])
def test_the_proposed_plans_settle_the_same_whatever_is_held(seat: Seat) -> None:
    """DESIGN 2.3: who is attacked is not asked, after a roll of his neither, and strikes back; in every world."""
    units = FAR + "citadel_guard@D7,ordered blood_harvesters@E7,ordered"
    for hand in ("unnatural_vigor", "hellfire", "runic_barrier", "bodyguard", "portal"):
        for active in (DAQAN, UTHUK):
            line = "attack D7 E7 strike" if active == DAQAN else "attack E7 D7 strike"
            state = field(units, Attacking(), active=active, lore=(8, 8), hands=(hand, hand))
            table = Table(state).does(active, line)
            if table.awaited != {seat}:
                continue
            view, legal = SKIRMISH.view(table.state, seat), tuple(SKIRMISH.legal(table.state, seat))
            orders = [filed(order, number, view) for number, order in enumerate(proposed(view), 1)]
            fired = fire(orders, view, legal)
            assert fired is not None
            assert fired.action is not None, hand
            assert fired.action in legal


def test_of_several_words_the_first_counts_whose_card_is_held() -> None:
    units = FAR + "citadel_guard@D7 citadel_guard@C7 blood_harvesters@E7,ordered"
    said = {}
    for hand in ("runic_barrier bodyguard", "bodyguard", "portal"):
        state = field(units, Attacking(), active=UTHUK, lore=(8, 0), hands=(hand, ""))
        table = Table(state).does(UTHUK, "attack E7 D7 strike")
        view, legal = SKIRMISH.view(table.state, DAQAN), tuple(SKIRMISH.legal(table.state, DAQAN))
        orders = [filed(order, number, view) for number, order in enumerate(proposed(view), 1)]
        fired = fire(orders, view, legal)
        assert fired is not None
        assert fired.action is not None
        said[hand] = SKIRMISH.notation.line(fired.action)

    assert said == {
        "runic_barrier bodyguard": "instruct runic_barrier 2 -",
        "bodyguard": "instruct bodyguard 1 C7",
        "portal": "pass now",
    }


@pytest.mark.parametrize(("lore", "answered"), [(2, "stay"), (3, "stay"), (4, "")])
def test_the_proposed_plans_pay_for_no_look_while_lore_is_short(lore: int, answered: str) -> None:
    """B23.12: how much lore a side has is public."""
    hidden = {"D3": "citadel_guard"}
    state = field(FAR, Attacking(), scenario=THUNDERCLAP, lore=(lore, 0), hidden=hidden)
    table = Table(state).does(DAQAN, "done")
    view, legal = SKIRMISH.view(table.state, DAQAN), tuple(SKIRMISH.legal(table.state, DAQAN))
    fired = fire([filed(order, number, view) for number, order in enumerate(proposed(view), 1)], view, legal)

    assert view.phase == "scoring"
    done = None if fired is None else fired.action
    assert ("" if done is None else SKIRMISH.notation.line(done)) == answered
    assert not any(order.trigger == "peeking" for order in proposed(SKIRMISH.view(table.state, UTHUK)))


def test_the_turn_goes_on_after_the_orders_without_a_window() -> None:
    """Row 1 of `docs/skirmish/windows.md`: it is the Move Step whoever holds what."""
    for hand in ("portal", "keen_eyes"):
        assert ordered("citadel_guard@C6,ordered", lore=(8, 0), hands=(hand, "")).view().phase == "moving"


# How often it is asked


@pytest.mark.deep
def test_a_game_with_the_proposed_plans_waits_seldom_and_for_cards_least_of_all() -> None:
    """Of the times when a game of two steady seats stops for one, at most a quarter are windows."""
    games = [asked({"scenario": THUNDERCLAP, "first_seat": faction}, 5000) for faction in ("daqan", "uthuk")]

    assert median(game.waits for game in games) <= 150
    assert 4 * sum(game.questions["window"] for game in games) <= sum(game.waits for game in games)
