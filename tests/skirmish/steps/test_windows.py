"""Windows for lore cards: when they open, for whom, and what may be done in them (B13, DESIGN 2.3)."""

from __future__ import annotations

import pytest

from engine.skirmish.events import Answered, LorePlayed
from engine.skirmish.ruleset import SKIRMISH
from engine.skirmish.sheets import tables
from engine.skirmish.state import Attacking, Moving, Ordering, State, Window, fighting
from engine.skirmish.steps import windows
from engine.skirmish.units import Turn
from engine.values import replace
from tests.skirmish.field import DAQAN, THUNDERCLAP, UTHUK, Table, field

pytestmark = pytest.mark.usefixtures("windows_of_their_own")
"""In games of version 2 each moment has its window; `test_cards_with_steps` shows that cards do the same by now."""

BOTH = "citadel_guard@A1 viper_legion@I1 "


def window(table: Table) -> Window:
    assert isinstance(table.state.phase, Window), table.state.phase
    return table.state.phase


def moved(units: str, **more: object) -> Table:
    """The Move Step is closed."""
    state = field(BOTH + units, Moving(), **more)  # type: ignore[arg-type]
    return Table(state).does(state.active, "done")


def ordered(units: str, **more: object) -> Table:
    """The Order Step is closed."""
    state = field(BOTH + units, Ordering(), turn=Turn("patrol_center", "text"), **more)  # type: ignore[arg-type]
    return Table(state).does(state.active, "done")


# Whether a window opens


def test_no_cards_no_lore_or_nothing_to_do_with_any_card_open_no_window() -> None:
    """B13.3: the cards of after the Order Step, the cheapest of which decides; an unordered unit stands on A1."""
    own = ("daqan_core", "daqan_reserve")
    cheapest = min(
        card.cost for card in tables().lore.values() if card.timing == "own_after_order" and card.deck in own
    )
    assert ordered("", lore=(cheapest, 0), hands=("portal", "")).view().window is not None
    assert ordered("", lore=(cheapest - 1, 0), hands=("portal", "")).view().window is None, "not enough for any"
    assert ordered("", lore=(8, 0), hands=("", "")).view().window is None, "no card at all"
    units = "citadel_guard@A1,stunned viper_legion@I1"
    stunned = Table(field(units, Ordering(), turn=Turn("patrol_center"), lore=(8, 0), hands=("portal", "")))
    assert stunned.does(DAQAN, "done").view().window is None, "nobody to order, and nobody ordered"


@pytest.mark.parametrize("hand", ["shortcut", "keen_eyes", "rally_the_guard", "scouts_report"])
def test_whether_it_opens_does_not_depend_on_which_cards_are_held(hand: str) -> None:
    assert ordered("", lore=(4, 0), hands=(hand, "")).view().window is not None


def test_after_the_move_step_of_either_side_the_other_is_asked_for_his_cards_of_any_move_step() -> None:
    """Dispel is in Daqan's reserve: with three lore and somebody stunned he might hold it."""
    units = "citadel_guard@C4,stunned"
    table = moved(units, active=UTHUK, lore=(3, 0), hands=("keen_eyes", ""))

    assert table.awaited == {DAQAN}
    assert table.can(DAQAN, "cast") == set(), "he does not, and is asked all the same"
    assert moved("citadel_guard@C4", active=UTHUK, lore=(3, 0), hands=("keen_eyes", "")).view().window is None
    assert moved(units, active=UTHUK, lore=(2, 0), hands=("keen_eyes", "")).view().window is None


def test_cards_of_a_drafted_unit_count_even_when_it_is_gone() -> None:
    """B15.11."""
    state = field(
        BOTH + "citadel_guard@C4,ordered", Ordering(), turn=Turn("patrol_center"), lore=(2, 0), hands=("portal", "")
    )
    assert "shortcut" not in windows.could_have(state, DAQAN)

    side = replace(state.sides[DAQAN], drafted=("mountain_giant",))
    assert "shortcut" in windows.could_have(state.with_side(DAQAN, side), DAQAN)
    assert "shortcut" in windows.could_have(field(BOTH, scenario=THUNDERCLAP), UTHUK)
    assert "shortcut" not in windows.could_have(field(BOTH, scenario=THUNDERCLAP), DAQAN)


