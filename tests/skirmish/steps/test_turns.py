"""A turn from its start to its end: poison, stun, the Draw Step and the Lore Step (B5, B11.13, B11.16)."""

from __future__ import annotations

from engine.core import Seat
from engine.skirmish.events import (
    CardDrawn,
    Cured,
    Damaged,
    Destroyed,
    LoreGained,
    PoisonRolled,
    PutAway,
    Reshuffled,
    TurnBegan,
    TurnEnded,
)
from engine.skirmish.ruleset import SKIRMISH
from engine.skirmish.state import Attacking, Commanding, Reshuffling, State
from engine.skirmish.steps import turn
from engine.skirmish.units import Turn
from engine.values import replace
from tests.skirmish.field import DAQAN, THUNDERCLAP, UTHUK, Table, field

BOTH = "citadel_guard@A1 viper_legion@I1 "
"""Units of both sides that are in nobody's way."""


def upkeep(state: State) -> Table:
    """The Attack Step of the active side is over, and with it the main phase."""
    return Table(replace(state, phase=Attacking())).does(state.active, "done")


def with_deck(state: State, seat: Seat, deck: str, discard: str = "") -> State:
    """The lore deck and discard pile of a side are just these."""
    side = replace(state.sides[seat], deck=tuple(deck.split()), discard=tuple(discard.split()))
    return state.with_side(seat, side)


# The Draw Step


def test_one_command_card_is_drawn_and_only_its_owner_sees_it() -> None:
    """B5.4."""
    state = field(BOTH)
    top = state.command_deck[0]

    table = upkeep(state)

    assert table.state.sides[DAQAN].commands == (top,)
    assert len(table.state.command_deck) == len(state.command_deck) - 1
    drawn = CardDrawn(DAQAN, "command", (top,), 1)
    assert table.told(CardDrawn) == [drawn]
    assert SKIRMISH.seen(drawn, DAQAN) == drawn
    assert SKIRMISH.seen(drawn, UTHUK) == SKIRMISH.seen(drawn, None) == CardDrawn(DAQAN, "command", (), 1)


def test_scenario_015_an_empty_command_deck_is_made_of_its_discard_pile() -> None:
    state = field(BOTH)
    pile = state.command_deck[:30]
    table = upkeep(replace(state, command_deck=(), command_discard=pile))

    assert (table.wanted, table.awaited) == (30, frozenset())
    table.draws(*range(30, 0, -1))

    assert table.state.sides[DAQAN].commands == (pile[-1],)
    assert table.state.command_deck == tuple(reversed(pile[:-1]))
    assert table.state.command_discard == ()
    assert table.told(Reshuffled) == [Reshuffled("command", None)]


def test_what_is_left_of_the_command_deck_is_drawn_before_what_is_shuffled() -> None:
    """B5.4, in a game whose table says that two cards are drawn."""
    state = field(BOTH)
    last, *pile = state.command_deck[:5]
    rules = replace(state.rules, tables=replace(state.rules.tables, command_draw=2))
    table = upkeep(replace(state, rules=rules, command_deck=(last,), command_discard=tuple(pile)))

    table.draws(4, 3, 2, 1)

    assert table.state.sides[DAQAN].commands == (last, pile[3])
    assert table.state.command_deck == (pile[2], pile[1], pile[0])


def test_no_command_card_anywhere_sticks_nobody() -> None:
    table = upkeep(replace(field(BOTH), command_deck=(), command_discard=()))

    assert table.state.sides[DAQAN].commands == ()
    assert table.told(CardDrawn) == []
    assert table.view().phase == "learning"


# The Lore Step


def test_scenario_016_one_lore_and_a_card_or_two_cards_of_which_one_is_kept() -> None:
    state = with_deck(
        field(BOTH, active=UTHUK, lore=(0, 3), hands=("", "hellfire sacrifice")),
        UTHUK,
        "horde_call venom_rain blood_tide",
    )

    both = upkeep(state).does(UTHUK, "learn both")
    assert both.state.sides[UTHUK].lore == 4
    assert both.state.sides[UTHUK].hand == ("hellfire", "sacrifice", "horde_call")
    assert both.told(LoreGained) == [LoreGained(UTHUK, 1, "step")]

    two = upkeep(state).does(UTHUK, "learn cards")
    assert two.can(UTHUK, "keep") == {"keep horde_call", "keep venom_rain"}
    two.does(UTHUK, "keep venom_rain")
    assert two.state.sides[UTHUK].lore == 3
    assert two.state.sides[UTHUK].hand == ("hellfire", "sacrifice", "venom_rain")
    assert two.state.sides[UTHUK].deck == ("blood_tide", "horde_call"), "the other one lies under the deck"
    assert two.told(CardDrawn)[-1] == CardDrawn(UTHUK, "lore", ("venom_rain",), 1)


def test_two_lore_and_no_card() -> None:
    table = upkeep(field(BOTH, lore=(3, 0))).does(DAQAN, "learn lore")

    assert table.state.sides[DAQAN].lore == 5
    assert table.state.sides[DAQAN].hand == ()