WORLDS = ("crushing_force shortcut", "hellfire sacrifice")
"""Two hands of as many cards."""


def public(table: Table) -> tuple[object, ...]:
    """What Daqan and the channel are shown, and whom the game waits for."""
    phase = SKIRMISH.phase(table.state)
    return table.view(DAQAN), table.view(None), table.awaited, phase, table.can(DAQAN)


def test_scenario_130_two_worlds_that_differ_in_a_hand_look_the_same_until_it_is_played() -> None:
    units = "uthuk/mountain_giant@D5 citadel_guard@C7,ordered citadel_guard@A5"
    worlds = []
    for hand in WORLDS:
        state = field(BOTH + units, Moving(), scenario=THUNDERCLAP, lore=(2, 3), hands=("portal", hand))
        deck = tuple(sorted({"crushing_force", "shortcut", "hellfire", "sacrifice", "rot"} - set(hand.split())))
        worlds.append(Table(state.with_side(UTHUK, replace(state.sides[UTHUK], deck=deck))))
    assert public(worlds[0]) == public(worlds[1])

    for said in ("done", "pass now", "pass now"):
        for table in worlds:
            (seat,) = table.awaited
            table.does(seat, said)
        assert public(worlds[0]) == public(worlds[1])
        assert [worlds[0].told(Answered)] == [worlds[1].told(Answered)]


@pytest.mark.parametrize("timing", ["own_after_order", "own_after_move+any_after_move", "any_after_move"])
def test_windows_open_alike_in_worlds_that_differ_in_hidden_cards_only(timing: str) -> None:
    """For every card of the faction in turn as the only one held: the answer is the same."""
    units = (
        "uthuk/mountain_giant@D5,ordered citadel_guard@C7,ordered,poisoned viper_legion@E7,ordered citadel_guard@F7:2"
    )
    cards = field(BOTH).rules.tables.lore

    for lore in range(8):
        for seat in (DAQAN, UTHUK):
            answers = set()
            for card in cards:
                hands = (card, "") if seat == DAQAN else ("", card)
                state = field(BOTH + units, Moving(), scenario=THUNDERCLAP, active=seat, lore=(lore, lore), hands=hands)
                answers.add(windows.possible(state, seat, timing))
            assert len(answers) == 1, (seat, lore)


# Who is asked, and how often


def giants(**more: object) -> State:
    """Both sides have a giant by a building, three lore, and the card for it."""
    units = BOTH + "daqan/mountain_giant@C4 uthuk/mountain_giant@E6"
    land = {"D5": "building", "C5": "building", "E7": "building", "D6": "building"}
    hands = ("crushing_force crushing_force", "crushing_force crushing_force")
    return field(units, Moving(), land=land, lore=(8, 8), hands=hands, **more)  # type: ignore[arg-type]


def test_scenario_176_the_active_side_first_then_the_other_until_both_pass_in_turn() -> None:
    table = Table(giants(active=UTHUK)).does(UTHUK, "done")
    assert table.awaited == {UTHUK}

    table.does(UTHUK, "cast crushing_force E7")
    assert table.awaited == {DAQAN}
    table.does(DAQAN, "pass now")
    assert table.awaited == {UTHUK}
    table.does(UTHUK, "pass now")

    assert not isinstance(table.state.phase, Window)


def test_scenario_176_a_card_after_a_pass_gives_the_other_his_word_again() -> None:
    table = Table(giants(active=UTHUK)).does(UTHUK, "done", "pass now")

    table.does(DAQAN, "cast crushing_force C5")
    assert table.awaited == {UTHUK}
    table.does(UTHUK, "cast crushing_force E7")
    assert table.awaited == {DAQAN}
    table.does(DAQAN, "cast crushing_force D5")
    table.does(UTHUK, "pass now")
    assert table.awaited != {DAQAN}, "he has no card left, as everybody sees"

    assert not isinstance(table.state.phase, Window)
    assert table.state.ruins == {"C5", "E7", "D5"}


def test_scenario_176_after_a_card_it_takes_two_passes_again() -> None:
    table = Table(giants(active=UTHUK)).does(UTHUK, "done", "pass now")

    table.does(DAQAN, "cast crushing_force C5")
    table.does(UTHUK, "pass now")
    assert table.awaited == {DAQAN}, "he has a second one"
    table.does(DAQAN, "pass now")

    assert not isinstance(table.state.phase, Window)


def test_standing_answers_pass_for_the_turn_or_until_ones_own_next_turn() -> None:
    table = Table(giants(active=UTHUK)).does(UTHUK, "done", "pass turn")
    assert table.state.sides[UTHUK].passes == (("own_after_move", "turn"), ("any_after_move", "turn"))

    table.does(DAQAN, "cast crushing_force C5")
    assert not isinstance(table.state.phase, Window) or window(table).mover == DAQAN
    told = table.told(Answered)
    assert told == [Answered(UTHUK, "turn")]


def test_a_standing_answer_for_ones_own_next_turn_holds_through_the_others_turn() -> None:
    state = giants(active=DAQAN)
    table = Table(state).does(DAQAN, "done", "pass now").does(UTHUK, "pass mine")
    while table.state.active == DAQAN:
        line = "learn lore" if table.view().phase == "learning" else "done"
        table.does(DAQAN, line)
    assert table.state.sides[UTHUK].passes == (), "his own turn has begun"

    table = Table(state).does(DAQAN, "done", "pass mine").does(UTHUK, "pass turn")
    while table.state.active == DAQAN:
        line = "learn lore" if table.view().phase == "learning" else "done"
        table.does(DAQAN, line)
    assert {until for _, until in table.state.sides[DAQAN].passes} == {"mine"}
    asked = Table(replace(table.state, phase=Moving())).does(UTHUK, "done", "pass now")
    assert not isinstance(asked.state.phase, Window), "Daqan need not be asked"


def test_others_do_not_hear_what_was_answered_beyond_that_it_was() -> None:
    told = Answered(DAQAN, "now", "runic_barrier")

    assert SKIRMISH.seen(told, DAQAN) == told
    assert SKIRMISH.seen(told, UTHUK) == SKIRMISH.seen(told, None) == Answered(DAQAN, "now")


# Playing a card


def test_a_card_is_paid_for_and_discarded() -> None:
    """B13.2."""
    cost = tables().lore["rally_the_guard"].cost
    table = ordered("citadel_guard@C6", lore=(5, 0), hands=("rally_the_guard keen_eyes rally_the_guard", ""))

    table.does(DAQAN, "cast rally_the_guard C6")

    side = table.state.sides[DAQAN]
    assert (side.lore, side.hand, side.discard) == (5 - cost, ("keen_eyes", "rally_the_guard"), ("rally_the_guard",))
    assert table.told(LorePlayed) == [LorePlayed(DAQAN, "rally_the_guard", ("C6",), cost)]


def test_scenario_106_a_card_that_is_too_dear_is_refused_with_cost_and_balance() -> None:
    units = "uthuk/mountain_giant@D5,ordered"
    table = moved(units, active=UTHUK, lore=(0, 5), hands=("", "brute_strength"))

    refusal = table.refused(UTHUK, "cast brute_strength -")

    assert (refusal.code, refusal.facts["cost"], refusal.facts["lore"]) == ("card-cost", 6, 5)


def test_scenario_099_shortcut_is_not_for_the_move_step() -> None:
    units = BOTH + "uthuk/mountain_giant@D5,ordered"
    table = Table(field(units, Moving(), active=UTHUK, lore=(0, 8), hands=("", "shortcut")))

    refusal = table.refused(UTHUK, "cast shortcut -")
    assert (refusal.code, refusal.facts["phase"]) == ("phase-other", "moving")

    refusal = table.does(UTHUK, "done").refused(UTHUK, "cast shortcut -")
    assert (refusal.code, refusal.facts["timing"]) == ("card-timing", "own_after_order")
    assert refusal.facts["timings"] == ("own_after_move", "any_after_move")


def test_what_cannot_be_cast_is_refused_with_what_could() -> None:
    table = ordered("citadel_guard@C6", lore=(8, 0), hands=("rally_the_guard forced_march", ""))

    assert table.refused(DAQAN, "cast portal C6,C7").code == "card-not-held"
    refusal = table.refused(DAQAN, "cast rally_the_guard C7")
    assert (refusal.code, refusal.facts["possible"]) == ("card-target", (("A1",), ("C6",)))
    assert table.refused(DAQAN, "cast forced_march C6").code == "card-no-target", "nobody has an order"
    assert table.refused(DAQAN, "pass forever").code == "pass-until"
    assert table.refused(DAQAN, "wait").code == "window-no-later"
    assert table.refused(UTHUK, "pass now").code == "not-your-turn"