def test_while_one_of_two_cards_is_chosen_only_their_owner_sees_them() -> None:
    table = upkeep(with_deck(field(BOTH), DAQAN, "keen_eyes rune_blade")).does(DAQAN, "learn cards")

    own = table.view(DAQAN).own
    other = table.view(UTHUK).own
    assert own is not None
    assert other is not None
    assert own.drawn == ("keen_eyes", "rune_blade")
    assert other.drawn == ()
    before = upkeep(with_deck(field(BOTH), DAQAN, "keen_eyes rune_blade")).state
    assert SKIRMISH.hand(table.state, DAQAN) != SKIRMISH.hand(before, DAQAN)
    assert SKIRMISH.hand(table.state, UTHUK) == SKIRMISH.hand(before, UTHUK)
    refusal = table.refused(DAQAN, "keep portal")
    assert (refusal.code, refusal.facts["drawn"]) == ("keep-not-drawn", ("keen_eyes", "rune_blade"))
    assert table.refused(DAQAN, "learn lore").code == "learn-chosen"


def test_two_alike_are_one_choice() -> None:
    table = upkeep(with_deck(field(BOTH), DAQAN, "keen_eyes keen_eyes")).does(DAQAN, "learn cards")

    assert table.can(DAQAN, "keep") == {"keep keen_eyes"}
    assert table.does(DAQAN, "keep keen_eyes").state.sides[DAQAN].deck == ("keen_eyes",)


def test_scenario_017_more_cards_than_a_hand_holds_are_put_away_before_the_turn_ends() -> None:
    hand = "keen_eyes rune_blade portal dispel"
    table = upkeep(with_deck(field(BOTH, hands=(hand, "")), DAQAN, "bodyguard")).does(DAQAN, "learn both")

    assert table.awaited == {DAQAN}
    assert table.can(DAQAN, "discard") == {f"discard - {card}" for card in (*hand.split(), "bodyguard")}
    refusal = table.refused(DAQAN, "discard - portal,dispel")
    assert (refusal.code, refusal.facts["number"]) == ("trim", 1)
    assert table.told(TurnEnded) == []

    table.does(DAQAN, "discard - rune_blade")

    assert table.state.sides[DAQAN].hand == ("keen_eyes", "portal", "dispel", "bodyguard")
    assert table.state.sides[DAQAN].discard == ("rune_blade",)
    assert table.told(PutAway) == [PutAway(DAQAN, (), ("rune_blade",))]
    assert table.told(TurnEnded) == [TurnEnded(DAQAN)]


def test_an_empty_lore_deck_is_made_of_its_discard_pile_in_the_middle_of_drawing() -> None:
    """B5.6."""
    state = with_deck(field(BOTH), DAQAN, "portal", "keen_eyes rune_blade")
    table = upkeep(state).does(DAQAN, "learn cards")

    assert (table.wanted, table.awaited) == (2, frozenset())
    table.draws(2, 1)

    assert table.can(DAQAN, "keep") == {"keep portal", "keep rune_blade"}
    assert table.state.sides[DAQAN].deck == ("keen_eyes",)
    assert table.state.sides[DAQAN].discard == ()
    assert table.told(Reshuffled) == [Reshuffled("lore", DAQAN)]


def test_what_no_card_is_left_for_is_not_offered() -> None:
    """Nothing to draw: only lore. One card: no choice of two."""
    none = upkeep(with_deck(field(BOTH), DAQAN, ""))
    one = upkeep(with_deck(field(BOTH), DAQAN, "", "portal"))

    assert none.can(DAQAN, "learn") == {"learn lore"}
    assert one.can(DAQAN, "learn") == {"learn lore", "learn both"}
    refusal = one.refused(DAQAN, "learn cards")
    assert (refusal.code, refusal.facts["cards"], refusal.facts["needed"]) == ("learn-no-cards", 1, 2)
    assert none.refused(DAQAN, "learn dance").code == "learn-way"
    one.does(DAQAN, "learn both").draws(1)
    assert one.state.sides[DAQAN].hand == ("portal",)


# Rounds


def test_turns_alternate_and_the_first_players_turn_opens_a_round() -> None:
    """B5.1."""
    table = upkeep(field(BOTH, active=UTHUK, round_=3)).does(UTHUK, "learn lore")
    assert table.told(TurnBegan) == [TurnBegan(DAQAN, 3)]
    assert table.state.active == DAQAN

    table = upkeep(field(BOTH, active=DAQAN, round_=3)).does(DAQAN, "learn lore")
    assert table.told(TurnBegan) == [TurnBegan(UTHUK, 4)]