# In a combat


def attacked(hands: tuple[str, str] = ("keen_eyes", "unnatural_vigor unnatural_vigor"), **more: object) -> Table:
    """A guard attacks vipers beside it; both have lore."""
    units = BOTH + "citadel_guard@D7,ordered viper_legion@E7"
    state = field(units, Attacking(), lore=(4, 4), hands=hands, **more)  # type: ignore[arg-type]
    return Table(state).does(DAQAN, "attack D7 E7 strike")


def test_the_roller_is_asked_first_and_the_defender_has_one_word_for_both_his_timings() -> None:
    table = attacked()
    assert table.awaited == {DAQAN}

    table.does(DAQAN, "pass now")

    assert table.awaited == {UTHUK}
    assert table.can(UTHUK, "cast") == set()
    assert table.can(UTHUK, "instruct") == {f"instruct unnatural_vigor {least} -" for least in range(4)}
    assert "wait" in table.can(UTHUK)


def test_who_passes_before_the_roll_is_not_asked_after_it() -> None:
    table = attacked().does(DAQAN, "pass now").does(UTHUK, "pass now").rolls("SSM")

    assert table.awaited != {UTHUK} or table.view().window is None


def test_who_waits_is_asked_after_the_roll() -> None:
    table = attacked().does(DAQAN, "pass now").does(UTHUK, "wait").rolls("SPP")

    assert table.awaited == {UTHUK}
    assert table.can(UTHUK, "cast") == {"cast unnatural_vigor -"}
    table.does(UTHUK, "cast unnatural_vigor -")
    assert table.at("E7").health == 3


@pytest.mark.parametrize(("dice", "played"), [("SSP", 1), ("SPP", 0)])
def test_a_word_for_after_the_roll_is_kept_to_and_secret_until_then(dice: str, played: int) -> None:
    table = attacked().does(DAQAN, "pass now").does(UTHUK, "instruct unnatural_vigor 2 -")

    told = table.told(Answered)[-1]
    assert SKIRMISH.seen(told, DAQAN) == Answered(UTHUK, "now")
    assert table.view(DAQAN).combat == table.view(None).combat
    combat = table.view(DAQAN).combat
    assert combat is not None
    assert (combat.instructions, combat.wants_word) == ((), False)

    table.rolls(dice)

    assert len(table.told(LorePlayed)) == played
    assert table.at("E7").health == 2


def test_a_word_a_wait_and_a_pass_before_the_roll_look_the_same_to_the_attacker() -> None:
    views = []
    for said in ("pass now", "wait", "instruct unnatural_vigor 1 -"):
        table = attacked().does(DAQAN, "pass now").does(UTHUK, said)
        views.append((table.view(DAQAN), table.view(None), table.wanted))
        assert fighting(table.state.phase) is not None

    assert views[0] == views[1] == views[2]


def test_words_are_refused_where_they_have_no_place() -> None:
    table = attacked(("keen_eyes", "unnatural_vigor venom_rain"))
    assert table.refused(DAQAN, "wait").code == "window-no-later"

    table.does(DAQAN, "pass now")

    assert table.refused(UTHUK, "instruct venom_rain 1 E7").code == "card-timing"
    refusal = table.refused(UTHUK, "instruct unnatural_vigor 9 -")
    assert (refusal.code, refusal.facts["most"]) == ("instruct-least", 3)


def test_scenario_136_a_pass_says_nothing_of_the_cards_held() -> None:
    """What a deadline does in his stead is the same pass."""
    for hand in ("unnatural_vigor", "hellfire"):
        table = attacked(("keen_eyes", hand)).does(DAQAN, "pass now").does(UTHUK, "pass now")
        assert table.told(Answered) == [Answered(DAQAN, "now"), Answered(UTHUK, "now")]


def test_whose_unit_rolls_is_asked_first_in_a_counter() -> None:
    table = attacked().does(DAQAN, "pass now").does(UTHUK, "pass now").rolls("PPP")
    while table.awaited == {DAQAN}:
        table.does(DAQAN, "pass now" if table.view().window else "done")
    table.does(UTHUK, "counter")

    assert window(table).mover == UTHUK