def test_a_turn_begins_with_rested_units_and_nothing_of_the_last_turn() -> None:
    units = BOTH + "viper_legion@C4,ordered,moved=2,attacks=1,pursued,unshaken citadel_guard@C5,unshaken"
    state = field(units, active=DAQAN, turn=Turn("pincer", "text", killed=True, peeked=True))

    table = upkeep(state).does(DAQAN, "learn lore")

    unit = table.at("C4")
    assert (unit.ordered, unit.moved, unit.attacks, unit.pursued, unit.unshaken) == (False, 0, 0, False, False)
    assert table.at("C5").unshaken, "until the next turn of its owner"
    assert table.state.turn == Turn()


def test_a_pass_for_the_turn_ends_with_it_and_one_for_longer_with_the_start_of_ones_own() -> None:
    """DESIGN 2.3.2."""
    passes = (("own_after_move", "turn"), ("any_after_move", "mine"))
    state = field(BOTH, active=DAQAN)
    for seat in (DAQAN, UTHUK):
        state = state.with_side(seat, replace(state.sides[seat], passes=passes))

    table = upkeep(state).does(DAQAN, "learn lore")

    assert table.state.sides[DAQAN].passes == (("any_after_move", "mine"),)
    assert table.state.sides[UTHUK].passes == ()


# Stun


def test_scenario_043_stun_goes_at_the_end_of_the_first_turn_that_begins_with_it() -> None:
    """B11.16."""
    table = upkeep(field(BOTH + "citadel_guard@C4,stunned", active=UTHUK)).does(UTHUK, "learn lore")
    assert table.at("C4").stunned
    table = upkeep(table.state)
    assert table.at("C4").stunned

    table.does(DAQAN, "learn lore")

    assert not table.at("C4").stunned
    cured = table.told(Cured)[-1]
    assert isinstance(cured, Cured)
    assert (cured.hex, cured.of) == ("C4", "stun")


def test_who_is_stunned_in_the_turn_of_his_owner_is_so_in_the_next_one_too() -> None:
    table = upkeep(field(BOTH + "citadel_guard@C4,stunned")).does(DAQAN, "learn lore")
    assert table.at("C4").stunned
    table = upkeep(table.state).does(UTHUK, "learn lore")
    assert table.at("C4").stunned

    table = upkeep(table.state).does(DAQAN, "learn lore")

    assert not table.at("C4").stunned


# Poison


def start(units: str, *, seat: Seat = DAQAN, **more: object) -> Table:
    """The turn of a seat starts."""
    state, events = turn.start(field(BOTH + units, **more), seat)  # type: ignore[arg-type]
    table = Table(state)
    table.events += events
    return table


def test_scenario_042_poison_is_rolled_for_at_the_start_of_the_owners_turn() -> None:
    for letter, health in (("S", 2), ("C", 2), ("P", 2), ("M", 3), ("H", 3), ("L", 3)):
        table = start("citadel_guard@C4,poisoned")
        assert (table.wanted, table.awaited) == (1, frozenset())

        table.rolls(letter)

        unit = table.at("C4")
        assert (unit.health, unit.poisoned) == (health, False), letter
        assert isinstance(table.state.phase, Commanding)


def test_poison_works_for_all_units_of_the_side_and_for_no_other() -> None:
    table = start("citadel_guard@C4,poisoned viper_legion@E4,poisoned citadel_guard@C6,poisoned")

    table.rolls("SM")

    assert (table.at("C4").health, table.at("C6").health, table.at("E4").health) == (2, 3, 3)
    assert table.at("E4").poisoned
    assert [event.face for event in table.told(PoisonRolled)] == ["strike", "morale"]
    assert [event.why for event in table.told(Damaged)] == ["poison"]


def test_scenario_166_poison_kills_before_a_command_card_is_played() -> None:
    table = start("citadel_guard@C4:1,poisoned", victory=(0, 3)).rolls("S")

    assert table.state.at("C4") is None
    assert isinstance(table.state.phase, Commanding)
    destroyed = table.told(Destroyed)[-1]
    assert isinstance(destroyed, Destroyed)
    assert destroyed.by == UTHUK
    assert table.state.sides[UTHUK].victory == 4, "poison is the other side's deed"


def test_scenario_166_in_thunderclap_the_points_are_looked_at_before_poison() -> None:
    table = start("citadel_guard@C4:1,poisoned", victory=(8, 0), scenario=THUNDERCLAP)

    assert table.state.at("C4") is not None
    assert table.view().reason == "points"


def test_poison_that_destroys_the_last_unit_ends_the_game() -> None:
    """B14.2."""
    state, _ = turn.start(field("citadel_guard@C4:1,poisoned viper_legion@I1"), DAQAN)

    table = Table(state).rolls("C")

    assert (table.view().winner, table.view().reason) == (UTHUK, "destroyed")


def test_a_card_that_was_drawn_stays_known() -> None:
    """What was learnt since bars taking back the `done` that led to it."""
    state = replace(field(BOTH), phase=Attacking())
    table = Table(state).does(DAQAN, "done")

    assert not isinstance(table.state.phase, Reshuffling)
    assert SKIRMISH.remember(state, table.state, state) != state
    assert SKIRMISH.remember(state, state, state) == state
